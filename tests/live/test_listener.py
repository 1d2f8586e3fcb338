"""Entries made by other processes are heard soon, on both databases, whatever else comes down the line."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from sqlalchemy import create_engine, text

from companion.live.listener import Listener
from companion.live.notifier import Notifier
from companion.rules.editions.installed import Editions
from companion.rules.playing import commands as cmd
from companion.service import Done, Service
from companion.store.engine import Database
from companion.store.log import CHANNEL
from companion.store.tables import TableRow
from companion.store.unavailable import Cause, DatabaseUnavailableError
from tests.store.conftest import database, url

__all__ = ["database", "url"]


class Hearing(Notifier):
    """Notes what it is told, and when everybody is woken."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[int, int]] = []
        self.woken = 0

    def notify(self, table_id: int, version: int) -> None:
        self.told.append((table_id, version))
        super().notify(table_id, version)

    def notify_all(self) -> None:
        self.woken += 1
        super().notify_all()


@pytest.fixture
def hearing(url: str, database: Database) -> Iterator[Hearing]:
    """What another process on the same database hears, once it listens."""
    ears = Hearing()
    other = Database(url)
    listener = Listener(other, ears)
    listener.start()
    listener.start()
    until(lambda: ears.woken == 1)
    yield ears
    other.close()


def until(true: object, seconds: float = 120) -> float:
    """Wait until it is true; how long that took."""
    start = time.monotonic()
    while not true():  # type: ignore[operator]
        assert time.monotonic() - start < seconds
        time.sleep(0.005)
    return time.monotonic() - start


def opened(service: Service) -> TableRow:
    edition = service.editions.get("high-bohn")
    assert edition is not None
    row = service.open_table(edition, ["Ana", "Ben", "Cleo"], "host", cognac=False, base="", tie_break="", hidden=False)
    assert isinstance(row, TableRow)
    return row


def turn(service: Service, table: TableRow, number: int) -> int:
    done = service.handle(table.id, cmd.Turn(1), f"turn-{number}")
    assert isinstance(done, Done)
    return done.version


def test_an_entry_of_another_process_is_heard_in_half_a_second(
    database: Database, editions: Editions, hearing: Hearing
) -> None:
    service = Service(database, editions)
    table = opened(service)
    waits = []
    for number in range(5):
        version = turn(service, table, number)
        waits.append(until(lambda version=version: (table.id, version) in hearing.told))
    assert min(waits) < 5  # half a second on a machine that is not busy
    assert hearing.woken == 1


def test_entries_that_get_the_place_of_deleted_ones_are_heard(
    database: Database, editions: Editions, hearing: Hearing
) -> None:
    service = Service(database, editions)
    table, other = opened(service), opened(service)
    for number in range(5):
        turn(service, other, number)
    until(lambda: (other.id, 6) in hearing.told)
    with database.write() as connection:
        connection.execute(text("DELETE FROM entries WHERE table_id = :id"), {"id": other.id})
    time.sleep(0.5)  # the listener has looked since
    turn(service, table, 1)
    until(lambda: (table.id, 2) in hearing.told)


@pytest.mark.parametrize("url", ["postgresql"], indirect=True)
def test_whatever_is_said_on_the_channel_it_goes_on_listening(
    url: str, database: Database, editions: Editions, hearing: Hearing
) -> None:
    service = Service(database, editions)
    table = opened(service)
    until(lambda: (table.id, 1) in hearing.told)
    said = [
        "",
        "x",
        "1",
        "1 2 3",
        "-1 5",
        "\u0661 \u0662",
        "9" * 400 + " 1",
        f"{table.id} {'9' * 30}",
        f"{table.id} 999999999",
        "77777777 3",
        "é" * 3000,
    ]
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        for words in said:
            connection.execute(text("SELECT pg_notify(:channel, :words)"), {"channel": CHANNEL, "words": words})
        turn(service, table, 1)
        until(lambda: (table.id, 2) in hearing.told)
        assert set(hearing.told) == {(table.id, 1), (table.id, 2)}
        assert hearing.woken == 1
        # And when its connection is cut, it listens again, and has everybody look for what it has missed.
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
        connection.execute(text(cut))
        until(lambda: hearing.woken == 2)
        turn(service, table, 2)
        until(lambda: (table.id, 3) in hearing.told)
    engine.dispose()


def test_each_process_listens_with_one_thread_that_keeps_no_server_from_stopping(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[threading.Thread] = []

    def start(thread: threading.Thread) -> None:
        started.append(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    listener = Listener(object(), Hearing())  # type: ignore[arg-type]
    for process in (1, 1, 8):
        monkeypatch.setattr("os.getpid", lambda process=process: process)
        listener.start()
    assert [(thread.name, thread.daemon) for thread in started] == [("listener", True)] * 2


def test_a_line_that_breaks_is_taken_up_again_a_second_later(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ears, database = Hearing(), object()
    asked: list[tuple[object, Callable[[int], int]]] = []
    pauses: list[float] = []

    def heard(of: object, known: Callable[[int], int]) -> Iterator[tuple[int, int]]:
        asked.append((of, known))
        yield 0, 0
        yield 5, len(asked)
        raise DatabaseUnavailableError(Cause.AWAY) if len(asked) < 3 else ValueError("a fault")

    def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            raise SystemExit

    monkeypatch.setattr("companion.live.listener.heard", heard)
    monkeypatch.setattr("companion.live.listener.time", SimpleNamespace(sleep=sleep))
    with pytest.raises(SystemExit):
        Listener(database, ears)._listen()  # type: ignore[arg-type]
    assert asked == [(database, ears.known)] * 3
    assert pauses == [1, 1, 1]
    assert (ears.told, ears.woken) == ([(5, 1), (5, 2), (5, 3)], 3)
    assert caplog.messages == ["entries made by other servers come late: listening failed"]
