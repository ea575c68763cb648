"""What limits Batch on a GPU: random play with more and more of a step's work, timed.

    python benchmarks/cuda_limits.py [--tables=N] [GAME …]

Needs an NVIDIA GPU and numba-cuda. Every table has a thread and plays at random, in one
launch of many steps:

    rules   the rules alone: a random legal move, and the automatic steps after it;
    seen    the observation of the seat to act is written too, but nobody reads it: it stays
            in the thread's own memory;
    marks   its legal actions are marked there too, and the move is chosen from them;
    batch   all that Batch does, in the memory where a learner reads it.

The extra time of a row over the one before is the price of that work.
"""

from collections.abc import Callable
from functools import cache, partial
from typing import Any, cast

import numpy as np
from cuda_batch import SIZES, cuda, gpu, parser_for, rate

from katzentisch.envs import Batch, stepping
from katzentisch.games.core import flow
from katzentisch.games.core.bits import signed
from katzentisch.games.core.compiler import record_type
from katzentisch.games.core.jit import compiled
from katzentisch.games.core.observation import NOT_WRITTEN

PLAYERS = 4
THREADS = 128  # per block, as in Batch
WORD = record_type(np.dtype(np.int64))
PARTS = {"rules": (False, False), "seen": (True, False), "marks": (True, True)}


@cache
def kernel_for(rules: Any, words_a_row: int, tells: bool, marks: bool) -> Callable[..., None]:
    """A kernel of many steps at every table, with this part of the work compiled in."""
    begin_game, go_on = stepping.begin_game.inner(rules), stepping.go_on.inner(rules)
    random_move, random_action = flow.random_move.inner(rules), compiled(rules.random_action)
    copy_record, move_of = compiled(stepping.copy_record), compiled(rules.move_of)
    decide, is_over = compiled(rules.decide), compiled(rules.is_over)
    mark_again, encode_again = compiled(rules.mark_again), compiled(rules.encode_again)
    state_type, seen_type = record_type(rules.State.dtype), record_type(rules.Seen.dtype)

    def kernel(states: Any, places: Any, template: Any, figures: Any, steps: int) -> None:
        row = cuda.grid(1)
        if row < len(states):
            own = cuda.local.array(1, state_type)
            seen = cuda.local.array(1, seen_type)
            words = cuda.local.array((1, words_a_row), WORD)
            copy_record(own, 0, states, row)
            stamp = signed(NOT_WRITTEN)
            for _ in range(steps):
                if marks:
                    mark_again(own[0], words, 0, stamp)
                if tells:
                    stamp = encode_again(own[0], signed(own[0].to_act), seen[0], stamp)
                if marks:
                    move = move_of(own[0], random_action(own[0], words, 0, places[row].chance))
                else:
                    move = random_move(own[0], places[row])
                decide(own[0], move)
                go_on(own[0])
                if is_over(own[0]):
                    places[row].games += 1
                    begin_game(own, 0, places[row], template)
                    stamp = signed(NOT_WRITTEN)
            copy_record(states, row, own, 0)
            if tells:
                copy_record(figures, row, seen, 0)  # once, so that the compiler keeps the work

    return cast("Callable[..., None]", cuda.jit(kernel))


def launch(kernel: Any, batch: Batch, steps: int) -> None:
    """Let a kernel play this many steps at all tables of a batch."""
    blocks = -(-batch.size // THREADS)
    tables = batch._tables
    kernel[blocks, THREADS](tables.states, tables.places, tables.template, tables.rows.seen, steps)


def measure(slug: str, size: int, seconds: float) -> None:
    """Print the speed with more and more of a step's work."""
    batch = Batch(slug, size, "cuda", packed=True, players=PLAYERS)
    # First, because the other kernels do not update a batch's marks.
    whole = rate(batch.play_randomly, 32, size, seconds)
    words_a_row = batch._tables.rows.words.shape[1]
    kernels = {part: kernel_for(batch.game, words_a_row, *work) for part, work in PARTS.items()}
    speeds = {
        part: rate(partial(launch, kernel, batch), 32, size, seconds)
        for part, kernel in kernels.items()
    }
    speeds["batch"] = whole
    figures = ", ".join(f"{part} {speed / 1e6:,.0f}" for part, speed in speeds.items())
    print(
        f"{slug}, {PLAYERS} players, {size} tables: million steps a second: {figures}", flush=True
    )


def main() -> None:
    """Measure all games, or those named."""
    parser = parser_for(__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=SIZES, help="how many tables")
    asked = parser.parse_args()
    print(gpu().name)
    for slug in asked.games:
        for size in asked.tables:
            measure(slug, size, asked.seconds)


if __name__ == "__main__":
    main()
