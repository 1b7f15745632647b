"""Who speaks to the table, for whom, and what each may do: one table that every door asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

NOBODY = -1  # the actor of what only the device itself tells


class Role(StrEnum):
    """What a speaker is at the table."""

    STRANGER = "stranger"  # never joined
    WATCHER = "watcher"  # joined without a seat
    SEAT = "seat"
    HOST = "host"  # with a seat of his own or without
    TABLE = "table"  # the wired buttons: they belong to all who sit there


@dataclass(frozen=True, slots=True)
class Speaker:
    """One phone, or the buttons at the table, as every door of the table sees it.

    `present` are the seats whose own phone is there: nobody else speaks for them. `hosted` says
    whether a host's phone is there, to be asked; `granted`, that somebody who was asked said yes.
    """

    seat: int | None = None
    host: bool = False
    present: frozenset[int] = frozenset()
    joined: bool = True
    hosted: bool = False
    wired: bool = False
    granted: bool = False

    @property
    def role(self) -> Role:
        """The row of the table that counts for this speaker."""
        if self.wired:
            return Role.TABLE
        if self.host:
            return Role.HOST
        if self.seat is not None:
            return Role.SEAT
        return Role.WATCHER if self.joined else Role.STRANGER

    def whose(self, owner: int | None) -> Whose:
        """Whose business that seat's (None: anybody's) is, for this speaker."""
        if owner is None:
            return Whose.ANYBODY
        if owner == NOBODY:
            return Whose.DEVICE
        if owner == self.seat:
            return Whose.OWN
        return Whose.THERE if owner in self.present else Whose.AWAY


TABLE = Speaker(host=True, wired=True)


class Deed(StrEnum):
    """What can be done at a table."""

    TELL = "tell"  # claim or roll; what is offered and judged is what may be told
    CORRECT = "correct"  # say what really happened at an earlier event
    INSERT = "insert"  # something that happened unnoticed
    TAKE_BACK = "take back"  # or bring back: void, undo, redo
    SET_UP = "set up"  # correct or take back how the table was laid out
    LET_STAND = "let stand"  # what breaks a rule
    ANSWER = "answer"  # a question of the device
    DENY = "deny"  # what the ear took for a pearl
    NAME = "name"  # a seat
    SEE_STATE = "see state"
    SEE_PROOFS = "see proofs"  # what the camera kept of an event
    SEE_CAMERA = "see camera"
    BEGIN = "begin"  # another game
    AGAIN = "again"  # want the same game once more when it is over
    CARE = "care"  # hints, seats, corners, calibration
    LAY_OUT = "lay out"  # change what is to be laid out before the first event
    SENSES = "senses"  # close camera and microphone, or open them again
    DIRECT = "direct"  # a simulated table: its picture, its people, its games


class Whose(StrEnum):
    """Whose business a deed is."""

    OWN = "own"
    ANYBODY = "anybody"  # what lies open on the table
    THERE = "there"  # another seat, whose phone is there
    AWAY = "away"  # another seat without a phone
    DEVICE = "device"  # only the device itself tells it


class Right(StrEnum):
    """The three answers of the table."""

    YES = "y"
    ASKS = "a"  # somebody it concerns says yes or no with one tap
    NO = "n"


# For each kind of owner (own, anybody's, another's who is there, another's who is away, the
# device's) four answers: open; open, and something hidden was shown since; secret; secret, and
# something hidden was shown since.
_ALL, _ASK = ("yyyy",) * 5, ("aaaa",) * 5
RIGHTS: Mapping[tuple[Deed, Role], tuple[str, ...]] = {
    #                               own     anybody's there   away    device
    (Deed.TELL, Role.SEAT): ("yyyy", "yyyy", "nnnn", "nnnn", "nnnn"),
    (Deed.TELL, Role.HOST): ("yyyy", "yyyy", "nnnn", "yynn", "nnnn"),
    (Deed.TELL, Role.TABLE): ("yyyy", "yyyy", "nnnn", "yynn", "nnnn"),
    (Deed.CORRECT, Role.SEAT): ("yyyy", "yyyy", "nnnn", "nnnn", "nnnn"),
    (Deed.CORRECT, Role.HOST): ("yyyy", "yyyy", "nnnn", "yynn", "nnnn"),
    (Deed.CORRECT, Role.TABLE): ("yyyy", "yyyy", "nnnn", "yynn", "nnnn"),
    (Deed.INSERT, Role.SEAT): ("yyya", "yyya", "nnnn", "nnnn", "nnnn"),
    (Deed.INSERT, Role.HOST): ("yyya", "yyya", "nnnn", "yynn", "nnnn"),
    (Deed.INSERT, Role.TABLE): ("yyyy", "yyyy", "nnnn", "yynn", "nnnn"),
    (Deed.TAKE_BACK, Role.SEAT): ("yaya", "yaya", "aaaa", "aaaa", "nnnn"),
    (Deed.TAKE_BACK, Role.HOST): ("yyya", "yyyy", "yyyy", "yyyy", "nnnn"),
    (Deed.TAKE_BACK, Role.TABLE): ("yyyy", "yyyy", "yyyy", "yyyy", "nnnn"),
    (Deed.SET_UP, Role.SEAT): _ASK,
    (Deed.SET_UP, Role.HOST): _ALL,
    (Deed.SET_UP, Role.TABLE): _ALL,
    (Deed.LET_STAND, Role.SEAT): ("yyyy", "yyyy", "aaaa", "aaaa", "nnnn"),
    (Deed.LET_STAND, Role.HOST): _ALL,
    (Deed.LET_STAND, Role.TABLE): _ALL,
    (Deed.ANSWER, Role.SEAT): ("yyyy", "yyyy", "nnnn", "yyyy", "yyyy"),
    (Deed.ANSWER, Role.HOST): _ALL,
    (Deed.ANSWER, Role.TABLE): _ALL,
    (Deed.DENY, Role.SEAT): ("yyyy", "yyyy", "aaaa", "aaaa", "nnnn"),
    (Deed.DENY, Role.HOST): _ALL,
    (Deed.DENY, Role.TABLE): _ALL,
    (Deed.NAME, Role.SEAT): ("yyyy", "nnnn", "nnnn", "nnnn", "nnnn"),
    (Deed.NAME, Role.HOST): ("yyyy", "nnnn", "nnnn", "yyyy", "nnnn"),
    (Deed.SEE_STATE, Role.WATCHER): _ALL,
    (Deed.SEE_STATE, Role.SEAT): _ALL,
    (Deed.SEE_STATE, Role.HOST): _ALL,
    (Deed.SEE_STATE, Role.TABLE): _ALL,
    (Deed.SEE_PROOFS, Role.SEAT): _ALL,
    (Deed.SEE_PROOFS, Role.HOST): _ALL,
    (Deed.SEE_CAMERA, Role.HOST): _ALL,
    (Deed.BEGIN, Role.HOST): _ALL,
    (Deed.AGAIN, Role.SEAT): _ALL,
    (Deed.AGAIN, Role.HOST): _ALL,
    (Deed.CARE, Role.HOST): _ALL,
    (Deed.LAY_OUT, Role.SEAT): _ALL,
    (Deed.LAY_OUT, Role.HOST): _ALL,
    (Deed.DIRECT, Role.WATCHER): _ALL,
    (Deed.DIRECT, Role.SEAT): _ALL,
    (Deed.DIRECT, Role.HOST): _ALL,
    (Deed.SENSES, Role.HOST): _ALL,
    (Deed.SENSES, Role.TABLE): _ALL,
}
"""What is not in the table nobody of that role may do."""


def right(
    deed: Deed,
    speaker: Speaker,
    owner: int | None = None,
    secret: bool = False,
    revealed: bool = False,
) -> Right:
    """Whether this speaker may do a deed that is the business of `owner` (None: anybody's)."""
    row = RIGHTS.get((deed, speaker.role))
    if row is None:
        return Right.NO
    cell = row[list(Whose).index(speaker.whose(owner))]
    answer = Right(cell[2 * secret + revealed])
    settled = speaker.granted or not can_ask(speaker, owner)
    return Right.YES if answer is Right.ASKS and settled else answer


def asked(speaker: Speaker, owner: int | None) -> frozenset[int]:
    """The seats whose yes is wanted; a host and the buttons may always say it."""
    others = speaker.present - {speaker.seat}
    if owner in others:
        return others & {owner}
    return frozenset() if speaker.hosted and not speaker.host else others


def can_ask(speaker: Speaker, owner: int | None) -> bool:
    """Whether anybody is there to be asked: a lost phone must not stop a game."""
    return bool(asked(speaker, owner)) or (speaker.hosted and not speaker.host)
