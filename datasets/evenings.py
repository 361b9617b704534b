"""In: the folder of art. Out: the photos of three invented club evenings for the tests, and what lies in each of them.

    python -m datasets.evenings ART tests/evenings

Only the fonts of the art are used, as in `datasets.samples`; each photo is small, since the repository holds it. The
networks choose among the seeds: what they cannot read with ease tests nothing here. Run it again when they change.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from datasets.scene import Image, Scene, render_hand
from datasets.supply import Supply, load_supply
from vision import Scanner
from vision.hands import grouped

QUALITY, MOST_BYTES = 78, 60_000

# photo, game, layout, seed, the labels of each hand in reading order
PHOTOS = (
    ("rami-club/round-01/ben.jpg", "rami", "overlapped", 1, ("AH 10D 7S QC",)),
    ("rami-club/round-01/cid.jpg", "rami", "rows", 2, ("KH KS 9H 2C 4D",)),
    ("rami-club/round-02/ana.jpg", "rami", "scattered", 3, ("3S 5D",)),
    ("rami-club/round-02/ben.jpg", "rami", "rows", 4, ("KD QH JOKER",)),
    ("rami-club/round-02/cid.jpg", "rami", "overlapped", 5, ("8C 7D 6H 6S",)),
    ("rami-club/round-03/ana.jpg", "rami", "rows", 6, ("QS JD 10H 9C",)),
    ("rami-club/round-03/cid.jpg", "rami", "overlapped", 7, ("AD KC 3H",)),
    ("rummikub-north/round-01/emil.jpg", "rummikub", "racked", 8, ("K1 R3 B7 O9 K13",)),
    ("rummikub-north/round-01/farah.jpg", "rummikub", "rows", 9, ("R12 B2 JOKER",)),
    ("rummikub-north/round-02/dewi.jpg", "rummikub", "rows", 10, ("R4 K6",)),
    ("rummikub-north/round-02/emil.jpg", "rummikub", "scattered", 11, ("O8 B2",)),
    ("rummikub-north/round-02/farah.jpg", "rummikub", "racked", 12, ("K11 O12 R9 B6",)),
    ("rummikub-north/round-03/dewi.jpg", "rummikub", "melds", 13, ("B5 B8 R1 K10",)),
    ("rummikub-north/round-03/farah.jpg", "rummikub", "racked", 24, ("O3 O13 K2 R7 B11",)),
    (
        "rami-table/round-01/gita+hugo+ines+joko.jpg",
        "rami",
        "table",
        15,
        ("4S 9D KS", "2H 8H QD", "7C 10S 5H", "JC AC 6D"),
    ),
    ("rami-table/round-02/hugo.jpg", "rami", "rows", 16, ("5C 5S KD",)),
    ("rami-table/round-02/ines.jpg", "rami", "overlapped", 17, ("8S 9S 10C 2D",)),
    ("rami-table/round-02/joko.jpg", "rami", "scattered", 28, ("JH 3D",)),
    ("rami-unclear/round-01/blurred.jpg", "rami", "rows", 19, ("6C 9H QH",)),
)


def jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def readable(scene: Scene, count: int, tall: float) -> bool:
    """Whether each piece shows a mark wholly, `tall` px or more, in good light and in a small file."""
    seen = {
        thing.piece
        for thing in scene.objects
        if thing.kind != "body" and thing.visible > 0.97 and np.linalg.norm(thing.quad[3] - thing.quad[0]) > tall
    }
    return len(seen) == count and 90 < scene.image.mean() < 190 and len(jpeg(scene.image)) < MOST_BYTES


def inside(scene: Scene) -> bool:
    """Whether no card is cut by the edge of the picture."""
    corners = np.concatenate([thing.quad for thing in scene.objects])
    return bool(corners.min() > 0 and corners.max() < scene.image.shape[0])


def order_of(scene: Scene, hands: int, each: int) -> list[int]:
    """The numbers of the hands as a person reads them; empty where the hands do not lie apart."""
    bodies = [thing for thing in scene.objects if thing.kind == "body"]
    groups = grouped([thing.quad for thing in bodies], hands)
    numbers = [{(bodies[place].piece - 1) // each for place in group} for group in groups]
    return [min(found) for found in numbers] if all(len(found) == 1 for found in numbers) else []


def read_rightly(reader: Scanner, game: str, data: bytes, hands: list[str]) -> bool:
    """Whether the networks read it as it is, and are sure."""
    found = reader.scan(data, game, len(hands)).hands
    read = [sorted(piece.label for piece in hand.pieces) for hand in found]
    return read == [sorted(hand.split()) for hand in hands] and not any(hand.review for hand in found)


def draw(
    supply: Supply, reader: Scanner, game: str, layout: str, seed: int, hands: tuple[str, ...], unclear: bool
) -> tuple[bytes, list[str]]:
    """The first photo from the seed on that the networks read rightly, or if it is to be unclear do not, and its hands
    in reading order."""
    dealt = [hand.split() for hand in hands]
    labels = [label for hand in dealt for label in hand]
    side, tall = (1200, 24.0) if len(hands) > 1 else (900, 34.0)
    while True:
        scene = render_hand(supply, np.random.default_rng(seed), game, labels, layout, side)
        if readable(scene, len(labels), tall):
            order = order_of(scene, len(hands), len(dealt[0])) if len(hands) > 1 else [0]
            told = [hands[place] for place in order]
            data = jpeg(cv2.GaussianBlur(scene.image, (0, 0), 4).astype(np.uint8) if unclear else scene.image)
            if order and inside(scene) and read_rightly(reader, game, data, told) != unclear:
                return data, told
        seed += 1000


def main(art: Path, out: Path) -> None:
    supply = replace(load_supply(art, "held"), decks=(), pictures=(), textures=(), stamps=())
    reader = Scanner(threads=1)
    lines = []
    for name, game, layout, seed, hands in PHOTOS:
        data, dealt = draw(supply, reader, game, layout, seed, hands, name.startswith("rami-unclear"))
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        lines.append(json.dumps({"photo": name, "game": game, "hands": dealt}))
        print(f"{name}: {len(data)} bytes", flush=True)
    (out / "truth.jsonl").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
