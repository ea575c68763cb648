"""What a seat may know as numbers, and moves as actions: for networks and environments.

Seats are numbered clockwise from the observer, which is 0. The layout of the research
board, which never changes at a table, is not encoded.
"""

from katzentisch.games.cat_in_the_box.rules.cards import side_by_side
from katzentisch.games.cat_in_the_box.rules.components import (
    NO_CARD,
    NO_COLOUR,
    ROWS,
    SEATS,
    SPACES,
    Options,
)
from katzentisch.games.cat_in_the_box.rules.moves import NAMES, colour_of, value_of
from katzentisch.games.cat_in_the_box.rules.state import DISCARD, PLAY, PREDICT, State
from katzentisch.games.cat_in_the_box.rules.turn import legal
from katzentisch.games.core.bits import EMPTY, only
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.observation import (
    OCTET,
    as_it_is,
    eight,
    flag,
    random_mark,
    seat_after,
    spread,
    spread_nibbles,
    steps_to,
    write_set,
    write_set_of,
)
from katzentisch.games.core.record import NOBODY, Numbers, Record, octets

BOARD = (SPACES + OCTET - 1) // OCTET
TWO_SEATS = (SEATS + 1) // 2
COLOUR_BITS = (1 << ROWS) - 1
EIGHT_VALUES = 4 * OCTET  # bits that eight values take in a hand


class Seen(Record):
    """What a seat may know, one byte per number; anything that a table lacks is 0."""

    tokens: Numbers = octets(
        SEATS,
        BOARD,
        says="for each seat, 40: 1 where its token lies; places of the board count down each"
        " column, then to the right; 4 unused",
    )
    taken: Numbers = octets(
        BOARD, says="1 where any token lies, by space: four colours to a value; 4 unused"
    )
    covered: Numbers = octets(
        TWO_SEATS,
        says="for each seat, 4: 1 for a colour it may still declare (red, blue, yellow, green);"
        " 4 unused",
    )
    declared: Numbers = octets(
        TWO_SEATS, says="for each seat, 4: 1 for the colour of its card in this trick; 4 unused"
    )
    hand: Numbers = octets(2, says="own cards of the values 1 to 9, then 7 unused")
    could_hold: Numbers = octets(
        2,
        says="1 for each value 1 to 9 that the seat which had to lead red may hold; 7 unused",
    )
    led: int = octets(says="1 for the colour led: red, blue, yellow, green; 4 unused")
    seats: Numbers = octets(
        SEATS,
        says="for each seat, 8: the value of its card in this trick, or 0; the tricks it"
        " predicted, or 0; its tricks this round; 1 if it has discarded; its points so far; its"
        " points in the last round; 2 unused",
    )
    now: int = octets(
        says="1 while cards are discarded; 1 while tricks are predicted; 1 while cards are"
        " played; the seat to act, -1 when the game is over; the one that starts this round;"
        " that leads this trick; that is winning it, or -1; that had to lead red this round, or"
        " -1",
    )
    rest: int = octets(
        says="tricks still to be played this round, and rounds, this one included; how many"
        " play; the value one has discarded, or 0; the three values turned up with two"
        " players; 1 unused",
    )


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_seats(state, seat, seen)
    encode_cards(state, seat, seen)
    encode_table(state, seat, seen)


@rule
def encode_again(state: State, seat: int, seen: Seen, stamp: int) -> int:
    """Write everything again, as the whole observation depends on where the seat sits."""
    encode(state, seat, seen)
    return stamp


@rule
def encode_seats(state: State, seat: int, seen: Seen) -> None:
    """Write what lies face up in front of each seat, and the colours it may still declare."""
    players, leader, in_trick = state.players, state.leader, state.cards_in_trick
    covered, declared = EMPTY, EMPTY
    for steps in range(players):
        other = seat_after(seat, steps, players)
        value = 0
        if steps_to(leader, other, players) < in_trick:
            space = state.trick[other]
            value = value_of(space)
            declared |= only(ROWS * steps + colour_of(space))
        covered |= (state.covered[other] & COLOUR_BITS) << (ROWS * steps)
        write_set_of(seen.tokens, steps, state.tokens[other])
        seen.seats[steps] = eight(
            value,
            state.predicted[other],
            state.won[other],
            flag(state.discard[other] != NO_CARD),
            state.total[other],
            state.points[other],
            0,
            0,
        )
    for steps in range(players, SEATS):
        write_set_of(seen.tokens, steps, EMPTY)
        seen.seats[steps] = EMPTY
    write_set(seen.covered, covered)
    write_set(seen.declared, declared)


@rule
def encode_cards(state: State, seat: int, seen: Seen) -> None:
    """Write all tokens, the seat's own cards, and what is known about the others' cards."""
    hand, forced = state.hand[seat], state.forced != NOBODY
    write_set(seen.taken, state.taken)
    write_set(seen.could_hold, side_by_side(state.forced_values) if forced else EMPTY)
    seen.hand[0] = spread_nibbles(hand)
    seen.hand[1] = hand >> EIGHT_VALUES
    seen.led = EMPTY if state.led == NO_COLOUR else spread(only(state.led))


@rule
def encode_table(state: State, seat: int, seen: Seen) -> None:
    """Write what is happening now, and how much of the game is left."""
    players, phase = state.players, state.phase
    seen.now = eight(
        flag(phase == DISCARD),
        flag(phase == PREDICT),
        flag(phase == PLAY),
        steps_to(seat, state.to_act, players),
        steps_to(seat, state.start, players),
        steps_to(seat, state.leader, players),
        steps_to(seat, NOBODY if state.led == NO_COLOUR else state.ahead, players),
        steps_to(seat, state.forced, players),
    )
    two = players == 2
    seen.rest = eight(
        state.tricks_left,
        players - state.rounds_played,
        players,
        state.discard[seat],
        state.revealed[0] if two else 0,
        state.revealed[1] if two else 0,
        state.revealed[2] if two else 0,
        0,
    )


PICTURE = None  # cards are not laid side by side on a table


def count_actions(options: Options) -> int:
    """How many actions there are."""
    return len(NAMES)


@rule
def mark_legal(state: State, words: Numbers, row: int) -> None:
    """Write the legal actions as bits."""
    words[row, 0] = legal(state)


@rule
def mark_again(state: State, words: Numbers, row: int, stamp: int) -> None:
    """Write all marks again: they are a single word."""
    mark_legal(state, words, row)


random_action = random_mark


# No move names a seat or depends on the table: every move is its own action.
action_of = move_of = as_it_is
