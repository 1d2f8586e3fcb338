"""The statements of each tap, compiled once and handed to the driver: to go SQLAlchemy's way with one costs ten times what
SQLite takes for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.base import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

_Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement in the words of one driver, and what turns our values into the driver's and back, where it has to."""

    sql: str
    order: list[str] | None  # of the values; None: the driver knows them by their names
    fixed: Mapping[str, object]  # values that stand in the statement itself
    sent: Mapping[str, _Convert]
    found: list[tuple[int, _Convert]]


class Prepared:
    """A statement of SQLAlchemy's Core that is run within a transaction of a `Database`."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, **values: object) -> None:
        """Run it with these values. Errors as `Connection.execute` has them."""
        self._run(connection, values, lambda _: None)

    def rows(self, connection: Connection, **values: object) -> list[tuple[Any, ...]]:
        """What it finds, row by row. Errors as `Connection.execute` has them."""
        rows: list[tuple[Any, ...]] = self._run(connection, values, lambda cursor: cursor.fetchall())
        found = self._compiled[connection.dialect.name].found
        return [_converted(row, found) for row in rows] if found else rows

    def _run(self, connection: Connection, values: dict[str, Any], then: _Convert) -> Any:
        dialect = connection.dialect
        ready = self._compiled.get(dialect.name)
        if ready is None:
            ready = self._compiled[dialect.name] = _compile(self._statement, dialect)
        values |= ready.fixed
        for name, convert in ready.sent.items():
            values[name] = convert(values[name])
        driver = connection.connection.dbapi_connection
        assert driver is not None
        with told(connection, ready.sql):
            cursor = driver.cursor()
            cursor.execute(ready.sql, values if ready.order is None else [values[name] for name in ready.order])
            return then(cursor)  # rows are read as they are asked for, which may fail, too


def _compile(statement: Executable, dialect: Dialect) -> _Compiled:
    made = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
    assert isinstance(made, SQLCompiler)
    sent = {name: _processor(bind.type, dialect).bind_processor(dialect) for name, bind in made.binds.items()}
    columns = enumerate(getattr(statement, "selected_columns", ()))
    found = [(place, _processor(column.type, dialect).result_processor(dialect, None)) for place, column in columns]
    return _Compiled(
        made.string,
        list(made.positiontup) if made.positiontup is not None else None,
        {name: value for name, value in made.params.items() if not made.binds[name].required},
        {name: convert for name, convert in sent.items() if convert is not None},
        [(place, convert) for place, convert in found if convert is not None],
    )


def _processor(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    return kind.dialect_impl(dialect)


def _converted(row: tuple[Any, ...], found: list[tuple[int, _Convert]]) -> tuple[Any, ...]:
    values = list(row)
    for place, convert in found:
        values[place] = convert(values[place])
    return tuple(values)


@contextmanager
def told(connection: Connection, sql: str) -> Iterator[None]:
    """While the driver is at work: its errors as SQLAlchemy tells them. A connection that broke goes back to no pool."""
    dialect = connection.dialect
    kind = dialect.loaded_dbapi.Error
    try:
        yield
    except kind as error:
        broken = dialect.is_disconnect(error, connection.connection.dbapi_connection, None)
        if broken:
            connection.invalidate(error)
        raise DBAPIError.instance(
            sql, None, error, kind, hide_parameters=True, connection_invalidated=broken, dialect=dialect
        ) from error
