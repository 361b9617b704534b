"""In: a photo as a path, as the bytes of its file, or as an array. Out: `Photo`, upright BGR pixels.

The header is read first, so that a file whose pixels would fill the memory is refused before they are unpacked. The
content of a file decides what it is, never its name. Everything refused is a `PhotoError` that says what to do.
"""

from __future__ import annotations

import io
import os
import warnings
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, UnidentifiedImageError
from simplejpeg import decode_jpeg

from vision.picture_parts import is_sound

Pixels = npt.NDArray[np.uint8]

MAX_BYTES = 40_000_000
MAX_PIXELS = 120_000_000
MAX_PIXELS_WHOLE = 50_000_000
"""Of a file that only decodes whole, which JPEG need not: libraries then hold the pixels up to five times."""
MIN_SIDE = 32
LONG_SIDE = 1600
"""A photo is decoded at 1/2 or 1/4 as long as its longer side keeps this many pixels."""

_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")  # Pillow knows more, some of them run other programs
_TOLD = ("raw", "packbits", "tiff_lzw", "tiff_adobe_deflate", "tiff_deflate", "lzma", "zstd")
"""How a TIFF may be packed. Packed as JPEG or as a fax, one that is damaged would be read as if it were whole."""
_ORIENTATION = 0x0112  # the EXIF tag
_BAND = 256  # rows converted at a time

# Pillow warns from 89 million pixels on, where the limit is the one above, and of every tag that it cannot read.
warnings.filterwarnings("ignore", module=r"PIL\.")


class PhotoError(Exception):
    """A photo that cannot be read: a stable `code` for programs, a `message` for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, eq=False)
class Photo:
    """`width` and `height` are those of the upright original, `scale` is the size of `pixels` relative to it. Of a file
    that is `damaged`, some pixels may not be what the camera saw."""

    name: str
    width: int
    height: int
    pixels: Pixels
    scale: float
    encoded: bytes | None = field(default=None, repr=False)  # kept only where `pixels` are smaller than the original
    damaged: bool = False


def read_photo(source: str | Path | bytes | Pixels, name: str | None = None) -> Photo:
    """`source` is a path, the bytes of a file, or BGR pixels already upright."""
    if isinstance(source, np.ndarray):
        return _from_array(source, name or "photo")
    if isinstance(source, bytes):
        data, name = source, name or "photo"
    else:
        path = Path(source)
        data = _read_file(path)
        name = name or os.fsencode(path.name).decode("utf-8", "replace")  # a name is there to be shown
    if len(data) > MAX_BYTES:
        raise _too_large(len(data))
    if data[4:8] == b"ftyp":  # the container of HEIC, which Pillow does not read
        return _from_pixels(name, _decode_heic(data))
    if not is_sound(data):
        raise truncated()
    image = _open(data)
    if image.format not in ("JPEG", "MPO"):
        return _from_pixels(name, _decode_with_pillow(image))
    factor = next(factor for factor in (4, 2, 1) if factor == 1 or max(image.size) >= factor * LONG_SIDE)
    orientation = _orientation(image)
    width, height = image.size if orientation < 5 else image.size[::-1]
    pixels, damaged = _decode_jpeg(data, image, factor)
    return Photo(name, width, height, pixels, 1 / factor, data if factor > 1 else None, damaged)


def full(photo: Photo) -> Photo:
    """The same photo with all its pixels; decoded again only where it was read smaller."""
    if photo.encoded is None:
        return photo
    pixels, _ = _decode_jpeg(photo.encoded, _open(photo.encoded), 1)
    return replace(photo, pixels=pixels, scale=1.0, encoded=None)


def _from_array(pixels: Pixels, name: str) -> Photo:
    if pixels.dtype != np.uint8 or pixels.ndim != 3 or pixels.shape[2] != 3:
        raise PhotoError(
            "unsupported",
            f"An array of {pixels.dtype} shaped {pixels.shape} is not a photo: give (height, width, 3) uint8, BGR.",
        )
    _check_size(pixels.shape[1], pixels.shape[0], MAX_PIXELS)
    return _from_pixels(name, pixels)


def _from_pixels(name: str, pixels: Pixels) -> Photo:
    return Photo(name, pixels.shape[1], pixels.shape[0], pixels, 1.0)


def _read_file(path: Path) -> bytes:
    try:
        if not path.exists():
            raise PhotoError("not_found", "There is no such file: check its name and folder.")
        if path.is_dir():
            raise PhotoError("not_a_photo", "A folder is no photo: name the photos in it.")
        if not path.is_file():
            raise _not_a_photo()
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise _too_large(size)
        return path.read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise PhotoError("unreadable", "The file cannot be opened: check that you may read it.") from error


def _open(data: bytes) -> Image.Image:
    """The header alone, its size checked."""
    try:
        image = Image.open(io.BytesIO(data), formats=_FORMATS)
    except Image.DecompressionBombError as error:  # so many that Pillow does not even say how many
        raise _too_many_pixels(MAX_PIXELS_WHOLE) from error
    except UnidentifiedImageError as error:
        begins_as_one = any(Image.OPEN[form][1](data[:16]) for form in _FORMATS)  # type: ignore[misc]
        raise (truncated() if begins_as_one else _not_a_photo()) from error
    except Exception as error:  # recognised, and then not what it claims: decoders raise what they like
        raise truncated() from error
    _check_size(*image.size, MAX_PIXELS if image.format in ("JPEG", "MPO") else MAX_PIXELS_WHOLE)
    return image


def _check_size(width: int, height: int, most: int) -> None:
    if width * height > most:
        raise _too_many_pixels(most)
    if min(width, height) < MIN_SIDE:
        raise PhotoError(
            "too_small",
            f"The photo has only {width} x {height} pixels: send the original and not its thumbnail.",
        )


def _decode_jpeg(data: bytes, image: Image.Image, factor: int) -> tuple[Pixels, bool]:
    """At 1/`factor`, and whether the file is damaged: other decoders tell that on standard error, or not at all."""
    colours = "CMYK" if image.mode == "CMYK" else "BGR"
    width, height = (-(-side // factor) for side in image.size)
    for strict in (True, False):
        with suppress(ValueError):
            pixels: Pixels = decode_jpeg(data, colours, min_width=width, min_height=height, strict=strict)
            return _upright(_from_ink(pixels) if colours == "CMYK" else pixels, _orientation(image)), not strict
    raise truncated()


def _from_ink(cmyk: Pixels) -> Pixels:
    """BGR of inks as files have them, turned: 255 is none."""
    black = cv2.cvtColor(np.ascontiguousarray(cmyk[:, :, 3]), cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.multiply(np.ascontiguousarray(cmyk[:, :, 2::-1]), black, scale=1 / 255), np.uint8)


def _decode_with_pillow(image: Image.Image) -> Pixels:
    if image.format == "TIFF" and image.info.get("compression") not in _TOLD:
        raise _unsupported()
    try:
        image.load()
    except Exception as error:
        raise truncated() from error
    # After loading: a PNG may carry its EXIF behind the pixels, and a TIFF turns itself and drops the tag.
    orientation = _orientation(image)
    with image:  # gives its memory back before the pixels are turned
        pixels = _to_bgr(image)
    return _upright(pixels, orientation)


def _decode_heic(data: bytes) -> Pixels:
    """libheif turns the picture itself; the EXIF tag beside it says the same once more and is left alone."""
    import pi_heif  # type: ignore[import-untyped]  # takes a while, and most photos are not HEIC

    if not pi_heif.is_supported(data) or data[8:12].startswith(b"avi"):  # a brother that it only knows by name
        raise _unsupported()
    try:
        heif = pi_heif.open_heif(data)
        (width, height), mode = heif.size, heif.mode
    except Exception as error:
        raise truncated() from error
    _check_size(width, height, MAX_PIXELS_WHOLE)
    try:
        if mode == "RGB":  # past Pillow, which would hold them once more
            rows = np.frombuffer(heif.data, np.uint8).reshape(height, heif.stride)
            rgb = rows[:, : 3 * width].reshape(height, width, 3)
            return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)
        image = Image.frombytes(mode, (width, height), heif.data)
    except Exception as error:
        raise truncated() from error
    return _to_bgr(image)


def _orientation(image: Image.Image) -> int:
    """1 to 8 as EXIF has it; 1 where nothing sensible is said."""
    try:
        orientation = image.getexif().get(_ORIENTATION, 1)
    except Exception:  # broken EXIF is common and no reason to refuse the pixels
        return 1
    return orientation if orientation in range(1, 9) else 1


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    if orientation >= 5:
        pixels = cv2.transpose(pixels).astype(np.uint8, copy=False)
    flip = _FLIP.get(orientation)
    return pixels if flip is None else cv2.flip(pixels, flip).astype(np.uint8, copy=False)


_FLIP = {2: 1, 3: -1, 4: 0, 6: 1, 7: -1, 8: 0}
"""What is left to do once 5 to 8 are transposed: 1 left to right, 0 top to bottom, -1 both."""


def _to_bgr(image: Image.Image) -> Pixels:
    """Any mode of Pillow, a band of rows at a time, so that no second copy of the whole is ever there."""
    width, height = image.size
    pixels = np.empty((height, width, 3), np.uint8)
    try:
        for top in range(0, height, _BAND):
            band = image.crop((0, top, width, min(top + _BAND, height)))
            pixels[top : top + _BAND] = np.asarray(_to_rgb(band))[:, :, ::-1]
    except ValueError as error:
        raise PhotoError("unsupported", "The colours of this picture cannot be read: save it as JPEG.") from error
    return pixels


def _to_rgb(image: Image.Image) -> Image.Image:
    """See-through pixels lie on white, 16 bits keep their upper eight. Raises ValueError for colours that
    Pillow does not convert, or not rightly (floating-point numbers)."""
    if image.mode == "F":
        raise ValueError(image.mode)
    if image.mode.startswith("I"):
        grey = np.clip(np.asarray(image).astype(np.int64) >> 8, 0, 255).astype(np.uint8)
        image = Image.fromarray(grey)
    if image.has_transparency_data:
        image = image.convert("RGBA")
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return image.convert("RGB")


def _too_large(size: int) -> PhotoError:
    return PhotoError(
        "too_large",
        f"The file has {size / 1e6:.0f} MB, more than the {MAX_BYTES // 10**6} MB allowed: save the photo smaller.",
    )


def _too_many_pixels(most: int) -> PhotoError:
    return PhotoError(
        "too_many_pixels",
        f"The photo has more than {most // 10**6} million pixels: save it smaller and try again.",
    )


def truncated() -> PhotoError:
    """Of a file that does not hold all that it says."""
    return PhotoError("truncated", "The file is cut short or damaged: copy or send the photo again.")


def _unsupported() -> PhotoError:
    return PhotoError("unsupported", "This kind of picture or film cannot be read: save it as JPEG and try again.")


def _not_a_photo() -> PhotoError:
    return PhotoError("not_a_photo", "This is not a photo: use a JPEG, PNG, WebP or HEIC file.")
