"""A downloaded table is a score sheet, can be replayed, and can be opened as a table of its own."""

from __future__ import annotations

import copy
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize
from urllib.parse import unquote

import pytest
from flask import Flask

from companion.cli import main
from companion.formats.bgstats import LONGEST
from tests.web.forms import results
from tests.web.phones import Phone


@pytest.fixture
def played(app: Flask) -> Phone:
    """A table of three with an exception, a change, a new name and a seat that somebody took."""
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    Phone(app).join(phone.join_path, 2)
    for seat, price in ((1, 1), (2, 2), (3, 4)):
        phone.did("harvest", seat, bean="red", talers=price)
        agreed = {"override": "1", "reason": "he had asked"} if seat == 3 else {}
        phone.did("buy", seat, card=f"red-{price}", **agreed)
    entry = phone.did("harvest", 1, bean="soy", cards=6)
    phone.did("change", 1, entry=entry, verb="harvest", bean="soy", cards="7")
    phone.did("rename", 2, name="Bea")
    phone.did("undo", 2, entry=str(phone.state["version"]))
    return phone


def downloaded(phone: Phone) -> dict[str, Any]:
    """The download as a program reads it."""
    answer = phone.client.get(f"/t/{phone.table}/export.json")
    assert answer.json is not None
    found: dict[str, Any] = answer.json
    return found


def opened(phone: Phone, content: bytes) -> Any:
    """Open a file as a new table."""
    return phone.post("/tables/open", table=(io.BytesIO(content), "table.json"))


def test_a_download_is_scored_on_the_command_line(played: Phone, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(downloaded(played)), encoding="utf-8")
    assert main(["score", "--json", str(file)]) == 0
    scored = json.loads(capsys.readouterr().out)
    assert [row["total"] for row in scored["players"]] == [
        player["score"]["total"] for player in played.state["players"]
    ]
    assert main(["score", str(file)]) == 0
    assert "agreed: he had asked (Cleo)" in capsys.readouterr().out


def test_a_download_is_scored_by_the_page_and_its_programs(app: Flask, played: Phone) -> None:
    data = downloaded(played)
    answer = played.client.post("/score", json=data)
    assert answer.status_code == 200, answer.json
    stranger = Phone(app)
    answer = stranger.post("/score", sheet=(io.BytesIO(json.dumps(data).encode()), "table.json"))
    assert answer.status_code == 303, answer.text
    page = stranger.client.get(answer.location.split("#")[0]).text
    assert "something else than the rules: he had asked" in page
    assert {row["name"]: row["total"] for row in results(page)} == {"Ana": 5, "Ben": 2, "Cleo": 4}
    again = re.search(r'href="(/score/sheet\.json[^"]*)"', page)
    assert again
    saved = stranger.client.get(again[1].replace("&amp;", "&")).json
    assert saved is not None
    assert saved["agreed"] == data["sheet"]["agreed"]


def test_a_download_is_replayed_to_any_entry(played: Phone, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "table.json"
    file.write_text(json.dumps(downloaded(played)), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == played.state
    assert main(["replay", "--at", "3", str(file)]) == 0
    then = json.loads(capsys.readouterr().out)
    assert (then["version"], then["players"][0]["talers"]) == (3, {"red": 1})
    for number in ("0", "99"):
        assert main(["replay", "--at", number, str(file)]) == 2
        assert f"there is no entry {number}; the log has" in capsys.readouterr().err
    file.write_text("{}")
    assert main(["replay", str(file)]) == 2
    assert main(["replay", str(tmp_path / "nothing.json")]) == 2


def test_a_download_opens_as_a_table_of_its_own(app: Flask, played: Phone) -> None:
    other = Phone(app)
    answer = opened(other, json.dumps(downloaded(played)).encode())
    assert answer.status_code == 303, answer.text
    other.table = answer.location.rsplit("/", 1)[1]
    assert other.table != played.table
    mine, theirs = other.state, played.state
    assert mine["players"] == theirs["players"]
    assert mine["market"] == theirs["market"]
    log = other.client.get(f"/t/{other.table}/log").text
    assert "Ana: +4 Soy for 7 cards" in log
    assert "sits down" not in log
    other.did("turn", 1)
    other.did("undo", 1, entry="10")
    assert other.player(1)["talers"] == {"soy": 3}, "what was changed is as it was before"
    assert played.player(1)["talers"] == {"soy": 4}
    assert Phone(app).client.get(f"/t/{other.table}").status_code == 403


@pytest.mark.parametrize(
    ("row", "field", "name", "most"),
    [
        (1, "names", "N" * 25, False),
        (2, "name", "N" * 25, False),
        (2, "was", "N" * 25, False),
        (1, "names", "x\u0301" * 24, True),
    ],
)
def test_a_download_gives_no_longer_names_than_forms_do(
    app: Flask, row: int, field: str, name: str, most: bool
) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.did("rename", 1, name="Anna")
    data = downloaded(phone)
    data["log"][row - 1]["data"][field] = [name, "Ben", "Cleo"] if field == "names" else name
    answer = opened(phone, json.dumps(data).encode())
    assert (answer.status_code == 303) == most
    said = f"Log, {row}, data, {field}: “{name}” is too long; 24 characters are the most"
    assert (said in answer.text) != most


def test_a_stored_log_with_longer_names_is_read(app: Flask, tmp_path: Path, capsys: Any) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    data = downloaded(phone)
    data["log"][0]["data"]["names"][0] = "N" * 300
    file = tmp_path / "table.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["players"][0]["name"] == "N" * 300


def entered(data: dict[str, Any], kind: str, v: int = 1, **fields: Any) -> None:
    """One more entry of a log."""
    row = {"entry": len(data["log"]) + 1, "kind": kind, "v": v, "by": 0, "at": None, "override": "", "data": fields}
    data["log"].append(row)


BROKEN: list[Callable[[dict[str, Any]], object]] = [
    lambda data: data.update(format="high-bohn-score-sheet"),
    lambda data: data.update(version=2),
    lambda data: data.pop("log"),
    lambda data: data.update(log=[]),
    lambda data: data.update(log={"entry": 1}),
    lambda data: data["log"].pop(1),
    lambda data: data["log"][0].update(kind="finished"),
    lambda data: data["log"][1].update(kind="teleported"),
    lambda data: data["log"][1].update(kind=7),
    lambda data: data["log"][1].update(v=99),
    lambda data: data["log"][1].update(v="1"),
    lambda data: data["log"][1].update(override=None),
    lambda data: data["log"][1].update(by="Ana"),
    lambda data: data["log"][2]["data"].update(seat=9),
    lambda data: data["log"][2]["data"].update(seat="1"),
    lambda data: data["log"][2]["data"].update(bean="tea"),
    lambda data: data["log"][2]["data"].update(bean="x" * 301),
    lambda data: data["log"][2]["data"].update(talers=10**9),
    lambda data: data["log"][2]["data"].update(talers=-5),
    lambda data: data["log"][2]["data"].update(more=1),
    lambda data: data["log"][2]["data"].pop("talers"),
    lambda data: data["log"][3]["data"].update(cards=[["red"]]),
    lambda data: data["log"][3]["data"].update(cards=[["red", 7]]),
    lambda data: data["log"][3]["data"].update(cards=[["red", 4], ["red", 3]]),
    lambda data: data["log"][0]["data"].update(names=["Ana"]),
    lambda data: data["log"][0]["data"].update(names=["Ana", "ana", "Ben"]),
    lambda data: data["log"][0]["data"].update(names=["", "", ""]),
    lambda data: data["log"][0]["data"].update(edition="chess"),
    lambda data: entered(data, "set-up", changes=[["start", 1, 9]]),
    lambda data: entered(data, "set-up", changes=[["start", "Ana", 2]]),
    lambda data: entered(data, "set-up", changes=[["order", [1, 2, 3], [1, 1, 2]]]),
    lambda data: entered(data, "set-up", changes=[["hidden", False, 7]]),
    lambda data: entered(data, "set-up", changes=[["weather", "rain", "sun"]]),
    lambda data: entered(data, "undone", 2, entries=[3], instead=True),
    lambda data: [
        entered(data, "harvested", 2, seat=9, bean="soy", cards=None, talers=1),
        entered(data, "undone", entries=[len(data["log"])]),
    ],
]


@pytest.mark.parametrize("spoil", BROKEN)
def test_a_file_that_is_no_table_is_refused(
    app: Flask, played: Phone, spoil: Callable[[dict[str, Any]], object]
) -> None:
    data = copy.deepcopy(downloaded(played))
    spoil(data)
    phone = Phone(app)
    answer = opened(phone, json.dumps(data).encode())
    assert answer.status_code == 422, answer.location
    assert 'role="alert"' in answer.text


@pytest.mark.parametrize("content", [b"", b"[]", b"{", b"7", b"\xff\xfe", b'{"format": "high-bohn-table"}'])
def test_anything_else_is_refused(app: Flask, content: bytes) -> None:
    assert opened(Phone(app), content).status_code == 422


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "−", "＝", "＋", "－", "＠", "﹢", "﹦"])
def test_a_name_is_no_formula_whatever_the_width_of_its_sign(app: Flask, sign: str) -> None:
    phone = Phone(app).open(f"{sign}1+1", "Ben", "Cleo")
    told = phone.client.get(f"/t/{phone.table}/export.csv").data.decode("utf-8-sig")
    assert told.splitlines()[1].startswith(("'", "\"'"))


@pytest.mark.parametrize(("sign", "shortened"), [("👨‍👩‍👧‍👦", True), ("ש", False), ("e\u0301", False), ("a", False)])
def test_an_address_for_bg_stats_is_never_too_long(app: Flask, sign: str, shortened: bool) -> None:
    names = [normalize("NFC", sign * 23 + str(number)) for number in range(7)]
    phone = Phone(app).open(*names, edition="high-bohn-2000")
    phone.finished()
    page = phone.client.get(f"/t/{phone.table}/bgstats").text
    link = re.search(r'href="(https://app\.bgstatsapp\.com/[^"]+)"', page)
    assert link
    assert len(link[1]) <= LONGEST
    play = json.loads(unquote(link[1].split("data=", 1)[1]))
    assert [row["rank"] for row in play["players"]] == [1] * 7
    assert [row["name"] == name for row, name in zip(play["players"], names, strict=True)] == [not shortened] * 7
    assert all(row["name"].startswith(normalize("NFC", sign)) for row in play["players"])


def crafted(played: Phone, **changes: Any) -> bytes:
    """A download in whose first entries these values stand."""
    data = downloaded(played)
    for entry in data["log"]:
        entry.update(changes)
    return json.dumps(data).encode()


@pytest.mark.parametrize("at", ["2026-01-01T12:00:00+02:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00"])
def test_a_download_with_moments_of_other_clocks_opens_whole(app: Flask, played: Phone, at: str) -> None:
    other = Phone(app)
    other.table = opened(other, crafted(played, at=at)).location.rsplit("/", 1)[1]
    assert other.player(1)["talers"] == {"soy": 4}
    for page in ("", "/log", "/result", "/export.json"):
        assert other.client.get(f"/t/{other.table}{page}").status_code == 200
    assert other.client.get("/").status_code == 200


@pytest.mark.parametrize(
    "changes", [{"override": "\ud800"}, {"override": "a\0b"}, {"by": -1_000_000}, {"by": 4}, {"override": "two\nlines"}]
)
def test_a_download_that_nothing_here_can_have_made_is_refused(
    app: Flask, played: Phone, changes: dict[str, Any]
) -> None:
    assert opened(Phone(app), crafted(played, **changes)).status_code == 422


def test_what_turns_a_line_round_is_left_out(app: Flask, played: Phone) -> None:
    data = downloaded(played)
    entered(data, "renamed", 2, seat=3, name="\u202eoelC", was="Cleo")
    entered(data, "corrected", 2, seat=3, what="soy", change=1, reason="mis\u202ecounted", was=0)
    other = Phone(app)
    other.table = opened(other, json.dumps(data).encode()).location.rsplit("/", 1)[1]
    log = other.client.get(f"/t/{other.table}/log").text
    assert "miscounted" in log
    assert "\u202e" not in log


def test_a_name_that_is_half_a_character_is_refused(app: Flask, played: Phone) -> None:
    data = downloaded(played)
    data["log"][0]["data"]["names"][0] = "\udfff"
    assert opened(Phone(app), json.dumps(data).encode()).status_code == 422


def test_a_long_evening_opens_again(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for turn in range(300):
        phone.did("turn", turn % 3 + 1)
    assert opened(Phone(app), json.dumps(downloaded(phone)).encode()).status_code == 303


def test_a_log_has_an_end(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.rules.playing.ledger.MOST_ENTRIES", 5)
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for turn in range(4):
        phone.did("turn", turn % 3 + 1)
    assert phone.refused("turn", 2)["error"] == "log-full"
    phone.did("finish", 1, override="1", reason="the log is full")
    assert opened(Phone(app), json.dumps(downloaded(phone)).encode()).status_code == 303
