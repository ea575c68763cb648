"""What every game's scene and template keep, whatever they look like."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.play.frames import frame_now
from katzentisch.server.web.rendering import Renderer, SeatView, Snapshot, scene_of

from kits import kit

LOOKS = 6  # at positions of a game


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def positions(slug: str) -> Iterator[kt.Match]:
    """Positions of random games of every variant, their ends included."""
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
    """Can a path be clicked, as the script would have it?"""
    done: set[tuple[str, ...]] = {()}
    for n in range(1, len(path) + 1):
        for before in range(n):
            whole, rest = path[:n], path[before:n]
            if path[:before] in done and (whole in keys or rest in keys):
                done.add(whole)
    return path in done


@pytest.mark.parametrize("slug", kt.all_games())
def test_every_legal_move_is_a_path_of_clicks_through_elements_that_are_there(renderer, slug):
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
def test_every_seat_and_a_spectator_get_a_picture_in_which_no_two_things_fly_alike(renderer, slug):
    rng = random.Random(slug)
    for match in positions(slug):
        seat: Any = rng.choice([None, *range(match.players)])
        for language in ("en", "de"):
            html = drawn(renderer, match, seat, language)
            flying = re.findall(r"view-transition-name: ([\w-]+)", html)
            assert len(flying) == len(set(flying))
            ids = re.findall(r'\bid="([^"]+)"', html)
            assert len(ids) == len(set(ids))
