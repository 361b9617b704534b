"""Script tried in every field and name of the page, in its addresses and in the report of a batch, in a real browser:
nothing of it runs, no dialog opens, and the browser keeps to the policy that it was sent."""

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hostile.texts import SCRIPTS
from page_fixtures import PATIENCE_MS, PageServer
from page_table import TableScanner
from playwright.sync_api import Browser, Page, Route, expect
from test_batch_run import run, write_photo
from test_page_screens import GO

from service.guard.headers import HEADERS

STRANGE = "script:not([src]), iframe, object, embed, base, form[action], [srcdoc], img[src='x'], b:text-is('bold'), \
[onerror], [onload], [onfocus], [href^='javascript:']"
"""What the page never has, and script would bring."""


class Watched:
    """A page that a person walks through; `nothing_ran` looks at what came of it."""

    def __init__(self, page: Page) -> None:
        self.page, self.dialogs = page, list[str]()
        page.on("dialog", self._seen)

    def _seen(self, dialog: Any) -> None:
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def nothing_ran(self) -> None:
        assert self.page.locator(STRANGE).count() == 0
        assert self.dialogs == []


@pytest.fixture
def watched(open_page: Callable[..., Page]) -> Watched:
    """`open_page` fails the test too where the content policy had to step in."""
    return Watched(open_page())


def match_of(text: str) -> dict[str, Any]:
    """A match that is called so, with a player who is called so, and a round."""
    one = {
        "ending": "out",
        "winner": text[:60],
        "players": [{"name": text[:60], "hand": []}, {"name": "Ben", "hand": ["AH", "JOKER"], "opened": False}],
    }
    return {"name": text, "game": "rami", "players": [text[:60], "Ben"], "rounds": [one]}


def test_names_are_shown_as_they_are(watched: Watched, tables: TableScanner) -> None:
    """On every screen that a match has, and in the file names of photos."""
    page = watched.page
    for text in SCRIPTS:
        made = page.request.post("/api/v1/matches/import", data=match_of(text)).json()["id"]
        for screen in (
            "/edit",
            "/round/1",
            "/round/1/edit",
            "/round/new/edit",
            "/round/1/hand/1",
            "/round/new/table",
            "",
        ):
            page.evaluate(GO, f"#/match/{made}{screen}")
            expect(page.locator(".page > *").first).to_be_attached()
            watched.nothing_ran()
        expect(page.locator(".standings")).to_contain_text(text[:60])
        page.click("#more")
        watched.nothing_ran()
        page.keyboard.press("Escape")
        page.click("#back")
        expect(page.locator(".matches li").first).to_contain_text(text)
        watched.nothing_ran()
        page.click("#start-scan")
        page.click("label[for=game-rami]")
        photo = tables.lay(text.replace("/", "∕"), "KD 9H=10H?")
        tables.tables[photo["name"].replace('"', "%22")] = tables.tables[photo["name"]]  # as browsers write it
        page.set_input_files("#choose-photo", photo)
        expect(page.locator(".chip.unsure")).to_have_count(1)
        watched.nothing_ran()


def test_what_is_typed_wrong_is_shown_as_it_is(watched: Watched) -> None:
    page = watched.page
    made = page.request.post("/api/v1/matches", data={"game": "rami", "players": ["Ana", "Ben"]}).json()["id"]
    for text in SCRIPTS:
        page.goto("/#/new")
        page.click("label[for=game-rami]")
        page.fill("#player-0", text[:60])
        page.fill("#player-1", text[:60])
        page.fill("#match-name", text)
        page.click("#save-match")
        expect(page.locator(".wrong:visible").first).to_be_visible()
        watched.nothing_ran()
        page.goto(f"/#/match/{made}/round/new/hand/1")
        page.fill("#typed", text)
        page.press("#typed", "Enter")
        expect(page.locator("#typed-wrong")).not_to_be_empty()
        watched.nothing_ran()


@pytest.mark.parametrize(
    "address", ["/?lang={}", "/?{}", "/#{}", "/#/{}", "/#/match/{}", "/#/scan/{}", "/{}", "/join?token={}"]
)
def test_what_an_address_carries_does_not_run(open_page: Callable[..., Page], address: str) -> None:
    watched = Watched(open_page())
    for text in SCRIPTS[:3]:
        for carried in (text, quote(text, "")):
            if "#" in address or carried != text:
                watched.page.goto(address.format(carried))
                if "#" in address:
                    expect(watched.page).to_have_url(re.compile("#/$"))  # no screen is called so
                if "/#" in address or "/?" in address:
                    expect(watched.page.locator(".matches, .hint").first).to_be_attached()
                watched.nothing_ran()


SAID = ("message", "name", "reason")


def everywhere(said: Any, text: str) -> Any:
    """An answer of the service with `text` for all sentences and names in it; what is reckoned with stays."""
    if isinstance(said, dict):
        return {key: text if key in SAID else everywhere(one, text) for key, one in said.items()}
    return [everywhere(one, text) for one in said] if isinstance(said, list) else said


def telling(text: str) -> Callable[[Route], None]:
    """Lets the service answer with `text` everywhere."""
    return lambda route: route.fulfill(json=everywhere(route.fetch().json(), text))


def test_a_compared_sheet_shows_what_it_is_told(watched: Watched, tables: TableScanner) -> None:
    """What is typed and refused, and then an answer of the service that is script in all its sentences and names."""
    page = watched.page
    for text in SCRIPTS:
        page.evaluate(GO, "#/verify")
        page.click("label[for=game-rami]")
        page.fill("#sheet-hand", text)
        # The notice alone may be that of the text before, and the next answer would then be given to this question.
        with page.expect_response("**/api/v1/verifications*"):
            page.set_input_files("#choose-photo", tables.lay("sheet.jpg", "KD 6H=9H 2C=?"))
        expect(page.locator("#choose-photo")).to_be_attached()
        expect(page.locator("#notice")).not_to_be_empty()
        watched.nothing_ran()
        page.route("**/api/v1/verifications*", telling(text))
        page.fill("#sheet-hand", "KD 6H 4S")
        page.set_input_files("#choose-photo", tables.lay("again.jpg", "KD 6H=9H 2C=?"))
        expect(page.locator(".verdict")).to_contain_text(text)
        watched.nothing_ran()
        page.unroute("**/api/v1/verifications*")


SEEN = """
(text) => import("/static/js/live_view.js").then(({ liveView }) => {
  const view = liveView(document.createElement("video"))
  document.body.append(view.node)
  const outline = [[1, 1], [9, 1], [9, 9], [1, 9]]
  const pieces = [{ id: "p1", label: text, outline, review: true, points: 1, alternatives: [text] }]
  view.show({
    settled: true, just_settled: false, stands: null,
    hints: [{ code: text, message: text }], photo: { name: text, width: 10, height: 10 },
    hands: [{ points: 1, review: true, pieces }], unread: [{ id: "u1", outline, reason: text }],
  })
  const said = view.node.textContent
  view.lost(text)
  return [said, view.node.textContent]
})
"""


def test_the_live_camera_shows_what_it_is_told(watched: Watched) -> None:
    for text in SCRIPTS:
        for said in watched.page.evaluate(SEEN, text):
            assert text in said
        watched.nothing_ran()


TRIED = {
    "script-src-elem": "put('script', 'textContent', 'ran = 1')",
    "script-src-attr": "put('img', 'src', '/none').setAttribute('onerror', 'ran = 1')",
    "style-src-attr": "put('p', 'id', 'x').setAttribute('style', 'color: red')",
    "img-src": "put('img', 'src', 'http://127.0.0.2:9/x.png')",
    "connect-src": "fetch('http://127.0.0.2:9/').catch(() => 0)",
    "frame-src": "put('iframe', 'src', '/')",
    "object-src": "put('object', 'data', '/')",
    "base-uri": "put('base', 'href', 'http://127.0.0.2:9/')",
    "form-action": "put('form', 'action', 'http://127.0.0.2:9/').submit()",
}
"""What a script in the page might try, by the part of the policy that stops it."""


@pytest.fixture
def tab(browser: Browser, server: PageServer) -> Iterator[Page]:
    context = browser.new_context(base_url=server.url, service_workers="block")
    context.set_default_timeout(PATIENCE_MS)
    yield context.new_page()
    context.close()


LOOKING_ON = """
window.stopped = []
addEventListener('securitypolicyviolation', (one) => stopped.push(one.effectiveDirective))
window.put = (tag, property, value) => {
  const one = document.createElement(tag)
  one[property] = value
  document.body.append(one)
  return one
}
"""


def test_the_browser_keeps_to_the_policy(tab: Page) -> None:
    tab.goto("/")
    tab.evaluate(f"() => {{ {LOOKING_ON} }}")
    for directive, tried in TRIED.items():
        tab.evaluate(f"() => {{ {tried} }}")
        tab.wait_for_function("(directive) => stopped.includes(directive)", arg=directive)
        assert tab.evaluate("window.ran") is None


def test_the_browser_gets_the_headers_and_shows_the_page_in_no_frame(tab: Page, server: PageServer) -> None:
    answer = tab.goto("/")
    assert answer
    assert HEADERS.items() <= answer.all_headers().items()
    assert tab.evaluate("[window.opener, document.referrer]") == [None, ""]
    tab.route("**/frame.html", lambda route: route.fulfill(content_type="text/html", body=f"<iframe src={server.url}>"))
    tab.goto("http://elsewhere.test/frame.html")
    tab.wait_for_load_state("networkidle")
    inside = tab.frames[1]
    assert not inside.url.startswith(server.url)
    assert inside.query_selector("#title") is None


def test_the_report_of_a_batch_runs_nothing(open_page: Callable[..., Page], tmp_path: Path) -> None:
    """It is a file that is passed on, and carries its policy itself."""
    folder = tmp_path / "in"
    with (tmp_path / "list.csv").open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(["photo", "match", "round", "player", "ending", "winner"])
        for number, text in enumerate(SCRIPTS):
            name = f"in/{number}{text.replace('/', '∕')[:60]}.jpg"
            write_photo(tmp_path / name, "6H?" if number % 2 else "6H")
            table.writerow([name, text, 1, text[:60], "out", "Ben"])
    run(tmp_path / "list.csv", tmp_path / "out")
    assert len(list(folder.iterdir())) == len(SCRIPTS)
    watched = Watched(open_page())
    watched.page.goto((tmp_path / "out" / "report.html").as_uri())
    for text in SCRIPTS:
        expect(watched.page.locator("body")).to_contain_text(text[:60])
    watched.nothing_ran()
