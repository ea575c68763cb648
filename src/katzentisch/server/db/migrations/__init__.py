"""Migrations to this version's schema, applied at every start."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

FIRST = "0001"  # the schema from before revisions were recorded
LOCK = 8421_0001  # any number, the same for all processes


def migrate(connection: Connection, revision: str = "head") -> None:
    """Migrate a database to a revision; the database may be empty or predate revisions."""
    if connection.dialect.name == "postgresql":
        # Several servers may start at once; the second finds the work done.
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    config = configured(connection)
    if is_from_before(connection):
        command.stamp(config, FIRST)
    command.upgrade(config, revision)


def configured(connection: Connection) -> Config:
    """Alembic's configuration."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def is_from_before(connection: Connection) -> bool:
    """Was this database created before revisions were recorded?"""
    if MigrationContext.configure(connection).get_current_revision() is not None:
        return False
    return inspect(connection).has_table("moves")
