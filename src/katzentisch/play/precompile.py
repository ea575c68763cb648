"""Compiling a game's rules before they are needed, in steps, so that progress can be shown.

`python -m katzentisch.play.precompile` does it for all games at once, on all cores; with the
name of a game, it compiles only that one and prints the number of each step done.
"""

import multiprocessing
import sys
from collections.abc import Callable, Iterator
from typing import Any

from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.games.core import flow
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import is_warm, mark_warm
from katzentisch.play.match import Match
from katzentisch.play.seeds import dice_for
from katzentisch.play.story import Story

STEPS = 6


def needs_warming(game: Rules) -> bool:
    """Will the first use of this game wait for the compiler?"""
    return not is_warm(game.SLUG)


def warm_up(game: Rules) -> Iterator[int]:
    """Compile everything a match needs, yielding the number of steps done, of `STEPS`."""
    match = Match(game, game.read_options({}), 0)
    dice = dice_for(0, "warming up")
    parts: list[Callable[[], object]] = [
        lambda: None,  # dealing, which the match above has compiled
        match.legal_numbers,
        lambda: match.play(match.legal_numbers()[0]),
        lambda: choose(match, dice),
        lambda: (match.view(0), match.over, match.scores, match.winners),
        lambda: Story(game, match.options, 0).tell(match.moves[0]),
    ]
    for done, part in enumerate(parts, start=1):
        part()
        yield done
    mark_warm(game.SLUG)


def choose(match: Match, dice: Any) -> None:
    """Compile the random and the greedy bot, and imagining a world."""
    flow.choose_randomly.of(match.game)(match.imagine(0, dice), dice)
    flow.choose_greedily.of(match.game)(match.imagine(0, dice), dice, 0)


def warm_up_one(slug: str) -> None:
    """Compile one game."""
    for _ in warm_up(find_game(slug)):
        pass


if __name__ == "__main__":
    if sys.argv[1:]:
        for step in warm_up(find_game(sys.argv[1])):
            print(step, flush=True)
    else:
        with multiprocessing.Pool() as workers:
            workers.map(warm_up_one, slugs(), chunksize=1)
