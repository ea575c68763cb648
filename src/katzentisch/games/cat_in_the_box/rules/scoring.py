"""How a round is scored, and who wins the game."""

from katzentisch.games.cat_in_the_box.rules.components import BONUS_UP_TO, EVERY_VALUE, ROWS
from katzentisch.games.cat_in_the_box.rules.moves import colour_of, value_of
from katzentisch.games.cat_in_the_box.rules.setup import PLACE_BITS
from katzentisch.games.cat_in_the_box.rules.state import DEAL, State
from katzentisch.games.core.bits import EMPTY, first, how_many
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY

TOP_ROW = EVERY_VALUE
BOTTOM_ROW = EVERY_VALUE << (ROWS - 1)


@long_rule
def score_round(state: State) -> None:
    """Score the round; the start seat moves clockwise; there are as many rounds as players."""
    for seat in range(state.players):
        points = points_of_round(state, seat)
        state.points[seat] = points
        state.total[seat] += points
    state.rounds_played += 1
    state.start = state.start + 1 if state.start + 1 < state.players else 0
    state.phase = OVER if state.rounds_played == state.players else DEAL
    state.to_act = NOBODY


@rule
def points_of_round(state: State, seat: int) -> int:
    """The points of the seat's tricks and its bonus."""
    return points_of_tricks(state, seat) + bonus(state, seat)


@rule
def points_of_tricks(state: State, seat: int) -> int:
    """One point a trick; the seat that caused a paradox loses one a trick instead."""
    return -state.won[seat] if seat == state.paradox else state.won[seat]


@rule
def bonus(state: State, seat: int) -> int:
    """A true prediction earns the size of the seat's largest group; a paradox forfeits it."""
    if seat == state.paradox or not prediction_is_true(state, seat):
        return 0
    return how_many(largest_group(state.tokens[seat]))


@rule
def prediction_is_true(state: State, seat: int) -> bool:
    """Exactly as many tricks as predicted; with two players, four or fewer."""
    if state.players == 2:
        return state.won[seat] <= BONUS_UP_TO
    return state.won[seat] == state.predicted[seat]


@rule
def place_of(state: State, space: int) -> int:
    """Where a space lies on the board: places are numbered down each column, then to the right."""
    return (state.board[colour_of(space)] >> (PLACE_BITS * (value_of(space) - 1))) & 63


@long_rule
def largest_group(tokens: int) -> int:
    """The largest group of tokens that touch along an edge; if tied, the one furthest left."""
    largest = EMPTY
    while tokens != 0:
        group = group_around(first(tokens), tokens)
        if how_many(group) > how_many(largest):
            largest = group
        tokens &= ~group
    return largest


@rule
def group_around(group: int, tokens: int) -> int:
    """All tokens connected to these."""
    while True:
        grown = (group | neighbours(group)) & tokens
        if grown == group:
            return group
        group = grown


@rule
def neighbours(group: int) -> int:
    """The places above, below, left and right of these."""
    below = (group & ~BOTTOM_ROW) << 1
    above = (group & ~TOP_ROW) >> 1
    return above | below | (group << ROWS) | (group >> ROWS)


@rule
def is_winner(state: State, seat: int) -> bool:
    """The highest total wins; ties are broken by the points of the last round, then shared."""
    for other in range(state.players):
        if state.total[other] > state.total[seat]:
            return False
        tied = state.total[other] == state.total[seat]
        if tied and state.points[other] > state.points[seat]:
            return False
    return True


@rule
def score(state: State, seat: int) -> int:
    """A seat's points in the game so far."""
    return state.total[seat]


@rule
def rounds_done(state: State) -> int:
    """How many rounds are over."""
    return state.rounds_played
