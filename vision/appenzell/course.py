"""Teaching Burg Appenzell on the phone: the roofs kind by kind, the tiles, the mice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.appenzell.layout import STAGES
from rules.appenzell.pieces import (
    FIELDS,
    HIGH,
    HOLES,
    KINDS,
    ROOF_NAMES,
    SIZE,
    TILE_NAMES,
    TOWERS,
    Field,
)
from rules.values import Json
from vision.appenzell.borders import field_of, kind_fit, roof_picture, smoothed
from vision.appenzell.profile import Profile
from vision.appenzell.reader import AppenzellReader
from vision.appenzell.table import usual
from vision.appenzell.teach import BARE, Lesson, lesson
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
from vision.reading import Cell

USUAL = usual()  # a field is about as wide in every box
COLOURS = ("red", "blue", "green", "yellow")
MICE = dict(zip(TOWERS, COLOURS, strict=True))
MIDDLE = SIZE * SIZE // 2
HOLE = 0.6 * USUAL.pitch

MOUSE_WORDS: dict[str, Words] = {colour: said(f"course.mouse.{colour}") for colour in COLOURS}
ROOF_WORDS: dict[str, Words] = {
    kind: said(f"course.roof.{kind}") for kind in ("copper", "thatched", "tiled")
}
ALL_ROOFS: Words = said("course.all-roofs")


def tile_words(name: str) -> Words:
    """A face: the cheeses have numbers, which the owner gives them by laying them out."""
    if name in ("plain", "trap"):
        return said(f"tile.{name}")
    return said("course.cheese", number=name.removeprefix("cheese"))


# --- what lies where ---------------------------------------------------------------------


def _pattern() -> dict[Field, str]:
    """Every long row shows all seven cheeses; traps and plain tiles lie in the rows between."""
    found: dict[Field, str] = {}
    others = iter(["trap", *["plain"] * 3] * 3)
    for at in HOLES:
        row, column = divmod(at, SIZE)
        if row % 2:
            found[at] = TILE_NAMES[(column + row // 2 * 3) % KINDS]
        else:
            found[at] = next(others)
    return found


PATTERN = _pattern()


def _mark(at: Field, text: Words, level: float = 0.0) -> Mark:
    return Mark(text, USUAL.centre(at), (HOLE, HOLE), round=True, z=level)


def laid(tiles: Mapping[Field, str], mice: Mapping[Field, str], stage: str | None = None) -> Laid:
    """An open box with these tiles and mice, or one with roofs on as far as a stage."""
    shown: dict[str, Json] = {_name(at): name for at, name in tiles.items()}
    if tiles:
        shown |= {_name(at): "high" for at in HIGH}
    standing: list[Json] = [
        {"color": colour, "field": list(divmod(at, SIZE)), "place": "tower"}
        for at, colour in mice.items()
    ]
    state: dict[str, Json] = {
        "rooms": [],
        "stage": stage,
        "mice": standing,
        "open_fields": shown,
        "spare": None,
    }
    marks = [_mark(at, tile_words(name), USUAL.level(at)) for at, name in tiles.items()]
    marks += [_mark(at, MOUSE_WORDS[colour], USUAL.tower) for at, colour in mice.items()]
    if stage == STAGES[-1]:
        marks.append(Mark(ALL_ROOFS, (0.0, 0.0), (USUAL.grid, USUAL.grid)))
    return Laid(state, tuple(marks))


def _name(at: Field) -> str:
    return f"{at // SIZE},{at % SIZE}"


def _lay(
    tiles: Mapping[Field, str], mice: Mapping[Field, str], stage: str | None = None
) -> Callable[[Answers], Laid]:
    return lambda _: laid(tiles, mice, stage)


# --- the steps ---------------------------------------------------------------------------


BARE_HOW: Words = said("course.empty.how")
TILES_HOW: Words = said("course.tiles.how")
MICE_HOW: Words = said("course.mice.how")
AGAIN_TILE: Words = said("course.again-tile.how")


def _how(stage: str) -> Words:
    name, _, way = stage.partition("-")
    if not way:
        return said(f"course.{name}.how")
    return said(f"course.{way}.how", roofs=said(f"course.roofs.{name}"))


class AppenzellCourse:
    """Eight steps: about five minutes, most of it for roofs and tiles."""

    game = "appenzell"

    def steps(self) -> Sequence[Step]:
        """The bare castle, roofs kind by kind and way by way, tiles, mice."""
        tiles, mice = said("course.tiles"), said("course.mice")
        roofs = [
            Step(each, said(f"course.{each}"), _how(each), _lay({}, {}, each)) for each in STAGES
        ]
        return (
            corners_step(BARE_HOW, _lay({}, {}, BARE)),
            *roofs,
            Step("tiles", tiles, TILES_HOW, _lay(PATTERN, {}), lesson=False),
            Step("mice", mice, MICE_HOW, _lay(PATTERN, MICE)),
        )

    def kinds(self) -> Mapping[str, Words]:
        """Every face, the mice, the roofs."""
        faces = {name: tile_words(name) for name in TILE_NAMES}
        return faces | MOUSE_WORDS | ROOF_WORDS

    def again(self, kind: str) -> Step | None:
        """One tile in the middle of the castle, or one mouse in a tower; roofs need all steps."""
        if kind in TILE_NAMES:
            lay = _lay({MIDDLE: kind}, {})
            return Step(f"again-{kind}", tile_words(kind), AGAIN_TILE, lay)
        if kind in COLOURS:
            lay = _lay({}, {TOWERS[0]: kind})
            return Step(f"again-{kind}", MOUSE_WORDS[kind], MICE_HOW, lay)
        return None

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every picture that was taken with the profile that came of them."""
        reader, found = AppenzellReader(profile), []
        for shot in shots:
            one = lesson(shot.picture, shot.label)
            if one.stage == STAGES[-1]:
                found += _roofs_learned(profile, one)
            elif one.tiles or one.mice:
                found += _pieces_learned(reader, one)
        order = list(self.kinds())
        return sorted(on_average(found), key=lambda each: order.index(each.kind))


def _pieces_learned(reader: AppenzellReader, one: Lesson) -> list[Learned]:
    """How surely the tiles and mice of a picture are told from others of their sort."""
    cells = reader.read(one.picture, one.view, [-1] * len(FIELDS)).fields
    tiles = [_learned(cells[at], k, TILE_NAMES) for at, k in one.tiles.items() if k != "high"]
    mice = [_learned(cells[at], k, list(reader.profile.mice)) for at, k in one.mice.items()]
    return tiles + mice


def _learned(cell: Cell[str], kind: str, sort: Sequence[str]) -> Learned:
    rival = max((each for each in sort if each != kind), key=cell.alone, default="")
    lead = cell.alone(kind) - cell.alone(rival) if rival else 0.0
    return Learned(kind, lead, rival)


def _roofs_learned(profile: Profile, one: Lesson) -> list[Learned]:
    """How surely the kinds of roofs are told by their colours."""
    flat = roof_picture(smoothed(one.picture), one.view, profile.measures)
    found = []
    for room in profile.layouts[0]:
        for at in room:
            fits = {
                ROOF_NAMES[k]: v for k, v in kind_fit(field_of(flat, at), profile.roofs).items()
            }
            kind = ROOF_NAMES[len(room)]
            rival = max((each for each in fits if each != kind), key=lambda each: fits[each])
            found.append(Learned(kind, fits[kind] - fits[rival], rival))
    return found


COURSE = AppenzellCourse()
