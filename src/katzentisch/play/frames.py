"""A move as it is watched: the table after the decision, and after each thing that follows.

Rules go on until somebody decides again, so a trick is gone as soon as its last card is
there. Who watches wants to see that card first.
"""

from typing import Any

import numpy as np

from katzentisch.games.core.contract import Rules
from katzentisch.play.match import Match


class Frame:
    """One moment of a match, to be looked at and not to be played on."""

    def __init__(self, game: Rules, table: Any, events: int) -> None:
        self.game = game
        self.table = table
        self.events = events

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat, or a spectator, may see at this moment."""
        return self.game.view(self.table[0], -1 if seat is None else seat)


def play_watched(match: Match, move: str | int) -> list[Frame]:
    """Make a move; the moments that it leads through, the last one being the match after it."""
    return [Frame(match.game, tables, events) for tables, events in match.play_watched(move)]


def frame_now(match: Match) -> Frame:
    """The moment at which a match stands."""
    return Frame(match.game, np.array(match.tables()), len(match.events()))
