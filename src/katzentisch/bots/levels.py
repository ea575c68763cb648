"""The bots to play against, and how much each of them thinks in each game.

Levels are defined by work rather than time, so they play equally well on every machine.
docs/strength.md shows how they do against each other.

`hard` and `expert` use a network trained by self-play (docs/learning.md). At tables with options
that it was not trained for, they search, as does `search`, the strongest bot without a network.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from katzentisch.games.core.cache import BOTS
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import N_
from katzentisch.games.core.jit import is_ready

RANDOM, GREEDY, SEARCH, FLAT, NETWORK = "random", "greedy", "search", "flat", "network"
WEIGHTS = ".npz"  # the suffix of files that contain a network
EVERYTHING_RANDOM = 100  # percent
NEVER = 99  # more players than any game has


@dataclass(frozen=True)
class Level:
    """How a bot chooses its moves; see `search.SearchSettings` for fields without a comment."""

    way: str
    turns: int = 0
    curiosity: float = 0.25
    breadth: float = 2.0
    whim: int = 150
    random_share: int = 10
    rollout_whim: int = 100
    crowd: int = NEVER
    weights: str = ""  # a network's file; if empty, the one that comes with the game
    doubt: float = 0.0  # of a network: at 0 it plays its favourite move, at 1 by its probabilities
    duel_doubt: float = 0.0  # with two players; if 0, the same as with more
    least: float = 0.002  # of a network that thinks ahead, see `lookahead.Foresight`
    trust: float = 0.03
    instead: "Level | None" = None  # at tables that the network was not trained for

    def doubt_among(self, players: int) -> float:
        """Its doubt at a table with this many players."""
        return self.duel_doubt if players == 2 and self.duel_doubt else self.doubt

    def with_turns(self, turns: int) -> "Level":
        """The same level with a different number of iterations."""
        instead = self.instead and self.instead.with_turns(turns)
        return replace(self, turns=turns, instead=instead)


Ladder = Mapping[str, Level]


@dataclass(frozen=True)
class Work:
    """How many iterations each level searches in a game."""

    medium: int
    hard: int  # if there is no network
    most: int  # likewise
    ahead: int  # with an expert's network
    doubt: float  # of the network of `hard`
    duel_doubt: float = 0.0  # with two players, if it differs


def ladder(slips: int, thinking: Level, work: Work, crowd: int = NEVER) -> Ladder:
    """Easy is greedy with slips, medium searches a little; the others use a network.

    With `crowd` players or more, the search that thinks most leaves the other seats out of its
    tree (docs/decisions.md).
    """
    most = replace(thinking, turns=work.most, crowd=crowd)
    return {
        "easy": Level(GREEDY, whim=slips),
        "medium": thinking.with_turns(work.medium),
        "hard": Level(
            NETWORK,
            doubt=work.doubt,
            duel_doubt=work.duel_doubt,
            instead=thinking.with_turns(work.hard),
        ),
        "expert": Level(NETWORK, work.ahead, instead=most),
        "search": most,
    }


LADDERS: Mapping[str, Ladder] = {
    "big-bang": ladder(150, Level(SEARCH, breadth=1.0), Work(60, 700, 8000, 300, 3.0)),
    "cat-box": ladder(400, Level(SEARCH, breadth=0.5), Work(80, 500, 3000, 300, 2.0)),
    "cat-in-the-box": ladder(
        300, Level(SEARCH, random_share=20), Work(150, 5000, 40000, 300, 3.7, 4.6), crowd=4
    ),
    "ed-the-cat": ladder(3000, Level(SEARCH, breadth=1.0), Work(60, 600, 20000, 0, 2.5), crowd=3),
}

NAMED: Ladder = {
    N_("random"): Level(RANDOM),
    N_("greedy"): Level(GREEDY, whim=0),
    # Only for reference: see docs/decisions.md.
    N_("flat"): Level(FLAT, turns=1000, random_share=EVERYTHING_RANDOM),
}
LEVELS = (N_("easy"), N_("medium"), N_("hard"), N_("expert"))
NAMES = (*NAMED, N_("search"), *LEVELS)  # `search` is for reference, too


# What a search may think within a second before its game is compiled (benchmarks/first_start.py).
UNCOMPILED_TURNS = {"big-bang": 5, "cat-box": 3, "cat-in-the-box": 40, "ed-the-cat": 60}


def uncompiled(level: Level, slug: str) -> Level:
    """The level as it plays before its game is compiled: the same, or one that thinks less."""
    if level.way in (RANDOM, GREEDY):
        return level
    most = 0 if level.way == NETWORK else UNCOMPILED_TURNS.get(slug, 1)
    instead = level.instead and uncompiled(level.instead, slug)
    return replace(level, turns=min(level.turns, most), instead=instead)


def thinks_less(name: str, game: Rules) -> bool:
    """Does this bot think less than it should, because its game is not compiled yet?"""
    if is_ready(game, BOTS):
        return False
    level = level_of(name, game)
    return uncompiled(level, game.SLUG) != level


def check_name(name: str, or_file: bool = False) -> None:
    """Refuse unknown names; `or_file`, for local users only, allows files and turns (`parse`)."""
    stem, _ = parse(name) if or_file else (name, None)
    if stem not in NAMES and not (or_file and stem.endswith(WEIGHTS)):
        if or_file and Path(stem).is_file():
            raise Refused("Weights files end in {end}; {path} does not.", end=WEIGHTS, path=stem)
        raise Refused(
            "There is no bot {name!r}; there are {known}.", name=name, known=", ".join(NAMES)
        )


def parse(name: str) -> tuple[str, int | None]:
    """A bot or a network's file, and optionally its number of iterations: `new.npz:400`."""
    stem, colon, turns = name.rpartition(":")
    return (stem, int(turns)) if colon and turns.isdecimal() else (name, None)


def level_of(name: str, game: Rules, or_file: bool = False) -> Level:
    """How the bot of this name thinks in this game."""
    check_name(name, or_file)
    stem, turns = parse(name)
    if stem.endswith(WEIGHTS):
        level = Level(NETWORK, weights=stem)
    else:
        level = NAMED.get(stem) or LADDERS[game.SLUG][stem]
    if turns is None:
        return level
    if level.way in (RANDOM, GREEDY):
        raise Refused(
            "{name} does not search, so it cannot be given a number of iterations.", name=stem
        )
    if level.way in (SEARCH, FLAT) and turns == 0:
        raise Refused("{name} needs at least one iteration.", name=stem)
    return level.with_turns(turns)
