"""A simple player: keeps ways out, builds groups, and steers towards its prediction.

It looks only at what the seat to act may know. Every legal move is valued in hundredths of
a point by its effects (see `worth_of_play`), and the best one is made. The weights were found
by letting such players play against each other.
"""

from katzentisch.games.cat_in_the_box.rules.cards import card, count
from katzentisch.games.cat_in_the_box.rules.components import (
    BONUS_UP_TO,
    EVERY_VALUE,
    RED,
    ROWS,
    VALUES_IN_PLAY,
)
from katzentisch.games.cat_in_the_box.rules.moves import (
    colour_of,
    discarded_by,
    predicted_by,
    value_of,
)
from katzentisch.games.cat_in_the_box.rules.scoring import group_around, place_of
from katzentisch.games.cat_in_the_box.rules.state import DISCARD, PREDICT, State
from katzentisch.games.cat_in_the_box.rules.turn import TRUMP, colour_lost, legal, strength_of
from katzentisch.games.core.bits import bits, first, how_many, only, place, without_first
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import Numbers, Weights
from katzentisch.games.core.rng import below

NOTHING_YET = -1_000_000

(
    COMMON,  # a discard: each card of its value in hand
    BOLD,  # a prediction: tricks expected beyond what the hand looks good for
    NEEDED,  # winning a trick that is needed for the prediction
    PRESSING,  # the same, when nearly all remaining tricks are needed
    UNWANTED,  # winning a trick when the prediction has been reached
    WELCOME,  # winning a trick when the prediction has failed
    SPARED,  # each point of the card's value, when the trick is not wanted
    SPENT,  # each point of the card's value, when the trick is wanted
    DEAD,  # each card that could no longer be declared, except one
    WAY_OUT,  # each colour in which a value in hand can be declared
    COVERED,  # each colour kept
    GROUP,  # each token in the group that this one joins
    TRUMPED,  # declaring red
    CROWDED,  # leading: each taken space of the colour led
) = range(14)
NOBODY_PLAYS = (0,) * 14
# Indexed by the number of players, from none to five.
WEIGHTS = tuple(
    tuple(bits(weight) for weight in weights)
    for weights in (
        NOBODY_PLAYS,
        NOBODY_PLAYS,
        (60, -10, 70, 50, -40, 80, 22, 15, -95, 8, 120, 7, -38, -10),
        (80, -25, 205, 115, -75, 68, 23, 10, -180, 11, 52, 5, -10, 6),
        (120, -23, 320, 130, -90, 70, 19, 7, -210, 6, 76, 10, -13, 4),
        (105, 5, 365, 160, -95, 70, 17, 4, -205, 6, 66, 20, -7, 3),
    )
)


@long_rule
def greedy_move(state: State, chance: Numbers, whim: int) -> int:
    """The best legal move; a whim can make a move seem better than it is."""
    return weighed_move(state, chance, whim, WEIGHTS[state.players])


@long_rule
def weighed_move(state: State, chance: Numbers, whim: int, weights: Weights) -> int:
    """The best move under these weights."""
    moves = legal(state)
    best, chosen = NOTHING_YET, 0
    while moves != 0:
        move = place(first(moves))
        moves = without_first(moves)
        worth = worth_of(state, move, weights)
        if whim != 0:
            worth += below(chance, whim)
        if worth > best:
            best, chosen = worth, move
    return chosen


@rule
def worth_of(state: State, move: int, weights: Weights) -> int:
    """What a move seems to be worth in this phase."""
    if state.phase == DISCARD:
        return worth_of_discard(state, discarded_by(move), weights)
    if state.phase == PREDICT:
        expected = tricks_expected(state) + weights[BOLD]
        return -abs(100 * predicted_by(move) - expected)
    return worth_of_play(state, move, weights)


@rule
def worth_of_discard(state: State, value: int, weights: Weights) -> int:
    """Discard a value held several times, as such cards block each other; if tied, the lowest."""
    return weights[COMMON] * count(state.hand[state.to_act], value)


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
def worth_of_play(state: State, space: int, weights: Weights) -> int:
    """The worth of winning or losing the trick, of ways out, and of the group the token joins."""
    at = only(place_of(state, space))
    tokens = state.tokens[state.to_act] | at
    worth = (
        worth_in_trick(state, space, weights)
        + worth_of_ways_out(state, space, weights)
        + weights[GROUP] * how_many(group_around(at, tokens))
    )
    if colour_of(space) == RED:
        worth += weights[TRUMPED]
    if state.cards_in_trick == 0:
        row = state.taken & (EVERY_VALUE << colour_of(space))
        worth += weights[CROWDED] * how_many(row)
    return worth


@rule
def worth_in_trick(state: State, space: int, weights: Weights) -> int:
    """Tricks are wanted until the prediction is reached, then unwanted, and welcome if it fails."""
    wins = chance_to_win(state, space)
    missing = aim(state) - state.won[state.to_act]
    if missing == 0:
        return weights[UNWANTED] * wins // 100 + weights[SPARED] * value_of(space)
    if missing < 0:
        return weights[WELCOME] * wins // 100 + weights[SPENT] * value_of(space)
    wanted = weights[NEEDED]
    if missing + 1 >= state.tricks_left:
        wanted += weights[PRESSING]
    return wanted * wins // 100 + weights[SPENT] * value_of(space)


@rule
def aim(state: State) -> int:
    """How many tricks the seat to act wants; with two players, up to four are welcome."""
    return BONUS_UP_TO if state.players == 2 else state.predicted[state.to_act]


@rule
def chance_to_win(state: State, space: int) -> int:
    """The chance, in percent, that nobody still to play beats this card, so that it wins."""
    strength = TRUMP + value_of(space) if colour_of(space) == RED else value_of(space)
    if state.cards_in_trick != 0:
        strength = strength_of(state, space)
        if strength <= state.best:
            return 0
    values = VALUES_IN_PLAY[state.players]
    higher = values - value_of(space)
    beaten = 45 * higher // values
    if strength < TRUMP:
        beaten += 25
    likely = 100
    for _ in range(state.players - 1 - state.cards_in_trick):
        likely = likely * (100 - beaten) // 100
    return likely


@rule
def worth_of_ways_out(state: State, space: int, weights: Weights) -> int:
    """The worth of the ways that are left to declare the cards in hand after this play."""
    seat = state.to_act
    hand = state.hand[seat] - card(value_of(space))
    covered = state.covered[seat]
    if state.cards_in_trick != 0:
        covered &= ~colour_lost(state, space)
    free = covered & ~(state.taken | only(space))
    ways, playable, held = 0, 0, 0
    for value in range(1, VALUES_IN_PLAY[state.players] + 1):
        cards = count(hand, value)
        spaces = how_many((free >> (ROWS * (value - 1))) & 15)
        held += cards
        playable += min(cards, spaces)
        ways += spaces if cards != 0 else 0
    # One card is never played.
    dead = max(held - 1 - playable, 0)
    kept = how_many(covered & 15)
    return weights[DEAD] * dead + weights[WAY_OUT] * ways + weights[COVERED] * kept
