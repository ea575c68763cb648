"""Self-contained HTML pages, rendered from the templates in `templates`."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from katzentisch.games.core.i18n import Words

NO_BREAK = "\N{NO-BREAK SPACE}"


def page_from(template: str, _: Words, **variables: Any) -> str:
    """Render a page; a phone must not break a line between a number and its percent sign."""
    pages = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = pages.get_template(template).render(**_.in_templates(), **variables)
    return page.replace(" %", f"{NO_BREAK}%")
