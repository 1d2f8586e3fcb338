"""The write path on both databases: once, in order, durable, and the log alone rebuilds everything."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing.events import SatDown, Started
from companion.rules.refusals import Reason
from companion.rules.seats import KEEPER
from companion.service import Done, Refused, Service
from companion.store import links, log, seats, tables
from companion.store.engine import Database
from companion.store.tables import TableRow
from tests.store.conftest import database, url

__all__ = ["database", "url"]


@pytest.fixture
def service(database: Database, editions: Editions) -> Service:
    """A service on an empty database."""
    return Service(database, editions)


@pytest.fixture
def table(service: Service) -> TableRow:
    """A table for four with the Cognac variant."""
    return opened(service)


def opened(service: Service) -> TableRow:
    """A table for four with the Cognac variant, made by the device "creator"."""
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(
        edition, ["Ana", "Ben", "Cleo", "Dan"], "creator", cognac=True, base="", tie_break="", hidden=False
    )
    assert isinstance(row, TableRow), row
    return row


def test_an_entry_is_made_once_however_often_it_comes(service: Service, table: TableRow) -> None:
    first = service.handle(table.id, cmd.Harvest(1, "blue", cards=6), "tap-1", by=2)
    again = service.handle(table.id, cmd.Harvest(1, "blue", cards=6), "tap-1", by=2)
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (first.version, again.version) == (2, 2)
    assert first.entry.event == again.entry.event
    assert again.entry.by == 2
    assert service.ledger(table.id).table.player(1).talers == {"blue": 2}


def test_the_same_tap_from_six_threads_is_one_entry(service: Service, table: TableRow) -> None:
    with ThreadPoolExecutor(6) as pool:
        done = list(pool.map(lambda _: service.handle(table.id, cmd.Harvest(1, "red", talers=1), "tap"), range(24)))
    assert {made.version for made in done} == {2}
    assert service.ledger(table.id).version == 2


def test_writers_side_by_side_lose_nothing(service: Service, table: TableRow) -> None:
    def tap(number: int) -> int:
        made = service.handle(table.id, cmd.Correct(1 + number % 4, "unsorted", 1, "race"), f"tap-{number}")
        assert isinstance(made, Done), made
        return made.version

    with ThreadPoolExecutor(6) as pool:
        versions = sorted(pool.map(tap, range(100)))
    assert versions == list(range(2, 102))
    assert sum(player.unsorted for player in service.ledger(table.id).table.players) == 100


def test_the_last_copy_of_a_card_is_sold_once(service: Service, table: TableRow) -> None:
    for seat in (1, 2):
        service.handle(table.id, cmd.Harvest(seat, "red", talers=4), f"red-{seat}")
    with ThreadPoolExecutor(2) as pool:
        made = list(
            pool.map(lambda seat: service.handle(table.id, cmd.Buy(seat, (("red", 4),)), f"buy-{seat}"), (1, 2))
        )
    [refused] = [result for result in made if isinstance(result, Refused)]
    assert refused.refusal.reason is Reason.ALREADY_SOLD
    owner = 1 if isinstance(made[0], Done) else 2
    assert refused.refusal.facts["seat"] == owner


def test_a_second_service_sees_everything_and_rebuilds_the_same(service: Service, table: TableRow) -> None:
    for number in range(20):
        service.handle(table.id, cmd.Harvest(1 + number % 4, "blue", talers=1), f"tap-{number}")
    service.handle(table.id, cmd.Undo(1, (3,)), "undo")
    other = Service(service.database, service.editions)
    assert other.ledger(table.id).table == service.ledger(table.id).table
    other.handle(table.id, cmd.Undo(1, (22,)), "undo again")
    assert service.ledger(table.id).table.player(2).talers == {"blue": 5}
    with service.database.read() as connection:
        entries = log.read(connection, table.id)
    assert [entry.seq for entry in entries] == list(range(1, 24))
    assert all(entry.at.tzinfo is not None and entry.at <= datetime.now(UTC) for entry in entries)


def test_a_refusal_writes_nothing(service: Service, table: TableRow) -> None:
    made = service.handle(table.id, cmd.Buy(1, (("red", 1),)), "buy")
    assert isinstance(made, Refused)
    assert (made.version, service.ledger(table.id).version) == (1, 1)
    overridden = service.handle(table.id, cmd.Finish(1), "end", override="the pub closes")
    assert isinstance(overridden, Done)
    assert overridden.entry.override == "the pub closes"


def test_what_a_table_was_made_with_is_what_the_next_one_has(service: Service) -> None:
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(
        edition, ["A", "B", "C"], "maker", cognac=True, base="amigo-2016", tie_break="shared", hidden=True, demo=True
    )
    assert isinstance(row, TableRow)
    service.handle(row.id, cmd.Finish(1), "end", override="it is late")
    made = service.play_again(row.id, "maker")
    assert isinstance(made, TableRow)
    assert (row.demo, made.demo) == (True, False)
    for each, names in ((row, ("A", "B", "C")), (made, ("B", "C", "A"))):
        [first, *_] = Service(service.database, service.editions).ledger(each.id).entries
        assert first.event == Started("high-bohn", True, "amigo-2016", "shared", True, names)
        assert (first.by, first.device) == (KEEPER, "maker")


def test_what_may_be_done_meanwhile_is_told_the_answer_and_of_no_refusal(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Done] = []
    monkeypatch.setattr("companion.store.sqlite.meanwhile", lambda _, work: work())
    done = service.enter(table.id, "creator", cmd.Turn(1), "turn", meanwhile=told.append)
    service.enter(table.id, "creator", cmd.Turn(1), "turn", meanwhile=told.append)
    service.enter(table.id, "creator", cmd.Reopen(1), "no", meanwhile=told.append)
    assert told == [done]


def test_phones_are_woken_after_the_entry_is_safe(database: Database, editions: Editions) -> None:
    heard: list[tuple[int, int]] = []

    def ring(table_id: int, version: int) -> None:
        with database.read() as connection:
            assert log.read(connection, table_id)[-1].seq == version
        heard.append((table_id, version))

    service = Service(database, editions, ring)
    row = opened(service)
    service.handle(row.id, cmd.Turn(1), "turn")
    service.handle(row.id, cmd.Turn(1), "turn")
    service.handle(row.id, cmd.Reopen(1), "no")
    assert heard == [(row.id, 2)]


def test_seats_links_and_deletion(service: Service, table: TableRow) -> None:
    with service.database.write() as connection:
        seats.sit(connection, table.id, "phone", [2, 3])
        seats.sit(connection, table.id, "phone", [3])
        assert sorted(seats.seating(connection, table.id)) == [("creator", KEEPER), ("phone", 2), ("phone", 3)]
        assert [row.public_id for row in tables.of_device(connection, "phone")] == [table.public_id]
        links.renew(connection, table.id)
        assert all(tables.by_key(connection, link, getattr(table, f"{link}_key")) is None for link in links.LINKS)
        tables.delete(connection, [table.id])
        left = tables.by_public_id(connection, table.public_id)
        assert left is not None
        assert left.deleted
        assert log.read(connection, table.id) == []
        assert tables.of_device(connection, "phone") == []


def test_addresses_are_public_and_keys_are_long(service: Service) -> None:
    rows = [opened(service) for _ in range(20)]
    assert len({row.public_id for row in rows}) == 20
    for row in rows:
        assert len(row.public_id) == 8
        assert set(row.public_id) <= set(links.LETTERS)
        keys = {row.join_key, row.watch_key, row.result_key}
        assert len(keys) == 3
        assert all(len(key) >= 22 and row.public_id not in key for key in keys)
        assert row.join_code is None  # nobody has opened an invitation


def test_a_join_code_is_good_for_half_an_hour_after_the_invitation_was_last_open(
    service: Service, table: TableRow
) -> None:
    noon = datetime(2024, 5, 4, 12, tzinfo=UTC)

    def opened_after(minutes: int) -> str:
        with service.database.write() as connection:
            return links.invite(connection, table.id, noon + timedelta(minutes=minutes))

    def leads_to(code: str, minutes: float) -> int | None:
        with service.database.read() as connection:
            row = tables.by_join_code(connection, code, noon + timedelta(minutes=minutes))
        return row and row.id

    first = opened_after(0)
    assert len(first) == 6
    assert set(first) <= set(links.LETTERS)
    assert opened_after(20) == first
    assert [leads_to(first, minutes) for minutes in (0, 49.9, 50, 200)] == [table.id, table.id, None, None]
    assert opened_after(49) == first
    later = opened_after(80)
    assert later != first
    assert [leads_to(code, 80) for code in (first, later)] == [None, table.id]
    with service.database.write() as connection:
        links.renew(connection, table.id, ["watch", "result"])
    assert leads_to(later, 80) == table.id
    with service.database.write() as connection:
        links.renew(connection, table.id, ["join"])
    assert leads_to(later, 80) is None


def test_a_form_sent_many_times_at_once_makes_one_table(service: Service) -> None:
    edition = service.editions.get("high-bohn")
    assert edition is not None

    def made(_: int) -> int:
        row = service.open_table(
            edition, ["Ana", "Ben", "Cleo"], "device", cognac=False, base="", tie_break="", hidden=False, command_id="x"
        )
        assert isinstance(row, TableRow)
        return row.id

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(made, range(12)))) == 1


def test_the_next_game_keeps_everybodys_seat_and_begins_with_the_next(service: Service, table: TableRow) -> None:
    heard: list[tuple[int, int]] = []
    service = Service(service.database, service.editions, lambda *what: heard.append(what))
    for device, wanted in (("first", [1]), ("both", [2, 4])):
        assert service.sit(table.id, device, wanted, keep=None, invited=lambda _: True) is None
    service.handle(table.id, cmd.Finish(1), "end", override="it is late")
    made = service.play_again(table.id, "both")
    assert isinstance(made, TableRow)
    again = service.play_again(table.id, "first")
    assert isinstance(again, TableRow)
    assert again.id == made.id
    assert heard == [(table.id, version) for version in (2, 3, 4, 5)]
    ledger = service.ledger(made.id)
    assert [*ledger.table.names] == ["Ben", "Cleo", "Dan", "Ana"]
    assert ledger.entries[0].device == "both"
    assert {(entry.event, entry.by, entry.device) for entry in ledger.entries[1:]} == {
        (SatDown("first", (4,)), 4, "first"), (SatDown("both", (1, 3)), 1, "both"),
    }  # fmt: skip
    assert (service.ledger(table.id).entries[-1].by, service.ledger(table.id).entries[-1].device) == (2, "both")
    with service.database.write() as connection:
        seating = set(seats.seating(connection, made.id))
        assert seating == {("first", 4), ("both", 1), ("both", 3), ("both", KEEPER), ("creator", KEEPER)}
        tables.delete(connection, [made.id])
    other = service.play_again(table.id, "first")
    assert isinstance(other, TableRow)
    assert other.public_id != made.public_id
