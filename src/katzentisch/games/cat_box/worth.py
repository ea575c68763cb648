"""What a standing is worth to a seat: for bots that think ahead, not for the rules."""

from math import exp

from katzentisch.games.cat_box.scoring import is_winner, score
from katzentisch.games.cat_box.state import State
from katzentisch.games.ground.compiling import rule

MANY_POINTS_WIN = True
POINTS_A_GAME = 6.0  # by which seats usually differ


@rule
def stretch(state: State) -> int:
    """To think ahead is to think to the end of the game: nothing counts before."""
    return 0


@rule
def worth(state: State, seat: int) -> float:
    """Half of it is winning, half is by how much."""
    return (share_of_lead(state, seat, POINTS_A_GAME) + share_of_victory(state, seat)) / 2


@rule
def share_of_lead(state: State, seat: int, points: float) -> float:
    """1 shared by all seats, the more to each the further it is ahead, measured in `points`."""
    own = score(state, seat)
    shares = 0.0
    for other in range(state.players):
        shares += exp((score(state, other) - own) / points)
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
