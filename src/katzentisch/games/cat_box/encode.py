"""What a seat may know as numbers: for networks and environments. (Actions: `choosing`.)

Seats are counted clockwise from the one that looks: 0 is itself. Of the table a window
of 24 by 24 quadrants is told, which begins one column left of all that was ever laid,
and one row above it. Some random games in ten thousand grow wider; what is further out
is not told, and cannot be chosen.
"""

from katzentisch.games.cat_box.components import (
    CARDS,
    CONTENTS,
    NO_CARD,
    QUADRANTS,
    SEATS,
    SLOTS,
    TILES,
)
from katzentisch.games.cat_box.state import (
    NOWHERE,
    PLACE,
    SECOND,
    SPAN,
    STACKED,
    TILE,
    State,
)
from katzentisch.games.cat_box.table import wrapped, x_of, y_of
from katzentisch.games.ground.bits import EMPTY, ONE, first, has, place, signed, without_first
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers, Record, octets, tiny
from katzentisch.games.ground.seeing import OCTET, flag, seat_after, spread, steps_to

WINDOW = 24  # rows and columns
A_ROW = WINDOW // OCTET  # words
ROW_BITS = (1 << WINDOW) - 1
CARD_WORDS = CARDS // OCTET
FACE_PLANE = (1 << QUADRANTS) - 1
KINDS = len(CONTENTS) - 1


class Seen(Record):
    """What a seat may know, a byte each; what a table lacks is 0.

    A content is 1 to 5 for black, pink, purple, blue and yellow kittens, 6 for an empty
    box, 0 for nothing. A card has four: upper left and right, lower left and right.
    """

    window: Numbers = octets(
        WINDOW, A_ROW, says="the contents seen in the window, 24 rows of 24, left to right"
    )
    hands: Numbers = octets(
        SEATS,
        says="for each seat, 8: the contents of its two cards, as they would come to lie if one"
        " played them now",
    )
    reserved: Numbers = octets(
        SEATS, says="for each seat, 8: the contents of the card it caught, as it would lay it"
    )
    top: int = octets(says="the contents that the top of the pile shows; 4 unused")
    columns: Numbers = octets(
        CARD_WORDS,
        says="with specials, for each card with no quadrant covered: the window's column, from"
        " 1, of its upper left; otherwise 0",
    )
    rows: Numbers = octets(CARD_WORDS, says="likewise the window's row")
    identity: Numbers = tiny(KINDS, says="1 for the content that one wants to see")
    tiles: Numbers = tiny(
        SEATS,
        len(TILES),
        says="for each seat, 1 for each tile left: stack, paw, scratcher, mouse, fish",
    )
    scratched: Numbers = tiny(
        SEATS, 2, says="for each seat, the window's column and row, from 1, of its scratcher"
    )
    placing: int = tiny(says="1 at the start of a turn")
    stacking: int = tiny(says="1 after a stack")
    using: int = tiny(says="1 when a tile may be used after playing")
    pawing: int = tiny(says="1 when a second card is played")
    to_act: int = tiny(says="the seat to act; -1 when the game is over")
    start: int = tiny(says="the seat that started")
    pile: int = tiny(says="how many cards the pile has")
    unplayed: int = tiny(says="how many cards are still to be played")
    just_played: int = tiny(says="with specials, the number of the card played last, from 1")
    players: int = tiny(says="how many play")


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_window(state, seen)
    encode_cards(state, seat, seen)
    encode_turn(state, seat, seen)
    encode_specials(state, seat, seen)


@rule
def in_window(state: State, row: int) -> int:
    """The part of a row that the window shows, its first column first."""
    column = wrapped(signed(state.left) - 1)
    beyond = (row & ((ONE << column) - 1)) << (SPAN - column)
    return ((row >> column) | beyond) & ROW_BITS


@rule
def column_in_window(state: State, spot: int) -> int:
    """The window's column, from 0, in which a spot lies."""
    return x_of(signed(spot)) - state.left + 1


@rule
def row_in_window(state: State, spot: int) -> int:
    """The window's row, from 0."""
    return y_of(signed(spot)) - state.top + 1


@rule
def is_shown(state: State, spot: int) -> bool:
    """Does the window show this spot?"""
    column, row = column_in_window(state, spot), row_in_window(state, spot)
    return 0 <= column < WINDOW and 0 <= row < WINDOW


@rule
def encode_window(state: State, seen: Seen) -> None:
    """What is seen on the table, row by row."""
    top = signed(state.top) - 1
    for n in range(WINDOW):
        low, middle, high = EMPTY, EMPTY, EMPTY
        if top + n <= state.bottom:
            row = wrapped(top + n)
            low = in_window(state, state.seen[row, 0])
            middle = in_window(state, state.seen[row, 1])
            high = in_window(state, state.seen[row, 2])
        for word in range(A_ROW):
            shift = OCTET * word
            seen.window[n, word] = contents(low >> shift, middle >> shift, high >> shift)


@rule
def contents(low: int, middle: int, high: int) -> int:
    """Eight contents as bytes, from their three bits."""
    return spread(low) + 2 * spread(middle) + 4 * spread(high)


@rule
def encode_cards(state: State, seat: int, seen: Seen) -> None:
    """All cards that somebody holds, and the top of the pile: one side tells the other."""
    for steps in range(SEATS):
        here = steps < state.players
        other = seat_after(seat, steps, state.players) if here else 0
        turned = steps == 0
        one = face_of(state, state.hand[other, 0] if here else NO_CARD, turned)
        two = face_of(state, state.hand[other, SLOTS - 1] if here else NO_CARD, turned)
        seen.hands[steps] = two_faces(one, two)
        caught = state.reserved[other] if here else NO_CARD
        seen.reserved[steps] = two_faces(face_of(state, caught, True), EMPTY)
    on_top = state.pile[state.drawn] if state.drawn < state.pile_size else NO_CARD
    seen.top = two_faces(face_of(state, on_top, False), EMPTY)


@rule
def face_of(state: State, held: int, turned: bool) -> int:
    """What a held card shows, or on its other side; nothing if there is none."""
    if held == NO_CARD:
        return EMPTY
    return signed(state.face[held ^ 1 if turned else held])


@rule
def two_faces(one: int, two: int) -> int:
    """The contents of two cards as eight bytes."""
    low = (one & FACE_PLANE) | (two & FACE_PLANE) << QUADRANTS
    middle = (one >> QUADRANTS & FACE_PLANE) | (two >> QUADRANTS & FACE_PLANE) << QUADRANTS
    high = (one >> 2 * QUADRANTS & FACE_PLANE) | (two >> 2 * QUADRANTS & FACE_PLANE) << QUADRANTS
    return contents(low, middle, high)


@rule
def encode_turn(state: State, seat: int, seen: Seen) -> None:
    """What happens now, and how long the game goes on."""
    for kind in range(KINDS):
        seen.identity[kind] = flag(state.identity[seat] == kind + 1)
    seen.placing = flag(state.phase == PLACE)
    seen.stacking = flag(state.phase == STACKED)
    seen.using = flag(state.phase == TILE)
    seen.pawing = flag(state.phase == SECOND)
    seen.to_act = steps_to(seat, state.to_act, state.players)
    seen.start = steps_to(seat, state.start, state.players)
    seen.pile = state.pile_size - state.drawn
    seen.unplayed = state.unplayed
    seen.players = state.players


@rule
def encode_specials(state: State, seat: int, seen: Seen) -> None:
    """Tiles, scratchers, and which cards a mouse may see."""
    for word in range(CARD_WORDS):
        seen.columns[word] = 0
        seen.rows[word] = 0
    for steps in range(SEATS):
        here = steps < state.players
        other = seat_after(seat, steps, state.players) if here else 0
        for tile in range(len(TILES)):
            seen.tiles[steps, tile] = flag(here and has(signed(state.tiles[other]), tile))
        spot = state.scratched[other] if here else NOWHERE
        lies = spot != NOWHERE and is_shown(state, spot)
        seen.scratched[steps, 0] = column_in_window(state, spot) + 1 if lies else 0
        seen.scratched[steps, 1] = row_in_window(state, spot) + 1 if lies else 0
    seen.just_played = state.just_played + 1 if state.specials and state.laid > 1 else 0
    if state.specials:
        encode_uncovered(state, seen)


@long_rule
def encode_uncovered(state: State, seen: Seen) -> None:
    """Where the cards lie of which all is seen."""
    lying = state.uncovered
    while lying != 0:
        card = place(first(lying))
        lying = without_first(lying)
        spot = state.at[card]
        if is_shown(state, spot):
            shift = OCTET * (card % OCTET)
            seen.columns[card // OCTET] |= (EMPTY + column_in_window(state, spot) + 1) << shift
            seen.rows[card // OCTET] |= (EMPTY + row_in_window(state, spot) + 1) << shift
