"""What players of Cat Box do habitually: whose cards they lay, and what they cover."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katzentisch.games.cat_box.knowledge.view import quadrants
from katzentisch.games.cat_box.rules.components import (
    BOX,
    COLOURS,
    CONTENTS,
    DOG,
    IDENTITIES,
    QUADRANTS,
    Face,
    read_options,
    unpacked,
)
from katzentisch.games.cat_box.rules.moves import FROM_SEAT, number_of, spot_of, thing_of
from katzentisch.games.cat_box.rules.setup import deal, lay_out
from katzentisch.games.cat_box.rules.sources import held_at, side_up
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.cat_box.rules.table import x_of, y_of
from katzentisch.games.cat_box.rules.turn import decide, step
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.habits import Habits, Note, Transcript, one_of
from katzentisch.games.core.phases import waits

THIRDS = {"early": "first third", "middle": "second third", "late": "last third"}
ASKED_AFTER = (3, 6, 9)  # turns of a seat
UNDER = {
    "own": "a kitten or box that it wants itself",
    "rival": "a kitten or box that another seat wants",
    "nobody": "a kitten or box that nobody wants",
}

TABLES = (
    Habits(
        "Whose card it lays",
        "Its own, secret side up, or one from another hand, with the side up that everybody sees."
        " Without a preference, its own would be one card in two with two players, one in three"
        " with three, and so on.",
        {f"own card {when}": f"its own: {says}" for when, says in THIRDS.items()},
    ),
    Habits(
        "What it covers",
        "Shares of all squares that it covers. It does not know what others want, but may have"
        " guessed it. *Nobody wants* kittens whose identity is not in play (or boxes, if there is"
        " no Chihuahua).",
        {
            **{f"covers early {kind}": f"first third: {says}" for kind, says in UNDER.items()},
            **{f"covers late {kind}": f"last third: {says}" for kind, says in UNDER.items()},
            "covers two": "covers two squares where one would do",
        },
    ),
    Habits(
        "Does it give itself away?",
        "How often you are right if you guess that a seat's identity is whatever it has added most"
        " of. Ties count in part.",
        {f"guessed {turn}": f"after {turn} turns" for turn in ASKED_AFTER},
    ),
    Habits(
        "Results",
        "Kittens (or boxes) of its own kind: how many a turn adds, minus those it covers, and how"
        " many are visible at the end.",
        {
            **{f"adds {when}": f"a turn adds: {says}" for when, says in THIRDS.items()},
            "seen": "own kittens at the end",
            "group": "its largest group",
            "points": "points",
            "points chihuahua": "points of the Chihuahua",
        },
        percent=False,
    ),
)

HOLDS = (
    "Here, *holds* shows what a seat wants to see. A card is written as its four squares, the"
    " upper two first, and its spot is counted right and down from the first card."
)
IN_SHORT = (
    "It lays its own card in {own card early} of its turns early in the game and in {own card late}"
    " late; without a preference this would be a quarter.",
    "When it can cover either one square or two, it covers two in {covers two} of cases.",
    "Of what it covers late in the game, {covers late rival} is wanted by another seat, and"
    " {covers late nobody} by nobody.",
    "If you guess that a seat's identity is whatever it has added most of, you are right in"
    " {guessed 3} of cases after three turns and in {guessed 6} after six.",
    "It ends with {seen} kittens visible and {group} in its largest group. A kitten scores {points}"
    " points, the Chihuahua {points chihuahua}.",
)


class Laid(NamedTuple):
    """A card that a seat lays."""

    own: bool
    face: Face
    covered: list[str]  # contents that were visible before


def replayed(transcript: Transcript) -> Iterator[tuple[Event, State]]:
    """Every move with the table before it, as the rules play it again."""
    state = dealt(transcript)
    for event in transcript["events"]:
        if event["event"] == "move":
            yield event, state
            decide(state, move_in(event))
            while not waits(state):
                step(state)


def move_in(event: Event) -> int:
    """The number of the move that an event names."""
    move = number_of(event["move"])
    assert move is not None, event
    return move


def dealt(transcript: Transcript) -> State:
    """The table as it was dealt."""
    setup, state = transcript["events"][0], lay_out(read_options(transcript["options"]))
    for seat, identity in enumerate(setup["identities"]):
        state.identity[seat] = IDENTITIES.index(identity)
    for n, (card, side) in enumerate(setup["pile"]):
        state.pile[n] = 2 * card + side
    deal(state)
    return state


def laid(state: State, move: int) -> Laid:
    """What a move is about to lay, and what it will cover."""
    source, spot = thing_of(move), spot_of(move)
    card, side = held_at(state, source) >> 1, side_up(state, source)
    x, y = x_of(spot), y_of(spot)
    places = {(x + (n & 1), y + (n >> 1)) for n in range(QUADRANTS)}
    covered = [q["content"] for q in quadrants(state) if (q["x"], q["y"]) in places]
    return Laid(source < FROM_SEAT, unpacked(int(state.face[2 * card + side])), covered)


def notice(transcript: Transcript) -> Iterator[Note]:
    """Everything worth noting in a match without special rules."""
    events, result = transcript["events"], transcript["result"]
    identities = events[0]["identities"]
    wanted = [CONTENTS[IDENTITIES.index(who)] for who in identities]
    moves = sum(event["event"] == "move" for event in events)
    added = [dict.fromkeys((*COLOURS, BOX), 0) for _ in wanted]
    turns = [0] * len(wanted)
    for event, table in replayed(transcript):
        seat, when = event["seat"], list(THIRDS)[3 * sum(turns) // moves]
        card = laid(table, move_in(event))
        yield from notice_turn(wanted, seat, when, card)
        for content in added[seat]:
            added[seat][content] += card.face.count(content) - card.covered.count(content)
        turns[seat] += 1
        if turns[seat] in ASKED_AFTER:
            yield Note(f"guessed {turns[seat]}", guessed(added[seat], wanted, seat))
    yield from notice_end(events[-1], identities, result["scores"])


def notice_turn(wanted: Sequence[str], seat: int, when: str, card: Laid) -> Iterator[Note]:
    """Whose card was laid, on what, and what it gained."""
    mine = wanted[seat]
    yield Note(f"own card {when}", float(card.own))
    yield Note(f"adds {when}", card.face.count(mine) - card.covered.count(mine))
    if BOX in card.face:
        yield Note("covers two", float(len(card.covered) == 2))
    for content in card.covered:
        kind = "own" if content == mine else "rival" if content in wanted else "nobody"
        yield from one_of(f"covers {when}", kind, UNDER)


def guessed(added: dict[str, int], wanted: Sequence[str], seat: int) -> float:
    """The chance of guessing a seat's identity right from what it has added most of."""
    kinds = [kind for kind in added if kind != BOX or BOX in wanted]
    most = [kind for kind in kinds if added[kind] == max(added[other] for other in kinds)]
    return 1 / len(most) if wanted[seat] in most else 0.0


def notice_end(end: Event, identities: Sequence[str], scores: Sequence[int]) -> Iterator[Note]:
    """What everybody has at the end."""
    for identity, score in zip(identities, scores, strict=True):
        if identity == DOG:
            yield Note("points chihuahua", score)
        else:
            yield Note("seen", end["visible"][identity])
            yield Note("group", end["groups"][identity])
            yield Note("points", score)


def held(view: View) -> str:
    """A seat's identity, for the record of a match."""
    return str(view["identities"][view["you"]])


def said(view: View, move: str, names: Sequence[str]) -> str:
    """A move with the face that it lays: `black pink / blue empty at 1,-1`."""
    words = move.split()
    own = words[1] == "own"
    owner, slot = (view["you"], int(words[2])) if own else (int(words[2]), int(words[3]))
    card = view["hands"][owner][slot]
    upper_left, upper_right, lower_left, lower_right = card["secret" if own else "visible"]
    face = f"{upper_left} {upper_right} / {lower_left} {lower_right}"
    return f"{'own' if own else names[owner] + '’s'} {face} at {words[-1]}"
