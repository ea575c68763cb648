"""What lies in the box: 81 cards, and the options of a game."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from katzentisch.games.ground.options import Choice, Choices, read_choices
from katzentisch.games.ground.refusal import Refused

TITLE = "Ed, the Cat"

SEATS = 6
NOBODY = -1

VALUES = 9
COPIES = 9  # cards of each value
CARDS = VALUES * COPIES
NO_CARD = 0

CARDS_DEALT = 5
LONGEST_ROUND = 1000  # turns
AT_NOBODY = (4, 8)  # cards that choose no opponent

PLAYERS = Choice(range(2, SEATS + 1), 4)


def choices(players: int) -> Choices:
    """The options besides the number of players."""
    return {
        "limit": Choice(range(1, 1000), 99),
        "start": Choice(range(players), 0),
    }


@dataclass(frozen=True)
class Options:
    """How a game is played. All cards are known, so there are no components to replace."""

    players: int
    limit: int
    start: int
    components: None = None

    def told(self) -> dict[str, Any]:
        """The options as a transcript holds them."""
        told = asdict(self)
        del told["components"]
        return told


def read_options(given: Mapping[str, Any]) -> Options:
    """Options from what somebody asked for, defaults filled in."""
    asked = dict(given)
    if asked.pop("components", None) is not None:
        raise Refused(f"{TITLE} has no components to replace: all its cards are known.")
    return Options(**read_choices(TITLE, PLAYERS, choices, asked))
