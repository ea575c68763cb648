"""The results of a tournament: shares, leads and ratings, with intervals over deals."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from katzentisch.games import game as find_game
from katzentisch.lab.arena.tournament import Deal, GameResult, Tournament
from katzentisch.lab.intervals import Interval, interval

PER = {"rounds": "per round", "games": "per game"}


def standings(played: Tournament, deals: list[Deal]) -> dict[str, Any]:
    """The results of the deals played so far, in a form that JSON can hold."""
    deals = sorted(deals, key=lambda deal: deal.number)
    names = list(dict.fromkeys(played.bots))
    tables = [table for deal in deals for table in deal.tables]
    rated = ratings(names, tables, find_game(played.game).MANY_POINTS_WIN)
    return {
        "game": played.game,
        "players": len(played.bots),
        "options": find_game(played.game).read_options(played.options).to_dict(),
        "seed": played.seed,
        "games": len(tables),
        "deals": len(deals),
        "bots": [bot_figures(played, name, deals) | rated.get(name, {}) for name in names],
    }


def bot_figures(played: Tournament, name: str, deals: list[Deal]) -> dict[str, Any]:
    """One bot's results; if it has several seats, all of them count equally."""
    game = find_game(played.game)
    wins, scores, leads = by_deal(name, deals, 1 if game.MANY_POINTS_WIN else -1)
    win, score, lead = interval(wins), interval(scores), interval(leads)
    figures = figures_of(name, deals)
    per, *counted = game.SEAT_FIGURES
    games = sum(name in table.seats for deal in deals for table in deal.tables)
    return {
        "name": name,
        "games": games,
        "seats": played.bots.count(name),
        **with_error("win_share", win),
        **with_error("mean_score", score, "score"),
        **with_error("lead", lead),
        "lead_a_round": lead.mean * seats_played(name, deals) / figures[0],
        "figures": {
            f"{one} {PER[per]}": number / figures[0]
            for one, number in zip(counted, figures[1:], strict=True)
        },
    }


def with_error(name: str, value: Interval, short: str | None = None) -> dict[str, float | None]:
    """A mean and the ends of its interval as three entries."""
    short = short or name
    return {name: value.mean, f"{short}_low": value.low, f"{short}_high": value.high}


def seats_of(name: str, deal: Deal) -> Iterator[tuple[GameResult, int]]:
    """Each table of a deal with each seat where this bot sits."""
    for table in deal.tables:
        for seat, sitting in enumerate(table.seats):
            if sitting == name:
                yield table, seat


def seats_played(name: str, deals: list[Deal]) -> int:
    """How many seats the bot had at all tables together."""
    return sum(1 for deal in deals for _ in seats_of(name, deal))


def by_deal(name: str, deals: list[Deal], sign: int) -> tuple[Any, Any, Any]:
    """For each deal, a bot's mean share of the win, score, and lead over the others."""
    found = []
    for deal in deals:
        at = list(seats_of(name, deal))
        wins = np.mean([table.wins[seat] for table, seat in at])
        scores = np.mean([table.scores[seat] for table, seat in at])
        leads = np.mean([sign * lead(table.scores, seat) for table, seat in at])
        found.append((wins, scores, leads))
    wins, scores, leads = np.array(found).T
    return wins, scores, leads


def lead(scores: tuple[float, ...], seat: int) -> float:
    """How far a seat's score is above the mean of the others."""
    return scores[seat] - (sum(scores) - scores[seat]) / (len(scores) - 1)


def figures_of(name: str, deals: list[Deal]) -> list[int]:
    """The game's own figures, summed over all seats of a bot."""
    rows = [table.figures[seat] for deal in deals for table, seat in seats_of(name, deal)]
    return [sum(column) for column in zip(*rows, strict=True)]


def ratings(names: list[str], tables: list[GameResult], many: bool) -> dict[str, dict[str, float]]:
    """Plackett–Luce ratings, updated game by game in order; none if openskill is missing."""
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return {}
    model = PlackettLuce()
    current = {name: model.rating(name=name) for name in names}
    for table in tables:
        rate(model, current, table, many)
    return {name: {"rating": one.mu, "rating_sigma": one.sigma} for name, one in current.items()}


def rate(model: Any, current: dict[str, Any], table: GameResult, many: bool) -> None:
    """Update the ratings after a game; a bot with several seats gets the mean of theirs."""
    sign = -1 if many else 1
    places = [(-win, sign * score) for win, score in zip(table.wins, table.scores, strict=True)]
    ranks = [float(sorted(places).index(place)) for place in places]
    rated = model.rate([[current[name]] for name in table.seats], ranks=ranks)
    for name in set(table.seats):
        own = [team[0] for team, sitting in zip(rated, table.seats, strict=True) if sitting == name]
        mu = float(np.mean([one.mu for one in own]))
        sigma = float(np.mean([one.sigma for one in own]))
        current[name] = model.rating(mu=mu, sigma=sigma, name=name)
