"""Tables to play with, which are deleted soon; and tables made once however often their form is sent."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tell demo tables from others, and a form sent twice from two tables."""
    op.add_column("tables", sa.Column("demo", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("command_id", sa.String(130), nullable=True))
    op.create_index("ix_tables_command_id", "tables", ["command_id"], unique=True)
