"""Moves as small integers, and their names both ways.

A play is numbered by its space; discards and predictions come after plays. Together
they fit into one set of bits.
"""

from katzentisch.games.cat_in_the_box.rules.components import ROWS, SPACE_NAMES, SPACES, VALUES
from katzentisch.games.core.jit import rule

DISCARDS = SPACES  # discard 1 has this number
PREDICTIONS_FROM = DISCARDS + VALUES  # predict 1 has this number
HIGHEST_PREDICTION = 4


@rule
def value_of(space: int) -> int:
    """The value of a space."""
    return (space >> 2) + 1


@rule
def colour_of(space: int) -> int:
    """The colour of a space."""
    return space & 3


@rule
def space_of(value: int, colour: int) -> int:
    """The space of a value and a colour."""
    return ROWS * (value - 1) + colour


@rule
def discarding(value: int) -> int:
    """The move that discards a card of this value."""
    return DISCARDS + value - 1


@rule
def predicting(tricks: int) -> int:
    """The move that predicts this many tricks."""
    return PREDICTIONS_FROM + tricks - 1


@rule
def discarded_by(move: int) -> int:
    """The value that this move discards."""
    return move - DISCARDS + 1


@rule
def predicted_by(move: int) -> int:
    """The number of tricks that this move predicts."""
    return move - PREDICTIONS_FROM + 1


def play_name(space: int) -> str:
    """The name of playing the card of this space: `play 5 blue`."""
    colour, value = SPACE_NAMES[space].split()
    return f"play {value} {colour}"


NAMES = (
    [play_name(space) for space in range(SPACES)]
    + [f"discard {value}" for value in range(1, VALUES + 1)]
    + [f"predict {tricks}" for tricks in range(1, HIGHEST_PREDICTION + 1)]
)
NUMBERS = {name: move for move, name in enumerate(NAMES)}


def name_of(move: int) -> str:
    """A move's name: `play 5 blue`."""
    if move < 0:
        raise IndexError(move)
    return NAMES[move]


def number_of(name: str) -> int | None:
    """The move with this name, or None."""
    return NUMBERS.get(name)
