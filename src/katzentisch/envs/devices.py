"""Where a batch runs: on the CPU's cores, or on a GPU. Both give the same results, bit for bit."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from katzentisch.envs import stepping
from katzentisch.envs.stepping import Integers, Operation, Tables, Wanted
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.record import Record, Table

Array = TypeVar("Array", bound=NDArray[Any])
"""A NumPy array or, on a GPU, one of numba-cuda's, which offers as much of it as we need."""
WholeNumbers: TypeAlias = Sequence[int] | NDArray[Any]
"""Whole numbers from a caller; on a GPU also anything with a `__cuda_array_interface__`."""

FEW = 2000  # moves; for fewer, a second thread does not pay off


class OnCpu:
    """Shares out the tables among threads, which compiled code lets run in parallel."""

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def zeros(self, shape: int | tuple[int, ...], kind: DTypeLike) -> Any:
        """A new array."""
        return np.zeros(shape, kind)

    def no_marks(self, size: int, words: int) -> Integers:
        """Words for the marks of each table, with those of one table adjacent."""
        return np.zeros((size, words), np.int64)

    def moved(self, array: Array) -> Array:
        """The array, moved to where the tables are."""
        return array

    def copied(self, array: Array) -> Array:
        """A copy for Python to read."""
        return array.copy()

    def write(self, array: NDArray[Any], numbers: NDArray[Any]) -> None:
        """Overwrite an array."""
        array[...] = numbers

    def as_matrix(self, array: NDArray[Any], size: int, kind: DTypeLike) -> NDArray[Any]:
        """The same bytes as rows of small numbers."""
        return array.view(kind).reshape(size, -1)

    def checked(self, numbers: WholeNumbers, size: int, what: str = "Actions") -> Integers:
        """Actions or other whole numbers from a caller, as compiled code takes them."""
        asked = np.ascontiguousarray(numbers)
        check_numbers(asked, size, what)
        return asked.astype(np.int64, copy=False)

    def count_refused(self) -> int:
        """Zero: `step` has already raised an error for every illegal action."""
        return 0

    def show(self, game: Rules, tables: Tables, seen: Table[Record], steps: int) -> None:
        """Write the observation of the seat `steps` places after the one to act."""
        show = stepping.show_slice.compiled(game)
        show(tables.states, tables.rows.to_act, steps, seen, 0, len(tables.states))

    def greedy(self, game: Rules, tables: Tables, actions: Integers, whim: int) -> None:
        """Write what the game's simple player would do."""
        play = stepping.greedy_slice.compiled(game)
        play(stepping.plain(tables), whim, actions, 0, len(actions))

    def imagine(self, game: Rules, tables: Tables, wanted: Wanted) -> None:
        """Imagine the wanted worlds, one per table."""
        imagine, arrays = stepping.imagine_slice.compiled(game), stepping.plain(tables)

        def work(first: int, last: int) -> int:
            imagine(arrays, wanted, first, last)
            return 0

        count = len(wanted.sources)
        self._shared_out(work, count, count)

    def run(
        self, game: Rules, tables: Tables, actions: Integers, operation: Operation, moves: int
    ) -> int:
        """Do an operation of `stepping` at all tables, and count the illegal actions."""
        run, arrays = stepping.run_slice.compiled(game), stepping.plain(tables)
        size = len(actions)

        def work(first: int, last: int) -> int:
            return run(arrays, actions, operation, moves, first, last)

        return self._shared_out(work, size, size * moves)

    def _shared_out(self, work: Callable[[int, int], int], size: int, moves: int) -> int:
        """The sum of what each thread returns for its slice of the tables."""
        if self._pool is None or moves < FEW:
            return work(0, size)
        cuts = [size * n // self.threads for n in range(self.threads + 1)]
        others = [self._pool.submit(work, first, last) for first, last in pairwise(cuts[1:])]
        return work(cuts[0], cuts[1]) + sum(one.result() for one in others)


class OnCuda:
    """Gives each table a thread of the GPU. Nothing blocks until a result is read."""

    THREADS = 128  # per block

    def __init__(self) -> None:
        from katzentisch.envs import kernels  # which needs numba-cuda

        self._cuda, self._kernels = kernels.cuda, kernels.kernels
        if not self._cuda.is_available():
            raise Refused("There is no GPU that numba-cuda can use here.")
        self.refused = self._cuda.to_device(np.zeros(1, np.int64))

    def zeros(self, shape: int | tuple[int, ...], kind: DTypeLike) -> Any:
        """A new array."""
        return self._cuda.to_device(np.zeros(shape, kind))

    def no_marks(self, size: int, words: int) -> Any:
        """Words for the marks of each table, with the same word of all tables adjacent.

        Threads write the same word at the same time, so together they write one piece of memory.
        """
        return self._cuda.to_device(np.zeros((size, words), np.int64, order="F"))

    def moved(self, array: Array) -> Any:
        """The array, moved to where the tables are."""
        return self._cuda.to_device(array)

    def copied(self, array: Any) -> Any:
        """A copy for Python to read."""
        return array.copy_to_host()

    def write(self, array: Any, numbers: NDArray[Any]) -> None:
        """Overwrite an array."""
        array.copy_to_device(numbers)

    def as_matrix(self, array: Any, size: int, kind: DTypeLike) -> Any:
        """The same bytes as rows of small numbers."""
        return array.view(kind).reshape(size, -1 if size == 0 else array.nbytes // size)

    def checked(self, numbers: Any, size: int, what: str = "Actions") -> Any:
        """Whole numbers from a caller as a kernel takes them; those on the GPU stay there."""
        if hasattr(numbers, "__cuda_array_interface__"):
            asked = self._cuda.as_cuda_array(numbers)
        else:
            asked = self._cuda.to_device(np.ascontiguousarray(numbers))
        check_numbers(asked, size, what)
        return asked

    def count_refused(self) -> int:
        """How many actions have been illegal so far."""
        return int(self.refused.copy_to_host()[0])

    def show(self, game: Rules, tables: Tables, seen: Table[Record], steps: int) -> None:
        """Write the observation of the seat `steps` places after the one to act."""
        self._launch(game, "show", len(tables.states), tables, seen, steps)

    def greedy(self, game: Rules, tables: Tables, actions: Integers, whim: int) -> None:
        """Write what the game's simple player would do."""
        self._launch(game, "greedy", len(actions), tables, actions, whim)

    def imagine(self, game: Rules, tables: Tables, wanted: Wanted) -> None:
        """Imagine the wanted worlds, one per table."""
        self._launch(game, "imagine", len(wanted.sources), tables, wanted)

    def run(
        self, game: Rules, tables: Tables, actions: Integers, operation: Operation, moves: int
    ) -> int:
        """Do an operation of `stepping` at all tables; illegal actions are counted on the GPU."""
        size = len(actions)
        if operation == stepping.CHOOSE:
            self._launch(game, "choose", size, tables, actions)
        elif operation == stepping.PLAY:
            self._launch(game, "play", size, tables, moves)
        else:
            self._launch(game, "run", size, tables, actions, self.refused, operation)
        return 0

    def _launch(self, game: Rules, kernel: str, size: int, *arguments: Any) -> None:
        blocks = -(-size // self.THREADS)
        self._kernels(game.SLUG)[kernel][blocks, self.THREADS](*arguments)


def check_numbers(numbers: Any, size: int, what: str) -> None:
    """Refuse anything but a row of `size` whole numbers."""
    if numbers.shape != (size,) or numbers.dtype.kind not in "iu":
        raise Refused(
            Sentence.ngettext(
                "{what} for one table must be a single whole number.",
                "{what} must be {n} whole numbers, one for each table.",
                size,
                what=what,
            )
        )
