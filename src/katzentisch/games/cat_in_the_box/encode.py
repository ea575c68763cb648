"""What a seat may know as numbers, and moves as actions: for networks and environments.

Seats are counted clockwise from the one that looks: 0 is itself. What stays the same
for a whole table, the layout of the research board, is not told.
"""

from katzentisch.games.cat_in_the_box.components import (
    COLOURS,
    NO_CARD,
    NO_COLOUR,
    NOBODY,
    REVEALED,
    ROWS,
    SEATS,
    SPACES,
    Options,
)
from katzentisch.games.cat_in_the_box.moves import NAMES, colour_of, value_of
from katzentisch.games.cat_in_the_box.state import DISCARD, PLAY, PREDICT, State
from katzentisch.games.cat_in_the_box.turn import legal
from katzentisch.games.cat_in_the_box.cards import side_by_side
from katzentisch.games.ground.bits import only, signed
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers, Record, octets, tiny
from katzentisch.games.ground.seeing import (
    OCTET,
    flag,
    seat_after,
    spread,
    spread_nibbles,
    steps_to,
    write_set,
    write_set_of,
)

BOARD = (SPACES + OCTET - 1) // OCTET
TWO_SEATS = (SEATS + 1) // 2
COLOUR_BITS = (1 << ROWS) - 1
EIGHT_VALUES = 4 * OCTET  # bits of a hand


class Seen(Record):
    """What a seat may know, a byte each; what a table lacks is 0."""

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
    led: Numbers = tiny(ROWS, says="1 for the colour led")
    value: Numbers = tiny(SEATS, says="for each seat, the value of its card in this trick, or 0")
    predicted: Numbers = tiny(SEATS, says="for each seat, the tricks it predicted, or 0")
    won: Numbers = tiny(SEATS, says="for each seat, its tricks this round")
    discarded: Numbers = tiny(SEATS, says="for each seat, 1 if it has discarded")
    total: Numbers = tiny(SEATS, says="for each seat, its points so far")
    points: Numbers = tiny(SEATS, says="for each seat, its points in the last round")
    revealed: Numbers = tiny(REVEALED, says="the values turned up with two players")
    discard: int = tiny(says="the value one has discarded, or 0")
    discarding: int = tiny(says="1 while cards are discarded")
    predicting: int = tiny(says="1 while tricks are predicted")
    playing: int = tiny(says="1 while cards are played")
    to_act: int = tiny(says="the seat to act; -1 when the game is over")
    start: int = tiny(says="the seat that starts this round")
    leader: int = tiny(says="the seat that leads this trick")
    ahead: int = tiny(says="the seat that is winning this trick, or -1 before a lead")
    forced: int = tiny(says="the seat that had to lead red this round, or -1")
    tricks_left: int = tiny(says="tricks still to be played this round, this one included")
    rounds_left: int = tiny(says="rounds still to be played, this one included")
    players: int = tiny(says="how many play")


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_board(state, seat, seen)
    encode_seats(state, seat, seen)
    encode_trick(state, seat, seen)
    encode_own(state, seat, seen)
    encode_table(state, seat, seen)


@rule
def encode_board(state: State, seat: int, seen: Seen) -> None:
    """All tokens, and the colours that seats may still declare."""
    covered, declared = signed(0), signed(0)
    for steps in range(SEATS):
        here = steps < state.players
        other = seat_after(seat, steps, state.players) if here else 0
        write_set_of(seen.tokens, steps, state.tokens[other] if here else signed(0))
        if here:
            covered |= (state.covered[other] & COLOUR_BITS) << (ROWS * steps)
            if is_in_trick(state, other):
                declared |= only(ROWS * steps + colour_of(state.trick[other]))
    write_set(seen.taken, state.taken)
    write_set(seen.covered, covered)
    write_set(seen.declared, declared)


@rule
def is_in_trick(state: State, seat: int) -> bool:
    """Has this seat played a card to the trick?"""
    return steps_to(state.leader, seat, state.players) < state.cards_in_trick


@rule
def encode_seats(state: State, seat: int, seen: Seen) -> None:
    """What lies open before each seat."""
    for steps in range(SEATS):
        here = steps < state.players
        other = seat_after(seat, steps, state.players) if here else 0
        in_trick = here and is_in_trick(state, other)
        seen.value[steps] = value_of(state.trick[other]) if in_trick else 0
        seen.predicted[steps] = state.predicted[other] if here else 0
        seen.won[steps] = state.won[other] if here else 0
        seen.discarded[steps] = flag(here and state.discard[other] != NO_CARD)
        seen.total[steps] = state.total[other] if here else 0
        seen.points[steps] = state.points[other] if here else 0


@rule
def encode_trick(state: State, seat: int, seen: Seen) -> None:
    """Who leads which colour, and who is ahead."""
    for colour in range(len(COLOURS)):
        seen.led[colour] = flag(state.led == colour)
    nobody_led = state.led == NO_COLOUR
    seen.leader = steps_to(seat, state.leader, state.players)
    seen.ahead = -1 if nobody_led else steps_to(seat, state.ahead, state.players)


@rule
def encode_own(state: State, seat: int, seen: Seen) -> None:
    """One's own cards, and what is known of others'."""
    hand = state.hand[seat]
    seen.hand[0] = spread_nibbles(hand)
    seen.hand[1] = hand >> EIGHT_VALUES
    seen.discard = state.discard[seat]
    forced = state.forced != NOBODY
    write_set(seen.could_hold, side_by_side(state.forced_values) if forced else signed(0))
    seen.forced = steps_to(seat, state.forced, state.players)
    for n in range(REVEALED):
        seen.revealed[n] = state.revealed[n] if state.players == 2 else 0


@rule
def encode_table(state: State, seat: int, seen: Seen) -> None:
    """What happens now, and how long the game goes on."""
    seen.discarding = flag(state.phase == DISCARD)
    seen.predicting = flag(state.phase == PREDICT)
    seen.playing = flag(state.phase == PLAY)
    seen.to_act = steps_to(seat, state.to_act, state.players)
    seen.start = steps_to(seat, state.start, state.players)
    seen.tricks_left = state.tricks_left
    seen.rounds_left = state.players - state.rounds_played
    seen.players = state.players


def count_actions(options: Options) -> int:
    """How many actions there are."""
    return len(NAMES)


@rule
def mark_legal(state: State, words: Numbers, row: int) -> None:
    """Write the legal actions as bits."""
    words[row, 0] = legal(state)


@rule
def action_of(state: State, move: int) -> int:
    """No move names a seat or depends on the table: every move is its own action."""
    return move


@rule
def move_of(state: State, action: int) -> int:
    """The move that an action means."""
    return action
