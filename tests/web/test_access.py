"""Every address of a table x who asks: nobody, another table's player, a watcher, a seat, the revoked, the deleted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.settings import load
from companion.web.verbs import VERBS
from tests.web.phones import Phone

READ = [
    "/t/{t}",
    "/t/{t}/state.json",
    "/t/{t}/board",
    "/t/{t}/live",
    "/t/{t}/log",
    "/t/{t}/result",
    "/t/{t}/board?page=result",
    "/t/{t}/export.json",
    "/t/{t}/export.csv",
]
SIT = [
    "/t/{t}/invite",
    "/t/{t}/bean/blue",
    "/t/{t}/sheets",
    *(f"/t/{{t}}/more/{what}" for what in ("stew", "field", "correct", "menu", "hand", "buy", "score", "pass", "tour")),
]
WRITE = [*(f"/t/{{t}}/{verb}" for verb in VERBS), "/t/{t}/links", "/t/{t}/again", "/t/{t}/delete"]


def nobody(app: Flask, _: Phone) -> Phone:
    return Phone(app)


def of_another_table(app: Flask, _: Phone) -> Phone:
    return Phone(app).open("X", "Y", "Z")


def watcher(app: Flask, host: Phone) -> Phone:
    phone = Phone(app)
    assert phone.client.get(host.watch_path).status_code == 200
    return phone


def seat(app: Flask, host: Phone) -> Phone:
    return Phone(app).join(host.join_path, 2)


def revoked_watcher(app: Flask, host: Phone) -> Phone:
    phone = watcher(app, host)
    host.post(f"/t/{host.table}/links")
    return phone


def seat_after_renewal(app: Flask, host: Phone) -> Phone:
    phone = seat(app, host)
    host.post(f"/t/{host.table}/links")
    return phone


def seat_of_a_deleted_table(app: Flask, host: Phone) -> Phone:
    phone = seat(app, host)
    assert host.post(f"/t/{host.table}/delete", sure=host.table).status_code == 303
    return phone


# who: (reads, sits, writes) as statuses; writes of a seat are judged by the rules, never by access
WHO: list[tuple[Callable[[Flask, Phone], Phone], int, int, int]] = [
    (nobody, 403, 403, 403),
    (of_another_table, 403, 403, 403),
    (watcher, 200, 403, 403),
    (seat, 200, 200, 0),
    (revoked_watcher, 403, 403, 403),
    (seat_after_renewal, 200, 200, 0),
    (seat_of_a_deleted_table, 410, 410, 410),
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app of this module's own."""
    return create_app(load({}, data=Path(tmp_path_factory.mktemp("access"))))


@pytest.mark.parametrize(
    ("who", "reads", "sits", "writes"), WHO, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_every_route_for_everybody(
    app: Flask, who: Callable[[Flask, Phone], Phone], reads: int, sits: int, writes: int
) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", "Dan")
    phone = who(app, host)
    for path in READ:
        with phone.client.get(path.format(t=host.table)) as answer:  # a stream is closed unread
            assert answer.status_code == reads, path
    for path in SIT:
        assert phone.client.get(path.format(t=host.table)).status_code == sits, path
    for path in WRITE:
        status = phone.post(path.format(t=host.table)).status_code
        assert (status == writes) if writes else status not in (403, 404, 410), (path, status)


def test_unknown_tables_and_links(app: Flask) -> None:
    phone = Phone(app)
    for path in ("/t/ZZZZZ", "/t/ZZZZZ/state.json", "/j/nothing", "/w/nothing", "/t/%00/board"):
        assert phone.client.get(path).status_code == 404, path
    assert phone.post("/t/ZZZZZ/turn").status_code == 404
    assert phone.post("/j/nothing", seat="1").status_code == 404


def test_an_old_join_link_leads_nowhere(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    old = host.join_path
    host.post(f"/t/{host.table}/links")
    late = Phone(app)
    assert late.client.get(old).status_code == 404
    assert late.post(old, seat="1").status_code == 404
    late.join(host.join_path, 1)


def test_opening_a_link_changes_nothing_and_a_lost_seat_is_taken_again(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    phone = Phone(app)
    assert phone.client.get(host.join_path).status_code == 200
    assert phone.client.get(f"/t/{host.table}").status_code == 403
    phone.join(host.join_path, 2)
    phone.did("harvest", 2, bean="red", cards=2)
    again = Phone(app)  # the cookie is gone
    assert "this is me all the same" in again.client.get(host.join_path).text
    again.join(host.join_path, 2)
    assert again.player(2)["talers"] == {"red": 1}
    assert "You are Ben" in again.client.get(f"/t/{host.table}").text
    assert "Ben sits down on another device" in host.client.get(f"/t/{host.table}/log").text


@pytest.mark.parametrize("seats", [[], ["0"], ["5"], ["x"], ["1", "9"], ["²"], ["-1"], ["1" * 30]])
def test_seats_that_are_none(app: Flask, seats: list[str]) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    assert Phone(app).post(host.join_path, seat=seats).status_code == 422


def test_a_post_without_its_token_is_refused(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    for path in ("/tables", host.join_path, f"/t/{host.table}/turn", f"/t/{host.table}/delete", "/join"):
        answer = host.client.post(path, data={"command_id": "a", "seat": "1"})
        assert answer.status_code == 400, path
    answer = host.client.post(f"/t/{host.table}/turn", headers={"Accept": "application/json"})
    assert answer.json is not None
    assert answer.json["error"] == "csrf"


def test_a_form_token_older_than_a_night_still_works(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    now = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: now + 14 * 3600)
    assert host.did("turn", 1) == 2


def test_a_spoken_code_leads_to_the_seats_and_guessing_is_slow(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    phone = Phone(app)
    phone.client.get("/tables")
    for _ in range(3):
        assert phone.post("/join", code=f" {host.table[:2].lower()}-{host.table[2:]} ").location == host.join_path
    statuses = [phone.post("/join", code="QQQQQ").status_code for _ in range(14)]
    assert statuses[0] == 404
    assert statuses[-1] == 429


def test_hidden_purses_are_in_no_answer_until_the_end(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ana, ben = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 2)
    watching = watcher(app, host)
    watching.table = host.table
    ana.did("harvest", 1, bean="blue", talers=17)
    ana.did("correct", 1, bean="unsorted", change="23", reason="x")
    assert ana.player(1)["score"]["total"] == 40
    for phone in (ben, watching):
        assert phone.player(1)["talers"] is None
        assert phone.player(1)["score"] is None
        assert phone.player(1)["unsorted"] is None
        for path in ("", "/board", "/result", "?seat=1", "/board?seat=1", "/board?page=result", "/log", "/bgstats"):
            page = phone.client.get(f"/t/{host.table}{path}").text
            shown = re.sub(r"<time.*?</time>|<[^>]*>", " ", page)
            assert not re.search(r"\b(40|17|23)\b", shown), path
    probe = ben.refused("correct", 1, bean="blue", change="-99", reason="x")
    assert probe["facts"] == {}
    assert "17" not in probe["message"]
    for _ in range(3):
        ana.did("deck", 1)
    ana.did("finish", 1)
    assert ben.player(1)["score"]["total"] == 40
