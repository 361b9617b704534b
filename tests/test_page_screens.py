"""Every screen, in both lights and every language: axe finds nothing serious, nothing is wider than the smallest phone,
every control is as large as a fingertip, and no word was left untranslated."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_fixtures import PageServer
from page_table import TableScanner
from playwright.sync_api import Page, Route, expect

from scoring import Language
from service.language import LANGUAGES, say

NAMES = ["Ana", "Ben", "Maximilienne-Alexandra"]
TAGS = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
FINGERTIP = 44


@pytest.fixture
def match(open_page: Callable[..., Page], tables: TableScanner) -> tuple[str, str]:
    """A match of three with a round in it, and a scan that wants a look: their ids."""
    page = open_page("#/new")
    api = page.request
    rounds = [
        {
            "ending": "out",
            "winner": "Ana",
            "players": [
                {"name": "Ana", "hand": []},
                {"name": "Ben", "hand": "KD JOKER"},
                {"name": NAMES[2], "hand": "9H 10S AC KC", "opened": False},
            ],
        }
    ]
    body = {"game": "rami", "players": NAMES, "rounds": rounds, "name": "Friday"}
    found = api.post("/api/v1/matches/import", data=body).json()
    photo = tables.lay("two.jpg", "AH 9H=10H? 5C=?", "KD QS=? 7C")
    scan = api.post("/api/v1/scans", multipart={"photos": photo, "game": "rami", "hands": "2"}).json()["scans"][0]
    return found["id"], scan["id"]


def screens(match: str, scan: str) -> dict[str, tuple[str, str]]:
    """What each screen is called: its address, and what is there when it is drawn."""
    rounds = f"#/match/{match}/round"
    return {
        "home": ("#/", ".matches"),
        "new match": ("#/new", "#player-0"),
        "house rules": (f"#/match/{match}/edit", "#player-2"),
        "scan": ("#/scan", "#choose-photo"),
        "review": (f"#/scan/{scan}", ".chip"),
        "verify": ("#/verify", "#sheet-hand"),
        "match": (f"#/match/{match}", "table"),
        "round": (f"{rounds}/1", ".score"),
        "round form": (f"{rounds}/1/edit", ".preview .score"),
        "hand": (f"{rounds}/new/hand/1", ".pad"),
        "table photo": (f"{rounds}/new/table", "#choose-photo"),
    }


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Callable[..., Page], match: tuple[str, str], theme: Any) -> None:
    found: dict[str, list[str]] = {}
    page = open_page(color_scheme=theme, reduced_motion="reduce")
    for name, (address, ready) in screens(*match).items():
        show(page, address, ready)
        for details in page.locator("details").all():
            details.evaluate("node => node.open = true")
        found[name] = axe(page)
        if name == "review":
            page.click(".chip.unread >> nth=0")
            expect(page.locator("dialog")).to_be_visible()
            found["pad"] = axe(page)
        if name == "match":
            page.click("#more")
            expect(page.locator("dialog")).to_be_visible()
            found["more"] = axe(page)
    assert {name: faults for name, faults in found.items() if faults} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_fits_the_smallest_phone(
    open_page: Callable[..., Page], match: tuple[str, str], language: Language
) -> None:
    page = open_page(viewport={"width": 320, "height": 640}, locale=language)
    for address, ready in screens(*match).values():
        show(page, address, ready)
        for details in page.locator("details").all():
            details.evaluate("node => node.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, address
        assert page.evaluate(TOO_SMALL, FINGERTIP) == [], address


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_to_do_next_stays_within_the_smallest_phone(
    open_page: Callable[..., Page], tables: TableScanner, language: Language
) -> None:
    """Long words side by side, a total of three digits: the button of the thumb is whole, and as wide as may be."""
    page = open_page("#/scan", viewport={"width": 320, "height": 640}, locale=language)
    page.click("label[for=game-rummikub]")
    page.set_input_files("#choose-photo", tables.lay("rack.jpg", "K13 R13 B13 O13 K12 R12 B12 O12 B9=R9?"))
    confirm = page.locator("#confirm").bounding_box()
    assert confirm
    assert (confirm["x"] >= 16, confirm["x"] + confirm["width"] <= 304) == (True, True)
    expect(page.locator(".standing.unsure + .chips")).to_have_count(1)


def test_names_of_three_stand_whole_on_a_phone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    made = page.request.post("/api/v1/matches", data={"game": "rami", "players": ["Ana", "Ben", "Cleopatra"]}).json()
    show(page, f"#/match/{made['id']}", ".standings")
    heights = page.locator(".standings .name").evaluate_all("names => names.map((name) => name.offsetHeight)")
    assert heights[0] == heights[2]


@pytest.mark.parametrize(("width", "rows"), [(320, [5, 5, 3]), (360, [7, 6]), (390, [7, 6]), (768, [13]), (1280, [13])])
def test_the_ranks_of_the_pad_stand_in_even_rows(
    open_page: Callable[..., Page], match: tuple[str, str], width: int, rows: list[int]
) -> None:
    """Beside a hand that is typed, and on the sheet for a piece of a scan."""
    page = open_page(viewport={"width": width, "height": 844})
    show(page, f"#/match/{match[0]}/round/new/hand/1", ".pad")
    assert page.evaluate(ROWS) == [rows] * 4 + [[1]]
    show(page, f"#/scan/{match[1]}", ".chip")
    page.click(".chip.unread >> nth=0")
    expect(page.locator("dialog .pad")).to_be_visible()
    assert page.evaluate(ROWS) == [rows] * 4 + [[1]]


ROWS = """() => [...document.querySelectorAll(".pad-group")].map((group) => {
    const rows = Map.groupBy(group.children, (key) => key.getBoundingClientRect().top);
    return [...rows.values()].map((row) => row.length);
})"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_screen_that_takes_long_says_so(
    open_page: Callable[..., Page], match: tuple[str, str], language: Language
) -> None:
    page = open_page(locale=language)
    waiting = say(language, "One moment…")
    held: list[Route] = []

    def hold(one: Route) -> None:
        held.append(one)

    page.route("**/api/v1/matches/**", hold)
    page.route("**/api/v1/matches?*", hold)
    for address in (f"#/match/{match[0]}", f"#/match/{match[0]}/round/1", "#/"):
        page.evaluate(GO, address)
        expect(page.locator("#main").get_by_text(waiting)).to_be_visible()
    for one in held:
        one.continue_()
    expect(page.locator(".matches")).to_be_visible()
    expect(page.get_by_text(waiting)).to_have_count(0)


def test_the_page_says_so_while_its_scripts_are_on_the_way(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="ms")
    held: list[Route] = []

    def hold(one: Route) -> None:
        held.append(one)

    page.route("**/words/*.json", hold)
    with page.expect_request("**/words/*.json"):
        page.reload(wait_until="commit")
    expect(page.locator("#main").get_by_text(say("ms", "One moment…"))).to_be_visible()
    for one in held:
        one.continue_()
    expect(page.locator(".starts")).to_be_visible()


TOO_SMALL = """(least) => [...document.querySelectorAll("button, a, label:has(input), select, summary, textarea")]
    .filter((node) => node.checkVisibility() && !node.closest(".skip"))
    .filter((node) => Math.min(node.getBoundingClientRect().width, node.getBoundingClientRect().height) < least)
    .map((node) => node.outerHTML.slice(0, 120))"""


def test_no_words_were_left_in_english(open_page: Callable[..., Page], match: tuple[str, str]) -> None:
    pages = {language: open_page(locale=language) for language in LANGUAGES}
    for address, ready in screens(*match).values():
        words = {language: words_on(page, address, ready) for language, page in pages.items()}
        for language, alike in ALIKE.items():
            assert words["en"] & words[language] - SAME_EVERYWHERE - alike == set(), (address, language)


_NAMES = re.compile(r"Ana|Ben|Maximilien\S*")
SAME_EVERYWHERE = {"handscan", "Rummikub", "Rami", "Friday", *"JQKA", "A K Q J", "1 R D V", "A K D B", "A H V B"}
"""Proper names, and letters on cards."""
ALIKE: dict[Language, set[str]] = {"ms": {"Joker", "joker"}, "fr": {"Joker", "joker", "Orange", "Photo", "Total"}}
"""Words that a language shares with English."""


def words_on(page: Page, address: str, ready: str) -> set[str]:
    """Every text and every name that a screen shows or tells."""
    show(page, address, ready)
    texts: list[str] = page.evaluate(
        """() => {
            const texts = [];
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) texts.push(walker.currentNode.data);
            for (const name of ["aria-label", "title", "placeholder"]) {
                for (const node of document.querySelectorAll(`[${name}]`)) texts.push(node.getAttribute(name));
            }
            return texts;
        }"""
    )
    return {text.strip() for text in texts if any(map(str.isalpha, _NAMES.sub("", text)))}


def show(page: Page, address: str, ready: str) -> None:
    """Goes to a screen, as a tap on a link does, and waits until it is there."""
    page.evaluate(GO, address)
    expect(page.locator(ready).first).to_be_attached()


GO = """async (address) => {
    if (location.hash === address) return
    const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }))
    location.hash = address
    await changed
}"""
"""When it returns, nothing is left of the screen before: the page, which listens longer, has heard of it first."""


def axe(page: Page) -> list[str]:
    """What axe holds against a screen."""
    faults = Axe().run(page, options=TAGS).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:160]}" for fault in faults if fault["impact"] != "minor"]


def test_the_page_can_be_installed(open_page: Callable[..., Page], server: PageServer) -> None:
    page = open_page(locale="ms")
    manifest = page.evaluate("fetch('/manifest.webmanifest').then((answer) => answer.json())")
    assert manifest["lang"] == "ms"
    assert manifest["display"] == "standalone"
    for picture in manifest["icons"]:
        assert page.request.get(picture["src"]).headers["content-type"] == picture["type"]
    devtools = page.context.new_cdp_session(page)
    faults = [fault["errorId"] for fault in devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]]
    assert faults == ["in-incognito"]  # as every page of a test is
