"""SQLite as the store uses it: durable, and writers wait for each other instead of failing."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sqlalchemy import text

from companion.store.engine import Database


def test_what_is_acknowledged_is_on_the_disk(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    with database.read() as connection:
        found = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}
    database.close()


def test_no_writer_loses_the_race_for_the_lock(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'a.sqlite'}")
    with database.write() as connection:
        connection.execute(text("CREATE TABLE counter (n INTEGER)"))
        connection.execute(text("INSERT INTO counter VALUES (0)"))

    def count(_: int) -> None:
        with database.write() as connection:
            n = connection.execute(text("SELECT n FROM counter")).scalar_one()
            connection.execute(text("UPDATE counter SET n = :n"), {"n": n + 1})

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(count, range(300)))
    with database.read() as connection:
        assert connection.execute(text("SELECT n FROM counter")).scalar() == 300
    database.close()
