"""An evening everywhere: two hundred tables with five phones each, where somebody taps now and then."""

from __future__ import annotations

import itertools
import operator
import selectors
import socket
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest

from tests.bench.over_http import Phone, ends_of, listening, memory_of, p99, told, until_told
from tests.faults.crowd import allow_open_files
from tests.long import long_run
from tests.serving import serving

pytestmark = pytest.mark.alone
Tell = Callable[[str], None]
TABLES, PHONES = (200, 5) if long_run() else (8, 5)
TAPS, EVERY = (600, 0.1) if long_run() else (25, 0.02)  # and seconds between two of them
LASTING = 5  # seconds for which taps come at one rate
TOO_LATE = 0.25  # seconds; what is aimed at


def test_taps_reach_all_phones_of_their_tables(tmp_path: Path, tell: Tell) -> None:
    allow_open_files()
    with serving(tmp_path / "data", COMPANION_PROXIES="1") as server:
        Phone(server).get("/tables")  # whatever is loaded with the first pages
        before = memory_of(server)
        hosts = [Phone(server).open() for _ in range(TABLES)]
        made = memory_of(server)
        tables = [(host, listening(host, PHONES)) for host in hosts]
        grown = memory_of(server) - made
        took = [tapped(host, phones) for (host, phones), _ in zip(cycle(tables), range(TAPS), strict=False)]
        rates = at_rising_rates(tables) if long_run() else []
    for line in rates:
        tell(line)
    tell(f"{TABLES} tables with {PHONES} phones each, from a tap to all phones of its table: {told(took)}")
    tell(
        f"memory of the worker: {(made - before) / TABLES / 1024:.0f} kB for each table made,"
        f" {grown / TABLES / PHONES / 1024:.0f} kB for each stream"
    )
    assert p99(took) < 5 * (0.5 if long_run() else 4.0)
    assert grown / TABLES / PHONES < 400 * 1024


def tapped(host: Phone, phones: list[Phone]) -> float:
    """Seconds from a tap until every phone of its table has the new board; then a pause."""
    took = until_told(host.wire, host.tap(), ends_of(phones))
    time.sleep(EVERY)
    return took


def at_rising_rates(tables: list[tuple[Phone, list[Phone]]]) -> list[str]:
    """More and more taps a second, whether the server is done with those before or not, until it cannot follow."""
    told_of = []
    for rate in itertools.accumulate(itertools.repeat(2), operator.mul, initial=25):
        took = at_a_rate(tables, rate)
        told_of.append(
            f"{rate} taps a second at {len(tables)} tables, from a tap to all phones of its table: {told(took)}"
        )
        if p99(took) > TOO_LATE:
            break
    return told_of


def at_a_rate(tables: list[tuple[Phone, list[Phone]]], rate: int) -> list[float]:
    """Seconds from the moment each tap was due until every phone of its table had the board. One that has to wait for the
    tap before at the same table waits as people would."""
    left: dict[int, set[socket.socket]] = {}  # who has not heard yet of the tap under way, by table
    heard = {phone.wire.end: b"" for _, phones in tables for phone in phones}
    due = [time.perf_counter() + number / rate for number in range(rate * LASTING)]
    waiting = {number: due[number :: len(tables)] for number in range(len(tables))}
    took: list[float] = []
    with selectors.DefaultSelector() as ready:
        for number, (_, phones) in enumerate(tables):
            for phone in phones:
                ready.register(phone.wire.end, selectors.EVENT_READ, (number, None))
        while any(waiting.values()):
            for number, (host, phones) in enumerate(tables):
                if number not in left and waiting[number] and waiting[number][0] <= time.perf_counter():
                    host.wire.send(host.tap())
                    ready.register(host.wire.end, selectors.EVENT_READ, (number, host.wire))
                    left[number] = {host.wire.end, *(phone.wire.end for phone in phones)}
            for key, _ in ready.select(0.001):
                number, asking = key.data
                end: socket.socket = key.fileobj  # type: ignore[assignment]
                if asking is not None:
                    if asking.answered() is None:
                        continue
                    ready.unregister(end)
                else:
                    heard[end] += end.recv(1 << 18)
                    at = heard[end].find(b"event: board\n")
                    if at < 0 or heard[end].find(b"\n\n", at) < 0:
                        continue
                    heard[end] = b""
                left.get(number, set()).discard(end)
                if number in left and not left[number]:
                    del left[number]
                    took.append(time.perf_counter() - waiting[number].pop(0))
    return took
