"""The ladder of levels: which bots meet, and their results so far, kept in a file.

One bot of the higher level sits at a table of the lower one. Every deal is played in every
arrangement of seats, and deal k has the seed k, so the results are the same wherever they are
played, except for games played all at once on a GPU (`learn.parallel`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from katzentisch.bots.levels import LADDERS, LEVELS
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab import resumable
from katzentisch.lab.arena.standings import by_deal
from katzentisch.lab.arena.tournament import Deal, play_deal, tournament

GAMES = 1000
PROOF = 2  # times as many games if experts meet the best bot without a network
ALONE = "expert:0"  # an expert that does not think ahead
BLOCK = 60  # games of each pairing before any pairing gets more

Results = dict[str, dict[str, list[float]]]
"""For each pairing and deal: share of the win, lead, and rounds per game."""


@dataclass(frozen=True)
class Encounter:
    """A pairing: one bot at a table of others."""

    game: str
    players: int
    one: str
    others: str

    @property
    def key(self) -> str:
        """Its key in the file."""
        return f"{self.game} {self.players} {self.one} {self.others}"

    def of(self, games: int) -> int:
        """How many games to play, given the usual number."""
        proof = {self.one, self.others} == {"expert", searching(self.game)}
        return games * PROOF if proof else games

    @property
    def share(self) -> float:
        """The fair share, if all were equally strong."""
        return 1 / self.players


def encounters(only: str | None = None) -> Iterator[Encounter]:
    """Each level against the one below, in every game with every number of players.

    Also an expert against the best bot without a network, both ways, and against its network
    alone. With two players, both ways are the same.
    """
    for slug in [only] if only else slugs():
        for players in find_game(slug).PLAYERS.values:
            for lower, higher in pairwise(("random", *LEVELS)):
                yield Encounter(slug, int(players), higher, lower)
            if LADDERS[slug]["expert"].turns:
                yield Encounter(slug, int(players), "expert", ALONE)
            yield Encounter(slug, int(players), "expert", searching(slug))
            if int(players) > 2:
                yield Encounter(slug, int(players), searching(slug), "expert")
        if slug == "cat-in-the-box":
            yield Encounter(slug, 3, "hard", "flat")
            yield Encounter(slug, 3, "flat", "hard")


def at_once(key: str) -> str:
    """The key of a pairing whose games were all played at once (`learn.parallel`)."""
    return f"{key} at once"


def searching(slug: str) -> str:
    """The best bot without a network, with as many iterations as a thousand games allow."""
    instead = LADDERS[slug]["hard"].instead
    assert instead is not None
    return f"search:{instead.turns}"


def play_one(task: tuple[Encounter, int]) -> tuple[str, str, list[float]]:
    """Play one deal of a pairing; return its key, its number and the first bot's result."""
    met, number = task
    options = {"players": met.players}
    deal = play_deal(tournament(met.game, options, [met.one, met.others], 1, 0), number)
    return met.key, str(number), summary(deal, met)


def summary(deal: Deal, met: Encounter) -> list[float]:
    """The first bot's share of the win, its lead, and rounds per game."""
    sign = 1 if find_game(met.game).MANY_POINTS_WIN else -1
    wins, _, leads = by_deal(met.one, [deal], sign)
    rounds = [table.figures[0][0] for table in deal.tables]
    return [float(wins[0]), float(leads[0]), float(np.mean(rounds))]


def missing(results: Results, games: int, only: str | None) -> list[tuple[Encounter, int]]:
    """The deals still to be played, in rounds over all pairings."""
    tasks = [
        (number * met.players // BLOCK, met, number)
        for met in encounters(only)
        for number in range(-(-met.of(games) // met.players))
        if str(number) not in results.get(met.key, {})
        and len(results.get(at_once(met.key), {})) * met.players < met.of(games)
    ]
    return [(met, number) for _, met, number in sorted(tasks, key=lambda task: task[0])]


def play(path: Path, games: int, minutes: float, cores: int, only: str | None) -> None:
    """Play the missing deals until all are done or time is up."""
    results: Results = resumable.read(path)
    tasks = missing(results, games, only)
    resumable.go_on(path, results, play_one, tasks, minutes, cores)
