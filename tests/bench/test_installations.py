"""Other ways to run the server, beside the one the README starts with: PostgreSQL, two processes, a tenth of a core."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bench.over_http import (
    Ask,
    Compared,
    Phone,
    answers,
    ends_of,
    in_turn,
    listening,
    seconds,
    told,
    until_told,
    worker_of,
)
from tests.long import long_run
from tests.serving import Server, serving

pytestmark = [pytest.mark.alone, pytest.mark.skipif(not long_run(), reason="one of the long forms: LONG_RUN=1")]
Tell = Callable[[str], None]
ROUNDS = 40
MANY = 8  # connections
TENTH = 0.01, 0.09  # seconds in which a process runs, and stands still, over and over


def phones(*servers: Server) -> list[Ask]:
    """Phones at a table each, spread evenly over these servers, and their next taps."""
    found = [Phone(servers[number % len(servers)]).open() for number in range(MANY)]
    return [(phone.wire, phone.post) for phone in found]


def compared(ours: list[Ask], others: list[Ask]) -> Compared:
    """What the same taps take on both."""
    return in_turn(ROUNDS, lambda: seconds(lambda: answers(ours, 3)), lambda: seconds(lambda: answers(others, 3)))


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
def test_postgres_beside_sqlite(empty_database: str, tmp_path: Path, tell: Tell) -> None:
    with (
        serving(tmp_path / "b", COMPANION_PROXIES="1", DATABASE_URL=empty_database) as server,
        serving(tmp_path / "a", COMPANION_PROXIES="1") as sqlite,
    ):
        found = compared(phones(server), phones(sqlite))
    tell(f"{3 * MANY} taps on {MANY} connections with PostgreSQL, beside SQLite: {found}")
    assert found.ratio < 10


def test_two_processes_beside_one(tmp_path: Path, tell: Tell) -> None:
    with (
        serving(tmp_path / "two", COMPANION_PROXIES="1") as first,
        serving(tmp_path / "two", COMPANION_PROXIES="1") as second,
        serving(tmp_path / "one", COMPANION_PROXIES="1") as alone,
    ):
        found = compared(phones(first, second), phones(alone))
    tell(f"{3 * MANY} taps on {MANY} connections with two processes on one SQLite file, beside one: {found}")
    assert found.ratio < 6


@contextmanager
def held(process: int) -> Iterator[None]:
    """A process that gets a tenth of the time."""
    done = threading.Event()

    def hold() -> None:
        runs, stands = TENTH
        while not done.wait(runs):
            os.kill(process, signal.SIGSTOP)
            time.sleep(stands)
            os.kill(process, signal.SIGCONT)

    holding = threading.Thread(target=hold)
    holding.start()
    try:
        yield
    finally:
        done.set()
        holding.join()


def test_a_tenth_of_a_core(tmp_path: Path, tell: Tell) -> None:
    """A small computer: what one phone taps until the five at its table have it, and then all tap at once."""
    with serving(tmp_path / "data", COMPANION_PROXIES="1") as server:
        host = Phone(server).open()
        others = [Phone(server).open() for _ in range(4)]
        watching = listening(host, 5)
        asking = [(phone.wire, phone.tap) for phone in (host, *others)]
        with held(worker_of(server)):
            heard = [until_told(host.wire, host.tap(), ends_of(watching)) for _ in range(30)]
            waited = answers(asking, 30)
    tell(f"with a tenth of a core, from a tap to all of 5 phones: {told(heard)}")
    tell(f"with a tenth of a core, five phones tap without a pause: answered after {told(waited)}")
    assert max(heard + waited) < 8  # then a phone sends it again
