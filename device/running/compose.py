"""`castellan run`: finds the camera, takes up the game, serves the dashboard."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.boxes.profiles import BoxShelf, box_facts, load_profile, seen_best
from device.boxes.recognise import Recogniser
from device.boxes.shelf import Shelf
from device.files.kept import KeptFile, take_up, tidy
from device.files.places import forgets
from device.files.private import keep_folder
from device.following.listening import Listening
from device.following.watchers import watchers_by
from device.loops.pulses import Pulse, Pulses
from device.loops.supervisor import Guard, Supervisor, Ticks
from device.records import backup
from device.records.forgetting import forget_old_pictures
from device.records.journal import Journal
from device.records.resume import last_game, start_position
from device.records.stored import agreement
from device.running import restoring
from device.running.addresses import bases, house_names, phone_addresses
from device.running.host_codes import BootCode, ShownCode, forget_old_keys, write_kiosk_link
from device.running.memory import settle
from device.senses.camera_thread import CameraState, CameraThread
from device.senses.choose import Found, find_camera, lived_in, no_camera
from device.senses.frame import Camera
from device.senses.microphone import find_microphone
from device.settings.settings import Settings, WebSettings
from device.sim.people import USUAL, Patience, SimPlayers
from device.sim.tables import SimulatedTable
from device.table.moments import Keepsakes, LastMinute
from device.table.recordings import FOLDER, Recordings
from device.table.service import TableService
from device.teaching.school import School
from rules.errors import CastellanError
from rules.values import Json
from vision.games import has_eyes
from vision.profile import Profile

if TYPE_CHECKING:
    from flask import Flask

    from device.sim.camera import SimCamera
    from web.context import WebContext
    from web.gate import Door
    from web.live.serve import Server
    from web.who.hosts import Hosts

log = logging.getLogger(__name__)

MOMENTS = "moments"  # where those lie in which the camera saw wrong
Say = Callable[[str], None]
Attend = Callable[["Flask", "Server", Supervisor], None]


LOOK_ABOUT = 5.0  # seconds between two looks at the network


class PortTaken(CastellanError, OSError):
    """The dashboard's port cannot be had."""


@dataclass
class House:
    """Everything that makes up one running table."""

    settings: Settings
    found: Found
    journal: Journal
    table: TableService
    eyes: CameraThread
    sim: SimulatedTable | None
    school: School
    pulses: Pulses = field(default_factory=Pulses)  # every loop that must tick, for the watchdog
    patience: Patience = USUAL  # of the people at a simulated table
    supervisor: Supervisor = field(default_factory=Supervisor)  # of all that runs beside the table

    def close(self) -> None:
        """Take nothing more, then end all that runs; only after that may the journal close."""
        self.table.close()
        self.supervisor.stop()
        self.eyes.ask()

    def forget_old_pictures(self) -> int:
        """Drop pictures of games that have been over for long."""
        table, data = self.table, self.settings.data
        over = table.game.score(table.referee.position).winners is not None
        playing = None if over else table.stored.id
        days, megabytes = data.keep_pictures, data.pictures_mb
        return forget_old_pictures(self.journal, playing, days, time.time(), megabytes)


@contextmanager
def open_house(settings: Settings, record: Path | None = None) -> Iterator[House]:
    """Open camera, journal and game; close them again in good order."""
    keep_folder(settings.data.folder, "journal.db")
    restoring.finish(settings)
    found, sim = _find(settings)
    folder = settings.data.folder / "sim" if sim else settings.data.folder
    with Journal(folder / "journal.db") as journal:
        tidy(folder / "boxes")
        backup.sweep(folder)
        restoring.sweep(folder)
        shelf = sim.shelf(folder) if sim else Shelf(folder / "boxes", _given(settings))
        memory = BoxShelf(shelf.folder if sim else folder / "boxes")
        table = _table(settings, journal, shelf, memory, sim)
        lay, has_camera = (None if sim is None else sim.lay_out), found.kind != "none"
        school = School(table, shelf, memory, has_camera, lay)
        school.on_look = Recogniser(table, shelf).look
        if sim is not None:
            _tell_of(sim, table, school)
        clock = time.monotonic if sim is None else sim.clock
        keepsakes = Keepsakes(folder / MOMENTS, shelf.profile)
        if settings.data.moments != "off" and found.kind != "none":
            always = settings.data.moments == "always"
            table.remember(LastMinute(clock, keepsakes.keep, always))
        recordings = Recordings(folder / FOLDER, table, shelf.profile, clock)
        if record is not None:
            recordings.begin(record)
        if found.kind == "none":
            table.note_camera(CameraState("no camera", "none"))
        eyes = CameraThread(found.open, school.see, table.note_camera)
        eyes.switch(table.senses)
        leave = table.listen(lambda _: eyes.switch(table.senses))
        house = House(settings, found, journal, table, eyes, sim, school)
        house.supervisor.tell = table.note_troubled
        house.supervisor.add(keepsakes)
        if (folder / restoring.BESIDE).exists():
            table.note_for_host("restore", ("restore.beside", {"file": restoring.BESIDE}))
        if sim is None and forgets(folder):
            table.note_for_host("place", ("data.forgets", {"folder": str(folder)}))
        house.forget_old_pictures()
        try:
            yield house
        finally:
            leave()
            house.close()
            recordings.leave()


def _tell_of(sim: SimulatedTable, table: TableService, school: School) -> None:
    """Let the pages know that the table is simulated, and which box is being prepared."""
    table.note_table(sim.facts())
    table.people = sim
    sim.note = lambda game: table.note_simulated(preparing=game)
    sim.ready = school.box_ready


def _find(settings: Settings) -> tuple[Found, SimulatedTable | None]:
    """The camera to use, with the table behind it if that is simulated."""
    tables: list[SimulatedTable] = []
    game = settings.table.game
    if settings.camera.use in ("auto", "sim") and not has_eyes(game):
        return no_camera(f"{game} cannot be followed by camera yet; tell it on the phones"), None

    def simulated() -> Camera:
        return tables[0].open()

    found = find_camera(settings.camera, simulated, lived_in(settings.data.folder))
    if found.kind == "sim":
        tables.append(SimulatedTable(settings))
    return found, tables[0] if tables else None


def _given(settings: Settings) -> tuple[str, Profile, Path] | None:
    """The box the settings name, and where it lies."""
    folder = settings.data.profile
    if folder is None:
        return None
    take_up(folder)
    game, profile = load_profile(folder)
    if game != settings.table.game:
        raise CastellanError(
            f"the box profile {folder} is of {game}, but the table plays {settings.table.game}; "
            "name the right one with --profile"
        )
    return game, profile, folder


def agreed(settings: Settings, profile: Profile | None) -> dict[str, Json]:
    """What is written down about a game before it begins."""
    from rules import games

    table = settings.table
    return {
        "game": table.game,
        "rules": games.find(table.game).version,
        "players": table.players,
        "names": list(table.names),
        "colours": [list(each) for each in table.colours] or None,
        "options": {**seen_best(table.game, profile), **table.options},
        "box": box_facts(profile),
    }


def _table(
    settings: Settings, journal: Journal, shelf: Shelf, memory: BoxShelf, sim: SimulatedTable | None
) -> TableService:
    """The game to go on with, or a new one; the simulated table always begins anew."""
    profile = shelf.profile(settings.table.game)
    about = agreed(settings, profile)
    make = watchers_by(shelf.profile)

    def usual(game: str) -> dict[str, Json]:
        return seen_best(game, shelf.profile(game))

    if sim is not None:
        stored = journal.start_game(sim.seated(about))
        return TableService(journal, stored, make, sim.deal_anew, memory, usual=usual)
    about["box"] = {**memory.facts(settings.table.game), **box_facts(profile)}
    known = last_game(journal, settings.table.game)
    if known is not None:
        try:
            return TableService(journal, known, make, memory=memory, usual=usual)
        except CastellanError as fault:
            log.error("game %s cannot be taken up (%s); a new one begins", known.id, fault)
            journal.sayings.append(("journal.unplayable", {"game": known.id}))
    stored = journal.start_game(_that_can_begin(about, journal))
    return TableService(journal, stored, make, memory=memory, usual=usual)


def _that_can_begin(about: dict[str, Json], journal: Journal) -> dict[str, Json]:
    """What was agreed, without house rules that cannot be: a wrong word costs no evening."""
    try:
        start_position(agreement(about))
    except CastellanError as fault:
        log.error("played without the options of the settings: %s", fault)
        journal.sayings.append(("table.options", {"fault": str(fault)}))
        return {**about, "options": {}}
    return about


def _nobody(app: Flask, server: Server, supervisor: Supervisor) -> None:
    """Nobody looks after the house."""
    del app, server, supervisor


class Dashboard:
    """The web server as a part of the house."""

    def __init__(self, server: Server) -> None:
        self.guard = Guard("web")
        self.server = server
        self.start, self.ask, self.join = server.start, server.ask, server.join


def serve(house: House, say: Say, attend: Attend = _nobody) -> None:
    """Serve the dashboard until interrupted, with somebody to look after the house."""
    app, server = _front(house)
    supervisor = house.supervisor
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # systemd's stop is a Ctrl-C too
    supervisor.add(Dashboard(server))
    try:
        attend(app, server, supervisor)
        players = people(house)
        if players is not None:
            supervisor.add(players)
        supervisor.add(_ears(house))
        if house.found.kind != "none":
            supervisor.add(house.eyes)
        supervisor.add(Signpost(app.extensions["castellan"], say))
        supervisor.start()
        _announce(house, app, say)
        settle()
        server.wait()  # returns at Ctrl-C
    except KeyboardInterrupt:
        log.info("stopped while it was about to begin")
    finally:
        house.close()
    say("Good night.")


def follow(house: House, seconds: float | None = None) -> None:
    """Follow the table without a dashboard, for so long or until interrupted."""
    if house.found.kind in ("none", "sought"):
        raise CastellanError(f"there is no camera to follow the table with: {house.found.why}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for part in (house.eyes, people(house)):
        if part is not None:
            house.supervisor.add(part)
    try:
        house.supervisor.start()
        threading.Event().wait(seconds)
    except KeyboardInterrupt:
        pass
    finally:
        house.close()


def _front(house: House) -> tuple[Flask, Server]:
    """The pages of a house, and a server for them."""
    from web.app import create_app

    folder, web = house.journal.path.parent, house.settings.web
    hosts = open_hosts(house.settings)
    port = port_of(web)
    app = create_app(
        house.table,
        join_url=lambda: bases(web, port),
        phones=web.phones,
        school=house.school,
        seats=KeptFile(folder / "seats.json"),
        hosts=hosts,
        players=KeptFile(folder / "players.json"),
        wifi=wifi_code(web.wifi_name, web.wifi_password),
        open_table=web.open or house.sim is not None,  # nobody's evening lies there
        door=door_of(web),
    )
    app.extensions["castellan"].upload_folder = folder
    server = listen(app, web, port)
    write_kiosk_link(house.settings.data.folder, web, port, hosts.one_time(None))
    return app, server


def wifi_code(name: str, password: str) -> str:
    """What a code says that takes a phone into a Wi-Fi; nothing if none is to be shown."""
    escape = str.maketrans({sign: f"\\{sign}" for sign in '\\;,:"'})
    kind = f"T:WPA;P:{password.translate(escape)};" if password else "T:nopass;"
    return f"WIFI:S:{name.translate(escape)};{kind};" if name else ""


def port_of(web: WebSettings) -> int:
    """The port the settings name, or a free one."""
    return web.port or free_port()


def door_of(web: WebSettings) -> Door:
    """Who may come in, and by which names: asked anew, since addresses change."""
    from web.gate import Door

    return Door(lambda: house_names(web), web.proxy, frozenset(web.metrics))


def listen(app: Flask, web: WebSettings, port: int) -> Server:
    """A server on the wanted port, or clear words why there is none."""
    from web.live.serve import Server

    try:
        return Server(app, web.host, port)
    except OSError as fault:
        raise _port_error(fault, web, port) from fault


def _ears(house: House) -> Listening:
    """Ears for the game that can be heard; what they learned of its box is beside the journal."""
    from rules.games import heard

    settings = house.settings
    found = find_microphone(settings.microphone)
    if house.sim is not None and settings.microphone.use == "auto":
        found = house.sim.microphone()
    folder = settings.data.profile or house.journal.path.parent / "boxes" / str(heard())

    def expect(name: str) -> Pulse:  # only now: the appliance hands its own pulses over later
        return house.pulses.expect(name)

    clock = time.monotonic if house.sim is None else house.sim.clock
    return Listening(house.table, found, folder, clock, expect)


def people(house: House) -> SimPlayers | None:
    """People at the simulated table, if it is one."""
    sim, table = house.sim, house.table
    if sim is None:
        return None

    def camera() -> SimCamera | None:
        return sim.camera if table.game.name == sim.game else None

    return SimPlayers(table, camera, patience=house.patience)


def open_hosts(settings: Settings) -> Hosts:
    """Who is host on this device, and where a code for another one may come from."""
    from web.who.hosts import Hosts

    folder = settings.data.folder
    forget_old_keys(folder, folder / "sim")
    sources = (ShownCode(folder), BootCode(settings.web.host_code_files, folder))
    return Hosts(KeptFile(folder / "hosts.json"), sources)


def _announce(house: House, app: Flask, say: Say) -> None:
    """The addresses, each with what lets a phone in; a log that others may read hears of none."""
    say(f"Camera:    {describe(house)}")
    if house.journal.damage is not None:
        say(f"Journal:   {house.journal.damage}")
    _tell_addresses(app.extensions["castellan"], say)
    if somebody_watches():
        say("Serving. Stop with Ctrl-C.")
    else:
        say("Serving. Who looks after the table becomes host with: castellan host")


def _tell_addresses(web: WebContext, say: Say) -> None:
    """Where the dashboard is, with what lets a phone in if a person reads it."""
    best, *others = web.addresses()
    also = f"   (or {', '.join(f'{each}/' for each in others)})" if others else ""
    if not somebody_watches():
        say(f"Dashboard: {best}/{also}")
        return
    say(f"Dashboard: {best}/?t={web.seating.token}{also}")
    say(f"Host page: {best}/?host={web.hosts.one_time(None)}   (works once)")
    say(f"Code:      {web.seating.code}   (new with each game; to be typed at {best}/)")
    say(qr_code(web.join_url))


class Signpost(Ticks):
    """Tells again where the dashboard is when the network has changed."""

    def __init__(self, web: WebContext, say: Say) -> None:
        super().__init__("addresses", LOOK_ABOUT, self.look)
        self._web, self._say = web, say
        self._told = tuple(web.addresses())

    def look(self) -> None:
        """Once."""
        now = tuple(self._web.addresses())
        if now != self._told:
            self._told = now
            _tell_addresses(self._web, self._say)
            self._web.moved()


def somebody_watches() -> bool:
    """Whether a person started this at a terminal, and not a service whose output is kept."""
    return sys.stdout.isatty() and "INVOCATION_ID" not in os.environ


def describe(house: House) -> str:
    """Which camera is used and why."""
    names = {
        "pi": "the Raspberry Pi camera",
        "usb": "the USB camera",
        "folder": "a folder of pictures",
        "sim": "the simulated table",
        "none": "none",
    }
    found = house.found
    if found.kind == "sought":
        return f"{found.why}; it is looked for. See it play by itself: --camera sim"
    return f"{names[found.kind]}, because {found.why}"


def qr_code(text: str) -> str:
    """A QR code for the terminal."""
    import io

    import segno

    out = io.StringIO()
    segno.make(text, micro=False).terminal(out, compact=True)
    return out.getvalue()


def free_port() -> int:
    """A port nobody uses now."""
    with socket.create_server(("", 0)) as probe:
        return int(probe.getsockname()[1])


def _port_error(fault: OSError, web: WebSettings, port: int) -> PortTaken:
    if fault.errno in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
        known = ", ".join(phone_addresses())
        return PortTaken(
            f"{web.host} is no address of this machine now (it has {known}); "
            'write [web] host = "0.0.0.0" for every network'
        )
    if fault.errno == errno.EADDRINUSE:
        return PortTaken(f"port {port} is in use; choose another, for example --port {port + 1}")
    if fault.errno == errno.EACCES:
        return PortTaken(f"port {port} needs more rights; choose one above 1024 with --port")
    return PortTaken(f"the dashboard cannot be served on port {port}: {fault}")


def with_options(settings: Settings, **sections: Mapping[str, object]) -> Settings:
    """Settings with what the command line says put over them."""
    changed = {
        name: replace(getattr(settings, name), **{k: v for k, v in given.items() if v is not None})
        for name, given in sections.items()
    }
    return replace(settings, **changed)
