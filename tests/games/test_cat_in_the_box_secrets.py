"""Cat in the Box: who knows what."""

import pytest

import katzentisch as kt
from katzentisch.games import cat_in_the_box as game
from katzentisch.games.cat_in_the_box.rules.cards import values_in
from katzentisch.play.seeds import dice_for

from positions.cat_in_the_box import play, table

SPECTATOR = -1


@pytest.fixture
def after_a_forced_red_lead():
    """A had to lead red: of its colours only blue was left, and blue 5 and 6 are taken."""
    state = table(
        "A: 5 5 6 6 | B: 3 6 1 2 | C: 1 2 4 3",
        lost="A: yellow green",
        tokens="B: blue 5 | C: blue 6",
    )
    play(state, "play 5 red")
    return state


def worlds(state, seat, count=60):
    chance = dice_for(1, "worlds")[0].chance
    for _ in range(count):
        world = state.copy()
        game.imagine(world, seat, chance)
        yield world


def test_a_seat_forced_to_lead_red_is_imagined_without_other_choices(after_a_forced_red_lead):
    for seat in (1, 2, SPECTATOR):
        for world in worlds(after_a_forced_red_lead, seat):
            assert set(values_in(world.hand[0])) <= {5, 6}


def test_others_are_imagined_with_anything_after_a_forced_red_lead(after_a_forced_red_lead):
    seen = {v for world in worlds(after_a_forced_red_lead, 1) for v in values_in(world.hand[2])}
    assert seen == {1, 2, 3, 4, 5, 6}


def test_all_arrangements_of_the_unseen_cards_are_equally_likely():
    """B sees three cards it cannot place: two in A's hand, one discarded by A."""
    state = table("A: 1 2 | B: 3 4", tokens="neutral: green 1")
    state.discard[0], state.discard[1] = 5, 1
    first = [tuple(values_in(world.hand[0])) for world in worlds(state, 1, 3000)]
    unseen = [1] * 3 + [2] * 5 + [3] * 4 + [4] * 4 + [5] * 5
    pairs = len(unseen) * (len(unseen) - 1) / 2
    for pair, ways in (((1, 1), 3), ((2, 3), 20), ((5, 5), 10)):
        expected = 3000 * ways / pairs
        assert abs(first.count(pair) - expected) < 5 * expected**0.5


def test_a_spectator_sees_no_hand_and_no_discard():
    view = kt.new("cat-in-the-box", players=3, seed=1).view()
    assert (view["you"], view["hand"], view["discard"]) == (None, None, None)
    assert view["cards_held"] == [10, 10, 10]


def test_a_seat_sees_only_its_own_discard():
    match = kt.new("cat-in-the-box", players=3, seed=1)
    discarded = match.legal()[0]
    match.play(discarded)
    assert f"discard {match.view(0)['discard']}" == discarded
    assert match.view(1)["discard"] is None
    assert match.view(1)["discarded"] == [True, False, False]
    moves = [match.transcript_for(seat)["events"][1]["move"] for seat in (0, 1, None)]
    assert moves == [discarded, "discard ?", "discard ?"]


def test_a_redacted_deal_has_as_many_nulls_as_cards():
    match = kt.new("cat-in-the-box", players=5, seed=1)
    hands = match.transcript_for(2)["events"][0]["hands"]
    assert hands[2] == match.view(2)["hand"]
    assert [hand for seat, hand in enumerate(hands) if seat != 2] == [[None] * 9] * 4


def test_the_legal_moves_of_others_are_hidden_because_they_reveal_their_hands():
    match = kt.new("cat-in-the-box", players=3, seed=1)
    match.play(match.legal()[0])
    events = game.redacted(match.transcript(legal=True)["events"], 1, match.options)
    assert events[1]["legal"] is None


def test_the_hand_of_the_seat_that_caused_a_paradox_is_public():
    state = table("A: 5 5 | B: 3 6 | C: 1 2", lost="A: blue yellow green", tokens="B: red 5")
    game.step(state)
    assert game.view(state, SPECTATOR)["paradox"] == {"seat": 0, "hand": [5, 5]}
    for world in worlds(state, 1, 5):
        assert values_in(world.hand[0]) == [5, 5]
