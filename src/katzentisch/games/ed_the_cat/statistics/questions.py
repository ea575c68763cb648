"""Questions about many games: how long they are, what cards are worth, who suffers."""

from collections.abc import Iterator

from katzentisch.games.core.figures import (
    BARS,
    CURVE,
    NO_PLOT,
    Finding,
    Question,
    StudySums,
    Sums,
    each,
    largest,
    mean,
    share,
    smallest,
    spread_over,
    with_and_without,
)
from katzentisch.games.core.i18n import N_, Words
from katzentisch.games.ed_the_cat.rules.components import VALUES
from katzentisch.games.ed_the_cat.statistics.notes import LENGTHS, ROUNDS

OPTIONS = {"limit": N_("limit")}  # short names of what studies vary
CARDS = range(1, VALUES + 1)


def questions(sums: StudySums, _: Words) -> Iterator[Question]:
    """All questions about this game."""
    yield length_of_games(sums, _)
    yield length_of_rounds(sums, _)
    yield worth_of_cards(sums, _)
    yield who_suffers(sums, _)
    yield aims(sums, _)


def last_used(tops: Sums) -> int:
    """The largest number with a count above zero."""
    return int(tops.sum(axis=0).nonzero()[0].max(initial=1))


def length_of_games(sums: StudySums, _: Words) -> Question:
    """How many rounds a game has."""
    rounds = range(1, min(last_used(sums["game_length"]), ROUNDS) + 1)
    average = mean(sums["rounds"], sums.games)
    return Question(
        "rounds",
        _("Rounds in a game"),
        _("How many rounds it takes before somebody has too many minus points."),
        [str(n) for n in rounds],
        {_("games"): spread_over(sums["game_length"], rounds)},
        CURVE,
        along=_("rounds"),
        overall=(_("rounds in a game"), average),
        compared=False,
        findings=[
            Finding(
                _("A game to {limit} lasts {rounds} rounds."),
                {"rounds": average},
                words={"limit": str(sums.options.limit)},
            )
        ],
    )


def length_of_rounds(sums: StudySums, _: Words) -> Question:
    """How many turns a round has."""
    turns = range(2, min(last_used(sums["length"]), LENGTHS) + 1)
    average = mean(sums["turns"], sums["rounds"])
    return Question(
        "turns",
        _("Turns in a round"),
        _(
            "How many cards are played until a hand is empty;"
            " the last number includes all longer rounds."
        ),
        [str(n) for n in turns],
        {_("rounds"): spread_over(sums["length"], turns)},
        CURVE,
        along=_("turns"),
        overall=(_("turns in a round"), average),
        compared=False,
        findings=[Finding(_("A round lasts {turns} turns."), {"turns": average})],
    )


def worth_of_cards(sums: StudySums, _: Words) -> Question:
    """What being dealt each card is worth."""
    worth = with_and_without(sums, CARDS)
    best, worst = smallest(worth), largest(worth)
    text = _(
        "The best card to be dealt is the {best}: {gain} minus points,"
        " compared with not having one."
    )
    other = _("The worst card to be dealt is the {worst}: {loss} minus points.")
    return Question(
        "cards",
        _("What each card is worth"),
        _(
            "Minus points per round for seats that were dealt at least one such card, less"
            " those for seats that were not: below zero, the card is good to have."
        ),
        [str(value) for value in CARDS],
        {
            _("extra minus points"): worth,
            _("of all cards played"): spread_over(sums["played"], CARDS),
            _("ends the round"): spread_over(sums["ended_with"], CARDS),
        },
        BARS,
        along=_("card"),
        fair=0.0,
        findings=[
            Finding(text, {"gain": worth[best]}, words={"best": str(CARDS[best])}),
            Finding(other, {"loss": worth[worst]}, words={"worst": str(CARDS[worst])}),
        ],
    )


def who_suffers(sums: StudySums, _: Words) -> Question:
    """Minus points and rounds ended, by place in the order of play."""
    points = each(sums["points"], sums["rounds"], sums.seats)
    penalties = share(sums["penalty_points"], sums["penalty_points"] + sums["hand_points"])
    worst = largest(points)
    names = [_("start seat") if n == 0 else _("{n} after it", n=n) for n in sums.seats]
    return Question(
        "order",
        _("Who suffers"),
        _(
            "By place in the order of play; whoever has the most minus points starts the next"
            " round."
        ),
        names,
        {
            _("minus points a round"): points,
            _("ends the round"): each(sums["ended"], sums["rounds"], sums.seats, percent=True),
        },
        BARS,
        findings=[
            Finding(
                _("Most minus points in a round: {place}, with {points}."),
                {"points": points[worst]},
                words={"place": names[worst]},
            ),
            Finding(
                _(
                    "{penalties} of all minus points come from penalty cards, the rest from cards"
                    " in hand."
                ),
                {"penalties": penalties},
            ),
        ],
    )


def aims(sums: StudySums, _: Words) -> Question:
    """Whom cards are played on."""
    leader = share(sums["aimed_at_leader"], sums["aimed"])
    last = share(sums["aimed_at_last"], sums["aimed"])
    return Question(
        "aims",
        _("Who cards are aimed at"),
        _("Of all cards aimed at an opponent, once the standings differ; ties count as both."),
        [_("at the leader"), _("at the one in last place")],
        {_("cards"): [leader, last]},
        NO_PLOT,
    )
