"""A game in which any event may be anybody's, secret or shown: every case of a right by itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from flask import Flask
from flask.testing import FlaskClient

from device.panel.panel import Panel
from device.records.journal import Evidence, Journal
from device.table.questions import Doubts, Fault, Question
from device.table.service import TableService
from rules import games
from rules.codec import Codec, within
from rules.referee import Accepted, Play
from rules.rights import NOBODY, TABLE, Role, Whose
from rules.values import Answer, Json, Legality, Message, Ruling, Score
from vision.stories.story import Story
from web.app import create_app
from web.limits import UNLIMITED
from web.routes import panel

OWN, THERE, AWAY = 0, 1, 2  # seats: the speaker's, one with a phone that is there, one without
OWNERS: dict[Whose, int | None] = {
    Whose.OWN: OWN,
    Whose.ANYBODY: None,
    Whose.THERE: THERE,
    Whose.AWAY: AWAY,
    Whose.DEVICE: NOBODY,
}
PICTURE = b"\xff\xd8 a picture"


@dataclass(frozen=True, slots=True)
class Note:
    """Something told; `shows` turns over what was hidden, `wrong` breaks a rule."""

    number: int
    owner: Annotated[int, within(NOBODY, 99)] | None = None
    secret: bool = False
    shows: bool = False
    wrong: bool = False


NOTES: Codec[Note] = Codec([Note])


@dataclass(frozen=True)
class Notes:
    """All that was told; the first note lays the table out."""

    players: int
    told: tuple[Note, ...] = ()

    @property
    def phase(self) -> str:
        return "play" if self.told else "setup"


class Toy:
    """The game protocol, as small as it can be."""

    name, players, options, version = "toy", range(2, 5), (), "toy-1"

    def start(self, players: int, options: Any = None, box: Any = None) -> Notes:
        return Notes(players)

    def legal(self, position: Notes, event: Note) -> Legality:
        wrong = (Ruling("referee.not-understood"),) if event.wrong else ()
        return Legality(Answer.NO if wrong else Answer.YES, wrong)

    def apply(self, position: Notes, event: Note) -> Notes:
        return replace(position, told=(*position.told, event))

    def actions(self, position: Notes) -> list[Note]:
        number = len(position.told) + 50
        return [Note(number, who, hidden) for who in OWNERS.values() for hidden in (False, True)]

    def matching(self, position: Notes, claim: Any) -> list[Note]:
        return []

    def view(self, position: Notes, seat: int | None) -> dict[str, Json]:
        return {"told": [self.shown(position, event, seat) for event in position.told]}

    def score(self, position: Notes) -> Score:
        return Score((0,) * position.players, ({},) * position.players)

    def hints(self, position: Notes, seat: int | None, level: str = "") -> list[Any]:
        return []

    def describe(self, position: Notes, event: Note, seat: int | None = None) -> Any:
        return (Message("referee.not-understood"),)

    def shown(self, position: Notes, event: Note, seat: int | None) -> dict[str, Json]:
        data = self.event_to_json(event)
        known = event.owner is not None and event.owner == seat
        hidden = event.secret and not event.shows and not known
        return {"type": "note", "owner": event.owner} if hidden else data

    def actor(self, position: Notes, event: Note) -> int | None:
        return event.owner

    def secret(self, event: Note) -> bool:
        return event.secret

    def followed(self, position: Notes, event: Note, seat: int | None = None) -> Any:
        return ()

    def known(self, position: Notes, seat: int | None) -> Notes:
        return position

    def deal(self, position: Notes, seed: int) -> None:
        return None

    def chance(self, position: Notes) -> list[Note]:
        return []

    def learned(self, position: Notes) -> dict[str, Json]:
        return {}

    event_to_json = staticmethod(NOTES.write)
    event_from_json = staticmethod(NOTES.read)


GAME = Toy()


@dataclass
class Ear:
    """A microphone of which anything can be denied."""

    denied: int = 0
    deniable: bool = True

    def calibrate(self, step: str) -> None: ...
    def deny(self, by: Evidence) -> None:
        self.denied += 1

    def to_json(self) -> Json:
        return None


@dataclass
class House:
    """A toy table behind the real web, with a phone for each role at it."""

    table: TableService
    app: Flask
    phones: dict[Role, FlaskClient] = field(default_factory=dict)
    count: int = 0

    def play(self, event: Note) -> int:
        """Something happens, seen by the camera; its record's number."""
        outcome = self.table.referee.propose(event)
        record = outcome.record if isinstance(outcome, Accepted) else Play(event)
        with self.table.changes():
            return self.table.write(record, Evidence({"by": "camera"}, PICTURE))

    def anew(self) -> None:
        """Another game at this table, laid out; the phones stay where they are."""
        with self.table.changes():
            self.table.new_game(dict(self.table.stored.about))
        self.play(Note(0))

    def phone(self, seat: int | None = None, host: bool = False) -> FlaskClient:
        """A browser on the network that signed in."""
        client = self.stranger()
        web = self.app.extensions["castellan"]
        assert client.get(f"/join?t={web.seating.token}").location == "/join"
        if host:
            assert client.get(f"/?host={web.hosts.one_time(None)}").location == "/"
        assert client.post("/api/join", json={"seat": seat}).status_code == 200
        return client

    def stranger(self) -> FlaskClient:
        """A browser on the network."""
        client = self.app.test_client()
        client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
        return client

    def sit(self, *roles: Role, there: bool = True) -> None:
        """Let phones come: one for each role, on seat OWN where it has one, and one at THERE."""
        if there:
            self.other = self.phone(THERE)
        made = {
            Role.STRANGER: self.stranger,
            Role.WATCHER: self.phone,
            Role.SEAT: lambda: self.phone(OWN),
            Role.HOST: lambda: self.phone(OWN, host=True),
        }
        self.phones = {role: made[role]() for role in roles if role in made}

    def do(self, role: Role, name: str, /, **said: Any) -> int:
        """A command of that role; the status it is answered with."""
        self.count += 1
        command = {"id": f"cmd{self.count:05}", "version": self.table.version, "do": name, **said}
        if role is Role.TABLE:
            return self._wired(command)
        answer = self.phones[role].post("/api/do", json=command)
        self.answer = answer.get_json()
        return int(answer.status_code)

    def _wired(self, command: dict[str, Any]) -> int:
        from rules.refused import Refused
        from web.errors import STATUS

        try:
            self.answer = self.table.do(command, TABLE)
        except Refused as refusal:
            return int(STATUS[refusal.kind])
        return 200

    def asks(self, *stories: tuple[Note, ...]) -> str:
        """A question is open; its id."""
        told = tuple(Story(story, 0.5, None) for story in stories)
        with self.table.changes():
            self.table._findings.set(Doubts(question=Question("q1000001", told, PICTURE)))
        return "q1000001"

    def objects(self, event: Note) -> int:
        """An open ruling; its number."""
        story, rulings = Story((event,), 0.9, None), GAME.legal(Notes(3), event).rulings
        with self.table.changes():
            self.table._findings.set(Doubts(fault=Fault(1_000_001, story, rulings, PICTURE)))
        return 1_000_001

    def seen(self) -> tuple[Any, ...]:
        """Everything a refused command must leave as it was."""
        table = self.table
        about = dict(table.names), table.hint_level, table.proofs, table.stored.id
        return table.referee.records, table.doubts, table.requests, *about


@contextmanager
def house(folder: Path, monkeypatch: Any) -> Iterator[House]:
    """A toy table that was laid out, with a journal of its own."""
    monkeypatch.setitem(games.GAMES, "toy", GAME)
    about = {"game": "toy", "players": 3, "options": {}, "box": {}, "names": ["Ada", "Ben", "Cy"]}
    with Journal(folder / "journal.db") as journal:
        journal._db.execute("PRAGMA synchronous=OFF")  # no power is cut here
        table = TableService(journal, journal.start_game(about), lambda *_: None)
        app = create_app(table, join_url="http://x/", limits=UNLIMITED)
        panel.install(app, Panel(table))
        made = House(table, app)
        made.play(Note(0))
        yield made
