"""The Ed, the Cat referee: the rule book written a second time, from deal to final count."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from .foul import Book, Unfinished, all_are

PLAYERS = range(2, 7)
LIMITS = range(1, 1000)
VALUES = range(1, 10)
COPIES = 9
DEALT = 5
TURNS = 1000  # a round lasts no longer
AT_NOBODY = (4, 8)  # these cards choose no opponent

Cards = Counter[int]  # how many of each value


@dataclass
class Table:
    """What is on the table and in the hands during one round."""

    book: Book
    players: int
    start: int
    hands: list[Cards] = field(default_factory=list)
    penalties: list[Cards] = field(default_factory=list)
    pile: Cards = field(default_factory=Counter)  # nobody may know its order
    discard: Cards = field(default_factory=Counter)

    def others(self, seat: int) -> list[int]:
        """The opponents, clockwise."""
        return [(seat + step) % self.players for step in range(1, self.players)]


def judge(transcript: dict[str, Any]) -> None:
    """Rounds are played until a seat reaches the limit; the fewest minus points win, or share."""
    book = Book(transcript, "ed-the-cat")
    check_options(book)
    players, start = book.options["players"], book.options["start"]
    totals = [0] * players
    try:
        while max(totals) < book.options["limit"]:
            points = play_round(Table(book, players, start))
            totals = [total + more for total, more in zip(totals, points, strict=True)]
            start = next_start(totals, start)
    except Unfinished:
        return
    book.close(totals, [seat for seat in range(players) if totals[seat] == min(totals)])


def check_options(book: Book) -> None:
    """Two to six players, a limit of 1 to 999 minus points, and a seat to start."""
    options = book.options
    book.same("the options", set(options), {"players", "limit", "start"})
    book.expect(options["players"] in PLAYERS, f"{options['players']!r} players")
    book.expect(options["limit"] in LIMITS, f"a limit of {options['limit']!r}")
    starts = range(options["players"])
    book.expect(options["start"] in starts, f"no seat {options['start']!r} to start")


def next_start(totals: list[int], start: int) -> int:
    """Most minus points start; if tied, the first seat clockwise after the last start seat."""
    order = [(start + step) % len(totals) for step in range(1, len(totals) + 1)]
    return next(seat for seat in order if totals[seat] == max(totals))


def play_round(table: Table) -> list[int]:
    """Deal, take turns, let the seat that ended the round drop a penalty, count."""
    deal(table)
    ended_by = take_turns(table)
    if ended_by is not None:
        drop(table, ended_by)
    return count(table, ended_by)


def deal(table: Table) -> None:
    """Five cards each, from nine of every value; the rest is the draw pile."""
    hands = table.book.next("deal", "hands")["hands"]
    table.book.expect(all_are(list, hands), "hands are lists")
    table.book.same("cards dealt", [len(hand) for hand in hands], [DEALT] * table.players)
    table.pile = Counter(dict.fromkeys(VALUES, COPIES))
    table.hands = [Counter() for _ in hands]
    table.penalties = [Counter() for _ in hands]
    for seat, cards in enumerate(hands):
        shift(table, cards, table.pile, table.hands[seat])


def shift(table: Table, cards: Any, source: Cards, target: Cards) -> None:
    """Cards go from one place to another; they must have been there."""
    table.book.expect(all_are(int, cards), f"{cards!r} are not cards")
    table.book.expect(Counter(cards) <= source, f"{cards!r} cannot come from there")
    source.subtract(cards)
    target.update(cards)


def take_turns(table: Table) -> int | None:
    """Take turns clockwise until an action empties a hand; return the seat that did, if any."""
    for turn in range(TURNS):
        seat = (table.start + turn) % table.players
        take_turn(table, seat)
        empty = [who for who in [seat, *table.others(seat)] if not table.hands[who].total()]
        if empty:
            return empty[0]
    return None


def take_turn(table: Table, seat: int) -> None:
    """One card goes to the discard pile, or a 5 in front of an opponent; then it takes effect."""
    words = table.book.move(seat, legal_plays(table, seat)).split()
    card, chosen = int(words[1]), int(words[3]) if len(words) > 2 else seat
    goes_to = table.penalties[chosen] if card == 5 else table.discard
    shift(table, [card], table.hands[seat], goes_to)
    act(table, card, seat, chosen)


def legal_plays(table: Table, seat: int) -> list[str]:
    """Any card in hand; all except 4 and 8 on any opponent, never on oneself."""
    cards = +table.hands[seat]
    aimed = [card for card in cards if card not in AT_NOBODY]
    unaimed = [f"play {card}" for card in cards if card in AT_NOBODY]
    return unaimed + [f"play {card} on {who}" for card in aimed for who in table.others(seat)]


def act(table: Table, card: int, seat: int, chosen: int) -> None:
    """What each card does; a 5 has already done its work where it lies."""
    match card:
        case 1:
            take(table, seat, chosen, 2, "discard", None)
        case 2:
            penalise(table, seat, chosen, 1, owner=chosen)
        case 3:
            draw(table, chosen, 3, "hand")
        case 4:
            for opponent in table.others(seat):
                draw(table, opponent, 1, "hand")
        case 6:
            penalise(table, chosen, seat, 2, owner=chosen)
        case 7:
            penalise(table, seat, chosen, 1, owner=seat)
        case 8:
            draw(table, seat, 1, "hand")
        case 9:
            take(table, chosen, seat, 1, "hand", seat)


def penalise(table: Table, giver: int, by: int, wanted: int, owner: int) -> None:
    """Penalties come from the giver's hand; what it lacks comes from the draw pile."""
    taken = take(table, giver, by, wanted, "penalty", owner)
    draw(table, owner, wanted - taken, "penalty")


def take(table: Table, giver: int, by: int, wanted: int, to: str, owner: int | None) -> int:
    """Take cards blindly from a hand, as many as wanted or as it has; return how many."""
    amount = min(wanted, table.hands[giver].total())
    if amount:
        claimed = {"from": giver, "by": by, "to": to}
        claimed |= {} if owner is None else {"owner": owner}
        cards = cards_told(table, "take", amount, claimed)
        shift(table, cards, table.hands[giver], place(table, to, owner))
    return amount


def draw(table: Table, seat: int, wanted: int, to: str) -> None:
    """Cards come from the pile; once it is empty and a card is needed, the discards replace it."""
    first = min(wanted, table.pile.total())
    draw_at_once(table, seat, first, to)
    if first < wanted and table.discard.total():
        table.book.next("reshuffle")
        table.pile, table.discard = table.discard, Counter()
        draw_at_once(table, seat, min(wanted - first, table.pile.total()), to)


def draw_at_once(table: Table, seat: int, amount: int, to: str) -> None:
    """One draw event, or none if there is no card to draw."""
    if amount:
        cards = cards_told(table, "draw", amount, {"seat": seat, "to": to})
        shift(table, cards, table.pile, place(table, to, seat))


def cards_told(table: Table, kind: str, amount: int, claimed: dict[str, Any]) -> list[int]:
    """The cards of the next event; there must be this many, and other keys must match `claimed`."""
    event = table.book.next(kind, "cards", *claimed)
    for key, right in claimed.items():
        table.book.same(f"{key!r} of the {kind}", event[key], right)
    table.book.expect(isinstance(event["cards"], list), "cards are a list")
    table.book.same(f"number of cards of the {kind}", len(event["cards"]), amount)
    return list(event["cards"])


def place(table: Table, to: str, owner: int | None) -> Cards:
    """The discard pile is everybody's; hands and penalties have an owner."""
    if owner is None:
        return table.discard
    return table.hands[owner] if to == "hand" else table.penalties[owner]


def drop(table: Table, seat: int) -> None:
    """The seat that ended the round may put one of its penalty cards on the discard pile."""
    penalties = table.penalties[seat]
    if not penalties.total():
        return
    move = table.book.move(seat, ["drop none", *(f"drop {card}" for card in +penalties)])
    if move != "drop none":
        shift(table, [int(move.split()[1])], penalties, table.discard)


def count(table: Table, ended_by: int | None) -> list[int]:
    """Every seat adds up its hand and its penalties, including the one that ended the round."""
    event = table.book.next("round", "ended_by", "points")
    held = zip(table.hands, table.penalties, strict=True)
    points = [sum((hand + penalties).elements()) for hand, penalties in held]
    table.book.same("who ended the round", event["ended_by"], ended_by)
    table.book.same("the round's minus points", event["points"], points)
    return points
