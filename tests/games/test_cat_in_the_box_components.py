"""Cat in the Box: research boards, ours and an owner's own."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

import katzentisch as kt
from katzentisch.games.cat_in_the_box.rules.components import BOARDS, check_board


def test_the_white_board_ascends_in_every_row():
    rows = ["red", "blue", "yellow", "green"]
    assert BOARDS["white"] == [[f"{colour} {v}" for v in range(1, 10)] for colour in rows]


def test_the_purple_board_permutes_the_values_inside_each_block_of_three():
    for row, pattern in zip(BOARDS["purple"], ("123", "312", "231", "132"), strict=True):
        values = [int(space.split()[1]) for space in row]
        assert values == [int(v) + 3 * block for block in range(3) for v in pattern]


@pytest.mark.parametrize(
    ("players", "research", "allowed"),
    [
        (2, "white", True),
        (2, "purple", False),
        (3, "purple", True),
        (4, "purple", True),
        (5, "white", False),
        (5, "purple", True),
    ],
)
def test_a_board_is_allowed_only_with_certain_numbers_of_players(players, research, allowed):
    if allowed:
        assert kt.new("cat-in-the-box", players=players, research=research)
    else:
        with pytest.raises(kt.Refused, match="research must be"):
            kt.new("cat-in-the-box", players=players, research=research)


def test_the_default_board_is_white_but_purple_with_five_players():
    boards = [
        kt.new("cat-in-the-box", players=n).options.to_dict()["research"] for n in (2, 3, 4, 5)
    ]
    assert boards == ["white", "white", "white", "purple"]


def own_board():
    board = copy.deepcopy(BOARDS["purple"])
    board[0], board[3] = board[3], board[0]
    return board


def test_an_owners_own_board_is_played_on_and_recorded():
    components = {"purple": own_board()}
    match = kt.new("cat-in-the-box", players=3, research="purple", components=components, seed=1)
    assert match.view()["board"][0][0]["space"] == "green 1"
    transcript = match.transcript()
    assert transcript["options"]["components"] == components
    assert kt.verify(transcript).options == match.options


def test_without_an_owners_components_the_transcript_has_none():
    assert "components" not in kt.new("cat-in-the-box").transcript()["options"]


def test_a_duplicate_space_is_reported_with_both_places():
    board = own_board()
    board[1][2] = "blue 3"
    with pytest.raises(kt.Refused, match=r"row 2, column 3: 'blue 3' is already in row 2"):
        check_board("purple", board)


def test_a_space_that_does_not_exist_is_reported_with_its_place():
    board = own_board()
    board[3][8] = "pink 9"
    with pytest.raises(kt.Refused, match=r"row 4, column 9: 'pink 9' is not a colour"):
        check_board("purple", board)


@pytest.mark.parametrize("components", [{}, [], "x", 3, {"pink": []}, {"white": None}])
def test_components_of_the_wrong_shape_are_refused(components):
    with pytest.raises(kt.Refused):
        kt.new("cat-in-the-box", components=components)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(BOARDS["white"][0]),
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(board=anything)
def test_garbage_for_a_board_is_refused_with_one_sentence(board):
    with pytest.raises(kt.Refused) as refusal:
        kt.new("cat-in-the-box", components={"white": board})
    assert str(refusal.value).endswith(".")


@given(row=st.integers(0, 3), column=st.integers(0, 8), other=st.sampled_from(BOARDS["white"][0]))
def test_one_wrong_space_in_a_board_is_always_found(row, column, other):
    board = copy.deepcopy(BOARDS["white"])
    if board[row][column] == other:
        return
    board[row][column] = other
    with pytest.raises(kt.Refused, match="is already in"):
        check_board("white", board)
