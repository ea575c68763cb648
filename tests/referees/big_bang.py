"""The Big Bang referee: replays a transcript by the rule book and stops at the first foul."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from .foul import Book, Unfinished, all_are, is_whole

Move = tuple[str, str]  # a card and the colour it is played for

ROUNDS = 6
COLOURS = ("green", "blue", "red")
MODES = ("hidden", "open", "none", "chaos", "chaos-plus")
TILES_EACH = {2: 4, 3: 3, 4: 2}

SWAPS = {
    "swap-blue-red": {"blue": "red", "red": "blue"},
    "swap-blue-green": {"blue": "green", "green": "blue"},
    "swap-red-green": {"red": "green", "green": "red"},
}
PAIRS = {
    "sheldon-amy": {"Sheldon", "Amy"},
    "leonard-penny": {"Leonard", "Penny"},
    "howard-bernadette": {"Howard", "Bernadette"},
    "howard-raj": {"Howard", "Raj"},
}
BONUSES = {
    "sheldon-amy": {"green": 2, "red": 2},
    "leonard-penny": {"blue": 2, "red": 2},
    "howard-bernadette": {"blue": 2, "red": 2},
    "howard-raj": {"red": 3},
    "sheldon-alone": {"green": 3},
    "raj-no-women": {"blue": 3},
}
TILES = {*SWAPS, *BONUSES, "sevens-halved"}

WOMEN = {"Penny", "Amy", "Bernadette"}
PERSONS = {"Sheldon", "Leonard", "Howard", "Raj"} | WOMEN


class Card(NamedTuple):
    """What a card is worth in each colour it can be played for, and whom it shows."""

    sides: dict[str, int]
    shows: str


OUR_CARDS = {
    "r5g2": Card({"red": 5, "green": 2}, "Amy"),
    "r2g5": Card({"red": 2, "green": 5}, "Sheldon"),
    "r4g3": Card({"red": 4, "green": 3}, "Penny"),
    "r3g4": Card({"red": 3, "green": 4}, "Sheldon"),
    "g5b2": Card({"green": 5, "blue": 2}, "Raj"),
    "g2b5": Card({"green": 2, "blue": 5}, "Leonard"),
    "g4b3": Card({"green": 4, "blue": 3}, "Bernadette"),
    "g3b4": Card({"green": 3, "blue": 4}, "Howard"),
    "b5r2": Card({"blue": 5, "red": 2}, "Howard"),
    "b2r5": Card({"blue": 2, "red": 5}, "Penny"),
    "b4r3": Card({"blue": 4, "red": 3}, "Raj"),
    "b3r4": Card({"blue": 3, "red": 4}, "Leonard"),
    "r7": Card({"red": 7}, "Bazinga"),
    "g7": Card({"green": 7}, "kittens"),
    "b7": Card({"blue": 7}, "kittens"),
}
OUR_PRIZES = {colour: [2, 2, 3, 3, 4, 4] for colour in COLOURS}


@dataclass
class Game:
    """The whole table, including what is hidden."""

    book: Book
    seats: int
    cards: dict[str, Card]
    prizes: dict[str, list[int]]  # not yet turned up
    tiles: list[set[str]]
    piles: list[set[str]]  # each seat's cards not yet drawn
    hands: list[set[str]]
    points: list[int]
    chaos: set[str]  # tiles of the common pile not yet drawn


class Round(NamedTuple):
    """What is at stake, which tiles are active, and what each seat has played."""

    prizes: dict[str, int]
    active: list[str]
    played: list[list[Move]]

    def counts_as(self, colour: str) -> str:
        """A swap lets two colours count for each other; several swaps cancel out."""
        swaps = [SWAPS[tile] for tile in self.active if tile in SWAPS]
        return swaps[0].get(colour, colour) if len(swaps) == 1 else colour

    def worth(self, value: int) -> Fraction:
        """A seven counts for half when sevens are halved."""
        halved = value == 7 and "sevens-halved" in self.active
        return Fraction(7, 2) if halved else Fraction(value)


def judge(transcript: dict[str, Any]) -> None:
    """A game is six rounds; the transcript must record them exactly as the rules say."""
    book = Book(transcript, "big-bang")
    check_options(book)
    try:
        game = set_up(book)
        for number in range(1, ROUNDS + 1):
            play_round(game, number)
    except Unfinished:
        return
    book.close(game.points, winners(game))


def check_options(book: Book) -> None:
    """Two to four play, one of them starts, and the tiles are used in one of five ways."""
    options = book.options
    book.same("the options", set(options) - {"components"}, {"players", "start", "tiles"})
    book.expect(is_whole(options["players"], 2, 4), "two to four play")
    book.expect(is_whole(options["start"], 0, options["players"] - 1), "no such seat starts")
    book.expect(options["tiles"] in MODES, f"tiles are one of {MODES}")


def set_up(book: Book) -> Game:
    """Each seat has the same 15 cards, draws five, and gets its tiles."""
    cards, prizes = components(book)
    event = book.next("setup", "hands", "tiles")
    tiles = deal_tiles(book, event["tiles"])
    seats = range(len(tiles))
    piles, hands = [set(cards) for _ in seats], [set[str]() for _ in seats]
    points = [0 for _ in seats]
    game = Game(book, len(tiles), cards, prizes, tiles, piles, hands, points, set(TILES))
    draw(game, event["hands"], 5)
    book.same("hands", event["hands"], [sorted(hand) for hand in hands])
    return game


def components(book: Book) -> tuple[dict[str, Card], dict[str, list[int]]]:
    """An owner's own cards and prizes are in the options; without them, ours are used."""
    own = book.options.get("components", {})
    book.expect(isinstance(own, dict), "components are an object")
    book.expect(set(own) <= {"cards", "prizes"}, "components are cards and prizes")
    cards = own_cards(book, own["cards"]) if "cards" in own else OUR_CARDS
    prizes = own.get("prizes", OUR_PRIZES)
    book.same("the colours of the prizes", set(prizes), set(COLOURS))
    for colour in COLOURS:
        six = all_are(int, prizes[colour]) and len(prizes[colour]) == ROUNDS
        book.expect(six, f"the {colour} prizes are six numbers")
    return cards, {colour: list(prizes[colour]) for colour in COLOURS}


def own_cards(book: Book, claimed: list[dict[str, Any]]) -> dict[str, Card]:
    """A set is 15 cards, each good for one colour or for two."""
    cards = {card["name"]: Card(dict(card["sides"]), card["shows"]) for card in claimed}
    book.expect(len(claimed) == len(cards) == 15, "a set is 15 cards, told apart by name")
    for card in claimed:
        sides = cards[card["name"]].sides
        book.expect(set(sides) <= set(COLOURS), f"{card['name']} has an unknown colour")
        book.expect(len(sides) == len(card["sides"]) in (1, 2), "a card has one colour or two")
    return cards


def deal_tiles(book: Book, claimed: Any) -> list[set[str]]:
    """With 2, 3 or 4 players each gets 4, 3 or 2 tiles, unless nobody owns any."""
    seats = book.options["players"]
    each = TILES_EACH[seats] if book.options["tiles"] in ("hidden", "open") else 0
    check_lists(book, "tiles", claimed, each)
    book.same("tiles", claimed, [sorted(tiles) for tiles in claimed])
    dealt = {tile for tiles in claimed for tile in tiles}
    book.expect(dealt <= TILES and len(dealt) == seats * each, "there is one tile of each kind")
    return [set(tiles) for tiles in claimed]


def check_lists(book: Book, what: str, claimed: Any, length: int) -> None:
    """There is a list for each seat, with this many names in each."""
    book.expect(
        all_are(list, claimed) and len(claimed) == book.options["players"], f"{what} by seat"
    )
    for names in claimed:
        book.expect(all_are(str, names) and len(names) == length, f"a seat gets {length} {what}")


def play_round(game: Game, number: int) -> None:
    """A round: prizes, tiles, cards, scoring and, except after the last, two new cards each."""
    first = game.book.options["start"] + number - 1
    order = [(first + step) % game.seats for step in range(game.seats)]
    prizes = turn_up_prizes(game)
    active = draw_chaos(game, number) + activate_tiles(game, order)
    evaluate(game, Round(prizes, active, play_cards(game, order)))
    if number < ROUNDS:
        draw(game, game.book.next("draw", "cards")["cards"], 2)


def turn_up_prizes(game: Game) -> dict[str, int]:
    """One prize of each colour is turned up, from those still in its pile."""
    event = game.book.next("prizes", *COLOURS)
    for colour in COLOURS:
        prize = event[colour]
        left = type(prize) is int and prize in game.prizes[colour]
        game.book.expect(left, f"no {colour} prize {prize!r} is left")
        game.prizes[colour].remove(prize)
    return {colour: event[colour] for colour in COLOURS}


def draw_chaos(game: Game, number: int) -> list[str]:
    """In chaos one tile of the pile is active; in chaos-plus, two in every second round."""
    mode = game.book.options["tiles"]
    if mode not in ("chaos", "chaos-plus"):
        return []
    tiles = game.book.next("chaos", "tiles")["tiles"]
    count = 2 if mode == "chaos-plus" and number % 2 == 0 else 1
    good = all_are(str, tiles) and len(tiles) == len(game.chaos.intersection(tiles)) == count
    game.book.expect(good, f"{count} new tiles are drawn, not {tiles!r}")
    game.chaos.difference_update(tiles)
    return list(tiles)


def activate_tiles(game: Game, order: list[int]) -> list[str]:
    """Each seat that has tiles left may activate one of them for this round."""
    active = []
    for seat in order:
        if game.tiles[seat]:
            choices = ["none", *game.tiles[seat]]
            move = game.book.move(seat, [f"activate {choice}" for choice in choices])
            active.append(move.removeprefix("activate "))
            game.tiles[seat].discard(active[-1])
    return [tile for tile in active if tile != "none"]


def play_cards(game: Game, order: list[int]) -> list[list[Move]]:
    """In turn each seat plays a card or quits, until all have quit."""
    played: list[list[Move]] = [[] for _ in order]
    bidding = list(order)
    while bidding:
        for seat in list(bidding):
            may_quit = seat != order[0] or bool(played[seat])
            card = play_or_quit(game, seat, may_quit)
            if card:
                played[seat].append(card)
            else:
                bidding.remove(seat)
    return played


def play_or_quit(game: Game, seat: int, may_quit: bool) -> Move | None:
    """A seat plays one card for one of its colours, or quits (automatically without cards)."""
    hand = game.hands[seat]
    plays = {f"play {c} {colour}": (c, colour) for c in hand for colour in game.cards[c].sides}
    if not plays:
        return None
    move = game.book.move(seat, [*plays, "quit"] if may_quit else [*plays])
    if move == "quit":
        return None
    hand.remove(plays[move][0])
    return plays[move]


def evaluate(game: Game, bids: Round) -> None:
    """The tiles are revealed, each colour's prize is awarded, and cards return or leave."""
    revealed = game.book.next("reveal", "tiles")["tiles"]
    game.book.expect(all_are(str, revealed), "the tiles revealed are a list of names")
    game.book.same("the active tiles, sorted,", sorted(revealed), sorted(bids.active))
    seats = range(game.seats)
    totals = {colour: [seat_total(game, bids, s, colour) for s in seats] for colour in COLOURS}
    takers = {colour: taker(bids, colour, totals[colour]) for colour in COLOURS}
    event = game.book.next("evaluate", "totals", "winners")
    claimed = {colour: [in_halves(total) for total in totals[colour]] for colour in COLOURS}
    game.book.same("totals", event["totals"], claimed)
    game.book.same("winners", event["winners"], takers)
    award(game, bids, takers)
    take_back(game, bids, takers)


def in_halves(total: Fraction) -> int | float:
    """Whole points are written as whole numbers, others as .5."""
    return int(total) if total.denominator == 1 else float(total)


def seat_total(game: Game, bids: Round, seat: int, colour: str) -> Fraction:
    """A seat's total is what its cards of that colour are worth, plus its bonuses."""
    total = Fraction(0)
    for card, side in bids.played[seat]:
        if bids.counts_as(side) == colour:
            total += bids.worth(game.cards[card].sides[side])
    persons = {game.cards[card].shows for card, _ in bids.played[seat]} & PERSONS
    earned = [tile for tile in bids.active if earns_bonus(tile, persons)]
    return total + sum(BONUSES[tile].get(colour, 0) for tile in earned)


def earns_bonus(tile: str, persons: set[str]) -> bool:
    """A bonus needs both of a pair, or Sheldon and no other person, or Raj and no woman."""
    if tile in PAIRS:
        return PAIRS[tile] <= persons
    if tile == "sheldon-alone":
        return persons == {"Sheldon"}
    return tile == "raj-no-women" and "Raj" in persons and not persons & WOMEN


def taker(bids: Round, colour: str, totals: list[Fraction]) -> int | None:
    """The highest total takes the prize, unless it is tied or no card counts for the colour."""
    counting = {bids.counts_as(side) for cards in bids.played for _, side in cards}
    best = max(totals)
    return totals.index(best) if colour in counting and totals.count(best) == 1 else None


def award(game: Game, bids: Round, takers: dict[str, int | None]) -> None:
    """A prize goes to its taker; untaken ones leave the game."""
    for colour, seat in takers.items():
        if seat is not None:
            game.points[seat] += bids.prizes[colour]


def take_back(game: Game, bids: Round, takers: dict[str, int | None]) -> None:
    """The taker's cards that counted for the colour leave; all others return to hand."""
    for seat, cards in enumerate(bids.played):
        for card, side in cards:
            if takers[bids.counts_as(side)] != seat:
                game.hands[seat].add(card)


def draw(game: Game, claimed: Any, count: int) -> None:
    """Each seat draws cards from its own pile."""
    check_lists(game.book, "cards", claimed, count)
    for seat, cards in enumerate(claimed):
        fresh = len(game.piles[seat].intersection(cards)) == count
        game.book.expect(fresh, f"seat {seat} cannot draw {cards}")
        game.piles[seat].difference_update(cards)
        game.hands[seat].update(cards)


def winners(game: Game) -> list[int]:
    """Most prize points win; then more cards in hand; then the win is shared."""
    standing = [(game.points[seat], len(game.hands[seat])) for seat in range(game.seats)]
    return [seat for seat in range(game.seats) if standing[seat] == max(standing)]
