"""What is legal, and what a move does.

Every game ends: each turn that is not passed plays one of the 48 cards, and after one
round of passes no scratcher is left on the table, so any seat with a card within reach
can play it.
"""

from katzentisch.games.cat_box.rules.components import AFTER_PLAYING, NO_CARD, PAW, STACK
from katzentisch.games.cat_box.rules.laying import lay
from katzentisch.games.cat_box.rules.moves import (
    BY_MOUSE,
    ELSE,
    END,
    RESERVED,
    SCRATCH,
    USE_PAW,
    USE_STACK,
    USES,
    moving,
    seat_fished,
    slot_fished,
    spot_of,
    thing_of,
    using,
)
from katzentisch.games.cat_box.rules.placing import (
    FULL,
    ON_QUADRANT,
    ON_STACK,
    ROOMY,
    count_spots,
    may_lie,
    nth_spot,
    way_to_lay,
)
from katzentisch.games.cat_box.rules.scoring import count_table
from katzentisch.games.cat_box.rules.setup import draw_into, set_up
from katzentisch.games.cat_box.rules.sources import (
    as_source,
    as_sources,
    can_place,
    can_stack,
    held_at,
    side_up,
    take,
    within_reach,
)
from katzentisch.games.cat_box.rules.state import COUNT, DRAW, PLACE, SECOND, STACKED, TILE, State
from katzentisch.games.cat_box.rules.table import x_of, y_of
from katzentisch.games.cat_box.rules.tiles import (
    find_mice,
    fish,
    has_tile,
    move_card,
    moved_after_playing,
    scratch,
    spend,
    take_back_scratcher,
    used_after_playing,
)
from katzentisch.games.core.bits import (
    EMPTY,
    first,
    has,
    how_many,
    nth,
    only,
    place,
    signed,
    without_first,
)
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER


@rule
def legal(state: State) -> State:
    """The table itself, from which the legal moves are counted and picked."""
    return state


# Sets define what is legal: what may be used, what may be put on a spot, and which of these are
# cards with an empty box. Counts, masks and refusals are all derived from them.


@rule
def uses(state: State) -> int:
    """What may be done without a spot: use a stack before playing; afterwards a tile, or end."""
    if state.phase == TILE:
        return used_after_playing(state)
    return only(USE_STACK) if may_stack(state) else EMPTY


@rule
def puts(state: State) -> tuple[int, int]:
    """What may be put on a spot: any card within reach; after playing, what tiles move."""
    if state.phase == TILE:
        return moved_after_playing(state), EMPTY
    return within_reach(state) if state.phase != OVER else (EMPTY, EMPTY)


@rule
def way_to_put(state: State, thing: int, roomy: int) -> int:
    """How something is put on a spot; `placing` has the rules for each way."""
    if state.phase == TILE:
        return way_by_tile(thing)
    return way_to_lay(state.phase == STACKED, (roomy >> thing) & 1)


@rule
def way_by_tile(thing: int) -> int:
    """How a scratcher, or a card that a mouse carries, is put on a spot.

    Ways and things are numbered in step: CARRIED follows ON_QUADRANT as BY_MOUSE follows SCRATCH.
    """
    return ON_QUADRANT + thing - SCRATCH


@rule
def count_legal(state: State) -> int:
    """How many moves are legal."""
    used = how_many(uses(state))
    put, roomy = puts(state)
    if state.phase == TILE:
        return used + count_carries(state, put)
    if state.phase == STACKED:
        return used + how_many(put) * signed(count_spots(state, ON_STACK))
    spots = how_many(put ^ roomy) * signed(count_spots(state, FULL))
    return used + spots + how_many(roomy) * signed(count_spots(state, ROOMY))


@long_rule
def count_carries(state: State, put: int) -> int:
    """How many spots there are for all that tiles move."""
    count = EMPTY
    while put != 0:
        count += signed(count_spots(state, way_to_put(state, place(first(put)), EMPTY)))
        put = without_first(put)
    return count


@rule
def nth_legal(state: State, n: int) -> int:
    """The nth legal move, from 0: first those without a spot, then seat by seat."""
    used = uses(state)
    if n < how_many(used):
        return using(nth_use(used, n))
    n -= how_many(used)
    put, roomy = puts(state)
    way = way_to_put(state, place(first(put)), roomy)
    while n >= count_spots(state, way):
        n -= count_spots(state, way)
        put = without_first(put)
        way = way_to_put(state, place(first(put)), roomy)
    return moving(as_source(state, place(first(put))), nth_spot(state, way, n))


@rule
def nth_use(found: int, n: int) -> int:
    """The nth use, from 0; ending the turn comes first."""
    if has(found, END):
        return END if n == 0 else nth(found ^ only(END), n - 1)
    return nth(found, n)


@rule
def things(state: State) -> tuple[int, int]:
    """What may be put on a spot, and which of it are cards with an empty box, as moves name it."""
    put, roomy = puts(state)
    if state.phase == TILE:
        return put, roomy
    return as_sources(state, put), as_sources(state, roomy)


@long_rule
def is_legal(state: State, move: int) -> bool:
    """May this move be made now?"""
    thing, spot = thing_of(move), spot_of(move)
    if move < 0 or thing > ELSE:
        return False
    if thing == ELSE:
        return spot < USES and has(uses(state), spot)
    found, roomy = things(state)
    way = way_to_put(state, thing, roomy)
    return has(found, thing) and may_lie(state, way, x_of(spot), y_of(spot))


@rule
def may_stack(state: State) -> bool:
    """Before playing, a stack may be used if it leaves something to play."""
    return state.phase == PLACE and has_tile(state, STACK) and can_stack(state)


@rule
def decide(state: State, move: int) -> None:
    """Carry out the decision of the seat to act; the move is legal."""
    if thing_of(move) <= RESERVED:
        play_card(state, thing_of(move), spot_of(move))
    else:
        use_tile(state, move)


@rule
def play_card(state: State, source: int, spot: int) -> None:
    """A card is played; afterwards, if no tile was used, the seat may use one."""
    card, side = held_at(state, source) >> 1, side_up(state, source)
    take(state, source)
    lay(state, card, side, x_of(spot), y_of(spot))
    state.just_played = card
    state.unplayed -= 1
    if state.phase == PLACE and has_tile(state, AFTER_PLAYING):
        find_mice(state)
        state.phase = TILE
    else:
        end_turn(state)


@long_rule
def use_tile(state: State, move: int) -> None:
    """Use a tile, or none; only a stack or a paw lets the turn continue."""
    thing, spot = thing_of(move), spot_of(move)
    if move == using(USE_STACK):
        spend(state, STACK)
        state.phase = STACKED
    elif move == using(USE_PAW):
        spend(state, PAW)
        state.phase = SECOND
    else:
        if thing == SCRATCH:
            scratch(state, spot)
        elif move < using(0):
            move_card(state, thing - BY_MOUSE, x_of(spot), y_of(spot))
        elif move != using(END):
            fish(state, seat_fished(move), slot_fished(move))
        end_turn(state)


@rule
def step(state: State) -> None:
    """Carry out the next automatic step."""
    if state.phase == DRAW:
        draw(state)
    elif state.phase == COUNT:
        count_table(state)
    else:
        set_up(state)


@rule
def end_turn(state: State) -> None:
    """Seats whose cards were taken draw, while there are cards; then the next seat plays."""
    if state.owing != 0 and state.drawn < state.pile_size:
        state.phase = DRAW
    else:
        state.owing = 0
        next_turn(state)


@rule
def draw(state: State) -> None:
    """The first seat that is owed a card draws the top card of the pile."""
    seat = state.owed[0]
    slot = 0 if state.hand[seat, 0] == NO_CARD else 1
    draw_into(state, seat, slot)
    state.owed[0] = state.owed[1]
    state.owing -= 1
    end_turn(state)


@rule
def next_turn(state: State) -> None:
    """The next seat clockwise plays, or passes if it cannot; with no card left, the game ends."""
    if state.unplayed == 0:
        state.phase = COUNT
        return
    state.phase = PLACE
    begin_turn(state)
    if state.specials:
        pass_where_needed(state)


@long_rule
def pass_where_needed(state: State) -> None:
    """A seat that can play nothing passes."""
    while not can_place(state) and not may_stack(state):
        begin_turn(state)


@rule
def begin_turn(state: State) -> None:
    """The turn passes to the next seat, which takes its scratcher back."""
    state.to_act = state.to_act + 1 if state.to_act + 1 < state.players else 0
    take_back_scratcher(state)
