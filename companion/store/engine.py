"""Databases. SQLite is the embedded default, PostgreSQL the way past one machine."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial

from sqlalchemy import Connection, Engine, make_url, text
from sqlalchemy.exc import ArgumentError

from companion.settings import SettingsError
from companion.store import postgres, sqlite
from companion.store.group_commit import GroupCommit
from companion.store.schema import installation
from companion.store.sqlite import Aside, here
from companion.store.unavailable import Availability, Cause, DatabaseUnavailableError

_READ_AT_START = 64 * 2**20  # bytes


class Database:
    """One database: short transactions that read, and transactions that write, set up to lose nothing.

    All of them raise DatabaseUnavailableError while it cannot be used. SettingsError when the URL is none that we
    know, or its driver is not installed.
    """

    def __init__(self, url: str, *, create: bool = True, aside: Aside = here) -> None:
        """`create` makes a SQLite file that is not there yet. `aside` does what waits for the disk or for another
        process: where one thread serves everybody it has to be a way that lets the others go on meanwhile."""
        self.file: sqlite.File | None = None
        self.deadlines: postgres.Deadlines | None = None
        self.engine = self._engine(url, create=create, aside=aside)
        self._group_commit = GroupCommit(self.file, self.engine) if self.file else None
        self._availability = Availability(self.file.explain) if self.file else Availability()
        self._probing = threading.Lock()
        # Told of each transaction: "read" or "write", seconds until it began, seconds in it.
        self.observe: Callable[[str, float, float], None] | None = None
        self._probe: tuple[float, DatabaseUnavailableError | None] | None = None

    def read(self, *, snapshot: bool = False, patient: bool = False) -> AbstractContextManager[Connection]:
        """A transaction that reads and waits for nobody. With `snapshot` all of it sees what is stored at its first
        statement. A patient one does, and may take as long as it likes."""
        return self._observed("read", self._reading(snapshot or patient, patient))

    def write(self, *, patient: bool = False) -> AbstractContextManager[Connection]:
        """A transaction that writes: committed when the block ends, rolled back when it raises."""
        return self._observed("write", self._writing(patient))

    def _observed(
        self, access: str, transaction: AbstractContextManager[Connection]
    ) -> AbstractContextManager[Connection]:
        return transaction if self.observe is None else _timed(transaction, partial(self.observe, access))

    @contextmanager
    def _reading(self, snapshot: bool, patient: bool) -> Iterator[Connection]:
        with self._availability.attempt(writes=False):
            if self.file:
                self.file.check()
            with self.engine.connect() as connection, self._limited(connection, patient=patient):
                if not self.file:
                    # Where statements need no common snapshot PostgreSQL is spared BEGIN and ROLLBACK. On SQLite each
                    # transaction is one.
                    connection.execution_options(isolation_level="REPEATABLE READ" if snapshot else "AUTOCOMMIT")
                connection.begin()
                if self.file:
                    sqlite.begin(connection, writes=False)
                if patient:
                    self._without_limits(connection)
                yield connection
                connection.rollback()

    @contextmanager
    def _writing(self, patient: bool) -> Iterator[Connection]:
        if self.file and self._availability.cause is Cause.DAMAGED:  # what is damaged is not written over
            raise DatabaseUnavailableError(Cause.DAMAGED)
        with self._availability.attempt(writes=True):
            if self._group_commit:
                with self._group_commit.transaction() as connection:
                    yield connection
                return
            with self.engine.connect() as connection, self._limited(connection, patient=patient), connection.begin():
                if patient:
                    self._without_limits(connection)
                yield connection

    def examine(self) -> None:
        """Read a SQLite file from one end to the other, unless that takes long. DatabaseUnavailableError when it is
        damaged."""
        if self.file is None or self.file.path.stat().st_size > _READ_AT_START:
            return
        with self.read() as connection:
            said = connection.execute(text("PRAGMA quick_check(1)")).scalar_one()
        if said != "ok":
            raise DatabaseUnavailableError(
                Cause.DAMAGED, f"{str(said).splitlines()[-1]} (see companion restore --help)"
            )

    def hold(self) -> None:
        """Say that a server uses this database. SettingsError while it is being replaced."""
        if self.file and not self.file.hold():
            raise SettingsError("the database is being restored; start the server when that is done")

    def trouble(self) -> DatabaseUnavailableError | None:
        """Why nothing can be stored now; None after something was, for this very question. All who ask while it is
        tried share the next try."""
        asked = time.monotonic()
        with self._probing:
            if self._probe is None or self._probe[0] < asked:
                self._probe = (time.monotonic(), self._tried())
            return self._probe[1]

    def _tried(self) -> DatabaseUnavailableError | None:
        try:
            with self.write() as connection:
                count = installation.update().values(probes=(installation.c.probes + 1) % 1_000_000)
                if connection.execute(count).rowcount != 1:
                    raise DatabaseUnavailableError(Cause.DAMAGED, "a row that is always there is missing")
        except DatabaseUnavailableError as error:
            return error
        return None

    def close(self) -> None:
        """Close idle connections; the next transaction opens new ones. No connection may cross a fork.

        When SQLite's last connection is closed all that was stored moves into its one file.
        """
        if self._group_commit:
            self._group_commit.close()
        self.engine.dispose()

    def settle(self) -> None:
        """When everybody has stopped: leave a single file that can be copied. Nothing happens on PostgreSQL."""
        self.close()
        if self.file:
            self.file.settle()

    @contextmanager
    def _limited(self, connection: Connection, *, patient: bool) -> Iterator[None]:
        if self.deadlines is None or patient:
            yield
            return
        with self.deadlines.over(postgres.raw_of(connection)):
            yield

    def _without_limits(self, connection: Connection) -> None:
        if not self.file:
            for command in postgres.PATIENT:
                connection.execute(text(command))

    def _engine(self, given: str, *, create: bool, aside: Aside) -> Engine:
        try:
            url = make_url(given)
        except (ArgumentError, ValueError):
            raise SettingsError(
                "the database address cannot be understood; it must look like postgresql://user:password@host:5432/name"
            ) from None
        try:
            match url.get_backend_name():
                case "sqlite":
                    self.file = sqlite.File(url, aside)
                    if create:
                        self.file.create()
                    return self.file.engine()
                case "postgresql":
                    self.deadlines = postgres.Deadlines()
                    return postgres.engine(url.set(drivername="postgresql+psycopg"), self.deadlines)
        except ModuleNotFoundError as error:
            raise SettingsError(
                f"this database needs the Python package {error.name}, which is not installed"
            ) from None
        raise SettingsError(
            f"the database address begins with {url.drivername}, but only sqlite and postgresql are known"
        )


@contextmanager
def _timed(
    transaction: AbstractContextManager[Connection], tell: Callable[[float, float], None]
) -> Iterator[Connection]:
    """The transaction, and once it is over how long it took to begin, and from there to its end, in seconds."""
    asked, begun = time.perf_counter(), None
    try:
        with transaction as connection:
            begun = time.perf_counter()
            yield connection
    finally:
        ended = time.perf_counter()
        tell((begun or ended) - asked, ended - (begun or ended))
