"""How bots choose moves in every game: only from what their seat may know, and in both modes."""

import random

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.bots import NAMES, Bot
from katzentisch.bots.flat_network import multiply
from katzentisch.bots.payoffs import weigh
from katzentisch.bots.tree import Outcome
from katzentisch.games import game as find_game
from katzentisch.games.core.compiler import COMPILED

from kits import kit
from kits.sampling import FEW, every_game, every_variant, games_each, played, positions

QUICK = ("random", "greedy", "easy")
TURNS = 8  # for bots that search: enough to descend the tree, yet quick


def quick_bot(name: str, match: kt.Match) -> Bot:
    """A quick bot; `hard` gets no turns, because with turns it would no longer draw its moves."""
    return Bot(name, match, match.to_act, None if name == "hard" else TURNS)


@every_variant
def test_a_bot_does_not_peek(slug, options):
    for match in positions(slug, options, max(FEW, games_each(slug) // 3)):
        if match.over:
            continue
        swapped = match.copy()
        kit(slug).swap_unseen(swapped.state, match.to_act, random.Random(1))
        for name in NAMES if COMPILED else QUICK:
            bots = [quick_bot(name, match) for _ in range(2)]
            assert bots[0].choose(match) == bots[1].choose(swapped)


@every_variant
def test_a_bots_choice_is_legal_and_choosing_does_not_change_the_match(slug, options):
    for match in positions(slug, options, 1):
        before = match.state.copy()
        for name in NAMES if COMPILED else QUICK:
            if not match.over:
                choice = quick_bot(name, match).choose(match)
                assert choice in match.legal_numbers()
        assert match.state == before


@every_game
def test_a_search_also_runs_interpreted(slug):
    match = played(slug, {}, 1)
    late = kt.new(slug, seed=1)
    for move in match.moves[: -min(6, len(match.moves))]:
        late.play(move)
    thinking: dict[str, int | None] = {"search": 2, "flat": 2, "hard": None, "expert": 2}
    if late.game.PICTURE is not None:
        del thinking["expert"]  # interpreted, one of its decisions takes seconds
    for name, turns in thinking.items():
        assert Bot(name, late, late.to_act, turns).choose(late) in late.legal_numbers()


def test_a_network_gives_the_same_sums_compiled_and_interpreted():
    chance = np.random.default_rng(1)
    weights, found = (chance.normal(size=size).astype(np.float32) for size in ((9, 5), 9))
    sums = chance.normal(size=5).astype(np.float32)
    found[[1, 6]] = 0
    expected = sums.copy()
    for i in range(5):
        a, b, c, d, *rest = (found[k] * weights[k, i] for k in (0, 2, 3, 4, 5, 7, 8))
        expected[i] += (a + b) + (c + d)
        for more in rest:
            expected[i] += more
    multiply(weights, found, np.zeros(9, np.int64), sums)
    assert sums.tolist() == expected.tolist()


@every_variant
def test_a_position_is_worth_between_zero_and_one(slug, options):
    weigh_standing = weigh.of(find_game(slug))
    outcome = Outcome.blank()
    for match in positions(slug, options, FEW):
        weigh_standing(match.state, outcome)
        worths = outcome.worth[: match.players].tolist()
        assert all(0 <= worth <= 1 for worth in worths)
        assert sum(worths) == pytest.approx(1)
        if match.over:
            assert all(worths[seat] == max(worths) for seat in match.winners)
