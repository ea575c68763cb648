"""Batch on a GPU: checked against the CPU bit for bit, and timed.

    python benchmarks/cuda_batch.py [--check] [--measure] [--tables=N] [GAME …]

Needs an NVIDIA GPU and numba-cuda; PyTorch is used if it is installed. For each game,
number of players and variant, the same tables are stepped on both, and every record,
observation, mask, reward and seat to act is compared. Then random play is timed with
observations and masks written at every step: in one launch of many steps
(`play_randomly`), and with one launch for each choice and each step (`step`).
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from katzentisch.envs import WAIT, Batch, Worlds
from katzentisch.games import game, slugs
from katzentisch.games.core.compiler import cuda_module

TABLES = 1000  # to compare; not a whole number of blocks
STEPS, ROLLED = 40, 300
SIZES = (1 << 14, 1 << 16, 1 << 18)
SECONDS = 1.0

cuda = cuda_module()


def gpu() -> Any:
    """The GPU; without one, the program ends here."""
    if not cuda.is_available():
        sys.exit("This needs an NVIDIA GPU, and numba-cuda.")
    return cuda.current_context().device


def parser_for(about: str) -> argparse.ArgumentParser:
    """Parses what all measurements on a GPU can be asked."""
    parser = argparse.ArgumentParser(description=about.splitlines()[0])
    parser.add_argument("games", nargs="*", default=slugs(), help="default: all games")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="how long to measure each figure"
    )
    return parser


def variants(rules: Any) -> Iterator[dict[str, Any]]:
    """Every number of players, with every value of each option that is a short list."""
    for players in rules.PLAYERS.values:
        short = {
            name: choice.values
            for name, choice in rules.choices(players).items()
            if isinstance(choice.values, tuple)
        }
        asked = [{name: value} for name, values in short.items() for value in values]
        yield from ({"players": players, **one} for one in asked or [{}])


def arrays_of(batch: Batch) -> dict[str, np.ndarray]:
    """All arrays of a batch, copied to where NumPy can read them; records field by field."""
    there = batch.device == "cuda"
    found = {
        name: getattr(batch, name).copy_to_host() if there else np.array(getattr(batch, name))
        for name in ("observations", "masks", "rewards", "done", "to_act")
    }
    records = batch.records()
    return found | {f"record.{name}": records[name] for name in records.dtype.names}


def differing(one: Batch, other: Batch) -> list[str]:
    """The names of all arrays in which two batches differ."""
    here, there = arrays_of(one), arrays_of(other)
    return [name for name in here if here[name].tobytes() != there[name].tobytes()]


def check(
    slug: str, options: dict[str, Any], asked: argparse.Namespace, packed: bool, **how: str
) -> None:
    """Step the same tables on both, then roll both; exit at the first difference."""
    tables = asked.tables or TABLES
    cpu, gpu = (
        Batch(slug, tables, device, seed=7, packed=packed, **how, **options)
        for device in ("cpu", "cuda")
    )
    for step in range(asked.steps):
        here, there = cpu.random_actions(), gpu.random_actions()
        if (there.copy_to_host() != here).any():
            sys.exit(f"{slug} {options}: other random actions at step {step}")
        cpu.step(here)
        gpu.step(there)
        if wrong := differing(cpu, gpu):
            sys.exit(f"{slug} {options}: after step {step}, {', '.join(wrong)} differ")
    for batch in (cpu, gpu):
        batch.play_randomly(asked.rolled)
    if wrong := differing(cpu, gpu):
        sys.exit(f"{slug} {options}: after rolling, {', '.join(wrong)} differ")
    games = int(sum(int(cpu.seed_of(table)[16:], 16) for table in range(tables)))
    print(
        f"{slug} {options} {how or ''}: {tables} tables, {asked.steps + asked.rolled} steps,",
        end=" ",
    )
    print(f"{games} games ended, no bit differs", flush=True)


def check_worlds(slug: str, count: int, steps: int) -> None:
    """Imagine the same worlds on both, and try moves there; some of them wait."""
    batch = Batch(slug, count, seed=3)
    batch.play_randomly(20)
    here, there = (Worlds(slug, 2 * count, device) for device in ("cpu", "cuda"))
    tables, seeds = np.arange(2 * count) % count, np.arange(2 * count)
    for worlds in (here, there):
        worlds.look_at(batch)
        worlds.imagine(tables, seeds)
    for step in range(steps):
        if wrong := differing(here, there):
            sys.exit(f"{slug}: after step {step} in worlds, {', '.join(wrong)} differ")
        actions = here.random_actions().copy()
        there.random_actions()  # so that its dice advance too
        actions[step::7] = WAIT
        here.step(actions)
        there.step(actions)
    print(f"{slug}: {2 * count} worlds, {steps} steps, no bit differs", flush=True)


def check_torch(slug: str) -> None:
    """Check that PyTorch shares the memory, and that its tensors can be passed as actions."""
    try:
        import torch
    except ImportError:
        return
    if not torch.cuda.is_available():
        print("PyTorch finds no GPU here, so its access to the tables is not checked.")
        return
    batch = Batch(slug, 256, "cuda")
    seen = torch.as_tensor(batch.observations, device="cuda")
    masks = torch.as_tensor(batch.masks, device="cuda")
    address = batch.observations.__cuda_array_interface__["data"][0]
    assert seen.data_ptr() == address, "PyTorch made a copy"
    before = seen.clone()
    actions = masks.to(torch.float32).argmax(dim=1)
    batch.step(actions)
    cuda.synchronize()
    assert not bool((seen == before).all()), "PyTorch does not see the step"
    packed = Batch(slug, 256, "cuda", packed=True)
    words = torch.as_tensor(packed.masks, device="cuda")
    address = packed.masks.__cuda_array_interface__["data"][0]
    assert words.data_ptr() == address, "PyTorch made a copy of packed masks"
    assert (words.cpu().numpy() == packed.masks.copy_to_host()).all(), "PyTorch reads others"
    print(f"{slug}: PyTorch reads and steps the tables without a copy", flush=True)


def rate(run: Callable[[int], None], steps: int, size: int, seconds: float) -> float:
    """Steps per second, the best of a few runs after a first one that compiles."""
    run(1)
    cuda.synchronize()
    best, spent = 0.0, 0.0
    while spent < seconds:
        began = time.perf_counter()
        run(steps)
        cuda.synchronize()
        took = time.perf_counter() - began
        best, spent = max(best, steps * size / took), spent + took
        steps = max(1, min(steps * 2, 2000))
    return best


def measure(slug: str, players: int, size: int, seconds: float, packed: bool) -> None:
    """Time random play with observations and masks written at every step."""
    batch = Batch(slug, size, "cuda", packed=packed, players=players)

    def step(times: int) -> None:
        for _ in range(times):
            batch.step(batch.random_actions())

    rolled = rate(batch.play_randomly, 32, size, seconds)
    stepped = rate(step, 8, size, seconds)
    row = (batch.observations.nbytes + batch.masks.nbytes) // size
    print(
        f"{slug}, {players} players, {size} tables, {'bits' if packed else 'bytes'}"
        f" ({row} bytes a step): {rolled / 1e6:,.0f} million steps a second rolled,"
        f" {stepped / 1e6:,.0f} stepped",
        flush=True,
    )


def main() -> None:
    """Check and measure, or only one of these."""
    parser = parser_for(__doc__)
    parser.add_argument("--check", action="store_true", help="only compare GPU and CPU")
    parser.add_argument("--measure", action="store_true", help="only measure")
    parser.add_argument("--tables", type=int, help="how many tables to compare and to measure")
    parser.add_argument("--steps", type=int, default=STEPS, help="how many steps to compare")
    parser.add_argument("--rolled", type=int, default=ROLLED, help="how many to roll after these")
    asked = parser.parse_args()
    print(gpu().name)
    for slug in asked.games if asked.check or not asked.measure else ():
        check_all(slug, asked)
    for slug in asked.games if asked.measure or not asked.check else ():
        measure_all(slug, asked)


def check_all(slug: str, asked: argparse.Namespace) -> None:
    """Compare all variants of a game, worlds, and what PyTorch reads."""
    for number, options in enumerate(variants(game(slug))):
        check(slug, options, asked, packed=number % 2 == 0)
    check(slug, {}, asked, packed=False, episode="round", rewards="points")
    check_worlds(slug, asked.tables or TABLES, asked.steps)
    check_torch(slug)


def measure_all(slug: str, asked: argparse.Namespace) -> None:
    """Measure a game with every number of players."""
    sizes = [asked.tables] if asked.tables else SIZES
    for players in game(slug).PLAYERS.values:
        for size in sizes:
            measure(slug, players, size, asked.seconds, packed=True)
    measure(slug, int(game(slug).PLAYERS.default), sizes[0], asked.seconds, packed=False)


if __name__ == "__main__":
    main()
