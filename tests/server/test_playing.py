"""Whole games in a real browser, by clicking only what is lit."""

import random

import pytest

import katzentisch as kt

from server_people import DESKTOP, PHONE, Person, violations


def sticks_out(person: Person) -> int:
    """How many pixels of the page lie beyond the screen's side."""
    return int(person.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "size", "motion"),
    [("de", DESKTOP, True), ("en", PHONE, False)],
    ids=["de-desktop", "en-phone"],
)
@pytest.mark.parametrize("slug", kt.all_games())
def test_a_whole_game_is_played_by_clicking_what_is_lit(
    server, chromium, slug, language, size, motion
):
    """At its end and in its replay axe finds nothing serious; see `test_for_everyone`."""
    person = Person(chromium, server.address, language, size, motion)
    person.go("/")
    assert sticks_out(person) == 0
    table = person.play_now(slug)
    assert person.page.get_attribute("html", "lang") == language
    person.play_on(random.Random(1))
    assert person.status() == "over"
    person.page.wait_for_selector("[data-rematch]")
    assert sticks_out(person) == 0
    assert violations(person) == []
    person.go(f"/replay/{table}")
    person.page.wait_for_selector("#story li", state="attached")
    assert violations(person) == []
    assert person.complaints == []
    person.close()
