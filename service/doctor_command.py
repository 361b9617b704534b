"""In: nothing. Out: `handscan doctor`: what of this installation works, and what to do about what does not."""

import typer

_MARKS = {"ok": "OK", "note": "-", "mend": "MEND"}


def doctor() -> None:
    """Check this installation: libraries, networks, a scan of cards and of tiles, camera, folder and database.

    The exit status is 0 where all is well, 1 where something is to be mended.
    """
    from service.doctor_checks import findings

    found = findings()
    for name, finding in found:
        typer.echo(f"{_MARKS[finding.state]:5} {name:14} {finding.told}")
    wrong = [name for name, finding in found if finding.state == "mend"]
    if wrong:
        typer.echo(f"\nTo be mended: {', '.join(wrong)}.")
        raise typer.Exit(1)
    typer.echo("\nAll is well.")
