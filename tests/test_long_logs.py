"""Logs from elsewhere, long ones that wait for their turn, and which tables stay in memory; on both databases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.long_work import QueueFullError
from companion.rules.playing import commands as cmd
from companion.rules.refusals import Reason, Refusal
from companion.rules.seats import KEEPER
from companion.service import Done, Service
from companion.store import seats
from companion.store.tables import TableRow
from tests.store.conftest import database, url
from tests.test_service import opened, service, table

__all__ = ["database", "service", "table", "url"]


def test_a_log_from_elsewhere_is_a_table_of_whoever_opens_it(service: Service, table: TableRow) -> None:
    service.handle(table.id, cmd.Harvest(1, "blue", cards=6), "harvest")
    first, *rest = service.ledger(table.id).entries
    made = service.open_log([replace(first, at=None), *rest], "reader")
    assert isinstance(made, TableRow)
    kept = service.ledger(made.id)
    assert kept.table.players == service.ledger(table.id).table.players
    assert [entry.at for entry in kept.entries[1:]] == [entry.at for entry in rest]
    assert kept.entries[0].at >= first.at
    assert Service(service.database, service.editions).ledger(made.id).entries == kept.entries
    with service.database.read() as connection:
        assert seats.seating(connection, made.id) == [("reader", KEEPER)]
    assert service.open_log(rest, "reader") == Refusal(Reason.NOT_AN_ENTRY, {"entry": 1})


def test_long_logs_from_elsewhere_are_opened_one_at_a_time(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.service.LONG", 2)
    monkeypatch.setattr("companion.long_work._WAIT", 0)
    service.handle(table.id, cmd.Turn(1), "turn")
    entries = service.ledger(table.id).entries
    with service.long_work.one_at_a_time():
        assert isinstance(service.open_log(entries[:1], "reader"), TableRow)
        with pytest.raises(QueueFullError):
            service.open_log(entries, "reader")
    assert isinstance(service.open_log(entries, "reader"), TableRow)


def test_on_long_logs_only_what_folds_them_anew_waits_for_its_turn(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.long_work.LONG", 1)
    monkeypatch.setattr("companion.long_work._WAIT", 0)
    with service.long_work.one_at_a_time():
        assert isinstance(service.enter(table.id, "creator", cmd.Turn(1), "turn"), Done)
        with pytest.raises(QueueFullError):
            service.enter(table.id, "creator", cmd.Undo(1, (2,)), "undo")
    assert isinstance(service.enter(table.id, "creator", cmd.Undo(1, (2,)), "undo"), Done)


def test_a_table_that_was_made_or_read_is_in_memory(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_memory(row: TableRow) -> bool:
        return not service.long_work.is_long(row.id)

    service.handle(table.id, cmd.Finish(1), "end", override="it is late")
    made = [
        opened(service),
        service.open_log(service.ledger(table.id).entries, "reader"),
        service.play_again(table.id, "creator"),
    ]
    assert [isinstance(row, TableRow) and in_memory(row) for row in made] == [True] * 3
    other = Service(service.database, service.editions)
    assert other.long_work.is_long(table.id)
    read = other.ledger(table.id)
    assert not other.long_work.is_long(table.id)
    monkeypatch.setattr(other, "database", None)  # nobody asks it for a version that is known
    assert other.ledger(table.id, read.version) is other.ledger(table.id, 1) is read
