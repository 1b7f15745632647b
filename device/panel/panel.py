"""Buttons and lamps at the table, and the same as a page: what they mean and how they are wired.

Three buttons (next, confirm, undo), a lamp a seat, a red lamp and a buzzer for rulings, a lamp
that ticks with every pearl. Everything is optional; nothing here needs the hardware to import.
"""

from __future__ import annotations

import logging
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar

from device.loops.pulses import Clock, Pulse, Pulses
from device.loops.supervisor import Ticks
from device.records.stored import OFF, ON, SENSES
from device.settings.settings import PanelSettings
from device.table.commands import may_tell
from device.table.permits import Matter, concerned, permit
from device.table.questions import Question
from rules.errors import CastellanError
from rules.refused import Refused
from rules.rights import TABLE, Deed, Speaker
from rules.values import REFEREE, Json

if TYPE_CHECKING:
    from device.table.service import TableService

log = logging.getLogger(__name__)

BUTTONS = ("next", "confirm", "undo")
RESET_TOGETHER = frozenset({"confirm", "undo"})
POLL_SECONDS = 0.02
DEBOUNCE_SECONDS = 0.03
HOLD_SECONDS = 0.8
RECORDING_SECONDS = 0.6  # of light and dark, while everything is recorded
WARN_SECONDS = 3.0  # of holding the reset buttons before the lamps warn
BEEP_SECONDS = 0.25
TICK_SECONDS = 0.08
BLINK_SECONDS = 0.15
HEARD_BY = ("ears", "microphone")
HOST_SECONDS = 5.0  # of holding confirm: a phone that asks to be host becomes it
ANSWER_SECONDS = 2.0  # in which the lamps show whether it did


class Hand(Protocol):
    """What a hand on the confirm button can say yes to."""

    @property
    def asked(self) -> bool:
        """Whether a phone asks to be host."""

    def held(self) -> bool:
        """The button was held so long; tells whether a phone became host."""


class NoPanel(CastellanError, OSError):
    """The header's pins cannot be used."""


@dataclass
class Debounced:
    """One button's contact made into presses and holds; levels count once they are steady.

    A press is told when the button is let go, a hold while it is still down.
    """

    clock: Clock
    down: bool = False
    since: float = 0.0
    _level: bool = field(default=False, repr=False)
    _changed: float = field(default=-1.0, repr=False)
    _held: bool = field(default=False, repr=False)

    def feed(self, level: bool) -> str | None:
        """What this look at the contact amounts to: "press", "hold" or nothing."""
        now = self.clock()
        if level != self._level:
            self._level, self._changed = level, now
        if level != self.down and now - self._changed >= DEBOUNCE_SECONDS:
            self.down, self.since = level, now
            if not level:
                was_held, self._held = self._held, False
                return None if was_held else "press"
        if self.down and not self._held and now - self.since >= HOLD_SECONDS:
            self._held = True
            return "hold"
        return None

    def forget(self) -> None:
        """Let the rest of this press mean nothing, as it was part of something else."""
        self._held = True


@dataclass(frozen=True)
class _Hand:
    """Who presses, and which version of the table that hand's owner saw."""

    table: TableService
    speaker: Speaker
    version: int

    def do(self, name: str, **fields: Json) -> str:
        command: dict[str, Json] = {"id": f"panel-{uuid.uuid4()}", "do": name, **fields}
        answer = self.table.do({**command, "version": self.version}, self.speaker)
        return "asked" if "asked" in answer else name


class Panel:
    """What buttons do and lamps show, wired or on a page. Any thread may call it."""

    def __init__(self, table: TableService) -> None:
        self._table = table
        self._mark = 0
        self._question: str | None = None
        self._listeners: list[Callable[[int], None]] = []
        self._ticks = 0
        self._heard = -1
        self._lamps: tuple[int, list[bool]] = (-1, [])

    def press(
        self,
        button: str,
        held: bool = False,
        speaker: Speaker = TABLE,
        version: int | None = None,
    ) -> str:
        """Do what a button means now; tells what was done, "asked", "nothing" or "refused".

        The page's buttons do what their phone may, at the `version` it saw.
        """
        hand = _Hand(self._table, speaker, self._table.version if version is None else version)
        deed = {
            ("next", False): self._next,
            ("confirm", False): self._confirm,
            ("confirm", True): self._let_stand,
            ("undo", False): lambda hand: hand.do("undo"),
            ("undo", True): lambda hand: hand.do("redo"),
        }.get((button, held))
        try:
            done = deed(hand) if deed else "nothing"
        except Refused as refusal:
            log.info("the panel was refused: %s", refusal)
            done = "refused"
        self._tell()
        return done

    def switch_senses(self) -> str:
        """Close camera and microphone, or open them again; only a hand at the table may."""
        wish = OFF if self._table.senses else ON
        try:
            return _Hand(self._table, TABLE, self._table.version).do(SENSES, senses=wish)
        except Refused as refusal:
            log.info("the panel was refused: %s", refusal)
            return "refused"

    def _next(self, hand: _Hand) -> str:
        """Mark the next answer; with no question open, tell the one thing that can come now."""
        question = self._open_question()
        if question is not None:
            permit(Deed.ANSWER, hand.speaker, Matter(concerned(self._table, question.stories)))
            self._mark = (self._mark + 1) % (len(question.stories) + 1)
            return "marked"
        game = self._table.game
        actions = game.actions(game.known(self._table.referee.position, hand.speaker.seat))
        open_to = [e for e in actions if may_tell(self._table, e, hand.speaker)]
        if len(open_to) != 1 or game.secret(open_to[0]):
            return "nothing"
        return hand.do("claim", event=game.event_to_json(open_to[0]))

    def _confirm(self, hand: _Hand) -> str:
        """Take the marked answer; with no question open, say yes to what somebody asks for."""
        question = self._open_question()
        if question is not None:
            return hand.do("answer", question=question.id, choice=self._marked(question))
        for request in self._table.requests:
            if request.answers(hand.speaker):
                return hand.do("reply", request=request.id, yes=True)
        return "nothing"

    def _let_stand(self, hand: _Hand) -> str:
        fault = self._table.doubts.fault
        return "nothing" if fault is None else hand.do("stand", number=fault.number)

    def _open_question(self) -> Question | None:
        question = self._table.doubts.question
        name = None if question is None else question.id
        if name != self._question:
            self._question, self._mark = name, 0
        return question

    def _marked(self, question: Question) -> str:
        return "none" if self._mark == len(question.stories) else str(self._mark + 1)

    def lamps(self) -> list[bool]:
        """Lit for every seat something is due from; worked out once for each change."""
        version = self._table.version
        if self._lamps[0] != version:
            self._lamps = version, self._due()
        return self._lamps[1]

    def _due(self) -> list[bool]:
        table = self._table
        hints = table.game.hints(table.referee.position, None, REFEREE)
        due = {hint.seat for hint in hints if hint.seat is not None}
        for hint in hints:
            seats = hint.facts.get("seats")
            due |= {s for s in seats if isinstance(s, int)} if isinstance(seats, list) else set()
        return [seat in due for seat in range(table.stored.agreed.players)]

    @property
    def ruling(self) -> int | None:
        """The number of the open ruling, if there is one."""
        fault = self._table.doubts.fault
        return None if fault is None else fault.number

    @property
    def recording(self) -> bool:
        """Whether everything seen and heard is being written down."""
        return self._table.recording

    def tick(self) -> None:
        """A pearl was heard."""
        self._ticks += 1

    @property
    def ticks(self) -> int:
        """Pearls heard so far; the caller compares with what it showed last."""
        newest = len(self._table.referee.records)
        if newest > self._heard >= 0:
            news = range(self._heard + 1, newest + 1)
            self._ticks += sum(
                self._table.abouts.get(number, {}).get("by") in HEARD_BY for number in news
            )
        self._heard = newest
        return self._ticks

    def state(self) -> dict[str, Json]:
        """Lamps and mark, for the page."""
        question = self._open_question()
        return {
            "lamps": list(self.lamps()),
            "ruling": self.ruling is not None,
            "marked": None if question is None else self._marked(question),
        }

    def listen(self, callback: Callable[[int], None]) -> None:
        """Call back when the mark moved."""
        self._listeners.append(callback)

    def _tell(self) -> None:
        for listener in self._listeners:
            listener(0)


class Part(Protocol):
    """Something on the header, as gpiozero has it."""

    def close(self) -> None: ...


class Button(Part, Protocol):
    """A button."""

    @property
    def is_pressed(self) -> bool: ...


class Output(Part, Protocol):
    """A lamp or a buzzer."""

    @property
    def value(self) -> float: ...
    def on(self) -> None: ...
    def off(self) -> None: ...


P = TypeVar("P", bound=Part)


@dataclass
class Wiring:
    """The parts on the header; None where nothing is wired."""

    buttons: Mapping[str, Button]
    lamps: tuple[Output, ...]
    ruling: Output | None
    buzzer: Output | None
    tick: Output | None

    def parts(self) -> Iterable[Part]:
        """Everything that is wired."""
        single = (self.ruling, self.buzzer, self.tick)
        return [part for part in (*self.buttons.values(), *self.lamps, *single) if part]

    def close(self) -> None:
        """Give the pins back, all dark."""
        for part in self.parts():
            part.close()


def wire(settings: PanelSettings) -> Wiring:
    """Take the pins; NoPanel when this machine has none or somebody else holds them."""
    try:
        from gpiozero import LED, Button, Buzzer  # type: ignore[import-untyped]
        from gpiozero.exc import GPIOZeroError  # type: ignore[import-untyped]
    except ImportError as fault:
        raise NoPanel(f"gpiozero cannot be loaded ({fault})") from fault
    taken: list[Part] = []

    def made(kind: Callable[[int], P], pin: int) -> P | None:
        if not pin:
            return None
        part = kind(pin)
        taken.append(part)
        return part

    try:
        with warnings.catch_warnings():  # gpiozero warns of every library it does not find
            warnings.simplefilter("ignore")
            return Wiring(
                {n: b for n in BUTTONS if (b := made(Button, getattr(settings, n))) is not None},
                tuple(lamp for pin in settings.lamps if (lamp := made(LED, pin)) is not None),
                made(LED, settings.ruling),
                made(Buzzer, settings.buzzer),
                made(LED, settings.tick),
            )
    except (GPIOZeroError, OSError, RuntimeError, ImportError) as fault:
        for part in taken:
            part.close()
        raise NoPanel(f"the pins cannot be used: {fault}") from fault


class WiredPanel(Ticks):
    """Watches the buttons and lights the lamps, in a thread of its own."""

    def __init__(
        self,
        panel: Panel,
        wiring: Wiring,
        reset: Callable[[], None] = lambda: None,
        reset_seconds: float = 10.0,
        clock: Clock = time.monotonic,
        pulse: Pulse | None = None,
        hand: Hand | None = None,
    ) -> None:
        super().__init__("panel", POLL_SECONDS, self.look)
        self._hand = hand
        self._panel, self._wiring, self._clock = panel, wiring, clock
        self._reset, self._reset_seconds = reset, reset_seconds
        self._contacts = {name: Debounced(clock) for name in wiring.buttons}
        self._pulse = pulse or Pulses(clock).expect("panel")
        self._ruling: int | None = None
        self._ticks = panel.ticks
        self._beep_until = self._tick_until = -1.0
        self._was_reset = self._was_host = self._granted = False
        self._answer_until = -1.0

    def join(self, seconds: float) -> bool:
        """Wait for the end, and leave every lamp dark."""
        ended = super().join(seconds)
        self._wiring.close()
        return ended

    def look(self) -> None:
        """One look at every button, and every lamp set as it should be."""
        self._pulse.beat()
        for name, contact in self._contacts.items():
            what = contact.feed(bool(self._wiring.buttons[name].is_pressed))
            if what is None or self._resetting() or self._is_for_host(name, what):
                continue
            if (name, what) == ("next", "hold"):
                self._panel.switch_senses()
            else:
                self._panel.press(name, held=what == "hold")
        self._host_part()
        self._light(self._reset_part())

    def _is_for_host(self, name: str, what: str) -> bool:
        """While a phone asks to be host, holding confirm means that and nothing else."""
        asked = self._hand is not None and self._hand.asked
        return asked and (name, what) == ("confirm", "hold")

    def _host_part(self) -> None:
        """Confirm held alone, for so long that it is no accident."""
        contact = self._contacts.get("confirm")
        if self._hand is None or contact is None or not contact.down or self._resetting():
            self._was_host = False
            return
        now = self._clock()
        if now - contact.since >= HOST_SECONDS and not self._was_host:
            self._was_host = True
            self._granted = self._hand.held()
            self._answer_until = now + ANSWER_SECONDS

    def _resetting(self) -> bool:
        return all(name in self._contacts and self._contacts[name].down for name in RESET_TOGETHER)

    def _reset_part(self) -> float:
        """Seconds the reset buttons have been held together."""
        if not self._resetting():
            self._was_reset = False
            return 0.0
        both = [self._contacts[name] for name in RESET_TOGETHER]
        for contact in both:
            contact.forget()
        held = self._clock() - max(contact.since for contact in both)
        if held >= self._reset_seconds and not self._was_reset:
            self._was_reset = True
            log.warning("factory reset by the panel")
            self._reset()
        return held

    def _light(self, resetting: float) -> None:
        now, wiring, panel = self._clock(), self._wiring, self._panel
        blink = int(now / BLINK_SECONDS) % 2 == 0
        warning = resetting >= WARN_SECONDS
        lit = panel.lamps()
        answering = now < self._answer_until
        for at, lamp in enumerate(wiring.lamps):
            shown = (answering and self._granted) or (at < len(lit) and lit[at])
            _set(lamp, blink if warning else shown)
        if panel.ruling is not None and panel.ruling != self._ruling:
            self._beep_until = now + BEEP_SECONDS
        self._ruling = panel.ruling
        if panel.ticks != self._ticks:
            self._ticks, self._tick_until = panel.ticks, now + TICK_SECONDS
        recording = panel.recording and int(now / RECORDING_SECONDS) % 2 == 0
        red = blink if answering and not self._granted else panel.ruling is not None or recording
        _set(wiring.ruling, blink if warning else red)
        _set(wiring.buzzer, now < self._beep_until)
        _set(wiring.tick, now < self._tick_until)


def _set(part: Output | None, on: bool) -> None:
    """Switch only on a change: pins are slow, and a written pin keeps its level."""
    if part is not None and bool(part.value) != on:
        if on:
            part.on()
        else:
            part.off()


def open_wired(
    settings: PanelSettings,
    panel: Panel,
    reset: Callable[[], None],
    pulses: Pulses,
    hand: Hand | None = None,
) -> WiredPanel | None:
    """The panel on the header, if it is wanted and there; with use = "on" its lack is told."""
    if settings.use == "off":
        return None
    try:
        wiring = wire(settings)
    except NoPanel as fault:
        if settings.use == "on":
            log.error("no panel: %s; docs/makers.md shows the wiring", fault)
        else:
            log.info("no panel: %s", fault)
        return None
    pulse = pulses.expect("panel")
    return WiredPanel(panel, wiring, reset, settings.reset_seconds, pulse=pulse, hand=hand)
