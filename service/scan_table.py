"""In: a scan. Out: what a person reads of it: hands with points and totals, and in words what is not final and why."""

from collections.abc import Iterator

from rich.console import Group
from rich.table import Table
from rich.text import Text

from vision.scan import Hand, Piece, Scan, Unread

SURE, REVIEW, UNREAD = "green", "yellow", "red"
HOW = {"several_hands": " With --hands 4 they are four, with --hands auto they are counted."}
"""What more is said of advice on the command line."""


def scan_table(scan: Scan) -> Group:
    """A table with a line for each hand, and below it a sentence for everything that wants a look."""
    parts: list[Table | Text] = [_hands(scan) if scan.hands else Text(f"{scan.name}, {scan.game}: no hand", REVIEW)]
    parts += [Text(f"  {sentence}") for sentence in _sentences(scan)]
    return Group(*parts)


def _hands(scan: Scan) -> Table:
    table = Table(title=Text(f"{scan.name}, {scan.game}"), title_justify="left")
    table.add_column("Hand", justify="right")
    table.add_column("Pieces, with points", overflow="fold")
    table.add_column("Total", justify="right", no_wrap=True)
    for number, hand in enumerate(scan.hands):
        unread = [piece for piece in scan.unread if piece.hand == number]
        table.add_row(str(number + 1), _pieces(hand, unread), _total(hand))
    return table


def _pieces(hand: Hand, unread: list[Unread]) -> Text:
    shown = [_piece(piece) for piece in hand.pieces] + [Text("?", UNREAD) for _ in unread]
    return Text("  ").join(shown) if shown else Text("none")


def _piece(piece: Piece) -> Text:
    if piece.review:
        return Text(f"{piece.label}?={piece.points}", REVIEW)
    return Text(f"{piece.label}={piece.points}")


def _total(hand: Hand) -> Text:
    if hand.points is None:
        return Text("none yet", UNREAD)
    return Text(f"{hand.points}, not final", REVIEW) if hand.review else Text(str(hand.points), f"bold {SURE}")


def _sentences(scan: Scan) -> Iterator[str]:
    for number, hand in enumerate(scan.hands):
        where = f" in hand {number + 1}" if len(scan.hands) > 1 else ""
        doubtful = [piece for piece in hand.pieces if piece.review]
        for piece in doubtful:
            yield f"Please check {piece.label}{where}: {_doubt(piece)}."
        unread = [piece for piece in scan.unread if piece.hand == number]
        for piece_unread in unread:
            yield f"Please say what “?” is{where} ({piece_unread.reason}): until then the hand has no total."
        if hand.review and not doubtful and not unread:
            yield f"Please check the pieces{where} before the total counts."
    for unread_piece in scan.unread:
        if unread_piece.hand is None:
            yield f"Not counted, as it belongs to no hand: a piece not read ({unread_piece.reason})."
    for advice in scan.warnings:
        yield f"{advice.message}{HOW.get(advice.code, '')}"


def _doubt(piece: Piece) -> str:
    sure = f"{min(piece.confidence, piece.label_confidence):.0%} sure"
    return f"{sure}, else {' or '.join(piece.alternatives)}" if piece.alternatives else sure
