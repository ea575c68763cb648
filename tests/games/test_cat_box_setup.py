"""Cat Box: set-up."""

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end

from positions.cat_box import acting, hands, seen, table

PLAYERS = (2, 3, 4, 5)


def setups(players, games=40, **options):
    for seed in range(games):
        yield kt.new("cat-box", players=players, seed=seed, **options).events()[0]


@pytest.mark.parametrize("players", PLAYERS)
def test_seats_get_different_identities_and_the_chihuahua_needs_at_least_four_players(players):
    happened = [event["identities"] for event in setups(players)]
    assert all(len(set(who)) == players for who in happened)
    assert any("chihuahua" in who for who in happened) == (players >= 4)


@pytest.mark.parametrize(("players", "removed"), [(2, 1), (3, 2), (4, 3), (5, 2)])
def test_a_few_cards_are_removed_unseen_but_none_with_specials(players, removed):
    (event,) = setups(players, 1)
    assert len({card for card, _ in event["pile"]}) == len(event["pile"]) == 48 - removed
    (event,) = setups(players, 1, specials=True)
    assert len(event["pile"]) == 48


def test_any_card_can_be_dealt_with_either_side_up():
    tops = {tuple(held) for event in setups(2, 60) for held in event["pile"][:25]}
    assert len(tops) == 96


@pytest.mark.parametrize(("players", "size"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_hands_are_drawn_from_the_start_seat_onwards_and_the_next_card_is_laid_out(players, size):
    match = kt.new("cat-box", players=players, start=1, seed=3)
    pile = [card for card, _ in match.events()[0]["pile"]]
    drawn = hands(match.state)
    for i in range(players):
        assert drawn[(1 + i) % players] == pile[size * i : size * (i + 1)]
    card, side = match.events()[0]["pile"][size * players]
    lying = match.view()["cards"]
    assert [(happened["card"], happened["x"], happened["y"]) for happened in lying] == [
        (card, 0, 0)
    ]
    assert lying[0]["face"] == match.events()[0]["cards"][card][side]
    assert match.to_act == 1


def test_the_first_card_shows_its_upper_side():
    assert seen(table("bp/u.")) == "bp\nu."


def test_the_start_seat_begins():
    assert acting(table(FOUR, "A: | B: | C:", start=2)) == "C"


FOUR = "bp/uy"


@pytest.mark.parametrize(("players", "turns"), [(2, 23), (3, 15), (4, 11), (5, 9)])
def test_everyone_has_the_same_number_of_turns_without_specials(players, turns):
    match = kt.new("cat-box", players=players, seed=5, start=1, seats=["random"] * players)
    play_to_the_end(match)
    movers = [event["seat"] for event in match.events() if event["event"] == "move"]
    assert [movers.count(seat) for seat in range(players)] == [turns] * players
    assert movers == [(1 + i) % players for i in range(players * turns)]
