"""Each game played live, for real: camera thread, ears, journal, web server, phones, people.

The journal is then held against what the bots did. The reader can be slowed down: the same must
come of it, only later.
"""

from __future__ import annotations

import http.cookiejar
import json
import os
import shutil
import signal
import threading
import time
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from device.records.resume import start_position
from device.running import compose
from device.settings.settings import (
    CameraSettings,
    DataSettings,
    Settings,
    SimSettings,
    TableSettings,
    WebSettings,
)
from device.sim.games import truth_of
from device.sim.people import Patience, events_since, path_of
from rules import games
from rules.game import Event, Position
from rules.referee import Referee, record_from_json
from rules.refused import Refused
from rules.values import Facts, Json

if TYPE_CHECKING:
    from flask import Flask

    from device.senses.frame import Frame
    from device.sim.base import Act
    from web.context import WebContext

Say = Callable[[str], None]
T = TypeVar("T")

PHONES = 3  # that look on, where so many play
LOOK_EVERY = 0.2  # seconds between two looks at the table
LONGEST = 3600.0
STUCK = 120.0  # seconds without anything new after which a game counts as stuck, at full speed
QUICK = Patience(answer=1.0, tell=4.0, next_game=LONGEST)
LAST_WORDS = 2 * QUICK.tell  # seconds in which people still tell what only they know


@dataclass
class Live:
    """What came of one game."""

    game: str
    seed: int
    finished: bool = False
    same_end: bool = False  # the journal tells of the very table that lies there
    astray: bool = False  # it tells of one that never was
    events: int = 0  # in the journal
    true: int = 0  # that happened
    right: int = 0  # that are told as they happened, in order
    entered: int = 0  # that people had to enter, though the device should have seen them
    asked_for: int = 0  # that the phones asked for without a question: tiles nobody saw
    questions: int = 0
    rulings: int = 0
    false_rulings: int = 0
    mistakes: int = 0  # that people made on the table
    caught: int = 0  # mistakes that the device named while they lay there
    outrun: bool = False  # a page said that the game outran the device, though people waited
    seconds: float = 0.0
    cpu: float = 0.0
    states: int = 0  # that reached the phone that got the fewest
    waits: str = ""  # what the page said last of what it waits for
    told: str = ""  # all of it, in shorthand
    notes: list[str] = field(default_factory=list)


class Phone:
    """A phone at the table: joins by the code on the screen and listens to the live stream."""

    def __init__(self, address: str, seat: int) -> None:
        self.states = 0
        self.last: dict[str, Json] = {}
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )
        self._base = join(self._opener, address, seat)
        self._thread = threading.Thread(target=self._listen, name=f"phone {seat}", daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        try:
            with self._opener.open(f"{self._base}/api/live?page=table") as stream:
                for line in stream:
                    if line.startswith(b"data: {"):
                        self.last = {**self.last, **json.loads(line[6:])}
                        self.states += 1
        except OSError:
            return  # the house was closed


def join(opener: urllib.request.OpenerDirector, address: str, seat: int) -> str:
    """Take a seat as a phone does that scanned this address; where the house is."""
    with opener.open(address) as page:
        page.read()
    base = "/".join(address.split("/")[:3])
    body = json.dumps({"seat": seat, "name": f"Phone {seat + 1}", "language": "en"}).encode()
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{base}/api/join", body, headers)  # noqa: S310 (our own)
    with opener.open(request) as answer:
        answer.read()
    return base


class Onlooker:
    """Looks at the house while a game is played, and counts."""

    def __init__(self, result: Live, events: int, stuck: float, say: Say) -> None:
        self.result, self._events, self._stuck, self._say = result, events, stuck, say
        self.phones: list[Phone] = []
        self.house: compose.House | None = None
        self._asked: set[str] = set()
        self._ruled: set[int] = set()
        self._mistakes: set[int] = set()  # by the number of acts till then
        self._caught: set[int] = set()

    def watch(self) -> None:
        """Until the game is over or stuck, or enough has happened."""
        begun = changed = time.monotonic()
        seen: tuple[int, int] | None = None
        while changed - begun < LONGEST:
            time.sleep(LOOK_EVERY)
            news = self._look()
            if news != seen:
                seen, changed = news, time.monotonic()
                self._say(f"{changed - begun:5.0f} s  {news[0]} records  {self.result.waits}")
            quiet = time.monotonic() - changed
            if self._enough() or quiet > (LAST_WORDS if self._over() else self._stuck):
                break
        self.result.seconds = changed - begun

    def _look(self) -> tuple[int, int]:
        assert self.house is not None
        table, sim = self.house.table, self.house.sim
        assert sim is not None
        if sim.camera is None:
            return 0, 0
        doubts, act = table.doubts, sim.camera.act
        if doubts.question is not None and doubts.question.id not in self._asked:
            self._asked.add(doubts.question.id)
            self._note("asked", [story.events for story in doubts.question.stories], act)
        fault = doubts.fault
        if fault is not None and fault.number not in self._ruled:
            self._ruled.add(fault.number)
            self.result.rulings += 1
            if act.truth.legal and not act.truth.repair and not act.truth.stands:
                self.result.false_rulings += 1
                if self.result.false_rulings == 1:
                    self._keep_the_minute()
                self._note("ruled", [fault.story.events], act)
        if not act.truth.legal:
            number = len(sim.camera.truths)
            self._mistakes.add(number)
            self._caught |= {number} if fault is not None else set()
        self.result.mistakes, self.result.caught = len(self._mistakes), len(self._caught)
        begun = any(fault.key == "setup.begun" for fault in table.set_up_faults)
        self.result.outrun |= begun and not table.referee.records
        self.result.questions = len(self._asked)
        self.result.waits = (table.simulated and table.simulated.waits) or ""
        return len(table.referee.records), id(act)

    def _keep_the_minute(self) -> None:
        """Keep the pictures before the first false ruling."""
        assert self.house is not None
        with suppress(Refused):  # the disk is nearly full
            self.house.table.saw_wrong("a false ruling")

    def _note(
        self, what: str, stories: Sequence[tuple[Event, ...]], act: Act[Position, Event]
    ) -> None:
        words = truth_of(self.result.game)
        told = " | ".join(words.brief(events) for events in stories)
        self.result.notes.append(f"{what}: {told}; true: {words.brief(act.truth.events)}")
        self._say(self.result.notes[-1])

    def _enough(self) -> bool:
        assert self.house is not None
        return bool(self._events) and len(self.house.table.referee.history) >= self._events

    def _over(self) -> bool:
        assert self.house is not None
        table = self.house.table
        return table.game.score(table.referee.position).winners is not None


def follow_live(
    game: str,
    folder: Path,
    *,
    level: str = "normal",
    mischief: bool = False,
    seed: int = 1,
    pace: float = 1.0,
    slow: float = 1.0,
    events: int = 0,
    say: Say = lambda _: None,
) -> Live:
    """Play one game as `castellan run --camera sim` does, or its first events, and see what is in
    the journal.
    """
    settings = Settings(
        table=TableSettings(game=game, players=truth_of(game).players[0]),
        camera=CameraSettings(use="sim"),
        web=WebSettings(host="127.0.0.1", port=0),
        data=DataSettings(folder=folder),
        sim=SimSettings(level=level, pace=pace, mischief=mischief, seed=seed),
    )
    result = Live(game, seed)
    onlooker = Onlooker(result, events, STUCK * slow, say)
    with compose.open_house(settings) as house:
        house.patience = QUICK
        house.eyes._see = slowed(house.eyes._see, slow)  # noqa: SLF001 (a slower machine)
        onlooker.house, cpu = house, time.process_time()
        _serve(house, onlooker)
        result.cpu = time.process_time() - cpu
        result.states = min((phone.states for phone in onlooker.phones), default=0)
        _compare(result, house)
    return result


def _serve(house: compose.House, onlooker: Onlooker) -> None:
    """Serve until the onlooker has seen enough; then the house is asked to stop as by systemd."""

    def attended(app: Flask, *_: object) -> None:
        web = app.extensions["castellan"]
        threading.Thread(target=look_on, args=(web,), name="onlooker", daemon=True).start()

    def look_on(web: WebContext) -> None:
        try:  # phones scan the code that the screen shows
            seats = range(min(PHONES, house.settings.table.players))
            onlooker.phones = [Phone(web.join_url, seat) for seat in seats]
            onlooker.watch()
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    try:
        compose.serve(house, lambda _: None, attended)
    finally:
        signal.signal(signal.SIGTERM, before)


def keep_moments(data: Path, to: Path) -> None:
    """Copy the minutes that were kept of a game, each a recording that replays."""
    for folder in (data / "sim" / compose.MOMENTS).glob("moment-*"):
        shutil.copytree(folder, to / folder.name)


def slowed(see: Callable[[Frame], T], factor: float) -> Callable[[Frame], T]:
    """A reader that takes so many times as long for every picture."""

    def seen(frame: Frame) -> T:
        begun = time.thread_time()
        sight = see(frame)
        time.sleep((factor - 1) * (time.thread_time() - begun))
        return sight

    return seen


def _compare(result: Live, house: compose.House) -> None:
    """Hold what the journal tells against what happened."""
    stored, sim = house.table.stored, house.sim
    assert sim is not None
    assert sim.camera is not None
    game, words = games.find(result.game), truth_of(result.game)
    records = [
        record_from_json(game, dict(item.record)) for item in house.journal.records(stored.id)
    ]
    referee = Referee(game, start_position(stored.agreed), records)
    steps, end = path_of(sim.camera, game.apply)
    told = [entry.event for entry in referee.history]
    result.events, result.true = len(told), len(steps)
    result.told = words.brief(told)
    true = [step.event for step in steps]
    right = in_common(told, true, words.same_event)
    result.right = len(right)
    for what, events, taken in (
        ("told and not so", told, {here for here, _ in right}),
        ("so and not told", true, {there for _, there in right}),
    ):
        others = [event for number, event in enumerate(events) if number not in taken]
        result.notes += [f"{what}: {words.brief([event])}" for event in others]
    result.finished = game.score(referee.position).winners is not None
    left = events_since(referee.position, steps, end, words.same_table)
    result.same_end, result.astray = left == [], left is None
    told_first = len(sim.camera.game.opening)
    entered = [
        entry.event
        for entry in referee.history[told_first:]
        if _by_hand(house.table.abouts.get(entry.number, {})) and not words.by_phone(entry.event)
    ]
    result.notes += [f"entered: {words.brief([event])}" for event in entered]
    asked = words.told_when_asked
    result.asked_for = sum(isinstance(event, asked) for event in entered)
    result.entered = len(entered) - result.asked_for


def _by_hand(about: Facts) -> bool:
    """Whether an event was entered on a phone, and is no answer to a question."""
    return about.get("by") == "phone" and "probability" not in about


def in_common(
    told: Sequence[Event], true: Sequence[Event], same: Callable[[Event, Event], bool]
) -> list[tuple[int, int]]:
    """Which events are told as they happened, in the same order: the numbers of both."""
    rows = [[0] * (len(true) + 1)]
    for event in reversed(told):
        row = [0]
        for number, other in enumerate(reversed(true)):
            fits = rows[-1][number] + 1 if same(event, other) else 0
            row.append(max(row[-1], rows[-1][number + 1], fits))
        rows.append(row)
    rows = [row[::-1] for row in reversed(rows)]
    pairs, here, there = [], 0, 0
    while here < len(told) and there < len(true):
        if rows[here][there] == rows[here + 1][there]:
            here += 1
        elif rows[here][there] == rows[here][there + 1]:
            there += 1
        else:
            pairs.append((here, there))
            here, there = here + 1, there + 1
    return pairs
