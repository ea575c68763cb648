"""Undo: a move may be taken back while nobody has learned anything from it."""

from katzentisch.games.core.contract import Event
from katzentisch.play.match import Match

TRIED = 60  # legal moves; with more, assume that others can tell which was chosen


def may_take_back(before: Match, after: Match, mover: int, people: list[int]) -> bool:
    """Did the last move reveal nothing, either to its player or to the other people?

    Bots do not count: they look only on their turn.
    """
    if len(after.events()) != len(before.events()) + 1:
        return False
    seen = {seat: after.events_for(seat) for seat in people if seat != mover}
    legal = before.legal_numbers() if seen else []
    return len(legal) <= TRIED and all(looks_the_same(before, move, seen) for move in legal)


def looks_the_same(before: Match, move: int, seen: dict[int, list[Event]]) -> bool:
    """Would everybody have seen the same if this move had been made?"""
    other = before.copy()
    other.play(move)
    return all(other.events_for(seat)[: len(known)] == known for seat, known in seen.items())
