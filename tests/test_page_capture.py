"""Ways to bring a hand here: the live camera, a tap on the photo, the keyboard alone; and what is wrong is told."""

from collections.abc import Callable

from page_fixtures import CAMERA_TABLE
from page_table import TableScanner
from playwright.sync_api import Page, expect
from test_page_keyboard import tab_to
from test_page_match import begin, open_losing_hand


def test_the_live_camera(open_page: Callable[..., Page], tables: TableScanner) -> None:
    tables.tables["camera.jpg"] = CAMERA_TABLE
    page = open_page("#/scan", permissions=["camera"])
    page.click("label[for=game-rami]")
    page.click("#live-camera")
    page.click("#shutter")
    expect(page.locator(".total b")).to_have_text("17")
    assert page.evaluate("document.querySelector('video')") is None


def test_no_live_camera_where_the_browser_forbids_it(open_page: Callable[..., Page]) -> None:
    page = open_page("#/")
    page.context.add_init_script("Object.defineProperty(navigator, 'mediaDevices', {value: undefined})")
    page.goto("/?insecure#/scan")
    expect(page.locator("#take-photo")).to_be_attached()
    expect(page.locator("#take-photo")).to_have_attribute("capture", "environment")
    assert page.get_attribute("#choose-photo", "capture") is None
    expect(page.locator("#live-camera")).to_have_count(0)
    page.click(".capture summary")
    expect(page.locator(".capture")).to_contain_text("--https")


def test_a_tap_on_the_photo_adds_a_piece_there(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/scan")
    page.click("label[for=game-rami]")
    page.set_input_files("#choose-photo", tables.lay("hand.jpg", "KD 7H 2C"))
    expect(page.locator(".total b")).to_have_text("19")
    photo = page.locator("svg.photo").bounding_box()
    assert photo
    page.mouse.click(photo["x"] + 4, photo["y"] + photo["height"] - 4)
    page.click("dialog [data-label='AS']")
    expect(page.locator(".total b")).to_have_text("30")
    page.click("[data-piece=a1].outline")
    page.click("dialog .danger-text")
    expect(page.locator(".total b")).to_have_text("19")
    page.click("#undo-correction")
    expect(page.locator(".total b")).to_have_text("30")


def test_what_was_told_of_a_photo_goes_with_it(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page()
    begin(page, "rami", "Ana", "Ben", "Cleo")
    page.click("#add-round")
    page.click("label[for=winner-0]")
    for seat in (1, 2):
        page.click(f"#hand-of-{seat}")
        page.set_input_files("#choose-photo", tables.lay("ben.jpg", "KD 7H"))
        page.click("#confirm" if seat == 1 else "#anew")
    expect(page.locator("#notice")).to_contain_text("already the hand of Ben")
    page.set_input_files("#choose-photo", tables.lay("cleo.jpg", "2C"))
    expect(page.locator(".total b")).to_have_text("2")
    expect(page.locator("#notice .notice")).to_have_count(0, timeout=2000)


def test_where_nothing_was_found_a_piece_is_named_by_hand(open_page: Callable[..., Page], tables: TableScanner) -> None:
    """By a tap on the photo, as it says there, or by the button for who does not tap."""
    page = open_page()
    begin(page, "rami", "Ana", "Ben")
    open_losing_hand(page)
    page.set_input_files("#choose-photo", {**tables.lay("faint.jpg", "KD 7H"), "name": "nothing.jpg"})
    expect(page.locator("#nothing-found")).to_contain_text("tap the photo")
    expect(page.locator("#notice .notice")).to_have_count(0)
    expect(page.locator("#confirm")).to_have_count(0)
    page.click("#add-0")
    page.click("dialog [data-label='7H']")
    expect(page.locator("#nothing-found")).to_have_count(0)
    page.click("#undo-correction")
    page.locator("svg.photo").click(position={"x": 60, "y": 60})
    page.click("dialog [data-label='KD']")
    expect(page.locator(".total b")).to_have_text("10")
    page.click("#confirm")
    expect(page.locator(".preview .score")).to_be_visible()


def test_a_finger_on_the_photo_opens_the_pad_and_presses_nothing_on_it(
    open_page: Callable[..., Page], tables: TableScanner
) -> None:
    """What a browser makes of a finger, it sends to what lies there by then."""
    page = open_page("#/scan", is_mobile=True)
    page.click("label[for=game-rami]")
    page.set_input_files("#choose-photo", tables.lay("hands.jpg", "KD 7H 2C"))
    expect(page.locator(".total b")).to_have_text("19")
    photo = page.locator("svg.photo").bounding_box()
    assert photo
    for at in (30, photo["height"] - 30):  # beside the pieces, above and below
        page.touchscreen.tap(photo["x"] + 8, photo["y"] + at)
        expect(page.locator("dialog")).to_be_visible()
        page.click("dialog header button")
        expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".total b")).to_have_text("19")
    page.touchscreen.tap(photo["x"] + 60, photo["y"] + photo["height"] / 2)
    expect(page.locator("dialog .likely")).to_be_visible()


def test_the_photo_can_be_looked_at_closely(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/scan")
    page.click("label[for=game-rami]")
    page.set_input_files("#choose-photo", tables.lay("hand.jpg", "KD 7H 2C"))
    photo = page.locator("svg.photo")
    width, height = (float(side) for side in (photo.get_attribute("viewBox") or "").split()[2:])
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    closer = [float(side) for side in (photo.get_attribute("viewBox") or "").split()]
    assert closer[2] < width / 2
    box = photo.bounding_box()
    assert box
    page.mouse.move(box["x"] + 150, box["y"] + 60)
    page.mouse.down()
    page.mouse.move(box["x"] + 50, box["y"] + 60, steps=4)
    page.mouse.up()
    pulled = [float(side) for side in (photo.get_attribute("viewBox") or "").split()]
    assert pulled[0] > closer[0]
    expect(page.locator("dialog")).to_have_count(0)
    page.get_by_role("button", name="Show the whole photo").click()
    expect(photo).to_have_attribute("viewBox", f"0 0 {width:g} {height:g}")


def test_a_hand_is_put_right_by_the_keyboard_alone(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/scan")
    page.click("label[for=game-rami]")
    page.set_input_files("#choose-photo", tables.lay("hand.jpg", "KD 9H=10H? 2C"))
    expect(page.locator(".total b")).to_have_text("22")
    page.focus("#back")
    tab_to(page, "chip-p2")
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    for _ in range(20):
        if page.evaluate("document.activeElement.dataset.label") == "9H":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".total b")).to_have_text("21")
    expect(page.locator("#chip-p2")).to_be_focused()
    expect(page.locator("#chip-p2")).to_have_attribute("aria-label", "nine of hearts, 9 points")
    expect(page.get_by_role("status").filter(has_text="21 points")).to_have_count(1)
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("#chip-p2")).to_be_focused()


def test_what_is_wrong_is_told(open_page: Callable[..., Page], tables: TableScanner) -> None:
    page = open_page("#/scan")
    page.click("label[for=game-rami]")
    page.set_input_files("#choose-photo", {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no photo"})
    expect(page.locator("#notice .wrong")).to_be_visible()
    page.set_input_files("#choose-photo", tables.lay("none.jpg", "KD"))
    expect(page.locator(".total b")).to_have_text("10")
    page.click("#discard")
    page.click("dialog .danger")
    expect(page.locator("#choose-photo")).to_be_attached()


def test_a_hand_that_is_typed_wrong_names_the_word(open_page: Callable[..., Page]) -> None:
    page = open_page("#/new")
    page.click("label[for=game-rami]")
    page.fill("#player-0", "Ana")
    page.fill("#player-1", "Ben")
    page.click("#save-match")
    open_losing_hand(page)
    page.fill("#typed", "KD, ten of heats")
    page.press("#typed", "Enter")
    expect(page.locator("#typed-wrong")).to_contain_text("heats")
    expect(page.locator("#typed")).to_have_value("KD, ten of heats")

    # What still stands in the field when the hand is confirmed is taken in first, and looked at.
    page.fill("#typed", "KD")
    page.press("#typed", "Enter")
    expect(page.locator(".total b")).to_have_text("10")
    page.fill("#typed", "5C")
    page.click("#confirm")
    expect(page.locator(".total b")).to_have_text("15")
    page.click("#confirm")
    expect(page.locator(".preview .points")).to_have_text(["0", "15"])


def test_what_is_mended_in_a_table_photo_holds_for_every_hand_of_it(
    open_page: Callable[..., Page], tables: TableScanner
) -> None:
    page = open_page()
    begin(page, "rummikub", "Ana", "Ben", "Cleo")
    page.click("#add-round")
    expect(page.locator("#save-round")).to_be_disabled()
    page.click("label[for=winner-0]")
    page.click("#table-photo")
    page.set_input_files("#choose-photo", tables.lay("table.jpg", "K13 R7", "O9 B2"))
    expect(page.locator(".hand-name")).to_have_text(["1", "2"])
    page.click("#seat-0-1")
    page.click("#seat-1-2")
    expect(page.locator(".hand-name")).to_have_text(["Ben", "Cleo"])
    page.click("#confirm")
    expect(page.locator("#save-round")).to_be_enabled()

    # A tile of Ben's turns out to be Cleo's: her hand is to be confirmed anew.
    page.click("#hand-of-1")
    page.click("#chip-p2")
    page.locator("dialog .pad-more button").first.click()
    expect(page.locator(".total b")).to_have_text(["13", "18"])
    page.click("#confirm")
    page.click("#next-hand")
    expect(page.locator("#title")).to_have_text("Cleo")
    page.click("#confirm")
    expect(page.locator(".preview .points")).to_have_text(["+31", "−13", "−18"])
