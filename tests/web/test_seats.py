"""Sitting, moving, leaving, taking a seat back, and who can see what: over HTTP, as people meet it."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask

from companion.web import access
from tests.web.phones import Phone


@pytest.fixture
def host(app: Flask) -> Phone:
    """A table with hidden purses, made by a phone that has no seat."""
    return Phone(app).open("Ana", "Ben", "Cleo", hidden="1")


def people(phone: Phone) -> list[str]:
    """What the page about the people says of each phone, in words."""
    page = phone.client.get(f"/t/{phone.table}/people")
    assert page.status_code == 200
    sections = re.findall(r"<section.*?</section>", page.text, re.DOTALL)
    bare = (re.sub(r"<time.*?</time>|<form.*?</form>|<[^>]*>", " ", section, flags=re.DOTALL) for section in sections)
    return [re.sub(r"\s+", " ", unescape(section)).replace(" .", ".").strip() for section in bare]


def log(phone: Phone) -> str:
    """The log in words."""
    return re.sub(r"<[^>]*>", " ", phone.client.get(f"/t/{phone.table}/log").text)


def test_choosing_another_seat_asks_whether_the_phone_moves(host: Phone, app: Flask) -> None:
    ana = Phone(app).join(host.join_path, 1)
    asked = ana.post(host.join_path, seat="2")
    assert asked.status_code == 409
    assert "This phone holds another seat already (Ana)" in asked.text
    assert [ana.player(seat)["talers"] is not None for seat in (1, 2)] == [True, False]
    ana.join(host.join_path, 2, keep="0")
    assert [ana.player(seat)["talers"] is not None for seat in (1, 2)] == [False, True]
    assert "A phone moves from the seat of Ana to that of Ben" in log(ana)
    ana.join(host.join_path, 1, keep="1")
    assert [ana.player(seat)["talers"] is not None for seat in (1, 2)] == [True, True]
    ana.join(host.join_path, 1)  # which it holds: nothing to ask, nothing to enter
    assert ana.state["version"] == 4
    assert ana.post(host.join_path, seat="2", keep="x").status_code == 422


def test_the_answers_offered_do_what_they_say(host: Phone, app: Flask) -> None:
    ana = Phone(app).join(host.join_path, 1)
    page = ana.post(f"/t/{host.table}/seats", seat="2").text
    form = re.search(r'<form action="([^"]+/seats)".*?</form>', page, re.DOTALL)
    assert form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0].split("<button")[0]))
    assert re.findall(r'name="keep" value="(\d)"', form[0]) == ["0", "1"]
    answer = ana.client.post(form[1], data=fields | {"keep": "0"})
    assert answer.status_code == 303
    assert "You are Ben" in ana.client.get(answer.location).text


def test_one_phone_for_several_holds_what_is_ticked(host: Phone, app: Flask) -> None:
    phone = Phone(app).join(host.join_path, 1, 2)
    page = phone.client.get(f"/t/{host.table}/seats").text
    assert re.findall(r'type="checkbox" name="seat" value="(\d)"\s+checked', page) == ["1", "2"]
    phone.post(f"/t/{host.table}/seats", seat=["2", "3"], keep="0")
    assert "You are Ben and Cleo" in re.sub(r"</?bdi>", "", phone.client.get(f"/t/{host.table}").text)


def test_a_seat_can_be_left(host: Phone, app: Flask) -> None:
    ana = Phone(app).join(host.join_path, 1, 2)
    assert ana.post(f"/t/{host.table}/people/leave", seat="2").location == f"/t/{host.table}/people"
    assert people(ana)[1] == "This phone Ana Here since. It sees the purses of Ana."
    gone = ana.post(f"/t/{host.table}/people/leave", seat="1")
    assert gone.location == "/"
    assert "You have left the table" in ana.client.get("/").text
    assert ana.client.get(f"/t/{host.table}").status_code == 403
    assert host.table not in ana.client.get("/").text
    assert "A phone leaves its seat: Ana" in log(host)
    host.did("undo", 1, entry="4")
    assert ana.player(1)["talers"] == {}


def test_a_seat_can_be_taken_back_from_a_phone(host: Phone, app: Flask) -> None:
    ana, thief = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 1)
    ana.did("harvest", 1, bean="blue", talers=4)
    page = ana.client.get(f"/t/{host.table}/people").text
    forms = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "Take the seat of Ana back" in form]
    [fingerprint] = re.findall(r'name="phone" value="(\w+)"', forms[0])
    assert len(forms) == 1
    ana.post(f"/t/{host.table}/people/take-back", seat="1", phone=fingerprint)
    assert thief.client.get(f"/t/{host.table}/state.json").status_code == 403
    assert thief.enter("harvest", 1, bean="red", talers=1).status_code == 403
    assert ana.player(1)["talers"] == {"blue": 4}
    assert "A seat is taken back from a phone: Ana" in log(ana)
    assert "entered by Ana" in log(ana)
    for fields in ({}, {"seat": "x"}, {"seat": "²"}):
        assert ana.post(f"/t/{host.table}/people/take-back", **fields).status_code == 422


def test_everybody_can_see_which_phone_sees_what(host: Phone, app: Flask) -> None:
    ana, both = Phone(app).join(host.join_path, 1), Phone(app).join(host.join_path, 1, 2)
    told = [
        "It made the table and may enter for everybody. Here since. It sees the purses of Cleo.",
        "Here since. It sees the purses of Ana.",
        "Here since. It sees the purses of Ana and Ben.",
    ]
    names = ["", " Ana", " Ana and Ben"]
    for me, phone in enumerate((host, ana, both)):
        titles = ["This phone" if number == me else f"Phone {number + 1}" for number in range(3)]
        assert people(phone) == [f"{titles[n]}{names[n]} {told[n]}" for n in range(3)]
        seen = [seat for seat in (1, 2, 3) if phone.player(seat)["talers"] is not None]
        assert seen == [[3], [1], [1, 2]][me]
    Phone(app).join(host.join_path, 3)
    assert people(ana)[0].endswith("It sees no purse.")
    host.did("finish", 1, override="1", reason="it is late")
    assert not any("purse" in said for said in people(ana))


def test_the_menu_leads_to_the_people(host: Phone) -> None:
    assert f'href="/t/{host.table}/people"' in host.client.get(f"/t/{host.table}/more/menu").text


def test_who_typed_the_code_sits_down_without_ever_seeing_the_link(host: Phone, app: Flask) -> None:
    late = Phone(app)
    assert late.post("/join", code=host.join_code).location == f"/t/{host.table}/seats"
    assert late.client.get(f"/t/{host.table}").status_code == 403  # a code is no seat yet
    late.join(f"/t/{host.table}/seats", 3)
    assert late.player(3)["talers"] == {}
    late.post(f"/t/{host.table}/people/leave", seat="3")
    assert late.client.get(f"/t/{host.table}/seats").status_code == 403  # it opened the table once


def test_a_seat_lost_between_two_checks_enters_nothing(
    host: Phone, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, path = Phone(app).join(host.join_path, 1), f"/t/{host.table}"

    def too_late(look_up: Callable[[str], object], code: str) -> object:
        found = look_up(code)
        ana.client.post(f"{path}/people/leave", data={"csrf_token": ana.token, "seat": "1"})
        return found

    for look_up, act in (
        (access.place, lambda: ana.enter("harvest", 1, bean="red", talers=1)),
        (access.place, lambda: ana.post(f"{path}/links")),
        (access.place, lambda: ana.post(f"{path}/again")),
        (access.place, lambda: ana.post(f"{path}/people/take-back", seat="1", phone="x")),
    ):
        with monkeypatch.context() as patch:
            late = lambda code, look_up=look_up, patch=patch: (patch.undo(), too_late(look_up, code))[1]  # noqa: E731
            patch.setattr(access, look_up.__name__, late)
            assert act().status_code == 403
        ana.join(host.join_path, 1)
    kinds = re.findall(r"\b(sits down|leaves its seat|new links|Red)\b", log(host))
    assert kinds == ["sits down", "leaves its seat"] * 4 + ["sits down"]


@pytest.mark.parametrize("hidden", ["", "1"])
def test_a_stream_ends_for_who_may_listen_no_more(app: Flask, hidden: str) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo", hidden=hidden)
    ana, spy = Phone(app).join(host.join_path, 1), Phone(app)
    spy.client.get(host.watch_path)
    for phone, act in (
        (spy, lambda: host.post(f"/t/{host.table}/links")),
        (ana, lambda: host.did("undo", 1, entry="2")),
    ):
        with phone.client.get(f"/t/{host.table}/live", buffered=False) as answer:
            stream = iter(answer.response)
            assert b"event: version" in next(stream)
            act()
            assert [event for event in stream if b"event: beat" not in event] == [b"event: renew\ndata: \n\n"]
        assert phone.client.get(f"/t/{host.table}/live").status_code == 403


def test_a_stream_ends_with_its_table(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    with host.client.get(f"/t/{host.table}/live", buffered=False) as answer:
        stream = iter(answer.response)
        next(stream)
        host.post(f"/t/{host.table}/delete", sure=host.table)
        service = app.extensions["companion"]
        service.notifier.notify(answer_id(app, host.table), 99)  # sooner than its heartbeat
        assert list(stream) == [b"event: renew\ndata: \n\n"]
    assert host.client.get(f"/t/{host.table}/live").status_code == 410


def answer_id(app: Flask, public_id: str) -> int:
    """The number of a table in the database."""
    with app.extensions["companion"].service.database.read() as connection:
        query = "SELECT id FROM tables WHERE public_id = ?"
        found: int = connection.exec_driver_sql(query, (public_id,)).scalar_one()
        return found


def test_who_comes_and_goes_without_end_is_refused_and_keeps_nobody_from_playing(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.writing.MOST_ATTENDANCE", 13)
    monkeypatch.setattr("companion.rules.playing.ledger.MOST_ENTRIES", 4)
    host = Phone(app).open("Ana", "Ben", "Cleo")
    ana = Phone(app).join(host.join_path, 1)
    for _ in range(4):
        restless = Phone(app).join(host.join_path, 2)
        restless.post(f"/t/{host.table}/people/leave", seat="2")
    ben = Phone(app).join(host.join_path, 2)  # the tenth entry; maker and two seats are held
    refused = Phone(app).post(host.join_path, seat="3")
    assert refused.status_code == 409
    assert "People have come and gone here 13 times, which is the most" in refused.text
    assert ana.post(f"/t/{host.table}/links").status_code == 409
    assert ana.post(host.join_path, seat="3", keep="0").status_code == 409
    version = ana.state["version"]
    assert version == 11
    for seat in (1, 2, 3):  # as many entries as a log may have, beside the first
        assert ana.did("turn", seat) == version + seat
    assert ana.refused("turn", 1)["error"] == "log-full"
    ben.post(f"/t/{host.table}/people/leave", seat="2")
    assert "A phone leaves its seat: Ben" in log(ana)
