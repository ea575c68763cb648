"""Laying out the table, and dealing a round."""

from katzentisch.games.core.jit import long_rule
from katzentisch.games.core.record import NOBODY
from katzentisch.games.ed_the_cat.rules.components import CARDS, CARDS_DEALT, Options
from katzentisch.games.ed_the_cat.rules.dealing import WHOLE_DECK, as_bag, deal_hand
from katzentisch.games.ed_the_cat.rules.history import seed_guesses
from katzentisch.games.ed_the_cat.rules.state import (
    DEAL,
    DRAW_PILE,
    PLAY,
    State,
    hand_of,
)


def lay_out(options: Options) -> State:
    """The table before the first deal, complete except for the random generator's seed."""
    state = State.blank()
    state.players = options.players
    state.limit = options.limit
    state.start = options.start
    state.to_act = NOBODY
    state.phase = DEAL
    return state


@long_rule
def deal(state: State) -> None:
    """Shuffle all cards and deal five to each seat; the rest is the draw pile."""
    deck, left = WHOLE_DECK, CARDS
    s0, s1 = state.chance[0], state.chance[1]
    for seat in range(state.players):
        rest, s0, s1 = deal_hand(deck, left, s0, s1)
        state.cards[hand_of(seat)] = as_bag(deck - rest, CARDS_DEALT)
        deck = rest
        left -= CARDS_DEALT
    state.chance[0], state.chance[1] = s0, s1
    seed_guesses(state)
    state.cards[DRAW_PILE] = as_bag(deck, left)
    state.turns = 0
    state.ended_by = NOBODY
    state.phase = PLAY
    state.to_act = state.start
