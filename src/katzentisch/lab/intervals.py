"""Confidence intervals: means with Student's t."""

from dataclasses import dataclass
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

CONFIDENCE = 0.95
NORMAL = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # standard deviations


@dataclass(frozen=True)
class Interval:
    """A mean and the 95% interval around it; a single value has none."""

    mean: float
    low: float | None
    high: float | None


def interval(values: Any) -> Interval:
    """The mean of independent values."""
    n = len(values)
    mean = float(np.mean(values))
    if n < 2:
        return Interval(mean, None, None)
    margin = t_quantile(n - 1) * float(np.std(values, ddof=1)) / n**0.5
    return Interval(mean, mean - margin, mean + margin)


@cache
def t_quantile(freedom: int) -> float:
    """Student's t for a 95% interval."""
    from scipy import stats  # takes a second to import; most commands do not need it

    return float(stats.t.ppf((1 + CONFIDENCE) / 2, freedom))


def two_sided(t: float, freedom: int) -> float:
    """The probability of a value beyond ±t under Student's distribution."""
    from scipy import stats  # as above

    return float(2 * stats.t.sf(abs(t), freedom))
