"""What each command was, beside its id: the same id with something else in it is not the same command."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the digest; entries made before have none, and any command with their id counts as the same."""
    op.add_column("entries", sa.Column("command_digest", sa.String(64), nullable=True))
