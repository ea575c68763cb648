"""Cat in the Box: points of a round, groups of tokens, winners."""

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import cat_in_the_box as game
from katzentisch.games.cat_in_the_box.rules.scoring import bonus, is_winner
from katzentisch.games.cat_in_the_box.rules.state import SCORE
from katzentisch.games.core.phases import OVER

from positions.cat_in_the_box import dealt, lay_tokens, phase, score, seat_of, table


def ended(hands: str, *, paradox: str = "", **position: object):
    """A round that has just ended, perhaps by a paradox."""
    state = table(hands, **position)
    state.phase = SCORE
    state.paradox = seat_of(paradox) if paradox else -1
    return state


def group(tokens: str, players: int = 4, **options: object) -> int:
    """The bonus for these tokens of seat A."""
    state = dealt(players=players, **options)
    lay_tokens(state, f"A: {tokens}")
    state.won[0] = state.predicted[0] = 1
    return int(bonus(state, 0))


def test_a_trick_is_a_point_and_a_true_prediction_earns_the_largest_group():
    state = ended(
        "A: 1 | B: 1 | C: 1",
        won="A: 3 | B: 4 | C: 1",
        predicted="A: 3 | B: 3 | C: 1",
        tokens="A: red 1, red 2, blue 2, green 5 | B: red 3, red 4 | C: yellow 6",
    )
    assert score(state) == [3 + 3, 4, 1 + 1]


def test_causing_a_paradox_with_3_tricks_as_predicted_scores_minus_3_and_no_bonus():
    state = ended(
        "A: 1 | B: 1 | C: 1",
        won="A: 3 | B: 1",
        predicted="A: 3 | B: 1 | C: 1",
        tokens="A: red 1, red 2 | B: blue 1, blue 2",
        paradox="A",
    )
    assert score(state) == [-3, 1 + 2, 0]


def test_two_players_with_5_and_3_tricks_score_5_and_6():
    state = ended(
        "A: 1 | B: 1", won="A: 5 | B: 3", tokens="A: red 1, red 2 | B: blue 1, blue 2, blue 3"
    )
    assert score(state) == [5, 6]


def test_two_players_with_4_tricks_each_both_get_a_bonus():
    state = ended("A: 1 | B: 1", won="A: 4 | B: 4", tokens="A: red 1 | B: blue 1, blue 2")
    assert score(state) == [5, 6]


def test_with_three_players_a_seat_that_wins_no_trick_gets_no_bonus():
    state = ended("A: 1 | B: 1 | C: 1", predicted="A: 1 | B: 1 | C: 1", tokens="A: red 1")
    assert score(state) == [0, 0, 0]


@pytest.mark.parametrize(
    ("tokens", "size"),
    [
        ("red 1, blue 2", 1),
        ("red 1, blue 1, yellow 1, green 1", 4),
        ("red 1, green 1", 1),
        ("blue 3, blue 4, blue 5", 3),
        ("red 8, blue 1", 1),
        ("green 1, red 2", 1),
        ("red 1, red 2, blue 2, yellow 2, yellow 3, green 7, green 8", 5),
    ],
)
def test_tokens_are_adjacent_above_below_left_and_right_only(tokens, size):
    assert group(tokens) == size


def test_the_layout_decides_what_is_adjacent():
    assert group("red 1, blue 3, yellow 2, green 1", research="purple") == 4
    assert group("red 1, blue 1", research="purple") == 1
    assert group("red 3, red 4", research="purple") == 2


def test_spaces_of_values_not_in_play_join_nothing():
    assert group("blue 5, blue 7", research="purple") == 1
    assert group("yellow 8, yellow 7", research="purple") == 1


def test_every_seat_starts_one_round_and_the_start_passes_clockwise():
    for players in (2, 3, 4, 5):
        match = kt.new("cat-in-the-box", players=players, start=1, seed=3)
        match.seats = ["random"] * players
        play_to_the_end(match)
        starts = [
            after["seat"]
            for event, after in zip(match.events(), match.events()[1:], strict=False)
            if event["event"] == "deal"
        ]
        assert starts == [(1 + r) % players for r in range(players)]


def finished(totals: list[int], last_round: list[int]):
    state = dealt(players=len(totals))
    for seat, (total, last) in enumerate(zip(totals, last_round, strict=True)):
        state.total[seat], state.points[seat] = total, last
    state.phase = OVER
    return [seat for seat in range(len(totals)) if is_winner(state, seat)]


def test_the_highest_total_wins():
    assert finished([5, 9, 8], [0, -2, 5]) == [1]


def test_a_tie_goes_to_the_most_points_in_the_last_round():
    assert finished([9, 9, 3], [2, 4, 9]) == [1]


def test_seats_also_tied_in_the_last_round_share_the_win():
    assert finished([9, 9, 3, 9], [4, 4, 9, 1]) == [0, 1]


@pytest.mark.parametrize(("players", "empty"), [(2, 1), (3, 0), (4, 0), (5, 1)])
def test_a_fixed_number_of_spaces_stays_empty_when_no_paradox_occurs(players, empty):
    """Each seat plays all its cards except two; with two players there are three neutral tokens."""
    values = {2: 5, 3: 6, 4: 8, 5: 9}[players]
    tricks = int(dealt(players=players).tricks_left)
    neutral = 3 if players == 2 else 0
    assert 4 * values - neutral - players * tricks == empty


def test_a_round_without_a_paradox_leaves_exactly_that_many_spaces_empty():
    seen = set()
    for seed in range(60):
        for players, empty in ((2, 1), (3, 0)):
            match = kt.new("cat-in-the-box", players=players, seed=seed)
            match.seats = ["greedy"] * players
            play_to_the_end(match)
            if match.events()[-2]["event"] == "trick":
                values = {2: 5, 3: 6}[players]
                assert 4 * values - int(match.state.taken).bit_count() == empty
                seen.add(players)
    assert 2 in seen, "no round without a paradox was found to look at"


def test_the_game_is_over_when_its_last_round_is_scored():
    match = kt.new("cat-in-the-box", players=2, seed=1)
    match.seats = ["random"] * 2
    play_to_the_end(match)
    assert phase(match.state) == "over"
    assert game.is_over(match.state)
    with pytest.raises(kt.Refused, match="The game is over"):
        match.play("discard 1")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_players_who_dodge_every_paradox_cannot_keep_a_game_from_ending(players):
    """The most stubborn players leave as many legal moves as they can to whoever comes next."""
    match = kt.new("cat-in-the-box", players=players, seed=11)
    cards_a_round = {2: 10, 3: 10, 4: 10, 5: 9}[players]
    while not match.over:
        match.play(max(match.legal(), key=lambda move: choices_after(match, move)))
    # A card is discarded, one is never played, and each seat predicts once.
    assert len(match.moves) <= players * players * (1 + 1 + cards_a_round - 2)


def choices_after(match: kt.Match, move: str) -> int:
    """The number of legal moves once this one is made."""
    then = match.copy()
    then.play(move)
    return len(then.legal_numbers())
