"""Batch on a GPU: checked against the CPU bit for bit, and timed.

    python benchmarks/cuda_batch.py [--check] [--measure] [GAME …]

Needs an NVIDIA GPU and numba-cuda; PyTorch is used if it is installed. For each game,
number of players and variant, the same tables are stepped on both, and every record,
observation, mask, reward and seat to act is compared. Then random play is timed with
observations and masks written at every step: in one launch of many steps
(`play_randomly`), and with one launch for each choice and each step (`step`).
"""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from katzentisch.envs import WAIT, Batch, Worlds
from katzentisch.games import game, slugs
from katzentisch.games.core.jit import cuda_module

TABLES = 1000  # to compare; not a whole number of blocks
STEPS = 40
ROLLED = 300
SIZES = (1 << 14, 1 << 16, 1 << 18)
SECONDS = 1.0

cuda = cuda_module()


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


def check(slug: str, options: dict[str, Any], packed: bool, **how: str) -> None:
    """Step the same tables on both, then roll both; exit at the first difference."""
    cpu, gpu = (
        Batch(slug, TABLES, device, seed=7, packed=packed, **how, **options)
        for device in ("cpu", "cuda")
    )
    for step in range(STEPS):
        here, there = cpu.random_actions(), gpu.random_actions()
        if (there.copy_to_host() != here).any():
            sys.exit(f"{slug} {options}: other random actions at step {step}")
        cpu.step(here)
        gpu.step(there)
        if wrong := differing(cpu, gpu):
            sys.exit(f"{slug} {options}: after step {step}, {', '.join(wrong)} differ")
    for batch in (cpu, gpu):
        batch.play_randomly(ROLLED)
    if wrong := differing(cpu, gpu):
        sys.exit(f"{slug} {options}: after rolling, {', '.join(wrong)} differ")
    games = int(sum(int(cpu.seed_of(table)[16:], 16) for table in range(TABLES)))
    print(f"{slug} {options} {how or ''}: {TABLES} tables, {STEPS + ROLLED} steps,", end=" ")
    print(f"{games} games ended, no bit differs", flush=True)


def check_worlds(slug: str) -> None:
    """Imagine the same worlds on both, and try moves there; some of them wait."""
    batch = Batch(slug, TABLES, seed=3)
    batch.play_randomly(20)
    here, there = (Worlds(slug, 2 * TABLES, device) for device in ("cpu", "cuda"))
    tables, seeds = np.arange(2 * TABLES) % TABLES, np.arange(2 * TABLES)
    for worlds in (here, there):
        worlds.look_at(batch)
        worlds.imagine(tables, seeds)
    for step in range(STEPS):
        if wrong := differing(here, there):
            sys.exit(f"{slug}: after step {step} in worlds, {', '.join(wrong)} differ")
        actions = here.random_actions().copy()
        there.random_actions()  # so that its dice advance too
        actions[step::7] = WAIT
        here.step(actions)
        there.step(actions)
    print(f"{slug}: {2 * TABLES} worlds, {STEPS} steps, no bit differs", flush=True)


def check_torch(slug: str) -> None:
    """Check that PyTorch shares the memory, and that its tensors can be passed as actions."""
    try:
        import torch
    except ImportError:
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


def rate(run: Callable[[int], None], steps: int, size: int) -> float:
    """Steps per second, the best of a few runs after a first one that compiles."""
    run(1)
    cuda.synchronize()
    best, spent = 0.0, 0.0
    while spent < SECONDS:
        began = time.perf_counter()
        run(steps)
        cuda.synchronize()
        seconds = time.perf_counter() - began
        best, spent = max(best, steps * size / seconds), spent + seconds
        steps = max(1, min(steps * 2, 2000))
    return best


def measure(slug: str, players: int, size: int, packed: bool) -> None:
    """Time random play with observations and masks written at every step."""
    batch = Batch(slug, size, "cuda", packed=packed, players=players)

    def step(times: int) -> None:
        for _ in range(times):
            batch.step(batch.random_actions())

    rolled, stepped = rate(batch.play_randomly, 32, size), rate(step, 8, size)
    row = (batch.observations.nbytes + batch.masks.nbytes) // size
    print(
        f"{slug}, {players} players, {size} tables, {'bits' if packed else 'bytes'}"
        f" ({row} bytes a step): {rolled / 1e6:,.0f} million steps a second rolled,"
        f" {stepped / 1e6:,.0f} stepped",
        flush=True,
    )


def main() -> None:
    asked = [name for name in sys.argv[1:] if not name.startswith("--")] or slugs()
    both = not {"--check", "--measure"} & set(sys.argv)
    print(cuda.get_current_device().name)
    if both or "--check" in sys.argv:
        for slug in asked:
            for number, options in enumerate(variants(game(slug))):
                check(slug, options, packed=number % 2 == 0)
            check(slug, {}, packed=False, episode="round", rewards="points")
            check_worlds(slug)
            check_torch(slug)
    if both or "--measure" in sys.argv:
        for slug in asked:
            for players in game(slug).PLAYERS.values:
                for size in SIZES:
                    measure(slug, players, size, packed=True)
            measure(slug, int(game(slug).PLAYERS.default), SIZES[0], packed=False)


if __name__ == "__main__":
    main()
