"""How certain a figure is, and whether two differ: from batches of games, paired by their deals.

A figure is a quotient of sums over batches. Its error is computed from how far each batch
deviates from that quotient (linearisation). This works for sums of any kind, and also for the
difference between variants that were played with the same deals.
"""

from dataclasses import dataclass
from math import isnan, log, sqrt

import numpy as np

from katzentisch.games.core.figures import Figure
from katzentisch.lab.intervals import Interval, t_quantile, two_sided

LEVEL = 0.05


@dataclass(frozen=True)
class Estimate:
    """A figure with its 95% interval and its error, so that it can be tested."""

    interval: Interval
    error: float  # standard error
    freedom: int
    percent: bool

    @property
    def value(self) -> float:
        """The figure itself."""
        return self.interval.mean

    @property
    def known(self) -> bool:
        """Is there a value at all?"""
        return not isnan(self.value)

    def chance_of(self, truth: float) -> float:
        """The probability of a figure at least this far off if `truth` were the true value."""
        off = abs(self.value - truth)
        if self.freedom < 1 or isnan(off):
            return 1.0
        if self.error == 0:
            return 1.0 if off == 0 else 0.0
        return two_sided(off / self.error, self.freedom)


UNKNOWN = Estimate(Interval(float("nan"), None, None), 0.0, 0, False)


def estimate(figure: Figure) -> Estimate:
    """The figure with its interval."""
    batches = len(figure.terms[0].top)
    beyond = np.zeros(batches)
    for term in figure.terms:
        bottom = float(term.bottom.sum())
        if not bottom:
            return UNKNOWN
        quotient = float(term.top.sum()) / bottom
        beyond += term.sign * (term.top - quotient * term.bottom) / bottom
    if batches < 2:
        return Estimate(Interval(figure.value, None, None), 0.0, 0, figure.percent)
    error = sqrt(batches / (batches - 1) * float((beyond**2).sum()))
    margin = t_quantile(batches - 1) * error
    low, high = figure.value - margin, figure.value + margin
    if figure.percent and len(figure.terms) == 1:
        low, high = within_a_share(low, high, float(figure.terms[0].bottom.sum()))
    return Estimate(Interval(figure.value, low, high), error, batches - 1, figure.percent)


def within_a_share(low: float, high: float, chances: float) -> tuple[float, float]:
    """Keep a share between 0 and 1; for something never seen in n chances, below 3 / n."""
    if low == high:
        low, high = low - 3 / chances, high + 3 / chances
    return max(low, 0.0), min(high, 1.0)


def decimals(one: Estimate) -> int:
    """How many decimals are worth showing: up to the first that the interval makes uncertain."""
    low, high = one.interval.low, one.interval.high
    margin = (high - low) / 2 if low is not None and high is not None else 0.0
    margin *= 100 if one.percent else 1
    if margin <= 0:
        return 1 if one.percent else 2
    return int(np.clip(-np.floor(log(margin, 10)), 1 if one.percent else 2, 4))
