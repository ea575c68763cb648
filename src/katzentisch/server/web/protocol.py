"""uvicorn's WebSocket protocol, with bounded buffers and an answer to every handshake."""

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ABORT = "katzentisch.abort"  # an extension of ASGI: closes a connection that takes nothing
WRITE_BUFFER = 16 * 1024  # bytes that wait in this process before sending pauses
SECONDS_TO_CLOSE = 10.0  # for a connection to take what it has been sent before it was closed
UNREADABLE = b"Invalid HTTP request received."
REFUSAL = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (len(UNREADABLE), UNREADABLE)
)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection to a browser or program."""

    _end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Bound the buffer of a new connection."""
        super().connection_made(transport)
        self.transport.set_write_buffer_limits(WRITE_BUFFER)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection that has ended."""
        if self._end is not None:
            self._end.cancel()
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the application, which may abort the connection; then end it in any case."""
        cast(Any, self.scope)["extensions"][ABORT] = self.transport.abort
        await super().run_asgi()
        self._end_soon()

    def keepalive_timeout(self) -> None:
        """End a connection that does not answer, even if it does not read that either."""
        super().keepalive_timeout()
        self._end_soon()

    def _end_soon(self) -> None:
        if self._end is None and not self.disconnected:
            self._end = self.loop.call_later(2 * SECONDS_TO_CLOSE, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        """Handle what was received; uvicorn would leave an unreadable handshake unanswered."""
        super().data_received(data)
        if self.handshake_initiated or self.conn.handshake_exc is None:
            return
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or REFUSAL)
            self.transport.close()
