"""One table that is stepped from Python: what the environments have in common.

What a seat may know and what it may do are written by the same compiled functions that
a batch runs, into a row that is used again and again.
"""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs import stepping
from katzentisch.envs.batch import habits_of
from katzentisch.games import game as find_game
from katzentisch.games.ground import flow
from katzentisch.games.ground.options import TableOptions
from katzentisch.games.ground.refusal import Refused
from katzentisch.games.ground.seeing import WORD_BITS
from katzentisch.play.seeds import Seed, check_seed, words_of

GOES_ON, ENDED, NOT_LEGAL = range(3)
Row = NDArray[np.int8]


class Table:
    """A game that takes actions and tells observations."""

    def __init__(
        self, game: str, episode: str = "match", rewards: str = "victory", **options: object
    ) -> None:
        rules = find_game(game)
        self._set_up(game, rules.read_options(options), habits_of(episode, rewards, packed=False))

    def _set_up(self, slug: str, options: TableOptions, habits: NDArray[Any]) -> None:
        self.game, self.options, self._habits = find_game(slug), options, habits
        self.players = options.players
        self.actions = self.game.count_actions(options)
        self._template = self.game.State.table(1)
        self._template[0] = self.game.lay_out(options)
        self._begin = flow.begin.of(self.game)
        self._look = stepping.look_at.of(self.game)
        self._try = stepping.try_action.of(self.game)
        self._make_arrays()

    def _make_arrays(self) -> None:
        words = -(-self.actions // WORD_BITS)
        self.tables = self._template.copy()
        self.over = True
        self.rewards = np.zeros(self.players, np.float64)
        seen, bits = self.game.Seen.table(1), np.zeros((1, words), np.int64)
        masks, to_act = np.zeros((1, 8 * words), np.int64), np.zeros(1, np.int8)
        self._rows: tuple[NDArray[Any], ...] = (seen, bits, masks, to_act)
        self.observation: Row = seen.view(np.int8)
        self.mask: Row = masks.view(np.int8)[0, : self.actions]
        self._to_act = to_act
        self._other = self.game.Seen.table(1)

    @property
    def to_act(self) -> int:
        """The seat that decides next."""
        return int(self._to_act[0])

    @property
    def state(self) -> Any:
        """The record, hidden things included."""
        return self.tables[0]

    def begin(self, seed: Seed) -> None:
        """Deal the game of this seed."""
        self.tables[0] = self._template[0]
        self._begin(self.tables, *words_of(check_seed(seed)))
        self.rewards[:] = 0
        self.over = False
        self._look(self.tables, self._rows, self._habits)

    def act(self, action: int) -> None:
        """Do what an action of the seat to act means; one that is not legal is refused."""
        came = NOT_LEGAL
        if not self.over:
            came = self._try(self.tables, self._rows, self.rewards, self._habits, action)
        if came == NOT_LEGAL:
            raise Refused("Action {action} is not legal here.", action=action)
        if came == ENDED:
            self.over = True
            self.mask[:] = 0

    def seen_by(self, seat: int) -> Row:
        """What a seat may know, whoever is to act."""
        if seat == self._to_act[0] and not self.over:
            return self.observation.copy()
        self.game.encode(self.tables[0], seat, self._other[0])
        row: Row = self._other.view(np.int8)
        return row.copy()

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, in order."""
        return [int(action) for action in np.flatnonzero(self.mask)]

    def copy(self) -> Self:
        """The same table, to go its own way."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._make_arrays()
        twin.restore(self)
        return twin

    def restore(self, other: "Table") -> None:
        """Be as another table of the same kind is."""
        if (other.game, other.options) != (self.game, self.options):
            raise Refused("Only a table of the same game and options can be restored.")
        self.tables[0] = other.tables[0]
        self.over = other.over
        self.rewards[:] = other.rewards
        for mine, theirs in zip(self._rows, other._rows, strict=True):
            mine[...] = theirs

    def __getstate__(self) -> dict[str, Any]:
        """What a copy on another machine is made of."""
        kept = ("options", "_habits", "tables", "over", "rewards", "_rows")
        return {"slug": self.game.SLUG} | {name: getattr(self, name) for name in kept}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Be as the table was that this comes from."""
        self._set_up(kept["slug"], kept["options"], kept["_habits"])
        self.tables[0] = kept["tables"][0]
        self.over = kept["over"]
        self.rewards[:] = kept["rewards"]
        for mine, theirs in zip(self._rows, kept["_rows"], strict=True):
            mine[...] = theirs

    def imagined(self, seat: int, dice: Any) -> Self:
        """A table that this seat cannot tell from this one."""
        twin = self.copy()
        flow.look.of(self.game)(twin.tables, seat, dice)
        if not twin.over:
            twin._look(twin.tables, twin._rows, twin._habits)
        return twin
