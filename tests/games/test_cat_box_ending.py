"""Cat Box: every game ends, however stubborn its players and wherever the table grows."""

import random
from itertools import pairwise

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.games.cat_box.rules.table import REACH
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.observation import NOT_WRITTEN, WORD_BITS, random_mark
from katzentisch.games.core.rng import Dice, seed

from referees.cat_box import judge

# Interpreted rules are slow, but they are the same rules, so fewer cases show as much.


def stubborn(match, rng):
    """Block the table with scratchers, hold cards back with fishes, and keep the table small."""
    legal = match.legal()
    if moves := [move for move in legal if move.startswith("scratch")]:
        return middle(match, moves)
    if moves := [move for move in legal if move.startswith("fish")]:
        return rng.choice(moves)
    places = [move for move in legal if move.startswith("place")]
    if not places:
        return "end" if "end" in legal else "stack"
    others = [move for move in places if not move.startswith("place reserved")]
    return min(others or places, key=lambda m: (max(map(abs, spot_of(m))), rng.random()))


def middle(match, moves):
    quadrants = [(q["x"], q["y"]) for q in match.view()["table"]]
    mean = [sum(c) / len(quadrants) for c in zip(*quadrants, strict=True)]
    return min(moves, key=lambda m: sum(abs(a - b) for a, b in zip(spot_of(m), mean, strict=True)))


def spot_of(move):
    return [int(c) for c in move.split()[-1].split(",")]


def passes(match):
    """The number of turns passed; in these games every turn not passed places one card."""
    moves = [event for event in match.events() if event["event"] == "move"]
    seats = [move["seat"] for move in moves if move["move"].startswith("place")]
    return sum((after - seat - 1) % match.players for seat, after in pairwise(seats))


@pytest.mark.parametrize("players", [2, 3, 4, 5] if COMPILED else [3])
def test_the_most_stubborn_players_cannot_keep_a_game_from_ending(players):
    rng = random.Random(players)
    match = kt.new("cat-box", players=players, specials=True, seed=players)
    while not match.over:
        match.play(stubborn(match, rng))
        assert len(match.moves) <= 48 * 2 + players
    assert passes(match) > 0, "somebody could play nothing"
    assert int(match.state.unplayed) == 0
    judge(match.transcript())


DIRECTIONS = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (0, 1), (-1, 0), (0, -1)]
every_direction = pytest.mark.parametrize(
    ("across", "down"), DIRECTIONS if COMPILED else DIRECTIONS[3:4]
)


def furthest_move(match, across, down):
    """The legal move that goes furthest in a direction."""

    def ahead(move):
        if move.split()[0] not in ("place", "mouse"):
            return -REACH
        x, y = spot_of(move)
        return across * x + down * y

    return max(sorted(match.legal()), key=ahead)


@every_direction
@pytest.mark.parametrize("specials", [False, True])
def test_a_table_can_grow_as_far_as_possible_in_any_direction(across, down, specials):
    match = kt.new("cat-box", players=5, specials=specials, seed=7)
    furthest = 0
    while not match.over:
        move = furthest_move(match, across, down)
        furthest = max(furthest, *(abs(c) for c in spot_of(move))) if " " in move else furthest
        match.play(move)
    assert furthest <= REACH
    assert furthest >= 40
    judge(match.transcript(legal=COMPILED))


@every_direction
@pytest.mark.parametrize("specials", [False, True])
def test_updated_observations_and_marks_equal_those_written_from_scratch(across, down, specials):
    match = kt.new("cat-box", players=3, specials=specials, seed=7)
    game, kept, fresh = match.game, Written(match), Written(match)
    dice, same = Dice.table(1), Dice.table(1)
    seed(dice[0].chance, 1, 1)
    seed(same[0].chance, 1, 1)
    while not match.over:
        state, seat = match.state, int(match.state.to_act)
        fresh.spoil()
        game.mark_legal(state, fresh.words, 0)
        game.encode(state, seat, fresh.seen[0])
        game.mark_again(state, kept.words, 0, kept.stamp)
        kept.stamp = game.encode_again(state, seat, kept.seen[0], kept.stamp)
        assert (kept.words == fresh.words).all()
        assert kept.seen.tobytes() == fresh.seen.tobytes()
        action = game.random_action(state, kept.words, 0, dice[0].chance)
        assert action == random_mark(state, fresh.words, 0, same[0].chance)
        match.play(furthest_move(match, across, down))


class Written:
    """What a table writes: the observation of the seat to act, and its legal actions."""

    def __init__(self, match):
        self.seen, self.stamp = match.game.Seen.table(1), NOT_WRITTEN
        actions = match.game.count_actions(match.options)
        self.words = np.zeros((1, -(-actions // WORD_BITS)), np.int64)

    def spoil(self):
        """Overwrite everything with other values."""
        self.words[:] = 77
        self.seen.view(np.uint8)[:] = 77
