"""What a seat may know, in numbers, for networks and environments. (Actions: `actions`.)

Seats are numbered clockwise from the observer, which is 0. The table is encoded as a
window of 24 by 24 quadrants that begins one column to the left of everything ever laid,
and one row above it. A few random games in ten thousand grow wider; anything further
out is not encoded and cannot be chosen.
"""

from katzentisch.games.cat_box.rules.components import (
    CARDS,
    NO_CARD,
    QUADRANTS,
    SEATS,
    SLOTS,
    ZERO,
)
from katzentisch.games.cat_box.rules.state import (
    NOWHERE,
    PLACE,
    SECOND,
    STACKED,
    TILE,
    State,
)
from katzentisch.games.cat_box.rules.table import (
    column_at,
    columns_kept,
    first_column,
    first_row,
    planes_of,
    row_at,
    rows_kept,
    x_of,
    y_of,
)
from katzentisch.games.core.bits import (
    EMPTY,
    bits,
    first,
    only,
    place,
    signed,
    unsigned,
    without_first,
)
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.observation import (
    NOT_WRITTEN,
    OCTET,
    ONE_OCTET,
    eight,
    flag,
    seat_after,
    spread,
    spread_fours,
    steps_to,
)
from katzentisch.games.core.record import Numbers, Record, octets

WINDOW = 24  # rows and columns
A_ROW = WINDOW // OCTET  # words per row
ALL_LINES = (1 << WINDOW) - 1  # its rows or columns as bits
CARD_WORDS = CARDS // OCTET
HALF = 32  # bits of a word
LEFT = bits(0x555 | 0x555 << HALF)  # the left quadrants of two faces
CARD_IN_STAMP = bits(ONE_OCTET << OCTET)


class Seen(Record):
    """What a seat may know, one byte each; whatever a table lacks is 0.

    A content is 1 to 5 for black, pink, purple, blue and yellow kittens, 6 for an empty
    box, 0 for nothing. A card has four contents: upper left and right, lower left and right.
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
    identity: int = octets(says="1 for the content that one wants to see, from 1 to 6; 2 unused")
    tiles: Numbers = octets(
        SEATS,
        says="for each seat, 8: 1 for each tile left (stack, paw, scratcher, mouse, fish); the"
        " window's column and row, from 1, of its scratcher; 1 unused",
    )
    now: int = octets(
        says="1 at the start of a turn; 1 after a stack; 1 when a tile may be used after"
        " playing; 1 when a second card is played; the seat to act, -1 when the game is over;"
        " the one that started; how many play; with specials, the number of the card played"
        " last, from 1",
    )
    rest: int = octets(
        says="how many cards the pile has; how many are still to be played; 6 unused"
    )


@long_rule
def encode(state: State, seat: int, seen: Seen) -> None:
    """Write what this seat may know."""
    encode_window(state, seen)
    encode_cards(state, seat, seen)
    encode_turn(state, seat, seen)
    encode_specials(state, seat, seen)
    for steps in range(state.players, SEATS):
        seen.hands[steps] = EMPTY


@long_rule
def encode_again(state: State, seat: int, seen: Seen, stamp: int) -> int:
    """Update the last observation of this table, whichever seat's it was, for this seat.

    Everybody sees the same table, and laying a card changes only two rows of the window.
    """
    if stamp == NOT_WRITTEN:
        encode(state, seat, seen)
    else:
        encode_changes(state, seen, stamp)
        encode_cards(state, seat, seen)
        encode_turn(state, seat, seen)
        if state.specials:
            encode_specials(state, seat, seen)
    return stamp_of(state)


@rule
def stamp_of(state: State) -> int:
    """How many cards have been laid, the one played last, and where the window begins."""
    return eight(state.laid, state.just_played, state.top, state.left, 0, 0, 0, 0)


@rule
def window_column(state: State, spot: int) -> int:
    """A spot's column in the window, from 0."""
    return column_at(state, x_of(signed(spot))) - first_column(state)


@rule
def window_row(state: State, spot: int) -> int:
    """A spot's row in the window, from 0."""
    return row_at(state, y_of(signed(spot))) - first_row(state)


@rule
def is_shown(state: State, spot: int) -> bool:
    """Does the window show this spot?"""
    return 0 <= window_column(state, spot) < WINDOW and 0 <= window_row(state, spot) < WINDOW


@rule
def encode_window(state: State, seen: Seen) -> None:
    """Encode what is visible on the table, row by row."""
    filled = min(rows_kept(state), WINDOW)
    encode_rows(state, seen, ZERO, filled)
    for n in range(filled, WINDOW):
        for word in range(A_ROW):
            seen.window[unsigned(n), word] = EMPTY


@rule
def encode_changes(state: State, seen: Seen, stamp: int) -> None:
    """Encode the rows that may have changed: those of the card just played, or all."""
    now, begin, end = stamp_of(state), ZERO, min(rows_kept(state), WINDOW)
    if is_next(now, stamp):
        begin = window_row(state, state.at[state.just_played])
        end = min(begin + 2, end)
    if now != stamp:
        encode_rows(state, seen, begin, end)


@rule
def is_next(now: int, stamp: int) -> bool:
    """Has just one card been laid since, with the window beginning where it did?

    A card that a mouse has moved does not count: the card just played is still the same.
    """
    played = (now ^ stamp) & CARD_IN_STAMP != 0
    return played and now & ~CARD_IN_STAMP == (stamp & ~CARD_IN_STAMP) + 1


@rule
def encode_rows(state: State, seen: Seen, begin: int, end: int) -> None:
    """Encode what is visible in these rows of the window."""
    is_wide, kept, column = columns_kept(state) > OCTET, first_row(state), first_column(state)
    for n in range(begin, end):
        encode_row(row_of(state, kept + n, column), is_wide, seen, n)


@rule
def row_of(state: State, kept: int, column: int) -> tuple[int, int, int]:
    """The three bits of the contents in a stored row, from a column on."""
    # Unsigned, because a signed index would have to be checked for being negative.
    low, middle, high = planes_of(state, unsigned(kept))
    return low >> column, middle >> column, high >> column


@rule
def encode_row(row: tuple[int, int, int], is_wide: bool, seen: Seen, n: int) -> None:
    """Encode what is visible in a row as a row of the window."""
    low, middle, high = row
    at = unsigned(n)
    seen.window[at, 0] = contents(low, middle, high)
    if is_wide:
        seen.window[at, 1] = contents(low >> OCTET, middle >> OCTET, high >> OCTET)
        seen.window[at, 2] = contents(low >> 2 * OCTET, middle >> 2 * OCTET, high >> 2 * OCTET)
    else:
        seen.window[at, 1] = EMPTY
        seen.window[at, 2] = EMPTY


@rule
def contents(low: int, middle: int, high: int) -> int:
    """Eight contents as bytes, from their three bits."""
    return spread(low) + 2 * spread(middle) + 4 * spread(high)


@rule
def encode_cards(state: State, seat: int, seen: Seen) -> None:
    """Encode all cards in hands and the top of the pile; one side determines the other."""
    players = state.players
    for steps in range(players):
        other = seat_after(seat, steps, players)
        faces = both_faces(state.faces[other, 0], state.faces[other, SLOTS - 1])
        seen.hands[steps] = contents_of(other_side(faces) if steps == 0 else faces)
    on_top = state.pile[state.drawn] if state.drawn < state.pile_size else NO_CARD
    seen.top = contents_of(face_of(state, on_top))


@rule
def face_of(state: State, held: int) -> int:
    """What a held card shows; nothing if there is none."""
    return EMPTY if held == NO_CARD else signed(state.face[held])


@rule
def both_faces(one: int, two: int) -> int:
    """Two cards' faces in one number."""
    return signed(one) | signed(two) << HALF


@rule
def other_side(faces: int) -> int:
    """Faces as seen from behind: left and right swapped."""
    return (faces & LEFT) << 1 | (faces >> 1) & LEFT


@rule
def contents_of(faces: int) -> int:
    """The contents of two cards as eight bytes."""
    low, middle = spread_fours(faces), spread_fours(faces >> QUADRANTS)
    return low + 2 * middle + 4 * spread_fours(faces >> 2 * QUADRANTS)


@rule
def encode_turn(state: State, seat: int, seen: Seen) -> None:
    """Encode the seat's identity, what is happening now, and how many cards are left."""
    phase, players = state.phase, state.players
    seen.identity = spread(only(state.identity[seat] - 1))
    seen.now = eight(
        flag(phase == PLACE),
        flag(phase == STACKED),
        flag(phase == TILE),
        flag(phase == SECOND),
        steps_to(seat, state.to_act, players),
        steps_to(seat, state.start, players),
        players,
        state.just_played + 1 if state.specials and state.laid > 1 else 0,
    )
    seen.rest = eight(state.pile_size - state.drawn, state.unplayed, 0, 0, 0, 0, 0, 0)


@rule
def encode_specials(state: State, seat: int, seen: Seen) -> None:
    """Encode cards caught, tiles, scratchers, and the uncovered cards."""
    for word in range(CARD_WORDS):
        seen.columns[word] = EMPTY
        seen.rows[word] = EMPTY
    for steps in range(SEATS):
        seen.reserved[steps] = EMPTY
        seen.tiles[steps] = EMPTY
    if state.specials:
        for steps in range(state.players):
            other = seat_after(seat, steps, state.players)
            caught = face_of(state, state.reserved[other])
            seen.reserved[steps] = contents_of(other_side(caught))
            seen.tiles[steps] = spread(signed(state.tiles[other])) | where_scratched(state, other)
        encode_uncovered(state, seen)


@rule
def where_scratched(state: State, seat: int) -> int:
    """A scratcher's column and row as the sixth and seventh bytes of a word."""
    spot = state.scratched[seat]
    if spot == NOWHERE or not is_shown(state, spot):
        return EMPTY
    return eight(0, 0, 0, 0, 0, window_column(state, spot) + 1, window_row(state, spot) + 1, 0)


@long_rule
def encode_uncovered(state: State, seen: Seen) -> None:
    """Encode where the uncovered cards are."""
    lying = state.uncovered
    while lying != 0:
        card = place(first(lying))
        lying = without_first(lying)
        spot = state.at[card]
        if is_shown(state, spot):
            shift = OCTET * (card % OCTET)
            seen.columns[card // OCTET] |= (window_column(state, spot) + 1) << shift
            seen.rows[card // OCTET] |= (window_row(state, spot) + 1) << shift
