"""Cat Box: the cards, and what an owner may supply."""

import copy
import runpy
from collections import Counter
from pathlib import Path

import pytest

import katzentisch as kt
from katzentisch.games.cat_box.rules.components import (
    CONTENTS,
    RECONSTRUCTION,
    mirrored,
    packed,
    read_options,
    unpacked,
)

FRONTS = [front for front, _ in RECONSTRUCTION]


def test_16_cards_have_four_kittens_and_32_have_three_and_an_empty_box():
    assert Counter(front.count("empty") for front in FRONTS) == {0: 16, 1: 32}


@pytest.mark.parametrize("corner", range(4))
def test_each_of_the_six_contents_appears_eight_times_in_each_corner(corner):
    assert Counter(front[corner] for front in FRONTS) == dict.fromkeys(CONTENTS[1:], 8)


def test_no_card_has_four_kittens_of_one_colour():
    assert all(len(set(front)) > 1 for front in FRONTS)


def test_the_back_is_the_front_mirrored_left_to_right():
    assert mirrored(["black", "pink", "purple", "empty"]) == ["pink", "black", "empty", "purple"]
    assert all(back == mirrored(front) for front, back in RECONSTRUCTION)


def test_every_face_is_unique():
    faces = {tuple(face) for card in RECONSTRUCTION for face in card}
    assert len(faces) == 96


def test_the_script_makes_these_cards():
    script = Path(__file__).parents[2] / "scripts" / "make_cat_box_cards.py"
    fronts = runpy.run_path(str(script))["make_fronts"]()
    assert [list(front) for front in fronts] == FRONTS


def test_a_face_packs_into_twelve_bits_and_unpacks_unchanged():
    for card in RECONSTRUCTION:
        for face in card:
            assert 0 < packed(face) < 1 << 12
            assert unpacked(packed(face)) == face


def test_options_have_their_defaults():
    assert read_options({}).to_dict() == {"players": 4, "start": 0, "specials": False}
    assert read_options({"specials": "true"}).specials is True


def owners() -> dict[str, list[list[list[str]]]]:
    return {"cards": copy.deepcopy(RECONSTRUCTION)}


def test_an_owners_own_cards_are_played_with_and_recorded():
    components = owners()
    components["cards"][0] = [["black"] * 4, ["black"] * 4]
    match = kt.new("cat-box", seed=1, components=components)
    assert match.events()[0]["cards"] == components["cards"]
    assert match.transcript()["options"]["components"] == components


@pytest.mark.parametrize(
    ("place", "wrong", "sentence"),
    [
        ((), [], 'Components must be an object whose only key is "cards".'),
        ((), {"card": []}, 'Components must be an object whose only key is "cards".'),
        (("cards",), [], "There must be a list of 48 cards."),
        (("cards", 7), ["black"], "Card 7 must be a list of two sides."),
        (("cards", 7, 0), ["black"], "Card 7, front: must be a list of four squares."),
        (
            ("cards", 7, 1, 2),
            "red",
            "Card 7, back, square 3: 'red' is not one of black, pink, purple, blue, yellow, empty.",
        ),
        (
            ("cards", 7, 1, 2),
            None,
            "Card 7, back, square 3: None is not one of black, pink, purple, blue, yellow, empty.",
        ),
        (
            ("cards", 0, 1),
            ["black", "black", "pink", "yellow"],
            "Card 0, back: must mirror the front left to right: black, black, yellow, pink.",
        ),
    ],
)
def test_the_checker_names_the_place_of_the_first_error(place, wrong, sentence):
    components: object = owners()
    if not place:
        components = wrong
    else:
        inner: object = components
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = wrong
    with pytest.raises(kt.Refused) as refusal:
        read_options({"components": components})
    assert str(refusal.value) == sentence
