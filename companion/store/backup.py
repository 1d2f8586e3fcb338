"""Backups: one SQLite file with everything in it, the secret key too, made of either database while it is in use."""

from __future__ import annotations

import os
import secrets
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text

from companion.settings import SettingsError, sqlite_url
from companion.store import migrate, postgres
from companion.store.engine import Database
from companion.store.sqlite import BESIDE
from companion.store.transfer import Counts, copy, counts

_MARK = 0x48424243  # of a backup among the files that SQLite makes
_KEY = "CREATE TABLE backup (secret_key TEXT NOT NULL)"
_LEAVING = 5.0  # seconds for which a connection that was closed may still be listed, on a machine that is busy


@dataclass(frozen=True, slots=True)
class Restored:
    """What came out of a backup. `kept` is where the database lies that was there before, if one was."""

    counts: Counts
    secret_key: str
    kept: Path | None = None


def save(database: Database, secret_key: str, file: Path) -> Counts:
    """Write a backup. The file appears whole and checked, or not at all. SettingsError when it cannot be written, or is
    there and no backup."""
    if file.exists() and not _is_backup(file):
        raise SettingsError(f"{file} is there already and is no backup; choose another name")
    with _draft(file) as draft:
        if database.file:
            _copy_file(database.file.connect(), draft)
        else:
            with closing(Database(sqlite_url(draft))) as made:
                migrate.upgrade(made)
                copy(database, made)
        with closing(sqlite3.connect(draft, isolation_level=None)) as made:
            made.execute("PRAGMA journal_mode=DELETE")
            made.execute("DROP TABLE IF EXISTS backup")
            made.execute(_KEY)
            made.execute("INSERT INTO backup VALUES (?)", [secret_key])
            made.execute(f"PRAGMA application_id={_MARK}")
            _whole(made)
            found = _counted(made)
        draft.replace(file)
        _sync(file.absolute().parent)
    return found


def restore(database: Database, file: Path, *, replace: bool, aside: Path) -> Restored:
    """Put what a backup, or another copy of a SQLite database of ours, holds into a database that nobody uses.

    SettingsError when somebody does, when the file is none, or when tables are there and are not to be replaced. Those
    that are replaced are kept in the folder `aside`.
    """
    with tempfile.TemporaryDirectory(prefix="companion-restore-") as folder, alone(database):
        copied = Path(folder) / "copy.sqlite"
        key = unpack(file, copied)
        if database.file is None:
            with closing(Database(sqlite_url(copied))) as made:
                migrate.upgrade(database)
                kept = _saved_aside(database, aside) if replace else None
                return Restored(copy(made, database, replace=replace), key, kept)
        place = database.file.path
        if not replace and _holds_tables(place):
            raise SettingsError("there are tables already; with --replace they are moved aside")
        with _draft(place) as draft:
            _copy_file(sqlite3.connect(copied), draft)
            database.close()
            database.file.settle()
            kept = _moved_aside(place, aside) if place.stat().st_size else None
            draft.replace(place)
            _sync(place.parent)
    with closing(sqlite3.connect(place)) as made:
        return Restored(_counted(made), key, kept)


def unpack(file: Path, place: Path) -> str:
    """Make a database with the newest schema of a backup, which is left as it is; the secret key that was in it, empty
    if none was. SettingsError when the file is no backup, or damaged."""
    try:
        with file.open("rb") as start:
            ours = start.read(16).startswith(b"SQLite format 3\0")
    except OSError as error:
        raise SettingsError(f"cannot read {file}: {error.strerror}") from None
    if not ours:
        raise SettingsError(f"{file} is no backup")
    _copy_file(sqlite3.connect(file), place)
    key = ""
    with closing(sqlite3.connect(place, isolation_level=None)) as made:
        _whole(made)
        if not made.execute("SELECT count(*) FROM sqlite_master WHERE name = 'alembic_version'").fetchone()[0]:
            raise SettingsError(f"{file} is no backup: it is a database of something else")
        with suppress(sqlite3.OperationalError):
            [key] = made.execute("SELECT secret_key FROM backup").fetchone()
        made.execute("DROP TABLE IF EXISTS backup")
        made.execute("PRAGMA application_id=0")
    with closing(Database(sqlite_url(place))) as database:
        migrate.upgrade(database)
        database.settle()
    return key


@contextmanager
def alone(database: Database) -> Iterator[None]:
    """Keep servers away from a database meanwhile. SettingsError when one uses it."""
    free = database.file.hold(alone=True) if database.file else _is_left(database)
    if not free:
        raise SettingsError("a server uses this database; stop it first")
    try:
        yield
    finally:
        if database.file:
            database.file.release()


def _is_left(database: Database) -> bool:
    """Whether no server is connected to a PostgreSQL; one that has just stopped is for a moment yet."""
    query = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
        "AND application_name = :name AND pid <> pg_backend_pid()"
    )
    until = time.monotonic() + _LEAVING
    while True:
        with database.read() as connection:
            if not connection.execute(query, {"name": postgres.APPLICATION}).scalar_one():
                return True
        if time.monotonic() > until:
            return False
        time.sleep(0.1)


@contextmanager
def _draft(place: Path) -> Iterator[Path]:
    """A file beside a place, its owner's alone, that is gone afterwards unless it was put there."""
    draft = place.with_name(f"{place.name}.{secrets.token_hex(4)}.draft")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise SettingsError(f"cannot write {place}: {error.strerror}") from None
    try:
        yield draft
    except sqlite3.Error as error:
        raise SettingsError(f"cannot write {place}: {error}") from None
    finally:
        for ending in BESIDE:
            Path(f"{draft}{ending}").unlink(missing_ok=True)


def _copy_file(source: sqlite3.Connection, draft: Path) -> None:
    """A copy as of one moment, whatever is written meanwhile."""
    with closing(source), closing(sqlite3.connect(draft)) as made:
        try:
            source.backup(made)
        except sqlite3.DatabaseError as error:
            raise SettingsError(f"the database cannot be read: {error}") from None


def _is_backup(file: Path) -> bool:
    try:
        with file.open("rb") as start:
            head = start.read(72)
    except OSError as error:
        raise SettingsError(f"cannot write {file}: {error.strerror}") from None
    return head[68:72] == _MARK.to_bytes(4, "big")


def _whole(made: sqlite3.Connection) -> None:
    """SettingsError unless the file can be read from one end to the other."""
    try:
        [[said], *_] = made.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as error:
        said = str(error)
    if said != "ok":
        raise SettingsError(f"the database is damaged: {said}")


def _counted(made: sqlite3.Connection) -> Counts:
    [there] = made.execute("SELECT count(*) FROM tables WHERE deleted_at IS NULL").fetchone()
    [entries] = made.execute("SELECT count(*) FROM entries").fetchone()
    return Counts(there, entries)


def _holds_tables(place: Path) -> bool:
    """Whether there is anything to lose in a database; one that cannot be read may hold something."""
    try:
        with closing(sqlite3.connect(place)) as there:
            if not there.execute("SELECT count(*) FROM sqlite_master WHERE name = 'tables'").fetchone()[0]:
                return False
            return bool(there.execute("SELECT count(*) FROM tables").fetchone()[0])
    except sqlite3.Error:
        return True


def _moved_aside(place: Path, aside: Path) -> Path:
    """Move a database, and what SQLite keeps beside it, to a name that tells when that was."""
    kept = _name_of_now(aside)
    for ending in BESIDE:
        with suppress(FileNotFoundError):
            shutil.move(f"{place}{ending}", f"{kept}{ending}")
    return kept


def _saved_aside(database: Database, aside: Path) -> Path | None:
    """A backup of what is about to be replaced, unless there is nothing."""
    with database.read() as connection:
        if not counts(connection).tables:
            return None
    kept = _name_of_now(aside)
    save(database, "", kept)
    return kept


def _name_of_now(aside: Path) -> Path:
    return aside / f"replaced-{time.strftime('%Y%m%d-%H%M%S')}.sqlite"


def _sync(folder: Path) -> None:
    """What was renamed in a folder is so after a power cut, too."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
