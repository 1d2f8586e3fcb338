"""Migrations on SQLite and PostgreSQL: same tables, run once, safe side by side."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from companion.store.engine import Database
from companion.store.migrate import upgrade
from companion.store.schema import metadata


def test_the_migrations_make_exactly_the_schema(url: str) -> None:
    database = Database(url)
    upgrade(database)
    upgrade(database)
    with database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert database.answers()
    database.close()


def test_processes_that_start_together_do_not_collide(url: str) -> None:
    engines = [Database(url) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(upgrade, engines))
    assert all(engine.answers() for engine in engines)
    for engine in engines:
        engine.close()


def test_a_database_that_is_away_does_not_answer(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'no' / 'folder' / 'a.sqlite'}")
    assert not database.answers()
