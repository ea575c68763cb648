"""Tables of Cat in the Box as text: `table("A: 5 6 | B: 3 6 | C: 1 2")`.

Seats are A to E. Hands are those of the trick phase; `tokens` lie on the board,
`lost` colours are uncovered, and the seat to act is the leader unless moves follow.
"""

from typing import Any

from katzentisch.games import cat_in_the_box as game
from katzentisch.games.cat_in_the_box.rules.cards import card
from katzentisch.games.cat_in_the_box.rules.components import COLOURS, EVERY_VALUE, SPACE_NUMBERS
from katzentisch.games.cat_in_the_box.rules.moves import NAMES, NUMBERS
from katzentisch.games.cat_in_the_box.rules.scoring import place_of
from katzentisch.games.cat_in_the_box.rules.state import DEAL, PHASES, State
from katzentisch.games.cat_in_the_box.rules.turn import await_card

NEUTRAL = "neutral"


def seat_of(letter: str) -> int:
    return "ABCDE".index(letter)


def by_seat(text: str) -> dict[str, str]:
    """`A: x | B: y` as a dictionary."""
    parts = (part.partition(":") for part in text.split("|") if part.strip())
    return {seat.strip(): said.strip() for seat, _, said in parts}


def table(
    hands: str,
    *,
    to_act: str = "A",
    tokens: str = "",
    lost: str = "",
    predicted: str = "",
    won: str = "",
    tricks_left: int | None = None,
    **options: object,
) -> State:
    """A table in the trick phase, just before a seat leads."""
    held = by_seat(hands)
    state = dealt(players=len(held), **options)
    for letter, cards in held.items():
        state.hand[seat_of(letter)] = sum(int(card(int(value))) for value in cards.split())
        state.discard[seat_of(letter)] = 1
    lay_tokens(state, tokens)
    for letter, colours in by_seat(lost).items():
        for colour in colours.split():
            state.covered[seat_of(letter)] &= ~(EVERY_VALUE << COLOURS.index(colour))
    for letter, tricks in by_seat(predicted).items():
        state.predicted[seat_of(letter)] = int(tricks)
    for letter, tricks in by_seat(won).items():
        state.won[seat_of(letter)] = int(tricks)
    state.tricks_left = tricks_left or max(len(cards.split()) for cards in held.values()) - 1
    state.to_act = state.leader = seat_of(to_act)
    await_card(state)
    return state


def dealt(**options: object) -> State:
    """A table after its first deal, without the cards that two players set aside."""
    state: Any = game.lay_out(game.read_options(options))
    state.chance[0], state.chance[1] = 1, 2
    assert state.phase == DEAL
    game.step(state)
    state.taken = 0
    return state


def lay_tokens(state: State, text: str) -> None:
    """`A: blue 5, red 2 | neutral: green 1`."""
    for owner, spaces in by_seat(text).items():
        for name in spaces.split(","):
            space = SPACE_NUMBERS[name.strip()]
            state.taken |= 1 << space
            if owner != NEUTRAL:
                state.tokens[seat_of(owner)] |= 1 << int(place_of(state, space))


def legal(state: State) -> list[str]:
    moves = int(game.legal(state))
    return sorted(name for number, name in enumerate(NAMES) if moves >> number & 1)


def play(state: State, *moves: str) -> None:
    """Make these moves and take the steps that follow, but stop before a round is scored."""
    for move in moves:
        assert game.is_legal(state, NUMBERS[move]), f"{move} is not legal: {legal(state)}"
        game.decide(state, NUMBERS[move])
        while not game.waits(state) and phase(state) != "score":
            game.step(state)


def score(state: State) -> list[int]:
    """Score the round that has ended, and return each seat's points."""
    assert phase(state) == "score"
    players = int(state.players)
    game.step(state)
    return [int(state.points[seat]) for seat in range(players)]


def phase(state: State) -> str:
    return PHASES[int(state.phase)]


def acting(state: State) -> str:
    return "ABCDE"[state.to_act]


def may_declare(state: State, letter: str, colour: str) -> bool:
    return bool(int(state.covered[seat_of(letter)]) >> COLOURS.index(colour) & 1)


def why_not(state: State, move: str) -> str:
    return game.why_not(state, NUMBERS[move])
