"""The training example, on a small scale."""

import importlib.util
from pathlib import Path

import torch

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_policy.py"


def test_a_policy_learns_to_beat_random_players():
    spec = importlib.util.spec_from_file_location("train_policy", EXAMPLE)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    torch.set_num_threads(1)  # tests run in parallel
    options = {"players": 3}
    policy = example.train("cat-in-the-box", lessons=6, tables=128, **options)
    got = example.match_against_random("cat-in-the-box", policy, 1000, **options)
    assert got.mean() > 5 * got.std() / len(got) ** 0.5
