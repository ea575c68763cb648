"""Styles, scripts and pictures."""

from pathlib import PurePath

from fastapi import APIRouter, Request
from fastapi.responses import Response

from katzentisch.server.errors import NotFound
from katzentisch.server.web.services import services_of

router = APIRouter(include_in_schema=False)
FOR_A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
NOT_AT_ALL = {"Cache-Control": "no-store"}
KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@router.get("/static/{version}/{name:path}")
async def static(request: Request, version: str, name: str) -> Response:
    """Files that browsers cache until they change.

    While servers are being replaced, a page from one server may request its files from another:
    it gets that server's files, but must not cache them under this address.
    """
    renderer = services_of(request).renderer
    if name not in renderer.files:
        raise NotFound("There is no such file.")
    kind = KINDS[PurePath(name).suffix]
    headers = FOR_A_YEAR if version == renderer.version else NOT_AT_ALL
    return Response(renderer.files[name], media_type=kind, headers=headers)
