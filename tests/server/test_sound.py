"""Sounds are made in the browser, from tones."""

import pytest

from server_people import Person

# Instead of playing tones, note their pitches.
LISTEN = """
  window.heard = [];
  const volume = {
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to,
  };
  window.AudioContext = class {
    currentTime = 0;
    createGain() { return volume; }
    createOscillator() {
      const frequency = { value: 0 };
      const start = () => heard.push(frequency.value);
      return { frequency, connect: (to) => to, start, stop() {} };
    }
  };
"""
CARD = 220  # the pitch of a card


@pytest.fixture
def person(server, chromium):
    somebody = Person(chromium, server.address)
    somebody.page.add_init_script(LISTEN)
    somebody.sit_with("cat-in-the-box", "random")
    somebody.wait_for_turn()
    yield somebody
    assert somebody.complaints == []
    somebody.close()


def click_first(person: Person) -> list[int]:
    """Click what is lit; the tones that are heard at once."""
    person.wait_for_turn()
    person.page.evaluate("heard.length = 0")
    return list(
        person.page.evaluate(
            "() => { document.querySelector('#table [data-step]').click(); return [...heard]; }"
        )
    )


def test_nothing_is_heard_before_somebody_has_done_something(person):
    assert person.page.evaluate("heard") == []
    person.page.mouse.click(5, 300)
    assert CARD in click_first(person)


def test_who_wants_no_sound_has_none_after_a_reload_either(person):
    person.page.keyboard.press("m")
    assert person.page.get_attribute("[data-do=mute]", "aria-pressed") == "false"
    assert click_first(person) == []
    person.page.reload()
    person.wait_for_turn()
    person.page.mouse.click(5, 300)
    assert click_first(person) == []
    person.page.keyboard.press("m")
    assert person.page.get_attribute("[data-do=mute]", "aria-pressed") == "true"
    assert CARD in click_first(person)
