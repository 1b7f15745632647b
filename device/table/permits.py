"""Whether a phone may do now what it asks for, and what waits for somebody's yes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.errors import CastellanError
from rules.game import Event, Game, Position
from rules.referee import Record, Referee
from rules.refused import Kind, Refused
from rules.rights import NOBODY, Deed, Right, Speaker, asked, right
from rules.values import Json
from vision.stories.story import Story

REFUSALS = {
    Deed.BEGIN: "refused.host-only",
    Deed.CARE: "refused.host-only",
    Deed.DIRECT: "refused.stranger",
    Deed.SENSES: "refused.host-only",
    Deed.SEE_CAMERA: "refused.host-only",
    Deed.SEE_PROOFS: "refused.no-proofs",
    Deed.NAME: "refused.spectator",
    Deed.AGAIN: "refused.spectator",
}
OF_THE_SET_UP = frozenset({Deed.CORRECT, Deed.INSERT, Deed.TAKE_BACK})


class Played(Protocol):
    """What can be asked of a game under way: the table itself, or one of its states."""

    @property
    def game(self) -> Game[Position, Event]: ...
    @property
    def referee(self) -> Referee[Position, Event]: ...
    @property
    def start(self) -> Position: ...


@dataclass(frozen=True)
class Matter:
    """What a deed is about, as the table of rights asks for it."""

    owner: int | None = None
    secret: bool = False
    revealed: bool = False
    laid: bool = False  # how the table was laid out, which is nobody's turn


@dataclass(frozen=True)
class Request:
    """What a phone wants to do and may do once somebody whom it concerns says yes."""

    id: str
    command: Mapping[str, Json]
    speaker: Speaker
    asked: frozenset[int]
    record: Record[Event] | None

    def answers(self, speaker: Speaker) -> bool:
        """Whether this speaker's yes counts."""
        if self.is_of(speaker):
            return False
        return speaker.host or speaker.seat in self.asked

    def is_of(self, speaker: Speaker) -> bool:
        """Whether this speaker asked."""
        mine = self.speaker
        return (mine.seat, mine.host, mine.wired) == (speaker.seat, speaker.host, speaker.wired)


class Wanted(CastellanError):
    """A deed that needs somebody's yes first."""

    def __init__(self, asked: frozenset[int], record: Record[Event] | None) -> None:
        super().__init__(f"wants the yes of {sorted(asked) or 'the host'}")
        self.asked = asked
        self.record = record


def told_now(table: Played, event: Event) -> Matter:
    """What it is about to tell an event now."""
    return matter(table, event, table.referee.position)


def told_then(table: Played, number: int, event: Event | None = None) -> Matter:
    """What it is about to change an earlier play, or to tell `event` at its place."""
    said = table.referee.standing(number).event if event is None else event
    return matter(table, said, *place_of(table, number))


def place_of(table: Played, number: int) -> tuple[Position, bool]:
    """The position in which a play happened, and whether something hidden was shown since."""
    since = list(table.referee.since(number))
    shown = _revelations(table)
    place = since[0][0] if since else table.referee.position
    return place, any(entry.number in shown for _before, entry, _after in since)


def matter(table: Played, event: Event, position: Position, revealed: bool = False) -> Matter:
    """What it is about to tell an event in this position."""
    owner = table.game.actor(position, event)
    laid = owner is None and position.phase == table.start.phase
    return Matter(owner, table.game.secret(event), revealed, laid)


def _revelations(table: Played) -> set[int]:
    """The plays by which all saw what had been hidden.

    That is a secret shown to all as it happens; or several have told something in one phase, at
    least one of them in secret, and it ends: then the cards are turned over.
    """
    game, found = table.game, set()
    tellers: set[int | None] = set()
    hidden = False
    for before, entry, after in table.referee.plays():
        owner = game.actor(before, entry.event)
        if owner == NOBODY:
            continue
        tellers.add(owner)
        secret = game.secret(entry.event)
        hidden = hidden or secret
        if secret and game.shown(before, entry.event, None) == game.event_to_json(entry.event):
            found.add(entry.number)
        if before.phase != after.phase:
            if hidden and len(tellers - {None}) > 1:
                found.add(entry.number)
            tellers, hidden = set(), False
    return found


def right_to(deed: Deed, speaker: Speaker, *matters: Matter) -> Right:
    """The least right the table gives to any of these."""
    rights = {_right(deed, speaker, matter) for matter in matters}
    return next(each for each in (Right.NO, Right.ASKS, Right.YES) if each in rights)


def _right(deed: Deed, speaker: Speaker, matter: Matter) -> Right:
    if matter.laid and deed in OF_THE_SET_UP:
        deed = Deed.SET_UP
    return right(deed, speaker, matter.owner, matter.secret, matter.revealed)


def permit(
    deed: Deed, speaker: Speaker, *matters: Matter, record: Record[Event] | None = None
) -> None:
    """Let a deed pass, or raise: `Refused`, or `Wanted` where somebody must say yes first."""
    matters = matters or (Matter(),)
    match right_to(deed, speaker, *matters):
        case Right.NO:
            raise Refused(Kind.FORBIDDEN, REFUSALS.get(deed, "refused.not-yours"))
        case Right.ASKS:
            raise Wanted(asked(speaker, matters[0].owner), record)


def concerned(table: Played, stories: Iterable[Story]) -> int | None:
    """The one seat a question is about; None if it is about several or anybody."""
    owners = {
        table.game.actor(table.referee.position, event) for s in stories for event in s.events
    } - {None, NOBODY}
    return owners.pop() if len(owners) == 1 else None
