"""In: what was typed after `handscan`. Out: one command run. Each command lives in a file of its own."""

import typer

from service.batch_command import batch
from service.bench_command import bench
from service.doctor_command import doctor
from service.match_command import match
from service.one_sentence import OneSentence
from service.scan_command import scan
from service.score_command import score
from service.serve_command import WithSettings, serve
from service.verify_command import verify
from service.webcam_command import webcam

app = typer.Typer(cls=OneSentence, no_args_is_help=True, add_completion=False, rich_markup_mode=None)
app.command()(scan)
app.command()(score)
app.command()(match)
app.command()(webcam)
app.command(cls=WithSettings)(serve)
app.command()(batch)
app.command()(verify)
app.command()(bench)
app.command()(doctor)


@app.callback()
def handscan() -> None:
    """Read the cards or tiles left in players' hands from a photo, name each piece and score the round."""
