"""What was entered survives a reload, and a connection that is lost in the middle; the shell opens without one."""

import re
from collections.abc import Callable

import pytest
from page_fixtures import PageServer
from page_table import TableScanner
from playwright.sync_api import Page, Route, expect
from test_page_match import begin, open_losing_hand, score


def test_a_reload_loses_nothing(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/new")
    page.click("label[for=game-rami]")
    page.fill("#player-0", "Ana")
    page.fill("#match-name", "Friday")
    page.reload()
    expect(page.locator("#player-0")).to_have_value("Ana")
    expect(page.locator("#match-name")).to_have_value("Friday")
    page.fill("#player-1", "Ben")
    page.click("#save-match")

    page.click("#add-round")
    page.click("label[for=winner-1]")
    page.click("#hand-of-0")
    page.set_input_files("#choose-photo", tables.lay("ana.jpg", "KD 5C=?"))
    page.click("#name-unread")
    page.click("dialog [data-label='5C']")
    expect(page.locator(".total b")).to_have_text("15")
    page.reload()
    expect(page.locator(".total b")).to_have_text("15")
    page.click("#confirm")
    expect(page.locator("#save-round")).to_be_enabled()
    page.reload()
    expect(page.locator("#winner-1")).to_be_checked()
    score(page, "15", "0")
    page.reload()
    expect(page.locator(".standings b")).to_have_text(["15", "0"])


def test_a_lost_connection_loses_nothing(
    open_page: Callable[..., Page], tables: TableScanner, server: PageServer
) -> None:
    page = open_page(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    begin(page, "rami", "Ana", "Ben")
    open_losing_hand(page)
    expect(page.locator("#typed")).to_be_visible()

    # The photo is taken, and nobody is there: it waits, even over a reload.
    server.stop()
    page.set_input_files("#choose-photo", tables.lay("ben.jpg", "KD 7H"))
    expect(page.locator("#connection")).to_contain_text("cannot be reached")
    page.reload()
    expect(page.locator("#connection")).to_contain_text("what you entered is still here")
    server.start()
    expect(page.locator(".total b")).to_have_text("17")
    expect(page.locator("#connection")).to_be_empty()

    # The round is sent, and nobody is there: it is scored once, when the service is back.
    page.click("#confirm")
    expect(page.locator("#save-round")).to_be_enabled()
    server.stop()
    page.click("#save-round")
    expect(page.locator("#connection")).to_contain_text("cannot be reached")
    server.start()
    expect(page.locator(".standings b")).to_have_text(["0", "17"])
    expect(page.locator("tbody tr")).to_have_count(1)


class Slow:
    """Answers of the service that are on their way until they are let come."""

    def __init__(self, page: Page, address: str) -> None:
        self.held: list[Route] = []
        self.is_slow = True
        page.route(address, self._hold)

    def _hold(self, one: Route) -> None:
        if self.is_slow:
            self.held.append(one)
        else:
            one.continue_()

    def come(self, page: Page) -> None:
        """All of them, and all that follow."""
        self.is_slow = False
        with page.expect_response("**/api/v1/**"):
            for one in self.held:
                one.continue_()
        page.wait_for_timeout(300)  # what the page makes of them


@pytest.mark.parametrize("pressed", ["a correction", "confirmed", "another photo"])
def test_an_answer_that_comes_late_counts_no_hand_that_was_taken_back(
    open_page: Callable[..., Page], tables: TableScanner, pressed: str
) -> None:
    """Else the next hand is confirmed as empty."""
    page = open_page()
    begin(page, "rami", "Ana", "Ben")
    open_losing_hand(page)
    page.set_input_files("#choose-photo", tables.lay("ben.jpg", "KD 9H"))
    expect(page.locator(".total b")).to_have_text("19")
    slow = Slow(page, "**/api/v1/hands?*" if pressed == "another photo" else "**/api/v1/scans/**")
    if pressed == "a correction":
        page.click("#chip-p2")
        page.click("dialog [data-label='8H']")
    elif pressed == "confirmed":
        page.click("#confirm")
    page.click("#anew")
    expect(page.locator("#confirm")).to_have_count(0)
    if pressed != "another photo":
        expect(page.locator("#typed")).to_be_visible()
    slow.come(page)
    expect(page.locator("#confirm")).to_have_count(0)
    page.click(".pad [data-label='2C']")
    expect(page.locator("#confirm")).to_contain_text("2 points")


def test_quick_taps_all_count_on_a_slow_connection(open_page: Callable[..., Page]) -> None:
    """And what is on its way when the hand is confirmed is looked at first."""
    page = open_page()
    begin(page, "rami", "Ana", "Ben")
    open_losing_hand(page)
    expect(page.locator(".pad")).to_be_visible()
    slow = Slow(page, "**/api/v1/hands?*")
    for label in ("9H", "KD", "2C"):
        page.click(f".pad [data-label='{label}']")
    slow.come(page)
    expect(page.locator(".total b")).to_have_text("21")
    slow = Slow(page, "**/api/v1/hands?*")
    page.click(".pad [data-label='3C']")
    page.click("#confirm")
    slow.come(page)
    expect(page.locator("#confirm")).to_contain_text("24 points")


def test_a_sheet_taken_up_again_stays_though_an_answer_comes_late(
    open_page: Callable[..., Page], tables: TableScanner
) -> None:
    page = open_page("#/verify")
    page.click("label[for=game-rami]")
    page.fill("#sheet-hand", "KD 6H")
    page.set_input_files("#choose-photo", tables.lay("sheet.jpg", "KD 6H=9H"))
    page.click(".differences .different button")
    slow = Slow(page, "**/api/v1/verifications?*")
    page.click("dialog [data-label='8H']")
    page.click("#change-sheet")
    slow.come(page)
    page.fill("#sheet-hand", "KD 8H")
    expect(page.locator(".verdict")).to_have_count(0)


def test_without_a_connection_a_photo_can_be_taken_and_waits(
    open_page: Callable[..., Page], tables: TableScanner, server: PageServer
) -> None:
    page = open_page("#/scan", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.click("label[for=game-rami]")
    server.stop()
    page.reload()
    expect(page.locator("#connection")).to_contain_text("Scanning and saving wait until it is back")
    expect(page.locator("#game-rami")).to_be_checked()
    page.set_input_files("#choose-photo", tables.lay("ben.jpg", "KD 7H"))
    expect(page.locator(".on-the-way")).to_be_visible()
    server.start()
    expect(page.locator(".total b")).to_have_text("17")
    expect(page.locator("#connection")).to_be_empty()


def test_two_phones_do_not_overwrite_each_other(open_page: Callable[..., Page]) -> None:
    one = open_page()
    begin(one, "rami", "Ana", "Ben")
    other = open_page(re.sub(".*#", "#", one.url))
    for page, winner in ((one, 0), (other, 1)):
        page.click("#add-round")
        page.click(f"label[for=winner-{winner}]")
        page.click(f"#hand-of-{1 - winner}")
        page.click(".pad [data-label='9H']")
        page.click("#confirm")
        expect(page.locator("#save-round")).to_be_enabled()
    score(one, "0", "9")
    other.click("#save-round")
    expect(other.locator("#notice")).to_contain_text("Someone else changed the match")
    expect(other.locator("#title")).to_have_text("Round 2")
    score(other, "9", "9")
