"""What the device says of itself is filled in and counted in every language."""

import pytest

from device.table.words import say


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("de", "5 Karten und 13 Stockwerke liegen nicht wie am Anfang"),
        ("en", "5 cards and 13 floors do not lie as at the start"),
        ("fr", "5 cartes et 13 étages ne sont pas comme au début"),
        ("it", "5 carte e 13 piani non sono come all’inizio"),
    ],
)
def test_what_is_not_as_at_the_start_is_counted_in_words(language: str, told: str) -> None:
    assert told in say(language, "setup.begun", {"what": {"cards": 5, "floors": 13}})


def test_one_of_a_kind_is_told_as_one() -> None:
    told = say("en", "setup.begun", {"what": {"roofs": 1, "mice": 1}})
    assert "1 roof and 1 mouse do not" in told


def test_none_and_one_are_alike_in_french() -> None:
    assert "1 étage ne" in say("fr", "setup.begun", {"what": {"floors": 1}})
    assert "0 étage ne" in say("fr", "setup.begun", {"what": {"floors": 0}})
