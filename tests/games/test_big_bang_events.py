"""Big Bang: the events of a game, and who may know what about them."""

import json
from pathlib import Path
from typing import Any

import pytest

from katzentisch.bots import play_to_the_end
from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.knowledge.events import event, points, redacted
from katzentisch.games.big_bang.rules.components import CARDS, COLOURS, TILES
from katzentisch.games.big_bang.rules.state import REVEAL, State
from katzentisch.games.big_bang.ui.messages import TILES_IN_WORDS, describe_event, describe_move
from katzentisch.games.big_bang.ui.terminal import draw
from katzentisch.games.core.contract import Event
from katzentisch.games.core.i18n import words
from katzentisch.play.match import Match, new_match

from positions.big_bang import evaluated, settle, table


def numbered(move: str) -> int:
    """The number of an existing move."""
    number = game.number_of(move)
    assert number is not None, move
    return number


def step(state: State) -> Event:
    """The event of one step."""
    before = state.copy()
    game.step(state)
    return event(before, state)


def match_of(mode: str, seed: int = 5, players: int = 3) -> Match:
    return new_match("big-bang", {"players": players, "tiles": mode}, seed, ["random"] * players)


def test_the_setup_lists_hands_and_tiles_sorted_by_name():
    happened = match_of("hidden").events()[0]
    assert set(happened) == {"event", "hands", "tiles"}
    assert all(hand == sorted(hand) and len(hand) == 5 for hand in happened["hands"])
    assert all(tiles == sorted(tiles) and len(tiles) == 3 for tiles in happened["tiles"])


def test_the_setup_lists_no_tiles_where_nobody_owns_any():
    assert match_of("chaos").events()[0]["tiles"] == [[], [], []]


def test_every_round_has_its_events_in_order():
    match = match_of("chaos-plus")
    play_to_the_end(match)
    kinds = [happened["event"] for happened in match.events()]
    nothing_decided = " ".join(kind for kind in kinds if kind != "move")
    middle = "prizes chaos reveal evaluate draw "
    assert nothing_decided == "setup " + 5 * middle + "prizes chaos reveal evaluate"


def test_without_tiles_the_reveal_is_empty():
    state = table("A: r7 | B:", phase="reveal")
    assert step(state) == {"event": "reveal", "tiles": []}


def test_the_evaluation_has_totals_in_half_points_and_winners():
    state = evaluated("A: r7 red | B: r4g3 red, g7 green", tiles="sevens-halved")
    before = table("A: | B:", phase="evaluate")
    happened = event(before, state)
    assert happened == {
        "event": "evaluate",
        "totals": {"green": [0, 3.5], "blue": [0, 0], "red": [3.5, 4]},
        "winners": {"green": 1, "blue": None, "red": 1},
    }


@pytest.mark.parametrize(("halves", "text"), [(0, "0"), (7, "3.5"), (14, "7"), (15, "7.5")])
def test_whole_points_are_written_as_whole_numbers(halves: int, text: str):
    assert json.dumps(points(halves)) == text


def test_a_draw_lists_the_new_cards_of_each_seat():
    state = table("A: r7 g7 | B: b7", phase="draw")
    happened = step(state)
    assert [len(cards) for cards in happened["cards"]] == [2, 2]
    assert not {"r7", "g7"} & set(happened["cards"][0])


def test_a_seat_that_can_only_quit_does_so_without_a_move():
    state = table("A: r7 | B: r7", phase="play")
    game.decide(state, numbered("play r7 red"))
    game.decide(state, numbered("play r7 red"))
    assert state.phase == REVEAL


# Who may know what


def hidden_match() -> Match:
    """A match in which seats 0 and 1 have activated a tile, and seat 2 none."""
    match = match_of("hidden")
    for seat in range(2):
        match.play(next(move for move in match.legal() if move != "activate none"))
        assert match.to_act == seat + 1
    match.play("activate none")
    return match


def test_the_hands_and_tiles_of_other_seats_are_replaced_by_as_many_nulls():
    match = hidden_match()
    events = match.events()
    happened = redacted(events, 1, match.options)[0]
    assert happened["hands"] == [[None] * 5, events[0]["hands"][1], [None] * 5]
    assert happened["tiles"] == [[None] * 3, events[0]["tiles"][1], [None] * 3]


def test_which_tile_another_seat_activated_is_hidden_but_not_whether_it_did():
    match = hidden_match()
    moves = [happened["move"] for happened in match.events() if happened["event"] == "move"]
    seen = [happened["move"] for happened in match.events_for(1) if happened["event"] == "move"]
    assert seen == ["activate ?", moves[1], "activate none"]
    spectator = [t["move"] for t in match.events_for(None) if t["event"] == "move"]
    assert spectator == ["activate ?", "activate ?", "activate none"]


def test_a_tile_is_no_longer_secret_once_it_is_revealed():
    match = hidden_match()
    while match.events()[-1]["event"] == "move":
        match.play("quit" if "quit" in match.legal() else match.legal()[0])
    shown = [t["move"] for t in match.events_for(2) if t["event"] == "move"]
    assert "activate ?" not in shown


def test_tiles_activated_face_up_are_seen_by_all():
    match = match_of("open")
    move = next(move for move in match.legal() if move != "activate none")
    match.play(move)
    happened = match.transcript_for(1)["events"][-1]
    assert happened == {"event": "move", "seat": 0, "move": move}
    assert match.view(1)["activated"] == [move.split()[1], None, None]
    assert match.view()["activated"] == [move.split()[1], None, None]


def test_chaos_tiles_are_hidden_until_they_are_revealed():
    match = match_of("chaos")
    happened = match.events_for(0)[-1]
    assert happened == {"event": "chaos", "tiles": [None]}
    while match.state.rounds_played == 0:
        match.play("quit" if "quit" in match.legal() else match.legal()[0])
    chaos = [t["tiles"] for t in match.events_for(0) if t["event"] == "chaos"]
    assert chaos[0][0] in TILES
    assert chaos[1] == [None]


def test_drawn_cards_are_seen_only_by_their_seat():
    match = match_of("none")
    while match.state.rounds_played == 0:
        match.play("quit" if "quit" in match.legal() else match.legal()[0])
    draws = [happened for happened in match.events_for(2) if happened["event"] == "draw"]
    assert draws[0]["cards"][:2] == [[None, None], [None, None]]
    assert set(draws[0]["cards"][2]) <= set(CARDS)


def test_the_legal_moves_of_other_seats_are_hidden():
    match = hidden_match()
    events = match.transcript(legal=True)["events"]
    legal = [
        happened["legal"]
        for happened in redacted(events, 1, match.options)
        if happened["event"] == "move"
    ]
    assert legal[0] is None
    assert legal[1] is not None
    assert legal[2] is None


# The view


def test_a_view_shows_public_information_and_the_seats_own_hand():
    state = table("A: r5g2 b7 | B: r7 g7", prizes="2 3 4", tiles="A: howard-raj")
    game.decide(state, numbered("play b7 blue"))
    seen = game.view(state, 1)
    assert seen["prizes"] == {"green": 2, "blue": 3, "red": 4}
    assert seen["hand"] == ["r7", "g7"]
    assert seen["cards_held"] == [1, 2]
    assert seen["played"] == [[{"card": "b7", "colour": "blue", "value": 7}], []]
    assert seen["bids"] == {"green": [0, 0], "blue": [7, 0], "red": [0, 0]}
    assert seen["still_in"] == [True, True]
    assert seen["tiles"] == []
    assert seen["tiles_held"] == [1, 0]
    assert seen["last_round"] is None


def test_cards_taken_back_from_the_table_are_known_and_lost_ones_are_gone():
    state = evaluated("A: r7 red, g5b2 blue | B: r5g2 red, b7 blue")
    seen = game.view(state, -1)
    assert seen["cards_known"] == [["g5b2"], ["r5g2"]]
    assert seen["cards_gone"] == [["r7"], ["b7"]]
    assert seen["hand"] is seen["tiles"] is seen["pile"] is None


def test_a_seat_knows_the_cards_in_its_pile_but_not_their_order():
    seen = game.view(table("A: r7 g7 b7 | B:"), 0)
    assert seen["pile"] == CARDS[:12]


def test_a_face_down_tile_is_seen_only_by_its_seat():
    match = hidden_match()
    assert match.view(1)["activated"][0] == "?"
    assert match.view(1)["activated"][1] in TILES
    assert match.view()["activated"] == ["?", "?", None]


def test_the_view_describes_every_card():
    described = game.view(table("A: r7 | B:"), -1)["cards"]
    assert described[0] == {"name": "r5g2", "sides": [["green", 2], ["red", 5]], "shows": "Amy"}
    assert [card["name"] for card in described] == CARDS


@pytest.mark.parametrize("mode", ["hidden", "open", "chaos-plus"])
def test_views_and_transcripts_are_plain_json(mode: str):
    match = match_of(mode)
    while not match.over:
        for seat in (None, 0, 1, 2):
            json.dumps(match.view(seat))
            json.dumps(match.transcript_for(seat))
        match.play(match.legal()[-1])
    json.dumps(match.transcript(legal=True))


# In words


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_move_and_event_can_be_described_and_every_table_drawn(language: str):
    _ = words(language, Path(game.__file__).parent / "ui")
    names = ["Ada", "Ben", "Cleo"]
    match = match_of("hidden")
    while not match.over:
        for move in match.legal():
            assert describe_move(move, _)
        draw(match.view(match.to_act), names, _)
        match.play(match.legal()[0])
    draw(match.view(), names, _)
    hidden = [*match.events_for(0), *hidden_match().events_for(2)]
    for happened in [*match.events(), *hidden, *match_of("chaos").events_for(2)]:
        assert describe_event(happened, names, _)


def test_every_tile_has_a_description_that_is_translated():
    _ = words("de", Path(game.__file__).parent / "ui")
    assert set(TILES) < set(TILES_IN_WORDS)
    for text in TILES_IN_WORDS.values():
        assert _(text) != text


def test_a_move_is_described_as_a_player_would_say_it():
    _ = words("de", Path(game.__file__).parent / "ui")
    assert describe_move("play r5g2 red", _) == "r5g2 als Rot"
    assert describe_move("quit", _) == "aussteigen"


def settled(state: State) -> dict[str, Any]:
    settle(state)
    return game.view(state, 0)


def test_after_the_last_round_there_are_no_prizes_on_the_table():
    state = table("A: | B:", phase="prizes", rounds_played=5)
    assert settled(state)["prizes"] is None
    assert set(settled(state)["last_round"]["winners"]) == set(COLOURS)
