"""Compiling the bots before they are needed, after the rules (`play.precompile`).

`python -m katzentisch.bots.precompile` compiles everything for all games, on all cores.
"""

import multiprocessing
import sys
from collections.abc import Iterator

from katzentisch.bots import Bot
from katzentisch.bots.levels import level_of
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import is_warm, mark_warm
from katzentisch.play import precompile
from katzentisch.play.match import Match

THINKERS = ("flat", "easy", "medium", "hard", "expert")
STEPS = precompile.STEPS + len(THINKERS)


def needs_warming(game: Rules) -> bool:
    """Would the first use of a bot that thinks have to wait for the compiler?"""
    return not is_warm(marker(game))


def marker(game: Rules) -> str:
    return f"{game.SLUG}-bots"


def warm_up(game: Rules) -> Iterator[int]:
    """Compile the rules and the bots; yields the number of steps done, of `STEPS`."""
    yield from precompile.warm_up(game)
    match = Match(game, game.read_options({}), 0)
    for done, name in enumerate(THINKERS, start=precompile.STEPS + 1):
        # Given an iteration, a network would think ahead even if its level does not.
        turns = min(1, level_of(name, game).turns)
        Bot(name, match, int(match.state.to_act), turns).choose(match)
        yield done
    mark_warm(marker(game))


def warm_up_one(slug: str) -> None:
    """Compile one game and its bots."""
    for _ in warm_up(find_game(slug)):
        pass


if __name__ == "__main__":
    if sys.argv[1:]:
        for step in warm_up(find_game(sys.argv[1])):
            print(step, flush=True)
        sys.exit()
    with multiprocessing.Pool() as workers:
        workers.map(warm_up_one, slugs(), chunksize=1)
