"""Questions about many games: identities, how soon they can be guessed, special tiles."""

from collections.abc import Iterator

from katzentisch.games.cat_box.rules.components import CHIHUAHUA, CHIHUAHUA_FROM, IDENTITIES, TILES
from katzentisch.games.core.figures import (
    BARS,
    CURVE,
    Finding,
    Question,
    StudySums,
    each,
    largest,
    share,
    share_of_victories,
    smallest,
)
from katzentisch.games.core.i18n import N_, Words
from katzentisch.games.core.notes import WHOLE

OPTIONS = {"specials": N_("special tiles")}  # short names of the options that are varied


def reconstructed(_: Words) -> str:
    """What a reader needs to know about the components."""
    return _(
        "The cards are a reconstruction: how often each colour and the empty box appear on them"
        " is a guess, so identities may fare differently with the real cards."
    )


def questions(sums: StudySums, _: Words) -> Iterator[Question]:
    """All questions about this game."""
    yield identities(sums, _)
    yield guesses(sums, _)
    if sums.options.specials:
        yield tiles(sums, _)
        yield tiles_kept(sums, _)


def in_play(sums: StudySums) -> range:
    """The identities that can be dealt."""
    return range(1, CHIHUAHUA + (sums.options.players >= CHIHUAHUA_FROM))


def identities(sums: StudySums, _: Words) -> Question:
    """Which identity wins."""
    dealt = in_play(sums)
    wins = [share_of_victories(sums["won"][:, n], sums["held"][:, n]) for n in dealt]
    names = [_(IDENTITIES[n]) for n in dealt]
    fair = 1 / sums.options.players
    best, worst = largest(wins), smallest(wins)
    most = _("The identity that wins most often is {identity}: {wins} of the games it is in.")
    fewest = _("The one that wins least often is {identity}: {wins} of the games it is in.")
    return Question(
        "identities",
        _("Identities"),
        _(
            "How often each identity wins when it is dealt, its points,"
            " and how much of it is visible."
        ),
        names,
        {
            _("victories"): wins,
            _("points"): each(sums["points"], sums["held"], dealt),
            _("visible at the end"): each(sums["seen"], sums.games, dealt),
            _("largest group"): each(sums["largest"], sums.games, dealt),
        },
        BARS,
        fair=fair,
        overall=(_("victories of the best identity"), wins[best]),
        findings=[
            Finding(
                most, {"wins": wins[best]}, fair, words={"identity": names[best]}, among=len(names)
            ),
            Finding(
                fewest,
                {"wins": wins[worst]},
                fair,
                words={"identity": names[worst]},
                among=len(names),
            ),
        ],
    )


def guesses(sums: StudySums, _: Words) -> Question:
    """How early what a seat lays gives away its identity."""
    turns = [n for n in range(1, sums["turns"].shape[1]) if sums["turns"][:, n].any()]
    right = [share(sums["guessed"][:, n] / WHOLE, sums["turns"][:, n]) for n in turns]
    shown = {n: figure for n, figure in zip(turns, right, strict=True) if n in (3, 6)}
    text = _(
        "After {turns} turns, guessing whatever a seat has added most of"
        " is right {right} of the time."
    )
    return Question(
        "guesses",
        _("How early an identity can be guessed"),
        _(
            "How often you are right if, after each turn of a seat, you guess whatever it has added"
            " most of to the table so far (if tied, any of them)."
        ),
        [str(n) for n in turns],
        {_("guessed right"): right},
        CURVE,
        along=_("turns of the seat"),
        fair=1 / len(in_play(sums)),
        fair_is=_("by chance"),
        compared=False,
        findings=[
            Finding(text, {"right": figure}, words={"turns": str(n)}) for n, figure in shown.items()
        ],
    )


def tiles(sums: StudySums, _: Words) -> Question:
    """Which special tiles are used, and which are kept."""
    seats = sums["held"].sum(axis=1)
    kept = each(sums["kept"], seats, range(len(TILES)), percent=True)
    most = largest(kept)
    names = [_(tile) for tile in TILES]
    return Question(
        "tiles",
        _("Special tiles kept"),
        _("How many seats keep each tile to the end, when it is worth a point."),
        names,
        {_("kept"): kept},
        BARS,
        findings=[
            Finding(
                _("The tile kept most often is the {tile}, by {kept} of the seats."),
                {"kept": kept[most]},
                words={"tile": names[most]},
            )
        ],
    )


def tiles_kept(sums: StudySums, _: Words) -> Question:
    """Whether it pays to keep tiles."""
    numbers = [n for n in range(len(TILES) + 1) if sums["with_kept"][:, n].any()]
    wins = [
        share_of_victories(sums["won_with_kept"][:, n], sums["with_kept"][:, n]) for n in numbers
    ]
    held = sums["with_kept"].sum(axis=1)
    return Question(
        "tiles-kept",
        _("Using tiles or keeping them"),
        _(
            "Victories of seats with this many tiles left at the end,"
            " and how many such seats there are."
        ),
        [str(n) for n in numbers],
        {
            _("victories"): wins,
            _("seats"): [share(sums["with_kept"][:, n], held) for n in numbers],
        },
        CURVE,
        along=_("tiles left"),
        fair=1 / sums.options.players,
        compared=False,
    )
