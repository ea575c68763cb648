"""Moves as small integers, and their names both ways.

A play is numbered by its side, `15 * colour + card`; quitting and tiles come after plays.
Together they fit into one set of bits.
"""

from katzentisch.games.big_bang.rules.components import CARDS, COLOURS, DECK, EVERY_CARD, TILES
from katzentisch.games.core.bits import bits
from katzentisch.games.core.jit import rule

SIDES = DECK * len(COLOURS)
QUIT = SIDES
TILES_FROM = QUIT + 1  # activating the first tile has this number
ACTIVATE_NONE = TILES_FROM + len(TILES)

IN_EVERY_COLOUR = bits(1 | 1 << DECK | 1 << 2 * DECK)  # times a set of cards: all their sides


@rule
def side_of(card: int, colour: int) -> int:
    """The side of a card that counts for this colour."""
    return DECK * colour + card


@rule
def card_of(side: int) -> int:
    """The card that has this side."""
    return side % DECK


@rule
def colour_of(side: int) -> int:
    """The colour that a side counts for."""
    return side // DECK


@rule
def activating(tile: int) -> int:
    """The move that activates this tile."""
    return TILES_FROM + tile


@rule
def sides_in(cards: int) -> int:
    """All sides that these cards could have."""
    return cards * IN_EVERY_COLOUR


@rule
def cards_with(sides: int) -> int:
    """The cards that these sides belong to."""
    return (sides | sides >> DECK | sides >> (2 * DECK)) & EVERY_CARD


@rule
def cards_in_colour(sides: int, colour: int) -> int:
    """The cards whose side of this colour is in the set."""
    return (sides >> (DECK * colour)) & EVERY_CARD


NAMES = (
    *(f"play {card} {colour}" for colour in COLOURS for card in CARDS),
    "quit",
    *(f"activate {tile}" for tile in TILES),
    "activate none",
)
NUMBERS = {name: move for move, name in enumerate(NAMES)}


def name_of(move: int) -> str:
    """A move's name: `play r5g2 red`. An owner's own cards may have sides that ours lack."""
    if move < 0:
        raise IndexError(f"There is no move {move}.")
    return NAMES[move]


def number_of(name: str) -> int | None:
    """The move with this name, or None."""
    return NUMBERS.get(name)
