"""What a seat may know, in numbers, and moves as actions: for networks and environments.

Seats are numbered clockwise from the observer, which is 0. Cards are counted by
value, 1 to 9, in 16 bytes of which 7 are unused.

An action is a card and a way to use it, with seven ways per value: play it on the first
to the fifth seat clockwise, or drop it. A 4 and an 8 have only the first of these ways
to play. The seventh way exists only for a 1, and means dropping none.
"""

from katzentisch.games.core.bits import EMPTY, ONE, signed, unsigned
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.observation import (
    NOT_WRITTEN,
    OCTET,
    eight,
    flag,
    random_mark,
    seat_after,
    spread_sevens,
    steps_to,
)
from katzentisch.games.core.record import Numbers, Record, octets
from katzentisch.games.ed_the_cat.rules.cards import STEP, counts, size, values_held
from katzentisch.games.ed_the_cat.rules.components import SEATS, VALUES, Options
from katzentisch.games.ed_the_cat.rules.moves import (
    AIMED,
    DROP_NONE,
    aims,
    dropping,
    playing,
    seat_in,
    value_in,
)
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    DROP,
    PLAY,
    State,
    hand_of,
    penalties_of,
)
from katzentisch.games.ed_the_cat.rules.turn import legal

MOST = 127  # the largest number in a byte
EIGHT_VALUES = STEP * OCTET  # bits that eight values take up in a bag
COUNTS = 2  # words that the counts of nine values take up

WAYS = STEP  # as many as a bag's bits per value, so that a value's bit marks its first way
TO_DROP = WAYS - 2
NO_DROP = WAYS - 1


class Seen(Record):
    """What a seat may know, one byte per number; whatever a table lacks is 0."""

    hand: Numbers = octets(COUNTS, says="own cards by value")
    penalties: Numbers = octets(SEATS, COUNTS, says="for each seat, its penalty cards by value")
    discards: Numbers = octets(COUNTS, says="the cards of the discard pile by value")
    known: Numbers = octets(
        SEATS,
        COUNTS,
        says="for each other seat, the cards by value that one knows to be in its hand, because"
        " it took them by a 9",
    )
    seats: Numbers = octets(
        SEATS,
        says="for each seat, 8: how many cards it holds; the minus points it lacks to the limit,"
        " and those of the last round, both 127 at most; 5 unused",
    )
    now: int = octets(
        says="1 while cards are played; 1 while a penalty card may be dropped; the seat to act,"
        " -1 when the game is over; the one that starts this round; how many cards the draw"
        " pile has; turns in this round, 127 at most; how many play; 1 unused",
    )


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_open(state, seat, seen)
    encode_known(state, seat, seen)
    encode_absent(state, seen)


@long_rule
def encode_again(state: State, seat: int, seen: Seen, stamp: int) -> int:
    """Write what this seat may know over this table's last observation, whichever seat's it was.

    Absent seats stay empty. Known cards are rare, so they are written only if there are some now
    or were some last time. The stamp is the set of hands in which somebody knows a card, above a
    first bit that is always set.
    """
    now = signed(state.traced) << 1 | 1
    encode_open(state, seat, seen)
    if stamp == NOT_WRITTEN or now | stamp != 1:
        encode_known(state, seat, seen)
    if stamp == NOT_WRITTEN:
        encode_absent(state, seen)
    return now


@rule
def encode_open(state: State, seat: int, seen: Seen) -> None:
    """Write the seat's own hand, and everything that is public."""
    encode_seats(state, seat, seen)
    write_counts(seen.hand, state.cards[hand_of(seat)])
    write_counts(seen.discards, state.cards[DISCARD_PILE])
    players = state.players
    seen.now = eight(
        flag(state.phase == PLAY),
        flag(state.phase == DROP),
        steps_to(seat, state.to_act, players),
        steps_to(seat, state.start, players),
        size(state.cards[DRAW_PILE]),
        min(state.turns, MOST),
        players,
        0,
    )


@rule
def write_counts(octets: Numbers, bag: int) -> None:
    """Write how many cards of each value a bag has."""
    each = counts(bag)
    octets[0] = spread_sevens(each)
    octets[1] = each >> EIGHT_VALUES


@rule
def write_counts_of(octets: Numbers, who: int, bag: int) -> None:
    """The same, in one seat's row."""
    each = counts(bag)
    octets[who, 0] = spread_sevens(each)
    octets[who, 1] = each >> EIGHT_VALUES


@rule
def encode_seats(state: State, seat: int, seen: Seen) -> None:
    """Write what is public about each seat; everybody saw each penalty arrive."""
    players, limit = state.players, state.limit
    for steps in range(players):
        other = seat_after(seat, steps, players)
        write_counts_of(seen.penalties, steps, state.cards[penalties_of(other)])
        seen.seats[steps] = eight(
            size(state.cards[hand_of(other)]),
            min(max(limit - state.total[other], 0), MOST),
            min(state.points[other], MOST),
            0,
            0,
            0,
            0,
            0,
        )


@rule
def encode_known(state: State, seat: int, seen: Seen) -> None:
    """Write what the seat knows about each hand."""
    players = state.players
    for steps in range(players):
        other = seat_after(seat, steps, players)
        write_counts_of(seen.known, steps, state.sure[unsigned(seat), unsigned(other)])


@rule
def encode_absent(state: State, seen: Seen) -> None:
    """Write zeros for absent seats."""
    for steps in range(state.players, SEATS):
        write_counts_of(seen.penalties, steps, EMPTY)
        write_counts_of(seen.known, steps, EMPTY)
        seen.seats[steps] = EMPTY


PICTURE = None  # no table on which cards are laid side by side


def count_actions(options: Options) -> int:
    """How many actions there are."""
    return WAYS * VALUES


@rule
def mark_legal(state: State, words: Numbers, row: int) -> None:
    """Write the legal actions as bits."""
    bag, _, plays = legal(state)
    values = values_held(bag)
    if plays != 0:
        opponents = (ONE << (state.players - 1)) - 1
        words[row, 0] = (values & ~AIMED) | (values & AIMED) * opponents
    else:
        words[row, 0] = values << TO_DROP | ONE << NO_DROP


@rule
def mark_again(state: State, words: Numbers, row: int, stamp: int) -> None:
    """Write all marks again: they are a single word."""
    mark_legal(state, words, row)


random_action = random_mark


@rule
def action_of(state: State, move: int) -> int:
    """The action for this move of the seat to act."""
    if move == DROP_NONE:
        return NO_DROP
    value = value_in(move)
    first = WAYS * (value - 1)
    if move == dropping(value):
        return first + TO_DROP
    return first + aims(value) * (steps_to(state.to_act, seat_in(move), state.players) - 1)


@rule
def move_of(state: State, action: int) -> int:
    """The move that an action of the seat to act stands for."""
    value, way = action // WAYS + 1, action % WAYS
    if way == NO_DROP:
        return DROP_NONE
    if way == TO_DROP:
        return dropping(value)
    return playing(value, seat_after(state.to_act, way + 1, state.players))
