"""The legal actions of the seat to act as bits, numbered as in `actions`; and a random one."""

from typing import TypeAlias

from katzentisch.games.cat_box.rules.components import HAND, SEATS
from katzentisch.games.cat_box.rules.moves import FROM_HAND, catch
from katzentisch.games.cat_box.rules.placing import (
    FULL,
    ON_STACK,
    ROOMY,
    is_usual,
    spots_in_row,
)
from katzentisch.games.cat_box.rules.sources import ONE_HAND
from katzentisch.games.cat_box.rules.state import STACKED, TILE, State
from katzentisch.games.cat_box.rules.table import (
    columns_kept,
    covering,
    end_of_rows,
    first_column,
    first_row,
    rows_kept,
)
from katzentisch.games.cat_box.rules.turn import puts, uses, way_to_put
from katzentisch.games.cat_box.tensors.actions import (
    BEYOND,
    FROM_RESERVE,
    SPOTS,
    TO_SCRATCH,
    window_of,
)
from katzentisch.games.cat_box.tensors.observation import ALL_LINES, WINDOW
from katzentisch.games.core.bits import (
    EMPTY,
    first,
    how_many,
    only,
    place,
    unsigned,
    without_first,
)
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.observation import (
    NO_ACTION,
    NOT_WRITTEN,
    WORD_BITS,
    Marks,
    mark_from,
    random_mark,
    seat_after,
    write_marks,
)
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import below

WORDS = SPOTS // WORD_BITS  # per window
ROWS_A_PART, WORDS_A_PART = 8, 3  # eight rows of 24 are three words of 64
PARTS = WORDS // WORDS_A_PART
EightRows: TypeAlias = tuple[int, int, int]
"""The marks of eight rows of a window: three words."""


@long_rule
def mark_legal(state: State, words: Marks, row: int) -> None:
    """Write the legal actions as bits."""
    clear_from(words, row, 0)
    mark_in_window(state, words, row)


@rule
def mark_again(state: State, words: Marks, row: int, stamp: int) -> None:
    """Write the legal actions over those last written for this table, if any."""
    if stamp == NOT_WRITTEN:
        clear_from(words, row, 0)
    mark_in_window(state, words, row)


@long_rule
def mark_in_window(state: State, words: Marks, row: int) -> None:
    """Write the legal actions, skipping rows below the table and absent seats, which have none."""
    if state.phase == TILE:
        mark_after_playing(state, words, row)
        return
    if state.specials:
        clear_from(words, row, TO_SCRATCH)
    found = EMPTY
    offered, roomy = offers(state)
    for part in range(PARTS):
        if ROWS_A_PART * part < rows_kept(state):
            one, two = spots_in_part(state, part)
            mark_part(state, words, row, part, offered, roomy, one, two)
            found |= any_of(one) if offered != 0 else EMPTY
            found |= any_of(two) if roomy != 0 else EMPTY
    rest = uses(state)
    if found == 0 and rest == 0 and state.phase != OVER:
        rest = only(BEYOND)
    write_marks(words, row, 0, rest)


@rule
def mark_part(
    state: State,
    words: Marks,
    row: int,
    part: int,
    offered: int,
    roomy: int,
    one: EightRows,
    two: EightRows,
) -> None:
    """Write eight rows of each card's window."""
    for slot in range(HAND[state.players]):
        for steps in range(state.players):
            mark_eight_rows(words, row, part, SEATS * slot + steps, offered, roomy, one, two)
    if state.specials:
        mark_eight_rows(words, row, part, FROM_RESERVE, offered, roomy, one, two)


@rule
def mark_eight_rows(
    words: Marks,
    row: int,
    part: int,
    window: int,
    offered: int,
    roomy: int,
    one: EightRows,
    two: EightRows,
) -> None:
    """Write eight rows of a card's window.

    Any card may lie on the spots `one`, and a card with an empty box also on `two`. What is
    written is selected by masks, because branches on empty boxes would be unpredictable.
    """
    any_card, roomy_card = -((offered >> window) & 1), -((roomy >> window) & 1)
    at = 1 + WORDS * window + WORDS_A_PART * part
    write_marks(words, row, at, (one[0] & any_card) | (two[0] & roomy_card))
    write_marks(words, row, at + 1, (one[1] & any_card) | (two[1] & roomy_card))
    write_marks(words, row, at + 2, (one[2] & any_card) | (two[2] & roomy_card))


@rule
def any_of(words: EightRows) -> int:
    """The union of three words."""
    return words[0] | words[1] | words[2]


@rule
def spots_in_part(state: State, part: int) -> tuple[EightRows, EightRows]:
    """Where any card may lie in eight rows, and where one with an empty box."""
    if state.phase == STACKED:
        return three_words(state, ON_STACK, part), (EMPTY, EMPTY, EMPTY)
    if is_usual(state, FULL) and columns_kept(state) <= WINDOW:
        return covering_words(state, first_row(state) + ROWS_A_PART * part)
    return three_words(state, FULL, part), three_words(state, ROOMY, part)


@rule
def covering_words(state: State, at: int) -> tuple[EightRows, EightRows]:
    """Where a card in these eight rows covers exactly one quadrant, and where exactly two.

    Two rows are examined as one, since a row's first column is empty and so is the first one
    after its last. (Below the table all columns are.)
    """
    a, b, c = shown_row(state, at), shown_row(state, at + 1), shown_row(state, at + 2)
    d, e, f = shown_row(state, at + 3), shown_row(state, at + 4), shown_row(state, at + 5)
    g, h, i = shown_row(state, at + 6), shown_row(state, at + 7), shown_row(state, at + 8)
    one_a, two_a = covering(a | b << WINDOW, b | c << WINDOW)
    one_c, two_c = covering(c | d << WINDOW, d | e << WINDOW)
    one_e, two_e = covering(e | f << WINDOW, f | g << WINDOW)
    one_g, two_g = covering(g | h << WINDOW, h | i << WINDOW)
    return joined(one_a, one_c, one_e, one_g), joined(two_a, two_c, two_e, two_g)


@rule
def shown_row(state: State, row: int) -> int:
    """The occupied quadrants of a row, as the window shows them."""
    return (state.taken[unsigned(row)] >> first_column(state)) & ALL_LINES


@rule
def joined(a: int, c: int, e: int, g: int) -> EightRows:
    """Eight rows of the window, given in pairs, as three words."""
    return a | c << 48, c >> 16 | e << 32, e >> 32 | g << 16


@rule
def clear_from(words: Marks, row: int, window: int) -> None:
    """Clear all windows from this one on."""
    for n in range(1 + WORDS * window, words.shape[1]):
        write_marks(words, row, n, EMPTY)


@rule
def offers(state: State) -> tuple[int, int]:
    """The windows of all cards that can be played, and of those with an empty box."""
    offered, roomy = EMPTY, EMPTY
    left, with_empty_box = puts(state)
    while left != 0:
        card = place(first(left))
        window = window_of(state, card)
        offered |= only(window)
        roomy |= ((with_empty_box >> card) & 1) << window
        left = without_first(left)
    return offered, roomy


@long_rule
def three_words(state: State, way: int, part: int) -> EightRows:
    """The spots in eight rows where something may be put."""
    n = first_row(state) + ROWS_A_PART * part
    return joined(
        two_rows(state, way, n),
        two_rows(state, way, n + 2),
        two_rows(state, way, n + 4),
        two_rows(state, way, n + 6),
    )


@rule
def two_rows(state: State, way: int, row: int) -> int:
    """The spots in two rows of the window where something may be put."""
    column = first_column(state)
    upper = (spots_of(state, way, row) >> column) & ALL_LINES
    return upper | ((spots_of(state, way, row + 1) >> column) & ALL_LINES) << WINDOW


@long_rule
def spots_of(state: State, way: int, row: int) -> int:
    """The spots in a row where something may be put; none below the table."""
    return spots_in_row(state, row, way) if row < end_of_rows(state) else EMPTY


@long_rule
def mark_after_playing(state: State, words: Marks, row: int) -> None:
    """Write what may be used after playing, and a window for each thing that a tile moves."""
    clear_from(words, row, 0)
    write_marks(words, row, 0, uses_seen(state))
    left, _ = puts(state)
    while left != 0:
        thing = place(first(left))
        mark_window(state, words, row, window_of(state, thing), way_to_put(state, thing, EMPTY))
        left = without_first(left)


@rule
def uses_seen(state: State) -> int:
    """What may be used, with the hands that a fish can reach numbered from the seat to act."""
    used = uses(state)
    found = used & (only(FROM_HAND) - 1)
    for steps in range(state.players):
        seat = seat_after(state.to_act, steps, state.players)
        found |= ((used >> catch(seat, 0)) & ONE_HAND) << catch(steps, 0)
    return found


@long_rule
def mark_window(state: State, words: Marks, row: int, window: int, way: int) -> None:
    """Write one window's spots."""
    for part in range(PARTS):
        spots = three_words(state, way, part)
        for n in range(WORDS_A_PART):
            write_marks(words, row, 1 + WORDS * window + WORDS_A_PART * part + n, spots[n])


@rule
def random_action(state: State, words: Marks, row: int, chance: Numbers) -> int:
    """A uniformly random legal action; none if the game is over.

    Usually the marks need not be counted: all cards with an empty box have the same number
    of spots, and so do all others.
    """
    if state.phase in (TILE, STACKED) or not (is_usual(state, FULL) and is_all_shown(state)):
        return random_mark(state, words, row, chance)
    offered, roomy = offers(state)
    rest = how_many(words[unsigned(row), 0])
    count = rest + state.ones * how_many(offered) + state.twos * how_many(roomy)
    if count == 0:
        return NO_ACTION
    left = below(chance, count)
    if left < rest:
        return mark_from(words, row, 0, left)
    left -= rest
    window = place(first(offered))
    marks = state.ones + state.twos * ((roomy >> window) & 1)
    while left >= marks:
        left -= marks
        offered = without_first(offered)
        window = place(first(offered))
        marks = state.ones + state.twos * ((roomy >> window) & 1)
    return mark_from(words, row, 1 + WORDS * window, left)


@rule
def is_all_shown(state: State) -> bool:
    """Does the window show every spot?"""
    return rows_kept(state) <= WINDOW and columns_kept(state) <= WINDOW
