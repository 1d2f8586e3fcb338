"""Downloads of a table."""

from __future__ import annotations

import csv
import io
import json
import re
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from flask import Flask

from companion.cli import main
from companion.formats.bgstats import PAGE
from tests.web.phones import Phone


def test_the_sheet_of_an_export_scores_the_same_on_the_command_line(app: Flask, tmp_path: Path, capsys: object) -> None:
    phone = Phone(app).open("=1+1", "<b>", "Cleo", cognac="1")
    phone.did("correct", 1, bean="red", change="6", reason="x")
    phone.did("buy", 1, card="red-4")
    phone.did("correct", 1, bean="unsorted", change="9", reason="x")
    answer = phone.client.get(f"/t/{phone.table}/export.json")
    assert answer.json is not None
    assert answer.json["format"] == "high-bohn-table"
    assert len(answer.json["log"]) == 4
    file = tmp_path / "sheet.json"
    file.write_text(json.dumps(answer.json["sheet"]))
    assert main(["score", "--json", str(file)]) == 0
    scored = json.loads(capsys.readouterr().out)  # type: ignore[attr-defined]
    assert scored["players"][0]["total"] == phone.player(1)["score"]["total"] == 2 + 9 + 2 + 4


def test_a_spreadsheet_of_scores_takes_no_name_for_a_formula(app: Flask) -> None:
    phone = Phone(app).open("=1+1", "<b>", "Cleo")
    phone.did("correct", 2, bean="red", change="6", reason="x")
    rows = list(csv.reader(io.StringIO(phone.client.get(f"/t/{phone.table}/export.csv").data.decode("utf-8-sig"))))
    assert rows[0][:2] == ["player", "cash"]
    assert [row[0] for row in rows[1:]] == ["'=1+1", "<b>", "Cleo"]
    assert rows[2][7] == "6"


def test_hidden_purses_are_in_no_download_until_the_end(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ben = Phone(app).join(host.join_path, 2)
    for name in ("export.json", "export.csv"):
        assert ben.client.get(f"/t/{ben.table}/{name}").status_code == 409
    ben.finished(2)
    for name in ("export.json", "export.csv"):
        assert ben.client.get(f"/t/{ben.table}/{name}").status_code == 200


def test_a_finished_game_goes_to_bg_stats_with_every_field_it_asks_for(app: Flask) -> None:
    phone = Phone(app).open('A"na & Co', "<b>", "Cleo")
    assert phone.client.get(f"/t/{phone.table}/bgstats").status_code == 409
    phone.did("correct", 2, bean="red", change="6", reason="x")
    phone.finished()
    page = phone.client.get(f"/t/{phone.table}/bgstats").text
    link = unescape(re.search(r'href="(https:[^"]+)"', page)[1])  # type: ignore[index]
    assert link.startswith(PAGE)
    play = json.loads(unquote(link.removeprefix(PAGE)))
    assert play["game"] | {"highestWins": True, "noPoints": False} == play["game"]
    assert (play["board"], play["comments"]) == ("", "")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert [(row["name"], row["score"], row["rank"], row["winner"], row["startPlayer"]) for row in play["players"]] == [
        ('A"na & Co', 0, 2, False, True),
        ("<b>", 6, 1, True, False),
        ("Cleo", 0, 2, False, False),
    ]
    phone.did("reopen", 1)
    phone.did("harvest", 3, bean="soy", talers=3)
    phone.finished()
    again = phone.client.get(f"/t/{phone.table}/bgstats").text
    assert play["sourcePlayId"] in unquote(again)  # it replaces the play it was before


def test_a_name_from_right_to_left_takes_no_sign_around_it_along(app: Flask) -> None:
    phone = Phone(app).open("שרה (1)", "Ben", "Cleo")
    phone.did("harvest", 1, bean="red", talers=3)
    log = phone.client.get(f"/t/{phone.table}/log").text
    assert "\u2068שרה (1)\u2069: +3 Red" in log
    assert "Ben\u2069" not in log
