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
from katzentisch.games.core import flow
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.observation import WORD_BITS
from katzentisch.games.core.options import TableOptions
from katzentisch.play.seeds import Seed, check_seed, words_of

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
        self._habits[0].stays = 1
        self._run: Any = stepping.run_slice.of(self.game)
        self._make_arrays()

    def _make_arrays(self) -> None:
        words = -(-self.actions // WORD_BITS)
        self.tables, self._places = self._template.copy(), stepping.Place.table(1)
        seen, bits = self.game.Seen.table(1), np.zeros((1, words), np.int64)
        masks, to_act = np.zeros((1, 8 * words), np.int64), np.zeros(1, np.int8)
        rewards, wins = np.zeros((2, 1, self.players), np.float32)
        done = np.zeros(1, np.uint8)
        actions = np.zeros(1, np.int64)
        rows, ends = (seen, bits, masks, to_act, np.zeros(1, np.int64)), (rewards, wins, done)
        self._arrays = (
            self.tables,
            self._places,
            self._template,
            rows,
            ends,
            self._habits,
            actions,
        )
        self._changing: tuple[NDArray[Any], ...] = (self.tables, self._places, *rows, *ends)
        self.observation: Row = seen.view(np.int8)
        self.mask: Row = masks.view(np.int8)[0, : self.actions]
        self.rewards = rewards[0]
        self._bits, self._to_act, self._done, self._action = bits, to_act, done, actions
        self._other = self.game.Seen.table(1)
        self.over = True

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
        high, low = words_of(check_seed(seed))
        self._places[0].seed, self._places[0].games = high, int(np.uint64(low).astype(np.int64))
        self.rewards[:] = 0
        self.over = False
        self._run(*self._arrays, stepping.BEGIN, 0, 1)

    def act(self, action: int) -> None:
        """Do what an action of the seat to act means; one that is not legal is refused."""
        self._action[0] = action
        if self.over or self._run(*self._arrays, stepping.GIVEN, 0, 1):
            raise Refused("Action {action} is not legal here.", action=action)
        if self._done[0]:
            self.over = True

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
        self._take(other._changing, other.over)

    def _take(self, changing: tuple[NDArray[Any], ...], over: bool) -> None:
        self.over = over
        for mine, theirs in zip(self._changing, changing, strict=True):
            mine[...] = theirs

    def __getstate__(self) -> dict[str, Any]:
        """What a copy on another machine is made of."""
        kept = ("options", "_habits", "_changing", "over")
        return {"slug": self.game.SLUG} | {name: getattr(self, name) for name in kept}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Be as the table was that this comes from."""
        self._set_up(kept["slug"], kept["options"], kept["_habits"])
        self._take(kept["_changing"], kept["over"])

    def imagined(self, seat: int, dice: Any) -> Self:
        """A table that this seat cannot tell from this one."""
        twin = self.copy()
        flow.look.of(self.game)(twin.tables, seat, dice)
        if not twin.over:
            twin._run(*twin._arrays, stepping.LOOK, 0, 1)
        return twin
