"""How certain figures are."""

import numpy as np
import pytest

from katzentisch.games.core.figures import mean, share
from katzentisch.lab.estimates import estimate
from katzentisch.lab.intervals import interval, t_quantile, two_sided


def test_the_mean_of_single_games_has_the_usual_interval():
    values = np.array([3.0, 5.0, 4.0, 8.0, 1.0, 7.0])
    found = estimate(mean(values, np.ones(6))).interval
    assert (found.mean, found.low, found.high) == pytest.approx(
        tuple(vars(interval(values)).values())
    )


def test_nineteen_out_of_twenty_intervals_contain_the_true_value():
    chance = np.random.default_rng(5)
    held = 0
    for _ in range(1000):
        bottom = chance.integers(1, 20, 60)
        found = estimate(share(chance.binomial(bottom, 0.3), bottom)).interval
        held += found.low <= 0.3 <= found.high
    assert 920 <= held <= 975


def test_paired_deals_make_a_difference_more_certain():
    chance = np.random.default_rng(1)
    luck, games = chance.normal(0, 10, 200), np.ones(200)
    first = mean(luck + chance.normal(0, 1, 200), games)
    second = mean(luck + 1 + chance.normal(0, 1, 200), games)
    difference = estimate(second - first)
    assert difference.value == pytest.approx(1, abs=0.3)
    assert difference.error < 0.2 < estimate(first).error
    assert difference.chance_of(0) < 0.001 < estimate(second).chance_of(0)


@pytest.mark.parametrize(
    ("t", "freedom", "chance"),
    [(2.228, 10, 0.05), (1.96, 10**6, 0.05), (3.182, 3, 0.05), (2.66, 60, 0.01)],
)
def test_the_p_value_comes_from_students_t_distribution(t, freedom, chance):
    assert two_sided(t, freedom) == pytest.approx(chance, rel=1e-3)


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (5, 2.571), (30, 2.042)])
def test_an_interval_is_as_wide_as_students_table_says(freedom, quantile):
    assert t_quantile(freedom) == pytest.approx(quantile, abs=1e-3)


def test_an_event_that_never_happened_is_not_considered_impossible():
    never = estimate(share(np.zeros(100), np.full(100, 10)))
    assert (never.value, never.interval.low) == (0.0, 0.0)
    assert never.interval.high == pytest.approx(0.003)


def test_a_mean_over_no_games_is_unknown():
    assert not estimate(mean(np.zeros(5), np.zeros(5))).known
