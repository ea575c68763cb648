"""Who there is to play against, and how much each one thinks in each game.

Levels are set by work and not by the clock, so that they play alike on every machine.
How they fare against each other is in docs/strength.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from katzentisch.games.ground.contract import Rules
from katzentisch.games.ground.refusal import Refused

RANDOM, GREEDY, SEARCH, FLAT, NETWORK = "random", "greedy", "search", "flat", "network"
WEIGHTS = ".npz"  # how names of files end that hold a network
EVERYTHING_RANDOM = 100  # percent
NEVER = 99  # no game has so many players


@dataclass(frozen=True)
class Level:
    """How a bot comes to its move; what is not named is explained in `search.Habits`."""

    way: str
    turns: int = 0
    curiosity: float = 0.25
    breadth: float = 2.0
    whim: int = 150
    random_share: int = 10
    rollout_whim: int = 100
    crowd: int = NEVER
    weights: str = ""  # a network's file
    least: float = 0.02  # of a network that thinks ahead, see `foresight.Foresight`
    trust: float = 0.0

    def with_turns(self, turns: int) -> "Level":
        """The same with other work."""
        return replace(self, turns=turns)


Ladder = Mapping[str, Level]


def ladder(
    slips: int, thinking: Level, medium: int, hard: int, expert: int, crowd: int = NEVER
) -> Ladder:
    """Easy is greedy with slips; the others think, each more than the one before.

    From `crowd` players on, an expert leaves the others out of its tree (docs/decisions.md).
    """
    return {
        "easy": Level(GREEDY, whim=slips),
        "medium": thinking.with_turns(medium),
        "hard": thinking.with_turns(hard),
        "expert": replace(thinking, turns=expert, crowd=crowd),
    }


THINKING = Level(SEARCH)
LADDERS: Mapping[str, Ladder] = {
    "big-bang": ladder(150, Level(SEARCH, breadth=1.0), 60, 700, 8000),
    "cat-box": ladder(400, Level(SEARCH, breadth=0.5), 80, 500, 3000),
    "cat-in-the-box": ladder(300, Level(SEARCH, random_share=20), 150, 5000, 40000, crowd=4),
    "ed-the-cat": ladder(3000, Level(SEARCH, breadth=1.0), 60, 600, 20000, crowd=3),
}
ANY_GAME = ladder(100, THINKING, 100, 1000, 10000)

NAMED: Ladder = {
    "random": Level(RANDOM),
    "greedy": Level(GREEDY, whim=0),
    # For reference, and for nothing else: see docs/decisions.md.
    "flat": Level(FLAT, turns=1000, random_share=EVERYTHING_RANDOM),
}
LEVELS = tuple(ANY_GAME)
NAMES = (*NAMED, *LEVELS)


def check_name(name: str, or_file: bool = False) -> None:
    """Is there such a bot? Only who sits at this computer may name a network's file instead."""
    if or_file and WEIGHTS in name:
        of_file(name)
    elif name not in NAMES:
        raise Refused(
            "There is no bot {name!r}; there are {known}.", name=name, known=", ".join(NAMES)
        )


def of_file(name: str) -> Level:
    """A network's file, and perhaps how many turns it thinks: `new.npz` or `new.npz:400`."""
    file, _, turns = name.partition(WEIGHTS)
    if turns and not (turns[0] == ":" and turns[1:].isdecimal()):
        raise Refused("A network's turns are a whole number: new.npz:400, not {name}.", name=name)
    return Level(NETWORK, int(turns[1:] or 0), weights=file + WEIGHTS)


def level_of(name: str, game: Rules, or_file: bool = False) -> Level:
    """How the bots of this name think in this game."""
    check_name(name, or_file)
    if WEIGHTS in name:
        return of_file(name)
    return NAMED.get(name) or LADDERS.get(game.SLUG, ANY_GAME)[name]
