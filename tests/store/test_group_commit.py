"""Whoever writes while another one is about to commit is stored with it, or refused with it, and never told too soon."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, make_url, text
from sqlalchemy.exc import OperationalError

from companion.settings import sqlite_url
from companion.store import sqlite
from companion.store.group_commit import GroupCommit
from companion.store.sqlite import File, meanwhile
from companion.store.unavailable import Cause, DatabaseUnavailableError

Part = Callable[[Connection], None]
SOON = 60.0


class KilledError(BaseException):
    """What stops a greenlet."""


class Writers:
    """A file with a table of words, and threads that write to it together: others join when the first one has written."""

    def __init__(self, folder: Path) -> None:
        self.commits = 0
        self.broken: BaseException | None = None
        self.killed = False
        self.before_commit: Callable[[], None] = lambda: None
        self.errors: dict[str, BaseException] = {}
        self.said: list[str] = []
        file = File(make_url(sqlite_url(folder / "a.sqlite")), self._aside)
        file.create()
        self.engine = file.engine()
        with self.engine.begin() as connection:
            connection.execute(text("CREATE TABLE words (word TEXT)"))
        self.commits = 0
        self.group = GroupCommit(file, self.engine, self._pause)
        self._others: dict[str, Part] = {}
        self._threads: list[threading.Thread] = []
        self._written = threading.Event()

    def _aside(self, work: Callable[[], object], while_it_runs: Callable[[], None] | None = None) -> object:
        if while_it_runs is not None:
            while_it_runs()
        if self.broken is not None:
            raise self.broken
        self.commits += 1
        return work()

    def _pause(self, _: float) -> None:
        self._written.set()
        others, self._others = self._others, {}
        for name, part in others.items():
            self._written.clear()
            thread = threading.Thread(target=self._write, args=[name, part])
            self._threads.append(thread)
            thread.start()
            assert self._written.wait(SOON)
        if others:
            self.before_commit()
        if others and self.killed:
            raise KilledError

    def _write(self, name: str, part: Part) -> None:
        try:
            with self.group.transaction() as connection:
                part(connection)
        except BaseException as error:
            self.errors[name] = error
        else:
            self.said.append(name)
        self._written.set()

    def write(self, **parts: Part) -> None:
        """Let the first of these write, and the others join it; each is known by its name."""
        (name, first), *others = parts.items()
        self._others = dict(others)
        self._write(name, first)
        for thread in self._threads:
            thread.join(SOON)
            assert not thread.is_alive()

    @property
    def words(self) -> list[str]:
        """What is stored."""
        with self.engine.connect() as connection:
            return list(connection.execute(text("SELECT word FROM words ORDER BY word")).scalars())


@pytest.fixture
def writers(tmp_path: Path) -> Iterator[Writers]:
    made = Writers(tmp_path)
    yield made
    made.engine.dispose()


def word(written: str) -> Part:
    return lambda connection: void(connection.execute(text("INSERT INTO words VALUES (:word)"), {"word": written}))


def void(_: object) -> None:
    """Nothing."""


def failing(written: str) -> Part:
    def part(connection: Connection) -> None:
        word(written)(connection)
        raise ValueError(written)

    return part


def undoing_all(connection: Connection) -> None:
    """As SQLite does by itself when it meets something very bad."""
    driver = connection.connection.dbapi_connection
    assert driver is not None
    driver.execute("ROLLBACK")  # type: ignore[attr-defined]


def test_who_writes_together_is_stored_by_one_commit(writers: Writers) -> None:
    writers.write(one=word("a"), two=word("b"), three=word("c"))
    assert (writers.words, writers.commits, sorted(writers.said)) == (["a", "b", "c"], 1, ["one", "three", "two"])
    writers.write(four=word("d"))
    assert (writers.words, writers.commits) == (["a", "b", "c", "d"], 2)


def test_each_sees_what_the_others_wrote(writers: Writers) -> None:
    seen: list[str] = []

    def look(connection: Connection) -> None:
        seen.extend(connection.execute(text("SELECT word FROM words")).scalars())

    writers.write(one=word("a"), two=look)
    assert seen == ["a"]


def test_who_fails_is_undone_alone(writers: Writers) -> None:
    writers.write(one=word("a"), two=failing("b"), three=word("c"))
    assert (writers.words, writers.commits, sorted(writers.said)) == (["a", "c"], 1, ["one", "three"])
    assert isinstance(writers.errors["two"], ValueError)


def test_who_fails_first_leaves_nothing_to_join(writers: Writers) -> None:
    writers.write(one=failing("a"))
    assert (writers.words, writers.commits) == ([], 0)
    writers.write(two=word("b"))
    assert (writers.words, writers.commits) == (["b"], 1)


def test_when_the_disk_refuses_all_are_told(writers: Writers) -> None:
    writers.broken = sqlite3.OperationalError("database or disk is full")
    writers.write(one=word("a"), two=word("b"))
    assert writers.said == []
    assert all(isinstance(writers.errors[name], OperationalError) for name in ("one", "two"))
    writers.broken = None
    writers.write(three=word("c"))
    assert writers.words == ["c"]


def test_when_sqlite_undoes_everything_nobody_is_told_that_it_is_stored(writers: Writers) -> None:
    writers.write(one=word("a"), two=undoing_all, three=word("c"))
    assert (writers.said, writers.words) == ([], [])
    for name in ("one", "two", "three"):
        refused = writers.errors[name]
        assert isinstance(refused, DatabaseUnavailableError)
        assert refused.cause is Cause.BUSY
    writers.write(four=word("d"))
    assert writers.words == ["d"]


def test_nobody_is_told_before_the_commit(writers: Writers) -> None:
    """What may be done meanwhile is done by each for itself, while nothing is stored."""
    done: dict[str, list[str]] = {}

    def rendered(name: str) -> Part:
        def part(connection: Connection) -> None:
            word(name)(connection)
            meanwhile(connection, lambda: done.update({name: [*writers.said, *writers.words]}))

        return part

    writers.write(a=rendered("a"), b=rendered("b"), c=word("c"))
    assert done == {"a": [], "b": []}
    assert sorted(writers.said) == ["a", "b", "c"]


def test_what_is_to_be_done_meanwhile_is_forgotten_with_the_part_that_failed(writers: Writers) -> None:
    done: list[str] = []

    def part(connection: Connection) -> None:
        meanwhile(connection, lambda: done.append("b"))
        raise ValueError

    writers.write(one=word("a"), two=part, three=word("c"))
    assert (done, writers.words) == ([], ["a", "c"])


def test_a_file_that_was_moved_away_meanwhile_is_told_to_all(writers: Writers, tmp_path: Path) -> None:
    def move(_: Connection) -> None:
        (tmp_path / "a.sqlite").rename(tmp_path / "moved")

    writers.write(one=word("a"), two=move)
    for name in ("one", "two"):
        refused = writers.errors[name]
        assert isinstance(refused, DatabaseUnavailableError)
        assert refused.cause is Cause.REPLACED


def test_who_waits_too_long_for_the_others_is_refused(writers: Writers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.group_commit._WAIT", 0.01)

    def long(connection: Connection) -> None:
        thread = threading.Thread(target=writers._write, args=["two", word("b")])
        thread.start()
        thread.join(SOON)
        word("a")(connection)

    writers.write(one=long)
    refused = writers.errors["two"]
    assert isinstance(refused, DatabaseUnavailableError)
    assert refused.cause is Cause.BUSY
    assert writers.words == ["a"]


def test_a_connection_that_is_idle_holds_nothing_to_be_done(writers: Writers) -> None:
    def part(connection: Connection) -> None:
        word("a")(connection)
        meanwhile(connection, lambda: None)

    writers.write(one=part)
    assert writers.group._connection is not None
    assert sqlite.take_meanwhile(writers.group._connection) is None


def test_the_connection_is_kept_until_it_fails_or_is_closed(writers: Writers) -> None:
    used: list[Connection] = []
    writers.write(one=used.append)
    writers.write(two=used.append)
    writers.write(three=failing("a"))
    writers.write(four=used.append)
    writers.group.close()
    assert [each.closed for each in used] == [True] * 3
    writers.write(five=used.append)
    assert [each is used[0] for each in used] == [True, True, False, False]
    writers.group.close()


def test_who_is_killed_before_the_commit_leaves_nobody_waiting(writers: Writers) -> None:
    writers.killed = True
    writers.write(one=word("a"), two=word("b"))
    assert isinstance(writers.errors["one"], KilledError)
    assert (writers.said, writers.words) == (["two"], ["a", "b"])
    writers.write(three=word("c"))
    assert writers.words == ["a", "b", "c"]


def test_who_is_killed_in_the_commit_kills_nobody_else(writers: Writers) -> None:
    writers.broken = KilledError()
    writers.write(one=word("a"), two=word("b"))
    refused = writers.errors["two"]
    assert isinstance(refused, DatabaseUnavailableError)
    assert refused.cause is Cause.BUSY
    writers.broken = None
    writers.write(three=word("c"))
    assert writers.words == ["c"]


def test_a_part_that_cannot_be_undone_takes_all_with_it(writers: Writers) -> None:
    def part(connection: Connection) -> None:
        word("half")(connection)
        connection.exec_driver_sql("RELEASE part")
        raise ValueError

    writers.write(one=word("a"), two=part)
    assert isinstance(writers.errors["two"], ValueError)
    assert (writers.said, writers.words) == ([], [])


def test_nobody_closes_it_while_somebody_writes(writers: Writers) -> None:
    def part(connection: Connection) -> None:
        word("a")(connection)
        writers.group.close()
        word("b")(connection)

    writers.before_commit = writers.group.close
    writers.write(one=part, two=part)
    assert (writers.errors, writers.words) == ({}, ["a", "a", "b", "b"])
