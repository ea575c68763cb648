"""What is in the box: cards, colours, research boards, and the options of a game.

A space of the research board is identified by a number, four to a value:
`4 * (value - 1) + colour`. A set of spaces is stored as the bits of one word.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeAlias

from katzentisch.games.core.bits import bits
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.options import Choice, Choices, TableOptions, read_choices

TITLE = "Cat in the Box"

SEATS = 5

COLOURS = ("red", "blue", "yellow", "green")
RED, BLUE, YELLOW, GREEN = range(4)
NO_COLOUR = -1
ROWS = len(COLOURS)

VALUES = 9
COPIES = 5  # cards of each value
NO_CARD = 0

SPACES = ROWS * VALUES
EVERY_VALUE = bits(0x1_1111_1111)  # one bit for each value: the red row
EVERY_SPACE = bits(0xF_FFFF_FFFF)

# Indexed by the number of players, from none to five.
VALUES_IN_PLAY = (0, 0, 5, 6, 8, 9)
CARDS_DEALT = (0, 0, 10, 10, 10, 9)
PREDICTIONS = ((), (), (), (1, 3, 4), (1, 2, 3), (1, 2, 3))
REVEALED = 3  # cards turned up with two players
BONUS_UP_TO = 4  # tricks that still earn a bonus with two players

Board: TypeAlias = list[list[str]]
"""Four rows of nine spaces, each a colour and a value: `red 1`."""

BOARDS: dict[str, Board] = json.loads(files(__package__).joinpath("boards.json").read_text())


def choices(players: int) -> Choices:
    """The options other than the number of players."""
    sides = {2: ("white",), 5: ("purple",)}.get(players, ("white", "purple"))
    return {
        "research": Choice(sides, sides[0]),
        "start": Choice(range(players), 0),
    }


PLAYERS = Choice(range(2, SEATS + 1), 4)


@dataclass(frozen=True, kw_only=True)
class Options(TableOptions):
    """How a game is played; an owner's own components are boards by name."""

    research: str

    def board(self) -> Board:
        """The research board in play: the owner's own, if there is one."""
        own: Mapping[str, Board] = self.components or {}
        return own.get(self.research) or BOARDS[self.research]


def read_options(given: Mapping[str, Any]) -> Options:
    """The requested options, with defaults filled in."""
    return Options(**read_choices(TITLE, PLAYERS, choices, given, check_components))


def check_components(components: object) -> None:
    """Check an owner's own boards: `white`, `purple` or both, each complete."""
    if not isinstance(components, dict) or not components:
        raise Refused('Components must be an object with the boards "white", "purple" or both.')
    for name, board in components.items():
        if name not in BOARDS:
            raise Refused(
                'There is no research board {name!r}; there are "white" and "purple".', name=name
            )
        check_board(name, board)


def check_board(name: str, board: object) -> None:
    """A board is four rows of nine spaces, with each colour and value exactly once."""
    if not isinstance(board, list) or len(board) != ROWS:
        raise Refused(
            Sentence.ngettext(
                "Board {name} must have {n} row.",
                "Board {name} must have {n} rows.",
                ROWS,
                name=name,
            )
        )
    seen: dict[str, str] = {}
    for r, row in enumerate(board, start=1):
        if not isinstance(row, list) or len(row) != VALUES:
            raise Refused(
                Sentence.ngettext(
                    "Board {name}, row {r}, must have {n} space.",
                    "Board {name}, row {r}, must have {n} spaces.",
                    VALUES,
                    name=name,
                    r=r,
                )
            )
        for c, space in enumerate(row, start=1):
            here = Sentence("row {r}, column {c}", r=r, c=c)
            if not isinstance(space, str) or space not in SPACE_NUMBERS:
                raise Refused(
                    "Board {name}, {here}: {space!r} is not a colour and a value from 1 to 9,"
                    ' such as "red 1".',
                    name=name,
                    here=here,
                    space=space,
                )
            if space in seen:
                raise Refused(
                    "Board {name}, {here}: {space!r} is already in {seen}.",
                    name=name,
                    here=here,
                    space=space,
                    seen=seen[space],
                )
            seen[space] = here


SPACE_NAMES = [f"{COLOURS[space % ROWS]} {space // ROWS + 1}" for space in range(SPACES)]
SPACE_NUMBERS = {name: space for space, name in enumerate(SPACE_NAMES)}
