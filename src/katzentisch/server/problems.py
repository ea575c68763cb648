"""What is wrong with a value that pydantic refuses, in words that can be translated."""

from typing import Any

from katzentisch.games.core.errors import Sentence
from katzentisch.games.core.i18n import N_

# By pydantic's own kinds: https://docs.pydantic.dev/latest/errors/validation_errors/.
PROBLEMS = {
    "bool_parsing": N_("this must be true or false"),
    "dict_type": N_("this must be an object"),
    "extra_forbidden": N_("there is no such field"),
    "finite_number": N_("this must be a finite number"),
    "float_parsing": N_("this must be a number"),
    "greater_than": N_("this must be more than {gt}"),
    "greater_than_equal": N_("this must be at least {ge}"),
    "int_from_float": N_("this must be a whole number"),
    "int_parsing": N_("this must be a whole number"),
    "int_type": N_("this must be a whole number"),
    "json_invalid": N_("this is not JSON"),
    "less_than_equal": N_("this must be at most {le}"),
    "list_type": N_("this must be a list"),
    "missing": N_("this is missing"),
    "string_too_long": N_("this is too long"),
    "string_too_short": N_("this is too short"),
    "string_type": N_("this must be a text"),
    "too_long": N_("there are too many"),
    "too_short": N_("there are too few"),
}
OTHERWISE = N_("this cannot be used here")


def problem(error: Any) -> Sentence:
    """One of a `ValidationError`'s errors in words."""
    limits = {
        name: value for name, value in error.get("ctx", {}).items() if name in ("gt", "ge", "le")
    }
    return Sentence(PROBLEMS.get(error["type"], OTHERWISE), **limits)
