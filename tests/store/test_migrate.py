"""Migrations on SQLite and, where one answers, on PostgreSQL: same tables, run once, safe side by side."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from companion.store.engine import Database
from companion.store.migrate import upgrade
from companion.store.schema import metadata

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres")


def _postgres_answers() -> bool:
    engine = create_engine(POSTGRES, connect_args={"connect_timeout": 2})
    try:
        with engine.connect():
            return True
    except OperationalError:
        return False
    finally:
        engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new.sqlite'}"
        return
    if not _postgres_answers():
        pytest.skip("no PostgreSQL answers; TEST_POSTGRES_URL names one")
    name = f"companion_test_{uuid.uuid4().hex}"
    admin = create_engine(POSTGRES, isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield POSTGRES.rsplit("/", 1)[0] + "/" + name
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


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
