"""Many games at once: `Batch("cat-in-the-box", 4096)`.

Everything a learner reads or writes is in arrays with one row per table. On the CPU these are
NumPy arrays, which PyTorch uses without copying (`torch.from_numpy`); on a GPU they have a
`__cuda_array_interface__`, which PyTorch and CuPy use without copying (`torch.as_tensor`,
`cupy.asarray`). They are the same arrays at every step.

When a game ends, the next one begins at once: `done` and `rewards` refer to the game that has
ended, `observations` and `masks` to the one that has begun.

Do not modify these arrays: a step does not rewrite what has not changed.
"""

import os
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs.devices import OnCpu, OnCuda, WholeNumbers
from katzentisch.envs.precompile import preparing
from katzentisch.envs.stepping import (
    BEGIN,
    CHOOSE,
    PLAY,
    STEP,
    Bytes,
    Integers,
    Operation,
    Place,
    Results,
    Rows,
    Settings,
    StateTable,
    Tables,
    Wanted,
)
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.observation import WORD_BITS, ObservationField, fields_of
from katzentisch.games.core.record import Record, Table

LARGEST_SEED = 2**64 - 1
EPISODES = ("match", "round")
REWARDS = ("victory", "points")


class Batch:
    """Many tables of one game, side by side.

    `seed` is a whole number, to which each table adds its own number, or a list with a seed for
    each table. With `packed`, masks are words of 64 bits instead of bytes (see `unpacked`).
    `threads` is how many of the CPU's cores to use; the default is all of them.

    `rewards` are each seat's share of the "victory" minus a fair share, or its lead in "points";
    with `as_they_come`, leads are rewarded move by move instead of at the end. `wins` has the
    shares of the win in games that have just ended, whatever the rewards are.

    With `stays`, a finished game stays unchanged, and so does a table whose action is `WAIT`, for
    that step. A finished table has an empty mask and keeps its last observation.
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
            raise Refused("A batch must have at least one table, not {size}.", size=size)
        self.game = find_game(game)
        self.options = self.game.read_options(options)
        self.size = size
        self.players = self.options.players
        self.actions = self.game.count_actions(self.options)
        self.packed = packed
        self.device = device
        self._machine = machine_of(device, threads)
        settings = settings_for(episode, rewards, packed)
        if as_they_come and rewards != "points":
            raise Refused("Only points can be given as rewards while they are being scored.")
        settings[0].as_they_come = int(as_they_come)
        settings[0].stays = settings[0].may_wait = int(stays)
        with preparing(self.game):
            self._allocate(settings)
            self.reset(seed)

    def _allocate(self, settings: Table[Settings]) -> None:
        make, size = self._machine.zeros, self.size
        words = -(-self.actions // WORD_BITS)
        template = self.game.State.table(1)
        template[0] = self.game.lay_out(self.options)
        rows = Rows(
            seen=make(size, self.game.Seen.dtype),
            words=self._machine.no_marks(size, words),
            masks=make((1, 1) if self.packed else (size, 8 * words), np.int64),
            to_act=make(size, np.int8),
            stamps=make(size, np.int64),
        )
        results = Results(
            rewards=make((size, self.players), np.float32),
            wins=make((size, self.players), np.float32),
            done=make(size, np.uint8),
        )
        self._tables = Tables(
            states=make(size, self.game.State.dtype),
            places=make(size, Place.dtype),
            template=self._machine.moved(template),
            settings=self._machine.moved(settings),
            rows=rows,
            results=results,
        )
        self._actions: Integers = make(size, np.int64)
        self._others: Table[Record] | None = None
        self.to_act, (self.rewards, self.wins, self.done) = rows.to_act, results
        view = self._machine.as_matrix
        self.observations = view(rows.seen, size, np.int8)
        self.masks: NDArray[Any] = rows.words
        if not self.packed:
            self.masks = view(rows.masks, size, np.uint8)[:, : self.actions]

    @property
    def fields(self) -> list[ObservationField]:
        """What the numbers of an observation mean: name, offset, length, and a description."""
        return fields_of(self.game.Seen)

    def reset(self, seed: int | Sequence[int] = 0) -> None:
        """Start again with a first game at every table."""
        places = np.zeros(self.size, Place.dtype)
        places["seed"] = seeds_from(seed, self.size)
        self._machine.write(self._tables.places, places)
        self._run(BEGIN, self._actions)

    def _run(self, operation: Operation, actions: Integers, moves: int = 1) -> int:
        return self._machine.run(self.game, self._tables, actions, operation, moves)

    def step(self, actions: WholeNumbers) -> None:
        """Make a move at each table; each entry of `actions` is the number of a legal action.

        On a GPU this does not wait for the number of illegal actions: see `refused`.
        """
        refused = self._run(STEP, self._machine.checked(actions, self.size))
        if refused:
            raise Refused(
                Sentence.ngettext(
                    "{n} of {size} actions is not legal; that table is unchanged.",
                    "{n} of {size} actions are not legal; those tables are unchanged.",
                    refused,
                    size=self.size,
                )
            )

    def seen_after(self, steps: int) -> Bytes:
        """The observations of the seats `steps` places after those to act.

        For critics in training, which may know all hands. It is the same array at every call.
        After the end of a game it refers to the game that has begun, as `observations` does.
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
        self._machine.show(self.game, self._tables, self._others, steps)
        return self._machine.as_matrix(self._others, self.size, np.int8)

    @property
    def refused(self) -> int:
        """How many actions have been illegal so far; on the CPU, `step` raises at once instead."""
        return self._machine.count_refused()

    def random_actions(self) -> Integers:
        """A uniformly random legal action for each table, from the table's own random numbers."""
        self._run(CHOOSE, self._actions)
        return self._actions

    def greedy_actions(self, whim: int = 0) -> Integers:
        """What the bot `greedy` would do at each table; `whim` is as in a game's `greedy_move`.

        Where that move has no number (in Cat Box, far out), the result is any legal action.
        """
        self._machine.greedy(self.game, self._tables, self._actions, whim)
        return self._actions

    def play_randomly(self, steps: int) -> None:
        """Make this many random moves at each table, with the same results as `step`."""
        if steps > 0:
            self._run(PLAY, self._actions, steps)

    def seed_of(self, table: int) -> str:
        """The seed of the game at a table, with which `kt.new` plays the same deal."""
        place: Any = self._machine.copied(self._tables.places)[table]
        return f"{int(place['seed']):016x}{int(place['games']):016x}"

    def records(self) -> StateTable:
        """A copy of the tables' records, including everything hidden: for tests and for search."""
        return self._machine.copied(self._tables.states)

    def copy(self) -> Self:
        """An independent copy of all tables as they are now."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._allocate(self._machine.copied(self._tables.settings))
        twin.restore(self)
        return twin

    def restore(self, other: "Batch") -> None:
        """Take over the positions of another batch of the same kind."""
        copied, mine, theirs = self._machine.copied, self._tables, other._tables
        if (other.game, other.options, other.size) != (self.game, self.options, self.size):
            raise Refused("Only a batch with the same game, options and size can be restored.")
        if bytes(copied(theirs.settings)) != bytes(copied(mine.settings)):
            raise Refused("Only a batch with the same episodes and rewards can be restored.")
        for own, given in zip(changing(mine), changing(theirs), strict=True):
            self._machine.write(own, copied(given))


class Worlds(Batch):
    """Many worlds, imagined by the seats to act at some tables: for search, also on a GPU.

    `look_at` chooses the tables; `imagine` makes worlds that those seats cannot tell apart from
    their own table, in which `step` tries out moves. Worlds are whole matches, rewarded with points
    as they are scored; a finished game stays, and worlds may wait (`WAIT`).
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
            raise Refused(
                "Worlds are always whole matches, rewarded with points as they are scored."
            )
        how: dict[str, Any] = {"rewards": "points", "as_they_come": True, "stays": True}
        super().__init__(game, size, device, threads=threads, **how, **options)
        self._records: StateTable | None = None

    def look_at(self, batch: Batch, rows: WholeNumbers | None = None) -> None:
        """Choose the tables to imagine worlds of, as they are now: these rows, or all of them."""
        if (batch.game, batch.options) != (self.game, self.options):
            raise Refused("Worlds can be imagined only from tables with the same game and options.")
        records: StateTable = batch.records() if rows is None else batch.records()[np.asarray(rows)]
        if not len(records) or records["to_act"].min() < 0:
            raise Refused("Worlds can be imagined only from tables where it is somebody's turn.")
        self._records = self._machine.moved(records)

    def imagine(self, tables: WholeNumbers, seeds: WholeNumbers) -> None:
        """Imagine a world for each of these tables; the same seed gives the same world.

        Tables are numbered as in `look_at`. There may be fewer worlds than there is room for; the
        others stay as they are. On a GPU, these numbers are not checked.
        """
        count = len(tables)
        if self._records is None:
            raise Refused("First choose which tables to look at.")
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
        sources = self._machine.checked(tables, count, "Tables")
        known = len(self._records)
        if self.device == "cpu" and not 0 <= sources.min() <= sources.max() < known:
            raise Refused("The chosen tables are numbered from 0 to {last}.", last=known - 1)
        wanted = Wanted(self._records, sources, self._machine.checked(seeds, count, "Seeds"))
        self._machine.imagine(self.game, self._tables, wanted)


def changing(tables: Tables) -> list[NDArray[Any]]:
    """The arrays that change from step to step."""
    return [tables.states, tables.places, *tables.rows, *tables.results]


def machine_of(device: str, threads: int | None) -> OnCpu | OnCuda:
    """The machine that runs the tables."""
    if device == "cuda":
        return OnCuda()
    if device != "cpu":
        raise Refused('A batch must run on "cpu" or on "cuda", not on {device!r}.', device=device)
    return OnCpu(os.cpu_count() or 1 if threads is None else threads)


def settings_for(episode: str, rewards: str, packed: bool) -> Table[Settings]:
    """The settings as compiled code reads them."""
    if episode not in EPISODES:
        raise Refused('An episode must be a "match" or a "round", not {given!r}.', given=episode)
    if rewards not in REWARDS:
        raise Refused('Rewards must be "victory" or "points", not {given!r}.', given=rewards)
    settings = Settings.table(1)
    settings[0].one_round = int(episode == "round")
    settings[0].by_points = int(rewards == "points")
    settings[0].unpacked = int(not packed)
    return settings


def seeds_from(seed: int | Sequence[int], size: int) -> NDArray[Any]:
    """A seed for each table."""
    if isinstance(seed, int):
        if not 0 <= seed <= LARGEST_SEED - size:
            raise Refused("A batch's seed must be a whole number below 2⁶⁴, not {seed}.", seed=seed)
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
    """Packed masks, a NumPy array, with a byte for each action."""
    octets = np.ascontiguousarray(masks).view(np.uint8)
    return np.unpackbits(octets, axis=1, count=actions, bitorder="little")
