"""The habits of Ed, the Cat players, and how to hide the standings in a match from them."""

from collections.abc import Iterator, Sequence
from typing import Any

from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.habits import (
    Habits,
    Note,
    Transcript,
    a,
    leads,
    moves_in,
    one_of,
    stretches,
)
from katzentisch.games.ed_the_cat.rules.components import CARDS_DEALT, VALUES
from katzentisch.games.ed_the_cat.rules.state import State

LONG = 100  # turns; in a round this long, everybody goes in circles
NEAR = 40  # minus points to the limit: one round may well cost a seat this many
ATTACKS = ("2", "3", "5", "6")  # cards that hurt the seat they are played on
EACH = [str(value) for value in range(1, VALUES + 1)]
LATE = f"every round that starts with a seat {NEAR} or fewer minus points from the limit"

TABLES = (
    Habits(
        "The first turn of a round",
        "How often it plays a card of this value when it has one. Choosing at random would give"
        " about 20%, or a little more with pairs.",
        {f"first {value}": f"{a(value)} in hand: plays it" for value in EACH},
    ),
    Habits(
        "Whom it targets",
        "Cards that hurt an opponent (2, 3, 5, 6), with three players or more. Choosing at random"
        " would give one in two with three players, one in three with four, and so on. *Late* means"
        f" that a seat is {NEAR} or fewer minus points from the limit.",
        {
            "hits fewest cards": "the opponent with the fewest cards",
            "hits leader": "the opponent with the fewest minus points",
            "hits last": "the opponent with the most minus points",
            "hits next": "the opponent who plays next",
            "late leading last": "late, when ahead: the opponent with the most minus points",
            "late trailing leader": "late, when not ahead: the opponent who is ahead",
        },
    ),
    Habits(
        "How a round ends",
        "The card that left a hand empty, and what that seat then does with its penalties.",
        {
            **{f"ends {value}": f"with {a(value)}" for value in EACH},
            "drop highest": "drops its highest penalty",
            "drop none": "keeps all penalties",
            "long": f"rounds of {LONG} turns or more (excluded from everything else)",
        },
    ),
    Habits(
        "Rounds",
        "Minus points are per seat and round.",
        {
            "turns": "turns in a round",
            "rounds": "rounds in a match",
            "minus points": "minus points",
            "minus points of ender": "minus points of the seat that ends it",
        },
        percent=False,
    ),
)

HOLDS = "*Holds* shows the values of a seat's cards."
IN_SHORT = (
    "If it has a 3 in its first turn, it plays it in {first 3} of the rounds; a 4 in {first 4}, a 1"
    " in {first 1}, a 6 in {first 6}, a 9 in {first 9}.",
    "A round ends with a 6 in {ends 6} of cases, with a 1 in {ends 1}, with a 7 in {ends 7}.",
    "It aims cards that hurt at the opponent with the fewest cards in {hits fewest cards} of"
    " cases, at the one doing best in {hits leader}, and at the one who plays next in {hits next};"
    " without a preference, each would be a third.",
    "Late in a match, if an opponent is ahead, it aims at that one in {late trailing leader} of"
    " cases.",
    "A round lasts {turns} turns and costs a seat {minus points} minus points, and the seat that"
    " ends it {minus points of ender}.",
)


def notice(transcript: Transcript) -> Iterator[Note]:
    """The notes on a match."""
    options = transcript["options"]
    totals, rounds = [0] * options["players"], 0
    for events in stretches(transcript["events"], "round"):
        long = len(list(moves_in(events))) >= LONG
        yield Note("long", float(long))
        if not long:
            yield from notice_round(events, totals, options["limit"])
        points = events[-1]["points"]
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        rounds += 1
    yield Note("rounds", rounds)


def notice_round(events: list[Event], totals: Sequence[int], limit: int) -> Iterator[Note]:
    """The notes on a round."""
    yield from notice_first(events)
    if len(totals) > 2:
        yield from notice_targets(events, totals, limit)
    yield from notice_end(events)


def notice_first(events: list[Event]) -> Iterator[Note]:
    """Notes on what each seat plays in its first turn of a round."""
    played = set()
    for seat, move, legal in moves_in(events):
        if seat not in played and move[0] == "play":
            played.add(seat)
            values = {name.split()[1] for name in legal}
            if len(values) > 1:
                yield from one_of("first", move[1], sorted(values))


def notice_targets(events: list[Event], totals: Sequence[int], limit: int) -> Iterator[Note]:
    """Notes on who is targeted by cards that hurt."""
    cards = [CARDS_DEALT] * len(totals)
    for event in events:
        if event["event"] == "move" and event["move"].startswith("play"):
            seat, (_, value, *on) = event["seat"], event["move"].split()
            if value in ATTACKS:
                yield from notice_target(seat, int(on[1]), cards, totals, limit)
            cards[seat] -= 1
        follow(event, cards)


def follow(event: Event, cards: list[int]) -> None:
    """Update how many cards each seat has in hand."""
    if event["event"] == "draw" and event["to"] == "hand":
        cards[event["seat"]] += len(event["cards"])
    elif event["event"] == "take":
        cards[event["from"]] -= len(event["cards"])
        if event["to"] == "hand":
            cards[event["owner"]] += len(event["cards"])


def notice_target(
    seat: int, target: int, cards: Sequence[int], totals: Sequence[int], limit: int
) -> Iterator[Note]:
    """Notes on who is targeted; a tie for fewest, leader or last yields none."""
    others = [other for other in range(len(totals)) if other != seat]
    yield Note("hits next", float(target == (seat + 1) % len(totals)))
    fewest = alone(others, [-number for number in cards])
    leader, last = alone(others, [-total for total in totals]), alone(others, totals)
    late, ahead = limit - max(totals) <= NEAR, leads([-total for total in totals], seat) > 0
    if fewest is not None:
        yield Note("hits fewest cards", float(target == fewest))
    if leader is not None:
        yield Note("hits leader", float(target == leader))
        if late and not ahead:
            yield Note("late trailing leader", float(target == leader))
    if last is not None:
        yield Note("hits last", float(target == last))
        if late and ahead:
            yield Note("late leading last", float(target == last))


def alone(seats: Sequence[int], numbers: Sequence[int]) -> int | None:
    """The one seat with the highest number, or None if several share it."""
    most = [seat for seat in seats if numbers[seat] == max(numbers[other] for other in seats)]
    return most[0] if len(most) == 1 else None


def notice_end(events: list[Event]) -> Iterator[Note]:
    """Notes on how a round ended, and on what it cost each seat."""
    scored = events[-1]
    played = [move[1] for _, move, _ in moves_in(events) if move[0] == "play"]
    yield Note("turns", len(played))
    for points in scored["points"]:
        yield Note("minus points", points)
    if scored["ended_by"] is not None:
        yield from one_of("ends", played[-1], EACH)
        yield Note("minus points of ender", scored["points"][scored["ended_by"]])
    for _, move, legal in moves_in(events):
        if move[0] == "drop":
            highest = max(name.split()[1] for name in legal if name != "drop none")
            yield Note("drop highest", float(move[1] == highest))
            yield Note("drop none", float(move[1] == "none"))


def is_late(state: State) -> bool:
    """Is this a round that may well be the last?"""
    most = max(int(state.total[seat]) for seat in range(state.players))
    return bool(state.limit - most <= NEAR)


def forget_standing(state: Any) -> None:
    """Give all seats the same minus points, the most that any has, so the end is just as near."""
    players = int(state.players)
    state.total[:players] = state.total[:players].max()
    state.points[:players] = int(state.points[:players].sum()) // players


def held(view: View) -> str:
    """A seat's hand as text, for the record of a match."""
    return " ".join(str(value) for value in view["hand"])
