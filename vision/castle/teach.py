"""Learning a box of The Castle from labelled pictures: the map, counters, characters, the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from rules.castle.pieces import MONSTERS, TREASURES
from vision.castle import faces as castle_faces
from vision.castle.map import propose
from vision.castle.pieces import before_gate, blobs, changed, sampled
from vision.castle.profile import SAMPLES, STEP, Profile, sheet_window
from vision.castle.reader import CastleReader, around
from vision.castle.squares import Pose, different, found, light_apart, settled, side
from vision.castle.table import EXTENT, GATE_DEEP, MARGIN, SIZES, Rect, Sheet, Sizes
from vision.dice.find import Die, find_dice
from vision.errors import TeachingError
from vision.geometry import View, solve_view
from vision.sample import Patch, Picture, Window, maps_for, take, to_log

ENOUGH = 12  # counters tell how large they are
ASTRAY = 0.012  # metres a counter may lie off its mark
SIDE_BY_SIDE = 3  # characters before one entrance
# What labels may call a counter, beside its own name.
OTHER_NAMES = {
    "esp": "medallion", "skel-key": "key-skeleton", "teleport": "teleport-potion",
    "poison-vapor": "vapor", "skeleton-key": "key-skeleton", "potion-of-healing": "healing",
}  # fmt: skip


@dataclass(frozen=True)
class Lesson:
    """One labelled picture."""

    picture: Picture
    view: View
    label: Mapping[str, Any]
    extent: tuple[float, float]


def lesson(picture: Picture, label: Mapping[str, Any]) -> Lesson:
    """A labelled picture and where the camera stood."""
    taps = label.get("board_corners_px")
    if taps is None:
        raise TeachingError("the picture needs the map's four corners: tap them")
    known = label.get("board_corners_xyz")
    corners = np.array(known if known is not None else _corners(EXTENT), float)
    size = (picture.shape[1], picture.shape[0])
    wide, deep = (float(np.ptp(corners[:, n])) for n in (0, 1))
    return Lesson(picture, solve_view(corners, np.array(taps, float), size), label, (wide, deep))


def _corners(extent: tuple[float, float]) -> list[tuple[float, float, float]]:
    x, y = extent[0] / 2, extent[1] / 2
    return [(-x, y, 0.0), (x, y, 0.0), (x, -y, 0.0), (-x, -y, 0.0)]


def kind_of(name: str, number: Any) -> str:
    """The rules' name of a counter that a label names."""
    plain = name.lower().replace(" ", "-")
    for tried in (plain, OTHER_NAMES.get(plain, ""), f"{plain}-{number}", f"{plain}{number}"):
        if tried in MONSTERS or tried in TREASURES:
            if tried == "curse" and str(number) == "-300":
                return "curse-300"
            return tried
    raise TeachingError(f"no counter of The Castle is called {name!r}")


def sheet_of(label: Mapping[str, Any], extent: tuple[float, float]) -> Sheet:
    """The map as a label tells it."""
    told = label["state"]["map"]
    areas = {
        name: (str(each["kind"]), tuple(float(v) for v in each["rect_m"]))
        for name, each in told["areas"].items()
    }
    links = tuple((str(a), str(b)) for a, b in told["adjacency"])
    gates = {
        gate: (str(each["area"]), float(each["xy_m"][0]), float(each["xy_m"][1]))
        for gate, each in told["entrances"].items()
    }
    return Sheet(extent, areas, links, gates)  # type: ignore[arg-type]


def sheet_picture(each: Lesson) -> Picture:
    """The sheet alone from above, finely."""
    (wide, deep), step = each.extent, 0.0005
    size = round(wide / step), round(deep / step)
    window = Window((-wide / 2, deep / 2, 0.0), (1.0, 0.0), (0.0, -1.0), size[0], size[1], step)
    return take(each.picture, maps_for(each.view, window))


def teach(lessons: Sequence[Lesson]) -> Profile:
    """Everything the pictures show of a box."""
    empty = [each for each in lessons if _bare(each.label["state"])]
    if not empty:
        raise TeachingError("one picture must show the empty map")
    first = empty[0]
    sheet = _sheet(first)
    bare = take(first.picture, maps_for(first.view, sheet_window(sheet)))
    sizes = replace(SIZES, die=_die_size(first))
    profile = Profile(sheet, bare, {}, sizes, _constitutions(lessons))
    reader = CastleReader(profile)
    lessons = [_laid_out(reader, each) for each in lessons]
    seen = [(each, reader.rectified(each.picture, each.view)) for each in lessons]
    sizes = _sizes(reader, seen, sizes)
    profile = Profile(sheet, bare, {}, sizes, profile.constitutions)
    looks: dict[str, list[Patch]] = {}
    fine: dict[str, list[Patch]] = {}
    placed = [_laid(profile, each, now) for each, now in seen]
    chips = [_chips(profile, *one, laid) for one, laid in zip(seen, placed, strict=True)]
    if sides := [length for many in chips for _, _, length in many]:
        profile = replace(profile, sizes=replace(sizes, chip=float(np.median(sides))))
    for (each, now), laid, hits in zip(seen, placed, chips, strict=True):
        shown = [*_characters(reader, sizes, each, now), *_counters(profile, laid, now)]
        for name, patch in [*shown, *_numbers(profile, hits, now)]:
            looks.setdefault(name, []).append(patch)
        for name, patch in _fine(profile, each, [*_faces(laid), *(chip[:2] for chip in hits)]):
            fine.setdefault(name, []).append(patch)
    means = {name: np.median(all_, axis=0).astype(np.float32) for name, all_ in looks.items()}
    prints = {name: np.stack(each) for name, each in fine.items()}
    faces = [_faces(laid) for laid in placed]
    numbers = [[(name, pose) for name, pose, _ in many] for many in chips]
    return replace(
        profile.knowing(means),
        fine=prints,
        clarity=_clarity(profile, lessons, faces, prints, "face:"),
        number_clarity=_clarity(profile, lessons, numbers, prints, "chip:"),
    )


def _laid_out(reader: CastleReader, each: Lesson) -> Lesson:
    """A lesson with the sheet where it lies."""
    return replace(each, view=reader.laid(each.picture, each.view))


def _numbers(profile: Profile, chips: Sequence[Chip], now: Patch) -> list[tuple[str, Patch]]:
    """How hit counters look."""
    size = profile.sizes.chip
    return [(name, sampled(now, [pose], size)[0]) for name, pose, _ in chips]


def _bare(state: Mapping[str, Any]) -> bool:
    return not state["counters"] and not state.get("chips")


def _sheet(first: Lesson) -> Sheet:
    """The map as it was told, else as the picture shows it."""
    if first.label["state"].get("map"):
        return sheet_of(first.label, first.extent)
    return replace(propose(sheet_picture(first), first.extent), proposed=True)


def _die_size(first: Lesson) -> float:
    """The edge of the die in the picture, if it can be made out."""
    value = first.label["state"].get("die")
    ends = first.view.project(np.array([(-0.5, 0.0, 0.0), (0.5, 0.0, 0.0)]))
    scale = float(np.linalg.norm(ends[1] - ends[0]))
    for die in find_dice(first.picture, (0.011 * scale, 0.024 * scale)):
        if die.value == value:
            return _edge(first.view, die)
    return SIZES.die


def _edge(view: View, die: Die) -> float:
    """How long the edge of a die is that lies on the table: its upper face is as high."""
    edge = SIZES.die
    for _ in range(3):
        corners = view.on_plane(np.asarray(die.corners, np.float64), edge)
        edge = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    return edge


def _constitutions(lessons: Sequence[Lesson]) -> dict[str, tuple[int, ...]]:
    """The numbers told with the faces."""
    found: dict[str, list[int]] = {}
    shown = [c for each in lessons for c in each.label["state"]["counters"] if c.get("name")]
    for counter in shown:
        kind, number = kind_of(counter["name"], counter.get("number")), counter.get("number")
        if kind in MONSTERS and isinstance(number, int) and number > 0:
            known = found.setdefault(kind, [])
            if len(known) < MONSTERS[kind]:
                known.append(number)
    return {kind: tuple(sorted(values)) for kind, values in found.items()}


def _clarity(
    profile: Profile,
    lessons: Sequence[Lesson],
    placed: Sequence[Sequence[tuple[str, Pose]]],
    prints: Mapping[str, Patch],
    kind: str,
) -> float:
    """How much a print can be trusted, as pieces that lie there twice tell."""
    size, lift = _measures(profile, kind)
    shown = {name: face for name, face in prints.items() if name.startswith(kind)}
    cuts: dict[str, list[list[Patch]]] = {}
    for each, laid in zip(lessons, placed, strict=True):
        for name, pose in laid:
            turned = castle_faces.turned_cuts(each.picture, each.view, pose, size, lift)
            cuts.setdefault(name, []).append(turned)
    in_order = [each for name in shown for each in cuts[name]]
    families = {name: name[5:] in MONSTERS for name in shown}
    return castle_faces.Faces(shown).weight(in_order, families)


def _measures(profile: Profile, kind: str) -> tuple[float, float]:
    """How large a face or a hit counter is, and how high it lies."""
    if kind == "chip:":
        return profile.sizes.chip, 2 * SIZES.thick
    return profile.sizes.counter, SIZES.thick


Seen = tuple[Lesson, Patch]
Box = tuple[float, float, float, float, float]
Placed = Sequence[tuple[Mapping[str, Any], Box]]
Chip = tuple[str, tuple[float, float, float], float]  # name, pose, length of its sides


def _sizes(reader: CastleReader, seen: Sequence[Seen], sizes: Sizes) -> Sizes:
    """How large counters and characters are."""
    counters, characters = [], []
    for each, now in seen:
        if each.label["state"]["counters"] and not _struck(each):
            off = different(now, reader.bare, reader.sheet)
            laid = _laid(reader.profile, each, now, ENOUGH)
            counters += [side(off, _pose(box), sizes.counter) for _, box in laid]
        off = reader.off_table(now)
        boxes = [_at_gate(reader, now, gate) for gate in reader.sheet.gates]
        poses = [settled(off, _pose(box), sizes.character) for box in boxes if box is not None]
        characters += [side(off, pose, sizes.character) for pose in poses]
    if len(counters) >= 5:
        sizes = replace(sizes, counter=float(np.median(counters)))
    if len(characters) >= 3:
        sizes = replace(sizes, character=float(np.median(characters)))
    return sizes


def _pose(box: Box) -> tuple[float, float, float]:
    return box[0], box[1], box[4]


def _struck(each: Lesson) -> bool:
    return any(c.get("hits") for c in each.label["state"]["counters"])


def _at_gate(
    reader: CastleReader, now: Patch, gate: str, most: int = 1
) -> tuple[float, float, float, float, float] | None:
    """The piece before an entrance, or some pieces side by side."""
    x, y = reader.sheet.before(gate)
    rows, columns = now.shape[:2]
    x0, y0 = int(columns / 2 + (x - MARGIN / 2) / STEP), int(rows / 2 - (y + GATE_DEEP / 2) / STEP)
    x0, y0 = max(x0, 0), max(y0, 0)
    where = slice(y0, y0 + round(GATE_DEEP / STEP)), slice(x0, x0 + round(MARGIN / STEP))
    part = now[where]
    found: list[Box] = []
    for noisy in (3.0, 2.0, 1.5, 4.0):  # grain may hide a piece, or look like one
        off = before_gate(part, reader.table[where], noisy)
        found = [
            b
            for b in blobs(off, 0.012)
            if min(b[2:4]) > 0.010 and max(b[2:4]) < most * min(0.024, 1.3 * min(b[2:4]))
        ]
        if found:
            break
    if not found:
        return None
    bx, by, wide, deep, turn = max(found, key=lambda b: b[2] * b[3])
    cx = (x0 + part.shape[1] / 2 - columns / 2) * STEP
    cy = (rows / 2 - y0 - part.shape[0] / 2) * STEP
    return bx + cx, by + cy, wide, deep, turn


def _standing_at(reader: CastleReader, now: Patch, off: Patch, gate: str) -> list[Pose]:
    """Where the characters before an entrance stand."""
    size = reader.profile.sizes.character
    box = _at_gate(reader, now, gate)
    if box is not None:
        return [settled(off, _pose(box), size)]
    box = _at_gate(reader, now, gate, SIDE_BY_SIDE)
    if box is None:
        return []
    return sorted(found(off, around(box), size, SIDE_BY_SIDE))


def _characters(
    reader: CastleReader, sizes: Sizes, each: Lesson, now: Patch
) -> list[tuple[str, Patch]]:
    found = []
    off, size = reader.off_table(now), sizes.character
    for character in each.label["state"]["characters"]:
        gate = character.get("entrance")
        if character.get("area") is not None or gate not in reader.sheet.gates:
            continue
        box = _at_gate(reader, now, gate)
        if box is not None:
            name = f"char:{character['index']}:{str(character['name']).lower()}"
            x, y, turn = settled(off, _pose(box), size)
            found.append((name, _cut(now, (x, y, size, size, turn), size)))
    return found


def learn_characters(
    reader: CastleReader, picture: Picture, view: View, standing: Mapping[str, str]
) -> dict[str, Patch]:
    """Characters that stand before entrances, by name and entrance: they show themselves there."""
    now = reader.rectified(picture, reader.laid(picture, view))
    off, size = reader.off_table(now), reader.profile.sizes.character
    shown: dict[str, Patch] = {}
    for gate in sorted(set(standing.values())):
        names = [name for name, at in standing.items() if at == gate]
        poses = _standing_at(reader, now, off, gate)
        # Of one seat all are alike, but for small print.
        for name, pose in zip(names, poses + poses[-1:] * len(names), strict=False):
            shown[name] = sampled(now, [pose], size)[0]
    return shown


def _cut(now: Patch, box: tuple[float, float, float, float, float], size: float) -> Patch:
    return sampled(now, [(box[0], box[1], box[4])], size)[0]


def _counters(profile: Profile, laid: Placed, now: Patch) -> list[tuple[str, Patch]]:
    """How every counter looks that can be made out."""
    return [look for counter, box in laid for look in _looks(profile, counter, box, now)]


def _fine(
    profile: Profile, each: Lesson, placed: Sequence[tuple[str, tuple[float, float, float]]]
) -> list[tuple[str, Patch]]:
    """Faces and hit counters with their small print."""
    return [
        (name, castle_faces.cut(each.picture, each.view, pose, *_measures(profile, name[:5])))
        for name, pose in placed
    ]


def _faces(laid: Placed) -> list[tuple[str, tuple[float, float, float]]]:
    """Counters that lie open with nothing on them, and where."""
    return [
        (f"face:{kind_of(counter['name'], counter.get('number'))}", _pose(box))
        for counter, box in laid
        if counter.get("name") and not counter.get("hits")
    ]


def _laid(
    profile: Profile, each: Lesson, now: Patch, most: int = 99
) -> list[tuple[Mapping[str, Any], Box]]:
    """Counters by place, or by room: the treasure lies on the left, the monster on the right."""
    size = profile.sizes.counter
    off = different(now, to_log(profile.bare), profile.sheet)
    told: dict[Rect, list[Mapping[str, Any]]] = {}
    for counter in each.label["state"]["counters"]:
        told.setdefault(_whereabouts(profile, counter, size), []).append(counter)
    laid: list[tuple[Mapping[str, Any], Box]] = []
    for part, counters in list(told.items())[:most]:
        squares = found(off, part, size, len(counters))
        order = sorted(counters, key=lambda c: c["back"] != "treasure")
        if len(squares) == len(order):
            boxes = [(x, y, size, size, turn) for x, y, turn in sorted(squares)]
            laid += zip(order, boxes, strict=True)
    return laid


def _whereabouts(profile: Profile, counter: Mapping[str, Any], size: float) -> Rect:
    """The part of the sheet in which a counter lies: its area, or about its place."""
    if counter.get("at") is None:
        return profile.sheet.areas[str(counter["area"])][1]
    (x, y), reach = counter["at"], ASTRAY + size / 2
    return x - reach, y - reach, x + reach, y + reach


def _chips(profile: Profile, each: Lesson, now: Patch, laid: Placed) -> list[Chip]:
    """Hit counters: those that lie by themselves, and those on the lower right of counters."""
    off = different(now, to_log(profile.bare), profile.sheet)
    usual, size = profile.sizes.chip, profile.sizes.counter
    seen: list[Chip] = []
    for chip in each.label["state"].get("chips", ()):
        poses = found(off, _whereabouts(profile, chip, usual), usual, 1)
        seen += [(f"chip:{chip['number']}", pose, side(off, pose, usual)) for pose in poses]
    for counter, box in laid:
        if counter.get("hits"):
            own = np.minimum(off, _off_paper(now, box, size))
            poses = found(own, _part(box, size), usual, 1)
            seen += [(f"chip:{counter['hits']}", pose, side(own, pose, usual)) for pose in poses]
    return seen


def _part(box: Box, size: float) -> Rect:
    """About the lower right of a counter, where a hit counter lies on it."""
    aside, reach = 0.18 * size, 0.55 * size
    x, y = box[0] + aside, box[1] - aside
    return x - reach, y - reach, x + reach, y + reach


def _off_paper(now: Patch, box: Box, size: float) -> Patch:
    """How much everything differs from the paper of a counter whose lower right is covered."""
    face = _cut(now, box, size).reshape(SAMPLES, SAMPLES, 3)
    paper = np.median(
        np.concatenate([face[1:3, 1:-1], face[1:-1, 1:3].swapaxes(0, 1)]), axis=(0, 1)
    )
    return light_apart(now - paper)


def _looks(
    profile: Profile, counter: Mapping[str, Any], box: Box, now: Patch
) -> list[tuple[str, Patch]]:
    """How a counter looks that nothing lies on."""
    if counter.get("hits"):
        return []
    name = f"back:{counter['back']}"
    if counter.get("name"):
        name = f"face:{kind_of(counter['name'], counter.get('number'))}"
    return [(name, _cut(now, box, profile.sizes.counter))]


# What a face is worth in another picture than that which taught it, as a rule.
USUAL_WORTH = 1.0


def prints_of(profile: Profile, one: Lesson) -> tuple[dict[str, Patch], dict[str, Patch]]:
    """The faces one picture of a known box shows: their looks, and their small print."""
    reader = CastleReader(profile)
    one = _laid_out(reader, one)
    now = reader.rectified(one.picture, one.view)
    laid = _laid(profile, one, now)
    looks = dict(_counters(profile, laid, now))
    return looks, {name: cut[None] for name, cut in _fine(profile, one, _faces(laid))}


def leads(reader: CastleReader, one: Lesson) -> list[tuple[str, float, str]]:
    """Every face in a picture: how far it is ahead of its likeliest rival, and which that is."""
    profile, one = reader.profile, _laid_out(reader, one)
    now = reader.rectified(one.picture, one.view)
    found = []
    for name, pose in _faces(_laid(profile, one, now)):
        cuts = castle_faces.turned_cuts(
            one.picture, one.view, pose, profile.sizes.counter, SIZES.thick
        )
        told = reader.faces.likeness(cuts)
        own = min(told.pop(name, 0.0), USUAL_WORTH)
        rivals = {n: v for n, v in told.items() if (n[5:] in MONSTERS) == (name[5:] in MONSTERS)}
        rival = max(rivals, key=lambda each: rivals[each])
        found.append((name[5:], profile.clarity * (own - rivals[rival]), rival[5:]))
    return found


def learn_backs(reader: CastleReader, picture: Picture, view: View) -> dict[str, Patch]:
    """The backs of counters from a picture of the set-up: two lie in every room.

    The treasure lies on the left as a rule; where most rooms agree, the rest is put right.
    """
    now = reader.rectified(picture, reader.laid(picture, view))
    mask = changed(now, reader.bare, reader.sheet)
    size = reader.profile.sizes.counter
    pairs: dict[str, list[tuple[float, float, float, float, float]]] = {}
    for box in blobs(mask, size):
        place = reader.sheet.place(box[0], box[1])
        if place is not None and max(box[2:4]) < 1.4 * size:
            pairs.setdefault(place, []).append(box)
    rooms = [sorted(boxes)[:2] for boxes in pairs.values() if len(boxes) == 2]
    if len(rooms) < 8:
        return {}
    sides = [np.stack([_cut(now, boxes[n], size) for boxes in rooms]) for n in (0, 1)]
    return {
        "back:treasure": np.median(sides[0], axis=0).astype(np.float32),
        "back:monster": np.median(sides[1], axis=0).astype(np.float32),
    }


__all__ = [
    "Lesson",
    "kind_of",
    "leads",
    "learn_backs",
    "learn_characters",
    "lesson",
    "prints_of",
    "sheet_of",
    "sheet_picture",
    "teach",
]
