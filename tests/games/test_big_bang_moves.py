"""Big Bang: the names of moves."""

import pytest

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.moves import (
    ACTIVATE_NONE,
    SIDES,
    card_of,
    cards_in_colour,
    cards_with,
    colour_of,
    side_of,
    sides_in,
)
from katzentisch.games.core.bits import bits


def test_names_of_moves_convert_to_numbers_and_back():
    names = [game.name_of(move) for move in range(ACTIVATE_NONE + 1)]
    assert [game.number_of(name) for name in names] == list(range(ACTIVATE_NONE + 1))
    assert len(set(names)) == len(names) <= 63


@pytest.mark.parametrize(
    "name", ["play r5g2 red", "quit", "activate sheldon-amy", "activate none", "play b7 blue"]
)
def test_moves_are_named_as_on_the_rules_page(name: str):
    number = game.number_of(name)
    assert number is not None
    assert game.name_of(number) == name


@pytest.mark.parametrize(
    "name",
    ["", "Quit", " quit", "quit ", "play r5g2", "play  r5g2 red", "activate ?", "play r6g1 red"],
)
def test_a_move_has_no_other_spelling(name: str):
    assert game.number_of(name) is None


@pytest.mark.parametrize("number", [-1, ACTIVATE_NONE + 1, 63, 10**6])
def test_a_number_that_is_not_a_move_has_no_name(number: int):
    with pytest.raises((IndexError, ValueError)):
        game.name_of(number)


def test_a_side_is_a_card_and_a_colour():
    for side in range(SIDES):
        assert side_of(card_of(side), colour_of(side)) == side


def test_cards_convert_to_their_sides_and_back():
    cards = bits(0b100_0000_0000_0101)
    assert cards_with(sides_in(cards)) == cards
    for colour in range(3):
        assert cards_in_colour(sides_in(cards), colour) == cards
