"""Twins: two tables alike in everything but one secret, and all that they tell anybody else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from device.records.journal import Evidence, Journal
from device.table.service import TableService
from rules import games
from rules.referee import Play, record_to_json
from rules.refused import Refused
from rules.rights import Speaker, Whose
from rules.values import Answer

PURPOSES = ("amend", "insert", "claim")
MOST_JUDGED = 6  # events that each listener asks about at each step
STEPS = 3  # public events after the secret


@dataclass(frozen=True)
class Twin:
    """The same game up to a secret, which is one thing at one table and another at the other."""

    game: str
    players: int
    options: dict[str, Any]
    box: dict[str, Any]
    before: tuple[Any, ...]
    secret: tuple[Any, Any]
    owner: int | None
    initiated: frozenset[int]  # seats that may know the secret


@dataclass
class Count:
    """How much was compared."""

    pairs: int = 0
    comparisons: int = 0
    kinds: set[str] = field(default_factory=set)


class Table:
    """One of the two: the real service and journal, with a clock that stands still."""

    def __init__(self, folder: Path, twin: Twin, secret: Any) -> None:
        game = games.find(twin.game)
        self.journal = Journal(folder / "journal.db", now=lambda: 1000.0)
        about = {"game": twin.game, "players": twin.players}
        stored = self.journal.start_game({**about, "options": twin.options, "box": twin.box})
        records = [Play(event, stands=False) for event in (*twin.before, secret)]
        lines = [(record_to_json(game, record), Evidence({"by": "phone"})) for record in records]
        self.journal.append_all(stored.id, lines)
        self.table = TableService(self.journal, stored, lambda *_: None)

    @property
    def position(self) -> Any:
        return self.table.referee.position

    def happens(self, event: Any, speaker: Speaker) -> Any:
        """The next event, told by a phone; only sounds come from elsewhere."""
        if self.table.game.actor(self.position, event) == -1:
            return self.table.write_quietly(Play(event), Evidence({"by": "microphone"}))
        return self.claim(event, speaker)

    def claim(self, event: Any, speaker: Speaker) -> Any:
        """What a phone is answered that tells an event."""
        command = {"id": f"c{len(self.table.referee.records)}", "version": self.table.version}
        said = self.table.game.event_to_json(event)
        return answer(lambda: self.table.do({**command, "do": "claim", "event": said}, speaker))

    def close(self) -> None:
        self.journal.close()


def answer(ask: Callable[[], Any]) -> Any:
    """What was answered, or everything that a refusal says."""
    try:
        return ask()
    except Refused as refused:
        rulings = [[r.rule, dict(r.facts)] for r in getattr(refused, "rulings", ())]
        possible = getattr(refused, "possible", None)
        return ["refused", refused.kind.value, refused.key, dict(refused.facts), rulings, possible]


def listeners(twin: Twin) -> Iterator[Speaker]:
    """Everybody else: seats, hosts that play and do not, watchers; phones there or not."""
    everybody = frozenset(range(twin.players))
    others = sorted(everybody - twin.initiated)
    for seat in others:
        yield Speaker(seat, False, everybody)
    for seat in others[:1]:
        yield Speaker(seat, True, everybody)
        yield Speaker(seat, True, everybody - twin.initiated)
    yield Speaker(None, False, everybody)
    yield Speaker(None, True, everybody)
    yield Speaker(None, True, frozenset())


def entries(table: Table, twin: Twin) -> list[int]:
    """The secret, all that came after it, and one before: only there the tables may differ."""
    return [entry.number for entry in table.table.referee.history][len(twin.before) - 1 :]


def heard(
    table: Table, twin: Twin, speaker: Speaker, asked: list[Any]
) -> Iterator[tuple[str, Any]]:
    """Everything one phone can get out of a table, with a name for each."""
    service, game = table.table, table.table.game
    yield "state", service.snapshot(speaker, "en")
    yield "ending", service.ending(speaker, "en")
    for number in entries(table, twin):
        for purpose in PURPOSES[:2]:
            found = answer(lambda n=number, p=purpose: service.choices(n, speaker, "en", p))
            yield f"choices {purpose} {number}", found
    yield "choices claim", answer(lambda: service.choices(0, speaker, "en", "claim"))
    for number, event in enumerate(asked):
        said = game.event_to_json(event)
        judged = answer(lambda s=said: service.judge(s, speaker, "en"))
        yield f"judge {said}", judged
        if number % 3 == 0 and (isinstance(judged, list) or judged["answer"] == Answer.NO):
            yield f"claim {said}", table.claim(event, speaker)
    if twin.owner is not None:
        for kind in sorted({game.event_to_json(event)["type"] for event in asked}):
            yield f"claim of any {kind}", _partly(service, speaker, str(kind), twin.owner)


def _partly(service: TableService, speaker: Speaker, kind: str, owner: int) -> Any:
    """What a phone is answered that claims something of the owner without saying what."""
    if speaker.host and speaker.whose(owner) is not Whose.THERE:
        return None  # it might be taken at its word
    command = {"id": "partly", "version": service.version, "do": "claim"}
    said = {"type": kind, "seat": owner}
    return answer(lambda: service.do({**command, "event": said}, speaker))


def events_to_ask(one: Table, other: Table, more: Iterable[Any], rng: random.Random) -> list[Any]:
    """What is asked about: some of what either table allows, and what the game finds telling."""
    game = one.table.game
    both = [*game.actions(one.position), *game.actions(other.position)]
    some = rng.sample(both, min(MOST_JUDGED, len(both)))
    return list(dict.fromkeys([*more, *some]))


def compare(one: Table, other: Table, twin: Twin, asked: list[Any], count: Count) -> None:
    """Byte for byte the same to everybody who may not know the secret."""
    for speaker in listeners(twin):
        pairs = zip(
            heard(one, twin, speaker, asked), heard(other, twin, speaker, asked), strict=True
        )
        for (name, first), (_, second) in pairs:
            count.comparisons += 1
            left, right = json.dumps(first), json.dumps(second)
            assert left == right, (twin.secret, speaker, name, *_where(first, second))


def _where(one: Any, other: Any) -> list[Any]:
    """The parts that differ, to be read by people."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [
            (key, *_where(one.get(key), other.get(key)))
            for key in {*one, *other}
            if one.get(key) != other.get(key)
        ]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [_where(a, b) for a, b in zip(one, other, strict=True) if a != b][:3]
    return [one, other]


def go_on(one: Table, other: Table, twin: Twin, shows: Callable[..., bool], rng: Any) -> bool:
    """The same next event at both tables; False if there is none that keeps the secret."""
    game = one.table.game
    also = set(game.actions(other.position))
    events = [e for e in game.actions(one.position) if e in also and not shows(one.position, e)]
    if not events:
        return False
    kind = rng.choice(sorted({type(event).__name__ for event in events}))
    event = rng.choice([each for each in events if type(each).__name__ == kind])
    who = game.actor(one.position, event)
    speaker = Speaker(0 if who in (None, -1) else who, True, frozenset(range(twin.players)))
    told = [table.happens(event, speaker) for table in (one, other)]
    assert told[0] == told[1], (twin.secret, event, told)
    assert not isinstance(told[0], list), (event, told)
    return True


Kin = Callable[[random.Random], Iterator[Twin]]


def run(
    twins: Iterator[Twin],
    pairs: int,
    folder: Path,
    shows: Callable[..., bool],
    telling: Callable[[Any, Twin], Iterable[Any]],
    seed: int,
) -> Count:
    """Make so many pairs, play them on alike, and compare all they tell at every step."""
    count, rng = Count(), random.Random(seed)
    for number, twin in zip(range(pairs), twins, strict=False):
        tables = [
            Table(folder / f"{number}-{at}", twin, secret) for at, secret in enumerate(twin.secret)
        ]
        one, other = tables
        try:
            for _ in range(STEPS):
                asked = events_to_ask(one, other, telling(one.position, twin), rng)
                compare(one, other, twin, asked, count)
                if not go_on(one, other, twin, shows(twin), rng):
                    break
        finally:
            for table in tables:
                table.close()
        count.pairs += 1
        count.kinds.add(type(twin.secret[0]).__name__)
    return count


__all__ = ["Count", "Twin", "replace", "run"]
