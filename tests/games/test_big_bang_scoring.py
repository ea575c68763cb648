"""Big Bang: how a round is scored, and who wins the game."""

import pytest

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import TILES
from katzentisch.games.big_bang.rules.state import DRAW, State
from katzentisch.games.core.phases import OVER

from positions.big_bang import SEAT_LETTERS, evaluated, hand_of, table, takers, totals

# Totals and prizes


def test_the_highest_total_takes_the_prize():
    state = evaluated("A: r5g2 red, r2g5 green | B: r4g3 red, r3g4 red", prizes="2 3 4")
    assert totals(state) == {"green": [5, 0], "blue": [0, 0], "red": [5, 7]}
    assert takers(state) == "A-B"
    assert [game.score(state, seat) for seat in range(2)] == [2, 4]


def test_the_winner_pays_with_the_cards_of_that_colour_and_all_others_return():
    state = evaluated("A: r5g2 red, g5b2 blue | B: r4g3 red, r3g4 red, b7 blue", hands="A: g7 | B:")
    assert takers(state) == "-BB"
    assert hand_of(state, "A") == {"g7", "r5g2", "g5b2"}
    assert hand_of(state, "B") == set()


def test_a_winner_takes_back_its_cards_of_colours_it_did_not_win():
    state = evaluated("A: r7 red, g5b2 blue | B: r5g2 red, b7 blue")
    assert takers(state) == "-BA"
    assert hand_of(state, "A") == {"g5b2"}
    assert hand_of(state, "B") == {"r5g2"}


def test_after_a_tie_the_prize_leaves_the_game_and_all_cards_return():
    state = evaluated("A: r5g2 red | B: b2r5 red | C: r4g3 red")
    assert takers(state) == "---"
    assert [hand_of(state, seat) for seat in "ABC"] == [{"r5g2"}, {"b2r5"}, {"r4g3"}]
    assert [game.score(state, seat) for seat in range(3)] == [0, 0, 0]


def test_a_tie_behind_the_highest_total_does_not_matter():
    assert takers(evaluated("A: r4g3 red | B: r4g3 red | C: r7 red")) == "--C"
    assert takers(evaluated("A: r7 red | B: r4g3 red | C: r4g3 red")) == "--A"


def test_two_tied_seats_lose_to_a_higher_third():
    assert takers(evaluated("A: r5g2 red | B: r5g2 red | C: r4g3 red, r3g4 red")) == "--C"


def test_a_prize_nobody_played_for_leaves_the_game():
    state = evaluated("A: r7 red | B:", prizes="2 3 4")
    assert takers(state) == "--A"
    assert [game.score(state, seat) for seat in range(2)] == [4, 0]


def test_one_seat_may_take_all_three_prizes():
    state = evaluated("A: r7 red, g7 green, b7 blue | B: r5g2 red", prizes="2 3 4")
    assert takers(state) == "AAA"
    assert game.score(state, 0) == 9


# Tiles


def test_a_swap_makes_cards_of_either_colour_count_for_the_other():
    bids = "A: r5g2 red, b4r3 blue | B: b7 blue | C: r4g3 red, g4b3 green"
    state = evaluated(bids, tiles="swap-blue-red")
    assert totals(state) == {"green": [0, 0, 4], "blue": [5, 0, 4], "red": [4, 7, 0]}
    assert takers(state) == "CAB"


def test_after_a_swap_the_winner_pays_with_the_cards_that_counted():
    bids = "A: r5g2 red, b4r3 blue | B: b7 blue | C: r4g3 red, g4b3 green"
    state = evaluated(bids, tiles="swap-blue-red")
    assert [hand_of(state, seat) for seat in "ABC"] == [{"b4r3"}, set(), {"r4g3"}]


@pytest.mark.parametrize(
    ("tile", "counted"),
    [
        ("swap-blue-red", {"green": 2, "blue": 7, "red": 3}),
        ("swap-blue-green", {"green": 3, "blue": 2, "red": 7}),
        ("swap-red-green", {"green": 7, "blue": 3, "red": 2}),
    ],
)
def test_each_swap_leaves_the_third_colour_alone(tile: str, counted: dict[str, int]):
    state = evaluated("A: r5g2 green, g4b3 blue, r7 red | B:", tiles=tile)
    assert {colour: seats[0] for colour, seats in totals(state).items()} == counted


@pytest.mark.parametrize(
    "tiles",
    [
        "swap-blue-red swap-blue-green",
        "swap-blue-red swap-red-green",
        "swap-blue-green swap-red-green",
        "swap-blue-red swap-blue-green swap-red-green",
    ],
)
def test_two_or_three_swaps_cancel_out(tiles: str):
    bids = "A: r5g2 red, b4r3 blue | B: b7 blue | C: r4g3 red, g4b3 green"
    with_swaps, without = evaluated(bids, tiles=tiles), evaluated(bids)
    assert all(totals(evaluated(bids, tiles=swap)) != totals(without) for swap in tiles.split())
    assert totals(with_swaps) == totals(without)
    assert takers(with_swaps) == takers(without)
    for seat in "ABC":
        assert hand_of(with_swaps, seat) == hand_of(without, seat)


def test_sevens_halved_count_three_and_a_half():
    state = evaluated("A: r7 red | B: r4g3 red | C: r7 red, r3g4 red", tiles="sevens-halved")
    assert totals(state)["red"] == [3.5, 4, 6.5]


def test_only_cards_played_as_a_seven_are_halved():
    state = evaluated("A: r4g3 red, r3g4 red | B: r7 red", tiles="sevens-halved")
    assert totals(state)["red"] == [7, 3.5]


def test_a_swapped_seven_is_halved_too():
    state = evaluated("A: b7 blue | B:", tiles="sevens-halved swap-blue-red")
    assert totals(state)["red"] == [3.5, 0]


PAIRS = {
    "sheldon-amy": ("r2g5 green, r5g2 red", {"green": 7, "red": 7}),
    "leonard-penny": ("g2b5 blue, r4g3 red", {"blue": 7, "red": 6}),
    "howard-bernadette": ("g3b4 blue, g4b3 green", {"blue": 6, "green": 4, "red": 2}),
    "howard-raj": ("g3b4 blue, b4r3 red", {"blue": 4, "red": 6}),
}


@pytest.mark.parametrize("tile", PAIRS)
def test_a_pair_tile_rewards_every_seat_that_played_both_and_no_other(tile: str):
    bids, expected = PAIRS[tile]
    all_bids = f"A: {bids} | B: {bids} | C: {bids.split(',')[0]}"
    without = totals(evaluated(all_bids))
    for colour, seats in totals(evaluated(all_bids, tiles=tile)).items():
        assert seats == [expected.get(colour, 0)] * 2 + [without[colour][2]]
    assert any(without[colour][0] < points for colour, points in expected.items())


@pytest.mark.parametrize("tile", PAIRS)
def test_one_of_a_pair_is_not_enough(tile: str):
    one, other = PAIRS[tile][0].split(",")
    bids = f"A: {one} | B: {other}"
    assert totals(evaluated(bids, tiles=tile)) == totals(evaluated(bids))


def test_a_pair_also_counts_in_the_company_of_other_persons():
    bids = "A: r2g5 green, r5g2 red, g5b2 blue, r3g4 green | B:"
    assert totals(evaluated(bids, tiles="sheldon-amy"))["green"] == [11, 0]


def test_sheldon_alone_needs_a_sheldon_and_no_other_person():
    bids = "A: r2g5 green | B: r2g5 green, r5g2 red | C: g5b2 green | D: r2g5 red, r3g4 green"
    assert totals(evaluated(bids, tiles="sheldon-alone"))["green"] == [8, 5, 5, 7]


def test_bazinga_and_kittens_are_not_persons():
    bids = "A: r2g5 green, r7 red, b7 blue, g7 green | B: g7 green, r7 red"
    assert totals(evaluated(bids, tiles="sheldon-alone"))["green"] == [15, 7]


def test_raj_no_women_needs_a_raj_and_no_woman_but_allows_other_men():
    bids = "A: b4r3 blue, b3r4 blue, r2g5 red | B: b4r3 blue, g4b3 green | C: b3r4 blue"
    assert totals(evaluated(bids, tiles="raj-no-women"))["blue"] == [10, 4, 3]


@pytest.mark.parametrize("woman", ["r5g2 red", "r4g3 red", "b2r5 red", "g4b3 green"])
def test_penny_amy_and_bernadette_are_women(woman: str):
    state = evaluated(f"A: b4r3 blue, {woman} | B:", tiles="raj-no-women")
    assert totals(state)["blue"] == [4, 0]


def test_several_bonuses_add_up():
    tiles = "howard-raj raj-no-women howard-bernadette"
    state = evaluated("A: g3b4 blue, b4r3 red | B:", tiles=tiles)
    assert totals(state) == {"green": [0, 0], "blue": [7, 0], "red": [6, 0]}


def test_a_bonus_goes_to_the_colour_of_its_tile_even_after_a_swap():
    state = evaluated("A: r2g5 red | B:", tiles="sheldon-alone swap-red-green")
    assert totals(state) == {"green": [5, 0], "blue": [0, 0], "red": [0, 0]}


def test_a_bonus_alone_can_win_if_any_seats_card_counts():
    state = evaluated("A: b4r3 red | B: b2r5 blue", tiles="raj-no-women")
    assert totals(state)["blue"] == [3, 2]
    assert takers(state) == "-AA"
    assert hand_of(state, "A") == set()
    assert hand_of(state, "B") == {"b2r5"}


def test_a_seat_that_wins_by_a_bonus_alone_pays_no_card():
    state = evaluated("A: b4r3 red | B: b2r5 blue, r7 red", tiles="raj-no-women")
    assert takers(state) == "-AB"
    assert hand_of(state, "A") == {"b4r3"}


def test_a_bonus_wins_nothing_where_nobodys_card_counts():
    state = evaluated("A: b4r3 red | B: g7 green", tiles="raj-no-women")
    assert totals(state)["blue"] == [3, 0]
    assert takers(state) == "B-A"


def test_whether_a_card_counts_is_decided_after_the_swap():
    tiles = "raj-no-women swap-blue-red"
    lost = evaluated("A: b4r3 blue | B: g7 green", tiles=tiles)
    assert totals(lost)["blue"] == [3, 0]
    assert takers(lost) == "B-A"
    won = evaluated("A: b4r3 red | B: g7 green", tiles=tiles)
    assert takers(won) == "BA-"


def test_a_bonus_can_make_a_tie():
    bids = "A: r3g4 green | B: g7 green"
    assert takers(evaluated(bids)) == "B--"
    tied = evaluated(bids, tiles="sheldon-alone")
    assert totals(tied)["green"] == [7, 7]
    assert takers(tied) == "---"


def test_used_tiles_leave_the_game():
    state = evaluated("A: r7 red | B:", tiles="sheldon-amy sevens-halved")
    assert [int(tile) for tile in state.active] == [0, 0, 0, 0]
    used = {name for tile, name in enumerate(TILES) if int(state.used) >> tile & 1}
    assert used == {"sheldon-amy", "sevens-halved"}


def test_the_rule_books_example_is_scored_correctly():
    bids = (
        "A: r5g2 red, b5r2 red, b4r3 red, b7 blue"
        "| B: b3r4 blue, g5b2 blue, r2g5 green"
        "| C:"
        "| D: g4b3 blue, r5g2 red, r3g4 green"
    )
    state = evaluated(bids, tiles="raj-no-women")
    assert totals(state) == {"green": [0, 5, 0, 4], "blue": [7, 8, 0, 3], "red": [10, 0, 0, 5]}
    assert takers(state) == "BBA"
    assert hand_of(state, "A") == {"b7"}
    assert hand_of(state, "B") == set()
    assert hand_of(state, "D") == {"g4b3", "r5g2", "r3g4"}


# The end


def test_no_cards_are_drawn_after_the_sixth_round():
    assert evaluated("A: r7 red | B:").phase == DRAW
    state = table("A: r7 | B: r7", phase="evaluate", rounds_played=5)
    game.step(state)
    assert state.phase == OVER


def over(points: str, hands: str) -> State:
    state = table(hands, phase="over", rounds_played=6)
    for seat, value in enumerate(points.split()):
        state.points[seat] = int(value)
    return state


def winners(state: State) -> str:
    seats = range(state.players)
    return "".join(SEAT_LETTERS[seat] for seat in seats if game.is_winner(state, seat))


def test_the_most_prize_points_win():
    assert winners(over("9 12 10", "A: r7 g7 | B: | C: r7")) == "B"


def test_a_tie_goes_to_the_seat_with_more_cards_in_hand():
    assert winners(over("12 12 10", "A: r7 g7 | B: r7 | C: r7 g7 b7")) == "A"


def test_seats_also_tied_on_cards_share_the_win():
    assert winners(over("12 12 12", "A: r7 g7 | B: r7 b7 | C: r7")) == "AB"
