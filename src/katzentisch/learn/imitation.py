"""A network that plays like a level, so that training can include it at thousands of tables.

A search is too slow to sit there itself. So some of its matches are recorded (`demonstrations`),
and from what the seat could know, a network learns to choose as the search did.
"""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from katzentisch.games.core.observation import WORD_BITS
from katzentisch.learn.demonstrations import Watched
from katzentisch.learn.rollouts import judge

HELD_BACK = 20  # one decision in this many, to measure how well it imitates
EPOCHS = 10
PART = 4096
RATE = 1e-3


def imitate(policy: Any, watched: Watched, device: str) -> float:
    """Train a network to choose like the watched level; return the share that it gets right."""
    actions = policy.choice.out_features
    order = np.random.default_rng(0).permutation(len(watched.actions))
    held = np.arange(len(order)) % HELD_BACK == 0
    learned = [torch.from_numpy(part[order[~held]]).to(device) for part in watched]
    asked = [torch.from_numpy(part[order[held]]).to(device) for part in watched]
    parts = max(1, len(learned[0]) // PART)
    rate = torch.optim.Adam(policy.parameters(), RATE)
    pace = torch.optim.lr_scheduler.CosineAnnealingLR(rate, EPOCHS * parts)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(learned[0]), device=device).tensor_split(parts):
            seen, words, chosen = (one[part] for one in learned)
            chances, _ = judge(policy, seen, unpacked(words, actions))
            loss = nn.functional.nll_loss(chances, chosen)
            rate.zero_grad(set_to_none=True)
            loss.backward()
            rate.step()
            pace.step()
    with torch.no_grad():
        chances, _ = judge(policy, asked[0], unpacked(asked[1], actions))
    return float((chances.argmax(dim=1) == asked[2]).float().mean())


def unpacked(words: Tensor, actions: int) -> Tensor:
    """Unpack bits into one byte per action; actions that a kind of table lacks are not legal."""
    bits = torch.arange(WORD_BITS, device=words.device)
    each = (words[:, :, None] >> bits & 1).flatten(1).to(torch.uint8)
    return each[:, :actions]
