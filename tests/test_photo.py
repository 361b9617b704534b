"""Photos made from arrays in here, in every format and orientation, whole and broken.

The HEIC files in `heic/` show the same four quarters, each stored turned, with the turn said twice as phones do: by the
container and by EXIF.
"""

import io
import struct
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from vision import photo as photo_module
from vision.photo import Photo, PhotoError, full, read_photo

pytestmark = pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")

HEIC = Path(__file__).parent / "heic"
TURN = Image.Transpose
STORED = {  # how an upright picture lies in a file of each orientation
    1: None,
    2: TURN.FLIP_LEFT_RIGHT,
    3: TURN.ROTATE_180,
    4: TURN.FLIP_TOP_BOTTOM,
    5: TURN.TRANSPOSE,
    6: TURN.ROTATE_90,
    7: TURN.TRANSVERSE,
    8: TURN.ROTATE_270,
}
QUARTERS = ("red", "green", "blue", "white")  # top left, top right, bottom left, bottom right
BGR = {"red": (0, 0, 255), "green": (0, 255, 0), "blue": (255, 0, 0), "white": (255, 255, 255), "grey": (128,) * 3}


def quarters(width: int = 96, height: int = 64) -> Image.Image:
    picture = Image.new("RGB", (width, height))
    for index, colour in enumerate(QUARTERS):
        rgb = BGR[colour][::-1]
        picture.paste(rgb, ((index % 2) * width // 2, (index // 2) * height // 2, width, height))
    return picture


def encode(picture: Image.Image, file_format: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, file_format, **options)
    return buffer.getvalue()


def with_orientation(picture: Image.Image, file_format: str, orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    turn = STORED.get(orientation)
    return encode(
        picture.transpose(turn) if turn is not None else picture, file_format, exif=exif, **SHARP[file_format]
    )


SHARP: dict[str, dict[str, object]] = {
    "JPEG": {"quality": 95, "subsampling": 0},
    "PNG": {},
    "WEBP": {"lossless": True},
    "TIFF": {},
}


def seen_quarters(photo: Photo) -> tuple[str, ...]:
    """The colour in the middle of each quarter, by name."""
    height, width = photo.pixels.shape[:2]
    middles = [(height // 4, width // 4), (height // 4, -width // 4), (-height // 4, width // 4)]
    return tuple(nearest(photo.pixels[at]) for at in [*middles, (-height // 4, -width // 4)])


def nearest(pixel: np.ndarray) -> str:
    return min(BGR, key=lambda name: int(np.abs(pixel.astype(int) - BGR[name]).sum()))


def code_of(source: str | Path | bytes | np.ndarray) -> str:
    with pytest.raises(PhotoError) as caught:
        read_photo(source)
    assert caught.value.message.endswith(".")
    return caught.value.code


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("file_format", SHARP)
def test_every_orientation_stands_upright(file_format: str, orientation: int) -> None:
    photo = read_photo(with_orientation(quarters(), file_format, orientation))
    assert (photo.width, photo.height, photo.pixels.shape) == (96, 64, (64, 96, 3))
    assert seen_quarters(photo) == QUARTERS


@pytest.mark.parametrize("orientation", range(1, 9))
def test_heic_is_turned_exactly_once(orientation: int) -> None:
    photo = read_photo(HEIC / f"orientation-{orientation}.heic")
    assert (photo.name, photo.width, photo.height) == (f"orientation-{orientation}.heic", 96, 64)
    assert seen_quarters(photo) == QUARTERS


@pytest.mark.parametrize("orientation", [0, 9, 77])
def test_an_orientation_that_does_not_exist_is_none(orientation: int) -> None:
    assert seen_quarters(read_photo(with_orientation(quarters(), "JPEG", orientation))) == QUARTERS


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize(
    ("size", "scale", "decoded"),
    [
        ((1599, 800), 1.0, (1599, 800)),
        ((3198, 1200), 1.0, (3198, 1200)),
        ((3201, 1201), 0.5, (1601, 601)),
        ((6400, 1600), 0.25, (1600, 400)),
    ],
)
def test_jpeg_is_decoded_as_small_as_reading_allows(
    size: tuple[int, int], scale: float, decoded: tuple[int, int], orientation: int
) -> None:
    photo = read_photo(with_orientation(quarters(*size), "JPEG", orientation))
    assert (photo.width, photo.height) == size
    assert photo.scale == scale
    assert photo.pixels.shape[1::-1] == decoded
    assert seen_quarters(photo) == QUARTERS

    whole = full(photo)
    assert whole.scale == 1.0
    assert whole.pixels.shape[1::-1] == size
    assert seen_quarters(whole) == QUARTERS


def test_full_does_not_decode_twice() -> None:
    photo = read_photo(encode(quarters(), "JPEG"))
    assert full(photo) is photo


def test_red_and_blue_keep_their_places() -> None:
    """A red and a blue tile: channels swapped anywhere on the way would name one for the other."""
    for file_format in ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"):
        for name, rgb in (("red", (200, 20, 30)), ("blue", (20, 40, 190))):
            pixel = read_photo(encode(Image.new("RGB", (64, 64), rgb), file_format)).pixels[32, 32]
            assert np.abs(pixel.astype(int) - rgb[::-1]).max() < 12, (file_format, name)


@pytest.mark.parametrize(
    ("picture", "file_format", "expected"),
    [
        (Image.new("RGBA", (64, 64), (255, 0, 0, 0)), "PNG", (255, 255, 255)),
        (Image.new("RGBA", (64, 64), (255, 0, 0, 128)), "PNG", (127, 127, 255)),
        (Image.new("RGBA", (64, 64), (255, 0, 0, 0)), "WEBP", (255, 255, 255)),
        (Image.new("LA", (64, 64), (0, 0)), "PNG", (255, 255, 255)),
        (Image.new("L", (64, 64), 100), "JPEG", (100, 100, 100)),
        (Image.new("L", (64, 64), 100), "PNG", (100, 100, 100)),
        (Image.new("1", (64, 64), 1), "PNG", (255, 255, 255)),
        (Image.new("RGB", (64, 64), (10, 20, 30)).quantize(), "PNG", (30, 20, 10)),
        (Image.fromarray(np.full((64, 64), 100 * 256 + 255, np.uint16)), "PNG", (100, 100, 100)),
        (Image.new("CMYK", (64, 64), (0, 255, 255, 0)), "JPEG", (0, 0, 255)),
        (Image.new("CMYK", (64, 64), (0, 0, 0, 255)), "JPEG", (0, 0, 0)),
    ],
    ids=lambda value: getattr(value, "mode", None),
)
def test_every_kind_of_pixel(picture: Image.Image, file_format: str, expected: tuple[int, int, int]) -> None:
    pixel = read_photo(encode(picture, file_format)).pixels[32, 32]
    assert np.abs(pixel.astype(int) - expected).max() <= 2


def test_sixteen_bit_colour_keeps_its_upper_eight() -> None:
    deep = np.full((64, 64, 3), (30 * 256, 20 * 256, 10 * 256), np.uint16)
    assert tuple(read_photo(cv2.imencode(".png", deep)[1].tobytes()).pixels[0, 0]) == (30, 20, 10)


@pytest.mark.parametrize("file_format", ["GIF", "WEBP", "PNG"])
def test_the_first_picture_of_an_animation_counts(file_format: str) -> None:
    red, blue = (Image.new("RGB", (64, 64), colour) for colour in ("red", "blue"))
    data = encode(red, file_format, save_all=True, append_images=[blue], duration=100)
    assert nearest(read_photo(data).pixels[32, 32]) == "red"


def test_content_decides_and_not_the_name(tmp_path: Path) -> None:
    for name, data in (
        ("a.png", encode(quarters(), "JPEG", **SHARP["JPEG"])),
        ("b.jpg", (HEIC / "orientation-6.heic").read_bytes()),
        ("c", encode(quarters(), "WEBP", lossless=True)),
    ):
        (tmp_path / name).write_bytes(data)
        photo = read_photo(tmp_path / name)
        assert photo.name == name
        assert seen_quarters(photo) == QUARTERS


def test_an_array_is_taken_as_it_is() -> None:
    pixels = np.zeros((40, 50, 3), np.uint8)
    photo = read_photo(pixels, name="frame 7")
    assert (photo.name, photo.width, photo.height, photo.scale) == ("frame 7", 50, 40, 1.0)
    assert photo.pixels is pixels


def png_claiming(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 100)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def huge_png() -> bytes:
    """121 million pixels that a compressor makes almost nothing of."""
    return encode(Image.new("1", (11_000, 11_000)), "PNG")


REFUSED = {
    "empty": (lambda: b"", "not_a_photo"),
    "text": (lambda: b"Ana 36, Ben 12\n" * 9, "not_a_photo"),
    "a web page": (lambda: b"<svg xmlns='http://www.w3.org/2000/svg'/>", "not_a_photo"),
    "a picture of another trade": (lambda: encode(quarters(), "EPS"), "not_a_photo"),
    "a film": (lambda: b"\0\0\0\x14ftypqt  \0\0\0\0qt  \0\0\0\x08wide", "unsupported"),
    "numbers": (lambda: encode(Image.new("F", (64, 64)), "TIFF"), "unsupported"),
    "900 megapixels claimed": (lambda: png_claiming(30_000, 30_000), "too_many_pixels"),
    "121 megapixels claimed": (lambda: png_claiming(11_000, 11_000), "too_many_pixels"),
    "121 megapixels": (huge_png, "too_many_pixels"),
    "a thumbnail": (lambda: encode(quarters(31, 400), "JPEG"), "too_small"),
    "a JPEG in a TIFF": (lambda: encode(Image.new("RGB", (64, 64)), "TIFF", compression="jpeg"), "unsupported"),
    "a fax": (lambda: encode(Image.new("1", (64, 64)), "TIFF", compression="group4"), "unsupported"),
    "a flat array": (lambda: np.zeros((64, 64), np.uint8), "unsupported"),
    "an array of numbers": (lambda: np.zeros((64, 64, 3), np.float32), "unsupported"),
    "a tiny array": (lambda: np.zeros((8, 64, 3), np.uint8), "too_small"),
    "a header without pixels": (lambda: png_claiming(64, 64), "truncated"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused_with_a_reason(case: str) -> None:
    make, code = REFUSED[case]
    assert code_of(make()) == code


def test_a_bomb_is_small_and_is_refused_before_it_unpacks(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = huge_png()
    assert len(bomb) < 100_000
    monkeypatch.setattr(Image.Image, "load", lambda _: pytest.fail("unpacked"))
    assert code_of(bomb) == "too_many_pixels"


def test_too_many_bytes_are_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_module, "MAX_BYTES", 1000)
    path = tmp_path / "large.jpg"
    path.write_bytes(bytes(1001))
    assert code_of(bytes(1001)) == "too_large"
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("read"))
    assert code_of(path) == "too_large"


def test_a_path_without_a_photo(tmp_path: Path) -> None:
    assert code_of(tmp_path / "none.jpg") == "not_found"
    assert code_of(str(tmp_path / "none.jpg")) == "not_found"
    assert code_of(tmp_path) == "not_a_photo"
    assert code_of(str(tmp_path / "a\0b")) in ("not_found", "unreadable")


def grainy() -> Image.Image:
    return Image.fromarray(np.random.default_rng(7).integers(0, 255, (120, 160, 3), dtype=np.uint8))


@pytest.mark.parametrize("file_format", ["JPEG", "JPEG progressive", "PNG", "WEBP", "GIF", "BMP", "TIFF", "HEIC"])
@pytest.mark.parametrize("kept", [0.3, 0.5, 0.9, 0.99])
def test_a_file_cut_short_is_refused(file_format: str, kept: float) -> None:
    if file_format == "HEIC":
        data = (HEIC / "orientation-1.heic").read_bytes()
    else:
        kind, *progressive = file_format.split()
        data = encode(grainy(), kind, **({"progressive": True} if progressive else {}))
    read_photo(data)
    assert code_of(data[: int(len(data) * kept)]) == "truncated"


@pytest.mark.parametrize(
    ("harm", "damaged"),
    [
        (lambda jpeg: jpeg, False),
        (lambda jpeg: jpeg + b"what a camera leaves behind the picture", False),
        (lambda jpeg: jpeg[:9000] + jpeg[9500:], True),
        (lambda jpeg: jpeg[:9000] + bytes(64) + jpeg[9064:], True),
        (lambda jpeg: jpeg[:9000] + b"\xff\xd3" + jpeg[9002:], True),
    ],
    ids=["none", "more behind", "a piece lost", "a piece blank", "a marker inside"],
)
@pytest.mark.parametrize(("progressive", "side"), [(False, 256), (True, 256), (False, 3200)])
def test_damage_inside_a_jpeg_is_told(
    harm: Callable[[bytes], bytes], damaged: bool, progressive: bool, side: int, capfd: pytest.CaptureFixture[str]
) -> None:
    """In the photo, and nowhere else: a line of a library on standard error belongs to nobody."""
    grain = np.random.default_rng(8).integers(0, 255, (256, 256, 3), np.uint8)
    picture = Image.fromarray(grain).resize((side, side))
    photo = read_photo(harm(encode(picture, "JPEG", progressive=progressive)))
    assert (photo.damaged, photo.width, photo.scale) == (damaged, side, 1.0 if side == 256 else 0.5)
    assert capfd.readouterr() == ("", "")


def test_a_jpeg_is_whole_where_its_picture_ends() -> None:
    """Phones append films and maps behind the picture, and put a thumbnail with an end of its own before it."""
    exif = Image.Exif()
    exif[0x9C9C] = encode(quarters(), "JPEG")
    data = encode(grainy(), "JPEG", exif=exif)
    assert read_photo(data + bytes(500)).width == 160
    assert code_of(data[:-2]) == "truncated"
    assert code_of(data[:-500] + bytes(500)) == "truncated"


def test_import_does_not_load_the_heic_library() -> None:
    check = "import sys, vision.photo; sys.exit('pi_heif' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
