"""Many games at once: `Batch("cat-in-the-box", 4096)`.

All that a learner reads or writes are arrays with a row for each table. On the CPU they
are NumPy arrays, which PyTorch takes as they are (`torch.from_numpy`); on a GPU they
have a `__cuda_array_interface__`, which PyTorch and CuPy take as they are
(`torch.as_tensor`, `cupy.asarray`). They stay the same arrays from step to step.

A game that ends is followed by the next one at once: `done` and `rewards` tell of the
game that has ended, `observations` and `masks` of the one that has begun.

They are to be read only: what stays as it was from step to step is not written again.
"""

import os
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs.devices import OnCpu, OnCuda
from katzentisch.envs.stepping import BEGIN, CHOOSE, GIVEN, Habits, Place
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.observation import WORD_BITS, Told, fields_of

LARGEST_SEED = 2**64 - 1
EPISODES = ("match", "round")
REWARDS = ("victory", "points")


class Batch:
    """Many tables of one game, side by side.

    `seed` is a whole number, from which every table has the next one, or one for each
    table. With `packed`, masks are words of 64 bits and not bytes (see `unpacked`).
    `threads` says how many of the CPU's cores are used; otherwise all.

    `rewards` are each seat's share of the "victory" less a fair one, or its lead in "points";
    of points, `as_they_come` gives every move's part at once and not all at the end. `wins`
    has the shares of the victory in games that have just ended, whatever is rewarded.

    With `stays`, a game that is over stays as it is, and so does a table whose action is
    `WAIT`, for that step. A table that is over has an empty mask, and tells what it told
    before the last move.
    """

    def __init__(
        self,
        game: str,
        size: int,
        device: str = "cpu",
        *,
        seed: int | Sequence[int] = 0,
        episode: str = "match",
        rewards: str = "victory",
        as_they_come: bool = False,
        packed: bool = False,
        stays: bool = False,
        threads: int | None = None,
        **options: object,
    ) -> None:
        if size < 1:
            raise Refused("A batch has at least one table, not {size}.", size=size)
        self.game = find_game(game)
        self.options = self.game.read_options(options)
        self.size = size
        self.players = self.options.players
        self.actions = self.game.count_actions(self.options)
        self.packed = packed
        self.device = device
        self._machine = machine_of(device, threads)
        habits = habits_of(episode, rewards, packed)
        if as_they_come and rewards != "points":
            raise Refused("Only points can be rewarded as they come.")
        habits[0].as_they_come = int(as_they_come)
        habits[0].stays = habits[0].may_wait = int(stays)
        self._allocate(habits)
        self.reset(seed)

    def _allocate(self, habits: NDArray[Any]) -> None:
        make = self._machine.zeros
        words = -(-self.actions // WORD_BITS)
        template = self.game.State.table(1)
        template[0] = self.game.lay_out(self.options)
        self._template, self._habits = self._machine.taken(template), self._machine.taken(habits)
        self._states = make(self.size, self.game.State.dtype)
        self._places = make(self.size, Place.dtype)
        self._seen = make(self.size, self.game.Seen.dtype)
        self._words = self._machine.no_marks(self.size, words)
        self._bytes = make((1, 1) if self.packed else (self.size, 8 * words), np.int64)
        self._actions = make(self.size, np.int64)
        self._stamps = make(self.size, np.int64)
        self.to_act = make(self.size, np.int8)
        self.rewards = make((self.size, self.players), np.float32)
        self.wins = make((self.size, self.players), np.float32)
        self.done = make(self.size, np.uint8)
        self._others: Any = None
        self._rows = (self._seen, self._words, self._bytes, self.to_act, self._stamps)
        self._ends = (self.rewards, self.wins, self.done)
        view = self._machine.as_matrix
        self.observations = view(self._seen, self.size, np.int8)
        self.masks = self._words
        if not self.packed:
            self.masks = view(self._bytes, self.size, np.uint8)[:, : self.actions]

    @property
    def fields(self) -> list[Told]:
        """What the numbers of an observation mean: name, offset, length, and a sentence."""
        return fields_of(self.game.Seen)

    def reset(self, seed: int | Sequence[int] = 0) -> None:
        """Begin anew at all tables."""
        places = np.zeros(self.size, Place.dtype)
        places["seed"] = seeds_from(seed, self.size)
        self._machine.write(self._places, places)
        self._run(BEGIN)

    def _run(self, steps: int, actions: Any = None) -> int:
        given = self._actions if actions is None else actions
        tables = (self._states, self._places, self._template)
        arrays = (*tables, self._rows, self._ends, self._habits, given)
        return self._machine.run(self.game, arrays, steps)

    def step(self, actions: Any) -> None:
        """Make a move at each table: a row of `actions` is the number of a legal action.

        On a GPU nobody waits to hear of actions that are not legal: see `refused`.
        """
        refused = self._run(GIVEN, self._machine.given(actions, self.size))
        if refused:
            raise Refused(
                Sentence.ngettext(
                    "{n} of {size} actions is not legal; that table is as it was.",
                    "{n} of {size} actions are not legal; those tables are as they were.",
                    refused,
                    size=self.size,
                )
            )

    def seen_after(self, steps: int) -> Any:
        """What the seats may know that sit so many places after those to act.

        For critics in training, who may know all hands; the same array at every call. After
        an end it tells of the game that has begun, as `observations` does.
        """
        if not 0 <= steps < self.players:
            raise Refused(
                Sentence.ngettext(
                    "There is no seat {n} place further on.",
                    "There is no seat {n} places further on.",
                    steps,
                )
            )
        if self._others is None:
            self._others = self._machine.zeros(self.size, self.game.Seen.dtype)
        self._machine.show(self.game, self._states, self.to_act, self._others, steps)
        return self._machine.as_matrix(self._others, self.size, np.int8)

    @property
    def refused(self) -> int:
        """How many actions were not legal so far; on the CPU, `step` says so at once."""
        return self._machine.count_refused()

    def random_actions(self) -> Any:
        """A legal action for each table, each as likely as the others; the tables have dice."""
        self._run(CHOOSE)
        return self._actions

    def greedy_actions(self, whim: int = 0) -> Any:
        """What the bot `greedy` would do at each table; `whim` is as in a game's `greedy_move`.

        Where that has no number (in Cat Box, far out), it is any legal action.
        """
        tables = (self._states, self._places, self._words)
        self._machine.greedy(self.game, tables, self._actions, whim)
        return self._actions

    def play_randomly(self, steps: int) -> None:
        """Make so many random moves at each table, as `step` would, in one go."""
        if steps > 0:
            self._run(steps)

    def seed_of(self, table: int) -> str:
        """The seed of the game at a table, with which `kt.new` plays the same deal."""
        place = self._machine.told(self._places)[table]
        return f"{int(place['seed']):016x}{int(place['games']):016x}"

    def records(self) -> NDArray[Any]:
        """A copy of the tables' records, hidden things included: for tests and for search."""
        return self._machine.told(self._states)

    def copy(self) -> Self:
        """All tables as they are now, to go their own way."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._allocate(self._machine.told(self._habits))
        twin.restore(self)
        return twin

    def restore(self, other: "Batch") -> None:
        """Be where another batch of the same kind is."""
        if (other.game, other.options, other.size) != (self.game, self.options, self.size):
            raise Refused("Only a batch of the same game, options and size can be restored.")
        if bytes(self._machine.told(other._habits)) != bytes(self._machine.told(self._habits)):
            raise Refused("Only a batch with the same episodes and rewards can be restored.")
        for mine, theirs in (
            (self._states, other._states),
            (self._places, other._places),
            (self._seen, other._seen),
            (self._words, other._words),
            (self._bytes, other._bytes),
            (self.to_act, other.to_act),
            (self._stamps, other._stamps),
            (self.rewards, other.rewards),
            (self.wins, other.wins),
            (self.done, other.done),
        ):
            self._machine.write(mine, self._machine.told(theirs))


class Worlds(Batch):
    """Many worlds, imagined by the seats to act at some tables: for search, on a GPU too.

    `look_at` says which tables; `imagine` makes worlds of them that those seats cannot tell
    from their own table, and there `step` tries moves out. Worlds are whole matches, rewarded
    by points as they come; a game that is over stays, and worlds may wait (`WAIT`).
    """

    def __init__(
        self,
        game: str,
        size: int,
        device: str = "cpu",
        *,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        if {"episode", "rewards", "as_they_come"} & options.keys():
            raise Refused("Worlds are whole matches, rewarded by points as they come.")
        how: dict[str, Any] = {"rewards": "points", "as_they_come": True, "stays": True}
        super().__init__(game, size, device, threads=threads, **how, **options)
        self._records: Any = None

    def look_at(self, batch: Batch, rows: Any = None) -> None:
        """Take tables of the same kind as they are now, all or these rows, to imagine worlds of."""
        if (batch.game, batch.options) != (self.game, self.options):
            raise Refused("Worlds can only be imagined of tables of the same game and options.")
        records = batch.records() if rows is None else batch.records()[rows]
        if not len(records) or records["to_act"].min() < 0:
            raise Refused("Worlds can only be imagined of tables at which somebody is to act.")
        self._records = self._machine.taken(records)

    def imagine(self, tables: Any, seeds: Any) -> None:
        """Make a world of each of these tables, as they were counted; the same of the same seed.

        There may be fewer worlds than there is room for; the others are as they were. On a GPU
        nobody looks whether there are such tables.
        """
        count = len(tables)
        if self._records is None:
            raise Refused("Say first which tables to look at.")
        if count > self.size:
            raise Refused(
                Sentence.ngettext(
                    "There is room for {n} world, not for {count}.",
                    "There is room for {n} worlds, not for {count}.",
                    self.size,
                    count=count,
                )
            )
        if count == 0:
            return
        sources = self._machine.given(tables, count, "Tables")
        known = len(self._records)
        if self.device == "cpu" and not 0 <= sources.min() <= sources.max() < known:
            raise Refused("Tables to imagine are counted from 0 to {last}.", last=known - 1)
        wanted = (sources, self._machine.given(seeds, count, "Seeds"))
        records = (self._states, self._places, self._records)
        self._machine.imagine(self.game, wanted, (*records, self._rows, self._ends, self._habits))


def machine_of(device: str, threads: int | None) -> OnCpu | OnCuda:
    """What runs the tables."""
    if device == "cuda":
        return OnCuda()
    if device != "cpu":
        raise Refused('A batch runs on "cpu" or on "cuda", not on {device!r}.', device=device)
    return OnCpu(os.cpu_count() or 1 if threads is None else threads)


def habits_of(episode: str, rewards: str, packed: bool) -> NDArray[Any]:
    """How tables are run, as compiled code reads it."""
    if episode not in EPISODES:
        raise Refused('An episode is a "match" or a "round", not {given!r}.', given=episode)
    if rewards not in REWARDS:
        raise Refused('Rewards go by "victory" or by "points", not {given!r}.', given=rewards)
    habits = Habits.table(1)
    habits[0].one_round = int(episode == "round")
    habits[0].by_points = int(rewards == "points")
    habits[0].unpacked = int(not packed)
    return habits


def seeds_from(seed: int | Sequence[int], size: int) -> NDArray[Any]:
    """A seed for each table."""
    if isinstance(seed, int):
        if not 0 <= seed <= LARGEST_SEED - size:
            raise Refused("A batch's seed is a whole number below 2⁶⁴, not {seed}.", seed=seed)
        return np.arange(size, dtype=np.uint64) + np.uint64(seed)
    if len(seed) != size:
        raise Refused(
            Sentence.ngettext(
                "{n} table needs {n} seed, not {count}.",
                "{n} tables need {n} seeds, not {count}.",
                size,
                count=len(seed),
            )
        )
    return np.asarray(seed, np.uint64)


def unpacked(masks: NDArray[Any], actions: int) -> NDArray[Any]:
    """Packed masks with a byte for each action: of a NumPy array."""
    octets = np.ascontiguousarray(masks).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=actions, bitorder="little")
