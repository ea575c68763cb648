"""The WebSocket for programs: like the browser's, with data instead of pictures."""

from fastapi import APIRouter, WebSocket

from katzentisch.server.web.websocket import serve

router = APIRouter(prefix="/api/v1")


@router.websocket("/tables/{table}/line")
async def line(socket: WebSocket, table: str) -> None:
    """Follow a table, and make moves."""
    await serve(socket, table, as_data=True)
