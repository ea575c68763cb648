"""Nothing hidden reaches a browser: a picture depends only on what its seat can see."""

import json
import random
import re
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.play.frames import Frame, play_watched
from katzentisch.play.match import Match
from katzentisch.server.live.snapshots import SeatView, Snapshot
from katzentisch.server.web.rendering import Renderer

from kits import kit
from server_people import Person

LOOKS = 3  # moments per game


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    return Renderer()


def snapshot_for(match: Match, frame: Frame, seat: int | None, state: Any, now: bool) -> Snapshot:
    """What a seat would see at this moment if the table were in the given state."""
    mine = now and seat is not None and match.to_act == seat
    events = match.events() if match.over else match.events_for(seat)
    return Snapshot(
        game=match.game,
        view=match.game.view(state, -1 if seat is None else seat),
        events=events[: frame.events],
        seat_views=[SeatView(n, f"P{n}", "bot", "greedy") for n in range(match.players)],
        you=seat,
        language="en",
        legal=tuple(match.legal()) if mine else (),
    )


@pytest.mark.parametrize("slug", kt.all_games())
def test_a_picture_depends_only_on_what_its_seat_can_see(renderer, slug):
    rng = random.Random(slug)
    for variant in kit(slug).VARIANTS:
        for frame, match, now in moments(slug, variant, rng):
            for seat in (None, *range(match.players)):
                other = frame.table.copy()
                kit(slug).swap_unseen(other[0], -1 if seat is None else seat, rng)
                real = renderer.table(snapshot_for(match, frame, seat, frame.table[0], now))
                swapped = renderer.table(snapshot_for(match, frame, seat, other[0], now))
                assert swapped == real
                assert renderer.sheet(
                    snapshot_for(match, frame, seat, other[0], now)
                ) == renderer.sheet(snapshot_for(match, frame, seat, frame.table[0], now))


def moments(slug: str, variant: dict[str, Any], rng: random.Random) -> Any:
    """Some moments of a random game, including those between decisions."""
    match = kt.new(slug, seed=rng.randrange(1000), **variant)
    seen = []
    while not match.over:
        move = rng.choice(match.legal_numbers())
        before = match.copy()
        match.play(move)
        at = match.copy()
        seen.append((before, move, at))
        if len(match.moves) > 400:
            break
    for before, move, at in rng.sample(seen, min(LOOKS, len(seen))):
        frames = play_watched(before.copy(), move)
        for frame in frames[-2:]:
            yield frame, at, frame is frames[-1]


def test_no_frame_or_page_reveals_what_a_seat_must_not_know(server, chromium, renderer):
    """Two browsers play each other and a third watches; everything they receive is checked."""
    anna, ben, cleo = (Person(chromium, server.address) for _ in range(3))
    anna.go("/new/cat-in-the-box?players=2")
    anna.page.select_option("#seat1", "open")
    anna.page.click("form.table-form button.big")
    table = anna.table()
    ben.go(f"/table/{table}")
    ben.page.click("text=Sit here")
    cleo.go(f"/table/{table}")
    rng = random.Random(2)
    while anna.status() != "over":
        for person in (anna, ben):
            if person.can_click():
                person.click_something(rng)
        anna.page.wait_for_timeout(10)
    transcript = cleo.page.request.get(f"{server.address}/replay/{table}/transcript").json()
    match = kt.verify(transcript)
    for person, seat in ((anna, 0), (ben, 1), (cleo, None)):
        assert person.complaints == []
        everything = person.frames + person.bodies
        assert not any(str(transcript["seed"]) in text for text in everything)
        check_frames(renderer, transcript, person.frames, seat, rng)
        person.close()
    assert match.over


def check_frames(
    renderer: Renderer, transcript: Any, frames: list[str], seat: int | None, rng: random.Random
) -> None:
    """Assert that no picture sent to a seat changes when everything hidden from it is swapped."""
    moves = [e["move"] for e in transcript["events"] if e["event"] == "move"]
    sent = [json.loads(frame) for frame in frames]
    pictures = [one["moments"][-1]["table"] for one in sent if "story" in one]
    playing = [html for html in pictures if 'data-status="playing"' in html]
    assert len(playing) > len(moves) // 2
    match = kt.new(transcript["game"], seed=transcript["seed"], **transcript["options"])
    names = None
    for html in playing:
        number = int(html.split('data-number="')[1].split('"')[0])
        while len(match.moves) < number:
            match.play(moves[len(match.moves)])
        names = names or names_in(html)
        other = match.tables().copy()
        kit(transcript["game"]).swap_unseen(other[0], -1 if seat is None else seat, rng)
        frame = Frame(match.game, other, len(match.events()))
        seen = snapshot_for(match, frame, seat, other[0], True)
        seat_views = [SeatView(n, name, "guest") for n, name in enumerate(names)]
        table = html.split('data-table="')[1].split('"')[0]
        again = renderer.table(
            Snapshot(
                **{**seen.__dict__, "seat_views": seat_views, "number": number, "table": table}
            )
        )
        assert again == html


def names_in(html: str) -> list[str]:
    """The names at a table, in seat order."""
    found = re.findall(r'data-seat="(\d)".*?plate-name">([^<]*?)\s*<', html, re.DOTALL)
    return [name for _, name in sorted(found)]
