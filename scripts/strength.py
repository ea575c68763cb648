"""How the levels fare against each other, told on a page of the docs.

`python scripts/strength.py play FILE` plays what is still missing in FILE, as long as `--minutes`
allow; it can be stopped and started again, also with other `--games`.
`python scripts/strength.py page FILE` writes docs/strength.md to standard output.
"""

from collections.abc import Iterator

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.lab import resumable
from katzentisch.lab.arena.ladder import GAMES, Encounter, Results, at_once, encounters, play
from katzentisch.lab.arena.standings import Interval, interval


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
    yield "(`python -m katzentisch.learn.parallel docs/strength.json --device cuda`): the same"
    yield "bots, with other deals and other dice."
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
    asked = resumable.asked_for("scripts/strength.py", GAMES, arguments)
    if asked.what == "play":
        play(asked.file, asked.games, asked.minutes, asked.cores, asked.game)
    else:
        print("\n".join(page(resumable.read(asked.file))))


if __name__ == "__main__":
    main()
