"""Cat Box: the special rules."""

import pytest

from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.rules.table import spot_at

from positions.cat_box import acting, hands, legal, phase, play, seen, spots, table, why_not

CORNERS = {(-1, -1), (1, -1), (-1, 1), (1, 1)}
SIDES = {(0, -1), (0, 1), (-1, 0), (1, 0)}
PILE = " ".join(["bpuy"] * 12)


def special(first="bp/uy", hands="A: | B:", **how):
    return table(first, hands, **{"pile": PILE, "specials": True, **how})


def tiles_of(state, seat):
    return game.view(state, -1)["tiles"][seat]


def first_words(state):
    return {move.split()[0] for move in legal(state)}


# The order of a turn


def test_a_turn_begins_with_a_stack_or_a_card():
    assert first_words(special()) == {"place", "stack"}
    assert why_not(special(), "paw") == "A card must be played first."


def test_after_playing_a_seat_may_use_one_of_four_tiles_or_end():
    state = special(also="yyyy at -1,-1")
    play(state, "place own 0 at 1,1")
    assert (phase(state), acting(state)) == ("tile", "A")
    assert first_words(state) == {"paw", "scratch", "mouse", "fish", "end"}
    assert why_not(state, "stack") == "A stack is used before playing a card."
    assert why_not(state, "place own 0 at 2,2").startswith("A card has been played")


def test_end_uses_no_tile():
    state = special()
    play(state, "place own 0 at 1,1", "end")
    assert (phase(state), acting(state)) == ("place", "B")
    assert tiles_of(state, 0) == ["stack", "paw", "scratcher", "mouse", "fish"]


def test_only_one_tile_is_used_each_turn():
    state = special()
    play(state, "stack", "place own 0 at 1,1")
    assert (phase(state), acting(state)) == ("place", "B")
    state = special()
    play(state, "place own 0 at 1,1", "paw", "place own 0 at 2,2")
    assert (phase(state), acting(state)) == ("place", "B")


def test_a_used_tile_is_gone():
    state = special()
    play(state, "stack", "place own 0 at 1,1", "place own 0 at 2,2", "end")
    assert "stack" not in tiles_of(state, 0)
    assert why_not(state, "stack") == "Seat 0 has already used its stack."


def test_a_seat_is_not_asked_when_it_has_none_of_the_four_left():
    state = special()
    state.tiles[0] = 1  # its stack
    play(state, "place own 0 at 1,1")
    assert acting(state) == "B"


def test_a_seat_is_asked_even_if_only_end_is_legal_and_after_the_last_card():
    state = special(pile="")
    for n, who in enumerate(["own", "own", "own", "own"], 1):
        for seat in (0, 1):
            state.tiles[seat] = 2 | 16  # paw and fish
        play(state, f"place {who} 0 at {n},{n}")
        if n < 4:
            play(state, "end")
    assert (phase(state), legal(state)) == ("tile", ["end"])
    play(state, "end")
    assert phase(state) == "over"


# Stack


def test_a_stacked_card_covers_one_to_four_quadrants_whatever_its_face():
    state = special("bp/u.", "A: llpp | B:")
    play(state, "stack")
    assert phase(state) == "stacked"
    assert spots(state, "place own 0 at") == CORNERS | SIDES | {(0, 0)}
    play(state, "place own 0 at 0,0")
    assert seen(state) == "ll\npp"


def test_a_stacked_card_covers_at_most_three_kittens():
    state = special("bp/uy", "A: ll.p | B:")
    play(state, "stack")
    assert spots(state, "place own 0 at") == CORNERS | SIDES
    assert (
        why_not(state, "place own 0 at 0,0") == "Even a stacked card covers at most three kittens."
    )


def test_only_visible_kittens_limit_a_stacked_card():
    state = special("....", "A: | B:", also="bbbb at 0,0")
    play(state, "stack")
    assert (0, 0) not in spots(state, "place own 0 at")


def test_a_stack_is_legal_only_if_it_leaves_something_to_play():
    state = special("bp/u.", "A: | B:")
    play(state, "place own 0 at 1,1", "scratch 1,1")
    assert acting(state) == "A", "B can play nothing, not even with a stack, and passes"


BLOCK = [f"{x},{y}" for y in (0, 2, 4) for x in (0, 2, 4)][1:]
AROUND = ((1, 0), (5, 1), (4, 5), (0, 4))  # no card can cover one or two quadrants of the block


@pytest.mark.parametrize(("middle", "moves"), [("b.bb", ["stack"]), ("bbbb", [])])
def test_a_stack_may_be_the_only_way_to_play(middle, moves):
    faces = ["bbbb"] * 3 + [middle] + ["bbbb"] * 4
    also = "; ".join(f"{face} at {spot}" for face, spot in zip(faces, BLOCK, strict=True))
    state = special("bbbb", "A: | B: | C: | D: | E:", also=also)
    for seat, (x, y) in enumerate(AROUND, start=1):
        state.scratched[seat] = spot_at(x, y)
    state.scratchers = 4
    assert legal(state) == moves
    if moves:
        play(state, "stack")
        assert spots(state, "place own 0 at") == {(2, 2)}


# Paw


def test_a_paw_plays_a_second_card_at_once_and_all_draws_come_after_it():
    state = special(hands="A: | B:")
    play(state, "place own 0 at 1,1", "paw")
    assert hands(state) == [[2], [3, 4]]
    assert phase(state) == "second"
    assert first_words(state) == {"place"}
    play(state, "place seat 1 1 at 2,2")
    assert hands(state) == [[2, 5], [3, 6]], "in the order in which the cards left"


def test_a_seat_draws_all_cards_it_is_owed():
    state = special()
    play(state, "place own 0 at 1,1", "paw", "place own 0 at 2,2")
    assert hands(state)[0] == [5, 6]


def test_with_one_card_left_in_the_pile_the_first_seat_owed_draws_it():
    state = special(pile="bpuy")
    play(state, "place seat 1 0 at 1,1", "paw", "place own 0 at 2,2")
    assert hands(state) == [[2], [4, 5]]


def test_a_paw_needs_a_second_card_that_can_be_placed():
    state = special(pile="", hands="A: | B: | C: | D:")
    play(
        state, "place own 0 at 1,1", "end", "place own 0 at 2,2", "end", "place own 0 at 3,3", "end"
    )
    play(state, "place own 0 at 4,4")
    assert "paw" not in legal(state)
    assert why_not(state, "paw") == "There is no second card that can be placed."


# Scratcher


def test_a_scratcher_goes_on_a_quadrant_of_the_table():
    state = special()
    play(state, "place own 0 at 1,1")
    assert spots(state, "scratch") == {(0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (1, 2), (2, 2)}
    assert why_not(state, "scratch 2,0") == "A scratcher goes on a square of the table."


def test_nothing_may_cover_the_quadrant_of_a_scratcher_or_the_eight_around_it():
    state = special("bp/uy", "A: | B: ....", also="yyyy at 2,2; llll at 4,4")
    play(state, "place own 0 at -1,1", "scratch 0,0")
    assert (2, 1) in spots(state, "place own 0 at"), "as near as possible"
    assert (3, 1) in spots(state, "place own 0 at")
    assert (1, 1) not in spots(state, "place own 0 at"), "covers 1,1 beside the scratcher"
    assert (1, -1) not in spots(state, "place own 0 at"), "off the table, but beside it"
    assert why_not(state, "place own 0 at 1,1") == (
        "The squares around a scratcher may not be covered."
    )


def test_a_stack_may_not_cover_quadrants_around_a_scratcher_either():
    state = special("bp/uy", "A: | B: ....", also="yyyy at 2,2")
    play(state, "place own 0 at -1,1", "scratch 0,0", "stack")
    near = {(x, y) for x in range(-2, 2) for y in range(-2, 2)}
    assert spots(state, "place own 0 at") & near == set()
    assert spots(state, "place own 0 at")


def test_a_mouse_may_not_cover_quadrants_around_a_scratcher_either():
    state = special("bp/uy", "A: | B: ....", also="yyyy at 2,2; llll at 3,3")
    play(state, "place own 0 at -1,1", "scratch 0,0", "place own 0 at 4,4")
    near = {(x, y) for x in range(-2, 2) for y in range(-2, 2)}
    moves = {move for move in legal(state) if move.startswith("mouse")}
    where = {tuple(int(c) for c in move.split()[-1].split(",")) for move in moves}
    assert where
    assert not where & near


def test_a_scratcher_is_removed_at_the_start_of_its_seats_next_turn():
    state = special(also="yyyy at 2,2")
    play(state, "place own 0 at -1,1", "scratch 0,0")
    assert game.view(state, -1)["scratchers"] == [{"x": 0, "y": 0}, None]
    play(state, "place own 0 at 3,3", "end")
    assert game.view(state, -1)["scratchers"] == [None, None]
    assert (1, -1) in spots(state, "place own 0 at")


def test_a_scratcher_is_removed_even_if_all_other_seats_had_to_pass():
    state = special(hands="A: | B: | C:")
    play(state, "place own 0 at 1,1", "scratch 1,1")
    assert acting(state) == "A", "B and C can cover nothing and pass"
    assert game.view(state, -1)["scratchers"] == [None, None, None]


# Mouse


def test_a_mouse_moves_an_uncovered_card_but_not_the_one_just_played():
    state = special("bp/uy", also="yyyy at 1,1; llll at -1,-1")
    play(state, "place own 0 at 2,2")
    moved = {move.split()[1] for move in legal(state) if move.startswith("mouse")}
    assert moved == {"2"}
    assert "is covered" in why_not(state, "mouse 1 to 3,0")
    assert "just been played" in why_not(state, "mouse 3 to 3,3")
    assert why_not(state, "mouse 9 to 3,3") == "Card 9 is not on the table."
    assert "is already there" in why_not(state, "mouse 2 to -1,-1")


def test_a_mouse_is_checked_as_if_the_moved_card_were_not_there():
    state = special("bp/uy", also="llll at -1,-1")
    play(state, "place own 0 at 1,1")
    assert (-1, 1) in spots(state, "mouse 1 to")
    assert (-2, -2) not in spots(state, "mouse 1 to"), "would cover only the card itself"
    assert (-1, 0) not in spots(state, "mouse 1 to"), "without it, two quadrants of the first card"
    assert spots(state, "mouse 1 to") == {(-1, 1), (1, -1), (2, 0), (0, 2), (2, 2)}
    assert why_not(state, "mouse 1 to -2,-2").startswith("A card must cover")
    assert why_not(state, "mouse 1 to -1,0") == (
        "A face with four kittens covers exactly one square, not 2."
    )


def test_a_moved_card_keeps_its_face_and_uncovers_what_was_under_it():
    state = special("bp/uy", also="lb.p at -1,-1")
    play(state, "place own 0 at 1,1")
    assert seen(state) == "lb\n.pp\n upb\n  yu"
    play(state, "mouse 1 to 1,-1")
    assert seen(state) == " lb\nb.p\nupb\n yu"


def test_a_moved_card_with_an_empty_box_may_cover_two_quadrants():
    state = special("bp/uy", also="lb.p at -1,-1")
    play(state, "place own 0 at 1,1")
    assert (0, -1) in spots(state, "mouse 1 to")


def test_a_moved_card_can_be_moved_again_and_covers_what_is_under_it():
    state = special("bp/uy", also="llll at -1,-1")
    play(state, "place own 0 at 1,1", "mouse 1 to 1,-1", "place own 0 at -1,1")
    assert {move.split()[1] for move in legal(state) if move.startswith("mouse")} == {"1", "2"}
    play(state, "mouse 1 to 2,2")
    assert seen(state) == " bp\npbpb\nyuyll\n   ll"
    uncovered = {event["card"] for event in game.view(state, -1)["cards"] if event["uncovered"]}
    assert uncovered == {1, 4}


def test_a_mouse_may_leave_the_table_in_two_parts():
    state = special("bp/uy", also="yyyy at 2,2; llll at 1,1")
    play(state, "place own 0 at -1,-1", "mouse 2 to 3,3")
    assert seen(state) == "pb\nyup\n uy\n   yy\n   yll\n    ll"
    assert "place own 0 at 1,3" in legal(state)


# Fish


def test_a_fish_reserves_a_card_from_any_hand_for_its_player_alone():
    state = special("bp/uy", "A: | B: lp.y", identities="A: black | B: pink")
    play(state, "place own 0 at 1,1")
    caught = {move for move in legal(state) if move.startswith("fish")}
    assert caught == {"fish seat 0 0", "fish seat 1 0", "fish seat 1 1"}
    assert why_not(state, "fish seat 0 1") == "Seat 0 has no card 1 in hand."
    assert why_not(state, "fish seat 2 0") == "There is no seat 2."
    play(state, "fish seat 1 0")
    assert hands(state) == [[2, 5], [4, 6]], "the player's hand draws first, then the other"
    assert not [move for move in legal(state) if "reserved" in move]
    assert why_not(state, "place reserved 0 at 2,2") == "Seat 1 has no reserved card."


def test_a_reserved_card_is_played_later_secret_side_up_and_nobody_draws_for_it():
    state = special("bp/uy", "A: | B: lp.y")
    play(state, "place own 0 at 1,1", "fish seat 1 0", "place own 0 at 2,2", "end")
    before = hands(state)
    state.tiles[0] = 0
    play(state, "place reserved 0 at -1,-1")
    assert hands(state) == before
    assert seen(state).startswith("pl\ny.p")


def test_reserved_cards_cannot_be_fished():
    state = special()
    play(state, "place own 0 at 1,1", "fish seat 1 0", "place own 0 at 2,2")
    caught = {move for move in legal(state) if move.startswith("fish")}
    assert caught == {"fish seat 0 0", "fish seat 0 1", "fish seat 1 0"}


def test_the_game_goes_on_while_a_reserved_card_is_left_and_other_seats_pass():
    state = special(pile="")
    state.tiles[1] = 0
    play(state, "place own 0 at 1,1", "fish seat 0 0", "place own 0 at 2,2")
    state.tiles[0] = 0
    play(state, "place seat 1 0 at 3,3")
    assert acting(state) == "A", "B has nothing within reach"
    assert {move.rsplit(" ", 2)[0] for move in legal(state)} == {"place reserved 0"}
    play(state, "place reserved 0 at 4,4")
    assert phase(state) == "over"
