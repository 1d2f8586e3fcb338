"""A clock that jumps makes strangers of nobody and deletes nothing; time that really goes by does."""

from __future__ import annotations

import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.faults import evening
from tests.faults.device import Device
from tests.faults.evening import acknowledged, compare, playing, said, sit_down, until, until_booked
from tests.long import long_run
from tests.serving import Server, free_port, running

LAUNCHER = Path(__file__).with_name("clock.py")
DAY = 86_400
JUMPS = (182 * DAY, -30, -3_600, 120, -400 * DAY, 1_000 * DAY)


@contextmanager
def serving_by(clock: Path, data: Path) -> Iterator[Server]:
    """A server that goes by this clock."""
    port = free_port()
    command = [sys.executable, LAUNCHER, clock, "serve", "--data", data, "--port", port]
    with running(command, port, cwd=data.parent, PYTHONPATH=str(Path(__file__).parents[2])) as server:
        yield server


def set_clock(clock: Path, ahead: int) -> None:
    draft = clock.with_suffix(".draft")
    draft.write_text(str(ahead))
    draft.replace(clock)


def unused(data: Path) -> int:
    """How many tables are marked as unused."""
    with closing(sqlite3.connect(data / "companion.sqlite")) as connection:
        found: int = connection.execute("SELECT count(*) FROM tables WHERE unused_at IS NOT NULL").fetchone()[0]
    return found


@pytest.mark.timeout(1800 if long_run() else 900)
def test_the_clock_jumps(tmp_path: Path, tell: Callable[[str], None]) -> None:
    clock = tmp_path / "clock"
    set_clock(clock, 0)
    tables = []
    with serving_by(clock, tmp_path / "data") as server:
        players = sit_down(server.port)
        with playing(players) as taps:
            for jump in JUMPS * (20 if long_run() else 1):
                evening.wait_for_taps(players, 5, taps)
                set_clock(clock, jump)
                other = Device(server.port)
                other.open("Dan", "Eve", "Finn")
                tables.append(other)
                time.sleep(0.5)  # unused tables are looked for ten times meanwhile
                until_booked(players)
                set_clock(clock, 0)
                until_booked(players)
        there = [device.ask("GET", f"{device.table}/state.json").status for device in tables]
        assert there == [200] * len(tables)
        assert compare(players) == (0, 0)
        assert [player.refused for player in players] == [[], [], []]
        told = f"{len(tables)} jumps: taps {acknowledged(players)}, lost 0, strangers 0, tables deleted 0"
        # The newest table is from a day a thousand days ahead. Half a year later all of them are unused.
        set_clock(clock, 1_181 * DAY)
        until(lambda: unused(tmp_path / "data") == len(tables) + 1, "unused tables are not marked")
        set_clock(clock, 1_189 * DAY)
        gone = until(
            lambda: {device.ask("GET", device.table).status for device in [players[0].device, *tables]} == {410},
            "unused tables are not deleted",
        )
        lines = said(server)
    assert all("look unused for long" in line for line in lines), lines
    tell(
        f"clock, {told}; after half a year and a week that are real, deleted in {gone:.1f} s of 1 s that stand for a day"
    )
