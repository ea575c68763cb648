"""What is legal, and what a move does."""

from katzentisch.games.cat_in_the_box.rules.cards import card, side_by_side, values_held
from katzentisch.games.cat_in_the_box.rules.components import (
    EVERY_VALUE,
    NO_COLOUR,
    PREDICTIONS,
    RED,
)
from katzentisch.games.cat_in_the_box.rules.moves import (
    HIGHEST_PREDICTION,
    colour_of,
    discarded_by,
    discarding,
    predicted_by,
    predicting,
    value_of,
)
from katzentisch.games.cat_in_the_box.rules.scoring import place_of, score_round
from katzentisch.games.cat_in_the_box.rules.setup import deal
from katzentisch.games.cat_in_the_box.rules.state import (
    DISCARD,
    PARADOX,
    PLAY,
    PREDICT,
    SCORE,
    TRICK,
    State,
)
from katzentisch.games.core.bits import EMPTY, bits, has, only
from katzentisch.games.core.jit import rule

WHOLE_COLOUR = 15  # Multiplied by one bit per value: all four spaces of those values.
RED_ROW = EVERY_VALUE << RED
TRUMP = 16  # more than any value

PREDICTION_MOVES = tuple(
    bits(sum(1 << predicting(tricks) for tricks in allowed)) for allowed in PREDICTIONS
)


@rule
def is_legal(state: State, move: int) -> bool:
    """May this move be made now?"""
    return 0 <= move <= predicting(HIGHEST_PREDICTION) and has(legal(state), move)


@rule
def legal(state: State) -> int:
    """Every legal move, as a set."""
    if state.phase == PLAY:
        return legal_plays(state)
    if state.phase == DISCARD:
        return legal_discards(state)
    if state.phase == PREDICT:
        return PREDICTION_MOVES[state.players]
    return EMPTY


@rule
def legal_discards(state: State) -> int:
    """Any card in hand may be discarded."""
    return side_by_side(values_held(state.hand[state.to_act])) << discarding(1)


@rule
def legal_plays(state: State) -> int:
    """A card may be declared any colour under rules 1 and 2; leading red has its own rule."""
    plays = declarable(state, state.to_act)
    if state.led == NO_COLOUR and not may_lead_red(state):
        plays &= ~RED_ROW
    return plays


@rule
def declarable(state: State, seat: int) -> int:
    """Rule 1: the space is free. Rule 2: the seat's X of that colour is covered."""
    return spaces_of_hand(state, seat) & ~state.taken & state.covered[seat]


@rule
def spaces_of_hand(state: State, seat: int) -> int:
    """All four spaces of every value in the seat's hand."""
    return values_held(state.hand[seat]) * WHOLE_COLOUR


@rule
def may_lead_red(state: State) -> bool:
    """Red may be led once a token lies in its row, or when nothing else can be declared."""
    return red_is_open(state) or not can_declare_other_than_red(state, state.to_act)


@rule
def red_is_open(state: State) -> bool:
    """A token lies in the red row. (Neutral tokens never do.)"""
    return state.taken & RED_ROW != 0


@rule
def can_declare_other_than_red(state: State, seat: int) -> bool:
    """Some card in hand can be declared blue, yellow or green."""
    return declarable(state, seat) & ~RED_ROW != 0


@rule
def decide(state: State, move: int) -> None:
    """Make a legal move for the seat to act."""
    if state.phase == PLAY:
        play_card(state, move)
    elif state.phase == DISCARD:
        discard(state, discarded_by(move))
    else:
        predict(state, predicted_by(move))


@rule
def step(state: State) -> None:
    """Take the next automatic step."""
    if state.phase == TRICK:
        take_trick(state)
    elif state.phase == PARADOX:
        break_off(state)
    elif state.phase == SCORE:
        score_round(state)
    else:
        deal(state)


@rule
def discard(state: State, value: int) -> None:
    """Each seat discards one card face down; then all predict, except with two players."""
    seat = state.to_act
    state.hand[seat] -= card(value)
    state.discard[seat] = value
    state.to_act = left_of(state, seat)
    if state.to_act == state.start:
        if state.players == 2:
            await_card(state)
        else:
            state.phase = PREDICT


@rule
def predict(state: State, tricks: int) -> None:
    """Each seat announces how many tricks it will win; then the start seat leads."""
    state.predicted[state.to_act] = tricks
    state.to_act = left_of(state, state.to_act)
    if state.to_act == state.start:
        await_card(state)


@rule
def await_card(state: State) -> None:
    """The seat to act plays next, unless it has no card to declare: a paradox."""
    state.phase = PLAY if declarable(state, state.to_act) != 0 else PARADOX


@rule
def play_card(state: State, space: int) -> None:
    """The card is declared and the seat's token goes on its space; the next seat follows."""
    seat = state.to_act
    if state.led == NO_COLOUR:
        lead(state, space)
    state.covered[seat] &= ~colour_lost(state, space)
    compete(state, space)
    state.hand[seat] -= card(value_of(space))
    state.tokens[seat] |= only(place_of(state, space))
    state.taken |= only(space)
    state.trick[seat] = space
    state.cards_in_trick += 1
    if state.cards_in_trick == state.players:
        state.phase = TRICK
    else:
        state.to_act = left_of(state, seat)
        await_card(state)


@rule
def lead(state: State, space: int) -> None:
    """The first card's colour is the colour led."""
    state.led = colour_of(space)
    state.best = 0
    if state.led == RED and not red_is_open(state):
        remember_forced_lead(state)


@rule
def remember_forced_lead(state: State) -> None:
    """A seat that leads red before it is open shows that it could declare no other colour."""
    others = ~state.taken & state.covered[state.to_act] & ~RED_ROW
    open_values = (others >> 1 | others >> 2 | others >> 3) & EVERY_VALUE
    state.forced = state.to_act
    state.forced_values = EVERY_VALUE & ~open_values


# The results of the two rules below vary from card to card: without branches, which would be
# mispredicted, random play is a third faster.


@rule
def colour_lost(state: State, space: int) -> int:
    """A seat that declares a colour other than the one led uncovers its X of the colour led."""
    return EMPTY if colour_of(space) == state.led else EVERY_VALUE << state.led


@rule
def compete(state: State, space: int) -> None:
    """The highest red is ahead; without red, the highest of the colour led."""
    strength = strength_of(state, space)
    state.ahead = state.to_act if strength > state.best else state.ahead
    state.best = max(strength, state.best)


@rule
def strength_of(state: State, space: int) -> int:
    """Red beats the colour led, which beats all others; within a colour the higher value wins."""
    following = value_of(space) if colour_of(space) == state.led else 0
    return TRUMP + value_of(space) if colour_of(space) == RED else following


@rule
def take_trick(state: State) -> None:
    """The strongest card wins the trick; its seat leads the next one."""
    state.won[state.ahead] += 1
    state.leader = state.ahead
    state.to_act = state.ahead
    state.led = NO_COLOUR
    state.cards_in_trick = 0
    state.tricks_left -= 1
    if state.tricks_left == 0:
        state.phase = SCORE
    else:
        await_card(state)


@rule
def break_off(state: State) -> None:
    """A paradox ends the round at once; nobody wins the broken trick, and its tokens stay."""
    state.paradox = state.to_act
    state.phase = SCORE


@rule
def left_of(state: State, seat: int) -> int:
    """The next seat clockwise."""
    return seat + 1 if seat + 1 < state.players else 0
