"""Oneself: name, language, devices; and the rules to read."""

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import languages
from katzentisch.server.web.auth import (
    COOKIE,
    LANGUAGE_COOKIE,
    checked_name,
    guest_with,
    hashed,
    link_word,
    token_for,
)
from katzentisch.server.web.context import Here, keep_cookie, told_game
from katzentisch.server.web.rendering import rules_page

router = APIRouter(include_in_schema=False)


@router.post("/me/name")
async def rename(visit: Here, name: Annotated[str, Form()]) -> Response:
    """Be called something else."""
    await visit.hub.people.rename(visit.guest.id, checked_name(name))
    await visit.hub.follow_guest(visit.guest.id)
    return visit.go("/")


@router.get("/me/link")
async def device_link(visit: Here) -> HTMLResponse:
    """A link that takes name and seats to another device."""
    word = await link_word(visit.guest.id, visit.hub.people)
    link = str(visit.request.base_url) + f"me/from/{word}"
    return await visit.page("device.html", link=link)


@router.get("/me/from/{word}")
async def from_device(visit: Here, word: str) -> HTMLResponse:
    """Ask whether this browser should become that guest; a link alone changes nothing."""
    guest = await guest_with(word, visit.hub.people)
    name = await visit.hub.people.name_of(guest)
    return await visit.page("arrive.html", word=word, name=name)


@router.post("/me/from/{word}")
async def arrive(visit: Here, word: str) -> Response:
    """This browser is that guest from now on."""
    people = visit.hub.people
    guest = await guest_with(word, people)
    if not await people.use_up(hashed(word)):
        raise Refused("This link is not valid any more; make a new one.")
    response = RedirectResponse("/", 303)
    keep_cookie(visit.request, response, COOKIE, await token_for(guest, people))
    return response


@router.post("/language/{language}")
async def speak(visit: Here, language: str, back: Annotated[str, Form()] = "/") -> Response:
    """Switch the language."""
    # Only to a page of ours: a path with one slash.
    safe = back if back.startswith("/") and not back.startswith(("//", "/\\")) else "/"
    response = visit.go(safe)
    if language in languages():
        keep_cookie(visit.request, response, LANGUAGE_COOKIE, language)
    return response


@router.get("/rules/{slug}")
async def rules(visit: Here, slug: str) -> HTMLResponse:
    """The rules of a game."""
    told = told_game(slug, visit.guest.language)
    return await visit.page("rules.html", game=told, rules=rules_page(slug, visit.guest.language))
