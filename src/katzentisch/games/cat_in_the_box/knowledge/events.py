"""Events for transcripts, and how much of them a seat may know."""

from katzentisch.games.cat_in_the_box.rules.cards import values_in
from katzentisch.games.cat_in_the_box.rules.components import Options
from katzentisch.games.cat_in_the_box.rules.scoring import bonus
from katzentisch.games.cat_in_the_box.rules.state import DEAL, PARADOX, TRICK, State
from katzentisch.games.core.contract import Event


def event(before: State, after: State) -> Event:
    """The event of an automatic step, derived from the states before and after it."""
    if before.phase == DEAL:
        return dealt(after)
    if before.phase == TRICK:
        return {"event": "trick", "winner": int(after.leader)}
    if before.phase == PARADOX:
        seat = int(before.to_act)
        return {"event": "paradox", "seat": seat, "hand": values_in(before.hand[seat])}
    return scored(before, after)


def dealt(after: State) -> Event:
    """The hands, and with two players also the cards turned up."""
    event: Event = {
        "event": "deal",
        "hands": [values_in(after.hand[s]) for s in range(after.players)],
    }
    if after.players == 2:
        event["revealed"] = [int(value) for value in after.revealed]
    return event


def scored(before: State, after: State) -> Event:
    """Each seat's tricks, bonus and points in the round."""
    seats = range(before.players)
    return {
        "event": "round",
        "tricks": [int(before.won[seat]) for seat in seats],
        "bonus": [int(bonus(before, seat)) for seat in seats],
        "points": [int(after.points[seat]) for seat in seats],
    }


def redacted(events: list[Event], seat: int, options: Options) -> list[Event]:
    """The events as a seat may know them: its own cards, and everything that was public."""
    return [redacted_event(event, seat) for event in events]


def redacted_event(event: Event, seat: int) -> Event:
    """An event as this seat may know it."""
    if event["event"] == "deal":
        hands = [hand if s == seat else [None] * len(hand) for s, hand in enumerate(event["hands"])]
        return {**event, "hands": hands}
    if event["event"] == "move" and event["seat"] != seat:
        return redacted_move(event)
    return event


def redacted_move(event: Event) -> Event:
    """Hide another seat's discard, and its legal moves, which would reveal its hand."""
    hidden = {**event, "legal": None} if "legal" in event else dict(event)
    if event["move"].startswith("discard"):
        hidden["move"] = "discard ?"
    return hidden
