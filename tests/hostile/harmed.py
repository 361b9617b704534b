"""In: the whole pictures. Out: files cut short, with headers that lie, and with parts broken that must hold."""

import random
import struct
import zlib
from collections.abc import Iterator

from hostile.pictures import WHOLE, jpeg_frame, jpeg_segment, patched, picture, png, png_chunk
from hostile.pictures import encoded as enc

Found = Iterator[tuple[str, bytes]]
ROW = b"\0" + b"\x80" * 96 * 3


def cut_short(dice: random.Random) -> Found:
    for suffix, data in WHOLE.items():
        for part in range(10):
            # Past every header, and short of the last bytes, some of which a reader can do without.
            yield f"{part}.{suffix}", data[: int(len(data) * dice.uniform(0.25, 0.985))]


def cut_in_the_header(dice: random.Random) -> Found:
    for suffix, data in WHOLE.items():
        for length in (1, dice.randrange(2, 4)):
            yield f"{length}.{suffix}", data[:length]


def says_more_than_there_is(_: random.Random) -> Found:
    """Heights and widths that the pixels do not fill."""
    yield "width.png", png(960, 64, 8, 2, zlib.compress(ROW * 64))
    yield "empty.png", png(96, 64, 8, 2, b"")
    yield "height.bmp", patched(WHOLE["bmp"], 22, struct.pack("<i", 640))
    yield "width.bmp", patched(WHOLE["bmp"], 18, struct.pack("<i", 960))
    yield "offset.bmp", patched(WHOLE["bmp"], 10, struct.pack("<I", 2**31))
    yield "canvas.gif", patched(WHOLE["gif"], 6, struct.pack("<HH", 960, 640))[:2000]
    yield "strips.tif", _tiff(offset=b"\xff\xff\xff\x7f")
    yield "lossless.webp", patched(WHOLE["lossless.webp"], 21, struct.pack("<I", 2000 | 2000 << 14))


def says_more_and_is_filled_up(_: random.Random) -> Found:
    """What is there is whole; readers put black, or what they know by heart, where nothing is."""
    yield "height.png", png(96, 640, 8, 2, zlib.compress(ROW * 64))
    yield "chunk.png", WHOLE["png"][:33] + struct.pack(">I", 2**31) + WHOLE["png"][37:]
    yield "height.tif", _tiff(length=b"\x80\x02")
    for number, (marker, start, end) in enumerate(_segments(WHOLE["jpg"])):
        if marker == 0xC4:
            yield f"codes-{number}.jpg", WHOLE["jpg"][:start] + WHOLE["jpg"][end:]


def wrong_inside(dice: random.Random) -> Found:
    """The header is right, what follows is not."""
    whole = WHOLE["png"]
    yield "checksum.png", patched(whole, 29, b"\0\0\0\0")
    yield "pixels.png", png(96, 64, 8, 2, dice.randbytes(18000))
    yield "depth.png", png(96, 64, 7, 2, zlib.compress(ROW * 64))
    yield "colour.png", png(96, 64, 8, 5, zlib.compress(ROW * 64))
    yield "filter.png", png(96, 64, 8, 2, zlib.compress((b"\x09" + ROW[1:]) * 64))
    yield "palette.png", png(96, 64, 8, 3, zlib.compress(ROW * 64), png_chunk(b"PLTE", b""))[:200]
    yield "code.gif", patched(WHOLE["gif"], len(WHOLE["gif"]) - 6000, b"\x01\x00\x00")[:-3000]
    yield "compression.bmp", patched(WHOLE["bmp"], 30, struct.pack("<I", 99))
    yield "planes.bmp", patched(WHOLE["bmp"], 28, struct.pack("<H", 13))
    yield "compression.tif", _tiff(compression=b"\x63\x63")
    yield "packed.tif", patched(WHOLE["deflated.tif"], 8, dice.randbytes(6000))
    yield "frame.webp", patched(WHOLE["webp"], 20, dice.randbytes(40))


def damaged_inside(dice: random.Random) -> Found:
    """A JPEG that reaches its end: decoders go on behind the damage, with wrong pixels."""
    for suffix in ("jpg", "progressive.jpg"):
        whole = WHOLE[suffix]
        for number in range(4):
            at = dice.randrange(len(whole) // 2, len(whole) - 600)
            yield f"lost-{number}.{suffix}", whole[:at] + whole[at + 300 :]
            yield f"blank-{number}.{suffix}", patched(whole, at, bytes(300))
            yield f"other-{number}.{suffix}", patched(whole, at, dice.randbytes(300).replace(b"\xff", b"\xfe"))


def jpeg_parts_missing(_: random.Random) -> Found:
    """Each segment of a JPEG left out, and some that say what cannot be."""
    jpeg = WHOLE["jpg"]
    segments = list(_segments(jpeg))
    for number, (marker, start, end) in enumerate(segments):
        if marker in (0xC0, 0xDB):
            yield f"without-{marker:x}-{number}.jpg", jpeg[:start] + jpeg[end:]
    frame = jpeg_frame(jpeg)
    yield "twelve-bits.jpg", patched(jpeg, frame + 4, b"\x0c")
    yield "lossless.jpg", patched(jpeg, frame + 1, b"\xc3")
    yield "nine-colours.jpg", patched(jpeg, frame + 9, b"\x09")
    yield "no-colours.jpg", patched(jpeg, frame + 9, b"\x00")
    yield "sampling.jpg", patched(jpeg, frame + 11, b"\xff")
    yield "two-frames.jpg", jpeg[:frame] + jpeg[frame : frame + 19] * 2 + jpeg[frame + 19 :]
    yield "no-scan.jpg", jpeg[: jpeg.find(b"\xff\xda")] + b"\xff\xd9"
    yield "tables.jpg", jpeg[:2] + jpeg_segment(0xC4, b"\xff" * 40) + jpeg[2:]
    yield "scan-of-none.jpg", patched(jpeg, jpeg.find(b"\xff\xda") + 4, b"\x00")


def nothing_inside(_: random.Random) -> Found:
    """No pixels in one direction or both."""
    for width, height in ((0, 0), (0, 64), (96, 0)):
        name = f"{width}x{height}"
        yield f"{name}.png", png(width, height, 8, 2, zlib.compress(ROW * 64))
        yield f"{name}.gif", patched(WHOLE["gif"], 6, struct.pack("<HH", width, height))[:13] + b";"
        yield f"{name}.bmp", patched(WHOLE["bmp"], 18, struct.pack("<ii", width, height))
        frame = jpeg_frame(WHOLE["jpg"])
        yield f"{name}.jpg", patched(WHOLE["jpg"], frame + 5, struct.pack(">HH", height, width))
    yield "0x64.tif", _tiff(width=b"\0\0")
    yield "96x0.tif", _tiff(length=b"\0\0")


def thin(_: random.Random) -> Found:
    """A line of pixels."""
    for width, height in ((1, 1), (1, 64), (1, 5000), (5000, 1), (31, 400)):
        for form, suffix in (("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp"), ("GIF", "gif"), ("BMP", "bmp")):
            yield f"{width}x{height}.{suffix}", enc(picture(width, height), form)


def _segments(jpeg: bytes) -> Iterator[tuple[int, int, int]]:
    at = 2
    while jpeg[at + 1] != 0xDA:
        end = at + 2 + struct.unpack_from(">H", jpeg, at + 2)[0]
        yield jpeg[at + 1], at, end
        at = end


_TAGS = {"width": 256, "length": 257, "compression": 259, "offset": 273}


def _tiff(**said: bytes) -> bytes:
    """A TIFF with other values in its directory."""
    data = WHOLE["tif"]
    directory = struct.unpack_from("<I", data, 4)[0]
    for number in range(struct.unpack_from("<H", data, directory)[0]):
        at = directory + 2 + 12 * number
        for name, value in said.items():
            if struct.unpack_from("<H", data, at)[0] == _TAGS[name]:
                data = patched(data, at + 8, value)
    return data
