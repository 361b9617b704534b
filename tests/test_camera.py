"""In: poses and cameras. Out: proof that corners fall where a pinhole camera puts them, and nothing is mirrored."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.camera import Camera, leaning, looking, lying

TILE = (25.0, 37.0, 5.0)  # mm
CENTRE = np.zeros(3)


def camera(tilt: float = 0.0, turn: float = 0.0) -> Camera:
    """A picture of 200 px, 2 px a mm at the target, 500 mm away."""
    return looking(CENTRE, tilt, turn, 500.0, 1000.0, 200)


@pytest.mark.parametrize(
    ("place", "tilt", "turn", "expected"),
    [
        pytest.param((0, 0, 0), 0, 0, (100, 100), id="the target is the middle"),
        pytest.param((0, 0, 0), 0.7, 2.0, (100, 100), id="and stays so from any side"),
        pytest.param((10, 0, 0), 0, 0, (120, 100), id="right is right"),
        pytest.param((0, 10, 0), 0, 0, (100, 120), id="towards the player is down"),
        pytest.param((10, 0, -250), 0, 0, (140, 100), id="half as far is twice as large"),
        pytest.param((10, 0, 0), 0, np.pi / 2, (100, 120), id="a quarter turn"),
        pytest.param((0, 10, 0), np.pi / 2, 0, (100, 100), id="along the line of sight"),
        pytest.param((0, 0, -10), np.pi / 2, 0, (100, 80), id="seen from the player's side what is high is up"),
    ],
)
def test_project(place: tuple[float, float, float], tilt: float, turn: float, expected: tuple[float, float]) -> None:
    assert camera(tilt, turn).project(np.array([place], float))[0] == pytest.approx(expected)


def test_project_behind_the_camera_stays_finite() -> None:
    assert np.isfinite(camera().project(np.array([[1.0, 1.0, -900.0]]))).all()


def test_a_tilted_camera_sees_the_near_edge_longer() -> None:
    quad = camera(tilt=0.6).project(lying(0, 0, 0, TILE).corners())
    assert np.linalg.norm(quad[2] - quad[3]) > np.linalg.norm(quad[1] - quad[0])


@pytest.mark.parametrize(
    ("angle", "first"),
    [
        (0, (-12.5, -18.5)),
        (np.pi / 2, (18.5, -12.5)),
        (np.pi, (12.5, 18.5)),
        (-np.pi / 2, (-18.5, 12.5)),
    ],
)
def test_lying_turns_clockwise(angle: float, first: tuple[float, float]) -> None:
    """Where the piece's own top left corner goes."""
    assert lying(0, 0, angle, TILE).corners()[0, :2] == pytest.approx(first)


def test_lying_shows_its_face_and_hides_its_back() -> None:
    pose = lying(3, 4, 0.3, TILE, above=2)
    assert pose.corners()[:, 2] == pytest.approx(-7)
    assert pose.corners(TILE[2])[:, 2] == pytest.approx(-2)


@pytest.mark.parametrize(
    ("lean", "top", "normal"),
    [
        pytest.param(0.0, (0, -18.5, -5), (0, 0, 1), id="flat"),
        pytest.param(np.pi / 2, (0, 0, -23.5), (0, -1, 0), id="upright, facing the player"),
    ],
)
def test_leaning(lean: float, top: tuple[float, float, float], normal: tuple[float, float, float]) -> None:
    """The middle of the upper edge, and the way from the face to the back."""
    pose = leaning(lying(0, 0, 0, TILE), lean)
    assert pose.at(np.array([[0.5, 0.0]]))[0] == pytest.approx(top)
    assert np.cross(pose.right, pose.down) == pytest.approx(normal)


def test_at_agrees_with_corners() -> None:
    pose = leaning(lying(3, -8, 0.4, TILE), 0.9)
    shares = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)
    assert pose.at(shares) == pytest.approx(pose.corners())
