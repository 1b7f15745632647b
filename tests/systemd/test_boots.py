"""The appliance matrix: fifteen boots as a table meets them, each on a machine of its own.

That is a network namespace, file systems and a user. Each boot tells its mode and its address, and
that it neither works nor talks for nothing.
"""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from device.boxes.shelf import PROFILE
from device.records.journal import Journal
from tests.device.tables import ABOUT, GAME, SET_UP

ROOT = Path(__file__).parents[2]
PORT = 8099
QUIET_SECONDS = 2.0
IDLE_CPU = 0.25  # of a core, while the other tests share the machine
LOG_LINES = 30  # of a boot and the seconds after it
SETTINGS = """
[table]
players = 4
[camera]
use = "{camera}"
[microphone]
use = "none"
[panel]
use = "off"
[web]
port = {port}
{web}
[data]
folder = "{data}"
{extra}
"""


def may_make_machines() -> bool:
    try:
        made = subprocess.run(["unshare", "-n", "-m", "true"], capture_output=True, check=False)
    except OSError:
        return False
    return made.returncode == 0 and os.geteuid() == 0


pytestmark = pytest.mark.skipif(
    not may_make_machines(), reason="network namespaces and mounts are for root on Linux"
)


BOOT = pytest.mark.slow  # a whole device is started and watched; one boot of each kind is quick


def run(*command: str, check: bool = True) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not check, f"{command}: {done.stderr}"
    return done.stdout


@dataclass
class Machine:
    """One machine: its network, its folder, and the table that boots on it."""

    folder: Path
    camera: str = "none"
    web: str = ""
    extra: str = ""
    name: str = field(default_factory=lambda: f"boot{uuid.uuid4().hex[:8]}")
    environment: dict[str, str] = field(default_factory=dict)
    user: int | None = None
    said: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)  # to systemd
    process: subprocess.Popen[bytes] | None = None

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def network(self, *addresses: str, route: bool = False) -> None:
        """A card with these addresses; with a route there is a way out by the first."""
        self.inside("ip", "link", "set", "lo", "up")
        for number, address in enumerate(addresses):
            pair = (f"card{number}", "type", "veth", "peer", "name", f"far{number}")
            self.inside("ip", "link", "add", *pair)
            self.inside("ip", "link", "set", f"far{number}", "up")
            self.inside("ip", "address", "add", address, "dev", f"card{number}")
            self.inside("ip", "link", "set", f"card{number}", "up")
        if route:
            self.inside("ip", "route", "add", "default", "dev", "card0")

    def inside(self, *command: str, check: bool = True) -> str:
        return run("ip", "netns", "exec", self.name, *command, check=check)

    def boot(self) -> None:
        settings = self.folder / "castellan.toml"
        settings.write_text(
            SETTINGS.format(
                camera=self.camera, web=self.web, data=self.data, extra=self.extra, port=PORT
            )
        )
        settings.chmod(0o644)
        master, slave = pty.openpty()
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "TERM": "dumb",
            **self.environment,
        }
        environment.pop("INVOCATION_ID", None)
        (self.folder / "run").mkdir(exist_ok=True)
        as_user = () if self.user is None else ("setpriv", f"--reuid={self.user}", "--clear-groups")
        boot = (sys.executable, "-m", "tests.systemd.boot", "--settings", str(settings), "run")
        if self.user is not None:
            (self.folder / "run").chmod(0o777)
        self.said, self.told = [], []
        self._listen()
        self.process = subprocess.Popen(
            ["ip", "netns", "exec", self.name, *as_user, *boot],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=slave,
            stderr=slave,
        )
        os.close(slave)
        threading.Thread(target=self._read, args=(master,), daemon=True).start()

    def _read(self, master: int) -> None:
        with contextlib.suppress(OSError), open(master, encoding="utf-8", errors="replace") as out:
            for line in out:
                self.said.append(line.rstrip())

    def _listen(self) -> None:
        place = self.folder / "notify"
        place.unlink(missing_ok=True)
        line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        line.bind(str(place))
        place.chmod(0o777)

        told = self.told

        def hear() -> None:
            with line, contextlib.suppress(OSError):
                while True:
                    told.append(line.recv(4096).decode())

        threading.Thread(target=hear, daemon=True).start()

    def until(self, happens: Callable[[], Any], what: str, seconds: float = 40.0) -> Any:
        deadline = time.monotonic() + seconds
        while not (found := happens()):
            assert time.monotonic() < deadline, f"never {what}: {self.said[-15:]} {self.told[-3:]}"
            time.sleep(0.1)
        return found

    def ready(self) -> None:
        self.until(lambda: any("READY=1" in each for each in self.told), "ready")

    def address(self) -> str:
        """The newest address the device shows."""
        found = [line for line in self.said if line.startswith(("Dashboard:", "Health page:"))]
        return found[-1].split()[-1 if "(or" not in found[-1] else 1] if found else ""

    def base(self) -> str:
        """Without what lets a phone in."""
        found = re.findall(r"Dashboard: +(http://[^/ ]+)/", "\n".join(self.said))
        return found[-1] if found else ""

    def ask(self, path: str = "/health.json", host: str = "127.0.0.1") -> Any:
        """What a page says, asked from the machine itself."""
        code = (
            "import sys, urllib.request, urllib.error\n"
            "try: answer = urllib.request.urlopen(sys.argv[1], timeout=20)\n"
            "except urllib.error.HTTPError as fault: answer = fault\n"
            "print(answer.read().decode())"
        )
        url = f"http://{host}:{PORT}{path}"
        return json.loads(self.inside(sys.executable, "-c", code, url))

    def told_the_host(self) -> list[str]:
        """What the device's own page tells whoever looks after it."""
        code = (
            "import sys, urllib.request as ask, http.cookiejar as jar\n"
            "phone = ask.build_opener(ask.HTTPCookieProcessor(jar.CookieJar()))\n"
            "link = open(sys.argv[1]).read().strip(); phone.open(link).read()\n"
            "print(phone.open(link.split('/?')[0] + '/api/state').read().decode())"
        )
        link = str(self.data / "kiosk.url")
        notices: list[str] = json.loads(self.inside(sys.executable, "-c", code, link))["notices"]
        return notices

    def notes(self) -> set[str]:
        return {note["key"] for note in self.ask()["notes"]}

    def is_calm(self, cpu: float = IDLE_CPU) -> None:
        """It does next to nothing, and has not much to say."""
        assert self.process is not None
        before, begun = self._cpu(), time.monotonic()
        time.sleep(QUIET_SECONDS)
        used = (self._cpu() - before) / (time.monotonic() - begun)
        assert used < cpu, f"{used:.2f} of a core"
        words = [line for line in self.said if re.search(r"\b(INFO|WARNING|ERROR)\b", line)]
        assert len(words) < LOG_LINES, words

    def _cpu(self) -> float:
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def shut_down(self) -> int:
        """Stop as systemd does; the exit status."""
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(20)


Make = Callable[..., Machine]


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Make]:
    with ExitStack() as left:

        def make(**given: Any) -> Machine:
            made = Machine(tmp_path, **given)
            run("ip", "netns", "add", made.name)
            left.callback(run, "ip", "netns", "delete", made.name, check=False)
            left.callback(_kill, made)
            return made

        yield make


def _kill(made: Machine) -> None:
    if made.process is not None and made.process.poll() is None:
        made.process.kill()
        made.process.wait()


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[Sequence[str]], Path]]:
    """Mounts something as the data folder until the test is over."""
    place = tmp_path / "data"
    place.mkdir()

    def mount(options: Sequence[str]) -> Path:
        run("mount", *options, str(place))
        return place

    yield mount
    run("umount", "--lazy", str(place), check=False)


def played(folder: Path) -> None:
    """A game that is under way in this data folder."""
    folder.mkdir(exist_ok=True)
    with Journal(folder / "journal.db") as journal:
        game = journal.start_game(ABOUT)
        event = {"record": "play", "event": GAME.event_to_json(SET_UP), "stands": False}
        journal.append_all(game.id, [(event, None)])


def is_whole(made: Machine, address: str) -> None:
    made.ready()
    made.until(made.base, "an address")
    assert made.base() == f"http://{address}:{PORT}"
    assert made.ask()["mode"] == "whole"


# ---- the network ---------------------------------------------------------------------------


def test_without_any_network_it_waits_for_one_and_shows_it(machine: Make) -> None:
    made = machine()
    made.network()
    made.boot()
    is_whole(made, "127.0.0.1")
    made.is_calm()
    made.network("192.168.7.9/24")
    made.until(lambda: made.base() == f"http://192.168.7.9:{PORT}", "the new address")
    assert made.shut_down() == 0


@BOOT
def test_a_network_without_a_way_out_is_one(machine: Make) -> None:
    made = machine()
    made.network("192.168.7.9/24")
    made.boot()
    is_whole(made, "192.168.7.9")
    made.is_calm()


@BOOT
def test_its_own_address_in_the_settings_is_served(machine: Make) -> None:
    made = machine(web='host = "192.168.7.9"')
    made.network("192.168.7.9/24")
    made.boot()
    made.ready()
    made.until(made.base, "an address")
    assert made.base() == f"http://192.168.7.9:{PORT}"
    assert made.ask(host="192.168.7.9")["mode"] == "whole"
    made.is_calm()


@BOOT
def test_a_port_that_is_taken_is_waited_for_and_counts_for_nothing(machine: Make) -> None:
    made = machine()
    made.network("192.168.7.9/24")
    squatter = f"import socket, time; s = socket.create_server(('', {PORT})); time.sleep(99)"
    taken = subprocess.Popen(
        ["ip", "netns", "exec", made.name, sys.executable, "-c", squatter], cwd=ROOT
    )
    try:
        made.until(
            lambda: str(PORT) in made.inside("cat", "/proc/net/tcp") or _is_open(made), "busy"
        )
        for _ in range(4):  # more than make a safe mode
            made.boot()
            assert made.process is not None
            assert made.process.wait(30) != 0
            made.until(lambda: any("in use" in line for line in made.said), "the reason")
    finally:
        taken.kill()
        taken.wait()
    made.boot()
    is_whole(made, "192.168.7.9")


def _is_open(made: Machine) -> bool:
    return f":{PORT:04X}" in made.inside("cat", "/proc/net/tcp")


@BOOT
def test_of_two_addresses_the_one_with_a_way_out_is_shown_and_both_are_served(
    machine: Make,
) -> None:
    made = machine()
    made.network("192.168.7.9/24", "10.0.0.3/24", route=True)
    made.boot()
    is_whole(made, "192.168.7.9")
    assert "10.0.0.3" in "\n".join(made.said)
    for host in ("192.168.7.9", "10.0.0.3"):
        assert made.ask(host=host)["mode"] == "whole"
    made.is_calm()


@BOOT
def test_a_hotspot_of_its_own_is_a_network(machine: Make) -> None:
    made = machine()
    made.network("10.42.0.1/24")
    made.boot()
    is_whole(made, "10.42.0.1")
    made.is_calm()


# ---- the camera ----------------------------------------------------------------------------


@BOOT
def test_without_a_camera_the_game_goes_on_by_phone(machine: Make) -> None:
    made = machine(camera="auto", environment={"BOOT_CAMERA": "/nowhere/camera"})
    made.network("192.168.7.9/24")
    played(made.data)
    made.boot()
    is_whole(made, "192.168.7.9")
    report = made.ask()
    assert report["journal"]["game"] == 1
    assert report["camera"]["kind"] != "sim"
    assert not (made.data / "sim").exists()
    made.is_calm()


def test_a_camera_that_comes_later_is_taken(machine: Make) -> None:
    plug = "{folder}/camera"
    made = machine(camera="auto")
    made.environment["BOOT_CAMERA"] = plug.format(folder=made.folder)
    made.network("192.168.7.9/24")
    played(made.data)
    made.boot()
    is_whole(made, "192.168.7.9")
    assert made.ask()["camera"]["state"] != "ok"
    (made.folder / "camera").touch()
    made.until(lambda: made.ask()["camera"]["state"] == "ok", "a camera")
    (made.folder / "camera").unlink()
    made.until(lambda: made.ask()["camera"]["state"] != "ok", "the loss of it")
    (made.folder / "camera").touch()
    made.until(lambda: made.ask()["camera"]["state"] == "ok", "the camera again")


@BOOT
def test_a_lit_table_without_its_board_costs_next_to_nothing(machine: Make) -> None:
    made = machine(camera="auto")
    (made.folder / "camera").touch()
    made.environment["BOOT_CAMERA"] = str(made.folder / "camera")
    made.network("192.168.7.9/24")
    played(made.data)
    made.boot()
    is_whole(made, "192.168.7.9")
    made.until(lambda: made.ask()["camera"]["state"] == "ok", "a camera")
    time.sleep(4)
    made.is_calm(2 * IDLE_CPU)


# ---- the card ------------------------------------------------------------------------------


@BOOT
def test_a_full_card_is_told_and_the_table_is_there(machine: Make, mounted: Any) -> None:
    data = mounted(["-t", "tmpfs", "-o", "size=150m", "tmpfs"])
    played(data)
    made = machine()
    made.network("192.168.7.9/24")
    with (data / "rubbish").open("wb", buffering=0) as rubbish, contextlib.suppress(OSError):
        while True:
            rubbish.write(b"x" * 4096)
    made.boot()
    made.ready()
    report = made.ask()
    assert report["mode"] in ("whole", "senses-off"), (report["reason"], made.said)
    assert "health.disk.short" in made.notes() or "health.disk" in made.notes()
    made.is_calm()


def test_a_card_that_cannot_be_written_is_told(machine: Make, mounted: Any) -> None:
    data = mounted(["-t", "tmpfs", "tmpfs"])
    played(data)
    run("mount", "-o", "remount,ro", str(data))
    made = machine()
    made.network("192.168.7.9/24")
    made.boot()
    made.ready()
    assert any("health.read-only" in key for key in made.notes())
    made.is_calm()


@BOOT
def test_files_of_another_owner_are_told_with_what_helps(machine: Make) -> None:
    made = machine(user=65534)
    made.network("192.168.7.9/24")
    played(made.data)
    for parent in (made.folder, *made.folder.parents[:5]):
        with contextlib.suppress(OSError):
            parent.chmod(parent.stat().st_mode | 0o055)
    made.boot()
    made.until(lambda: made.told or (made.process and made.process.poll() is not None), "anything")
    made.ready()
    assert made.ask()["mode"] == "bare"
    assert any("sudo" in line or "owner" in line or "belong" in line for line in made.said)


@BOOT
def test_a_data_folder_that_forgets_is_told(machine: Make, mounted: Any) -> None:
    lower = run("mktemp", "-d").strip()
    upper = run("mktemp", "-d", "-p", "/dev/shm").strip()
    (Path(upper) / "upper").mkdir()
    (Path(upper) / "work").mkdir()
    options = f"lowerdir={lower},upperdir={upper}/upper,workdir={upper}/work"
    made = machine()
    try:
        data = mounted(["-t", "overlay", "-o", options, "overlay"])
    except AssertionError:
        data = mounted(["-t", "tmpfs", "tmpfs"])  # no overlay in an overlay
    played(data)
    made.network("192.168.7.9/24")
    made.boot()
    is_whole(made, "192.168.7.9")
    assert [told for told in made.told_the_host() if "vanish at power-off" in told]


# ---- what was there before -----------------------------------------------------------------


@BOOT
def test_a_clock_that_goes_back_an_hour_breaks_nothing(machine: Make) -> None:
    made = machine(web="open = true")
    made.network("192.168.7.9/24")
    made.boot()
    is_whole(made, "192.168.7.9")
    assert made.shut_down() == 0
    made.environment["BOOT_CLOCK_BEHIND"] = "3600"
    made.boot()
    is_whole(made, "192.168.7.9")
    state = made.ask("/api/state")
    assert (state["game_number"], state["game"]) == (1, "kilt")
    made.is_calm()


@BOOT
def test_a_spoiled_box_costs_the_box_alone(machine: Make) -> None:
    made = machine()
    made.network("192.168.7.9/24")
    played(made.data)
    (made.data / "boxes" / "kilt").mkdir(parents=True)
    (made.data / "boxes" / "kilt" / PROFILE).write_text("game = ")
    made.boot()
    is_whole(made, "192.168.7.9")
    assert any("boxes/kilt" in line for line in made.said), made.said
    made.is_calm()
