"""Reviews in the browser: requested once, computed in the background, stored, and displayed."""

import asyncio
import json
import os
import re
import time
import urllib.request
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
import pytest
from starlette.testclient import TestClient

from katzentisch.bots import play_to_the_end
from katzentisch.lab.review.evaluate import Review, put_together, review_parts
from katzentisch.play.match import Match, new_match
from katzentisch.server.app import create_app
from katzentisch.server.db.backup import back_up, restore
from katzentisch.server.db.engine import Database
from katzentisch.server.db.records import Seat, TableRecord, new_table_id
from katzentisch.server.db.reviews import ReviewStore, time_left
from katzentisch.server.db.tables import TableStore
from katzentisch.server.jobs.reviews import Reviewer
from katzentisch.server.jobs.thinkers import NICENESS, Thinkers
from katzentisch.server.ops import limits
from katzentisch.server.settings import Settings

from server_fleet import Nursery
from server_people import PHONE, Person, violations

GAME = "ed-the-cat"
PATIENCE = 180.0  # seconds; reviews run at a low priority, so other tests delay them
NAMES = ["Anna", "Ben", "Ben"]


@cache
def played(limit: int) -> Match:
    match = new_match(GAME, {"players": 3, "limit": limit}, 4, ["greedy", "random", "greedy"])
    play_to_the_end(match)
    return match


def kept_game(limit: int = 1) -> TableRecord:
    """A finished game of three players, two of whom have the same name."""
    match, now = played(limit), time.time()
    seats = [Seat("bot", None, level, name) for level, name in zip(match.seats, NAMES, strict=True)]
    return TableRecord(
        new_table_id(), GAME, match.options.to_dict(), "4", None, False, False, 60, now, now, True,
        seats=seats,
    )  # fmt: skip


async def put_games(address: str, games: list[TableRecord]) -> None:
    database = await Database.open(address)
    for record in games:
        match = played(record.options["limit"])
        result = [event for event in match.events() if event["event"] == "move"]
        await TableStore(database).add(record, [(event["seat"], event["move"]) for event in result])
    await database.close()


def settings_for(data: Path, **more: Any) -> Settings:
    return Settings(data=data, **{"limits": 10, "review_turns": 20, **more})


async def with_game(data: Path, limit: int = 1, **more: Any) -> tuple[Settings, str]:
    """Store a finished game for a new server; return its settings and the game's table."""
    settings, record = settings_for(data, **more), kept_game(limit)
    await put_games(settings.address(), [record])
    return settings, record.id


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    settings = settings_for(tmp_path_factory.mktemp("data"))
    with TestClient(create_app(settings), follow_redirects=False) as guest:
        yield guest


async def new_game(guest: TestClient) -> str:
    """Add a finished game to this server and return its table."""
    record = kept_game()
    await put_games(guest.app.state.settings.address(), [record])
    return record.id


def look(guest: TestClient, table: str, language: str = "en") -> dict[str, str]:
    answer = guest.get(f"/replay/{table}/review", headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    result: dict[str, str] = answer.json()
    return result


def wait_for(guest: TestClient, table: str, state: str) -> str:
    deadline = time.monotonic() + PATIENCE
    while (result := look(guest, table))["state"] != state:
        assert time.monotonic() < deadline, result
        time.sleep(0.05)
    return result["html"]


def done(html: str) -> int:
    """How many decisions have been reviewed."""
    return int(re.search(r'value="(\d+)"', html)[1])


def ask(guest: TestClient, table: str) -> int:
    return int(guest.post(f"/replay/{table}/review", follow_redirects=False).status_code)


async def test_a_review_survives_a_restart_and_everybody_reads_it_in_their_language(tmp_path):
    settings, table = await with_game(tmp_path)
    with TestClient(create_app(settings)) as anna:
        assert look(anna, table) == {"state": "none", "html": ""}
        assert "Review this game" in anna.get(f"/replay/{table}").text
        assert ask(anna, table) == 303
        html = wait_for(anna, table, "ready")
        assert ask(anna, table) == 303, "there already is one"
    with TestClient(create_app(settings)) as ben:
        assert look(ben, table) == {"state": "ready", "html": html}
        german = look(ben, table, "de")["html"]
        page = ben.get(f"/replay/{table}").text
    for result, winning in ((html, "Who was winning"), (german, "Wer vorne lag")):
        assert winning in result
        assert "<polyline" in result
        assert all(name in result for name in ("Anna", "Ben (B)", "Ben (C)"))
        assert "{" not in result
    assert "Review this game" not in page
    # Without scripts nobody can open a tab, so the review's tab is open from the start.
    assert re.search(r'id="panel-review"[^>]*tabindex="0">', page)
    assert html in page


async def test_every_moment_shows_its_moves_and_their_values(anna):
    table = await new_game(anna)
    assert anna.get(f"/replay/{table}/at/0").json()["judged"] == ""
    ask(anna, table)
    wait_for(anna, table, "ready")
    moments = range(len(played(1).moves) + 1)
    seen = [anna.get(f"/replay/{table}/at/{moment}").json()["judged"] for moment in moments]
    assert seen.pop() == "", "nobody decides at the end"
    assert all(f"Move {number + 1}: " in html for number, html in enumerate(seen))
    decided = [html for html in seen if "nothing to decide" not in html]
    assert decided
    assert all(html.count("(made)") == 1 and html.count("%</td>") > 1 for html in decided)
    assert any("on seat A" in html for html in seen), "seats are named as at the table"


async def test_a_restarted_server_resumes_a_review_where_it_stopped(tmp_path):
    settings, table = await with_game(tmp_path, limit=99, review_turns=5_000)
    with TestClient(create_app(settings)) as anna:
        ask(anna, table)
        before = 0
        while before < 2:
            html = look(anna, table)["html"]
            before = done(html)
        assert "left" in html
    with TestClient(create_app(settings)) as anna:
        assert before <= done(look(anna, table)["html"]) < len(played(99).moves)
        wait_for(anna, table, "ready")


def test_a_running_game_is_not_reviewed(anna):
    table = anna.post(f"/play/{GAME}").headers["location"].removeprefix("/table/")
    for answer in (
        anna.post(f"/replay/{table}/review"),
        anna.get(f"/replay/{table}/review"),
        anna.get(f"/replay/{table}/at/0"),
    ):
        assert answer.status_code in (404, 422)
        assert "not over yet" in answer.text
    reviews = anna.app.state.services.reviews
    assert anna.portal.call(reviews.progress, table) is None
    # Not even if its row exists by mistake: the row is dropped, and no decision is reviewed.
    anna.portal.call(reviews.ask, table, "anybody", 9)
    while anna.portal.call(reviews.progress, table) is not None:
        assert anna.portal.call(reviews.decisions, table) == []
        time.sleep(0.02)
    assert anna.get("/replay/nonsense/review").status_code == 404


async def test_a_failed_review_can_be_requested_again(anna, monkeypatch):
    table = await new_game(anna)

    async def fail(*_: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as broken:
        broken.setattr(Thinkers, "judge", fail)
        ask(anna, table)
        wait_for(anna, table, "none")
    ask(anna, table)
    wait_for(anna, table, "ready")


async def test_a_backup_includes_reviews(tmp_path, postgres):
    settings, table = await with_game(tmp_path)
    transcript = played(1).transcript()
    decisions = list(review_parts(transcript, 20, cores=1))
    review = put_together(transcript, decisions)

    async def whole(address: str, keep: bool = False) -> Review | None:
        database = await Database.open(address)
        reviews = ReviewStore(database)
        if keep:
            await reviews.ask(table, "anybody", len(decisions))
            for one in [*decisions, decisions[0]]:  # a decision from two processes is stored once
                await reviews.add(table, one)
            assert await reviews.whole(table) is None
            await reviews.finish(table, review)
        found = await reviews.whole(table)
        await database.close()
        return found

    assert await whole(settings.address(), keep=True) == review
    file, other = tmp_path / "backup.sqlite", postgres.new_database()
    await back_up(settings.address(), file)
    await restore(file, other)
    assert await whole(other) == review


async def test_reviews_are_limited_by_guest_by_length_and_in_total(tmp_path, monkeypatch):
    settings = settings_for(tmp_path, limits=1)
    games = [kept_game() for _ in range(limits.OWN_REVIEWS + 1)]
    await put_games(settings.address(), games)

    async def rest(_: Reviewer) -> None:
        return None

    monkeypatch.setattr(Reviewer, "claim_waiting", rest)
    with TestClient(create_app(settings)) as anna:
        anna.get("/")
        assert [ask(anna, record.id) for record in games] == [303] * limits.OWN_REVIEWS + [429]
        anna.cookies.clear()
        monkeypatch.setattr(limits, "LONGEST_REVIEWED", 3)
        assert ask(anna, games[-1].id) == 429
        monkeypatch.undo()
        monkeypatch.setattr(Reviewer, "claim_waiting", rest)
        monkeypatch.setattr(limits, "REVIEWS", limits.OWN_REVIEWS)
        assert ask(anna, games[-1].id) == 429


async def test_reviews_run_at_a_low_priority():
    thinkers = Thinkers(1)

    try:
        assert await thinkers._reviewer.run(os.nice, 0) == min(19, os.nice(0) + NICENESS)
    finally:
        thinkers.close()


def test_the_time_left_is_estimated_from_the_latest_decisions():
    assert time_left([], 9) is None
    assert time_left([5.0], 9) is None
    assert time_left([10.0, 8.0, 6.0], 9) == 18.0


# Several processes.


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory, postgres) -> Iterator[tuple[Any, ...]]:
    database = postgres.new_database()
    nursery = Nursery(
        tmp_path_factory.mktemp("data"),
        database,
        KATZENTISCH_CLAIM="4",  # longer than a busy machine delays a server
        KATZENTISCH_REVIEW_TURNS="5000",
    )
    servers = {nursery.wait_until_ready(port): port for port in (nursery.start(), nursery.start())}
    yield nursery, servers, database
    nursery.close()


def judged_by(address: str) -> int:
    """How many decisions a server has reviewed."""
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        found = re.search(r"judgments_total\S* (\d+)", answer.read().decode())
        return int(found[1]) if found else 0


def state_at(address: str, table: str) -> str:
    with urllib.request.urlopen(f"{address}/replay/{table}/review") as answer:
        return str(json.load(answer)["state"])


def ask_at(address: str, table: str) -> None:
    request = urllib.request.Request(f"{address}/replay/{table}/review", b"", method="POST")
    with urllib.request.urlopen(request):
        pass


def wait_until_ready(address: str, table: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while state_at(address, table) != "ready":
        assert time.monotonic() < deadline
        time.sleep(0.05)


def kept_numbers(database: str, table: str) -> list[int]:
    with psycopg.connect(database) as connection:
        found = connection.execute(
            'SELECT number FROM judgments WHERE "table" = %s ORDER BY number', [table]
        )
        return [number for (number,) in found]


@pytest.mark.long
async def test_two_processes_compute_a_review_once_and_one_continues_if_the_other_dies(fleet):
    nursery, servers, database = fleet
    short, long = kept_game(), kept_game(99)
    await put_games(database, [short, long])
    await asyncio.gather(*(asyncio.to_thread(ask_at, one, short.id) for one in servers))
    for address in servers:
        wait_until_ready(address, short.id)
    before = {address: judged_by(address) for address in servers}
    assert sum(before.values()) == len(played(1).moves), "each decision once"
    assert kept_numbers(database, short.id) == list(range(len(played(1).moves)))

    ask_at(next(iter(servers)), long.id)
    working = None
    while working is None:
        working = next((one for one in servers if judged_by(one) > before[one] + 1), None)
    (other,) = set(servers) - {working}
    nursery.kill(servers[working])
    assert state_at(other, long.id) == "working"
    wait_until_ready(other, long.id)
    after = judged_by(other) - before[other]
    assert 0 < after < len(played(99).moves), "it continued instead of starting over"
    assert kept_numbers(database, long.id) == list(range(len(played(99).moves)))


# In a browser.


def uploaded(person: Person, folder: Path) -> str:
    """Upload a finished game and return the path of its page."""
    file = folder / "game.json"
    file.write_text(json.dumps(played(99).transcript()))
    person.go("/")
    person.page.set_input_files("input[type=file]", str(file))
    person.page.click(".upload button")
    person.page.wait_for_selector("#table")
    return str(person.page.evaluate("location.pathname"))


def jumps_to_a_costly_move(person: Person) -> None:
    link = person.page.locator("#review li a").first
    link.wait_for()
    number, seat = str(link.get_attribute("href")).removeprefix("#").split(",")
    link.focus()
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector(f'#table[data-number="{number}"]')
    assert person.page.input_value("#whose") == seat
    person.page.wait_for_function(
        "(n) => document.querySelector('#here h3').textContent.includes(n)", arg=int(number) + 1
    )
    assert person.page.locator("#here .made").count() == 1
    assert person.page.locator("#table").is_visible()
    assert person.page.evaluate("document.querySelector('#table').getBoundingClientRect().top") >= 0


def test_a_review_in_the_browser(server, chromium, tmp_path):
    anna = Person(chromium, server.address, "de")
    path = uploaded(anna, tmp_path)
    anna.page.click("text=Spiel besprechen lassen")
    anna.page.wait_for_selector("#review[data-working] progress")
    assert "von" in anna.page.inner_text("#review")
    anna.page.wait_for_selector("#review svg", timeout=1000 * PATIENCE)
    assert "Die teuersten Züge" in anna.page.inner_text("#review")
    jumps_to_a_costly_move(anna)
    anna.page.click("#review summary")
    assert violations(anna) == []
    ben = Person(chromium, server.address, "en", PHONE)
    ben.go(path)
    assert "The moves that cost most" in ben.page.inner_text("#review")
    jumps_to_a_costly_move(ben)
    assert ben.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(ben) == []
    without = chromium.new_context(java_script_enabled=False).new_page()
    without.goto(server.address + path)
    assert without.locator("#review svg").is_visible()
    without.context.close()
    for person in (anna, ben):
        assert person.complaints == []
        person.close()
