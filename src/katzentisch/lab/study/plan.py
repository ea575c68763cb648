"""A study: which variants of a game are played, by whom, over which deals.

Deals are grouped into batches, from which intervals are computed, and batches into parts, the
units of work. Both depend on the number of games alone, so figures do not depend on where games
are played.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import product
from typing import Any

from katzentisch.bots.levels import level_of
from katzentisch.games import game as find_game
from katzentisch.games.core.cache import hashed, sources
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.options import TableOptions
from katzentisch.lab.arena.tournament import Tournament, tournament

BATCHES = 1000  # at least; with fewer deals, one per deal
PARTS = 100  # likewise


@cache  # because it reads every file
def version_of(slug: str) -> str:
    """A hash of everything that a study of this game runs."""
    return hashed(sources(slug, "lab"))


@dataclass(frozen=True)
class Variant:
    """One way to play: a tournament, and which of its options are varied."""

    played: Tournament
    varied: Mapping[str, Any]

    @cached_property
    def options(self) -> TableOptions:
        """All options, as parsed by the game."""
        return find_game(self.played.game).read_options(self.played.options)

    @property
    def deals_a_batch(self) -> int:
        """The number of deals in a batch."""
        return max(1, self.played.deals // BATCHES)

    @property
    def batches(self) -> int:
        """The number of batches; the last may be smaller."""
        return -(-self.played.deals // self.deals_a_batch)

    def deals_of(self, batch: int) -> range:
        """The deals of a batch."""
        first = batch * self.deals_a_batch
        return range(first, min(first + self.deals_a_batch, self.played.deals))


@dataclass(frozen=True)
class Part:
    """Some batches of a variant, played in one go."""

    variant: int
    batches: range


@dataclass(frozen=True)
class Left:
    """A variant that the game refuses, and why."""

    varied: Mapping[str, Any]
    players: int
    why: Refused


@dataclass(frozen=True)
class Study:
    """All variants of a study; each is compared with the first for the same number of players."""

    game: str
    seed: int
    games: int
    bots: tuple[str, ...]
    variants: tuple[Variant, ...]
    left_out: tuple[Left, ...]

    def parts(self) -> list[Part]:
        """All parts of the work."""
        return [
            Part(number, range(first, min(first + step, variant.batches)))
            for number, variant in enumerate(self.variants)
            for step in [max(1, variant.batches // PARTS)]
            for first in range(0, variant.batches, step)
        ]

    def games_in(self, part: Part) -> int:
        """The number of games in a part."""
        variant = self.variants[part.variant]
        deals = sum(len(variant.deals_of(batch)) for batch in part.batches)
        return deals * len(variant.played.arrangements)

    def key(self, part: Part) -> str:
        """The key of a part: a hash of everything its games depend on."""
        variant = self.variants[part.variant]
        game = find_game(self.game)
        settings = {
            "rules": version_of(self.game),
            "game": self.game,
            "options": variant.options.to_dict(),
            "bots": variant.played.bots,
            "levels": [asdict(level_of(name, game)) for name in variant.played.bots],
            "seed": self.seed,
            "deals": [[deals.start, deals.stop] for deals in map(variant.deals_of, part.batches)],
        }
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:24]

    def players(self) -> list[int]:
        """The numbers of players."""
        return list(dict.fromkeys(variant.options.players for variant in self.variants))

    def with_players(self, players: int) -> list[int]:
        """The indices of the variants with this many players."""
        return [n for n, one in enumerate(self.variants) if one.options.players == players]


def check_installed() -> None:
    """Check that everything a report needs is installed, before any games are played."""
    if not all(find_spec(name) for name in ("matplotlib", "polars")):
        raise Refused("The lab needs additional packages: pip install 'katzentisch[lab]'.")


@dataclass(frozen=True)
class Compared:
    """What a study compares: numbers of players, and values of options."""

    players: Sequence[int] = ()  # by default the game's own number
    varied: Mapping[str, Sequence[str]] = field(default_factory=dict)


def plan_study(
    game: str,
    options: Mapping[str, Any],
    compared: Compared,
    bots: Sequence[str],
    games: int,
    seed: int,
) -> Study:
    """A study of every number of players with every combination of varied options.

    Combinations that the game refuses for a number of players go to `left_out`, with the reason.
    """
    variants, left_out = [], []
    for count in compared.players or [int(find_game(game).PLAYERS.default)]:
        for chosen in combinations(compared.varied):
            asked = {**options, **chosen, "players": count}
            try:
                played = tournament(game, asked, list(bots), games, seed)
                variants.append(Variant(played, chosen))
            except Refused as why:
                left_out.append(Left(chosen, count, why))
    if not variants:
        raise left_out[0].why
    return Study(game, seed, games, tuple(bots), tuple(variants), tuple(left_out))


def combinations(varied: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Every value of each varied option with every value of the others."""
    for values in product(*varied.values()):
        yield dict(zip(varied, values, strict=True))
