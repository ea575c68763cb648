"""What is in the box: 81 cards, and the options of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from katzentisch.games.core.options import Choice, Choices, TableOptions, read_choices

TITLE = "Ed, the Cat"

SEATS = 6

VALUES = 9
COPIES = 9  # cards of each value
CARDS = VALUES * COPIES
NO_CARD = 0

CARDS_DEALT = 5
LONGEST_ROUND = 1000  # turns
AT_NOBODY = (4, 8)  # cards that choose no opponent

PLAYERS = Choice(range(2, SEATS + 1), 4)


def choices(players: int) -> Choices:
    """The options other than the number of players."""
    return {
        "limit": Choice(range(1, 1000), 99),
        "start": Choice(range(players), 0),
    }


@dataclass(frozen=True, kw_only=True)
class Options(TableOptions):
    """How a game is played. All cards are known, so there are no components to replace."""

    limit: int


def read_options(given: Mapping[str, Any]) -> Options:
    """The requested options, with defaults filled in."""
    return Options(**read_choices(TITLE, PLAYERS, choices, given))
