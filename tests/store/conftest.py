"""Databases for the store's tests: SQLite always, PostgreSQL where one answers."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from companion.store.engine import Database
from companion.store.migrate import upgrade

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres")
# Whoever an earlier test left connected is cut off, and takes its locks along.
EMPTY = (
    "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    "DROP SCHEMA public CASCADE",
    "CREATE SCHEMA public",
)


@cache
def _postgres_answers() -> bool:
    engine = create_engine(POSTGRES, connect_args={"connect_timeout": 2})
    try:
        with engine.connect():
            return True
    except OperationalError:
        return False
    finally:
        engine.dispose()


@cache
def _postgres_database(config: pytest.Config) -> str:
    """The URL of a database that the tests of this process have one after the other: to make and drop one for each takes
    longer than most of them."""
    name = f"companion_test_{uuid.uuid4().hex}"
    admin = create_engine(POSTGRES, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))

    def drop() -> None:
        with admin.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))

    config.add_cleanup(drop)
    return POSTGRES.rsplit("/", 1)[0] + "/" + name


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'new.sqlite'}"
        return
    if not _postgres_answers():
        pytest.skip("no PostgreSQL answers; TEST_POSTGRES_URL names one")
    made = _postgres_database(request.config)
    engine = create_engine(made, isolation_level="AUTOCOMMIT", poolclass=NullPool)
    with engine.connect() as connection:
        for line in EMPTY:
            connection.execute(text(line))
    yield made


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A migrated database."""
    made = Database(url)
    upgrade(made)
    yield made
    made.close()
