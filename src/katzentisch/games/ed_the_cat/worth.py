"""What a standing is worth to a seat: for bots that think ahead, not for the rules."""

from math import exp, sqrt

from katzentisch.games.ed_the_cat.scoring import is_winner
from katzentisch.games.ed_the_cat.state import State
from katzentisch.games.ground.compiling import rule
from katzentisch.games.ground.phases import OVER

MANY_POINTS_WIN = False
POINTS_A_ROUND = 15.0  # by which seats usually differ


@rule
def stretch(state: State) -> int:
    """To think ahead is to think to the end of the round: the next one is dealt anew."""
    return state.rounds_played


@rule
def worth(state: State, seat: int) -> float:
    """The share of the victory that the totals promise; at the end, half of it is winning."""
    if state.phase == OVER:
        return (share_of_lead(state, seat, POINTS_A_ROUND) + share_of_victory(state, seat)) / 2
    return share_of_lead(state, seat, POINTS_A_ROUND * sqrt(rounds_left(state) + 1.0))


@rule
def rounds_left(state: State) -> float:
    """How many rounds it takes until somebody reaches the limit, roughly."""
    most = 0
    for seat in range(state.players):
        most = max(most, state.total[seat])
    return 1.0 + (state.limit - most) / (2 * POINTS_A_ROUND)


@rule
def share_of_lead(state: State, seat: int, points: float) -> float:
    """1 shared by all seats, the more to each the further it is ahead, measured in `points`."""
    shares = 0.0
    for other in range(state.players):
        shares += exp((state.total[seat] - state.total[other]) / points)
    return 1.0 / shares


@rule
def share_of_victory(state: State, seat: int) -> float:
    """1 shared by all winners."""
    if not is_winner(state, seat):
        return 0.0
    winners = 0
    for other in range(state.players):
        winners += 1 if is_winner(state, other) else 0
    return 1.0 / winners
