"""The habits of Big Bang players, and how to hide the scores of a match from them."""

from collections.abc import Iterator, Sequence
from typing import Any

from katzentisch.games.big_bang.rules.components import COLOURS, ROUNDS
from katzentisch.games.big_bang.rules.state import State
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.habits import (
    Habits,
    Note,
    Transcript,
    leads,
    moves_in,
    one_of,
    stretches,
)

EACH_ROUND = range(1, ROUNDS + 1)
PRIZES = (2, 3, 4)
KINDS = {
    "swap": "two colours swapped",
    "pair": "a bonus for a pair",
    "alone": "a bonus for somebody alone",
    "sevens": "sevens halved",
}
LATE = "the last round"

TABLES = (
    Habits(
        "How many cards it plays",
        "Cards played in a round; those that win no prize are returned. *Ahead* and *behind* refer"
        " to the last round.",
        {
            **{f"cards {number}": f"in round {number}" for number in EACH_ROUND},
            "cards ahead": "in the last round, ahead of everybody",
            "cards behind": "in the last round, behind",
            **{f"bid {prize}": f"on a prize worth {prize}" for prize in PRIZES},
        },
        percent=False,
    ),
    Habits(
        "The first card of a round",
        "For each seat. Many rounds have no single most valuable prize; those are left out.",
        {
            "first best": "on the most valuable prize",
            "first worst": "on the least valuable prize",
            "first seven": "has a 7 and plays it first",
            "quits early": "quits without playing (rounds 1 and 2)",
            "quits middle": "quits without playing (rounds 3 and 4)",
            "quits late": "quits without playing (rounds 5 and 6)",
        },
    ),
    Habits(
        "When it uses its tiles",
        "How often it uses one when it has one and may use it.",
        {
            **{f"tile {number}": f"in round {number}" for number in EACH_ROUND},
            **{f"uses {kind}": f"{says}: uses it" for kind, says in KINDS.items()},
        },
    ),
    Habits(
        "Prizes that nobody takes",
        "Usually because of a tie: such a prize leaves the game, and all cards are returned.",
        {f"untaken {prize}": f"of those worth {prize}" for prize in PRIZES},
    ),
    Habits(
        "Results",
        "Points are per seat and round. The cost of a prize is the number of cards that leave the"
        " game for it, counted where no colours are swapped.",
        {
            "points with": "points with a tile of its own active",
            "points without": "points without one",
            "paid": "cards paid for a prize",
        },
        percent=False,
    ),
)

HOLDS = "`r5g2` is a card with a red 5 on one side and a green 2 on the other."
IN_SHORT = (
    "It plays {cards 1} cards in the first round and {cards 6} in the last: {cards ahead} if it is"
    " ahead of everybody, {cards behind} if it is behind.",
    "It bids {bid 4} cards on a prize worth 4 and {bid 2} on one worth 2; winning a prize costs"
    " {paid} cards.",
    "When it has a 7, it plays it first in {first seven} of the rounds.",
    "When it has a tile, it uses one in {tile 1} of the first rounds and in {tile 6} of the last."
    " It scores {points with} points in a round with a tile and {points without} without.",
    "Nobody takes {untaken 2} of the prizes worth 2 and {untaken 4} of those worth 4.",
)


def notice(transcript: Transcript) -> Iterator[Note]:
    """The notes on a match."""
    totals = [0] * transcript["options"]["players"]
    for number, events in enumerate(stretches(transcript["events"], "evaluate"), start=1):
        prizes = next(event for event in events if event["event"] == "prizes")
        swapped = any("swap" in tile for tile in revealed(events))
        yield from notice_tiles(events, number)
        yield from notice_first(events, number, prizes)
        yield from notice_cards(events, number, prizes, totals)
        yield from notice_prizes(events, prizes, swapped)
        for seat in range(len(totals)):
            won = won_by(events[-1], prizes, seat)
            yield Note("points with" if has_tile(events, seat) else "points without", won)
            totals[seat] += won


def revealed(events: list[Event]) -> list[str]:
    """The tiles that were active in a round."""
    return next(event["tiles"] for event in events if event["event"] == "reveal")


def won_by(evaluated: Event, prizes: Event, seat: int) -> int:
    """A seat's points in a round."""
    return sum(prizes[colour] for colour in COLOURS if evaluated["winners"][colour] == seat)


def has_tile(events: list[Event], seat: int) -> bool:
    """Did this seat activate a tile?"""
    return any(
        who == seat and move[0] == "activate" and move[1] != "none"
        for who, move, _ in moves_in(events)
    )


def kind_of(tile: str) -> str:
    """The kind of a tile, a key of `KINDS`."""
    if tile.startswith("swap"):
        return "swap"
    if tile == "sevens-halved":
        return "sevens"
    return "alone" if tile in ("sheldon-alone", "raj-no-women") else "pair"


def notice_tiles(events: list[Event], number: int) -> Iterator[Note]:
    """Notes on which tiles are used, and when."""
    for _, move, legal in moves_in(events):
        if move[0] == "activate":
            yield Note(f"tile {number}", float(move[1] != "none"))
            held = {kind_of(name.split()[1]) for name in legal if name != "activate none"}
            used = "" if move[1] == "none" else kind_of(move[1])
            yield from one_of("uses", used, sorted(held))


def notice_first(events: list[Event], number: int, prizes: Event) -> Iterator[Note]:
    """Notes on what each seat does first when cards are played."""
    begun = set()
    values = sorted(prizes[colour] for colour in COLOURS)
    for seat, move, legal in moves_in(events):
        if move[0] == "activate" or seat in begun:
            continue
        begun.add(seat)
        if "quit" in legal:
            when = "early" if number <= 2 else "middle" if number <= 4 else "late"
            yield Note(f"quits {when}", float(move[0] == "quit"))
        if move[0] == "play":
            if values[2] > values[1]:
                yield Note("first best", float(prizes[move[2]] == values[2]))
            if values[0] < values[1]:
                yield Note("first worst", float(prizes[move[2]] == values[0]))
            if any(is_seven(name.split()[1]) for name in legal if name != "quit"):
                yield Note("first seven", float(is_seven(move[1])))


def is_seven(card: str) -> bool:
    """Is this a card with only one side, worth 7?"""
    return card[1:] == "7"


def notice_cards(
    events: list[Event], number: int, prizes: Event, totals: Sequence[int]
) -> Iterator[Note]:
    """Notes on how many cards each seat plays, and for which prizes."""
    for seat in range(len(totals)):
        colours = [m[2] for who, m, _ in moves_in(events) if who == seat and m[0] == "play"]
        yield Note(f"cards {number}", len(colours))
        if number == ROUNDS and leads(totals, seat) != 0:
            behind = leads(totals, seat) < 0
            yield Note("cards behind" if behind else "cards ahead", len(colours))
        for colour in COLOURS:
            yield Note(f"bid {prizes[colour]}", colours.count(colour))


def notice_prizes(events: list[Event], prizes: Event, swapped: bool) -> Iterator[Note]:
    """Notes on which prizes are taken, and for how many cards."""
    for colour in COLOURS:
        taker = events[-1]["winners"][colour]
        yield Note(f"untaken {prizes[colour]}", float(taker is None))
        if taker is not None and not swapped:
            paid = [m for who, m, _ in moves_in(events) if who == taker and m[2:] == [colour]]
            yield Note("paid", len(paid))


def is_late(state: State) -> bool:
    """Is this the last round, in which points matter only for winning the match?"""
    return bool(state.rounds_played == ROUNDS - 1)


def forget_standing(state: Any) -> None:
    """Give all seats the same points."""
    players = int(state.players)
    state.points[:players] = int(state.points[:players].sum()) // players


def held(view: View) -> str:
    """A seat's hand as text, for the record of a match."""
    return " ".join(view["hand"])
