"""Files for people and files for machines hold the same."""

import gettext
import io

import pytest

from rules.words.make import faults, tidied
from rules.words.po import Entry, NotPo, compiled, parse, render

FRENCH = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n > 1);\n"
HEAD = Entry("", "", (FRENCH,))
ONE = Entry("", "kilt.price", ("{cost}: « cher » ?",), notes=("{cost}: Money.",), remarks=("why",))
MANY = Entry("fact", "ducats", ("{} ducat", "{} ducats"), counted=True)
ODD = Entry("page", "odd", ('a "b"\n\tc \\ d',))
ALL = [HEAD, ONE, MANY, ODD]


def test_what_is_written_is_read_again() -> None:
    assert parse(render(ALL)) == ALL


def test_files_of_other_tools_are_read() -> None:
    text = (
        'msgid ""\nmsgstr ""\n"Language: fr\\n"\n\n#: play.py:12\n#, fuzzy, python-format\n'
        '#| msgid "old"\nmsgid "kilt.price"\nmsgstr ""\n"one "\n"two"\n\n#~ msgid "gone"\n'
    )
    assert parse(text)[1:] == [Entry("", "kilt.price", ("one two",), fuzzy=True)]


def test_a_line_that_is_none_is_named() -> None:
    with pytest.raises(NotPo, match=r"line 2 .*mgstr"):
        parse('msgid "a"\nmgstr "b"\n')


def test_gettext_reads_what_was_compiled() -> None:
    read = gettext.GNUTranslations(io.BytesIO(compiled(ALL)))
    assert read.gettext("kilt.price") == ONE.texts[0]
    assert read.pgettext("page", "odd") == ODD.texts[0]
    told = [read.npgettext("fact", "ducats", "ducats", count) for count in (0, 1, 2)]
    assert told == ["{} ducat", "{} ducat", "{} ducats"]


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        (Entry("", "kilt.price", ("{price}.",)), "kilt.price and the English text differ in"),
        (Entry("", "kilt.price", ("{cost",)), "kilt.price has a single { or }"),
        (Entry("", "kilt.price", ("{cost}",)), "kilt.price does not end in one of"),
        (Entry("", "kilt.price", ("",)), "kilt.price is empty"),
        (Entry("", "kilt.price", ("{cost}.",), fuzzy=True), "kilt.price is marked as fuzzy"),
        (Entry("", "kilt.prize", ("{cost}.",)), "kilt.prize is no id of the English catalogue"),
        (Entry("fact", "ducats", ("{}",), counted=True), "fact ducats has 1 forms, not 2"),
        (Entry("", "prize", ("{cost}.",)), "prize is no id of the English catalogue"),
        (Entry("fact", "ducats", ("{}",)), "fact ducats has a plural in one language"),
    ],
)
def test_what_is_wrong_is_said(entry: Entry, wrong: str) -> None:
    found = [*faults([HEAD, entry], [HEAD, ONE, MANY])]
    assert any(fault.startswith(wrong) for fault in found), found


def test_what_is_missing_is_added_empty_and_marked() -> None:
    made = tidied([HEAD, MANY], [HEAD, ONE, MANY])
    assert [each.key for each in made] == ["", "kilt.price", "ducats"]
    assert (made[1].texts, made[1].fuzzy) == (("",), True)
    assert "kilt.price is empty" in [*faults(made, [HEAD, ONE, MANY])]
