"""Big Bang: set-up, tiles, bidding, drawing; what is legal and what it does."""

import pytest

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import EVERY_CARD, EVERY_TILE, MODES
from katzentisch.games.big_bang.rules.state import (
    ACTIVATE,
    CHAOS_TILES,
    DRAW,
    PLAY,
    PRIZES,
    REVEAL,
    State,
)
from katzentisch.games.core.bits import how_many
from katzentisch.games.core.phases import OVER

from positions.big_bang import SEAT_LETTERS, hand_of, laid_out, legal_names, play, settle, table


def numbered(move: str) -> int:
    """The number of an existing move."""
    number = game.number_of(move)
    assert number is not None, move
    return number


def to_act(state: State) -> str:
    return SEAT_LETTERS[state.to_act]


# Set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_seat_draws_five_of_its_cards(players: int):
    state = laid_out(players, "A")
    game.step(state)
    assert [how_many(state.hand[seat]) for seat in range(players)] == [5] * players


@pytest.mark.parametrize(("players", "each"), [(2, 4), (3, 3), (4, 2)])
@pytest.mark.parametrize("mode", ["hidden", "open"])
def test_each_seat_gets_4_3_or_2_tiles_and_no_tile_is_dealt_twice(
    players: int, each: int, mode: str
):
    state = laid_out(players, "A", tiles=mode)
    game.step(state)
    dealt = 0
    for seat in range(players):
        assert how_many(state.tiles[seat]) == each
        assert dealt & int(state.tiles[seat]) == 0
        dealt |= int(state.tiles[seat])
    assert dealt & ~int(EVERY_TILE) == 0


@pytest.mark.parametrize("mode", ["none", "chaos", "chaos-plus"])
def test_nobody_owns_tiles_in_chaos_or_when_tiles_are_not_used(mode: str):
    state = laid_out(4, "A", tiles=mode)
    game.step(state)
    assert [int(tiles) for tiles in state.tiles] == [0, 0, 0, 0]


# Prizes


def test_one_prize_of_each_colour_is_turned_up_each_round_until_all_are_gone():
    state = laid_out(2, "A", tiles="none")
    turned_up: list[list[int]] = [[], [], []]
    for _ in range(6):
        state.phase = PRIZES
        game.step(state)
        for colour in range(3):
            turned_up[colour].append(int(state.prize[colour]))
    assert [sorted(prizes) for prizes in turned_up] == [[2, 2, 3, 3, 4, 4]] * 3
    assert [int(left) for left in state.prizes_left] == [0, 0, 0]


# Tiles


def test_seats_are_asked_for_tiles_from_the_start_seat_clockwise():
    tiles = "A: sheldon-amy | B: howard-raj | C: sevens-halved"
    state = table("A: r7 | B: r7 | C: r7", phase="prizes", start="B", tiles=tiles)
    game.step(state)
    assert to_act(state) == "B"
    assert legal_names(state) == {"activate howard-raj", "activate none"}
    play(state, "activate howard-raj")
    assert to_act(state) == "C"
    play(state, "activate none")
    assert to_act(state) == "A"
    play(state, "activate none")
    assert state.phase == PLAY
    assert to_act(state) == "B"


def test_a_seat_may_activate_any_tile_it_has_left_but_only_one():
    tiles = "A: sheldon-amy howard-raj | B: sevens-halved"
    state = table("A: r7 | B: r7", phase="activate", tiles=tiles)
    assert legal_names(state) == {"activate sheldon-amy", "activate howard-raj", "activate none"}
    play(state, "activate howard-raj")
    assert to_act(state) == "B"


def test_a_seat_without_tiles_is_not_asked():
    state = table("A: r7 | B: r7 | C: r7", phase="prizes", tiles="C: howard-raj")
    game.step(state)
    assert to_act(state) == "C"
    play(state, "activate howard-raj")
    assert state.phase == PLAY
    assert to_act(state) == "A"


def test_nobody_is_asked_when_all_tiles_are_used():
    state = table("A: r7 | B: r7", phase="prizes")
    game.step(state)
    assert state.phase == PLAY


@pytest.mark.parametrize("mode", ["none", "chaos", "chaos-plus"])
def test_nobody_is_asked_where_nobody_owns_tiles(mode: str):
    state = laid_out(4, "A", tiles=mode)
    settle(state)
    assert state.phase == PLAY


def test_a_tile_that_was_not_activated_is_kept_for_later():
    state = table("A: r7 | B: r7", phase="activate", tiles="A: howard-raj")
    play(state, "activate none")
    assert how_many(state.tiles[0]) == 1
    assert int(state.active[0]) == 0


def test_an_activated_tile_cannot_be_activated_again():
    state = table("A: r7 | B: r7", phase="activate", tiles="A: howard-raj sheldon-amy")
    play(state, "activate howard-raj", "play r7 red", "play r7 red")
    game.step(state)
    game.step(state)
    state.phase = PRIZES
    game.step(state)
    assert legal_names(state) == {"activate sheldon-amy", "activate none"}


@pytest.mark.parametrize(
    ("mode", "counts"), [("chaos", [1, 1, 1, 1, 1, 1]), ("chaos-plus", [1, 2, 1, 2, 1, 2])]
)
def test_chaos_draws_one_tile_a_round_and_chaos_plus_two_in_every_second_round(
    mode: str, counts: list[int]
):
    state = laid_out(2, "A", tiles=mode)
    drawn, seen = [], 0
    while state.phase != OVER:
        if state.phase == CHAOS_TILES:
            game.step(state)
            drawn.append(how_many(state.chaos))
            assert seen & int(state.chaos) == 0
            seen |= int(state.chaos)
        elif game.waits(state):
            game.decide(state, game.nth_legal(game.legal(state), 0))
        else:
            game.step(state)
    assert drawn == counts


# Bidding


def test_a_card_is_played_for_one_of_its_colours():
    state = table("A: r5g2 b7 | B: r7", start="B")
    assert legal_names(state) == {"play r5g2 red", "play r5g2 green", "play b7 blue", "quit"}


def test_the_start_seat_may_not_quit_on_its_first_turn():
    state = table("A: r5g2 b7 | B: r7")
    assert "quit" not in legal_names(state)
    play(state, "play b7 blue", "quit")
    assert legal_names(state) == {"play r5g2 red", "play r5g2 green", "quit"}


def test_all_other_seats_may_quit_on_their_first_turn():
    state = table("A: r5g2 b7 | B: r7")
    play(state, "play b7 blue")
    assert legal_names(state) == {"play r7 red", "quit"}


def test_seats_play_clockwise_and_those_that_quit_are_skipped():
    state = table("A: r7 g7 | B: r7 g7 | C: r7 g7", start="B", to_act="B")
    play(state, "play r7 red")
    assert to_act(state) == "C"
    play(state, "quit")
    assert to_act(state) == "A"
    play(state, "play r7 red")
    assert to_act(state) == "B"
    play(state, "quit")
    assert to_act(state) == "A"


def test_the_last_seat_may_play_on_alone():
    state = table("A: r7 g7 b7 r5g2 | B: r7")
    play(state, "play r7 red", "quit", "play g7 green", "play b7 blue")
    assert to_act(state) == "A"
    play(state, "quit")
    assert state.phase == REVEAL


def test_a_seat_without_cards_quits_automatically():
    state = table("A: r7 | B: r7 g7")
    play(state, "play r7 red", "play r7 red")
    assert to_act(state) == "B"
    play(state, "play g7 green")
    assert state.phase == REVEAL


def test_a_start_seat_without_cards_also_quits_automatically():
    state = table("A: | B: r7 | C: g7", phase="prizes")
    game.step(state)
    assert to_act(state) == "B"
    assert legal_names(state) == {"play r7 red", "quit"}


def test_a_round_in_which_nobody_has_cards_is_scored_at_once():
    state = table("A: | B:", phase="prizes", rounds_played=5)
    settle(state)
    assert state.phase == OVER
    assert [int(seat) for seat in state.taker] == [-1, -1, -1]


def test_a_card_is_played_only_once():
    state = table("A: r5g2 b7 | B: r7")
    play(state, "play r5g2 green", "quit")
    assert legal_names(state) == {"play b7 blue", "quit"}
    assert hand_of(state, "A") == {"b7"}


# Drawing, and the end


def test_each_seat_draws_two_cards_even_if_it_played_none():
    state = table("A: r7 g7 | B: r7 | C:", phase="draw")
    game.step(state)
    assert [how_many(state.hand[seat]) for seat in range(3)] == [4, 3, 2]


def test_the_start_passes_clockwise():
    state = table("A: r7 | B: r7 | C: r7", start="C", phase="draw")
    game.step(state)
    assert state.start == 0


def test_a_seat_draws_only_cards_it_has_not_drawn_before():
    state = table("A: r7 | B:", phase="draw")
    gone = EVERY_CARD & ~int(state.hand[0]) & ~0b11000
    state.seen[0] = gone
    game.step(state)
    assert hand_of(state, "A") == {"r7", "r3g4", "g5b2"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_no_cards_are_left_to_draw_after_round_five_and_the_game_has_six(players: int):
    state = laid_out(players, "A", tiles="none")
    drawn = 5
    while state.phase != OVER:
        if state.phase == DRAW:
            drawn += 2
        if game.waits(state):
            game.decide(state, game.nth_legal(game.legal(state), 0))
        else:
            game.step(state)
    assert drawn == 15
    assert state.rounds_played == 6


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_ends_even_if_seats_quit_only_when_they_must(players: int, mode: str):
    state = laid_out(players, "A", tiles=mode)
    decisions = 0
    while state.phase != OVER:
        if not game.waits(state):
            game.step(state)
            continue
        names = legal_names(state)
        stubborn = sorted(names - {"quit", "activate none"} or names)
        play(state, stubborn[0])
        decisions += 1
    most_cards = 5 + 7 + 9 + 11 + 13 + 15
    assert decisions <= players * (most_cards + 6)


def test_bidding_lasts_as_many_turns_as_there_are_cards_if_nobody_quits_and_all_tie():
    hand = "r7 g7 b7 r5g2"
    state = table(f"A: {hand} | B: {hand}")
    for card in hand.split():
        colour = {"r": "red", "g": "green", "b": "blue"}[card[0]]
        play(state, f"play {card} {colour}", f"play {card} {colour}")
    assert state.phase == REVEAL
    game.step(state)
    game.step(state)
    assert hand_of(state, "A") == hand_of(state, "B") == set(hand.split())


# Refusals


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("quit", "The start seat may not quit on its first turn."),
        ("play g7 green", "Seat 0 has no g7 in hand."),
        ("play r5g2 blue", "The card r5g2 does not count as blue."),
        ("activate none", "This is not the time to activate tiles."),
        ("activate howard-raj", "This is not the time to activate tiles."),
    ],
)
def test_a_bid_is_refused_with_the_rule_it_breaks(move: str, sentence: str):
    state = table("A: r5g2 b7 | B: r7")
    assert game.why_not(state, numbered(move)) == sentence


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("quit", "Cards are played only after everybody has been asked about tiles."),
        ("play b7 blue", "Cards are played only after everybody has been asked about tiles."),
        ("activate howard-raj", "Seat 0 does not have the tile howard-raj."),
    ],
)
def test_a_tile_is_refused_with_the_rule_it_breaks(move: str, sentence: str):
    state = table("A: r5g2 b7 | B: r7", phase="activate", tiles="A: sheldon-amy")
    assert game.why_not(state, numbered(move)) == sentence


def test_nothing_is_legal_when_the_game_is_over():
    state = table("A: r5g2 | B: r7", phase="over")
    assert legal_names(state) == set()
    assert game.why_not(state, 0) == "The game is over."


def test_only_move_numbers_are_legal():
    state = table("A: r5g2 | B: r7", phase="activate", tiles="A: sheldon-amy")
    legal = [move for move in range(-70, 140) if game.is_legal(state, move)]
    assert {game.name_of(move) for move in legal} == {"activate sheldon-amy", "activate none"}
    assert state.phase == ACTIVATE


# Counting positions


def count(state: State, depth: int) -> int:
    """The number of ways the round can go in this many decisions, or fewer if it ends sooner."""
    if depth == 0 or not game.waits(state):
        return 1
    legal = game.legal(state)
    ways = 0
    for n in range(game.count_legal(legal)):
        after = state.copy()
        game.decide(after, game.nth_legal(legal, n))
        ways += count(after, depth - 1)
    return ways


@pytest.mark.parametrize(
    ("depth", "ways"), [(1, 3), (2, 6), (3, 30), (4, 120), (5, 504), (6, 1152), (7, 2160)]
)
def test_the_number_of_ways_through_a_round_of_two_seats(depth: int, ways: int):
    state = table(
        "A: r5g2 b7 g4b3 | B: r2g5 r7",
        phase="activate",
        tiles="A: sheldon-amy howard-raj | B: sevens-halved",
    )
    assert count(state, depth) == ways


@pytest.mark.parametrize(("depth", "ways"), [(1, 4), (2, 16), (3, 48), (4, 144), (5, 288)])
def test_the_number_of_ways_through_a_round_of_three_seats(depth: int, ways: int):
    state = table("A: r5g2 g7 | B: b4r3 | C: b3r4 r4g3", start="C", to_act="C")
    assert count(state, depth) == ways
