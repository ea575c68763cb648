"""The end of a turn, of a round and of the game: minus points, and who wins.

Every game ends: a round has at most 1,000 turns, and somebody always gets a minus
point in it. Before a turn every hand has cards, and no turn takes the last cards out
of all hands without leaving one of them as a penalty that nobody may drop.
"""

from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY
from katzentisch.games.ed_the_cat.rules.cards import points_in
from katzentisch.games.ed_the_cat.rules.components import LONGEST_ROUND, NO_CARD
from katzentisch.games.ed_the_cat.rules.history import forget
from katzentisch.games.ed_the_cat.rules.known_cards import clear_known_cards
from katzentisch.games.ed_the_cat.rules.state import (
    DEAL,
    DROP,
    PLACES,
    PLAY,
    ROUND,
    State,
    hand_of,
    penalties_of,
)


@rule
def end_turn(state: State) -> None:
    """An empty hand ends the round, first the acting seat's; otherwise the next seat plays."""
    seat, chosen = state.to_act, state.chosen
    if state.cards[hand_of(seat)] == 0:
        end_round(state, seat)
    elif state.cards[hand_of(chosen)] == 0:
        # No action takes cards from any hand except these two.
        end_round(state, chosen)
    elif state.turns == LONGEST_ROUND:
        state.phase = ROUND
    else:
        state.to_act = seat + 1 if seat + 1 < state.players else 0
        state.phase = PLAY


@rule
def end_round(state: State, seat: int) -> None:
    """The seat that ended the round may drop one of its penalty cards, if it has any."""
    state.ended_by = seat
    state.to_act = seat
    state.phase = DROP if state.cards[penalties_of(seat)] != 0 else ROUND


@long_rule
def score_round(state: State) -> None:
    """All seats add hand and penalties to their minus points; reaching the limit ends the game."""
    over = False
    for seat in range(state.players):
        points = minus_points(state, seat)
        state.points[seat] = points
        state.total[seat] += points
        over = over or state.total[seat] >= state.limit
    gather_cards(state)
    state.start = next_start(state)
    state.rounds_played += 1
    state.to_act = NOBODY
    state.phase = OVER if over else DEAL


@rule
def minus_points(state: State, seat: int) -> int:
    """What a round costs a seat: the values of the cards in its hand and on its penalty pile."""
    return points_in(state.cards[hand_of(seat)] + state.cards[penalties_of(seat)])


@rule
def gather_cards(state: State) -> None:
    """Gather all cards; nobody holds any once the game is over."""
    for place in range(PLACES):
        state.cards[place] = 0
        state.top[place] = NO_CARD
    state.noted = 0
    if state.traced != 0:
        clear_known_cards(state)
    if state.murky != 0:
        forget(state)


@rule
def next_start(state: State) -> int:
    """The seat with most minus points; if tied, the first clockwise after the last start seat."""
    seat, found = state.start, NOBODY
    for _ in range(state.players):
        seat = seat + 1 if seat + 1 < state.players else 0
        if found == NOBODY or state.total[seat] > state.total[found]:
            found = seat
    return found


@rule
def is_winner(state: State, seat: int) -> bool:
    """The fewest minus points win; ties are shared."""
    fewest = state.total[seat]
    for other in range(state.players):
        fewest = min(fewest, state.total[other])
    return state.total[seat] == fewest


@rule
def score(state: State, seat: int) -> int:
    """A seat's minus points in the game so far."""
    return state.total[seat]


@rule
def rounds_done(state: State) -> int:
    """How many rounds are over."""
    return state.rounds_played
