"""In: the language of a guest. Out: the two small pages of joining: come in, and what a stranger sees instead."""

from html import escape

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse

from scoring import Language
from service.language import say

_PAGE = (
    '<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>handscan</title>'
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">{head}</head>'
    "<body><h1>handscan</h1><p>{text}</p></body></html>"
)


def welcome_page(language: Language) -> HTMLResponse:
    """Leads on by itself: a redirect would not carry the new cookie where the link was opened from another app."""
    go = say(language, "You have joined. Go on to the scores.")
    head = '<meta http-equiv="refresh" content="0;url=/">'
    return HTMLResponse(_PAGE.format(lang=language, head=head, text=f'<a href="/">{escape(go)}</a>'))


def stranger_page(language: Language) -> HTMLResponse:
    """What a browser shows to whoever has not joined."""
    text = say(language, "This device has not joined: scan the QR code shown where handscan runs.")
    return HTMLResponse(_PAGE.format(lang=language, head="", text=escape(text)), 401)


def asks_for_page(headers: Headers) -> bool:
    """Whether a person waits for the answer, and no program."""
    return "text/html" in headers.get("accept", "")
