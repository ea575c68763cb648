"""Middleware for every request: checks origin, size and rate; adds headers, log and metrics."""

import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse

from katzentisch.games.core.errors import Refused
from katzentisch.server.errors import Forbidden, InternalError, Malformed, TooLarge, status_of
from katzentisch.server.ops.metrics import REFUSALS, REQUESTS
from katzentisch.server.web.context import LARGEST_UPLOAD, address_of, sentence_for
from katzentisch.server.web.services import services_of

log = logging.getLogger(__name__)
LARGEST_BODY = 64_000
CHARSET = re.compile(r"charset\s*=\s*\"?([^\s;\"]*)", re.IGNORECASE)
# In some of the others, such as UTF-7, there is text that cannot be written as UTF-8.
CHARSETS = ("", "utf-8", "utf8", "us-ascii", "iso-8859-1")
WITH_FILES = ("/upload", "/new/")
UNLIMITED = "/healthz", "/metrics"
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src-attr 'unsafe-inline';"
        " img-src 'self' data:; object-src 'none'; frame-ancestors 'none'; base-uri 'none';"
        " form-action 'self'"
    ),
    # Without the path, which may be a secret. With "no-referrer" browsers would send no origin with
    # forms, which would then look as if they came from another site.
    "Referrer-Policy": "strict-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class RequestMiddleware:
    """Refuses bad requests, and logs and measures all of them."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle a request; WebSockets have their own checks."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            if scope["type"] == "websocket":
                log.info("connection", extra={"route": route_of(scope)})
            return
        answer = TrackedResponse(scope, send)
        try:
            check(HTTPConnection(scope))
        except Refused as why:
            await refusal(scope, why)(scope, receive, answer.send)
        else:
            await self._run_app(scope, LimitedBody(receive, largest(scope["path"])), answer)
        answer.note()

    async def _run_app(
        self, scope: Message, body: "LimitedBody", answer: "TrackedResponse"
    ) -> None:
        try:
            await self.app(scope, body.receive, answer.send)
        except Exception as why:
            if answer.status:
                raise
            large = why if isinstance(why, TooLarge) else None
            if large is None:
                log.exception("request")
            failed = InternalError("Something went wrong here; the error has been logged.")
            await refusal(scope, large or failed)(scope, body.receive, answer.send)


def check(request: HTTPConnection) -> None:
    """Refuse forms from other sites, bodies in an odd encoding or too large, too many requests."""
    method, path = request.scope["method"], request.scope["path"]
    if method not in ("GET", "HEAD", "OPTIONS") and is_foreign(request.headers):
        raise Forbidden("This form was sent from another site.")
    charset = CHARSET.search(request.headers.get("content-type", ""))
    if charset and charset[1].lower() not in CHARSETS:
        raise Malformed("The body of this request cannot be read.")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > largest(path):
        raise TooLarge("This is too large.")
    if path not in UNLIMITED:
        services_of(request).limits.take("requests", address_of(request))


def refusal(scope: Message, why: Refused) -> JSONResponse:
    """The response to a request that is refused."""
    return JSONResponse({"refused": sentence_for(HTTPConnection(scope), why)}, status_of(why))


def is_foreign(headers: Headers) -> bool:
    """Was a form sent by another site's page? Browsers send our cookies with those too."""
    origin = headers.get("origin")
    if origin is not None:
        return origin.split("://")[-1] != headers.get("host")
    return headers.get("sec-fetch-site", "none") not in ("none", "same-origin")


def largest(path: str) -> int:
    """The largest body allowed for a path."""
    return LARGEST_UPLOAD if path.startswith(WITH_FILES) else LARGEST_BODY


def route_of(scope: Message) -> str:
    """The pattern of the path, since actual paths contain secrets."""
    return getattr(scope.get("route"), "path", "none")


class LimitedBody:
    """Reads a body only up to the limit, whatever its header says."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def receive(self) -> Message:
        """Receive the next part."""
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise TooLarge("This is too large.")
        return message


class TrackedResponse:
    """Adds headers to a response, and logs it without secrets."""

    def __init__(self, scope: Message, send: Send) -> None:
        self.scope = scope
        self.status = 0
        self._send = send
        self._began = time.perf_counter()

    async def send(self, message: Message) -> None:
        """Send the next part."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            if "cache-control" not in headers:
                headers["Cache-Control"] = "no-store"
            if self.scope.get("scheme") == "https":
                headers["Strict-Transport-Security"] = "max-age=31536000"
        await self._send(message)

    def note(self) -> None:
        """Measure and log the response by its route, since paths contain secrets."""
        took = time.perf_counter() - self._began
        route = route_of(self.scope)
        REQUESTS.labels(route, self.status).observe(took)
        if self.status >= 400:
            REFUSALS.labels(self.status).inc()
        log.info(
            "request",
            extra={
                "method": self.scope["method"],
                "route": route,
                "status": self.status,
                "ms": round(1000 * took, 1),
            },
        )
