"""Big Bang: the cards and bonuses listed as counted are those that were scored."""

from collections.abc import Iterator
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.knowledge.counted import Bids, Play
from katzentisch.games.big_bang.rules.components import COLOURS
from katzentisch.games.core.contract import Event
from katzentisch.games.core.record import NOBODY

from positions.big_bang import SEAT_LETTERS, by_seat, evaluated, other_components, takers, totals

RULE_BOOK = (
    "A: r5g2 red, b5r2 red, b4r3 red, b7 blue"
    "| B: b3r4 blue, g5b2 blue, r2g5 green"
    "| C:"
    "| D: g4b3 blue, r5g2 red, r3g4 green"
)


def bids(text: str, tiles: str = "") -> Bids:
    """The bids of a round, checked against its evaluation."""
    state = evaluated(text, tiles=tiles)
    plays = [
        [play_named(play) for play in lying.split(",") if play.strip()]
        for lying in by_seat(text).values()
    ]
    found = Bids(game.view(state, NOBODY)["cards"], plays, tiles.split())
    assert summed(found) == totals(state)
    assert leaders(found) == takers(state)
    return found


def play_named(text: str) -> Play:
    card, colour = text.split()
    return card, colour


def summed(found: Bids) -> dict[str, list[float]]:
    """By colour, the sum of everything listed for each seat."""
    return {
        colour: [sum(worths(found, seat, colour)) for seat in range(len(found.plays))]
        for colour in COLOURS
    }


def worths(found: Bids, seat: int, colour: str) -> list[float]:
    bid = found.of(seat, colour)
    named = [card.worth for card in bid.cards] + [add for _, add in bid.bonuses]
    assert sum(named) == bid.total
    return named


def leaders(found: Bids) -> str:
    """Who leads in each colour: `AB-`, with a dash for nobody."""
    seats = range(len(found.plays))
    return "".join(
        next((SEAT_LETTERS[seat] for seat in seats if found.of(seat, colour).leads), "-")
        for colour in COLOURS
    )


def named(found: Bids, letter: str, colour: str) -> str:
    """What counts for a seat in a colour: `r5g2 5, raj-no-women +3`."""
    bid = found.of(SEAT_LETTERS.index(letter), colour)
    cards = [f"{card.card} {card.worth}" for card in bid.cards]
    return ", ".join([*cards, *(f"{tile} +{add}" for tile, add in bid.bonuses)])


def test_the_rule_books_example_is_broken_down():
    found = bids(RULE_BOOK, "raj-no-women")
    assert named(found, "A", "red") == "r5g2 5, b5r2 2, b4r3 3"
    assert named(found, "A", "blue") == "b7 7"
    assert named(found, "B", "blue") == "b3r4 3, g5b2 2, raj-no-women +3"
    assert named(found, "D", "blue") == "g4b3 3"
    assert named(found, "C", "red") == ""


def test_after_a_swap_a_card_is_listed_in_the_colour_it_counts_for():
    found = bids("A: r5g2 red, r3g4 green | B: b7 blue", "swap-blue-red")
    assert (named(found, "A", "blue"), named(found, "A", "red")) == ("r5g2 5", "")
    assert named(found, "A", "green") == "r3g4 4"
    assert [card.played for card in found.of(0, "blue").cards] == ["red"]


def test_two_swaps_leave_cards_where_they_were_played():
    found = bids("A: r5g2 red | B: b7 blue", "swap-blue-red swap-red-green")
    assert (named(found, "A", "red"), named(found, "B", "blue")) == ("r5g2 5", "b7 7")


def test_a_halved_seven_is_listed_with_half_its_value():
    found = bids("A: r7 red, r5g2 red | B: b7 blue", "sevens-halved swap-blue-red")
    assert named(found, "A", "blue") == "r7 3.5, r5g2 5"
    assert named(found, "B", "red") == "b7 3.5"


def test_cards_are_listed_in_the_order_they_were_played():
    assert named(bids("A: r7 red, b4r3 red, r5g2 red | B:"), "A", "red") == "r7 7, b4r3 3, r5g2 5"


def test_a_bonus_is_listed_in_the_colours_of_its_tile_even_after_a_swap():
    found = bids("A: r2g5 green, r5g2 red | B:", "sheldon-amy swap-blue-red")
    assert named(found, "A", "green") == "r2g5 5, sheldon-amy +2"
    assert named(found, "A", "red") == "sheldon-amy +2"
    assert named(found, "A", "blue") == "r5g2 5"


def test_several_bonuses_are_listed_separately():
    found = bids("A: g3b4 blue, b4r3 red | B:", "howard-raj raj-no-women")
    assert named(found, "A", "blue") == "g3b4 4, raj-no-women +3"
    assert named(found, "A", "red") == "b4r3 3, howard-raj +3"


def test_nobody_leads_where_the_highest_total_is_tied_or_no_card_counts():
    found = bids("A: r5g2 red, b4r3 red | B: r5g2 red, b4r3 red | C: b2r5 red", "raj-no-women")
    assert [found.of(seat, "red").tied for seat in range(3)] == [True, True, False]
    assert not any(found.of(seat, "blue").leads or found.of(seat, "blue").tied for seat in range(3))


def rounds(match: kt.Match) -> Iterator[tuple[list[list[Play]], list[str], Event]]:
    """Each round's plays, tiles and evaluation."""
    plays: list[list[Play]] = [[] for _ in range(match.players)]
    tiles: list[str] = []
    for event in match.events():
        if event["event"] == "move" and event["move"].startswith("play"):
            plays[event["seat"]].append(play_named(event["move"].removeprefix("play ")))
        elif event["event"] == "reveal":
            tiles = event["tiles"]
        elif event["event"] == "evaluate":
            yield plays, tiles, event
            plays = [[] for _ in range(match.players)]


@pytest.mark.parametrize("own", [False, True], ids=["our cards", "an owner's cards"])
@pytest.mark.parametrize("tiles", ["hidden", "none", "chaos-plus"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_listed_adds_up_to_every_total_and_explains_every_prize(players, tiles, own):
    options: dict[str, Any] = {"components": other_components()} if own else {}
    for seed, bot in enumerate(("random", "greedy")):
        match = kt.new("big-bang", players=players, tiles=tiles, seed=seed, **options)
        match.seats = [bot] * players
        play_to_the_end(match)
        for plays, revealed, happened in rounds(match):
            found = Bids(match.view()["cards"], plays, revealed)
            assert summed(found) == happened["totals"]
            took = happened["winners"].values()
            assert leaders(found) == "".join("-" if s is None else SEAT_LETTERS[s] for s in took)
