"""The connection to the server breaks and is reopened."""

import random
import re
from typing import Any

import pytest

from server_people import Person

TRY_AGAIN, NO_SUCH_TABLE = 1013, 4404
# Timeouts run twenty times as fast and are recorded; random numbers are always 0.5.
SHORT_WAITS = """
  window.waits = [];
  Math.random = () => 0.5;
  const wait = window.setTimeout;
  window.setTimeout = (does, ms) => { waits.push(ms); return wait(does, ms / 20); };
"""

CLICK_AND_LOOK = """() => {
  document.querySelector('#table [data-step]').click();
  const { chosen, number } = document.querySelector('#table').dataset;
  return [document.querySelector('#table [data-step]') !== null, chosen, number];
}"""


class Lines:
    """The connections that a page opens; tests can cut them."""

    def __init__(self, person: Person) -> None:
        self.opened: list[Any] = []
        self.broken = False  # close every new connection at once
        person.page.route_web_socket(re.compile("/live"), self._open)

    def _open(self, line: Any) -> None:
        self.opened.append(line)
        if self.broken:
            line.close(code=TRY_AGAIN)
        else:
            line.connect_to_server()

    def cut(self, code: int = TRY_AGAIN) -> None:
        self.opened[-1].close(code=code)


@pytest.fixture
def person(server, chromium):
    somebody = Person(chromium, server.address)
    somebody.page.add_init_script(SHORT_WAITS)
    yield somebody
    somebody.close()


def test_a_broken_connection_is_reopened_and_play_continues(person):
    lines = Lines(person)
    person.sit_with("cat-in-the-box", "random")
    person.wait_for_turn()
    lines.cut()
    person.page.wait_for_selector("#lost:not([hidden])")
    person.page.wait_for_selector("#lost", state="hidden")
    assert len(lines.opened) == 2
    before = int(person.page.get_attribute("#table", "data-number"))
    person.play_on(random.Random(1), clicks=2)
    person.page.wait_for_function(
        f"() => document.querySelector('#table').dataset.number > {before}"
    )


def test_each_retry_waits_twice_as_long_up_to_eight_seconds(person):
    lines = Lines(person)
    person.sit_with("cat-in-the-box", "random")
    person.wait_for_turn()
    person.page.evaluate("waits.length = 0")
    lines.broken = True
    lines.cut()
    person.page.wait_for_function("() => waits.length >= 7")
    assert person.page.evaluate("waits.slice(0, 7)") == [500, 1000, 2000, 4000, 8000, 8000, 8000]
    lines.broken = False
    person.page.wait_for_selector("#lost", state="hidden")
    person.page.evaluate("waits.length = 0")
    lines.cut()
    person.page.wait_for_function("() => waits.includes(500)")


def test_a_move_made_while_disconnected_can_be_made_again(person):
    lines = Lines(person)
    person.sit_with("cat-in-the-box", "random")
    person.wait_for_turn()
    lines.broken = True
    lines.cut()
    person.page.wait_for_selector("#lost:not([hidden])")
    before = person.page.get_attribute("#table", "data-number")
    assert person.page.evaluate(CLICK_AND_LOOK) == [True, "", before]
    lines.broken = False
    person.page.wait_for_selector("#lost", state="hidden")
    person.play_on(random.Random(1), clicks=2)
    assert person.complaints == []


def test_the_page_does_not_reconnect_to_a_table_that_does_not_exist(person):
    lines = Lines(person)
    person.sit_with("cat-in-the-box", "random")
    person.wait_for_turn()
    lines.cut(NO_SUCH_TABLE)
    person.page.wait_for_timeout(300)
    assert person.page.locator("#lost").is_hidden()
    assert len(lines.opened) == 1
