"""Ed, the Cat: who knows what."""

import random
from collections import Counter
from itertools import islice

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.bits import unsigned
from katzentisch.games.core.compiler import COMPILED
from katzentisch.games.core.rng import seed
from katzentisch.games.ed_the_cat.rules.cards import card, values_in
from katzentisch.games.ed_the_cat.rules.history import make_room
from katzentisch.games.ed_the_cat.rules.state import DRAW_PILE, NOTES
from katzentisch.play.seeds import dice_for

from kits.ed_the_cat import Round, as_counts, check_cards, check_world, is_explained
from positions.ed_the_cat import hand, play, table

SPECTATOR = -1
WORLDS = 200 if COMPILED else 30
LATE_ONES = 40 if COMPILED else 1  # positions in long rounds


def worlds(state, seat, count=WORLDS):
    chance = dice_for(1, "worlds")[0].chance
    for _ in range(count):
        world = state.copy()
        game.imagine(world, seat, chance)
        yield world


# Views


def test_a_seat_sees_its_own_cards_and_how_many_the_others_have():
    state = table("A: 3 6 | B: 9 9 9 | C: 1", penalties="A: 4 2 | B: 7 5", discards="8 3")
    view = game.view(state, 0)
    assert (view["hand"], view["penalties"]) == ([3, 6], [2, 4])
    assert (view["cards_held"], view["penalties_held"]) == ([2, 3, 1], [2, 2, 0])
    assert (view["discard_pile"], view["top_discard"]) == (2, 3)
    assert view["draw_pile"] == 81 - 6 - 4 - 2


def test_only_the_top_card_of_anothers_penalties_is_visible():
    state = table("A: 5 6 | B: 9 9 9 | C: 1", penalties="A: 4 2 | B: 7")
    play(state, "play 5 on 1")
    assert game.view(state, 0)["top_penalties"] == [2, 5, None]
    assert game.view(state, 2)["penalties"] == []


def test_a_spectator_sees_no_hand():
    view = kt.new("ed-the-cat", players=3, seed=1).view()
    assert (view["you"], view["hand"], view["penalties"]) == (None, None, None)
    assert view["cards_held"] == [5, 5, 5]


# Redacted transcripts


def told_to(seat, event, players=3):
    return game.redacted([event], seat, game.read_options({"players": players}))[0]


def test_a_redacted_deal_has_a_null_for_each_hidden_card():
    hands = kt.new("ed-the-cat", players=3, seed=1).transcript_for(2)["events"][0]["hands"]
    assert hands[:2] == [[None] * 5] * 2
    assert None not in hands[2]


def test_only_the_seat_that_draws_a_card_into_its_hand_sees_it():
    event = {"event": "draw", "seat": 1, "cards": [3, 9], "to": "hand"}
    assert told_to(1, event) == event
    assert [told_to(seat, event)["cards"] for seat in (0, SPECTATOR)] == [[None, None]] * 2


def test_everybody_sees_penalties_and_discards_arrive():
    for event in (
        {"event": "draw", "seat": 1, "cards": [3], "to": "penalty"},
        {"event": "take", "from": 1, "by": 0, "cards": [3, 4], "to": "penalty", "owner": 1},
        {"event": "take", "from": 1, "by": 0, "cards": [3, 4], "to": "discard"},
    ):
        assert [told_to(seat, event) for seat in (0, 1, 2, SPECTATOR)] == [event] * 4


def test_a_card_taken_by_a_9_is_known_to_the_two_seats_concerned():
    event = {"event": "take", "from": 1, "by": 0, "cards": [3], "to": "hand", "owner": 0}
    assert [told_to(seat, event)["cards"] for seat in (0, 1, 2, SPECTATOR)] == [
        [3],
        [3],
        [None],
        [None],
    ]


def test_the_legal_moves_of_others_are_hidden_because_they_reveal_hands():
    event = {"event": "move", "seat": 1, "move": "play 4", "legal": ["play 4"]}
    assert told_to(1, event) == event
    assert told_to(0, event)["legal"] is None


# Imagined worlds


def test_own_cards_and_all_face_up_cards_stay_the_same():
    state = table("A: 3 6 | B: 9 9 9 | C: 1", penalties="A: 4 2 | B: 7 5", discards="8 3")
    for world in worlds(state, 0, 20):
        assert hand(world, "A") == [3, 6]
        assert [values_in(world.cards[place]) for place in (6, 7, 13)] == [[2, 4], [5, 7], [3, 8]]
        assert [len(hand(world, letter)) for letter in "ABC"] == [2, 3, 1]


def test_all_places_of_the_unseen_cards_are_equally_likely():
    """A has not seen three cards: one is in B's hand, two are on the pile."""
    lying = [value for value in range(1, 10) for _ in range(9)]
    for value in (3, 1, 1, 2):
        lying.remove(value)
    state = table("A: 3 | B: 1", discards=" ".join(map(str, lying)), pile="1 2")
    seen = Counter(hand(world, "B")[0] for world in worlds(state, 0, 3000 if COMPILED else 300))
    total = sum(seen.values())
    assert abs(seen[1] - total * 2 / 3) < 5 * (total * 2 / 9) ** 0.5
    assert set(seen) == {1, 2}


def test_a_seat_that_lost_a_card_to_a_9_knows_where_it_is():
    state = table("A: 9 1 | B: 6 6 | C: 2 2 2")
    play(state, "play 9 on 1")
    assert all(6 in hand(world, "A") for world in worlds(state, 1))
    assert not all(6 in hand(world, "A") for world in worlds(state, 2))
    assert not all(6 in hand(world, "A") for world in worlds(state, SPECTATOR))


def test_it_no_longer_knows_once_that_card_has_been_played():
    state = table("A: 9 1 | B: 6 6 6 | C: 5 5 5 5 5")
    play(state, "play 9 on 1", "play 6 on 2", "play 5 on 0", "play 6 on 2")
    assert not all(6 in hand(world, "A") for world in worlds(state, 1))


def after_a_known_6_moved(to):
    """A took B's 6, then C took one of A's cards, the 6 or another. All other 6s are face up."""
    for number in range(1000):
        state = table("A: 9 1 3 3 | B: 6 5 5 5 | C: 9 2 2", discards="6 6 6 6 6 6 6 6")
        seed(state.chance, unsigned(0), unsigned(number))
        play(state, "play 9 on 1", "play 5 on 2", "play 9 on 0")
        if 6 in hand(state, to):
            return state
    raise AssertionError(f"{to} never has the 6")


@pytest.mark.parametrize("to", ["A", "C"])
def test_a_9_between_others_may_have_taken_a_known_card(to):
    state = after_a_known_6_moved(to)
    where = Counter((6 in hand(world, "A"), 6 in hand(world, "C")) for world in worlds(state, 1))
    assert set(where) == {(True, False), (False, True)}


def test_guesses_are_made_again_when_one_turns_out_wrong():
    state = after_a_known_6_moved("C")
    play(state, "play 3 on 1", "play 5 on 2", "play 6 on 1")
    for world in worlds(state, 1):
        assert 6 not in hand(world, "A") + hand(world, "C") + values_in(world.cards[DRAW_PILE])


def test_after_a_reshuffle_the_draw_pile_is_known_to_be_the_discards():
    lying = Counter(dict.fromkeys(range(1, 10), 9))
    lying.subtract([8, 1, 8, 2, 2, 5, 5, 3, 3, 3, 3, 4, 4, 4, 4])
    state = table(
        "A: 8 1 | B: 8 2 2 | C: 5 5",
        pile="",
        discards="3 3 3 3 4 4 4 4",
        penalties="A: " + " ".join(str(value) for value in lying.elements()),
    )
    play(state, "play 8")
    for seat in (0, 1, 2, SPECTATOR):
        for world in worlds(state, seat, 20):
            assert set(values_in(world.cards[DRAW_PILE])) <= {3, 4, 8}


def test_when_the_game_is_over_nothing_is_left_to_imagine():
    state = table("A: 5 | B: 3", limit=1)
    play(state, "play 5 on 1")
    for world in worlds(state, 0, 3):
        assert not any(world.cards)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6] if COMPILED else [2])
def test_the_greedy_player_clearly_beats_random_ones(players):
    games = 60 if COMPILED else 5
    won = 0
    for number in range(games):
        seats = ["random"] * players
        seats[number % players] = "greedy"
        match = kt.new("ed-the-cat", players=players, seed=number, limit=50, seats=seats)
        play_to_the_end(match)
        won += number % players in match.winners
    assert won > 1.4 * games / players


# Every imagined world explains the past


def full_of_secrets(players, number, turns):
    """A match of seats that like 9s, 3s, 4s and 8s: cards change hands unseen and piles run out."""
    rng = random.Random(number)
    match = kt.new("ed-the-cat", players=players, seed=number, limit=30)
    for _ in range(turns):
        if match.over:
            return
        liked = [move for move in match.legal() if move[5] in "9348"]
        match.play(rng.choice(liked if liked and rng.random() < 0.9 else match.legal()))
        if rng.random() < 0.1 and not match.over:
            yield match


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_imagined_worlds_explain_rounds_full_of_9s_and_reshuffles(players):
    looked_at = explained = 0
    for number in range(5 if COMPILED else 1):
        for match in full_of_secrets(players, number, 80 if COMPILED else 30):
            for seat in range(-1, players):
                for world in worlds(match.state, seat, 1):
                    check_world(match, seat, world)
                    looked_at += 1
                    explained += is_explained(match, seat, world) is True
    assert explained > 0.9 * looked_at > 0


def round_seen(seat, events, pile=()):
    return Round(list(events), seat, list(pile))


LOSS = {"event": "take", "from": 1, "by": 0, "cards": [6], "to": "hand", "owner": 0}
DRAWS = {"event": "draw", "seat": 0, "cards": [None], "to": "hand"}


@pytest.mark.parametrize(("held", "explained"), [([6, 2], True), ([2, 2], False)])
def test_the_search_for_a_past_notices_that_a_known_card_is_missing(held, explained):
    hands = [as_counts(held), as_counts([1]), as_counts([3])]
    assert round_seen(1, [LOSS]).explains(hands) is explained


@pytest.mark.parametrize(("held", "pile", "explained"), [([3], [4], True), ([7], [4], False)])
def test_the_search_for_a_past_notices_a_card_that_was_not_on_the_pile(held, pile, explained):
    """A 3 and a 4 were discarded and reshuffled; A has drawn one of them, its only card."""
    plays = [{"event": "move", "seat": 1, "move": f"play {v}"} for v in (3, 4)]
    events = [*plays, {"event": "reshuffle"}, DRAWS]
    hands = [as_counts(held), as_counts([1]), as_counts([3])]
    assert round_seen(1, events, pile).explains(hands) is explained


def test_cards_from_an_earlier_pile_are_not_mixed_with_those_from_a_later_one():
    """C draws nothing while the second pile, of 1s and an 8, goes to A and B."""
    held = [8, 8, 5, 8, 8, 7, 5, 3, 3]
    lying = Counter(dict.fromkeys(range(1, 10), 9)) - Counter([*held, 1, 1])
    rest = " ".join(str(value) for value in lying.elements())
    state = table("A: 8 8 5 | B: 8 8 7 | C: 5 3 3", pile="", discards="1 1", penalties=f"A: {rest}")
    play(state, "play 8", "play 8", "play 5 on 0", "play 8", "play 8")
    hands = {tuple(hand(world, "C")) for world in worlds(state, 0)}
    assert hands == {(3, 3), (3, 7)}


def test_more_cards_can_move_than_the_notes_have_room_for():
    others = " ".join(9 * "1234567" + 9 * "9")
    state = table("A: 8 8 8 | B: 8 8 8 | C: 8 8 8", pile="", penalties=f"A: {others}")
    for turn in range(NOTES // 2):
        play(state, "play 8")
        assert state.turns == turn + 1
        assert state.noted <= NOTES
    assert [hand(state, letter) for letter in "ABC"] == [[8, 8, 8]] * 3
    assert all(hand(world, "B") == [8, 8, 8] for world in worlds(state, 0, 5))


def test_a_wrong_guess_is_given_up_when_the_card_turns_up_elsewhere():
    """Long ago A guessed that B and C hold the last 7s. B plays one; A draws the other."""
    hands = "A: 8 3 | B: 7 5 5 | C: 2 2 4"
    lying = Counter(dict.fromkeys(range(1, 10), 9)) - Counter([8, 3, 7, 5, 5, 2, 2, 4, 7])
    rest = " ".join(str(value) for value in lying.elements())
    state = table(hands, to_act="B", pile="7", penalties=f"C: {rest}")
    state.known[0, 1], state.known[0, 2], state.murky = card(7), card(7), 1
    play(state, "play 7 on 2", "play 2 on 1", "play 8")
    assert hand(state, "A") == [3, 7]
    unseen = Counter(hand(state, "B") + hand(state, "C"))
    for world in worlds(state, 0):
        assert Counter(hand(world, "B") + hand(world, "C")) == unseen


def endless(players, number, turns):
    """A match with long rounds: seats prolong them, preferably with 3s, 4s, 8s and 9s."""
    rng = random.Random(number)
    match = kt.new("ed-the-cat", players=players, seed=number, limit=999)
    for _ in range(turns):
        if match.over:
            return
        match.play(min(match.legal(), key=lambda move: dislike(match, move, rng)))
        if rng.random() < 0.1 and match.state.noted > NOTES // 2:
            yield match


def dislike(match, move, rng):
    after = match.copy()
    after.play(move)
    return after.state.turns <= match.state.turns, move[5] not in "3489", rng.random()


@pytest.mark.parametrize("players", [5, 6] if COMPILED else [5])
def test_whatever_onlookers_guess_the_same_cards_are_drawn(players):
    match = next(endless(players, 0, 400))
    others = match.copy()
    others.state.guesses[0] += 1
    rng = random.Random(1)
    while not match.state.murky:
        moves = match.legal()
        move = min(moves, key=lambda move: dislike(match, move, rng))
        assert others.legal() == moves
        match.play(move)
        others.play(move)
    assert (match.state.known != others.state.known).any()
    assert (match.state.chance == others.state.chance).all()
    assert (match.state.cards == others.state.cards).all()


def test_guesses_use_their_own_dice():
    match = next(endless(5, 0, 400))
    deck, guesses = match.state.chance.copy(), match.state.guesses.copy()
    make_room(match.state)
    assert (match.state.chance == deck).all()
    assert (match.state.guesses != guesses).any()


@pytest.mark.parametrize("players", [5, 6] if COMPILED else [5])
def test_imagined_worlds_have_every_card_once_in_rounds_longer_than_the_notes(players):
    looked_at = 0
    for number in range(3 if COMPILED else 1):
        for match in islice(endless(players, number, 400), LATE_ONES):
            for seat in range(-1, players):
                for world in worlds(match.state, seat, 1):
                    check_cards(match, seat, world)
                    looked_at += 1
    assert looked_at > 0
