"""Links, codes and form tokens: what opens a table, and what does not any more. Who may do what: test_matrix.py."""

from __future__ import annotations

import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask, session

from companion.app import create_app
from companion.rules.playing.ledger import Ledger
from companion.settings import load
from companion.store.ledgers import Ledgers
from companion.web import access, throttle
from tests.web.phones import Phone

READ = ["", "/state.json", "/board", "/board?page=result", "/log", "/result", "/export.json", "/export.csv"]


def watcher(app: Flask, host: Phone) -> Phone:
    """A phone that watches."""
    phone = Phone(app)
    assert phone.client.get(host.watch_path).status_code == 200
    return phone


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """An app of this module's own."""
    made = create_app(load({}, data=Path(tmp_path_factory.mktemp("access"))))
    throttle.of(made).enabled = False  # strangers may knock as often as they like
    return made


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


def test_a_spoken_code_leads_to_the_seats_and_guessing_is_slow(tmp_path: Path) -> None:
    app = create_app(load({}, data=tmp_path))
    host = Phone(app).open("Ana", "Ben", "Cleo")
    phone = Phone(app)
    phone.client.get("/tables")
    code = host.join_code
    for _ in range(3):
        assert phone.post("/join", code=f" {code[:2].lower()}-{code[2:]} ").location == f"/t/{host.table}/seats"
    statuses = [phone.post("/join", code="QQQQQQ").status_code for _ in range(14)]
    assert statuses[0] == 404
    assert statuses[-1] == 429


def test_hidden_purses_are_in_no_answer_until_the_end(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ana, ben = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 2)
    watching = watcher(app, host)
    watching.table = host.table
    ana.did("correct", 1, bean="blue", change="17", reason="x")
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
    assert (probe["error"], probe["facts"]) == ("hidden-purse", {"seat": 1})
    assert "17" not in probe["message"]
    ana.finished()
    assert ben.player(1)["score"]["total"] == 40


def test_no_way_in_leads_to_another(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    paths = {"join": host.join_path, "watch": host.watch_path, "result": host.result_path}
    secrets = {name: path.rsplit("/", 1)[1] for name, path in paths.items()} | {"code": host.join_code}
    seen = {"watch": watcher(app, host), "result": Phone(app), "join": Phone(app), "code": Phone(app)}
    seen["code"].post("/join", code=secrets["code"])
    pages = {
        "watch": [paths["watch"], *(f"/t/{host.table}{path}" for path in READ)],
        "result": [paths["result"]],
        "join": [paths["join"]],
        "code": [f"/t/{host.table}/seats"],
    }
    for name, phone in seen.items():
        for path in pages[name]:
            answer = phone.client.get(path)
            assert answer.status_code == 200, path
            told = answer.text + str(answer.headers)
            assert [other for other in secrets if other != name and secrets[other] in told] == [], path


def test_the_address_of_a_table_is_no_code_for_it(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    spy = watcher(app, host)
    assert spy.post("/join", code=host.table).status_code == 404
    assert spy.post(f"/j/{host.table}", seat="1").status_code == 404
    assert spy.post(f"/t/{host.table}/seats", seat="1").status_code == 403


def test_new_links_shut_out_everybody_who_does_not_sit(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    typed, spy, code = Phone(app), watcher(app, host), host.join_code
    old = {"join": host.join_path, "watch": host.watch_path, "result": host.result_path}
    assert typed.post("/join", code=code).status_code == 303
    assert typed.client.get(f"/t/{host.table}/seats").status_code == 200
    host.post(f"/t/{host.table}/links")
    assert {Phone(app).client.get(path).status_code for path in old.values()} == {404}
    assert Phone(app).post("/join", code=code).status_code == 404
    assert typed.post(f"/t/{host.table}/seats", seat="1").status_code == 403
    assert spy.client.get(f"/t/{host.table}").status_code == 403
    new = {"join": host.join_path, "watch": host.watch_path, "result": host.result_path}
    assert not set(old.values()) & set(new.values())
    assert {Phone(app).client.get(path).status_code for path in new.values()} == {200}


@pytest.mark.parametrize("link", ["join", "watch", "result"])
def test_one_link_is_renewed_and_the_others_stay(app: Flask, link: str) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    old = {"join": host.join_path, "watch": host.watch_path, "result": host.result_path}
    code = host.join_code
    assert host.post(f"/t/{host.table}/links", link=link).status_code == 303
    for name, path in old.items():
        assert Phone(app).client.get(path).status_code == (404 if name == link else 200), name
    assert (host.join_code == code) is (link != "join")
    assert host.post(f"/t/{host.table}/links", link="door").status_code == 422


def test_the_result_can_be_sent_to_somebody_who_sees_nothing_else(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden="1")
    ana = Phone(app).join(host.join_path, 1)
    ana.did("correct", 1, bean="blue", change="17", reason="x")
    path, friend = ana.result_path, Phone(app)
    before = re.sub(r"<[^>]*>", " ", friend.client.get(path).text)
    assert "hidden until the end" in before
    assert "17" not in before
    host.did("finish", 1, override="1", reason="it is late")
    ana.post(f"/t/{host.table}/again")
    page = friend.client.get(path).text
    assert "Ana wins: 17" in re.sub(r"<[^>]*>", "", page)
    assert "/t/" not in page  # neither to the table nor to the next one
    assert friend.client.get(f"/t/{host.table}/result").status_code == 403
    ana.post(f"/t/{host.table}/links", link="result")
    assert friend.client.get(path).status_code == 404
    assert watcher(app, host).client.get(f"/t/{host.table}/result").text.count("/r/") == 0


def test_a_table_has_one_address(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    answer = phone.client.get(f"/t/{phone.table.lower()}?seat=2")
    assert (answer.status_code, answer.location) == (302, f"/t/{phone.table}?seat=2")
    assert Phone(app).client.get(f"/t/{phone.table.lower()}").status_code == 403


def test_groups_that_were_forgotten_stay_so_and_a_cookie_keeps_sixty(app: Flask) -> None:
    with app.test_request_context():
        access.forget_groups([3])
        access.forget_groups([5, 3])
        assert session["forgotten"] == [3, 5]
        assert session.permanent
        access.forget_groups(range(100, 158))
        assert session["forgotten"] == [3, 5, *range(100, 158)]
        access.forget_groups([7])
        assert session["forgotten"] == [5, *range(100, 158), 7]


def test_a_cookie_keeps_what_opens_the_thirty_tables_looked_for_last(app: Flask) -> None:
    rows = [SimpleNamespace(public_id=f"T{number}") for number in range(31)]
    with app.test_request_context():
        for row in (*rows, rows[1]):
            access._remember("watch", row, f"key of {row.public_id}")  # type: ignore[arg-type]
        assert [*session["watch"].items()] == [
            (row.public_id, f"key of {row.public_id}") for row in (*rows[2:], rows[1])
        ]
        assert "codes" not in session
        assert session.permanent


def test_a_code_that_has_led_to_a_seat_is_forgotten_and_no_other(app: Flask) -> None:
    hosts = [Phone(app).open("Ana", "Ben", "Cleo") for _ in range(2)]
    typed = Phone(app)
    codes = {host.table: host.join_code for host in hosts}
    for code in codes.values():
        assert typed.post("/join", code=code).status_code == 303
    with typed.client.session_transaction() as cookie:
        assert cookie["codes"] == codes
    assert typed.post(f"/t/{hosts[0].table}/seats", seat="2").status_code == 303
    with typed.client.session_transaction() as cookie:
        assert cookie["codes"] == {hosts[1].table: codes[hosts[1].table]}


def test_the_phones_of_a_table_are_told_in_the_order_they_came(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    ana, ben = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 2)
    ana.join(host.join_path, 3, keep="1")
    with app.test_request_context(headers={"Cookie": ana.cookie}):
        found = access.phones(access.to_read(host.table))
    assert [(phone.rights.seats, phone.this) for phone in found] == [({0}, False), ({1, 3}, True), ({2}, False)]
    assert sorted(found, key=lambda phone: phone.since) == found
    with app.test_request_context(headers={"Cookie": ben.cookie}):
        assert [phone.this for phone in access.phones(access.to_write(host.table))] == [False, False, True]


def test_a_device_is_the_same_for_as_long_as_its_cookie(app: Flask) -> None:
    with app.test_request_context():
        assert access.known_device() == ""
        found = access.device()
        assert found == access.device() == access.known_device()
        assert len(found) == 16
        assert session["device"] not in found
        assert len(session["device"]) == 32
        assert session.permanent
    with app.test_request_context():
        assert access.device() != found


def test_no_log_is_read_for_strangers(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    host, stranger, asked = Phone(app).open("Ana", "Ben", "Cleo"), Phone(app), []
    read = Ledgers.read

    def counted(*of: Any) -> Ledger:
        asked.append(of)
        return read(*of)

    monkeypatch.setattr(Ledgers, "read", counted)
    for page in (
        "",
        "/board",
        "/live",
        "/log",
        "/people",
        "/seats",
        "/invite",
        "/result",
        "/export.json",
        "/state.json",
    ):
        assert stranger.client.get(f"/t/{host.table}{page}").status_code == 403, page
    assert asked == []
    assert host.client.get(f"/t/{host.table}").status_code == 200
    assert asked
