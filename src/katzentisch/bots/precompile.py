"""Compiling the bots before they are needed, after the rules (`play.precompile`).

`python -m katzentisch.bots.precompile` compiles everything for all games, on all cores; with the
name of a game, it compiles only that one.
"""

import multiprocessing
import sys
from collections.abc import Collection

from katzentisch.bots import Bot
from katzentisch.bots.levels import level_of
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core.cache import BOTS, is_warm, mark_warm
from katzentisch.games.core.compiler import COMPILED, without_collections
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import compiling, run_compiled
from katzentisch.play import precompile
from katzentisch.play.match import Match

THINKERS = ("easy", "medium", "hard", "expert")
FLAT = "flat"  # only for reference, so it is compiled only when asked for
# How many functions are compiled for a game's rules and bots; `scripts/warm.py` checks it.
FUNCTIONS = {"big-bang": 231, "cat-box": 376, "cat-in-the-box": 227, "ed-the-cat": 279}


def needs_warming(game: Rules) -> bool:
    """Are there bots of this game to compile?"""
    return COMPILED and not is_warm(game.SLUG, BOTS)


def prepare(game: Rules, names: Collection[str] = ()) -> None:
    """Compile the rules and the bots if that has not been done yet, and show how far it is."""
    with precompile.preparing(game, BOTS, FUNCTIONS.get(game.SLUG, precompile.SOME)) as needed:
        if needed:
            warm_up(game)
    if FLAT in names:
        think_once(game, FLAT)


def warm_up(game: Rules) -> None:
    """Compile the rules and the bots, or load them; from then on, they run compiled here."""
    precompile.warm_up(game)
    for name in THINKERS:
        think_once(game, name)
    mark_warm(game.SLUG, BOTS)
    run_compiled(game, BOTS)


def think_once(game: Rules, name: str) -> None:
    """Compile a bot, or load it."""
    with compiling():
        match = Match(game, game.read_options({}), 0)
        # Given an iteration, a network would think ahead even if its level does not.
        turns = min(1, level_of(name, game).turns)
        Bot(name, match, int(match.state.to_act), turns).choose(match)


def warm_up_one(slug: str) -> None:
    """Compile one game and its bots, in a process of their own."""
    with without_collections():
        warm_up(find_game(slug))


if __name__ == "__main__":
    with multiprocessing.Pool() as workers:
        workers.map(warm_up_one, sys.argv[1:] or slugs(), chunksize=1)
