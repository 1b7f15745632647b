"""What the labels of each game's pictures teach and ask about single cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import cos, hypot, pi, sin

from device.bench.eye_cells import Asked, Lesson, Photo, Taught, Told
from vision.observe.appearance import Example
from vision.observe.cut import Job
from vision.observe.table import ROUND, Key, Label, Point

Lessons = dict[str, list[Taught]]
Questions = dict[str, list[Asked]]
# Asks one picture, given its photo and whether it is a lesson or the first of a game.
Course = Callable[[Photo, str], Lesson]
TEACH, FIRST, PLAY = "teach", "first", "play"


def _one(label: Label, job: Job, source: Key, turns: int = 1, place: Key | None = None) -> Taught:
    return Taught(job, Example(label, source, turns, place))


def _ask(label: Label, *jobs: Job, key: Key | None = None) -> Asked:
    return Asked(label, tuple((job, lambda _: True) for job in jobs), key)


# --- Solomon: the top of every shaft -----------------------------------------------------------

PITCH, TILE, FACE = 0.032, 0.003, 0.0237  # metres: from shaft to shaft, a tile's height, its face


def solomon(photo: Photo, when: str) -> Lesson:
    """The top of each shaft at its true height."""
    taught, asked = list[Taught](), list[Asked]()
    for key, top in photo.label["state"]["top"].items():
        row, column = map(int, key.split(","))
        height = photo.label["state"]["heights"][row][column]
        at = ((column - 2.5) * PITCH, (2.5 - row) * PITCH)
        job = Job(at, (height - 4) * TILE - 0.0007, FACE)
        label = "empty" if top is None else f"{top['kind']} {top['value']}"
        if when == TEACH:
            taught.append(_one(label, job, key, turns=4))
        else:
            asked.append(_ask(label, job))
    return Lesson({"shafts": taught}, {"shafts": asked})


# --- Appenzell: what lies on each field, who stands there --------------------------------------

FIELD, FLOOR, RAISED, ROOF, TOWER = 0.034, -0.004, 0.0034, 0.012, 0.065
MOUSE_ABOVE = 0.009  # metres from what it stands on to its middle
TOWERS = ((0, 0), (0, 6), (6, 0), (6, 6))
NOBODY, HIGH = "nobody", "high"


def appenzell(photo: Photo, when: str) -> Lesson:
    """Open fields, the roof as it lies on each field this evening, and mice."""
    state = photo.label["state"]
    lies = _lies(state)
    mice = {tuple(m["field"]): m["color"] for m in state["mice"] if m["field"] is not None}
    fields, stands = list[Taught](), list[Taught]()
    asked_fields, asked_mice = list[Asked](), list[Asked]()
    for field, label in lies.items():
        at = ((field[1] - 3) * FIELD, (3 - field[0]) * FIELD)
        mouse = Job(at, _level(label) + MOUSE_ABOVE, 0.020)
        if when == TEACH:
            here = mice.get(field, NOBODY)
            stands.append(_one(here, mouse, field, turns=ROUND if field in mice else 2))
        else:
            asked_mice.append(_ask(mice.get(field, NOBODY), mouse))
        if field in mice or label == "tower":
            continue
        if when == TEACH and label != "roof":
            turns = 1 if label == HIGH else 4
            fields.append(_one(label, Job(at, _level(label), 0.024), field, turns))
        elif when == FIRST and label == "roof":
            fields.append(_one("roof", Job(at, ROOF, 0.024), field, place=field))
        elif when == PLAY:
            asked_fields.append(_field(field, at, label))
    return Lesson({"fields": fields, "mice": stands}, {"fields": asked_fields, "mice": asked_mice})


def _field(field: tuple[int, int], at: Point, label: str) -> Asked:
    """A field is looked at as high as each thing that may lie there."""
    raised = field[0] % 2 == 0 and field[1] % 2 == 0
    roof = Job(at, ROOF, 0.024), lambda name: name == "roof"
    if raised:
        return Asked(label, (roof, (Job(at, RAISED, 0.024), lambda name: name == HIGH)), field)
    tile = Job(at, FLOOR, 0.024), lambda name: name not in ("roof", HIGH)
    return Asked(label, (roof, tile), field)


def _lies(state: Told) -> dict[tuple[int, int], str]:
    found = {
        (int(r), int(c)): "roof"
        for each in state["rooms"]
        if each["roof_on"]
        for r, c in each["fields"]
    }
    for key, label in state["open_fields"].items():
        row, column = map(int, key.split(","))
        found[row, column] = label
    return found | dict.fromkeys(TOWERS, "tower")


def _level(label: str) -> float:
    return {HIGH: RAISED, "tower": TOWER, "roof": ROOF}.get(label, FLOOR)


# --- Seven Locks: keys, coats, towers, keymaster -----------------------------------------------

AROUND, WALK_HIGH = 0.1150, 0.035  # metres: the ring of towers, a keymaster's height
KEY, COAT, ROOF_WIDE, PAWN = 0.030, 0.016, 0.060, 0.022
BESIDE_KEYS = (-0.05, 0.09)  # metres along the row where the table is bare
BESIDE_COATS = ((0.0, 0.03), (0.0, -0.03), (-0.05, 0.0))


class SevenLocks:
    """Keys and coats are surveyed where they lie in the first picture."""

    def __init__(self) -> None:
        self._keys: dict[str, Point] = {}
        self._coats: list[tuple[str, Point]] = []
        self._radius = 0.0

    def __call__(self, photo: Photo, when: str) -> Lesson:
        state, pieces = photo.label["state"], photo.label["pieces"]
        self._radius = next(hypot(*p["xyz"][:2]) for p in pieces if p["label"] == "keymaster")
        taught: Lessons = {"towers": [], "walk": [], "keys": [], "coats": []}
        asked: Questions = {name: [] for name in taught}
        for n in range(7):
            self._tower(n, n in state["standing_towers"], when, taught, asked)
            self._walk(n, n == state["keymaster_place"], when, taught, asked)
        if when == FIRST:
            self._survey(pieces, taught)
        if when == PLAY:
            asked["keys"] = [
                _ask("key" if name in state["keys_in_row"] else "bare", _key(at))
                for name, at in self._keys.items()
            ]
            asked["coats"] = [_ask(_coat(each, pieces), _coat_job(each[1])) for each in self._coats]
        return Lesson(taught, asked)

    def _tower(self, n: int, up: bool, when: str, taught: Lessons, asked: Questions) -> None:
        job = Job(_spot(AROUND, n), 0.18, ROOF_WIDE)
        if when == TEACH:
            taught["towers"].append(_one(up, job, n, turns=ROUND))
        else:
            asked["towers"].append(_ask(up, job))

    def _walk(self, n: int, here: bool, when: str, taught: Lessons, asked: Questions) -> None:
        job = Job(_spot(self._radius, n), WALK_HIGH, PAWN)
        if when != PLAY:
            taught["walk"].append(_one(here, job, ("walk", n)))
        else:
            asked["walk"].append(_ask(here, job))

    def _survey(self, pieces: Sequence[Told], taught: Lessons) -> None:
        xy = lambda piece: (piece["xyz"][0], piece["xyz"][1])  # noqa: E731
        self._keys = {p["color"]: xy(p) for p in pieces if p["label"] == "key"}
        self._coats = [(p["player"], xy(p)) for p in pieces if p["label"] == "coat"]
        for name, at in self._keys.items():
            taught["keys"].append(_one("key", _key(at), name))
            bare = [(at[0] + off, at[1]) for off in BESIDE_KEYS]
            taught["keys"] += [_one("bare", Job(b, 0.0, KEY), (name, b)) for b in bare]
        for n, (_, at) in enumerate(self._coats):
            taught["coats"].append(_one("coat", _coat_job(at), n))
            beside = [(at[0] + dx, at[1] + dy) for dx, dy in BESIDE_COATS]
            taught["coats"] += [_one("bare", _coat_job(b), (n, b)) for b in beside]


def _spot(radius: float, n: int) -> Point:
    angle = pi / 2 - n * 2 * pi / 7
    return radius * cos(angle), radius * sin(angle)


def _key(at: Point) -> Job:
    return Job((at[0] + 0.012, at[1]), 0.001, KEY)


def _coat_job(at: Point) -> Job:
    return Job(at, 0.0, COAT)


def _coat(coat: tuple[str, Point], pieces: Sequence[Told]) -> str:
    player, (x, y) = coat
    near = (
        hypot(p["xyz"][0] - x, p["xyz"][1] - y) < COAT / 2
        for p in pieces
        if p["label"] == "coat" and p["player"] == player and p["where"] == "home"
    )
    return "coat" if any(near) else "bare"


# --- Kilt: tops of towers ----------------------------------------------------------------------

TOP = 0.030


def kilt(photo: Photo, when: str) -> Lesson:
    """The floor or roof on top of every tower, at its true place and height."""
    pieces = photo.label["pieces"]
    roofs = {tuple(p["square"]) for p in pieces if p["label"] == "roof"}
    taught, asked = list[Taught](), list[Asked]()
    for n, piece in enumerate(pieces):
        roof = piece["label"] == "roof"
        floor = piece["label"] == "floor" and piece.get("top")
        if not roof and not (floor and tuple(piece.get("square") or ()) not in roofs):
            continue
        x, y, z = piece["xyz"]
        label = "roof" if roof else f"{piece['color']} {piece['crests']}"
        if when == TEACH:
            taught.append(_one(label, Job((x, y), z, TOP), n, turns=ROUND))
        else:
            asked.append(_ask(label, Job((x, y), z, TOP)))
    return Lesson({"tops": taught}, {"tops": asked})


# --- The Castle: counters and characters -------------------------------------------------------

COUNTER, CHIP = 0.0165, 0.012  # metres: across a counter; a chip nearer than this covers it
ASKEW = (-0.35, -0.17, 0.0, 0.17, 0.35)  # radians: counters lie upright, but not exactly
BACKS = 8  # of the first picture teach how backs look


def castle(photo: Photo, when: str) -> Lesson:
    """Every counter and character that no chip covers."""
    pieces = photo.label["pieces"]
    chips = [p["xyz"] for p in pieces if p["label"] == "hits"]
    things = [p for p in pieces if p["label"] in ("counter", "character")]
    if when == FIRST:
        things = [p for p in things if p.get("face") == "down"][:BACKS]
    taught, asked = list[Taught](), list[Asked]()
    for n, piece in enumerate(things):
        x, y, z = piece["xyz"]
        turn = float(piece.get("rotation_deg") or 0) * pi / 180
        if when != PLAY:
            jobs = [Job((x, y), z, COUNTER, turn + askew) for askew in ASKEW]
            taught += [_one(_counter(piece), job, n) for job in jobs]
        elif all(hypot(x - c[0], y - c[1]) > CHIP for c in chips):
            asked.append(_ask(_counter(piece), *(Job((x, y), z, COUNTER, t) for t in ASKEW)))
    return Lesson({"counters": taught}, {"counters": asked})


def _counter(piece: Told) -> str:
    if piece["label"] == "character":
        return f"character {piece['name']}"
    if piece["face"] == "down":
        return f"back {piece['back']}"
    return f"{piece['back']} {piece['name']} {piece.get('number') or ''}"


def course(game: str) -> Course | None:
    """How a game's pictures are asked, with nothing remembered yet; None for other games."""
    known: Mapping[str, Callable[[], Course]] = {
        "kilt": lambda: kilt,
        "solomon": lambda: solomon,
        "appenzell": lambda: appenzell,
        "seven_locks": SevenLocks,
        "castle": lambda: castle,
    }
    return known[game]() if game in known else None
