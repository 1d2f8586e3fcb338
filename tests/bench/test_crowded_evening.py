"""An evening everywhere: two hundred tables with five phones each, where somebody taps now and then."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from tests.bench.over_http import Phone, memory_of, p99, told, until_all
from tests.faults.crowd import allow_open_files
from tests.long import long_run
from tests.serving import Server, serving

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]
TABLES, PHONES = (200, 5) if long_run() else (8, 5)
TAPS, EVERY = (600, 0.1) if long_run() else (25, 0.02)  # and seconds between two of them


def test_taps_reach_all_phones_of_their_tables(tmp_path: Path, tell: Tell) -> None:
    allow_open_files()
    with serving(tmp_path / "data", COMPANION_PROXIES="1") as server:
        Phone(server).get("/tables")  # whatever is loaded with the first pages
        before = memory_of(server)
        hosts = [Phone(server).open() for _ in range(TABLES)]
        made = memory_of(server)
        tables = [(host, listening(host, server)) for host in hosts]
        grown = memory_of(server) - made
        took = [until_told(host, phones) for (host, phones), _ in zip(cycle(tables), range(TAPS), strict=False)]
    tell(f"{TABLES} tables with {PHONES} phones each, from a tap to all phones of its table: {told(took)}")
    tell(
        f"memory of the worker: {(made - before) / TABLES / 1024:.0f} kB for each table made,"
        f" {grown / TABLES / PHONES / 1024:.0f} kB for each stream"
    )
    assert p99(took) < 5 * (0.5 if long_run() else 4.0)
    assert grown / TABLES / PHONES < 400 * 1024


def listening(host: Phone, server: Server) -> list[Phone]:
    """Phones that listen to a table, and have its board."""
    phones = host.watchers(PHONES)
    for phone in phones:
        phone.wire.send(phone.listen())
    hear(phones)
    return phones


def hear(phones: list[Phone]) -> None:
    """Wait until each of these phones has a board more."""
    until_all([phone.wire.end for phone in phones], b"event: board\n")


def until_told(host: Phone, phones: list[Phone]) -> float:
    """Seconds from a tap until every phone of its table has the new board; then a pause."""
    begun = time.perf_counter()
    host.wire.send(host.tap())
    hear(phones)
    took = time.perf_counter() - begun
    while host.wire.answered() is None:
        pass
    time.sleep(EVERY)
    return took
