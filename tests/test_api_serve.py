"""`handscan serve` as people start it, and its settings: in the help, in the documents and in the code alike."""

import os
import re
import signal
import sqlite3
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from sqlalchemy.exc import OperationalError
from typer.testing import CliRunner

import service
from service.certificate import certificate_in
from service.cli import app
from service.settings import Settings, SettingsError, read_settings, settings_list

HANDSCAN = Path(sys.executable).with_name("handscan")


def test_every_setting_is_in_the_help_and_in_the_documents() -> None:
    help_text = CliRunner().invoke(app, ["serve", "--help"], terminal_width=200).output
    document = Path(service.__file__).with_name("settings.md").read_text()
    listed = [f"| `{one.variable}` | {one.default} | {one.description} |" for one in settings_list()]
    assert re.findall(r"^\| `HANDSCAN.*\|$", document, re.MULTILINE)[: len(listed)] == listed
    assert {one.variable for one in settings_list()} == {
        "HANDSCAN_SETTINGS",
        *(f"HANDSCAN_{name.upper()}" for name in Settings.model_fields),
    }
    shown = " ".join(help_text.split())
    for one in settings_list():
        assert one.variable in shown
        assert one.description in shown
        assert one.description.endswith(".")


def test_what_is_typed_wins_over_the_environment_and_that_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('port = 1\nworkers = 3\nqueue = 4\nnames = "a.example"\n')
    monkeypatch.setenv("HANDSCAN_SETTINGS", str(file))
    monkeypatch.setenv("HANDSCAN_PORT", "2")
    monkeypatch.setenv("HANDSCAN_QUEUE", "5")
    found = read_settings({"port": 3})
    assert (found.port, found.queue, found.workers, found.names) == (3, 5, 3, "a.example")


WRONG: list[tuple[dict[str, str], str | None, str]] = [
    ({"HANDSCAN_PORT": "many"}, None, "HANDSCAN_PORT"),
    ({"HANDSCAN_WORKERS": "0"}, None, "HANDSCAN_WORKERS"),
    ({"HANDSCAN_TOKEN": "short"}, None, "HANDSCAN_TOKEN is not right: it needs 12 to 200 letters, digits"),
    ({"HANDSCAN_TOKEN": "eleven-char"}, None, "HANDSCAN_TOKEN"),
    ({"HANDSCAN_TOKEN": "with a space in it"}, None, "HANDSCAN_TOKEN"),
    ({"HANDSCAN_TOKEN": "would-end#the-link"}, None, "HANDSCAN_TOKEN"),
    ({"HANDSCAN_TOKEN": "no-cookie-is-ünicode"}, None, "HANDSCAN_TOKEN"),
    ({"HANDSCAN_TOKEN": "x" * 201}, None, "HANDSCAN_TOKEN"),
    ({}, "token = 'short'", "HANDSCAN_TOKEN"),
    ({}, "prot = 1", "HANDSCAN_PROT"),
    ({}, "port = ", "settings.toml"),
    ({"HANDSCAN_LAN": "perhaps"}, None, "HANDSCAN_LAN"),
    ({"HANDSCAN_TOKN": "correct-horse"}, None, "HANDSCAN_TOKN"),
    ({"HANDSCAN_PORTS": "9000"}, None, "HANDSCAN_PORTS"),
    ({"HANDSCAN_PORT": "http://10.0.0.1:80"}, None, "HANDSCAN_PORT"),
    ({"HANDSCAN_PORT_80": "tcp"}, None, "HANDSCAN_PORT_80"),
    ({"HANDSCAN_LAN_PORT": "9000"}, None, "HANDSCAN_LAN_PORT"),
    ({"HANDSCAN_SERVICE_HOSTS": "10.0.0.1"}, None, "HANDSCAN_SERVICE_HOSTS"),
    ({"HANDSCAN_WORKERS": "tcp://10.0.0.1:80"}, None, "HANDSCAN_WORKERS"),
    ({"HANDSCAN_NAME": "box.example"}, None, "HANDSCAN_NAME"),
]


@pytest.mark.parametrize(("variables", "file", "named"), WRONG)
def test_a_setting_that_cannot_be_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], file: str | None, named: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    if file is not None:
        (tmp_path / "settings.toml").write_text(file)
        monkeypatch.setenv("HANDSCAN_SETTINGS", str(tmp_path / "settings.toml"))
    with pytest.raises(SettingsError, match=re.escape(named)) as caught:
        read_settings({})
    assert "\n" not in str(caught.value)


def of_service(name: str, port: int, protocol: str = "tcp") -> dict[str, str]:
    """What Kubernetes sets in every pod for a Service, as its documentation lists it; Docker's links the last five."""
    address, one = f"{protocol}://10.0.0.1:{port}", f"{name}_PORT_{port}_{protocol.upper()}"
    return {
        f"{name}_SERVICE_HOST": "10.0.0.1",
        f"{name}_SERVICE_PORT": str(port),
        f"{name}_SERVICE_PORT_HTTP_WEB": str(port),
        f"{name}_PORT": address,
        one: address,
        f"{one}_PROTO": protocol,
        f"{one}_PORT": str(port),
        f"{one}_ADDR": "10.0.0.1",
    }


SERVICES: list[tuple[dict[str, str], str, int]] = [
    (of_service("HANDSCAN", 80), "", 8000),
    (of_service("HANDSCAN", 80), "port = 9000", 9000),
    (of_service("HANDSCAN", 53, "udp"), "", 8000),
    (of_service("HANDSCAN_DB", 5432), "", 8000),
    ({**of_service("HANDSCAN", 80), "HANDSCAN_PORT": "7000"}, "port = 9000", 7000),
    ({"HANDSCAN_NAME": "/web/handscan", "HANDSCAN_ENV_HANDSCAN_LAN": "true"}, "", 8000),
]


@pytest.mark.parametrize(("variables", "file", "port"), SERVICES)
def test_what_a_cluster_says_of_a_service_of_our_name_is_no_setting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], file: str, port: int
) -> None:
    (tmp_path / "settings.toml").write_text(file)
    for name, value in {**variables, "HANDSCAN_SETTINGS": str(tmp_path / "settings.toml")}.items():
        monkeypatch.setenv(name, value)
    assert read_settings({}).port == port


def test_an_empty_variable_is_as_good_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = read_settings({})
    for name in ("HANDSCAN_DATA", "HANDSCAN_PORT", "HANDSCAN_TOKEN"):
        monkeypatch.setenv(name, "")
    assert read_settings({}) == usual


def test_a_certificate_is_made_once_for_an_address_and_nobody_else_reads_its_key(tmp_path: Path) -> None:
    pair = certificate_in(tmp_path / "new", "192.0.2.7")
    first = pair.certificate.read_bytes()
    assert stat.S_IMODE(pair.key.stat().st_mode) == 0o600
    assert certificate_in(tmp_path / "new", "192.0.2.7").certificate.read_bytes() == first
    found = x509.load_pem_x509_certificate(first)
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    assert addresses == {"127.0.0.1", "::1", "192.0.2.7"}
    assert found.not_valid_after_utc - datetime.now(UTC) > timedelta(days=300)
    assert certificate_in(tmp_path / "new", "192.0.2.8").certificate.read_bytes() != first
    for part in pair:
        part.write_text("damaged")
        ssl.create_default_context().load_cert_chain(*certificate_in(tmp_path / "new", "192.0.2.8"))


def test_a_certificate_for_a_host_name(tmp_path: Path) -> None:
    pair = certificate_in(tmp_path, "box.example")
    first = pair.certificate.read_bytes()
    names = x509.load_pem_x509_certificate(first).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "box.example" in names.get_values_for_type(x509.DNSName)
    assert certificate_in(tmp_path, "box.example").certificate.read_bytes() == first


@contextmanager
def started(data: Path, *options: str, **variables: str) -> Iterator[list[str]]:
    """The lines that `handscan serve` prints before it serves; it is stopped afterwards, as with Ctrl-C."""
    environment = {**os.environ, "HANDSCAN_DATA": str(data), "PYTHONUNBUFFERED": "1", **variables}
    command = [str(HANDSCAN), "serve", "--port", "0", *options]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        lines: list[str] = []
        while (line := server.stdout.readline()) and line != "Press Ctrl-C to stop.\n":
            lines.append(line.rstrip("\n"))
        try:
            yield lines
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(20)


def test_it_serves_https_on_the_network_to_those_who_join(tmp_path: Path) -> None:
    with started(tmp_path, "--lan", "--https", HANDSCAN_TOKEN="correct-horse") as lines:
        here = next(line for line in lines if line.startswith("Open "))
        address = here.removeprefix("Open ").split("/ ")[0]
        assert address.startswith("https://127.0.0.1:")
        assert any(set("█▀▄ ") >= set(line) and len(line) > 20 for line in lines)
        assert any(line.endswith("/join?token=correct-horse") for line in lines)
        trust = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        with httpx.Client(base_url=address, verify=trust, timeout=30) as client:
            assert client.get("/health").json() == {"status": "ok"}
            made = client.post("/api/v1/matches", json={"game": "rami", "players": ["Ana", "Ben"]})
            assert made.status_code == 201
            assert client.get("/health", headers={"x-forwarded-for": "1.2.3.4"}).status_code == 401
            assert "secure" in client.get("/join?token=correct-horse").headers["set-cookie"].lower()


STOPPED: list[tuple[dict[str, str], str]] = [
    ({"HANDSCAN_DATABASE": "postgresql://127.0.0.1:1/none"}, "HANDSCAN_DATABASE"),
    ({"HANDSCAN_DATABASE": "nonsense"}, "HANDSCAN_DATABASE"),
    ({"HANDSCAN_DATABASE": "postgresql://127.0.0.1:many/none"}, "HANDSCAN_DATABASE"),
    ({"HANDSCAN_DATABASE": "mysql://127.0.0.1/none"}, "HANDSCAN_DATABASE"),
    ({"HANDSCAN_DATA": "/proc/none"}, "HANDSCAN_DATA"),
    ({"HANDSCAN_HOST": "203.0.113.7"}, "--host"),
    ({"HANDSCAN_WORKERS": "x"}, "HANDSCAN_WORKERS"),
]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("SQLITE_FULL", "its disk is full: make room there."),
        ("SQLITE_IOERR_SHMSIZE", "its disk is full: make room there."),
        ("SQLITE_READONLY", "it can be read and not written: give handscan write access to it."),
        ("SQLITE_NOTADB", "it is damaged: put a copy of handscan.sqlite3 back, or move the file away and begin anew."),
    ],
)
def test_a_database_that_does_not_open_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, told: str
) -> None:
    def fails(_: Settings) -> None:
        error = sqlite3.OperationalError()
        error.sqlite_errorname = code
        raise OperationalError("", None, error)

    monkeypatch.setattr("service.app.create_app", fails)
    answer = CliRunner().invoke(app, ["serve"], env={"HANDSCAN_DATA": str(tmp_path), "HANDSCAN_PORT": "0"})
    assert (answer.exit_code, answer.stderr) == (1, f"The database cannot be opened, since {told}\n")


@pytest.mark.parametrize(("variables", "named"), STOPPED)
def test_what_keeps_it_from_starting_is_one_sentence(tmp_path: Path, variables: dict[str, str], named: str) -> None:
    environment = {"HANDSCAN_DATA": str(tmp_path), "HANDSCAN_PORT": "0", **variables}
    answer = CliRunner().invoke(app, ["serve"], env=environment)
    assert answer.exit_code in (1, 2)
    assert len(answer.stderr.strip().splitlines()) == 1
    assert named in answer.stderr
