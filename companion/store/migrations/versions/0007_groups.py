"""Groups: the games that the same people played one after the other, and who is meant by a name in them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the groups, which begin with the next game that is played again."""
    op.create_table(
        "play_groups",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("play_key", sa.String(64), nullable=False, unique=True),
        sa.Column("look_key", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(300), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
    )
    group = sa.ForeignKey("play_groups.id", ondelete="CASCADE")
    op.create_table(
        "group_tables",
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("group_id", sa.Integer, group, nullable=False, index=True),
    )
    op.create_table(
        "group_people",
        sa.Column("group_id", sa.Integer, sa.ForeignKey("play_groups.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("person", sa.String(300), nullable=False),
    )
