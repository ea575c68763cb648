"""What is legal, and what a move does.

Every game ends: each turn that is not passed plays one of the 48 cards, and after one
round of passes no scratcher lies any more, so that whoever has a card within reach can
play it.
"""

from katzentisch.games.cat_box.rules.components import AFTER_PLAYING, NO_CARD, PAW, STACK
from katzentisch.games.cat_box.rules.moves import (
    BY_MOUSE,
    ELSE,
    END,
    RESERVED,
    SCRATCH,
    USE_PAW,
    USE_STACK,
    seat_fished,
    slot_fished,
    spot_of,
    thing_of,
    using,
)
from katzentisch.games.cat_box.rules.placing import may_lie
from katzentisch.games.cat_box.rules.scoring import count_table
from katzentisch.games.cat_box.rules.setup import draw_into, set_up
from katzentisch.games.cat_box.rules.sources import (
    can_place,
    can_stack,
    count_places,
    held_at,
    is_offered,
    nth_place,
    side_up,
    take,
    way_to_lay,
)
from katzentisch.games.cat_box.rules.state import COUNT, DRAW, PLACE, SECOND, STACKED, TILE, State
from katzentisch.games.cat_box.rules.table import lay, x_of, y_of
from katzentisch.games.cat_box.rules.tiles import (
    count_tile_moves,
    find_mice,
    fish,
    has_tile,
    may_use_tile,
    move_card,
    nth_tile_move,
    scratch,
    spend,
    take_back_scratcher,
)
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER


@rule
def legal(state: State) -> State:
    """The table itself, from which the legal moves are counted and picked."""
    return state


@rule
def count_legal(state: State) -> int:
    """How many moves are legal."""
    if state.phase == TILE:
        return count_tile_moves(state)
    if state.phase == OVER:
        return 0
    return count_places(state) + (1 if may_stack(state) else 0)


@rule
def nth_legal(state: State, n: int) -> int:
    """The legal move that has n others before it."""
    if state.phase == TILE:
        return nth_tile_move(state, n)
    if may_stack(state):
        if n == 0:
            return using(USE_STACK)
        n -= 1
    return nth_place(state, n)


@long_rule
def is_legal(state: State, move: int) -> bool:
    """May this move be made now?"""
    if move < 0 or thing_of(move) > ELSE or state.phase == OVER:
        return False
    if state.phase == TILE:
        return may_use_tile(state, move)
    if move == using(USE_STACK):
        return may_stack(state)
    return thing_of(move) <= RESERVED and may_place(state, thing_of(move), spot_of(move))


@rule
def may_place(state: State, source: int, spot: int) -> bool:
    """May this card be placed there?"""
    if not is_offered(state, source):
        return False
    return may_lie(state, way_to_lay(state, held_at(state, source)), x_of(spot), y_of(spot))


@rule
def may_stack(state: State) -> bool:
    """Before playing, a stack may be used if it leaves something to play."""
    return state.phase == PLACE and has_tile(state, STACK) and can_stack(state)


@rule
def decide(state: State, move: int) -> None:
    """Do what the seat to act has decided; the move is legal."""
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
    """Use a tile, or none; only a stack and a paw let the seat go on."""
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
    """Let the next thing happen that nobody decides."""
    if state.phase == DRAW:
        draw(state)
    elif state.phase == COUNT:
        count_table(state)
    else:
        set_up(state)


@rule
def end_turn(state: State) -> None:
    """Those whose cards are gone draw, while there are cards; then the next seat plays."""
    if state.owing != 0 and state.drawn < state.pile_size:
        state.phase = DRAW
    else:
        state.owing = 0
        next_turn(state)


@rule
def draw(state: State) -> None:
    """The first seat that is owed a card draws the top of the pile."""
    seat = state.owed[0]
    slot = 0 if state.hand[seat, 0] == NO_CARD else 1
    draw_into(state, seat, slot)
    state.owed[0] = state.owed[1]
    state.owing -= 1
    end_turn(state)


@rule
def next_turn(state: State) -> None:
    """The next seat clockwise plays; one that cannot passes. No card left: the game ends."""
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
    """The turn passes on, and the seat's scratcher goes."""
    state.to_act = state.to_act + 1 if state.to_act + 1 < state.players else 0
    take_back_scratcher(state)
