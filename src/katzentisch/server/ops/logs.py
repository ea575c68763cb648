"""Logs: one JSON object per line, with what an operator needs and no secrets.

Whoever has a table's link can watch it or take a seat, so that paths are secrets, too: our own
lines name routes instead, and of the libraries' lines only warnings are kept, without paths.
"""

import json
import logging
import re
import sys
import time

FIELDS = ("method", "route", "status", "ms")
OURS = "katzentisch"
# The web server and its WebSockets, which name every path and, when debugging, every cookie.
LIBRARIES = ("uvicorn", "websockets", "asyncio", "concurrent", "sqlalchemy", "psycopg")
PATH = re.compile(r"(/(?:tables?|replay|from)(?:/|%2f))[^\s/?#%\"'<>]+", re.IGNORECASE)


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON, with the location of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name.removeprefix("katzentisch."),
            # What libraries add in further lines may hold anything.
            "what": without_links(record.getMessage().partition("\n")[0]),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = places(record)
        return json.dumps(line, ensure_ascii=False)


def without_links(text: str) -> str:
    """The text without what makes a path to a table, a replay or a device a secret."""
    return PATH.sub(r"\1…", text)


def places(record: logging.LogRecord) -> list[str]:
    """The traceback as files and lines, without values, which may be secret."""
    found, trace = [], record.exc_info[2] if record.exc_info else None
    while trace is not None:
        code = trace.tb_frame.f_code
        found.append(f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return found


def write_logs(level: str) -> None:
    """Send logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in (OURS, *LIBRARIES):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper() if name == OURS else logging.WARNING)
    logging.getLogger("alembic").setLevel(logging.WARNING)
