"""The OpenAPI document is complete, and the running service does what it says, whatever is sent."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from fake_scanner import photo_bytes, running
from hypothesis import given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)


@dataclass(frozen=True)
class Running:
    """The address of a service, and the ids of what is in it."""

    address: str
    there: dict[str, str]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service with a match and a scan in it."""
    with running(tmp_path_factory.mktemp("schema")) as address:
        api = f"{address}/api/v1"
        scan = httpx.post(f"{api}/scans", files={"photos": photo_bytes()}, data={"game": "rami"}).json()["scans"][0]
        match = httpx.post(f"{api}/matches", json={"game": "rami", "players": ["Ana", "Ben"]}).json()
        yield Running(address, {"scan_id": scan["id"], "match_id": match["id"]})


CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


def test_whatever_is_sent_the_answer_is_one_that_the_document_names(server: Running) -> None:
    """Never a 500, never a status, type or shape that the document lacks. Ids are those of what is there."""
    document = schemathesis.openapi.from_url(f"{server.address}/api/v1/openapi.json")
    operations = [found.ok() for found in document.get_all_operations()]
    for operation in operations:

        @settings(max_examples=settings.default.max_examples // 12)  # there are many addresses
        @given(case=operation.as_strategy())
        def try_out(case: Any) -> None:
            if case.method != "DELETE":
                case.path_parameters.update(
                    {name: server.there[name] for name in case.path_parameters if name in server.there}
                )
            answer = case.call_and_validate(checks=CHECKS)
            if answer.status_code >= 400:
                assert sorted(answer.json()["error"]) == ["code", "field", "message"]

        try_out()
    assert len(operations) == 27


@pytest.fixture(scope="module")
def document(server: Running) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.address}/api/v1/openapi.json").json()
    return found


def test_the_document_says_of_every_operation_what_it_is_and_how_it_fails(document: dict[str, Any]) -> None:
    found = {f"{method} {path}": how for path, methods in document["paths"].items() for method, how in methods.items()}
    assert len(found) == 27
    for name, operation in found.items():
        assert operation.get("description"), name
        assert operation["tags"], name
        assert {"401", "403", "422", "429", "500"} <= operation["responses"].keys(), name
        for status, answer in operation["responses"].items():
            if status >= "400":
                assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorOut"), name


@pytest.mark.parametrize("name", ["HandIn", "ScoreIn", "MatchIn", "MatchRoundIn", "CorrectionsIn", "MoveIn"])
def test_what_is_sent_has_examples(document: dict[str, Any], name: str) -> None:
    fields = document["components"]["schemas"][name]["properties"]
    assert any("examples" in json.dumps(field) for field in fields.values())


@pytest.mark.parametrize("path", sorted(Path(__file__).parents[1].glob("service/api/*.py")))
def test_every_route_of_a_file_is_in_the_written_description(path: Path) -> None:
    """api.md names every address that the code serves."""
    described = (path.parents[1] / "api.md").read_text()
    for address in re.findall(r'@router\.\w+\(\s*"([^"]*)"', path.read_text()):
        last = [part for part in address.split("/") if part and not part.startswith("{")]
        assert not last or last[-1] in described, address
