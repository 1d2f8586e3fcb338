"""Guessing is slow and making tables is bounded, and neither ever stops a seat or the holder of a link."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from flask import Flask
from limits import parse_many

from companion.app import create_app
from companion.settings import load
from companion.web import throttle
from tests.web.phones import Phone


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app of each test's own, with an address that may do a tenth of what it usually may."""
    monkeypatch.setattr(throttle, "GUESSES_OF_ADDRESS", parse_many("30/minute"))
    monkeypatch.setattr(throttle, "TABLES_OF_ADDRESS", parse_many("13/minute"))
    return create_app(load({}, data=tmp_path))


GUESSES = ["/t/BCDF{}/state.json", "/t/BCDF{}", "/t/BCDF{}/board", "/j/BCDF{}", "/w/BCDF{}", "/t/BCDF{}/invite", "/t/BCDF{}/log"]  # fmt: skip


def guess(app: Flask, times: int) -> Counter[int]:
    """So many wrong guesses by a stranger without a cookie, of every kind; the statuses of the answers."""
    stranger = app.test_client(use_cookies=False)
    return Counter(stranger.get(GUESSES[n % len(GUESSES)].format(n)).status_code for n in range(times))


def test_wrong_guesses_of_all_kinds_are_one_count(app: Flask) -> None:
    found = guess(app, 60)
    assert found[404] <= 30
    assert found[429] >= 30
    assert set(found) == {404, 429}


def test_a_stranger_at_a_table_that_exists_is_counted_like_one_at_none(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    stranger = app.test_client(use_cookies=False)
    statuses = [stranger.get(f"/t/{host.table}").status_code for _ in range(32)]
    assert (statuses[0], statuses[-1]) == (403, 429)
    assert stranger.get("/t/ZZZZZ").status_code == 429  # nothing is to be told apart any more


def test_guesses_of_one_never_stop_a_seat_or_who_holds_a_link(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    seat, watcher, newcomer = Phone(app).join(host.join_path, 2), Phone(app), Phone(app)
    watcher.client.get(host.watch_path)
    join = host.join_path
    assert guess(app, 60)[429]
    for phone in (host, seat):
        assert phone.did("turn", 1)
        for path in ("", "/board", "/log", "/sheets", "/result", "/state.json"):
            assert phone.client.get(f"/t/{host.table}{path}").status_code == 200
    assert watcher.client.get(f"/t/{host.table}/board").status_code == 200
    assert newcomer.client.get(join).status_code == 200
    assert newcomer.join(join, 3).player(3)["name"] == "Cleo"
    assert Phone(app).client.get(host.watch_path).status_code == 200


def test_what_is_no_guess_is_not_counted(app: Flask) -> None:
    stranger = app.test_client(use_cookies=False)
    for n in range(35):
        assert stranger.get(f"/nothing/{n}").status_code == 404
        assert stranger.get(f"/rules/edition{n}").status_code == 404
    assert stranger.get("/t/BCDFG").status_code == 404


def test_a_forged_address_gains_nothing(app: Flask) -> None:
    stranger = app.test_client(use_cookies=False)
    statuses = [stranger.get("/t/BCDFG", headers={"X-Forwarded-For": f"203.0.113.{n}"}).status_code for n in range(32)]
    assert (statuses[0], statuses[-1]) == (404, 429)


def test_a_household_is_one_network_of_ipv6(app: Flask) -> None:
    stranger = app.test_client(use_cookies=False)
    statuses = [
        stranger.get("/t/BCDFG", environ_overrides={"REMOTE_ADDR": f"2001:db8::{n:x}"}).status_code for n in range(32)
    ]
    assert (statuses[0], statuses[-1]) == (404, 429)
    other = stranger.get("/t/BCDFG", environ_overrides={"REMOTE_ADDR": "2001:db8:0:1::1"})
    assert other.status_code == 404


def test_who_has_guessed_too_often_is_not_told_a_right_code_either(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    clumsy = Phone(app)
    statuses = [clumsy.post("/join", code="QQQQQ").status_code for _ in range(12)]
    assert (statuses[0], statuses[-1]) == (404, 429)
    late = clumsy.post("/join", code=host.join_code)
    assert late.status_code == 429
    assert 0 < int(late.headers["Retry-After"]) <= 61
    assert Phone(app).post("/join", code=host.join_code).status_code == 303


def test_one_phone_makes_few_tables_and_a_house_many(app: Flask) -> None:
    names = ["Ana", "Ben", "Cleo"]
    phone = Phone(app)
    made = Counter(phone.post("/tables", name=names).status_code for _ in range(30))
    assert made == {303: 10, 429: 20}
    refused = phone.post("/tables", name=names)
    assert "Too many new tables" in refused.text
    assert refused.headers["Retry-After"]
    assert phone.post("/demo").status_code == 429
    assert phone.client.get("/").status_code == 200
    assert Phone(app).post("/tables", name=names).status_code == 303
    assert Phone(app).post("/tables", name=["Ana"]).status_code == 409
    others = Counter(Phone(app).post("/tables", name=names).status_code for _ in range(6))
    assert others == {303: 2, 429: 4}  # an address has 13
    assert throttle.TABLES_OF_DEVICE[0].amount < throttle.TABLES_OF_DEVICE[1].amount


def test_what_others_made_from_an_address_keeps_nobody_there_from_playing_on(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo").finished()
    throttle.of(app).count([(most, "tables", "127.0.0.1") for most in throttle.TABLES_OF_ADDRESS for _ in range(2_100)])
    assert Phone(app).post("/demo").status_code == 429
    assert host.post(f"/t/{host.table}/again").status_code == 303


def test_folding_long_logs_has_a_share_and_takes_turns(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("companion.long_work.LONG", 3)
    monkeypatch.setattr("companion.long_work._WAIT", 0.01)
    monkeypatch.setattr(throttle, "FOLDS_OF_DEVICE", parse_many("2/hour"))
    host, short = Phone(app).open("Ana", "Ben", "Cleo"), Phone(app).open("X", "Y", "Z")
    other = Phone(app).join(host.join_path, 2)
    host.did("turn", 1)
    shared = host.result_path
    with app.extensions["companion"].service.long_work.one_at_a_time():
        busy = other.enter("undo", 2, entry="3")
        assert (busy.status_code, busy.headers["Retry-After"]) == (503, "2")  # the phone sends it again
        assert busy.json == {
            "error": "busy",
            "message": "The server is busy. Try again in a moment: nothing is entered twice.",
            "facts": {},
        }
        assert other.client.get(f"/t/{host.table}/result").status_code == 503
        assert Phone(app).client.get(shared).status_code == 503
        assert other.did("turn", 2) == 4
        assert short.refused("undo", 1, entry="1")["error"] == "unknown-entry"
    assert caplog.messages == ["long logs take turns, and some waited 0 s in vain: the server is busy"]  # once
    assert [host.enter("undo", 1, entry=entry).status_code for entry in ("3", "5", "6")] == [200, 200, 429]
    assert host.did("turn", 1)
    assert "Too much at once" in host.post(f"/t/{host.table}/undo", command_id="x", seat="1", entry="6").text
    assert other.did("undo", 1, entry="6")
    assert host.client.get(f"/t/{host.table}/result").status_code == 200


def test_opening_downloaded_tables_has_a_share_whatever_becomes_of_them(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttle, "FOLDS_OF_DEVICE", parse_many("2/hour"))
    stranger = Phone(app)
    assert [stranger.post("/tables/open").status_code for _ in range(3)] == [422, 422, 429]
