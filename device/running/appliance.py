"""The table as an appliance: it comes up whatever is wrong, and says how it is.

Tries the whole house first, then one without senses, then a bare page with the reason. While it
serves, a watchdog is fed as long as every loop ticks, and the health pages tell the rest.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.loops.pulses import Pulses
from device.loops.supervisor import Supervisor
from device.panel.panel import Panel, WiredPanel, open_wired
from device.records.forgetting import DAY
from device.records.journal import Journal
from device.records.resume import last_game
from device.records.stored import BadStored
from device.records.trouble import JournalBusy
from device.running import compose, report, reset
from device.running.addresses import bases
from device.running.health import ErrorLog, FrameMeter, Health, little_room
from device.running.host_settings import SettingsFile
from device.running.memory import Sweeper
from device.running.safekeeping import OFTEN, Automatic, Safekeeping
from device.running.safemode import Cause, Mode, Reason, Starts, back_off, first_mode, senses_off
from device.running.watchdog import Notifier, Probe, Watchdog
from device.running.wishes import Wishes
from device.settings.settings import Settings
from device.table.open_table import Switch
from rules.errors import CastellanError
from rules.values import Json

if TYPE_CHECKING:
    from flask import Flask

    from device.table.service import TableService
    from web.context import WebContext
    from web.live.serve import Server

log = logging.getLogger(__name__)

Say = Callable[[str], None]
Wait = Callable[[float], object]
PROBE_TIMEOUT = 10.0
ROOM_EVERY = 30.0  # seconds between two looks at how much room is left
HARD_PICTURE_SECONDS = 60.0  # the first look at a full table may take long on a small Pi
TURNED_AWAY = (compose.PortTaken, JournalBusy)  # somebody else does our work already
CANNOT_OPEN = (CastellanError, OSError, sqlite3.Error)


@dataclass
class Attendant:
    """Looks after a running house; the web asks it how the device is."""

    settings: Settings
    starts: Starts
    errors: ErrorLog
    say: Say = print
    notifier: Notifier = field(default_factory=Notifier)
    pulses: Pulses = field(default_factory=Pulses)
    meter: FrameMeter = field(default_factory=FrameMeter)

    def __post_init__(self) -> None:
        self.health = Health(self.settings.data.folder, self.pulses, self.errors)
        self.can_restart = self.notifier.listening
        self.safe = Safekeeping(self.settings)
        self.recordings: Switch | None = None
        self.machine = Wishes()

    @property
    def reason(self) -> Reason | None:
        """Why the house is in safe mode, if it is."""
        return self.health.reason

    def report(self) -> dict[str, Json]:
        """How the device is."""
        return self.health.report()

    def restart(self) -> None:
        """End well; the service manager starts us again."""
        log.warning("a restart was asked for")
        self.starts.clear()
        os.kill(os.getpid(), signal.SIGTERM)

    def backup(self, pictures: bool = True) -> Path:
        """A backup in a temporary file, with or without the pictures of games."""
        return self.safe.backup(pictures)

    def for_help(self) -> Path:
        """A report for whoever is asked for help, in a temporary file."""
        return report.to_temporary(self.settings, self.safe.folder / compose.MOMENTS, self.report())

    def restore(self, file: Path, own: bool) -> dict[str, Json]:
        """Have a backup take its place at the next start."""
        return self.safe.restore(file, own)

    def attend(self, app: Flask, server: Server, supervisor: Supervisor) -> None:
        """Have the web and the memory looked after, and systemd told as long as all is well."""
        from web.routes import health as pages
        from web.routes import settings as settings_page

        pages.install(app, self)
        settings_page.install(app, SettingsFile(self.settings.file), self.can_restart)
        self.health.add("queues", lambda: _queues(app, server))
        self.health.add("parts", lambda: {"troubled": list(supervisor.troubled())})
        supervisor.add(Probe(self.pulses.expect("web"), lambda: server.check(PROBE_TIMEOUT)))
        supervisor.add(Sweeper())
        steady, hanging = self.starts.clear, self._note_hanging
        supervisor.add(Watchdog(self.pulses, self.notifier, steady, hanging))

    def attend_house(self, house: compose.House) -> compose.Attend:
        """What `serve` needs to have a house looked after."""

        def attend(app: Flask, server: Server, supervisor: Supervisor) -> None:
            house.pulses = self.pulses
            supervisor.add(Probe(self.pulses.expect("referee"), lambda: _touch(house)))
            self._follow(house)
            for panel in self._panel(app, house):
                supervisor.add(panel)
            supervisor.add(Sweeper(DAY, house.forget_old_pictures, "forgetter"))
            if house.sim is None and house.settings.data.backup is not None:
                automatic = Automatic(house.settings, house.table)
                supervisor.add(Sweeper(OFTEN, automatic.turn, "backup"))
            supervisor.add(Sweeper(ROOM_EVERY, lambda: tell_of_room(house.table), "room"))
            self.attend(app, server, supervisor)

        return attend

    def _follow(self, house: compose.House) -> None:
        if house.found.kind != "none":
            house.eyes.pulse = self.pulses.expect("camera", HARD_PICTURE_SECONDS)
        house.eyes.on_frame = self.meter.note
        self.recordings = house.table.recordings
        self.safe.folder = house.journal.path.parent  # the simulated table has one of its own
        self.health.add("camera", lambda: self._camera(house))
        self.health.add("microphone", lambda: _microphone(house))
        self.health.add("journal", lambda: _journal(house))

    def _panel(self, app: Flask, house: compose.House) -> list[WiredPanel]:
        """The panel as a page, and on the header if there is one."""
        from web.routes import panel as page

        panel = Panel(house.table)
        page.install(app, panel)
        settings, hand = house.settings.panel, HandOnButton(app, self.say)
        wired = open_wired(settings, panel, lambda: self._reset(house), self.pulses, hand)
        hand.web.hosts.by_hand = wired is not None and settings.confirm != 0
        return [] if wired is None else [wired]

    def _reset(self, house: compose.House) -> None:
        reset.wish(house.settings.data.folder)
        self.restart()

    def _camera(self, house: compose.House) -> dict[str, Json]:
        state, age = house.table.camera, self.meter.age()
        return {
            "name": state.name,
            "kind": house.found.kind,
            "gives": house.eyes.given or self.meter.size,
            "state": state.state,
            "sight": house.table.sight,
            "fps": round(self.meter.rate(), 1),
            "frames": self.meter.frames,
            "dropped": self.meter.dropped,
            "last_picture_s": None if age is None else round(age, 1),
        }

    def _note_hanging(self, names: list[str]) -> None:
        causes = (Cause(name, "hanging") for name in names)
        self.starts.note(f"hanging: {', '.join(names)}", *causes)


class HandOnButton:
    """The confirm button held for long: the one phone that asks becomes host."""

    def __init__(self, app: Flask, say: Say) -> None:
        self.web: WebContext = app.extensions["castellan"]
        self._say = say

    @property
    def asked(self) -> bool:
        """Whether a phone asks to be host."""
        return self.web.hosts.asked

    def held(self) -> bool:
        """Somebody stands at the device: make the asking phone host, and forgive wrong codes.
        Nobody asks: show a code, if there is a terminal to show it."""
        web = self.web
        web.tries.clear()
        web.host_tries.clear()
        if not web.hosts.asked:
            if compose.somebody_watches():
                self._say(f"Host code: {web.hosts.one_time()}   (one phone, two minutes)")
            return False
        granted = web.hosts.grant_by_hand()
        web.hub.publish()
        return granted


def tell_of_room(table: TableService) -> None:
    """Let the host know in time that the card is getting full, and when it no longer is."""
    left = little_room(table.journal.path.parent)
    table.note_for_host("room", None if left is None else ("data.room", {"megabytes": left}))


def _touch(house: compose.House) -> None:
    """Take and give back the table's lock, to notice a thread that never gives it back."""
    with house.table.changes():
        pass


def _queues(app: Flask, server: Server) -> dict[str, Json]:
    hub = app.extensions["castellan"].hub
    return {"phones": len(hub.connected()), "phones_most": hub.cap, "waiting": server.waiting}


def _microphone(house: compose.House) -> dict[str, Json]:
    """How the ears do; nothing while nobody listens."""
    state = house.table.microphone
    if state is None:
        return {}
    return {"name": state.name, "state": state.state, "overflows": state.overflows}


def _journal(house: compose.House) -> dict[str, Json]:
    size = house.journal.path.stat().st_size
    records = len(house.table.referee.records)
    return {"records": records, "size_mb": round(size / 1e6, 1), "game": house.table.stored.id}


def keep_house(
    settings: Settings,
    say: Say,
    wrong: Exception | None = None,
    record: Path | None = None,
    wait: Wait | None = None,
) -> None:
    """Serve the table until stopped, in safe mode if it cannot be opened."""
    starts, errors = Starts.of_the_service(), ErrorLog()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # systemd's stop is a Ctrl-C too
    failures = starts.begin()
    (wait or threading.Event().wait)(back_off(failures.total))
    with suppress(OSError):
        reset.carry_out(settings.data.folder)
    mode, reason = first_mode(failures, wrong)
    with _listening_for_errors(errors):
        try:
            _keep(settings, say, record, mode, reason, starts, errors)
        except KeyboardInterrupt:
            say("Good night.")
        except TURNED_AWAY:
            starts.forgive()
            raise
        except Exception as fault:
            kind = type(fault).__name__
            starts.note(f"{kind}: {fault}", Cause("start", kind))
            raise
    starts.clear()


@contextmanager
def _listening_for_errors(errors: ErrorLog) -> Iterator[None]:
    root = logging.getLogger()
    root.addHandler(errors)
    with suppress(ValueError, AttributeError, OSError):  # no real stderr under a test runner
        faulthandler.enable()  # the watchdog's SIGABRT then tells where every thread hung
    try:
        yield
    finally:
        root.removeHandler(errors)


def _keep(
    settings: Settings,
    say: Say,
    record: Path | None,
    mode: Mode,
    reason: Reason | None,
    starts: Starts,
    errors: ErrorLog,
) -> None:
    while True:
        attendant = Attendant(settings, starts, errors, say)
        attendant.health.safe(mode, reason)
        if reason is not None:
            log.error("safe mode (%s): %s", mode.name.lower(), reason)
            say(f"Safe mode, because: {reason}")
        try:
            _open(settings, say, record, mode, attendant)
        except TURNED_AWAY:
            raise
        except CANNOT_OPEN as fault:
            if mode is Mode.BARE:
                raise
            mode, reason = Mode(mode + 1), Reason("safe.cannot-start", {"fault": str(fault)})
        else:
            return


def _open(
    settings: Settings, say: Say, record: Path | None, mode: Mode, attendant: Attendant
) -> None:
    """Open and serve in one mode until stopped."""
    if mode is Mode.BARE:
        serve_bare(settings, say, attendant)
        return
    if mode is Mode.SENSES_OFF:
        settings = _as_last_played(senses_off(settings))
    with compose.open_house(settings, record) as house:
        compose.serve(house, say, attendant.attend_house(house))


def _as_last_played(settings: Settings) -> Settings:
    """With wrong settings the game they name may be wrong too: go on with the last one."""
    path = settings.data.folder / "journal.db"
    if not path.is_file():
        return settings
    with Journal(path) as journal:
        stored = last_game(journal)
    try:
        agreed = None if stored is None else stored.agreed
    except BadStored:
        agreed = None
    if agreed is None:
        return settings
    table = replace(settings.table, game=agreed.game, players=agreed.players)
    return replace(settings, table=table)


def serve_bare(settings: Settings, say: Say, attendant: Attendant) -> None:
    """Serve nothing but the health page and the reason."""
    from web.app import create_app
    from web.routes import health as pages

    hosts = compose.open_hosts(settings)
    port = compose.port_of(settings.web)
    app = create_app(
        pages.NoTable(),
        join_url=lambda: bases(settings.web, port),
        phones=settings.web.phones,
        hosts=hosts,
        open_table=True,  # there is no seat to guard, and whoever comes reads the reason
        door=compose.door_of(settings.web),
    )
    pages.only_health(app)
    server = compose.listen(app, settings.web, port)
    url = bases(settings.web, port)[0]
    say(f"Health page: {url}/health")
    if compose.somebody_watches():
        say(f"Host page:   {url}/?host={hosts.one_time(None)}   (works once)")
    supervisor = Supervisor()
    supervisor.add(compose.Dashboard(server))
    try:
        attendant.attend(app, server, supervisor)
        supervisor.start()
        server.wait()
    finally:
        supervisor.stop()
