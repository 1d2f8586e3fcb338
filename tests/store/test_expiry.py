"""Unused tables are deleted in the end, and never by one reading of a clock."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from companion.demo import open_table as open_demo
from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.service import Service
from companion.store import expiry, schema
from companion.store.engine import Database
from companion.store.tables import TableRow

NOW = datetime.now(UTC)
DAY = timedelta(days=1)


class Clock:
    """A wall clock that can be set, and a server that is looked after every quarter of an hour."""

    def __init__(self, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        self.service = service
        self.now = NOW
        clock = self

        class Set(datetime):
            @classmethod
            def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
                return clock.now

        for module in ("companion.service", "companion.store.tables"):
            monkeypatch.setattr(f"{module}.datetime", Set)

    def runs(self, ticks: int, step: timedelta = timedelta(seconds=expiry.TICK)) -> None:
        """Let the server run for so many quarters of an hour; its clock goes on by `step` with each."""
        for _ in range(ticks):
            self.now += step
            self.service.tidy()

    def left(self, *rows: TableRow) -> list[bool]:
        """Which of these tables are there."""
        with self.service.database.read() as connection:
            found = {row.id: row.deleted_at is None for row in connection.execute(select(schema.tables))}
        return [found[row.id] for row in rows]


@pytest.fixture
def clock(database: Database, editions: Editions, monkeypatch: pytest.MonkeyPatch) -> Clock:
    monkeypatch.setattr(expiry, "GRACE_TICKS", 8)  # two hours of running instead of a day
    return Clock(Service(database, editions), monkeypatch)


def opened(service: Service) -> TableRow:
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(edition, ["Ana", "Ben", "Cleo"], "host", cognac=False, base="", tie_break="", hidden=False)
    assert isinstance(row, TableRow)
    return row


def test_a_table_is_deleted_half_a_year_a_week_and_some_running_later(clock: Clock) -> None:
    table = opened(clock.service)
    clock.now += 179 * DAY
    clock.runs(8, 0.1 * DAY)
    assert clock.left(table) == [True]
    clock.now = NOW + 181 * DAY
    clock.runs(1)  # it is marked
    clock.now += 8 * DAY
    clock.runs(7)
    assert clock.left(table) == [True]
    clock.runs(1)
    assert clock.left(table) == [False]
    assert clock.service.database.trouble() is None


def test_evenings_with_days_in_between_count_too(clock: Clock) -> None:
    table = opened(clock.service)
    clock.now += 190 * DAY
    for _ in range(9):
        clock.runs(1)
        clock.now += DAY
    assert clock.left(table) == [False]


def test_one_jump_of_the_clock_deletes_nothing(clock: Clock, caplog: pytest.LogCaptureFixture) -> None:
    table = opened(clock.service)
    clock.now += 182 * DAY
    other = opened(clock.service)
    with caplog.at_level(logging.WARNING):
        clock.runs(4)
    assert "1 tables look unused for long" in caplog.text
    clock.now += 30 * DAY  # and it jumps once more
    clock.runs(3)
    clock.now -= 212 * DAY
    clock.runs(20)
    assert clock.left(table, other) == [True, True]
    assert isinstance(opened(clock.service), TableRow)


def test_a_clock_that_was_ahead_marks_nothing_for_later(clock: Clock) -> None:
    table = opened(clock.service)
    clock.now += 182 * DAY
    clock.runs(6)
    clock.now = NOW + DAY
    clock.runs(1)
    clock.now = NOW + 181 * DAY  # now it is true
    clock.runs(2)
    clock.now += 8 * DAY
    clock.runs(5)
    assert clock.left(table) == [True]


def test_an_entry_keeps_a_table(clock: Clock) -> None:
    table = opened(clock.service)
    clock.now += 181 * DAY
    clock.runs(1)
    clock.now += 8 * DAY
    clock.service.handle(table.id, cmd.Turn(1), "turn")
    clock.runs(12)
    assert clock.left(table) == [True]


def test_the_newest_entry_counts_and_not_what_is_noted_beside_it(clock: Clock) -> None:
    table = opened(clock.service)
    with clock.service.database.write() as connection:
        connection.execute(schema.tables.update().values(used_at=NOW - 300 * DAY))
    clock.runs(1)
    clock.now += 8 * DAY
    clock.runs(12)
    assert clock.left(table) == [True]


def test_demo_tables_go_sooner(clock: Clock) -> None:
    demo, table = open_demo(clock.service, "device"), opened(clock.service)
    clock.now += 2.1 * DAY
    clock.runs(12, 0.15 * DAY)
    assert clock.left(demo, table) == [False, True]


def test_several_processes_count_a_quarter_of_an_hour_once(clock: Clock) -> None:
    others = [Service(clock.service.database, clock.service.editions) for _ in range(3)]
    for _ in range(5):
        clock.runs(1)
        for other in others:
            other.tidy()
    with clock.service.database.read() as connection:
        assert connection.execute(select(schema.installation.c.ticks)).scalar_one() == 5


def test_running_is_not_enough_before_a_week_has_gone_by(clock: Clock) -> None:
    table = opened(clock.service)
    clock.now += 181 * DAY
    clock.runs(12, DAY / 2)
    assert clock.left(table) == [True]
    clock.runs(5, DAY / 2)
    assert clock.left(table) == [False]


def test_a_clock_that_is_behind_its_own_entries_marks_nothing(clock: Clock) -> None:
    table = opened(clock.service)
    clock.now = NOW + 300 * DAY
    other = opened(clock.service)
    clock.now = NOW + 181 * DAY
    clock.runs(10, DAY)
    assert clock.left(table, other) == [True, True]
    clock.now = NOW + 301 * DAY
    clock.runs(10, DAY)
    assert clock.left(table, other) == [False, True]
