"""Fixtures: a real server in a separate process, and a real database."""

from collections.abc import Iterator

import pytest

from server_fleet import Postgres
from server_people import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    started = Server(tmp_path_factory.mktemp("data"))
    yield started
    started.kill()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    started = Postgres(tmp_path_factory.mktemp("postgres"))
    yield started
    started.close()
