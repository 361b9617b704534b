"""In: log records. Out: one JSON object a line on standard error, with nothing of a photo and nothing of a token."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Final

# The server's own notes tell the whole address of a WebSocket, which may carry a token: only its warnings are kept.
LOGGERS: Final = {"handscan": logging.INFO, "uvicorn.error": logging.WARNING}
_FIELDS = ("request_id", "method", "route", "status", "ms", "reason")


class JsonLines(logging.Formatter):
    """Only fields that are known to be harmless are written."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {field: getattr(record, field) for field in _FIELDS if hasattr(record, field)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def write_logs() -> None:
    """Sends what the service and its server say to standard error, as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name, level in LOGGERS.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
