"""Random play on a GPU: the same rules in a kernel, checked against the CPU, and timed.

    python benchmarks/cuda_random_play.py [--checked=N] [GAME …]

Needs an NVIDIA GPU and numba-cuda. For each game it plays the same numbered games
on the CPU and on the GPU, compares every final score, then reports random moves per
second for the best of several launch shapes.
"""

import sys
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from cuda_batch import gpu, parser_for, variants
from numba import cuda  # as for any kernel that calls the rules

from katzentisch.games import game
from katzentisch.games.core import flow
from katzentisch.games.core.compiler import record_type
from katzentisch.games.core.jit import compiled
from katzentisch.games.core.rng import Dice

CHECKED = 20_000
BLOCKS, THREADS = 64, 128  # to check
SECONDS = 0.5  # for each launch shape
SHAPES = [
    (threads, per_sm) for threads in (64, 128, 256) for per_sm in (512, 768, 1024, 1536, 2048)
]


def kernel_for(rules: Any) -> Callable[..., None]:
    """A kernel in which each thread plays its share of the games, in its own memory."""
    state_type, dice_type = record_type(rules.State.dtype), record_type(Dice.dtype)
    play_numbered, score = flow.play_numbered.inner(rules), compiled(rules.score)

    def kernel(template: Any, first: int, games: int, scores: Any, moves: Any) -> None:
        thread, threads = cuda.grid(1), cuda.gridsize(1)
        states = cuda.local.array(1, state_type)
        dice = cuda.local.array(1, dice_type)
        made = 0
        for number in range(thread, games, threads):
            made += play_numbered(states, dice, template, first + number)
            if number < len(scores):
                for seat in range(scores.shape[1]):
                    scores[number, seat] = score(states[0], seat)
        moves[thread] = made

    return cuda.jit(kernel)


def on_cpu(rules: Any, template: Any, first: int, games: int, players: int) -> np.ndarray:
    """The final scores of the same games on the CPU."""
    states, dice = template.copy(), Dice.table(1)
    play_numbered = flow.play_numbered.compiled(rules)
    scores = np.zeros((games, players), np.int32)
    for number in range(games):
        play_numbered(states, dice, template, first + number)
        scores[number] = [rules.score(states[0], seat) for seat in range(players)]
    return scores


def laid_out(rules: Any, options: dict[str, Any]) -> tuple[Any, int]:
    read = rules.read_options(options)
    template = rules.State.table(1)
    template[0] = rules.lay_out(read)
    return template, read.players


def check(rules: Any, kernel: Any, options: dict[str, Any], games: int) -> None:
    """Play the same games on both and compare every score."""
    template, players = laid_out(rules, options)
    blocks = min(BLOCKS, -(-games // THREADS))
    scores = cuda.to_device(np.zeros((games, players), np.int32))
    moves = cuda.to_device(np.zeros(blocks * THREADS, np.int64))
    kernel[blocks, THREADS](cuda.to_device(template), 0, games, scores, moves)
    there, here = scores.copy_to_host(), on_cpu(rules, template, 0, games, players)
    differing = int((there != here).any(axis=1).sum())
    print(f"{rules.SLUG} {options}: {games} games, {differing} with other scores than on the CPU")
    if differing:
        sys.exit(1)


def measure(kernel: Any, template: Any, threads: int, blocks: int, games: int) -> float:
    """Moves per second of one launch; an earlier launch has compiled the kernel."""
    scores = cuda.to_device(np.zeros((0, 1), np.int32))
    moves = cuda.to_device(np.zeros(threads * blocks, np.int64))
    device_template = cuda.to_device(template)
    cuda.synchronize()
    began = time.perf_counter()
    kernel[blocks, threads](device_template, 1_000_000, games, scores, moves)
    cuda.synchronize()
    return float(moves.copy_to_host().sum()) / (time.perf_counter() - began)


def best_shape(
    kernel: Any, template: Any, shapes: list[tuple[int, int]], seconds: float
) -> tuple[float, int, int]:
    """The best of several launch shapes, with its moves per second."""
    sms = gpu().MULTIPROCESSOR_COUNT
    found = []
    for threads, per_sm in shapes:
        blocks = sms * per_sm // threads
        slow = measure(kernel, template, threads, blocks, threads * blocks * 4)
        moves_a_game = 100
        games = int(slow * seconds / moves_a_game)
        found.append((measure(kernel, template, threads, blocks, games), threads, per_sm))
    return max(found)


def shape(text: str) -> tuple[int, int]:
    """A launch shape from the command line."""
    threads, per_sm = text.split("x")
    return int(threads), int(per_sm)


def main() -> None:
    """Check and measure all games, or those named."""
    parser = parser_for(__doc__)
    parser.add_argument("--checked", type=int, default=CHECKED, help="how many games to compare")
    parser.add_argument(
        "--shapes",
        type=shape,
        nargs="+",
        default=SHAPES,
        metavar="64x512",
        help="threads a block, and threads a multiprocessor",
    )
    parser.set_defaults(seconds=SECONDS)
    asked = parser.parse_args()
    print(gpu().name, "numba", numba.__version__)
    for slug in asked.games:
        rules = game(slug)
        kernel = kernel_for(rules)
        for options in variants(rules):
            check(rules, kernel, options, asked.checked)
        for players in rules.PLAYERS.values:
            template = laid_out(rules, {"players": players})[0]
            rate, threads, per_sm = best_shape(kernel, template, asked.shapes, asked.seconds)
            print(
                f"{slug}, {players} players: {rate / 1e9:.2f} billion random moves a second"
                f" ({threads} threads a block, {per_sm} threads a multiprocessor)"
            )


if __name__ == "__main__":
    main()
