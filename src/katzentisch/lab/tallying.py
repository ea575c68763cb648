"""Makes moves and keeps statistics for each seat. Written once over `rules`."""

from typing import Any

from katzentisch.games.core.contract import AnyState, Rules, States
from katzentisch.games.core.jit import generic

rules: Rules  # each game in turn


@generic
def settle_and_tally_seats(state: AnyState, figures: Any) -> None:
    """Take all automatic steps, and count for each seat what the game wants counted."""
    while not rules.waits(state):
        for seat in range(state.players):
            rules.tally_seat(state, seat, figures[seat])
        rules.step(state)


@generic
def try_and_tally(states: States, move: int, figures: Any) -> bool:
    """Make a move at the first table and count what follows; False if it is not legal."""
    if not rules.is_legal(states[0], move):
        return False
    rules.decide(states[0], move)
    settle_and_tally_seats(states[0], figures)
    return True
