"""Cat Box: playing a card, and where it may be placed."""

from collections import Counter

import pytest

from katzentisch.games import cat_box as game

from positions.cat_box import acting, hands, legal, phase, play, seen, spots, table, why_not

CORNERS = {(-1, -1), (1, -1), (-1, 1), (1, 1)}
SIDES = {(0, -1), (0, 1), (-1, 0), (1, 0)}


def test_a_face_with_four_kittens_covers_exactly_one_quadrant():
    state = table("bp/uy", "A: llpp | B:")
    assert spots(state, "place own 0 at") == CORNERS


def test_a_face_with_an_empty_box_covers_one_or_two():
    state = table("bp/uy", "A: ll.p | B:")
    assert spots(state, "place own 0 at") == CORNERS | SIDES


def test_the_two_quadrants_covered_may_belong_to_two_cards():
    state = table("bp/uy", "A: ll.p | B:", also="yyyy at 2,2")
    play(state, "place own 0 at 1,1")
    assert seen(state) == "bp\null\n p.y\n  yy"


def test_a_card_must_cover_something():
    state = table("bp/uy", "A: ll.p | B:")
    assert why_not(state, "place own 0 at 2,0") == (
        "A card must cover at least one square on the table."
    )
    assert why_not(state, "place own 0 at 53,-53").startswith("A card must cover")


@pytest.mark.parametrize("spot", ["56,0", "0,56", "-56,0", "55,1", "1,-55"])
def test_spots_out_of_reach_have_no_names(spot):
    assert game.number_of(f"place own 0 at {spot}") is None


@pytest.mark.parametrize(("x", "y"), [(53, 0), (0, 53), (-53, 0), (0, -53), (52, 52), (-53, -53)])
def test_nothing_far_away_is_legal(x, y):
    state = table("bp/uy", "A: ll.p | B:")
    assert "must cover" in why_not(state, f"place own 0 at {x},{y}")


def test_a_refusal_says_how_many_quadrants_would_be_covered():
    state = table("bp/uy", "A: ll.p llpp | B:")
    assert why_not(state, "place own 0 at 0,0") == (
        "A face with an empty box covers one or two squares, not 4."
    )
    assert why_not(state, "place own 1 at 1,0") == (
        "A face with four kittens covers exactly one square, not 2."
    )


def test_a_seats_own_card_is_played_with_its_secret_side_up():
    state = table("bp/uy", "A: lp.y | B:")
    play(state, "place own 0 at 1,1")
    assert seen(state) == "bp\nupl\n y."


def test_another_seats_card_is_played_with_its_visible_side_up():
    state = table("bp/uy", "A: | B: lp.y")
    play(state, "place seat 1 0 at 1,1")
    assert seen(state) == "bp\nulp\n .y"


def test_what_is_under_a_card_is_no_longer_visible():
    state = table("bp/uy", "A: | B: lp.y")
    play(state, "place seat 1 0 at 0,-1")
    assert seen(state) == "lp\n.y\nuy"


def test_a_seat_calls_its_own_cards_own():
    state = table("bp/uy", "A: | B: | C:")
    assert not [move for move in legal(state) if move.startswith("place seat 0")]
    assert "own" in why_not(state, "place seat 0 0 at 1,1")
    assert why_not(state, "place seat 3 0 at 1,1") == "There is no seat 3."
    assert why_not(state, "place reserved 0 at 1,1") == "Seat 0 has no reserved card."


def test_the_seat_whose_card_was_played_draws_and_the_next_one_plays():
    state = table("bp/uy", "A: | B: | C:", pile="yyyl")
    assert hands(state) == [[1, 2], [3, 4], [5, 6]]
    play(state, "place seat 2 0 at 1,1")
    assert hands(state) == [[1, 2], [3, 4], [6, 7]]
    assert acting(state) == "B"


def test_when_a_card_leaves_a_hand_later_ones_move_up_and_the_new_one_is_last():
    state = table("bp/uy", "A: | B:", pile="yyyl")
    play(state, "place own 0 at 1,1")
    assert hands(state)[0] == [2, 5]


def test_without_a_pile_nobody_draws():
    state = table("bp/uy", "A: | B:")
    play(state, "place own 0 at 1,1", "place seat 0 0 at 2,2")
    assert hands(state) == [[], [3, 4]]
    assert why_not(state, "place own 0 at 3,3") == "Seat 0 has no card 0 in hand."
    assert legal(state)[0].startswith("place seat 1 0")


def test_the_game_ends_when_all_cards_are_played():
    state = table("bp/uy", "A: | B:")
    play(state, *(f"place {who} 0 at {n},{n}" for n, who in enumerate(["own", "own", "own"], 1)))
    assert phase(state) == "place"
    play(state, "place own 0 at 4,4")
    assert (phase(state), legal(state)) == ("over", [])
    assert why_not(state, "place own 0 at 5,5") == "The game is over."


def test_without_specials_there_are_no_tiles():
    state = table("bp/uy", "A: | B:")
    for move in ("stack", "paw", "scratch 0,0", "mouse 1 to 3,3", "fish seat 0 0", "end"):
        assert why_not(state, move) == "Tiles belong to the special rules, which are not in play."


def plain_spots(state, most):
    """Where a card covers at least one and at most this many quadrants, counted one by one."""
    quadrants = [(q["x"], q["y"]) for q in game.view(state, -1)["table"]]
    covered = Counter((x - dx, y - dy) for x, y in quadrants for dx in (0, 1) for dy in (0, 1))
    return {spot for spot, count in covered.items() if count <= most}


@pytest.mark.parametrize("across", [-1, 1])
@pytest.mark.parametrize("down", [-1, 1])
def test_a_table_may_grow_along_one_diagonal(across, down):
    pile = " ".join(["bpuy"] * 43)
    state = table("bp/uy", "A: bpuy bpuy | B: bpuy bpuy", pile=pile)
    for n in range(1, 48):
        assert spots(state, "place own 0 at") == plain_spots(state, 1)
        play(state, f"place own 0 at {n * across},{n * down}")
    assert phase(state) == "over"
    assert len(game.view(state, -1)["table"]) == 4 + 47 * 3
