"""What a player may be called: one line that shows, not another's, not the device's own word."""

import pytest

from rules.names import BadName, clean_name, fit_name, kept_names, same_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("  Ada  Maria\t B. ", "Ada Maria B."),
        ("a\nb", "a b"),
        ("\x00\x1b[31mRed", "[31mRed"),
        ("\u202eneB", "neB"),
        ("\u200b\u2060\ufeff", ""),
        ("\u3164\u2800\u115f", ""),
        ("\ud800\udfffx", "x"),
        ("e\u0301" * 25, "é" * 20),
        ("x" * 5000, "x" * 20),
        ("\u0301\u0301A" + "\u0316" * 40, "A" + "\u0316" * 3),
        (FAMILY, "\U0001f468\U0001f469\U0001f467"),
        ("<b>Ann</b>", "<b>Ann</b>"),
        ("रीता", "रीता"),
        ("Zoë", "Zoë"),
        ("", ""),
    ],
)
def test_a_name_is_one_line_of_twenty_letters_that_show(text: str, clean: str) -> None:
    assert clean_name(text) == clean
    assert clean_name(clean) == clean


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ben", "BEN"),
        ("Ben", "Ｂｅｎ"),
        ("Ben", "Веn"),  # the first two are Cyrillic
        ("Ada", "A d a"),
        ("Ada", "Adạ"),
        ("Ali", "AIi"),
        ("Leo", "Le0"),
        ("Straße", "STRASSE"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert same_name(one, other)
    with pytest.raises(BadName):
        fit_name(other, ["Cleo", one])


@pytest.mark.parametrize(
    ("one", "other"), [("Ben", "Bea"), ("Аня", "Оля"), ("रीता", "राता"), ("🐶", "🐱"), ("-", "--")]
)
def test_names_that_look_different_are_two(one: str, other: str) -> None:
    assert fit_name(other, [one]) == other


@pytest.mark.parametrize(
    "word",
    [
        *("Host", "HOST", "Нost", "Gastgeber", "Hôte", "Hote", "Padrone di casa"),
        *("Castellan", "Table", "Tisch", "Tavolo", "Gerät", "Kamera"),
        *("Player 1", "player", "Spieler 2", "Joueur 3", "Giocatore 4", "PIayer l"),
        *("", "\u200b", "\ud800"),
    ],
)
def test_what_the_device_says_of_itself_is_nobodys_name(word: str) -> None:
    with pytest.raises(BadName):
        fit_name(word)


@pytest.mark.parametrize("name", ["Horst", "Elle", "Camilla", "Playa", "Mara", "Ann1"])
def test_names_beside_the_devices_words_are_free(name: str) -> None:
    assert fit_name(name) == name


def test_of_kept_names_only_the_broken_ones_are_lost() -> None:
    told = [(0, "Ada"), (1, "\ud800"), (2, "ada"), (3, 7), ("4", "Eve"), (9, "Zoe"), ([], "x")]
    assert kept_names(told, 4) == {0: "Ada"}
    assert kept_names([(0, "Ada"), (1, "Ben"), (0, ""), (1, "Ada")], 4) == {1: "Ada"}
