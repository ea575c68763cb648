"""Bring the catalogues up to date with the sources, or add languages: `translate.py fr`.

Every catalogue is a folder with a template (`messages.pot`) and a file for each language. Its
texts are extracted according to babel.cfg, and each language is merged with the template.
"""

import sys
from pathlib import Path
from typing import Any

from babel.core import Locale, UnknownLocaleError
from babel.messages.frontend import CommandLineInterface

from katzentisch.server import errors

ROOT = Path(__file__).parents[1]
PACKAGE = Path("src/katzentisch")
TEMPLATE = "messages.pot"
# The names that mark a text for translation, in addition to gettext's, which Babel knows.
REFUSALS = [name for name, kind in vars(errors).items() if isinstance(kind, type)]
KEYWORDS = ("Sentence", *REFUSALS)


def catalogues(root: Path = ROOT) -> dict[Path, list[Path]]:
    """Each folder with a catalogue, and the sources of its texts."""
    package = root / PACKAGE
    games = package / "games"
    own = [folder for folder in sorted(games.iterdir()) if (folder / "ui").is_dir()]
    return {
        package / "server": [package / "server"],
        package / "lab": [package / "lab"],
        package / "cli": [package / "cli", package / "learn", package / "envs"],
        package / "play": [package / "play", package / "bots"],
        games / "core": [games / "core", games / "__init__.py"],
        **{folder / "ui": [folder] for folder in own},
    }


def extract(sources: list[Path], template: Path) -> None:
    """Write the texts of these sources that need translating to a template."""
    pybabel(
        *["extract", "--mapping", str(ROOT / "babel.cfg"), "--output-file", str(template)],
        *[f"--keyword={name}" for name in KEYWORDS],
        *["--no-location", "--no-wrap", "--sort-output", "--omit-header"],
        *map(str, sources),
    )


def merge(folder: Path, language: str, template: Path) -> None:
    """Bring a language up to date with the template; texts no longer used are removed."""
    name = ["--input-file", str(template), "--output-file", str(folder / f"{language}.po")]
    if not (folder / f"{language}.po").exists():
        pybabel("init", *name, "--locale", language, "--no-wrap")
    pybabel(
        *["update", *name, "--locale", language, "--no-wrap", "--ignore-obsolete"],
        "--ignore-pot-creation-date",
    )


def pybabel(*arguments: str) -> None:
    """Run a Babel command, which reports its own errors."""
    babel: Any = CommandLineInterface()
    if babel.run(["pybabel", "--quiet", *arguments]):
        raise SystemExit(f"pybabel {arguments[0]} failed.")


def update(root: Path, new: list[str]) -> None:
    """Update all catalogues, in their existing languages and in new ones."""
    for folder, sources in catalogues(root).items():
        extract(sources, folder / TEMPLATE)
        for language in sorted({path.stem for path in folder.glob("*.po")} | set(new)):
            merge(folder, language, folder / TEMPLATE)


def still_needed(root: Path, language: str) -> list[Path]:
    """The rules that nobody has translated yet; pages show them in English."""
    pages = sorted((root / PACKAGE).glob("games/*/ui/rules.en.md"))
    own = [page.with_name(f"rules.{language}.md") for page in pages]
    return [page.relative_to(root) for page in own if not page.exists()]


def english_name(language: str) -> str:
    """The English name of a language; exits if there is no such language."""
    try:
        return str(Locale.parse(language).english_name)
    except (UnknownLocaleError, ValueError):
        raise SystemExit(f"{language} is not a language; use a code such as fr or pt_BR.") from None


def main(new: list[str], root: Path = ROOT) -> None:
    """Update everything, add new languages, and print what is left to do."""
    names = [english_name(language) for language in new]
    update(root, new)
    for language, name in zip(new, names, strict=True):
        print(f"{name}: translate the texts in {language}.po in each of")
        print("".join(f"  {folder.relative_to(root)}\n" for folder in catalogues(root)), end="")
        print("and write, based on rules.en.md:")
        print("".join(f"  {page}\n" for page in still_needed(root, language)), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
