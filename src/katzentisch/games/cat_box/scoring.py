"""What is seen at the end, points, and who wins."""

from katzentisch.games.cat_box.components import (
    CARDS,
    CHIHUAHUA,
    COLOURS,
    EMPTY_BOX,
    NOBODY,
    QUADRANTS,
)
from katzentisch.games.cat_box.state import State
from katzentisch.games.cat_box.table import (
    end_of_rows,
    first_row,
    left_neighbours,
    right_neighbours,
)
from katzentisch.games.ground.bits import EMPTY, first, how_many, signed
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.phases import OVER

EVERY_QUADRANT = (1 << QUADRANTS) - 1
A_THREE = 3  # kittens in a group that the Chihuahua likes
FOR_A_THREE = 2  # points


@long_rule
def count_table(state: State) -> None:
    """All cards are played: count what is seen, and the groups of each colour."""
    for content in range(1, EMPTY_BOX + 1):
        state.visible[content] = count_visible(state, content)
    for colour in range(1, len(COLOURS) + 1):
        count_groups(state, colour)
    state.phase = OVER
    state.to_act = NOBODY


@rule
def showing(state: State, row: int, content: int) -> int:
    """The quadrants in a row with this content."""
    return matching(state.seen[row, 0], state.seen[row, 1], state.seen[row, 2], content)


@rule
def shows(face: int, content: int) -> int:
    """A face's quadrants with this content, as a set."""
    wide = signed(face)
    return matching(wide, wide >> QUADRANTS, wide >> 2 * QUADRANTS, content) & EVERY_QUADRANT


@rule
def matching(low: int, middle: int, high: int, content: int) -> int:
    """Where three planes together have a content.

    A plane in which the content has no bit is turned over, by a mask and not by a
    branch: the compiler would write every loop around this once for each content.
    """
    low ^= (content & 1) - 1
    middle ^= ((content >> 1) & 1) - 1
    high ^= (content >> 2) - 1
    return low & middle & high


@rule
def count_visible(state: State, content: int) -> int:
    """How often a content is seen."""
    count = 0
    for row in range(first_row(state) + 1, end_of_rows(state)):
        count += how_many(showing(state, row, content))
    return count


@long_rule
def count_groups(state: State, colour: int) -> None:
    """Kittens of one colour that adjoin by an edge are a group.

    No card will be placed any more, so the rows of what is taken serve to mark the
    kittens that have been counted.
    """
    for row in range(first_row(state), end_of_rows(state) + 1):
        state.taken[row] = 0
    above, kittens = EMPTY, showing(state, first_row(state) + 1, colour)
    for row in range(first_row(state) + 1, end_of_rows(state)):
        below = showing(state, row + 1, colour)
        if kittens != 0:
            state.largest[colour] = max(state.largest[colour], 1)
        beside = left_neighbours(kittens) | right_neighbours(kittens)
        in_company = kittens & (beside | above | below)
        while in_company & ~state.taken[row] != 0:
            size = count_group(state, colour, row, first(in_company & ~state.taken[row]))
            state.largest[colour] = max(state.largest[colour], size)
            state.threes += 1 if size == A_THREE else 0
        above, kittens = kittens, below


@rule
def count_group(state: State, colour: int, row: int, kitten: int) -> int:
    """The size of the group that a kitten belongs to; none of it is in a row above."""
    state.taken[row] |= kitten
    size, bottom, grown = 1, row, True
    while grown:
        grown = False
        at = row
        while at <= bottom + 1:
            joining = grow(state, colour, at)
            if joining != 0:
                size += joining
                bottom = max(bottom, at)
                grown = True
            at += 1
    return size


@rule
def grow(state: State, colour: int, row: int) -> int:
    """Mark all kittens in a row that adjoin marked ones; how many they are."""
    kittens = showing(state, row, colour)
    marked = state.taken[row]
    joined = (marked | state.taken[row - 1] | state.taken[row + 1]) & kittens
    while True:
        spread = (joined | left_neighbours(joined) | right_neighbours(joined)) & kittens
        if spread == joined:
            break
        joined = spread
    state.taken[row] = joined
    return how_many(joined) - how_many(marked)


@rule
def score(state: State, seat: int) -> int:
    """Points are counted at the end; before, nobody has any."""
    if state.phase != OVER:
        return 0
    return points_of(state, state.identity[seat]) + how_many(state.tiles[seat])


@rule
def points_of(state: State, identity: int) -> int:
    """One for each kitten and for each in the largest group; the Chihuahua counts otherwise."""
    if identity == CHIHUAHUA:
        return state.visible[EMPTY_BOX] + FOR_A_THREE * state.threes
    return state.visible[identity] + state.largest[identity]


@rule
def is_winner(state: State, seat: int) -> bool:
    """Most points win; among equals the Chihuahua, then the larger largest group, then all."""
    for other in range(state.players):
        if score(state, other) > score(state, seat):
            return False
        tied = score(state, other) == score(state, seat)
        if tied and standing(state, other) > standing(state, seat):
            return False
    return True


@rule
def standing(state: State, seat: int) -> int:
    """What decides between equals; the Chihuahua stands above any group."""
    identity = state.identity[seat]
    return QUADRANTS * CARDS + 1 if identity == CHIHUAHUA else state.largest[identity]


@rule
def rounds_done(state: State) -> int:
    """The whole game is one round."""
    return 1 if state.phase == OVER else 0
