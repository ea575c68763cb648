"""Laying out the table, and everything that is drawn: cards, tiles, prizes."""

from collections.abc import Mapping
from typing import Any

from katzentisch.games.big_bang.rules.components import (
    CARDS_A_ROUND,
    CARDS_AT_FIRST,
    CHAOS,
    CHAOS_PLUS,
    COLOURS,
    EVERY_CARD,
    EVERY_TILE,
    MODES,
    OPEN,
    ROUNDS,
    SHOWN,
    TILES_EACH,
    Options,
)
from katzentisch.games.big_bang.rules.moves import cards_with, side_of
from katzentisch.games.big_bang.rules.state import PRIZES, SETUP, VALUE_BITS, State
from katzentisch.games.core.bits import how_many, nth, only
from katzentisch.games.core.jit import long_rule, rule
from katzentisch.games.core.record import Numbers
from katzentisch.games.core.rng import below

PRIZE_BITS = 4
ONE_PRIZE = (1 << PRIZE_BITS) - 1
ALL_SIX = (1 << ROUNDS) - 1


def lay_out(options: Options) -> State:
    """The table before anything is drawn, complete except for the random generator's seed."""
    state = State.blank()
    state.players = options.players
    state.mode = MODES.index(options.tiles)
    state.start = options.start
    state.phase = SETUP
    box = options.box()
    for number, card in enumerate(box["cards"]):
        lay_out_card(state, number, card)
    for colour, name in enumerate(COLOURS):
        state.prizes_left[colour] = ALL_SIX
        for number, value in enumerate(box["prizes"][name]):
            state.prize_values[colour] |= value << (PRIZE_BITS * number)
    return state


def lay_out_card(state: State, card: int, described: Mapping[str, Any]) -> None:
    """Record what a card is worth and whom it shows."""
    state.shows[SHOWN.index(described["shows"])] |= 1 << card
    for colour, value in described["sides"]:
        side = 1 << side_of(card, COLOURS.index(colour))
        state.sides |= side
        for bit in range(VALUE_BITS):
            if value >> bit & 1:
                state.value_bits[bit] |= side


@long_rule
def set_up(state: State) -> None:
    """Each seat draws five of its 15 cards, and gets its tiles if seats own tiles."""
    tiles = EVERY_TILE
    each = TILES_EACH[state.players] if state.mode <= OPEN else 0
    for seat in range(state.players):
        state.hand[seat] = drawn_from(EVERY_CARD, CARDS_AT_FIRST, state.chance)
        state.tiles[seat] = drawn_from(tiles, each, state.chance)
        tiles &= ~state.tiles[seat]
    state.phase = PRIZES


@long_rule
def drawn_from(members: int, count: int, chance: Numbers) -> int:
    """`count` members of a set, drawn at random."""
    left = members
    size = how_many(members)
    for i in range(count):
        left &= ~only(nth(left, below(chance, size - i)))
    return members & ~left


@long_rule
def turn_up_prizes(state: State) -> None:
    """One prize of each colour is turned up."""
    for colour in range(len(COLOURS)):
        left = state.prizes_left[colour]
        prize = nth(left, below(state.chance, how_many(left)))
        state.prizes_left[colour] = left & ~only(prize)
        state.prize[colour] = (state.prize_values[colour] >> (PRIZE_BITS * prize)) & ONE_PRIZE


@rule
def is_chaotic(state: State) -> bool:
    """Do tiles come from one common pile?"""
    return state.mode == CHAOS or state.mode == CHAOS_PLUS


@long_rule
def draw_chaos(state: State) -> None:
    """The pile's top tile is active, unseen; in chaos-plus, the top two in rounds 2, 4 and 6."""
    twice = state.mode == CHAOS_PLUS and state.rounds_played % 2 == 1
    state.chaos = drawn_from(EVERY_TILE & ~state.used, 2 if twice else 1, state.chance)


@long_rule
def draw_cards(state: State) -> None:
    """Each seat draws two cards; the next seat clockwise becomes the start seat."""
    for seat in range(state.players):
        pile = never_played(state, seat) & ~state.hand[seat]
        state.hand[seat] |= drawn_from(pile, CARDS_A_ROUND, state.chance)
    state.start = state.start + 1 if state.start + 1 < state.players else 0
    state.phase = PRIZES


@rule
def never_played(state: State, seat: int) -> int:
    """The cards of a seat that nobody has seen: those in its pile, and some in its hand."""
    return EVERY_CARD & ~(state.seen[seat] | cards_with(state.played[seat]))
