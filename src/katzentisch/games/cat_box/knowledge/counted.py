"""What counts on the visible table, computed from a view with the scoring rules.

The rules count a table rebuilt from the view alone, so this works at any time and for anybody
who sees the table.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

from katzentisch.games.cat_box.knowledge.events import counted
from katzentisch.games.cat_box.rules.components import COLOURS, CONTENTS, IDENTITIES, PLANES, TILES
from katzentisch.games.cat_box.rules.scoring import (
    A_THREE,
    count_groups,
    mark_next_group,
    points_of_groups,
    points_of_tiles,
    points_seen,
)
from katzentisch.games.cat_box.rules.state import State
from katzentisch.games.core.contract import Event, View

Group: TypeAlias = list[tuple[int, int]]
"""The x and y of quadrants, from the left."""


def counted_now(view: View) -> Event:
    """What the event at the end would report if the game ended now."""
    return counted(counted_table(view))


def points_counted(view: View) -> list[list[int]]:
    """At the end, each seat's points for what is visible, for groups and for tiles."""
    state, parts = counted_table(view), (points_seen, points_of_groups, points_of_tiles)
    return [[int(part(state, seat)) for part in parts] for seat in range(view["players"])]


def groups_counted(view: View) -> list[list[Group]]:
    """At the end, the groups that count for each seat's identity."""
    table = table_of(view)
    groups = {colour: groups_of(table, colour) for colour in COLOURS}
    return [groups_for(identity, groups) for identity in view["identities"]]


def groups_for(identity: str, groups: dict[str, list[Group]]) -> list[Group]:
    """The largest group of a colour; for the Chihuahua, all groups of three in any colour."""
    if identity in groups:
        return groups[identity][:1]
    return [group for found in groups.values() for group in found if len(group) == A_THREE]


def groups_of(table: State, colour: str) -> list[Group]:
    """The groups of a colour on a table, largest first; ties from left to right."""
    groups, rows = [], list(table.taken)
    while mark_next_group(table, CONTENTS.index(colour)):
        before, rows = rows, list(table.taken)
        groups.append(sorted(marked_since(before, table)))
    return sorted(groups, key=lambda group: (-len(group), group[0]))


def marked_since(before: list[int], table: State) -> Iterator[tuple[int, int]]:
    """The quadrants that have been marked since `before` was copied."""
    across, down = int(table.across), int(table.down)
    for row, (then, now) in enumerate(zip(before, table.taken, strict=True)):
        if now != then:
            for column in members_of(int(now ^ then)):
                yield column - across, row - down


def members_of(bits: int) -> Iterator[int]:
    """The members of a set, in order."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


def counted_table(view: View) -> State:
    """What is visible, counted as at the end, with what is known of identities and tiles."""
    state = table_of(view)
    count_groups(state)
    for seat, identity in enumerate(view["identities"]):
        state.identity[seat] = IDENTITIES.index(identity or "")
    for seat, tiles in enumerate(view["tiles"] or ()):
        state.tiles[seat] = sum(1 << TILES.index(tile) for tile in tiles)
    return state


def table_of(view: View) -> State:
    """A table with nothing on it except what is visible in a view."""
    state = State.blank()
    state.players = view["players"]
    columns = [quadrant["x"] for quadrant in view["table"]]
    rows = [quadrant["y"] for quadrant in view["table"]]
    state.left, state.right = min(columns, default=0), max(columns, default=0)
    state.top, state.bottom = min(rows, default=0), max(rows, default=0)
    # The first row and the first column stay empty.
    state.across, state.down = 1 - state.left, 1 - state.top
    paint(state, view["table"])
    return state


def paint(table: State, quadrants: list[dict[str, Any]]) -> None:
    """Show these quadrants, all of which must be in the table's bounding box."""
    across, down = int(table.across), int(table.down)
    columns: dict[tuple[int, str], int] = defaultdict(int)
    for quadrant in quadrants:
        columns[quadrant["y"] + down, quadrant["content"]] |= 1 << (quadrant["x"] + across)
    seen = table.seen
    for (row, content), found in columns.items():
        for plane in range(PLANES):
            if CONTENTS.index(content) >> plane & 1:
                seen[row, plane] |= found
