"""Moves as actions for networks, numbered as the seat to act sees the table.

The first 64 actions have no spot: the tiles, and BEYOND. Then comes a window for each
thing that can be moved: the first card of each hand, clockwise from the seat's own; the
second cards; the reserved card; the scratcher; and, for the mouse, each card by its number.
A window's 24 by 24 spots are those of `encode`, row by row.

Legal moves further out have no number. Where nothing else is legal, BEYOND is legal and
stands for the first legal move.
"""

from katzentisch.games.cat_box.rules.components import (
    CARDS,
    EMPTY_BOX,
    HAND,
    QUADRANTS,
    SEATS,
    SLOTS,
    Options,
)
from katzentisch.games.cat_box.rules.moves import (
    FROM_HAND,
    OWN,
    RESERVED,
    USES,
    fishing,
    from_seat,
    moving,
    seat_fished,
    slot_fished,
    spot_of,
    thing_of,
    using,
)
from katzentisch.games.cat_box.rules.sources import owner_of, slot_of
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.cat_box.rules.table import spot_at
from katzentisch.games.cat_box.rules.turn import nth_legal
from katzentisch.games.cat_box.tensors.observation import (
    WINDOW,
    Seen,
    is_shown,
    window_column,
    window_row,
)
from katzentisch.games.core.bits import signed
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.observation import (
    OCTET,
    WORD_BITS,
    Picture,
    fields_of,
    seat_after,
    steps_to,
)

SPOTS = WINDOW * WINDOW
BEYOND = USES

# Windows by what is moved: cards of hands first, slot by slot.
HANDS = SEATS * SLOTS
FROM_RESERVE = HANDS
TO_SCRATCH = FROM_RESERVE + 1
FIRST_MOUSE = TO_SCRATCH + 1
WINDOWS = FIRST_MOUSE + CARDS


def offset_of(name: str) -> int:
    """The offset of a field in a row."""
    return next(field.offset for field in fields_of(Seen) if field.name == name)


PICTURE = Picture(
    side=WINDOW,
    contents=EMPTY_BOX,
    wanted=offset_of("identity"),
    cards=(
        *(
            (offset_of("hands") + OCTET * steps + QUADRANTS * slot, SEATS * slot + steps)
            for slot in range(SLOTS)
            for steps in range(SEATS)
        ),
        (offset_of("reserved"), FROM_RESERVE),
    ),
)


def count_actions(options: Options) -> int:
    """The number of actions; without specials, there are only the windows for hands."""
    players = options.players
    hands = players if HAND[players] == 1 else SEATS + players
    return WORD_BITS + SPOTS * (WINDOWS if options.specials else hands)


@long_rule
def action_of(state: State, move: int) -> int:
    """The action for this move of the seat to act; BEYOND if it has no number."""
    thing, spot = thing_of(move), spot_of(move)
    if move >= fishing(0, 0):
        steps = steps_to(state.to_act, seat_fished(move), state.players)
        return FROM_HAND + SLOTS * steps + slot_fished(move)
    if move >= using(0):
        return spot
    if not is_shown(state, spot):
        return BEYOND
    at = WINDOW * window_row(state, spot) + window_column(state, spot)
    return WORD_BITS + SPOTS * window_of(state, thing) + at


@rule
def window_of(state: State, thing: int) -> int:
    """The window for a thing to move."""
    if thing >= RESERVED:
        return FROM_RESERVE + thing - RESERVED
    steps = steps_to(state.to_act, owner_of(state, thing), state.players)
    return SEATS * slot_of(thing) + steps


@long_rule
def move_of(state: State, action: int) -> int:
    """The move that an action of the seat to act stands for."""
    if action == BEYOND:
        return nth_legal(state, 0)
    if action < FROM_HAND:
        return using(action)
    if action < WORD_BITS:
        steps, slot = (action - FROM_HAND) // SLOTS, (action - FROM_HAND) % SLOTS
        return fishing(seat_after(state.to_act, steps, state.players), slot)
    window, at = (action - WORD_BITS) // SPOTS, (action - WORD_BITS) % SPOTS
    x = signed(state.left) - 1 + at % WINDOW
    y = signed(state.top) - 1 + at // WINDOW
    return moving(thing_in(state, window), spot_at(x, y))


@rule
def thing_in(state: State, window: int) -> int:
    """The thing that a window moves."""
    if window >= HANDS:
        return RESERVED + window - FROM_RESERVE
    steps, slot = window % SEATS, window // SEATS
    if steps == 0:
        return OWN + slot
    return from_seat(seat_after(state.to_act, steps, state.players), slot)
