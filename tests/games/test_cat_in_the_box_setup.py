"""Cat in the Box: dealing, and the cards turned up with two players."""

from collections import Counter

import pytest

import katzentisch as kt
from katzentisch.games.cat_in_the_box.rules.cards import drawn, full_deck, hand_of, values_in
from katzentisch.games.cat_in_the_box.rules.components import SPACE_NAMES, SPACE_NUMBERS
from katzentisch.games.cat_in_the_box.rules.setup import neutral_space
from katzentisch.games.core.compiler import COMPILED
from katzentisch.play.seeds import dice_for

from positions.cat_in_the_box import dealt


@pytest.mark.parametrize(
    ("players", "values", "each"), [(2, 5, 10), (3, 6, 10), (4, 8, 10), (5, 9, 9)]
)
def test_five_cards_of_each_value_are_dealt_evenly(players, values, each):
    for seed in range(20):
        deal = kt.new("cat-in-the-box", players=players, seed=seed).events()[0]
        assert [len(hand) for hand in deal["hands"]] == [each] * players
        cards = Counter(value for hand in deal["hands"] for value in hand)
        cards.update(deal.get("revealed", []))
        full = Counter(dict.fromkeys(range(1, values + 1), 5))
        assert cards <= full
        assert players == 2 or cards == full


def test_with_two_players_three_cards_are_turned_up():
    deal = kt.new("cat-in-the-box", players=2, seed=4).events()[0]
    assert len(deal["revealed"]) == 3


def test_a_value_turned_up_again_goes_to_yellow_and_then_to_blue():
    state = dealt(players=2)
    spaces = []
    for _ in range(3):
        space = int(neutral_space(state.taken, 3))
        spaces.append(SPACE_NAMES[space])
        state.taken |= 1 << space
    assert spaces == ["green 3", "yellow 3", "blue 3"]


def test_neutral_tokens_are_where_the_turned_up_cards_say():
    for seed in range(200):
        match = kt.new("cat-in-the-box", players=2, seed=seed)
        counted = Counter(match.events()[0]["revealed"])
        expected = {
            f"{colour} {value}"
            for value, times in counted.items()
            for colour in ("green", "yellow", "blue")[:times]
        }
        taken = {name for name, s in SPACE_NUMBERS.items() if int(match.state.taken) >> s & 1}
        assert taken == expected


def test_all_cards_in_the_deck_are_equally_likely_to_be_drawn():
    chance = dice_for(1, "draws")[0].chance
    deck = full_deck(9)
    draws = 9000 if COMPILED else 900
    counts = Counter(10 - int(drawn(deck, chance)).bit_count() for _ in range(draws))
    assert set(counts) == set(range(1, 10))
    assert all(abs(count - draws / 9) < 5 * (draws / 9) ** 0.5 for count in counts.values())


def test_a_whole_deck_is_a_hand_of_all_cards():
    assert values_in(hand_of(full_deck(6))) == sorted(list(range(1, 7)) * 5)


def test_the_start_seat_is_an_option():
    assert kt.new("cat-in-the-box", players=5, start=3, seed=1).to_act == 3
