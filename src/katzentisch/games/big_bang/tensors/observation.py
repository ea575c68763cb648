"""What a seat may know as numbers, and moves as actions: for networks and environments.

Seats are numbered clockwise from the observer, which is 0. The values of cards and
prizes, which never change at a table, are not encoded.
"""

from katzentisch.games.big_bang.rules.components import (
    COLOURS,
    DECK,
    OPEN,
    ROUNDS,
    SEATS,
    TILES,
    Options,
)
from katzentisch.games.big_bang.rules.moves import NAMES, SIDES, cards_with
from katzentisch.games.big_bang.rules.setup import never_played
from katzentisch.games.big_bang.rules.state import ACTIVATE, PLAY, State
from katzentisch.games.big_bang.rules.turn import legal
from katzentisch.games.core.bits import EMPTY, has, how_many, signed
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.observation import (
    OCTET,
    as_it_is,
    eight,
    flag,
    random_mark,
    seat_after,
    spread,
    steps_to,
    write_set,
    write_set_of,
)
from katzentisch.games.core.record import Numbers, Record, octets

OF_SIDES = (SIDES + OCTET - 1) // OCTET
OF_CARDS = (DECK + OCTET - 1) // OCTET
OF_TILES = (len(TILES) + OCTET - 1) // OCTET


class Seen(Record):
    """What a seat may know, one byte per number; anything that a table lacks is 0."""

    played: Numbers = octets(
        SEATS,
        OF_SIDES,
        says="for each seat, 48: 1 for each side it has played this round, 15 green, 15 blue,"
        " 15 red, 3 unused",
    )
    known: Numbers = octets(
        SEATS,
        OF_CARDS,
        says="for each seat, 16: 1 for each card that all know to be in its hand; 1 unused",
    )
    gone: Numbers = octets(
        SEATS, OF_CARDS, says="for each seat, 16: 1 for each card that has left the game; 1 unused"
    )
    active: Numbers = octets(
        SEATS,
        OF_TILES,
        says="for each seat, 16: 1 for the tile it has activated, others' only if it lies face"
        " up; 6 unused",
    )
    hand: Numbers = octets(OF_CARDS, says="1 for each card in one's own hand; 1 unused")
    pile: Numbers = octets(OF_CARDS, says="1 for each card in one's own pile; 1 unused")
    tiles: Numbers = octets(OF_TILES, says="1 for each tile that one can activate; 6 unused")
    used: Numbers = octets(OF_TILES, says="1 for each tile that has been revealed; 6 unused")
    revealed: Numbers = octets(OF_TILES, says="1 for each tile of the last round; 6 unused")
    prizes_left: Numbers = octets(
        len(COLOURS), says="for each colour, 8: 1 for each prize not turned up yet; 2 unused"
    )
    seats: Numbers = octets(
        SEATS,
        says="for each seat, 8: its points; how many cards it holds; how many tiles it can"
        " activate; 1 if it has activated one; 1 if it can still act in this phase; 3 unused",
    )
    now: int = octets(
        says="1 while tiles are activated; 1 while cards are played; the seat to act, -1 when"
        " the game is over; the one that starts this round; the prizes turned up in green, blue"
        " and red; active tiles of the common pile",
    )
    rest: int = octets(
        says="rounds still to be played, this one included; how many play; how tiles are used:"
        " 0 hidden, 1 open, 2 none, 3 chaos, 4 chaos-plus; 5 unused",
    )


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_seats(state, seat, seen)
    encode_own(state, seat, seen)
    encode_now(state, seat, seen)
    encode_round(state, seen)
    encode_absent(state, seen)


@long_rule
def encode_again(state: State, seat: int, seen: Seen, stamp: int) -> int:
    """Write what this seat may know over this table's last observation, whichever seat it was for.

    Some parts are the same for every seat during a round, such as the others' hidden tiles. The
    seat's own tile is always written, over that of the seat observed last. The stamp is the
    number of the round, from 1.
    """
    this_round = signed(state.rounds_played) + 1
    encode_seats(state, seat, seen)
    encode_own(state, seat, seen)
    encode_now(state, seat, seen)
    if stamp != this_round:
        encode_round(state, seen)
        encode_absent(state, seen)
    return this_round


@rule
def encode_seats(state: State, seat: int, seen: Seen) -> None:
    """Write each seat's cards that are or were face up, and what everybody can count."""
    players, face_up, still_in = state.players, state.mode == OPEN, state.still_in
    for steps in range(players):
        other = seat_after(seat, steps, players)
        shown, played, hand = state.seen[other], state.played[other], state.hand[other]
        active = state.active[other]
        if steps == 0 or face_up:
            write_set_of(seen.active, steps, active)
        write_set_of(seen.played, steps, played)
        write_set_of(seen.known, steps, hand & shown)
        write_set_of(seen.gone, steps, shown & ~(hand | cards_with(played)))
        seen.seats[steps] = eight(
            state.points[other],
            how_many(hand),
            how_many(state.tiles[other]),
            flag(active != 0),
            flag(has(still_in, other)),
            0,
            0,
            0,
        )


@rule
def encode_own(state: State, seat: int, seen: Seen) -> None:
    """Write the seat's own cards and tiles."""
    hand = state.hand[seat]
    write_set(seen.pile, never_played(state, seat) & ~hand)
    write_set(seen.hand, hand)
    write_set(seen.tiles, state.tiles[seat])


@rule
def encode_now(state: State, seat: int, seen: Seen) -> None:
    """Write what is happening now, and the prizes."""
    players, phase = state.players, state.phase
    seen.now = eight(
        flag(phase == ACTIVATE),
        flag(phase == PLAY),
        steps_to(seat, state.to_act, players),
        steps_to(seat, state.start, players),
        state.prize[0],
        state.prize[1],
        state.prize[2],
        how_many(state.chaos),
    )


@rule
def encode_round(state: State, seen: Seen) -> None:
    """Write what stays the same for a round: hidden and used tiles, and the prizes to come."""
    if state.mode != OPEN:
        for steps in range(1, state.players):
            write_set_of(seen.active, steps, EMPTY)
    write_set(seen.used, state.used)
    write_set(seen.revealed, state.revealed)
    for colour in range(len(COLOURS)):
        seen.prizes_left[colour] = spread(state.prizes_left[colour])
    seen.rest = eight(ROUNDS - state.rounds_played, state.players, state.mode, 0, 0, 0, 0, 0)


@rule
def encode_absent(state: State, seen: Seen) -> None:
    """Write zeros for the seats that the table does not have."""
    for steps in range(state.players, SEATS):
        write_set_of(seen.played, steps, EMPTY)
        write_set_of(seen.known, steps, EMPTY)
        write_set_of(seen.gone, steps, EMPTY)
        write_set_of(seen.active, steps, EMPTY)
        seen.seats[steps] = EMPTY


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
