"""A simple player: takes the prizes it can pay for, and lets others overbid.

It looks only at what the seat to act may know. Only winning costs cards, so it values each
legal move by what the round would yield if it ended right after it, with the tiles it knows.
The weights were found by letting such players play against each other.
"""

from typing import TypeAlias

from katzentisch.games.big_bang.rules.components import (
    BLUE,
    BONUS,
    BONUSES,
    COLOURS,
    GREEN,
    NEEDED,
    OPEN,
    RED,
    ROUNDS,
    SEVENS_HALVED,
)
from katzentisch.games.big_bang.rules.moves import (
    ACTIVATE_NONE,
    QUIT,
    TILES_FROM,
    card_of,
    cards_in_colour,
    sides_in,
)
from katzentisch.games.big_bang.rules.scoring import (
    bonuses_earned,
    persons_on,
    played_as,
    sevens,
    total,
    total_of_cards,
)
from katzentisch.games.big_bang.rules.state import ACTIVATE, State
from katzentisch.games.big_bang.rules.turn import legal
from katzentisch.games.core.bits import (
    EMPTY,
    bits,
    first,
    has,
    how_many,
    only,
    place,
    without_first,
)
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import Numbers, Weights
from katzentisch.games.core.rng import below

NOTHING_YET = -1_000_000

(
    PRIZE,  # each point of a prize that would be won
    PRICE,  # each half point of the cards that would pay for it
    PAID,  # each of those cards
    SHOWN,  # each card played this round
    HOPE,  # each half point, where the seat can still get ahead
    FIRM,  # percent of a prize that counts while others can still bid
    MARGIN,  # additional percent for each half point ahead
    QUITTING,  # percent of all that, if the seat quits while others can still bid
    BONUS_TILE,  # each point of a bonus, times the prize, if the seat can earn it
    HALVED,  # sevens halved, if the seat has none
    KEPT,  # a tile kept for later
) = range(11)
WEIGHTS = tuple(bits(weight) for weight in (95, -26, -35, -11, 2, 28, 6, 75, 25, 27, 10))

Rivals: TypeAlias = tuple[int, int, int]
"""The best total of the others in each colour."""


@long_rule
def greedy_move(state: State, chance: Numbers, whim: int) -> int:
    """The best legal move; a whim can make a move seem better than it is."""
    return weighed_move(state, chance, whim, WEIGHTS)


@long_rule
def weighed_move(state: State, chance: Numbers, whim: int, weights: Weights) -> int:
    """The best move under these weights; among equals the last, which is to quit."""
    moves = legal(state)
    tiles = tiles_known(state)
    rivals = best_rivals(state, tiles)
    best, chosen = NOTHING_YET, 0
    while moves != 0:
        move = place(first(moves))
        moves = without_first(moves)
        if state.phase == ACTIVATE:
            worth = worth_of_tile(state, move - TILES_FROM, weights)
        else:
            worth = worth_of_bid(state, move, tiles, rivals, weights)
        if whim != 0:
            worth += below(chance, whim)
        if worth >= best:
            best, chosen = worth, move
    return chosen


@rule
def tiles_known(state: State) -> int:
    """The active tiles that the seat to act knows: its own, and those face up."""
    tiles = state.active[state.to_act]
    if state.mode == OPEN:
        for seat in range(state.players):
            tiles |= state.active[seat]
    return tiles


@rule
def worth_of_tile(state: State, tile: int, weights: Weights) -> int:
    """A tile helps a seat that can earn its bonus or has no sevens; late on, any tile will do."""
    seat = state.to_act
    if tile == ACTIVATE_NONE - TILES_FROM:
        hurried = how_many(state.tiles[seat]) >= ROUNDS - state.rounds_played
        return 0 if hurried else weights[KEPT]
    if has(BONUSES, tile):
        return weights[BONUS_TILE] * worth_of_bonus(state, tile)
    has_sevens = sides_in(state.hand[seat]) & sevens(state) != 0
    return weights[HALVED] if has(SEVENS_HALVED, tile) and not has_sevens else 0


@rule
def worth_of_bonus(state: State, tile: int) -> int:
    """What a bonus adds, weighted by the prizes, if the hand has the persons for it."""
    if persons_on(state, state.hand[state.to_act]) & NEEDED[tile] != NEEDED[tile]:
        return -1
    worth = 0
    for colour in range(len(COLOURS)):
        worth += BONUS[tile][colour] * state.prize[colour]
    return worth


@long_rule
def worth_of_bid(state: State, move: int, tiles: int, rivals: Rivals, weights: Weights) -> int:
    """What the round would yield after this move; a seat that quits can still be overbid."""
    seat = state.to_act
    if move == QUIT:
        now = prospect(state, state.played[seat], EMPTY, tiles, rivals, weights)
        return now if is_alone(state) or now < 0 else now * weights[QUITTING] // 100
    hand = state.hand[seat] & ~only(card_of(move))
    return prospect(state, state.played[seat] | only(move), hand, tiles, rivals, weights)


@rule
def is_alone(state: State) -> bool:
    """Has everybody else quit?"""
    return state.still_in == only(state.to_act)


@long_rule
def prospect(
    state: State, sides: int, hand: int, tiles: int, rivals: Rivals, weights: Weights
) -> int:
    """What these cards yield: the prizes where they are ahead, less the cards paid for them."""
    earned = bonuses_earned(state, sides, tiles)
    worth = weights[SHOWN] * how_many(sides)
    for colour in range(len(COLOURS)):
        mine = total(state, sides, colour, tiles, earned)
        ahead = mine - rivals[colour]
        if ahead > 0:
            worth += gain(state, sides, colour, tiles, ahead, weights)
        elif ahead + strength_left(state, hand, colour, tiles) > 0:
            worth += weights[HOPE] * mine
    return worth


@rule
def strength_left(state: State, hand: int, colour: int, tiles: int) -> int:
    """What the cards still in hand could add in a colour."""
    return total_of_cards(state, sides_in(hand) & state.sides, colour, tiles)


@rule
def gain(state: State, sides: int, colour: int, tiles: int, ahead: int, weights: Weights) -> int:
    """A prize less the cards that pay for it; in the last round, cards cost nothing."""
    worth = weights[PRIZE] * state.prize[colour]
    if state.rounds_played != ROUNDS - 1:
        paid = cards_in_colour(sides, played_as(colour, tiles))
        price = weights[PRICE] * total_of_cards(state, sides, colour, EMPTY) // state.players
        worth += price + weights[PAID] * how_many(paid)
    if not is_alone(state):
        worth = worth * min(100, weights[FIRM] + weights[MARGIN] * ahead) // 100
    return worth


@long_rule
def best_rivals(state: State, tiles: int) -> Rivals:
    """The highest total of another seat in each colour, in halves."""
    green, blue, red = 0, 0, 0
    for seat in range(state.players):
        if seat != state.to_act:
            sides = state.played[seat]
            earned = bonuses_earned(state, sides, tiles)
            green = max(green, total(state, sides, GREEN, tiles, earned))
            blue = max(blue, total(state, sides, BLUE, tiles, earned))
            red = max(red, total(state, sides, RED, tiles, earned))
    return green, blue, red
