"""Ed, the Cat: how a game is shown in events, in words and on the screen."""

import io
from pathlib import Path

import pytest
from rich.console import Console

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.i18n import words
from katzentisch.games.ed_the_cat.ui.terminal import draw

from positions.ed_the_cat import play, table

FOLDER = Path(str(game.__file__)).parent / "ui"
NAMES = ["Ada", "Ben", "Cleo"]


def in_words(language, event):
    return game.describe_event(event, NAMES, words(language, FOLDER))


def drawn_on_screen(view, language="en"):
    console = Console(width=100, record=True, file=io.StringIO())
    console.print(draw(view, NAMES, words(language, FOLDER)))
    return console.export_text()


def test_a_round_is_recorded_event_by_event():
    match = kt.new("ed-the-cat", players=3, seed=2, limit=1, seats=["random"] * 3)
    play_to_the_end(match)
    kinds = [event["event"] for event in match.events()]
    assert (kinds[0], kinds[1], kinds[-1]) == ("deal", "move", "round")
    assert kinds.count("deal") == kinds.count("round") == 1
    assert match.scores == match.events()[-1]["points"]


def test_the_deal_event_has_sorted_hands():
    hands = kt.new("ed-the-cat", players=3, seed=2).events()[0]["hands"]
    assert hands == [sorted(hand) for hand in hands]
    assert [len(hand) for hand in hands] == [5, 5, 5]


def test_dropping_a_penalty_adds_no_event_after_the_move():
    state = table("A: 5 | B: 3", penalties="A: 9")
    assert play(state, "play 5 on 1") == []
    assert [event["event"] for event in play(state, "drop 9")] == ["round"]


@pytest.mark.parametrize(
    ("event", "english", "german"),
    [
        (
            {"event": "move", "seat": 0, "move": "play 3 on 2"},
            "Ada: 3 on Cleo.",
            "Ada: 3 auf Cleo.",
        ),
        ({"event": "move", "seat": 1, "move": "play 4"}, "Ben: 4.", "Ben: 4."),
        (
            {"event": "move", "seat": 1, "move": "drop 7"},
            "Ben drops the penalty 7.",
            "Ben wirft die Strafkarte 7 ab.",
        ),
        (
            {"event": "move", "seat": 1, "move": "drop none"},
            "Ben keeps all penalties.",
            "Ben behält alle Strafkarten.",
        ),
        (
            {"event": "draw", "seat": 2, "cards": [None, None, None], "to": "hand"},
            "From the draw pile to Cleo: ? ? ?.",
            "Vom Nachziehstapel zu Cleo: ? ? ?.",
        ),
        (
            {"event": "take", "from": 0, "by": 1, "cards": [4, 9], "to": "discard"},
            "From Ada's hand, drawn by Ben, discarded: 4 9.",
            "Aus der Hand von Ada, gezogen von Ben, abgelegt: 4 9.",
        ),
        (
            {"event": "round", "ended_by": None, "points": [1, 2, 3]},
            "The round has gone on long enough. Minus points: Ada 1, Ben 2, Cleo 3.",
            "Die Runde hat lange genug gedauert. Minuspunkte: Ada 1, Ben 2, Cleo 3.",
        ),
    ],
)
def test_events_are_described_in_the_readers_language(event, english, german):
    assert in_words("en", event) == english
    assert in_words("de", event) == german


def test_moves_are_described_as_a_player_would_say_them():
    _ = words("de", FOLDER)
    moves = ["play 3 on 2", "play 8", "drop 7", "drop none"]
    happened = [game.describe_move(move, _) for move in moves]
    assert happened == ["3 auf Platz 2", "8", "die 7 abwerfen", "keine abwerfen"]


def test_the_screen_shows_what_the_seat_may_see():
    state = table("A: 3 6 | B: 9 9 9 | C: 1", penalties="A: 4 2 | B: 7 5", discards="8 3")
    text = drawn_on_screen(game.view(state, 0))
    assert "Your cards" in text
    assert "Ben" in text
    assert "Your cards" not in drawn_on_screen(game.view(state, -1))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_position_in_a_game_can_be_drawn(language):
    match = kt.new("ed-the-cat", players=3, seed=3, limit=20)
    while not match.over:
        assert drawn_on_screen(match.view(match.to_act), language)
        match.play(match.legal()[-1])
    over = {"en": "The game is over", "de": "Das Spiel ist aus"}
    assert over[language] in drawn_on_screen(match.view(), language)
