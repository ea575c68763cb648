"""A database of any earlier version is migrated to the current schema, and its games continue."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from starlette.testclient import TestClient

import katzentisch as kt
from katzentisch.server.app import create_app
from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database, create_engine
from katzentisch.server.db.migrations import FIRST, configured, migrate
from katzentisch.server.settings import Settings

ANNA, CLEO = "a1b2c3d4e5f6a1b2c3d4e5f6", "c1b2c3d4e5f6a1b2c3d4e5f6"  # as in the first version
PLAYING, WAITING = "oldtable", "oldwaiting"
OLD_TABLE = {
    "id": PLAYING, "game": "cat-in-the-box", "seed": "7", "host": ANNA,
    "options": '{"players": 3, "research": "white", "start": 0}',
}  # fmt: skip


def revisions() -> list[str]:
    config = configured(None)  # type: ignore[arg-type]  # only the folder of the scripts is used
    return [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()]


def fill(connection: Connection) -> None:
    """Insert what an old database held: a game in which it is a bot's turn, and a waiting table."""
    false = "false" if connection.dialect.name == "postgresql" else "0"
    connection.execute(
        text(
            "INSERT INTO tables (id, game, options, seed, host, listed, chat, away, made, moved,"
            f" over, uploaded) VALUES (:id, :game, :options, :seed, :host, {false}, {false}, 60,"
            f" 1, 1, {false}, {false})"
        ),
        [OLD_TABLE, {**OLD_TABLE, "id": WAITING}],
    )
    for table, seat, kind, guest, level in (
        (PLAYING, 0, "guest", ANNA, None),
        (PLAYING, 1, "bot", None, "random"),
        (PLAYING, 2, "bot", None, "random"),
        (WAITING, 0, "guest", ANNA, None),
        (WAITING, 1, "guest", CLEO, None),
        (WAITING, 2, "open", None, None),
    ):
        connection.execute(
            text(
                'INSERT INTO seats ("table", seat, kind, guest, level, name)'
                " VALUES (:table, :seat, :kind, :guest, :level, :kind)"
            ),
            {"table": table, "seat": seat, "kind": kind, "guest": guest, "level": level},
        )
    move = kt.new("cat-in-the-box", seed=7, players=3).legal()[0]
    connection.execute(
        text('INSERT INTO moves ("table", number, seat, move, at) VALUES (:id, 0, 0, :move, 1)'),
        {"id": PLAYING, "move": move},
    )
    if "due" in {column["name"] for column in inspect(connection).get_columns("tables")}:
        connection.execute(text("UPDATE tables SET due = 1"))  # later schemas need a due time


async def changed(address: str, work: Callable[[Connection], Any]) -> None:
    engine = create_engine(address)
    async with engine.execution_options(writing=True).begin() as connection:
        await connection.run_sync(work)
    await engine.dispose()


def at_revision(revision: str, stamped: bool) -> Callable[[Connection], None]:
    def make(connection: Connection) -> None:
        migrate(connection, revision)
        fill(connection)
        if not stamped:
            connection.execute(text("DROP TABLE alembic_version"))

    return make


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize(
    ("revision", "stamped"), [(FIRST, False), *((one, True) for one in revisions())]
)
async def test_an_old_database_is_migrated_its_bots_play_on_and_waiting_tables_get_a_new_seed(
    tmp_path, postgres, kind, revision, stamped
):
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    if kind == "postgresql":
        address = postgres.new_database()
    await changed(address, at_revision(revision, stamped))
    settings = Settings(data=tmp_path, database=address, pace=0, claim=0.2)
    with TestClient(create_app(settings)) as anybody:
        seen = anybody.get(f"/api/v1/tables/{PLAYING}").json()
        while seen["number"] < 3:  # both bots discard; then it is a person's turn
            seen = anybody.get(f"/api/v1/tables/{PLAYING}").json()
        assert seen["commitment"] is None, "without a commitment then, there is none now"
        anybody.get("/")  # to get a cookie
        anybody.post(f"/api/v1/tables/{WAITING}/seat", json={"seat": 2})
        seen = anybody.get(f"/api/v1/tables/{WAITING}").json()
        assert (seen["status"], len(seen["commitment"])) == ("playing", 64)
    await changed(address, has_todays_form)
    await changed(address, has_a_new_seed)


def has_a_new_seed(connection: Connection) -> None:
    """Assert that the waiting table has another seed than the old one, and the running one not."""
    seeds = dict(connection.execute(text("SELECT id, seed FROM tables")).all())
    assert seeds[PLAYING] == OLD_TABLE["seed"]
    assert re.fullmatch("[0-9a-f]{32}", seeds[WAITING])


async def test_what_was_dealt_at_waiting_tables_is_forgotten(tmp_path):
    address = f"sqlite:///{tmp_path / 'old.sqlite'}"
    await changed(address, at_revision("0003", stamped=True))
    await changed(address, migrate)
    await changed(address, has_no_seed_yet)


def has_no_seed_yet(connection: Connection) -> None:
    """Assert that only the running game has a seed."""
    seeds = {tuple(row) for row in connection.execute(text("SELECT id, seed, salt FROM tables"))}
    assert seeds == {(PLAYING, OLD_TABLE["seed"], None), (WAITING, "", None)}


def has_todays_form(connection: Connection) -> None:
    """Assert that the migrations produce what `schema` defines."""
    for table in schema.metadata.sorted_tables:
        there = {column["name"] for column in inspect(connection).get_columns(table.name)}
        assert there == {column.name for column in table.columns}, table.name
        indexed = {str(index["name"]) for index in inspect(connection).get_indexes(table.name)}
        assert indexed >= {str(index.name) for index in table.indexes}, table.name


async def test_two_servers_can_migrate_a_database_at_the_same_time(tmp_path, postgres):
    address = postgres.new_database()
    opened = await asyncio.gather(*(Database.open(address) for _ in range(2)))
    for database in opened:
        await database.close()


async def test_an_unusable_database_is_refused_in_one_line():
    for address in ("nonsense", "mysql://x", "postgresql://127.0.0.1:1/nobody-listens-there"):
        with pytest.raises(kt.Refused) as why:
            await Database.open(address)
        assert "\n" not in str(why.value)
