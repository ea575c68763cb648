"""What tests everywhere use: a real browser. And in which order they begin."""

from collections.abc import Iterator
from typing import Any

import pytest

from server_people import browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests begin first, so that in the end nobody waits for one of them."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with browser() as found:
        yield found
