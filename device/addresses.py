"""By which addresses and names this machine is reached now."""

from __future__ import annotations

import socket
from itertools import pairwise
from pathlib import Path

from device.config import WebSettings

ROUTES = Path("/proc/net/fib_trie")  # Linux: every address of every interface
LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
EVERYWHERE = "0.0.0.0"  # noqa: S104


def lan_address() -> str:
    """The address other machines of the network reach this one by; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def own_addresses(routes: Path = ROUTES) -> frozenset[str]:
    """The addresses of all interfaces, as far as the system tells them."""
    try:
        lines = routes.read_text(encoding="ascii").splitlines()
    except OSError:
        lines = []
    split = [line.split() for line in lines]
    listed = {above[-1] for above, line in pairwise(split) if line == ["/32", "host", "LOCAL"]}
    return frozenset({lan_address(), *listed})


def house_names(web: WebSettings) -> frozenset[str]:
    """Every name a phone may rightly use for this house; one may carry a port of its own."""
    name = socket.gethostname()
    short = name.partition(".")[0]
    given = {web.host} - {EVERYWHERE}
    return LOCAL | own_addresses() | {name, short, f"{short}.local", *given, *web.names}
