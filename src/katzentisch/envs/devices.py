"""Where a batch runs: on the CPU's cores, or on a GPU. Both do the same, bit for bit."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs import stepping
from katzentisch.games.core.contract import Rules
from katzentisch.games.core.errors import Refused, Sentence

FEW = 2000  # moves for which a second thread is not worth its while


class OnCpu:
    """The tables are shared out among threads; compiled code lets them run at once."""

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """A new array."""
        return np.zeros(shape, kind)

    def no_marks(self, size: int, words: int) -> Any:
        """So many words for each table, those of a table beside each other."""
        return np.zeros((size, words), np.int64)

    def taken(self, array: NDArray[Any]) -> Any:
        """An array where the tables are."""
        return array

    def told(self, array: Any) -> NDArray[Any]:
        """A copy for Python to read."""
        return np.array(array)

    def write(self, array: Any, numbers: NDArray[Any]) -> None:
        """Write into an array."""
        array[...] = numbers

    def as_matrix(self, array: Any, size: int, kind: Any) -> Any:
        """The same bytes as rows of small numbers."""
        return array.view(kind).reshape(size, -1)

    def given(self, numbers: Any, size: int, what: str = "Actions") -> NDArray[Any]:
        """Actions, or what else is whole numbers, as compiled code takes them."""
        asked = np.ascontiguousarray(numbers)
        check_given(asked, size, what)
        return asked.astype(np.int64, copy=False)

    def count_refused(self) -> int:
        """Nothing: who steps hears of it at once."""
        return 0

    def show(self, game: Rules, states: Any, to_act: Any, seen: Any, steps: int) -> None:
        """Write what the seat may know that sits so many places after the one to act."""
        stepping.show_slice.of(game)(states, to_act, steps, seen, 0, len(states))

    def greedy(self, game: Rules, tables: tuple[Any, ...], actions: Any, whim: int) -> None:
        """Write what the game's simple player would do."""
        states, places, words = tables
        play = stepping.greedy_slice.of(game)
        play(states, places, words, whim, actions, 0, len(actions))

    def imagine(self, game: Rules, wanted: tuple[Any, Any], arrays: tuple[Any, ...]) -> None:
        """Imagine a world at each table for which one is wanted."""
        states, places, records, rows, ends, habits = arrays
        work: Any = stepping.imagine_slice.of(game)
        given, count = (states, places, records, *wanted, rows, ends, habits), len(wanted[0])
        self._shared_out(work, given, count, count)

    def run(self, game: Rules, arrays: tuple[Any, ...], steps: int) -> int:
        """Do the same at all tables; how many actions were not legal."""
        work: Any = stepping.run_slice.of(game)
        size = len(arrays[0])
        return sum(self._shared_out(work, (*arrays, steps), size, size * max(steps, 1)))

    def _shared_out(self, work: Any, given: tuple[Any, ...], size: int, moves: int) -> list[Any]:
        """What each thread says of its slice of the tables."""
        if self._pool is None or moves < FEW:
            return [work(*given, 0, size)]
        cuts = [size * n // self.threads for n in range(self.threads + 1)]
        others = [
            self._pool.submit(work, *(*given, first, last)) for first, last in pairwise(cuts[1:])
        ]
        own = work(*given, cuts[0], cuts[1])
        return [own, *(one.result() for one in others)]


class OnCuda:
    """A thread of the GPU for each table. Nothing waits until somebody reads."""

    THREADS = 128  # in a block

    def __init__(self) -> None:
        from katzentisch.envs import kernels  # which needs numba-cuda

        self._cuda, self._kernels = kernels.cuda, kernels.kernels
        if not self._cuda.is_available():
            raise Refused("There is no GPU that numba-cuda can use here.")
        self.refused = self._cuda.to_device(np.zeros(1, np.int64))

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """A new array."""
        return self._cuda.to_device(np.zeros(shape, kind))

    def no_marks(self, size: int, words: int) -> Any:
        """So many words for each table, the same of all tables beside each other.

        Threads write the same word at the same time, and what they write is one piece of memory.
        """
        return self._cuda.to_device(np.zeros((size, words), np.int64, order="F"))

    def taken(self, array: NDArray[Any]) -> Any:
        """An array where the tables are."""
        return self._cuda.to_device(array)

    def told(self, array: Any) -> NDArray[Any]:
        """A copy for Python to read."""
        found: NDArray[Any] = array.copy_to_host()
        return found

    def write(self, array: Any, numbers: NDArray[Any]) -> None:
        """Write into an array."""
        array.copy_to_device(numbers)

    def as_matrix(self, array: Any, size: int, kind: Any) -> Any:
        """The same bytes as rows of small numbers."""
        return array.view(kind).reshape(size, -1 if size == 0 else array.nbytes // size)

    def given(self, numbers: Any, size: int, what: str = "Actions") -> Any:
        """The same as a kernel takes it; what lies on the GPU already stays there."""
        if hasattr(numbers, "__cuda_array_interface__"):
            asked = self._cuda.as_cuda_array(numbers)
        else:
            asked = self._cuda.to_device(np.ascontiguousarray(numbers))
        check_given(asked, size, what)
        return asked

    def count_refused(self) -> int:
        """How many actions were not legal so far."""
        return int(self.refused.copy_to_host()[0])

    def show(self, game: Rules, states: Any, to_act: Any, seen: Any, steps: int) -> None:
        """Write what the seat may know that sits so many places after the one to act."""
        self._launch(self._kernels(game.SLUG)["show"], states, to_act, seen, steps)

    def greedy(self, game: Rules, tables: tuple[Any, ...], actions: Any, whim: int) -> None:
        """Write what the game's simple player would do."""
        self._launch(self._kernels(game.SLUG)["greedy"], *tables, actions, whim)

    def imagine(self, game: Rules, wanted: tuple[Any, Any], arrays: tuple[Any, ...]) -> None:
        """Imagine a world at each table for which one is wanted."""
        states, places, records, rows, ends, habits = arrays
        tables = (states, places, records, *rows, *ends, habits)
        self._launch(self._kernels(game.SLUG)["imagine"], *wanted, *tables)

    def run(self, game: Rules, arrays: tuple[Any, ...], steps: int) -> int:
        """Do the same at all tables; what is not legal is counted, and nobody waits for it."""
        states, places, template, rows, ends, habits, actions = arrays
        kernels = self._kernels(game.SLUG)
        if steps == stepping.CHOOSE:
            self._launch(kernels["choose"], states, places, rows[1], actions)
        elif steps <= 0:
            played = (states, places, template, *rows, *ends, habits, actions, self.refused)
            self._launch(kernels["run"], *played, steps)
        else:
            played = (states, places, template, *rows, *ends, habits, steps)
            self._launch(kernels["roll"], *played)
        return 0

    def _launch(self, kernel: Any, *arrays: Any) -> None:
        blocks = -(-len(arrays[0]) // self.THREADS)
        kernel[blocks, self.THREADS](*arrays)


def check_given(numbers: Any, size: int, what: str) -> None:
    """Refuse what is not a row of so many whole numbers."""
    if numbers.shape != (size,) or numbers.dtype.kind not in "iu":
        raise Refused(
            Sentence.ngettext(
                "{what} for one table are a single whole number.",
                "{what} are {n} whole numbers, one for each table.",
                size,
                what=what,
            )
        )
