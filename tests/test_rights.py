"""Who may do what is decided in the transaction that does it, on both databases."""

from __future__ import annotations

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from sqlalchemy import Select, event
from sqlalchemy.dialects import postgresql

from companion.rules.playing import commands as cmd
from companion.rules.playing import events as ev
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import KEEPER
from companion.service import Service
from companion.store import log, seats, tables
from companion.store.schema import devices, entries
from companion.store.tables import TableRow
from companion.writing import Done, NoSeatError, Refused
from tests.store.conftest import database, url
from tests.test_service import opened, service, table

__all__ = ["database", "service", "table", "url"]


def sit(service: Service, row: TableRow, device: str, *wanted: int, keep: bool | None = None) -> Refusal | None:
    """Let a device that was invited sit down."""
    return service.sit(row.id, device, wanted, keep=keep, invited=lambda _: True)


def seating(service: Service, row: TableRow) -> set[tuple[str, int]]:
    """Who sits at the players' seats."""
    with service.database.read() as connection:
        return {(device, seat) for device, seat in seats.seating(connection, row.id) if seat != KEEPER}


def events(service: Service, row: TableRow) -> list[ev.Event]:
    """The log, its beginning apart."""
    return [entry.event for entry in service.ledger(row.id).entries[1:]]


# Everything a device may do at a table that it holds a seat of.
ACTS: dict[str, Callable[[Service, TableRow, str], Any]] = {
    "enter": lambda service, row, device: service.enter(row.id, device, cmd.Turn(1), f"tap-{device}"),
    "leave": lambda service, row, device: service.leave(row.id, device, [1]),
    "take back": lambda service, row, device: service.take_back(row.id, device, "ana", [1]),
    "renew": lambda service, row, device: service.renew(row.id, device, ev.LINKS),
    "invite": lambda service, row, device: service.invite(row.id, device),
    "play again": lambda service, row, device: service.play_again(row.id, device),
    "delete": lambda service, row, device: service.delete(row.id, device),
    "sit": lambda service, row, device: service.sit(row.id, device, [1], keep=True, invited=lambda _: False),
}


@pytest.mark.parametrize("act", ACTS)
def test_who_holds_no_seat_may_do_nothing(service: Service, table: TableRow, act: str) -> None:
    sit(service, table, "ana", 1)
    sit(service, table, "left", 2)
    service.leave(table.id, "left", [2])
    before = events(service, table), seating(service, table)
    for device in ("stranger", "left", ""):
        with pytest.raises(NoSeatError):
            ACTS[act](service, table, device)
    assert (events(service, table), seating(service, table)) == before


@pytest.mark.parametrize("act", ACTS)
def test_nothing_is_done_at_a_table_that_was_deleted_meanwhile(service: Service, table: TableRow, act: str) -> None:
    sit(service, table, "ana", 1)
    service.delete(table.id, "ana")
    with pytest.raises(UnreadableTableError) as error:
        ACTS[act](service, table, "ana")
    assert error.value.reason is Unreadable.DELETED
    assert left_behind(service, table) == 0


def left_behind(service: Service, row: TableRow) -> int:
    """How many rows there are of a deleted table."""
    with service.database.read() as connection:
        left = [connection.execute(part.select().where(part.c.table_id == row.id)).all() for part in (entries, devices)]
    return sum(map(len, left))


def test_entries_in_flight_while_a_table_is_deleted_leave_nothing_behind(service: Service) -> None:
    for _ in range(4):
        row = opened(service)

        def act(number: int, row: TableRow = row) -> bool:
            try:
                if number == 8:
                    service.delete(row.id, "creator")
                elif number % 4 == 0:
                    sit(service, row, f"phone-{number}", 1)
                else:
                    service.enter(row.id, "creator", cmd.Turn(1), f"tap-{number}")
            except UnreadableTableError as error:
                return error.reason is not Unreadable.DELETED
            return True

        with ThreadPoolExecutor(8) as pool:
            acted = list(pool.map(act, range(24)))  # all of them: what is not asked for is cancelled
        assert any(acted)
        assert left_behind(service, row) == 0


def test_each_sitting_of_many_at_once_is_an_entry(service: Service, table: TableRow) -> None:
    with ThreadPoolExecutor(8) as pool:
        refused = list(pool.map(lambda number: sit(service, table, f"phone-{number}", 1 + number % 4), range(16)))
    assert refused == [None] * 16
    told = [event for event in events(service, table) if isinstance(event, ev.SatDown)]
    assert {(event.device, event.seats) for event in told} == {(f"phone-{n}", (1 + n % 4,)) for n in range(16)}
    assert sum(not event.shared for event in told) == 4  # of each seat the first
    assert seating(service, table) == {(f"phone-{n}", 1 + n % 4) for n in range(16)}


def test_sitting_down_where_one_sits_is_no_entry(service: Service, table: TableRow) -> None:
    for _ in range(3):
        assert sit(service, table, "ana", 1) is None
    assert events(service, table) == [ev.SatDown("ana", (1,))]


def test_another_seat_is_not_simply_added(service: Service, table: TableRow) -> None:
    sit(service, table, "ana", 1)
    refused = sit(service, table, "ana", 2)
    assert refused == Refusal(Reason.SEAT_HELD, {"seats": [1]})
    assert seating(service, table) == {("ana", 1)}
    sit(service, table, "ana", 2, keep=True)
    assert seating(service, table) == {("ana", 1), ("ana", 2)}
    sit(service, table, "ana", 3, keep=False)
    assert seating(service, table) == {("ana", 3)}
    assert events(service, table)[-1] == ev.SatDown("ana", (3,), (1, 2))


def test_an_invitation_is_looked_at_when_the_seat_is_taken(service: Service, table: TableRow) -> None:
    def by_link(row: TableRow) -> bool:
        return row.join_key == table.join_key

    assert service.sit(table.id, "ana", [1], keep=None, invited=by_link) is None
    service.renew(table.id, "ana", ["join"])
    with pytest.raises(NoSeatError):
        service.sit(table.id, "late", [2], keep=None, invited=by_link)
    assert service.sit(table.id, "ana", [2], keep=True, invited=by_link) is None  # who sits needs none
    assert events(service, table)[1] == ev.LinksRenewed(("join",))


def test_seats_change_hands_and_back_with_the_log(service: Service, table: TableRow) -> None:
    sit(service, table, "ana", 1)
    sit(service, table, "thief", 1)
    service.take_back(table.id, "ana", "thief", [1, 2])
    service.take_back(table.id, "ana", "thief", [1])  # nothing is left to take
    assert seating(service, table) == {("ana", 1)}
    service.enter(table.id, "ana", cmd.Undo(1, (4,)), "undo")
    assert seating(service, table) == {("ana", 1), ("thief", 1)}
    service.enter(table.id, "ana", cmd.Undo(1, (3,)), "undo the sitting")
    assert seating(service, table) == {("ana", 1)}
    service.leave(table.id, "ana", [1])
    assert seating(service, table) == set()
    assert [type(event) for event in events(service, table)] == [
        ev.SatDown, ev.SatDown, ev.SeatTakenBack, ev.Undone, ev.Undone, ev.SeatLeft,
    ]  # fmt: skip


def test_the_answer_knows_the_rights_after_the_entry(service: Service, table: TableRow) -> None:
    sit(service, table, "both", 1, 2)
    sit(service, table, "both", 3, keep=True)
    done = service.enter(table.id, "both", cmd.Undo(1, (3,)), "undo")
    assert isinstance(done, Done)
    assert done.rights.players == [1, 2]


def test_whoever_sits_down_is_named_by_the_first_seat_they_then_hold(service: Service, table: TableRow) -> None:
    sit(service, table, "both", 3, 2)
    sit(service, table, "both", 1, keep=True)
    sit(service, table, "creator", 4)
    sat = service.ledger(table.id).entries[1:]
    assert [(entry.event.kind, entry.by, entry.device, entry.override) for entry in sat] == [
        ("sat-down", 2, "both", ""), ("sat-down", 2, "both", ""), ("sat-down", KEEPER, "creator", ""),
    ]  # fmt: skip


def test_who_sits_down_must_leave_room_for_everybody_to_leave(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    sit(service, table, "ana", 1)  # one entry so far; she and who made the table may each leave with one more
    for act, needed in (
        (lambda: sit(service, table, "both", 2, 3), 1 + 1 + 2 + 2),
        (lambda: service.renew(table.id, "ana", ["watch"]), 2 + 1 + 4),
    ):
        monkeypatch.setattr("companion.writing.MOST_ATTENDANCE", needed - 1)
        assert act() == Refusal(Reason.CROWDED, {"most": needed - 1})
        monkeypatch.setattr("companion.writing.MOST_ATTENDANCE", needed)
        assert act() is None
    monkeypatch.setattr("companion.writing.MOST_ATTENDANCE", 0)
    service.leave(table.id, "both", [2, 3])
    assert seating(service, table) == {("ana", 1)}


def test_who_made_the_table_stays_that(service: Service, table: TableRow) -> None:
    sit(service, table, "ana", 1)
    service.take_back(table.id, "ana", "creator", [KEEPER])
    service.leave(table.id, "creator", [KEEPER])
    done = service.enter(table.id, "creator", cmd.Turn(2), "tap")
    assert isinstance(done, Done)
    assert (done.entry.by, done.entry.device) == (KEEPER, "creator")


def test_an_entry_names_the_seat_and_the_device(service: Service, table: TableRow) -> None:
    sit(service, table, "both", 2, 4)
    for seat, by in ((4, 4), (1, 2)):
        done = service.enter(table.id, "both", cmd.Harvest(seat, "red", talers=1), f"tap-{seat}")
        assert isinstance(done, Done)
        assert (done.entry.by, done.entry.device) == (by, "both")
    with service.database.read() as connection:
        assert log.read(connection, table.id) == list(service.ledger(table.id).entries)
    assert service.ledger(table.id).last_of == {"both": 4}


def test_the_purse_that_counts_is_the_one_held_when_the_entry_is_made(service: Service) -> None:
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(edition, ["A", "B", "C"], "maker", cognac=False, base="", tie_break="", hidden=True)
    assert isinstance(row, TableRow)
    buy = cmd.Buy(2, (("red", 1),))
    assert isinstance(service.enter(row.id, "maker", cmd.Harvest(2, "red", talers=4), "harvest"), Done)
    sit(service, row, "ben", 2)
    refused = service.enter(row.id, "maker", buy, "buy")
    assert isinstance(refused, Refused)
    assert refused.refusal.reason is Reason.HIDDEN_PURSE
    assert 2 not in refused.rights.sees(refused.ledger.table)
    service.leave(row.id, "ben", [2])
    assert isinstance(service.enter(row.id, "maker", buy, "buy"), Done)


def test_an_expired_code_or_a_deleted_table_invites_nobody(service: Service, table: TableRow) -> None:
    code = service.invite(table.id, "creator")
    with service.database.read() as connection:
        found = tables.by_join_code(connection, code, datetime.now(UTC))
    assert found is not None
    assert found.id == table.id
    service.delete(table.id, "creator")
    with service.database.read() as connection:
        assert tables.by_join_code(connection, code, datetime.now(UTC)) is None
        assert tables.by_key(connection, "join", table.join_key) is None


def test_who_forgets_a_table_leaves_it_as_the_player_they_were(service: Service, table: TableRow) -> None:
    sit(service, table, "creator", 2)
    service.forget(table.id, "creator")
    last = service.ledger(table.id).entries[-1]
    assert (last.event, last.by, last.device) == (ev.SeatLeft("creator", (2,)), 2, "creator")
    with service.database.read() as connection:
        assert seats.seating(connection, table.id) == []
    service.forget(table.id, "stranger")
    assert service.ledger(table.id).version == last.seq


def test_nobody_renews_the_key_to_play_between_a_look_at_it_and_the_game(service: Service, table: TableRow) -> None:
    service.handle(table.id, cmd.Finish(1), "end", override="it is late")
    second = service.play_again(table.id, "creator")
    assert isinstance(second, TableRow)
    group = service.groups.of_table(second.id)
    assert group is not None
    locks: list[str] = []

    def note(_: object, statement: object, *__: object) -> None:
        told = str(statement.compile(dialect=postgresql.dialect())) if isinstance(statement, Select) else ""
        locks.extend(re.findall("FOR UPDATE.*", told))

    event.listen(service.database.engine, "before_execute", note)
    assert service.play_again(second.id, "stranger", group.play_key) == Refusal(Reason.NOT_FINISHED)
    assert locks == ["FOR UPDATE OF play_groups"]
