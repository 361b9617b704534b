"""The picture of a comparison: each piece in the colour of how it agrees."""

import numpy as np
import pytest

from scoring import rule_set
from service.evidence import Seen
from service.verification import Kind
from service.verify import compare
from service.verify_overlay import COLOURS, draw_verification

OUTLINE = [[100, 100], [160, 100], [160, 200], [100, 200]]


@pytest.mark.parametrize(
    ("typed", "seen", "kind"),
    [
        (["KH"], Seen("p1", "KH"), "confirmed"),
        (["6H"], Seen("p1", "9H"), "different"),
        ([], Seen("p1", "9H"), "extra"),
        (["9H"], Seen("p1", None), "cannot_tell"),
    ],
)
def test_the_colour_of_a_piece(typed: list[str], seen: Seen, kind: Kind) -> None:
    found = compare(typed, [seen], rule_set("rami"))
    picture = draw_verification(np.full((150, 200, 3), 90, np.uint8), 400, {"p1": OUTLINE}, found)
    assert picture.shape[1] == 200
    assert picture.shape[0] > 150
    photo = picture[picture.shape[0] - 150 :]
    assert (
        tuple(photo[55, 50].tolist()) == COLOURS[kind]  # on the left edge, near its top
    )  # halfway down the left edge, in pixels of the smaller picture
