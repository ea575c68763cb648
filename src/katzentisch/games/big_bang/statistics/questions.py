"""Questions about many games: what tiles are worth, prizes left over, ties."""

from collections.abc import Iterator

from katzentisch.games.big_bang.rules.components import COLOURS, MODES, OPEN, TILES, TILES_IN_WORDS
from katzentisch.games.core.figures import (
    BARS,
    NO_PLOT,
    Finding,
    Question,
    StudySums,
    each,
    largest,
    mean,
    share,
    with_and_without,
)
from katzentisch.games.core.i18n import N_, Words

OPTIONS = {"tiles": N_("tiles")}  # short names of what studies vary
EACH_TILE = range(len(TILES))


def reconstructed(_: Words) -> str:
    """What readers need to know about the components."""
    return _(
        "Cards and prizes are a reconstruction; with the real ones, all figures may differ."
        " The tiles are as in the rule book."
    )


def questions(sums: StudySums, _: Words) -> Iterator[Question]:
    """All questions about this game."""
    yield prizes(sums, _)
    if MODES.index(sums.options.tiles) <= OPEN:
        yield worth_of_tiles(sums, _)
    if sums["active"].any():
        yield tiles_at_work(sums, _)
    yield seats_in_a_round(sums, _)
    yield a_round(sums, _)


def prizes(sums: StudySums, _: Words) -> Question:
    """How many prizes nobody takes."""
    left, tied = sums["left"], sums["tied"]
    colours = range(len(COLOURS))
    all_left = share(left.sum(axis=1), len(COLOURS) * sums["rounds"])
    all_tied = share(tied.sum(axis=1), len(COLOURS) * sums["rounds"])
    return Question(
        "prizes",
        _("Prizes left over"),
        _("The share of all prizes that nobody takes, in total and because of a tie."),
        [*(_(colour) for colour in COLOURS), _("all")],
        {
            _("left over"): [*each(left, sums["rounds"], colours, percent=True), all_left],
            _("because of a tie"): [*each(tied, sums["rounds"], colours, percent=True), all_tied],
        },
        BARS,
        overall=(_("prizes left over"), all_left),
        findings=[
            Finding(_("{left} of the prizes go to nobody."), {"left": all_left}),
            Finding(
                _("In {equal} of the games, several players share the most points at the end."),
                {"equal": share(sums["equal_points"], sums.games)},
            ),
        ],
    )


def tile_names(_: Words) -> list[str]:
    """All tiles in words."""
    return [_(TILES_IN_WORDS[tile]) for tile in TILES]


def worth_of_tiles(sums: StudySums, _: Words) -> Question:
    """What being dealt each tile is worth."""
    worth = with_and_without(sums, EACH_TILE)
    best = largest(worth)
    return Question(
        "tiles",
        _("What each tile is worth"),
        _(
            "How many more points a seat ends with if it was dealt the tile; and the points it"
            " scores in the round in which it activates it."
        ),
        tile_names(_),
        {
            _("extra points"): worth,
            _("points in its round"): each(sums["own_points"], sums["own_rounds"], EACH_TILE),
        },
        BARS,
        fair=0.0,
        findings=[
            Finding(
                _("The best tile to have is “{tile}”: {points} points more at the end."),
                {"points": worth[best]},
                words={"tile": tile_names(_)[best]},
            )
        ],
    )


def tiles_at_work(sums: StudySums, _: Words) -> Question:
    """How each tile affects a round."""
    return Question(
        "tiles-at-work",
        _("Tiles in use"),
        _(
            "Prizes that nobody takes in rounds with this tile,"
            " how many seats get its bonus, and how often it is active."
        ),
        tile_names(_),
        {
            _("prizes left over"): each(sums["left_with"], sums["active"], EACH_TILE),
            _("seats with its bonus"): each(sums["bonuses"], sums["active"], EACH_TILE),
            _("active in a game"): each(sums["active"], sums.games, EACH_TILE),
        },
        BARS,
    )


def seats_in_a_round(sums: StudySums, _: Words) -> Question:
    """What a place in the order of bidding is worth."""
    points = each(sums["points"], sums["rounds"], sums.seats)
    best = largest(points)
    names = [_("start seat") if n == 0 else _("{n} after it", n=n) for n in sums.seats]
    return Question(
        "order",
        _("Seats in a round"),
        _("Points a round, by place in the order of bidding."),
        names,
        {_("points a round"): points},
        BARS,
        findings=[
            Finding(
                _("Best place in a round: {place}, with {points} points."),
                {"points": points[best]},
                words={"place": names[best]},
            )
        ],
    )


def a_round(sums: StudySums, _: Words) -> Question:
    """What a round looks like."""
    return Question(
        "round",
        _("A round in figures"),
        _("Means over all rounds."),
        [_("cards played"), _("cards paid"), _("points left over"), _("tiles active")],
        {
            _("a round"): [
                mean(sums["cards"], sums["rounds"]),
                mean(sums["paid"], sums["rounds"]),
                mean(sums["value_left"], sums["rounds"]),
                mean(sums["active"].sum(axis=1), sums["rounds"]),
            ]
        },
        NO_PLOT,
    )
