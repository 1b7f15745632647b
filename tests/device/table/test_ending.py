"""What a finished game tells each phone, and how the same game begins once more."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.records.journal import Evidence, Journal
from device.table.service import TableService
from device.table.voice import voice_of
from rules import games
from rules.referee import Play
from rules.refused import Kind, Refused
from rules.rights import Speaker
from rules.words import LANGUAGES
from tests.web.hostile import GAMES, recorded

JPEG = b"\xff\xd8 a picture"


class Evening:
    """A table with a recorded game, of which so many events are told."""

    def __init__(self, folder: Path, game: str, events: int | None = None) -> None:
        told = recorded(game)
        self.journal = Journal(folder / "journal.db")
        about = {name: told.get(name, {}) for name in ("players", "options", "box")}
        stored = self.journal.start_game({"game": game, **about})
        for event in told["events"][:events]:
            self.journal.append(stored.id, {"record": "play", "event": event, "stands": False})
        self.table = TableService(self.journal, stored, lambda *_: None)
        self.last = told["events"][-1]
        self.players = int(told["players"])

    def finish(self) -> None:
        """The last event happens, and the camera keeps a picture of it."""
        with self.table.changes():
            event = self.table.game.event_from_json(self.last)
            self.table.write(Play(event), Evidence({"by": "camera"}, JPEG))

    def rematch(self, seat: int | None, present: set[int], **more: bool) -> None:
        wish = {"host": False, "wanted": True, **more}
        speaker = Speaker(seat, wish["host"], frozenset(present))
        command = {"id": f"again{seat}{len(present)}{wish['wanted']}", "do": "rematch"}
        version = self.table.version
        self.table.do({**command, "version": version, "wanted": wish["wanted"]}, speaker)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path, "kilt")
    yield made
    made.journal.close()


def test_nothing_is_told_before_the_last_move(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "kilt", events=-1)
    assert evening.table.ending(Speaker(0), "en") is None
    evening.finish()
    told = evening.table.ending(Speaker(0), "en")
    assert told is not None
    assert (told["game"], told["events"], len(told["course"])) == ("kilt", 102, 40)
    assert told["totals"] == [44, 35, 40, 40]
    assert (told["places"], told["winners"]) == ([1, 4, 2, 2], [0])
    assert told["course"][-1] == told["totals"]
    evening.journal.close()


def test_pictures_of_moments_are_for_those_who_may_see_proofs(tmp_path: Path) -> None:
    evening = Evening(tmp_path, "kilt", events=-1)
    evening.finish()
    moment = evening.table.ending(Speaker(0), "en")["moments"][-1]
    assert (moment["kind"], moment["number"]) == ("last", 102)
    assert evening.table.picture(moment["picture"], Speaker(0)) == JPEG
    assert evening.table.ending(Speaker(None), "en")["moments"][-1]["picture"] is None
    evening.table.set_proofs(False)
    assert evening.table.ending(Speaker(0), "en")["moments"][-1]["picture"] is None
    evening.journal.close()


def test_a_correction_at_the_end_is_told_at_once(evening: Evening) -> None:
    first = evening.table.ending(Speaker(0), "en")
    command = {"id": "undo-it-now", "version": evening.table.version, "do": "undo"}
    evening.table.do(command, Speaker(None, True))
    assert evening.table.ending(Speaker(0), "en") is None
    again = {"id": "redo-it-now", "version": evening.table.version, "do": "redo"}
    evening.table.do(again, Speaker(None, True))
    assert evening.table.ending(Speaker(0), "en") == first


@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_no_seat_is_told_a_secret_that_was_anothers(tmp_path: Path, game: str) -> None:
    """In every language: no event of another that its own seat heard in more words than others."""
    evening, compared = Evening(tmp_path, game), 0
    rules = games.find(game)
    for seat in (None, *range(evening.players)):
        for language in LANGUAGES:
            state = evening.table.state
            voice = voice_of(state, language)
            sent = json.dumps(evening.table.ending(Speaker(seat), language), ensure_ascii=False)
            for before, entry in state.steps.values():
                owner = rules.actor(before, entry.event)
                full = voice.line(rules.describe(before, entry.event, owner))
                heard = voice.line(rules.describe(before, entry.event, seat))
                if rules.secret(entry.event) and full not in heard:
                    compared += 1
                    assert full not in sent
    assert compared > 0 or not any(rules.secret(e.event) for e in evening.table.referee.history)
    evening.journal.close()


# --- once more ---


def test_most_of_the_seats_whose_phones_are_there_begin_the_game_once_more(
    evening: Evening,
) -> None:
    first, names = evening.table.stored, {0: "Ada", 2: "Cleo"}
    for seat, name in names.items():
        evening.table.rename(seat, name)
    evening.rematch(0, {0, 1, 2, 3})
    evening.rematch(2, {0, 1, 2, 3})
    assert evening.table.snapshot(Speaker(1), "en")["again"] == [0, 2]
    assert evening.table.stored == first
    evening.rematch(2, {0, 1, 2, 3}, wanted=False)
    assert evening.table.again == {0}
    evening.rematch(1, {0, 1, 2})
    agreed = evening.table.stored.agreed
    assert evening.table.stored.id != first.id
    assert (agreed.game, agreed.players) == (first.agreed.game, first.agreed.players)
    assert agreed.options == first.agreed.options
    assert {seat: evening.table.names[seat] for seat in names} == names
    assert (evening.table.again, evening.table.referee.history) == (frozenset(), ())


def test_the_host_needs_nobody_for_a_rematch(evening: Evening) -> None:
    first = evening.table.stored.id
    evening.rematch(None, {0, 1, 2, 3}, host=True)
    assert evening.table.stored.id != first


def test_who_wanted_it_and_went_home_does_not_count(evening: Evening) -> None:
    first = evening.table.stored.id
    evening.rematch(0, {0, 1, 2})
    evening.rematch(3, {1, 2, 3})
    assert evening.table.stored.id == first


@pytest.mark.parametrize(("seat", "kind"), [(None, Kind.FORBIDDEN), (0, Kind.STALE)])
def test_a_watcher_and_a_game_that_goes_on_have_no_rematch(
    tmp_path: Path, seat: int | None, kind: Kind
) -> None:
    evening = Evening(tmp_path, "kilt", events=-1)
    with pytest.raises(Refused) as refused:
        evening.rematch(seat, {0})
    assert refused.value.kind is kind
    evening.journal.close()
