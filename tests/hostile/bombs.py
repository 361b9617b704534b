"""In: nothing. Out: small files that would fill the memory, or keep a reader busy for hours."""

import random
import struct
import zlib
from collections.abc import Iterator

from PIL import Image

from hostile.pictures import (
    HEIC,
    WHOLE,
    after_start,
    encoded,
    flat_rows,
    jpeg_frame,
    jpeg_segment,
    patched,
    picture,
    png,
    png_chunk,
)

Found = Iterator[tuple[str, bytes]]
PIXELS = zlib.compress((b"\0" + b"\x80" * 96 * 3) * 64)
SIDES = ((7100, 7100), (20_000, 20_000), (60_000, 60_000), (40, 2_000_000))
"""Above what is allowed for a file that only decodes whole; as much, less one row, is read."""


def of_pixels_said(_: random.Random) -> Found:
    """The header says so many; there are few or none behind it."""
    frame = jpeg_frame(WHOLE["jpg"])
    for width, height in ((11_000, 11_000), (20_000, 20_000), (65_500, 65_500), (2000, 65_500)):
        yield f"{width}x{height}.jpg", patched(WHOLE["jpg"], frame + 5, struct.pack(">HH", height, width))
    for width, height in SIDES:
        name = f"{width}x{height}"
        yield f"{name}.png", png(width, height, 8, 2, PIXELS)
        yield f"{name}-16.png", png(width, height, 16, 6, PIXELS)
        yield f"{name}.bmp", patched(WHOLE["bmp"], 18, struct.pack("<ii", width, -height))
        yield f"{name}.heic", _heic_saying(width, height)
        if height < 65_536:
            yield f"{name}.gif", patched(WHOLE["gif"], 6, struct.pack("<HH", width, height))
            yield f"{name}.tif", _tiff_saying(width, height)


def of_pixels(_: random.Random) -> Found:
    """They are all there, packed to almost nothing."""
    yield "grey.png", png(7100, 7100, 8, 0, flat_rows(b"\0" * 7101, 7100))
    yield "bits.png", png(20_000, 20_000, 1, 0, flat_rows(b"\0" * 2501, 20_000))
    yield "bits.tif", encoded(Image.new("1", (20_000, 20_000)), "TIFF", compression="group4")
    yield "palette.gif", encoded(Image.new("P", (7100, 7100)), "GIF")
    yield "colour.webp", _webp_of(7100, 7100)
    yield "colour-most.webp", _webp_of(16_383, 16_383)
    yield "frame.gif", _gif_with_frame(60_000, 60_000)
    yield "grey.jpg", encoded(Image.new("L", (11_000, 11_000)), "JPEG")


def just_allowed() -> Found:
    """As large as a photo may be, in the ways of writing that take most memory."""
    yield "most-see-through.png", png(7000, 7100, 8, 6, flat_rows(b"\0" + b"\x80" * 28_000, 7100))
    yield "most-deep.png", png(7000, 7100, 16, 0, flat_rows(b"\0" + b"\x80" * 14_000, 7100))
    yield "most-colour.webp", encoded(Image.new("RGB", (7000, 7100)), "WEBP", lossless=True, method=0)
    turned = Image.Exif()
    turned[0x0112] = 6
    yield "most-turned.jpg", encoded(Image.new("RGB", (10_900, 10_900)), "JPEG", exif=turned)


def of_bytes(_: random.Random) -> Found:
    """Words, profiles and padding that unpack to hundreds of megabytes, or are simply there."""
    packed = zlib.compress(bytes(200_000_000), 9)
    yield "words.png", png(96, 64, 8, 2, PIXELS, png_chunk(b"zTXt", b"Comment\0\0" + packed))
    yield "words-of-the-world.png", png(96, 64, 8, 2, PIXELS, png_chunk(b"iTXt", b"Comment\0\1\0\0\0" + packed))
    yield "profile.png", png(96, 64, 8, 2, PIXELS, png_chunk(b"iCCP", b"profile\0\0" + packed))
    many = zlib.compress(bytes(1_000_000), 9)
    words = (png_chunk(b"zTXt", b"%d\0\0" % number + many) for number in range(100))
    yield "many-words.png", png(96, 64, 8, 2, PIXELS, *words)


def too_many_bytes(_: random.Random) -> Found:
    yield "padded.jpg", WHOLE["jpg"] + bytes(40_000_001)


def that_hold(_: random.Random) -> Found:
    """More than is usual of what is harmless; the picture is small and whole."""
    yield "chunks.png", png(96, 64, 8, 2, PIXELS, png_chunk(b"teSt", b"") * 5000)
    yield "segments.jpg", after_start(WHOLE["jpg"], jpeg_segment(0xE5, b"") * 5000)
    yield "comments.jpg", after_start(WHOLE["jpg"], jpeg_segment(0xFE, bytes(65_000)) * 200)
    yield "frames.gif", encoded(picture(), "GIF", save_all=True, append_images=_shades(3000))
    yield "frames.webp", encoded(picture(), "WEBP", save_all=True, append_images=_shades(300))
    yield "frames.png", encoded(picture(), "PNG", save_all=True, append_images=_shades(300))
    yield "pages.tif", encoded(picture(), "TIFF", save_all=True, append_images=_shades(300))


def of_parts(_: random.Random) -> Found:
    """So many, one after the other, that a reader would be at it for minutes."""
    yield "chunks.png", png(96, 64, 8, 2, PIXELS, png_chunk(b"teSt", b"") * 1_000_000)
    yield "segments.jpg", after_start(WHOLE["jpg"], jpeg_segment(0xE5, b"") * 1_000_000)
    yield "padding.jpg", after_start(WHOLE["jpg"], b"\xff" * 10_000_000)
    palette = 13 + 768
    yield "words.gif", WHOLE["gif"][:palette] + b"!\xfe\x01a\0" * 1_000_000 + WHOLE["gif"][palette:]
    yield "blocks.gif", WHOLE["gif"][:palette] + b"!\xfe" + b"\x01a" * 1_000_000 + b"\0" + WHOLE["gif"][palette:]
    yield "strips.tif", _tiff_in_strips(2_000_000)
    yield "entries.tif", b"MM\0+\0\x08\0\0" + struct.pack(">QQ", 16, 400_000) + bytes(8_000_000)


def of_scans(_: random.Random) -> Found:
    """A progressive JPEG says each part of each pixel in a few passes; these take thousands."""
    jpeg = encoded(Image.new("L", (8000, 8000), 100), "JPEG", progressive=True)
    last = jpeg.rfind(b"\xff\xda")
    for times in (100, 10_000):
        yield f"{times}.jpg", jpeg[:last] + jpeg[last:-2] * times + b"\xff\xd9"


def _shades(count: int) -> list[Image.Image]:
    return [Image.new("RGB", (96, 64), (number % 256, number // 256, 0)) for number in range(count)]


def _heic_saying(width: int, height: int) -> bytes:
    """Another size in the box that tells it."""
    data = HEIC[0].read_bytes()
    return patched(data, data.find(b"ispe") + 8, struct.pack(">II", width, height))


def _tiff_saying(width: int, height: int) -> bytes:
    data = WHOLE["tif"]
    directory = struct.unpack_from("<I", data, 4)[0]
    for number in range(struct.unpack_from("<H", data, directory)[0]):
        at = directory + 2 + 12 * number
        tag = struct.unpack_from("<H", data, at)[0]
        if tag in (256, 257):
            data = patched(data, at + 8, struct.pack("<H", width if tag == 256 else height))
    return data


def _tiff_in_strips(count: int) -> bytes:
    """A picture of 96 x 64 that lies in as many pieces, all at one place."""
    said = {256: 96, 257: 64, 258: 8, 259: 1, 262: 1, 273: 200, 277: 1, 278: 1, 279: 200}
    entries = (struct.pack("<HHII", tag, 4, count if tag in (273, 279) else 1, value) for tag, value in said.items())
    head = b"II*\0\x08\0\0\0" + struct.pack("<H", len(said)) + b"".join(entries) + bytes(4)
    return head.ljust(200, b"\0") + bytes(4 * count)


def _webp_of(width: int, height: int) -> bytes:
    """One colour, for which hardly a bit is spent."""
    small = encoded(Image.new("RGB", (64, 64), "white"), "WEBP", lossless=True)
    return patched(small, 21, struct.pack("<I", width - 1 | height - 1 << 14 | small[24] >> 4 << 28))


def _gif_with_frame(width: int, height: int) -> bytes:
    """A small canvas, and on it a frame that is not small."""
    data = WHOLE["gif"]
    return patched(data, data.find(b",", 13 + 768) + 5, struct.pack("<HH", width, height))
