"""In: a scene as a perfect lens would see it. Out: the same as a phone records it in a kitchen."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from datasets.picture_file import decoded

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


def photographed(image: Image, smallest: float, rng: np.random.Generator) -> Image:
    """Light, cast shadow, white balance, blur, noise and JPEG. `smallest`: height in px of the smallest mark that
    should stay readable, which bounds the blur."""
    light = image.astype(np.float32) * _lighting(image.shape[0], rng)[..., None]
    light *= _white_balance(rng)
    if rng.random() < 0.35:
        light = 255 * np.power(np.clip(light, 0, 255) / 255, np.float32(rng.uniform(0.7, 1.5)))
    if rng.random() < 0.3:
        light = (light - 128) * rng.uniform(0.55, 1.3) + rng.uniform(100, 150)
    result = _blurred(np.clip(light, 0, 255), smallest, rng)
    if rng.random() < 0.6:
        grain = rng.standard_normal((image.shape[0], image.shape[1], 3), np.float32)
        if rng.random() < 0.5:
            grain = np.asarray(cv2.GaussianBlur(grain, (3, 3), 0.8), np.float32)
        result = result + grain * np.float32(rng.uniform(1, 9))
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(result, (0, 0), 1.5)
        result = result + (result - soft) * np.float32(rng.uniform(0.3, 1.2))
    if rng.random() < 0.05:
        result = np.repeat(result.mean(2, keepdims=True), 3, 2)
    pixels = np.clip(result, 0, 255).astype(np.uint8)
    if rng.random() < 0.8:
        quality = int(rng.uniform(35, 95))
        pixels = decoded(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])
    return pixels


def defocused(image: Image, smallest: float, rng: np.random.Generator) -> Image:
    """Sharp where the lens was focused, softer the farther up or down the picture from there, as at a slant."""
    height = image.shape[0]
    soft = cv2.GaussianBlur(image, (0, 0), max(0.5, 0.1 * smallest * rng.uniform(0.4, 1.0)))
    focus, depth = rng.uniform(0.2, 1.0) * height, rng.uniform(0.3, 0.9) * height
    share = np.clip((np.abs(np.arange(height) - focus) / depth - 0.2), 0, 1).astype(np.float32)[:, None, None]
    return np.asarray(image * (1 - share) + soft * share, np.uint8)


def glare(image: Image, quad: npt.NDArray[np.float64], rng: np.random.Generator) -> None:
    """A lamp mirrored in the gloss of one piece, in place."""
    low, high = np.floor(quad.min(0)).astype(int), np.ceil(quad.max(0)).astype(int)
    left, top = np.maximum(low, 0)
    right, bottom = np.minimum(high, image.shape[1::-1])
    if right - left < 4 or bottom - top < 4:
        return
    y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
    size = float(np.hypot(*(high - low)))
    cx, cy = rng.uniform(low, high)
    angle, long, short = rng.uniform(0, np.pi), size * rng.uniform(0.1, 0.5), size * rng.uniform(0.05, 0.2)
    u, v = (x - cx) * np.cos(angle) + (y - cy) * np.sin(angle), (y - cy) * np.cos(angle) - (x - cx) * np.sin(angle)
    spot = np.exp(-((u / long) ** 2) - (v / short) ** 2) * rng.uniform(60, 230)
    inside = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(inside, np.round(quad - [left, top]).astype(np.int32), 1)
    patch = image[top:bottom, left:right]
    patch[:] = np.clip(patch + (spot * inside)[..., None], 0, 255).astype(np.uint8)


def _lighting(size: int, rng: np.random.Generator) -> Floats:
    """(size, size) brightness: a lamp from one side, a soft shadow of the phone or of a head."""
    coarse = 1 + rng.uniform(0.02, 0.2) * rng.standard_normal((3, 3)).astype(np.float32)
    field = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    level = rng.choice([rng.uniform(0.4, 0.75), rng.uniform(0.75, 1.05), rng.uniform(1.0, 1.25)], p=[0.14, 0.62, 0.24])
    field = field * np.float32(level)
    if rng.random() < 0.35:
        corners = rng.uniform(-0.3, 1.3, (4, 2)) * size
        shade = np.zeros((size // 4, size // 4), np.float32)
        cv2.fillConvexPoly(shade, cv2.convexHull(np.round(corners / 4).astype(np.int32)), 1.0)
        soft = cv2.GaussianBlur(shade, (0, 0), rng.uniform(0.8, 8))
        field *= 1 - np.float32(rng.uniform(0.15, 0.6)) * cv2.resize(soft, (size, size))
    return field.astype(np.float32)


def _white_balance(rng: np.random.Generator) -> Floats:
    """Lamp light is warm, shade is cold: blue and red move against each other, green little."""
    warm = rng.normal(0, 0.12)
    if rng.random() < 0.15:
        warm += rng.uniform(0.1, 0.3)
    return np.array([1 - warm, 1 + rng.normal(0, 0.03), 1 + warm], np.float32)


def _blurred(image: Floats, smallest: float, rng: np.random.Generator) -> Floats:
    """Out of focus, moved, or enlarged from fewer pixels, each within what the smallest mark can bear; or sharp."""
    limit = 0.075 * smallest
    kind = rng.choice(["sharp", "soft", "moved", "small"], p=[0.3, 0.3, 0.15, 0.25])
    if kind == "soft":
        sigma = max(0.3, rng.uniform(0.2, 1.0) * min(limit, 3.5))
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32)
    if kind == "moved":
        length = max(2, round(rng.uniform(0.5, 2.2) * min(limit, 4)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, np.pi)
        dx, dy = round(length * np.cos(angle)), round(length * np.sin(angle))
        cv2.line(kernel, (length - dx, length - dy), (length + dx, length + dy), 1.0)
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    if kind == "small" and smallest > 12:
        scale = rng.uniform(max(0.3, 11 / smallest), 1.0)
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        grow = cv2.INTER_CUBIC if rng.random() < 0.5 else cv2.INTER_LINEAR
        return np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=grow), np.float32)
    return image
