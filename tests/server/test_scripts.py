"""The pages' scripts: modules that need no build step, fetched together and never stale."""

import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from katzentisch.games import slugs
from katzentisch.server.app import create_app
from katzentisch.server.settings import Settings
from katzentisch.server.web import rendering
from katzentisch.server.web.rendering import Renderer, scripts

STATIC = Path(rendering.__file__).parent / "static"
MOST_MODULES = 16
IMPORT = re.compile(r"""(?:\bimport|\bfrom)\s*\(?\s*["']([^"']+)["']""")


def imports() -> dict[str, set[str]]:
    """What each module imports, including types that only comments import."""
    return {name: set(IMPORT.findall((STATIC / name).read_text())) for name in scripts()}


def test_modules_import_only_each_other_by_relative_addresses():
    """So everything a module imports has the version in that module's own address."""
    for name, found in imports().items():
        for other in found:
            assert other.startswith("./"), f"{name}: {other}"
            assert other.removeprefix("./") in scripts(), f"{name}: {other}"


def test_browsers_get_the_code_of_every_line_but_no_comment_that_has_lines_of_its_own():
    for name, sent in scripts().items():
        written = (STATIC / name).read_text().split("\n")
        lines = sent.decode().split("\n")
        assert len(lines) == len(written)
        for line, was in zip(lines, written, strict=True):
            assert line == was if line else was.lstrip()[:1] in ("", "/", "*"), (name, was)
        assert not any(line.lstrip().startswith(("//", "* ")) for line in lines)


def test_every_module_is_imported_and_there_are_no_cycles():
    left = {
        name: {other.removeprefix("./") for other in found} for name, found in imports().items()
    }
    assert {other for found in left.values() for other in found} == set(left) - {"main.js"}
    while left:
        last = {name for name, found in left.items() if not found & set(left)}
        assert last, f"a cycle: {sorted(left)}"
        left = {name: found for name, found in left.items() if name not in last}


def test_the_number_of_modules_stays_manageable():
    assert len(scripts()) <= MOST_MODULES


def test_no_module_names_a_game():
    for name, text in scripts().items():
        for slug in slugs():
            assert slug not in text.decode(), name


@pytest.fixture
def page(tmp_path):
    with TestClient(create_app(Settings(data=tmp_path))) as client:
        yield client


def test_a_page_requests_every_module_at_once(page):
    text = page.get("/").text
    version = Renderer().version
    preloaded = set(re.findall(r'<link rel="modulepreload" href="([^"]+)">', text))
    begun = set(re.findall(r'<script src="([^"]+)" type="module"></script>', text))
    assert begun == {f"/static/{version}/main.js"}
    assert preloaded | begun == {f"/static/{version}/{name}" for name in scripts()}
    for address in preloaded | begun:
        answer = page.get(address)
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]


def test_a_change_to_one_module_changes_the_address_of_all(monkeypatch):
    before = Renderer().version
    changed = {**scripts(), "paths.js": scripts()["paths.js"] + b"\n"}
    monkeypatch.setattr("katzentisch.server.web.rendering.scripts", lambda: changed)
    assert Renderer().version != before


def test_a_module_requested_by_another_version_is_served_but_not_cached(page):
    """While servers are being replaced, an address of the new version may reach an old server."""
    answer = page.get("/static/0123456789ab/paths.js")
    assert answer.content == scripts()["paths.js"]
    assert answer.headers["cache-control"] == "no-store"
