"""A table without camera or journal: Kilt Castle played at random, with all a phone shows."""

from __future__ import annotations

import random
import struct
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, cast

from rules.ending import ending, places
from rules.errors import CastellanError
from rules.kilt import CARDS, COLOURS, GAME, Build, Event, Move, Phase, Position, Roof, SetUp
from rules.referee import Entry as Judged
from rules.refused import Kind, Refused
from rules.rights import Deed, Right, Speaker, right
from rules.values import Json, Message, Ruling
from rules.words.wording import say as say_rule
from web.words import say

WATER = ((0, 0), (0, 1), (1, 0))
NAMES = ("Anna", "Bruno", "Carla", "David")
STACKS = {2: (4, 3, 2, 1), 3: (3, 2, 1), 4: (4, 3, 2, 1)}
FIRST_POSITION = 16
RINGED = "c3"  # the square of a ruling


def _shot(name: str) -> Json:
    """A picture of a crop with its ring."""
    outline: list[Json] = [[0.33, 0.33], [0.66, 0.33], [0.66, 0.66], [0.33, 0.66]]
    return {"picture": name, "rings": [{"outline": outline, "kind": "square", "text": RINGED}]}


@dataclass(frozen=True)
class Entry:
    """One effective event of the fake's history."""

    number: int
    event: Event
    told: tuple[Message, ...] = ()
    rulings: tuple[Ruling, ...] = ()


@cache
def picture_png(width: int = 320, height: int = 240) -> bytes:
    """A small picture with a green board on a brown table."""

    def pixel(x: int, y: int) -> tuple[int, int, int]:
        inside = width // 4 < x < width * 3 // 4 and height // 8 < y < height * 7 // 8
        return (70, 120 + (x // 20 + y // 20) % 2 * 20, 50) if inside else (150, 110 + y // 8, 70)

    lines = (b"\0" + bytes(v for x in range(width) for v in pixel(x, y)) for y in range(height))
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(b"".join(lines))),
        (b"IEND", b""),
    ]
    chunks = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def random_set_up(dice: random.Random, players: int) -> SetUp:
    """A legal set-up: singles in the deep stack, doubles shuffled until no colour crowds one."""
    colours = COLOURS[: 3 if players == 3 else 4]
    seats = [(c,) for c in colours] if players > 2 else [colours[:2], colours[2:]]
    doubles = [CARDS[a][b] for i, a in enumerate(colours) for b in colours[i + 1 :]]
    start = GAME.start(players)
    while True:
        dice.shuffle(doubles)
        cards = [CARDS[c][c] for c in colours] + [
            card if dice.random() < 0.5 else card.turned() for card in doubles
        ]
        rows, at = {}, 0
        for place, size in enumerate(STACKS[players], FIRST_POSITION):
            rows[place], at = cards[at : at + size], at + size
        event = SetUp.laid(rows, WATER, seats)
        if GAME.legal(start, event):
            return event


def _happened(position: Position, event: Event) -> tuple[Message, ...]:
    return (*GAME.describe(position, event), *GAME.followed(position, event))


class FakeTable:
    """Implements `web.table.Table`; tests drive it with `play`, `ask`, `rule` and `see`."""

    recording = False

    def __init__(self, seed: int = 1, players: int = 4) -> None:
        self._lock = threading.RLock()
        self._listeners: list[Callable[[int], None]] = []
        self._answers: dict[str, dict[str, Json]] = {}
        self.version = 1
        self.evenings = 0
        self.done: list[Mapping[str, Json]] = []
        self._begin(seed, players)

    def _begin(self, seed: int, players: int) -> None:
        self.evenings += 1
        self.dice = random.Random(seed)
        self.players = players
        self.names = list(NAMES[:players])
        self.entries: list[Entry] = []
        self.undone: list[Entry] = []
        self.question: dict[str, Any] | None = None
        self.notices: list[Json] = []
        self.rulings: list[Ruling] = []
        self.ruled: int | None = None  # whom they concern
        self.misfits: list[int] = []
        self.again: set[int] = set()
        self.corrections: list[Json] = []
        self.sight = "still"
        self.camera = "ok"
        self.important = self.version
        self.position = GAME.start(players)
        self._append(random_set_up(self.dice, players))

    # ---- driven by tests ---------------------------------------------------------------------

    def play(self, events: int = 1) -> None:
        """Play so many random legal events."""
        with self._lock:
            for _ in range(events):
                choices = GAME.actions(self.position)
                physical = [c for c in choices if isinstance(c, Move | Build | Roof)]
                if not physical:
                    break
                self._append(self.dice.choice(physical))
        self.changed(important=True)

    def play_until(self, done: Callable[[Position], bool]) -> None:
        """Play until the position is as wished."""
        while not done(self.position) and self.position.phase is not Phase.FINISHED:
            self.play()

    def ask(self) -> None:
        """Ask which of two events happened."""
        with self._lock:
            first, *rest = [e for e in GAME.actions(self.position) if isinstance(e, Move | Build)]
            other = next(
                (e for e in rest if getattr(e, "square", e) != getattr(first, "square", 0)), first
            )
            self.question = {"id": f"q{self.version}", "events": [first, other]}
        self.changed(important=True)

    def rule(self, seat: int | None = None) -> None:
        """Show an illegal move that waits to be put right, of one seat or of anybody."""
        with self._lock:
            self.ruled = seat
            card = next(c for row in self.position.rows for c in row if not c.single)
            illegal = Move(card, self.position.front)
            self.rulings = list(GAME.legal(self.position, illegal).rulings)
        self.changed(important=True)

    def see(self, sight: str, camera: str = "ok") -> None:
        """The camera's state changes, the game does not."""
        self.sight, self.camera = sight, camera
        self.changed()

    def changed(self, important: bool = False) -> None:
        with self._lock:
            self.version += 1
            if important:
                self.important = self.version
            listeners, version = list(self._listeners), self.version
        for listener in listeners:
            listener(version)

    # ---- Table ---------------------------------------------------------------------------------

    def evening(self) -> str:
        return str(self.evenings)

    def seats(self) -> int:
        return len(self.names)

    def usual(self, game: str) -> dict[str, Json]:
        return {"books": "told"} if game == "appenzell" else {}

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        with self._lock:
            return {
                "version": self.version,
                "game": "kilt",
                "language": language,
                "seat": speaker.seat,
                "seats": self._seats(),
                "view": GAME.view(self.position, speaker.seat),
                "due": self._due(language),
                "events": [self._entry(entry, language) for entry in self.entries],
                "corrections": list(self.corrections),
                "rulings": self._rulings(language),
                "question": self._question(language),
                "notices": list(self.notices),
                "misfits": [{"number": n, "text": str(n), "rulings": []} for n in self.misfits],
                "sight": {"state": self.sight, "text": self.sight.replace("-", " ")},
                "camera": {"name": "fake", "state": self.camera, "text": f"camera {self.camera}"},
                "score": self.snapshot_score(),
                "again": sorted(self.again),
                "can": {"undo": len(self.entries) > 1, "redo": bool(self.undone)},
                "options": dict(self.position.options.named()),
            }

    def ending(self, speaker: Speaker, language: str) -> dict[str, Json] | None:
        with self._lock:
            score = GAME.score(self.position)
            if score.winners is None:
                return None
            found = ending(GAME, self._plays())
            lines = {entry.number: self._entry(entry, language) for entry in self.entries}
            whens = [cast(float, line["when"]) for line in lines.values()]
            return {
                "game": "kilt",
                "began": min(whens),
                "ended": max(whens),
                "events": len(lines),
                "seats": self._seats(),
                "winners": list(score.winners),
                "totals": list(score.totals),
                "parts": [dict(parts) for parts in score.parts],
                "sums": list(GAME.sums),
                "places": list(found.places),
                "course": [list(totals) for totals in found.course],
                "moments": [
                    {"kind": each.kind, "seat": each.seat, "gain": each.gain, **lines[each.number]}
                    for each in found.moments
                ],
            }

    def snapshot_score(self) -> dict[str, Any]:
        """Who has what, also before the end."""
        score = GAME.score(self.position)
        return {
            "finished": score.winners is not None,
            "winners": None if score.winners is None else list(score.winners),
            "totals": list(score.totals),
            "parts": [dict(parts) for parts in score.parts],
            "sums": list(GAME.sums),
            "places": list(places(score)),
        }

    def _plays(self) -> Iterator[tuple[Position, Judged[Event], Position]]:
        before = GAME.start(self.players)
        for entry in self.entries:
            after = GAME.apply(before, entry.event)
            yield before, Judged(entry.number, entry.event, bool(entry.rulings)), after
            before = after

    def do(
        self, command: Mapping[str, Json], speaker: Speaker, language: str = "en"
    ) -> dict[str, Json]:
        with self._lock:
            if command["id"] in self._answers:
                return self._answers[str(command["id"])]
            name = str(command["do"])
            if name not in ("name", "new") and int(str(command["version"])) < self.important:
                raise Refused(Kind.STALE, "refused.stale")
            getattr(self, f"_do_{name}")(command, speaker.seat)
            self.done.append(command)
            self.changed(important=name != "name")
            answer: dict[str, Json] = {"ok": True, "version": self.version}
            if name == "undo":
                answer["text"] = "undone"
            self._answers[str(command["id"])] = answer
            return answer

    def choices(
        self, number: int, speaker: Speaker, language: str, purpose: str = "amend"
    ) -> list[dict[str, Json]]:
        with self._lock:
            before = self.position if purpose == "claim" else self._before(number)
            events = [e for e in GAME.actions(before) if isinstance(e, Move | Build | Roof)]
            texts = [self._told(GAME.describe(before, event), language) for event in events]
            return [
                {"id": str(at), "text": text, "event": GAME.event_to_json(event), "legal": True}
                for at, (event, text) in enumerate(zip(events, texts, strict=True))
            ]

    def judge(self, event: Mapping[str, Json], speaker: Speaker, language: str) -> dict[str, Json]:
        legality = GAME.legal(self.position, GAME.event_from_json(dict(event)))
        return {"answer": legality.answer.value, "rulings": []}

    def preview(
        self, command: Mapping[str, Json], speaker: Speaker, language: str
    ) -> dict[str, Json]:
        with self._lock:
            kept = self.entries, self.undone, self.misfits
            try:
                getattr(self, f"_do_{command['do']}")(command, speaker.seat)
                then = self.snapshot(speaker, language)
            finally:
                self._fold(kept[0])
                self.entries, self.undone, self.misfits = kept
            return {name: then[name] for name in ("view", "score", "due", "misfits")}

    def listen(self, callback: Callable[[int], None]) -> Callable[[], None]:
        self._listeners.append(callback)
        return lambda: self._listeners.remove(callback)

    def picture(self, name: str, speaker: Speaker) -> bytes | None:
        deed = Deed.SEE_CAMERA if name == "camera" else Deed.SEE_PROOFS
        if right(deed, speaker) is Right.NO:
            raise Refused(Kind.FORBIDDEN, "refused.no-proofs")
        return picture_png() if name == "camera" or name.startswith("evidence-") else None

    # ---- commands ------------------------------------------------------------------------------

    def _do_answer(self, command: Mapping[str, Json], seat: int | None) -> None:
        if self.question is None or self.question["id"] != command["question"]:
            raise Refused(Kind.UNKNOWN, "refused.no-question")
        events = self.question["events"]
        if command["choice"] not in [str(at) for at in range(len(events))]:
            raise Refused(Kind.BAD, "refused.field", {"field": "choice"})
        self.question = None
        self._append(events[int(str(command["choice"]))])

    def _do_undo(self, command: Mapping[str, Json], seat: int | None) -> None:
        if len(self.entries) < 2:
            raise Refused(Kind.STALE, "refused.nothing-to-undo")
        self.undone.append(self.entries[-1])
        self._fold(self.entries[:-1])

    def _do_redo(self, command: Mapping[str, Json], seat: int | None) -> None:
        if not self.undone:
            raise Refused(Kind.STALE, "refused.nothing-to-redo")
        self._fold([*self.entries, self.undone.pop()])

    def _do_amend(self, command: Mapping[str, Json], seat: int | None) -> None:
        self._before(int(str(command["number"])))
        event = self._event(command)
        self._fold(
            [replace(e, event=event) if e.number == command["number"] else e for e in self.entries]
        )

    def _do_void(self, command: Mapping[str, Json], seat: int | None) -> None:
        self._before(int(str(command["number"])))
        self._fold([e for e in self.entries if e.number != command["number"]])

    def _do_insert(self, command: Mapping[str, Json], seat: int | None) -> None:
        self._before(int(str(command["before"])))
        at = next(i for i, e in enumerate(self.entries) if e.number == command["before"])
        new = Entry(self._next_number(), self._event(command))
        self._fold([*self.entries[:at], new, *self.entries[at:]])

    def _do_stand(self, command: Mapping[str, Json], seat: int | None) -> None:
        if command["number"] != 1 or not self.rulings:
            raise Refused(Kind.UNKNOWN, "refused.no-such-event")
        self.rulings = []

    def _do_claim(self, command: Mapping[str, Json], seat: int | None) -> None:
        self._append(self._event(command))

    def _do_roll(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.no-die")

    def _do_hints(self, command: Mapping[str, Json], seat: int | None) -> None:
        self.hints = str(command["level"])

    def _do_senses(self, command: Mapping[str, Json], seat: int | None) -> None:
        self.senses = command["senses"] == "on"

    def _do_calibrate(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.BAD, "refused.field", {"field": "step"})

    def _do_rematch(self, command: Mapping[str, Json], seat: int | None) -> None:
        if seat is None:
            self._begin(self.dice.randrange(1000), self.players)
        else:
            self.again = self.again | {seat} if command["wanted"] else self.again - {seat}

    def _do_resume(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.no-such-game")

    def _do_deal(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.mid-game")

    def _do_direct(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.BAD, "refused.field", {"field": "wish"})

    def _do_lay(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.mid-game")

    def _do_record(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.no-recording")

    def _do_saw_wrong(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.no-moment")

    def _do_proofs(self, command: Mapping[str, Json], seat: int | None) -> None:
        self.proofs = command["shown"] is True

    def _do_reply(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.no-request")

    def _do_no_pearl(self, command: Mapping[str, Json], seat: int | None) -> None:
        raise Refused(Kind.STALE, "refused.no-pearl")

    def _do_name(self, command: Mapping[str, Json], seat: int | None) -> None:
        told = command.get("seat")
        at = seat if told is None else int(str(told))
        assert at is not None
        self.names[at] = str(command["name"])

    def _do_swap(self, command: Mapping[str, Json], seat: int | None) -> None:
        seats = command["seats"]
        assert isinstance(seats, list)
        one, other = (int(str(each)) for each in seats)
        self.names[one], self.names[other] = self.names[other], self.names[one]

    def _do_new(self, command: Mapping[str, Json], seat: int | None) -> None:
        if command["players"] not in GAME.players:
            raise Refused(Kind.BAD, "refused.field", {"field": "players"})
        self._begin(self.dice.randrange(1000), int(str(command["players"])))

    def _do_tap_corners(self, command: Mapping[str, Json], seat: int | None) -> None:
        self.sight = "still"

    # ---- inside --------------------------------------------------------------------------------

    def _event(self, command: Mapping[str, Json]) -> Event:
        try:
            return GAME.event_from_json(command["event"])
        except CastellanError:
            raise Refused(Kind.ILLEGAL, "refused.impossible") from None

    def _next_number(self) -> int:
        return max((e.number for e in (*self.entries, *self.undone)), default=0) + 1

    def _append(self, event: Event) -> None:
        told = _happened(self.position, event)
        self.position = GAME.apply(self.position, event)
        self.entries.append(Entry(self._next_number(), event, told))

    def _before(self, number: int) -> Position:
        if number not in [e.number for e in self.entries]:
            raise Refused(Kind.UNKNOWN, "refused.no-such-event")
        position = GAME.start(self.players)
        for entry in self.entries:
            if entry.number == number:
                break
            position = GAME.apply(position, entry.event)
        return position

    def _fold(self, entries: list[Entry]) -> None:
        position, kept, self.misfits = GAME.start(self.players), [], []
        for entry in entries:
            rulings = GAME.legal(position, entry.event).rulings
            try:
                told = _happened(position, entry.event)
                position = GAME.apply(position, entry.event)
            except CastellanError:
                self.misfits.append(entry.number)
                continue
            kept.append(replace(entry, told=told, rulings=rulings))
        self.position, self.entries = position, kept

    def _seats(self) -> list[Json]:
        return [
            {"seat": at, "name": name, "colours": [c.value for c in colours]}
            for at, (name, colours) in enumerate(
                zip(self.names, self.position.colours, strict=True)
            )
        ]

    def _due(self, language: str) -> list[Json]:
        hints = GAME.hints(self.position, None)
        return [{"id": h.hint, "text": self._say(language, h.hint, h.facts)} for h in hints]

    def _rulings(self, language: str) -> list[Json]:
        return [
            {
                "number": 1,
                "id": r.rule,
                "text": self._ruled(r, language),
                "picture": "evidence-1",
                "seat": self.ruled,
                "crop": {when: _shot(f"evidence-1-{when}") for when in ("before", "after")},
            }
            for r in self.rulings
        ]

    def _entry(self, entry: Entry, language: str) -> dict[str, Json]:
        return {
            "number": entry.number,
            "text": self._told(entry.told, language),
            "when": 1_790_000_000.0 + 60 * entry.number,
            "confidence": 0.99,
            "likely": self._is_likely(entry),
            "picture": f"evidence-{entry.number}",
            "rulings": [{"id": r.rule, "text": self._ruled(r, language)} for r in entry.rulings],
            "event": GAME.event_to_json(entry.event),
            "stands": bool(entry.rulings),
        }

    def _is_likely(self, entry: Entry) -> bool:
        open_ = self.position.phase is not Phase.FINISHED
        return open_ and entry is self.entries[-1] and entry.number % 7 == 0

    def _say(self, language: str, message: str, facts: Mapping[str, Json]) -> str:
        return say_rule(language, message, facts, self.names)

    def _told(self, messages: tuple[Message, ...], language: str) -> str:
        return " ".join(self._say(language, m.message, m.facts) for m in messages)

    def _ruled(self, ruling: Ruling, language: str) -> str:
        return self._say(language, ruling.rule, ruling.facts)

    def _question(self, language: str) -> Json:
        if self.question is None:
            return None
        choices = [
            {"id": str(at), "text": self._guess(event, language), "probability": 0.6 - 0.3 * at}
            for at, event in enumerate(self.question["events"])
        ]
        text = say(language, "fix.choose-now")
        question = {"id": self.question["id"], "text": text, "picture": "evidence-1"}
        return {**question, "choices": choices}  # type: ignore[dict-item]

    def _guess(self, event: Event, language: str) -> str:
        return self._told(GAME.describe(self.position, event), language)
