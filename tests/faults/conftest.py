"""A stand-in for the server with a proxy in front of it, and databases for the real one."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from tests.faults import upstream as stand_in
from tests.faults.proxy import Proxy
from tests.faults.upstream import Upstream
from tests.faults.weather import Weather

POSTGRES = os.environ.get("TEST_POSTGRES_URL", "postgresql+psycopg://postgres@127.0.0.1:5432/postgres")


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    """A server that notes what it is asked."""
    with stand_in.upstream() as made:
        yield made


@pytest.fixture
def proxy(upstream: Upstream) -> Iterator[Proxy]:
    """A proxy in front of it for Ana's phone, calm."""
    with Proxy(upstream.port, Weather(1), "Ana").running() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> Iterator[tuple[str, dict[str, Any]]]:
    """The name of a database, and the environment that makes the server use an empty one of that kind."""
    if request.param == "sqlite":
        yield request.param, {}
        return
    admin = create_engine(POSTGRES, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": 2})
    try:
        with admin.connect() as connection:
            name = f"companion_test_{uuid.uuid4().hex}"
            connection.execute(text(f"CREATE DATABASE {name}"))
    except OperationalError:
        pytest.skip("no PostgreSQL answers; TEST_POSTGRES_URL names one")
    yield request.param, {"DATABASE_URL": POSTGRES.rsplit("/", 1)[0] + "/" + name}
    with admin.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()
