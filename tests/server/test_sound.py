"""Sounds are generated from tones in the browser."""

import pytest

from server_people import Person

# Record the pitches of tones instead of playing them.
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
CARD = 220  # the pitch of a card's sound


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
    """Click the first highlighted element and return the tones played immediately."""
    person.wait_for_turn()
    person.page.evaluate("heard.length = 0")
    return list(
        person.page.evaluate(
            "() => { document.querySelector('#table [data-step]').click(); return [...heard]; }"
        )
    )


def test_no_sound_plays_before_the_first_interaction(person):
    assert person.page.evaluate("heard") == []
    person.page.mouse.click(5, 300)
    assert CARD in click_first(person)


def test_muted_sound_stays_muted_after_a_reload(person):
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
