"""What is visible at the end, the points, and who wins."""

from katzentisch.games.cat_box.rules.components import (
    CARDS,
    CHIHUAHUA,
    COLOURS,
    EMPTY_BOX,
    QUADRANTS,
)
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.cat_box.rules.table import (
    empty_boxes,
    end_of_rows,
    first_row,
    left_neighbours,
    planes_of,
    right_neighbours,
)
from katzentisch.games.core.bits import EMPTY, first, how_many, place, signed
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY

EVERY_QUADRANT = (1 << QUADRANTS) - 1
A_THREE = 3  # kittens in a group that the Chihuahua likes
FOR_A_THREE = 2  # points


@long_rule
def count_table(state: State) -> None:
    """Once all cards are played, count what is visible and the groups of each colour."""
    count_groups(state)
    state.phase = OVER
    state.to_act = NOBODY


@rule
def showing(state: State, row: int, content: int) -> int:
    """The quadrants in a row with this content."""
    low, middle, high = planes_of(state, row)
    return matching(low, middle, high, content)


@rule
def shows(face: int, content: int) -> int:
    """A face's quadrants with this content, as a set."""
    wide = signed(face)
    return matching(wide, wide >> QUADRANTS, wide >> 2 * QUADRANTS, content) & EVERY_QUADRANT


@rule
def matching(low: int, middle: int, high: int, content: int) -> int:
    """Where three planes together encode a content.

    A plane in which the content has no bit is inverted, with a mask rather than a branch:
    with a branch, the compiler would duplicate every enclosing loop for each content.
    """
    low ^= (content & 1) - 1
    middle ^= ((content >> 1) & 1) - 1
    high ^= (content >> 2) - 1
    return low & middle & high


@rule
def count_visible(state: State, content: int) -> int:
    """The number of quadrants on which a content is visible."""
    count = 0
    for row in range(first_row(state) + 1, end_of_rows(state)):
        count += how_many(showing(state, row, content))
    return count


@long_rule
def count_groups(state: State) -> None:
    """Count what is visible; kittens of one colour that share an edge are a group.

    Most kittens are alone or in pairs, and all of these in a row are found at once. A larger
    group has a kitten that adjoins two others, and is counted from there. No more cards will
    be placed, so `taken` is reused to mark the kittens that have been counted.
    """
    for row in range(first_row(state), end_of_rows(state) + 1):
        state.taken[row] = 0
    above = EMPTY
    for row in range(first_row(state) + 1, end_of_rows(state)):
        right, below = like_the_right(state, row), like_below(state, row)
        left = left_neighbours(right)
        count_row(state, row, left | right | above | below)
        between = (left & right) | (above & below) | ((left | right) & (above | below))
        while between & ~state.taken[row] != 0:
            count_group(state, row, first(between & ~state.taken[row]))
        above = below


@rule
def like_the_right(state: State, row: int) -> int:
    """The kittens in a row whose right neighbour has their colour."""
    low, middle, high = planes_of(state, row)
    right = right_neighbours(low), right_neighbours(middle), right_neighbours(high)
    return kittens_in(state, row) & alike((low, middle, high), right)


@rule
def like_below(state: State, row: int) -> int:
    """The kittens in a row whose neighbour below has their colour."""
    return kittens_in(state, row) & alike(planes_of(state, row), planes_of(state, row + 1))


@rule
def alike(here: tuple[int, int, int], there: tuple[int, int, int]) -> int:
    """Where three planes equal three others."""
    return ~((here[0] ^ there[0]) | (here[1] ^ there[1]) | (here[2] ^ there[2]))


@rule
def kittens_in(state: State, row: int) -> int:
    """The quadrants in a row with a kitten of any colour."""
    low, middle, high = planes_of(state, row)
    return (low | middle | high) & ~empty_boxes(state, row)


@rule
def count_row(state: State, row: int, in_company: int) -> None:
    """Count what is visible in a row; kittens `in_company` are in groups of at least two."""
    state.visible[EMPTY_BOX] += how_many(empty_boxes(state, row))
    for colour in range(1, len(COLOURS) + 1):
        kittens = showing(state, row, colour)
        state.visible[colour] += how_many(kittens)
        size = (1 if kittens != 0 else 0) + (1 if kittens & in_company != 0 else 0)
        state.largest[colour] = max(state.largest[colour], size)


@rule
def count_group(state: State, row: int, kitten: int) -> None:
    """Count the group of a kitten, the first in it that adjoins two others.

    The group reaches up by one row at most: a kitten there adjoins only the one below it.
    """
    colour = colour_of(state, row, kitten)
    size = mark_group(state, colour, row, kitten)
    state.largest[colour] = max(state.largest[colour], size)
    state.threes += 1 if size == A_THREE else 0


@rule
def mark_group(state: State, colour: int, row: int, kitten: int) -> int:
    """Mark a kitten's group, which reaches up by one row at most; return its size."""
    state.taken[row] |= kitten
    size, bottom, joining = 1, row, 1
    while joining != 0:
        joining, bottom = grow(state, colour, row - 1, bottom)
        size += joining
    return size


@long_rule
def mark_next_group(state: State, colour: int) -> int:
    """Mark the topmost unmarked group of a colour; return its size, or 0 if there is none."""
    for row in range(first_row(state) + 1, end_of_rows(state)):
        kittens = showing(state, row, colour) & ~state.taken[row]
        if kittens != 0:
            return mark_group(state, colour, row, first(kittens))
    return 0


@rule
def colour_of(state: State, row: int, kitten: int) -> int:
    """The colour of a kitten in a row."""
    shift = place(kitten)
    low, middle, high = planes_of(state, row)
    return (low >> shift & 1) + 2 * (middle >> shift & 1) + 4 * (high >> shift & 1)


@rule
def grow(state: State, colour: int, top: int, bottom: int) -> tuple[int, int]:
    """Mark the neighbours of marked kittens, going down; return their number and the last row."""
    joining, at = 0, top
    above, kittens = EMPTY, showing(state, top, colour)
    while at <= bottom + 1:
        kittens_below = showing(state, at + 1, colour)
        marked, below = state.taken[at] & kittens, state.taken[at + 1] & kittens_below
        joined = marked | ((above | below) & kittens)
        while True:
            spread = (joined | left_neighbours(joined) | right_neighbours(joined)) & kittens
            if spread == joined:
                break
            joined = spread
        if joined != marked:
            state.taken[at] |= joined
            joining += how_many(joined) - how_many(marked)
            bottom = max(bottom, at)
        above, kittens = joined, kittens_below
        at += 1
    return joining, bottom


@rule
def score(state: State, seat: int) -> int:
    """Points are counted at the end; until then nobody has any."""
    if state.phase != OVER:
        return 0
    return points_seen(state, seat) + points_of_groups(state, seat) + points_of_tiles(state, seat)


@rule
def points_seen(state: State, seat: int) -> int:
    """One for each kitten of the seat's own colour; the Chihuahua counts empty boxes."""
    identity = state.identity[seat]
    return state.visible[EMPTY_BOX] if identity == CHIHUAHUA else state.visible[identity]


@rule
def points_of_groups(state: State, seat: int) -> int:
    """One for each kitten in the largest group; the Chihuahua gets two for each group of three."""
    identity = state.identity[seat]
    return FOR_A_THREE * state.threes if identity == CHIHUAHUA else state.largest[identity]


@rule
def points_of_tiles(state: State, seat: int) -> int:
    """One for each tile that was not used."""
    return how_many(state.tiles[seat])


@rule
def is_winner(state: State, seat: int) -> bool:
    """Most points win; ties go to the Chihuahua, then by size of largest group, then to all."""
    for other in range(state.players):
        if score(state, other) > score(state, seat):
            return False
        tied = score(state, other) == score(state, seat)
        if tied and standing(state, other) > standing(state, seat):
            return False
    return True


@rule
def standing(state: State, seat: int) -> int:
    """What breaks a tie; the Chihuahua ranks above any group."""
    identity = state.identity[seat]
    return QUADRANTS * CARDS + 1 if identity == CHIHUAHUA else state.largest[identity]


@rule
def rounds_done(state: State) -> int:
    """The whole game is one round."""
    return 1 if state.phase == OVER else 0
