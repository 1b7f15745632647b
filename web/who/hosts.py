"""Which phones are host. Each was made so by a code shown on demand or by a hand on the panel.

Nobody is host by address. What is kept is the hash of the phone's own token, so that a host can
be struck off the list, and its right ends with the next thing it asks or is told.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.values import Json
from web.who.keep import Keep, Memory
from web.who.tokens import LINKED, TYPED, hashed, new_code, plain

SEEN_EVERY = 3600.0  # seconds between two notes of when a host was last seen
NEWS_SECONDS = 120.0
ASKING_SECONDS = 15.0  # after its last word a phone asks no more
CODE_SECONDS = 120.0
ID_LETTERS = 12
DEVICES = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "CrOS", "Linux")

CodeSource = Callable[[str], bool]  # takes a code, once, if it is right


@dataclass(frozen=True)
class Host:
    """One phone that is host."""

    phone: str
    name: str
    since: float
    seen: float

    def to_json(self) -> dict[str, Json]:
        """For the file."""
        return {"phone": self.phone, "name": self.name, "since": self.since, "seen": self.seen}


def _hosts(kept: Mapping[str, Any]) -> dict[str, Host]:
    """Out of the file; a host whose line makes no sense is none."""
    hosts = {}
    lines = kept.get("hosts")
    for line in lines if isinstance(lines, list) else ():
        try:
            host = Host(
                str(line["phone"]), str(line["name"]), float(line["since"]), float(line["seen"])
            )
        except (KeyError, TypeError, ValueError):
            continue
        hosts[host.phone] = host
    return hosts


class Hosts:
    """The list of hosts, the codes that make one, and the phones that ask for a hand's yes."""

    def __init__(
        self,
        keep: Keep | None = None,
        sources: Sequence[CodeSource] = (),
        now: Callable[[], float] = time.time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keep = keep or Memory()
        self._sources = tuple(sources)
        self._now, self._clock = now, clock
        self._lock = threading.RLock()
        self._hosts = _hosts(self._keep.read())
        self._codes: dict[str, float | None] = {}  # hashes, and when they end
        self._asking: dict[str, tuple[str, float]] = {}  # phones: name, last word
        self._news: list[tuple[float, str]] = []
        self.by_hand = False  # a panel is wired, whose confirm button can say yes

    def is_host(self, phone: str) -> bool:
        """Whether this phone is host."""
        return phone in self._hosts

    def phones(self) -> frozenset[str]:
        """All that are."""
        return frozenset(self._hosts)

    def saw(self, phone: str) -> None:
        """A host asked something; noted once an hour."""
        with self._lock:
            host, now = self._hosts.get(phone), self._now()
            if host is not None and abs(now - host.seen) >= SEEN_EVERY:
                self._hosts[phone] = replace(host, seen=now)
                self._write()

    def listed(self) -> list[Host]:
        """All hosts, the newest first."""
        with self._lock:
            return sorted(self._hosts.values(), key=lambda host: -host.since)

    def one_time(self, seconds: float | None = CODE_SECONDS) -> str:
        """A code that makes one phone host; without an end it is long, for a link."""
        code = new_code(LINKED if seconds is None else TYPED)
        end = None if seconds is None else self._clock() + seconds
        with self._lock:
            self._codes[hashed(code)] = end
        return code

    def take(self, code: str, phone: str, name: str) -> bool:
        """Make a phone host for a code, which is worth nothing afterwards."""
        given = plain(code)
        with self._lock:
            now = self._clock()
            self._codes = {c: end for c, end in self._codes.items() if end is None or now < end}
            known = hashed(given) in self._codes
            if not known and not (given and any(source(given) for source in self._sources)):
                return False
            self._codes.pop(hashed(given), None)
            self._add(phone, name)
            return True

    def ask(self, phone: str, name: str) -> bool:
        """Ask for a hand's yes, again and again while the page waits; False: others ask too."""
        with self._lock:
            self._asking[phone] = (name, self._clock())
            return self._who_asks() == [phone]

    def _who_asks(self) -> list[str]:
        now = self._clock()
        self._asking = {p: a for p, a in self._asking.items() if now - a[1] < ASKING_SECONDS}
        return list(self._asking)

    @property
    def asked(self) -> bool:
        """Whether a phone waits for a hand."""
        with self._lock:
            return bool(self._who_asks())

    def grant_by_hand(self) -> bool:
        """The button was held: make the one phone host that asks; with two it could be either."""
        with self._lock:
            asking = self._who_asks()
            if len(asking) != 1:
                return False
            self._add(asking[0], self._asking.pop(asking[0])[0])
            return True

    def revoke(self, name: str, but: str = "") -> bool:
        """Strike off one host by its id, or "all", `but` one phone."""
        with self._lock:
            gone = [p for p in self._hosts if p != but and name in ("all", p[:ID_LETTERS])]
            for phone in gone:
                del self._hosts[phone]
            if gone:
                self._write()
            return bool(gone)

    def _add(self, phone: str, name: str) -> None:
        now = self._now()
        self._hosts[phone] = Host(phone, name, now, now)
        self._news.append((self._clock(), name))
        self._write()

    def _write(self) -> None:
        self._keep.write({"hosts": [host.to_json() for host in self._hosts.values()]})

    def news(self) -> list[str]:
        """Names of phones that became host a moment ago; everybody is told."""
        with self._lock:
            now = self._clock()
            self._news = [(t, name) for t, name in self._news if now - t < NEWS_SECONDS]
            return [name for _, name in self._news]


def device_of(user_agent: str) -> str:
    """What kind of phone this is, for a list that people read."""
    return next((device for device in DEVICES if device in user_agent), "?")
