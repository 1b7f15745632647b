"""\"That is my seat\": a phone asks for a seat that somebody held, and the table says yes."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from rules.refused import Kind, Refused
from web.who.presence import Presence
from web.who.seating import Seating

WAIT_SECONDS = 60.0  # in which the phone that held the seat, or the host, may speak first
ENOUGH = 2  # seats that say yes
NEWS_SECONDS = 120.0
MOST_OPEN = 6
MOST_OF_ADDRESS = 2  # so that one person with many phones leaves room for the others


@dataclass(frozen=True)
class Claim:
    """One phone that asks for one seat."""

    id: str
    seat: int
    phone: str
    name: str
    since: float
    address: str = ""
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
        self._denied: dict[tuple[str, int], float] = {}  # addresses that were told no, and until

    def ask(self, seat: int, phone: str, name: str, address: str = "") -> None:
        """Ask for a seat; an older wish of this phone is forgotten."""
        with self._lock:
            self._open.pop(phone, None)
            if self._seating.may_take(seat, phone):
                self._seating.take(seat, phone)
                return
            self._drop_the_gone()
            self._check_room(seat, address)
            self._open[phone] = Claim(
                secrets.token_hex(6), seat, phone, name, self._clock(), address
            )
            self.settle()

    def _check_room(self, seat: int, address: str) -> None:
        """Refuse one wish too many, and one that was refused a moment ago."""
        now = self._clock()
        self._denied = {who: until for who, until in self._denied.items() if now < until}
        if (address, seat) in self._denied:
            seconds = int(self._denied[address, seat] - now) + 1
            raise Refused(Kind.OFTEN, "refused.asked-before", {"seconds": seconds})
        mine = [claim for claim in self._open.values() if claim.address == address]
        if len(self._open) >= MOST_OPEN or len(mine) >= MOST_OF_ADDRESS:
            raise Refused(Kind.BUSY, "refused.too-many-asking")

    def answer(self, name: str, yes: bool, phone: str, host: bool) -> None:
        """The host, the seat's own phone or another seat says yes, or the first two say no.

        Nobody says yes to himself."""
        with self._lock:
            claim = next((each for each in self._open.values() if each.id == name), None)
            if claim is None:
                raise Refused(Kind.STALE, "refused.no-such-claim")
            seat = self._seating.seat_of(phone)
            if seat is None and not host:
                raise Refused(Kind.FORBIDDEN, "refused.spectator")
            if phone == claim.phone:
                raise Refused(Kind.FORBIDDEN, "refused.not-yours")
            decides = host or seat == claim.seat
            if decides and yes:
                self._grant(claim)
            elif decides:
                self._denied[claim.address, claim.seat] = self._clock() + WAIT_SECONDS
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
        if claim.seat in present:
            return False
        if claim.phone in self._hosts():
            return True
        if self._clock() - claim.since < WAIT_SECONDS:
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
        here, inside, hosts = self._presence.here, self._seating.is_inside, self._hosts()
        self._open = {p: c for p, c in self._open.items() if here(p) and (inside(p) or p in hosts)}

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
            self._open, self._moved, self._denied = {}, [], {}
