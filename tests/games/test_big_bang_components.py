"""Big Bang: the components, and what an owner of the game may put in their place."""

import copy
from collections import Counter
from typing import Any

import pytest

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import (
    COLOURS,
    MODES,
    OURS,
    PERSONS,
    SHOWN,
    TILES,
)
from katzentisch.games.core.errors import Refused

from positions.big_bang import (
    evaluated,
    hand_of,
    legal_names,
    other_components,
    table,
    takers,
    totals,
)


def test_a_set_has_fifteen_cards_named_after_their_sides():
    assert len(OURS["cards"]) == 15
    for card in OURS["cards"]:
        assert card["name"] == "".join(f"{colour[0]}{value}" for colour, value in card["sides"])


def test_all_colours_are_equally_strong():
    values = {colour: Counter[int]() for colour in COLOURS}
    for card in OURS["cards"]:
        for colour, value in card["sides"]:
            values[colour][value] += 1
    assert values == {colour: {2: 2, 3: 2, 4: 2, 5: 2, 7: 1} for colour in COLOURS}


def test_every_person_is_on_a_card_and_the_sevens_show_none():
    shown = Counter(card["shows"] for card in OURS["cards"])
    assert set(shown) == set(SHOWN)
    sevens = [card["shows"] for card in OURS["cards"] if len(card["sides"]) == 1]
    assert sevens == ["Bazinga", "kittens", "kittens"]
    assert not set(sevens) & set(PERSONS)


def test_each_colour_has_six_prizes_two_each_of_2_3_and_4():
    assert OURS["prizes"] == {colour: [2, 2, 3, 3, 4, 4] for colour in COLOURS}


def test_there_are_ten_tiles():
    assert len(set(TILES)) == 10


def test_options_have_defaults():
    event = game.read_options({}).to_dict()
    assert event == {"players": 4, "tiles": "hidden", "start": 0}


@pytest.mark.parametrize(
    "asked", [{"players": 5}, {"players": 1}, {"tiles": "secret"}, {"players": 2, "start": 2}]
)
def test_other_option_values_are_refused(asked: dict[str, Any]):
    with pytest.raises(Refused):
        game.read_options(asked)


@pytest.mark.parametrize("mode", MODES)
def test_there_are_five_ways_to_use_tiles(mode: str):
    assert game.read_options({"tiles": mode}).to_dict()["tiles"] == mode


def test_an_owners_own_cards_are_played_for_the_colours_of_their_own_sides():
    own = other_components()
    state = table("A: r5g2 r7 | B: b7", components=own)
    assert legal_names(state) == {
        "play r5g2 blue",
        "play r5g2 green",
        "play r7 red",
        "play r7 blue",
    }


def test_an_owners_own_cards_have_their_own_values_and_persons():
    own = other_components()
    state = evaluated(
        "A: r5g2 blue | B: r7 blue", tiles="raj-no-women sevens-halved", components=own
    )
    assert totals(state)["blue"] == [12, 3.5]


def test_an_owners_own_prizes_are_won():
    own = {"prizes": {colour: [9] * 6 for colour in COLOURS}}
    state = table("A: r7 | B: b7", phase="prizes", tiles="", components=own)
    game.step(state)
    assert [int(value) for value in state.prize] == [9, 9, 9]


def test_components_are_among_the_options_only_if_they_are_an_owners_own():
    own = other_components()
    assert game.read_options({"components": own}).to_dict()["components"] == own
    assert "components" not in game.read_options({}).to_dict()


def spoiled(**changes: Any) -> dict[str, Any]:
    """Our cards with changes to the third."""
    cards = copy.deepcopy(OURS["cards"])
    cards[2] |= changes
    return {"cards": cards}


@pytest.mark.parametrize(
    ("components", "place"),
    [
        ([], "Components must be an object"),
        ({}, "Components must be an object"),
        ({"tiles": []}, "not 'tiles'"),
        ({"cards": OURS["cards"][:14]}, "a list of 15 cards"),
        ({"cards": {}}, "a list of 15 cards"),
        ({"cards": [*OURS["cards"][:14], "b7"]}, "Card 15 must be an object"),
        (spoiled(colour="red"), "Card 3 must be an object"),
        (spoiled(name="r6g1"), "Card 3 must be called 'r4g3', not 'r6g1'"),
        (spoiled(sides=[]), "Card 3 (r4g3) must have one or two sides"),
        (spoiled(sides=[["red", 4]] * 3), "Card 3 (r4g3) must have one or two sides"),
        (spoiled(sides=[["red", 4], ["red", 3]]), "Card 3 (r4g3) has red on both sides"),
        (spoiled(sides=[["red", 4], ["green"]]), "Card 3 (r4g3), side 2 must be"),
        (spoiled(sides=[["red", 4], ["pink", 3]]), "Card 3 (r4g3), side 2: the colour"),
        (spoiled(sides=[["red", 4], [["red"], 3]]), "Card 3 (r4g3), side 2: the colour"),
        (spoiled(sides=[["red", 0]]), "Card 3 (r4g3), side 1: the value"),
        (spoiled(sides=[["red", 10]]), "Card 3 (r4g3), side 1: the value"),
        (spoiled(sides=[["red", True]]), "Card 3 (r4g3), side 1: the value"),
        (spoiled(sides=[["red", 2.0]]), "Card 3 (r4g3), side 1: the value"),
        (spoiled(shows="Stuart"), "Card 3 (r4g3) must show one of"),
        (spoiled(shows=["Amy"]), "Card 3 (r4g3) must show one of"),
        ({"prizes": [2, 3, 4]}, "Prizes must be an object"),
        ({"prizes": {"green": [2] * 6}}, "Prizes must be an object"),
        ({"prizes": {colour: [2] * 5 for colour in COLOURS}}, "Prizes, green: there must be 6"),
        (
            {"prizes": {**OURS["prizes"], "red": [2, 3, 4, "5", 2, 2]}},
            "Prizes, red, number 4: the value",
        ),
    ],
)
def test_a_mistake_in_an_owners_components_is_reported_with_its_place(components: Any, place: str):
    with pytest.raises(Refused) as refusal:
        game.read_options({"components": components})
    assert place in str(refusal.value)


def test_our_own_components_pass_the_checker():
    assert game.read_options({"components": copy.deepcopy(OURS)}).box() == OURS


def test_an_owner_who_supplies_only_prizes_plays_with_our_cards():
    own = {"prizes": {colour: [1, 2, 3, 4, 5, 6] for colour in COLOURS}}
    state = evaluated("A: r5g2 red | B:", prizes="1 1 9", components=own)
    assert takers(state) == "--A"
    assert hand_of(state, "A") == set()
    assert int(state.points[0]) == 9
