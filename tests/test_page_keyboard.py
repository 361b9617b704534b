"""A whole match by the keyboard alone: no mouse and no finger."""

from collections.abc import Callable

from page_table import TableScanner
from playwright.sync_api import Page, expect


def test_a_whole_match_by_the_keyboard_alone(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/", has_touch=False, viewport={"width": 1280, "height": 800})
    expect(page.locator("#start-new")).to_be_visible()
    press(page, "start-new")

    # Radio buttons by arrows, fields by typing.
    tab_to(page, "game-rummikub")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#game-rami")).to_be_checked()
    write(page, "player-0", "Ana")
    write(page, "player-1", "Ben")
    press(page, "save-match")
    expect(page.locator("#add-round")).to_be_visible()

    press(page, "add-round")
    expect(page.locator("#winner-0")).to_be_attached()
    press(page, "winner-0", "Space")
    expect(page.locator("#winner-0")).to_be_checked()
    press(page, "next-hand")
    expect(page.locator("#choose-photo")).to_be_attached()
    tab_to(page, "choose-photo")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Space")
    chooser.value.set_files(tables.lay("ben.jpg", "KD KS QD QS JD JS 9H=10H? 2C=?"))
    expect(page.locator(".total b")).to_have_text("?")

    # What is not read is named, what was misread is put right, from the chip and the pad of labels.
    press(page, "name-unread")
    choose(page, "2C")
    expect(page.locator(".total b")).to_have_text("72")
    press(page, "chip-p7")
    choose(page, "9H")
    expect(page.locator(".total b")).to_have_text("71")
    press(page, "confirm")
    expect(page.locator("#save-round")).to_be_enabled()
    press(page, "opened-1", "Space")
    expect(page.locator(".preview .points")).to_have_text(["0", "50"])
    press(page, "save-round")
    expect(page.locator(".standings b")).to_have_text(["0", "50"])

    press(page, "add-round")
    expect(page.locator("#winner-0")).to_be_attached()
    press(page, "winner-0", "Space")
    press(page, "next-hand")
    expect(page.locator("#typed")).to_be_visible()
    write(page, "typed", "AH AS KD 10H 8C")
    page.keyboard.press("Enter")
    expect(page.locator("#confirm")).to_contain_text("50")
    press(page, "confirm")
    expect(page.locator("#save-round")).to_be_enabled()
    press(page, "save-round")
    expect(page.locator("#outcome")).to_have_text("Ana has won.")


def press(page: Page, wanted: str, key: str = "Enter") -> None:
    """Goes there by the Tab key and presses a key."""
    tab_to(page, wanted)
    page.keyboard.press(key)


def write(page: Page, wanted: str, text: str) -> None:
    tab_to(page, wanted)
    page.keyboard.type(text)


def choose(page: Page, label: str) -> None:
    """A label of the pad, from wherever the sheet puts the reader."""
    expect(page.locator("dialog")).to_be_visible()
    for _ in range(70):
        if page.evaluate("document.activeElement.dataset.label") == label:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_have_count(0)


def tab_to(page: Page, wanted: str) -> None:
    """Steps with the Tab key until the focus is there, once round the page at most."""
    for _ in range(120):
        if page.evaluate("document.activeElement.id") == wanted:
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"The Tab key does not lead to {wanted}.")
