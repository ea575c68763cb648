"""What counts, for the table in the browser: now, at the end, and on the score sheet."""

from typing import Any

from katzentisch.games.cat_box.knowledge.counted import (
    Group,
    counted_now,
    groups_counted,
    points_counted,
)
from katzentisch.games.cat_box.rules.components import BOX, COLOURS, DOG
from katzentisch.games.core.contract import Event, View
from katzentisch.games.core.i18n import Words

UNIT = 100  # hundredths of a quadrant, in pictures


def tally(view: View) -> list[dict[str, Any]]:
    """How much of each kind is visible now, and what its groups would count; this is public."""
    own = view["identities"][view["you"]] if view["you"] is not None else None
    now = counted_now(view)
    counts = [
        {"name": c, "n": now["visible"][c], "group": now["groups"][c], "own": c == own}
        for c in COLOURS
    ]
    dog = {
        "name": BOX,
        "n": now["visible"][BOX],
        "group": now["threes"],
        "own": own == DOG,
    }
    return [*counts, dog]


def outlines(view: View) -> list[dict[str, Any]]:
    """At the end, the groups that count for somebody."""
    if view["phase"] != "over":
        return []
    return [
        outline(group, seat, view["identities"][seat] == DOG)
        for seat, groups in enumerate(groups_counted(view))
        for group in groups
    ]


def outline(group: Group, seat: int, three: bool) -> dict[str, Any]:
    """The line around a group, and where to mark whose it is."""
    inside = set(group)
    lines = []
    for x, y in sorted(group):
        left, top, right, bottom = UNIT * x, UNIT * y, UNIT * (x + 1), UNIT * (y + 1)
        if (x, y - 1) not in inside:
            lines.append(f"M{left} {top}H{right}")
        if (x, y + 1) not in inside:
            lines.append(f"M{left} {bottom}H{right}")
        if (x - 1, y) not in inside:
            lines.append(f"M{left} {top}V{bottom}")
        if (x + 1, y) not in inside:
            lines.append(f"M{right} {top}V{bottom}")
    x, y = min(group)
    return {"path": "".join(lines), "seat": seat, "three": three, "x": x, "y": y}


def endings(view: View, _: Words) -> list[dict[str, Any] | None]:
    """At the end, what each seat's points are made up of."""
    if view["phase"] != "over":
        return [None] * view["players"]
    return [
        {
            "identity": view["identities"][seat],
            "points": view["scores"][seat],
            "parts": [{"n": n, "what": what} for n, what in parts],
        }
        for seat, parts in enumerate(parts_of(view, _))
    ]


def parts_of(view: View, _: Words) -> list[list[tuple[int, str]]]:
    """The parts that add up to each seat's points; tiles only if they are in play."""
    parts = []
    for seat, (seen, in_groups, unused) in enumerate(points_counted(view)):
        dog = view["identities"][seat] == DOG
        named = points_of_the_dog if dog else points_of_a_colour
        parts.append(named(seen, in_groups, _))
        if view["tiles"] is not None:
            parts[-1].append((unused, _.ngettext("unused tile", "unused tiles", unused)))
    return parts


def points_of_a_colour(seen: int, in_group: int, _: Words) -> list[tuple[int, str]]:
    """What a colour's points are for."""
    kittens = _.ngettext("visible kitten", "visible kittens", seen)
    return [(seen, kittens), (in_group, _("largest group"))]


def points_of_the_dog(seen: int, for_threes: int, _: Words) -> list[tuple[int, str]]:
    """What the Chihuahua's points are for."""
    boxes = _.ngettext("empty box", "empty boxes", seen)
    return [(seen, boxes), (for_threes, _("for groups of three"))]


def sheet(view: View, events: list[Event], names: list[str], _: Words) -> dict[str, Any] | None:
    """The points at the end, and what they come from."""
    if view["phase"] != "over":
        return None
    seats = range(view["players"])
    parts = parts_of(view, _)
    identities = view["identities"]
    rows: list[dict[str, Any]] = [
        {"title": _("Identity"), "cells": [{"points": _(identities[s])} for s in seats]}
    ]
    titles = (_("Visible"), _("Groups"), _("Tiles"))
    for i, title in enumerate(titles[: len(parts[0])]):
        cells = [{"points": parts[s][i][0], "why": parts[s][i][1]} for s in seats]
        rows.append({"title": title, "cells": cells})
    scores = [{"points": view["scores"][s]} for s in seats]
    rows.append({"title": _("Total"), "cells": scores, "sum": True})
    note = _(
        "Each visible kitten of your colour scores 1, plus 1 more if it is in the largest group."
        " The Chihuahua gets 1 for each empty box and 2 for each group of exactly three kittens."
    )
    return {"rows": rows, "note": note}
