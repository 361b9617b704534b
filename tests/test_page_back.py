"""The browser's Back closes the sheet that is open, whatever it asks, and only then leaves the screen."""

from collections.abc import Callable

import pytest
from page_table import TableScanner
from playwright.sync_api import Page, expect

MATCH = {"game": "rami", "players": ["Ana", "Ben"]}
SCAN = "#/scan"


def scanned(page: Page, tables: TableScanner) -> None:
    page.click("label[for=game-rami]")
    page.set_input_files("#choose-photo", tables.lay("table.jpg", "KD 9H=10H?"))
    expect(page.locator(".chip")).to_have_count(3)


OPENED: dict[str, tuple[str, str]] = {
    "the menu of a match": ("#/match/{match}", "#more"),
    "a piece": (SCAN, ".chip.unsure"),
    "a piece more": (SCAN, ".chip.add"),
    "a question": (SCAN, "#discard"),
}
"""What opens a sheet, and on which screen."""


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    return open_page()


@pytest.mark.parametrize("which", OPENED)
def test_back_closes_the_sheet_first(page: Page, tables: TableScanner, which: str) -> None:
    address, opens = OPENED[which]
    made = page.request.post("/api/v1/matches", data=MATCH).json()["id"]
    page.goto(f"/{address.format(match=made)}")
    if address == SCAN:
        scanned(page, tables)
    there = page.url
    for _ in range(2):  # the second finds the history as the first did
        page.click(opens)
        expect(page.locator("dialog[open]")).to_have_count(1)
        page.go_back()
        expect(page.locator("dialog")).to_have_count(0)
        assert page.url == there
    page.go_back()
    expect(page.locator("#start-scan")).to_be_visible()


def test_a_sheet_that_was_closed_leaves_nothing_to_go_back_to(page: Page) -> None:
    """Be it left as it is, or that a screen follows from what was chosen."""
    page.goto("/#/new")
    made = page.request.post("/api/v1/matches", data=MATCH).json()["id"]
    page.goto(f"/#/match/{made}")
    page.click("#more")
    page.click("dialog header button")
    expect(page.locator("dialog")).to_have_count(0)
    page.click("#more")
    page.locator("dialog button", has_text="Names and house rules").click()
    expect(page.locator("#save-match")).to_be_visible()
    page.go_back()
    expect(page.locator(".standings")).to_be_visible()
    page.go_back()
    expect(page.locator("#player-0")).to_have_value("")


SLOW = """
const go = history.go
window.gone = new Promise((tell) => addEventListener("popstate", () => setTimeout(tell), { once: true }))
history.go = (by) => setTimeout(() => go.call(history, by), 300)
"""
"""A browser that takes its time to go back."""


@pytest.mark.parametrize("closes", ["a key", "the button"])
def test_no_other_screen_is_opened_before_the_sheet_has_left(page: Page, closes: str) -> None:
    """The old one would come back over it."""
    made = page.request.post("/api/v1/matches", data=MATCH).json()["id"]
    page.goto(f"/#/match/{made}")
    page.click("#more")
    page.evaluate(f"() => {{ {SLOW} }}")
    for _ in range(2):  # whoever is impatient asks twice
        if closes == "a key":
            page.keyboard.press("Escape")
        else:
            page.click("dialog header button")
    page.click("#back")
    page.evaluate("gone")
    expect(page.locator("#start-scan")).to_be_visible()
    expect(page.locator("dialog")).to_have_count(0)
    page.go_back()
    expect(page.locator(".standings")).to_be_visible()


def test_a_reload_closes_the_sheet_and_back_leaves_the_screen(page: Page) -> None:
    made = page.request.post("/api/v1/matches", data=MATCH).json()["id"]
    page.goto(f"/#/match/{made}")
    page.click("#more")
    page.reload()
    expect(page.locator(".standings")).to_be_visible()
    page.wait_for_function("history.state === null")
    page.go_back()
    expect(page.locator("#start-scan")).to_be_visible()


def test_a_match_that_is_gone_holds_nobody_up(page: Page) -> None:
    """Be it deleted here or elsewhere, Back does not lead to it again and again."""
    page.goto("/#/new")
    made = page.request.post("/api/v1/matches", data=MATCH).json()["id"]
    page.goto(f"/#/match/{made}")
    page.click("#more")
    page.click("dialog .danger")
    page.get_by_role("button", name="Delete it").click()
    expect(page.locator("#start-scan")).to_be_visible()
    page.go_back()
    expect(page.locator("#player-0")).to_be_visible()
    page.goto(f"/#/match/{made}")
    expect(page.locator("#notice .wrong")).to_be_visible()
    expect(page.locator("#start-scan")).to_be_visible()
    page.go_back()
    expect(page.locator("#player-0")).to_be_visible()
