"""Ed, the Cat: the end of a turn, a round and the game."""

import random

import pytest

import katzentisch as kt
from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.ed_the_cat.rules.components import LONGEST_ROUND

from positions.ed_the_cat import acting, discards, hand, legal, penalties, phase, play, table

# Who ended the round


def test_a_round_goes_on_while_every_hand_has_cards():
    state = table("A: 5 5 | B: 3 | C: 3")
    play(state, "play 5 on 1")
    assert phase(state) == "play"


def test_the_acting_seat_ended_the_round_if_its_hand_is_empty():
    state = table("A: 3 | B: 5 2 | C: 1 7", to_act="B", penalties="B: 8")
    play(state, "play 2 on 2")
    assert (phase(state), acting(state), hand(state, "B")) == ("drop", "B", [])


def test_otherwise_the_opponent_with_an_empty_hand_ended_it():
    state = table("A: 6 3 8 | B: 9 | C: 1", pile="4")
    play(state, "play 6 on 1")
    assert play(state, "drop 9") == [{"event": "round", "ended_by": 1, "points": [11, 4, 1]}]


# Dropping a penalty


def test_the_seat_that_ended_the_round_may_drop_any_of_its_penalties_or_none():
    state = table("A: 5 | B: 3", penalties="A: 9 2 2 | B: 7")
    play(state, "play 5 on 1")
    assert legal(state) == ["drop 2", "drop 9", "drop none"]


def test_a_dropped_penalty_goes_on_the_discard_pile_and_does_not_count():
    state = table("A: 5 | B: 3", penalties="A: 9 2")
    play(state, "play 5 on 1")
    game.decide(state, game.number_of("drop 9"))
    assert (discards(state), penalties(state, "A")) == ([9], [2])
    before = state.copy()
    game.step(state)
    assert game.event(before, state) == {"event": "round", "ended_by": 0, "points": [2, 8]}


def test_without_a_drop_all_penalties_count_for_the_seat_that_ended_the_round_too():
    state = table("A: 5 | B: 3", penalties="A: 9 2")
    assert play(state, "play 5 on 1", "drop none")[-1]["points"] == [11, 8]


def test_a_seat_without_penalties_has_nothing_to_decide():
    state = table("A: 5 | B: 3", penalties="B: 9")
    assert [event["event"] for event in play(state, "play 5 on 1")] == ["round"]


# Minus points


def test_hands_and_penalties_count_their_values():
    state = table("A: 5 | B: 1 2 9 | C: 8", penalties="B: 7 7 | C: 4")
    assert play(state, "play 5 on 2")[-1]["points"] == [0, 26, 17]


def test_minus_points_add_up_over_the_rounds():
    state = table("A: 5 | B: 3 | C: 4", scores="A: 10 | B: 20 | C: 30")
    play(state, "play 5 on 1")
    assert [game.score(state, seat) for seat in range(3)] == [10, 28, 34]


def test_after_a_round_all_cards_are_gathered_and_each_seat_is_dealt_five():
    state = table("A: 5 | B: 3 | C: 4", penalties="C: 9 9", discards="1 2 3")
    play(state, "play 5 on 1")
    assert phase(state) == "deal"
    game.step(state)
    assert [len(hand(state, letter)) for letter in "ABC"] == [5, 5, 5]
    assert penalties(state, "C") == discards(state) == []
    assert game.view(state, -1)["draw_pile"] == 66
    assert game.view(state, -1)["top_penalties"] == [None] * 3


# The next start


@pytest.mark.parametrize(
    ("start", "scores", "starts"),
    [
        (0, "A: 10 | B: 40 | C: 30", "B"),
        (0, "A: 50 | B: 10 | C: 10", "A"),
        (0, "A: 40 | B: 32 | C: 36", "B"),
        (1, "A: 40 | B: 32 | C: 36", "C"),
        (2, "A: 40 | B: 32 | C: 36", "A"),
        (0, "A: 40 | B: 30 | C: 36", "C"),
        (2, "A: 40 | B: 30 | C: 36", "A"),
    ],
)
def test_the_most_minus_points_start_or_if_tied_the_first_after_the_last_start_seat(
    start, scores, starts
):
    """In this round, A gets no minus points, B eight and C four."""
    state = table("A: 5 | B: 3 | C: 4", scores=scores, start=start)
    play(state, "play 5 on 1")
    assert "ABC"[state.start] == starts
    game.step(state)
    assert acting(state) == starts


def test_the_start_option_names_the_seat_that_starts_the_first_round():
    for start in range(3):
        assert kt.new("ed-the-cat", players=3, start=start, seed=1).to_act == start


# The end of the game


def test_the_game_ends_when_a_seat_has_reached_the_limit_at_the_end_of_a_round():
    for score, over in (("B: 90", False), ("B: 91", True), ("B: 98", True)):
        state = table("A: 5 | B: 3 | C: 4", scores=score)
        play(state, "play 5 on 1")
        assert game.is_over(state) == over


def test_the_limit_can_be_lower():
    state = table("A: 5 | B: 3 | C: 4", limit=8)
    play(state, "play 5 on 1")
    assert game.is_over(state)


def test_the_fewest_minus_points_win_and_ties_are_shared():
    state = table("A: 5 | B: 3 | C: 4", scores="A: 20 | B: 95 | C: 16")
    play(state, "play 5 on 1")
    assert [game.is_winner(state, seat) for seat in range(3)] == [True, False, True]


# Every game ends


def test_a_round_of_1000_turns_ends_as_it_stands():
    state = table("A: 8 8 | B: 8 8", penalties="A: 9", turns=LONGEST_ROUND - 2)
    play(state, "play 8")
    assert phase(state) == "play"
    assert play(state, "play 8")[-1]["ended_by"] is None
    assert phase(state) == "deal"


def test_a_seat_whose_hand_is_empty_after_turn_1000_ended_the_round():
    state = table("A: 5 | B: 8 8", penalties="A: 9", turns=LONGEST_ROUND - 1)
    play(state, "play 5 on 1")
    assert (phase(state), acting(state)) == ("drop", "A")


def stubborn(match: kt.Match) -> str:
    """Avoid ending a round as long as possible: fill all hands, then play 8s for ever."""
    legal = match.legal()
    if match.view()["phase"] == "drop":
        return max(legal)
    last = match.view()["cards_held"][match.to_act] == 1
    order = "893451267" if last else "348957216"
    return min(legal, key=lambda move: (order.index(move.split()[1]), move))


@pytest.mark.parametrize("players", [2, 3, 6] if COMPILED else [2])
def test_a_game_ends_even_if_nobody_wants_it_to(players):
    limit = 999 if COMPILED else 200
    match = kt.new("ed-the-cat", players=players, limit=limit, seed=1)
    while not match.over:
        match.play(stubborn(match))
        assert len(match.moves) <= limit * (LONGEST_ROUND + 1)
    if players == 6:
        assert any(ended_by_nobody(event) for event in match.events())


def ended_by_nobody(event) -> bool:
    return event["event"] == "round" and event["ended_by"] is None


def test_every_round_gives_somebody_a_minus_point():
    for seed in range(40 if COMPILED else 4):
        rng = random.Random(seed)
        match = kt.new("ed-the-cat", players=2 + seed % 5, seed=seed)
        while not match.over:
            match.play(rng.choice(match.legal()))
        assert all(sum(e["points"]) > 0 for e in match.events() if e["event"] == "round")


def test_minus_points_remain_even_when_both_hands_of_two_players_are_emptied():
    state = table("A: 6 | B: 1", pile="", penalties="A: 3")
    assert play(state, "play 6 on 1", "drop 3")[-1]["points"] == [0, 7]
