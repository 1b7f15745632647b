"""Log lines: whatever a stranger sends, it stands in the one line that tells of it."""

import io
import logging
from collections.abc import Iterator

import pytest

from device.running.health import ErrorLog
from device.running.logs import OneLine, one_line

FORGED = "/picture/x\n12:00:00 ERROR device.records.journal: FORGED \x1b[31m\u202e\u2028\ud800\x85"


# Of no family: what a test run keeps of other loggers cannot hold half a pair.
LOG = logging.Logger("tests.forged")


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(OneLine())
    LOG.addHandler(handler)
    yield out
    LOG.removeHandler(handler)


def test_a_record_is_one_line_whatever_its_arguments_hold(written: io.StringIO) -> None:
    LOG.error("refused %s: %r", FORGED, FORGED)
    text = written.getvalue()
    assert text.count("\n") == 1
    assert text.isascii()
    assert text.isprintable() is False  # only for its end of line
    assert text.rstrip("\n").isprintable()
    assert (
        r"/picture/x\n12:00:00 ERROR device.records.journal: FORGED \x1b[31m\u202e\u2028\ud800\x85"
        in text
    )


def test_no_line_of_a_fault_begins_like_a_record(written: io.StringIO) -> None:
    try:
        raise ValueError(FORGED)
    except ValueError:
        LOG.exception("a request failed")
    first, *rest = written.getvalue().rstrip("\n").split("\n")
    assert first.endswith("ERROR tests.forged: a request failed")
    assert len(rest) >= 3
    assert all(line.startswith("  | ") and line.isprintable() for line in rest)


def test_the_errors_of_the_health_page_are_lines_too() -> None:
    errors = ErrorLog()
    LOG.addHandler(errors)
    LOG.warning("refused %s", FORGED)
    LOG.removeHandler(errors)
    (told,) = errors.told()
    assert told["text"] == "refused " + one_line(FORGED)  # type: ignore[index,call-overload]
    assert str(told["text"]).isascii()  # type: ignore[index,call-overload]


def test_letters_of_all_alphabets_stay_as_they_are() -> None:
    assert one_line("Zoë, Аня, रीता, 🐶 %s {x}") == "Zoë, Аня, रीता, 🐶 %s {x}"
