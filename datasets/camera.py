"""In: where pieces lie in space (mm) and how the camera looks. Out: where their corners fall in the picture (px).

World: x to the right and y towards the player on the table, depth into it, so that what lies on the table has a
negative depth and a camera straight above sees x and y unchanged.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Pose:
    """A flat piece in space: the centre of its face, unit vectors along its right and its down, size in mm."""

    centre: Array
    right: Array
    down: Array
    width: float
    height: float
    thickness: float

    def corners(self, behind: float = 0.0) -> Array:
        """(4, 3) corners clockwise from the top left, of the face or of a plane `behind` mm under it."""
        x, y = self.right * self.width / 2, self.down * self.height / 2
        middle = self.centre + np.cross(self.right, self.down) * behind
        return np.stack([middle - x - y, middle + x - y, middle + x + y, middle - x + y])

    def at(self, points: Array) -> Array:
        """(n, 3) places of points given as shares (0..1) of the width and height of the face."""
        x, y = (points[:, :1] - 0.5) * self.width, (points[:, 1:] - 0.5) * self.height
        return self.centre + x * self.right + y * self.down


def lying(x: float, y: float, angle: float, size: tuple[float, float, float], above: float = 0.0) -> Pose:
    """A piece flat on the table, turned clockwise by `angle` radians, `above` mm over the wood."""
    width, height, thickness = size
    right = np.array([np.cos(angle), np.sin(angle), 0.0])
    down = np.array([-np.sin(angle), np.cos(angle), 0.0])
    return Pose(np.array([x, y, -thickness - above]), right, down, width, height, thickness)


def leaning(pose: Pose, lean: float) -> Pose:
    """The piece raised about the x axis by `lean` radians: 0 lies flat, pi/2 stands upright facing the player."""
    cos, sin = np.cos(lean), np.sin(lean)
    turn = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
    return replace(pose, right=turn @ pose.right, down=turn @ pose.down)


@dataclass(frozen=True)
class Camera:
    """A pinhole camera: `rotation` world to camera, `target` the point looked at from `distance` mm, `focal` px.

    `middle`: where the target falls in the picture, px.
    """

    rotation: Array
    target: Array
    distance: float
    focal: float
    middle: tuple[float, float]

    def project(self, points: Array) -> Array:
        """(n, 3) mm -> (n, 2) px."""
        seen = (points - self.target) @ self.rotation.T
        depth = np.maximum(seen[:, 2:] + self.distance, 1.0)
        return np.asarray(seen[:, :2] * self.focal / depth + np.array(self.middle), np.float64)


def looking(target: Array, tilt: float, turn: float, distance: float, focal: float, frame: int) -> Camera:
    """A camera tilted by `tilt` from straight above towards the player and turned by `turn` about its axis."""
    cos, sin = np.cos(tilt), np.sin(tilt)
    tip = np.array([[1.0, 0, 0], [0, cos, sin], [0, -sin, cos]])
    cos, sin = np.cos(turn), np.sin(turn)
    spin = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    return Camera(tip @ spin, target, distance, focal, (frame / 2, frame / 2))
