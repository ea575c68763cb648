"""Ed, the Cat: what is legal, and what each card does."""

import pytest

from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.rng import seed

from positions.ed_the_cat import (
    acting,
    discards,
    hand,
    legal,
    penalties,
    phase,
    pile,
    play,
    table,
    why_not,
)

# A turn


def test_any_card_in_hand_may_be_played_on_any_opponent():
    state = table("A: 1 3 3 4 8 | B: 2 2 | C: 9 9", to_act="A")
    assert legal(state) == [
        "play 1 on 1",
        "play 1 on 2",
        "play 3 on 1",
        "play 3 on 2",
        "play 4",
        "play 8",
    ]


@pytest.mark.parametrize("letter", "ABC")
def test_a_play_never_names_the_acting_seat(letter):
    state = table("A: 3 5 | B: 3 5 | C: 3 5", to_act=letter)
    own = "ABC".index(letter)
    assert not any(move.endswith(f"on {own}") for move in legal(state))
    assert "opponent" in why_not(state, f"play 3 on {own}")


def test_the_seat_on_the_left_goes_next():
    state = table("A: 5 5 | B: 5 5 | C: 5 5", to_act="B")
    play(state, "play 5 on 0")
    assert acting(state) == "C"
    play(state, "play 5 on 0")
    assert acting(state) == "A"


def test_a_played_card_is_on_top_of_the_discard_pile():
    state = table("A: 3 6 | B: 5 5", discards="9")
    play(state, "play 3 on 1")
    assert discards(state) == [3, 9]
    assert state.top[13] == 3


# 1


def test_a_1_discards_two_cards_from_the_acting_seats_hand():
    state = table("A: 1 4 4 4 | B: 5 5 | C: 6 6")
    events = play(state, "play 1 on 2")
    assert events == [{"event": "take", "from": 0, "by": 2, "cards": [4, 4], "to": "discard"}]
    assert hand(state, "A") == [4]
    assert discards(state) == [1, 4, 4]
    assert hand(state, "C") == [6, 6]


def test_a_1_with_exactly_one_other_card_discards_that_one():
    state = table("A: 1 7 | B: 5 5", penalties="A: 2")
    assert play(state, "play 1 on 1") == [
        {"event": "take", "from": 0, "by": 1, "cards": [7], "to": "discard"}
    ]
    assert (phase(state), acting(state)) == ("drop", "A")


def test_a_1_as_the_last_card_is_discarded_and_the_round_ends():
    state = table("A: 1 | B: 5 5")
    events = play(state, "play 1 on 1")
    assert events == [{"event": "round", "ended_by": 0, "points": [0, 10]}]


# 2


def test_a_2_turns_a_card_from_the_acting_seats_hand_into_the_opponents_penalty():
    state = table("A: 2 6 6 | B: 5 5", penalties="B: 1")
    assert play(state, "play 2 on 1") == [
        {"event": "take", "from": 0, "by": 1, "cards": [6], "to": "penalty", "owner": 1}
    ]
    assert hand(state, "A") == [6]
    assert penalties(state, "B") == [1, 6]
    assert discards(state) == [2]


def test_a_2_as_the_last_card_gives_the_opponent_a_penalty_from_the_draw_pile():
    state = table("A: 2 | B: 5 5", pile="8 8 8")
    assert play(state, "play 2 on 1") == [
        {"event": "draw", "seat": 1, "cards": [8], "to": "penalty"},
        {"event": "round", "ended_by": 0, "points": [0, 18]},
    ]


# 3


def test_a_3_makes_the_opponent_draw_three_cards():
    state = table("A: 3 6 | B: 5 | C: 5", pile="8 8 8 8")
    assert play(state, "play 3 on 2") == [
        {"event": "draw", "seat": 2, "cards": [8, 8, 8], "to": "hand"}
    ]
    assert hand(state, "C") == [5, 8, 8, 8]
    assert pile(state) == [8]


def test_a_3_as_the_last_card_still_makes_the_opponent_draw():
    state = table("A: 3 | B: 5", pile="8 8 8")
    events = play(state, "play 3 on 1")
    assert [event["event"] for event in events] == ["draw", "round"]
    assert events[-1]["points"] == [0, 29]


# 4


def test_a_4_makes_every_opponent_draw_a_card_clockwise():
    state = table("A: 5 | B: 4 6 | C: 5 | D: 5", to_act="B", pile="8 8 8 8")
    assert play(state, "play 4") == [
        {"event": "draw", "seat": seat, "cards": [8], "to": "hand"} for seat in (2, 3, 0)
    ]
    assert hand(state, "B") == [6]
    assert acting(state) == "C"


# 5


def test_a_5_is_placed_in_front_of_the_opponent_as_a_penalty():
    state = table("A: 5 6 | B: 5 | C: 5")
    assert play(state, "play 5 on 2") == []
    assert penalties(state, "C") == [5]
    assert discards(state) == []
    assert state.top[6 + 2] == 5


# 6


def test_a_6_turns_two_cards_from_the_opponents_hand_into_its_penalties():
    state = table("A: 6 1 | B: 7 7 7 | C: 5")
    assert play(state, "play 6 on 1") == [
        {"event": "take", "from": 1, "by": 0, "cards": [7, 7], "to": "penalty", "owner": 1}
    ]
    assert hand(state, "B") == [7]
    assert penalties(state, "B") == [7, 7]


def test_cards_missing_for_a_6_come_from_the_draw_pile():
    state = table("A: 6 3 8 | B: 9 | C: 5 5", pile="4 4")
    assert play(state, "play 6 on 1") == [
        {"event": "take", "from": 1, "by": 0, "cards": [9], "to": "penalty", "owner": 1},
        {"event": "draw", "seat": 1, "cards": [4], "to": "penalty"},
    ]
    assert penalties(state, "B") == [4, 9]
    assert (phase(state), acting(state)) == ("drop", "B")


@pytest.mark.parametrize(("held", "kinds"), [("7", ["take", "draw"]), ("7 7", ["take"])])
def test_a_6_as_the_last_card_against_one_or_two_cards_ends_the_round_for_its_player(held, kinds):
    state = table(f"A: 6 | B: {held} | C: 1", pile="7 7 7")
    events = play(state, "play 6 on 1")
    assert [event["event"] for event in events] == [*kinds, "round"]
    assert events[-1] == {"event": "round", "ended_by": 0, "points": [0, 14, 1]}


# 7


def test_a_7_turns_a_card_from_the_acting_seats_hand_into_its_own_penalty():
    state = table("A: 7 6 6 | B: 5 5")
    assert play(state, "play 7 on 1") == [
        {"event": "take", "from": 0, "by": 1, "cards": [6], "to": "penalty", "owner": 0}
    ]
    assert (hand(state, "A"), penalties(state, "A")) == ([6], [6])


def test_a_7_as_the_last_card_takes_a_penalty_from_the_draw_pile():
    state = table("A: 7 | B: 5 5", pile="8 8")
    assert play(state, "play 7 on 1") == [
        {"event": "draw", "seat": 0, "cards": [8], "to": "penalty"}
    ]
    assert legal(state) == ["drop 8", "drop none"]


# 8


def test_an_8_draws_a_card():
    state = table("A: 8 1 | B: 5 5", pile="9")
    assert play(state, "play 8") == [{"event": "draw", "seat": 0, "cards": [9], "to": "hand"}]
    assert hand(state, "A") == [1, 9]


def test_an_8_as_the_last_card_leaves_a_card_in_hand_and_the_round_goes_on():
    state = table("A: 8 | B: 5 5", pile="9")
    play(state, "play 8")
    assert (phase(state), acting(state), hand(state, "A")) == ("play", "B", [9])


def test_an_8_always_finds_a_card_at_worst_itself():
    state = table("A: 8 | B: 5 5", pile="")
    events = play(state, "play 8")
    assert events == [
        {"event": "reshuffle"},
        {"event": "draw", "seat": 0, "cards": [8], "to": "hand"},
    ]
    assert hand(state, "A") == [8]


# 9


def test_a_9_takes_a_card_from_the_opponents_hand():
    state = table("A: 9 1 | B: 5 5 | C: 6 6")
    assert play(state, "play 9 on 2") == [
        {"event": "take", "from": 2, "by": 0, "cards": [6], "to": "hand", "owner": 0}
    ]
    assert (hand(state, "A"), hand(state, "C")) == ([1, 6], [6])


def test_an_opponent_that_loses_its_only_card_to_a_9_as_the_last_card_ended_the_round():
    state = table("A: 9 | B: 5 | C: 6 6")
    assert play(state, "play 9 on 1")[-1] == {"event": "round", "ended_by": 1, "points": [5, 0, 12]}


def test_a_9_as_the_last_card_against_more_than_one_card_lets_the_round_go_on():
    state = table("A: 9 | B: 5 5")
    play(state, "play 9 on 1")
    assert (phase(state), acting(state)) == ("play", "B")


# Blind draws, penalties, piles


def test_any_card_of_a_hand_may_be_drawn():
    taken = set()
    for number in range(200):
        state = table("A: 9 1 | B: 2 3 4 | C: 5")
        seed(state.chance, unsigned(0), unsigned(number))
        taken.add(play(state, "play 9 on 1")[0]["cards"][0])
    assert taken == {2, 3, 4}


@pytest.mark.parametrize("value", range(1, 10))
def test_cards_placed_as_penalties_trigger_nothing(value):
    state = table(f"A: 7 {value} {value} | B: 5 5 | C: 5 5")
    assert len(play(state, "play 7 on 1")) == 1
    assert (penalties(state, "A"), hand(state, "B"), hand(state, "C")) == ([value], [5, 5], [5, 5])


def test_an_empty_draw_pile_is_replaced_only_when_a_card_is_needed():
    state = table("A: 8 1 | B: 5 5 | C: 8 1", pile="9", discards="2 2")
    assert [event["event"] for event in play(state, "play 8")] == ["draw"]
    assert (pile(state), discards(state)) == ([], [2, 2, 8])
    assert play(state, "play 5 on 0") == []
    assert [event["event"] for event in play(state, "play 8")] == ["reshuffle", "draw"]
    assert (len(pile(state)), discards(state)) == (3, [])


def test_a_reshuffle_cuts_a_draw_in_two_and_includes_the_card_just_played():
    state = table("A: 3 1 | B: 5 5", pile="9 9", discards="")
    assert play(state, "play 3 on 1") == [
        {"event": "draw", "seat": 1, "cards": [9, 9], "to": "hand"},
        {"event": "reshuffle"},
        {"event": "draw", "seat": 1, "cards": [3], "to": "hand"},
    ]
    assert state.top[13] == 0


def test_a_reshuffle_can_fall_between_two_draws_for_a_4():
    state = table("A: 4 1 | B: 5 | C: 5 | D: 5", pile="9", discards="6 6")
    kinds = [(e["event"], e.get("seat")) for e in play(state, "play 4")]
    assert kinds == [("draw", 1), ("reshuffle", None), ("draw", 2), ("draw", 3)]


def test_draws_are_skipped_when_both_piles_are_empty():
    state = table("A: 3 1 | B: 5 5", pile="", discards="")
    assert play(state, "play 3 on 1") == [
        {"event": "reshuffle"},
        {"event": "draw", "seat": 1, "cards": [3], "to": "hand"},
    ]
    assert (pile(state), discards(state), acting(state)) == ([], [], "B")


def test_the_last_opponents_of_a_4_get_nothing_when_both_piles_are_empty():
    state = table("A: 4 1 | B: 5 | C: 5 | D: 5", pile="9")
    events = play(state, "play 4")
    assert [e.get("seat") for e in events] == [1, None, 2]
    assert [len(hand(state, letter)) for letter in "BCD"] == [2, 2, 1]


def test_a_6_becomes_a_penalty_itself_when_both_piles_were_empty():
    state = table("A: 5 1 | B: 6 1 | C: 9", to_act="B", pile="", discards="")
    state.cards[13] = 0
    events = play(state, "play 6 on 2")
    assert [e["event"] for e in events] == ["take", "reshuffle", "draw"]
    assert penalties(state, "C") == [6, 9]


def test_refusals_name_the_rule_that_was_broken():
    state = table("A: 3 6 | B: 5 | C: 5")
    assert why_not(state, "play 5 on 1") == "Seat 0 has no 5 in hand."
    assert why_not(state, "play 3 on 4") == "There is no seat 4 in a game with 3 players."
    assert why_not(state, "drop 5") == "Only the seat that ended the round may drop a penalty card."
    state = table("A: 5 | B: 3", penalties="A: 4 9")
    play(state, "play 5 on 1")
    assert why_not(state, "drop 5") == "Seat 0 has no 5 among its penalty cards."
    assert "round is over" in why_not(state, "play 3 on 1")
    state = table("A: 5 | B: 3", limit=1)
    play(state, "play 5 on 1")
    assert why_not(state, "drop none") == "The game is over."
