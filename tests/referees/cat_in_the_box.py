"""The Cat in the Box referee: the rule book written a second time, in the order of a round."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .foul import Book, Unfinished, all_are

COLOURS = ("red", "blue", "yellow", "green")
HIGHEST = {2: 5, 3: 6, 4: 8, 5: 9}
DEALT = {2: 10, 3: 10, 4: 10, 5: 9}
PREDICTIONS: dict[int, tuple[int, ...]] = {2: (), 3: (1, 3, 4), 4: (1, 2, 3), 5: (1, 2, 3)}
RESEARCH = {2: ["white"], 3: ["white", "purple"], 4: ["white", "purple"], 5: ["purple"]}
COPIES = 5
NEUTRAL = ("green", "yellow", "blue")  # blocked by the first, second and third card of a value
MODEST = 4  # with two players, this many tricks or fewer earn the bonus

WHITE = [[f"{colour} {value}" for value in range(1, 10)] for colour in COLOURS]
PURPLE_BLOCKS = {"red": (1, 2, 3), "blue": (3, 1, 2), "yellow": (2, 3, 1), "green": (1, 3, 2)}
PURPLE = [
    [f"{colour} {value + more}" for more in (0, 3, 6) for value in PURPLE_BLOCKS[colour]]
    for colour in COLOURS
]

Space = tuple[str, int]  # a colour and a value
Trick = list[tuple[int, Space]]  # who played what, the led card first


@dataclass
class Table:
    """What is on the table and in the hands during one round."""

    book: Book
    players: int
    start: int
    hands: list[list[int]] = field(default_factory=list)
    tokens: dict[Space, int | None] = field(default_factory=dict)  # None: a neutral token
    uncovered: set[tuple[int, str]] = field(default_factory=set)  # a seat shows this X
    predicted: dict[int, int] = field(default_factory=dict)
    won: Counter[int] = field(default_factory=Counter)
    paradox: int | None = None

    def clockwise(self, first: int) -> list[int]:
        """Every seat once, starting with this one."""
        return [(first + step) % self.players for step in range(self.players)]


def judge(transcript: dict[str, Any]) -> None:
    """As many rounds as players; each round starts one seat further clockwise."""
    book = Book(transcript, "cat-in-the-box")
    check_options(book)
    players, start = book.options["players"], book.options["start"]
    try:
        rounds = [play_round(Table(book, players, (start + r) % players)) for r in range(players)]
    except Unfinished:
        return
    book.close([sum(points) for points in zip(*rounds, strict=True)], winners(rounds))


def check_options(book: Book) -> None:
    """Two play on white, five on purple, three and four on either."""
    options = book.options
    book.same("the options", set(options) - {"components"}, {"players", "research", "start"})
    players = options["players"]
    book.expect(players in list(HIGHEST), f"{players!r} players")
    book.expect(options["research"] in RESEARCH[players], f"{players} on {options['research']!r}")
    book.expect(options["start"] in range(players), f"no seat {options['start']!r} to start")
    check_components(book, options.get("components", {}))


def check_components(book: Book, own: object) -> None:
    """An owner's own layout has four rows of nine: each colour and value exactly once."""
    if not isinstance(own, dict) or not set(own) <= {"white", "purple"}:
        book.foul("components are layouts named white or purple")
    for name, rows in own.items():
        shaped = all_are(list, rows) and [len(row) for row in rows] == [9] * 4
        book.expect(shaped, f"{name} is not four rows of nine")
        cells = [cell for row in rows for cell in row]
        for cell in [cell for row in WHITE for cell in row]:
            book.same(f"number of spaces {cell} on {name}", cells.count(cell), 1)


def play_round(table: Table) -> list[int]:
    """Deal, discard, predict, play tricks, score."""
    deal(table)
    discard(table)
    predict(table)
    play_tricks(table)
    return score(table)


def deal(table: Table) -> None:
    """The cards are dealt evenly, five of each value; two players set five aside."""
    event = table.book.next("deal", "hands", *(["revealed"] if table.players == 2 else []))
    hands, revealed = event["hands"], event.get("revealed", [])
    table.book.expect(all_are(list, hands) and isinstance(revealed, list), "lists are dealt")
    table.book.same("cards dealt", [len(h) for h in hands], [DEALT[table.players]] * table.players)
    count_deck(table, [card for hand in [*hands, revealed] for card in hand])
    for hand in hands:
        table.book.same("a dealt hand", hand, sorted(hand))
    table.hands = [list(hand) for hand in hands]
    if table.players == 2:
        reveal(table, revealed)


def count_deck(table: Table, cards: list[int]) -> None:
    """Values run from 1 to the highest for this number of players, five cards of each."""
    for card in cards:
        known = card in range(1, HIGHEST[table.players] + 1)
        table.book.expect(known, f"there is no card {card!r}")
        table.book.expect(cards.count(card) <= COPIES, f"more than {COPIES} cards {card}")


def reveal(table: Table, revealed: list[int]) -> None:
    """Three cards turned up block green, or yellow and then blue where a value comes up again."""
    table.book.same("number of cards turned up", len(revealed), 3)
    for place, value in enumerate(revealed):
        before = revealed[:place].count(value)
        table.tokens[NEUTRAL[before], value] = None


def discard(table: Table) -> None:
    """Every seat puts one card aside for this round."""
    for seat in table.clockwise(table.start):
        hand = table.hands[seat]
        move = table.book.move(seat, [f"discard {value}" for value in sorted(set(hand))])
        hand.remove(int(move.split()[1]))


def predict(table: Table) -> None:
    """Every seat says how many tricks it will win, except with two players."""
    if table.players == 2:
        return
    legal = [f"predict {tricks}" for tricks in PREDICTIONS[table.players]]
    for seat in table.clockwise(table.start):
        table.predicted[seat] = int(table.book.move(seat, legal).split()[1])


def play_tricks(table: Table) -> None:
    """The winner of a trick leads the next, until each has one card left or a paradox occurs."""
    leader = table.start
    while table.paradox is None and len(table.hands[leader]) > 1:
        leader = play_trick(table, leader)


def play_trick(table: Table, leader: int) -> int:
    """Each seat plays a card, clockwise; one that can declare none breaks off the trick."""
    trick: Trick = []
    for seat in table.clockwise(leader):
        if not declarable(table, seat):
            cause_paradox(table, seat)
            return leader
        trick.append((seat, play_card(table, seat, trick)))
    winner = strongest(trick)
    table.book.same("the winner", table.book.next("trick", "winner")["winner"], winner)
    table.won[winner] += 1
    return winner


def declarable(table: Table, seat: int) -> set[Space]:
    """Rule 1: the space is free. Rule 2: the seat's X of the colour is covered."""
    colours = [colour for colour in COLOURS if (seat, colour) not in table.uncovered]
    spaces = {(colour, value) for colour in colours for value in table.hands[seat]}
    return spaces - set(table.tokens)


def play_card(table: Table, seat: int, trick: Trick) -> Space:
    """The card gets a colour and its space a token; not following suit costs the led colour."""
    spaces = declarable(table, seat)
    if not trick and not may_lead_red(table, spaces):
        spaces = {(colour, value) for colour, value in spaces if colour != "red"}
    move = table.book.move(seat, [f"play {value} {colour}" for colour, value in spaces])
    value, colour = int(move.split()[1]), move.split()[2]
    led = trick[0][1][0] if trick else colour
    if colour != led:
        table.uncovered.add((seat, led))
    table.hands[seat].remove(value)
    table.tokens[colour, value] = seat
    return colour, value


def may_lead_red(table: Table, spaces: set[Space]) -> bool:
    """Once a token lies in the red row, or when no other colour can be declared."""
    return any(c == "red" for c, _ in table.tokens) or all(c == "red" for c, _ in spaces)


def strongest(trick: Trick) -> int:
    """The highest red wins; without red, the highest of the led colour."""
    reds = [(value, seat) for seat, (colour, value) in trick if colour == "red"]
    led = trick[0][1][0]
    followers = [(value, seat) for seat, (colour, value) in trick if colour == led]
    return max(reds or followers)[1]


def cause_paradox(table: Table, seat: int) -> None:
    """The seat shows its hand; nobody wins the broken trick, and its tokens stay."""
    event = table.book.next("paradox", "seat", "hand")
    table.book.same("the seat of the paradox", event["seat"], seat)
    table.book.same("the hand shown", event["hand"], sorted(table.hands[seat]))
    table.paradox = seat


def score(table: Table) -> list[int]:
    """A point per trick, or minus one for the seat that caused a paradox, plus the bonus."""
    event = table.book.next("round", "tricks", "bonus", "points")
    seats = range(table.players)
    bonus = [largest_group(table, seat) if earns_bonus(table, seat) else 0 for seat in seats]
    signs = [-1 if seat == table.paradox else 1 for seat in seats]
    points = [signs[seat] * table.won[seat] + bonus[seat] for seat in seats]
    table.book.same("tricks won", event["tricks"], [table.won[seat] for seat in seats])
    table.book.same("the bonus", event["bonus"], bonus)
    table.book.same("the round's points", event["points"], points)
    return points


def earns_bonus(table: Table, seat: int) -> bool:
    """As many tricks as predicted, or a modest number with two players; never after a paradox."""
    if seat == table.paradox:
        return False
    if table.players == 2:
        return table.won[seat] <= MODEST
    return table.won[seat] == table.predicted[seat]


def largest_group(table: Table, seat: int) -> int:
    """The size of a seat's largest group of tokens connected horizontally or vertically."""
    spots = {spot for spot, space in board(table).items() if table.tokens.get(space) == seat}
    sizes = [0]
    while spots:
        left = spots - group_around(min(spots), spots)
        sizes.append(len(spots) - len(left))
        spots = left
    return max(sizes)


def group_around(spot: tuple[int, int], spots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """All spots that can be reached from this one, step by step."""
    group, fresh = {spot}, [spot]
    while fresh:
        row, column = fresh.pop()
        beside = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}
        found = (beside & spots) - group
        group |= found
        fresh += found
    return group


def board(table: Table) -> dict[tuple[int, int], Space]:
    """The space at each row and column: our layout, or an owner's own of that name."""
    layouts = {"white": WHITE, "purple": PURPLE} | table.book.options.get("components", {})
    rows = layouts[table.book.options["research"]]
    cells = {(r, c): cell.split() for r, row in enumerate(rows) for c, cell in enumerate(row)}
    return {spot: (colour, int(value)) for spot, (colour, value) in cells.items()}


def winners(rounds: list[list[int]]) -> list[int]:
    """The highest total wins; ties go to the better last round, then they are shared."""
    ranks = [(sum(points), points[-1]) for points in zip(*rounds, strict=True)]
    return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
