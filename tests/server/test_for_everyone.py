"""Accessibility: keyboards, screen readers, contrast."""

import random

import pytest

import katzentisch as kt

from server_people import PHONE, Person, violations


def test_axe_finds_nothing_serious_in_the_lobby_and_its_forms(server, chromium):
    person = Person(chromium, server.address, "de")
    for path in ("/", "/new/cat-in-the-box", "/rules/ed-the-cat", "/table/none"):
        person.go(path)
        assert violations(person) == [], path
    person.close()


BEYOND_THE_SCREEN = """() => [...document.querySelectorAll('form.table-form *')]
  .filter((one) => one.getBoundingClientRect().right > screen.width + 1).length"""


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_form_for_a_new_table_fits_a_phone(server, chromium, language):
    """Long labels make nothing wider than the screen, so that its button can be reached."""
    person = Person(chromium, server.address, language, PHONE)
    for slug in kt.all_games():
        person.go(f"/new/{slug}?players=2")
        assert person.page.evaluate(BEYOND_THE_SCREEN) == 0, slug
    person.close()


@pytest.mark.parametrize("slug", kt.all_games())
def test_axe_finds_nothing_serious_at_the_table(server, chromium, slug):
    """For the end of a game and its replay, see `test_playing`."""
    person = Person(chromium, server.address, "de")
    rng = random.Random(4)
    person.play_now(slug)
    for _ in range(4):
        person.wait_for_turn()
        assert violations(person) == []
        person.click_something(rng)
    person.close()


def test_a_game_can_be_played_with_the_keyboard_alone(server, chromium):
    person = Person(chromium, server.address)
    person.go("/")
    page = person.page
    page.focus("[data-play-now=cat-in-the-box]")
    page.keyboard.press("Enter")
    person.table()
    for _ in range(8):
        person.wait_for_turn()
        number = page.get_attribute("#table", "data-number")
        page.focus("#table [data-step]")
        for _click in range(3):
            if page.get_attribute("#table", "data-number") != number:
                break
            page.keyboard.press("ArrowRight")
            focused = page.evaluate("document.activeElement.hasAttribute('data-step')")
            if focused:
                with person.answered():
                    page.keyboard.press("Enter")
        heard = page.inner_text("#heard")
        assert heard
    assert int(page.get_attribute("#table", "data-number")) > 8
    assert person.complaints == []
    person.close()
