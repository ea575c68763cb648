"""Learning from a lesson: actions that went better than expected become more likely (PPO).

On a GPU a gradient step is recorded once and then replayed: its hundred kernels take less time
than Python needs to launch them.
"""

from collections.abc import Iterator

import torch
from torch import Tensor, nn

from katzentisch.learn.config import Plan
from katzentisch.learn.networks.critic import Critic
from katzentisch.learn.networks.policy import Policy
from katzentisch.learn.rollouts import Played, judge, look_back

LEAST_RATE = 0.02  # at the end, as a share of the initial one
LONGEST_STEP = 0.5  # the gradient's norm is clipped to it
REHEARSALS = 3  # before a step is recorded
Decisions = dict[str, Tensor]


class Learner:
    """Makes actions that went better than expected more likely."""

    def __init__(self, policy: Policy, critic: Critic | None, plan: Plan, device: str) -> None:
        self.policy, self.critic, self.plan = policy, critic, plan
        self.learned = [*policy.parameters(), *(critic.parameters() if critic else ())]
        on_gpu = device == "cuda"
        rate = torch.tensor(plan.rate, device=device) if on_gpu else plan.rate
        self.rate = torch.optim.Adam(self.learned, rate, eps=1e-5, fused=True, capturable=on_gpu)
        self.curiosity = torch.tensor(plan.curiosity, device=device)
        self._recorded: Recorded | None = None

    def learn(self, played: Played, share: float) -> dict[str, float]:
        """Learn from one lesson, at this point of the run (0 to 1), and return its figures."""
        self._set_pace(share)
        advantages, known = look_back(played, self.plan.memory)
        returns = (advantages + played.expected).flatten()
        usable = torch.nonzero((known & played.own).flatten()).squeeze(1)
        decisions = {
            name: getattr(played, name).flatten(0, 1)
            for name in ("seen", "masks", "actions", "chances", "secrets")
        }
        decisions["returns"] = returns
        decisions["better"] = advantages.flatten() / (advantages.flatten()[usable].std() + 1e-6)
        sums, parts = torch.zeros(4, device=returns.device), 0
        for part in self._parts(usable):
            sums += self._step_on(decisions, part)
            parts += 1
        loss, entropy, error, moved = (sums / max(parts, 1)).tolist()
        spread = float(returns[usable].std())
        return {
            "loss": loss,
            "entropy": entropy,
            "error": error,
            "moved": moved,
            "spread": spread,
        }

    def _set_pace(self, share: float) -> None:
        plan, rate = self.plan, self.plan.rate * max(LEAST_RATE, 1 - share)
        for group in self.rate.param_groups:
            if isinstance(group["lr"], Tensor):
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        self.curiosity.fill_(plan.curiosity * (1 - share) + plan.last_curiosity * share)

    def _parts(self, usable: Tensor) -> Iterator[Tensor]:
        """The decisions in random parts, each drawn from the whole lesson."""
        for _ in range(self.plan.epochs):
            order = usable[torch.randperm(len(usable), device=usable.device)]
            for part in order.split(self.plan.part):
                # A recorded step has a fixed size, so what is left of a lesson is dropped.
                if not part.is_cuda or len(part) == self.plan.part:
                    yield part

    def _step_on(self, decisions: Decisions, part: Tensor) -> Tensor:
        if not part.is_cuda:
            return self.step({name: whole[part] for name, whole in decisions.items()})
        if self._recorded is None:
            self._recorded = Recorded(self, decisions, part)
        return self._recorded.replay(decisions, part)

    def step(self, some: Decisions) -> Tensor:
        """Learn from some decisions; return loss, entropy, error and how far the policy moved."""
        clip, better, returns = self.plan.clip, some["better"], some["returns"]
        chances, expected = judge(self.policy, some["seen"], some["masks"])
        chosen = chances.gather(1, some["actions"][:, None]).squeeze(1)
        ratio = (chosen - some["chances"]).exp()
        gain = torch.min(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better).mean()
        error = (returns - expected).square().mean()
        judged = error
        if self.critic is not None:
            judged = (returns - judge(self.critic, some["seen"], some["secrets"])).square().mean()
            error = error + judged
        entropy = -(chances.exp() * chances).sum(dim=1).mean()
        loss = 0.5 * error - gain - self.curiosity * entropy
        self.rate.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.learned, LONGEST_STEP)
        self.rate.step()
        moved = (ratio - 1).abs().mean()
        return torch.stack([loss, entropy, judged, moved]).detach()


class Recorded:
    """A gradient step that the GPU replays, on decisions copied to where the recorded ones were."""

    def __init__(self, learner: Learner, decisions: Decisions, part: Tensor) -> None:
        self._place = {name: whole[part] for name, whole in decisions.items()}
        beside = torch.cuda.Stream()
        beside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(beside):
            for _ in range(REHEARSALS):
                learner.step(self._place)
        torch.cuda.current_stream().wait_stream(beside)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph):
            self._latest = learner.step(self._place)

    def replay(self, decisions: Decisions, part: Tensor) -> Tensor:
        """Learn from these decisions; return the same figures as `Learner.step`."""
        for name, place in self._place.items():
            torch.index_select(decisions[name], 0, part, out=place)
        self._graph.replay()
        return self._latest
