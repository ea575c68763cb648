"""Cat in the Box: discarding, predicting, tricks, paradoxes."""

import pytest

from katzentisch.games.cat_in_the_box.rules.cards import values_in

from positions.cat_in_the_box import acting, dealt, legal, may_declare, phase, play, table, why_not


def test_every_seat_discards_one_card_from_the_start_seat_clockwise():
    state = dealt(players=3, start=1)
    for seat in ("B", "C", "A"):
        assert (phase(state), acting(state)) == ("discard", seat)
        play(state, legal(state)[0])
    assert [len(values_in(state.hand[s])) for s in range(3)] == [9, 9, 9]
    assert phase(state) == "predict"


def test_only_a_card_in_hand_can_be_discarded():
    state = dealt(players=4)
    held = sorted(set(values_in(state.hand[0])))
    assert legal(state) == [f"discard {value}" for value in held]


@pytest.mark.parametrize(("players", "allowed"), [(3, (1, 3, 4)), (4, (1, 2, 3)), (5, (1, 2, 3))])
def test_predictions_are_made_openly_from_the_start_seat(players, allowed):
    state = dealt(players=players, start=2)
    for _ in range(players):
        play(state, legal(state)[0])
    for turn in range(players):
        assert (phase(state), int(state.to_act)) == ("predict", (2 + turn) % players)
        assert legal(state) == [f"predict {tricks}" for tricks in allowed]
        play(state, legal(state)[0])
    assert (phase(state), acting(state)) == ("play", "C")


def test_two_players_discard_but_do_not_predict():
    state = dealt(players=2)
    play(state, legal(state)[0])
    play(state, legal(state)[0])
    assert (phase(state), acting(state)) == ("play", "A")


def test_rule_1_a_taken_space_cannot_be_declared():
    state = table("A: 5 6 | B: 3 6 | C: 1 2", tokens="B: blue 5")
    assert "play 5 blue" not in legal(state)
    assert "play 5 yellow" in legal(state)
    assert why_not(state, "play 5 blue") == "Rule 1: the space blue 5 is already taken."


def test_rule_2_a_colour_whose_x_is_uncovered_cannot_be_declared():
    state = table("A: 5 6 | B: 3 6 | C: 1 2", lost="A: blue")
    assert legal(state) == ["play 5 green", "play 5 yellow", "play 6 green", "play 6 yellow"]
    assert "Rule 2" in why_not(state, "play 5 blue")


def test_red_may_not_be_led_while_its_row_is_empty():
    state = table("A: 5 6 | B: 3 6 | C: 1 2")
    assert not [move for move in legal(state) if move.endswith("red")]
    assert why_not(state, "play 5 red").startswith("Red may not be led")


def test_red_may_be_led_once_a_token_is_in_its_row():
    state = table("A: 5 6 | B: 3 6 | C: 1 2", tokens="C: red 1")
    assert "play 5 red" in legal(state)


def test_red_may_be_led_when_nothing_else_can_be_declared():
    state = table("A: 5 6 | B: 3 6 | C: 1 2", lost="A: blue yellow green")
    assert legal(state) == ["play 5 red", "play 6 red"]


def test_one_card_that_can_be_declared_in_another_colour_keeps_red_closed_for_all():
    state = table(
        "A: 5 6 | B: 3 6 | C: 1 2",
        lost="A: yellow green",
        tokens="B: blue 5",
    )
    assert legal(state) == ["play 6 blue"]


def test_a_forced_red_lead_opens_red_for_everybody():
    state = table("A: 5 6 1 | B: 3 6 1 | C: 1 2 2", lost="A: blue yellow green")
    play(state, "play 5 red", "play 6 red", "play 1 red")
    assert acting(state) == "B"
    assert "play 3 red" in legal(state)


def test_neutral_tokens_never_open_red():
    state = table("A: 5 4 | B: 3 2", tokens="neutral: green 1, yellow 1, blue 1")
    assert not [move for move in legal(state) if move.endswith("red")]


def test_a_follower_may_declare_any_colour():
    state = table("A: 5 6 | B: 3 6 | C: 1 2")
    play(state, "play 5 blue")
    assert len(legal(state)) == 8


def test_a_follower_may_trump_but_loses_the_led_colour():
    state = table("A: 5 6 | B: 3 6 | C: 1 2")
    play(state, "play 5 blue", "play 3 red")
    assert not may_declare(state, "B", "blue")
    assert may_declare(state, "B", "red")


def test_a_follower_who_declares_the_led_colour_keeps_it():
    state = table("A: 5 6 | B: 3 6 | C: 1 2")
    play(state, "play 5 blue", "play 3 blue")
    assert may_declare(state, "B", "blue")


def test_a_seat_can_lose_red_when_red_is_led():
    state = table("A: 5 6 | B: 3 6 | C: 1 2", tokens="C: red 1")
    play(state, "play 5 red", "play 3 green")
    assert not may_declare(state, "B", "red")


def test_without_red_the_highest_of_the_led_colour_wins():
    state = table("A: 5 6 1 | B: 3 6 1 | C: 1 2 8 | D: 7 1 1")
    play(state, "play 5 blue", "play 6 blue", "play 8 green", "play 7 yellow")
    assert (state.won[1], acting(state)) == (1, "B")


def test_the_highest_red_wins():
    state = table("A: 5 6 1 | B: 3 6 1 | C: 4 2 8 | D: 7 1 1")
    play(state, "play 6 blue", "play 3 red", "play 4 red", "play 7 blue")
    assert (state.won[2], acting(state)) == (1, "C")


def test_the_round_ends_when_everybody_has_one_card_left():
    state = table("A: 5 6 | B: 3 6 | C: 1 2")
    play(state, "play 5 blue", "play 6 blue", "play 2 blue")
    assert (phase(state), int(state.won[1])) == ("score", 1)


@pytest.mark.parametrize(("players", "tricks"), [(2, 8), (3, 8), (4, 8), (5, 7)])
def test_a_round_has_eight_tricks_or_seven_with_five_players(players, tricks):
    assert dealt(players=players).tricks_left == tricks


def test_a_follower_who_can_declare_nothing_causes_a_paradox():
    state = table(
        "A: 5 6 1 | B: 4 6 6 | C: 1 2 3",
        lost="B: yellow blue",
        tokens="C: red 4, green 4, red 6 | A: green 6",
        won="A: 1",
    )
    play(state, "play 5 blue")
    assert (phase(state), int(state.paradox)) == ("score", 1)
    assert int(state.won[0]) == 1, "nobody wins the broken trick"
    assert state.tokens[0] != 0, "its tokens stay"


def test_a_leader_who_can_declare_nothing_causes_a_paradox():
    state = table(
        "A: 5 6 1 | B: 4 4 6 | C: 1 2 3",
        tokens="C: red 5, green 5 | A: red 6, green 6, red 1, green 1",
        lost="A: yellow blue",
    )
    assert phase(state) == "paradox"


def test_a_paradox_is_never_a_choice():
    state = table("A: 5 5 | B: 3 6 | C: 1 2", lost="A: blue yellow", tokens="B: red 5")
    assert legal(state) == ["play 5 green"]


def test_two_dead_cards_cause_a_paradox_even_though_one_would_stay_unplayed():
    state = table("A: 5 5 | B: 3 6 | C: 1 2", lost="A: blue yellow green", tokens="B: red 5")
    assert phase(state) == "paradox"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("play 3 blue", "Seat 0 has no 3 in hand."),
        ("discard 5", "This is not the time to discard."),
        ("predict 1", "This is not the time for predictions."),
    ],
)
def test_a_refusal_says_why(move, reason):
    assert why_not(table("A: 5 6 | B: 3 6 | C: 1 2"), move) == reason


def test_before_all_have_discarded_and_predicted_no_card_is_played():
    state = dealt(players=3)
    held = {int(move.split()[1]) for move in legal(state)}
    missing = min(set(range(1, 9)) - held)
    assert why_not(state, f"discard {missing}") == f"Seat 0 has no {missing} in hand."
    assert why_not(state, f"play {min(held)} blue") == (
        "Cards are played only after everybody has discarded and predicted."
    )


def test_a_prediction_that_the_board_does_not_show_is_refused():
    state = dealt(players=3)
    for _ in range(3):
        play(state, legal(state)[0])
    assert why_not(state, "predict 2") == (
        "With 3 players only 1, 3, 4 tricks can be predicted, not 2."
    )
