"""\"That is my seat\": a phone asks for a seat that somebody held, and the table says yes."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from web.errors import Kind, Refused
from web.presence import Presence
from web.seating import Seating

WAIT_SECONDS = 60.0  # in which the phone that held the seat, or the host, may speak first
ENOUGH = 2  # seats that say yes
NEWS_SECONDS = 120.0
MOST_OPEN = 6


@dataclass(frozen=True)
class Claim:
    """One phone that asks for one seat."""

    id: str
    seat: int
    phone: str
    name: str
    since: float
    yes: frozenset[int] = frozenset()


class Claims:
    """The open requests for seats. Whoever looks settles what is ripe; nothing runs by itself."""

    def __init__(
        self,
        seating: Seating,
        presence: Presence,
        hosts: Callable[[], Collection[str]],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seating, self._presence, self._hosts = seating, presence, hosts
        self._clock = clock
        self._lock = threading.RLock()
        self._open: dict[str, Claim] = {}  # by phone
        self._moved: list[tuple[float, int]] = []

    def ask(self, seat: int, phone: str, name: str) -> None:
        """Ask for a seat; an older wish of this phone is forgotten."""
        with self._lock:
            self._open.pop(phone, None)
            if self._seating.may_take(seat, phone):
                self._seating.take(seat, phone)
                return
            self._drop_the_gone()
            if len(self._open) >= MOST_OPEN:
                raise Refused(Kind.BUSY, "refused.too-many-asking")
            claim = Claim(secrets.token_hex(6), seat, phone, name, self._clock())
            self._open[phone] = claim
            if phone in self._hosts():
                self._grant(claim)

    def answer(self, name: str, yes: bool, seat: int | None, host: bool) -> None:
        """The host, the seat's own phone or another seat says yes, or the first two say no."""
        with self._lock:
            claim = next((each for each in self._open.values() if each.id == name), None)
            if claim is None:
                raise Refused(Kind.STALE, "refused.no-such-claim")
            decides = host or seat == claim.seat
            if not decides and (seat is None or self._seating.seat_of(claim.phone) == seat):
                raise Refused(Kind.FORBIDDEN, "refused.spectator")
            if decides and yes:
                self._grant(claim)
            elif decides:
                del self._open[claim.phone]
            elif seat is not None:
                voices = claim.yes | {seat} if yes else claim.yes - {seat}
                self._open[claim.phone] = replace(claim, yes=voices)
            self.settle()

    def settle(self) -> None:
        """Give the seats for which enough has been said and waited."""
        with self._lock:
            self._drop_the_gone()
            for claim in list(self._open.values()):
                if self._is_ripe(claim):
                    self._grant(claim)

    def _is_ripe(self, claim: Claim) -> bool:
        present = self._seating.present()
        if self._clock() - claim.since < WAIT_SECONDS or claim.seat in present:
            return False
        others = present - {self._seating.seat_of(claim.phone)}
        if not others:
            return not any(map(self._presence.here, self._hosts()))
        return len(claim.yes & others) >= min(ENOUGH, len(others))

    def _grant(self, claim: Claim) -> None:
        self._open.pop(claim.phone, None)
        self._seating.give(claim.seat, claim.phone)
        self._moved.append((self._clock(), claim.seat))

    def _drop_the_gone(self) -> None:
        """Who asks and goes away asks no more; neither does who was sent away meanwhile."""
        here, inside = self._presence.here, self._seating.is_inside
        self._open = {p: c for p, c in self._open.items() if here(p) and inside(p)}

    def of(self, phone: str) -> Claim | None:
        """What this phone asks for."""
        with self._lock:
            self.settle()
            return self._open.get(phone)

    def seconds_left(self, claim: Claim) -> int:
        """How long those who decide have before two seats can."""
        return max(0, round(claim.since + WAIT_SECONDS - self._clock()))

    def open(self) -> list[Claim]:
        """All that is asked, oldest first."""
        with self._lock:
            return list(self._open.values())

    def moved(self) -> list[int]:
        """Seats that went to another phone a moment ago."""
        with self._lock:
            self._moved = [(t, s) for t, s in self._moved if self._clock() - t < NEWS_SECONDS]
            return sorted({seat for _, seat in self._moved})

    def forget(self) -> None:
        """Another game begins."""
        with self._lock:
            self._open, self._moved = {}, []
