"""By which addresses and names this machine is reached now; asked anew whenever it matters."""

from __future__ import annotations

import ipaddress
import socket
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from device.settings.reading import is_number
from device.settings.settings import EVERYWHERE, WebSettings

ROUTES = Path("/proc/net/fib_trie")  # Linux: every IPv4 address of every interface
INTERFACES6 = Path("/proc/net/if_inet6")  # and every IPv6 address
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
HERE = "127.0.0.1"


def lan_address() -> str:
    """The address other machines of the network reach this one by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:  # no way out; it may still be reached in a network of its own
            return HERE


def own_addresses(routes: Path = ROUTES, interfaces: Path = INTERFACES6) -> frozenset[str]:
    """The addresses of all interfaces that the system tells."""
    split = [line.split() for line in _lines(routes)]
    listed = {above[-1] for above, line in pairwise(split) if line == ["/32", "host", "LOCAL"]}
    newer = {str(ipaddress.IPv6Address(int(line[:32], 16))) for line in _lines(interfaces)}
    return frozenset({lan_address(), *listed, *newer})


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii").splitlines()
    except OSError:
        return []


def phone_addresses(host: str = EVERYWHERE[0]) -> list[str]:
    """The addresses phones reach this machine by now, the likeliest first; HERE if there is none.

    Those of a newer kind are left out: nobody types them, and who uses a name gets them by it.
    """
    if host not in EVERYWHERE:
        return [host]
    found = [ipaddress.ip_address(each) for each in own_addresses()]
    usable = [each for each in found if each.version == 4 and not each.is_loopback]
    first = lan_address()
    usable.sort(key=lambda each: (str(each) != first, each.is_link_local, each))
    return [str(each) for each in usable] or [HERE]


def bases(web: WebSettings, port: int) -> list[str]:
    """How addresses of the dashboard begin for a phone now, the likeliest first."""
    reached = [f"http://{_bracketed(each)}:{port}" for each in phone_addresses(web.host)]
    named = web.host in EVERYWHERE and not is_here(reached[0])
    return [*reached, f"http://{local_name()}:{port}"] if named else reached


def is_here(address: str) -> bool:
    """Whether an address leads no farther than this machine."""
    host = urlsplit(address).hostname or ""
    return host == "localhost" or (is_number(host) and ipaddress.ip_address(host).is_loopback)


def local_name() -> str:
    """What the network calls this machine, where names are told around."""
    return f"{socket.gethostname().partition('.')[0]}.local"


def from_here(web: WebSettings) -> str:
    """The address this machine itself reaches the dashboard by."""
    return HERE if web.host in EVERYWHERE else _bracketed(web.host)


def house_names(web: WebSettings) -> frozenset[str]:
    """Every name a phone may rightly use for this house; one may carry a port of its own."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    given = {web.host} - set(EVERYWHERE)
    return LOCAL | own_addresses() | {name, short, local_name(), *given, *web.names}


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
