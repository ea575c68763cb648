"""How a database becomes the one that this version needs; applied at every start."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

FIRST = "0001"  # what was there before revisions were counted
LOCK = 8421_0001  # any number, the same for all who migrate


def migrate(connection: Connection, revision: str = "head") -> None:
    """Bring a database to a revision; a new one is made, one from before revisions is known."""
    if connection.dialect.name == "postgresql":
        # Several servers may start at once; who comes second finds it done.
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    config = configured(connection)
    if is_from_before(connection):
        command.stamp(config, FIRST)
    command.upgrade(config, revision)


def configured(connection: Connection) -> Config:
    """What Alembic needs to know."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def is_from_before(connection: Connection) -> bool:
    """Was this database made before its revision was written down?"""
    if MigrationContext.configure(connection).get_current_revision() is not None:
        return False
    return inspect(connection).has_table("moves")
