"""Matches are taken away and brought back as files, printed, and looked at again with the photos that were kept."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from page_fixtures import PageServer
from page_table import TableScanner
from playwright.sync_api import Page, expect
from test_page_match import begin, open_losing_hand, score

ROUND = {"ending": "out", "winner": "Ana", "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": ["R7"]}]}
MATCH = {"name": "Friday", "game": "rummikub", "players": ["Ana", "Ben"], "rounds": [ROUND]}


@pytest.mark.parametrize("form", ["JSON", "CSV"])
def test_a_match_goes_out_and_comes_back(open_page: Callable[..., Page], tmp_path: Path, form: str) -> None:
    page = open_page()
    page.set_input_files("#import", {"name": "a.json", "mimeType": "text/json", "buffer": json.dumps(MATCH).encode()})
    expect(page.locator(".standings b")).to_have_text(["7", "−7"])
    page.click("#more")
    with page.expect_download() as download:
        page.get_by_role("link", name=f"Save as {form}").click()
    file = tmp_path / f"match.{form.lower()}"
    download.value.save_as(file)
    page.keyboard.press("Escape")
    page.click("#back")
    page.set_input_files("#import", file)
    expect(page.locator(".standings b")).to_have_text(["7", "−7"])
    page.click("#back")
    expect(page.locator(".matches li")).to_have_count(2)


def test_a_file_that_is_no_match_is_refused(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.set_input_files("#import", {"name": "a.json", "mimeType": "text/json", "buffer": b"{"})
    expect(page.locator("#notice .wrong")).to_be_visible()


def test_on_paper_stands_the_score_alone(open_page: Callable[..., Page]) -> None:
    page = open_page()
    over = json.dumps({**MATCH, "options": {"rounds": 1}}).encode()
    page.set_input_files("#import", {"name": "a.json", "mimeType": "text/json", "buffer": over})
    expect(page.locator("#rematch")).to_be_visible()
    page.emulate_media(media="print")
    for shown in ("table", ".standings", ".chart", "#title"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (".actions", "#more", "#back", ".hint", "#rematch"):
        expect(page.locator(hidden)).to_be_hidden()


@pytest.mark.parametrize("kept", [True, False])
def test_a_photo_is_seen_again_where_it_was_kept(
    open_page: Callable[..., Page], tables: TableScanner, server: PageServer, kept: bool
) -> None:
    page = open_page()
    begin(page, "rami", "Ana", "Ben")
    open_losing_hand(page)
    page.click(".capture summary")
    page.set_checked("#keep", kept)
    page.set_input_files("#choose-photo", tables.lay("ben.jpg", "KD 7H"))
    page.click("#confirm")
    score(page, "0", "17")
    server.stop()
    server.start()
    page.reload()
    with page.expect_response("**/photo") as answer:
        page.click("tbody th a")
    assert answer.value.status == (200 if kept else 410)
    expect(page.locator("#change-round")).to_be_visible()
    expect(page.locator("svg.photo")).to_be_visible(visible=kept)


def test_a_round_taken_out_can_be_put_back(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.set_input_files("#import", {"name": "a.json", "mimeType": "text/json", "buffer": json.dumps(MATCH).encode()})
    page.click("tbody th a")
    page.click("#remove-round")
    page.click("dialog .danger")
    expect(page.locator(".standings b")).to_have_text(["0", "0"])
    page.click("#notice .quiet")
    expect(page.locator(".standings b")).to_have_text(["7", "−7"])


def test_names_rules_and_colours_are_changed_and_stay(open_page: Callable[..., Page]) -> None:
    page = open_page()
    page.set_input_files("#import", {"name": "a.json", "mimeType": "text/json", "buffer": json.dumps(MATCH).encode()})
    page.click("#more")
    page.get_by_role("button", name="Names and house rules").click()
    page.fill("#player-1", "Bela")
    page.click(".options summary")
    page.fill("#rule-rounds", "1")
    page.click("#save-match")
    expect(page.locator("#outcome")).to_have_text("Ana has won.")
    expect(page.locator("thead th").nth(2)).to_have_text("Bela")
    page.click("#back")
    page.click("#settings")
    page.click("label[for=theme-dark]")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(paper) == "rgb(21, 25, 26)"
    page.reload()
    assert page.evaluate(paper) == "rgb(21, 25, 26)"
