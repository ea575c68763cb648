"""`katzentisch bench`: moves per second, compared with OpenSpiel in the same run."""

import json
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from katzentisch.cli.common import Json, Players, load_game
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab.arena.bench import SLICES
from katzentisch.lab.arena.bench import bench as measure
from katzentisch.play.progress import progress

PEER_SLICES = 4


def bench(
    game: Annotated[str | None, typer.Argument(help="The game; all by default.")] = None,
    players: Players = None,
    search: Annotated[
        bool, typer.Option("--search", help="Measure the search instead of random play.")
    ] = False,
    peers: Annotated[
        bool, typer.Option("--peers", help="Compare with other libraries, in every interface.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Measure compiled random play on one thread, compared with OpenSpiel's card games.

    With --search: measure the search with random rollouts on the first decision of a game (by
    default Cat in the Box), compared with OpenSpiel's ISMCTSBot on oh_hell.

    With --peers: measure our games as matches, environments and batches, compared with OpenSpiel,
    RLCard, PettingZoo and Pgx, if they are installed.
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
        load_game(slug, "")
    entries = list(peers.everybody(games))
    with progress("Measuring all libraries", PEER_SLICES * len(entries)) as (bar, task):
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
    rules = load_game(slug, "expert" if search else "")
    count = rules.read_options({} if players is None else {"players": players}).players
    with progress(f"Measuring {rules.TITLE}", SLICES) as (bar, task):
        for figures in measure(slug, count, search):
            if figures is not None:
                return figures
            bar.advance(task)
    raise AssertionError("a measurement must end with its figures")


def show(figures: list[dict[str, Any]]) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (
        "game",
        "players",
        "iterations per second" if "iterations_per_second" in figures[0] else "moves per second",
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
        print("OpenSpiel is not installed (pip install open_spiel): no comparison.")
