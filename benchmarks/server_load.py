"""How many moves per second servers can take, and how quickly, with players over real WebSockets.

`python benchmarks/server_load.py ed-the-cat --tables 1000 --rate 200 --seconds 20` measures a
server on SQLite, one on PostgreSQL, and two sharing a PostgreSQL, for a minute or two each.
"""

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from katzentisch.cli.common import Json, Players, load_game
from katzentisch.games.core.errors import Refused
from katzentisch.play.progress import progress

from load.bench import measured, plans

GAME, PLAYERS = "ed-the-cat", 4


def main(
    game: Annotated[str, typer.Argument(help="The game to play.")] = GAME,
    players: Players = None,
    tables: Annotated[int, typer.Option(min=1, help="How many tables to play at.")] = 100,
    rate: Annotated[float, typer.Option(min=1, help="Moves per second, over all tables.")] = 100,
    seconds: Annotated[float, typer.Option(min=1, help="How long to play.")] = 10,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="Send HTML, as to browsers, instead of data.")
    ] = False,
    profile: Annotated[
        bool, typer.Option("--profile", help="Break down the cost of a move, part by part.")
    ] = False,
    only: Annotated[
        str | None, typer.Option(help="Only this server: sqlite, postgresql or postgresql-2.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(help="The URL of a PostgreSQL database; without one, a server is started."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure the three kinds of servers, one after the other."""
    chosen = plans(
        game=load_game(game).SLUG,
        seats=players or PLAYERS,
        tables=tables,
        rate=rate,
        seconds=seconds,
        pictures=pictures,
        profile=profile,
        database=database,
    )
    if only and only not in (known := [plan.name for plan in chosen]):
        raise typer.BadParameter(f"There is no {only!r}; there are {', '.join(known)}.")
    chosen = [plan for plan in chosen if only in (None, plan.name)]
    rows: list[dict[str, Any]] = []
    try:
        with progress("Measuring servers", len(chosen)) as (bar, task):
            for plan in chosen:
                rows.append(measured(plan))
                bar.advance(task)
                if as_json:
                    print(json.dumps(rows[-1]), flush=True)
    except Refused as why:
        sys.exit(str(why))
    finally:
        # Show what was measured, even if there is no PostgreSQL for the rest.
        if rows and not as_json:
            show(rows)


def show(rows: list[dict[str, Any]]) -> None:
    """Show the figures, with a column for each server."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for name in dict.fromkeys(name for row in rows for name in row):
        table.add_row(name.replace("_", " "), *(str(row.get(name, "")) for row in rows))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
