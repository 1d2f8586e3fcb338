"""Which phone made an entry, so that Undo means its own; and phones are stored by a fingerprint, as the log names them."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the device to entries, of which old ones have none; replace each device by its fingerprint."""
    op.add_column("entries", sa.Column("device", sa.String(64), nullable=True))
    devices = sa.table("devices", sa.column("device", sa.String))
    connection = op.get_bind()
    known = [row.device for row in connection.execute(sa.select(devices.c.device).distinct())]
    names = [{"known": each, "name": hashlib.sha256(each.encode()).hexdigest()[:16]} for each in known]
    if names:
        renamed = devices.update().where(devices.c.device == sa.bindparam("known"))
        connection.execute(renamed.values(device=sa.bindparam("name")), names)
