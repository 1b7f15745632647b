"""What every request needs: the table, its listeners, who asks, and what he may do."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

from flask import (
    current_app,
    g,
    has_request_context,
    request,
)

from rules.refused import Kind, Refused
from rules.rights import Deed, Right, Speaker, right
from rules.values import Json
from web.commands import MAX_BYTES
from web.gate import LOCAL, Gate, is_number, sayable
from web.limits import Buckets, Limits
from web.live.hub import Hub, Viewer
from web.table import Table
from web.who.claims import Claim, Claims
from web.who.guests import Book, Guest
from web.who.keep import Memory
from web.who.players import Players
from web.who.tokens import hashed
from web.who.tries import Tries
from web.words import say

Clock = Callable[[], float]
Addresses = Callable[[], Sequence[str]]  # how those of the dashboard begin now, the best one first
EXTENSION = "castellan"
EVENTS_STREAMED = 12


class WebContext:
    """What every request needs: the table, its listeners, and who sits where."""

    def __init__(
        self,
        table: Table,
        book: Book,
        addresses: Addresses,
        hub: Hub,
        gate: Gate,
        clock: Clock,
        limits: Limits,
    ) -> None:
        self.table, self.book, self.addresses = table, book, addresses
        self.seating, self.hosts, self.presence = book.seating, book.hosts, book.presence
        self.claims = Claims(book.seating, book.presence, book.hosts.phones, clock)
        self.tries = Tries(clock)  # of the table's code
        self.host_tries = Tries(clock)  # apart, since guests know the table's code
        self.regulars = book.regulars
        self.limits = limits
        self.commands = Buckets(limits.commands, clock)
        self.joins = Buckets(limits.joins, clock)
        self.faults = Buckets(limits.faults, clock)
        self.hub, self.gate = hub, gate
        self.uploads: dict[str, int] = {}  # addresses where a host may send more, and how much
        self.upload_folder: Path | None = None
        self.players = Players(Memory())
        self.wifi = ""  # what a code for the Wi-Fi says, if the table shows one
        hub.look_around = self.look_around
        self._told: object = None
        self._moves = 0
        self.count_seats()

    @property
    def url(self) -> str:
        """Where the dashboard is now: as whoever asks came here, if a phone can come so too."""
        came = self._came_by() if has_request_context() else None
        return came or self.addresses()[0]

    @url.setter
    def url(self, url: str) -> None:
        self.addresses = _fixed(url)

    def other_urls(self) -> list[str]:
        """Where it is to be found as well."""
        return [each for each in self.addresses() if each != self.url]

    def _came_by(self) -> str | None:
        """The address in the request, which the gate has checked: through a proxy, or a number
        that leads here also from elsewhere.
        """
        if self.gate.is_proxy(request.host):
            return self.gate.proxy
        name = urlsplit(f"//{request.host}").hostname or ""
        return f"http://{request.host}" if is_number(name) and name not in LOCAL else None

    @property
    def join_url(self) -> str:
        """What the code at the table says: it lets a phone in and leads to the seats."""
        return f"{self.url}/join?t={self.seating.token}"

    def whole_state(self, viewer: Viewer) -> str:
        """Everything this viewer may see, all events included."""
        return render_state(self, viewer)

    def moved(self) -> None:
        """Other addresses lead here than before."""
        self._moves += 1
        self.hub.publish()

    @property
    def sign(self) -> str:
        """Another one whenever another address or code leads in: pages that show them look anew."""
        return f"{self._moves}.{hashed(self.seating.token)[:8]}"

    def count_seats(self, goes_on: bool = False) -> None:
        """Learn which game is on the table, and how many seats it has."""
        if self.seating.play(self.table.evening(), self.table.seats(), goes_on):
            self.claims.forget()

    def hear(self, version: int) -> None:
        """The table changed."""
        self.count_seats(goes_on=True)
        self.hub.publish(version)

    def most_bytes(self, path: str, cookies: Mapping[str, str]) -> int:
        """How long a body may be that is sent to this address by who has these cookies."""
        most = self.uploads.get(path, MAX_BYTES)
        return most if self.book.is_host(cookies) else MAX_BYTES

    def look_around(self) -> None:
        """Tell the phones when somebody went away or came back, or has waited long enough."""
        self.claims.settle()
        seating, claims = self.seating, self.claims
        seen = (seating.away(), claims.open(), claims.moved(), self.hosts.news())
        if seen != self._told:
            first, self._told = self._told is None, seen
            if not first:
                self.hub.publish()


def _fixed(address: str) -> Addresses:
    """An address that never changes; that of the joining page means the same."""
    url = address.rstrip("/").removesuffix("/join")
    return lambda: [url]


def render_state(web: WebContext, viewer: Viewer, newest: int | None = None) -> str:
    """The state as one JSON text for every phone that looks like this viewer.

    With `newest` only so many events are told, since they are most of the bytes of a long game.
    """
    state = dict(web.table.snapshot(viewer.speaker, viewer.language))
    events = cast(list[Json], state.get("events") or [])
    state["events_told"] = len(events)
    state["events"] = events if newest is None else events[-newest:]
    seats = cast(list[dict[str, Json]], state.get("seats") or [])
    taken, away = web.seating.taken(), web.seating.away()
    state["seats"] = [
        {**seat, "joined": seat["seat"] in taken, "away": seat["seat"] in away} for seat in seats
    ]
    state["host"] = viewer.host
    state["sign"] = web.sign
    names = {cast(int, seat["seat"]): str(seat["name"]) for seat in seats}
    state["asking"] = _asking(web.claims.open(), viewer, names)
    notices = cast(list[Json], state.get("notices") or [])
    state["notices"] = [*notices, *_news(web, viewer.language, names)]
    # Neither a text nor a fact that is none may blank the phones: it alone is lost.
    told = json.dumps(state, separators=(",", ":"), ensure_ascii=False, default=lambda _: None)
    return sayable(told)


def _asking(claims: list[Claim], viewer: Viewer, names: dict[int, str]) -> list[Json]:
    """Phones that ask for a seat, for those who can say yes."""
    if viewer.seat is None and not viewer.host:
        return []
    return [
        {
            "id": claim.id,
            "seat": claim.seat,
            "text": say(
                viewer.language,
                "claim.asks" if claim.name else "claim.asks-unnamed",
                {"name": claim.name, "seat": names.get(claim.seat, "?")},
            ),
            "decides": viewer.host or viewer.seat == claim.seat,
            "said": viewer.seat in claim.yes,
        }
        for claim in claims
    ]


def _news(web: WebContext, language: str, names: dict[int, str]) -> list[str]:
    """What everybody hears for a while: whose seat went to another phone, and who became host."""
    moved = [
        say(language, "claim.moved", {"name": names.get(seat, "?")}) for seat in web.claims.moved()
    ]
    return moved + [say(language, "host.new", {"name": name}) for name in web.hosts.news()]


def current_web() -> WebContext:
    """The web of the running request."""
    return cast(WebContext, current_app.extensions[EXTENSION])


def current_guest() -> Guest:
    """Who sends the running request."""
    return cast(Guest, g.guest)


def speaker() -> Speaker:
    """What this phone may say and see, as the table asks for it."""
    guest, web = current_guest(), current_web()
    hosted = any(map(web.presence.here, web.hosts.phones()))
    return replace(guest.speaker(web.seating), joined=guest.inside, hosted=hosted)


def not_too_often(buckets: Buckets, key: str) -> None:
    """Count one more, or refuse it and say when to come back."""
    wait = buckets.take(key)
    if wait:
        raise Refused(Kind.OFTEN, "refused.often", {"seconds": int(wait) + 1})


def only_for_players() -> None:
    """Refuse a phone to which the table leaves nothing to tell."""
    if right(Deed.TELL, speaker()) is Right.NO:
        raise Refused(Kind.FORBIDDEN, "refused.spectator")


def only_for_hosts() -> None:
    """Refuse a phone that may not care for the table."""
    if right(Deed.CARE, speaker()) is Right.NO:
        raise Refused(Kind.FORBIDDEN, "refused.host-only")
