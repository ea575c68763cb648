"""Do the games' networks, compiled for the CPU, agree with PyTorch on a GPU?

    python benchmarks/cuda_networks.py [--device=cuda] [--tables=N] [GAME …]

At many tables, after random moves, both score the legal actions and choose. Printed are the
largest difference in a probability, and how often the best move is a different one. On a
GPU, training computes with few digits (bfloat16); that is measured too.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[1] / "src"))

from katzentisch.bots import networks, weights
from katzentisch.envs import Batch
from katzentisch.games import game as find_game
from katzentisch.games import slugs
from katzentisch.learn.networks.factory import policy_of
from katzentisch.play.seeds import dice_for

torch.backends.cudnn.allow_tf32 = False  # otherwise convolutions drop digits by default

TABLES = 2000
MOVES = (0, 3, 8, 15, 30)


def compiled_chances(batch: Batch, learned: weights.Learned) -> NDArray[np.float64]:
    """The compiled network's probability of each action at each table."""
    game, dice = batch.game, dice_for(1, "networks")
    evaluator = networks.evaluator_for(game, learned.network, batch.actions)
    choose, states = networks.choose.compiled(game), game.State.table(1)
    found = np.zeros((batch.size, batch.actions))
    for n, record in enumerate(batch.records()):
        states[0] = record
        choose(states, evaluator, 0.0, dice)
        legal = np.flatnonzero(batch.masks[n])
        scores = evaluator.desk.scores[legal]
        scores = np.exp(scores.astype(float) - scores.max())
        found[n, legal] = scores / scores.sum()
    return found


def pytorch_chances(batch: Batch, policy: Any, device: str, few: bool) -> NDArray[np.float64]:
    """The same from PyTorch, with few digits or all."""
    seen = torch.from_numpy(batch.observations).to(device)
    masks = torch.from_numpy(batch.masks).to(device)
    with torch.no_grad(), torch.autocast(device, torch.bfloat16, enabled=few):
        found: NDArray[np.float64] = policy(seen, masks)[0].double().exp().cpu().numpy()
    return found


def compare(slug: str, players: int, device: str, tables: int) -> str:
    """A row of the table: how far apart they are, and how often another move is best."""
    learned = weights.load(weights.own(find_game(slug)), slug)
    batch = Batch(slug, tables, seed=11, players=players)
    policy = policy_of(batch.game, learned.arrays, batch.actions).to(device)
    apart = {few: [0.0, 0] for few in (False, True)}
    for moves in MOVES:
        batch.play_randomly(moves)
        here = compiled_chances(batch, learned)
        for few, so_far in apart.items():
            there = pytorch_chances(batch, policy, device, few)
            so_far[0] = max(so_far[0], float(np.abs(here - there).max()))
            so_far[1] += int((here.argmax(axis=1) != there.argmax(axis=1)).sum())
    asked = tables * len(MOVES)
    cells = [
        f"{most:.1e} ({100 * other / asked:.2f}% other moves)" for most, other in apart.values()
    ]
    return f"| {batch.game.TITLE} | {players} | {asked:,} | {' | '.join(cells)} |"


def main() -> None:
    """Compare all games, or those named."""
    names = [one for one in sys.argv[1:] if not one.startswith("--")]
    asked = dict(one[2:].split("=") for one in sys.argv[1:] if one.startswith("--"))
    device, tables = asked.get("device", "cuda"), int(asked.get("tables", TABLES))
    if device == "cuda" and not torch.cuda.is_available():
        sys.exit("This needs an NVIDIA GPU that PyTorch can use, or --device=cpu.")
    torch.set_float32_matmul_precision("highest")
    print("| game | players | decisions | apart | with few digits |\n|---|--:|--:|--:|--:|")
    for slug in names or slugs():
        for players in find_game(slug).PLAYERS.values:
            print(compare(slug, int(players), device, tables), flush=True)


if __name__ == "__main__":
    main()
