"""A move as people watch it: the table after the decision, and after each automatic step.

Rules run on until the next decision, so a trick is gone as soon as its last card has been
played. Anybody watching wants to see that card first.
"""

from typing import Any

import numpy as np

from katzentisch.games.core.contract import Rules
from katzentisch.play.match import Match


class Frame:
    """One moment of a match, to look at but not to play on."""

    def __init__(self, game: Rules, table: Any, events: int) -> None:
        self.game = game
        self.table = table
        self.events = events

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator, may see at this moment."""
        return self.game.view(self.table[0], -1 if seat is None else seat)


def play_watched(match: Match, move: str | int) -> list[Frame]:
    """Make a move and return the moments it leads through; the last is the match after it."""
    return [Frame(match.game, tables, events) for tables, events in match.play_watched(move)]


def frame_now(match: Match) -> Frame:
    """The current moment of a match."""
    return Frame(match.game, np.array(match.tables()), len(match.events()))
