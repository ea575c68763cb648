"""Compiling a game's rules before they are needed.

`python -m katzentisch.play.precompile` compiles all games, on all cores; with the name of a game,
it compiles only that one.
"""

import multiprocessing
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core import flow
from katzentisch.games.core.cache import RULES, is_warm, mark_warm
from katzentisch.games.core.compiler import (
    COMPILED,
    HAS_COMPILER,
    counting,
    without_collections,
)
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.jit import compiled_rules, compiling, run_compiled
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for

# How many functions are compiled for a game, so that progress bars reach their ends
# (`scripts/warm.py` checks it for rules and bots together).
SOME = 150  # of a game that is not listed
FUNCTIONS = {"big-bang": 124, "cat-box": 204, "cat-in-the-box": 118, "ed-the-cat": 189}


def prepare(game: Rules) -> None:
    """Compile the rules if that has not been done yet, and show how far it is."""
    with preparing(game, RULES, FUNCTIONS.get(game.SLUG, SOME)) as needed:
        if needed:
            warm_up(game)


@contextmanager
def preparing(game: Rules, part: str, functions: int) -> Iterator[bool]:
    """Compile a part of a game within this block, and show how far it is.

    Yields whether the part still has to be compiled; refuses where nothing can be.
    """
    check_compiler()
    if not COMPILED or is_warm(game.SLUG, part):
        yield False
        return
    from katzentisch.play.progress import progress  # which takes Rich along

    title = f"Compiling {game.TITLE} (only the first time)"
    with (
        progress(title, functions) as (bar, task),
        counting(lambda done: bar.update(task, completed=min(done, functions))),
        compiling(),
        without_collections(),
    ):
        yield True
    mark_warm(game.SLUG, part)


def check_compiler() -> None:
    """Refuse work that would take days without a compiler."""
    if not HAS_COMPILER:
        raise Refused(
            'This needs Numba, which compiles the rules: pip install "katzentisch[compiled]".'
        )


def warm_up(game: Rules) -> None:
    """Compile everything a match needs, or load it; from then on, the game runs compiled here."""
    with compiling():
        match = Match(game, game.read_options({}), 0)
        dice = dice_for(0, "warming up")
        flow.choose_randomly.of(game)(match.imagine(0, dice), dice)
        flow.choose_greedily.of(game)(match.imagine(0, dice), dice, 0)
        first = match.legal_numbers()[0]
        match.copy().play(first)
        match.play_watched(first)
        rules = compiled_rules(game)
        rules.score(match.state, 0)
        rules.is_winner(match.state, 0)
    mark_warm(game.SLUG, RULES)
    run_compiled(game, RULES)


def warm_up_one(slug: str) -> None:
    """Compile one game, in a process of its own."""
    with without_collections():
        warm_up(find_game(slug))


if __name__ == "__main__":
    with multiprocessing.Pool() as workers:
        workers.map(warm_up_one, sys.argv[1:] or slugs(), chunksize=1)
