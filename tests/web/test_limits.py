"""Cost before limit: whatever a request brings, it is answered soon and briefly, and 4xx says what was too much."""

from __future__ import annotations

import io
import json
import secrets
import time
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.app import create_app
from companion.rules import names
from companion.rules.editions.installed import Editions
from companion.rules.playing.decide import begin
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.reading import MOST_PROBLEMS
from companion.settings import load
from companion.text.graphemes import fits
from companion.web.limits import LARGEST_FORM, MOST_FIELDS
from tests.web.phones import Phone

MARKS = "\u0315" * 100_000 + "\u0334" * 100_000  # composing these takes a minute
LONGEST_ANSWER = 300_000
SOON = 2.0


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app of this module's own."""
    return create_app(load({}, data=Path(tmp_path_factory.mktemp("limits"))))


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without cookies."""
    return app.test_client()


def sheet(**more: Any) -> dict[str, Any]:
    """A sound score sheet with more or other fields."""
    return {"edition": "high-bohn", "players": [{"name": name} for name in ("Ana", "Ben", "Cleo")]} | more


def in_time(start: float) -> None:
    """It did not take long."""
    assert time.process_time() - start < SOON


@pytest.mark.parametrize(
    ("path", "fields", "status"),
    [
        ("/score", {"players-0-name": MARKS}, 413),
        ("/score/live", {"players-0-name": MARKS}, 413),
        ("/tables", {"name": MARKS}, 413),
        ("/score", {"players-0-name": MARKS[95_000:105_000]}, 413),
        ("/score/live", {"players-0-name": MARKS[99_000:101_000]}, 200),
        ("/score/live", {f"x{number}": "" for number in range(MOST_FIELDS + 1)}, 413),
        ("/score/live", [("players-0-name", "a")] * (MOST_FIELDS + 1), 413),
        ("/score/live", {"players-0-talers-blue": "9" * 7_000}, 200),
        ("/score/live", {"players-0-name": "\0"}, 400),
        ("/score/live", {"\0": "a"}, 400),
    ],
)
def test_forms_that_bring_too_much(client: FlaskClient, path: str, fields: Any, status: int) -> None:
    pairs = fields.items() if isinstance(fields, dict) else fields
    body = "&".join(f"{key}={value}" for key, value in pairs).encode()
    start = time.process_time()
    answer = client.post(path, data=body, content_type="application/x-www-form-urlencoded")
    in_time(start)
    assert answer.status_code == status
    assert len(answer.data) < LONGEST_ANSWER
    assert answer.headers["X-Frame-Options"] == "deny".upper()


def test_a_form_in_parts_is_bounded_as_well(client: FlaskClient) -> None:
    start = time.process_time()
    assert client.post("/score", data={"players-0-name": MARKS, "x": (io.BytesIO(), "x")}).status_code == 413
    many = {f"x{number}": "" for number in range(MOST_FIELDS + 1)} | {"x": (io.BytesIO(), "x")}
    assert client.post("/score", data=many).status_code == 413
    assert client.post("/score", data={"x": "a\0", "y": (io.BytesIO(), "x")}).status_code == 400
    assert client.post("/language", data={"x": "a", "y": (io.BytesIO(b"x" * LARGEST_FORM), "x")}).status_code == 413
    in_time(start)


def test_addresses_that_bring_too_much(client: FlaskClient) -> None:
    for path, status in (
        ("/score?x=" + "a" * 9_000, 414),
        ("/score?" + "&".join("x" * (MOST_FIELDS + 1)), 414),
        ("/score?x=%00", 200),
        ("/t/%00", 404),
        ("/j/a%00b", 404),
        ("/rules/%00", 404),
    ):
        assert client.get(path).status_code == status, path[:40]


NESTED: Any = None
for _ in range(400):
    NESTED = [NESTED]


@pytest.mark.parametrize(
    "more",
    [
        {"players": [{"name": "Ana", "talers": {f"bean {number}": 1 for number in range(12_000)}}] * 3},
        {f"field {number}": 1 for number in range(30_000)},
        {"players": [{"name": MARKS[90_000:110_000]}, {"name": "Ben"}, {"name": "Cleo"}]},
        {"players": [{"name": "Ana"}] * 50_000},
        {"players": [{"name": "Ana", "x" * 300_000: 1}, {"name": "Ben"}, {"name": "Cleo"}]},
        {"edition": "x" * 500_000},
        {"tie_break": "x" * 500_000},
        {"base": "x" * 500_000},
        {"players": [{"name": "Ana", "unsorted": "x" * 500_000}, {"name": "Ben"}, {"name": "\ud800"}]},
        {"players": [{"name": "Ana", "unsorted": NESTED}, {"name": "Ben"}, {"name": "Cleo"}]},
        {"players": [{"name": "Ana", "buildings": {"blue": list(range(50_000))}}, {"name": "Ben"}, {"name": "Cleo"}]},
        {"\ud800": 1},
    ],
    ids=["beans", "fields", "marks", "players", "a field", "edition", "tie-break", "base", "text", "nested", "list", "half a character"],
)  # fmt: skip
def test_sheets_that_bring_too_much(client: FlaskClient, more: dict[str, Any]) -> None:
    raw = json.dumps(sheet(**more)).encode()
    start = time.process_time()
    answer = client.post("/score", data=raw, content_type="application/json")
    head = b'--x\r\nContent-Disposition: form-data; name="sheet"; filename="sheet.json"\r\n\r\n'
    page = client.post("/score", data=head + raw + b"\r\n--x--\r\n", content_type="multipart/form-data; boundary=x")
    in_time(start)
    assert (answer.status_code, page.status_code) == (422, 422)
    assert answer.json is not None
    assert 1 <= len(answer.json["problems"]) <= MOST_PROBLEMS
    assert max(len(answer.data), len(page.data)) < LONGEST_ANSWER


def test_a_sheet_within_the_limits_is_as_it_was(client: FlaskClient) -> None:
    assert client.post("/score", json=sheet()).status_code == 200
    wrong = client.post("/score", json=sheet(colour="red")).json
    assert wrong is not None
    assert wrong["where"] == ["colour"]


class Broken(io.BytesIO):
    """A body that stops with an error."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    def read(self, size: int | None = -1) -> bytes:
        """Nothing."""
        raise self.error


@pytest.mark.parametrize("error", [TimeoutError(), ValueError("chunk"), OSError(), KeyError()], ids=repr)
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "application/json", "multipart/form-data; boundary=x"])  # fmt: skip
def test_a_body_that_does_not_come(client: FlaskClient, error: Exception, kind: str) -> None:
    answer = client.post(
        "/score", input_stream=Broken(error), content_type=kind, environ_overrides={"CONTENT_LENGTH": "99"}
    )
    assert answer.status_code == 400


def test_names_are_looked_at_only_as_far_as_they_can_be_one() -> None:
    start = time.process_time()
    assert names.is_long(MARKS)
    assert len(names.clean(MARKS)) < 2_000
    assert names.key("a" + MARKS)
    assert not fits("a" + MARKS)
    assert not fits("a" + "\u0301" * names.LONGEST)
    edition = Editions().get("high-bohn")
    assert edition
    refusal = begin(edition, ["a" + MARKS, "b", "c"], cognac=False, base="", tie_break="", hidden=False)
    in_time(start)
    assert isinstance(refusal, Refusal)
    assert refusal.reason is Reason.NAME_LONG
    assert not names.is_long("e\u0301" * names.LONGEST)  # composed it is as long as a name may be
    assert names.is_long("é" * (names.LONGEST + 1))


def test_a_cookie_never_grows_out_of_what_browsers_keep(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    with host.client.session_transaction() as kept:
        device = kept["device"]
        kept["watch"] = {f"T{number:05}": secrets.token_urlsafe(16) for number in range(150)}
        kept["names"] = ["\U0001f468" * 20] * 7
    assert len(host.cookie) < 4_000
    with host.client.session_transaction() as kept:
        assert kept["device"] == device
    assert host.did("turn", 1) == 2


def test_the_longest_names_make_no_endless_pages(app: Flask) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    longest = [f"{number}{family * 23}" for number in range(5)]
    phone = Phone(app).open(*longest)
    for seat in (1, 2, 3, 4, 5):
        for _ in range(3):
            phone.did("correct", seat, bean="unsorted", change="1", reason="\U0001f468" * 300)
    for path in ("", "/board", "/sheets", "/log", "/result", "/state.json", "/export.json", "/more/menu", "/bean/blue"):
        answer = phone.client.get(f"/t/{phone.table}{path}")
        assert answer.status_code == 200
        assert len(answer.data) < LONGEST_ANSWER, (path, len(answer.data))


@pytest.mark.parametrize("name", ["Accept", "Accept-Language", "Accept-Encoding", "If-None-Match", "Cookie"])
def test_a_header_that_is_an_endless_list_is_not_read(app: Flask, name: str) -> None:
    began = time.process_time()
    answer = app.test_client().get("/nothing-here", headers={name: "a," * 300_000})
    assert answer.status_code == 404
    assert time.process_time() - began < 1


def test_agreements_by_the_hundred_thousand_are_counted_and_not_read(app: Flask) -> None:
    sheet = {"edition": "high-bohn", "agreed": [{}] * 200_000, "players": [{"name": name} for name in "ABC"]}
    began = time.process_time()
    answer = app.test_client().post("/score", json=sheet)
    assert answer.status_code == 422
    assert "there are 200000, and at most 100 are read" in answer.text
    assert time.process_time() - began < 5


@pytest.mark.parametrize("address", ["/score", "/score/sheet.json"])
def test_agreements_in_an_address_that_are_nested_without_end(app: Flask, address: str) -> None:
    assert app.test_client().get(f"{address}?agreed={'[' * 2_000}").status_code in (200, 422)
