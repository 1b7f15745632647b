"""Buttons and lamps on mock pins: presses, holds, debouncing, lamps, buzzer, reset."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.loops.pulses import Pulses
from device.panel.panel import (
    ANSWER_SECONDS,
    BEEP_SECONDS,
    DEBOUNCE_SECONDS,
    HOLD_SECONDS,
    HOST_SECONDS,
    RECORDING_SECONDS,
    TICK_SECONDS,
    Debounced,
    NoPanel,
    Panel,
    WiredPanel,
    open_wired,
    wire,
)
from device.records.journal import Evidence
from device.running import reset
from device.senses.frame import Frame
from device.settings.settings import PanelSettings
from device.table.findings import STAYS
from rules.referee import record_to_json
from tests.device.tables import SET_UP, Bench
from vision.stories.story import Verdict

SETTINGS = PanelSettings()
STEP = 0.02


class Clock:
    def __init__(self) -> None:
        self.now = 10.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = Bench(tmp_path)
    bench.understood(SET_UP)
    yield bench
    bench.journal.close()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    factory = Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield factory
    factory.reset()
    Device.pin_factory = None


class Table:
    """A wired panel at a table, with hands that press for a time."""

    def __init__(self, bench: Bench, pins: MockFactory, clock: Clock) -> None:
        self.bench, self.pins, self.clock = bench, pins, clock
        self.resets = 0
        self.wired = WiredPanel(Panel(bench.table), wire(SETTINGS), self._reset, 10.0, clock)
        self.pass_by(STEP)

    def _reset(self) -> None:
        self.resets += 1

    def pass_by(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP)):
            self.clock.now += STEP
            self.wired.look()

    def press(self, *names: str, seconds: float = 0.1) -> None:
        for name in names:
            self.pins.pin(getattr(SETTINGS, name)).drive_low()
        self.pass_by(seconds)
        for name in names:
            self.pins.pin(getattr(SETTINGS, name)).drive_high()
        self.pass_by(0.1)

    def lit(self) -> list[bool]:
        return [bool(self.pins.pin(pin).state) for pin in SETTINGS.lamps]

    def on(self, name: str) -> bool:
        return bool(self.pins.pin(getattr(SETTINGS, name)).state)


@pytest.fixture
def table(bench: Bench, pins: MockFactory, clock: Clock) -> Iterator[Table]:
    table = Table(bench, pins, clock)
    yield table
    table.wired.stop()


# --- the contact ---


def feed(contact: Debounced, clock: Clock, *levels: tuple[bool, float]) -> list[str]:
    told = []
    for level, seconds in levels:
        for _ in range(round(seconds / 0.005)):
            clock.now += 0.005
            told.append(contact.feed(level))
    return [what for what in told if what]


def test_a_bouncing_contact_is_one_press(clock: Clock) -> None:
    bounce = [(True, 0.005), (False, 0.005)] * 5
    told = feed(Debounced(clock), clock, *bounce, (True, 0.2), *bounce, (False, 0.2))
    assert told == ["press"]


def test_a_spark_is_no_press(clock: Clock) -> None:
    spark = (True, DEBOUNCE_SECONDS - 0.01)
    assert feed(Debounced(clock), clock, (False, 0.1), spark, (False, 0.2), spark) == []


def test_a_hold_is_told_while_down_and_only_once(clock: Clock) -> None:
    contact = Debounced(clock)
    assert feed(contact, clock, (True, HOLD_SECONDS - 0.05)) == []
    assert feed(contact, clock, (True, 3.0)) == ["hold"]
    assert feed(contact, clock, (False, 0.2)) == []
    assert feed(contact, clock, (True, 0.1), (False, 0.1)) == ["press"]


# --- what buttons do ---


def test_undo_takes_back_and_holding_it_does_again(table: Table) -> None:
    table.bench.understood(table.bench.legal())
    before = table.bench.position
    table.press("undo")
    assert table.bench.position != before
    table.press("undo", seconds=1.0)
    assert table.bench.position == before


def test_next_marks_answers_in_turn_and_confirm_takes_the_marked_one(table: Table) -> None:
    first, second = table.bench.legal(0), table.bench.legal(1)
    table.bench.show(Verdict.ASK, (first,), (second,))
    panel = table.wired._panel
    marks = []
    for _ in range(4):
        marks.append(panel.state()["marked"])
        table.press("next")
    assert marks == ["1", "2", "none", "1"]
    table.press("confirm")
    assert table.bench.table.referee.history[-1].event == second


def test_a_new_question_is_marked_from_the_top(table: Table) -> None:
    table.bench.show(Verdict.ASK, (table.bench.legal(0),), (table.bench.legal(1),))
    table.press("next")
    table.bench.table._findings._clock = lambda: time.monotonic() + STAYS
    table.bench.show(Verdict.ASK, (table.bench.legal(2),), (table.bench.legal(3),))
    assert table.wired._panel.state()["marked"] == "1"


def test_holding_confirm_lets_a_broken_rule_stand_and_pressing_does_not(table: Table) -> None:
    event, rulings = table.bench.illegal()
    table.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    table.press("confirm")
    assert table.bench.table.doubts.fault is not None
    table.press("confirm", seconds=1.0)
    assert table.bench.table.referee.history[-1].stands


def test_buttons_with_nothing_to_do_change_nothing(table: Table) -> None:
    before = table.bench.records()
    for name in ("next", "confirm"):
        table.press(name)
        table.press(name, seconds=1.0)
    assert table.bench.records() == before
    assert Panel(table.bench.table).press("whistle") == "nothing"


def test_a_refused_press_is_told(table: Table) -> None:
    panel = Panel(table.bench.table)
    assert panel.press("undo") == "undo"
    assert panel.press("undo") == "refused"


# --- a phone asks to be host ---


class Asking:
    """A phone that asks, and what a hand made of it."""

    def __init__(self) -> None:
        self.asked, self.alone, self.holds = True, True, 0

    def held(self) -> bool:
        self.holds += 1
        return self.asked and self.alone


@pytest.fixture
def asking(bench: Bench, pins: MockFactory, clock: Clock) -> Iterator[tuple[Table, Asking]]:
    asking, table = Asking(), Table(bench, pins, clock)
    table.wired._hand = asking
    yield table, asking
    table.wired.stop()


def test_confirm_held_five_seconds_makes_the_asking_phone_host_once(
    asking: tuple[Table, Asking],
) -> None:
    table, phone = asking
    before = table.lit()
    table.press("confirm", seconds=HOST_SECONDS - 0.1)
    assert (phone.holds, table.lit()) == (0, before)
    table.press("confirm", seconds=HOST_SECONDS + 1)
    assert (phone.holds, table.lit()) == (1, [True] * 6)
    table.pass_by(ANSWER_SECONDS)
    assert table.lit() == before
    table.press("confirm", seconds=20.0)
    assert phone.holds == 2


def test_the_red_lamp_blinks_when_no_phone_became_host(asking: tuple[Table, Asking]) -> None:
    table, phone = asking
    phone.alone = False
    table.press("confirm", seconds=HOST_SECONDS + 0.1)
    seen = set()
    for _ in range(40):
        table.pass_by(STEP)
        seen.add(table.on("ruling"))
    assert (phone.holds, seen) == (1, {True, False})
    table.pass_by(ANSWER_SECONDS)
    assert table.on("ruling") is False


def test_while_a_phone_asks_a_hold_lets_no_broken_rule_stand(
    asking: tuple[Table, Asking],
) -> None:
    table, phone = asking
    event, rulings = table.bench.illegal()
    table.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    table.press("confirm", seconds=HOST_SECONDS + 0.1)
    assert table.bench.table.doubts.fault is not None
    phone.asked = False
    table.press("confirm", seconds=1.0)
    assert table.bench.table.referee.history[-1].stands


def test_the_reset_makes_nobody_host(asking: tuple[Table, Asking]) -> None:
    table, phone = asking
    table.press("confirm", "undo", seconds=9.0)
    assert (phone.holds, table.resets) == (0, 0)


# --- what lamps show ---


def test_the_lamp_of_whose_turn_it_is_is_lit(table: Table) -> None:
    seat = table.bench.position.active
    assert table.lit() == [at == seat for at in range(6)]


def test_a_ruling_lights_red_and_beeps_once(table: Table) -> None:
    assert (table.on("ruling"), table.on("buzzer")) == (False, False)
    event, rulings = table.bench.illegal()
    table.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    table.pass_by(STEP)
    assert (table.on("ruling"), table.on("buzzer")) == (True, True)
    table.pass_by(BEEP_SECONDS + 2 * STEP)
    assert (table.on("ruling"), table.on("buzzer")) == (True, False)
    table.press("confirm", seconds=1.0)
    assert table.on("ruling") is False


def test_a_pearl_heard_ticks(table: Table) -> None:
    outcome = table.bench.table.referee.propose(table.bench.legal())
    assert record_to_json(table.bench.table.game, outcome.record)
    table.bench.table.write(outcome.record, Evidence({"by": "ears"}))
    table.pass_by(STEP)
    assert table.on("tick") is True
    table.pass_by(TICK_SECONDS + 2 * STEP)
    assert table.on("tick") is False
    table.bench.understood(table.bench.legal())
    table.pass_by(STEP)
    assert table.on("tick") is False


def test_pins_are_written_only_when_something_changes(table: Table) -> None:
    pin = table.pins.pin(SETTINGS.lamps[0])
    before = len(pin.states)
    table.pass_by(2.0)
    assert len(pin.states) == before


class Recorder:
    """Writes nothing down, but would."""

    def frame(self, frame: Frame) -> Frame:
        return frame

    def event(self, record: Any, source: str) -> None: ...


def test_the_red_lamp_blinks_while_everything_is_recorded(table: Table) -> None:
    def shown() -> list[bool]:
        seen = []
        for _ in range(round(4 * RECORDING_SECONDS / STEP)):
            table.pass_by(STEP)
            seen.append(table.on("ruling"))
        return seen

    assert set(shown()) == {False}
    table.bench.table.keep(Recorder())  # type: ignore[arg-type]
    lit = shown()
    assert 0.4 < sum(lit) / len(lit) < 0.6
    event, rulings = table.bench.illegal()
    table.bench.show(Verdict.ILLEGAL, (event,), rulings=rulings)
    assert set(shown()) == {True}


def test_holding_next_closes_camera_and_microphone_and_opens_them_again(table: Table) -> None:
    for senses in (False, True, False):
        table.press("next", seconds=1.0)
        assert table.bench.table.senses is senses
    table.bench.reopen()
    assert table.bench.table.senses is False


def test_the_page_of_the_panel_cannot_close_the_senses(table: Table) -> None:
    assert table.wired._panel.press("next", held=True) == "nothing"
    assert table.bench.table.senses is True


# --- factory reset ---


def test_reset_needs_both_buttons_for_ten_seconds(table: Table) -> None:
    before = table.bench.records()
    table.press("confirm", "undo", seconds=9.5)
    assert table.resets == 0
    table.press("confirm", "undo", seconds=12.0)
    assert table.resets == 1
    table.press("undo", seconds=12.0)
    assert table.resets == 1
    assert table.bench.records()[: len(before)] == before


def test_lamps_warn_before_the_reset(table: Table) -> None:
    for name in ("confirm", "undo"):
        table.pins.pin(getattr(SETTINGS, name)).drive_low()
    table.pass_by(4.0)
    seen = set()
    for _ in range(40):
        table.pass_by(STEP)
        seen.add(tuple(table.lit()))
    assert seen == {(True,) * 6, (False,) * 6}


def test_a_reset_moves_everything_aside_at_the_next_start(tmp_path: Path) -> None:
    for name in ("journal.db", "host.key"):
        (tmp_path / name).write_text(name)
    (tmp_path / "boxes").mkdir()
    (tmp_path / "recordings").mkdir()
    assert reset.carry_out(tmp_path) is None
    reset.wish(tmp_path)
    aside = reset.carry_out(tmp_path)
    assert aside is not None
    assert sorted(path.name for path in aside.iterdir()) == ["boxes", "host.key", "journal.db"]
    assert sorted(path.name for path in tmp_path.iterdir()) == [aside.name, "recordings"]
    assert reset.carry_out(tmp_path) is None


# --- wiring ---


def test_everything_is_optional(bench: Bench, pins: MockFactory, clock: Clock) -> None:
    bare = PanelSettings(next=0, confirm=0, undo=0, lamps=(), ruling=0, buzzer=0, tick=0, use="on")
    wiring = wire(bare)
    assert list(wiring.parts()) == []
    WiredPanel(Panel(bench.table), wiring, clock=clock).look()


def test_a_pin_in_use_gives_back_those_already_taken(pins: MockFactory) -> None:
    held = wire(PanelSettings(next=0, confirm=0, undo=0, lamps=(27,), ruling=0, buzzer=0, tick=0))
    with pytest.raises(NoPanel, match="27"):
        wire(SETTINGS)
    held.close()
    wire(SETTINGS).close()


def test_a_machine_without_pins_plays_without(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(settings: Any) -> Any:
        raise NoPanel("no pins here")

    monkeypatch.setattr("device.panel.panel.wire", none)
    panel = Panel(bench.table)
    assert open_wired(PanelSettings(), panel, lambda: None, Pulses()) is None
    assert not [r for r in caplog.records if r.levelname == "ERROR"]
    assert open_wired(PanelSettings(use="on"), panel, lambda: None, Pulses()) is None
    assert "docs/makers.md" in caplog.text
    assert open_wired(PanelSettings(use="off"), panel, lambda: None, Pulses()) is None


def test_the_thread_leaves_the_pins_free(bench: Bench, pins: MockFactory) -> None:
    wired = open_wired(PanelSettings(), Panel(bench.table), lambda: None, Pulses())
    assert wired is not None
    wired.start()
    wired.stop()
    wire(SETTINGS).close()
