"""A table's transcript, with the commitment to its shuffle."""

from typing import Any

from katzentisch.play.match import Match, new_match
from katzentisch.server.db.records import UNDO, Entry, TableRecord


def moves_in(entries: list[Entry]) -> list[str]:
    """The moves that were not taken back."""
    moves: list[str] = []
    for _seat, move in entries:
        if move == UNDO:
            moves.pop()
        else:
            moves.append(move)
    return moves


def replayed(record: TableRecord, moves: list[str], number: int | None = None) -> Match:
    """The match after `number` moves, or after all."""
    match = new_match(record.game, record.options, record.match_seed(), record.players())
    for move in moves[:number]:
        match.play(move)
    return match


def transcript_of(record: TableRecord, match: Match, seat: int | None = None) -> dict[str, Any]:
    """The full transcript of a finished game, or what a seat may know of a running one."""
    transcript = match.transcript_for(seat)
    if record.commitment is not None:
        salt = record.salt if match.over else None
        transcript["commitment"] = {"sha256": record.commitment, "salt": salt}
    return transcript
