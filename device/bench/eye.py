"""How well the learned eye names single cells, whatever stories make of them.

Each game is looked at twice: through the labels' own camera, and as the device finds the board.
What the second loses is geometry's fault, not the eye's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from device.bench.eye_cells import Asked, Cells, lessons, sequence, sequences
from device.bench.eye_games import FIRST, PLAY, TEACH, course
from device.bench.eye_light import Lights
from rules.errors import CastellanError
from vision.games import eyes_kit
from vision.observe.appearance import NEVER, Bank, evidence, taught
from vision.observe.cut import Cutter
from vision.observe.eye import WEIGHTS, Eye

Array = NDArray[np.float32]
Figures = NDArray[np.float64] | NDArray[np.float32]
Flags = NDArray[np.bool_]

FALSE_ALARMS = 0.01  # share of right looks that may be called strange
SURE = 0.99
EDGES = (0.0, 0.5, 0.8, 0.95, 0.99, 1.0)  # of the bins of confidence
VIEWS = {"true": False, "found": True}


class BadWorld(CastellanError, ValueError):
    """A folder that holds no labelled games."""


@dataclass(frozen=True)
class Judged:
    """One question answered."""

    right: bool
    best: float  # the cosine with the best label
    without: float  # and with the true one left out: as if it had never been taught
    sure: float  # the chance that the best label is right, as it says
    mistake: str


@dataclass(frozen=True)
class Row:
    """The figures of one question of one game in one world."""

    world: str
    game: str
    question: str
    view: str
    cells: int
    right: int
    never_auc: float  # how well never taught looks are told from right ones: 1 always, .5 never
    never_missed: float  # of them, taken for taught ones where 1 % of right ones are refused
    calibration_error: float  # mean of |said - right| over cells, by bins of what was said
    sure: int  # cells said to be 99 % sure
    sure_right: int
    ms: float  # a cell, embedding alone
    mistakes: list[tuple[str, int]] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.world:8} {self.game:11} {self.question:8} {self.view:5} "
            f"{self.right:4}/{self.cells:4} {self.right / max(self.cells, 1):7.2%}  "
            f"never {self.never_auc:.3f} missed {self.never_missed:4.0%}  "
            f"off {self.calibration_error:.3f} sure {self.sure_right}/{self.sure}  {self.ms:.2f} ms"
        )


def bench_eye(
    worlds: Sequence[Path], weights: Path = WEIGHTS, say: Callable[[str], None] | None = None
) -> list[Row]:
    """Judge an eye on every game of every world."""
    eye, rows = Eye(weights), list[Row]()
    for world in worlds:
        for home in sorted(each for each in world.iterdir() if (each / "teach").is_dir()):
            for row in _game(eye, home):
                rows.append(row)
                if say is not None:
                    say(str(row))
    if not rows:
        raise BadWorld(f"{', '.join(map(str, worlds))}: no GAME/teach with labelled pictures")
    return rows


def _game(eye: Eye, home: Path) -> Iterator[Row]:
    for view, found in VIEWS.items():
        for question, cells in _cut(home, found).items():
            if cells.asked:
                judged, ms = _judged(eye, cells)
                yield _row((home.parent.name, home.name, question, view), judged, ms)


def _cut(home: Path, found: bool) -> dict[str, Cells]:
    """The cells of a game by question."""
    asks, cutter = course(home.name), Cutter()
    cells: dict[str, Cells] = {}
    if asks is None:
        return cells
    photos = [(photo, TEACH) for photo in reversed([*lessons(home, found)])]  # the barest first
    facts = eyes_kit(home.name).eyes.untaught
    for folder in sequences(home):
        shown = sequence(folder, facts, found)
        photos += [(photo, PLAY if n else FIRST) for n, photo in enumerate(shown)]
    lights = Lights(home.name)
    for photo, when in ((lights.under(photo), when) for photo, when in photos):
        lesson = asks(photo, when)
        for question in {*lesson.taught, *lesson.asked}:
            own = cells.setdefault(question, Cells())
            own.add(photo, cutter, lesson.taught.get(question, ()), lesson.asked.get(question, ()))
    return cells


def _judged(eye: Eye, cells: Cells) -> tuple[list[Judged], float]:
    bank, shown = taught(eye, cells.examples, cells.taught), cells.shown
    begun = perf_counter()
    vectors = eye.embed(shown)
    ms = (perf_counter() - begun) / len(shown) * 1000
    found, at = [], 0
    for asked in cells.asked:
        part = slice(at, at + len(asked.jobs))
        found.append(_judge(bank, asked, vectors[part], shown.seen()[part]))
        at = part.stop
    return found, ms


def _judge(bank: Bank, asked: Asked, vectors: Array, seen: Array) -> Judged:
    """One question: of several crops of one place, the best says what it shows."""
    rows = bank.best(vectors, [asked.key] * len(vectors))
    for row, (_, may) in zip(rows, asked.jobs, strict=True):
        row[[not may(label) for label in bank.labels]] = NEVER
    best = dict(zip(bank.labels, map(float, rows.max(axis=0)), strict=True))
    told = max(best, key=best.__getitem__)
    others = [value for label, value in best.items() if label != asked.label]
    cell = evidence(best, float(seen.max()), bank.scales)
    mistake = "" if told == asked.label else f"{asked.label} > {told}"
    return Judged(not mistake, best[told], max(others, default=NEVER), cell.confidence(), mistake)


def _row(about: tuple[str, str, str, str], judged: Sequence[Judged], ms: float) -> Row:
    right = np.array([each.right for each in judged])
    best = np.array([each.best for each in judged])[right]
    never = np.array([each.without for each in judged if each.without > NEVER])
    said = np.array([each.sure for each in judged])
    sure = said > SURE
    mistakes = Counter(each.mistake for each in judged if each.mistake)
    return Row(
        *about,
        cells=len(judged),
        right=int(right.sum()),
        never_auc=told_apart(best, never),
        never_missed=_missed(best, never),
        calibration_error=calibration_error(said, right),
        sure=int(sure.sum()),
        sure_right=int((sure & right).sum()),
        ms=ms,
        mistakes=mistakes.most_common(5),
    )


def told_apart(high: Figures, low: Figures) -> float:
    """How often one of the first is above one of the second; ties count half."""
    if not len(high) or not len(low):
        return 0.5
    above = (high[:, None] > low[None]).mean() + 0.5 * (high[:, None] == low[None]).mean()
    return float(above)


def _missed(best: Figures, never: Figures) -> float:
    if not len(best) or not len(never):
        return 1.0
    return float((never >= np.quantile(best, FALSE_ALARMS)).mean())


def calibration_error(said: Figures, right: Flags) -> float:
    """How far what was said of cells lies from how many were right, bin by bin."""
    bins = np.clip(np.digitize(said, EDGES) - 1, 0, len(EDGES) - 2)
    off = [
        abs(float(said[bins == n].sum() - right[bins == n].sum())) for n in range(len(EDGES) - 1)
    ]
    return sum(off) / max(len(said), 1)
