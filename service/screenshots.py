"""In: a folder. Out: pictures of the page's main screens in it, as the README shows them.

    python -m service.screenshots service/page/screenshots

The page is the real one in a real Chromium, and reads the drawn samples with the real networks.
"""

import io
import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from service.app import create_app
from service.local_server import LocalServer
from service.settings import read_settings

SAMPLES: Final = Path(__file__).parents[1] / "datasets" / "samples"
PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 800}, "device_scale_factor": 2, "has_touch": True}

_HANDS: Final = (
    {"Ana": "", "Ben": "K13 R7 O4", "Cleo": "B9 B10 JOKER"},
    {"Ana": "R12 O3", "Ben": "", "Cleo": "K8 K9 B1 O11"},
    {"Ana": "", "Ben": "B13 O13 R2", "Cleo": "K5"},
    {"Ana": "O8 B6", "Ben": "K11 K12 R1", "Cleo": ""},
)
EVENING: Final = {
    "name": "Friday",
    "game": "rummikub",
    "players": ["Ana", "Ben", "Cleo"],
    "options": {"rounds": 6},
    "rounds": [
        {
            "ending": "out",
            "winner": next(name for name, hand in hands.items() if not hand),
            "players": [{"name": name, "hand": hand.split()} for name, hand in hands.items()],
        }
        for hands in _HANDS
    ],
}
LAST_WEEK: Final = {
    "game": "rami",
    "players": ["Dewi", "Farid"],
    "rounds": [
        {
            "ending": "out",
            "winner": "Farid",
            "players": [{"name": "Dewi", "hand": hand.split()}, {"name": "Farid", "hand": []}],
        }
        for hand in ("AH JOKER 10S KD 5C", "QS QD JH 9C 7D")
    ],
}


def take_all(folder: Path, browser: Browser, url: str) -> None:
    """Each screen in turn, at the size and in the light that it is best seen in."""
    with _page(browser, url, **PHONE) as page:
        evening = _imported(page, EVENING)
        _imported(page, LAST_WEEK)
        page.goto("/#/")
        page.wait_for_selector(".matches li >> nth=1")
        _save(page, folder / "start.webp")
        page.goto("/#/scan")
        page.click("label[for=game-rummikub]")
        page.set_input_files("#choose-photo", SAMPLES / "tiles-rack.jpg")
        page.wait_for_selector(".chip")
        _save(page, folder / "review.webp")
        page.click(".chip >> nth=0")
        page.wait_for_selector("dialog[open]")
        _save(page, folder / "pad.webp")
    with _page(browser, url, **PHONE, color_scheme="dark") as page:
        page.goto(f"/#/match/{evening}")
        page.wait_for_selector("table")
        _save(page, folder / "match.webp")
    with _page(browser, url, **PHONE) as page:
        page.goto("/#/verify")
        page.click("label[for=game-rami]")
        page.fill("#sheet-hand", "KH KS QD JC 6H 8C 7D 2S")
        page.set_input_files("#choose-photo", SAMPLES / "cards-rows.jpg")
        page.wait_for_selector(".verdict")
        _save(page, folder / "verify.webp")


@contextmanager
def _page(browser: Browser, url: str, **device: Any) -> Iterator[Page]:
    quiet: dict[str, Any] = {"reduced_motion": "reduce", "service_workers": "block", "locale": "en-GB"}
    context = browser.new_context(base_url=url, **quiet, **device)
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


def _imported(page: Page, match: Any) -> str:
    answer = page.request.post("/api/v1/matches/import", data=json.dumps(match))
    found: str = answer.json()["id"]
    return found


def _save(page: Page, path: Path) -> None:
    page.wait_for_load_state("networkidle")
    Image.open(io.BytesIO(page.screenshot())).convert("RGB").save(path, quality=82, method=6)


def main(folder: Path) -> None:
    """Serves from a folder that is gone afterwards, and takes the pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as data, sync_playwright() as playwright:
        server = LocalServer(create_app(read_settings({"data": Path(data)})))
        url = f"http://127.0.0.1:{server.start()}"
        try:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            take_all(folder, browser, url)
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
