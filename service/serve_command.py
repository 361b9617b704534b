"""In: settings, and what was typed. Out: `handscan serve`: the page and the HTTP API, here or on the local network."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

if TYPE_CHECKING:
    from service.settings import Settings

# What takes its time to load is imported where it is used: the other commands start without it.


class WithSettings(TyperCommand):
    """A command whose help also lists the settings."""

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        """One setting a line, below the options."""
        from service.settings import settings_list

        formatter.write("\nSettings, from the environment or from the TOML file that HANDSCAN_SETTINGS names\n")
        formatter.write("(there without the prefix and in small letters):\n\n")
        formatter.write_dl([(one.variable, f"{one.description} [{one.default}]") for one in settings_list()])


COMMAND_CLASS = WithSettings


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen at.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen at.", min=0, max=65535)] = None,
    lan: Annotated[
        bool, typer.Option("--lan", help="Listen on the local network and print a QR code to join.")
    ] = False,
    https: Annotated[
        bool,
        typer.Option("--https", help="Serve https, with a certificate made here, so that phones allow the camera."),
    ] = False,
) -> None:
    """Serve the page and the HTTP API."""
    from service.settings import SettingsError, read_settings

    typed = {"host": host, "port": port, "lan": lan or None, "https": https or None}
    try:
        settings = read_settings({name: value for name, value in typed.items() if value is not None})
    except SettingsError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    _run(settings)


def _run(settings: "Settings") -> None:
    import uvicorn
    from sqlalchemy.exc import SQLAlchemyError

    from service.address import lan_address, listen
    from service.app import create_app
    from service.certificate import certificate_in
    from service.full_disk import is_full
    from service.guard.punctual import punctual
    from service.logs import write_logs
    from service.store.trouble import advice_on

    write_logs()
    own = lan_address() if settings.lan else settings.host
    try:
        listener = listen("0.0.0.0" if settings.lan else settings.host, settings.port)
    except OSError as error:
        raise _stop(
            f"Nothing can listen at port {settings.port} of {settings.host}: say another --port or --host."
        ) from error
    try:
        pair = certificate_in(settings.data, own) if settings.https else None
        app = create_app(settings)
    except OSError as error:
        if is_full(error):
            raise
        raise _stop(
            f"{error.filename or settings.data} cannot be written: name another folder in HANDSCAN_DATA."
        ) from error
    except SQLAlchemyError as error:
        raise _stop(f"The database cannot be opened, since {advice_on(error)}") from error
    config = uvicorn.Config(
        app,
        http=punctual(settings.client_seconds),
        ws="websockets-sansio",
        ws_max_size=settings.body_bytes,
        ws_per_message_deflate=False,  # pictures do not get smaller, and nothing may unpack to a flood
        ssl_certfile=pair.certificate if pair else None,
        ssl_keyfile=pair.key if pair else None,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=10,
    )
    scheme, port = "https" if pair else "http", listener.getsockname()[1]
    typer.echo(f"Open {scheme}://{'127.0.0.1' if settings.lan else own}:{port}/ on this machine.")
    if settings.lan:
        _invite(f"{scheme}://{own}:{port}/join?token={app.state.token}")
    typer.echo("Press Ctrl-C to stop.")
    uvicorn.Server(config).run([listener])


def _stop(sentence: str) -> typer.Exit:
    typer.echo(sentence, err=True)
    return typer.Exit(1)


def _invite(link: str) -> None:
    """The join link as a QR code that a phone reads from the terminal."""
    import segno

    typer.echo("Phones on the same network join with this code, or with the link below it:\n")
    segno.make(link, error="l").terminal(compact=True)
    typer.echo(f"\n{link}")
