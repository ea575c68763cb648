"""How the levels fare against each other: measured once, kept in a file, told on a page.

`python -m katzentisch.lab.strength play FILE` plays what is still missing in FILE, as long
as `--minutes` allow; it can be stopped and started again, also with other `--games`.
`python -m katzentisch.lab.strength page FILE` writes docs/strength.md to standard output.

One bot of the higher level sits at a table of the lower one. Every deal is played in every
arrangement of seats, and deal k has the seed k, so the page is the same wherever it is made;
but for what was played all at once, on a GPU (`learn.at_once`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np

from katzentisch.bots.levels import LADDERS, LEVELS
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab import bit_by_bit
from katzentisch.lab.arena import Deal, play_deal, tournament
from katzentisch.lab.standings import Interval, by_deal, interval

GAMES = 1000
PROOF = 2  # times as many where experts meet the best without a network
ALONE = "expert:0"  # an expert that does not think ahead
BLOCK = 60  # games of each encounter before the next one is taken up

Results = dict[str, dict[str, list[float]]]
"""For each encounter, for each deal: share of the victory, lead, rounds a game."""


@dataclass(frozen=True)
class Encounter:
    """One bot at a table of others."""

    game: str
    players: int
    one: str
    others: str

    @property
    def key(self) -> str:
        """Its name in the file."""
        return f"{self.game} {self.players} {self.one} {self.others}"

    def of(self, games: int) -> int:
        """How many games are wanted of it."""
        proof = {self.one, self.others} == {"expert", searching(self.game)}
        return games * PROOF if proof else games

    @property
    def share(self) -> float:
        """What one of equals would win."""
        return 1 / self.players


def encounters(only: str | None = None) -> Iterator[Encounter]:
    """Each level against the one below, in every game at every number of players.

    And an expert against the best without a network, both ways, and against its network alone.
    With two players, one way is both.
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
    """The name in the file of an encounter played with all games at once (`learn.at_once`)."""
    return f"{key} at once"


def searching(slug: str) -> str:
    """The best bot without a network, with as much work as a thousand games allow."""
    instead = LADDERS[slug]["hard"].instead
    assert instead is not None
    return f"search:{instead.turns}"


def play_one(task: tuple[Encounter, int]) -> tuple[str, str, list[float]]:
    """Play one deal of an encounter; what it brought the one bot."""
    met, number = task
    options = {"players": met.players}
    deal = play_deal(tournament(met.game, options, [met.one, met.others], 1, 0), number)
    return met.key, str(number), summary(deal, met)


def summary(deal: Deal, met: Encounter) -> list[float]:
    """Share of the victory, lead, and rounds a game."""
    sign = 1 if find_game(met.game).MANY_POINTS_WIN else -1
    wins, _, leads = by_deal(met.one, [deal], sign)
    rounds = [table.figures[0][0] for table in deal.tables]
    return [float(wins[0]), float(leads[0]), float(np.mean(rounds))]


def missing(results: Results, games: int, only: str | None) -> list[tuple[Encounter, int]]:
    """The deals still to be played, some of each encounter before more of any."""
    tasks = [
        (number * met.players // BLOCK, met, number)
        for met in encounters(only)
        for number in range(-(-met.of(games) // met.players))
        if str(number) not in results.get(met.key, {})
        and len(results.get(at_once(met.key), {})) * met.players < met.of(games)
    ]
    return [(met, number) for _, met, number in sorted(tasks, key=lambda task: task[0])]


def play(path: Path, games: int, minutes: float, cores: int, only: str | None) -> None:
    """Play what is missing, until all is there or time is up."""
    results: Results = bit_by_bit.read(path)
    tasks = missing(results, games, only)
    bit_by_bit.go_on(path, results, play_one, tasks, minutes, cores)


def page(results: Results) -> Iterator[str]:
    """The page of the docs, line by line."""
    yield "# Strength"
    yield ""
    yield "Made by `make strength`. One bot sits at a table of others, of the level below or as"
    yield "told; every deal is played with that bot at every seat, and the 95 % intervals go over"
    yield "deals. *Fair* is what one of equals would win; *lead* is by how many points a game the"
    yield "bot is ahead of the mean of the others. All games have their default options."
    yield ""
    yield "*Stronger* means that the interval of its wins lies above what is fair, *weaker* below"
    yield "it; *by points* that only the one of its lead shows it, *not shown* that neither does."
    yield "Nobody has measured them against people. `search:5000` is the best bot without a"
    yield "network, which tries moves in 5,000 imagined worlds before each of its own; in other"
    yield "games it is 500, 600 or 700. `expert:0` is an expert's network alone, that does not"
    yield "think ahead. `flat` tries every move in 1,000 worlds and plays on at random; what it"
    yield "meets is told in points a round."
    yield ""
    yield "1,000 games are played of each encounter, 2,000 where experts meet a search, and fewer"
    yield "so far where a game takes seconds. Only Ed with two has more, as the difference is"
    yield "small there. Games with a star were played all at once on a GPU"
    yield "(`python -m katzentisch.learn.at_once docs/strength.json --device cuda`): the same bots,"
    yield "with other deals and other dice."
    for slug in slugs():
        title = find_game(slug).TITLE
        yield from ("", f"## {title}", "")
        yield "| players | one | among | games | wins | fair | lead | |"
        yield "|--:|---|---|--:|--:|--:|--:|---|"
        for met in encounters(slug):
            one_by_one, together = (results.get(key, {}) for key in (met.key, at_once(met.key)))
            if len(together) > len(one_by_one):
                yield row(met, list(together.values()), "\\*")
            elif one_by_one:
                yield row(met, list(one_by_one.values()), "")


def row(met: Encounter, found: list[list[float]], star: str) -> str:
    """One encounter as a row of the table."""
    wins, leads, _ = np.array(found).T
    won, ahead = interval(wins), interval(leads)
    return (
        f"| {met.players} | {met.one} | {met.others} | {len(found) * met.players:,}{star}"
        f" | {shown(won, 100, 1)} % | {100 * met.share:.0f} %"
        f" | {shown(ahead, 1, 2)} | {verdict(met, won, ahead, found)} |"
    )


def shown(value: Interval, times: float, digits: int) -> str:
    """A mean with half of its interval."""
    if value.high is None:
        return f"{times * value.mean:.{digits}f}"
    return f"{times * value.mean:.{digits}f} ± {times * (value.high - value.mean):.{digits}f}"


def verdict(met: Encounter, won: Interval, ahead: Interval, found: list[list[float]]) -> str:
    """What the figures show: by wins, or where luck hides it, by points."""
    if "flat" in (met.one, met.others):
        _, leads, rounds = np.array(found).T
        return f"{leads.sum() / rounds.sum():+.2f} points a round"
    for how, value, even in (("", won, met.share), (" by points", ahead, 0.0)):
        if value.low is not None and value.low > even:
            return f"stronger{how}"
        if value.high is not None and value.high < even:
            return f"weaker{how}"
    return "not shown"


def main(arguments: list[str] | None = None) -> None:
    """Play, or write the page."""
    asked = bit_by_bit.asked_for("katzentisch.lab.strength", GAMES, arguments)
    if asked.what == "play":
        play(asked.file, asked.games, asked.minutes, asked.cores, asked.game)
    else:
        print("\n".join(page(bit_by_bit.read(asked.file))))


if __name__ == "__main__":
    main()
