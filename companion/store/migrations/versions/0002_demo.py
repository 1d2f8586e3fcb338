"""Tables to play with, which are deleted soon."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Tell demo tables from others."""
    op.add_column("tables", sa.Column("demo", sa.Boolean, nullable=False, server_default=sa.false()))
