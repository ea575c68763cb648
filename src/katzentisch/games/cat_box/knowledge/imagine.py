"""A random world that a seat cannot tell from the real one."""

from katzentisch.games.cat_box.rules.components import CARDS
from katzentisch.games.cat_box.rules.setup import deal_identities, shuffle
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.bits import EMPTY, has, only
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import next_word


@long_rule
def imagine(state: State, seat: int, chance: Numbers) -> None:
    """Redeal the other identities, and reshuffle the pile below its top card.

    Nothing that was legal so far depended on either, and every card that was drawn or is
    on top shows a side that determines the other, so all worlds are equally likely.
    """
    if state.phase != OVER:
        deal_identities(state, seat, chance)
    put_back_unseen(state)
    shuffle(state, known(state), chance)
    state.chance[0] = next_word(chance)
    state.chance[1] = next_word(chance)


@rule
def known(state: State) -> int:
    """How many cards have been seen: those drawn and the top of the pile."""
    return min(state.drawn + 1, state.pile_size)


@rule
def put_back_unseen(state: State) -> None:
    """Put back the cards that nobody has seen, in numerical order, front side up."""
    seen = EMPTY
    for i in range(known(state)):
        seen |= only(state.pile[i] >> 1)
    unseen = known(state)
    for card in range(CARDS):
        if not has(seen, card):
            state.pile[unseen] = 2 * card
            unseen += 1
