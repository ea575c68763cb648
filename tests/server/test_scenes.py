"""Requirements on every game's scene and template, whatever they look like."""

import random
import re
from collections.abc import Iterator
from gettext import NullTranslations
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.games import part
from katzentisch.games.core import i18n
from katzentisch.play.frames import frame_now
from katzentisch.play.translations import speech
from katzentisch.server.live.snapshots import SeatView, Snapshot
from katzentisch.server.scenes import scene_of
from katzentisch.server.web import forms, rendering
from katzentisch.server.web.rendering import Renderer
from katzentisch.server.words import CATALOGUE

from kits import kit

LOOKS = 6  # positions per game


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def positions(slug: str) -> Iterator[kt.Match]:
    """Positions from random games of every variant, including their ends."""
    rng = random.Random(slug)
    for variant in kit(slug).VARIANTS:
        match = kt.new(slug, seed=rng.randrange(1000), **variant)
        stops = set(rng.sample(range(80), LOOKS))
        while not match.over and len(match.moves) < 600:
            if len(match.moves) in stops:
                yield match
            match.play(rng.choice(match.legal_numbers()))
        yield match


def drawn(renderer: Renderer, match: kt.Match, seat: int | None, language: str) -> str:
    snapshot = Snapshot(
        game=match.game,
        view=frame_now(match).view(seat),
        events=match.events_for(seat),
        seat_views=[SeatView(n, f"P{n}", "guest") for n in range(match.players)],
        you=seat,
        language=language,
        legal=tuple(match.legal()) if match.to_act == seat and seat is not None else (),
        status="over" if match.over else "playing",
        winners=tuple(match.winners),
    )
    assert renderer.sheet(snapshot)
    return renderer.table(snapshot)


def reachable(path: tuple[str, ...], keys: set[tuple[str, ...]]) -> bool:
    """Can a path be clicked under the rules of the browser's script?"""
    done: set[tuple[str, ...]] = {()}
    for n in range(1, len(path) + 1):
        for before in range(n):
            whole, rest = path[:n], path[before:n]
            if path[:before] in done and (whole in keys or rest in keys):
                done.add(whole)
    return path in done


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_legal_move_can_be_made_by_clicking_elements_of_the_picture(renderer, slug):
    scene = scene_of(slug)
    for match in positions(slug):
        if match.over:
            continue
        legal = match.legal()
        html = drawn(renderer, match, match.to_act, "en")
        keys = {tuple(key.split("|")) for key in re.findall(r'data-key="([^"]+)"', html)}
        for move in legal:
            assert " ".join(scene.clicks(move)) == move
            assert reachable(scene.clicks(move), keys), move


@pytest.mark.parametrize("slug", kt.all_games())
def test_no_two_elements_of_a_picture_share_a_transition_name_or_an_id(renderer, slug):
    rng = random.Random(slug)
    for match in positions(slug):
        seat: Any = rng.choice([None, *range(match.players)])
        for language in ("en", "de"):
            html = drawn(renderer, match, seat, language)
            flying = re.findall(r"view-transition-name: ([\w-]+)", html)
            assert len(flying) == len(set(flying))
            ids = re.findall(r'\bid="([^"]+)"', html)
            assert len(ids) == len(set(ids))


class Untranslated(NullTranslations):
    """Fails on any text that is missing from the catalogues."""

    def gettext(self, message: str) -> str:
        raise AssertionError(f"not translated: {message}")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        raise AssertionError(f"not translated: {msgid1}")

    def pgettext(self, context: str, message: str) -> str:
        raise AssertionError(f"not translated: {message}, {context}")


@pytest.fixture
def strict_words(monkeypatch):
    """German that fails on any text missing from the catalogues, such as one never marked."""
    monkeypatch.setattr(i18n, "NullTranslations", Untranslated)

    def words_for(language: str, slug: str | None = None) -> i18n.Words:
        return speech.__wrapped__(language, CATALOGUE, slug)

    for module in (rendering, forms):
        monkeypatch.setattr(module, "words_for", words_for)
    return words_for


@pytest.mark.parametrize("slug", kt.all_games())
def test_everything_that_a_game_shows_or_asks_is_translated(renderer, strict_words, slug):
    _, terminal = strict_words("de", slug), part(slug, "ui.terminal")
    for match in positions(slug):
        names = [f"P{n}" for n in range(match.players)]
        for seat in (None, match.to_act if not match.over else 0):
            drawn(renderer, match, seat, "de")
            terminal.draw(match.view(seat), names, _)
        for event in match.events():
            match.game.describe_event(event, names, _)
        for move in match.legal():
            match.game.describe_move(move, _)
        forms.option_fields(match.game, match.players, "de")
    with pytest.raises(AssertionError, match="not translated"):
        _("no catalogue has this")
