"""Plays games and keeps their statistics, for the table or for each seat.

Written once over `rules`.
"""

from typing import Any

from katzentisch.games.core import flow
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.jit import generic
from katzentisch.games.core.record import Numbers

rules: Rules  # each game in turn
random_move = flow.random_move
start_numbered = flow.start_numbered


@generic
def settle_and_tally(state: Any, figures: Numbers) -> None:
    """Take all automatic steps, and count what the game wants counted."""
    while not rules.waits(state):
        rules.tally(state, figures)
        rules.step(state)


@generic
def tally_numbered(states: Any, dice: Any, template: Any, number: int, figures: Numbers) -> int:
    """Play the random game with this number, counting as above; return its number of moves."""
    start_numbered(states, dice, template, number)
    state = states[0]
    settle_and_tally(state, figures)
    moves = 0
    while not rules.is_over(state):
        rules.decide(state, random_move(state, dice[0]))
        settle_and_tally(state, figures)
        moves += 1
    return moves


@generic
def settle_and_tally_seats(state: Any, figures: Any) -> None:
    """Take all automatic steps, and count for each seat what the game wants counted."""
    while not rules.waits(state):
        for seat in range(state.players):
            rules.tally_seat(state, seat, figures[seat])
        rules.step(state)


@generic
def try_and_tally(states: Any, move: int, figures: Any) -> bool:
    """Make a move at the first table and count what follows; False if it is not legal."""
    if not rules.is_legal(states[0], move):
        return False
    rules.decide(states[0], move)
    settle_and_tally_seats(states[0], figures)
    return True


@generic
def tally_batch(
    states: Any,
    dice: Any,
    template: Any,
    figures: Numbers,
    moves: Numbers,
    scores: Any,
    wins: Any,
) -> None:
    """Play as many random games as `moves` has room for; write their moves, scores and winners."""
    for number in range(len(moves)):
        moves[number] = tally_numbered(states, dice, template, number, figures)
        for seat in range(scores.shape[1]):
            scores[number, seat] = rules.score(states[0], seat)
            wins[number, seat] = 1.0 if rules.is_winner(states[0], seat) else 0.0
