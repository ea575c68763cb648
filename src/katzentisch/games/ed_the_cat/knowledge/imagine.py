"""A random world that a seat cannot tell from the real one."""

from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.phases import OVER
from katzentisch.games.core.record import NOBODY, Numbers
from katzentisch.games.core.rng import next_word
from katzentisch.games.ed_the_cat.rules.cards import drawn
from katzentisch.games.ed_the_cat.rules.history import (
    SPECTATOR,
    TRIES,
    clear_mind,
    imagine_minds,
    recall,
    seed_guesses,
    settle,
    wipe_notes,
)
from katzentisch.games.ed_the_cat.rules.known_cards import rebuild_known_cards
from katzentisch.games.ed_the_cat.rules.state import DRAW_PILE, State, hand_of


@long_rule
def imagine(state: State, seat: int, chance: Numbers) -> None:
    """Redeal everything this seat has not seen, except what it can work out (`memory`)."""
    who = SPECTATOR if seat == NOBODY else seat
    # Once the game is over, all cards have been gathered, so nothing is left to imagine.
    if state.phase != OVER:
        recall(state, who, chance, TRIES)
        settle(state, who)
        imagine_cards(state, who, chance)
        imagine_minds(state, who)
    wipe_notes(state)
    clear_mind(state)
    rebuild_known_cards(state, who)
    state.chance[0] = next_word(chance)
    state.chance[1] = next_word(chance)
    seed_guesses(state)


@rule
def imagine_cards(state: State, who: int, chance: Numbers) -> None:
    """Give every other hand its known cards and some of each pile; the draw pile keeps the rest."""
    for seat in range(state.players):
        if seat != who:
            hand = state.known_now[seat]
            for pile in range(state.pile + 1):
                for _ in range(state.held[pile, seat]):
                    one = drawn(state.unplaced[pile], chance)
                    state.unplaced[pile] -= one
                    hand += one
            state.cards[hand_of(seat)] = hand
    state.cards[DRAW_PILE] = state.unplaced[state.pile]
