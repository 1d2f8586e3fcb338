"""A table made before links had keys of their own, phones a fingerprint, and sittings entries: it goes on as before."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.app import create_app
from companion.rules.playing import events as ev
from companion.rules.playing.stored import encode
from companion.settings import load
from companion.store.engine import Database
from tests.store.test_migrate import old_table, to_revision
from tests.web.phones import Phone

NOW = datetime.now(UTC)
# The log of that time: the phone that made the table, and somebody who sat down, stand there as nobody.
LOG: list[tuple[ev.Event, int | None]] = [
    (ev.Started("high-bohn", False, "amigo", "hand-cards", True, ("Ana", "Ben", "Cleo")), None),
    (ev.Harvested(1, "blue", 6, 2), 1),
    (ev.Harvested(3, "red", 2, 1), None),
    (ev.Seated(1, "2bb80d537b1da3e3"), None),  # of "secret"
]
SEATS = [("made it", 0), ("ana", 1), ("ben", 2), ("secret", 1)]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app on a database that an older version has left."""
    database = Database(f"sqlite:///{tmp_path / 'companion.sqlite'}")
    with database.write() as connection:
        to_revision(connection, "0003")
        table_id = old_table(connection, "BCDFG", NOW)
        for seq, (event, seat) in enumerate(LOG, 1):
            connection.exec_driver_sql(
                "INSERT INTO entries (table_id, seq, command_id, kind, v, seat, at, override, data)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, '', ?)",
                (table_id, seq, f"c{seq}", event.kind, event.v, seat, NOW.isoformat(" "), as_json(event)),
            )
        for device, seat in SEATS:
            moment = NOW.isoformat(" ")
            connection.exec_driver_sql("INSERT INTO devices VALUES (?, ?, ?, ?)", (table_id, device, seat, moment))
    database.close()
    made = create_app(load({}, data=tmp_path))
    yield made
    made.extensions["companion"].close()


def as_json(event: ev.Event) -> str:
    """An event as it is stored."""
    return json.dumps(encode(event))


def old_phone(app: Flask, secret: str) -> Phone:
    """A phone with the cookie it had then."""
    phone = Phone(app)
    with phone.client.session_transaction() as session:
        session["device"] = secret
    phone.table = "BCDFG"
    return phone


def test_every_phone_keeps_its_seat_and_every_link_leads_on(app: Flask) -> None:
    maker, ana, ben, second = (old_phone(app, secret) for secret, _ in SEATS)
    assert [ana.player(1)["talers"], ben.player(1)["talers"], maker.player(3)["talers"]] == [
        {"blue": 2},
        None,
        {"red": 1},
    ]
    assert second.player(1)["talers"] == {"blue": 2}
    assert ana.client.get("/t/bcdfg", follow_redirects=True).status_code == 200
    assert Phone(app).client.get("/j/jBCDFG").status_code == Phone(app).client.get("/w/wBCDFG").status_code == 200
    assert Phone(app).client.get(ana.result_path).status_code == 200
    assert Phone(app).post("/join", code="BCDFG").status_code == 404
    assert Phone(app).post("/join", code=ana.join_code).location == "/t/BCDFG/seats"
    assert "BCDFG" in ben.client.get("/").text


def test_undo_means_nothing_that_was_entered_before(app: Flask) -> None:
    """Who entered it is not known for certain: a seat may have been shared. The log offers it all the same."""
    maker, ana, *_ = (old_phone(app, secret) for secret, _ in SEATS)
    for phone in (maker, ana):
        assert 'name="entry"' not in phone.client.get("/t/BCDFG").text
    log = re.sub(r"<[^>]*>|\s+", " ", ana.client.get("/t/BCDFG/log").text)
    assert log.count("entered by the phone that made the table") == 1
    assert "Ana sits down on another device" in log
    version = ana.did("harvest", 1, bean="soy", cards=4)
    assert f'name="entry" value="{version}"' in ana.client.get("/t/BCDFG").text


def test_who_sat_down_then_can_be_sent_away_and_leave(app: Flask) -> None:
    maker, ana, ben, second = (old_phone(app, secret) for secret, _ in SEATS)
    ana.did("undo", 1, entry="4")
    assert second.client.get("/t/BCDFG").status_code == 403
    ben.post("/t/BCDFG/people/leave", seat="2")
    assert ben.client.get("/t/BCDFG").status_code == 403
    assert maker.player(2)["talers"] == {}
    maker.did("undo", 2, entry="6")
    assert ben.player(2)["talers"] == {}
