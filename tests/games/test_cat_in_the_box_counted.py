"""Cat in the Box: what is listed as counted is what was scored."""

from collections.abc import Iterator
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import cat_in_the_box as game
from katzentisch.games.cat_in_the_box.knowledge.counted import bonus_group, neutral_spaces
from katzentisch.games.cat_in_the_box.rules.scoring import bonus
from katzentisch.games.cat_in_the_box.ui.scene import scene, sheet
from katzentisch.games.core.i18n import words
from katzentisch.play.frames import Frame, play_watched

from positions.cat_in_the_box import dealt, lay_tokens


def named(tokens: str, players: int = 4, **options: object) -> set[str]:
    """The spaces that count for seat A if its prediction came true."""
    state = dealt(players=players, **options)
    lay_tokens(state, tokens)
    state.won[0] = state.predicted[0] = 1
    board = game.view(state, -1)["board"]
    spaces = {board[row][column]["space"] for row, column in bonus_group(board, 0)}
    assert len(spaces) == int(bonus(state, 0))
    return spaces


def test_the_largest_group_is_listed_space_by_space():
    tokens = "A: red 1, red 2, blue 2, yellow 2, green 7, green 8 | B: yellow 3 | neutral: green 2"
    assert named(tokens) == {"red 1", "red 2", "blue 2", "yellow 2"}


def test_the_layout_decides_which_spaces_are_listed():
    tokens = "A: red 1, blue 3, yellow 2, green 1, red 3"
    assert named(tokens, research="purple") == {"red 1", "blue 3", "yellow 2", "green 1"}


def test_the_leftmost_of_equally_large_groups_is_listed():
    assert named("A: green 2, green 3, red 6, red 7") == {"green 2", "green 3"}
    assert named("A: red 6, red 7, green 2, green 3 | B: red 1") == {"green 2", "green 3"}
    assert named("A: red 1, yellow 1") == {"red 1"}


def test_without_tokens_nothing_is_listed():
    assert named("B: red 1, red 2") == set()


def test_values_turned_up_take_green_then_yellow_then_blue():
    assert neutral_spaces([3, 1, 3]) == ["green 3", "green 1", "yellow 3"]
    assert neutral_spaces([2, 2, 2]) == ["green 2", "yellow 2", "blue 2"]
    assert neutral_spaces([]) == []


def rounds(match: kt.Match) -> Iterator[tuple[Frame, list[dict[str, Any]]]]:
    """The moment after each round is scored, and all events up to then."""
    again = kt.new("cat-in-the-box", seed=match.seed, **options_of(match))
    for move in match.moves:
        for frame in play_watched(again, move):
            events = again.events()[: frame.events]
            if events[-1]["event"] == "round":
                yield frame, events


def options_of(match: kt.Match) -> dict[str, Any]:
    return {"players": match.players, "research": match.options.research}


def games(players: int) -> Iterator[kt.Match]:
    """Finished games in which predictions come true now and then."""
    for seed in range(6):
        match = kt.new("cat-in-the-box", players=players, seed=seed)
        match.seats = ["random", *["greedy"] * (players - 1)]
        play_to_the_end(match)
        yield match


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tricks_and_named_groups_add_up_to_every_rounds_points(players):
    earned = 0
    for match in games(players):
        for frame, events in rounds(match):
            event, board = events[-1], frame.view(None)["board"]
            paradox = frame.table[0].paradox
            for seat, points in enumerate(event["points"]):
                group = bonus_group(board, seat) if event["bonus"][seat] else set()
                sign = -1 if seat == paradox else 1
                assert sign * event["tricks"][seat] + len(group) == points
                earned += len(group)
    assert earned > 0


@pytest.mark.parametrize("players", [2, 3])
def test_table_and_sheet_mark_the_same_tokens_and_as_many_as_were_scored(players):
    for match in games(players):
        for frame, events in rounds(match):
            names = [str(seat) for seat in range(players)]
            view = frame.view(None)
            on_table = scene(view, events, names, (), words("en"))["board"]
            on_sheet = sheet(view, events, names, words("en"))["rows"][-2]["grid"]
            assert marks(on_table) == marks(on_sheet)
            assert len(marks(on_table)) == sum(events[-1]["bonus"])
            assert tokens(on_table, "token") == tokens(on_sheet, "seat")


def marks(board: list[list[dict[str, Any] | None]]) -> set[tuple[int, int]]:
    return {
        (r, c)
        for r, row in enumerate(board)
        for c, cell in enumerate(row)
        if cell and cell["marked"]
    }


def tokens(board: list[list[dict[str, Any] | None]], key: str) -> list[list[Any]]:
    return [[cell and cell[key] for cell in row] for row in board]
