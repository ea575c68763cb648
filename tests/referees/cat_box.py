"""The Cat Box referee: replays a transcript by the rule book and stops at the first foul."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .foul import Book, Unfinished, all_are, is_whole

Spot = tuple[int, int]  # a quadrant; for a card, its upper left one
Held = tuple[int, int]  # a card, and which of its sides is the visible one
Face = list[str]  # upper left, upper right, lower left, lower right

CARDS = 48
EMPTY = "empty"
COLOURS = ("black", "pink", "purple", "blue", "yellow")
CONTENTS = (*COLOURS, EMPTY)
REMOVED = {2: 1, 3: 2, 4: 3, 5: 2}
HAND = {2: 2, 3: 2, 4: 1, 5: 1}
BEFORE = {"stack"}
AFTER = {"paw", "scratcher", "mouse", "fish"}


def square(spot: Spot) -> list[Spot]:
    """The four quadrants of a card that lies here, in the order of its face."""
    x, y = spot
    return [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]


def touching(quadrant: Spot) -> list[Spot]:
    """The four spots at which a card covers this quadrant."""
    x, y = quadrant
    return [(x, y), (x - 1, y), (x, y - 1), (x - 1, y - 1)]


def around(quadrant: Spot) -> list[Spot]:
    """A quadrant and its eight neighbours."""
    x, y = quadrant
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]


@dataclass
class Table:
    """What lies where, layer by layer."""

    layers: dict[Spot, list[tuple[int, str]]] = field(default_factory=dict)
    lying: dict[int, tuple[Spot, Face]] = field(default_factory=dict)

    def lay(self, card: int, face: Face, spot: Spot) -> None:
        self.lying[card] = (spot, face)
        for quadrant, content in zip(square(spot), face, strict=True):
            self.layers.setdefault(quadrant, []).append((card, content))

    def lift(self, card: int) -> Face:
        """Pick up a card that nothing covers; whatever lay under it is visible again."""
        spot, face = self.lying.pop(card)
        for quadrant in square(spot):
            self.layers[quadrant].pop()
            if not self.layers[quadrant]:
                del self.layers[quadrant]
        return face

    def uncovered(self, card: int) -> bool:
        spot, _ = self.lying[card]
        return all(self.layers[quadrant][-1][0] == card for quadrant in square(spot))

    def without(self, card: int) -> list[Spot]:
        """The quadrants that would be left if this uncovered card were not there."""
        return [q for q, layers in self.layers.items() if len(layers) > 1 or layers[0][0] != card]

    def visible(self) -> dict[Spot, str]:
        return {quadrant: layers[-1][1] for quadrant, layers in self.layers.items()}


class Place(NamedTuple):
    """A card from a hand, laid with this face up at this spot; reserved cards have no owner."""

    owner: int | None
    slot: int
    card: int
    face: Face
    spot: Spot


@dataclass
class Game:
    """The whole game, including what is hidden."""

    book: Book
    seats: int
    cards: list[list[Face]]
    pile: list[Held]
    hands: list[list[Held]]
    reserved: list[list[Held]]
    tiles: list[set[str]]
    table: Table = field(default_factory=Table)
    scratched: dict[int, Spot] = field(default_factory=dict)  # by the seat that owns the tile
    owed: list[int] = field(default_factory=list)  # seats that draw at the end of the turn


def judge(transcript: dict[str, Any]) -> None:
    """Turn follows turn until all cards are played; then the table is counted."""
    book = Book(transcript, "cat-box")
    check_options(book)
    identities, game = set_up(book)
    seat = book.options["start"]
    try:
        while game.pile or any(game.hands) or any(game.reserved):
            take_turn(game, seat)
            seat = (seat + 1) % game.seats
    except Unfinished:
        return
    score(game, identities)


def check_options(book: Book) -> None:
    """Two to five play, one of them starts, with or without the special rules."""
    options = book.options
    book.same("the options", set(options) - {"components"}, {"players", "start", "specials"})
    book.expect(is_whole(options["players"], 2, 5), "two to five play")
    book.expect(is_whole(options["start"], 0, options["players"] - 1), "no such seat starts")
    book.expect(type(options["specials"]) is bool, "specials are true or false")


def set_up(book: Book) -> tuple[list[str], Game]:
    """Hands are drawn from the start seat onwards; the next card is the first on the table."""
    players, start, specials = (book.options[name] for name in ("players", "start", "specials"))
    event = book.next("setup", "identities", "cards", "pile")
    check_identities(book, event["identities"])
    check_cards(book, event["cards"])
    pile = shuffled(book, event["pile"])
    hands: list[list[Held]] = [[] for _ in range(players)]
    for step in range(players):
        hands[(start + step) % players] = [pile.pop(0) for _ in range(HAND[players])]
    tiles = [BEFORE | AFTER if specials else set() for _ in hands]
    game = Game(book, players, event["cards"], pile, hands, [[] for _ in hands], tiles)
    card, side = pile.pop(0)
    game.table.lay(card, game.cards[card][side], (0, 0))
    return event["identities"], game


def check_identities(book: Book, claimed: Any) -> None:
    """Each seat is a different colour or, with four or more players, the Chihuahua."""
    players = book.options["players"]
    known = {*COLOURS, "chihuahua"} if players > 3 else set(COLOURS)
    book.expect(
        all_are(str, claimed) and len(claimed) == players, "there is an identity for each seat"
    )
    book.expect(
        set(claimed) <= known and len(set(claimed)) == players, f"nobody can be {claimed!r}"
    )


def check_cards(book: Book, claimed: Any) -> None:
    """There are 48 cards with two sides; the back is the mirror image of the front."""
    book.expect(all_are(list, claimed) and len(claimed) == CARDS, "there are 48 cards")
    for number, card in enumerate(claimed):
        sides = len(card) == 2 and all(all_are(str, face) and len(face) == 4 for face in card)
        book.expect(sides, f"card {number} has two sides of four quadrants")
        front, back = card
        book.expect(set(front) <= set(CONTENTS), f"card {number} shows {front}")
        book.same(f"the back of card {number}", back, [front[i] for i in (1, 0, 3, 2)])
    if "components" not in book.options:
        check_our_cards(book, [front for front, _ in claimed])


def check_our_cards(book: Book, fronts: list[Face]) -> None:
    """All six contents are equally frequent in each corner, and the cards differ."""
    kittens = Counter(4 - front.count(EMPTY) for front in fronts)
    book.expect(kittens == {4: 16, 3: 32}, "16 cards have four kittens and 32 have three")
    for corner in zip(*fronts, strict=True):
        eight = Counter(corner) == dict.fromkeys(CONTENTS, 8)
        book.expect(eight, "each of the six appears eight times in each corner")
    book.expect(len({tuple(front) for front in fronts}) == CARDS, "no two fronts are the same")
    book.expect(all(len(set(front)) > 1 for front in fronts), "no card has only one colour")


def shuffled(book: Book, claimed: Any) -> list[Held]:
    """Without specials a few cards are removed; the others lie in the pile, either side up."""
    gone = 0 if book.options["specials"] else REMOVED[book.options["players"]]
    book.expect(
        all_are(list, claimed) and len(claimed) == CARDS - gone, "the pile has the wrong size"
    )
    for held in claimed:
        known = len(held) == 2 and is_whole(held[0], 0, CARDS - 1) and is_whole(held[1], 0, 1)
        book.expect(known, f"{held!r} is not a card and a side")
    book.expect(len({card for card, _ in claimed}) == len(claimed), "a card is in the pile twice")
    return [(card, side) for card, side in claimed]


def take_turn(game: Game, seat: int) -> None:
    """Play one card, use at most one tile, and let the seats whose cards are gone draw."""
    game.scratched.pop(seat, None)
    plays = places(game, seat)
    stacks = places(game, seat, stacked=True) if "stack" in game.tiles[seat] else {}
    if not plays and not stacks:
        return
    move = game.book.move(seat, [*plays, *(["stack"] if stacks else [])])
    if move == "stack":
        game.tiles[seat].remove("stack")
        play(game, seat, stacks[game.book.move(seat, list(stacks))])
    else:
        card = play(game, seat, plays[move])
        if game.tiles[seat] & AFTER:
            use_tile(game, seat, card)
    draw_what_is_owed(game)


def places(game: Game, seat: int, stacked: bool = False) -> dict[str, Place]:
    """Every card within reach, at every spot where its face may lie."""
    room = free_spots(game, game.table.layers)
    found = {}
    for name, owner, slot, card, face in playable(game, seat):
        for x, y in stack_spots(game, room) if stacked else fitting_spots(room, face):
            found[f"place {name} {slot} at {x},{y}"] = Place(owner, slot, card, face, (x, y))
    return found


def playable(game: Game, seat: int) -> Iterator[tuple[str, int | None, int, int, Face]]:
    """A seat's own and reserved cards are laid secret side up, those of others visible side up."""
    for owner, hand in enumerate(game.hands):
        for slot, (card, side) in enumerate(hand):
            if owner == seat:
                yield "own", owner, slot, card, game.cards[card][1 - side]
            else:
                yield f"seat {owner}", owner, slot, card, game.cards[card][side]
    for slot, (card, side) in enumerate(game.reserved[seat]):
        yield "reserved", None, slot, card, game.cards[card][1 - side]


def free_spots(game: Game, quadrants: Iterable[Spot]) -> dict[Spot, int]:
    """How many of these quadrants a card covers at each spot that is not near a scratcher."""
    covered = Counter(spot for quadrant in quadrants for spot in touching(quadrant))
    guarded = {near for quadrant in game.scratched.values() for near in around(quadrant)}
    barred = {spot for quadrant in guarded for spot in touching(quadrant)}
    return {spot: count for spot, count in covered.items() if spot not in barred}


def fitting_spots(room: dict[Spot, int], face: Face) -> list[Spot]:
    """Four kittens cover exactly one quadrant; a face with an empty box covers one or two."""
    most = 2 if EMPTY in face else 1
    return [spot for spot, covered in room.items() if covered <= most]


def stack_spots(game: Game, room: dict[Spot, int]) -> list[Spot]:
    """A stacked card covers up to four quadrants, but not four kittens."""
    kittens = {quadrant for quadrant, content in game.table.visible().items() if content != EMPTY}
    return [spot for spot in room if not kittens.issuperset(square(spot))]


def play(game: Game, seat: int, place: Place) -> int:
    """The card leaves its hand, whose owner is owed another; nobody draws for a reserved one."""
    if place.owner is None:
        game.reserved[seat].pop(place.slot)
    else:
        game.hands[place.owner].pop(place.slot)
        game.owed.append(place.owner)
    game.table.lay(place.card, place.face, place.spot)
    return place.card


def use_tile(game: Game, seat: int, played: int) -> None:
    """After playing, a seat may use its paw, scratcher, mouse or fish."""
    tiles = game.tiles[seat]
    seconds = places(game, seat) if "paw" in tiles else {}
    scratches = scratch_moves(game) if "scratcher" in tiles else {}
    mice = mouse_moves(game, played) if "mouse" in tiles else {}
    catches = fish_moves(game) if "fish" in tiles else {}
    paw = ["paw"] if seconds else []
    move = game.book.move(seat, ["end", *paw, *scratches, *mice, *catches])
    if move == "paw":
        tiles.remove("paw")
        play(game, seat, seconds[game.book.move(seat, list(seconds))])
    elif move in scratches:
        tiles.remove("scratcher")
        game.scratched[seat] = scratches[move]
    elif move in mice:
        tiles.remove("mouse")
        card, spot = mice[move]
        game.table.lay(card, game.table.lift(card), spot)
    elif move in catches:
        tiles.remove("fish")
        reserve(game, seat, *catches[move])


def scratch_moves(game: Game) -> dict[str, Spot]:
    """The scratcher goes on any quadrant of the table."""
    return {f"scratch {x},{y}": (x, y) for x, y in game.table.layers}


def mouse_moves(game: Game, played: int) -> dict[str, tuple[int, Spot]]:
    """The mouse moves an uncovered card, not the one just played, as if it were being laid anew."""
    moves = {}
    for card, (old, face) in game.table.lying.items():
        if card != played and game.table.uncovered(card):
            for x, y in fitting_spots(free_spots(game, game.table.without(card)), face):
                if (x, y) != old:
                    moves[f"mouse {card} to {x},{y}"] = (card, (x, y))
    return moves


def fish_moves(game: Game) -> dict[str, tuple[int, int]]:
    """The fish catches any card from any hand."""
    hands = enumerate(game.hands)
    return {f"fish seat {s} {slot}": (s, slot) for s, hand in hands for slot in range(len(hand))}


def reserve(game: Game, seat: int, owner: int, slot: int) -> None:
    """A caught card lies in front of its catcher; the seat it came from is owed another."""
    game.reserved[seat].append(game.hands[owner].pop(slot))
    game.owed.append(owner)


def draw_what_is_owed(game: Game) -> None:
    """Seats draw in the order in which their cards left, while the pile lasts."""
    for seat in game.owed:
        if game.pile:
            game.hands[seat].append(game.pile.pop(0))
            card, side = game.hands[seat][-1]
            event = game.book.next("draw", "seat", "card", "side")
            claimed = [event["seat"], event["card"], event["side"]]
            game.book.same("seat, card and side of the draw", claimed, [seat, card, side])
    game.owed.clear()


def score(game: Game, identities: list[str]) -> None:
    """Kittens and their largest group count; for the Chihuahua, empty boxes, and threes double."""
    visible = game.table.visible()
    groups = kitten_groups(visible)
    seen = {content: list(visible.values()).count(content) for content in CONTENTS}
    largest = largest_groups(groups)
    threes = sum(size == 3 for _, size in groups)
    event = game.book.next("end", "visible", "groups", "threes")
    game.book.same("visible", event["visible"], seen)
    game.book.same("groups", event["groups"], largest)
    game.book.same("threes", event["threes"], threes)
    points = {colour: seen[colour] + largest[colour] for colour in COLOURS}
    points["chihuahua"] = seen[EMPTY] + 2 * threes
    scores = [points[who] + len(game.tiles[seat]) for seat, who in enumerate(identities)]
    game.book.close(scores, winners(identities, scores, largest))


def kitten_groups(visible: dict[Spot, str]) -> list[tuple[str, int]]:
    """Groups of kittens of one colour that touch along an edge, each with its size."""
    left = {quadrant for quadrant, content in visible.items() if content != EMPTY}
    groups = []
    while left:
        group = [left.pop()]
        for x, y in group:
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in left and visible[near] == visible[x, y]:
                    left.remove(near)
                    group.append(near)
        groups.append((visible[group[0]], len(group)))
    return groups


def largest_groups(groups: list[tuple[str, int]]) -> dict[str, int]:
    """The size of each colour's largest group, 0 where none is visible."""
    return {c: max((size for of, size in groups if of == c), default=0) for c in COLOURS}


def winners(identities: list[str], scores: list[int], largest: dict[str, int]) -> list[int]:
    """Most points win; ties go to the Chihuahua, then to the larger largest group, then to all."""
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    dog = [seat for seat in best if identities[seat] == "chihuahua"]
    group = max(largest.get(identities[seat], 0) for seat in best)
    return dog or [seat for seat in best if largest[identities[seat]] == group]
