"""Numbers of the whole installation, and when a table was found unused: it is deleted only a while after that."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the row of the installation and the marks of tables."""
    installation = op.create_table(
        "installation",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("probes", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ticks", sa.Integer, nullable=False, server_default="0"),
        sa.Column("ticked_at", sa.DateTime(timezone=True), nullable=True),
    )
    op.bulk_insert(installation, [{"id": 1, "probes": 0, "ticks": 0, "ticked_at": None}])
    op.add_column("tables", sa.Column("unused_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("tables", sa.Column("unused_tick", sa.Integer, nullable=True))
