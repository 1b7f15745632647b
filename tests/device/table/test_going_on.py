"""Going on with an earlier game: nothing of it is lost, nor of the one that lies on the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.following.sight import Finding, Sight, SightState
from device.records.resume import LISTED, READ, last_game, unfinished
from device.running import compose
from device.senses.frame import Frame
from device.settings.settings import CameraSettings, DataSettings, Settings, SimSettings
from rules.kilt import SetUp
from rules.refused import Kind, Refused
from rules.rights import Speaker
from tests.device.tables import ABOUT, FRAME, GAME, SET_UP, Bench, story
from vision.stories.story import Verdict

DATA = Path(__file__).parents[2] / "data"
SET_UP_FOR_THREE: SetUp = GAME.deal(GAME.start(3), 1)
HOST, GUEST = Speaker(0, True), Speaker(0, False)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    yield bench
    bench.journal.close()


@pytest.fixture
def left(bench: Bench) -> Bench:
    """A table that left game 1 after three events for an empty game 2."""
    bench.understood(SET_UP)
    bench.do("name", seat=1, host=False, name="Bea")
    bench.understood(bench.legal())
    bench.understood(bench.legal())
    bench.do("new", game="kilt", players=3, options={})
    return bench


def listed(bench: Bench, speaker: Speaker = HOST) -> Any:
    return bench.table.snapshot(speaker, "en")["unfinished"]


def numbers(bench: Bench) -> list[int]:
    return [game["id"] for game in listed(bench)]


def refusal(bench: Bench, number: int, host: bool = True) -> tuple[Kind, str]:
    with pytest.raises(Refused) as caught:
        bench.do("resume", host=host, number=number)
    return caught.value.kind, caught.value.key


def test_a_game_that_was_left_is_listed_for_the_host_alone(left: Bench) -> None:
    told = listed(left)
    when = left.journal.records(1)[-1].time
    assert told == [
        {
            "id": 1,
            "game": "kilt",
            "players": 4,
            "names": ["Ada", "Bea"],
            "events": 3,
            "when": when,
        }
    ]
    assert listed(left, GUEST) is None


def test_it_goes_on_where_it_was_left_with_names_players_and_events(left: Bench) -> None:
    left.do("resume", number=1)
    state = left.state()
    assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bea", "Player 3", "Player 4"]
    assert [event["number"] for event in state["events"]] == [1, 2, 3]
    assert left.watcher.position == left.position
    left.understood(left.legal())
    assert len(left.journal.records(1)) == 4


def test_the_game_left_for_it_can_be_gone_on_with_again(left: Bench) -> None:
    left.understood(SET_UP_FOR_THREE)
    left.do("resume", number=1)
    assert numbers(left) == [2]
    left.do("resume", number=2)
    assert len(left.state()["seats"]) == 3
    assert len(left.state()["events"]) == 1
    assert numbers(left) == [1]


def test_empty_undone_and_unreadable_games_are_not_listed(left: Bench) -> None:
    left.do("new", game="kilt", players=4, options={})
    left.understood(SET_UP)
    left.do("undo")
    left.journal.append(left.journal.start_game(ABOUT).id, {"record": "nonsense"})
    left.journal.append(left.journal.start_game({}).id, {"record": "play"})
    left.do("new", game="castle", players=2, options={})
    assert numbers(left) == [1]


def test_a_game_that_ended_is_not_listed(left: Bench) -> None:
    with (DATA / "kilt" / "games.jsonl").open(encoding="utf-8") as lines:
        played = json.loads(next(lines))
    about = {**ABOUT, "players": played["players"], "options": played["options"]}
    for events in (played["events"], played["events"][:-1]):
        game = left.journal.start_game(about)
        records = [({"record": "play", "event": event, "stands": False}, None) for event in events]
        left.journal.append_all(game.id, records)
    assert numbers(left) == [4, 1]


def test_only_the_newest_few_are_listed_last_played_first(bench: Bench) -> None:
    for _ in range(5):
        bench.understood(SET_UP)
        bench.do("new", game="kilt", players=4, options={})
    assert numbers(bench) == [5, 4, 3]
    assert len(numbers(bench)) == LISTED
    bench.do("resume", number=3)
    bench.understood(bench.legal())
    bench.do("resume", number=5)
    assert numbers(bench) == [3, 4, 2]


def test_an_old_game_that_was_taken_up_is_not_lost_among_newer_ones(left: Bench) -> None:
    for _ in range(READ - 2):
        left.do("new", game="kilt", players=4, options={})
    assert numbers(left) == [1]
    left.do("resume", number=1)
    left.do("new", game="kilt", players=4, options={})
    assert numbers(left) == [1]


def test_what_is_not_listed_is_not_gone_on_with_and_only_the_host_decides(left: Bench) -> None:
    before = left.state()
    assert refusal(left, 7) == (Kind.STALE, "refused.no-such-game")
    assert refusal(left, 2) == (Kind.STALE, "refused.no-such-game")
    assert refusal(left, 1, host=False) == (Kind.FORBIDDEN, "refused.host-only")
    assert left.state() == before


def test_the_game_gone_on_with_is_on_the_table_after_a_restart(left: Bench) -> None:
    left.understood(SET_UP_FOR_THREE)
    left.do("resume", number=1)
    chosen = last_game(left.journal)
    assert chosen is not None
    assert chosen.id == 1
    left.do("new", game="kilt", players=2, options={})
    newest = last_game(left.journal)
    assert newest is not None
    assert newest.id == 3


def test_a_game_of_another_name_does_not_change_which_one_was_last(left: Bench) -> None:
    left.understood(SET_UP_FOR_THREE)
    left.do("resume", number=1)
    left.do("new", game="castle", players=2, options={})
    assert [getattr(last_game(left.journal, name), "id", 0) for name in ("kilt", "castle")] == [
        1,
        3,
    ]


def test_what_the_eyes_still_say_of_the_game_left_is_dropped(left: Bench) -> None:
    """The game changes while a picture is being read."""
    eyes = left.watcher

    def see(frame: Frame) -> Sight:
        left.do("resume", number=1)
        told = story(left.position, (left.legal(),), 1.0)
        return Sight(
            frame.time, SightState.SETTLED, Finding(Verdict.UNDERSTOOD, (told,), certain=True)
        )

    eyes.see = see  # type: ignore[method-assign]
    left.table.see(FRAME)
    assert left.watcher is not eyes
    assert len(left.journal.records(1)) == 3
    assert left.journal.records(2) == []


def test_a_recording_ends_with_the_game_it_records(left: Bench) -> None:
    told: list[Any] = []

    class Keeper:
        def event(self, record: Any, source: str) -> None:
            told.append(record)

        def frame(self, frame: Any) -> Any:
            return frame

    left.table.witnesses.recorder = Keeper()  # type: ignore[assignment]
    left.do("resume", number=1)
    left.understood(left.legal())
    assert told == []


def test_an_older_phone_cannot_act_on_the_game_that_is_gone(left: Bench) -> None:
    seen = left.table.version
    left.do("resume", number=1)
    with pytest.raises(Refused) as caught:
        left.do("undo", version=seen)
    assert caught.value.key == "refused.stale"


def test_a_game_that_lost_an_event_goes_on_with_what_is_left(left: Bench) -> None:
    left.journal.close()
    path = left.folder / "journal.db"
    data = path.read_bytes()
    second = data.index(b'"number":2', data.index(b'"record":"play"'))
    path.write_bytes(data[:second] + b'"number":X' + data[second + 10 :])
    left.open()
    assert [record.number for record in left.journal.records(1)] == [1, 3]
    assert [game["events"] for game in listed(left)] == [2]
    left.do("resume", number=1)
    assert left.table.stored.about["rescued_from"] == 1
    assert len(left.state()["events"]) == 2
    assert numbers(left) == []


def test_a_simulated_table_offers_no_earlier_game(tmp_path: Path) -> None:
    settings = replace(
        Settings(),
        camera=CameraSettings(use="sim"),
        data=DataSettings(folder=tmp_path),
        sim=SimSettings(level="easy", seed=1, untaught=True),
    )
    with compose.open_house(settings) as house:
        journal, game = house.journal, house.table.stored
        about = {**game.about, "players": 4, "options": {}}
        other = journal.start_game(about)
        journal.append(other.id, {"record": "play", "event": GAME.event_to_json(SET_UP)})
        assert [each.stored.id for each in unfinished(journal, game.id)] == [other.id]
        assert house.table.snapshot(HOST, "en")["unfinished"] is None
        with pytest.raises(Refused), house.table.changes():
            house.table.go_on(other.id)
