"""In: a hand and a table, and what happens. Out: the pictures that a camera above the table takes of it.

What the pieces look like is the scene renderer's; what moves (the hand sliding in, an arm, the camera, a glare) is
drawn here, picture by picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from datasets import quad
from datasets.camera import Array, Camera, Pose, looking
from datasets.clutter import rack_body, table_top
from datasets.face import Face
from datasets.layouts import CARD_LAYOUTS, TILE_LAYOUTS
from datasets.scene import Image, lay, objects_of
from datasets.supply import Supply

WIDTH, HEIGHT = 1280, 720
FPS = 10
FILLS = 0.78  # of the picture that the hand fills
GRAINS = 4  # patterns of noise that a clip's pictures have, at random
TALL = 24.0  # px: the smallest mark that is read with ease


@dataclass(frozen=True)
class Film:
    """What stands before the camera. `poses`: where each piece lies once it is laid down."""

    supply: Supply
    table: Image
    racked: bool
    faces: tuple[Face, ...]
    poses: tuple[Pose, ...]
    camera: Camera
    seed: int

    def still(self, shown: frozenset[int], slide: float = 0.0) -> Image:
        """The pieces whose places are in `shown`, moved `slide` picture widths to the left; (HEIGHT, WIDTH, 3)."""
        return self._laid(shown, slide)[0][_rows()]

    def legible(self) -> bool:
        """Whether each piece shows a mark wholly, and large enough to be read with ease."""
        _, owner = self._laid(frozenset(range(len(self.poses))), 0.0)
        seen = {
            thing.piece
            for thing in objects_of(list(self.faces), list(self.poses), self.camera, owner)
            if thing.kind != "body" and thing.visible > 0.97 and quad.height(thing.quad) > TALL
        }
        return len(seen) == len(self.poses)

    def middle_of(self, place: int) -> Array:
        """(2,) px of a piece in the picture."""
        x, y = self.camera.project(self.poses[place].centre[None])[0]
        return np.array([x, y - _rows().start])

    def _laid(self, shown: frozenset[int], slide: float) -> tuple[Image, npt.NDArray[np.int16]]:
        x, y = self.camera.middle
        camera = replace(self.camera, middle=(x - slide * WIDTH, y))
        image, owner = self.table.copy(), np.zeros(self.table.shape[:2], np.int16)
        # The same numbers for each picture, or shadows and the rack would flicker.
        rng = np.random.default_rng(self.seed)
        light = rng.normal(0, 1, 2)
        if self.racked:
            rack_body(image, self.supply, [camera.project(pose.corners(pose.thickness)) for pose in self.poses], rng)
        for place, (face, pose) in enumerate(zip(self.faces, self.poses, strict=True)):
            if place in shown:
                lay(image, owner, face, pose, camera, place + 1, light, np.random.default_rng(self.seed + place))
        return image, owner


@dataclass(frozen=True)
class Shot:
    """What one picture shows. `slide`: how far away the hand still is, in widths of the picture. `arm`: (2,) px of the
    fingertip, None without one. `glare`: (2,) px of its middle. `sway`: px and radians the camera is off its place.
    `blur`: px of motion. `light`: what is left of it."""

    shown: frozenset[int]
    slide: float = 0.0
    arm: Array | None = None
    glare: Array | None = None
    sway: tuple[float, float, float] = (0.0, 0.0, 0.0)
    blur: float = 0.0
    light: float = 1.0


@dataclass(frozen=True)
class Lens:
    """What is the same in every picture of a clip. `skin`: BGR. `glare`: long and short half axis px, angle, strength.
    `exposure`: what the camera makes of white. `noise`: grey levels."""

    skin: Array
    glare: tuple[float, float, float, float]
    exposure: float
    noise: float
    seed: int


def set_up(supply: Supply, game: str, layout: str, labels: Sequence[str], seed: int) -> Film:
    """The hand named in `labels`, seen whole and nearly from above (a rack from where its player sits)."""
    rng = np.random.default_rng(seed)
    table = table_top(supply, WIDTH, rng)
    dealer = supply.card_dealer(rng) if game == "rami" else supply.tile_dealer(rng)
    faces = tuple(dealer(label, int(rng.integers(1 << 30))) for label in labels)
    high, thick = (88.0, 0.3) if game == "rami" else (37.0, rng.uniform(4, 8))
    size = (high * faces[0].image.shape[1] / faces[0].image.shape[0], high, thick)
    poses = tuple((CARD_LAYOUTS if game == "rami" else TILE_LAYOUTS)[layout][0](rng, len(faces), size))
    racked = layout == "racked"
    tilt = abs(float(rng.normal(0, 0.2)))
    if racked:
        tilt = float(np.arctan2(poses[0].down[2], poses[0].down[1]) + rng.normal(0, 0.2))
    turn = float(rng.normal(0, 0.12))
    reach = float(np.ptp(np.stack([pose.centre for pose in poses]), 0).max())
    target = np.mean([pose.centre for pose in poses], 0)
    camera = looking(target, float(np.clip(tilt, 0, 1.3)), turn, high * 6 + reach, 1.0, WIDTH)
    corners = np.concatenate([camera.project(pose.corners()) for pose in poses]) - WIDTH / 2
    spread = np.ptp(corners, 0)
    focal = FILLS * min(WIDTH / spread[0], HEIGHT / spread[1])
    middle = WIDTH / 2 - (corners.min(0) + corners.max(0)) / 2 * focal
    camera = replace(camera, focal=float(focal), middle=(float(middle[0]), float(middle[1])))
    return Film(supply, table, racked, faces, poses, camera, seed)


def taken(film: Film, shots: Sequence[Shot], lens: Lens) -> Iterator[Image]:
    """The picture of each shot, (HEIGHT, WIDTH, 3) BGR."""
    rng = np.random.default_rng(lens.seed)
    grains = [np.rint(rng.normal(0, lens.noise, (HEIGHT, WIDTH, 3))).astype(np.int16) for _ in range(GRAINS)]
    stills: dict[tuple[frozenset[int], float], Image] = {}
    for shot in shots:
        what = (shot.shown, shot.slide)
        if what not in stills:
            stills[what] = film.still(*what)
        picture = stills[what].copy()
        if shot.glare is not None:
            _shine(picture, shot.glare, lens.glare)
        if shot.arm is not None:
            _reach(picture, shot.arm, lens.skin)
        yield _recorded(picture, shot, lens, grains[int(rng.integers(GRAINS))])


def _shine(picture: Image, middle: Array, lamp: tuple[float, float, float, float]) -> None:
    """A lamp mirrored in the pieces, in place."""
    long, short, angle, strength = lamp
    reach = round(2.5 * max(long, short))
    left, top = np.maximum(middle.round().astype(int) - reach, 0)
    right, bottom = np.clip(middle.round().astype(int) + reach, 0, (WIDTH, HEIGHT))
    if right <= left or bottom <= top:
        return
    y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
    along = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
    across = (y - middle[1]) * np.cos(angle) - (x - middle[0]) * np.sin(angle)
    spot = np.exp(-((along / long) ** 2) - (across / short) ** 2) * strength
    patch = picture[top:bottom, left:right]
    patch[:] = np.clip(patch + spot[..., None], 0, 255).astype(np.uint8)


def _reach(picture: Image, tip: Array, skin: Array) -> None:
    """A forearm from below, its fingertip at `tip`, in place."""
    elbow = tip + np.array([HEIGHT * 0.25, HEIGHT * 1.3])
    knuckles = tip + (elbow - tip) * 0.2
    ends = [point.round().astype(int).tolist() for point in (tip, knuckles, elbow)]
    cv2.line(picture, ends[1], ends[2], (skin * 0.85).tolist(), 120, cv2.LINE_AA)
    for spread in (-38, 0, 38):
        cv2.line(picture, [ends[0][0] + spread, ends[0][1] + abs(spread)], ends[1], skin.tolist(), 34, cv2.LINE_AA)


def _recorded(picture: Image, shot: Shot, lens: Lens, grain: npt.NDArray[np.int16]) -> Image:
    """As the camera has it: off its place, moved, with less light, and the noise of the sensor."""
    dx, dy, angle = shot.sway
    if dx or dy or angle:
        turn = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(np.degrees(angle)), 1.0)
        turn[:, 2] += np.array([dx, dy])
        moved = cv2.warpAffine(picture, turn, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        picture = np.asarray(moved, np.uint8)
    if shot.blur >= 1:
        length = 2 * round(shot.blur / 2) + 1
        picture = np.asarray(cv2.blur(picture, (length, max(1, length // 3))), np.uint8)
    picture = np.asarray(cv2.convertScaleAbs(picture, alpha=shot.light * lens.exposure), np.uint8)
    return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)


def _rows() -> slice:
    """The rows of the square canvas that the picture shows."""
    top = (WIDTH - HEIGHT) // 2
    return slice(top, top + HEIGHT)
