"""Answers to requests that are refused: a page for people, JSON for programs."""

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.server.errors import NotFound, status_of
from katzentisch.server.problems import problem
from katzentisch.server.untrusted import plain_text
from katzentisch.server.web.auth import Guest
from katzentisch.server.web.context import RequestContext, context_of, sentence_for
from katzentisch.server.web.languages import language_of

STATUSES_OF_PAGES = (400, 401, 413, 429, 503)  # other refusals on pages are 404 or 422
LONGEST_PLACE = 100  # characters of a field's name, which may be anything


def add_error_pages(app: FastAPI) -> None:
    """Have all refusals answered here."""
    app.exception_handler(Refused)(refuse)
    app.exception_handler(RequestValidationError)(refuse_form)
    app.exception_handler(HTTPException)(refuse_page)


async def refuse(request: Request, why: Exception) -> Response:
    """Answer a refusal with its sentence, as a page or as JSON."""
    assert isinstance(why, Refused)
    sentence, known = sentence_for(request, why), status_of(why)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"refused": sentence}, known)
    missing = request.method in ("GET", "HEAD")
    status = known if known in STATUSES_OF_PAGES else 404 if missing else 422
    return await page_of(request, status, sentence)


async def page_of(request: Request, status: int, sentence: str) -> Response:
    """A page with one sentence; works even when the guest is unknown or the database is down."""
    try:
        context = await context_of(request)
        return await context.page("refused.html", status=status, why=sentence)
    except Refused:
        context = RequestContext(request, Guest("0" * 32, language_of(request), "", False))
        return context.page_for("", "refused.html", status, why=sentence)


async def refuse_form(request: Request, why: Exception) -> Response:
    """Refuse a request that does not match its schema."""
    assert isinstance(why, RequestValidationError)
    if request.url.path.startswith("/api/"):
        first = why.errors()[0]
        place = plain_text(".".join(str(part) for part in first["loc"]), LONGEST_PLACE)
        sentence = Sentence("{place}: {problem}.", place=place, problem=problem(first))
        return JSONResponse({"refused": sentence_for(request, sentence)}, 422)
    return await refuse(request, Refused("Something in this form is not valid."))


async def refuse_page(request: Request, why: Exception) -> Response:
    """Answer unknown paths, methods that a path does not take, and bodies nobody can read."""
    assert isinstance(why, HTTPException)
    if why.status_code == 404:
        return await refuse(request, NotFound("There is no such page."))
    sentence = Sentence("The body of this request cannot be read.")
    if why.status_code == 405:
        sentence = Sentence("This address does not take requests of this kind.")
    return JSONResponse({"refused": sentence_for(request, sentence)}, why.status_code, why.headers)
