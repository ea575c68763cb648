"""Chat at a table."""

from katzentisch.games.core.errors import Refused
from katzentisch.server.errors import Forbidden
from katzentisch.server.live.room import Room
from katzentisch.server.ops.limits import Limits
from katzentisch.server.untrusted import plain_text

LONGEST_SAYING = 200


async def say(room: Room, limits: Limits, guest: str, text: str) -> None:
    """Say something in the chat, if the guest is allowed to."""
    text = plain_text(text, LONGEST_SAYING)
    seat = room.seat_of(guest)
    if not room.record.chat:
        raise Refused("There is no chat at this table.")
    if seat is None:
        raise Forbidden("Only players at this table can chat.")
    if text:
        limits.take("sayings", guest)
        await room.services.chat.say(room.record.id, room.record.seats[seat].name or "", text)
