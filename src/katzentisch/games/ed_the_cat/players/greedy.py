"""A simple player that works out what a move does to everybody's minus points, as best it can.

It looks only at what the seat to act may know: its own hand, all penalties, and how many
cards the others hold, each of which counts as an average card. Every legal move is valued in
hundredths of a minus point, and the best one is made.
"""

from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import below
from katzentisch.games.ed_the_cat.rules.cards import nth_card, points_in, size, value_of
from katzentisch.games.ed_the_cat.rules.components import VALUES
from katzentisch.games.ed_the_cat.rules.moves import count_moves, nth_move, seat_in, value_in
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    DROP,
    State,
    hand_of,
    penalties_of,
)
from katzentisch.games.ed_the_cat.rules.turn import legal

A_POINT = 100
A_CARD = 500  # the assumed worth of an unknown card
KEPT = 80  # percent of a hand that is expected to count if the round goes on
HASTE = 300  # for each card fewer in hand, as the end of the round gets nearer
NOTHING_YET = -1_000_000_000


@long_rule
def greedy_move(state: State, chance: Numbers, whim: int) -> int:
    """The best legal move; a whim can make a move seem better than it is."""
    moves = legal(state)
    best, chosen = NOTHING_YET, 0
    for n in range(count_moves(moves)):
        move = nth_move(moves, n)
        worth = worth_of(state, move)
        if whim != 0:
            worth += below(chance, whim * (state.players - 1))
        if worth > best:
            best, chosen = worth, move
    return chosen


@rule
def worth_of(state: State, move: int) -> int:
    """The worth of a move: for a drop, the value dropped; for a play, see `worth_of_play`."""
    value = value_in(move)
    if state.phase == DROP:
        return value if value <= VALUES else 0
    return worth_of_play(state, value, seat_in(move))


@long_rule
def worth_of_play(state: State, value: int, chosen: int) -> int:
    """The others' expected minus points, each less the seat's own; harm to leaders counts extra."""
    kept = 100 if ends_round(state, value, chosen) else KEPT
    own = own_points(state, value, kept) + HASTE * own_cards_left(state, value)
    worth = -own * (state.players - 1)
    for other in range(state.players):
        if other != state.to_act:
            worth += points_of(state, value, chosen, other, kept)
            if leads(state, other):
                worth += harm_done(state, value, chosen, other) // 2
    return worth


@rule
def ends_round(state: State, value: int, chosen: int) -> bool:
    """Will a hand be empty after this play?"""
    if own_cards_left(state, value) == 0:
        return True
    return (value == 6 or value == 9) and cards_left(state, value, chosen, chosen) == 0


@rule
def own_cards_left(state: State, value: int) -> int:
    """How many cards will be left in the hand of the seat to act?"""
    held = size(state.cards[hand_of(state.to_act)]) - 1
    if value == 8 or value == 9:
        return held + 1
    return held - own_cards_taken(value, held)


@rule
def own_cards_taken(value: int, held: int) -> int:
    """How many cards are taken from the hand of the seat to act?"""
    wanted = 2 if value == 1 else 1 if value == 2 or value == 7 else 0
    return min(wanted, held)


@rule
def mean_card(state: State, value: int) -> int:
    """The average worth of the cards in hand, without the one played."""
    hand = state.cards[hand_of(state.to_act)]
    held = size(hand) - 1
    return A_POINT * (points_in(hand) - value) // held if held != 0 else A_CARD


@rule
def own_points(state: State, value: int, kept: int) -> int:
    """The seat's own expected minus points; if it ends the round, it drops its largest penalty."""
    seat = state.to_act
    held = size(state.cards[hand_of(seat)]) - 1
    hand = mean_card(state, value) * (held - own_cards_taken(value, held))
    if value == 8 or value == 9:
        hand += A_CARD
    points = kept * hand // 100 + A_POINT * points_in(state.cards[penalties_of(seat)])
    if value == 7:
        points += mean_card(state, value)
    if own_cards_left(state, value) == 0:
        points -= A_POINT * largest_penalty(state, seat)
    return points


@rule
def largest_penalty(state: State, seat: int) -> int:
    """The value of a seat's largest penalty card, or 0."""
    penalties = state.cards[penalties_of(seat)]
    return 0 if penalties == 0 else value_of(nth_card(penalties, size(penalties) - 1))


@rule
def cards_left(state: State, value: int, chosen: int, other: int) -> int:
    """How many cards will be in another seat's hand?"""
    held = size(state.cards[hand_of(other)])
    if value == 4:
        steps = other - state.to_act
        steps += state.players if steps < 0 else 0
        return held + 1 if steps <= supply(state) else held
    if other != chosen:
        return held
    taken = 2 if value == 6 else 1 if value == 9 else 0
    return max(held - taken, 0) + (min(3, supply(state)) if value == 3 else 0)


@rule
def supply(state: State) -> int:
    """How many cards can be drawn, including the one being played."""
    return size(state.cards[DRAW_PILE]) + size(state.cards[DISCARD_PILE]) + 1


@rule
def penalty_for(state: State, value: int, chosen: int, other: int) -> int:
    """What another seat gets in penalties."""
    if other != chosen or value == 4:
        return 0
    if value == 2:
        return mean_card(state, value)
    return A_POINT * 5 if value == 5 else 2 * A_CARD if value == 6 else 0


@rule
def points_of(state: State, value: int, chosen: int, other: int, kept: int) -> int:
    """Another seat's expected minus points."""
    hand = A_CARD * cards_left(state, value, chosen, other)
    before = A_POINT * points_in(state.cards[penalties_of(other)])
    return kept * hand // 100 + before + penalty_for(state, value, chosen, other)


@rule
def harm_done(state: State, value: int, chosen: int, other: int) -> int:
    """What the play adds to another seat's minus points."""
    more = cards_left(state, value, chosen, other) - size(state.cards[hand_of(other)])
    return A_CARD * more + penalty_for(state, value, chosen, other)


@rule
def leads(state: State, seat: int) -> bool:
    """Does no other opponent have fewer minus points than this one?"""
    fewest = state.total[seat]
    for other in range(state.players):
        if other != state.to_act:
            fewest = min(fewest, state.total[other])
    return state.total[seat] == fewest
