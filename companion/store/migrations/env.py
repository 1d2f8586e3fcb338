"""Alembic's entry: migrations run on the connection that `companion.store.migrate` hands over."""

from __future__ import annotations

from alembic import context

from companion.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
