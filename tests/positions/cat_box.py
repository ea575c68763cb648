"""Tables of Cat Box as text: `table("bp/uy", "A: bl.y llpp | B: yyyb bpul")`.

A face is four letters, upper left, upper right, lower left, lower right, with or
without a slash: b(lack), p(ink), u (purple), l (blue), y(ellow), and `.` for an empty
box. Cards in hands and in the pile are given by their visible side, which is their
front here. Cards are numbered in the order they are given: the first card on the table
is 0, then come the others on the table, those in hands, and the pile. Seats are A to E.
"""

from typing import Any

from katzentisch.games import cat_box as game
from katzentisch.games.cat_box.rules.components import CARDS, CONTENTS, HAND, IDENTITIES, mirrored
from katzentisch.games.cat_box.rules.laying import lay
from katzentisch.games.cat_box.rules.setup import deal
from katzentisch.games.cat_box.rules.state import COUNT, PHASES, SPAN, State

LETTERS = dict(zip("bpuly.", CONTENTS[1:], strict=True))
FULL = "bp/uy"  # four kittens, where it does not matter which
ROOMY = "bp/u."


def face(text: str) -> list[str]:
    return [LETTERS[letter] for letter in text.replace("/", "")]


def seat_of(letter: str) -> int:
    return "ABCDE".index(letter)


def by_seat(text: str) -> dict[str, str]:
    """`A: x | B: y` as a dictionary."""
    parts = (part.partition(":") for part in text.split("|") if part.strip())
    return {seat.strip(): said.strip() for seat, _, said in parts}


def table(
    first: str = FULL,
    hands: str = "A: | B:",
    *,
    also: str = "",
    pile: str = "",
    identities: str = "",
    **options: object,
) -> State:
    """A table at the start of a turn; incomplete hands are filled up with full cards.

    The cards in `also` are on the table too: `ll.y at 1,1; …`. The pile holds only the cards given.
    """
    held = {s: faces.split() for s, faces in by_seat(hands).items()}
    size = HAND[len(held)]
    in_hands = [(faces + [FULL] * size)[:size] for faces in held.values()]
    lying = [part.split(" at ") for part in also.split(";") if part.strip()]
    hand_faces = [face for faces in in_hands for face in faces]
    named = [first, *(text.strip() for text, _ in lying), *hand_faces, *pile.split()]
    state = laid_out(named, len(held), options)
    start = 1 + len(lying)
    numbers = list(range(start, start + len(hand_faces)))
    put_pile(state, numbers, start + len(hand_faces), len(named))
    for number, (_, spot) in enumerate(lying, start=1):
        x, y = spot.split(",")
        lay(state, number, 0, int(x), int(y))
    for letter, identity in by_seat(identities).items():
        state.identity[seat_of(letter)] = IDENTITIES.index(identity)
    return state


def laid_out(named: list[str], players: int, options: dict[str, object]) -> Any:
    """A table whose first cards have these fronts."""
    faces = [face(text) for text in [*named, *[FULL] * CARDS][:CARDS]]
    components = {"cards": [[front, mirrored(front)] for front in faces]}
    asked = {"players": players, "components": components, **options}
    return game.lay_out(game.read_options(asked))


def put_pile(state: State, hands: list[int], rest: int, end: int) -> None:
    """Deal as given: hands from the start seat onwards, the first card, then the pile."""
    size, players, start = HAND[state.players], int(state.players), int(state.start)
    seats = [(start + i) % players for i in range(players)]
    order = [card for seat in seats for card in hands[size * seat : size * (seat + 1)]]
    order += [0, *range(rest, end)]
    for i, card in enumerate(order):
        state.pile[i] = 2 * card
    state.pile_size = len(order)
    for seat in seats:
        state.identity[seat] = seat + 1
    deal(state)


def legal(state: State) -> list[str]:
    """All legal moves by name, sorted."""
    numbers = [int(game.nth_legal(state, n)) for n in range(game.count_legal(state))]
    return sorted(game.name_of(number) for number in numbers)


def spots(state: State, what: str) -> set[tuple[int, int]]:
    """Where something may go: `spots(state, "place own 0 at")`."""
    names = [name.removeprefix(what + " ") for name in legal(state) if name.startswith(what + " ")]
    return {(int(x), int(y)) for x, y in (name.split(",") for name in names)}


def number(move: str) -> int:
    found = game.number_of(move)
    assert found is not None, f"{move} is not a move"
    return found


def play(state: State, *moves: str) -> None:
    """Make these moves and take the steps that follow."""
    for move in moves:
        assert game.is_legal(state, number(move)), f"{move}: {game.why_not(state, number(move))}"
        game.decide(state, number(move))
        while not game.waits(state):
            game.step(state)


def why_not(state: State, move: str) -> str:
    assert not game.is_legal(state, number(move)), f"{move} is legal"
    return game.why_not(state, number(move))


def phase(state: State) -> str:
    return PHASES[int(state.phase)]


def acting(state: State) -> str:
    return "ABCDE"[state.to_act]


def hands(state: State) -> list[list[int]]:
    """The cards in each hand, by number."""
    seats = [[int(held) for held in state.hand[seat]] for seat in range(state.players)]  # type: ignore[attr-defined]
    return [[held // 2 for held in seat if held >= 0] for seat in seats]


def seen(state: State) -> str:
    """The visible table, row by row."""
    letters = {name: letter for letter, name in LETTERS.items()}
    quadrants = {(q["x"], q["y"]): letters[q["content"]] for q in game.view(state, -1)["table"]}
    xs = range(min(x for x, _ in quadrants), max(x for x, _ in quadrants) + 1)
    ys = range(min(y for _, y in quadrants), max(y for _, y in quadrants) + 1)
    return "\n".join("".join(quadrants.get((x, y), " ") for x in xs).rstrip() for y in ys)


def counted(
    drawing: str, identities: str, column: int = 1, row: int = 1, **options: object
) -> State:
    """The end of a game with these visible quadrants, stored from this column and row onwards."""
    held = by_seat(identities)
    state = table(hands="|".join(f"{letter}:" for letter in held), **options)
    rows = drawing.strip("\n").split("\n")
    for line in range(SPAN):
        for plane in range(3):
            state.seen[line, plane] = 0
    for y, letters in enumerate(rows):
        for x, letter in enumerate(letters):
            content = CONTENTS.index(LETTERS[letter]) if letter != " " else 0
            for plane in range(3):
                state.seen[row + y, plane] |= (content >> plane & 1) << (column + x)
    state.across, state.down = column, row
    state.right, state.bottom = max(map(len, rows)) - 1, len(rows) - 1
    for letter, identity in held.items():
        state.identity[seat_of(letter)] = IDENTITIES.index(identity)
    state.phase = COUNT
    game.step(state)
    return state


def scores(state: State) -> list[int]:
    return [int(game.score(state, seat)) for seat in range(state.players)]


def winners(state: State) -> str:
    return "".join("ABCDE"[s] for s in range(state.players) if game.is_winner(state, s))
