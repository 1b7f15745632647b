"""Who asks: a phone is known by a random token in a cookie, of which only the hash is kept.

A token says nothing and has no end, so a clock that goes wrong signs nobody out. A phone gets one
when it is let in or becomes host; an answer to anything else sets no cookie.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask, Request, Response, g, request

from rules.rights import Speaker
from rules.words import LANGUAGES
from web.limits import Regulars
from web.live.hub import Viewer
from web.who.hosts import Hosts
from web.who.presence import Presence
from web.who.seating import Seating
from web.who.tokens import hashed, is_token, new_token

COOKIE = "castellan"
LANGUAGE_COOKIE = "castellan-language"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest that browsers keep one
SAME_SITE = "Lax"  # a link from elsewhere, such as a scanned code, still finds the phone's seat
STRANGER = ""


@dataclass(frozen=True)
class Guest:
    """One phone as its cookie, the seating and the list of hosts tell it."""

    phone: str  # the hash of its token
    seat: int | None
    language: str
    host: bool
    inside: bool

    @property
    def viewer(self) -> Viewer:
        """What this guest is sent."""
        return Viewer(self.seat, self.language, self.host)

    def speaker(self, seating: Seating) -> Speaker:
        """What this guest may say, given whose phones are there."""
        return Speaker(self.seat, self.host, seating.present())


@dataclass(frozen=True)
class Book:
    """Everything that says who a phone is."""

    seating: Seating
    hosts: Hosts
    presence: Presence
    regulars: Regulars = field(default_factory=Regulars)

    def guest(self, phone: str, language: str) -> Guest:
        """The guest with this phone, as things stand now."""
        host = self.hosts.is_host(phone)
        inside = host or self.seating.is_inside(phone)
        seat = self.seating.seat_of(phone) if inside else None
        return Guest(phone, seat, language, host, inside)

    def is_host(self, cookies: Mapping[str, str]) -> bool:
        """Whether these are the cookies of a host."""
        return self.hosts.is_host(phone_of(cookies))

    def greet(self, asked: Request) -> Guest:
        """The guest who sent a request; one who belongs here was seen just now."""
        guest = self.guest(phone_of(asked.cookies), language_of(asked))
        phone = guest.phone
        if guest.host or guest.seat is not None:
            self.regulars.saw(asked.remote_addr or "?")
        if guest.inside and phone:
            self.presence.saw(phone)
        if guest.host:
            self.hosts.saw(phone)
        return guest


def phone_of(cookies: Mapping[str, str]) -> str:
    """The phone that has these cookies, as the hash of its token."""
    token = cookies.get(COOKIE, "")
    return hashed(token) if is_token(token) else STRANGER


def language_of(asked: Request) -> str:
    """The language this phone chose, else the first of its browser that we speak."""
    chosen = asked.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    return browsers_language(asked)


def browsers_language(asked: Request) -> str:
    """The first language of a browser that we speak; that of Geneva, fr-CH, is French."""
    wanted = (tag.partition("-")[0].lower() for tag, share in asked.accept_languages if share)
    return next((language for language in wanted if language in LANGUAGES), "en")


def phone_id() -> str:
    """The hash for the phone that asks, which gets a token now if it has none."""
    guest: Guest = g.guest
    if guest.phone != STRANGER:
        return guest.phone
    if "new_token" not in g:
        g.new_token = new_token()
    return hashed(g.new_token)


def choose_language(language: str) -> None:
    """Have this phone remember a language."""
    g.new_language = language


def install(app: Flask) -> None:
    """Have every answer carry the cookies that were given while it was made."""
    app.after_request(_with_cookies)


def _with_cookies(response: Response) -> Response:
    given = {COOKIE: g.get("new_token"), LANGUAGE_COOKIE: g.get("new_language")}
    for name, value in given.items():
        if value is not None:
            response.set_cookie(
                name, value, max_age=COOKIE_SECONDS, httponly=True, samesite=SAME_SITE
            )
    return response


def address() -> str:
    """Where the request came from: it slows guessing and gives no rights."""
    return request.remote_addr or "?"
