"""Tournaments of bots over paired deals: every deal is played in every arrangement of seats.

The results depend on the seed alone, not on where or when games are played: a deal is
played as a whole (`play_deal`), on this machine (`on_this_machine`) or on others
(`cluster`), and deals are sorted before anything is computed (`standings`).
"""

from collections.abc import Generator
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from typing import Any, TypeAlias

import numpy as np

from katzentisch.bots import Bot, seated
from katzentisch.games.core.errors import Refused
from katzentisch.lab import tallying
from katzentisch.lab.processes import spread_out
from katzentisch.play.match import Match, new_match
from katzentisch.play.seeds import LARGEST


@dataclass(frozen=True)
class Tournament:
    """What is played: a game with its options, and a bot's name for each seat."""

    game: str
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: int
    arrangements: tuple[tuple[str, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        """Find all distinct orders in which these bots can sit."""
        object.__setattr__(self, "arrangements", tuple(sorted(set(permutations(self.bots)))))
        if self.seed + self.deals - 1 > LARGEST:
            raise Refused("The seed of the last deal would exceed {most}.", most=LARGEST)

    @property
    def deals(self) -> int:
        """The number of deals; the last one, too, is played in all arrangements."""
        return -(-self.games // len(self.arrangements))


def tournament(
    game: str, options: dict[str, Any], bots: list[str], games: int, seed: int
) -> Tournament:
    """A tournament with checked options and bots."""
    read = new_match(game, options, 0).options
    return Tournament(game, options, tuple(seated(bots, read.players, or_files=True)), games, seed)


@dataclass(frozen=True)
class GameResult:
    """One game of a tournament, seat by seat."""

    seats: tuple[str, ...]
    scores: tuple[float, ...]
    wins: tuple[float, ...]  # a shared win is split
    figures: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Deal:
    """One deal in all arrangements."""

    number: int
    tables: tuple[GameResult, ...]


Deals: TypeAlias = Generator[Deal, None, None]
"""Yields deals as they are finished; closing it stops play."""


class CountedMatch(Match):
    """A match that keeps the game's statistics for each seat."""

    def __init__(self, match: Match) -> None:
        self.__dict__.update(match.__dict__)
        self.figures = np.zeros((match.players, len(match.game.SEAT_FIGURES)), np.int64)
        try_and_tally = tallying.try_and_tally.compiled(match.game)
        self._try_move = lambda states, move: try_and_tally(states, move, self.figures)


def play_deal(played: Tournament, number: int) -> Deal:
    """Play one deal in every arrangement."""
    return Deal(number, tuple(play_table(played, number, seats) for seats in played.arrangements))


def play_table(played: Tournament, number: int, seats: tuple[str, ...]) -> GameResult:
    """Play one game."""
    match = CountedMatch(new_match(played.game, played.options, played.seed + number, list(seats)))
    bots = [Bot(name, match, seat, or_file=True) for seat, name in enumerate(seats)]
    while not match.over:
        match.play(bots[int(match.state.to_act)].choose(match))
    won = match.winners
    wins = tuple(1 / len(won) if seat in won else 0.0 for seat in range(match.players))
    figures = tuple(tuple(row) for row in match.figures.tolist())
    return GameResult(seats, tuple(match.scores), wins, figures)


def on_this_machine(played: Tournament, cores: int | None = None) -> Deals:
    """Play all deals on this many cores, by default all; yield each when it is finished."""
    yield from spread_out(partial(play_deal, played), range(played.deals), cores)
