"""Picture folders are followed turn by turn and compared with their labels."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from device.bench import photos as bench
from device.bench.photos import BadPhotos, bench_photos
from device.bench.photos_kilt import LABELS
from device.boxes.profiles import BadBox, Profile, read_lessons, teach_from
from device.following.sight import Finding
from device.sim.kilt.table import SimGame
from rules.kilt import CARDS, Build, Colour, Move, Roof
from tests.device.kilt_folder import save_game
from vision.errors import TeachingError
from vision.stories.story import Verdict

RED, ORANGE, LIGHT, DARK = Colour
FIGURES = ["game", "sequence", "frames", "turns", "right", "wrong", "asked", "lost"]
FIGURES += ["cells", "cells_right_free", "cells_right_ruled"]
PHOTOS = Path(__file__).parents[4] / "shared" / "photos"


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game folder with nine pictures of a simulated game, one of them with a hand."""
    folder = tmp_path_factory.mktemp("photos")
    save_game(SimGame(5, "easy", 3), folder / "kilt", most=9)
    return folder


@pytest.fixture(scope="module")
def profile(saved: Path) -> Profile:
    return teach_from(read_lessons(saved / "kilt" / "teach")[1], "kilt")


@pytest.fixture
def copied(saved: Path, tmp_path: Path, profile: Profile, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder to be changed; its box was taught before."""
    monkeypatch.setattr(bench, "teach_from", lambda *_: profile)
    return Path(shutil.copytree(saved / "kilt", tmp_path / "kilt"))


def test_a_simulated_game_is_followed_from_its_pictures_alone(saved: Path) -> None:
    (row,) = bench_photos(saved)
    assert list(row) == FIGURES
    assert (row["game"], row["sequence"], row["frames"], row["turns"]) == ("kilt", "seq_00", 9, 7)
    assert (row["right"], row["wrong"], row["asked"]) == (7, 0, 0)
    assert 22 * 8 < row["cells"] <= 122 * 8
    assert row["cells_right_ruled"] == row["cells"]
    assert 0.9 * row["cells"] < row["cells_right_free"] <= row["cells"]


class Misled(bench.Watcher):
    """A watcher whose findings of one picture are changed before they are told."""

    change: Any = None
    after = 0.0

    def see(self, frame: Any) -> Any:
        sight = super().see(frame)
        finding = sight.finding
        if frame.time < self.after or finding is None or not finding.stories[0].events:
            return sight
        type(self).after = 1e9
        return replace(sight, finding=type(self).change(finding))


def _mirrored(finding: Finding) -> Finding:
    """The same story, but its floor has other crests."""
    story = finding.stories[0]
    wrong = tuple(
        replace(event, crests=1 - min(1, event.crests or 0)) if isinstance(event, Build) else event
        for event in story.events
    )
    return replace(finding, stories=(replace(story, events=wrong),))


def _unsure(finding: Finding) -> Finding:
    return replace(finding, verdict=Verdict.ASK, certain=False)


@pytest.mark.parametrize(
    ("change", "wrong", "asked"), [(_mirrored, 1, 0), (_unsure, 0, 1)], ids=["wrong", "asked"]
)
def test_a_turn_that_went_wrong_or_needed_a_question_is_not_right(
    copied: Path, monkeypatch: pytest.MonkeyPatch, change: Any, wrong: int, asked: int
) -> None:
    for path in copied.glob("seq_00/frame_000[4-9].*"):
        path.unlink()
    monkeypatch.setattr(bench, "Watcher", Misled)
    monkeypatch.setattr(Misled, "change", staticmethod(change))
    monkeypatch.setattr(Misled, "after", 3.0)
    said: list[str] = []
    (row,) = bench_photos(copied, said.append)
    assert (row["right"], row["wrong"], row["asked"]) == (2, wrong, asked)
    assert len(said) == 1
    assert said[0].startswith("seq_00 frame_0001: ")


def test_a_box_that_cannot_be_taught_loses_its_turns_and_the_next_game_is_followed(
    copied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: Any) -> Profile:
        raise TeachingError("one card more")

    monkeypatch.setattr(bench, "teach_from", refused)
    said: list[str] = []
    (row,) = bench_photos(copied, said.append)
    assert said == ["kilt: all turns lost, the box cannot be taught: one card more"]
    figures = [row[name] for name in ("frames", "turns", "right", "wrong", "asked", "lost")]
    assert figures == [9, 7, 0, 0, 0, 7]


def test_a_game_nobody_can_read_yet_is_skipped_with_a_word(copied: Path) -> None:
    other = copied.parent / "mikado"
    shutil.copytree(copied, other)
    for path in other.rglob("*.json"):
        path.write_text(path.read_text().replace('"kilt"', '"mikado"'))
    shutil.rmtree(copied)
    said: list[str] = []
    with pytest.raises(BadPhotos, match="no game that the device can read"):
        bench_photos(copied.parent, said.append)
    assert said == ["mikado: skipped, the device cannot read mikado yet"]


def _no_teach(folder: Path) -> None:
    shutil.rmtree(folder / "teach")


def _no_sequence(folder: Path) -> None:
    shutil.rmtree(folder / "seq_00")


def _broken_label(folder: Path) -> None:
    (folder / "seq_00" / "frame_0002.json").write_text("{")


def _senseless_label(folder: Path) -> None:
    path = folder / "seq_00" / "frame_0000.json"
    label = json.loads(path.read_text())
    del label["state"]["positions"]
    path.write_text(json.dumps(label))


def _no_picture(folder: Path) -> None:
    (folder / "seq_00" / "frame_0000.jpg").unlink()


def _no_taught_picture(folder: Path) -> None:
    (folder / "teach" / "teach_01.jpg").unlink()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (_no_teach, "kilt has no teaching pictures; put them into"),
        (_no_sequence, "kilt has no sequences"),
        (_broken_label, "frame_0002.json is not a label"),
        (_senseless_label, "frame_0000.json does not fit: KeyError 'positions'"),
        (_no_picture, "frame_0000.json has no readable picture frame_0000.jpg beside it"),
        (_no_taught_picture, "teach_01.json has no picture beside it"),
    ],
)
def test_a_bad_folder_is_named_in_one_line(copied: Path, spoil: Any, said: str) -> None:
    spoil(copied)
    with pytest.raises((BadPhotos, BadBox)) as caught:
        bench_photos(copied.parent)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_empty_folder_says_how_pictures_are_laid_out(tmp_path: Path) -> None:
    with pytest.raises(BadPhotos, match=r"GAME/SEQUENCE/frame_0000\.jpg"):
        bench_photos(tmp_path)


def test_an_action_becomes_the_events_of_the_rules() -> None:
    build = {"color": "red", "crests": 2, "square": [1, 3], "roof": True, "roof_from": [4, 4]}
    action = {
        "type": "turn",
        "sides": ["orange", "red"],
        "facing_after": "red",
        "to_position": 7,
        "builds": [build, {**build, "roof": False}],
    }
    assert LABELS.events({"action": action}) == (
        Move(CARDS[RED][ORANGE], 7),
        Build(RED, 2, (1, 3)),
        Roof((1, 3), (4, 4)),
        Build(RED, 2, (1, 3)),
    )
    assert LABELS.events({"action": {"type": "hand"}}) == ()


def test_seats_are_told_or_follow_from_the_purses_and_the_cards() -> None:
    rows = {"3": [{"facing_board": c.value, "facing_away": c.value} for c in (RED, DARK, LIGHT)]}
    state = {"positions": rows, "ducats": {"red": 10, "light_grey": 10, "dark_grey": 10}}
    assert LABELS.seats({"state": state}) == ((RED,), (LIGHT,), (DARK,))
    two = state | {"ducats": {"red": 10, "orange": 10}}
    assert LABELS.seats({"state": two}) == ((RED, LIGHT), (ORANGE, DARK))
    assert LABELS.seats({"state": state, "seats": [["orange"], ["red"]]}) == ((ORANGE,), (RED,))


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the picture folders are not here")
def test_the_first_turns_of_the_photographs_are_followed_without_a_wrong_event(
    tmp_path: Path,
) -> None:
    home = tmp_path / "kilt"
    shutil.copytree(PHOTOS / "kilt" / "teach", home / "teach")
    (home / "seq_00").mkdir()
    for number in range(5):
        for path in (PHOTOS / "kilt" / "seq_00").glob(f"frame_{number:04d}.*"):
            shutil.copy(path, home / "seq_00")
    (row,) = bench_photos(tmp_path)
    assert (row["turns"], row["right"], row["wrong"]) == (3, 3, 0)
    assert row["cells_right_ruled"] == row["cells"]
