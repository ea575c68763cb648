"""Logs: one JSON object per line, with what an operator needs and no secrets."""

import json
import logging
import sys
import time

FIELDS = ("method", "route", "status", "ms")


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON, with the location of an error."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as a line."""
        line: dict[str, object] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "from": record.name.removeprefix("katzentisch."),
            "what": record.getMessage(),
        }
        line.update({name: getattr(record, name) for name in FIELDS if hasattr(record, name)})
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["where"] = places(record)
        return json.dumps(line, ensure_ascii=False)


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
    for name in ("katzentisch", "uvicorn"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(level.upper())
    logging.getLogger("alembic").setLevel(logging.WARNING)
