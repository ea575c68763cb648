"""Shared by all tests: a real browser, and the order in which tests start."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import pytest_asyncio.plugin

from server_people import browser


@contextmanager
def browsers_loop_set_aside() -> Iterator[None]:
    """Playwright leaves its loop marked as running, so asyncio would not start another."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


class Runner(asyncio.Runner):
    """Runs async tests even while a browser is open in the same process."""

    def run(self, *arguments: Any, **named: Any) -> Any:
        with browsers_loop_set_aside():
            return super().run(*arguments, **named)

    def close(self) -> None:
        with browsers_loop_set_aside():
            super().close()


pytest_asyncio.plugin.Runner = Runner


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start long tests first, so that the run does not end by waiting for one of them."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found
