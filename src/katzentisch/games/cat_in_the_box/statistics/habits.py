"""The habits of Cat in the Box players, and how to hide the scores of a match from them."""

from collections.abc import Iterator, Sequence
from typing import Any

from katzentisch.games.cat_in_the_box.rules.components import (
    COLOURS,
    PREDICTIONS,
    VALUES,
    VALUES_IN_PLAY,
)
from katzentisch.games.cat_in_the_box.rules.state import State
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

FAR = 4  # points
HIGH_CARDS = ("0–2", "3", "4", "5+")
RANKS = ("lowest", "middle", "highest")
ANSWERS = ("follow", "red", "other")
LATE = "the last round"

TABLES = (
    Habits(
        "The discard",
        "Which card it discards: its value; whether it is the lowest or highest in the hand or one"
        " in between; and how often it keeps another card of the same value.",
        {
            **{f"discard {value}": a(value) for value in range(1, VALUES + 1)},
            "discard lowest": "the lowest",
            "discard middle": "one in between",
            "discard highest": "the highest",
            "discard double": "it keeps another of that value",
        },
    ),
    Habits(
        "What it predicts",
        "How often it predicts each number of tricks, and how often the prediction comes true"
        " (without causing a paradox).",
        {
            **{f"predict {n}": f"predicts {n}" for n in (1, 2, 3, 4)},
            **{f"hit {n}": f"{n} predicted and won" for n in (1, 2, 3, 4)},
        },
    ),
    Habits(
        "What the prediction depends on",
        "The mean prediction. High cards are the top third of the values in play, counted after"
        " the discard. *Ahead* and *behind* refer to the last round of the match.",
        {
            **{f"mean with {n}": f"with {n} high cards" for n in HIGH_CARDS},
            "mean first": "first to predict (and leader)",
            "mean last": "last to predict",
            "mean ahead": "last round, ahead of everybody",
            "mean behind": f"last round, behind by {FAR} points or more",
        },
        percent=False,
    ),
    Habits(
        "The first lead",
        "The first card of a round: its rank among those in hand, and its declared colour.",
        {
            **{f"lead {rank}": f"the {rank}" for rank in RANKS[::2]},
            **{f"lead {colour}": f"as {colour}" for colour in COLOURS[1:]},
        },
    ),
    Habits(
        "Following and trumping",
        "When blue, yellow or green is led. A seat that does not follow may not declare that colour"
        " again in this round.",
        {
            "able follow": "could follow: follows",
            "able red": "could follow: trumps with red",
            "able other": "could follow: throws off another colour",
            "unable red": "could not follow: trumps if it can",
            "leads red": "leads red when it may",
            "red wins": "tricks that red wins",
        },
    ),
    Habits(
        "Results",
        "Per seat and round.",
        {
            "paradox any": "rounds ended by a paradox",
            "paradox own": "paradoxes it causes itself",
            "hit any": "earns the bonus",
        },
    ),
    Habits(
        "Points",
        "Per seat and round.",
        {
            "points": "points",
            "tricks": "tricks",
            "bonus": "bonus, when earned",
        },
        percent=False,
    ),
)

HOLDS = "*Holds* shows the values of a seat's cards."
IN_SHORT = (
    "It keeps another card of the value it discards in {discard double} of the rounds; it discards"
    " its lowest card in {discard lowest} and its highest in {discard highest}.",
    "It predicts 1 in {predict 1}, 2 in {predict 2} and 3 in {predict 3} of the rounds; these"
    " predictions come true in {hit 1}, {hit 2} and {hit 3} of cases.",
    "On average it predicts {mean with 0–2} with up to two high cards and {mean with 5+} with five"
    " or more; {mean first} when it is the first to predict, {mean last} when it is the last.",
    "Its first lead is its highest card in {lead highest} and its lowest in {lead lowest} of the"
    " rounds; it declares it green in {lead green}.",
    "It trumps with red in {able red} of the tricks in which it could follow, and in {unable red}"
    " of those in which it could not.",
    "{paradox any} of the rounds end in a paradox. A bonus is worth {bonus} points.",
)


def notice(transcript: Transcript) -> Iterator[Note]:
    """The notes on a match."""
    players = transcript["options"]["players"]
    totals = [0] * players
    for number, events in enumerate(stretches(transcript["events"], "round"), start=1):
        yield from notice_hands(events, players, totals if number == players else None)
        yield from notice_plays(events, players)
        yield from notice_result(events, players)
        points = events[-1]["points"]
        totals = [total + more for total, more in zip(totals, points, strict=True)]


def notice_hands(events: list[Event], players: int, last: Sequence[int] | None) -> Iterator[Note]:
    """Notes on discards and predictions; in the last round, also by the scores before it."""
    hands: list[list[int]] = [list(hand) for hand in events[0]["hands"]]
    highest, predictions = VALUES_IN_PLAY[players], 0
    for seat, (verb, number, *_), _legal in moves_in(events):
        if verb == "discard":
            yield from one_of("discard", number, map(str, range(1, highest + 1)))
            yield from one_of("discard", rank_of(int(number), hands[seat]), RANKS)
            hands[seat].remove(int(number))
            yield Note("discard double", float(int(number) in hands[seat]))
        elif verb == "predict":
            yield from one_of("predict", number, map(str, PREDICTIONS[players]))
            yield Note(f"mean with {high_cards(hands[seat], players)}", float(number))
            predictions += 1
            if predictions in (1, players):
                yield Note("mean first" if predictions == 1 else "mean last", float(number))
            yield from notice_standing(last, seat, float(number))


def notice_standing(last: Sequence[int] | None, seat: int, predicted: float) -> Iterator[Note]:
    """A note on a prediction in the last round, by whether the seat is ahead or far behind."""
    if last is not None and leads(last, seat) > 0:
        yield Note("mean ahead", predicted)
    elif last is not None and leads(last, seat) <= -FAR:
        yield Note("mean behind", predicted)


def rank_of(value: int, hand: Sequence[int]) -> str:
    """How a value ranks in a hand."""
    if value == min(hand):
        return "lowest"
    return "highest" if value == max(hand) else "middle"


def high_cards(hand: Sequence[int], players: int) -> str:
    """How many cards are in the top third of the values."""
    high = sum(3 * value > 2 * VALUES_IN_PLAY[players] for value in hand)
    return "0–2" if high <= 2 else "5+" if high >= 5 else str(high)


def notice_plays(events: list[Event], players: int) -> Iterator[Note]:
    """Notes on leads and on how others answer them."""
    led, cards, first = "", dict[int, str](), True
    for event in events:
        if event["event"] == "trick":
            yield Note("red wins", float(cards[event["winner"]] == "red"))
            led = ""
        if event["event"] != "move" or not event["move"].startswith("play"):
            continue
        _, value, colour = event["move"].split()
        if led:
            yield from notice_answer(led, colour, event["legal"])
        else:
            yield from notice_lead(int(value), colour, event["legal"], first)
            led, first = colour, False
        cards[event["seat"]] = colour


def notice_lead(value: int, colour: str, legal: list[str], first: bool) -> Iterator[Note]:
    """Notes on a lead; for the first of a round, also on its rank and colour."""
    colours = {name.split()[2] for name in legal}
    if first:
        values = [int(name.split()[1]) for name in legal]
        yield from one_of("lead", rank_of(value, values), RANKS)
        yield from one_of("lead", colour, COLOURS[1:])
    if "red" in colours and len(colours) > 1:
        yield Note("leads red", float(colour == "red"))


def notice_answer(led: str, colour: str, legal: list[str]) -> Iterator[Note]:
    """Notes on a card played after a lead other than red."""
    colours = {name.split()[2] for name in legal}
    if led == "red":
        return
    if led in colours:
        answer = "follow" if colour == led else "red" if colour == "red" else "other"
        yield from one_of("able", answer, ANSWERS)
    elif "red" in colours and len(colours) > 1:
        yield Note("unable red", float(colour == "red"))


def notice_result(events: list[Event], players: int) -> Iterator[Note]:
    """Notes on how a round went for each seat."""
    broken = [event["seat"] for event in events if event["event"] == "paradox"]
    predicted = {seat: move[1] for seat, move, _ in moves_in(events) if move[0] == "predict"}
    scored = events[-1]
    yield Note("paradox any", float(bool(broken)))
    for seat in range(players):
        hit = scored["bonus"][seat] > 0
        yield Note("paradox own", float(seat in broken))
        yield Note("hit any", float(hit))
        yield Note("points", scored["points"][seat])
        yield Note("tricks", scored["tricks"][seat])
        if hit:
            yield Note("bonus", scored["bonus"][seat])
        if seat in predicted:
            yield Note(f"hit {predicted[seat]}", float(hit))


def is_late(state: State) -> bool:
    """Is this the last round, in which points matter only for winning the match?"""
    return bool(state.rounds_played == state.players - 1)


def forget_standing(state: Any) -> None:
    """Give all seats the same points, in total and in the last round."""
    players = int(state.players)
    for points in (state.total, state.points):
        points[:players] = int(points[:players].sum()) // players


def held(view: View) -> str:
    """A seat's hand as text, for the record of a match."""
    return " ".join(str(value) for value in view["hand"])
