"""`katzentisch backup`, `restore` and `export`: saving and restoring a server's data."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, TextIO

import typer

from katzentisch.cli.output import open_output
from katzentisch.cli.serve import Data
from katzentisch.server.settings import read_settings

Database = Annotated[
    str | None, typer.Option(help="The database URL; SQLite in the data folder by default.")
]


def backup(
    file: Annotated[Path, typer.Argument(help="The SQLite file to write.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Write all tables, moves and names to one file, even while servers are running."""
    from katzentisch.server.db.backup import back_up

    count = asyncio.run(back_up(read_settings(data=data, database=database).address(), file))
    print(f"Tables written to {file}: {count}.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file written by `backup`.")],
    data: Data = None,
    database: Database = None,
) -> None:
    """Restore a backup into an empty database, SQLite or PostgreSQL."""
    from katzentisch.server.db.backup import restore as put_back

    count = asyncio.run(put_back(file, read_settings(data=data, database=database).address()))
    print(f"Tables restored: {count}.")


def export(
    out: Annotated[
        Path | None, typer.Option(help="The file to write; standard output by default.")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write the transcripts of all finished games, one per line, ready for `verify`."""
    with open_output(out) as file:
        asyncio.run(write_games(read_settings(data=data, database=database).address(), file))


async def write_games(address: str, file: TextIO) -> None:
    from katzentisch.server.db.backup import finished_games

    async for transcript in finished_games(address):
        print(json.dumps(transcript, ensure_ascii=False), file=file)
