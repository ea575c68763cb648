"""Whatever people write is shown as text: it never becomes markup or code."""

import asyncio
import json
import random
import re
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import katzentisch as kt
from katzentisch.bots import play_to_the_end
from katzentisch.lab.review.evaluate import put_together, review_parts
from katzentisch.play.match import new_match
from katzentisch.server.db.engine import Database
from katzentisch.server.db.guests import GuestStore
from katzentisch.server.db.reviews import ReviewStore
from katzentisch.server.settings import Settings
from katzentisch.server.web.auth import COOKIE, guest_id_of
from katzentisch.server.web.rendering import scripts

from server_fleet import in_a_thread
from server_people import Person, Server

# As markup it would add an element, request its picture and run a script; as a template or format
# it would lose its braces. Refusals quote at most 60 characters.
HOSTILE = '"><img class=hostile src=/hostile onerror=x()>{{1}}{x}'
SHORT = {"ed-the-cat": {"limit": 1}}  # options for a short game
SEND = """async (message) => {
  const { href } = document.querySelector('[rel=modulepreload][href$="/socket.js"]');
  (await import(href)).send(message);
}"""


class Attacker(Person):
    """Somebody whose name and words are hostile."""

    def __init__(self, chromium: Any, server: Server) -> None:
        super().__init__(chromium, server.address)
        self.requested: list[str] = []
        self.page.on("request", lambda request: self.requested.append(request.url))
        self.go("/")
        token = next(one for one in self.context.cookies() if one["name"] == COOKIE)["value"]
        # The form would refuse this name.
        in_a_thread(asyncio.run, rename(server, guest_id_of(token)))

    def sees_text(self, within: str) -> None:
        """The text is shown here, and nothing else happens."""
        self.page.locator(within, has_text=HOSTILE).first.wait_for(state="attached")
        assert self.page.locator(".hostile").count() == 0
        assert not [url for url in self.requested if url.endswith("/hostile")]
        assert not [line for line in self.complaints if "Content Security Policy" in line]


def database_of(server: Server) -> str:
    return Settings(data=server.data).address()


async def rename(server: Server, guest: str) -> None:
    database = await Database.open(database_of(server))
    await GuestStore(database).rename(guest, HOSTILE)
    await database.close()


@pytest.fixture
def attacker(server, chromium) -> Iterator[Attacker]:
    person = Attacker(chromium, server)
    yield person
    person.close()


@pytest.mark.parametrize("slug", kt.all_games())
def test_a_hostile_name_is_shown_as_text_at_a_table(attacker, slug):
    attacker.sit_with(slug, "random")
    attacker.wait_for_turn()
    attacker.sees_text("#table")
    attacker.play_on(random.Random(1), clicks=4)
    attacker.sees_text("#story")
    assert attacker.complaints == []


def test_a_hostile_name_is_shown_as_text_in_the_lobby_and_on_another_device(attacker):
    attacker.go("/new/cat-in-the-box?players=2")
    attacker.page.click("form.table-form button.big")
    attacker.table()
    attacker.sees_text(".waiting-room")
    attacker.go("/")
    assert attacker.page.input_value("#name") == HOSTILE
    attacker.sees_text(".listings")
    attacker.go("/me/link")
    attacker.page.goto(attacker.page.input_value("#link"))
    attacker.sees_text("h1")
    assert attacker.complaints == []


def test_a_hostile_chat_message_is_shown_as_text(attacker):
    attacker.sit_with("cat-in-the-box", "random")
    attacker.wait_for_turn()
    attacker.page.fill("#saying", HOSTILE)
    attacker.page.press("#saying", "Enter")
    attacker.sees_text("#said li")
    attacker.page.reload()
    attacker.sees_text("#said li")
    assert attacker.complaints == []


def test_refused_input_is_quoted_as_text(attacker):
    attacker.sit_with("cat-in-the-box", "random")
    attacker.wait_for_turn()
    number = int(str(attacker.page.get_attribute("#table", "data-number")))
    attacker.page.evaluate(SEND, {"type": "move", "move": HOSTILE, "number": number})
    attacker.sees_text("#refused")
    assert attacker.complaints == []


@pytest.mark.parametrize("field", ["#seat1", "#o-start"])
def test_a_hostile_choice_in_a_form_is_quoted_as_text(attacker, field):
    attacker.go("/new/cat-in-the-box?players=2")
    attacker.page.evaluate(
        "([field, text]) => { document.querySelector(field).selectedOptions[0].value = text; }",
        [field, HOSTILE],
    )
    attacker.page.click("form.table-form button.big")
    attacker.sees_text("[role=alert]")


@cache
def played(slug: str) -> dict[str, Any]:
    """A finished game between players with hostile names."""
    match = new_match(slug, {"players": 2, **SHORT.get(slug, {})}, 4, ["random", "random"])
    play_to_the_end(match)
    return {**match.transcript(), "seats": [HOSTILE, HOSTILE]}


def uploaded(attacker: Attacker, transcript: dict[str, Any], folder: Path) -> str:
    """Upload a finished game and return its table."""
    file = folder / "game.json"
    file.write_text(json.dumps(transcript))
    attacker.page.set_input_files("input[type=file]", str(file))
    attacker.page.click(".upload button")
    return attacker.table()


@pytest.mark.parametrize("slug", kt.all_games())
def test_hostile_names_in_an_uploaded_game_are_shown_as_text(attacker, slug, tmp_path):
    uploaded(attacker, played(slug), tmp_path)
    attacker.sees_text("#whose")
    attacker.page.click("[data-step-to=last]")
    for part in ("#table", "#story", "#sheet", ".below strong"):
        attacker.sees_text(part)
    assert attacker.complaints == []


async def begin_review(server: Server, table: str, decisions: int) -> None:
    """Ask for a review, and claim it, so that the server does not work on it."""
    database = await Database.open(database_of(server))
    reviews = ReviewStore(database)
    await reviews.ask(table, "anybody", decisions)
    await reviews.claim("nobody", time.time() + 3600, 1)
    await database.close()


async def finish_review(server: Server, table: str, transcript: dict[str, Any]) -> None:
    database = await Database.open(database_of(server))
    reviews, decisions = ReviewStore(database), list(review_parts(transcript, 20, cores=1))
    for one in decisions:
        await reviews.add(table, one)
    await reviews.finish(table, put_together(transcript, decisions))
    await database.close()


def test_hostile_names_in_a_review_that_arrives_while_it_is_awaited_are_shown_as_text(
    attacker, server, tmp_path
):
    transcript = played("ed-the-cat")
    table = uploaded(attacker, transcript, tmp_path)
    moves = sum(event["event"] == "move" for event in transcript["events"])
    in_a_thread(asyncio.run, begin_review(server, table, moves))
    attacker.page.reload()
    attacker.page.wait_for_selector("#review[data-working]")
    in_a_thread(asyncio.run, finish_review(server, table, transcript))
    # The page, which asks again and again, shows the review as soon as it is ready.
    attacker.page.wait_for_selector("#review:not([data-working])")
    attacker.sees_text("#review")
    for _ in transcript["events"]:
        if HOSTILE in str(attacker.page.text_content("#here")):
            break
        attacker.page.click("[data-step-to='1']")
    attacker.sees_text("#here")
    assert attacker.complaints == []


# Everything that turns text into markup or code. The tests above show hostile text through each
# of these lines; add a test before adding a line.
MAKES_MARKUP = re.compile(
    r"\.(?:inner|outer)HTML\s*\+?=|insertAdjacentHTML|setHTML|document\.write|srcdoc|DOMParser"
    r"|createContextualFragment|\beval\b|new Function"
)
SINKS = [
    ("replay.js", "here.innerHTML = html"),
    ("replay.js", "fresh.innerHTML = html"),
    ("swap.js", "shown.outerHTML = sheet"),
    ("swap.js", "holder.innerHTML = html"),
]


def test_scripts_turn_text_into_markup_only_where_a_test_sends_hostile_text():
    found = [
        (name, line.strip())
        for name, script in sorted(scripts().items())
        for line in script.decode().splitlines()
        if MAKES_MARKUP.search(line)
    ]
    assert len(found) == len(SINKS)
    for (name, line), (expected, code) in zip(found, SINKS, strict=True):
        assert name == expected
        assert code in line
