"""Cat Box: the names of moves."""

import pytest

from katzentisch.games.cat_box.rules.moves import name_of, number_of

NAMES = [
    "place own 0 at 1,-1",
    "place own 1 at 0,0",
    "place seat 2 0 at 1,-1",
    "place seat 4 1 at -53,53",
    "place reserved 0 at 1,-1",
    "stack",
    "paw",
    "scratch 2,0",
    "mouse 17 to 3,1",
    "mouse 0 to -10,9",
    "mouse 47 to 53,53",
    "fish seat 2 0",
    "fish seat 4 1",
    "end",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_convert_to_numbers_and_back(name):
    number = number_of(name)
    assert type(number) is int
    assert name_of(number) == name


def test_different_moves_have_different_numbers():
    assert len({number_of(name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize(
    "name",
    [
        "",
        "place",
        "place own 0 at 1, -1",
        "place own 0 at 1,-1 ",
        "place own 0 at 01,1",
        "place own 0 at -0,1",
        "place own 0 at +1,1",
        "place own 0 at ١,1",
        "place own 0 at 1,1\n",
        "Place own 0 at 1,1",
        "place own 2 at 1,1",
        "place own 0 at 54,0",
        "place own 0 at 999,0",
        "place seat 5 0 at 1,1",
        "place seat 00 at 1,1",
        "place reserved 1 at 1,1",
        "place reserved at 1,1",
        "scratch",
        "scratcher 1,1",
        "mouse 48 to 1,1",
        "mouse 07 to 1,1",
        "fish own 0",
        "fish seat 5 0",
        "stack 1,1",
        "end\n",
    ],
)
def test_only_the_exact_spelling_is_a_move(name):
    assert number_of(name) is None


@pytest.mark.parametrize("number", [-1, 0, 1 << 14, 62 << 14 | 13, 63 << 14, 1 << 40, 1 << 62])
def test_a_number_that_is_not_a_move_has_no_name(number):
    with pytest.raises((IndexError, ValueError)):
        name_of(number)
