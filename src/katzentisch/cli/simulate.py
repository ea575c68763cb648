"""`katzentisch simulate`: let bots play, and write a transcript of every game."""

import json
from pathlib import Path
from typing import Annotated

import typer

from katzentisch.bots import NAMES, play_to_the_end, seated
from katzentisch.cli.common import (
    Components,
    Game,
    Option,
    Players,
    Seed,
    load_game,
    parse_options,
    read_seed,
)
from katzentisch.cli.output import open_output
from katzentisch.games.core.compiler import HAS_COMPILER
from katzentisch.games.core.errors import Refused
from katzentisch.lab.processes import INTERRUPTED
from katzentisch.play.match import new_match
from katzentisch.play.progress import progress
from katzentisch.play.seeds import LARGEST, check_seed, fresh_seed

FEW = 3  # games, which are over sooner than the rules would be compiled


def simulate(
    game: Game,
    players: Players = None,
    games: Annotated[int, typer.Option(help="The number of games.", min=1)] = 1,
    seed: Seed = None,
    option: Option = None,
    components: Components = None,
    bots: Annotated[
        str,
        typer.Option(
            help=f"The bots in seat order, from {', '.join(NAMES)}; the last one fills the"
            " remaining seats."
        ),
    ] = "random",
    legal: Annotated[
        bool, typer.Option("--legal", help="List all legal moves along with each move.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option(help="The file to write; standard output by default.")
    ] = None,
) -> None:
    """Let bots play, and write one transcript per line. Game k has the seed S + k."""
    asked = parse_options(players, option, components)
    first = read_seed(seed)
    check_series(first, games)
    rules = load_game(game, bots, few=games <= FEW or not HAS_COMPILER)
    seats = seated(bots.split(","), rules.read_options(asked).players)
    first = fresh_seed() // 2 if first is None else first
    with open_output(out) as file, progress("Playing", games) as (bar, task):
        try:
            for number in range(games):
                match = new_match(
                    game, asked, first + number if isinstance(first, int) else first, seats
                )
                play_to_the_end(match)
                file.write(json.dumps(match.transcript(legal=legal)) + "\n")
                bar.advance(task)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None


def check_series(first: int | str | None, games: int) -> None:
    """Check that every game of a series can have its own seed."""
    if first is None:
        return
    check_seed(first)
    if isinstance(first, str) and games > 1:
        raise Refused("A seed of 32 hex digits is for one game; give a whole number for more.")
    if isinstance(first, int) and first + games - 1 > LARGEST:
        raise Refused("The last game's seed would be above {largest}.", largest=LARGEST)
