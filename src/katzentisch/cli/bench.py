"""`katzentisch bench`: moves a second, beside OpenSpiel in the same run."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from katzentisch.cli.common import Json, Players, prepared, progress
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab.arena.bench import SLICES
from katzentisch.lab.arena.bench import bench as measure

PEER_SLICES = 4


def bench(
    game: Annotated[str | None, typer.Argument(help="The game; otherwise all.")] = None,
    players: Players = None,
    search: Annotated[
        bool, typer.Option("--search", help="Measure the search; otherwise random play.")
    ] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="All our games in every way, beside everybody else's.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Play random games in one compiled thread, and OpenSpiel's card games beside them.

    With --search: think about the first decision of a game with random rollouts, beside
    OpenSpiel's ISMCTSBot on its oh_hell; without a game, Cat in the Box.

    With --peers: our games as matches, environments and batches, beside OpenSpiel, RLCard,
    PettingZoo and Pgx, as far as they are installed.
    """
    if peers:
        beside_peers([game] if game else slugs(), as_json)
        return
    every = ["cat-in-the-box"] if search else slugs()
    figures = [figures_of(slug, players, search) for slug in ([game] if game else every)]
    if as_json:
        for one in figures:
            print(json.dumps(one))
    else:
        show(figures)


def beside_peers(games: list[str], as_json: bool) -> None:
    from katzentisch.lab.arena import peers

    for slug in games:
        prepared(slug, "")
    entries = list(peers.everybody(games))
    with progress("Measuring everybody", PEER_SLICES * len(entries)) as (bar, task):
        for _ in peers.measured(entries, PEER_SLICES):
            bar.advance(task)
    rows = peers.figures(entries)
    if as_json:
        print(json.dumps({"machine": peers.machine(), "rows": rows, "ratios": peers.ratios(rows)}))
        return
    print(", ".join(f"{name} {value}" for name, value in peers.machine().items()))
    show_rows(rows, ["who", "game", "how", "moves_per_second"])
    show_rows(peers.ratios(rows), ["game", "how", "beside", "ratio"])


def show_rows(rows: list[dict[str, Any]], titles: list[str]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in titles:
        number = title in ("moves_per_second", "ratio")
        table.add_column(title.replace("_", " "), justify="right" if number else "left")
    for row in rows:
        table.add_row(*(f"{row[t]:,}" if isinstance(row[t], int) else str(row[t]) for t in titles))
    Console().print(table)


def figures_of(slug: str, players: int | None, search: bool) -> dict[str, Any]:
    rules = prepared(slug, "expert" if search else "")
    count = rules.read_options({} if players is None else {"players": players}).players
    with progress(f"Measuring {rules.TITLE}", SLICES) as (bar, task):
        for figures in measure(slug, count, search):
            if figures is not None:
                return figures
            bar.advance(task)
    raise AssertionError("A measurement ends with its figures.")


def show(figures: list[dict[str, Any]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (
        "game",
        "players",
        "iterations a second" if "iterations_per_second" in figures[0] else "moves a second",
        "oh_hell",
        "bridge",
        "ratio",
        "record bytes",
    ):
        table.add_column(title, justify="left" if title == "game" else "right")
    for one in figures:
        peers = [
            f"{one['peers'][name]:,}" if name in one["peers"] else "–"
            for name in ("oh_hell", "bridge")
        ]
        ratio = "–" if one["ratio"] is None else f"{one['ratio']:.1f}"
        size = find_game(one["game"]).State.dtype.itemsize
        table.add_row(
            one["game"],
            str(one["players"]),
            f"{one.get('moves_per_second') or one['iterations_per_second']:,}",
            *peers,
            ratio,
            str(size),
        )
    Console().print(table)
    if not figures[0]["peers"]:
        print("OpenSpiel is not installed (pip install open_spiel): nothing to compare with.")
