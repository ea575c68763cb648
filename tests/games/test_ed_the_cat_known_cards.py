"""Ed, the Cat: the cards in other hands that a seat knows, as networks observe them."""

import random
from collections import Counter

import numpy as np
import pytest

from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.rng import seed
from katzentisch.games.ed_the_cat.rules.cards import values_in
from katzentisch.games.ed_the_cat.rules.components import VALUES
from katzentisch.games.ed_the_cat.rules.state import PENALTY

from kits.ed_the_cat import unpacked
from positions.ed_the_cat import hand, legal, play, table

ROUNDS = 300 if COMPILED else 10


def known(state, knower):
    """The known cards that a seat observes in each hand, clockwise from its own."""
    rows = np.zeros(1, game.Seen.dtype)
    game.encode(state, knower, rows[0])
    counts = rows["known"].view(np.int8).reshape(-1, 16)[:, :VALUES]
    return [Counter({v + 1: int(n) for v, n in enumerate(row) if n}) for row in counts]


def read_from_notes(state, knower):
    """The same, derived from what was settled on and all cards that moved since."""
    hands = [Counter(values_in(state.known[knower, other])) for other in range(state.players)]
    for note in state.notes[: state.noted]:
        origin, to, value = unpacked(int(note))
        if origin == knower and to < PENALTY:
            hands[to][value] += 1
        elif origin < PENALTY and to < PENALTY and to != knower:
            hands[origin].clear()
        elif origin < PENALTY:
            hands[origin] -= Counter([value])
    hands[knower].clear()
    return [+hands[(knower + steps) % state.players] for steps in range(state.players)]


def test_the_seat_that_lost_a_card_to_a_9_knows_it_and_nobody_else_does():
    state = table("A: 9 1 | B: 6 6 | C: 2 2 2")
    play(state, "play 9 on 1")
    assert known(state, 1)[2] == Counter([6])
    assert not any(known(state, 0) + known(state, 2))


def test_a_known_card_that_is_played_is_no_longer_known():
    state = table("A: 9 1 | B: 6 6 6 | C: 5 5 5 5 5")
    play(state, "play 9 on 1", "play 6 on 2", "play 5 on 0")
    assert known(state, 1)[2] == Counter([6] if 6 in hand(state, "A") else [])


def test_after_a_9_between_others_no_card_of_that_hand_is_certain():
    state = table("A: 9 1 3 3 | B: 6 5 5 5 | C: 9 2 2")
    play(state, "play 9 on 1", "play 5 on 2")
    before = known(state, 1)[2]
    play(state, "play 9 on 0")
    assert sum(before.values()) == 1
    assert not any(known(state, 1))
    for _ in range(10):
        world = state.copy()
        game.imagine(world, 1, state.chance)
        assert not any(known(world, 1)), "it has only guessed which card that was"


def agrees_with_the_notes(state):
    seats = range(state.players)
    return all(known(state, s)[: len(seats)] == read_from_notes(state, s) for s in seats)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_known_cards_follow_from_the_cards_that_moved(players):
    rng = random.Random(players)
    held = list(zip("ABCD", ("3 8 9 9", "8 9 9 2", "5 8 8 9", "1 8 9 9"), strict=True))
    for number in range(ROUNDS):
        state = table(" | ".join(f"{seat}: {cards}" for seat, cards in held[:players]))
        seed(state.chance, unsigned(1), unsigned(number))
        while state.rounds_played == 0:
            assert agrees_with_the_notes(state)
            play(state, rng.choice(legal(state)))
        assert not any(known(state, 0))


def test_known_cards_are_kept_when_more_cards_move_than_the_notes_have_room_for():
    """A takes one of B's cards; then all play 8s and draw them again until the notes are full."""
    hands = "A: 8 8 8 9 9 4 4 4 | B: 8 8 8 9 9 3 3 3 | C: 8 8 8 9 9 5 5 5"
    others = " ".join(9 * "1267" + 6 * "345")
    state = table(hands, pile="", penalties=f"A: {others}")
    play(state, "play 9 on 1")
    while not state.murky:
        play(state, "play 8")
        assert agrees_with_the_notes(state)
    assert sum(known(state, 1)[2].values()) == 1
    for world in (state.copy() for _ in range(10)):
        game.imagine(world, 1, state.chance)
        assert agrees_with_the_notes(world)
        play(world, next(move for move in legal(world) if move.startswith("play 9")))
        assert agrees_with_the_notes(world)
