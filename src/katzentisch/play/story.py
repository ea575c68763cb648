"""Everything that happened in a game, event by event."""

from typing import Any, Self

import numpy as np

from katzentisch.games.core import flow
from katzentisch.games.core.contract import Event, Rules
from katzentisch.games.core.jit import ready
from katzentisch.games.core.options import TableOptions
from katzentisch.games.core.rng import seed as seed_chance
from katzentisch.play.seeds import Seed, words_of

Moment = tuple[Any, int]
"""The record in a table of one, and how many events have happened by then."""


class Story:
    """A game replayed from its seed and moves, with all its events.

    With `legal`, each move's event also lists what was legal, sorted.
    """

    def __init__(self, game: Rules, options: TableOptions, seed: Seed, legal: bool = False) -> None:
        self.game = game
        self.legal = legal
        self.events: list[Event] = []
        self.tables = np.zeros(1, game.State.dtype)
        self.tables[0] = game.lay_out(options)
        seed_chance(self.state.chance, *words_of(seed))
        self._go_on()

    @property
    def state(self) -> Any:
        """The state at this moment."""
        return self.tables[0]

    def copy(self) -> Self:
        """An independent copy, which can continue differently."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.events = self.events.copy()
        twin.tables = self.tables.copy()
        return twin

    def tell(self, move: int) -> list[Moment]:
        """Continue with a legal move, and return the moments it leads through."""
        event: Event = {"event": "move", "seat": int(self.state.to_act)}
        event["move"] = self.game.name_of(move)
        if self.legal:
            event["legal"] = sorted(legal_names(self.game, self.tables))
        self.events.append(event)
        ready(self.game).decide(self.state, move)
        return [(self.tables.copy(), len(self.events)), *self._go_on()]

    def _go_on(self) -> list[Moment]:
        moments, before, rules = [], self.tables.copy(), ready(self.game)
        while not rules.waits(self.state):
            rules.step(self.state)
            self.events.append(self.game.event(before[0], self.state))
            before = self.tables.copy()
            moments.append((before, len(self.events)))
        return moments


def legal_numbers(game: Rules, tables: Any) -> list[int]:
    """The legal moves at a table, as numbers."""
    moves = np.empty(64, np.int64)
    count = flow.list_legal.of(game)(tables, moves)
    if count > len(moves):
        moves = np.empty(count, np.int64)
        flow.list_legal.of(game)(tables, moves)
    numbers: list[int] = moves[:count].tolist()
    return numbers


def legal_names(game: Rules, tables: Any) -> list[str]:
    """The legal moves at a table, as names."""
    return [game.name_of(move) for move in legal_numbers(game, tables)]
