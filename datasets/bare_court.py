"""In: a card. Out: the same without its indices where it is a court card, as old decks have them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from datasets.face import Face

COURTS = ("J", "Q", "K")


def bare_court(face: Face) -> Face:
    """Bare stock where the indices of a court card were; its marks still say where a person would look."""
    if face.label[:-1] not in COURTS:
        return face
    image = face.image.copy()
    for mark in face.marks:
        place = np.round(mark.quad).astype(np.int32)
        (left, top), (right, bottom) = place.min(0).clip(0), place.max(0)
        stock = np.median(face.image[top:bottom, left:right, :3], (0, 1))  # an index covers less than half of its place
        cv2.fillConvexPoly(image, place, (*stock.tolist(), 255))
    return replace(face, image=image)
