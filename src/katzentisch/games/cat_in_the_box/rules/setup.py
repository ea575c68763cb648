"""Laying out the table, and dealing a round."""

from katzentisch.games.cat_in_the_box.rules.cards import (
    card,
    drawn,
    full_deck,
    hand_of,
    nth_card,
    value_drawn,
)
from katzentisch.games.cat_in_the_box.rules.components import (
    BLUE,
    CARDS_DEALT,
    COPIES,
    EVERY_SPACE,
    GREEN,
    NO_CARD,
    NO_COLOUR,
    REVEALED,
    ROWS,
    SPACE_NUMBERS,
    VALUES_IN_PLAY,
    YELLOW,
    Options,
)
from katzentisch.games.cat_in_the_box.rules.moves import colour_of, space_of, value_of
from katzentisch.games.cat_in_the_box.rules.state import DEAL, DISCARD, State
from katzentisch.games.core.bits import EMPTY, has, only
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import NOBODY
from katzentisch.games.core.rng import drawn_below

PLACE_BITS = 6


def lay_out(options: Options) -> State:
    """The table before the first deal, complete except for the random generator's seed."""
    state = State.blank()
    state.players = options.players
    state.start = options.start
    state.phase = DEAL
    for row, spaces in enumerate(options.board()):
        for column, name in enumerate(spaces):
            space = SPACE_NUMBERS[name]
            place = place_at(row, column)
            state.board[colour_of(space)] |= place << (PLACE_BITS * (value_of(space) - 1))
    return state


def place_at(row: int, column: int) -> int:
    """The place in a row and a column of the board: numbered down, then to the right."""
    return ROWS * column + row


@long_rule
def deal(state: State) -> None:
    """Clear the table and deal evenly; with two players, five cards are left out.

    With three or more players, the last seat gets what the others leave.
    """
    clear(state)
    deck = full_deck(VALUES_IN_PLAY[state.players])
    size = COPIES * VALUES_IN_PLAY[state.players]
    s0, s1 = state.chance[0], state.chance[1]
    for seat in range(max(2, state.players - 1)):
        hand = EMPTY
        for _ in range(CARDS_DEALT[state.players]):
            number, s0, s1 = drawn_below(s0, s1, size)
            drawn_card = nth_card(deck, number)
            deck -= drawn_card
            size -= 1
            hand += card(value_drawn(drawn_card))
        state.hand[seat] = hand
    state.chance[0], state.chance[1] = s0, s1
    if state.players == 2:
        reveal(state, deck)
    else:
        state.hand[state.players - 1] = hand_of(deck)
    state.phase = DISCARD
    state.to_act = state.start


@rule
def clear(state: State) -> None:
    """Take all tokens off the board; every seat covers its four Xs again."""
    state.taken = 0
    state.forced = NOBODY
    state.paradox = NOBODY
    state.leader = state.start
    state.led = NO_COLOUR
    state.cards_in_trick = 0
    # One card is discarded, and one is never played.
    state.tricks_left = CARDS_DEALT[state.players] - 2
    for seat in range(state.players):
        state.tokens[seat] = 0
        state.covered[seat] = EVERY_SPACE
        state.discard[seat] = NO_CARD
        state.predicted[seat] = 0
        state.won[seat] = 0


@rule
def reveal(state: State, deck: int) -> None:
    """With two players, three of the five cards set aside each put a neutral token on the board."""
    for i in range(REVEALED):
        drawn_card = drawn(deck, state.chance)
        deck -= drawn_card
        value = value_drawn(drawn_card)
        state.revealed[i] = value
        state.taken |= only(neutral_space(state.taken, value))


@rule
def neutral_space(taken: int, value: int) -> int:
    """Green; yellow for the second card of the same value; blue for the third."""
    if not has(taken, space_of(value, GREEN)):
        return space_of(value, GREEN)
    if not has(taken, space_of(value, YELLOW)):
        return space_of(value, YELLOW)
    return space_of(value, BLUE)
