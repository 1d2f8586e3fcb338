"""Undoing without end costs nothing: pages stay small and quick, and say what was undone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from flask import Flask

from companion.rules.playing import commands as cmd
from companion.service import Done
from companion.web.table import viewing
from tests.web.phones import Phone

PATHS = ("", "/board", "/log", "/state.json", "/more/menu", "/result")


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A table with ten harvests."""
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    for _ in range(10):
        phone.did("harvest", 1, bean="blue", talers=1)
    return phone


@pytest.fixture
def undo(app: Flask, phone: Phone) -> Callable[..., None]:
    """Undoes entries of that table; not over HTTP, which is slow."""
    installed = app.extensions["companion"]
    with installed.service.database.read() as connection:
        table_id = connection.exec_driver_sql(f"SELECT id FROM tables WHERE public_id = '{phone.table}'").scalar_one()  # noqa: S608

    def undo(*targets: int) -> None:
        made = installed.service.handle(table_id, cmd.Undo(1, targets), f"undo-{time.monotonic_ns()}")
        assert isinstance(made, Done), made

    return undo


def sizes(phone: Phone) -> dict[str, int]:
    """The bytes of each page of the table, none of which may take long."""
    found = {}
    for path in PATHS:
        began = time.monotonic()
        answer = phone.client.get(f"/t/{phone.table}{path}")
        assert answer.status_code == 200, path
        assert time.monotonic() - began < 10, path  # some hundredths of a second, on a machine that is not busy
        found[path] = len(answer.text)
    return found


def test_an_undoing_undone_250_times(phone: Phone, undo: Callable[..., None]) -> None:
    before = sizes(phone)
    for target in range(11, 261):
        undo(target)
    after = sizes(phone)
    for path in ("", "/board", "/more/menu", "/result"):
        assert after[path] < before[path] + 2_000, path
    assert after["/log"] < before["/log"] + 100 * 1_500  # it shows 100 entries
    page = phone.client.get(f"/t/{phone.table}/log").text
    assert "Undone: an undoing (№\u00a0260)" in page
    assert phone.state["players"][0]["talers"] == {"blue": 10}


def test_all_undoings_undone_at_once_15_times(app: Flask, phone: Phone, undo: Callable[..., None]) -> None:
    before = sizes(phone)
    for target in range(2, 12):
        undo(target)
    undo(*range(12, 22))
    for target in range(22, 36):
        undo(target)
    after = sizes(phone)
    assert after["/board"] < before["/board"] + 2_000
    assert after["/log"] < before["/log"] + 30 * 1_500
    assert "; an undoing (№\u00a016); and 5 more" in phone.client.get(f"/t/{phone.table}/log").text


def test_what_builds_on_an_entry_is_named_within_bounds(phone: Phone) -> None:
    phone.did("harvest", 2, bean="red", talers=2)
    phone.did("buy", 2, card="red-2")
    refused = phone.refused("undo", 2, entry="12")
    assert refused["message"] == "Later entries build on it (13), undo them together: Ben buys 2-Tepee (№\u00a013)"
    assert refused["facts"] == {"entries": [13], "together": [12, 13]}


def test_many_that_build_on_an_entry_are_counted(phone: Phone) -> None:
    phone.did("harvest", 2, bean="blue", talers=4)
    phone.did("buy", 2, card="blue-4")
    for _ in range(30):
        phone.did("harvest", 3, bean="blue", cards=4)
        phone.did("share", 2, harvester=3)
        phone.did("correct", 3, bean="blue", change="-1", reason="x")
        phone.did("correct", 2, bean="blue", change="-1", reason="x")
    refused = phone.refused("undo", 2, entry="13")
    more = len(refused["facts"]["entries"]) - 5
    assert more > 40
    assert refused["message"].endswith(f"; and {more} more")
    assert len(refused["message"]) < 500


def offered(phone: Phone) -> list[str]:
    """The entry that the button Undo means on a phone: on its page, on the board, and in what a tap is answered."""
    found = [
        re.findall(r'name="entry" value="(\d+)"', phone.client.get(f"/t/{phone.table}{path}").text)
        for path in ("", "/board")
    ]
    assert found[0] == found[1]
    return found[0]


def test_undo_means_this_phones_own_last_entry(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    ana = Phone(app).join(host.join_path, 1)
    host.did("harvest", 2, bean="red", cards=2)
    other = Phone(app).join(host.join_path, 1)  # shares the seat
    assert [offered(phone) for phone in (host, ana, other)] == [["3"], [], []]
    other.did("harvest", 1, bean="soy", cards=4)
    ana.did("harvest", 2, bean="blue", cards=4)
    assert [offered(phone) for phone in (host, ana, other)] == [["3"], ["6"], ["5"]]
    host.join(host.join_path, 1)  # whoever made the table and sits down keeps what it entered before
    assert [offered(phone) for phone in (host, ana, other)] == [["3"], ["6"], ["5"]]
    other.did("undo", 1, entry="5")
    assert [offered(phone) for phone in (host, ana, other)] == [["3"], ["6"], []]
    ana.post(f"/t/{host.table}/people/leave", seat="1")
    ana.join(host.join_path, 2)
    assert [offered(phone) for phone in (host, ana, other)] == [["3"], ["6"], []]


def test_the_board_that_answers_a_tap_offers_to_undo_that_tap(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    phones = [Phone(app).join(host.join_path, 1) for _ in range(2)]
    for number, phone in enumerate(phones):
        fields = {"csrf_token": phone.token, "command_id": f"tap-{number}", "seat": "1", "bean": "blue", "cards": "4"}
        answer = phone.client.post(f"/t/{host.table}/harvest", data=fields, headers={"HX-Request": "true"}).text
        assert re.findall(r'name="entry" value="(\d+)"', answer) == [str(4 + number)]


def test_undo_never_means_that_somebody_sat_down(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    ana = Phone(app).join(host.join_path, 1)
    assert [offered(phone) for phone in (host, ana)] == [[], []]
    page = ana.client.get(f"/t/{host.table}/log").text
    assert "Take the seat away" in page  # which the log offers, by name
    ana.post(f"/t/{host.table}/links")
    assert "There are new links to the table" in ana.client.get(f"/t/{host.table}/log").text
    assert offered(ana) == []


def test_phones_that_look_alike_share_a_rendering(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    phones = [Phone(app).join(host.join_path, 1) for _ in range(4)]
    made: list[object] = []
    frame = viewing._frame
    monkeypatch.setattr(viewing, "_frame", lambda *looks: (made.append(looks), frame(*looks))[1])
    phones[0].did("turn", 1)  # has something to undo
    for path in ("/board", "/board?page=result", "/board?page=watch"):
        made.clear()
        boards = {phone.client.get(f"/t/{host.table}{path}").text for phone in phones}
        assert len(made) == len(boards) == (2 if path == "/board" else 1), path
