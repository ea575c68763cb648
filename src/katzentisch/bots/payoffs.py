"""What a position is worth to each seat: 1 in total, divided according to the scores.

Written once over `rules`; a game only defines by how many points seats usually differ (`spread`).
"""

from math import exp

from katzentisch.bots.tree import Outcome
from katzentisch.games.core.contract import AnyState, Rules
from katzentisch.games.core.jit import generic

rules: Rules  # each game in turn


@generic
def weigh(state: AnyState, outcome: Outcome) -> None:
    """Write each seat's share; at the end, half of the total goes to the winners."""
    share_by_lead(state, outcome)
    if rules.is_over(state):
        share_by_victory(state, outcome)


@generic
def share_by_lead(state: AnyState, outcome: Outcome) -> None:
    """A seat gets more the further it is ahead, measured in the game's `spread`."""
    points = rules.spread(state) if rules.MANY_POINTS_WIN else -rules.spread(state)
    first = rules.score(state, 0)
    shares = 0.0
    for seat in range(state.players):
        outcome.worth[seat] = exp((rules.score(state, seat) - first) / points)
        shares += outcome.worth[seat]
    for seat in range(state.players):
        outcome.worth[seat] /= shares


@generic
def share_by_victory(state: AnyState, outcome: Outcome) -> None:
    """Half of the worth goes to the winners."""
    winners = 0
    for seat in range(state.players):
        winners += 1 if rules.is_winner(state, seat) else 0
    for seat in range(state.players):
        won = 1.0 / winners if rules.is_winner(state, seat) else 0.0
        outcome.worth[seat] = (outcome.worth[seat] + won) / 2
