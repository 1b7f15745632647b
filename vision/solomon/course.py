"""Teaching König Salomons Schatzkammer on the phone: the sixteen faces, then six cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.solomon.fact_words import SIGNS
from rules.solomon.pieces import CARD_SQUARES, FULL, SIZE, TILES
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
from vision.reading import Cell
from vision.solomon.reader import SolomonReader
from vision.solomon.table import EMPTY, KINDS, SIZES, SLOTS, as_rules
from vision.solomon.teach import lesson

SHAPES = "shapes"
CARDS = (1, 2, 3, 4, 5, 6)  # laid on slots 0 to 5: on the right from far to near, then on the left
FAMILY = {"t": "treasure", "c": "curse", "s": "scroll"}
STEPS = (("treasures", 5), ("curses", 3), ("scrolls", 4), ("objects", 4))
Face = tuple[str, int]  # name and how many tiles lie in its shaft


def _face_words(name: str) -> Words:
    if name in ("mirror", "axe", "seal", "amulet"):
        return said(f"tile.{name}")
    return said(FAMILY[name[0]], SIGNS[int(name[1:]) - 1] if name[0] == "s" else name[1:])


def _tile_json(name: str) -> dict[str, Json]:
    """A face as labels name it."""
    if name[1:].isdecimal():
        value: Json = f"sign{name[1:]}" if name[0] == "s" else int(name[1:])
        return {"kind": FAMILY[name[0]], "value": value}
    return {"kind": "magic", "value": name}


# --- what lies where ---------------------------------------------------------------------


def laid(answers: Answers, faces: Mapping[int, Face] | None = None, cards: bool = False) -> Laid:
    """A tray by its places, read from the far left on, and the six cards beside it."""
    faces = faces or {}
    heights: list[Json] = [
        [faces[row * SIZE + c][1] if row * SIZE + c in faces else 0 for c in range(SIZE)]
        for row in range(SIZE)
    ]
    top: dict[str, Json] = {}
    for place in range(SIZE * SIZE):
        row, column = divmod(place, SIZE)
        top[f"{row},{column}"] = _tile_json(faces[place][0]) if place in faces else None
    state: dict[str, Json] = {"heights": heights, "top": top, "cards": []}
    marks = [_face_mark(place, *face) for place, face in faces.items()]
    if cards:
        state["cards"] = [_card_json(slot, answers) for slot in SLOTS]
        marks += [_card_mark(slot) for slot in SLOTS]
    return Laid(state, tuple(marks))


def _face_mark(place: int, name: str, height: int) -> Mark:
    at = SIZES.centre(as_rules(*divmod(place, SIZE)))
    del height
    return Mark(_face_words(name), at, (SIZES.tile, SIZES.tile))


def _card_json(slot: int, answers: Answers) -> Json:
    drawn: Sequence[Sequence[int]] = answers.get(SHAPES, {}).get(str(CARDS[slot]), ())
    squares: list[Json] = [[int(row), int(column)] for row, column in drawn]
    return {"number": CARDS[slot], "slot": slot, "squares": squares}


def _card_mark(slot: int) -> Mark:
    number = CARDS[slot]
    text = said("course.card", number=number)
    return Mark(text, SIZES.slot(slot), (SIZES.card_width, SIZES.card_length))


def _tall(count: int) -> dict[int, Face]:
    """The first so many faces, each on three other tiles."""
    return {place: (name, FULL) for place, name in enumerate(KINDS[:count])}


def _low() -> dict[int, Face]:
    """All faces on full shafts, and again alone at the bottom of others."""
    second = {len(KINDS) + place: (name, 1) for place, name in enumerate(KINDS)}
    return _tall(len(KINDS)) | second


# --- the steps ---------------------------------------------------------------------------


EMPTY_HOW: Words = said("course.empty.how")
TALL_HOW: Words = said("course.tall.how")
LOW_HOW: Words = said("course.low.how")
CARDS_HOW: Words = said("course.cards.how")


class SolomonCourse:
    """Seven steps: about five minutes, most of it for filling shafts."""

    game = "solomon"

    def steps(self) -> Sequence[Step]:
        """Tray, four families of tiles, all of them low, cards."""
        count, families = 0, []
        for family, size in STEPS:
            count += size
            families.append(self._family(family, count))
        low: Words = said("course.low")
        ask = Ask(
            "pads",
            SHAPES,
            (CARD_SQUARES[0], CARD_SQUARES[-1]),
            {},
            tuple(map(str, CARDS)),
            (SIZE, SIZE),
        )
        return (
            corners_step(EMPTY_HOW, laid, lesson=False),
            *families,
            Step("low", low, LOW_HOW, lambda answers: laid(answers, _low())),
            Step(
                "cards",
                said("course.cards"),
                CARDS_HOW,
                lambda answers: laid(answers, _low(), cards=True),
                ask,
            ),
        )

    def _family(self, name: str, count: int) -> Step:
        lay = lambda answers: laid(answers, _tall(count))  # noqa: E731
        return Step(name, said(f"family.{name}"), TALL_HOW, lay)

    def kinds(self) -> Mapping[str, Words]:
        """Every face."""
        assert TILES[1:] == KINDS
        return {name: _face_words(name) for name in KINDS}

    def again(self, kind: str) -> Step | None:
        """One tile on three others in the middle of the tray."""
        place = 2 * SIZE + 2
        lay = lambda answers: laid(answers, {place: (kind, FULL)})  # noqa: E731
        return Step(f"again-{kind}", _face_words(kind), TALL_HOW, lay)

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every picture that was taken with the profile that came of them."""
        reader, found = SolomonReader(profile), []
        for shot in shots:
            one = lesson(shot.picture, shot.label)
            cells = reader.read(one.picture, one.view, one.heights).shafts
            found += [_learned(cells[s], name) for s, name in one.tops.items() if name != EMPTY]
        return sorted(on_average(found), key=lambda each: KINDS.index(each.kind))


def _learned(cell: Cell[str], kind: str) -> Learned:
    others = [name for name in KINDS if name != kind]
    rival = max(others, key=cell.alone)
    return Learned(kind, cell.alone(kind) - cell.alone(rival), rival)


COURSE = SolomonCourse()
