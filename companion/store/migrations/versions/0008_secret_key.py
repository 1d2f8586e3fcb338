"""By which secret key the phones of a database are known: an old one learns it from the first server that starts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add what tells one key from another."""
    op.add_column("installation", sa.Column("key_digest", sa.String(64), nullable=True))
