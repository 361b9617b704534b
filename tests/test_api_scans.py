"""Scans over HTTP: read once, corrected as often as people like, forgotten unless kept."""

import io
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from fake_scanner import FakeScanner, photo_bytes, serving
from fastapi.testclient import TestClient
from PIL import Image

from service.settings import Settings
from service.store.database import open_database
from vision.scan import Advice

Json = dict[str, Any]


@pytest.fixture
def scanner() -> FakeScanner:
    return FakeScanner("10H? AH ?", "KD 5C")


@pytest.fixture
def client(scanner: FakeScanner, tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path, scanner, photos_in_memory=2) as found:
        yield found


def send(client: TestClient, *photos: bytes, **fields: str) -> Json:
    files = [("photos", (f"{number}.jpg", photo)) for number, photo in enumerate(photos)]
    answer = client.post("/api/v1/scans", files=files, data={"game": "rami", **fields})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def scan(client: TestClient, seed: int = 0, **fields: str) -> Json:
    found: Json = send(client, photo_bytes(seed), **fields)["scans"][0]
    return found


def correct(client: TestClient, scan_id: str, *corrections: Json) -> Any:
    return client.patch(f"/api/v1/scans/{scan_id}", json={"corrections": list(corrections)})


def labels(found: Json) -> list[str]:
    """The hands as text: a "?" at the end of what wants a look, one alone for each unread piece, = and the total."""
    shown = []
    for number, hand in enumerate(found["hands"]):
        words = [piece["label"] + "?" * piece["review"] for piece in hand["pieces"]]
        words += ["?" for unread in found["unread"] if unread["hand"] == number]
        shown.append(f"{' '.join(words)}={hand['points']}{'!' * hand['review']}")
    return shown


def test_a_scan_is_the_contract_and_what_the_api_adds(client: TestClient) -> None:
    found = scan(client)
    assert labels(found) == ["10H? AH ?=None!", "KD 5C=15"]
    assert found["photo"] == {"name": "0.jpg", "width": 640, "height": 480}
    assert (found["game"], found["seen_before"], found["kept"], found["corrections"]) == ("rami", False, False, 0)
    assert found["hands"][0]["pieces"][0] == {
        "id": "p1",
        "label": "10H",
        "name": "ten of hearts",
        "points": 10,
        "confidence": 0.6,
        "label_confidence": 1.0,
        "review": True,
        "confirmed": False,
        "outline": [[20.0, 20.0], [70.0, 20.0], [70.0, 100.0], [20.0, 100.0]],
        "alternatives": ["AH", "9H"],
    }
    assert found["unread"] == [
        {
            "id": "u1",
            "outline": [[140.0, 20.0], [190.0, 20.0], [190.0, 100.0], [140.0, 100.0]],
            "reason": "unclear",
            "message": "unclear",
            "hand": 0,
        }
    ]
    assert found["warnings"][0]["code"] == "blurred"
    again = client.get(f"/api/v1/scans/{found['id']}").json()
    assert again == {key: value for key, value in found.items() if key != "seen_before"}


def test_the_same_photo_is_the_same_scan_and_says_so(client: TestClient, scanner: FakeScanner) -> None:
    first = scan(client)
    correct(client, first["id"], {"action": "label", "piece": "u1", "label": "2C"})
    second = scan(client)
    assert (second["id"], second["seen_before"], scanner.calls) == (first["id"], True, 1)
    assert labels(second) == ["10H? AH 2C=23!", "KD 5C=15"]


@pytest.mark.parametrize("other", [{"game": "rummikub"}, {"hands": "auto"}, {"hands": "2"}, {"deck": "fr"}])
def test_another_question_about_the_same_photo_is_another_scan(
    client: TestClient, scanner: FakeScanner, other: Json
) -> None:
    first = scan(client)
    scanner.hands = ("R7",) if "game" in other else scanner.hands
    second = scan(client, **other)
    assert second["id"] != first["id"]
    assert second["seen_before"] is False


def test_of_several_photos_the_readable_ones_go_on(client: TestClient) -> None:
    found = send(client, b"no photo", photo_bytes(1), photo_bytes(1))["scans"]
    assert found[0] == {
        "photo": {"name": "0.jpg"},
        "error": {
            "code": "not_a_photo",
            "message": "This is not a photo: use a JPEG, PNG, WebP or HEIC file.",
            "field": "photos",
        },
    }
    assert [one["seen_before"] for one in found[1:]] == [False, True]
    assert found[1]["id"] == found[2]["id"]


NAMES = [
    ("../../etc/passwd", "passwd"),
    ("C:\\photos\\a.jpg", "a.jpg"),
    ("<script>alert(1)</script>.jpg", "script>.jpg"),
    ("a\u200bb\u202e.jpg", "ab.jpg"),
    ("x" * 300, "x" * 100),
    ("♥ kad.jpg", "♥ kad.jpg"),
]


@pytest.mark.parametrize(("sent", "kept"), NAMES)
def test_a_file_name_is_a_name_and_no_path(client: TestClient, sent: str, kept: str) -> None:
    answer = client.post("/api/v1/scans", files={"photos": (sent, photo_bytes())}, data={"game": "rami"})
    assert answer.json()["scans"][0]["photo"]["name"] == kept


CORRECTIONS: dict[str, tuple[list[Json], list[str]]] = {
    "label": ([{"action": "label", "piece": "p1", "label": "AH"}], ["AH AH ?=None!", "KD 5C=15"]),
    "label as typed": ([{"action": "label", "piece": "p1", "label": "as de cœur"}], ["AH AH ?=None!", "KD 5C=15"]),
    "resolve": ([{"action": "label", "piece": "u1", "label": "joker"}], ["10H? AH JOKER=41!", "KD 5C=15"]),
    "resolve into another hand": (
        [{"action": "label", "piece": "u1", "label": "joker", "hand": 1}],
        ["10H? AH=21!", "KD 5C JOKER=35"],
    ),
    "resolve and confirm": (
        [{"action": "label", "piece": "u1", "label": "2C"}, {"action": "confirm", "hand": 0}],
        ["10H AH 2C=23", "KD 5C=15"],
    ),
    "confirm leaves the unread": ([{"action": "confirm", "hand": 0}], ["10H AH ?=None!", "KD 5C=15"]),
    "label every unsure piece": (
        [{"action": "label", "piece": "u1", "label": "2C"}, {"action": "label", "piece": "p1", "label": "10H"}],
        ["10H AH 2C=23", "KD 5C=15"],
    ),
    "add": ([{"action": "add", "label": "QS", "hand": 1, "place": [300, 200]}], ["10H? AH ?=None!", "KD 5C QS=25"]),
    "add to a new hand": (
        [{"action": "add", "label": "QS", "hand": 2, "place": [300, 200]}],
        ["10H? AH ?=None!", "KD 5C=15", "QS=10"],
    ),
    "remove": ([{"action": "remove", "piece": "p3"}], ["10H? AH ?=None!", "5C=5"]),
    "remove the unread": ([{"action": "remove", "piece": "u1"}], ["10H? AH=21!", "KD 5C=15"]),
    "move": ([{"action": "move", "piece": "p1", "hand": 1}], ["AH ?=None!", "KD 5C 10H?=25!"]),
    "move the unread": ([{"action": "move", "piece": "u1", "hand": 1}], ["10H? AH=21!", "KD 5C ?=None!"]),
    "move to a new hand": ([{"action": "move", "piece": "p4", "hand": 2}], ["10H? AH ?=None!", "KD=10", "5C=5"]),
    "empty a hand": (
        [{"action": "remove", "piece": "p3"}, {"action": "remove", "piece": "p4"}],
        ["10H? AH ?=None!", "=0"],
    ),
    "add, then remove what was added": (
        [{"action": "add", "label": "QS", "hand": 1, "place": [9, 9]}, {"action": "remove", "piece": "a1"}],
        ["10H? AH ?=None!", "KD 5C=15"],
    ),
    "a third ace of hearts": (
        [
            {"action": "label", "piece": "u1", "label": "AH"},
            {"action": "move", "piece": "p2", "hand": 1},
            {"action": "add", "label": "AH", "hand": 1, "place": [9, 9]},
        ],
        ["10H? AH=21!", "KD 5C AH? AH=37!"],
    ),
}


@pytest.mark.parametrize(("corrections", "expected"), CORRECTIONS.values(), ids=CORRECTIONS)
def test_a_correction_changes_the_totals_at_once(
    client: TestClient, corrections: list[Json], expected: list[str]
) -> None:
    found = scan(client)
    answer = correct(client, found["id"], *corrections)
    assert answer.status_code == 200, answer.text
    assert labels(answer.json()) == expected
    again = client.get(f"/api/v1/scans/{found['id']}").json()
    assert labels(again) == expected
    assert again["corrections"] == len(corrections)
    for _ in corrections:
        undone = client.post(f"/api/v1/scans/{found['id']}/undo")
    assert labels(undone.json()) == labels(found)
    assert client.post(f"/api/v1/scans/{found['id']}/undo").json()["error"]["code"] == "nothing_to_undo"


@pytest.mark.parametrize(
    ("code", "corrections", "review"),
    [
        pytest.param("glare", [{"action": "label", "piece": "p1", "label": "10H"}], True, id="more may be hidden"),
        pytest.param("glare", [{"action": "confirm", "hand": 0}], False, id="a person looked"),
        pytest.param("blurred", [{"action": "label", "piece": "p1", "label": "10H"}], False, id="all else is sure"),
    ],
)
def test_where_a_lamp_may_hide_a_piece_the_hand_wants_a_look(
    client: TestClient, scanner: FakeScanner, code: str, corrections: list[Json], review: bool
) -> None:
    scanner.hands, scanner.advice = ("10H? AH",), (Advice(code, "Retake it."),)
    answer = correct(client, scan(client)["id"], *corrections).json()
    assert answer["hands"][0]["review"] is review


@pytest.mark.parametrize(
    ("corrections", "review", "codes"),
    [
        pytest.param([], True, ["several_hands"], id="as found"),
        pytest.param([{"action": "confirm", "hand": 0}], False, ["several_hands"], id="a person found it right"),
        pytest.param([{"action": "label", "piece": "p1", "label": "10H"}], True, ["several_hands"], id="one piece is"),
        pytest.param([{"action": "remove", "piece": "p2"}], True, [], id="one less, the first still to look at"),
        pytest.param([{"action": "move", "piece": "p1", "hand": 1}], False, [], id="one is another's"),
    ],
)
def test_a_hand_larger_than_one_player_holds_counts_once_it_was_looked_at(
    client: TestClient, scanner: FakeScanner, corrections: list[Json], review: bool, codes: list[str]
) -> None:
    scanner.hands, scanner.advice = ("10H? 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D 5D 6D 7D 8D",), ()
    found = scan(client)
    answer = correct(client, found["id"], *corrections).json() if corrections else found
    assert answer["hands"][0]["review"] is review
    assert [advice["code"] for advice in answer["warnings"]] == codes


WRONG: list[tuple[Json, int, str]] = [
    ({"action": "label", "piece": "p9", "label": "AH"}, 404, "no_piece"),
    ({"action": "remove", "piece": "a1"}, 404, "no_piece"),
    ({"action": "move", "piece": "p1", "hand": 5}, 404, "no_hand"),
    ({"action": "add", "label": "AH", "hand": 5, "place": [1, 1]}, 404, "no_hand"),
    ({"action": "confirm", "hand": 2}, 404, "no_hand"),
    ({"action": "label", "piece": "p1", "label": "R7"}, 422, "invalid"),
    ({"action": "label", "piece": "p1", "label": "AH KD"}, 422, "invalid"),
    ({"action": "label", "piece": "p1", "label": "?"}, 422, "invalid"),
    ({"action": "eat", "piece": "p1"}, 422, "invalid"),
]


@pytest.mark.parametrize(("wrong", "status", "code"), WRONG)
def test_a_correction_that_cannot_be_done_does_nothing(client: TestClient, wrong: Json, status: int, code: str) -> None:
    found = scan(client)
    answer = correct(client, found["id"], {"action": "remove", "piece": "p2"}, wrong)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)
    assert labels(client.get(f"/api/v1/scans/{found['id']}").json()) == labels(found)


def test_an_added_piece_is_as_large_as_its_neighbours_and_within_the_photo(client: TestClient) -> None:
    found = scan(client)
    places = ((300, 200), (0, 480))
    adds = [{"action": "add", "label": "QS", "hand": 1, "place": place} for place in places]
    pieces = correct(client, found["id"], *adds).json()["hands"][1]["pieces"]
    assert pieces[-2]["outline"] == [[275.0, 160.0], [325.0, 160.0], [325.0, 240.0], [275.0, 240.0]]
    assert pieces[-1]["outline"] == [[0.0, 440.0], [25.0, 440.0], [25.0, 480.0], [0.0, 480.0]]


def picture(client: TestClient, scan_id: str, what: str) -> Any:
    return client.get(f"/api/v1/scans/{scan_id}/{what}")


def test_the_overlay_shows_the_scan_as_corrected(client: TestClient) -> None:
    found = scan(client)
    plain = picture(client, found["id"], "photo")
    before = picture(client, found["id"], "overlay")
    correct(client, found["id"], {"action": "label", "piece": "p1", "label": "AH"})
    after = picture(client, found["id"], "overlay")
    for answer in (plain, before, after):
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        assert Image.open(io.BytesIO(answer.content)).width == 640
    assert len({plain.content, before.content, after.content}) == 3


def test_a_photo_is_forgotten_unless_kept(client: TestClient) -> None:
    """Two photos stay in memory here: the third pushes the first one out."""
    ids = [scan(client, seed, keep="true" if seed == 1 else "false")["id"] for seed in range(4)]
    answers = [picture(client, scan_id, "photo").status_code for scan_id in ids]
    assert answers == [410, 200, 200, 200]
    assert picture(client, ids[0], "overlay").json()["error"]["code"] == "photo_forgotten"
    assert [client.get(f"/api/v1/scans/{scan_id}").json()["kept"] for scan_id in ids] == [False, True, False, False]
    assert scan(client, 0)["id"] == ids[0]
    assert picture(client, ids[0], "overlay").status_code == 200


def test_a_photo_seen_before_can_be_kept_later_and_stays_so(client: TestClient) -> None:
    assert [scan(client, keep=keep)["kept"] for keep in ("false", "true", "false")] == [False, True, True]


def test_what_is_deleted_is_gone_with_its_photo(client: TestClient) -> None:
    found = scan(client, keep="true")
    assert client.delete(f"/api/v1/scans/{found['id']}").status_code == 204
    for answer in (
        client.get(f"/api/v1/scans/{found['id']}"),
        picture(client, found["id"], "photo"),
        client.delete(f"/api/v1/scans/{found['id']}"),
    ):
        assert answer.json()["error"]["code"] == "no_scan"
    assert scan(client)["seen_before"] is False


def exif_photo() -> bytes:
    """Held sideways, and full of what nobody else should know."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "SecretMaker"
    exif[0x8298] = "SecretOwner"
    file = io.BytesIO()
    pixels = cv2.resize(np.random.default_rng(5).integers(0, 255, (40, 60, 3), np.uint8), (640, 480))
    Image.fromarray(pixels).save(file, "JPEG", exif=exif)
    return file.getvalue()


def test_nothing_of_the_exif_is_stored_or_sent(database: str, tmp_path: Path) -> None:
    with serving(tmp_path, database=database) as client:
        found = send(client, exif_photo(), keep="true")["scans"][0]
        assert (found["photo"]["width"], found["photo"]["height"]) == (480, 640)
        for what in ("photo", "overlay"):
            content = picture(client, found["id"], what).content
            assert b"Secret" not in content
            assert not Image.open(io.BytesIO(content)).getexif()
    engine = open_database(Settings(data=tmp_path, database=database).database_url)
    with engine.connect() as connection:
        for table in ("scans", "corrections", "matches", "rounds", "undo"):
            assert "Secret" not in repr(connection.exec_driver_sql(f"SELECT * FROM {table}").all())
    engine.dispose()


def test_a_full_pool_refuses_at_once_and_small_requests_still_answer(tmp_path: Path) -> None:
    scanner = FakeScanner()
    scanner.gate.clear()
    with serving(tmp_path, scanner, workers=1, queue=1) as client:
        answers = []
        senders = [threading.Thread(target=lambda seed=seed: answers.append(scan(client, seed))) for seed in (1, 2)]
        for sender in senders:
            sender.start()
        while client.app.state.service.pool.inside < 2:  # type: ignore[attr-defined]
            pass
        refused = client.post("/api/v1/scans", files={"photos": photo_bytes(3)}, data={"game": "rami"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        assert int(refused.headers["retry-after"]) > 0
        assert client.get("/api/v1/matches").status_code == 200
        assert "handscan_scans_inside 2.0" in client.get("/metrics").text
        scanner.gate.set()
        for sender in senders:
            sender.join(10)
        assert len(answers) == 2
        assert scan(client, 3)["seen_before"] is False


VERIFICATIONS: list[tuple[Json, str, int | None]] = [
    ({"typed": "KD 5C", "hand": "1"}, "confirmed", 0),
    ({"typed": "roi de carreau, 5♣", "hand": "1"}, "confirmed", 0),
    ({"typed": "KD 6C", "hand": "1"}, "contradicted", -1),
    ({"typed": "KD", "hand": "1"}, "contradicted", 5),
    ({"typed": "KD 5C 2S", "hand": "1"}, "contradicted", -2),
    ({"total": "15", "hand": "1"}, "confirmed", 0),
    ({"total": "16", "hand": "1"}, "contradicted", -1),
    ({"typed": "10H AH 2C"}, "cannot_tell", None),
    ({"typed": "KD 5C", "hand": "closest"}, "confirmed", 0),
    ({"typed": "10H AH 2C", "hand": "closest"}, "cannot_tell", None),
]


@pytest.mark.parametrize(("fields", "verdict", "difference"), VERIFICATIONS)
def test_a_typed_hand_is_compared_with_a_scan(
    client: TestClient, scanner: FakeScanner, fields: Json, verdict: str, difference: int | None
) -> None:
    scanner.advice = ()
    found = scan(client)
    answer = client.post("/api/v1/verifications", data={"scan": found["id"], **fields})
    assert answer.status_code == 200, answer.text
    told = answer.json()
    assert (told["verdict"], told["difference"]) == (verdict, difference)
    assert told["scan"]["id"] == found["id"]


def test_nothing_is_missing_from_a_blurred_photo(client: TestClient) -> None:
    fields = {"scan": scan(client)["id"], "typed": "KD 5C 2S", "hand": "1"}
    told = client.post("/api/v1/verifications", data=fields).json()
    assert (told["verdict"], told["missing"]) == ("cannot_tell", [])


def test_a_typed_hand_is_compared_with_a_photo(client: TestClient, scanner: FakeScanner) -> None:
    scanner.hands = ("KD 9H",)
    fields = {"typed": "KD 6H", "game": "rami"}
    answer = client.post("/api/v1/verifications", data=fields, files={"photo": ("a.jpg", photo_bytes(7))}).json()
    assert answer["different"] == [{"typed": "6H", "piece": "p2", "seen": "9H", "points": 3}]
    assert answer["message"] == "The photo shows 3 points more than was typed."
    assert (answer["typed"]["points"], answer["seen"]["points"]) == (16, 19)
    bad = client.post("/api/v1/verifications", data=fields, files={"photo": ("a.jpg", b"text")})
    assert bad.status_code == 415
    no_game = client.post("/api/v1/verifications", data={"typed": "KD"}, files={"photo": photo_bytes(7)})
    assert no_game.json()["error"]["field"] == "game"
    beyond = client.post("/api/v1/verifications", data={"typed": "KD", "scan": answer["scan"]["id"], "hand": "3"})
    assert beyond.json()["error"]["code"] == "no_hand"


def test_a_typed_hand_is_found_among_several(client: TestClient, scanner: FakeScanner) -> None:
    scanner.hands = ("KD 9H", "2C 3C", "AS 5D")
    fields = {"typed": "2C 4C", "game": "rami", "hands": "3", "hand": "closest"}
    answer = client.post("/api/v1/verifications", data=fields, files={"photo": ("a.jpg", photo_bytes(7))}).json()
    assert (answer["hand"], answer["verdict"]) == (1, "contradicted")
    assert answer["different"] == [{"typed": "4C", "piece": "p4", "seen": "3C", "points": -1}]
    known = {"scan": answer["scan"]["id"], "hand": "closest"}
    refused = [client.post("/api/v1/verifications", data={**known, **more}) for more in ({"total": 5}, {"typed": ""})]
    assert [one.status_code for one in refused] == [422, 422]
    assert refused[0].json()["error"]["field"] == "hand"


@pytest.mark.parametrize(("language", "said"), [("en", "unclear"), ("ms", "tidak jelas"), ("fr", "peu clair")])
def test_why_a_piece_is_unread_is_said_in_the_callers_language(tmp_path: Path, language: str, said: str) -> None:
    with serving(tmp_path, FakeScanner("AH ?")) as client:
        found = client.get(f"/api/v1/scans/{scan(client)['id']}", params={"lang": language}).json()
    assert [(one["reason"], one["message"]) for one in found["unread"]] == [("unclear", said)]
