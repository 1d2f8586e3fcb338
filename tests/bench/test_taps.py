"""How a tap compares with one durable INSERT, and whether it stays as fast when logs and stores grow."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.rules.playing.fold import Entry
from companion.service import Done, Service
from companion.store import log, tables
from companion.store.engine import Database
from companion.store.migrate import upgrade
from companion.store.tables import TableRow

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]


def opened(service: Service) -> TableRow:
    """A table for four."""
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(edition, ["A", "B", "C", "D"], "device", cognac=False, base="", tie_break="", hidden=False)
    assert isinstance(row, TableRow)
    return row


def test_a_tap_beside_a_bare_insert(tmp_path: Path, editions: Editions, tell: Tell) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    upgrade(database)
    with database.write() as connection:
        connection.execute(text("CREATE TABLE bare (n INTEGER)"))
    service = Service(database, editions)
    row = opened(service)
    taps, bare = [], []
    for number in range(300):
        start = time.perf_counter()
        assert isinstance(service.handle(row.id, cmd.Turn(1), f"tap-{number}"), Done)
        middle = time.perf_counter()
        with database.write() as connection:
            connection.execute(text("INSERT INTO bare VALUES (:n)"), {"n": number})
        taps.append(middle - start)
        bare.append(time.perf_counter() - middle)
    tap, insert = statistics.median(taps), statistics.median(bare)
    tell(f"a tap through the service: {tap * 1e3:.2f} ms median, {tap / insert:.2f} x one durable INSERT")
    database.close()


def test_a_tap_stays_as_fast_when_the_log_grows(tmp_path: Path, editions: Editions, tell: Tell) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    upgrade(database)
    service = Service(database, editions)
    young, old = opened(service), opened(service)
    start = service.ledger(old.id)
    with database.write() as connection:
        for number in range(2, 2001):
            entry = Entry(number, start.decide(cmd.Turn(1)), at=datetime.now(UTC))  # type: ignore[arg-type]
            log.append(connection, old.id, entry, command_id=str(number))
        for _ in range(2000):
            tables.create(connection)
    service.ledger(old.id)
    times: dict[int, list[float]] = {young.id: [], old.id: []}
    for number in range(200):
        for row in (young, old):
            begin = time.perf_counter()
            assert isinstance(service.handle(row.id, cmd.Turn(1), f"tap-{number}"), Done)
            times[row.id].append(time.perf_counter() - begin)
    ratio = statistics.median(times[old.id]) / statistics.median(times[young.id])
    tell(f"a tap at entry 2,000 beside one at entry 10, 2,000 tables stored: {ratio:.2f} x")
    assert ratio < 1.6
    database.close()
