"""A simple player: keeps ways out, and steers towards its prediction.

Looks only at what the seat to act may know. Every legal move gets a worth in
round numbers that were tried out against random play; the best one is made.
"""

from katzentisch.games.cat_in_the_box.cards import card, count, hand_size
from katzentisch.games.cat_in_the_box.components import (
    BONUS_UP_TO,
    ROWS,
    VALUES,
    VALUES_IN_PLAY,
)
from katzentisch.games.cat_in_the_box.moves import (
    colour_of,
    discarded_by,
    predicted_by,
    value_of,
)
from katzentisch.games.cat_in_the_box.scoring import largest_group, place_of
from katzentisch.games.cat_in_the_box.state import DISCARD, PREDICT, State
from katzentisch.games.cat_in_the_box.turn import colour_lost, legal, strength_of
from katzentisch.games.ground.bits import first, how_many, only, place, without_first
from katzentisch.games.ground.compiling import long_rule, rule
from katzentisch.games.ground.record import Numbers

A_DEAD_CARD = 60  # a card that nothing can declare any more
A_WAY_OUT = 2
A_TRICK = 30
A_NEIGHBOUR = 4
NOTHING_YET = -1_000_000


@long_rule
def greedy_move(state: State, chance: Numbers) -> int:
    """The legal move that is worth most."""
    moves = legal(state)
    best, chosen = NOTHING_YET, 0
    while moves != 0:
        move = place(first(moves))
        moves = without_first(moves)
        worth = worth_of(state, move)
        if worth > best:
            best, chosen = worth, move
    return chosen


@rule
def worth_of(state: State, move: int) -> int:
    """What a move seems to be worth in this phase."""
    if state.phase == DISCARD:
        return worth_of_discard(state, discarded_by(move))
    if state.phase == PREDICT:
        return -abs(100 * predicted_by(move) - tricks_expected(state))
    return worth_of_play(state, move)


@rule
def worth_of_discard(state: State, value: int) -> int:
    """Many cards of one value block each other; middling values win and lose the wrong tricks."""
    middle = VALUES_IN_PLAY[state.players] + 1
    return 10 * count(state.hand[state.to_act], value) - abs(2 * value - middle)


@long_rule
def tricks_expected(state: State) -> int:
    """Tricks the hand looks good for, in hundredths: a fair share, more for high cards."""
    values = VALUES_IN_PLAY[state.players]
    hand = state.hand[state.to_act]
    strength, cards = 0, 0
    for value in range(1, values + 1):
        strength += count(hand, value) * value * value
        cards += count(hand, value)
    usual = cards * (values + 1) * (2 * values + 1) // 6
    return 100 * state.tricks_left * strength // (state.players * usual)


@long_rule
def worth_of_play(state: State, space: int) -> int:
    """Winning or losing the trick as wished, without running out of ways, near own tokens."""
    tokens = state.tokens[state.to_act]
    grown = largest_group(tokens | only(place_of(state, space)))
    return (
        worth_in_trick(state, space)
        + worth_of_ways_out(state, space)
        + A_NEIGHBOUR * (grown - largest_group(tokens))
    )


@rule
def worth_in_trick(state: State, space: int) -> int:
    """Who wants the trick takes it cheaply, or throws a low card; who does not, a high one."""
    wins = strength_of(state, space) > state.best or state.cards_in_trick == 0
    likely = wins_likely(state, space) if wins else 0
    if wants_tricks(state):
        return A_TRICK * likely // 100 - value_of(space)
    return value_of(space) - A_TRICK * likely // 100


@rule
def wants_tricks(state: State) -> bool:
    """Is the prediction not reached yet? With two players, up to four tricks are welcome."""
    aim = BONUS_UP_TO if state.players == 2 else state.predicted[state.to_act]
    return state.won[state.to_act] < aim


@rule
def wins_likely(state: State, space: int) -> int:
    """The chance in percent that nobody still to play beats this card, roughly."""
    still_to_play = state.players - 1 - state.cards_in_trick
    loses_to_one = 60 * (VALUES - value_of(space)) // VALUES
    if colour_of(space) != 0:
        loses_to_one += 25
    likely = 100
    for _ in range(still_to_play):
        likely = likely * (100 - loses_to_one) // 100
    return likely


@rule
def worth_of_ways_out(state: State, space: int) -> int:
    """Count what the cards left in hand can still be declared, if this one is played so."""
    seat = state.to_act
    hand = state.hand[seat] - card(value_of(space))
    free = ~(state.taken | only(space)) & state.covered[seat]
    if state.cards_in_trick != 0:
        free &= ~colour_lost(state, space)
    ways, playable = 0, 0
    for value in range(1, VALUES_IN_PLAY[state.players] + 1):
        held = count(hand, value)
        if held != 0:
            spaces = how_many((free >> (ROWS * (value - 1))) & 15)
            ways += min(spaces, 3)
            playable += min(held, spaces)
    # One card is never played.
    dead = max(hand_size(hand) - 1 - playable, 0)
    return A_WAY_OUT * ways - A_DEAD_CARD * dead
