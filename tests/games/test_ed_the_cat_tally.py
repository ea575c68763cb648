"""Ed, the Cat: the figures counted over many games."""

import numpy as np

from katzentisch.games import ed_the_cat as game
from katzentisch.games.ed_the_cat.rules.moves import NUMBERS

from positions.ed_the_cat import phase, table


def counted(state, move):
    """The figures of one move and the steps that follow from it."""
    figures = np.zeros(len(game.FIGURES), np.int64)
    game.decide(state, NUMBERS[move])
    while not game.waits(state) and phase(state) != "deal":
        game.tally(state, figures)
        game.step(state)
    return dict(zip(game.FIGURES, figures.tolist(), strict=True))


def test_a_round_is_counted_once_with_its_turns():
    state = table("A: 5 | B: 3", turns=6)
    assert counted(state, "play 5 on 1") == {
        "rounds": 1,
        "turns": 7,
        "rounds ended by nobody": 0,
        "reshuffles": 0,
    }


def test_a_round_that_lasts_too_long_is_ended_by_nobody():
    state = table("A: 8 8 | B: 3", turns=999)
    figures = counted(state, "play 8")
    assert (figures["rounds ended by nobody"], figures["turns"]) == (1, 1000)


def test_reshuffles_are_counted():
    state = table("A: 8 8 | B: 3", pile="")
    assert counted(state, "play 8")["reshuffles"] == 1
