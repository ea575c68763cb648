"""A random world that a seat cannot tell from the real one."""

from katzentisch.games.ed_the_cat.cards import drawn
from katzentisch.games.ed_the_cat.components import NOBODY, SEATS
from katzentisch.games.ed_the_cat.history import imagine_minds, recall
from katzentisch.games.ed_the_cat.memory import fresh, unplaced_cards
from katzentisch.games.ed_the_cat.state import DRAW_PILE, State, hand_of
from katzentisch.games.ground.bits import only
from katzentisch.games.ground.chance import next_word
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers


@long_rule
def imagine(state: State, seat: int, chance: Numbers) -> None:
    """Deal anew all that this seat has not seen, but for what it can work out (`memory`)."""
    who = SEATS if seat == NOBODY else seat
    recall(state, only(who), chance)
    unplaced, old = unplaced_cards(state, who), state.old[who]
    for other in range(state.players):
        if other != who:
            unplaced, old = imagine_hand(state, who, other, unplaced, old, chance)
    # When the game is over, all cards are gathered: there is no pile.
    state.cards[DRAW_PILE] = unplaced if state.cards[DRAW_PILE] != 0 else state.cards[DRAW_PILE]
    imagine_minds(state, who)
    state.chance[0] = next_word(chance)
    state.chance[1] = next_word(chance)


@rule
def imagine_hand(
    state: State, who: int, other: int, unplaced: int, old: int, chance: Numbers
) -> tuple[int, int]:
    """A hand is what is known of it, old cards and fresh ones; what is left of the two."""
    fresh_ones = fresh(state, who, other)
    hand = state.known[who, other]
    for _ in range(state.aged[who, other]):
        one = drawn(old, chance)
        old -= one
        hand += one
    for _ in range(fresh_ones):
        one = drawn(unplaced, chance)
        unplaced -= one
        hand += one
    state.cards[hand_of(other)] = hand
    return unplaced, old
