"""The Big Bang Theory for the contract suite."""

import random
from collections.abc import Iterator

import numpy as np

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import CARDS, COLOURS, MODES, OPEN, TILES
from katzentisch.games.big_bang.rules.moves import cards_with
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.core.contract import Event
from katzentisch.games.core.rng import seed
from katzentisch.play.match import Match

from positions.big_bang import as_set, seeded
from referees.big_bang import judge

__all__ = ["VARIANTS", "check_world", "judge", "swap_unseen"]

VARIANTS: list[dict[str, object]] = [
    *({"players": n, "tiles": mode} for n in (2, 3, 4) for mode in MODES),
    {"players": 3, "start": 2},
    {"players": 4, "start": 1, "tiles": "open"},
]


# What a seat cannot see.


def swap_unseen(state: State, seat: int, rng: random.Random) -> None:
    """Replace, in place, what this seat cannot see with something it could not tell apart."""
    for other in others(state, seat):
        shown = int(state.seen[other]) | int(cards_with(state.played[other]))
        hidden = [card for card in range(len(CARDS)) if not shown >> card & 1]
        rng.shuffle(hidden)
        in_hand = (int(state.hand[other]) & ~shown).bit_count()
        state.hand[other] = int(state.hand[other]) & shown | as_set(hidden[:in_hand])
    swap_tiles(state, seat, rng)
    seed(state.chance, np.uint64(rng.getrandbits(64)), np.uint64(rng.getrandbits(64)))


def swap_tiles(state: State, seat: int, rng: random.Random) -> None:
    """Any tile that this seat has never seen could be anywhere that it cannot see."""
    hidden = [tile for tile in range(len(TILES)) if not known_tiles(state, seat) >> tile & 1]
    rng.shuffle(hidden)

    def take(count: int) -> int:
        taken = as_set(hidden[:count])
        del hidden[:count]
        return taken

    state.chaos = take(int(state.chaos).bit_count())
    for other in others(state, seat):
        state.tiles[other] = take(int(state.tiles[other]).bit_count())
        if state.mode != OPEN:
            state.active[other] = take(int(state.active[other]).bit_count())


def known_tiles(state: State, seat: int) -> int:
    known = int(state.used)
    for other in range(state.players):
        if other == seat:
            known |= int(state.tiles[other])
        if other == seat or state.mode == OPEN:
            known |= int(state.active[other])
    return known


def others(state: State, seat: int) -> list[int]:
    return [other for other in range(state.players) if other != seat]


# Does an imagined world explain the past?


def check_world(match: Match, seat: int, world: State) -> None:
    """The seat sees the same in this world, and the game so far leads to it, move by move."""
    assert game.view(world, seat) == game.view(match.state, seat)
    replayed = replay_in(match, seat, world)
    replayed.chance = world.chance
    # Nobody can tell which of two identical prizes it was.
    replayed.prizes_left = match.state.prizes_left
    for field in State.dtype.names or ():
        assert np.array_equal(replayed[field], world[field]), field  # type: ignore[index]


def replay_in(match: Match, seat: int, world: State) -> State:
    """Play the game so far as if the world's hidden cards and tiles had been the real ones."""
    events = match.events()
    current = max((n for n, event in enumerate(events) if event["event"] == "reveal"), default=-1)
    decks = [deck_in(events, s, world, s == seat) for s in range(match.players)]
    state = seeded(match.options)
    for number, event in enumerate(events):
        if event["event"] == "move":
            move = move_in(event, world, number > current)
            assert game.is_legal(state, move), event
            game.decide(state, move)
        else:
            before = state.copy()
            game.step(state)
            correct(state, before, event, decks)
            if event["event"] == "setup":
                deal_tiles(state, events[: current + 1], world)
            if event["event"] == "chaos" and number > current:
                state.chaos = world.chaos
    return state


def deck_in(events: list[Event], seat: int, world: State, own: bool) -> Iterator[int]:
    """An order of a seat's pile that fits the world: the cards it played, then those it holds."""
    if own:
        drawn = [event["cards"][seat] for event in events if event["event"] == "draw"]
        hands = [events[0]["hands"][seat], *drawn]
        return iter([CARDS.index(card) for cards in hands for card in cards])
    plays = [event["move"].split() for event in events if event.get("seat") == seat]
    order = [CARDS.index(words[1]) for words in plays if words[0] == "play"]
    order += [card for card in range(len(CARDS)) if int(world.hand[seat]) >> card & 1]
    return iter(dict.fromkeys(order))


def move_in(event: Event, world: State, hidden: bool) -> int:
    """The move that was made; a tile that is still face down is taken from the world."""
    active = int(world.active[event["seat"]])
    name = event["move"]
    if hidden and name.startswith("activate ") and active:
        assert name != "activate none"
        name = f"activate {TILES[active.bit_length() - 1]}"
    number = game.number_of(name)
    assert number is not None
    return number


def correct(state: State, before: State, event: Event, decks: list[Iterator[int]]) -> None:
    """Replace what a step drew at random with what was, or could have been, drawn."""
    if event["event"] == "setup":
        for seat, deck in enumerate(decks):
            state.hand[seat] = as_set(next(deck) for _ in range(5))
    elif event["event"] == "draw":
        for seat, deck in enumerate(decks):
            state.hand[seat] = int(before.hand[seat]) | as_set(next(deck) for _ in range(2))
    elif event["event"] == "chaos":
        state.chaos = as_set(TILES.index(tile) for tile in event["tiles"])
    elif event["event"] == "prizes":
        state.prize = [event[colour] for colour in COLOURS]


def deal_tiles(state: State, revealed: list[Event], world: State) -> None:
    """A seat's first tiles are those it still has and those it has activated since."""
    for seat in range(state.players):
        moves = [event["move"] for event in revealed if event.get("seat") == seat]
        used = [move.split()[1] for move in moves if move.startswith("activate ")]
        spent = as_set(TILES.index(tile) for tile in used if tile != "none")
        state.tiles[seat] = int(world.tiles[seat]) | int(world.active[seat]) | spent
