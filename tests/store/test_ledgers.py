"""Ledgers from the log on both databases: what cannot be read is told apart, and memory never outlives the log."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing.unreadable import Unreadable, UnreadableTableError
from companion.service import Done, Service
from companion.store import log, tables
from companion.store.engine import Database
from companion.store.ledgers import Ledgers
from companion.store.schema import entries
from companion.store.tables import TableRow


@pytest.fixture
def service(database: Database, editions: Editions) -> Service:
    """A service on an empty database."""
    return Service(database, editions)


@pytest.fixture
def table(service: Service) -> TableRow:
    """A table with three entries."""
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(edition, ["Ana", "Ben", "Cleo"], "host", cognac=False, base="", tie_break="", hidden=False)
    assert isinstance(row, TableRow)
    for number, bean in enumerate(("red", "soy")):
        assert isinstance(service.handle(row.id, cmd.Harvest(1, bean, talers=1), f"tap-{number}"), Done)
    return row


def change(service: Service, seq: int, /, **values: Any) -> None:
    """Change a stored entry, as nothing of ours ever does."""
    with service.database.write() as connection:
        connection.execute(entries.update().where(entries.c.seq == seq).values(**values))


def unreadable(service: Service, table: TableRow) -> tuple[Unreadable, dict[str, object]]:
    """Why nobody can read or enter anything at the table: the same reason either way, and nothing is stored."""
    with pytest.raises(UnreadableTableError) as reading:
        service.ledger(table.id)
    with pytest.raises(UnreadableTableError) as entering:
        service.handle(table.id, cmd.Turn(1), "late")
    with service.database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM entries WHERE command_id = 'late'")).scalar() == 0
    assert (entering.value.reason, entering.value.facts) == (reading.value.reason, reading.value.facts)
    return reading.value.reason, reading.value.facts


@pytest.mark.parametrize("values", [{"v": 99}, {"kind": "teleported"}])
def test_an_entry_of_a_newer_version(service: Service, table: TableRow, values: dict[str, Any]) -> None:
    change(service, 3, **values)
    assert unreadable(Service(service.database, service.editions), table) == (Unreadable.NEWER, {})


def test_an_entry_of_a_newer_version_that_comes_while_we_run(service: Service, table: TableRow) -> None:
    Service(service.database, service.editions).handle(table.id, cmd.Turn(1), "turn")
    change(service, 4, v=99)
    assert unreadable(service, table) == (Unreadable.NEWER, {})


@pytest.mark.parametrize("missing", [1, 2])
def test_a_gap_in_the_log(service: Service, table: TableRow, missing: int) -> None:
    with service.database.write() as connection:
        connection.execute(entries.delete().where(entries.c.seq == missing))
    assert unreadable(Service(service.database, service.editions), table) == (Unreadable.GAP, {"entry": missing})


def test_a_gap_that_opens_while_we_run(service: Service, table: TableRow) -> None:
    change(service, 3, seq=5)
    assert unreadable(service, table) == (Unreadable.GAP, {"entry": 3})


def test_a_gap_among_entries_of_others(service: Service, table: TableRow) -> None:
    other = Service(service.database, service.editions)
    for number in range(2):
        other.handle(table.id, cmd.Turn(1), f"turn-{number}")
    with service.database.write() as connection:
        connection.execute(entries.delete().where(entries.c.seq == 4))
    assert unreadable(service, table) == (Unreadable.GAP, {"entry": 4})


def test_a_log_that_is_gone(service: Service, table: TableRow) -> None:
    with service.database.write() as connection:
        connection.execute(entries.delete())
    assert unreadable(service, table) == (Unreadable.GAP, {"entry": 1})


def test_a_table_deleted_meanwhile_takes_no_entry(service: Service, table: TableRow) -> None:
    with service.database.write() as connection:
        tables.delete(connection, [table.id])
    assert unreadable(service, table) == (Unreadable.DELETED, {})


@pytest.mark.parametrize(
    ("seq", "values"),
    [
        (2, {"data": {"seat": 1, "bean": "red", "cards": None}}),
        (2, {"data": {"seat": 9, "bean": "red", "cards": None, "talers": 1}}),
        (1, {"kind": "finished", "data": {}}),
        (3, {"kind": "undone", "v": 1, "data": {"entries": [1]}}),
    ],
    ids=["a field is missing", "no such seat", "no beginning", "the beginning is undone"],
)
def test_a_log_that_makes_no_table(
    service: Service, table: TableRow, seq: int, values: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    change(service, seq, **values)
    with caplog.at_level(logging.CRITICAL, "companion"):
        assert unreadable(Service(service.database, service.editions), table) == (Unreadable.BROKEN, {})


def test_the_cause_of_a_broken_log_is_in_the_servers_log(
    service: Service, table: TableRow, caplog: pytest.LogCaptureFixture
) -> None:
    change(service, 2, data={"seat": 1})
    unreadable(Service(service.database, service.editions), table)
    assert f"table {table.id} cannot be read" in caplog.text
    assert "TypeError" in caplog.text


@pytest.mark.parametrize("fate", ["removed", "for two only"])
def test_a_rule_set_that_is_not_installed_any_more(
    service: Service, database: Database, tmp_path: Path, fate: str
) -> None:
    source = (Path(__file__).parents[2] / "companion/rules/editions/bohnanza.toml").read_text(encoding="utf-8")
    own = tmp_path / "own-rules.toml"
    own.write_text(source, encoding="utf-8")
    first = Service(database, Editions(tmp_path))
    edition = first.editions.get("own-rules")
    assert edition is not None
    row = first.open_table(edition, ["A", "B", "C"], "host", cognac=False, base="", tie_break="", hidden=False)
    assert isinstance(row, TableRow)
    own.unlink()
    if fate != "removed":
        change(first, 1, data=_two_players(first, row))
        own.write_text(source, encoding="utf-8")
    assert unreadable(Service(database, Editions(tmp_path)), row) == (Unreadable.RULE_SET, {"edition": "own-rules"})


def _two_players(service: Service, row: TableRow) -> Any:
    """The beginning of a table for which the rule set has no game."""
    with service.database.read() as connection:
        data = connection.execute(entries.select().where(entries.c.table_id == row.id)).one().data
    return json.loads(json.dumps(data)) | {"names": ["A", "B"]}


@pytest.mark.parametrize("fate", ["an entry is gone", "another entry is there"])
def test_an_older_copy_of_the_database_is_refused_until_the_restart(
    service: Service, table: TableRow, fate: str
) -> None:
    before = service.ledger(table.id)
    assert before.version == 3
    with service.database.read() as connection:
        kept = [dict(row) for row in connection.execute(entries.select().where(entries.c.seq == 3)).mappings()]
    if fate == "an entry is gone":
        with service.database.write() as connection:
            connection.execute(entries.delete().where(entries.c.seq == 3))
    else:
        change(service, 3, data={"seat": 2, "bean": "garden", "cards": None, "talers": 2})
    assert unreadable(service, table) == (Unreadable.CHANGED, {})
    restarted = Service(service.database, service.editions)
    assert restarted.ledger(table.id).table.player(1).talers == {"red": 1}
    with service.database.write() as connection:  # the right one is put back
        connection.execute(entries.delete().where(entries.c.seq == 3))
        connection.execute(entries.insert(), kept)
    assert service.ledger(table.id) is before


def test_a_ledger_in_memory_never_grows_older(service: Service, table: TableRow) -> None:
    ledgers, newest = Ledgers(service.editions), service.ledger(table.id)
    ledgers.keep(table.id, newest)
    ledgers.keep(table.id, newest.at(2))
    with service.database.read() as connection:
        assert ledgers.read(connection, table.id) is newest


def test_no_more_ledgers_are_kept_than_memory_has_room_for(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.ledgers._KEPT", 2)
    ledgers, newest = Ledgers(service.editions), service.ledger(table.id)
    for table_id in (table.id, 97, 98):
        ledgers.keep(table_id, newest)
    with service.database.read() as connection:
        found = ledgers.read(connection, table.id)
    assert found is not newest
    assert found.table == newest.table


def test_a_database_that_does_not_answer_is_no_unreadable_table(
    service: Service, table: TableRow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(log, "read", away)
    with pytest.raises(OperationalError):
        service.ledger(table.id)
