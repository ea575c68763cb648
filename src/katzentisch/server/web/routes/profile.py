"""A guest's name, language and devices; and the rules pages."""

import re
from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from katzentisch.games.core.errors import Refused
from katzentisch.games.core.i18n import languages
from katzentisch.server.web.auth import (
    COOKIE,
    checked_name,
    guest_of_link,
    hashed,
    new_device_link,
    token_for,
)
from katzentisch.server.web.context import Context, game_summary, set_cookie
from katzentisch.server.web.languages import LANGUAGE_COOKIE
from katzentisch.server.web.rendering import rules_page

router = APIRouter(include_in_schema=False)
# Redirect only to our own pages: a path that starts with a single slash.
OWN_PATH = re.compile("/(?:[A-Za-z0-9_.~%-][A-Za-z0-9_.~%/-]*)?")


@router.post("/me/name")
async def rename(context: Context, name: Annotated[str, Form()]) -> Response:
    """Change the guest's name."""
    await context.services.guests.rename(context.guest.id, checked_name(name))
    await context.services.hub.refresh_seats_of(context.guest.id)
    return context.redirect("/")


@router.get("/me/link")
async def device_link(context: Context) -> HTMLResponse:
    """Show a link that takes the guest's name and seats to another device."""
    word = await new_device_link(context.guest.id, context.services.guests)
    link = str(context.request.base_url) + f"me/from/{word}"
    return await context.page("device.html", link=link)


@router.get("/me/from/{word}")
async def from_device(context: Context, word: str) -> HTMLResponse:
    """Ask whether this browser should become that guest; opening the link changes nothing."""
    guest = await guest_of_link(word, context.services.guests)
    name = await context.services.guests.name_of(guest)
    return await context.page("arrive.html", word=word, name=name)


@router.post("/me/from/{word}")
async def arrive(context: Context, word: str) -> Response:
    """Sign this browser in as that guest."""
    guests = context.services.guests
    guest = await guest_of_link(word, guests)
    if not await guests.consume_token(hashed(word)):
        raise Refused("This link is no longer valid; make a new one.")
    response = RedirectResponse("/", 303)
    set_cookie(context.request, response, COOKIE, await token_for(guest, guests))
    return response


@router.post("/language/{language}")
async def switch_language(
    context: Context, language: str, back: Annotated[str, Form()] = "/"
) -> Response:
    """Switch the language."""
    response = context.redirect(back if OWN_PATH.fullmatch(back) else "/")
    if language in languages():
        set_cookie(context.request, response, LANGUAGE_COOKIE, language)
    return response


@router.get("/rules/{slug}")
async def rules(context: Context, slug: str) -> HTMLResponse:
    """The rules of a game."""
    game = game_summary(slug, context.guest.language)
    return await context.page(
        "rules.html", game=game, rules=rules_page(slug, context.guest.language)
    )
