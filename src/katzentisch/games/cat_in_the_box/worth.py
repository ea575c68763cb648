"""What a standing is worth to a seat: for bots that think ahead, not for the rules."""

from math import exp, sqrt

from katzentisch.games.cat_in_the_box.scoring import is_winner
from katzentisch.games.cat_in_the_box.state import State
from katzentisch.games.ground.compiling import rule
from katzentisch.games.ground.phases import OVER

MANY_POINTS_WIN = True
POINTS_A_ROUND = 4.0  # by which seats usually differ


@rule
def stretch(state: State) -> int:
    """To think ahead is to think to the end of the round: the next one is dealt anew."""
    return state.rounds_played


@rule
def worth(state: State, seat: int) -> float:
    """The share of the victory that the totals promise; at the end, half of it is winning."""
    rounds_left = state.players - state.rounds_played
    promised = share_of_lead(state, seat, POINTS_A_ROUND * sqrt(rounds_left + 1.0))
    if state.phase != OVER:
        return promised
    return (promised + share_of_victory(state, seat)) / 2


@rule
def share_of_lead(state: State, seat: int, points: float) -> float:
    """1 shared by all seats, the more to each the further it is ahead, measured in `points`."""
    shares = 0.0
    for other in range(state.players):
        shares += exp((state.total[other] - state.total[seat]) / points)
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
