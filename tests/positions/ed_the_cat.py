"""Tables of Ed, the Cat as text: `table("A: 3 6 8 | B: 9", penalties="B: 5", pile="4")`.

Seats are A to F. If no `pile` is given, it has all cards that are not elsewhere.
"""

from collections import Counter
from typing import Any

from katzentisch.games import ed_the_cat as game
from katzentisch.games.core.contract import Event
from katzentisch.games.ed_the_cat.rules.cards import card, values_in
from katzentisch.games.ed_the_cat.rules.components import COPIES, VALUES
from katzentisch.games.ed_the_cat.rules.history import seed_guesses
from katzentisch.games.ed_the_cat.rules.moves import NAMES, NUMBERS
from katzentisch.games.ed_the_cat.rules.state import (
    DISCARD_PILE,
    DRAW_PILE,
    IN_HAND,
    PENALTY,
    PHASES,
    PLAY,
    State,
)

LETTERS = "ABCDEF"


def seat_of(letter: str) -> int:
    return LETTERS.index(letter)


def by_seat(text: str) -> dict[int, list[int]]:
    """`A: 1 2 | B: 3` as each seat's cards."""
    parts = (part.partition(":") for part in text.split("|") if part.strip())
    return {seat_of(seat.strip()): numbers(said) for seat, _, said in parts}


def numbers(text: str) -> list[int]:
    return [int(value) for value in text.split()]


def bag(values: list[int]) -> int:
    return sum(int(card(value)) for value in values)


def table(
    hands: str,
    *,
    to_act: str = "A",
    penalties: str = "",
    pile: str | None = None,
    discards: str = "",
    scores: str = "",
    turns: int = 0,
    **options: object,
) -> State:
    """A table at which a seat is about to play."""
    held = by_seat(hands)
    tables = State.table(1)
    tables[0] = game.lay_out(game.read_options({"players": len(held), **options}))
    state: Any = tables[0]
    state.chance[0], state.chance[1] = 1, 2
    seed_guesses(state)
    left = Counter(dict.fromkeys(range(1, VALUES + 1), COPIES))
    lying = [(IN_HAND, held), (PENALTY, by_seat(penalties)), (DISCARD_PILE, {0: numbers(discards)})]
    for place, cards in lying:
        for seat, values in cards.items():
            state.cards[place + seat] = bag(values)
            state.top[place + seat] = values[-1] if values and place != IN_HAND else 0
            left.subtract(values)
    state.cards[DRAW_PILE] = bag(list(left.elements()) if pile is None else numbers(pile))
    for seat, (total,) in by_seat(scores).items():
        state.total[seat] = total
    state.turns = turns
    state.ended_by = -1
    state.to_act = seat_of(to_act)
    state.phase = PLAY
    return tables[0]


def play(state: State, *moves: str) -> list[Event]:
    """Make these moves, but stop before the next round is dealt; return the events after them."""
    events: list[Event] = []
    for move in moves:
        assert game.is_legal(state, NUMBERS[move]), f"{move} is not legal: {legal(state)}"
        game.decide(state, NUMBERS[move])
        while not game.waits(state) and phase(state) != "deal":
            before = state.copy()
            game.step(state)
            events.append(game.event(before, state))
    return events


def legal(state: State) -> list[str]:
    return sorted(NAMES[move] for move in legal_numbers(state))


def legal_numbers(state: State) -> list[int]:
    moves = game.legal(state)
    return [int(game.nth_legal(moves, n)) for n in range(game.count_legal(moves))]


def hand(state: State, letter: str) -> list[int]:
    return values_in(state.cards[IN_HAND + seat_of(letter)])


def penalties(state: State, letter: str) -> list[int]:
    return values_in(state.cards[PENALTY + seat_of(letter)])


def discards(state: State) -> list[int]:
    return values_in(state.cards[DISCARD_PILE])


def pile(state: State) -> list[int]:
    return values_in(state.cards[DRAW_PILE])


def phase(state: State) -> str:
    return PHASES[int(state.phase)]


def acting(state: State) -> str:
    return LETTERS[state.to_act]


def why_not(state: State, move: str) -> str:
    return game.why_not(state, NUMBERS[move])
