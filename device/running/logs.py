"""One way to write a log line, for every handler: what is in it cannot look like another line."""

from __future__ import annotations

import logging
import re

LAYOUT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
TIME = "%H:%M:%S"
# Control characters, line separators, what turns or hides text, halves of pairs.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_NEW_LINES = re.compile("[\r\n]+")


def one_line(text: str) -> str:
    """A text with everything that is no printable sign of a line written as an escape."""
    return _UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


class OneLine(logging.Formatter):
    """Writes a record as one line; what follows of a fault is set in, and begins no line."""

    def __init__(self) -> None:
        super().__init__(LAYOUT, TIME)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 (logging's own name)
        record.message = one_line(record.message)
        return super().formatMessage(record)

    def formatException(self, ei: object) -> str:  # noqa: N802
        return _set_in(super().formatException(ei))  # type: ignore[arg-type]

    def formatStack(self, stack_info: str) -> str:  # noqa: N802
        return _set_in(super().formatStack(stack_info))


def _set_in(text: str) -> str:
    return "\n".join(f"  | {one_line(line)}" for line in _NEW_LINES.split(text))


def set_up(level: int) -> None:
    """Have everything that is logged written so, on the error channel."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    logging.basicConfig(level=level, handlers=[handler])
