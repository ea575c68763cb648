"""The questions asked about every game: who wins, by seat and by bot; scores; how long it takes."""

from collections.abc import Iterator

from katzentisch.games.core.figures import (
    BARS,
    NO_PLOT,
    Finding,
    Question,
    each,
    mean,
    share,
    share_of_victories,
)
from katzentisch.games.core.i18n import Words
from katzentisch.games.core.notes import WHOLE
from katzentisch.lab.study.plan import Variant
from katzentisch.lab.study.runner import Noted


def common_questions(variant: Variant, noted: Noted, _: Words) -> Iterator[Question]:
    """The questions asked about every game."""
    yield seats(variant, noted, _)
    if len(set(variant.played.bots)) > 1:
        yield bots(variant, noted, _)
    yield a_game(noted, _)


def seats(variant: Variant, noted: Noted, _: Words) -> Question:
    """Does the start seat win more often?"""
    players, start = variant.options.players, variant.options.start
    order = [(start + n) % players for n in range(players)]
    wins = [share_of_victories(noted["won"][:, seat], noted["games"]) for seat in order]
    text = _("The start seat wins {wins} of the {players}-player games.")
    return Question(
        "seats",
        _("Seats"),
        _("Victories and points for each seat, clockwise from the one that starts the game."),
        [_("start seat") if n == 0 else _("{n} after it", n=n) for n in range(players)],
        {_("victories"): wins, _("points"): each(noted["score"], noted["games"], order)},
        BARS,
        fair=1 / players,
        overall=(_("victories of the start seat"), wins[0]),
        findings=[Finding(text, {"wins": wins[0]}, 1 / players, {"players": str(players)})],
    )


def bots(variant: Variant, noted: Noted, _: Words) -> Question:
    """Which bot wins: every deal is played in every arrangement of seats."""
    names = list(dict.fromkeys(variant.played.bots))
    numbers = range(len(names))
    chances = noted["bot_seats"]
    wins = [share_of_victories(noted["bot_won"][:, n], chances[:, n]) for n in numbers]
    fair = 1 / variant.options.players
    text = _("The {bot} bot wins {wins} of its games.")
    return Question(
        "bots",
        _("Bots"),
        _("Victories and points per seat for each bot; each deal in every seating order."),
        names,
        {_("victories"): wins, _("points"): each(noted["bot_score"], chances, numbers)},
        BARS,
        fair=fair,
        findings=[Finding(text, {"wins": wins[0]}, fair, {"bot": names[0]})],
    )


def a_game(noted: Noted, _: Words) -> Question:
    """How long a game is, what the winner scores, and how often victory is shared."""
    games = noted["games"]
    return Question(
        "game",
        _("The game in figures"),
        _("Means over all games."),
        [_("decisions"), _("winner's points"), _("games with a shared victory")],
        {
            _("a game"): [
                mean(noted["moves"], games),
                mean(noted["best"] / WHOLE, games),
                share(noted["shared"], games),
            ]
        },
        NO_PLOT,
    )
