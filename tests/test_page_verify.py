"""A sheet is compared with a photo; a photo that was read wrong is mended on the spot."""

from collections.abc import Callable

import pytest
from page_table import TableScanner
from playwright.sync_api import Page, expect


def test_the_differences_are_shown_and_mended(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/")
    page.click("#start-verify")
    page.click("label[for=game-rami]")
    page.fill("#sheet-hand", "king of diamonds, 6 of hearts, 2C, 4S")
    expect(page.locator("#sheet-total")).to_be_disabled()
    page.set_input_files("#choose-photo", tables.lay("sheet.jpg", "KD 6H=9H 2C"))
    expect(page.locator(".verdict h2")).to_have_text("They differ")
    expect(page.locator(".sides dd")).to_have_text(["22", "21", "−1"])
    expect(page.locator(".differences .different > b")).to_have_text("+3")
    expect(page.locator(".differences .missing > b")).to_have_text("−4")
    expect(page.locator(".outline.different")).to_have_count(1)
    page.reload()
    page.click(".differences .different button")
    page.click("dialog [data-label='6H']")
    expect(page.locator(".sides dd")).to_have_text(["22", "18", "−4"])
    page.click("#change-sheet")
    page.fill("#sheet-hand", "KD 6H 2C")
    page.set_input_files("#choose-photo", tables.lay("sheet.jpg", "KD 6H=9H 2C"))
    expect(page.locator(".verdict h2")).to_have_text("They agree")
    page.click("#next-sheet")
    expect(page.locator("#sheet-hand")).to_have_value("")


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (1280, 720)])
def test_no_difference_hides_behind_what_is_told(
    open_page: Callable[..., Page], tables: TableScanner, size: tuple[int, int]
) -> None:
    page = open_page("#/verify", viewport={"width": size[0], "height": size[1]})
    photo = tables.lay("sheet.jpg", "KD 6H=9H 2C")
    page.click("label[for=game-rami]")
    page.fill("#sheet-hand", "KD 6H 4S 5S 7S 8S")
    page.set_input_files("#choose-photo", photo)
    page.click(".differences .different button")
    page.click("dialog [data-label='8H']")
    expect(page.locator(".sides dd").nth(1)).to_have_text("20")
    page.click("#change-sheet")
    page.set_input_files("#choose-photo", photo)
    expect(page.locator("#notice .notice")).to_be_visible()
    assert page.evaluate(HIDDEN) == []
    for row in page.locator(".differences li").all():
        row.evaluate("row => row.scrollIntoView({ block: 'center' })")
        assert row.evaluate("row => row.textContent") not in page.evaluate(HIDDEN)


HIDDEN = """() => {
    const told = document.querySelector("#notice .notice").getBoundingClientRect();
    const isHidden = (seen) => told.top < seen.bottom && seen.top < told.bottom;
    return [...document.querySelectorAll(".differences li")]
        .filter((row) => isHidden(row.getBoundingClientRect()))
        .map((row) => row.textContent);
}"""


def test_points_alone_are_compared_too(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/verify")
    page.click("label[for=game-rummikub]")
    page.fill("#sheet-total", "20")
    expect(page.locator("#sheet-hand")).to_be_disabled()
    page.set_input_files("#choose-photo", tables.lay("tiles.jpg", "R7 B13"))
    expect(page.locator(".verdict h2")).to_have_text("They agree")


def test_a_hand_among_several_is_found_or_chosen(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/verify")
    page.click("label[for=game-rami]")
    page.click("label[for=hands-2]")
    page.fill("#sheet-hand", "2C 4C")
    page.set_input_files("#choose-photo", tables.lay("table.jpg", "KD 9H", "2C 3C"))
    expect(page.locator("#which-hand")).to_have_text("Compared with hand 2 of 2 in the photo.")
    expect(page.locator(".sides dd")).to_have_text(["6", "5", "−1"])
    expect(page.locator(".outline.dim")).to_have_count(2)
    page.click(".hand-name >> nth=0")
    expect(page.locator("#which-hand")).to_have_text("Compared with hand 1 of 2 in the photo.")
    expect(page.locator(".sides dd")).to_have_text(["6", "19", "+13"])


def test_a_hand_that_cannot_be_read_sends_the_photo_once(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/verify")
    sent: list[str] = []
    page.on("request", lambda one: sent.append(one.url) if one.method == "POST" and "/scans" in one.url else None)
    page.click("label[for=game-rami]")
    page.fill("#sheet-hand", "KD 77")
    page.set_input_files("#choose-photo", tables.lay("sheet.jpg", "KD 9H"))
    expect(page.locator("#notice")).to_contain_text("77")
    page.fill("#sheet-hand", "KD 9H")
    page.set_input_files("#choose-photo", tables.lay("sheet.jpg", "KD 9H"))
    expect(page.locator(".verdict h2")).to_have_text("They agree")
    assert len(sent) == 2
