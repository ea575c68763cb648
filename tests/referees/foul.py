"""What every referee shares: how to complain, and the frame of a transcript."""

from typing import Any, NoReturn

KEYS = {"katzentisch", "game", "rules", "options", "seed", "seats", "events", "result"}


class Foul(Exception):
    """A transcript breaks the rules; says at which event, and how."""

    def __init__(self, event: int, sentence: str) -> None:
        super().__init__(f"event {event}: {sentence}")


class Book:
    """A transcript opened at its first event, read one event after the other."""

    def __init__(self, transcript: dict[str, Any]) -> None:
        self.transcript = transcript
        self.options: dict[str, Any] = transcript["options"]
        self.at = -1
        if set(transcript) != KEYS:
            self.foul(f"a transcript has exactly the keys {sorted(KEYS)}")

    def foul(self, sentence: str) -> NoReturn:
        raise Foul(self.at, sentence)

    def expect(self, truth: bool, sentence: str) -> None:
        if not truth:
            self.foul(sentence)

    def same(self, what: str, said: object, right: object) -> None:
        if said != right:
            self.foul(f"{what} is {said!r}, but should be {right!r}")

    def ended(self) -> bool:
        return self.at + 1 >= len(self.transcript["events"])

    def next(self, kind: str, *keys: str) -> dict[str, Any]:
        """The next event, which must be of this kind with exactly these keys."""
        self.at += 1
        events = self.transcript["events"]
        if self.at >= len(events):
            self.foul(f"a {kind} event is missing")
        event: dict[str, Any] = events[self.at]
        self.same("the kind of event", event.get("event"), kind)
        self.same("its keys", set(event) - {"event"}, set(keys))
        return event

    def move(self, seat: int, legal: list[str]) -> str:
        """The next event is this seat's move, one of these; its `legal`, if told, is these."""
        told = {"legal"} if self._tells_legal() else set()
        event = self.next("move", "seat", "move", *told)
        self.same("the seat to move", event["seat"], seat)
        if told:
            self.same("the list of legal moves", event["legal"], sorted(legal))
        self.expect(event["move"] in legal, f"{event['move']!r} is not legal")
        return str(event["move"])

    def _tells_legal(self) -> bool:
        events = self.transcript["events"]
        return self.at + 1 < len(events) and "legal" in events[self.at + 1]

    def close(self, scores: list[Any], winners: list[int]) -> None:
        """After the last event stands the result."""
        self.expect(self.ended(), "events go on after the end of the game")
        self.same("the result", self.transcript["result"], {"scores": scores, "winners": winners})
