"""Ed, the Cat: moves and their names."""

import pytest

from katzentisch.games import ed_the_cat as game
from katzentisch.games.ed_the_cat.rules.moves import NAMES, NUMBERS, seat_in, value_in

from positions.ed_the_cat import legal, legal_numbers, play, table


def test_names_of_moves_convert_to_numbers_and_back():
    assert len(NAMES) == len(NUMBERS) == 7 * 6 + 2 + 9 + 1
    for name, number in NUMBERS.items():
        assert game.name_of(number) == name
        assert game.number_of(name) == number


@pytest.mark.parametrize("name", ["play 3 on 2", "play 4", "play 8", "drop 7", "drop none"])
def test_moves_have_the_names_on_the_rules_page(name):
    assert game.name_of(game.number_of(name)) == name


@pytest.mark.parametrize(
    "name",
    [
        *["", "play 3", "play 4 on 1", "play 8 on 0", "play 3 on 6", "play 0 on 1", "play 10 on 1"],
        *["drop", "drop 0", "drop 10", "drop None", " drop 7", "play 3  on 2", "Play 3 on 2"],
    ],
)
def test_a_move_has_no_other_spelling(name):
    assert game.number_of(name) is None


def test_there_are_no_other_moves():
    for number in (-1, 0, 7, 81, 1000, *range(-20, 120)):
        if number not in NAMES:
            with pytest.raises((IndexError, ValueError)):
                game.name_of(number)


def test_a_number_encodes_the_card_and_the_seat():
    for value in (1, 2, 3, 5, 6, 7, 9):
        for seat in range(6):
            number = game.number_of(f"play {value} on {seat}")
            assert (value_in(number), seat_in(number)) == (value, seat)


@pytest.mark.parametrize(
    ("players", "to_act"), [(players, seat) for players in range(2, 7) for seat in range(players)]
)
def test_legal_moves_are_counted_listed_and_recognised_consistently(players, to_act):
    hands = " | ".join(f"{letter}: 1 2 3 4 5 6 7 8 9" for letter in "ABCDEF"[:players])
    state = table(hands, to_act="ABCDEF"[to_act])
    opponents = [seat for seat in range(players) if seat != to_act]
    names = {f"play {value} on {seat}" for value in (1, 2, 3, 5, 6, 7, 9) for seat in opponents}
    assert set(legal(state)) == names | {"play 4", "play 8"}
    numbers = legal_numbers(state)
    assert numbers == sorted(set(numbers))
    for number in range(-10, 130):
        assert game.is_legal(state, number) == (number in numbers)


def test_drops_are_counted_listed_and_recognised_consistently():
    state = table("A: 5 | B: 3", penalties="A: 1 4 4 9")
    play(state, "play 5 on 1")
    assert legal(state) == ["drop 1", "drop 4", "drop 9", "drop none"]
    for number in range(-10, 130):
        assert game.is_legal(state, number) == (number in legal_numbers(state))


def test_nothing_is_legal_when_the_game_is_over():
    state = table("A: 5 | B: 3", limit=1)
    play(state, "play 5 on 1")
    assert game.is_over(state)
    assert legal(state) == []
    assert not any(game.is_legal(state, number) for number in range(-10, 130))
