"""In: a supply of faces and a seed. Out: `Scene`, one photo-like picture and everything that lies in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from datasets import effects, quad
from datasets.camera import Camera, Pose, looking
from datasets.clutter import fingers, rack_body, table_top, things
from datasets.draw_card import CARD_LABELS
from datasets.draw_tile import TILE_LABELS
from datasets.face import Face
from datasets.layouts import CARD_LAYOUTS, TILE_LAYOUTS, Layout
from datasets.supply import Supply

Image = npt.NDArray[np.uint8]
ObjectKind = Literal["index", "tile", "body"]
FRAME = 512
EDGE_ON = 0.15  # flatness under which nobody could be sure what a piece says
RACKS = ("racked", "two racks")


@dataclass(frozen=True)
class SceneObject:
    """One thing the locator should know of.

    `kind`: "index", "tile", or "body" (a whole card, or a tile without a face). `label` as in `scoring`, "" for a back.
    `quad`: (4, 2) float32 px, from the thing's own top left clockwise. `centre`: (2,) px of the piece it belongs to.
    `visible`: share 0..1 that is seen of the quad, of a tile of its digits. `piece`: number of the piece in the scene.
    """

    kind: ObjectKind
    label: str
    quad: npt.NDArray[np.float32]
    centre: npt.NDArray[np.float32]
    visible: float
    piece: int
    oriented: bool = True  # false where a photo's label tells the place but not which way is up


@dataclass(frozen=True)
class Scene:
    """`image`: (side, side, 3) uint8 BGR. `layout`: the way the pieces were laid. `ignored`: boxes (left, top, right,
    bottom) in px of which nothing is known. `bodies_known`: whether every card's body is among the objects."""

    image: Image
    objects: tuple[SceneObject, ...]
    layout: str
    ignored: tuple[tuple[float, float, float, float], ...] = ()
    bodies_known: bool = True


def render_scene(supply: Supply, seed: int, game: str | None = None) -> Scene:
    """A scene to train on. The same supply and seed give the same one. `game`: "rami", "rummikub", None for either."""
    rng = np.random.default_rng(seed)
    game = game or ("rami" if rng.random() < 0.6 else "rummikub")
    if rng.random() < 0.04:
        image = table_top(supply, FRAME, rng)
        things(image, supply, rng, count=8)
        return Scene(effects.photographed(image, 30, rng), (), "nothing")
    name = _choose(CARD_LAYOUTS if game == "rami" else TILE_LAYOUTS, rng)
    return render_hand(supply, rng, game, _labels(game, _count(game, name, rng), rng), name)


def render_hand(
    supply: Supply, rng: np.random.Generator, game: str, labels: Sequence[str], name: str, frame: int = FRAME
) -> Scene:
    """The pieces named in `labels` ("" for one face down) laid as the layout `name` says and photographed, all of them
    in the picture or a part of them seen closer; (frame, frame, 3). A table of several hands leaves out what does not
    share out evenly."""
    image = table_top(supply, frame, rng)
    dealer = supply.card_dealer(rng) if game == "rami" else supply.tile_dealer(rng)
    faces = [dealer(label, int(rng.integers(1 << 30))) for label in labels]
    size = _size(faces[0], game, rng)
    layout = (CARD_LAYOUTS if game == "rami" else TILE_LAYOUTS)[name][0]
    poses = layout(rng, len(faces), size)
    faces = faces[: len(poses)]
    camera = _aim(poses, size, name, frame, rng)
    if rng.random() < 0.4:
        things(image, supply, rng, count=int(rng.integers(1, 6)))
    owner = np.zeros((frame, frame), np.int16)
    if name in RACKS:
        feet = [camera.project(pose.corners(pose.thickness)) for pose in poses]
        half = len(feet) // 2 if name == "two racks" else 0
        for rack in (feet[:half], feet[half:]):
            if rack:
                rack_body(image, supply, rack, rng)
    light = rng.normal(0, 1, 2)
    shine = rng.random() < 0.25
    sheet = _sheet(rng) if game == "rami" and rng.random() < 0.1 else None
    for number, (face, pose) in enumerate(zip(faces, poses, strict=True), 1):
        if sheet is not None:
            _underlay(image, owner, camera.project(pose.corners()), sheet, rng)
        lay(image, owner, face, pose, camera, number, light, rng)
        if shine and rng.random() < 0.5:
            effects.glare(image, camera.project(pose.corners()), rng)
    if name in ("fanned", "overlapped", *RACKS) and rng.random() < (0.4 if name == "fanned" else 0.12):
        fingers(image, owner, camera.project(np.stack([pose.centre for pose in poses])), _span(poses, camera), rng)
    objects = objects_of(faces, poses, camera, owner)
    readable = [quad.height(thing.quad) for thing in objects if thing.visible > 0.8 and thing.kind != "body"]
    smallest = min(readable, default=40.0)
    if rng.random() < (0.3 if name in RACKS else 0.08):
        image = effects.defocused(image, smallest, rng)
    return Scene(effects.photographed(image, smallest, rng), objects, name)


def _choose(layouts: dict[str, tuple[Layout, float]], rng: np.random.Generator) -> str:
    names = list(layouts)
    weights = np.array([layouts[name][1] for name in names])
    return names[rng.choice(len(names), p=weights / weights.sum())]


def _count(game: str, layout: str, rng: np.random.Generator) -> int:
    if layout == "piled":
        return int(rng.integers(2, 7))
    if layout == "table":
        return int(rng.integers(12, 40))
    if layout == "two racks":
        return 2 * int(rng.integers(2, 15))
    if rng.random() < 0.2:
        return int(rng.integers(1, 4))
    if layout in ("fanned", "overlapped") and rng.random() < 0.4:
        return int(rng.integers(9, 17))
    return int(rng.integers(3, 30 if game == "rummikub" else 18))


def _labels(game: str, count: int, rng: np.random.Generator) -> list[str]:
    """Labels at random, jokers as common as any rank, a few pieces face down."""
    every = CARD_LABELS if game == "rami" else TILE_LABELS
    backs = 0.05 if rng.random() < 0.5 else 0.0
    labels = []
    for _ in range(count):
        if rng.random() < backs:
            labels.append("")
        else:
            labels.append("JOKER" if rng.random() < 0.07 else every[rng.integers(len(every))])
    return labels


def _size(face: Face, game: str, rng: np.random.Generator) -> tuple[float, float, float]:
    """Width, height and thickness in mm, in the proportions of the face."""
    height = 88.0 if game == "rami" else 37.0
    thickness = 0.3 if game == "rami" else rng.uniform(4, 10)
    return height * face.image.shape[1] / face.image.shape[0], height, thickness


def _aim(
    poses: list[Pose], size: tuple[float, float, float], layout: str, frame: int, rng: np.random.Generator
) -> Camera:
    """Either everything in the frame or a closer look at a part, from above or at a slant."""
    tilt = abs(rng.normal(0, 0.35))
    slant = rng.random() < 0.25
    turn = rng.normal(0, 0.25) if rng.random() < 0.6 else rng.uniform(-np.pi, np.pi)
    near = layout in RACKS and rng.random() < 0.45
    if layout in RACKS:
        lean = np.arctan2(poses[0].down[2], poses[0].down[1])
        tilt = float(np.clip(lean + rng.normal(0, 0.45), 0.1, 1.35))
        turn = rng.normal(0, 0.6 if rng.random() < 0.5 else 0.15)
        if rng.random() < 0.2:  # from the side of the table, or from across
            turn += np.pi * rng.integers(0, 4) / 2
    elif slant:
        tilt = rng.uniform(0.5, 1.05)
    centres = np.stack([pose.centre for pose in poses])
    reach = float(np.ptp(centres, 0).max())
    distance = size[1] * rng.uniform(4, 12) + reach * rng.uniform(0.5, 1.2)
    if near:  # a phone held close to one end: the far end is a third as large
        distance = size[1] * rng.uniform(2.5, 5) + reach * rng.uniform(0.4, 0.7)
        turn += rng.normal(0, 0.3)
    target = (centres.min(0) + centres.max(0)) / 2
    camera = looking(target, min(tilt, 1.35), turn, distance, 1.0, frame)
    corners = np.concatenate([camera.project(pose.corners()) for pose in poses]) - frame / 2
    fit = frame / max(float(np.ptp(corners, 0).max()), 1e-6)
    tall = _span(poses, camera)
    if rng.random() < 0.55:
        focal = fit * rng.uniform(0.75, 1.08)
        middle = -(corners.min(0) + corners.max(0)) / 2 * focal + frame / 2
    else:
        low, high = np.array((70.0, 520.0) if size[1] > 50 else (24.0, 230.0)) * frame / FRAME
        focal = float(np.exp(rng.uniform(np.log(low), np.log(high)))) / tall
        chosen = camera.project(poses[rng.integers(len(poses))].centre[None])[0] - frame / 2
        middle = -chosen * focal + frame * rng.uniform(0.25, 0.75, 2)
    return Camera(camera.rotation, target, distance, focal, (float(middle[0]), float(middle[1])))


@dataclass(frozen=True)
class Sheet:
    """What each card of a scene lies on or in: `colour` BGR, `alpha` 0..1, `margins` to each side in card widths."""

    colour: npt.NDArray[np.float64]
    alpha: float
    margins: npt.NDArray[np.float64]


def _sheet(rng: np.random.Generator) -> Sheet:
    """Paper of any colour, often black, or a sleeve that is seen through."""
    dark = rng.random() < 0.6
    colour = rng.uniform(8, 50, 1).repeat(3) if dark else rng.uniform(20, 240, 3)
    alpha = 1.0 if rng.random() < 0.7 else rng.uniform(0.2, 0.6)
    return Sheet(colour, alpha, rng.uniform(0.01, 0.14 if alpha == 1 else 0.05, 4))


def _underlay(
    image: Image, owner: npt.NDArray[np.int16], corners: npt.NDArray[np.float64], sheet: Sheet, rng: np.random.Generator
) -> None:
    """Paint what lies under one card and juts out beside it, in place."""
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    left, top, right, bottom = sheet.margins * rng.uniform(0.5, 1.5, 4)
    steps = np.array([[-left, -top], [right, -top], [right, bottom], [-left, bottom]])
    down = down * np.linalg.norm(across) / max(float(np.linalg.norm(down)), 1e-6)
    outline = np.round(corners + steps @ np.stack([across, down])).astype(np.int32)
    painted = image.copy()
    cv2.fillConvexPoly(painted, outline, sheet.colour.tolist(), cv2.LINE_AA)
    image[:] = cv2.addWeighted(painted, sheet.alpha, image, 1 - sheet.alpha, 0)
    cv2.fillConvexPoly(owner, outline, -1)


def lay(
    image: Image,
    owner: npt.NDArray[np.int16],
    face: Face,
    pose: Pose,
    camera: Camera,
    number: int,
    light: npt.NDArray[np.float64],
    rng: np.random.Generator,
) -> None:
    """Paint one piece: its shadow, its side, its face."""
    front = camera.project(pose.corners())
    if np.any(front.max(0) < -40) or np.any(front.min(0) > image.shape[0] + 40):
        return
    tall = quad.height(front)
    foot = camera.project(pose.corners(pose.thickness))
    hull = np.asarray(cv2.convexHull(np.concatenate([front, foot]).astype(np.float32))[:, 0], np.float32)
    shift = light * tall * (0.012 if pose.thickness < 1 else 0.05)
    _shadow(image, hull + shift.astype(np.float32), max(0.8, tall * 0.02), rng.uniform(0.15, 0.5))
    if pose.thickness > 1:
        body = face.image[face.image.shape[0] // 2, 2, :3].astype(float) * rng.uniform(0.72, 0.92)
        cv2.fillConvexPoly(image, np.round(hull * 8).astype(np.int32), body.tolist(), cv2.LINE_AA, 3)
        cv2.fillConvexPoly(owner, np.round(hull).astype(np.int32), number)
        if quad.flatness(front) <= 0:
            return  # seen from behind
    _warp(image, owner, face.image, front, number, rng.uniform(0.92, 1.04))


def _warp(
    image: Image,
    owner: npt.NDArray[np.int16],
    picture: Image,
    corners: npt.NDArray[np.float64],
    number: int,
    gain: float,
) -> None:
    """Lay a picture with its corners there, `gain` times as bright, and note whose pixels they are now."""
    left, top = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, image.shape[0])
    if right <= left or bottom <= top:
        return
    # Shrink by area first: a bilinear warp alone would alias.
    shrink = 1.3 * quad.height(corners) / picture.shape[0]
    if shrink < 0.75:
        small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        picture = np.asarray(small, np.uint8)
    height, width = picture.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    mapping = cv2.getPerspectiveTransform(source, (corners - [left, top] - 0.5).astype(np.float32))
    warped = cv2.warpPerspective(picture, mapping, (int(right - left), int(bottom - top)), flags=cv2.INTER_LINEAR)
    alpha = warped[..., 3:].astype(np.float32) / 255
    patch = image[top:bottom, left:right]
    seen = np.clip(warped[..., :3] * np.float32(gain), 0, 255)
    patch[:] = (patch * (1 - alpha) + seen * alpha).astype(np.uint8)
    owner[top:bottom, left:right][alpha[..., 0] > 0.5] = number


def _shadow(image: Image, hull: npt.NDArray[np.float32], blur: float, depth: float) -> None:
    pad = int(3 * blur) + 2
    left, top = np.maximum(np.floor(hull.min(0)).astype(int) - pad, 0)
    right, bottom = np.minimum(np.ceil(hull.max(0)).astype(int) + pad, image.shape[0])
    if right <= left or bottom <= top:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, np.round(hull - np.array([left, top], np.float32)).astype(np.int32), 255)
    dark = cv2.blur(mask, (2 * int(blur) + 1,) * 2).astype(np.float32) * np.float32(depth / 255)
    patch = image[top:bottom, left:right]
    patch[:] = (patch * (1 - dark)[..., None]).astype(np.uint8)


def objects_of(
    faces: list[Face], poses: list[Pose], camera: Camera, owner: npt.NDArray[np.int16]
) -> tuple[SceneObject, ...]:
    found = []
    for number, (face, pose) in enumerate(zip(faces, poses, strict=True), 1):
        centre = camera.project(pose.centre[None])[0].astype(np.float32)
        height, width = face.image.shape[:2]
        outline = camera.project(pose.corners()).astype(np.float32)
        if face.kind == "card" or not face.marks:
            found.append(SceneObject("body", face.label, outline, centre, _share(outline, owner, number), number))
        for mark in face.marks:
            place, core = (
                camera.project(pose.at(part / np.array([width, height], np.float64))).astype(np.float32)
                for part in (mark.quad, mark.quad if mark.core is None else mark.core)
            )
            kind: ObjectKind = "tile" if face.kind == "tile" else "index"
            seen = _share(core, owner, number)
            if quad.flatness(outline) < EDGE_ON:
                seen = min(seen, 0.5) if quad.flatness(outline) > 0 else 0.0
            found.append(SceneObject(kind, face.label, place, centre, seen, number))
    return tuple(thing for thing in found if thing.visible > 0)


def _share(part: npt.NDArray[np.float32], owner: npt.NDArray[np.int16], number: int) -> float:
    """The share of a part of a piece in which its own piece is the topmost; what lies outside the frame is not seen."""
    low, high = np.floor(part.min(0)).astype(int), np.ceil(part.max(0)).astype(int) + 1
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(high, owner.shape[0])
    if right <= left or bottom <= top:
        return 0.0
    inside = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(inside, np.round(part - np.array([left, top], np.float32)).astype(np.int32), 1)
    seen = int(np.count_nonzero(inside & (owner[top:bottom, left:right] == number)))
    area = max(float(cv2.contourArea(part)), 1.0)
    covered = int(np.count_nonzero(inside))
    within = min(1.0, covered / area) if np.any(low < 0) or np.any(high > owner.shape[0]) else 1.0
    return within * seen / max(covered, 1)


def _span(poses: list[Pose], camera: Camera) -> float:
    """The height of a middling piece in the picture, px."""
    return float(np.median([quad.height(camera.project(pose.corners())) for pose in poses]))
