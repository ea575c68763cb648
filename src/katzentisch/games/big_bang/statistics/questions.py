"""Questions about many games: what tiles are worth, prizes left over, ties."""

from collections.abc import Iterator

from katzentisch.games.big_bang.rules.components import COLOURS, MODES, OPEN, TILES, TILES_IN_WORDS
from katzentisch.games.core.figures import (
    BARS,
    NO_PLOT,
    Finding,
    Question,
    Seen,
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


def questions(seen: Seen, _: Words) -> Iterator[Question]:
    """All questions about this game."""
    yield prizes(seen, _)
    if MODES.index(seen.options.tiles) <= OPEN:
        yield worth_of_tiles(seen, _)
    if seen["active"].any():
        yield tiles_at_work(seen, _)
    yield seats_in_a_round(seen, _)
    yield a_round(seen, _)


def prizes(seen: Seen, _: Words) -> Question:
    """How many prizes nobody takes."""
    left, tied = seen["left"], seen["tied"]
    colours = range(len(COLOURS))
    all_left = share(left.sum(axis=1), len(COLOURS) * seen["rounds"])
    all_tied = share(tied.sum(axis=1), len(COLOURS) * seen["rounds"])
    return Question(
        "prizes",
        _("Prizes left over"),
        _("The share of all prizes that nobody takes, in total and because of a tie."),
        [*(_(colour) for colour in COLOURS), _("all")],
        {
            _("left over"): [*each(left, seen["rounds"], colours, percent=True), all_left],
            _("because of a tie"): [*each(tied, seen["rounds"], colours, percent=True), all_tied],
        },
        BARS,
        overall=(_("prizes left over"), all_left),
        findings=[
            Finding(_("{left} of the prizes go to nobody."), {"left": all_left}),
            Finding(
                _("In {equal} of the games, several players share the most points at the end."),
                {"equal": share(seen["equal_points"], seen.games)},
            ),
        ],
    )


def tile_names(_: Words) -> list[str]:
    """All tiles in words."""
    return [_(TILES_IN_WORDS[tile]) for tile in TILES]


def worth_of_tiles(seen: Seen, _: Words) -> Question:
    """What being dealt each tile is worth."""
    worth = with_and_without(seen, EACH_TILE)
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
            _("points in its round"): each(seen["own_points"], seen["own_rounds"], EACH_TILE),
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


def tiles_at_work(seen: Seen, _: Words) -> Question:
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
            _("prizes left over"): each(seen["left_with"], seen["active"], EACH_TILE),
            _("seats with its bonus"): each(seen["bonuses"], seen["active"], EACH_TILE),
            _("active in a game"): each(seen["active"], seen.games, EACH_TILE),
        },
        BARS,
    )


def seats_in_a_round(seen: Seen, _: Words) -> Question:
    """What a place in the order of bidding is worth."""
    points = each(seen["points"], seen["rounds"], seen.seats)
    best = largest(points)
    names = [_("start seat") if n == 0 else _("{n} after it", n=n) for n in seen.seats]
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


def a_round(seen: Seen, _: Words) -> Question:
    """What a round looks like."""
    return Question(
        "round",
        _("A round in figures"),
        _("Means over all rounds."),
        [_("cards played"), _("cards paid"), _("points left over"), _("tiles active")],
        {
            _("a round"): [
                mean(seen["cards"], seen["rounds"]),
                mean(seen["paid"], seen["rounds"]),
                mean(seen["value_left"], seen["rounds"]),
                mean(seen["active"].sum(axis=1), seen["rounds"]),
            ]
        },
        NO_PLOT,
    )
