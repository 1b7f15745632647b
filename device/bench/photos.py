"""How well the device follows folders of pictures whose truth is written beside them.

The device is taught from the folder's own teaching pictures, gets four taps on the first picture
and then nothing but pictures; everything else in the labels is only compared with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.bench.altered import ALTERED, Altered
from device.bench.photo_games import PHOTO_GAMES
from device.boxes.profiles import box_facts, read_lessons, teach_from
from device.following.follower import Watcher
from device.following.sight import Finding
from device.senses.frame import Frame, Image
from device.senses.pictures import PICTURE_SUFFIXES
from device.sim.books import Books, in_doubt
from device.sim.games import truth_of
from rules import games
from rules.errors import CastellanError
from rules.game import Event
from rules.values import Answer
from vision.errors import TeachingError
from vision.games import eyes_kit
from vision.profile import Profile
from vision.stories.story import Verdict

Say = Callable[[str], None]

TEACH = "teach"
# A picture is shown this often, a tenth of a second apart, as a table at rest would look.
SHOWN = 5
FRAME_TIME = 0.1
PAUSE = 2.0
SET_UP = 0  # the set-up is no turn, but a wrong one counts as wrong


class BadPhotos(CastellanError, ValueError):
    """A folder that is not laid out as picture folders are, or a label that makes no sense."""


@dataclass
class Row:
    """The figures of one sequence; doubtful turns count where they are settled."""

    game: str
    sequence: str
    frames: int = 0
    turns: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    lost: int = 0  # of a box that could not be taught
    cells: int = 0
    cells_right_free: int = 0
    cells_right_ruled: int = 0


@dataclass(frozen=True)
class Shot:
    """One picture of a sequence and what is written beside it."""

    path: Path
    label: dict[str, Any]

    def image(self) -> Image:
        """The picture itself."""
        for suffix in PICTURE_SUFFIXES:
            image = cv2.imread(str(self.path.with_suffix(suffix)), cv2.IMREAD_COLOR)
            if image is not None:
                return np.asarray(image, np.uint8)
        raise BadPhotos(f"{self.path} has no readable picture {self.path.stem}.jpg beside it")


def bench_photos(
    folder: Path, say: Say | None = None, altered: str | None = None
) -> list[dict[str, Any]]:
    """Follow every sequence of every game in a folder that the device can read, and count; as it
    is, or `altered` in one of the known ways.
    """
    tell = say or (lambda _: None)
    change = ALTERED[altered] if altered else None
    rows = []
    for home in _homes(folder):
        game = _game(home / TEACH)
        if game not in PHOTO_GAMES:
            tell(f"{home.name}: skipped, the device cannot read {game} yet")
            continue
        lessons = read_lessons(home / TEACH)[1]
        if change is not None:
            lessons = [(change.taught(image), label) for image, label in lessons]
        try:
            profile = teach_from(lessons, game)
        except TeachingError as fault:
            tell(f"{home.name}: all turns lost, the box cannot be taught: {fault}")
            rows += [asdict(PhotoTruth(game, sequence).lost()) for sequence in _sequences(home)]
            continue
        taught = PHOTO_GAMES[game]().taught(lessons)
        if taught:
            tell(f"{home.name}: {taught}")
        for sequence in _sequences(home):
            row = PhotoRun(game, sequence, profile, tell, change).run()
            rows.append(asdict(row))
    if not rows:
        raise BadPhotos(f"{folder} holds no game that the device can read")
    return rows


def _homes(folder: Path) -> list[Path]:
    """The game folders: the folder itself, or those in it."""
    if (folder / TEACH).is_dir() or _sequences(folder):
        homes = [folder]
    else:
        homes = [each for each in _folders(folder) if _sequences(each) or (each / TEACH).is_dir()]
    if not homes:
        raise BadPhotos(f"{folder} holds no pictures laid out as GAME/SEQUENCE/frame_0000.jpg")
    for home in homes:
        if not any((home / TEACH).glob("*.json")):
            raise BadPhotos(f"{home} has no teaching pictures; put them into {home / TEACH}")
        if not _sequences(home):
            raise BadPhotos(f"{home} has no sequences; put one into {home / 'seq_00'}")
    return homes


def _folders(folder: Path) -> list[Path]:
    return sorted(each for each in folder.iterdir() if each.is_dir())


def _sequences(home: Path) -> list[Path]:
    return [f for f in _folders(home) if f.name != TEACH and any(f.glob("frame_*.json"))]


def _game(teach: Path) -> str:
    return str(_label(min(teach.glob("*.json"))).get("game"))


def _label(path: Path) -> dict[str, Any]:
    try:
        label = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise BadPhotos(f"{path} is not a label: {fault}") from fault
    if not isinstance(label, dict) or "state" not in label:
        raise BadPhotos(f'{path} is not a label: it must say "state"')
    return label


@contextmanager
def _reading_label(path: Path) -> Iterator[None]:
    """Whatever is missing or senseless in a label becomes one line that names its file."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as fault:
        raise BadPhotos(f"{path} does not fit: {type(fault).__name__} {fault}") from fault


class PhotoTruth:
    """One sequence and what truly happened in it, picture by picture."""

    def __init__(self, game: str, sequence: Path, profile: Profile | None = None) -> None:
        self.shots = [Shot(path, _label(path)) for path in sorted(sequence.glob("frame_*.json"))]
        self.row = Row(game, sequence.name)
        self.game, self.words = games.find(game), PHOTO_GAMES[game]()
        self.bench = truth_of(game)
        with _reading_label(self.shots[0].path):
            self.seats = self.words.seats(*(shot.label for shot in self.shots))
            self.start = self.game.start(len(self.seats), {}, box_facts(profile))
            self.start = self.words.begin(self.start, self.shots[0].label)
        self.truth = self.start
        self.turn, self.turns = 0, set[int]()

    def lost(self) -> Row:
        """The figures where nothing can be read."""
        for shot in self.shots:
            list(self.happened(shot))
        self.row.frames, self.row.turns = len(self.shots), len(self.turns - {SET_UP})
        self.row.lost = self.row.turns
        return self.row

    def happened(self, shot: Shot) -> Iterator[Event]:
        """What happened before this picture; `turn` is the turn of each event."""
        with _reading_label(shot.path):
            if shot is self.shots[0]:
                shown = self.words.set_up(shot.label, self.seats)
                events = shown if isinstance(shown, tuple) else (shown,)
            else:
                events = self.words.events(shot.label, self.truth)
            for event in events:
                self.turn = self.bench.turn(self.truth)
                self.turns.add(self.turn)
                yield event
                self.truth = self.game.apply(self.truth, event)


class PhotoRun(PhotoTruth):
    """One sequence followed by a watcher that sees nothing but its pictures."""

    def __init__(
        self,
        game: str,
        sequence: Path,
        profile: Profile,
        tell: Say,
        altered: Altered | None = None,
    ) -> None:
        super().__init__(game, sequence, profile)
        self.tell, self.altered = tell, altered
        self.books = Books(self.game, self.bench, self.start)
        self.believed: Any = None
        self.watcher = Watcher(self.game, eyes_kit(game).eyes(profile, self.seats), self.start)
        self.true: list[Event] = []
        self.wrong, self.asked = set[int](), set[int]()
        self.time = 0.0
        self._read: Any = None

    def run(self) -> Row:
        """Follow the whole sequence."""
        corners = self.shots[0].label.get("board_corners_px")
        if corners:
            self.watcher.tap_corners(corners)
        for shot in self.shots:
            self._owe(shot)
            self._show(shot)
            if not shot.label.get("hand"):
                self._count_cells(shot)
            if self.books.position.phase == "setup":
                self._answer("the set-up was not understood")
        if self.books.owed:
            self._answer("still in doubt at the end")
        row = self.row
        row.frames, row.turns = len(self.shots), len(self.turns - {SET_UP})
        row.wrong, row.asked = len(self.wrong), len(self.asked - self.wrong)
        row.right = len(self.turns - self.wrong - self.asked - {SET_UP})
        return row

    def _owe(self, shot: Shot) -> None:
        """The events the device has still to find out, each with its turn."""
        for event in self.happened(shot):
            self.books.owed.append((event, self.turn))
            self.true.append(event)

    def _show(self, shot: Shot) -> None:
        """Let the watcher look at a picture as at a table at rest.

        Somebody leaning over the table makes it dark between two pictures.
        """
        image = shot.image()
        if self.altered is not None:
            image = self.altered.played(image)
        self.time += PAUSE
        self.watcher.see(Frame(self.time, np.zeros_like(image)))
        self._read = self.watcher.reading
        self.believed = None
        for _ in range(SHOWN):
            self.time += FRAME_TIME
            finding = self.watcher.see(Frame(self.time, image)).finding
            if finding is not None:
                self._heed(finding, shot)

    def _heed(self, finding: Finding, shot: Shot) -> None:
        name = f"{self.row.sequence} {shot.path.stem}"
        certain = finding.verdict is Verdict.UNDERSTOOD and finding.certain
        if certain and finding.stories[0].events:
            self._accept(finding, name)
        elif certain:
            self._reveal(finding)
        elif finding.verdict is Verdict.ILLEGAL and self._truly_broken(finding):
            self.tell(f"{name}: flagged {[ruling.rule for ruling in finding.rulings]}, rightly")
            self._accept(finding, name)
        elif finding.verdict in (Verdict.ASK, Verdict.ILLEGAL):
            self.believed = finding.stories[0].position
            asked = finding.verdict is Verdict.ASK
            turns = in_doubt(self.bench, finding.stories, self.books.owed) if asked else None
            told = [self.bench.brief(s.events) for s in finding.stories]
            self._answer(f"{name}: {finding.verdict} {told}", turns)

    def _truly_broken(self, finding: Finding) -> bool:
        """Whether the pictures break the rules, and what was said of it is what happened."""
        position, broken = self.books.position, False
        for event, _ in self.books.owed:
            broken |= self.game.legal(position, event).answer is Answer.NO
            position = self.game.apply(position, event)
        told = finding.stories[0].events
        true = [event for event, _ in self.books.owed]
        return broken and len(told) == len(true) and all(map(self.bench.same_event, told, true))

    def _accept(self, finding: Finding, name: str) -> None:
        """The device is certain: compare, and put it right where it errs."""
        if not self.books.take(finding.stories[0].events, self.truth):
            self.wrong.add(self.books.owed[0][1] if self.books.owed else self.turn)
            self.believed = finding.stories[0].position
            self._answer(f"{name}: wrong {self.bench.brief(finding.stories[0].events)}")
            return
        self._reveal(finding)
        self.books.phones()
        self.watcher.confirm(self.books.position)

    def _reveal(self, finding: Finding) -> None:
        """What was built unseen shows itself now: complete the event it was built in."""
        if finding.late_facts:
            self.books.complete(finding.late_facts)
            self.watcher.confirm(self.books.position)

    def _answer(self, why: str, turns: set[int] | None = None) -> None:
        """A person tells what happened, in the turns in doubt or in all that are open."""
        self.tell(f"{why}; true {self.bench.brief(event for event, _ in self.books.owed)}")
        self.asked |= turns or {turn for _, turn in self.books.owed} or {self.turn}
        self.books.set_right(self.true, self.truth)
        self.watcher.confirm(self.truth)

    def _count_cells(self, shot: Shot) -> None:
        """Place by place: what it looks like by itself, and what the device believes."""
        with _reading_label(shot.path):
            true = self.words.cells_of_label(shot.label)
        watcher, words = self.watcher, self.words
        if watcher.view is not None:
            seen = words.inside(watcher.view, watcher.eyes)
            true = {key: label for key, label in true.items() if key in seen}
        believed = self.believed or watcher.explainer.beam[0].position
        ruled = words.cells_of_position(believed)
        unread = watcher.reading is self._read
        free = {} if unread else words.cells_of_reading(watcher.reading)
        self.row.cells += len(true)
        self.row.cells_right_ruled += sum(ruled.get(key) == label for key, label in true.items())
        self.row.cells_right_free += sum(free.get(key) == label for key, label in true.items())
