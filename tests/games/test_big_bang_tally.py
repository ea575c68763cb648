"""Big Bang: the figures counted over many games."""

import numpy as np

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import TILES
from katzentisch.games.big_bang.rules.state import State

from positions.big_bang import play, table


def counted(state: State) -> dict[str, int]:
    figures = np.zeros(len(game.FIGURES), np.int64)
    while not game.waits(state) and state.rounds_played == 0:
        game.tally(state, figures)
        game.step(state)
    return dict(zip(game.FIGURES, figures.tolist(), strict=True))


def test_a_round_is_counted_once_with_what_was_played_won_and_paid():
    state = table("A: r2g5 r5g2 | B: r7")
    state.active[1] = 1 << TILES.index("sheldon-amy")
    play(state, "play r2g5 green", "play r7 red", "play r5g2 green")
    assert counted(state) == {
        "rounds": 1,
        "cards played": 3,
        "tiles active": 1,
        "swaps cancelled": 0,
        "bonuses": 1,
        "prizes taken": 2,
        "cards paid": 3,
    }


def test_two_swaps_cancel_out():
    state = table("A: r7 | B: b7")
    state.active[0] = 1 << TILES.index("swap-blue-red")
    state.active[1] = 1 << TILES.index("swap-blue-green")
    play(state, "play r7 red", "quit")
    figures = counted(state)
    assert figures["swaps cancelled"] == 1
    assert figures["tiles active"] == 2
    assert figures["cards paid"] == 1
