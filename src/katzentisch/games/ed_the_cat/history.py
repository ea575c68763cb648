"""Which cards have moved: written down as they do, and read when somebody has to remember.

To work out what an onlooker may know (`memory`) takes longer than the moves themselves,
and only who imagines a world needs it. So the moves of cards are noted, and an
onlooker goes through the notes when it matters, or when there is no room for more.
"""

from katzentisch.games.ed_the_cat.cards import card
from katzentisch.games.ed_the_cat.components import NO_CARD, SEATS
from katzentisch.games.ed_the_cat.memory import see_move
from katzentisch.games.ed_the_cat.state import (
    DISCARD_PILE,
    DRAW_PILE,
    NOTES,
    ONLOOKERS,
    PENALTY,
    State,
    hand_of,
)
from katzentisch.games.ground.bits import EMPTY, bits, has, unsigned
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers

EVERYBODY = bits((1 << ONLOOKERS) - 1)


@rule
def note(state: State, origin: int, to: int, value: int) -> None:
    """A card of this value moves from one place to another; or the discards become the pile."""
    state.notes[unsigned(state.noted)] = origin | to << 4 | value << 8
    state.noted += 1
    if state.noted == NOTES:
        recall(state, EVERYBODY, state.chance)


@rule
def note_reshuffle(state: State) -> None:
    """The discard pile becomes the draw pile."""
    note(state, DISCARD_PILE, DRAW_PILE, NO_CARD)


@long_rule
def recall(state: State, minds: int, chance: Numbers) -> None:
    """Go back to where the notes begin, and see everything happen again with these minds."""
    for back in range(state.noted):
        undo(state, state.notes[state.noted - 1 - back])
    for n in range(state.noted):
        live_through(state, state.notes[n], minds, chance)
        state.notes[n] = 0
    state.noted = 0


@rule
def undo(state: State, noted: int) -> None:
    """Put a card back."""
    origin, to, value = noted & 15, noted >> 4 & 15, noted >> 8
    if value == NO_CARD:
        state.cards[origin], state.cards[to] = state.cards[to], EMPTY
    else:
        state.cards[to] -= card(value)
        state.cards[origin] += card(value)


@rule
def live_through(state: State, noted: int, minds: int, chance: Numbers) -> None:
    """These onlookers see a card move, or at least that one does."""
    origin, to, value = noted & 15, noted >> 4 & 15, noted >> 8
    for who in range(ONLOOKERS):
        if has(minds, who) and (who < state.players or who == SEATS):
            see_move(state, who, origin, to, value, chance)
    if value == NO_CARD:
        state.cards[to], state.cards[origin] = state.cards[origin], EMPTY
    else:
        state.cards[origin] -= card(value)
        state.cards[to] += card(value)
    if value == NO_CARD or (origin < PENALTY and to < PENALTY):
        state.murky = 1


@long_rule
def forget(state: State) -> None:
    """All cards are shuffled: what anybody knew is worth nothing."""
    state.murky = 0
    for who in range(ONLOOKERS):
        state.old[who] = 0
        state.doubted[who] = 0
        for seat in range(SEATS):
            state.known[who, seat] = 0
            state.aged[who, seat] = 0


@long_rule
def imagine_minds(state: State, who: int) -> None:
    """In an imagined world, all others have guessed right what the hands are."""
    for other in range(ONLOOKERS):
        plays = other < state.players or other == SEATS
        if state.murky != 0 and other != who and plays:
            state.old[other] = 0
            state.doubted[other] = 0
            for seat in range(state.players):
                state.aged[other, seat] = 0
                state.known[other, seat] = state.cards[hand_of(seat)] if seat != other else EMPTY
    for n in range(NOTES):
        state.notes[n] = 0
