"""Dragging cards, and moving and zooming pictures, with mouse, wheel, fingers and buttons."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from server_people import DESKTOP, PHONE, Person

Point = tuple[float, float]
LOOK = """() => {
  const { a, e, f } = new DOMMatrix(document.querySelector('.pane').style.transform);
  const { x, y } = document.querySelector('.view').getBoundingClientRect();
  return [a, x + e, y + f];
}"""
MAKE_LONG = """() => {
  const long = document.createElement('div');
  long.style = 'position: absolute; top: 0; width: 1px; height: 3000px';
  document.body.style.position = 'relative';
  document.body.append(long);
}"""
NEAR = 0.02  # pixels of the picture
LIFTED = 12  # pixels by which a chosen card may be raised


@dataclass(frozen=True)
class Look:
    """A picture's scale, and the position of its corner on the screen."""

    scale: float
    x: float
    y: float

    def shown_at(self, point: Point) -> Point:
        """The point of the picture that is shown at this point of the screen."""
        return (point[0] - self.x) / self.scale, (point[1] - self.y) / self.scale


def look(person: Person) -> Look:
    return Look(*person.page.evaluate(LOOK))


def centre(locator: Any) -> Point:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def middle(locator: Any) -> Point:
    """Where to point, in whole pixels, since some events report nothing finer."""
    x, y = centre(locator)
    return round(x), round(y)


def number(person: Person) -> int:
    return int(person.page.get_attribute("#table", "data-number"))


def chosen(person: Person) -> str:
    return str(person.page.get_attribute("#table", "data-chosen"))


def wait_for_a_move(person: Person, before: int) -> None:
    person.page.wait_for_function(
        f"() => Number(document.querySelector('#table').dataset.number) > {before}"
    )


@pytest.fixture
def trick_taker(server, chromium) -> Iterator[Person]:
    """Somebody whose turn it is to play a card in Cat in the Box."""
    person = Person(chromium, server.address)
    person.sit_with("cat-in-the-box", "random")
    rng = random.Random(1)
    person.wait_for_turn()
    while person.page.get_attribute("#table", "data-phase") != "play":
        person.click_something(rng)
        person.wait_for_turn()
    yield person
    assert person.complaints == []
    person.close()


def at_cat_box(server: Any, chromium: Any, size: dict[str, int]) -> Person:
    person = Person(chromium, server.address, size=size)
    person.sit_with("cat-box", "random")
    person.wait_for_turn()
    return person


@pytest.fixture
def builder(server, chromium) -> Iterator[Person]:
    """Somebody whose turn it is to place a card in Cat Box."""
    person = at_cat_box(server, chromium, DESKTOP)
    yield person
    assert person.complaints == []
    person.close()


@pytest.fixture
def toucher(server, chromium) -> Iterator[Person]:
    """The same on a phone."""
    person = at_cat_box(server, chromium, PHONE)
    yield person
    assert person.complaints == []
    person.close()


def test_a_card_is_played_where_it_is_dropped(trick_taker):
    person, mouse = trick_taker, trick_taker.page.mouse
    before = number(person)
    x, y = middle(person.page.locator(".hand [data-step]").first)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 4, y)
    assert person.page.locator(".shadow").count() == 0, "a hand may tremble"
    mouse.move(x + 20, y - 20)
    shadow = person.page.locator("#table > .shadow")
    assert middle(shadow) == pytest.approx((x + 20, y - 20), abs=LIFTED)
    assert chosen(person).startswith("play ")
    space = person.page.locator(".space[data-step]").first
    mouse.move(*middle(space), steps=4)
    assert "over" in space.get_attribute("class").split()
    colour = space.get_attribute("data-key").split("|")[-1]
    mouse.up()
    wait_for_a_move(person, before)
    assert shadow.count() == 0
    moved = "Array.from(document.querySelectorAll('#story li'), (li) => li.textContent).join(' ')"
    assert colour in person.page.evaluate(moved)


def test_a_card_dropped_outside_goes_back_and_can_still_be_clicked(trick_taker):
    person, mouse = trick_taker, trick_taker.page.mouse
    before = number(person)
    card = person.card_with_a_choice()
    mouse.move(*middle(card))
    mouse.down()
    mouse.move(5, 300, steps=4)
    assert chosen(person)
    mouse.up()
    assert chosen(person) == ""
    assert person.page.locator(".shadow").count() == 0
    card.click()
    assert chosen(person).startswith("play ")
    assert number(person) == before


def test_dropping_a_card_where_it_was_does_not_click_it(trick_taker):
    person, mouse = trick_taker, trick_taker.page.mouse
    x, y = middle(person.page.locator(".hand [data-step]").first)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - 150, steps=3)
    assert chosen(person)
    mouse.move(x, y, steps=3)
    mouse.up()
    assert chosen(person) == ""


def test_a_card_snaps_to_a_nearby_space_but_not_to_a_distant_one(trick_taker):
    person, mouse = trick_taker, trick_taker.page.mouse
    mouse.move(*middle(person.page.locator(".hand [data-step]").first))
    mouse.down()
    mouse.move(5, 300, steps=4)
    boxes = [one.bounding_box() for one in person.page.locator(".space[data-step]").all()]
    left = min(boxes, key=lambda box: box["x"])
    y = left["y"] + left["height"] / 2
    assert person.page.locator("#table .over").count() == 0
    mouse.move(left["x"] - 60, y)
    assert person.page.locator("#table .space.over").count() == 0
    mouse.move(left["x"] - 20, y)
    assert person.page.locator("#table .space.over").count() == 1
    mouse.move(5, 300)
    mouse.up()


def test_dragging_over_a_picture_shows_a_preview_and_does_not_move_the_picture(builder):
    person, mouse = builder, builder.page.mouse
    seen, before = look(person), number(person)
    mouse.move(*middle(person.page.locator(".own-cards [data-step][data-drag]").first))
    mouse.down()
    mouse.move(600, 400, steps=3)
    spot = person.page.locator(".spot[data-step]").first
    mouse.move(*middle(spot), steps=3)
    at = person.page.locator(".spot.over").get_attribute("data-at")
    preview = person.page.locator("[data-preview].shown")
    assert preview.get_attribute("transform") == f"translate({at})"
    assert look(person) == seen
    mouse.up()
    wait_for_a_move(person, before)


def test_the_wheel_zooms_in_on_the_point_under_the_pointer(builder):
    person, mouse = builder, builder.page.mouse
    x, y = middle(person.page.locator(".view"))
    point = (x + 90, y - 40)
    before = look(person)
    mouse.move(*point)
    mouse.wheel(0, -100)
    person.page.wait_for_function(f"() => ({LOOK})()[0] > {before.scale}")
    after = look(person)
    assert after.scale == pytest.approx(1.15 * before.scale)
    assert after.shown_at(point) == pytest.approx(before.shown_at(point), abs=NEAR)
    mouse.wheel(0, 100)
    person.page.wait_for_function(f"() => ({LOOK})()[0] < {after.scale}")
    assert look(person).scale == pytest.approx(before.scale)


def test_a_picture_can_be_zoomed_from_half_to_five_times_its_initial_size(builder):
    person = builder
    fits = look(person).scale
    for name, end in (("Larger", 5), ("Smaller", 0.5)):
        for _ in range(20):
            person.page.click(f"[data-zoom][aria-label={name}]")
        assert look(person).scale == pytest.approx(end * fits)


def test_on_a_page_that_scrolls_the_wheel_zooms_only_with_ctrl(builder):
    person, mouse = builder, builder.page.mouse
    person.page.evaluate(MAKE_LONG)
    before = look(person)
    mouse.move(*middle(person.page.locator(".view")))
    mouse.wheel(0, -100)
    person.page.keyboard.down("Control")
    mouse.wheel(0, -100)
    person.page.keyboard.up("Control")
    person.page.wait_for_function(f"() => ({LOOK})()[0] > {before.scale}")
    assert look(person).scale == pytest.approx(1.15 * before.scale), "the first turn did nothing"


def test_buttons_zoom_around_the_centre_and_show_everything_again(builder):
    person = builder
    before, still = look(person), centre(person.page.locator(".view"))
    person.page.click("[data-zoom][aria-label=Larger]")
    larger = look(person)
    assert larger.scale == pytest.approx(1.3 * before.scale)
    assert larger.shown_at(still) == pytest.approx(before.shown_at(still), abs=NEAR)
    person.page.focus("[data-zoom][aria-label=Smaller]")
    person.page.keyboard.press("Enter")
    assert look(person).scale == pytest.approx(1.3 * 0.77 * before.scale)
    person.page.click("[data-zoom][aria-label='Show all']")
    assert look(person) == before


def test_dragging_a_picture_with_the_mouse_moves_it_and_clicks_nothing(builder):
    person, mouse = builder, builder.page.mouse
    person.page.locator(".own-cards [data-step][data-drag]").first.click()
    half, at = chosen(person), number(person)
    x, y = middle(person.page.locator(".spot[data-step]").first)
    before = look(person)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 3, y)
    assert look(person) == before, "a hand may tremble"
    mouse.move(x + 40, y - 25, steps=5)
    mouse.up()
    after = look(person)
    assert (after.x, after.y) == pytest.approx((before.x + 40, before.y - 25), abs=0.1)
    assert after.scale == before.scale
    mouse.move(x, y)
    assert look(person) == after, "once released, it stays put"
    assert (chosen(person), number(person)) == (half, at)
    person.page.locator(".spot[data-step]").first.click()
    wait_for_a_move(person, at)


def test_a_picture_stays_zoomed_after_a_move(builder):
    person = builder
    person.page.click("[data-zoom][aria-label=Larger]")
    person.page.click("[data-zoom][aria-label=Smaller]")
    zoomed = person.page.locator(".pane").get_attribute("style").split("transform: ")[1]
    scale = zoomed.split("scale(")[1].split(")")[0]
    assert float(scale) == pytest.approx(1.3 * 0.77)
    before = number(person)
    person.page.locator(".own-cards [data-step][data-drag]").first.click()
    person.page.locator(".spot[data-step]").first.click()
    wait_for_a_move(person, before)
    assert f"scale({scale})" in person.page.locator(".pane").get_attribute("style")


@pytest.fixture
def touch(toucher) -> Callable[..., None]:
    """Sends touch events as the browser receives them from a screen."""
    session = toucher.context.new_cdp_session(toucher.page)

    def happens(kind: str, *points: Point) -> None:
        places = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

    return happens


def test_two_fingers_zoom_in_on_the_point_between_them(toucher, touch):
    person = toucher
    x, y = middle(person.page.locator(".view"))
    before, at = look(person), number(person)
    touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in (21, 25, 30, 35, 42):
        touch("touchMove", (x - apart, y), (x + apart, y))
    person.page.wait_for_function(f"() => ({LOOK})()[0] > {1.9 * before.scale}")
    touch("touchEnd")
    after = look(person)
    assert after.scale == pytest.approx(2 * before.scale, rel=0.06)
    assert after.shown_at((x, y)) == pytest.approx(before.shown_at((x, y)), abs=10)
    assert person.page.evaluate("visualViewport.scale") == 1, "the page itself is not zoomed"
    assert (chosen(person), number(person)) == ("", at)


def test_putting_fingers_down_again_does_not_make_the_picture_jump(toucher, touch):
    person = toucher
    x, y = middle(person.page.locator(".view"))
    before = look(person)
    for apart in (20, 60):
        touch("touchStart", (x - apart, y), (x + apart, y))
        touch("touchMove", (x - apart - 1, y), (x + apart + 1, y))
        touch("touchEnd")
    assert look(person).scale == pytest.approx(before.scale, rel=0.1)


def test_one_finger_moves_the_picture(toucher, touch):
    person = toucher
    x, y = middle(person.page.locator(".view"))
    before = look(person)
    touch("touchStart", (x, y))
    for step in range(1, 6):
        touch("touchMove", (x + 8 * step, y + 4 * step))
    touch("touchEnd")
    person.page.wait_for_function(f"() => ({LOOK})()[1] > {before.x + 30}")
    after = look(person)
    assert (after.x, after.y) == pytest.approx((before.x + 40, before.y + 20), abs=0.5)
    assert after.scale == before.scale
