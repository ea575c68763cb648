"""Alembic's environment: runs the revisions within the caller's transaction."""

from alembic import context

from katzentisch.server.db.schema import metadata

# SQLite changes a table by copying it; Alembic knows how.
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
