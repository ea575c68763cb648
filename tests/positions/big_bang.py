"""Tables of The Big Bang Theory as text: `table("A: r5g2 b7 | B: g7")`.

Seats are A to D. `table` is a round in which nothing has been played yet, `evaluated` one
that has just been scored; cards that are not in a hand are in the piles.
"""

import copy
from collections.abc import Iterable
from typing import Any

import numpy as np

from katzentisch.games import big_bang as game
from katzentisch.games.big_bang.rules.components import CARDS, COLOURS, OURS, TILES, Options
from katzentisch.games.big_bang.rules.state import PHASES, REVEAL, State
from katzentisch.games.core.rng import seed

SEAT_LETTERS = "ABCD"


def as_set(members: Iterable[int]) -> int:
    """The set with these members."""
    return sum(1 << member for member in members)


def table(
    hands: str,
    *,
    phase: str = "play",
    to_act: str = "A",
    start: str = "A",
    tiles: str = "",
    prizes: str = "3 3 3",
    rounds_played: int = 0,
    **options: object,
) -> State:
    """A table with these hands; by default, bidding is about to begin."""
    held = by_seat(hands)
    state = laid_out(len(held), start, **options)
    for seat, text in held.items():
        state.hand[seat] = card_set(text)
    for seat, text in by_seat(tiles).items():
        state.tiles[seat] = tile_set(text)
    state.prize = [int(value) for value in prizes.split()]
    state.still_in = as_set(seat for seat in held if state.hand[seat])
    if phase == "activate":
        state.still_in = as_set(seat for seat in held if state.tiles[seat])
    state.rounds_played = rounds_played
    state.phase = next(number for number, name in PHASES.items() if name == phase)
    state.to_act = SEAT_LETTERS.index(to_act)
    return state


def evaluated(
    bids: str, *, tiles: str = "", prizes: str = "3 3 3", hands: str = "", **options: object
) -> State:
    """A table just after a round in which these cards were played: `A: r5g2 red, b7 blue | B:`."""
    lying = by_seat(bids)
    state = laid_out(len(lying), "A", **options)
    for seat, text in lying.items():
        names = [f"play {play.strip()}" for play in text.split(",") if play.strip()]
        state.played[seat] = as_set(move_number(name) for name in names)
    for seat, text in by_seat(hands).items():
        state.hand[seat] = card_set(text)
    state.active[0] = tile_set(tiles)
    state.prize = [int(value) for value in prizes.split()]
    state.phase = REVEAL
    game.step(state)
    game.step(state)
    return state


def laid_out(players: int, start: str, **options: object) -> State:
    """A table in the first round, before anything is drawn."""
    asked = {"players": players, "start": SEAT_LETTERS.index(start), **options}
    return seeded(game.read_options(asked))


def seeded(options: Options) -> State:
    """A table laid out with an arbitrary seed."""
    tables = State.table(1)
    tables[0] = game.lay_out(options)
    state: State = tables[0]
    seed(state.chance, np.uint64(1), np.uint64(2))
    return state


def by_seat(text: str) -> dict[int, str]:
    """The text for each seat."""
    parts = [part.partition(":") for part in text.split("|") if part.strip()]
    return {SEAT_LETTERS.index(letter.strip()): rest for letter, _, rest in parts}


def card_set(text: str) -> int:
    return as_set(CARDS.index(name) for name in text.split())


def tile_set(text: str) -> int:
    return as_set(TILES.index(name) for name in text.split())


def move_number(name: str) -> int:
    number = game.number_of(name)
    assert number is not None, name
    return number


def play(state: State, *names: str) -> None:
    """Make these moves, each of which must be legal; nothing else happens."""
    for name in names:
        assert name in legal_names(state), name
        game.decide(state, move_number(name))


def legal_names(state: State) -> set[str]:
    """The names of all legal moves."""
    legal = game.legal(state)
    return {game.name_of(game.nth_legal(legal, n)) for n in range(game.count_legal(legal))}


def settle(state: State) -> None:
    """Take all automatic steps."""
    while not game.waits(state):
        game.step(state)


def hand_of(state: State, letter: str) -> set[str]:
    """The cards a seat holds."""
    held = int(state.hand[SEAT_LETTERS.index(letter)])
    return {name for card, name in enumerate(CARDS) if held >> card & 1}


def takers(state: State) -> str:
    """Who took green, blue and red: `AB-`, with a dash for nobody."""
    return "".join("-" if seat < 0 else SEAT_LETTERS[seat] for seat in state.taker)


def totals(state: State) -> dict[str, Any]:
    """By colour, each seat's total in the round just scored."""
    found: dict[str, Any] = game.view(state, -1)["last_round"]["totals"]
    return found


def other_components() -> dict[str, Any]:
    """What an owner might supply: other sides, persons and prizes."""
    cards = copy.deepcopy(OURS["cards"])
    for card in cards:
        card["sides"] = [[colour, value % 9 + 1] for colour, value in card["sides"]]
    cards[0] |= {"sides": [["blue", 9], ["green", 1]], "shows": "Raj"}
    cards[12] |= {"sides": [["red", 7], ["blue", 7]], "shows": "Sheldon"}
    return {"cards": cards, "prizes": {colour: [1, 2, 3, 4, 5, 9] for colour in COLOURS}}
