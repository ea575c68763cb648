"""Shared by all referees: how to call a foul, and the frame of a transcript."""

import json
import re
from typing import Any, NoReturn

KEYS = {"katzentisch", "game", "rules", "options", "seed", "seats", "events", "result"}


class Foul(Exception):
    """A transcript breaks the rules; the message says at which event, and how."""

    def __init__(self, event: int, sentence: str) -> None:
        super().__init__(f"event {event}: {sentence}")


class Unfinished(Exception):
    """The game is still running; the transcript stops where a seat has to decide."""


class Book:
    """A transcript with a valid frame, read one event after another."""

    def __init__(self, transcript: dict[str, Any], game: str) -> None:
        self.transcript = transcript
        self.at = -1
        if set(transcript) != KEYS:
            self.foul(f"a transcript has exactly the keys {sorted(KEYS)}")
        self.options: dict[str, Any] = transcript["options"]
        self.same("the format", transcript["katzentisch"], 1)
        self.same("the game", transcript["game"], game)
        self.expect(is_whole(transcript["rules"], 1, 2**53), "rules is a version")
        self.expect(is_seed(transcript["seed"]), f"{transcript['seed']!r} is not a seed")
        self.expect(isinstance(self.options, dict), "options are an object")
        self.expect(all_are(str, transcript["seats"]), "seats are a list of names")
        self.expect(all_are(dict, transcript["events"]), "events are a list of objects")
        self.same("the number of seats", len(transcript["seats"]), self.options.get("players"))
        moves = [event for event in transcript["events"] if event.get("event") == "move"]
        self.legal_told = any("legal" in move for move in moves)

    def foul(self, sentence: str) -> NoReturn:
        raise Foul(self.at, sentence)

    def expect(self, truth: bool, sentence: str) -> None:
        if not truth:
            self.foul(sentence)

    def same(self, what: str, said: object, right: object) -> None:
        """Require that these are equal; 1 equals neither 1.0 nor true."""
        if said != right or (not isinstance(right, set) and written(said) != written(right)):
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
        """The next event, which must be this seat's move; both it and `legal`, if given, must fit.

        An unfinished game may stop here, and only here: before a seat decides.
        """
        if self.ended() and self.transcript["result"] is None:
            raise Unfinished
        result = ["legal"] if self.legal_told else []
        event = self.next("move", "seat", "move", *result)
        self.same("the seat to move", event["seat"], seat)
        if result:
            self.same("the list of legal moves", event["legal"], sorted(legal))
        self.expect(event["move"] in legal, f"{event['move']!r} is not legal")
        return str(event["move"])

    def close(self, scores: list[Any], winners: list[int]) -> None:
        """The result follows the last event."""
        self.expect(self.ended(), "events continue after the end of the game")
        self.same("the result", self.transcript["result"], {"scores": scores, "winners": winners})


def written(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def is_seed(seed: object) -> bool:
    """Is this a whole number below 2 to the 53rd, or 32 hex digits?"""
    if isinstance(seed, str):
        return re.fullmatch("[0-9a-f]{32}", seed) is not None
    return is_whole(seed, 0, 2**53 - 1)


def is_whole(said: object, least: int, most: int) -> bool:
    """Is this a whole number in this range? (True is not.)"""
    return type(said) is int and least <= said <= most


def all_are(kind: type, said: object) -> bool:
    """Is this a list of values of this type only?"""
    return isinstance(said, list) and all(type(one) is kind for one in said)
