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
from jsonschema import Draft202012Validator
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.language import catalogue

SERVICE = Path(__file__).parents[1] / "service"
API_MD = SERVICE / "api.md"
ROUTES = sum(
    len(re.findall(r"@router\.(get|post|put|patch|delete)", path.read_text())) for path in SERVICE.glob("api/*.py")
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


PATIENCE = 60
"""Seconds that an answer may take. What tries the addresses shares the process of the service, and late in a long
search keeps it waiting for seconds; to a client of its own the service answers as soon as at first."""
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
            answer = case.call_and_validate(checks=CHECKS, timeout=PATIENCE)
            if answer.status_code >= 400:
                assert sorted(answer.json()["error"]) == ["code", "field", "message"]

        try_out()
    assert len(operations) == ROUTES


@pytest.fixture(scope="module")
def document(server: Running) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.address}/api/v1/openapi.json").json()
    return found


def test_the_document_says_of_every_operation_what_it_is_and_how_it_fails(document: dict[str, Any]) -> None:
    found = {f"{method} {path}": how for path, methods in document["paths"].items() for method, how in methods.items()}
    assert len(found) == ROUTES
    for name, operation in found.items():
        assert operation.get("description"), name
        assert operation["tags"], name
        assert {"401", "403", "422", "429", "500"} <= operation["responses"].keys(), name
        for status, answer in operation["responses"].items():
            if status >= "400":
                assert answer["content"]["application/json"]["schema"]["$ref"].endswith("/ErrorOut"), name


def test_every_field_says_what_it_is_and_gives_an_example_that_fits(document: dict[str, Any]) -> None:
    """Fields of what is sent and answered, parameters and headers; what consists of other shapes has theirs."""
    assert [fault for place, schema in all_fields(document) for fault in faults(document, place, schema)] == []


def test_every_answer_says_what_it_is(document: dict[str, Any]) -> None:
    lacking = []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            for status, answer in operation["responses"].items():
                if answer["description"] in ("", "Successful Response"):
                    lacking.append(f"{method} {path} {status}: description")
                for kind, content in answer.get("content", {}).items():
                    if not content.get("schema"):
                        lacking.append(f"{method} {path} {status} {kind}: schema")
                    if status >= "400" and not content.get("example"):
                        lacking.append(f"{method} {path} {status} {kind}: example")
    lacking += [name for name, schema in schemas(document) if not schema.get("description")]
    assert lacking == []


def test_every_error_shown_is_one_that_is_said(document: dict[str, Any]) -> None:
    """Its sentence is one of the catalogue, its code one that api.md tells of."""
    said = [re.escape(entry).replace(r"\{", "{").replace(r"\}", "}") for entry in catalogue("fr")]
    sentences = re.compile("|".join(re.sub(r"\{\w+\}", ".+", entry) for entry in said))
    codes = re.findall(r"`(\w+)`", API_MD.read_text())
    for methods in document["paths"].values():
        for operation in methods.values():
            for status, answer in operation["responses"].items():
                if status >= "400":
                    error = answer["content"]["application/json"]["example"]["error"]
                    assert sentences.fullmatch(error["message"]), error
                    assert error["code"] in codes, error


def all_fields(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Where each stands, and its schema with the description of what bears it."""
    for name, schema in [*schemas(document), *forms(document)]:
        for field, found in schema.get("properties", {}).items():
            yield f"{name}.{field}", found
    headers = document["components"]["headers"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            bearers = {one["name"]: one for one in operation.get("parameters", [])}
            for status, answer in operation["responses"].items():
                bearers |= {f"{status} {name}": one for name, one in answer["headers"].items() if "$ref" not in one}
            for name, bearer in [*bearers.items(), *headers.items()]:
                yield f"{method} {path} {name}", {**bearer["schema"], "description": bearer.get("description")}


def schemas(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """The shapes that have a name of their own."""
    return [(name, one) for name, one in document["components"]["schemas"].items() if not name.startswith("Body_")]


def forms(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Those of a form, which its operation describes."""
    return [(name, one) for name, one in document["components"]["schemas"].items() if name.startswith("Body_")]


def faults(document: dict[str, Any], place: str, schema: dict[str, Any]) -> list[str]:
    """What a field lacks."""
    found = [] if schema.get("description") else [f"{place}: description"]
    examples = schema.get("examples", [schema["const"]] if "const" in schema else [])
    if not examples and "$ref" not in json.dumps(schema):
        found.append(f"{place}: example")
    whole = Draft202012Validator({"components": document["components"], **schema})
    return found + [f"{place}: {one!r} does not fit" for one in examples if not whole.is_valid(one)]


@pytest.mark.parametrize("path", sorted(SERVICE.glob("api/*.py")))
def test_every_route_of_a_file_is_in_the_written_description(path: Path) -> None:
    """api.md names every address that the code serves."""
    described = API_MD.read_text()
    for address in re.findall(r'@router\.\w+\(\s*"([^"]*)"', path.read_text()):
        last = [part for part in address.split("/") if part and not part.startswith("{")]
        assert not last or last[-1] in described, address
