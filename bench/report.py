"""`make bench`: how fast and how large, printed and written to bench/report.json.

Times of computing are CPU times of one thread, so that a busy machine does not spoil them.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import cv2

from bench import phones, rules
from device.bench.idle import idle
from device.bench.reliability import LEAST, SURE, library_reliability, reader_reliability
from device.bench.sim import SimRun, Tally, make_sim
from device.boxes.profiles import box_facts, teach_from
from device.following.watchers import watchers
from device.records.journal import Evidence, Journal
from device.senses.frame import Frame, is_black
from device.sim.kilt.table import SimGame
from device.table.service import TableService
from rules.kilt import GAME

ROOT = Path(__file__).parent.parent
REPORT = Path(__file__).parent / "report.json"
SEED, OTHERS_SEED = 5, 3
MOMENTS, REST_FRAMES = 12, 60
COMMITS = 300
OTHERS = ("seven_locks", "solomon", "appenzell", "castle")

Row = dict[str, Any]


def row(
    name: str,
    value: float,
    unit: str,
    target: float | None = None,
    reference: str = "",
    most: bool = True,
) -> Row:
    """One line of the report; `most` tells whether the target is an upper bound."""
    holds = None if target is None else bool(value <= target if most else value >= target)
    value = round(value, 3 if value < 10 else 1)
    return {
        "name": name,
        "value": value,
        "unit": unit,
        "target": target,
        "reference": reference,
        "holds": holds,
    }


class Stopwatch:
    """Puts itself around functions and notes the CPU time of each call in milliseconds."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.jpegs: list[float] = []

    def against_jpeg(self) -> str:
        """What a machine of another speed says as well: the same in JPEGs of each picture."""
        times = statistics.median(t / j for t, j in zip(self.times, self.jpegs, strict=True))
        return f"{times:.1f} times a JPEG of it ({statistics.median(self.jpegs):.1f} ms)"

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **given: Any) -> Any:
            begin = time.thread_time()
            try:
                return function(*args, **given)
            finally:
                self.times.append((time.thread_time() - begin) * 1000)

        return timed

    def beside_jpegs(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same for functions of a picture, which is written as a JPEG right after: the speed of
        a machine changes while it works.
        """
        read, jpeg = self.around(function), Stopwatch()
        write, self.jpegs = jpeg.around(cv2.imencode), jpeg.times

        def timed(picture: Any, *args: Any, **given: Any) -> Any:
            try:
                return read(picture, *args, **given)
            finally:
                write(".jpg", picture)

        return timed

    @property
    def median(self) -> float:
        return statistics.median(self.times)


def seeing() -> Iterator[Row]:
    """Reading and explaining pictures of a simulated game, and watching it at rest."""
    sim = SimGame(SEED, "normal", 4)
    profile = teach_from(sim.teach_pictures(), "kilt")
    colours = [[colour.value for colour in each] for each in sim.set_up.colours]
    about = {"game": "kilt", "players": 4, "box": box_facts(profile), "colours": colours}
    read, explain = Stopwatch(), Stopwatch()
    with tempfile.TemporaryDirectory() as scratch, Journal(Path(scratch) / "j.db") as journal:

        def make(*args: Any) -> Any:
            watcher: Any = watchers("kilt", profile)(*args)
            watcher.eyes.read = read.beside_jpegs(watcher.eyes.read)
            watcher.explainer.explain = explain.around(watcher.explainer.explain)
            return watcher

        table = TableService(journal, journal.start_game(about), make)
        last = _follow(table, sim)
        yield row(
            "read one 1280x960 picture", read.median, "ms of one core", 40, read.against_jpeg()
        )
        yield row("explain a turn", explain.median, "ms of one core", 60)
        yield row("table at rest, 10 frames/s", _at_rest(table, last), "% of one core", 8)


def idling() -> Iterator[Row]:
    """Nobody plays, for hours."""
    for name, share in idle(SimGame(SEED, "normal", 4)):
        yield row(f"idle: {name}", share, "% of one core", 3)


def reading_the_others() -> Iterator[Row]:
    """Reading pictures of the other four games, each as its simulated game begins."""
    for game in OTHERS:
        sim, read = make_sim(game, OTHERS_SEED, "normal", 3), Stopwatch()
        run = SimRun(sim, Tally())
        run.watcher.eyes.read = read.beside_jpegs(run.watcher.eyes.read)
        for moment in islice(sim.moments(), MOMENTS):
            run.follow(moment)
        yield row(
            f"read one picture of {game}", read.median, "ms of one core", 40, read.against_jpeg()
        )


def _follow(table: TableService, sim: SimGame) -> Frame:
    frame = None
    for moment in islice(sim.moments(), MOMENTS):
        for frame in moment.frames:
            table.see(frame)
    assert frame is not None
    return frame


def _at_rest(table: TableService, frame: Frame) -> float:
    """Share of a core that ten quiet frames a second take."""
    for step in range(10):
        table.see(Frame(frame.time + step, frame.image))
    begin = time.thread_time()
    for step in range(REST_FRAMES):
        is_black(frame.image)
        table.see(Frame(frame.time + 10 + step, frame.image))
    return (time.thread_time() - begin) / REST_FRAMES * 10 * 100


def playing() -> Iterator[Row]:
    """The rules of all games: random play, judging, folding."""
    for name, value, unit, target, reference, most in rules.figures():
        yield row(name, value, unit, round(target, 1), reference, most)


def writing() -> Iterator[Row]:
    """Commits of the journal on this disk."""
    times = []
    (ROOT / "bench" / "out").mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory(dir=ROOT / "bench" / "out") as folder,
        Journal(Path(folder) / "j.db") as journal,
    ):
        game = journal.start_game({"game": "kilt"}).id
        event = GAME.event_to_json(SimGame(SEED, "easy", 4).set_up)
        for _ in range(COMMITS):
            begin = time.perf_counter()
            journal.append(game, {"record": "play", "event": event}, Evidence({}, bytes(20_000)))
            times.append((time.perf_counter() - begin) * 1000)
    times.sort()
    yield row("journal commit with picture, median", statistics.median(times), "ms")
    yield row("journal commit with picture, p99", times[int(COMMITS * 0.99)], "ms")


def weighing() -> Iterator[Row]:
    """Memory of the whole service that has looked at a game, without the simulated table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _shoot(folder)
        with _service(folder) as (child, address):
            _wait_for_the_end(address)
            status = Path(f"/proc/{child.pid}/status").read_text()
    for word, what in (("VmRSS", "memory of the service"), ("VmHWM", "memory, highest moment")):
        found = re.search(rf"{word}:\s+(\d+) kB", status)
        assert found is not None
        yield row(what, int(found[1]) / 1024, "MB", 220 if word == "VmRSS" else None)


def _shoot(folder: Path) -> None:
    """A taught box and the pictures of a few turns."""
    sim = SimGame(SEED, "normal", 4)
    teach_from(sim.teach_pictures(), "kilt").save(folder / "box")
    (folder / "pictures").mkdir()
    images = (frame.image for moment in islice(sim.moments(), 5) for frame in moment.frames)
    for number, image in enumerate(images):
        cv2.imwrite(str(folder / "pictures" / f"{number:04d}.jpg"), image)


@contextmanager
def _service(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    (folder / "open.toml").write_text("[web]\nopen = true\n")
    options = f"--camera folder:{folder}/pictures --profile {folder}/box --data {folder} --port 0"
    settings = ("--settings", f"{folder}/open.toml")
    command = [sys.executable, "-m", "device.cli", *settings, "run", *options.split()]
    child = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert child.stdout is not None
        found = next(filter(None, (re.search(r"Dashboard: (\S+)", s) for s in child.stdout)))
        yield child, found[1]
    finally:
        child.terminate()
        child.communicate()


def _wait_for_the_end(address: str) -> None:
    for _ in range(600):
        with urllib.request.urlopen(urljoin(address, "/api/state")) as answer:
            if json.load(answer)["camera"]["state"] == "ended":
                return
        time.sleep(0.2)
    raise TimeoutError("the pictures were not looked at within two minutes")


def trusting() -> Iterator[Row]:
    """Of the cells said to be 99 % sure, how many are right."""
    for make in (reader_reliability, library_reliability):
        found = make("kilt", "normal", 1, SEED, MOMENTS)
        count, right = found.counts[SURE], found.right[SURE]
        share = 100 * right / max(count, 1)
        name = f"{found.name}, of {count} sure cells right"
        yield row(name, share, "%", 100 * LEAST, most=False)


def telling() -> Iterator[Row]:
    """Delivery of a change to phones."""
    for figures in phones.measure():
        count = int(figures["phones"])
        yield row(f"delivery to {count} phones, p99", figures["p99_ms"], "ms", 100)
    figures = phones.measure_long()
    count = int(figures["phones"])
    name = f"delivery to {count} phones, {phones.SEATS} of them seats, in a long game, p99"
    yield row(name, figures["p99_ms"], "ms", 100)


PARTS: tuple[Callable[[], Iterable[Row]], ...] = (
    seeing,
    idling,
    reading_the_others,
    trusting,
    playing,
    writing,
    weighing,
    telling,
)


def measure(say: Callable[[str], None] = print) -> list[Row]:
    """Measure everything, print each line as it comes, write the report."""
    cv2.setNumThreads(1)
    rows = []
    for part in PARTS:
        for line in part():
            rows.append(line)
            say(_worded(line))
    REPORT.write_text(json.dumps(rows, indent=1) + "\n")
    return rows


def _worded(line: Row) -> str:
    mark = {True: "✓", False: "✗", None: " "}[line["holds"]]
    target = "" if line["target"] is None else f"(target {line['target']})"
    return (
        f"{mark} {line['name']:38} {line['value']:>10} {line['unit']} {target} {line['reference']}"
    )


if __name__ == "__main__":
    measure()
