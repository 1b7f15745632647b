"""Teaching The Castle on the phone: the map, backs, monsters, treasures, hit counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.castle.pieces import MONSTERS, TREASURES
from rules.values import Json
from vision.castle.reader import CastleReader
from vision.castle.table import HITS, SIZES
from vision.castle.teach import leads, lesson
from vision.course import (
    Answers,
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

# Places for counters, from the far left on, row by row.
COLUMNS, ROWS, APART, DEEP = 8, 6, 0.058, 0.062
PLACES = tuple(
    (round((column - (COLUMNS - 1) / 2) * APART, 4), round(((ROWS - 1) / 2 - row) * DEEP, 4))
    for row in range(ROWS)
    for column in range(COLUMNS)
)
ALONE = (0.087, 0.155)  # as a rule in a room: pale counters hardly show on pale corridors
Piece = tuple[str, str]  # "back", "face" or "chip", and which

MONSTER_FACES: list[Piece] = [("face", kind) for kind in MONSTERS]
TREASURE_FACES: list[Piece] = [("face", kind) for kind in TREASURES]
HALF = len(MONSTER_FACES) // 2


def _words(piece: Piece) -> Words:
    family, name = piece
    if family == "back":
        return said(f"course.back.{name}")
    if family == "face":
        return said(f"counter.{name}")
    return said("course.hit", number=name)


# --- what lies where ---------------------------------------------------------------------


def _laid(pieces: Sequence[Piece], places: Sequence[tuple[float, float]] = PLACES) -> Any:
    """These pieces on the first places; nothing depends on an answer."""
    pairs = list(zip(pieces, places, strict=False))
    counters: list[Json] = [_counter(p, at) for p, at in pairs if p[0] != "chip"]
    chips: list[Json] = [
        {"number": int(name), "at": [*at]} for (family, name), at in pairs if family == "chip"
    ]
    marks = tuple(_mark(piece, at) for piece, at in pairs)
    state: dict[str, Json] = {
        "characters": [], "counters": counters, "chips": chips, "die": None
    }  # fmt: skip

    def lay(_: Answers) -> Laid:
        return Laid(state, marks)

    return lay


def _counter(piece: Piece, at: tuple[float, float]) -> Json:
    family, name = piece
    if family == "back":
        return {"at": [*at], "back": name, "face": "down", "name": None, "number": None}
    back = "monster" if name in MONSTERS else "treasure"
    return {"at": [*at], "back": back, "face": "up", "name": name, "number": None}


def _mark(piece: Piece, at: tuple[float, float]) -> Mark:
    side = SIZES.side(piece[0])
    return Mark(_words(piece), at, (side, side))


# --- the steps ---------------------------------------------------------------------------


EMPTY_HOW: Words = said("course.empty.how")
BACKS_HOW: Words = said("course.backs.how")
FACES_HOW: Words = said("course.faces.how")
FRESH_HOW: Words = said("course.fresh.how")
HITS_HOW: Words = said("course.hits.how")


class CastleCourse:
    """Six steps: about five minutes, most of it for finding counters."""

    game = "castle"

    def steps(self) -> Sequence[Step]:
        """Map, backs, monsters in two halves, treasures, hit counters."""
        backs: list[Piece] = [("back", "treasure")] * 8 + [("back", "monster")] * 8
        hits: list[Piece] = [("chip", str(n)) for n in HITS]
        return (
            corners_step(EMPTY_HOW, _laid(())),
            Step("backs", said("course.backs"), BACKS_HOW, _laid(backs)),
            self._step("monsters", FRESH_HOW, MONSTER_FACES[:HALF]),
            self._step("more-monsters", FACES_HOW, MONSTER_FACES),
            self._step("treasures", FRESH_HOW, TREASURE_FACES),
            self._step("hits", HITS_HOW, hits),
        )

    @staticmethod
    def _step(name: str, how: Words, pieces: Sequence[Piece]) -> Step:
        return Step(name, said(f"course.{name}"), how, _laid(pieces))

    def kinds(self) -> Mapping[str, Words]:
        """Every face."""
        return {kind: said(f"counter.{kind}") for kind in (*MONSTERS, *TREASURES)}

    def again(self, kind: str) -> Step | None:
        """One counter by itself on the empty map."""
        return Step(
            f"again-{kind}", said(f"counter.{kind}"), FRESH_HOW, _laid([("face", kind)], [ALONE])
        )

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every face back with the profile that came of the pictures."""
        reader = CastleReader(profile)
        found = [
            Learned(kind, lead, rival)
            for shot in shots
            for kind, lead, rival in leads(reader, lesson(shot.picture, shot.label))
        ]
        order = list(self.kinds())
        return sorted(on_average(found), key=lambda each: order.index(each.kind))


COURSE = CastleCourse()
