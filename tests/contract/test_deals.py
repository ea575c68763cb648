"""A seed deals the same cards for ever, whatever else changes."""

import hashlib
import json
import random

import pytest

import katzentisch as kt
from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.rng import seed as seed_dice

MOST_MOVES = 300
KEEPING = "438962517"  # Ed's cards, beginning with those that keep hands large
HANDS = {  # seat by seat, for seed 1
    "big-bang": "g2b5 g4b3 g5b2 r3g4 r7 | b2r5 b4r3 r2g5 r5g2 r7 | b5r2 g2b5 g4b3 g5b2 g7"
    " | b3r4 b4r3 g2b5 g4b3 r7",
    "cat-box": "pink | chihuahua | purple | blue",
    "cat-in-the-box": "1 1 2 3 3 3 4 5 6 7 | 3 3 4 4 5 6 6 7 7 8 | 2 2 2 4 5 5 6 7 7 8"
    " | 1 1 1 2 4 5 6 8 8 8",
    "ed-the-cat": "3 3 4 4 8 | 1 1 8 9 9 | 1 2 4 7 7 | 3 3 4 4 7",
}
FOLLOWING = {  # a hash of every event in the games of three seeds
    "big-bang": "7e5adf3fe72b65ca",
    "cat-box": "c001336bc52cb0fd",
    "cat-in-the-box": "6f805f60a40154b9",
    "ed-the-cat": "ddb4faae4535384d",
}
AFTER_A_LONG_ROUND = "1 6 7 8 9 | 2 5 5 7 7 | 2 3 5 6 6 | 1 2 2 4 9 | 8 8 8 9 9"


@pytest.mark.parametrize("slug", kt.all_games())
def test_a_seeds_first_hands_stay_the_same(slug):
    first = kt.new(slug, seed=1).events()[0]
    hands = [[name] for name in first["identities"]] if slug == "cat-box" else first["hands"]
    assert in_words(hands) == HANDS[slug]


@pytest.mark.parametrize("slug", kt.all_games())
def test_a_seeds_whole_game_stays_the_same(slug):
    happened = json.dumps([events_of(slug, seed) for seed in (1, 2, 3)])
    assert hashlib.sha256(happened.encode()).hexdigest()[:16] == FOLLOWING[slug]


@pytest.mark.parametrize("guesses", [None, 1, 2])
def test_whatever_onlookers_guess_in_a_long_round_the_next_deal_is_the_same(guesses):
    match, rng = kt.new("ed-the-cat", seed=1, players=5), random.Random(1)
    if guesses is not None:
        seed_dice(match.state.guesses, unsigned(guesses), unsigned(0))
    for _ in range(100):
        match.play(rng.choice(largest_hands(match.legal())))
    assert match.state.murky, "onlookers have settled on guesses"
    while (last := match.events()[-1])["event"] != "deal":
        match.play(rng.choice(sorted(match.legal())))
    assert in_words(last["hands"]) == AFTER_A_LONG_ROUND


def in_words(hands):
    """Seat by seat."""
    return " | ".join(" ".join(map(str, hand)) for hand in hands)


def largest_hands(moves):
    """The moves that play the card that keeps hands largest."""
    cards = [move.split()[1] for move in moves]
    best = min(cards, key=KEEPING.index)
    return sorted(move for move, card in zip(moves, cards, strict=True) if card == best)


def events_of(slug, seed):
    """The events of a game whose moves depend on nothing but the seed."""
    match, rng = kt.new(slug, seed=seed), random.Random(seed)
    for _ in range(MOST_MOVES):
        if match.over:
            break
        match.play(rng.choice(sorted(match.legal())))
    return match.events()
