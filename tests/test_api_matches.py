"""Matches over HTTP: rounds are the record, all else follows, and no phone loses a round of another."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fake_scanner import FakeScanner, photo_bytes, serving
from fastapi.testclient import TestClient

Json = dict[str, Any]
RAMI = {"name": "Friday", "game": "rami", "players": ["Ana", "Ben"]}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with serving(tmp_path, FakeScanner("KD 5C", "10H? AH", "?")) as found:
        yield found


def create(client: TestClient, **changes: Any) -> Json:
    answer = client.post("/api/v1/matches", json={**RAMI, **changes})
    assert answer.status_code == 201, answer.text
    found: Json = answer.json()
    return found


def out(hand: Any = "AH", **changes: Any) -> Json:
    """Ana went out, Ben holds a hand."""
    return {
        "ending": "out",
        "winner": "Ana",
        "players": [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": hand}],
        **changes,
    }


def do(
    client: TestClient, match: Json, method: str, rest: str = "", body: Any = None, version: int | None = None
) -> Any:
    headers = {"If-Match": f'"{version or match["version"]}"'}
    return client.request(method, f"/api/v1/matches/{match['id']}{rest}", json=body, headers=headers)


def change(client: TestClient, match: Json, method: str, rest: str = "", body: Any = None) -> Json:
    answer = do(client, match, method, rest, body)
    assert answer.status_code in (200, 201), answer.text
    found: Json = answer.json()
    assert answer.headers["etag"] == f'"{found["version"]}"'
    assert found["version"] == match["version"] + 1
    assert client.get(f"/api/v1/matches/{match['id']}").json() == found
    return found


def hands(match: Json) -> list[str]:
    return [" ".join(round_["players"][1]["hand"]) for round_ in match["rounds"]]


def test_a_whole_match_of_rami(database: str, tmp_path: Path) -> None:
    """From the first card to the winner, on both databases."""
    with serving(tmp_path, FakeScanner(), database=database) as client:
        match = create(client)
        assert (match["totals"], match["next_starter"], match["target"]) == ({"Ana": 0, "Ben": 0}, "Ana", 100)
        match = change(client, match, "POST", "/rounds", out("AH KD joker"))
        assert (match["totals"], match["leaders"], match["next_starter"]) == ({"Ana": 0, "Ben": 41}, ["Ana"], "Ben")
        assert match["rounds"][0]["explain"]["Ben"] == [
            {"points": 41, "text": "hand 41: ace of hearts (11), king of diamonds (10), joker (20)"}
        ]
        late = [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": "AS KS 10S", "opened": False}]
        match = change(client, match, "POST", "/rounds", out(players=late))
        assert (match["rounds"][1]["points"]["Ben"], match["rounds"][1]["totals"]["Ben"]) == (50, 91)
        match = change(client, match, "POST", "/rounds", out("9C"))
        assert (match["over"], match["winners"], match["another_round"]) == (True, ["Ana"], False)
        assert (match["decided_in"], match["next_starter"]) == (3, None)


def test_a_whole_match_of_rummikub_whose_winnings_are_shared(client: TestClient) -> None:
    players = ["Ana", "Ben", "Cai", "Dee"]
    match = create(client, game="rummikub", players=players, options={"rounds": 1})
    held = dict(zip(players, ("R1", "K1", "R7 K13", "joker R11"), strict=True))
    round_ = {"ending": "blocked", "players": [{"name": name, "hand": hand} for name, hand in held.items()]}
    match = change(client, match, "POST", "/rounds", round_)
    assert match["winners"] == ["Ana", "Ben"]
    assert match["totals"] == {"Ana": 29.5, "Ben": 29.5, "Cai": -19, "Dee": -40}


STEPS: list[tuple[str, str, Any, list[str]]] = [
    ("PUT", "/rounds/2", out("5S"), ["AH", "5S", "KD"]),
    ("DELETE", "/rounds/1", None, ["2C", "KD"]),
    ("POST", "/rounds/3/move", {"to": 1}, ["KD", "AH", "2C"]),
    ("POST", "/rounds", out(["5S", "6S"]), ["AH", "2C", "KD", "5S 6S"]),
]


@pytest.mark.parametrize(("method", "rest", "body", "expected"), STEPS)
def test_a_change_can_be_undone(client: TestClient, method: str, rest: str, body: Any, expected: list[str]) -> None:
    match = create(client)
    for word in ("AH", "2C", "KD"):
        match = change(client, match, "POST", "/rounds", out(word))
    changed = change(client, match, method, rest, body)
    assert hands(changed) == expected
    undone = change(client, changed, "POST", "/undo")
    assert hands(undone) == ["AH", "2C", "KD"]
    assert undone["can_undo"] is True


WRONG: list[tuple[str, str, Any, int, str]] = [
    ("PUT", "/rounds/2", out(), 404, "no_round"),
    ("DELETE", "/rounds/0", None, 404, "no_round"),
    ("POST", "/rounds/2/move", {"to": 1}, 404, "no_round"),
    ("POST", "/rounds/1/move", {"to": 5}, 422, "invalid"),
    ("POST", "/rounds", out("AH AH AH"), 422, "invalid"),
    ("POST", "/rounds", out("R7"), 422, "invalid"),
    ("POST", "/rounds", out(None), 422, "invalid"),
    ("POST", "/rounds", out(winner="Cai"), 422, "invalid"),
    ("POST", "/rounds", out(winner="Ben"), 422, "invalid"),
    ("POST", "/rounds", out(winer="Ana"), 422, "invalid"),
    ("POST", "/rounds", out(options={"target": 5}), 422, "invalid"),
    ("PATCH", "", {"players": ["Ana"]}, 422, "invalid"),
    ("PATCH", "", {"players": ["Ana", "Ana"]}, 422, "invalid"),
    ("PATCH", "", {"options": {"copies": 0}}, 422, "invalid"),
]


@pytest.mark.parametrize(("method", "rest", "body", "status", "code"), WRONG)
def test_a_change_that_contradicts_the_rules_changes_nothing(
    client: TestClient, method: str, rest: str, body: Any, status: int, code: str
) -> None:
    match = change(client, create(client), "POST", "/rounds", out("2C"))
    answer = do(client, match, method, rest, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert client.get(f"/api/v1/matches/{match['id']}").json() == match


def test_house_rules_and_names_can_be_changed_and_the_rounds_follow(client: TestClient) -> None:
    match = create(client)
    shy = [{"name": "Ana", "hand": []}, {"name": "Ben", "hand": "2C", "opened": False}]
    match = change(client, match, "POST", "/rounds", out(players=shy, starter="Ben"))
    assert match["totals"] == {"Ana": 0, "Ben": 27}
    changed = {"name": "Saturday", "players": ["Anne", "Bob"], "options": {"unopened_points": 100}}
    match = change(client, match, "PATCH", "", changed)
    assert (match["name"], match["players"]) == ("Saturday", ["Anne", "Bob"])
    assert match["options"] == {"unopened_points": 100}
    assert match["totals"] == {"Anne": 0, "Bob": 100}
    assert (match["rounds"][0]["winner"], match["rounds"][0]["starter"]) == ("Anne", "Bob")


@pytest.mark.parametrize(
    ("method", "rest", "body"),
    [
        ("POST", "/rounds", out("3C")),
        ("PUT", "/rounds/1", out("3C")),
        ("DELETE", "/rounds/1", None),
        ("POST", "/rounds/1/move", {"to": 1}),
        ("POST", "/undo", None),
        ("PATCH", "", {"name": "x"}),
        ("DELETE", "", None),
    ],
)
def test_the_slower_of_two_phones_is_told_and_loses_nothing(
    client: TestClient, method: str, rest: str, body: Any
) -> None:
    seen = change(client, create(client), "POST", "/rounds", out("2C"))
    newer = change(client, seen, "POST", "/rounds", out("KD"))
    late = do(client, seen, method, rest, body)
    assert (late.status_code, late.json()["error"]["code"]) == (412, "changed_meanwhile")
    unsaid = client.request(method, f"/api/v1/matches/{seen['id']}{rest}", json=body)
    assert (unsaid.status_code, unsaid.json()["error"]["code"]) == (428, "version_needed")
    assert client.get(f"/api/v1/matches/{seen['id']}").json() == newer


def test_a_round_sent_again_after_a_lost_connection_is_there_once(client: TestClient) -> None:
    match = create(client)
    first = do(client, match, "POST", "/rounds", out("2C", key="k1"))
    other = do(client, first.json(), "POST", "/rounds", out("KD", key="k2"))
    again = do(client, match, "POST", "/rounds", out("2C", key="k1"))
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == other.json()
    assert hands(again.json()) == ["2C", "KD"]


def linked(number: int, **more: Any) -> Json:
    return {"scan": {"id": "", "hand": number}, **more}


LINKS: list[tuple[Json, int, str]] = [
    (linked(0), 201, "KD 5C"),
    (linked(1), 409, "unread_pieces"),
    (linked(2), 409, "unread_pieces"),
    (linked(1, hand="10H AH"), 201, "10H AH"),
    (linked(3), 404, "no_hand"),
]


@pytest.mark.parametrize(("player", "status", "expected"), LINKS)
def test_a_hand_can_be_that_of_a_scan(client: TestClient, player: Json, status: int, expected: str) -> None:
    sent = client.post("/api/v1/scans", files={"photos": photo_bytes()}, data={"game": "rami", "hands": "3"})
    scan_id = sent.json()["scans"][0]["id"]
    link = {**player["scan"], "id": scan_id}
    players = [{"name": "Ana", "hand": []}, {**player, "name": "Ben", "scan": link}]
    answer = do(client, create(client), "POST", "/rounds", out(players=players))
    assert answer.status_code == status, answer.text
    if status == 201:
        round_ = answer.json()["rounds"][0]
        assert " ".join(round_["players"][1]["hand"]) == expected
        assert [player["scan"] for player in round_["players"]] == [None, link]
    else:
        assert (answer.json()["error"]["code"], answer.json()["error"]["field"]) == (expected, "players.1.scan")


def test_a_hand_of_a_scan_counts_as_corrected(client: TestClient) -> None:
    scan = client.post("/api/v1/scans", files={"photos": photo_bytes()}, data={"game": "rami"}).json()["scans"][0]
    said = [
        {"action": "label", "piece": "p3", "label": "9H"},
        {"action": "label", "piece": "u1", "label": "2S", "hand": 1},
    ]
    client.patch(f"/api/v1/scans/{scan['id']}", json={"corrections": said})
    players = [{"name": "Ana", "hand": []}, {"name": "Ben", "scan": {"id": scan["id"], "hand": 1}}]
    assert hands(change(client, create(client), "POST", "/rounds", out(players=players))) == ["9H AH 2S"]


@pytest.mark.parametrize("form", ["json", "csv"])
def test_what_is_exported_can_be_imported(client: TestClient, form: str) -> None:
    match = create(client, name="Jumaat / “9”", players=["Ana", "Zoë, 2"], options={"rounds": 3, "unopened_points": 90})
    players = [{"name": "Ana", "hand": []}, {"name": "Zoë, 2", "hand": "AH joker", "opened": False}]
    match = change(client, match, "POST", "/rounds", out(players=players))
    file = client.get(f"/api/v1/matches/{match['id']}/export?format={form}")
    assert file.headers["content-disposition"] == f'attachment; filename="Jumaat-9.{form}"'
    answer = client.post(
        "/api/v1/matches/import", content=file.content, params={"name": "again"} if form == "csv" else {}
    )
    assert answer.status_code == 201, answer.text
    found = answer.json()
    assert found["id"] != match["id"]
    assert found["name"] == ("again" if form == "csv" else match["name"])
    for field in ("game", "players", "options", "rounds", "totals"):
        assert found[field] == match[field]


def test_the_list_has_the_newest_change_first(client: TestClient) -> None:
    one, two = create(client, name="one"), create(client, name="two")
    change(client, one, "POST", "/rounds", out("2C"))
    found = client.get("/api/v1/matches").json()
    assert ([match["name"] for match in found["matches"]], found["count"]) == (["one", "two"], 2)
    assert found["matches"][0]["rounds"] == 1
    do(client, two, "DELETE")
    assert client.get("/api/v1/matches?limit=1").json()["count"] == 1
    assert client.get("/api/v1/matches?offset=1").json()["matches"] == []


SCORES: list[tuple[Json, Any]] = [
    ({"game": "rami", **out(["AH", "JOKER", "5C"])}, {"Ana": 0, "Ben": 36}),
    ({"game": "rami", **out("ace of hearts, joker, 5♣")}, {"Ana": 0, "Ben": 36}),
    ({"game": "rami", **out("AH"), "options": {"values": {"A": 1}}}, {"Ana": 0, "Ben": 1}),
    ({"game": "rummikub", **out("R7 joker")}, {"Ana": 37, "Ben": -37}),
    ({"game": "chess", **out("AH")}, "invalid"),
    ({"game": "rami", **out("AH", winner=None)}, "invalid"),
]


@pytest.mark.parametrize(("round_", "expected"), SCORES)
def test_a_round_is_scored_and_explained(client: TestClient, round_: Json, expected: Any) -> None:
    answer = client.post("/api/v1/scores", json=round_, headers={"accept-language": "fr"}).json()
    if expected == "invalid":
        assert answer["error"]["code"] == "invalid"
    else:
        assert answer["points"] == expected
        assert answer["explain"]["Ben"][0]["text"].startswith("main ")


def test_what_is_sent_never_comes_back_as_a_page(client: TestClient) -> None:
    script = "<script>alert(1)</script>"
    match = create(client, name=script, players=[script, "Ben"])
    for address in ("", "/export?format=json", "/export?format=csv"):
        answer = client.get(f"/api/v1/matches/{match['id']}{address}")
        assert answer.headers["content-type"].split(";")[0] in ("application/json", "text/csv")
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert json.loads(client.get(f"/api/v1/matches/{match['id']}").text)["name"] == script
