"""Every text exists in every language: catalogues match the sources and are complete."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from katzentisch import all_games, new
from katzentisch.games import game as find_game
from katzentisch.games.core.errors import Refused, Sentence
from katzentisch.games.core.i18n import Words, is_complete, languages, words
from katzentisch.play.translations import speech

import translate

PACKAGE = translate.ROOT / translate.PACKAGE
FOLDERS = {str(folder.relative_to(PACKAGE)): folder for folder in translate.catalogues()}
OTHERS = sorted({path.stem for path in PACKAGE.rglob("*.po")})  # complete or not
BY_NAME = {"_", "N_", "ngettext", "pgettext", *translate.KEYWORDS}
PLACES = re.compile(r"\{(\w+)")


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def messages(catalogue: Catalog) -> dict[tuple[object, object], Message]:
    """The messages by context and English text (both forms of a plural)."""
    return {(one.context, one.id): one for one in catalogue if one.id}


@pytest.fixture(scope="module")
def extracted(tmp_path_factory) -> dict[str, Catalog]:
    """The texts now in the sources, by catalogue."""
    template = tmp_path_factory.mktemp("extracted") / "messages.pot"
    found = {}
    for name, folder in FOLDERS.items():
        translate.extract(translate.catalogues()[folder], template)
        found[name] = read(template)
    return found


@pytest.mark.parametrize("name", FOLDERS)
def test_a_template_holds_exactly_the_texts_in_the_sources(name, extracted):
    kept = read(FOLDERS[name] / translate.TEMPLATE)
    assert messages(kept).keys() == messages(extracted[name]).keys(), "run scripts/translate.py"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", FOLDERS)
def test_a_catalogue_translates_every_text_and_nothing_else(name, language, extracted):
    kept = messages(read(FOLDERS[name] / f"{language}.po"))
    assert kept.keys() == messages(extracted[name]).keys(), "run scripts/translate.py"
    assert [one.id for one in kept.values() if not all(forms(one))] == []
    assert [one.id for one in kept.values() if one.fuzzy] == []


def forms(message: Message) -> list[str]:
    """The translation, in each of its forms."""
    return [message.string] if isinstance(message.string, str) else list(message.string)


def test_german_is_offered():
    assert "de" in languages()


@pytest.mark.parametrize("name", FOLDERS)
def test_a_catalogue_is_complete_until_a_text_is_not_translated_or_only_guessed(name):
    text = (FOLDERS[name] / "de.po").read_text("utf-8")
    assert is_complete(text)
    assert not is_complete(text + '\nmsgid "more"\nmsgstr ""\n')
    assert not is_complete(text + '\nmsgid "more"\nmsgid_plural "many"\nmsgstr[0] ""\n')
    assert not is_complete(text + '\n#, fuzzy\nmsgid "more"\nmsgstr "mehr"\n')
    assert is_complete(text + '\n#, python-brace-format\nmsgid ""\n"more"\nmsgstr ""\n"mehr"\n')


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", FOLDERS)
def test_a_translation_has_the_same_placeholders(name, language):
    for message in messages(read(FOLDERS[name] / f"{language}.po")).values():
        english = [message.id] if isinstance(message.id, str) else message.id
        places = set().union(*(PLACES.findall(text) for text in english))
        may_miss = {"n"} if message.pluralizable else set()  # "one trick"
        for form in forms(message):
            found = set(PLACES.findall(form))
            assert places - may_miss <= found <= places, form


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("slug", all_games())
def test_catalogues_that_are_read_together_agree(slug, language):
    game = f"games/{slug.replace('-', '_')}/ui"
    for own in ("server", "lab", "cli"):
        said: dict[object, object] = {}
        for name in (own, game, "play", "games/core"):
            for key, message in messages(read(FOLDERS[name] / f"{language}.po")).items():
                assert said.setdefault(key, message.string) == message.string, (own, key)


def test_no_text_escapes_the_extraction(extracted):
    """Babel reads tokens, so calls inside f-strings escape it; the syntax tree has every call."""
    for name, folder in FOLDERS.items():
        known = {text for _, key in messages(extracted[name]) for text in as_tuple(key)}
        for source in translate.catalogues()[folder]:
            paths = source.rglob("*.py") if source.is_dir() else [source]
            said = {text for path in paths for text in texts_in(path)}
            assert said - known == set(), name


def as_tuple(text: object) -> tuple[object, ...]:
    return text if isinstance(text, tuple) else (text,)


def texts_in(path: Path) -> Iterator[str]:
    """Every text that a module passes to a translation function."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and called(node) in BY_NAME and node.args:
            at = 1 if called(node) == "pgettext" else 0
            text = node.args[at]
            if isinstance(text, ast.Constant):
                yield text.value


def called(node: ast.Call) -> str:
    return str(getattr(node.func, "attr", getattr(node.func, "id", "")))


def test_every_kind_of_refusal_is_extracted():
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base) for base in node.bases}
                assert not bases & set(translate.KEYWORDS) or node.name in translate.KEYWORDS


def test_every_folder_with_texts_belongs_to_a_catalogue():
    sources = [source for some in translate.catalogues().values() for source in some]
    for path in PACKAGE.rglob("*.py"):
        if any(path == source or source in path.parents for source in sources):
            continue
        assert list(texts_in(path)) == [], path


# The block `kind` is a page's class.
JINJA = re.compile(
    r"\{% block kind %\}.*?\{% endblock %\}|\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL
)
SPOKEN = {"title", "aria-label", "alt", "placeholder", "data-ask"}  # attributes that users read
WORD = re.compile(r"[^\W\d_]{2,}")
# Our name, the labels of keys, and an attribute that a macro writes.
SAME_EVERYWHERE = re.compile(r'Katzentisch|Tab|Esc|style="view-transition-name: +"')


class RawWords(HTMLParser):
    """Collects the words of a template that no translation function has seen."""

    def __init__(self, template: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""
        self.feed(JINJA.sub(" ", template))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        for name, value in attrs:
            if name in SPOKEN:
                self.read(value or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.read(data)

    def read(self, text: str) -> None:
        self.found += WORD.findall(SAME_EVERYWHERE.sub("", text))


TEMPLATES = sorted(PACKAGE.rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_template_contains_no_untranslated_words(path):
    assert RawWords(path.read_text("utf-8")).found == []


def test_the_search_for_raw_words_finds_them():
    page = """
        <style>b { color: red }</style><h1 class="big">{{ _("Scores") }} so far</h1>
        {# a comment #}<img alt="A cat" title="{{ _('Rules') }}"{% if n %} data-n="one"{% endif %}>
    """
    assert RawWords(page).found == ["so", "far", "cat"]


NAMES = ["Anna", "Ben"]


def in_words(slug: str, language: str) -> Words:
    return speech(language, FOLDERS["cli"], slug)


@pytest.mark.parametrize(
    ("tricks", "english", "german"),
    [
        (0, "predict 0 tricks", "0 Stiche vorhersagen"),
        (1, "predict 1 trick", "1 Stich vorhersagen"),
        (3, "predict 3 tricks", "3 Stiche vorhersagen"),
    ],
)
def test_only_one_takes_the_singular(tricks, english, german):
    move = f"predict {tricks}"
    game = find_game("cat-in-the-box")
    assert game.describe_move(move, in_words("cat-in-the-box", "en")) == english
    assert game.describe_move(move, in_words("cat-in-the-box", "de")) == german


def test_each_seats_tricks_are_in_the_right_singular_or_plural():
    event = {"event": "round", "points": [2, 5], "tricks": [2, 1], "bonus": [0, 4]}
    result = find_game("cat-in-the-box").describe_event
    english, german = (in_words("cat-in-the-box", language) for language in ("en", "de"))
    assert result(event, NAMES, english) == (
        "End of the round: Anna 2 (2 tricks, bonus 0); Ben 5 (1 trick, bonus 4)."
    )
    assert "Anna 2 (2 Stiche, Bonus 0); Ben 5 (1 Stich, Bonus 4)" in result(event, NAMES, german)


def test_a_refusal_uses_the_plurals_of_the_readers_language():
    one, four = (
        Sentence.ngettext("{n} move, says {who}.", "{n} moves, say {who}.", n, who="Anna")
        for n in (1, 4)
    )
    assert (one, four) == ("1 move, says Anna.", "4 moves, say Anna.")
    with pytest.raises(Refused) as why:
        new("ed-the-cat", players=3, seats=["a", "b"])
    assert str(why.value) == "3 players need 3 seat names, not 2."
    german = why.value.translated(in_words("ed-the-cat", "de"))
    assert german == "3 Personen brauchen 3 Platznamen, nicht 2."


def test_a_context_distinguishes_two_meanings():
    german = speech("de", FOLDERS["server"])
    assert german.pgettext("replay", "Forward") == "Weiter"
    assert german("Forward") == "Forward"  # without the context it is a different text


def test_a_fuzzy_translation_is_not_used(tmp_path):
    head = (FOLDERS["play"] / "de.po").read_text("utf-8").split("\n\n")[0]
    text = 'msgid "On"\nmsgstr "Weiter"\n'
    (tmp_path / "de.po").write_text(f"{head}\n\n{text}", "utf-8")
    assert words("de", tmp_path)("On") == "Weiter"
    other = tmp_path / "other"
    other.mkdir()
    (other / "de.po").write_text(f"{head}\n\n#, fuzzy\n{text}", "utf-8")
    assert words("de", other)("On") == "On"
