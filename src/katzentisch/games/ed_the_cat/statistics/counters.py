"""What is worth counting over many games."""

from katzentisch.games.core.jit import rule
from katzentisch.games.core.record import NOBODY, Numbers
from katzentisch.games.ed_the_cat.rules.scoring import minus_points
from katzentisch.games.ed_the_cat.rules.state import RESHUFFLE, ROUND, State

FIGURES = ("rounds", "turns", "rounds ended by nobody", "reshuffles")
SEAT_FIGURES = ("rounds", "rounds ended", "minus points")
ROUNDS, TURNS, ENDED_BY_NOBODY, RESHUFFLES = range(4)


@rule
def tally(state: State, figures: Numbers) -> None:
    """Count what the next automatic step will do; called before each one."""
    if state.phase == RESHUFFLE:
        figures[RESHUFFLES] += 1
    if state.phase != ROUND:
        return
    figures[ROUNDS] += 1
    figures[TURNS] += state.turns
    figures[ENDED_BY_NOBODY] += 1 if state.ended_by == NOBODY else 0


@rule
def tally_seat(state: State, seat: int, figures: Numbers) -> None:
    """Count what the next step will do for a seat, in the order of `SEAT_FIGURES`."""
    if state.phase != ROUND:
        return
    figures[0] += 1
    figures[1] += 1 if state.ended_by == seat else 0
    figures[2] += minus_points(state, seat)
