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

from companion.store.engine import Database
from companion.store.migrate import upgrade

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres")


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


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A migrated database."""
    made = Database(url)
    upgrade(made)
    yield made
    made.close()
