"""Where phones find the table: asked when it matters, since networks come, go and change."""

from __future__ import annotations

import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from device.running import addresses, compose, doctor
from device.running.addresses import bases, from_here, is_here, local_name, phone_addresses
from device.settings.reading import BadSettings, load
from device.settings.settings import CameraSettings, DataSettings, Settings, WebSettings

NO_NETWORK = ("unshare", "--net")
SHOW = (
    "from device.running.addresses import bases; from device.settings.settings import WebSettings; "
    "print(*bases(WebSettings(), 8080))"
)


def can_have_a_network_of_its_own() -> bool:
    """Whether tests may make a network that nobody else is in."""
    if not all(map(shutil.which, ("unshare", "nsenter", "ip"))):
        return False
    made = subprocess.run([*NO_NETWORK, "ip", "link", "add", "w0", "type", "veth"], check=False)
    return made.returncode == 0


alone = pytest.mark.skipif(
    not can_have_a_network_of_its_own(), reason="needs root, util-linux and iproute2"
)


class Net:
    """A network of its own, with a process in it that lives as long as the test."""

    def __init__(self) -> None:
        self._keeper = subprocess.Popen([*NO_NETWORK, "sleep", "600"])
        own = Path("/proc/self/ns/net").readlink()
        wait_for(lambda: Path(f"/proc/{self._keeper.pid}/ns/net").readlink() != own)
        self.ip("link", "add", "w0", "type", "veth", "peer", "name", "w1")
        for name in ("lo", "w0", "w1"):
            self.ip("link", "set", name, "up")

    def inside(self, *command: str) -> list[str]:
        """A command, to be run in this network."""
        return ["nsenter", "--net", "-t", str(self._keeper.pid), *command]

    def ip(self, *what: str) -> None:
        subprocess.run(self.inside("ip", *what), check=True)

    def shown(self) -> list[str]:
        command = self.inside(sys.executable, "-c", SHOW)
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()

    def close(self) -> None:
        self._keeper.kill()
        self._keeper.wait()


def wait_for(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not happens():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def net() -> Iterator[Net]:
    made = Net()
    yield made
    made.close()


NAMED = f"http://{local_name()}:8080"


@alone
def test_addresses_are_those_of_the_network_as_it_is_now(net: Net) -> None:
    assert net.shown() == ["http://127.0.0.1:8080"]
    net.ip("address", "add", "10.42.0.1/24", "dev", "w0")  # as a hotspot: no way out
    assert net.shown() == ["http://10.42.0.1:8080", NAMED]
    net.ip("address", "add", "192.168.7.5/24", "dev", "w1")
    net.ip("route", "add", "default", "via", "192.168.7.1")
    assert net.shown() == ["http://192.168.7.5:8080", "http://10.42.0.1:8080", NAMED]
    net.ip("address", "del", "192.168.7.5/24", "dev", "w1")
    net.ip("address", "add", "192.168.7.9/24", "dev", "w1")  # another lease
    assert set(net.shown()) == {"http://192.168.7.9:8080", "http://10.42.0.1:8080", NAMED}


@alone
def test_a_table_that_starts_before_its_network_tells_its_address_when_that_comes(
    net: Net, tmp_path: Path
) -> None:
    command = [sys.executable, "-m", "device.cli", "run", "--camera", "none", "--port", "8080"]
    run = subprocess.Popen(
        net.inside(*command, "--data", str(tmp_path)), stdout=subprocess.PIPE, text=True
    )
    lines: queue.Queue[str] = queue.Queue()
    assert run.stdout is not None
    out = run.stdout
    reader = threading.Thread(target=lambda: [lines.put(line) for line in out], daemon=True)
    reader.start()
    try:
        assert told(lines) == "Dashboard: http://127.0.0.1:8080/"
        net.ip("address", "add", "10.42.0.1/24", "dev", "w0")
        assert told(lines) == f"Dashboard: http://10.42.0.1:8080/   (or {NAMED}/)"
    finally:
        run.terminate()
        assert run.wait(20) == 0
        reader.join()
        out.close()


def told(lines: queue.Queue[str]) -> str:
    while not (line := lines.get(timeout=30)).startswith("Dashboard"):
        pass
    return line.rstrip()


def test_a_signpost_speaks_up_only_when_something_changed(tmp_path: Path) -> None:
    class WebContext:
        found = ("http://127.0.0.1:80",)
        moves = 0

        def addresses(self) -> tuple[str, ...]:
            return self.found

        def moved(self) -> None:
            self.moves += 1

    web, said = WebContext(), list[str]()
    post = compose.Signpost(web, said.append)  # type: ignore[arg-type]
    post.look()
    assert (said, web.moves) == ([], 0)
    web.found = ("http://10.0.0.2:80",)
    post.look()
    post.look()
    assert (said, web.moves) == (["Dashboard: http://10.0.0.2:80/"], 1)


def test_likelier_addresses_come_first_and_what_leads_nowhere_is_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = {"127.0.0.1", "169.254.3.3", "10.0.0.3", "192.168.7.20", "::1", "fe80::1", "fd00::2"}
    monkeypatch.setattr(addresses, "own_addresses", lambda: frozenset(own))
    monkeypatch.setattr(addresses, "lan_address", lambda: "192.168.7.20")
    assert phone_addresses() == ["192.168.7.20", "10.0.0.3", "169.254.3.3"]
    assert phone_addresses("10.0.0.3") == ["10.0.0.3"]
    own -= {"169.254.3.3", "10.0.0.3", "192.168.7.20"}
    assert bases(WebSettings(), 81) == ["http://127.0.0.1:81"]


def test_newer_addresses_of_the_interfaces_are_known(tmp_path: Path) -> None:
    newer = tmp_path / "if_inet6"
    newer.write_text("fe8000000000000000000000000000ab 02 40 20 80 eth0\n")
    assert "fe80::ab" in addresses.own_addresses(tmp_path / "none", newer)


def test_an_address_that_leads_no_farther_than_here_is_known() -> None:
    ends = ("http://127.0.0.1:80", "http://[::1]:80", "http://localhost")
    assert [is_here(each) for each in ends] == [True] * 3
    assert not is_here("http://10.127.0.1:80")


# -- one address of its own ----------------------------------------------------------------------


def test_this_machine_asks_itself_at_the_address_the_settings_name() -> None:
    hosts = ("0.0.0.0", "::", "192.0.2.7", "fd00::2")
    asked = [from_here(WebSettings(host=host)) for host in hosts]
    assert asked == ["127.0.0.1", "127.0.0.1", "192.0.2.7", "[fd00::2]"]


@pytest.mark.parametrize("host", ["castle", "300.1.2.3", "http://10.0.0.1", "10.0.0.1:80"])
def test_a_host_that_is_no_address_is_named_by_line(tmp_path: Path, host: str) -> None:
    path = tmp_path / "castellan.toml"
    path.write_text(f'[web]\nhost = "{host}"\n')
    with pytest.raises(BadSettings, match=r"(?s)line 2.*host.*0\.0\.0\.0"):
        load(path)


def test_a_host_that_is_not_this_machines_is_told_with_its_own_addresses(tmp_path: Path) -> None:
    settings = Settings(
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
        web=WebSettings(host="192.0.2.77", port=0),
    )
    words = r"192\.0\.2\.77 is no address of this machine now \(it has .*0\.0\.0\.0"
    with compose.open_house(settings) as house, pytest.raises(compose.PortTaken, match=words):
        compose.serve(house, lambda line: None)


def test_the_doctor_knows_an_address_that_is_not_this_machines() -> None:
    found = doctor._port(replace(Settings(), web=WebSettings(host="192.0.2.77")))
    assert (found.state, found.text) == ("bad", "192.0.2.77 is no address of this machine now")
    assert "0.0.0.0" in found.advice
    assert doctor._port(replace(Settings(), web=WebSettings(host="::1", port=0))).state == "ok"


def test_the_doctor_asks_the_table_at_its_own_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def opened(address: str, timeout: float) -> None:
        asked.append(address)
        raise OSError

    monkeypatch.setattr("urllib.request.urlopen", opened)
    settings = replace(Settings(), web=WebSettings(host="127.0.0.2", port=8099))
    assert doctor.running(settings) is None
    assert asked == ["http://127.0.0.2:8099/health.json"]
