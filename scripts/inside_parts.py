"""The matches from which we learn how the experts play, part by part; see `inside`."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from katzentisch.bots import weights
from katzentisch.games import game as find_game
from katzentisch.games import part, slugs
from katzentisch.lab.experts.commentary import thoughts
from katzentisch.lab.experts.expert import EXPERT, all_alike
from katzentisch.lab.resumable import Found
from katzentisch.play.match import Match, new_match

from score_blind import BEFORE, LATE, blind_deal

OTHER = "medium"
BATCH = 30  # matches or deals in a part
GAMES = 450  # matches of experts at each number of players
PARTS = {EXPERT: 1.0, OTHER: 0.3, LATE: 5.0, BEFORE: 1.0}  # relative to `--games`
HABITS, BLIND, ANNOTATED, NETWORK = "habits", "blind", "annotated", "network"
ANNOTATED_PLAYERS = 3
CANDIDATES = 20  # matches to choose from; the closest one is annotated
LONGEST = 160  # decisions in a match to be annotated

Sums = dict[str, list[float]]
"""For each habit, the number of opportunities, and the sum of what was done."""


@dataclass(frozen=True)
class Part:
    """A unit of work."""

    kind: str
    game: str
    players: int
    who: str  # the players; for a blind seat, when it is blind
    number: int

    @property
    def key(self) -> str:
        """Its key in the file."""
        return f"{self.kind} {self.game} {self.players} {self.who}"

    @property
    def seeds(self) -> range:
        """The deals of this part."""
        return range(BATCH * self.number, BATCH * (self.number + 1))


def habits_of(slug: str) -> Any:
    """The module of a game that records habits."""
    return part(slug, "statistics.habits")


def counts(slug: str) -> list[int]:
    """The possible numbers of players."""
    return [int(players) for players in find_game(slug).PLAYERS.values]


def parts(games: int, only: str | None = None) -> Iterator[Part]:
    """All parts."""
    for slug in [only] if only else slugs():
        yield Part(ANNOTATED, slug, ANNOTATED_PLAYERS, EXPERT, 0)
        for players in counts(slug):
            for kind, who in kinds(slug):
                count = max(2, int(games * PARTS[who]) // BATCH)
                yield from (Part(kind, slug, players, who, n) for n in range(count))


def kinds(slug: str) -> Iterator[tuple[str, str]]:
    """What is measured in a game; without points before the end, there is no score to hide."""
    yield from ((HABITS, EXPERT), (HABITS, OTHER))
    if hasattr(habits_of(slug), "is_late"):
        yield from ((BLIND, LATE), (BLIND, BEFORE))


def play_part(part: Part) -> tuple[str, str, Any]:
    """Play a part and return its key, its number and the result."""
    ways = {HABITS: noticed, BLIND: blinded, ANNOTATED: text}
    return part.key, str(part.number), ways[part.kind](part)


def noticed(part: Part) -> Sums:
    """The habits in these matches, added up."""
    sums: Sums = {}
    habits = habits_of(part.game)
    for seed in part.seeds:
        match = played(part, seed)
        for row, value in habits.notice(match.transcript(legal=True)):
            one = sums.setdefault(row, [0, 0])
            one[0] += 1
            one[1] = round(one[1] + value, 4)
    return sums


def played(part: Part, seed: int) -> Match:
    """A match between equal players."""
    match = new_match(part.game, {"players": part.players}, seed)
    bots = all_alike(part.who, match)
    while not match.over:
        match.play(bots[int(match.state.to_act)].choose(match))
    return match


def blinded(part: Part) -> list[float]:
    """The effect of being blind, averaged over these deals."""
    habits = habits_of(part.game)
    found = [
        blind_deal(part.game, part.players, seed, part.who, EXPERT, habits) for seed in part.seeds
    ]
    return [round(float(mean), 6) for mean in np.mean(found, axis=0)]


def text(part: Part) -> dict[str, Any]:
    """The closest of some matches, annotated."""
    matches = [played(part, seed) for seed in range(CANDIDATES)]
    closest = min((gap(match), match.seed) for match in matches)[1]
    found = thoughts(part.game, part.players, int(closest), habits_of(part.game))
    match = matches[int(closest)]
    return {"seed": closest, "scores": match.scores, "stretches": found}


def gap(match: Match) -> float:
    """The gap in points between the two best; infinite for matches too long to annotate."""
    if len(match.moves) > LONGEST:
        return float("inf")
    first, second, *_ = sorted(match.scores, reverse=match.game.MANY_POINTS_WIN)
    return abs(float(first - second))


def network_of(slug: str) -> dict[str, Any]:
    """Identifies the network that comes with a game."""
    game = find_game(slug)
    header = weights.load(weights.own(game), slug).header
    return {"lessons": header["lessons"], "sha256": header["sha256"]}


def without_old(results: Found, only: str | None) -> Found:
    """The results without those of replaced networks, with the current networks noted."""
    for slug in [only] if only else slugs():
        key, now = f"{NETWORK} {slug}", network_of(slug)
        if results.get(key) != now:
            old = [one for one in results if one.split()[1] == slug and not one.endswith(OTHER)]
            for one in old:
                del results[one]
            results[key] = now
    return results


def missing(results: Found, games: int, only: str | None) -> list[Part]:
    """The parts still to be played, the first of each kind before the second of any."""
    left = [
        part for part in parts(games, only) if str(part.number) not in results.get(part.key, {})
    ]
    return sorted(left, key=lambda part: part.number)
