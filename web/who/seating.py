"""Who was let in to the game on the table, and who sits where; a restart changes nothing.

A phone is known by the hash of the token in its cookie. What lets it in is the table's token,
new with each game, which the code at the table carries, or a short code typed by hand.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules.refused import Kind, Refused
from rules.values import Json
from web.who.keep import Keep
from web.who.presence import Presence
from web.who.tokens import new_code, new_table_token, plain, same

MOST_PHONES = 400  # let in to one game; then those that left longest ago go
MOST_GAMES = 8  # of which it is known who sat where, should one be gone on with
NOBODY = ""


@dataclass(frozen=True)
class Sitting:
    """One game's phones, by their hashes. `last` tells who held a seat that is empty now, and
    `earlier` the same of all seats of games before."""

    game: str = ""
    token: str = field(default_factory=new_table_token)
    code: str = field(default_factory=new_code)
    phones: tuple[str, ...] = ()
    seats: Mapping[int, str] = field(default_factory=dict)
    last: Mapping[int, str] = field(default_factory=dict)
    earlier: Mapping[str, Mapping[int, str]] = field(default_factory=dict)

    def to_json(self) -> dict[str, Json]:
        """For the file."""
        return {
            "game": self.game,
            "token": self.token,
            "code": self.code,
            "phones": list(self.phones),
            "seats": _named(self.seats),
            "last": _named(self.last),
            "earlier": {game: _named(seats) for game, seats in self.earlier.items()},
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Sitting:
        """Out of the file; one that holds something else is as good as none."""
        try:
            return cls(
                game=str(kept["game"]),
                token=str(kept["token"]),
                code=str(kept["code"]),
                phones=tuple(str(phone) for phone in kept["phones"]),
                seats=_numbered(kept["seats"]),
                last=_numbered(kept["last"]),
                earlier={str(g): _numbered(s) for g, s in kept.get("earlier", {}).items()},
            )
        except (KeyError, TypeError, ValueError, AttributeError):
            return cls()


def _named(seats: Mapping[int, str]) -> dict[str, Json]:
    return {str(seat): phone for seat, phone in seats.items()}


def _numbered(seats: Mapping[str, Any]) -> dict[int, str]:
    return {int(seat): str(phone) for seat, phone in seats.items()}


class Seating:
    """Lets phones in and gives them seats. With `open_table` everybody is let in."""

    def __init__(self, keep: Keep, presence: Presence, open_table: bool = False) -> None:
        self._lock = threading.RLock()
        self._keep = keep
        self._presence = presence
        self.open_table = open_table
        self._swapped = ""  # the command that last changed places
        self._count = 0
        self._sitting = Sitting.from_json(keep.read())
        self._inside = frozenset(self._sitting.phones)

    @property
    def game(self) -> str:
        """Which game the seats are of."""
        return self._sitting.game

    @property
    def phones(self) -> frozenset[str]:
        """All that were let in."""
        return self._inside

    @property
    def token(self) -> str:
        """What the code at the table carries."""
        return self._sitting.token

    @property
    def code(self) -> str:
        """The same to be typed by hand."""
        return self._sitting.code

    def play(self, game: str, seats: int, goes_on: bool = False) -> bool:
        """This game is on the table now; tells whether it is another one than before.

        Another one asks for the token again; when the people `goes_on` with it at once, phones
        that are there need not. In a game of earlier its seats are whose they were.
        """
        with self._lock:
            self._count = seats
            new = game != self._sitting.game
            sitting = self._next(game, goes_on) if new else self._sitting
            kept = {seat: phone for seat, phone in sitting.seats.items() if seat < seats}
            last = {seat: phone for seat, phone in sitting.last.items() if seat < seats}
            self._change(replace(sitting, seats=kept, last=last))
            return new

    def _next(self, game: str, goes_on: bool) -> Sitting:
        sitting, here = self._sitting, self._presence.here
        earlier = {name: seats for name, seats in sitting.earlier.items() if name != sitting.game}
        if held := {**sitting.last, **sitting.seats}:
            earlier[sitting.game] = held
        last = earlier.pop(game, {})
        stay = {seat: p for seat, p in sitting.seats.items() if goes_on and here(p)}
        kept = {seat: p for seat, p in stay.items() if last.get(seat, p) == p}
        return Sitting(
            game,
            phones=tuple(phone for phone in sitting.phones if goes_on and here(phone)),
            seats=kept,
            last={seat: p for seat, p in last.items() if seat not in kept},
            earlier=dict(list(earlier.items())[-MOST_GAMES:]),
        )

    def renew_code(self) -> None:
        """Make token and code of this game worthless; who is in stays in."""
        with self._lock:
            self._change(replace(self._sitting, token=new_table_token(), code=new_code()))

    def is_token(self, given: str) -> bool:
        """Whether this is the table's token."""
        return same(given, self.token)

    def is_code(self, given: str) -> bool:
        """Whether this is the table's code, as typed."""
        return same(plain(given), self.code)

    def admit(self, phone: str) -> None:
        """Let a phone in."""
        with self._lock:
            phones = [each for each in self._sitting.phones if each != phone]
            self._change(replace(self._sitting, phones=(*self._room_among(phones), phone)))

    def _room_among(self, phones: list[str]) -> list[str]:
        """These phones, without the oldest that nobody would miss when there are too many."""
        kept = set(self._sitting.seats.values())
        spare = [each for each in phones if each not in kept and not self._presence.here(each)]
        gone = set(spare[: max(0, len(phones) + 1 - MOST_PHONES)])
        return [each for each in phones if each not in gone]

    def is_inside(self, phone: str) -> bool:
        """Whether this phone was let in."""
        return self.open_table or phone in self._inside

    def take(self, seat: int | None, phone: str, begun: bool = True) -> None:
        """Sit down (None: get up and watch). Before the game has begun a seat that was left is
        as free as one that nobody held."""
        with self._lock:
            if seat is not None:
                self.check(seat, phone)
            self._seat(seat, phone, begun)

    def check(self, seat: int, phone: str) -> None:
        """Refuse a seat that is none, or that this phone may not take without being asked."""
        with self._lock:
            if not 0 <= seat < self._count:
                raise Refused(Kind.BAD, "refused.no-such-seat", {"seat": seat})
            if not self.may_take(seat, phone):
                taken = seat in self._sitting.seats
                key = "refused.seat-taken" if taken else "refused.seat-was-held"
                raise Refused(Kind.STALE, key, {"seat": seat + 1})

    def may_take(self, seat: int, phone: str) -> bool:
        """Whether this phone need not ask anybody for this seat."""
        sitting = self._sitting
        if seat in sitting.seats:
            return sitting.seats[seat] == phone
        holder = sitting.last.get(seat)
        return holder is None or holder == phone != NOBODY

    def give(self, seat: int, phone: str) -> None:
        """Those at the table say that this seat is this phone's."""
        with self._lock:
            old = self._sitting.seats.get(seat, phone)
            if old != phone and not self._presence.here(old):
                self._turn_out(old)
            self._seat(seat, phone, begun=True)

    def swap(self, one: int, other: int, command: str) -> None:
        """Two phones change places, or one goes to a free seat; a repeated command does nothing."""
        with self._lock:
            if command == self._swapped:
                return
            self._swapped, places = command, {one: other, other: one}
            seats = {places.get(s, s): p for s, p in self._sitting.seats.items()}
            last = {places.get(s, s): p for s, p in self._sitting.last.items()}
            self._change(replace(self._sitting, seats=seats, last=last))

    def free(self, seat: int) -> None:
        """Take a seat from a phone and send that phone away."""
        with self._lock:
            phone = self._sitting.seats.get(seat)
            if phone is None:
                return
            self._seat(None, phone, begun=True)
            self._turn_out(phone)
            self._change(replace(self._sitting, last={**self._sitting.last, seat: NOBODY}))

    def _turn_out(self, phone: str) -> None:
        phones = tuple(each for each in self._sitting.phones if each != phone)
        self._change(replace(self._sitting, phones=phones))

    def _seat(self, seat: int | None, phone: str, begun: bool) -> None:
        sitting = self._sitting
        left = {s: p for s, p in sitting.seats.items() if p == phone and s != seat}
        seats = {s: p for s, p in sitting.seats.items() if p != phone}
        last = {**sitting.last, **(left if begun else {})}
        if seat is not None:
            seats[seat] = phone
            last.pop(seat, None)
        self._change(replace(sitting, seats=seats, last=last))

    def _change(self, sitting: Sitting) -> None:
        if sitting != self._sitting:
            self._sitting = sitting
            self._inside = frozenset(sitting.phones)
            self._keep.write(sitting.to_json())

    def seat_of(self, phone: str) -> int | None:
        """The seat this phone holds."""
        seats = self._sitting.seats
        return next((s for s, p in seats.items() if p == phone and s < self._count), None)

    def holder(self, seat: int) -> str | None:
        """The phone that holds a seat."""
        return self._sitting.seats.get(seat)

    def taken(self) -> frozenset[int]:
        """The seats somebody holds."""
        return frozenset(self._sitting.seats)

    def present(self) -> frozenset[int]:
        """The seats whose phone is there."""
        here = self._presence.here
        return frozenset(seat for seat, phone in self._sitting.seats.items() if here(phone))

    def away(self) -> frozenset[int]:
        """The seats whose phone is not there."""
        return self.taken() - self.present()
