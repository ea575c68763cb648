"""How the move of a card is noted, as one number: where from, where to, and its value."""

from katzentisch.games.core.jit import rule
from katzentisch.games.ed_the_cat.rules.components import NO_CARD

A_PLACE, TARGET_BIT, VALUE_BIT = 15, 4, 8


@rule
def as_note(origin: int, target: int, value: int) -> int:
    """The note that a card has moved from one place to another."""
    return origin | target << TARGET_BIT | value << VALUE_BIT


@rule
def origin_in(noted: int) -> int:
    """The place that the card left."""
    return noted & A_PLACE


@rule
def target_in(noted: int) -> int:
    """The place where the card went."""
    return noted >> TARGET_BIT & A_PLACE


@rule
def value_in(noted: int) -> int:
    """The card's value."""
    return noted >> VALUE_BIT


@rule
def is_reshuffle(noted: int) -> bool:
    """Does this note record a reshuffle?"""
    return value_in(noted) == NO_CARD
