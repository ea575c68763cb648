"""`katzentisch arena`: a tournament of bots."""

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from katzentisch.bots import NAMES
from katzentisch.cli.common import (
    Cluster,
    Components,
    Cores,
    Game,
    Json,
    Option,
    Players,
    Seed,
    load_game,
    parse_options,
    read_seed,
)
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.lab.arena.cluster import on_cluster
from katzentisch.lab.arena.standings import standings
from katzentisch.lab.arena.tournament import Deal, Tournament, on_this_machine, tournament
from katzentisch.lab.intervals import NORMAL
from katzentisch.lab.processes import INTERRUPTED
from katzentisch.play.progress import progress
from katzentisch.play.seeds import check_seed, fresh_seed


def arena(
    game: Game,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"The bots, from {', '.join(NAMES)} or a network's file, optionally with a number"
            " of search iterations: search:5000, new.npz:400; the last one fills the remaining"
            " seats."
        ),
    ] = "medium,easy",
    games: Annotated[
        int, typer.Option(help="The number of games, rounded up to whole deals.", min=1)
    ] = 100,
    option: Option = None,
    components: Components = None,
    seed: Seed = None,
    cores: Cores = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Let bots play a tournament: every deal is played in every seating order."""
    rules = load_game(game, bots, or_files=True)
    asked = parse_options(players, option, components)
    played = tournament(game, asked, bots.split(","), games, numeric_seed(seed))
    deals, interrupted = play_deals(played, rules.TITLE, cores, cluster)
    if deals:
        result = standings(played, deals)
        print(json.dumps(result)) if as_json else show(result)
    if interrupted:
        done, all_games = (count * len(played.arrangements) for count in (len(deals), played.deals))
        print(f"Stopped; games played: {done:,} of {all_games:,}.", file=sys.stderr)
        raise typer.Exit(INTERRUPTED)


def numeric_seed(seed: str | None) -> int:
    """The seed of the first deal; the following deals use the next numbers."""
    read = read_seed(seed)
    if read is None:
        return fresh_seed() // 2
    if isinstance(check_seed(read), str):
        raise Refused("The seed of a tournament must be a whole number: deal k has the seed S + k.")
    return int(read)


def play_deals(
    played: Tournament, title: str, cores: int | None, cluster: str | None
) -> tuple[list[Deal], bool]:
    """Play all deals until Ctrl-C; return those finished, and whether it was pressed."""
    running = on_cluster(played, cluster) if cluster else on_this_machine(played, cores)
    deals: list[Deal] = []
    with progress(f"Playing {title}", played.deals * len(played.arrangements)) as (bar, task):
        try:
            for deal in running:
                deals.append(deal)
                bar.advance(task, len(deal.tables))
        except KeyboardInterrupt:
            return deals, True
        finally:
            running.close()
    return deals, False


def show(result: dict[str, Any]) -> None:
    """The standings as tables."""
    ordered = sorted(result["bots"], key=lambda bot: -bot["win_share"])
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("bot", overflow="fold")
    for title in ("games", "win share", "mean score", "lead", "per round", "rating"):
        table.add_column(title, justify="right", no_wrap=True)
    for bot in ordered:
        rated = "rating" in bot
        rating = f"{bot['rating']:.1f} ± {NORMAL * bot['rating_sigma']:.1f}" if rated else "–"
        table.add_row(
            bot["name"],
            f"{bot['games']:,}",
            in_percent(bot),
            with_margin(bot["mean_score"], bot["score_high"], 2),
            with_margin(bot["lead"], bot["lead_high"], 2),
            f"{bot['lead_a_round']:+.2f}",
            rating,
        )
    console = Console(highlight=False)
    console.print(table)
    console.print()
    console.print(own_figures(ordered))
    console.print()
    console.print(explained(result), style="dim")


def explained(result: dict[str, Any]) -> str:
    """What the columns mean, briefly."""
    low = "" if find_game(result["game"]).MANY_POINTS_WIN else " In this game, low scores win."
    return (
        f"A fair share is {100 / result['players']:.1f}%. ± gives 95% intervals. The lead is how"
        f" many points a bot is ahead of the mean of the others, per game and per round.{low}"
    )


def own_figures(bots: list[dict[str, Any]]) -> Table:
    """The statistics specific to the game."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("bot")
    for name in bots[0]["figures"]:
        table.add_column(name, justify="right")
    for bot in bots:
        table.add_row(bot["name"], *(f"{value:.3f}" for value in bot["figures"].values()))
    return table


def in_percent(bot: dict[str, Any]) -> str:
    """A bot's share of the wins."""
    high = bot["win_share_high"]
    return with_margin(100 * bot["win_share"], None if high is None else 100 * high, 1) + "%"


def with_margin(mean: float, high: float | None, digits: int) -> str:
    """A mean with half the width of its confidence interval."""
    if high is None:
        return f"{mean:.{digits}f}"
    return f"{mean:.{digits}f} ± {high - mean:.{digits}f}"
