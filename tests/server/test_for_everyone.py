"""For everyone: keyboards, screen readers, contrast."""

import os
import random
from pathlib import Path

import pytest

import katzentisch as kt

from server_people import Person

AXE = Path(os.environ.get("KATZENTISCH_AXE", ".venv/axe/node_modules/axe-core/axe.min.js"))
SERIOUS = {"serious", "critical"}


def violations(person: Person) -> list[str]:
    """What axe-core finds on a page, light and dark."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text("utf-8"))
    wrong = []
    for theme in ("light", "dark"):
        person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        # Half-way between two colours there is no contrast to be judged.
        person.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        found = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        wrong += [
            f"{theme}, {one['id']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"]
            if one["impact"] in SERIOUS
            for node in one["nodes"]
        ]
    return wrong


def test_axe_finds_nothing_serious_in_the_lobby_and_its_forms(server, chromium):
    person = Person(chromium, server.address, "de")
    for path in ("/", "/new/cat-in-the-box", "/rules/ed-the-cat", "/table/none"):
        person.go(path)
        assert violations(person) == [], path
    person.close()


@pytest.mark.parametrize("slug", kt.all_games())
def test_axe_finds_nothing_serious_at_the_table_and_in_the_replay(server, chromium, slug):
    person = Person(chromium, server.address, "de")
    rng = random.Random(4)
    table = person.play_now(slug)
    for _ in range(4):
        person.wait_for_turn()
        assert violations(person) == []
        person.click_something(rng)
    person.play_on(rng)
    assert violations(person) == []
    person.go(f"/replay/{table}")
    person.page.wait_for_selector("#story li", state="attached")
    assert violations(person) == []
    person.close()


def test_a_game_goes_by_keyboard_alone(server, chromium):
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
                page.keyboard.press("Enter")
            page.wait_for_timeout(50)
        heard = page.inner_text("#heard")
        assert heard
    assert int(page.get_attribute("#table", "data-number") or 0) > 8
    assert person.complaints == []
    person.close()
