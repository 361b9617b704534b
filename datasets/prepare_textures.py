"""In: the folder that `fetch_assets.sh` filled and the list of textures that were looked at. Out: one folder of JPEGs.

python -m datasets.prepare_textures ASSETS ../shared/assets/textures.tsv OUT
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from PIL import Image

LONGEST = 768  # a scene is 512 px: more detail than this would only be thrown away


def main(assets: Path, listing: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    found = {path.name: path for path in assets.rglob("*") if path.suffix.lower() in (".png", ".jpg", ".jpeg", ".tga")}
    with listing.open(newline="") as lines:
        for number, row in enumerate(csv.DictReader(lines, delimiter="\t")):
            source = found.get(Path(row["member"]).name)
            if source is None:
                print(f"missing: {row['package']} {row['member']}", file=sys.stderr)
                continue
            image: Image.Image = Image.open(source)
            if image.mode != "RGB":
                image = Image.fromarray(np.array(image.convert("RGBA"))[..., :3])
            image.thumbnail((LONGEST, LONGEST))
            image.save(out / f"{row['category']}-{number:04d}.jpg", quality=90)


if __name__ == "__main__":
    main(*(Path(argument) for argument in sys.argv[1:4]))
