"""Whole games in a real browser, played by clicking only what is highlighted."""

import random

import pytest

import katzentisch as kt

from server_people import DESKTOP, PHONE, Person, violations


def sticks_out(person: Person) -> int:
    """How many pixels wider than the screen the page is."""
    return int(person.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "size", "motion"),
    [("de", DESKTOP, True), ("en", PHONE, False)],
    ids=["de-desktop", "en-phone"],
)
@pytest.mark.parametrize("slug", kt.all_games())
def test_a_whole_game_can_be_played_by_clicking_what_is_highlighted(
    server, chromium, slug, language, size, motion
):
    """Axe finds nothing serious at its end or in its replay; see also `test_for_everyone`."""
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
