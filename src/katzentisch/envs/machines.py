"""Where a batch runs: on the CPU's cores, or on a GPU. Both do the same, bit for bit."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from katzentisch.envs import stepping
from katzentisch.games.ground.compiling import Generic
from katzentisch.games.ground.contract import Rules
from katzentisch.games.ground.refusal import Refused

FEW = 64  # tables for which a second thread is not worth its while


class OnCpu:
    """The tables are shared out among threads; compiled code lets them run at once."""

    def __init__(self, threads: int) -> None:
        self.threads = max(1, threads)
        self._pool = ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def zeros(self, shape: int | tuple[int, ...], kind: Any) -> Any:
        """A new array."""
        return np.zeros(shape, kind)

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

    def given(self, actions: Any, size: int) -> NDArray[Any]:
        """Actions as compiled code takes them."""
        asked = np.ascontiguousarray(actions)
        if asked.shape != (size,) or asked.dtype.kind not in "iu":
            raise Refused("Actions are {size} whole numbers, one for each table.", size=size)
        return asked if asked.dtype in (np.int32, np.int64) else asked.astype(np.int64)

    def reset(self, game: Rules, *arrays: Any) -> None:
        """Begin at all tables."""
        self._share(stepping.reset_slice, game, arrays, len(arrays[0]))

    def step(self, game: Rules, *arrays: Any) -> int:
        """Make a move at each table; how many were not legal."""
        return self._share(stepping.step_slice, game, arrays, len(arrays[0]))

    def roll(self, game: Rules, *arrays: Any) -> None:
        """Make random moves."""
        self._share(stepping.roll_slice, game, arrays, len(arrays[0]))

    def choose(self, game: Rules, *arrays: Any) -> None:
        """Choose random actions."""
        self._share(stepping.choose_slice, game, arrays, len(arrays[0]))

    def _share(self, function: Generic[..., int], game: Rules, arrays: Any, size: int) -> int:
        work = function.of(game)
        if self._pool is None or size < FEW:
            return int(work(*arrays, 0, size))
        cuts = [size * n // self.threads for n in range(self.threads + 1)]
        others = [
            self._pool.submit(work, *arrays, first, last) for first, last in pairwise(cuts[1:])
        ]
        return int(work(*arrays, cuts[0], cuts[1])) + sum(int(one.result()) for one in others)


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

    def given(self, actions: Any, size: int) -> Any:
        """Actions as a kernel takes them; what lies on the GPU already stays there."""
        if hasattr(actions, "__cuda_array_interface__"):
            asked = self._cuda.as_cuda_array(actions)
        else:
            asked = self._cuda.to_device(np.ascontiguousarray(actions))
        if asked.shape != (size,) or asked.dtype.kind not in "iu":
            raise Refused("Actions are {size} whole numbers, one for each table.", size=size)
        return asked

    def reset(
        self, game: Rules, states: Any, places: Any, template: Any, rows: Any, habits: Any
    ) -> None:
        """Begin at all tables."""
        self._launch(self._kernels(game.SLUG)["reset"], states, places, template, *rows, habits)

    def step(
        self,
        game: Rules,
        states: Any,
        places: Any,
        template: Any,
        rows: Any,
        ends: Any,
        habits: Any,
        actions: Any,
    ) -> int:
        """Make a move at each table; what is not legal is counted, and nobody waits for it."""
        kernel = self._kernels(game.SLUG)["step"]
        self._launch(kernel, states, places, template, *rows, *ends, habits, actions, self.refused)
        return 0

    def roll(
        self,
        game: Rules,
        states: Any,
        places: Any,
        template: Any,
        rows: Any,
        ends: Any,
        habits: Any,
        steps: int,
    ) -> None:
        """Make random moves."""
        kernel = self._kernels(game.SLUG)["roll"]
        self._launch(kernel, states, places, template, *rows, *ends, habits, steps)

    def choose(self, game: Rules, places: Any, words: Any, actions: Any) -> None:
        """Choose random actions."""
        self._launch(self._kernels(game.SLUG)["choose"], places, words, actions)

    def _launch(self, kernel: Any, *arrays: Any) -> None:
        blocks = -(-len(arrays[0]) // self.THREADS)
        kernel[blocks, self.THREADS](*arrays)
