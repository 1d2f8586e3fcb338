"""A table that cannot be read here says so on every page, and keeps nobody from the others."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.settings import load
from companion.store.schema import entries
from tests.web.phones import Phone

RULES = Path(__file__).parents[2] / "companion/rules/editions/bohnanza.toml"


def restarted(tmp_path: Path) -> Flask:
    """The app as it starts on this data folder and this folder of rule sets."""
    return create_app(load({"COMPANION_EDITIONS": str(tmp_path)}, data=tmp_path / "data"))


def without_rules(_: Flask, tmp_path: Path) -> None:
    (tmp_path / "own-rules.toml").unlink()


def newer(app: Flask, _: Path) -> None:
    with app.extensions["companion"].service.database.write() as connection:
        connection.execute(entries.update().where(entries.c.kind == "harvested").values(v=99))


def unknown(app: Flask, _: Path) -> None:
    with app.extensions["companion"].service.database.write() as connection:
        connection.execute(entries.update().where(entries.c.kind == "harvested").values(kind="teleported"))


def gap(app: Flask, _: Path) -> None:
    with app.extensions["companion"].service.database.write() as connection:
        connection.execute(entries.delete().where(entries.c.kind == "harvested"))


FATES = [
    (without_rules, "rule-set-missing", "the rule set “own-rules”, which is not installed", "install that rule set again"),
    (newer, "newer-version", "entries that a newer version of this app made", "install the newer version"),
    (unknown, "newer-version", "entries that a newer version of this app made", "install the newer version"),
    (gap, "entries-missing", "the first is number 2", "put back a database"),
]  # fmt: skip


@pytest.mark.parametrize(("fate", "reason", "what", "remedy"), FATES, ids=[fate[0].__name__ for fate in FATES])
def test_an_unreadable_table(
    tmp_path: Path, fate: Callable[[Flask, Path], None], reason: str, what: str, remedy: str
) -> None:
    (tmp_path / "own-rules.toml").write_text(RULES.read_text(encoding="utf-8"), encoding="utf-8")
    app = restarted(tmp_path)
    phone = Phone(app).open("Ana", "Ben", "Cleo", edition="own-rules")
    lost = phone.table
    phone.did("harvest", 1, bean="red", cards=2)
    phone.did("turn", 1)
    join, watch = phone.join_path, phone.watch_path
    phone.open("Dan", "Eve", "Finn")
    fate(app, tmp_path)
    app.extensions["companion"].close()

    app = phone.client.application = restarted(tmp_path)
    other, phone.table = phone.table, lost

    home = phone.client.get("/")
    assert home.status_code == 200
    rows = re.findall(r"<li[^>]*>(.*?)</li>", home.text, re.DOTALL)
    [row] = [row for row in rows if lost in row]
    assert "cannot be opened here" in row
    assert re.search(r"<time[^>]*>\w+ \d+, \d{4}</time>", row)
    assert "href" not in row
    assert f'href="/t/{other}"' in home.text

    paths = ["", "/board", "/state.json", "/log", "/result", "/export.json", "/export.csv", "/bgstats", "/bean/red", "/more/menu", "/sheets"]  # fmt: skip
    for path in [*(f"/t/{lost}{path}" for path in paths), join, watch]:
        answer = phone.client.get(path)
        assert answer.status_code == 503, path
        assert what in answer.text, path
        assert remedy in answer.text, path
        assert "the entries that are stored are kept" in answer.text
        assert "no-store" in answer.headers["Cache-Control"]
    for path in (join, f"/t/{lost}/again"):
        assert phone.post(path, seat="1").status_code == 503, path
    told = phone.enter("harvest", 1, bean="red", cards=3)
    assert told.status_code == 503
    assert told.json is not None
    assert (told.json["error"], told.json["facts"]["reason"]) == ("unreadable-table", reason)
    assert what in told.json["message"]
    assert phone.enter("harvest", 1, bean="red").status_code == 503  # malformed, too

    german = phone.client.get(f"/t/{lost}", headers={"Accept-Language": "de"}).text
    assert "Dieser Tisch lässt sich nicht öffnen" in german
    assert "bleiben erhalten" in german
    assert what not in german

    assert phone.post(f"/t/{lost}/delete", sure=lost).status_code == 303  # its people need not keep it
    assert phone.client.get(f"/t/{lost}").status_code == 410
    assert lost not in phone.client.get("/").text
    app.extensions["companion"].close()


def test_a_table_deleted_while_a_request_is_under_way(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    service = app.extensions["companion"].service
    enter = service.enter

    def too_late(*args: object, **named: object) -> object:
        phone.client.post(f"/t/{phone.table}/delete", data={"csrf_token": phone.token, "sure": phone.table})
        return enter(*args, **named)

    monkeypatch.setattr(service, "enter", too_late)
    answer = phone.enter("turn", 1)
    assert answer.status_code == 410
    assert answer.json is not None
    assert answer.json["error"] == "deleted"
