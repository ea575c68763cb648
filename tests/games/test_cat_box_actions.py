"""Cat Box: networks choose among actions in a window of 24 by 24; a table can become wider."""

import numpy as np
import pytest

from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.tensors.actions import BEYOND
from katzentisch.play.seeds import dice_for

from positions.cat_box import FULL, ROOMY, legal, number, phase, play, table

WINDOW, LENGTH = 24, 30
DIRECTIONS = [(1, 0), (0, 1), (-1, 0), (1, 1), (-1, 1), (-1, -1)]


def long_row(across, down, **options):
    """A table with cards laid one after the other in one direction, further than a window shows."""
    also = "; ".join(f"{FULL} at {n * across},{n * down}" for n in range(1, LENGTH))
    hands = f"A: {FULL} {ROOMY} | B: {ROOMY} {FULL}"
    return table(hands=hands, also=also, pile=" ".join([FULL] * 4), **options)


def spot_in(move):
    """The spot that a move names, if it names one."""
    last = move.split()[-1]
    return tuple(int(part) for part in last.split(",")) if "," in last else None


def is_in_window(state, spot):
    """Is a spot in the window, which begins one line before everything ever laid?"""
    return spot[0] < state.left - 1 + WINDOW and spot[1] < state.top - 1 + WINDOW


def check_marks(state):
    """Check that all legal moves in the window are marked as actions, and nothing else."""
    moves = {number(name): spot_in(name) for name in legal(state)}
    shown = [move for move, spot in moves.items() if spot is None or is_in_window(state, spot)]
    options = {"players": int(state.players), "specials": bool(state.specials)}
    count = game.count_actions(game.read_options(options))
    words, dice = np.full((1, -(-count // 64)), 77, np.int64), dice_for(1, "test")
    game.mark_legal(state, words, 0)
    actions = np.flatnonzero(np.unpackbits(words.view(np.uint8), bitorder="little")).tolist()
    assert sorted(int(game.action_of(state, move)) for move in shown) == actions
    assert sorted(int(game.move_of(state, action)) for action in actions) == sorted(shown)
    outside = set(moves) - set(shown)
    assert outside, "the table is wider than the window"
    assert all(game.action_of(state, move) == BEYOND for move in outside)
    for _ in range(5):
        assert int(game.random_action(state, words, 0, dice[0].chance)) in actions


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("specials", [False, True])
def test_on_a_wide_table_exactly_the_legal_moves_in_the_window_are_marked(direction, specials):
    check_marks(long_row(*direction, specials=specials))


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_so_they_are_after_a_stack_or_a_card_and_beside_a_scratcher(direction):
    state = long_row(*direction, specials=True)
    play(state, "stack")
    assert phase(state) == "stacked"
    check_marks(state)
    state = long_row(*direction, specials=True)
    play(state, next(move for move in legal(state) if move.startswith("place own 0 at")))
    assert phase(state) == "tile"
    check_marks(state)
    play(state, "scratch 0,0")
    check_marks(state)
