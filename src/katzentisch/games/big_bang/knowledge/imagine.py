"""A random world that a seat cannot tell from the real one."""

from katzentisch.games.big_bang.rules.components import EVERY_TILE, OPEN
from katzentisch.games.big_bang.rules.setup import drawn_from, never_played
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.core.bits import how_many
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import NOBODY, Numbers
from katzentisch.games.core.rng import next_word


@long_rule
def imagine(state: State, seat: int, chance: Numbers) -> None:
    """Redraw everything this seat has not seen.

    How many cards and tiles each seat holds is public, and nothing done so far reveals more
    about the rest, so all consistent worlds are exactly equally likely.
    """
    for other in range(state.players):
        if other != seat:
            redraw_hand(state, other, chance)
    redraw_tiles(state, seat, chance)
    state.chance[0] = next_word(chance)
    state.chance[1] = next_word(chance)


@rule
def redraw_hand(state: State, seat: int, chance: Numbers) -> None:
    """Redraw a hand: cards taken back from the table are known, others could be in hand or pile."""
    unseen = never_played(state, seat)
    known = state.hand[seat] & ~unseen
    count = how_many(state.hand[seat] & unseen)
    state.hand[seat] = known | drawn_from(unseen, count, chance)


@rule
def redraw_tiles(state: State, seat: int, chance: Numbers) -> None:
    """Redraw unseen tiles: those others own, those active face down, and those from the pile."""
    unseen = EVERY_TILE & ~tiles_seen(state, seat)
    state.chaos = drawn_from(unseen, how_many(state.chaos), chance)
    for other in range(state.players):
        if other != seat:
            if state.mode != OPEN:
                state.active[other] = drawn_from(unseen, how_many(state.active[other]), chance)
                unseen &= ~state.active[other]
            state.tiles[other] = drawn_from(unseen, how_many(state.tiles[other]), chance)
            unseen &= ~state.tiles[other]


@rule
def tiles_seen(state: State, seat: int) -> int:
    """The tiles a seat knows: those revealed, its own, and those face up."""
    seen = state.used
    if seat != NOBODY:
        seen |= state.tiles[seat] | state.active[seat]
    if state.mode == OPEN:
        for other in range(state.players):
            seen |= state.active[other]
    return seen
