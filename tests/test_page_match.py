"""A whole match of each game, from the first photo to the winner, in each of the three languages."""

import re
from collections.abc import Callable

import pytest
from page_table import TableScanner
from playwright.sync_api import Page, expect

from scoring import Language
from service.language import LANGUAGES, say

FOREIGN = {"en": "fr", "ms": "en", "fr": "ms"}
"""What the browser speaks at first."""
NEVER_OPENED = {
    "en": "king of hearts, king of spades, queen of diamonds, jack of clubs, 9 of hearts",
    "ms": "raja hati, raja spad, ratu wajik, jek kelawar, sembilan hati",
    "fr": "roi de cœur, roi de pique, dame de carreau, valet de trèfle, 9 de cœur",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_rami(open_page: Callable[..., Page], tables: TableScanner, language: Language) -> None:
    page = open_page(locale=FOREIGN[language])
    speak(page, language)
    begin(page, "rami", "Ana", "Ben")
    expect(page.locator("#outcome")).to_contain_text(say(language, "up to {target} points", target=100))

    # Round 1: a photo, of which one card was misread and one not read at all.
    open_losing_hand(page)
    page.set_input_files("#choose-photo", tables.lay("ben.jpg", "AH JOKER 9H=10H? 5C=?"))
    expect(page.locator(".total b")).to_have_text("?")
    expect(page.locator("#confirm")).to_have_count(0)
    expect(page.locator(".chip.unsure")).to_have_count(1)
    page.click("#name-unread")
    page.click("dialog [data-label='5C']")
    expect(page.locator(".total b")).to_have_text("46")
    tap_twice(page, "#chip-p3", "9H")
    expect(page.locator(".total b")).to_have_text("45")
    page.click("#confirm")
    score(page, "0", "45")

    # Round 2: Ben typed, in the language of the page; he never opened.
    open_losing_hand(page)
    page.fill("#typed", NEVER_OPENED[language])
    page.press("#typed", "Enter")
    expect(page.locator(".total b")).to_have_text("49")
    page.click("#confirm")
    page.click("label[for=opened-1]")
    expect(page.locator(".preview .points").nth(1)).to_have_text("50")
    score(page, "0", "95")

    # Round 3: Ben's last card is tapped in, and the match is over.
    open_losing_hand(page)
    page.click(".pad [data-label='5D']")
    expect(page.locator(".total b")).to_have_text("5")
    page.click("#confirm")
    score(page, "0", "100")
    expect(page.locator("#outcome")).to_have_text(say(language, "{player} has won.", player="Ana"))
    expect(page.locator("html")).to_have_attribute("lang", language)

    # An earlier round is changed, and the match goes on; undone, it is over again.
    page.click("tbody tr:nth-child(1) a")
    page.click("#change-round")
    page.click("label[for=winner-1]")
    page.click("#hand-of-0")
    page.click(".pad [data-label='2D']")
    page.click("#confirm")
    page.click("#save-round")
    expect(page.locator("#change-round")).to_be_visible()
    expect(page.locator(".score .points").nth(0)).to_have_text("2")
    page.click("#back")
    expect(page.locator(".standings b")).to_have_text(["2", "55"])
    expect(page.locator(".outcome.won")).to_have_count(0)
    page.click("#undo")
    expect(page.locator(".standings b")).to_have_text(["0", "100"])

    # The next one begins with the same game and players.
    page.click("#rematch")
    expect(page.locator("#game-rami")).to_be_checked()
    expect(page.locator(".name-row input")).to_have_count(2)
    expect(page.locator("#player-1")).to_have_value("Ben")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_rummikub(open_page: Callable[..., Page], tables: TableScanner, language: Language) -> None:
    page = open_page(locale=FOREIGN[language])
    speak(page, language)
    page.click("#start-new")
    name_players(page, "rummikub", "Ana", "Ben", "Cleo")
    page.click(".options summary")
    page.fill("#rule-rounds", "2")
    page.click("#save-match")
    expect(page.locator("#outcome")).to_contain_text(say(language, "{count} rounds", count=2))
    expect(page.locator("#outcome")).to_contain_text(say(language, "{player} starts", player="Ana"))

    # Round 1: one photo of the table, its two hands dealt to Ben and Cleo; one tile belongs to the other.
    page.click("#add-round")
    page.click("label[for=winner-0]")
    page.click("#table-photo")
    page.set_input_files("#take-photo", tables.lay("table.jpg", "K13 R7=R1? B2", "O9 JOKER"))
    page.click("#seat-0-2")
    page.click("#seat-1-1")
    tap_twice(page, "#chip-p2", "R7")
    page.click("#chip-p3")
    page.locator("dialog .pad-more button").first.click()
    expect(page.locator(".total b")).to_have_text(["20", "41"])
    page.click("#confirm")
    expect(page.locator(".preview .points")).to_have_text(["+61", "−41", "−20"])
    score(page, "61", "−41", "−20")
    expect(page.locator("#outcome")).to_contain_text(say(language, "{player} starts", player="Ben"))

    # Round 2: blocked, and two hands tie for the lowest: the win is shared.
    page.click("#add-round")
    page.click("label[for=ending-blocked]")
    for seat, hand in enumerate(("B5", "R5", "K6")):
        page.click(f"#hand-of-{seat}")
        page.fill("#typed", hand)
        page.click("#read-typed")
        expect(page.locator(".total b")).to_have_text(hand[1:])
        page.click("#confirm")
    expect(page.locator(".preview .points")).to_have_text(["+1/2", "+1/2", "−1"])
    score(page, "61 1/2", "−40 1/2", "−21")
    expect(page.locator("#outcome")).to_have_text(say(language, "{player} has won.", player="Ana"))


def speak(page: Page, language: Language) -> None:
    """Chooses a language as people do."""
    page.click("#settings")
    page.click(f"label[for=language-{language}]")
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#start-new")).to_contain_text(say(language, "New match"))


def name_players(page: Page, game: str, *names: str) -> None:
    page.click(f"label[for=game-{game}]")
    for seat, name in enumerate(names):
        if not page.locator(f"#player-{seat}").count():
            page.click("#add-player")
        page.fill(f"#player-{seat}", name)


REFUSED: dict[Language, tuple[str, str]] = {
    "en": (
        "“9” (word 1, character 1) is only half a piece; it could be nine of spades, nine of",
        "Nine of hearts is there 3",
    ),
    "ms": ("sembilan spad, sembilan hati,", "Sembilan hati ada 3 kali"),
    "fr": ("neuf de pique, neuf de cœur,", "Neuf de cœur est là 3 fois"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_names_pieces_as_people_do(open_page: Callable[..., Page], language: Language) -> None:
    """And leaves alone what was typed."""
    page = open_page(locale=language)
    begin(page, "rami", "Ana", "Ben")
    open_losing_hand(page)
    half, beyond = REFUSED[language]
    page.fill("#typed", "9")
    page.press("#typed", "Enter")
    expect(page.locator("#typed-wrong")).to_contain_text(half)
    page.fill("#typed", "9H 9H 9H")
    page.press("#typed", "Enter")
    page.click("#confirm")
    expect(page.locator(".preview [role=alert]")).to_contain_text(beyond)


def test_a_refusal_leaves_a_player_called_like_a_piece(open_page: Callable[..., Page]) -> None:
    page = open_page(locale="en")
    begin(page, "rummikub", "R7", "Ben")
    page.click("#add-round")
    page.click("label[for=ending-blocked]")
    page.click("details.options summary")
    page.click("label[for=tie-tiebreak]")
    for seat in "01":
        page.click(f"#hand-of-{seat}")
        page.fill("#typed", "R7")
        page.press("#typed", "Enter")
        page.click("#confirm")
    expect(page.locator(".preview [role=alert]")).to_contain_text("R7 and Ben tie for the lowest")


def begin(page: Page, game: str, *names: str) -> None:
    page.click("#start-new")
    name_players(page, game, *names)
    page.click("#save-match")
    expect(page).to_have_url(re.compile(r"#/match/\w+$"))


def tap_twice(page: Page, piece: str, label: str) -> None:
    """Puts a piece right: one tap on it, one on what it is."""
    page.click(piece)
    page.click(f"dialog .likely [data-label='{label}']")
    expect(page.locator("dialog")).to_have_count(0)


def open_losing_hand(page: Page) -> None:
    """That of the second player, in a new round that the first has won."""
    page.click("#add-round")
    page.click("label[for=winner-0]")
    page.click("#hand-of-1")


def score(page: Page, *totals: str) -> None:
    page.click("#save-round")
    expect(page.locator(".standings b")).to_have_text(list(totals))
