"""The address of a table is no credential any more: a key for each link, and a code that is soon forgotten.

Tables keep the address they had. It was their code, too, which is not asked for any more."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Name the public id for what it is, and give every table a link to its result."""
    op.alter_column("tables", "code", new_column_name="public_id")
    op.add_column("tables", sa.Column("result_key", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("join_code", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("join_code_until", sa.DateTime(timezone=True), nullable=True))
    tables = sa.table("tables", sa.column("id", sa.Integer), sa.column("result_key", sa.String))
    connection = op.get_bind()
    keys = [{"table": row.id, "key": secrets.token_urlsafe(16)} for row in connection.execute(sa.select(tables.c.id))]
    if keys:
        given = tables.update().where(tables.c.id == sa.bindparam("table")).values(result_key=sa.bindparam("key"))
        connection.execute(given, keys)
    op.create_index("ix_tables_result_key", "tables", ["result_key"], unique=True)
    op.create_index("ix_tables_join_code", "tables", ["join_code"], unique=True)
