"""Whole games in a real browser, by clicking only what is lit."""

import random

import pytest

import katzentisch as kt

from server_people import DESKTOP, PHONE, Person


def sticks_out(person: Person) -> int:
    """How many pixels of the page lie beyond the screen's side."""
    return int(person.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.parametrize(
    ("language", "size"), [("de", DESKTOP), ("en", PHONE)], ids=["de-desktop", "en-phone"]
)
@pytest.mark.parametrize("slug", kt.all_games())
def test_a_whole_game_is_played_by_clicking_what_is_lit(server, chromium, slug, language, size):
    person = Person(chromium, server.address, language, size)
    person.go("/")
    assert sticks_out(person) == 0
    person.play_now(slug)
    assert person.page.get_attribute("html", "lang") == language
    person.play_on(random.Random(1))
    assert person.status() == "over"
    person.page.wait_for_selector("[data-rematch]")
    assert sticks_out(person) == 0
    assert person.complaints == []
    person.close()
