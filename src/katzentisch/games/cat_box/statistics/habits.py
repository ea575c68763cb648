"""What players of Cat Box do habitually: whose cards they lay, and what they cover."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from katzentisch.games.cat_box.rules.components import COLOURS, HAND, Face
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.habits import Habits, Note, Transcript, one_of

THIRDS = {"early": "first third", "middle": "second third", "late": "last third"}
ASKED_AFTER = (3, 6, 9)  # turns of a seat
EMPTY, CHIHUAHUA = "empty", "chihuahua"
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


@dataclass
class Table:
    """The cards on the table and in the hands, tracked move by move."""

    setup: Event
    start: int
    quadrants: dict[tuple[int, int], str] = field(default_factory=dict)
    hands: list[list[list[int]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Deal the hands, seat by seat from the start seat, and lay the first card."""
        players = len(self.setup["identities"])
        size, pile = HAND[players], self.setup["pile"]
        self.hands = [[] for _ in range(players)]
        for n in range(players):
            seat = (self.start + n) % players
            self.hands[seat] = [list(card) for card in pile[n * size : (n + 1) * size]]
        self.lay(self.face(*pile[players * size]), 0, 0)

    def face(self, card: int, side: int) -> Face:
        """One side of a card."""
        face: Face = self.setup["cards"][card][side]
        return face

    def lay(self, face: Face, x: int, y: int) -> list[str]:
        """Put a face on the table; return what it covers."""
        places = [(x + (n & 1), y + (n >> 1)) for n in range(len(face))]
        covered = [self.quadrants[place] for place in places if place in self.quadrants]
        self.quadrants.update(zip(places, face, strict=True))
        return covered

    def play(self, seat: int, move: str) -> tuple[bool, Face, list[str]]:
        """Make a move; return whether the card is the seat's own, its face, and what it covers."""
        words = move.split()
        own = words[1] == "own"
        owner, slot = (seat, int(words[2])) if own else (int(words[2]), int(words[3]))
        card, side = self.hands[owner].pop(slot)
        face = self.face(card, 1 - side if own else side)
        x, y = (int(part) for part in words[-1].split(","))
        return own, face, self.lay(face, x, y)


def notice(transcript: Transcript) -> Iterator[Note]:
    """Everything worth noting in a match without special rules."""
    events = transcript["events"]
    table = Table(events[0], transcript["options"]["start"])
    wanted = [EMPTY if who == CHIHUAHUA else who for who in events[0]["identities"]]
    moves = sum(event["event"] == "move" for event in events)
    added = [dict.fromkeys((*COLOURS, EMPTY), 0) for _ in wanted]
    turns, done = [0] * len(wanted), 0
    for event in events:
        if event["event"] == "draw":
            table.hands[event["seat"]].append([event["card"], event["side"]])
        elif event["event"] == "move":
            seat, when = event["seat"], list(THIRDS)[3 * done // moves]
            own, face, covered = table.play(seat, event["move"])
            yield from notice_turn(wanted, seat, when, own, face, covered)
            for content in added[seat]:
                added[seat][content] += face.count(content) - covered.count(content)
            turns[seat] += 1
            done += 1
            if turns[seat] in ASKED_AFTER:
                yield Note(f"guessed {turns[seat]}", guessed(added[seat], wanted, seat))
    yield from notice_end(events[-1], events[0]["identities"], transcript["result"]["scores"])


def notice_turn(
    wanted: Sequence[str], seat: int, when: str, own: bool, face: Face, covered: list[str]
) -> Iterator[Note]:
    """Whose card was laid, on what, and what it gained."""
    mine = wanted[seat]
    yield Note(f"own card {when}", float(own))
    yield Note(f"adds {when}", face.count(mine) - covered.count(mine))
    if EMPTY in face:
        yield Note("covers two", float(len(covered) == 2))
    for content in covered:
        kind = "own" if content == mine else "rival" if content in wanted else "nobody"
        yield from one_of(f"covers {when}", kind, UNDER)


def guessed(added: dict[str, int], wanted: Sequence[str], seat: int) -> float:
    """The chance of guessing a seat's identity right from what it has added most of."""
    kinds = [kind for kind in added if kind != EMPTY or EMPTY in wanted]
    most = [kind for kind in kinds if added[kind] == max(added[other] for other in kinds)]
    return 1 / len(most) if wanted[seat] in most else 0.0


def notice_end(end: Event, identities: Sequence[str], scores: Sequence[int]) -> Iterator[Note]:
    """What everybody has at the end."""
    for identity, score in zip(identities, scores, strict=True):
        if identity == CHIHUAHUA:
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
