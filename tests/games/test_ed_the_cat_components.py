"""Ed, the Cat: options."""

import pytest

import katzentisch as kt
from katzentisch.games import ed_the_cat as game


def test_two_to_six_play_to_99_by_default_and_seat_0_starts():
    assert game.read_options({}).to_dict() == {"players": 4, "limit": 99, "start": 0}
    assert [game.read_options({"players": n}).players for n in range(2, 7)] == [2, 3, 4, 5, 6]


@pytest.mark.parametrize("limit", [1, 30, 999, "42"])
def test_the_limit_can_be_1_to_999(limit):
    assert game.read_options({"limit": limit}).limit == int(limit)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"players": 1}, "players"),
        ({"players": 7}, "players"),
        ({"limit": 0}, "limit"),
        ({"limit": 1000}, "limit"),
        ({"limit": 99.0}, "limit"),
        ({"start": 4}, "start"),
        ({"players": 2, "start": 2}, "start"),
        ({"components": {"cards": []}}, "components"),
    ],
)
def test_all_other_options_are_refused(asked, named):
    with pytest.raises(kt.Refused, match=named):
        game.read_options(asked)


def test_components_may_be_given_as_none():
    assert game.read_options({"components": None}) == game.read_options({})
