"""Renders pages, and a table as a seat sees it, both in play and in replays."""

import hashlib
import re
from functools import cache, partial
from pathlib import Path

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Macro
from markdown_it import MarkdownIt
from markupsafe import Markup

from katzentisch import lab
from katzentisch.games.core.i18n import Words
from katzentisch.play.translations import rules_text, ui_folder
from katzentisch.server.live.snapshots import Snapshot, WaitingRoom
from katzentisch.server.scenes import games_with_scene, scene_of
from katzentisch.server.words import words_for

HERE = Path(__file__).parent
LAB = Path(lab.__path__[0]) / "templates"  # for reviews
MOST_CACHED = 5000  # rendered macros
COMMENTS = re.compile(rb"^[ \t]*(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)[ \t]*\n", re.MULTILINE)


class Renderer:
    """Renders the templates."""

    def __init__(self) -> None:
        games = {slug: FileSystemLoader(ui_folder(slug)) for slug in games_with_scene()}
        own = FileSystemLoader(HERE / "templates")
        self.environment = Environment(
            loader=ChoiceLoader([own, PrefixLoader(games), FileSystemLoader(LAB)]),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
            auto_reload=False,
        )
        self.files = {"style.css": self._styles(), **scripts(), **pictures()}
        self.cached: dict[tuple[str, ...], str] = {}
        self.version = hashlib.sha256(b"".join(self.files.values())).hexdigest()[:12]

    def _styles(self) -> bytes:
        own = [HERE / "static" / "style.css"]
        games = [ui_folder(slug) / "table.css" for slug in games_with_scene()]
        return b"\n".join(path.read_bytes() for path in own + games if path.exists())

    def page(self, template: str, language: str, **context: object) -> str:
        """Render a whole page."""
        files = {"version": self.version, "scripts": sorted(scripts())}
        variables = {"language": language, **files, **context}
        _ = words_for(language)
        return self.environment.get_template(template).render(variables, **_.in_templates())

    def part(self, template: str, _: Words, **context: object) -> str:
        """Render part of a page."""
        return self.environment.get_template(template).render(**_.in_templates(), **context)

    def table(self, seen: Snapshot | WaitingRoom) -> str:
        """Render the table, with everything that can be clicked; or the waiting room."""
        return self._game(seen) if isinstance(seen, Snapshot) else self._waiting_room(seen)

    def _waiting_room(self, room: WaitingRoom) -> str:
        return self.part(
            "table_part.html",
            words_for(room.language),
            snapshot=room,
            slug=room.game.SLUG,
            seats=room.seat_views,
            paths=[],
            phase="waiting",
        )

    def _game(self, snapshot: Snapshot) -> str:
        slug, _ = snapshot.game.SLUG, words_for(snapshot.language, snapshot.game.SLUG)
        scene = scene_of(slug)
        names = [seat_view.name for seat_view in snapshot.seat_views]
        players = len(names)
        first = (snapshot.you + 1) if snapshot.you is not None else 0
        order = [(first + i) % players for i in range(players)]
        return self.environment.get_template("table_part.html").render(
            **_.in_templates(),
            snapshot=snapshot,
            slug=slug,
            picture_at=lambda name: f"/static/{self.version}/{slug}/{name}.svg",
            once=partial(self._once, slug),
            view=snapshot.view,
            phase=snapshot.view["phase"],
            s=scene.scene(snapshot.view, snapshot.events, names, snapshot.legal, _),
            seats=snapshot.seat_views,
            others=[snapshot.seat_views[s] for s in order if s != snapshot.you],
            me=None if snapshot.you is None else snapshot.seat_views[snapshot.you],
            paths=["|".join(scene.clicks(move)) for move in snapshot.legal],
            turn=self.status_line(snapshot, _),
            result=outcome(snapshot, _) if snapshot.status == "over" else None,
        )

    def _once(self, slug: str, macro: Macro, drawn: object) -> str:
        """Cache what a macro renders, since the same cards are rendered again and again."""
        key = (slug, macro.name, str(drawn))
        if key not in self.cached:
            if len(self.cached) >= MOST_CACHED:
                self.cached.clear()
            self.cached[key] = macro(drawn)
        return self.cached[key]

    def status_line(self, snapshot: Snapshot, _: Words) -> str:
        """Say whose turn it is, or what is happening right now."""
        to_act = snapshot.view["to_act"]
        if snapshot.status == "over":
            return outcome(snapshot, _)
        if snapshot.passing or to_act is None:
            names = [seat_view.name for seat_view in snapshot.seat_views]
            return (snapshot.game.describe_event(snapshot.events[-1], names, _) or "").split("\n")[
                0
            ]
        if to_act == snapshot.you and snapshot.legal:
            return scene_of(snapshot.game.SLUG).prompt(snapshot.view, _)
        return _("It is {name}'s turn.", name=snapshot.seat_views[to_act].name)

    def sheet(self, seen: Snapshot | WaitingRoom) -> str:
        """Render the score sheet, which is empty until the game starts."""
        _, rows = words_for(seen.language, seen.game.SLUG), None
        if isinstance(seen, Snapshot):
            names = [seat_view.name for seat_view in seen.seat_views]
            rows = scene_of(seen.game.SLUG).sheet(seen.view, seen.events, names, _)
        return self.part("sheet_part.html", _, sheet=rows, seats=seen.seat_views, you=seen.you)


@cache
def scripts() -> dict[str, bytes]:
    """The modules of the pages' script, without comments but with the same line numbers.

    They import each other by relative addresses, so that all of them are the version that the
    page requested.
    """
    return {path.name: without_comments(path) for path in (HERE / "static").glob("*.js")}


def without_comments(script: Path) -> bytes:
    """A script without the comments that have lines of their own, a third of its size."""
    return COMMENTS.sub(lambda found: b"\n" * found[0].count(b"\n"), script.read_bytes())


def pictures() -> dict[str, bytes]:
    """The games' picture files, which browsers load once."""
    return {
        f"{slug}/{path.name}": path.read_bytes()
        for slug in games_with_scene()
        for path in sorted((ui_folder(slug) / "pictures").glob("*.svg"))
    }


def outcome(snapshot: Snapshot, _: Words) -> str:
    """Say who has won."""
    if snapshot.winners == (snapshot.you,):
        return _("You win!")
    names = [snapshot.seat_views[seat].name for seat in snapshot.winners]
    if len(names) == 1:
        return _("{name} wins.", name=names[0])
    return _("Shared victory: {names}.", names=", ".join(names))


@cache
def rules_page(slug: str, language: str) -> Markup:
    """A game's rules as HTML; safe, since these are our own files."""
    return Markup(MarkdownIt("commonmark").enable("table").render(rules_text(slug, language)))


@cache
def cover_of(slug: str) -> Markup:
    """A game's cover, scaled to fill its frame."""
    drawn = (ui_folder(slug) / "cover.svg").read_text("utf-8")
    return Markup(drawn.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1))
