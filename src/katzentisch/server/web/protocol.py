"""uvicorn's WebSocket protocol, with an answer to handshakes that it cannot read."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

UNREADABLE = b"Invalid HTTP request received."
REFUSAL = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain; charset=utf-8\r\n"
    b"content-length: %d\r\nconnection: close\r\n\r\n%s" % (len(UNREADABLE), UNREADABLE)
)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection to a browser or program."""

    def data_received(self, data: bytes) -> None:
        """Handle what was received; uvicorn would leave an unreadable handshake unanswered."""
        super().data_received(data)
        if self.handshake_initiated or self.conn.handshake_exc is None:
            return
        if not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()) or REFUSAL)
            self.transport.close()
