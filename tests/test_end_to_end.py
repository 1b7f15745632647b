"""From pixels to phone: the whole house, a simulated game, and a player who joins by the code."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from device.following.follower import Watcher
from device.following.sight import Sight, SightState
from device.running import compose
from device.running.compose import House, free_port, open_house
from device.settings.settings import DataSettings, Settings, SimSettings, TableSettings
from device.sim.base import Truth
from device.sim.camera import SimCamera
from device.sim.kilt.truth import TRUTH
from device.sim.people import true_choice
from device.sim.tables import SimulatedTable
from rules.kilt import Build
from rules.kilt.fact_words import square_name
from rules.rights import Speaker
from tests.phones import PATIENCE_MILLISECONDS, OpenPhone, correct, ducats, join
from tests.said import WORDS
from tests.session_boxes import with_box
from vision.stories.story import Verdict
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

SEED, PLAYERS = 10, 3
PACE = 1.0
DOUBT_FROM = 3  # the turn from which the device asks once
CORRECT_FROM = 6
LONG = 300_000  # milliseconds; more than the slowest machine needs for a whole game


class Clock:
    """Time that passes by looking at it, and stands still on a wish or while somebody is asked."""

    def __init__(self) -> None:
        self.now = 0.0
        self.over = False
        self.table: Any = None
        self.at_rest = threading.Event()
        self._going = threading.Event()
        self._going.set()

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        if not self._going.is_set():
            self.at_rest.set()
            self._going.wait()
        while self.table.doubts.question is not None and not self.over:
            threading.Event().wait(0.02)
        self.now += seconds

    def stop(self) -> None:
        """Let the time stand still, once the latest picture has been judged."""
        self._going.clear()
        assert self.at_rest.wait(20)

    def go(self) -> None:
        self.at_rest.clear()
        self._going.set()


class Doubting(Watcher):
    """The real eyes, but once they are not sure which floor they saw."""

    doubted = False

    def see(self, frame: Any) -> Sight:
        sight = super().see(frame)
        finding = sight.finding
        if self.doubted or finding is None or finding.verdict is not Verdict.UNDERSTOOD:
            return sight
        story = finding.stories[0]
        if not finding.certain or self.position.turn < DOUBT_FROM or not story.events:
            return sight
        if not isinstance(story.events[-1], Build) or story.events[-1].crests is None:
            return sight
        self.doubted = True
        last = story.events[-1]
        rival = replace(
            story, events=(*story.events[:-1], replace(last, crests=(last.crests + 1) % 3))
        )
        stories = (replace(story, probability=0.7), replace(rival, probability=0.3))
        asked = replace(finding, verdict=Verdict.ASK, stories=stories, certain=False)
        return replace(sight, state=SightState.DOUBT, finding=asked)


@dataclass
class Evening:
    """A house that is open, where it is found, and its clock."""

    house: House
    address: str
    clock: Clock
    answered: int = 0

    @property
    def table(self) -> Any:
        return self.house.table

    @property
    def truth(self) -> Truth:
        """What those at the table know, and the device must find out."""
        assert self.house.sim is not None
        assert self.house.sim.camera is not None
        return self.house.sim.camera.act.truth

    @property
    def position(self) -> Any:
        return self.table.referee.position


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    """The house as `castellan run --camera sim` opens it, with a clock of its own."""
    clock = Clock()

    def opened(sim: SimulatedTable) -> SimCamera:
        sim.camera = SimCamera(sim._laid.game, PACE, clock, clock.sleep, waits=True)
        return sim.camera

    monkeypatch.setattr(SimulatedTable, "open", opened)
    monkeypatch.setattr("device.following.follower.Watcher", Doubting)
    settings = replace(
        Settings(),
        table=TableSettings(players=PLAYERS),
        camera=replace(Settings().camera, use="sim"),
        data=DataSettings(folder=tmp_path),
        sim=SimSettings(level="easy", seed=SEED, mischief=False),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(with_box(settings)) as house:
        clock.table = house.table
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            people = compose.people(house)
            assert people is not None
            people.start()
            house.eyes.start()
            yield Evening(house, address, clock)
            clock.over = True
            clock.go()
            if people is not None:
                people.stop()


def scanned(screen: Page) -> str:
    """The address in the code on the start page, read as a phone's camera would."""
    picture = screen.locator(".qr").screenshot()
    image = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    return str(cv2.QRCodeDetector().detectAndDecode(image)[0])


def test_a_game_is_watched_to_its_end_with_one_answer_and_one_correction(
    evening: Evening, open_phone: OpenPhone, tmp_path: Path
) -> None:
    address = scanned(open_phone(f"{evening.address}/lobby"))
    assert address.startswith(f"{evening.address}/join?t=")
    phone = open_phone(address)
    phone.set_default_timeout(LONG)
    expect.set_options(timeout=LONG)
    try:
        join(phone, 0, "Mia")
        _reach(phone, evening, _turn(phone, CORRECT_FROM))
        assert evening.answered
        _correct_and_put_right(phone, evening)
        _watch_to_the_end(phone, evening)
        phone.screenshot(path=tmp_path / "end.png", full_page=True)
        assert (tmp_path / "end.png").stat().st_size > 20_000
    finally:
        expect.set_options(timeout=PATIENCE_MILLISECONDS)


def _answer(phone: Page, evening: Evening) -> None:
    """The game waits for an answer; a player who saw the move gives the right one."""
    question = evening.table.doubts.question
    answers = phone.locator(".question .answers .button")
    expect(answers).to_have_count(len(question.stories) + 1)
    expect(phone.locator(".question .evidence").locator("img, image").first).to_be_visible()
    choice = true_choice(question, [evening.truth.position], TRUTH.same_table)
    answers.nth(len(question.stories) if choice == "none" else int(choice) - 1).click()
    expect(phone.locator(f'.question[data-question="{question.id}"]')).to_have_count(0)
    evening.answered += 1


def _reach(phone: Page, evening: Evening, sign: Locator) -> None:
    """Watch until the page shows something; what the device asks meanwhile is answered."""
    asked = phone.locator(".question")
    while True:
        expect(asked.or_(sign).first).to_be_visible()
        if not asked.count():
            return
        _answer(phone, evening)


def _turn(phone: Page, turn: int) -> Locator:
    """The line under the board once this turn has come."""
    later = "|".join(map(str, range(turn, turn + 50)))
    return phone.locator("#boardnote", has_text=re.compile(rf"Turn ({later})\b"))


def _correct_and_put_right(phone: Page, evening: Evening) -> None:
    """A floor two turns back becomes another one, the purses change, and change back."""
    table, found = evening.table, None
    while found is None:
        _reach(phone, evening, _turn(phone, max(CORRECT_FROM, evening.position.turn + 1)))
        evening.clock.stop()
        found = _costly_correction(evening)
        if found is None:
            evening.clock.go()
    number, choice, wanted = found
    before = [str(purse) for purse in evening.position.ducats]
    old = next(e.event for e in table.referee.history if e.number == number)
    _wait_for(phone, before)
    correct(phone, number, choice["id"], square_name(choice["event"]["square"]))
    _wait_for(phone, wanted)
    assert wanted != before
    back = next(
        c for c in table.choices(number, Speaker(0), "en") if c["event"] == _json(table, old)
    )
    correct(phone, number, back["id"], square_name(old.square))
    _wait_for(phone, before)
    evening.clock.go()


def _json(table: Any, event: Any) -> Any:
    return table.game.event_to_json(event)


def _wait_for(phone: Page, purses: list[str]) -> None:
    for at, purse in enumerate(purses):
        expect(phone.locator(".ducats").nth(at)).to_contain_text(purse)
    assert [text.split("+")[0].strip() for text in ducats(phone)] == purses


def _costly_correction(evening: Evening) -> tuple[int, dict[str, Any], list[str]] | None:
    """A floor two turns back that, had it been another one, would have changed the purses."""
    table, referee = evening.table, evening.table.referee
    for entry in referee.history:
        if not isinstance(entry.event, Build) or entry.event.crests is None:
            continue
        if referee.before(entry.number).turn > evening.position.turn - 2:
            break
        for choice in table.choices(entry.number, Speaker(0), "en"):
            event = table.game.event_from_json(choice["event"])
            if not isinstance(event, Build):
                continue
            _, change = referee.amend(entry.number, event)
            if not change.misfits and change.position.ducats != evening.position.ducats:
                return entry.number, choice, [str(purse) for purse in change.position.ducats]
    return None


def _watch_to_the_end(phone: Page, evening: Evening) -> None:
    """The winners on the phone are those of the game that was really played."""
    _reach(phone, evening, phone.locator(".result"))
    truth = evening.table.game.score(evening.truth.position)
    assert evening.table.game.score(evening.position) == truth
    expect(phone.locator(".result .won")).to_have_count(len(truth.winners or ()))
    totals = sorted(map(str, truth.totals))
    shown = phone.locator(".result tbody tr td:nth-child(4)").all_inner_texts()
    assert sorted(shown) == totals
    seats = evening.table.snapshot(Speaker(), "en")["seats"]
    names = " + ".join(str(seats[seat]["name"]) for seat in truth.winners or ())
    expect(phone.locator("#winner")).to_have_text(
        WORDS["table.winner"][1].replace("{names}", names)
    )
