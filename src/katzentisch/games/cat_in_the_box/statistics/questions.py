"""Questions about many games: the start, predictions, paradoxes, the board, bonuses."""

from collections.abc import Iterator

import numpy as np

from katzentisch.games.cat_in_the_box.rules.components import (
    COLOURS,
    PREDICTIONS,
    ROWS,
    VALUES_IN_PLAY,
)
from katzentisch.games.cat_in_the_box.statistics.notes import LARGEST_BONUS
from katzentisch.games.core.figures import (
    BARS,
    CURVE,
    HEAT,
    Finding,
    Question,
    StudySums,
    each,
    largest,
    mean,
    share,
    spread_over,
)
from katzentisch.games.core.i18n import N_, Words

OPTIONS = {"research": N_("research board")}  # short names of what studies vary


def reconstructed(_: Words) -> str:
    """What readers need to know about the components."""
    return _(
        "The purple research board is a reconstruction: bonuses and paradoxes on it may differ"
        " from those on the real one. The white board is the real one."
    )


def questions(sums: StudySums, _: Words) -> Iterator[Question]:
    """All questions about this game."""
    yield seats_in_a_round(sums, _)
    if sums.options.players > 2:
        yield predictions(sums, _)
    yield paradoxes(sums, _)
    yield when_paradoxes_come(sums, _)
    yield board(sums, _)
    yield bonuses(sums, _)


def order_names(sums: StudySums, _: Words) -> list[str]:
    """Names for the seats of a round, beginning with the start seat."""
    return [_("start seat") if n == 0 else _("{n} after it", n=n) for n in sums.seats]


def seats_in_a_round(sums: StudySums, _: Words) -> Question:
    """What a place in the order of a round is worth."""
    points = each(sums["points"], sums["rounds"], sums.seats)
    best = largest(points)
    return Question(
        "order",
        _("Seats in a round"),
        _(
            "The start seat changes every round. Points and tricks a round, by place in the order"
            " of play."
        ),
        order_names(sums, _),
        {
            _("points a round"): points,
            _("tricks a round"): each(sums["tricks"], sums["rounds"], sums.seats),
        },
        BARS,
        findings=[
            Finding(
                _("Best place in a round: {place}, with {points} points."),
                {"points": points[best]},
                words={"place": order_names(sums, _)[best]},
            )
        ],
    )


def predictions(sums: StudySums, _: Words) -> Question:
    """Which predictions come true, and which pay."""
    allowed = PREDICTIONS[sums.options.players]
    hits = each(sums["hit"], sums["predicted"], allowed, percent=True)
    points = each(sums["predicted_points"], sums["predicted"], allowed)
    all_hits = share(sums["hit"].sum(axis=1), sums["predicted"].sum(axis=1))
    best = largest(points)
    return Question(
        "predictions",
        _("Predictions"),
        _(
            "How often each prediction comes true (and the seat causes no paradox), the points"
            " in such a round, and how often it is made."
        ),
        [str(number) for number in allowed],
        {
            _("comes true"): hits,
            _("points a round"): points,
            _("made"): spread_over(sums["predicted"], allowed),
        },
        BARS,
        along=_("prediction"),
        overall=(_("predictions that come true"), all_hits),
        findings=[
            Finding(_("{hits} of all predictions come true."), {"hits": all_hits}),
            Finding(
                _("Predicting {number} earns the most: {points} points a round."),
                {"points": points[best]},
                words={"number": str(allowed[best])},
            ),
        ],
    )


def paradoxes(sums: StudySums, _: Words) -> Question:
    """Which seats cause paradoxes."""
    by_seat = each(sums["paradoxes"], sums["rounds"], sums.seats, percent=True)
    often = share(sums["paradoxes"].sum(axis=1), sums["rounds"])
    return Question(
        "paradoxes",
        _("Paradoxes"),
        _("In how many rounds each seat causes the paradox, by its place in the order of play."),
        [*order_names(sums, _), _("anybody")],
        {_("rounds with a paradox"): [*by_seat, often]},
        BARS,
        overall=(_("rounds with a paradox"), often),
        findings=[Finding(_("A paradox ends {often} of the rounds."), {"often": often})],
    )


def when_paradoxes_come(sums: StudySums, _: Words) -> Question:
    """After how many tricks paradoxes occur."""
    last = int(sums["paradox_after"].sum(axis=0).nonzero()[0].max(initial=0)) + 1
    first = min(int(sums["paradox_after"].sum(axis=0).argmax()), 3)
    return Question(
        "paradox-after",
        _("When paradoxes occur"),
        _("After how many completed tricks, out of all paradoxes."),
        [str(n) for n in range(first, last)],
        {_("paradoxes"): spread_over(sums["paradox_after"], range(first, last))},
        CURVE,
        along=_("tricks"),
        compared=False,
    )


def board(sums: StudySums, _: Words) -> Question:
    """Which spaces are taken."""
    values = VALUES_IN_PLAY[sums.options.players]
    spaces = {
        str(value + 1): each(
            sums["taken"], sums["rounds"], [ROWS * value + c for c in range(ROWS)], percent=True
        )
        for value in range(values)
    }
    return Question(
        "spaces",
        _("The board"),
        _("In how many rounds a token lies on each space at the end."),
        [_(colour) for colour in COLOURS],
        spaces,
        HEAT,
        compared=False,
    )


def bonuses(sums: StudySums, _: Words) -> Question:
    """How large the bonus is when a prediction comes true."""
    sizes = range(1, LARGEST_BONUS + 1)
    earned = sums["bonus"] @ np.arange(LARGEST_BONUS + 1)
    average = mean(earned, sums["bonus"].sum(axis=1))
    return Question(
        "bonus",
        _("Bonus sizes"),
        _("The seat's largest group of tokens, where its prediction came true."),
        [str(n) for n in sizes],
        {_("bonuses"): spread_over(sums["bonus"], sizes)},
        CURVE,
        along=_("bonus"),
        overall=(_("mean bonus"), average),
        findings=[
            Finding(_("A prediction that comes true earns a bonus of {size}."), {"size": average})
        ],
    )
