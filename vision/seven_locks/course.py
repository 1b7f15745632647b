"""Teaching Schloss der 7 Schlösser on the phone: the table without towers, with them, the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.seven_locks.pieces import ALL_FACES, COATS, FACES, KEYS, PLACES, Face
from rules.values import Json
from vision.course import (
    Answers,
    Ask,
    Laid,
    Learned,
    Mark,
    Shot,
    Step,
    Words,
    corners_step,
    on_average,
    said,
)
from vision.seven_locks.reader import SevenLocksReader
from vision.seven_locks.reading import Memory
from vision.seven_locks.table import SIZES, spot
from vision.seven_locks.teach import Lesson, lesson

SEATS = ("red", "blue", "green", "yellow")
ALL_TOWERS = range(PLACES)


def _name(face: Face) -> str:
    return f"{face[0]}-{face[1]}"


def _face_words(face: Face) -> Words:
    """A side of the die: its pearls and its steps."""
    pearls, steps = face
    return said("course.face", pearls=said("pearls", pearls), steps=said("steps", steps))


CHOICES = {_name(face): _face_words(face) for face in ALL_FACES}
FACE_OF = {_name(face): face for face in ALL_FACES}
TOWER: Words = said("course.tower")
KEYMASTER: Words = said("course.keymaster")


# --- what lies where ---------------------------------------------------------------------


def _empty(_: Answers) -> Laid:
    """The bare board."""
    return Laid(_state(False, None, 0, "gone"))


def _state(towers: bool, die: Face | None, keys: int, coats: str) -> dict[str, Json]:
    shown: Json = None if die is None else {"pearls": die[0], "steps": die[1]}
    return {
        "standing_towers": list[Json](ALL_TOWERS) if towers else [],
        "keymaster_place": 0 if keys else None,
        "keys_in_row": [str(n) for n in range(keys)],
        "key_out": None,
        "die": shown,
        "coats": {f"{seat}{n}": coats for seat in SEATS for n in range(COATS)},
    }


def _laid(number: int, towers: bool = False) -> Any:
    """Everything in its place; the die shows the side that was told in this step."""

    def lay(answers: Answers) -> Laid:
        die = FACE_OF.get(str(answers.get(f"die-{number}")))
        pawn = 2 * SIZES.pawn[0]
        marks = [Mark(KEYMASTER, spot(SIZES.walk, 0), (pawn, pawn), round=True)]
        if towers:
            foot = (2 * SIZES.tower,) * 2
            spots = [spot(SIZES.ring, place) for place in ALL_TOWERS]
            marks += [Mark(TOWER, at, foot, round=True) for at in spots]
        return Laid(_state(towers, die, KEYS, "home"), tuple(marks))

    return lay


# --- the steps ---------------------------------------------------------------------------


EMPTY_HOW: Words = said("course.empty.how")
BARE_HOW: Words = said("course.bare.how")
TOWERS_HOW: Words = said("course.towers.how")
DIE_HOW: Words = said("course.die.how")


def _ask(number: int) -> Ask:
    return Ask("choice", f"die-{number}", items=tuple(CHOICES), texts=CHOICES)


def _die_step(number: int) -> Step:
    title = said("course.die", number=number)
    return Step(f"die-{number}", title, DIE_HOW, _laid(number), _ask(number))


class SevenLocksCourse:
    """Eight steps: about four minutes."""

    game = "seven_locks"

    def steps(self) -> Sequence[Step]:
        """Board, table without towers, towers, the other five sides of the die."""
        bare = said("course.bare")
        towers = said("course.towers")
        return (
            corners_step(EMPTY_HOW, _empty),
            Step("bare", bare, BARE_HOW, _laid(1), _ask(1)),
            Step("towers", towers, TOWERS_HOW, _laid(1, towers=True)),
            *(_die_step(number) for number in range(2, FACES + 1)),
        )

    def kinds(self) -> Mapping[str, Words]:
        """Every side a die may have."""
        return CHOICES

    def again(self, kind: str) -> Step | None:
        """A side of the die is learned against the others: only all together."""
        del kind
        return None

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read the die in every picture that shows it, with what came of them."""
        reader = SevenLocksReader(profile)
        lessons = [lesson(shot.picture, shot.label) for shot in shots]
        memory = next((m for one in lessons if (m := _survey(reader, one)) is not None), None)
        if memory is None:
            return []
        return on_average([each for one in lessons for each in _die_learned(reader, one, memory)])


def _survey(reader: SevenLocksReader, one: Lesson) -> Memory | None:
    if len(one.towers) != PLACES:
        return None
    return reader.survey(one.picture, one.view, len(SEATS))


def _die_learned(reader: SevenLocksReader, one: Lesson, memory: Memory) -> list[Learned]:
    if one.die is None:
        return []
    told = reader.read(one.picture, one.view, memory, sorted(one.towers)).die
    others = {face: value for face, value in told.items() if face != one.die}
    if one.die not in told or not others:
        return [Learned(_name(one.die), -1.0)]
    rival = max(others, key=lambda face: others[face])
    return [Learned(_name(one.die), told[one.die] - others[rival], _name(rival))]


COURSE = SevenLocksCourse()
