"""A look at a table, on both databases: all of it is of one moment, whatever others store while it is read."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.playing import commands as cmd
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.rules.seats import Seat
from companion.service import Done, Service
from companion.store import tables
from companion.store.ledgers import Ledgers
from companion.store.schema import entries
from companion.store.tables import Place, TableRow
from tests.test_service import service

__all__ = ["service"]


@pytest.fixture
def table(service: Service) -> TableRow:
    """A table that nobody but its maker sits at."""
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(edition, ["Ana", "Ben", "Cleo"], "host", cognac=False, base="", tie_break="", hidden=True)
    assert isinstance(row, TableRow)
    return row


def seen(service: Service, table: TableRow) -> tuple[object, ...]:
    """What a look at the table shows of the entries of `others`."""
    look = service.look(table)
    assert look is not None
    return look.ledger.version, look.rights("host").others, [each.seat for each in look.sittings], look.table.watch_key


@pytest.mark.parametrize(("where", "step"), [(Ledgers, "read"), (tables, "by_public_id")])
def test_what_others_store_meanwhile_is_not_seen_at_all(
    service: Service, table: TableRow, where: object, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = getattr(where, step)

    def then_others(*of: Any) -> object:
        monkeypatch.undo()
        found = done(*of)
        assert service.sit(table.id, "cleo", [Seat(3)], keep=None, invited=lambda _: True) is None
        assert service.renew(table.id, "host", ["watch"]) is None
        assert isinstance(service.handle(table.id, cmd.Harvest(3, "red", talers=2), "tap"), Done)
        return found

    before = seen(service, table)
    monkeypatch.setattr(where, step, then_others)
    assert seen(service, table) == before
    version, others, sat, key = seen(service, table)
    assert (version, others, sat) == (4, {3}, [0, 3])
    assert key != before[-1]


def test_a_table_that_cannot_be_read_is_seen_all_the_same(service: Service, table: TableRow) -> None:
    with service.database.write() as connection:
        connection.execute(entries.update().values(v=99))
    look = Service(service.database, service.editions).look(table)
    assert look is not None
    assert (look.table, look.rights("host").seats) == (table, {0})
    with pytest.raises(UnreadableTableError) as error:
        _ = look.ledger
    assert error.value.reason is Unreadable.NEWER


def test_a_table_that_was_deleted_is_seen_and_one_that_never_was_is_not(service: Service, table: TableRow) -> None:
    service.delete(table.id, "host")
    look = service.look(table)
    assert look is not None
    assert (look.table.deleted, look.sittings) == (True, [])
    assert service.look(Place(99, "NOBODY")) is None


def test_the_log_is_not_read_for_whom_it_is_not_wanted(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> None:
        raise AssertionError("the log was read")

    monkeypatch.setattr(Ledgers, "read", read)
    look = service.look(table, lambda look: "stranger" in {each.device for each in look.sittings})
    assert look is not None
    assert look.rights("host").seats == {0}
    with pytest.raises(AssertionError, match="the log was read"):
        service.look(table, lambda look: "host" in {each.device for each in look.sittings})
