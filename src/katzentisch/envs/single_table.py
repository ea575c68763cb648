"""One table that is stepped from Python: what the environments have in common.

Observations and legal actions are written by the same compiled functions that a batch runs, into
a row that is reused at every step.
"""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs import stepping
from katzentisch.envs.batch import changing, settings_for
from katzentisch.envs.precompile import preparing
from katzentisch.envs.stepping import Place, Results, Rows, Settings, Tables
from katzentisch.games import game as find_game
from katzentisch.games.core import flow
from katzentisch.games.core.contract import AnyState
from katzentisch.games.core.errors import Refused
from katzentisch.games.core.jit import compiled_rules
from katzentisch.games.core.observation import WORD_BITS
from katzentisch.games.core.options import TableOptions
from katzentisch.games.core.record import Records, Table
from katzentisch.games.core.rng import Dice
from katzentisch.play.seeds import Seed, check_seed, words_of

Row = NDArray[np.int8]
ONCE = (1, 0, 1)  # how often to do an operation, and at which rows of the arrays: the only one


class SingleTable:
    """A game that takes actions and gives observations."""

    def __init__(
        self, game: str, episode: str = "match", rewards: str = "victory", **options: object
    ) -> None:
        chosen = find_game(game).read_options(options)
        self._set_up(game, chosen, settings_for(episode, rewards, packed=False))

    def _set_up(self, slug: str, options: TableOptions, settings: Table[Settings]) -> None:
        self.game, self.options, self._settings = find_game(slug), options, settings
        self.players = options.players
        self.actions = self.game.count_actions(options)
        self._template = self.game.State.table(1)
        self._template[0] = self.game.lay_out(options)
        self._settings[0].stays = 1
        self._encode = compiled_rules(self.game).encode
        self._run = stepping.run_slice.compiled(self.game)
        self._make_arrays()
        with preparing(self.game) as needed:
            if needed:
                self.begin(0)
        self.over = True

    def _make_arrays(self) -> None:
        words = -(-self.actions // WORD_BITS)
        self._rows = Rows(
            seen=self.game.Seen.table(1),
            words=np.zeros((1, words), np.int64),
            masks=np.zeros((1, 8 * words), np.int64),
            to_act=np.zeros(1, np.int8),
            stamps=np.zeros(1, np.int64),
        )
        rewards, wins = np.zeros((2, 1, self.players), np.float32)
        self._results = Results(rewards, wins, np.zeros(1, np.uint8))
        self.tables, self._places = self._template.copy(), Place.table(1)
        tables = Tables(
            self.tables, self._places, self._template, self._settings, self._rows, self._results
        )
        self._action = np.zeros(1, np.int64)
        self._arrays = (stepping.plain(tables), self._action)
        self._changing = changing(tables)
        self.observation: Row = self._rows.seen.view(np.int8)
        self.mask: Row = self._rows.masks.view(np.int8)[0, : self.actions]
        self.rewards = rewards[0]
        self._other = self.game.Seen.table(1)
        self.over = True

    @property
    def to_act(self) -> int:
        """The seat that decides next."""
        return int(self._rows.to_act[0])

    @property
    def state(self) -> AnyState:
        """The record, including everything hidden."""
        return self.tables[0]

    def begin(self, seed: Seed) -> None:
        """Deal the game with this seed."""
        high, low = words_of(check_seed(seed))
        self._places[0].seed, self._places[0].games = high, int(np.uint64(low).astype(np.int64))
        self.rewards[:] = 0
        self.over = False
        self._run(*self._arrays, stepping.BEGIN, *ONCE)

    def act(self, action: int) -> None:
        """Make the move that this action of the seat to act stands for; refuse an illegal one."""
        self._action[0] = action
        if self.over or self._run(*self._arrays, stepping.STEP, *ONCE):
            raise Refused("Action {action} is not legal here.", action=action)
        if self._results.done[0]:
            self.over = True

    def seen_by(self, seat: int) -> Row:
        """The observation of a seat, whoever is to act."""
        if seat == self._rows.to_act[0] and not self.over:
            return self.observation.copy()
        self._encode(self.tables[0], seat, self._other[0])
        row: Row = self._other.view(np.int8)
        return row.copy()

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, in order."""
        return [int(action) for action in np.flatnonzero(self.mask)]

    def copy(self) -> Self:
        """An independent copy of this table."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._make_arrays()
        twin.restore(self)
        return twin

    def restore(self, other: "SingleTable") -> None:
        """Take over the position of another table of the same kind."""
        if (other.game, other.options) != (self.game, self.options):
            raise Refused("Only a table with the same game and options can be restored.")
        self._take(other._changing, other.over)

    def _take(self, arrays: list[NDArray[Any]], over: bool) -> None:
        self.over = over
        for mine, theirs in zip(self._changing, arrays, strict=True):
            mine[...] = theirs

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: enough to rebuild the table in another process."""
        names = ("options", "_settings", "_changing", "over")
        return {"slug": self.game.SLUG} | {name: getattr(self, name) for name in names}

    def __setstate__(self, pickled: dict[str, Any]) -> None:
        """Rebuild the pickled table."""
        self._set_up(pickled["slug"], pickled["options"], pickled["_settings"])
        self._take(pickled["_changing"], pickled["over"])

    def imagined(self, seat: int, dice: Records[Dice]) -> Self:
        """A table that this seat cannot tell apart from this one."""
        twin = self.copy()
        flow.look.compiled(self.game)(twin.tables, seat, dice)
        if not twin.over:
            twin._run(*twin._arrays, stepping.SHOW, *ONCE)
        return twin
