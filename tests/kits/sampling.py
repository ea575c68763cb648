"""Sample games and positions, for every variant of every game."""

import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games.core.compiler import COMPILED

from kits import kit, variants

# Interpreted rules are slow, but they are the same rules, so fewer games are enough.
GAMES_A_GAME = 60 if COMPILED else 12
POSITIONS = 5 if COMPILED else 2
FEW = 2 if COMPILED else 1  # games, where one is as good as many

VARIANTS, IDS = variants(kt.all_games())
if not COMPILED:
    # Interpreted, a game of Cat Box takes seconds: use every fourth of its variants.
    fewer = [i for i, (slug, _) in enumerate(VARIANTS) if slug != "cat-box" or i % 4 == 0]
    VARIANTS, IDS = [VARIANTS[i] for i in fewer], [IDS[i] for i in fewer]
every_variant = pytest.mark.parametrize(("slug", "options"), VARIANTS, ids=IDS)
every_game = pytest.mark.parametrize("slug", kt.all_games())


def games_each(slug: str) -> int:
    """How many games of each variant: a game with many variants plays fewer of each."""
    return max(1, GAMES_A_GAME // len(kit(slug).VARIANTS))


def played(slug: str, options: dict[str, Any], seed: int, bot: str = "random") -> kt.Match:
    match = kt.new(slug, seed=seed, **options)
    match.seats = [bot] * match.players
    play_to_the_end(match)
    return match


@cache
def moves_of(slug: str, options: str, seed: int, bot: str) -> list[int]:
    """The moves of a game that many tests use; options are given as JSON."""
    return played(slug, json.loads(options), seed, bot).moves


def positions(slug: str, options: dict[str, Any], games: int) -> Iterator[kt.Match]:
    """Some positions of random and greedy games, including their ends."""
    for seed in range(games):
        bot = ("random", "greedy")[seed % 2]
        moves = moves_of(slug, json.dumps(options), seed, bot)
        rng = random.Random(seed)
        stops = sorted({rng.randrange(len(moves)) for _ in range(POSITIONS)})
        match = kt.new(slug, seed=seed, **options)
        for stop in [*stops, len(moves)]:
            for move in moves[len(match.moves) : stop]:
                match.play(move)
            yield match.copy()


def watchers(match: kt.Match) -> Iterator[int]:
    yield from range(-1, match.players)
