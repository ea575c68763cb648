"""What is legal, and what a move does."""

from katzentisch.games.core.bits import EMPTY
from katzentisch.games.core.jit import rule
from katzentisch.games.ed_the_cat.rules.actions import (
    draw_cards,
    move_card,
    owe_action,
    reshuffle,
    take_cards,
)
from katzentisch.games.ed_the_cat.rules.cards import card, values_held
from katzentisch.games.ed_the_cat.rules.moves import (
    DROP_NONE,
    NO_MOVES,
    Moves,
    all_drops,
    all_plays,
    is_among,
    seat_in,
    value_in,
)
from katzentisch.games.ed_the_cat.rules.scoring import score_round
from katzentisch.games.ed_the_cat.rules.setup import deal
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW,
    DROP,
    IN_HAND,
    PENALTY,
    PLAY,
    RESHUFFLE,
    ROUND,
    TAKE,
    State,
    hand_of,
    penalties_of,
)


@rule
def is_legal(state: State, move: int) -> bool:
    """May this move be made now?"""
    return is_among(legal(state), move)


@rule
def legal(state: State) -> Moves:
    """Every legal move."""
    if state.phase == PLAY:
        return legal_plays(state)
    return legal_drops(state)


@rule
def legal_plays(state: State) -> Moves:
    """Any card in hand, on any opponent; a 4 and an 8 choose nobody."""
    values = values_held(state.cards[hand_of(state.to_act)])
    return all_plays(values, EMPTY + state.to_act, state.players - 1)


@rule
def legal_drops(state: State) -> Moves:
    """Any of the seat's own penalty cards, or none; nothing when the game is over."""
    if state.phase != DROP:
        return NO_MOVES
    return all_drops(values_held(state.cards[penalties_of(state.to_act)]))


@rule
def decide(state: State, move: int) -> None:
    """Make a legal move for the seat to act."""
    if state.phase == PLAY:
        play_card(state, value_in(move), seat_in(move))
    else:
        drop_penalty(state, move)


@rule
def step(state: State) -> None:
    """Take the next automatic step."""
    if state.phase == TAKE:
        take_cards(state)
    elif state.phase == DRAW:
        draw_cards(state)
    elif state.phase == RESHUFFLE:
        reshuffle(state)
    elif state.phase == ROUND:
        score_round(state)
    else:
        deal(state)


@rule
def play_card(state: State, value: int, chosen: int) -> None:
    """A card leaves the hand, and its action follows."""
    move_card(state, card(value), value, IN_HAND + state.to_act, place_of_play(value, chosen))
    state.turns += 1
    state.chosen = chosen
    owe_action(state, value, chosen)


@rule
def place_of_play(value: int, chosen: int) -> int:
    """A card is played on the discard pile, a 5 as a penalty for the chosen opponent."""
    return PENALTY + chosen if value == 5 else DISCARD_PILE


@rule
def drop_penalty(state: State, move: int) -> None:
    """A penalty card goes on the discard pile, or none does; then the round is scored."""
    if move != DROP_NONE:
        value = value_in(move)
        move_card(state, card(value), value, PENALTY + state.to_act, DISCARD_PILE)
    state.phase = ROUND
