"""A slip may be taken back while nobody has learned anything from it."""

from katzentisch.play.match import Match

TRIED = 60  # legal moves; with more of them, others can always tell what was chosen


def may_take_back(before: Match, after: Match, mover: int, people: list[int]) -> bool:
    """Has the last move shown nothing to who made it, nor to the other people at the table?

    Bots look only when it is their turn.
    """
    known = len(before.events())
    if len(after.events()) != known + 1:
        return False
    return all(learned_nothing(before, after, seat) for seat in people if seat != mover)


def learned_nothing(before: Match, after: Match, seat: int) -> bool:
    """Would this seat have seen the same, whichever legal move had been made?"""
    legal = before.legal_numbers()
    if len(legal) > TRIED:
        return False
    seen = after.events_for(seat)
    for move in legal:
        other = before.copy()
        other.play(move)
        if other.events_for(seat)[: len(seen)] != seen:
            return False
    return True
