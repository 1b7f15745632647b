"""Who sits where: a phone signs in with a cookie; a seat belongs to one phone at a time."""

from __future__ import annotations

import hmac
import secrets
import threading
from dataclasses import dataclass

from flask import Request
from flask.sessions import SessionMixin

from rules.rights import Speaker
from web.errors import Kind, Refused
from web.hub import Viewer
from web.words import LANGUAGES


@dataclass(frozen=True)
class Guest:
    """One phone as its cookie and the seating tell it."""

    client: str
    seat: int | None
    language: str
    host: bool
    joined: bool

    @property
    def viewer(self) -> Viewer:
        """What this guest is sent."""
        return Viewer(self.seat, self.language, self.host)

    def speaker(self, seating: Seating) -> Speaker:
        """What this guest may say, given whose phones are there."""
        return Speaker(self.seat, self.host, seating.taken())


class Seating:
    """Which client holds which seat. A cookie alone claims a seat only while nobody holds it."""

    def __init__(self, seats: int) -> None:
        self._lock = threading.Lock()
        self._seats = seats
        self._holder: dict[int, str] = {}
        self._freed: set[tuple[int, str]] = set()

    def resize(self, seats: int) -> None:
        """Another game has another number of seats; those beyond it watch."""
        with self._lock:
            self._seats = seats
            self._holder = {s: c for s, c in self._holder.items() if s < seats}

    def take(self, seat: int | None, client: str) -> None:
        """Sit down (None: get up and watch); a seat of someone else is refused."""
        with self._lock:
            if seat is not None:
                self._check(seat, client)
            self._holder = {s: c for s, c in self._holder.items() if c != client}
            if seat is not None:
                self._freed.discard((seat, client))
                self._holder[seat] = client

    def free(self, seat: int) -> None:
        """The host takes a seat back from a phone that went home."""
        with self._lock:
            client = self._holder.pop(seat, None)
            if client is not None:
                self._freed.add((seat, client))

    def seat_of(self, client: str, claimed: int | None) -> int | None:
        """The seat a cookie's claim is worth now; after a restart it is worth itself."""
        if claimed is None:
            return None
        with self._lock:
            if claimed >= self._seats or (claimed, client) in self._freed:
                return None
            return claimed if self._holder.setdefault(claimed, client) == client else None

    def taken(self) -> frozenset[int]:
        """The seats somebody holds."""
        with self._lock:
            return frozenset(self._holder)

    def _check(self, seat: int, client: str) -> None:
        if not 0 <= seat < self._seats:
            raise Refused(Kind.BAD, "refused.no-such-seat", {"seat": seat})
        if self._holder.get(seat, client) != client:
            raise Refused(Kind.STALE, "refused.seat-taken", {"seat": seat})


def guest_from(session: SessionMixin, request: Request, seating: Seating) -> Guest:
    """Read the guest from the signed cookie, giving a new phone its client id."""
    if "client" not in session:
        session["client"] = secrets.token_urlsafe(12)
        session.permanent = True
    client = session["client"]
    return Guest(
        client=client,
        seat=seating.seat_of(client, session.get("seat")),
        language=session.get("language") or preferred_language(request),
        host=bool(session.get("host")),
        joined=bool(session.get("joined")),
    )


def preferred_language(request: Request) -> str:
    """The first language of the browser that we speak."""
    return request.accept_languages.best_match(LANGUAGES, default="en") or "en"


def is_host_key(given: str | None, key: str) -> bool:
    """Compare without telling by the time taken how much was right."""
    return bool(given) and hmac.compare_digest(str(given).encode(), key.encode())
