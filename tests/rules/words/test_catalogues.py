"""Every catalogue is complete, its files belong together, and each of its texts is used."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.words import LANGUAGES
from rules.words.catalogues import (
    COURSE,
    DEVICE,
    DOMAINS,
    FACT,
    HOUSE,
    PAGE,
    RULE,
    SCRIPT,
    TEACH,
    BadCatalogue,
    folder,
    in_language,
    read_all,
)
from rules.words.make import made
from rules.words.wording import TO_YOU

ROOT = Path(__file__).parents[3]
ROOMS = ("rules", "device", "web", "vision")
ID = r"[a-z_]+(?:[.-][A-Za-z0-9_?-]+)*"
# Ids that are put together in a way no pattern of the code shows.
BUILT = ("told.", "asked.", "done.", "cause.", "craft.", "due.", "look.", "phase.", "spell.")
BUILT += ("settings.",)  # followed by the name of a setting, which has dots of its own


# ---- the files -------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_catalogue_is_complete_and_as_make_words_leaves_it(domain: str) -> None:
    """All ids in all languages, the same places to fill in, all plural forms, nothing fuzzy."""
    files, wrong = made(domain)
    assert wrong == []
    assert [path.name for path, content in files.items() if path.read_bytes() != content] == []
    assert {path.name for path in folder(domain).iterdir()} == {path.name for path in files}


def test_a_sentence_of_the_rules_is_another_one_in_every_language() -> None:
    """What was not translated stands out."""
    for message in in_language("en").rules:
        assert len({in_language(name).rules[message] for name in LANGUAGES}) == len(LANGUAGES)


def test_no_id_of_a_page_or_course_hides_another() -> None:
    books = in_language("en").books
    pages = [key for (_, context), book in books.items() for key in book
             if context in (SCRIPT, TEACH, PAGE)]  # fmt: skip
    assert len(pages) == len(set(pages))
    for game in GAMES:
        parts = [books[game, FACT], books[HOUSE, COURSE], books[game, COURSE]]
        assert sum(len(book.ids) for book in parts) == len(in_language("en").courses[game].ids)


def test_a_missing_catalogue_is_named_at_the_start(tmp_path: Path) -> None:
    with pytest.raises(BadCatalogue, match=r"de\.mo cannot be read.*make words"):
        read_all(lambda domain: tmp_path if domain == "kilt" else folder(domain))


def test_a_catalogue_that_lacks_an_id_is_named_at_the_start(tmp_path: Path) -> None:
    for path in folder("kilt").glob("*.mo"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    other = (tmp_path / "fr.mo").read_bytes()
    (tmp_path / "fr.mo").write_bytes(other.replace(b"kilt.due-move\0", b"kilt.due-mole\0"))
    with pytest.raises(BadCatalogue, match=r"fr\.mo .* kilt\.due-mole, kilt\.due-move; change the"):
        read_all(lambda domain: tmp_path if domain == "kilt" else folder(domain))


def test_a_catalogue_with_a_wrong_placeholder_is_named_at_the_start(tmp_path: Path) -> None:
    for path in folder("tictactoe").glob("*.mo"):
        (tmp_path / path.name).write_bytes(path.read_bytes().replace(b"{coin} auf", b"{coil} auf"))
    with pytest.raises(BadCatalogue, match=r"de\.mo and the English one .* rule tictactoe\.\S+; "):
        read_all(lambda domain: tmp_path if domain == "tictactoe" else folder(domain))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (
            "{coin} auf",
            "{coil} auf",
            "tictactoe.stays and the English text differ in {coil}, {coin}",
        ),
        ("{coin} auf", "{coin auf", "tictactoe.stays has a single { or }"),
        ("liegen.", "liegen", "tictactoe.stays does not end in one of . ! ?"),
    ],
)
def test_make_words_names_what_is_wrong_with_a_text(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    for path in folder("tictactoe").glob("*.po"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace(old, new), encoding="utf-8")
    _, wrong = made("tictactoe", lambda _: tmp_path)
    assert f"{tmp_path / 'de.po'}: {told}" in wrong
    assert all("de.po" in fault for fault in wrong)


def test_make_words_names_a_missing_catalogue(tmp_path: Path) -> None:
    _, wrong = made("tictactoe", lambda _: tmp_path)
    assert len(wrong) == 1
    assert str(tmp_path / "en.po") in wrong[0]


# ---- what the code asks for ------------------------------------------------------------------


@cache
def mentioned(kind: str, *folders: str) -> tuple[frozenset[str], re.Pattern[str]]:
    """Every text in the code, and a pattern of those that are put together."""
    read = {"py": _in_python, "js": _in_script, "html": _in_template}[kind]
    found = [
        each
        for name in folders
        for path in sorted((ROOT / name).rglob(f"*.{kind}"))
        for each in read(path.read_text(encoding="utf-8"))
    ]
    patterns = {
        pattern for whole, pattern in found if not whole and re.match(r"[a-z_]+\\?[.-]", pattern)
    }
    return frozenset(text for whole, text in found if whole), re.compile("|".join(patterns) or "-")


def _in_python(text: str) -> Iterator[tuple[bool, str]]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield True, node.value
        elif isinstance(node, ast.JoinedStr):
            yield (
                False,
                "".join(
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+"
                    for part in node.values
                ),
            )


def _in_script(text: str) -> Iterator[tuple[bool, str]]:
    yield from ((True, each) for each in re.findall(rf"[\"'`]({ID})[\"'`]", text))
    general = [text.replace("${game}", game) for game in GAMES] if "`${game}." in text else [text]
    for said in general:
        for each in re.findall(r"`([a-z_]+[.-][^`\s]*\$\{[^`]*)`", said):
            parts = re.split(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", each)
            yield False, "[^.]+".join(re.escape(part) for part in parts)


def _in_template(text: str) -> Iterator[tuple[bool, str]]:
    yield from ((True, each) for each in re.findall(rf"[\"']({ID})[\"']", text))
    for each in re.findall(rf"[\"']({ID}\.)[\"'] *~", text):
        yield False, re.escape(each) + "[^.]+"


def asked(key: str, *sources: tuple[frozenset[str], re.Pattern[str]]) -> bool:
    """Whether the code mentions an id or puts it together."""
    return any(key in texts or pattern.fullmatch(key) for texts, pattern in sources)


PYTHON = ("py", *ROOMS)
SCRIPTS = ("js", "web/static")
TEMPLATES = ("html", "web/templates")


def options() -> set[str]:
    """The ids of every house rule and its choices."""
    each = [option for game in GAMES.values() for option in game.options]
    choices = {f"option.{o.name}.{choice}" for o in each for choice in o.choices}
    return {f"option.{o.name}" for o in each} | choices | {"option.true", "option.false"}


@pytest.mark.parametrize("game", GAMES)
def test_the_sentences_of_a_game_are_exactly_those_of_its_code(game: str) -> None:
    texts, _ = mentioned("py", f"rules/{game}")
    wanted = {text for text in texts if re.fullmatch(rf"{game}\.[a-z0-9.-]+", text)}
    told = {key.removesuffix(TO_YOU) for key in in_language("en").books[game, RULE]}
    assert wanted == told


ENDINGS = {PAGE: ".short", RULE: TO_YOU}  # of texts that go with another


@pytest.mark.parametrize("domain", DOMAINS)
def test_no_text_is_left_over(domain: str) -> None:
    python, scripts, templates = mentioned(*PYTHON), mentioned(*SCRIPTS), mentioned(*TEMPLATES)
    sources = {
        RULE: (python,),
        FACT: (python,),
        SCRIPT: (scripts,),
        TEACH: (scripts, templates, python),
        PAGE: (templates, python, (frozenset(options()), re.compile("-"))),
        DEVICE: (python,),
        COURSE: (python,),
    }
    left = [
        f"{context} {key}"
        for context, sources in sources.items()
        for key in in_language("en").books[domain, context].ids
        if not asked(key.removesuffix(ENDINGS.get(context, "")), *sources)
        and not key.startswith(BUILT)
        and not (context == SCRIPT and asked(key.removeprefix("solomon.page."), *sources))
    ]
    assert left == []


def test_scripts_are_sent_every_word_they_ask_for() -> None:
    books = in_language("en").books
    for script in sorted((ROOT / "web/static").rglob("*.js")):
        game = next((game for game in GAMES if script.parent.name == game), None)
        sent = {*books[HOUSE, SCRIPT], *(books[HOUSE, TEACH] if script.stem == "teach" else ())}
        if game is not None:
            sent |= {*books[game, SCRIPT], *(f"{game}.{key}" for key in books[game, FACT])}
        spaces = {key.partition(".")[0] for (_, context), book in books.items() for key in book
                  if context in (SCRIPT, TEACH)}  # fmt: skip
        wanted = {text for whole, text in _in_script(script.read_text()) if whole and "." in text}
        lacking = {text for text in wanted if text.partition(".")[0] in spaces} - sent
        assert lacking == set(), script.name


def test_whatever_is_refused_or_said_of_the_device_has_words() -> None:
    texts, _ = mentioned(*PYTHON)
    begun = ("claim.", "keeping.", "moment.", "part.", "refused.", "setup.", "sight.")
    wanted = {text for text in texts if text.startswith(begun) and re.fullmatch(ID, text)}
    known = {*in_language("en").pages, *in_language("en").device}
    assert {text for text in wanted - known if text[-1] != "-"} == {"refused.html"}


def test_templates_ask_for_no_word_that_does_not_exist() -> None:
    for path in sorted((ROOT / "web/templates").rglob("*.html")):
        wanted = re.findall(rf"\bt\([\"']({ID})[\"'][,)]", path.read_text())
        assert set(wanted) - set(in_language("en").pages) == set(), path.name
