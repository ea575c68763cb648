"""A real server, and people with browsers who click lit elements and keep all they receive."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]


class Server:
    """`katzentisch serve`, which can be killed and restarted on the same port and data."""

    def __init__(
        self, data: Path, listens: bool = False, log_level: str = "warning", **environment: str
    ) -> None:
        self.data = data
        self.log_level = log_level
        self.listens = listens  # whether to capture stderr
        self.environment = {
            **os.environ,
            "KATZENTISCH_PACE": "0",
            "KATZENTISCH_LIMITS": "100",
            **environment,
        }
        self.port = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "katzentisch", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--data", str(self.data), "--log-level", self.log_level],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if self.listens else None,
            env=self.environment,
            text=True,
            start_new_session=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"the server did not start: {line}"
        self.port = int(found[1])

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def interrupt(self) -> str:
        """Interrupt the server and its workers, as Ctrl-C does, and return the server's stderr."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.communicate(timeout=30)[1]

    def kill(self) -> None:
        """Kill the server and its workers without warning, as a power cut would."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium: the installed one, or Playwright's own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        chromium = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield chromium
        chromium.close()


PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}
PATIENCE = 60_000  # milliseconds
AXE = Path(os.environ.get("KATZENTISCH_AXE", ".venv/axe/node_modules/axe-core/axe.min.js"))
SERIOUS = {"serious", "critical"}


class Person:
    """Someone with their own browser."""

    def __init__(
        self,
        chromium: Any,
        address: str,
        language: str = "en",
        size: dict[str, int] = DESKTOP,
        motion: bool = False,
    ) -> None:
        self.address = address
        self.language = language
        self.context = chromium.new_context(
            viewport=size,
            locale=language,
            has_touch=size is PHONE,
            is_mobile=size is PHONE,
            # Card animations take real time and processor time: only for tests that look at them.
            reduced_motion="no-preference" if motion else "reduce",
        )
        self.page = self.context.new_page()
        self.complaints: list[str] = []
        self.frames: list[str] = []
        self.bodies: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._listen)
        self.page.on("response", self._read)

    def _hear(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _listen(self, line: Any) -> None:
        line.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def _read(self, response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if response.ok and ("html" in kind or "json" in kind):
            self.bodies.append(response.text())

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def play_now(self, slug: str) -> str:
        """Sit down at a table with one click and return its name."""
        self.go("/")
        self.page.click(f"[data-play-now={slug}]")
        return self.table()

    def sit_with(self, slug: str, level: str) -> str:
        """Sit down at a new table for two, against a bot, and return its name."""
        self.go(f"/new/{slug}?players=2")
        self.page.select_option("#seat1", level)
        self.page.click("form.table-form button.big")
        return self.table()

    def table(self) -> str:
        self.page.wait_for_selector("#table[data-table]")
        return str(self.page.get_attribute("#table", "data-table"))

    def status(self) -> str:
        return str(self.page.get_attribute("#table", "data-status"))

    def can_click(self) -> bool:
        return bool(self.page.query_selector("[data-step]"))

    def wait_for_turn(self) -> None:
        """Wait until something is lit or the game is over."""
        self.page.wait_for_selector("[data-step], #table[data-status=over]", timeout=PATIENCE)

    def card_with_a_choice(self) -> Any:
        """A card in hand that can be played in several ways, so a click does not play it yet."""
        paths = str(self.page.get_attribute("#table", "data-paths")).splitlines()
        ways = Counter(path.partition("|")[0] for path in paths)
        key = next(key for key, n in ways.items() if n > 1)
        return self.page.locator(f'.hand [data-step][data-key="{key}"]').first

    def click_something(self, rng: random.Random) -> None:
        """Click any lit element, as a hand would."""
        lit = self.page.locator("[data-step]")
        with self.answered():
            lit.nth(rng.randrange(lit.count())).click(timeout=PATIENCE)

    @contextmanager
    def answered(self) -> Iterator[None]:
        """Wait until the table shows the effect: a move, a choice, or a question."""
        number = int(str(self.page.get_attribute("#table", "data-number")))
        before = self.page.get_attribute("#table", "data-chosen")
        yield
        self.page.wait_for_function(
            """([number, chosen]) => {
                 const table = document.querySelector('#table');
                 return Number(table.dataset.number) !== number || table.dataset.chosen !== chosen
                   || document.querySelector('#confirm [data-step]');
               }""",
            arg=[number, before],
            timeout=PATIENCE,
        )

    def play_on(self, rng: random.Random, clicks: int = 2000) -> None:
        """Play to the end, or for this many clicks."""
        for _ in range(clicks):
            self.wait_for_turn()
            if self.status() == "over":
                return
            self.click_something(rng)

    def close(self) -> None:
        self.context.close()


def violations(person: Person) -> list[str]:
    """The serious violations that axe-core finds on a page in light and dark mode."""
    if not person.page.evaluate("'axe' in window"):
        person.page.evaluate(AXE.read_text("utf-8"))
    wrong = []
    for theme in ("light", "dark"):
        person.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        # Contrast cannot be judged half-way through a colour transition.
        person.page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished))")
        found = person.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        wrong += [
            f"{theme}, {one['id']}: {node['target']} {node['failureSummary']}"
            for one in found["violations"]
            if one["impact"] in SERIOUS
            for node in one["nodes"]
        ]
    return wrong
