"""Connections break and servers die; the table is unchanged."""

import random
import time

import pytest

from server_people import Person, Server


def test_play_continues_after_a_killed_server_is_restarted(tmp_path, chromium):
    with Server(tmp_path) as server:
        person = Person(chromium, server.address)
        person.play_now("cat-in-the-box")
        rng = random.Random(3)
        page = person.page
        while page.get_attribute("#table", "data-phase") != "play":
            person.wait_for_turn()
            person.click_something(rng)
            person.wait_for_turn()
        person.card_with_a_choice().click()
        page.wait_for_selector("#table:not([data-chosen=''])")
        chosen = page.get_attribute("#table", "data-chosen")
        number = page.get_attribute("#table", "data-number")
        server.kill()
        page.wait_for_selector("#lost:not([hidden])")
        server.start()
        page.wait_for_selector("#lost", state="hidden", timeout=30_000)
        assert page.get_attribute("#table", "data-number") == number
        assert page.get_attribute("#table", "data-chosen") == chosen, "half-made moves stay"
        person.play_on(rng, clicks=6)
        person.wait_for_turn()
        assert int(page.get_attribute("#table", "data-number")) > int(number) + 6, "bots play on"
        person.close()


def test_ctrl_c_stops_the_server_without_a_traceback_while_bots_play(tmp_path, chromium):
    with Server(tmp_path, listens=True) as server:
        person = Person(chromium, server.address)
        person.play_now("cat-in-the-box")
        person.play_on(random.Random(3), clicks=2)
        complaints = server.interrupt()
        assert "Traceback" not in complaints, complaints
        person.close()


def test_ctrl_c_during_compilation_prints_nothing(tmp_path):
    cache = tmp_path / "cache"
    server = Server(tmp_path / "data", listens=True, KATZENTISCH_CACHE=str(cache))
    until = time.monotonic() + 60
    while not any(cache.rglob("*.nbi")) and time.monotonic() < until:
        time.sleep(0.2)
    assert any(cache.rglob("*.nbi"))
    assert server.interrupt() == ""


@pytest.mark.long
def test_with_a_cold_cache_a_table_is_played_at_once_and_bots_say_that_they_are_warming_up(
    tmp_path, chromium
):
    """Once the game is compiled, the page says so no more, and the same game goes on."""
    with Server(tmp_path / "data", KATZENTISCH_CACHE=str(tmp_path / "cache")) as server:
        person = Person(chromium, server.address)
        person.sit_with("cat-in-the-box", "expert")
        assert person.page.locator(".thinks-less").count() == 1
        person.play_on(random.Random(4), clicks=3)
        assert not list((tmp_path / "cache").rglob("complete"))
        person.page.wait_for_selector(".thinks-less", state="detached", timeout=120_000)
        number = int(str(person.page.get_attribute("#table", "data-number")))
        person.play_on(random.Random(5), clicks=6)
        assert int(str(person.page.get_attribute("#table", "data-number"))) > number
        assert person.complaints == []
        person.close()
