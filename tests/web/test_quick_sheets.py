"""Score sheets at the quick-score page: saved, opened, and posted by programs."""

from __future__ import annotations

import io
import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tests import examples
from tests.web.forms import filled, results


def test_saving_and_opening_a_score_sheet(client: FlaskClient) -> None:
    page = client.post("/score", data=filled(examples.E6.sheet), follow_redirects=True).text
    link = unescape(re.search(r'href="(/score/sheet\.json\?[^"]*)"', page)[1])  # type: ignore[index]
    saved = client.get(link)
    assert saved.mimetype == "application/json"
    assert "attachment" in saved.headers["Content-Disposition"]
    opened = client.post("/score", data={"sheet": (io.BytesIO(saved.data), "sheet.json")})
    assert opened.status_code == 303
    assert results(client.get(opened.location).text) == results(page)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "sheet: is not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (json.dumps({"edition": "uno", "players": []}).encode(), "edition: “uno” is not a rule set"),
        (json.dumps({"edition": "high-bohn", "players": [{"name": "<b>"}, {"name": "<B>"}, {"name": "x"}]}).encode(), "player 2 (&lt;B&gt;), name"),
    ],
)  # fmt: skip
def test_opening_what_is_no_sheet(client: FlaskClient, raw: bytes, said: str) -> None:
    answer = client.post("/score", data={"sheet": (io.BytesIO(raw), "sheet.json")})
    assert answer.status_code == 422
    assert said in answer.text


@pytest.mark.parametrize(
    "kind", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "application/json"]
)
def test_fifty_megabytes_are_refused_in_words(client: FlaskClient, kind: str) -> None:
    body = b'--x\r\nContent-Disposition: form-data; name="sheet"; filename="a"\r\n\r\n' + b" " * 50_000_000
    answer = client.post("/score", data=body, content_type=kind)
    assert answer.status_code == 413
    assert "more than a score sheet can hold" in answer.text


def test_the_sheet_of_a_page_with_a_fault_is_not_saved(client: FlaskClient) -> None:
    answer = client.get("/score/sheet.json?players-0-unsorted=x")
    assert answer.status_code == 422
    assert "must be a whole number" in answer.text


def test_programs_post_a_sheet_and_read_json(client: FlaskClient) -> None:
    answer = client.post("/score", json=examples.E0.sheet)
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["players"][0] == {"name": "Ana"} | examples.E0.expected[0]
    bad = client.post(
        "/score", json={"edition": "high-bohn", "players": [{"name": "A", "cash": -1}, {"name": "B"}, {"name": "C"}]}
    )
    assert bad.status_code == 422
    assert bad.json is not None
    assert bad.json["error"] == "negative"
    assert bad.json["message"] == "player 1 (A), cash: cannot be less than 0, but is -1"
    assert bad.json["facts"] == {"number": -1}
    assert client.post("/score", data=b"{", content_type="application/json").status_code == 422
