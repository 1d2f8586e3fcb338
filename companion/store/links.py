"""How a table is reached: its public id, a key for each link, and a code to be spoken that is soon forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection, select

from companion.rules.playing.events import LINKS
from companion.store.schema import tables

# Spoken across a table: no vowels, so no words, and nothing that sounds or looks like something else.
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
ID_LENGTH = 8
CODE_LENGTH = 6
CODE_LASTS = timedelta(minutes=30)  # after an invitation page of the table was last open


def new_key() -> str:
    """A secret of 128 bits."""
    return secrets.token_urlsafe(16)


def new_public_id(connection: Connection) -> str:
    """The public id of a new table. It is in every address of the table and opens none of them."""
    return _unused(connection, "public_id", ID_LENGTH)


def renew(connection: Connection, table_id: int, links: Iterable[str] = LINKS) -> None:
    """New keys for these links: whoever has only the old ones is out. With the join link goes the join code."""
    values: dict[str, str | None] = {f"{link}_key": new_key() for link in links}
    if "join_key" in values:
        values["join_code"] = values["join_code_until"] = None
    connection.execute(tables.update().where(tables.c.id == table_id).values(**values))


def invite(connection: Connection, table_id: int, now: datetime) -> str:
    """The join code of a table, a new one if the last is not good any more. It is good for `CODE_LASTS` from now."""
    query = select(tables.c.join_code, tables.c.join_code_until).where(tables.c.id == table_id)
    row = connection.execute(query).one()
    good = row.join_code and row.join_code_until > now
    code: str = row.join_code if good else _unused(connection, "join_code", CODE_LENGTH)
    values = {"join_code": code, "join_code_until": now + CODE_LASTS}
    connection.execute(tables.update().where(tables.c.id == table_id).values(**values))
    return code


def _unused(connection: Connection, column: str, length: int) -> str:
    """So many letters that no table has in that column."""
    while True:
        letters = "".join(secrets.choice(LETTERS) for _ in range(length))
        if connection.execute(select(tables.c.id).where(tables.c[column] == letters)).first() is None:
            return letters
