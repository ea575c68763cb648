"""`katzentisch bench --server`: how many moves a second servers take, and how quickly."""

import json
from typing import Any

from rich.console import Console
from rich.table import Table

from katzentisch.cli.common import prepared, progress
from katzentisch.games.core.errors import Refused

USUAL = {
    "tables": "100",
    "rate": "100",
    "seconds": "10",
    "pictures": "false",
    "profile": "false",
    "only": "",
    "database": "",
}
GAME, PLAYERS = "ed-the-cat", 4


def bench_servers(game: str | None, players: int | None, load: list[str], as_json: bool) -> None:
    """Measure the three kinds of servers, one after the other; each takes a minute or two."""
    from katzentisch.server.load.bench import measured, plans

    asked = read_load(load)
    slug = prepared(game or GAME).SLUG
    try:
        chosen = plans(
            game=slug,
            seats=players or PLAYERS,
            tables=int(asked["tables"]),
            rate=float(asked["rate"]),
            seconds=float(asked["seconds"]),
            pictures=asked["pictures"] == "true",
            profile=asked["profile"] == "true",
            database=asked["database"] or None,
        )
    except ValueError:
        raise Refused("Tables, rate and seconds are numbers.") from None
    chosen = [plan for plan in chosen if asked["only"] in ("", plan.name)]
    rows: list[dict[str, Any]] = []
    try:
        with progress("Measuring servers", len(chosen)) as (bar, task):
            for plan in chosen:
                rows.append(measured(plan))
                bar.advance(task)
                if as_json:
                    print(json.dumps(rows[-1]), flush=True)
    finally:
        # What was measured is shown, even if there is no PostgreSQL for the rest.
        if rows and not as_json:
            show(rows)


def read_load(load: list[str]) -> dict[str, str]:
    """What was asked for by key=value."""
    asked = dict(USUAL)
    for one in load:
        key, equals, value = one.partition("=")
        if not equals or key not in USUAL:
            raise Refused("--load takes {known}, not {one!r}.", known=", ".join(USUAL), one=one)
        asked[key] = value
    return asked


def show(rows: list[dict[str, Any]]) -> None:
    """The figures, a column for each server."""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for name in dict.fromkeys(name for row in rows for name in row):
        table.add_row(name.replace("_", " "), *(str(row.get(name, "")) for row in rows))
    Console().print(table)
