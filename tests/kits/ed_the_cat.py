"""Ed, the Cat for the contract suite."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.contract import Event
from katzentisch.games.core.record import NOBODY
from katzentisch.games.ed_the_cat.rules.card_moves import origin_in, target_in, value_in
from katzentisch.games.ed_the_cat.rules.cards import card, values_in
from katzentisch.games.ed_the_cat.rules.components import COPIES, VALUES
from katzentisch.games.ed_the_cat.rules.known_cards import rebuild_known_cards
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    IN_HAND,
    PENALTY,
    PLACES,
)

from referees.ed_the_cat import judge

__all__ = ["VARIANTS", "check_world", "judge", "swap_unseen"]

VARIANTS: list[dict[str, object]] = [
    *({"players": players} for players in range(2, 7)),
    {"players": 2, "limit": 200, "start": 1},
    {"players": 3, "limit": 1, "start": 2},
    {"players": 6, "limit": 30, "start": 5},
]

RESHUFFLED = 0  # the value in the note of a reshuffle
TRIES = 3_000  # tables examined before the search for a past is given up


def packed(values: list[int]) -> int:
    return sum(int(card(value)) for value in values)


# What a seat cannot see.


@dataclass
class Card:
    """One card; cards of the same kind that a seat has not seen could be exchanged."""

    value: int
    kind: int
    seen: bool = False


def swap_unseen(state: Any, seat: int, rng: random.Random) -> None:
    """Exchange the values of cards that this seat has never seen, in the notes too."""
    state.chance[0], state.chance[1] = rng.getrandbits(64), rng.getrandbits(64)
    state.guesses[0], state.guesses[1] = rng.getrandbits(64), rng.getrandbits(64)
    if state.murky:
        return  # The cards that the notes began with are not known individually.
    places, moved = replayed(state, seat)
    unseen = [one for place in places for one in place if not one.seen]
    for kind in {one.kind for one in unseen}:
        alike = [one for one in unseen if one.kind == kind]
        values = [one.value for one in alike]
        rng.shuffle(values)
        for one, value in zip(alike, values, strict=True):
            one.value = value
    for n, one in enumerate(moved):
        state.notes[n] = int(state.notes[n]) & 255 | (one.value << 8 if one else RESHUFFLED)
    for place in (*range(IN_HAND, PENALTY), DRAW_PILE):
        state.cards[place] = packed([one.value for one in places[place]])
    rebuild_known_cards(state, NOBODY)


def replayed(state: Any, seat: int) -> tuple[list[list[Card]], list[Card | None]]:
    """Replay the notes card by card; return all places, and the card that each note moved."""
    notes = [unpacked(int(note)) for note in state.notes[: state.noted]]
    places = [[Card(v, 0) for v in values] for values in values_before(state, notes)]
    for one in places[IN_HAND + seat] if seat >= 0 else []:
        one.seen = True
    moved: list[Card | None] = []
    for n, (origin, to, value) in enumerate(notes):
        if value == RESHUFFLED:
            # A seat that saw them discarded can no longer tell them apart.
            places[to] = [Card(one.value, n + 1) for one in places[origin]]
            places[origin] = []
            moved.append(None)
            continue
        one = next(one for one in places[origin] if one.value == value)
        places[origin].remove(one)
        places[to].append(one)
        one.seen = one.seen or to >= PENALTY or IN_HAND + seat in (origin, to)
        moved.append(one)
    return places, moved


def unpacked(note: int) -> tuple[int, int, int]:
    return int(origin_in(note)), int(target_in(note)), int(value_in(note))


def values_before(state: Any, notes: list[tuple[int, int, int]]) -> list[list[int]]:
    """The values at each place before the first note."""
    places = [values_in(state.cards[place]) for place in range(PLACES)]
    for origin, to, value in reversed(notes):
        if value == RESHUFFLED:
            places[origin], places[to] = places[to], []
        else:
            places[to].remove(value)
            places[origin].append(value)
    return places


# Does an imagined world explain the past?


def check_world(match: Any, seat: int, world: Any) -> None:
    """`check_cards` passes, and the round could have led to this world."""
    check_cards(match, seat, world)
    if not match.over:
        assert is_explained(match, seat, world) is not False, "no past leads to this world"


def check_cards(match: Any, seat: int, world: Any) -> None:
    """The seat sees the same, and no card exists twice."""
    state = match.state
    assert game.view(world, seat) == game.view(state, seat)
    for place in (*range(PENALTY, DRAW_PILE), DISCARD_PILE):
        assert world.cards[place] == state.cards[place]
    if not match.over:
        everywhere = [value for place in range(PLACES) for value in values_in(world.cards[place])]
        assert Counter(everywhere) == Counter(dict.fromkeys(range(1, VALUES + 1), COPIES))


def is_explained(match: Any, seat: int, world: Any) -> bool | None:
    """Is there a past that looks the same and leads to this world? None if it takes too long."""
    events = game.redacted(match.events(), seat, match.options)
    began = max(n for n, event in enumerate(events) if event["event"] == "deal")
    round_so_far = Round(events[began + 1 :], seat, values_in(world.cards[DRAW_PILE]))
    hands = [as_counts(values_in(world.cards[IN_HAND + s])) for s in range(int(world.players))]
    return round_so_far.explains(hands)


Counts = tuple[int, ...]  # how many cards of each value
NO_CARDS: Counts = (0,) * (VALUES + 1)


def as_counts(values: list[int]) -> Counts:
    return tuple(values.count(value) for value in range(VALUES + 1))


def changed(counts: Counts, value: int, by: int) -> Counts:
    return (*counts[:value], counts[value] + by, *counts[value + 1 :])


@dataclass(frozen=True)
class Step:
    """A card that moved; its value is None if it is hidden."""

    origin: int | None = None  # a hand, or None
    to: int | None = None
    value: int | None = None
    pile: int | None = None  # the number of the draw pile that it came from


class Round:
    """What a seat saw of a round, searched backwards for a past that ends in given hands.

    A seat always sees its own hand, so only the others' are examined. A card that is put back
    on a draw pile must have come from it: together, the cards that all seats drew from a pile
    must make up that pile, which everybody saw discarded; only the first could have held anything.
    """

    def __init__(self, events: list[Event], seat: int, pile: list[int]) -> None:
        self.seat = seat
        self.steps: list[Step] = []
        self.unseen: list[Counter[int] | None] = [None]  # by pile: the cards drawn from it unseen
        self.begins = [0]  # by pile: its first step
        self.discarded: Counter[int] = Counter()
        for event in events:
            self.read(event)
        if self.unseen[-1] is not None:
            self.unseen[-1].subtract(pile)
        self.goes_to_hand = [self.is_known_to_go_to_a_hand(step) for step in self.steps]

    def read(self, event: Event) -> None:
        kind, to = event["event"], event.get("to")
        if kind == "move" and event["move"].startswith("play"):
            value = int(event["move"].split()[1])
            self.discarded.update([] if value == 5 else [value])
            self.steps.append(Step(origin=event["seat"], value=value))
        elif kind == "reshuffle":
            self.unseen.append(self.discarded)
            self.begins.append(len(self.steps))
            self.discarded = Counter()
        elif kind == "draw":
            self.read_draw(event)
        elif kind == "take":
            self.discarded.update(event["cards"] if to == "discard" else [])
            owner = event["owner"] if to == "hand" else None
            self.steps += [Step(event["from"], owner, value) for value in event["cards"]]

    def read_draw(self, event: Event) -> None:
        number, pile = len(self.unseen) - 1, self.unseen[-1]
        for value in event["cards"]:
            if value is None:
                self.steps.append(Step(to=event["seat"], pile=number))
            elif pile is not None:
                pile.subtract([value])

    def explains(self, hands: list[Counts]) -> bool | None:
        """Is there a past? Search backwards, path by path; None if there are too many."""
        if any(min(pile.values(), default=0) < 0 for pile in self.unseen if pile is not None):
            return False
        tried: set[Any] = set()
        unseen = [NO_CARDS if p is None else as_counts([*p.elements()]) for p in self.unseen]
        ways = [iter([(tuple(hands), tuple(unseen))])]
        while ways and len(tried) < TRIES:
            table = next(ways[-1], None)
            n = len(self.steps) + 1 - len(ways)
            if table is None:
                ways.pop()
            elif n == 0:
                return True
            elif (key := (n, self.simplified(n, *table))) not in tried:
                tried.add(key)
                ways.append(self.undone(n - 1, *key[1]))
        return None if ways else False

    def simplified(self, n: int, hands: Any, unseen: Any) -> Any:
        """Cards that no earlier step depends on are interchangeable: count them as zeros."""
        matter = {self.steps[i].value for i in range(n) if self.goes_to_hand[i]}
        matter |= {value for pile in unseen for value in range(1, VALUES + 1) if pile[value]}
        alike = [value for value in range(1, VALUES + 1) if value not in matter]
        return tuple(merged(hand, alike) for hand in hands), unseen

    def is_known_to_go_to_a_hand(self, step: Step) -> bool:
        return step.value is not None and step.to not in (None, self.seat)

    def undone(self, n: int, hands: Any, unseen: Any) -> Iterator[Any]:
        """Every table from which this step could have led here."""
        step = self.steps[n]
        for value in self.may_have_moved(n, hands, unseen):
            before, piles = list(hands), unseen
            if step.to not in (None, self.seat):
                before[step.to] = changed(before[step.to], value, -1)
            if step.origin not in (None, self.seat):
                before[step.origin] = changed(before[step.origin], value, 1)
            if step.pile:
                left = changed(unseen[step.pile], value, -1)
                piles = (*unseen[: step.pile], left, *unseen[step.pile + 1 :])
            yield tuple(before), piles

    def may_have_moved(self, n: int, hands: Any, unseen: Any) -> list[int]:
        """What a card could have been, beginning with what others were least likely to put back."""
        step = self.steps[n]
        if step.value is not None:
            seen_there = step.to in (None, self.seat) or hands[step.to][step.value]
            return [step.value] if seen_there else []
        needed = [s.value for s in self.steps[:n] if s.to == step.to]
        others = Counter({v: sum(hand[v] for hand in hands) for v in range(VALUES + 1)})
        wanted = NO_CARDS
        if step.pile:
            wanted = unseen[step.pile]
            others.update(s.value for s in self.steps[self.begins[step.pile] : n] if s.value)
            if any(others[value] < wanted[value] for value in range(1, VALUES + 1)):
                return []
        others.subtract({v: hands[step.to][v] for v in range(VALUES + 1)})
        may = [v for v in range(VALUES + 1) if hands[step.to][v] and (wanted[v] or not step.pile)]
        return sorted(may, key=lambda v: (v in needed, others[v] - wanted[v] if v else 0))


def merged(hand: Counts, alike: list[int]) -> Counts:
    """The hand with these values counted as zeros."""
    zeros = sum(hand[value] for value in alike)
    return (hand[0] + zeros, *(0 if v in alike else hand[v] for v in range(1, VALUES + 1)))
