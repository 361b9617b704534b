"""In: the folder of fetched assets. Out: OUT/DECK/LABEL.png, to look at, and LABEL.npy, the same pixels to be mapped.

    python -m datasets.prepare_decks ASSETS OUT [DECK...]

Labels are those of cards, and `JOKER1`, `JOKER2`, `BACK`. Needs rsvg-convert, pdftocairo and, for `render_theme.py`, a
system Python with GObject introspection.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from datasets.deck_manifest import CARDS, Art, Entry, read_manifest

HEIGHT = 480
SYSTEM_PYTHON = "/usr/bin/python3"
Image = npt.NDArray[np.uint8]


def read_image(path: Path) -> Image:
    """BGRA, whatever the file holds; an opaque picture gets an opaque alpha."""
    image = np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.uint8)
    return image if image.shape[2] == 4 else np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])


def draw_card(source: Path, target: Path) -> None:
    """One card file as a PNG of the standard height."""
    if source.suffix == ".svg":
        subprocess.run(["rsvg-convert", "--keep-aspect-ratio", f"--height={HEIGHT}", source, "-o", target], check=True)
    elif source.suffix == ".pdf":
        options = ["-png", "-singlefile", "-transp", "-scale-to-x", "-1", "-scale-to-y", str(HEIGHT)]
        subprocess.run(["pdftocairo", *options, source, target.with_suffix("")], check=True)
    else:
        image = read_image(source)
        width = round(image.shape[1] * HEIGHT / image.shape[0])
        cv2.imwrite(str(target), cv2.resize(image, (width, HEIGHT), interpolation=cv2.INTER_CUBIC))


def draw_deck(assets: Path, art: Art, out: Path) -> None:
    if art.path.endswith(".svgz"):
        script = Path(__file__).with_name("render_theme.py")
        subprocess.run([SYSTEM_PYTHON, script, assets / art.path, out, str(HEIGHT)], check=True)
        return
    for label in CARDS:
        draw_card(assets / art.card_path(label), out / f"{label}.png")
    for label, source in art.others.items():
        draw_card(assets / source, out / f"{label}.png")


def on_stock(image: Image) -> Image:
    """The art on white card stock: what it encloses becomes opaque, what lies outside its outline stays clear."""
    alpha = image[..., 3]
    outside = cv2.copyMakeBorder((alpha < 128).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    cv2.floodFill(outside, None, (0, 0), 2)
    card = outside[1:-1, 1:-1] != 2
    cover = alpha[..., None].astype(np.float32) / 255
    solid = image[..., :3] * cover + 255 * (1 - cover)
    result = image.copy()
    result[..., :3][card] = solid[card].round().astype(np.uint8)
    result[..., 3][card] = 255
    return result


def prepare(assets: Path, out: Path, entry: Entry) -> None:
    folder = out / entry.name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as drawn:
        draw_deck(assets, entry.art, Path(drawn))
        for path in sorted(Path(drawn).glob("*.png")):
            image = on_stock(read_image(path))
            cv2.imwrite(str(folder / path.name), image)
            np.save(folder / f"{path.stem}.npy", image)


def main(assets: Path, out: Path, names: list[str]) -> None:
    entries = [entry for entry in read_manifest() if not names or entry.name in names]
    with ThreadPoolExecutor() as pool:  # the drawing is done by child processes
        for entry, _ in zip(entries, pool.map(lambda entry: prepare(assets, out, entry), entries), strict=True):
            print(entry.name, len(list((out / entry.name).glob("*.npy"))))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])
