"""A game's options: named choices, each with its allowed values and a default.

A game describes its options with `choices(players)`; everything else (the command
line, forms, transcripts) reads that description.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from katzentisch.games.core.errors import Refused, Sentence

Value: TypeAlias = int | str | bool


@dataclass(frozen=True)
class Choice:
    """One option: its allowed values and its default."""

    values: tuple[Value, ...] | range
    default: Value

    def describe(self) -> str:
        """The allowed values in words."""
        if isinstance(self.values, range):
            return Sentence(
                "a number from {first} to {last}", first=self.values[0], last=self.values[-1]
            )
        return " or ".join(spelled(value) for value in self.values)

    def read(self, given: object) -> Value | None:
        """The allowed value that is meant, given by a program or typed by hand, or None."""
        for value in self.values:
            if type(given) is type(value) and given == value:
                return value
            if isinstance(given, str) and given.strip().lower() == spelled(value):
                return value
        return None


Choices: TypeAlias = Mapping[str, Choice]


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """How a game is played: the options that all games have.

    `components` holds an owner's own components, if any.
    """

    players: int
    start: int
    components: Any = None

    def to_dict(self) -> dict[str, Any]:
        """The options as a transcript stores them."""
        named = asdict(self)
        return (
            named
            if self.components is not None
            else {k: named[k] for k in named if k != "components"}
        )


def spelled(value: Value) -> str:
    """A value as it is typed on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_choices(
    game: str,
    players: Choice,
    choices: Callable[[int], Choices],
    given: Mapping[str, object],
    check_components: Callable[[object], None] | None = None,
) -> dict[str, Any]:
    """Every option of a game, with defaults filled in; unknown ones are refused.

    An owner's own components must pass the game's check, if the game allows any.
    """
    given = dict(given)
    components = given.pop("components", None)
    if components is not None:
        if check_components is None:
            raise Refused("{game} cannot be played with your own components.", game=game)
        check_components(components)
    count = read_one(game, "players", players, given.get("players", players.default))
    described = choices(int(count))
    for name in given:
        if name != "players" and name not in described:
            known = ", ".join(["players", *described])
            raise Refused(
                "{game} has no option {name!r}; it has {known}.", game=game, name=name, known=known
            )
    options: dict[str, Any] = {"players": count, "components": components}
    for name, choice in described.items():
        asked = given.get(name, choice.default)
        where = Sentence.ngettext(" with {n} player", " with {n} players", int(count))
        options[name] = read_one(game, name, choice, asked, where)
    return options


def read_one(game: str, name: str, choice: Choice, given: object, where: str = "") -> Value:
    """The value of one option; refused, with what is allowed, if it is none of them."""
    value = choice.read(given)
    if value is None:
        raise Refused(
            "In {game}{where}, {name} must be {allowed}, not {given!r}.",
            game=game,
            where=where,
            name=name,
            allowed=choice.describe(),
            given=given,
        )
    return value
