"""How much one address or phone may ask for, so that a good phone never suffers for a bad one."""

from __future__ import annotations

import ipaddress
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

Clock = Callable[[], float]

KEPT_FOR_REGULARS = 60  # connections that only addresses of seats and hosts may take
REGULAR_SECONDS = 3600.0
MOST_KEYS = 4096  # of addresses or phones remembered


@dataclass(frozen=True)
class Limits:
    """What is granted: how many at once, and how many a second after that."""

    connections: int = 40  # an address; a browser holds six, behind one address are several
    requests: tuple[float, float] = (240.0, 30.0)  # an address; a page and its parts are some 30
    commands: tuple[float, float] = (20.0, 5.0)  # a phone
    joins: tuple[float, float] = (20.0, 0.2)  # an address
    faults: tuple[float, float] = (6.0, 0.05)  # of pages, told by an address


UNLIMITED = Limits(10**6, (1e9, 1e9), (1e9, 1e9), (1e9, 1e9), (1e9, 1e9))


def address_key(address: str) -> str:
    """Whose budget an address uses: of IPv6 everybody has a whole network to choose from."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False).network_address)
    return str(found)


class Buckets:
    """For each key a bucket that fills with time and is emptied by asking."""

    def __init__(self, granted: tuple[float, float], clock: Clock = time.monotonic) -> None:
        (self._burst, self._rate), self._clock = granted, clock
        self._lock = threading.Lock()
        self._filled: dict[str, tuple[float, float]] = {}  # key: (how full, when)

    def take(self, key: str) -> float:
        """0 if one more may be asked now, else the seconds until it may."""
        with self._lock:
            full = self._full(key)
            granted = full >= 1.0
            self._keep(key, full - granted)
        return self._seconds(full)

    def wait(self, key: str) -> float:
        """The same, without asking."""
        with self._lock:
            return self._seconds(self._full(key))

    def charge(self, key: str, much: float) -> None:
        """Take so much more, also what is not there yet: it must fill up first."""
        with self._lock:
            self._keep(key, max(-self._burst, self._full(key) - much))

    def _full(self, key: str) -> float:
        full, then = self._filled.get(key, (self._burst, 0.0))
        return min(self._burst, full + (self._clock() - then) * self._rate)

    def _keep(self, key: str, full: float) -> None:
        self._filled.pop(key, None)
        self._filled[key] = (full, self._clock())
        if len(self._filled) > MOST_KEYS:
            self._filled.pop(next(iter(self._filled)))

    def _seconds(self, full: float) -> float:
        return 0.0 if full >= 1.0 else (1.0 - full) / self._rate


class Regulars:
    """The addresses from which a seat or a host was heard lately: they have places of their own."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._seen: dict[str, float] = {}

    def saw(self, address: str) -> None:
        """A seat or a host asked something from there."""
        with self._lock:
            self._seen.pop(address_key(address), None)
            self._seen[address_key(address)] = self._clock()
            if len(self._seen) > MOST_KEYS:
                self._seen.pop(next(iter(self._seen)))

    def knows(self, key: str) -> bool:
        """Whether this is one of them."""
        with self._lock:
            seen = self._seen.get(key)
        return seen is not None and self._clock() - seen < REGULAR_SECONDS


class Places:
    """The connections that may be open at once, in all and from one address."""

    def __init__(self, most: int, regulars: Regulars, an_address: int) -> None:
        self._most, self._regulars, self._an_address = most, regulars, an_address
        self._open: Counter[str] = Counter()

    def take(self, key: str) -> bool:
        """Take a place for one more connection, if there is one."""
        kept = 0 if self._regulars.knows(key) else KEPT_FOR_REGULARS
        free = self._most - kept - self._open.total()
        if free <= 0 or self._open[key] >= self._an_address:
            return False
        self._open[key] += 1
        return True

    def give_back(self, key: str) -> None:
        """A connection has ended."""
        self._open[key] -= 1
        if self._open[key] <= 0:
            del self._open[key]

    @property
    def taken(self) -> int:
        """How many are open."""
        return self._open.total()
