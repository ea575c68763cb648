"""What is worth counting over many games."""

from katzentisch.games.cat_in_the_box.rules.scoring import bonus, prediction_is_true
from katzentisch.games.cat_in_the_box.rules.state import SCORE, State
from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import Numbers

FIGURES = ("rounds", "paradoxes", "tricks", "predictions hit", "bonus points")
SEAT_FIGURES = FIGURES
ROUNDS, PARADOXES, TRICKS, HITS, BONUS_POINTS = range(5)


@rule
def tally(state: State, figures: Numbers) -> None:
    """Count what the next automatic step will do; called before each one."""
    if state.phase == SCORE:
        figures[ROUNDS] += 1
        for seat in range(state.players):
            count_seat(state, seat, figures)


@rule
def tally_seat(state: State, seat: int, figures: Numbers) -> None:
    """Count what the next step will do for a seat."""
    if state.phase == SCORE:
        figures[ROUNDS] += 1
        count_seat(state, seat, figures)


@rule
def count_seat(state: State, seat: int, figures: Numbers) -> None:
    """Count a seat's round."""
    figures[PARADOXES] += 1 if state.paradox == seat else 0
    figures[TRICKS] += state.won[seat]
    figures[HITS] += 1 if prediction_is_true(state, seat) else 0
    figures[BONUS_POINTS] += bonus(state, seat)
