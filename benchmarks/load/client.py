"""A program's access to a server: requests, and a WebSocket to a table."""

import asyncio
import http.client
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

from katzentisch.games.core.errors import Refused
from katzentisch.server.web.auth import new_token

PATIENCE = 20.0  # seconds


def move_message(move: str, number: int) -> str:
    """A move as sent over a WebSocket."""
    return json.dumps({"type": "move", "move": move, "number": number})


class Client:
    """A guest with a token."""

    def __init__(self, token: str | None = None) -> None:
        # Anybody may make up a token: its hash is the guest's id, and nobody else can guess it.
        self.token = token or new_token()
        self.headers = {"Authorization": f"Bearer {self.token}"}

    async def ask(self, address: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request; a refusal raises `Refused`, and any failure raises `OSError`."""
        return await asyncio.to_thread(self._ask, address, method, path, body)

    def _ask(self, address: str, method: str, path: str, body: Any) -> Any:
        line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=PATIENCE)
        try:
            text = None if body is None else json.dumps(body)
            headers = {**self.headers, "Content-Type": "application/json"}
            line.request(method, f"/api/v1{path}", text, headers)
            answer = line.getresponse()
            reply = json.loads(answer.read())
        except (http.client.HTTPException, ValueError) as why:
            raise OSError(str(why)) from why
        finally:
            line.close()
        if answer.status >= 500:
            raise OSError(f"status {answer.status}")
        if answer.status >= 400:
            raise Refused("{reason}", reason=reply["refused"])
        return reply

    @asynccontextmanager
    async def line(
        self, address: str, table: str, pictures: bool = False
    ) -> AsyncIterator[ClientConnection]:
        """An open WebSocket to a table, as a program's or as a browser's."""
        path = f"/table/{table}/live" if pictures else f"/api/v1/tables/{table}/line"
        place = address.replace("http", "ws", 1) + path
        async with connect(
            place,
            additional_headers=self.headers,
            compression="deflate" if pictures else None,  # as browsers do
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=0.2,
            max_size=None,
        ) as line:
            yield line
