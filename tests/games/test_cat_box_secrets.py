"""Cat Box: who knows what."""

import random

import numpy as np
import pytest

import katzentisch as kt
from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.rules.components import CONTENTS, SEATS, SLOTS
from katzentisch.play.seeds import dice_for

from positions.cat_box import play, table

PILE = "yyyl bbbp llly"


def test_a_seat_knows_only_its_own_identity():
    match = kt.new("cat-box", players=4, seed=1)
    who = match.events()[0]["identities"]
    for seat in range(4):
        expected = [who[seat] if s == seat else None for s in range(4)]
        assert match.view(seat)["identities"] == expected
        assert match.transcript_for(seat)["events"][0]["identities"] == expected
    assert match.view()["identities"] == [None] * 4


def test_everybody_sees_visible_sides_and_only_the_holder_sees_secret_ones():
    state = table("bp/uy", "A: lp.y | B: bpul", pile=PILE)
    (own, _), (other, _) = game.view(state, 0)["hands"]
    assert own["visible"] == ["blue", "pink", "empty", "yellow"]
    assert own["secret"] == ["pink", "blue", "yellow", "empty"]
    assert other["visible"] == ["black", "pink", "purple", "blue"]
    assert other["secret"] is None


def test_everybody_sees_the_top_of_the_pile_and_nothing_below_it():
    state = table("bp/uy", "A: | B:", pile=PILE)
    seen = game.view(state, -1)
    assert seen["top"] == {
        "card": 5,
        "visible": ["yellow", "yellow", "yellow", "blue"],
        "secret": None,
    }
    assert seen["pile"] == 3


def test_the_secret_side_of_a_reserved_card_is_seen_only_by_its_catcher():
    state = table("bp/uy", "A: | B: lp.y", pile=PILE, specials=True)
    play(state, "place own 0 at 1,1", "fish seat 1 0")
    assert game.view(state, 0)["reserved"][0]["secret"] == ["pink", "blue", "yellow", "empty"]
    assert game.view(state, 1)["reserved"][0]["secret"] is None
    assert game.view(state, 1)["reserved"][0]["visible"] == ["blue", "pink", "empty", "yellow"]


@pytest.mark.parametrize(("players", "dealt"), [(2, 5), (3, 7), (4, 5), (5, 6)])
def test_a_redacted_pile_shows_the_cards_drawn_and_the_top_one(players, dealt):
    match = kt.new("cat-box", players=players, seed=2)
    pile = match.events()[0]["pile"]
    for draws in range(3):
        event = match.transcript_for(0)["events"][0]["pile"]
        assert event == pile[: dealt + draws + 1] + [None] * (len(pile) - dealt - draws - 1)
        match.play(match.legal()[0])


def test_at_the_end_everything_is_shown():
    match = kt.new("cat-box", players=3, seed=2)
    while not match.over:
        match.play(match.legal()[0])
    assert None not in match.view()["identities"]
    assert match.view(1)["scores"] == match.scores
    assert match.transcript_for(0) == match.transcript()


def test_imagined_worlds_differ_only_in_what_is_hidden():
    match = kt.new("cat-box", players=5, seed=2)
    dice = dice_for(1, "test")
    worlds = [match.imagine(2, dice)[0] for _ in range(300)]
    assert {tuple(w.identity) for w in worlds} != {tuple(match.state.identity)}
    assert {int(w.identity[2]) for w in worlds} == {int(match.state.identity[2])}
    assert {tuple(w.pile[:7]) for w in worlds} == {tuple(match.state.pile[:7])}
    assert len({int(w.pile[7]) for w in worlds}) > 60, "either side of any card left"


def test_all_identities_are_redealt_in_a_spectators_worlds():
    match = kt.new("cat-box", players=4, seed=2)
    dice = dice_for(1, "test")
    worlds = [match.imagine(None, dice)[0] for _ in range(100)]
    assert all({int(w.identity[s]) for w in worlds} == set(range(1, 7)) for s in range(4))


@pytest.mark.parametrize("specials", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_an_observation_has_all_hands_with_the_sides_that_would_be_played(players, specials):
    match = kt.new("cat-box", players=players, specials=specials, seed=3)
    seen, rng = game.Seen.table(1), random.Random(players)
    while not match.over:
        seat = match.to_act
        game.encode(match.state, seat, seen[0])
        event = seen["hands"][0].view(np.int8).reshape(SEATS, SLOTS, -1)
        hands = match.view(seat)["hands"]
        for steps, hand in enumerate(hands[seat:] + hands[:seat]):
            for slot, contents in enumerate(event[steps]):
                card = hand[slot] if slot < len(hand) else None
                side = "secret" if steps == 0 else "visible"
                shown = [CONTENTS.index(name) for name in card[side]] if card else [0] * 4
                assert list(contents) == shown, (match.transcript(), steps, slot)
        match.play(rng.choice(match.legal()))
