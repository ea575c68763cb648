"""Verifying a transcript: replay it and report the first difference."""

import json
from collections.abc import Mapping
from typing import Any

from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused
from katzentisch.play.commitment import check_commitment
from katzentisch.play.match import FORMAT, Match, new_match
from katzentisch.play.seeds import shortened

OPTIONAL = {"commitment"}  # a server adds it: see `commitment.py`
KEYS = ["katzentisch", "game", "rules", "options", "seed", "seats", "events", "result"]


def verify(transcript: object) -> Match:
    """The match that a transcript records, if all of it is correct; otherwise raise `Refused`."""
    match, events, claimed = opened(transcript)
    with_legal = any(isinstance(event, dict) and "legal" in event for event in events)
    for number, event in enumerate(events):
        if isinstance(event, dict) and event.get("event") == "move":
            replay_move(match, number, event)
    right = match.transcript(legal=with_legal)
    for number, event in enumerate(events):
        expect_event(number, event, right["events"])
    if len(right["events"]) > len(events):
        missing = right["events"][len(events)]
        raise Refused(
            "Event {count} is missing: it should be {missing}.",
            count=len(events),
            missing=shortened(missing),
        )
    if not exactly(claimed["result"], right["result"]):
        raise Refused(
            "The result should be {result}, not {given}.",
            result=right["result"],
            given=shortened(claimed["result"]),
        )
    return match


def opened(transcript: object) -> tuple[Match, list[Any], Mapping[str, Any]]:
    """The match at its start, the claimed events and the transcript, after checking its header."""
    if not isinstance(transcript, dict) or set(transcript) - OPTIONAL != set(KEYS):
        raise Refused(
            "A transcript must be a JSON object with exactly the keys {known}.",
            known=", ".join(KEYS),
        )
    if not exactly(transcript["katzentisch"], FORMAT):
        raise Refused("This program reads transcripts of format {format} only.", format=FORMAT)
    if not isinstance(transcript["game"], str):
        raise Refused("A transcript's game must be a string.")
    check_version(transcript)
    if transcript["seed"] is None:
        raise Refused("A redacted transcript has no seed, so it cannot be replayed.")
    if not isinstance(transcript["options"], dict) or not isinstance(transcript["events"], list):
        raise Refused("A transcript's options must be an object and its events a list.")
    seats = transcript["seats"]
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise Refused("A transcript's seats must be a list of names.")
    match = new_match(transcript["game"], transcript["options"], transcript["seed"], seats)
    if not exactly(transcript["options"], match.options.to_dict()):
        raise Refused(
            "The options must be complete, like this: {given}.",
            given=shortened(match.options.to_dict()),
        )
    if "commitment" in transcript:
        check_commitment(transcript["commitment"], match.seed)
    return match, transcript["events"], transcript


def check_version(transcript: Mapping[str, Any]) -> None:
    """Refuse a transcript that follows another version of the rules."""
    version = find_game(transcript["game"]).RULES
    if not exactly(transcript["rules"], version):
        raise Refused(
            "The transcript follows version {rules} of the rules of {game};"
            " this program has version {version}.",
            rules=shortened(transcript["rules"]),
            game=transcript["game"],
            version=version,
        )


def replay_move(match: Match, number: int, event: Mapping[str, Any]) -> None:
    """Make the move that an event records."""
    try:
        if not isinstance(event.get("move"), str):
            raise Refused("there is no such move as {move}.", move=shortened(event.get("move")))
        match.play(event["move"])
    except Refused as why:
        raise Refused(
            "Event {number}, {move}: {why}",
            number=number,
            move=shortened(event.get("move")),
            why=why.sentence,
        ) from None


def expect_event(number: int, event: object, right: list[Any]) -> None:
    """Refuse an event unless the game produced the same one."""
    if number >= len(right):
        raise Refused(
            "Event {number} is one too many: {event}.", number=number, event=shortened(event)
        )
    if not exactly(event, right[number]):
        raise Refused(
            "Event {number} should be {right}, not {event}.",
            number=number,
            right=shown(right[number]),
            event=shown(event),
        )


def exactly(one: object, other: object) -> bool:
    """Are these the same JSON? (1, 1.0 and true are not.)"""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def shown(event: object) -> str:
    """An event as a refusal quotes it, shortened."""
    text = json.dumps(event)
    return text if len(text) <= 200 else text[:197] + "…"
