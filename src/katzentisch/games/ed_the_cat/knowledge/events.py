"""Events for transcripts, and how much of them a seat may know."""

from collections.abc import Iterable

from katzentisch.games.core.contract import Event
from katzentisch.games.core.record import NOBODY
from katzentisch.games.ed_the_cat.rules.cards import values_in
from katzentisch.games.ed_the_cat.rules.components import Options
from katzentisch.games.ed_the_cat.rules.moves import DROP_NONE, NUMBERS, seat_in, value_in
from katzentisch.games.ed_the_cat.rules.state import (
    DEAL,
    DISCARD_PILE,
    DRAW,
    DRAW_PILE,
    IN_HAND,
    PENALTY,
    RESHUFFLE,
    TAKE,
    State,
    hand_of,
)
from katzentisch.games.ed_the_cat.rules.turn import place_of_play


def event(before: State, after: State) -> Event:
    """The event of an automatic step, derived from the states before and after it."""
    if before.phase == DEAL:
        hands = [values_in(after.cards[hand_of(seat)]) for seat in range(after.players)]
        return {"event": "deal", "hands": hands}
    if before.phase == TAKE:
        return taken(before, after)
    if before.phase == DRAW:
        return drawn(before, after)
    if before.phase == RESHUFFLE:
        return {"event": "reshuffle"}
    return scored(before, after)


def gone(before: State, after: State, place: int) -> list[int]:
    """The cards that have left a place."""
    return values_in(before.cards[place] - after.cards[place])


def taken(before: State, after: State) -> Event:
    """Who took which cards from whose hand, and where they went."""
    giver, to = int(before.take_from), int(before.take_to)
    by = int(before.chosen) if giver == before.to_act else int(before.to_act)
    event: Event = {"event": "take", "from": giver, "by": by}
    event["cards"] = gone(before, after, hand_of(giver))
    if to == DISCARD_PILE:
        return {**event, "to": "discard"}
    if to >= PENALTY:
        return {**event, "to": "penalty", "owner": to - PENALTY}
    return {**event, "to": "hand", "owner": to - IN_HAND}


def drawn(before: State, after: State) -> Event:
    """Which cards a seat drew, and whether as penalties."""
    return {
        "event": "draw",
        "seat": int(before.drawer),
        "cards": gone(before, after, DRAW_PILE),
        "to": "penalty" if before.draw_to == PENALTY else "hand",
    }


def scored(before: State, after: State) -> Event:
    """Who ended the round, and each seat's minus points in it."""
    return {
        "event": "round",
        "ended_by": None if before.ended_by == NOBODY else int(before.ended_by),
        "points": [int(after.points[seat]) for seat in range(after.players)],
    }


def redacted(events: list[Event], seat: int, options: Options) -> list[Event]:
    """The events as a seat may know them: its own cards, and everything that was public."""
    return [redacted_event(event, seat) for event in events]


def redacted_event(event: Event, seat: int) -> Event:
    """An event as this seat may know it: others do not see cards that go to a hand."""
    kind = event["event"]
    if kind == "deal":
        hands = [hand if s == seat else hidden(hand) for s, hand in enumerate(event["hands"])]
        return {**event, "hands": hands}
    if kind == "draw" and event["to"] == "hand" and event["seat"] != seat:
        return {**event, "cards": hidden(event["cards"])}
    if kind == "take" and event["to"] == "hand" and seat not in (event["from"], event["by"]):
        return {**event, "cards": hidden(event["cards"])}
    if kind == "move" and event["seat"] != seat and "legal" in event:
        # Its legal moves would reveal its hand.
        return {**event, "legal": None}
    return event


def penalties_seen(events: Iterable[Event], players: int) -> list[list[int]]:
    """The penalty cards of each seat this round: everybody has seen each of them come and go."""
    piles: list[list[int]] = [[] for _ in range(players)]
    for event in events:
        if event["event"] == "deal":
            piles = [[] for _ in range(players)]
        elif event["event"] == "move":
            see_penalty_move(piles, event["seat"], NUMBERS[event["move"]])
        elif event.get("to") == "penalty":
            piles[event["owner" if event["event"] == "take" else "seat"]] += event["cards"]
    return [sorted(pile) for pile in piles]


def see_penalty_move(piles: list[list[int]], seat: int, move: int) -> None:
    """Update the piles where a move itself adds a penalty or drops one."""
    value, chosen = value_in(move), seat_in(move)
    if chosen >= 0 and place_of_play(value, chosen) >= PENALTY:
        piles[chosen].append(value)
    elif chosen < 0 and move != DROP_NONE:
        piles[seat].remove(value)


def hidden(cards: list[int]) -> list[None]:
    """As many unknown cards."""
    return [None] * len(cards)
