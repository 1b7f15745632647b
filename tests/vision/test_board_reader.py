"""The eyes as a library: boards none of the five games use, read from a few examples."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.boards import Box, Shot, Studio
from vision import BadBoard, BoardNotFound, BoardReader, Grid, NotTaught, Outlines

ROOT = Path(__file__).parents[2]
SEED = 11


@cache
def studio(kind: str) -> Studio:
    return Studio(Box(kind, SEED), tilt=25.0)


@cache
def bare(kind: str) -> Shot:
    return studio(kind).shoot({})


@cache
def photos(kind: str) -> tuple[Shot, Shot, Shot]:
    made = studio(kind)
    a, b, c = (
        made.shoot(made.box.random_lying(np.random.default_rng([SEED, n]))) for n in range(3)
    )
    return a, b, c


def examples(truth: dict[Any, str], each: int) -> dict[Any, str]:
    """The first cells of every label."""
    found: dict[Any, str] = {}
    for key, label in truth.items():
        if sum(taught == label for taught in found.values()) < each:
            found[key] = label
    return found


@cache
def taught(kind: str, each: int = 3) -> BoardReader:
    reader = BoardReader(bare(kind).image, studio(kind).cells(bare(kind)), bare=True)
    shot = photos(kind)[0]
    labels = {k: v for k, v in examples(shot.truth, each).items() if v != "empty"}
    reader.teach(labels, shot.image, shot.corners)
    return reader


def right(reading: Any, truth: dict[Any, str]) -> float:
    return float(np.mean([reading[key].label == label for key, label in truth.items()]))


# Other kinds of boards are read by the same code; one kind is enough for every change.
SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("kind", "least"),
    [
        pytest.param("go", 0.99, marks=SLOW),
        ("tiles", 0.97),
        pytest.param("draughts", 0.95, marks=SLOW),
        pytest.param("hexes", 0.9, marks=SLOW),
    ],
)
def test_a_board_is_found_and_read_from_another_side_in_other_light(
    kind: str, least: float
) -> None:
    shot = photos(kind)[1]
    reading = taught(kind).read(shot.image)
    assert np.linalg.norm(reading.corners - shot.corners, axis=1).max() < 6
    assert right(reading, shot.truth) >= least


@SLOW
def test_chessmen_taught_on_some_squares_are_told_from_empty_ones_on_all() -> None:
    shot = photos("chess")[1]
    reading = taught("chess").read(shot.image)
    sides = {key: (cell.label or "").split()[0:1] for key, cell in reading.items()}
    same = [sides[key] == label.split()[0:1] for key, label in shot.truth.items()]
    assert np.mean(same) >= 0.9


@SLOW
def test_without_a_bare_reference_empty_cells_are_taught() -> None:
    first, second, _ = photos("go")
    reader = BoardReader(first.image, studio("go").cells(first))
    reader.teach(examples(first.truth, 4))
    assert right(reader.read(second.image, second.corners), second.truth) >= 0.98


@SLOW
def test_one_example_of_each_label_goes_a_long_way() -> None:
    shot = photos("tiles")[2]
    assert right(taught("tiles", 1).read(shot.image), shot.truth) >= 0.95


@pytest.mark.parametrize(
    "kinds", [("tiles",), pytest.param(("go", "draughts", "hexes", "chess"), marks=SLOW)]
)
def test_what_is_said_to_be_sure_is_right(kinds: tuple[str, ...]) -> None:
    sure, good = 0, 0
    for kind in kinds:
        for shot in photos(kind)[1:]:
            for key, cell in taught(kind).read(shot.image, shot.corners).items():
                if cell.confidence >= 0.99:
                    sure, good = sure + 1, good + (cell.label == shot.truth[key])
    assert sure > 60
    assert good / sure >= 0.98


def printed(signs: dict[Any, str], rng: np.random.Generator) -> Any:
    """A page of six by six boxes of a hundred pixels with signs in them, a little untidy."""
    page = np.full((640, 640), 235, np.uint8)
    for (r, c), sign in signs.items():
        face = np.full((100, 100), 235, np.uint8)
        cv2.putText(face, sign, (28, 72), cv2.FONT_HERSHEY_DUPLEX, 2.2, 30, 5, cv2.LINE_AA)
        turn = cv2.getRotationMatrix2D((50, 50), rng.uniform(-5, 5), 1.0)
        turn[:, 2] += rng.uniform(-9, 9, 2)
        face = cv2.warpAffine(face, turn, (100, 100), borderValue=235)
        page[20 + 100 * r : 120 + 100 * r, 20 + 100 * c : 120 + 100 * c] = face
    for n in range(7):
        cv2.line(page, (20 + 100 * n, 20), (20 + 100 * n, 620), 120, 2)
        cv2.line(page, (20, 20 + 100 * n), (620, 20 + 100 * n), 120, 2)
    dim = np.linspace(1.0, 0.35, 640)[None] * np.linspace(1.0, 0.8, 640)[:, None]
    shown = np.clip(page * dim + rng.normal(0, 2, page.shape), 0, 255).astype(np.uint8)
    return cv2.merge([shown] * 3)


@pytest.mark.parametrize(("signs", "least"), [("347", 17), ("35689", 16)])
def test_print_is_known_from_one_example_in_other_light_and_not_turned(
    signs: str, least: int
) -> None:
    count = len(signs)
    lying = {(r, c): signs[(r + 2 * c) % count] for r in range(6) for c in range(6) if (r + c) % 2}
    picture = printed(lying, np.random.default_rng(5))
    corners = [(20.0, 20.0), (620.0, 20.0), (620.0, 620.0), (20.0, 620.0)]
    reader = BoardReader(picture, Grid(6, 6, corners))
    taught = {next(k for k in sorted(lying) if lying[k] == sign): sign for sign in signs}
    reader.teach({**taught, (0, 0): "empty", (5, 5): "empty"})
    reading = reader.read(picture, corners)
    assert sum(reading[key].label == sign for key, sign in lying.items()) >= least


# -- what cannot be seen --------------------------------------------------------------------------


def test_glare_hides_cells_and_never_makes_them_empty() -> None:
    second = photos("go")[1]
    spot = second.still.optics.project(np.array([[0.04, 0.04, 0.0]]))[0]
    shine = np.zeros(second.image.shape[:2], np.float32)
    cv2.circle(shine, tuple(map(int, spot)), 60, 255.0, -1)
    shine = cv2.GaussianBlur(shine, (0, 0), 12)[..., None]
    image = np.clip(second.image + shine * 2, 0, 255).astype(np.uint8)
    reading = taught("go").read(image, second.corners)
    hidden = {key for key, cell in reading.items() if cell.why == "glare"}
    assert len(hidden) >= 2
    assert all(reading[key].label is None for key in hidden)
    stones = [key for key in hidden if second.truth[key] != "empty"]
    assert stones
    assert all(reading[key].label != "empty" for key in stones)


@SLOW
def test_white_stones_that_burn_out_in_a_bright_photo_are_white_stones() -> None:
    shot = photos("go")[1]
    bright = np.clip(shot.image * 1.7, 0, 255).astype(np.uint8)
    reading = taught("go").read(bright, shot.corners)
    assert right(reading, shot.truth) == 1.0
    assert [key for key, cell in reading.items() if cell.why == "glare"] == []


def test_a_dim_photo_is_read_as_well() -> None:
    shot = photos("tiles")[1]
    noise = np.random.default_rng(1).normal(0, 3, shot.image.shape)
    dim = np.clip(shot.image * (0.35, 0.3, 0.3) + noise, 0, 255).astype(np.uint8)
    reading = taught("tiles").read(dim, shot.corners)
    assert right(reading, shot.truth) >= 0.95


def test_cells_outside_the_photo_are_unseen() -> None:
    shot = photos("tiles")[1]
    right_edge = int(np.sort(shot.corners[:, 0])[2])
    cut_off = np.ascontiguousarray(shot.image[:, :right_edge])
    reading = taught("tiles").read(cut_off, shot.corners)
    assert {cell.why for cell in reading.values() if not cell.seen} >= {"outside"}
    seen = {key for key, cell in reading.items() if cell.seen}
    assert seen
    assert np.mean([reading[key].label == shot.truth[key] for key in seen]) >= 0.95


def test_a_hand_over_the_board_is_strange_and_not_empty() -> None:
    shot = photos("go")[1]
    image = shot.image.copy()
    middle = tuple(map(int, shot.corners.mean(axis=0)))
    rng = np.random.default_rng(3)
    cv2.circle(image, middle, 90, (120, 150, 205), -1)
    for _ in range(60):
        spot = tuple(int(m + d) for m, d in zip(middle, rng.normal(0, 45, 2), strict=True))
        cv2.circle(image, spot, 9, (90, 110, 160), 2)
    covered = taught("go").read(image, shot.corners)[4, 4]
    assert covered.label != "empty" or covered.confidence < 0.9


# -- where the board is ---------------------------------------------------------------------------


@SLOW
@pytest.mark.parametrize("kind", ["chess", "go"])
def test_a_board_that_is_not_there_is_refused(kind: str) -> None:
    other = photos("hexes")[0]
    with pytest.raises(BoardNotFound, match="four corners"):
        taught(kind).read(other.image)
    with pytest.raises(BoardNotFound):
        taught(kind).locate(np.full((480, 640, 3), 128, np.uint8))


@SLOW
def test_small_photos_are_found_by_the_rim_of_the_board() -> None:
    reader = taught("go")
    for shot in photos("go")[:2]:
        small = cv2.resize(shot.image, (640, 480), interpolation=cv2.INTER_AREA)
        found = reader.locate(small)
        assert np.linalg.norm(found - shot.corners / 2, axis=1).max() < 4


def test_taps_may_be_a_little_off() -> None:
    shot = photos("tiles")[1]
    taps = shot.corners + np.array([(9, -7), (-6, 8), (7, 7), (-8, -5)])
    reading = taught("tiles").read(shot.image, taps)
    assert np.linalg.norm(reading.corners - shot.corners, axis=1).max() < 4
    assert right(reading, shot.truth) >= 0.95


def test_colours_tell_how_a_board_lies_whose_lines_are_alike_all_ways() -> None:
    picture = np.full((500, 500, 3), 150, np.uint8)
    for row in range(8):
        for column in range(8):
            paint = [(90, 150, 90), (80, 80, 230), (230, 122, 90), (40, 119, 170)]
            corner = (90 + 40 * column, 90 + 40 * row)
            far = (corner[0] + 36, corner[1] + 36)
            cv2.rectangle(picture, corner, far, paint[row // 4 * 2 + column // 4], -1)
    corners = np.array([(90, 90), (410, 90), (410, 410), (90, 410)], float)
    photo = np.ascontiguousarray(np.rot90(picture)[:460])
    found = BoardReader(picture, Grid(8, 8, corners)).locate(photo)
    turned = np.stack([corners[:, 1], 500 - corners[:, 0]], axis=1)
    assert np.abs(found - turned).max() < 8


@SLOW
def test_half_the_board_in_shadow_reads_as_well() -> None:
    shot = photos("go")[1]
    light = replace(shot.still.light, half_shadow=(0.8, 0.0, 0.6))
    shaded = studio("go").shoot(shot.still.lying, shot.still.optics, light)
    assert right(taught("go").read(shaded.image), shot.truth) >= 0.98


# -- mistakes of the caller -----------------------------------------------------------------------


def test_nonsense_is_named() -> None:
    picture = bare("go").image
    corners = bare("go").corners
    with pytest.raises(BadBoard, match="four points"):
        BoardReader(picture, Grid(9, 9, corners[:3]))
    with pytest.raises(BadBoard, match="once"):
        BoardReader(picture, Grid(9, 9, corners[[0, 2, 1, 3]]))
    with pytest.raises(BadBoard, match="no cells"):
        BoardReader(picture, Outlines({}))
    with pytest.raises(BadBoard, match="'a'"):
        BoardReader(picture, Outlines({"a": [(0, 0), (1, 1)]}))
    with pytest.raises(BadBoard, match="BGR"):
        BoardReader(picture[..., :2], Grid(9, 9, corners))
    with pytest.raises(BadBoard, match="float64"):
        BoardReader(picture / 255.0, Grid(9, 9, corners))
    with pytest.raises(BadBoard, match="file be read"):
        BoardReader(cv2.imread("no-such-file.png"), Grid(9, 9, corners))
    with pytest.raises(BadBoard, match=r"outside .* 640 x 360 pixels"):
        BoardReader(cv2.resize(picture, (640, 360)), Grid(9, 9, corners * 2))
    with pytest.raises(BadBoard, match="must be a word, not 3"):
        BoardReader(picture, Grid(9, 9, corners)).teach({(0, 0): 3})  # type: ignore[dict-item]
    with pytest.raises(NotTaught, match="two labels"):
        BoardReader(picture, Grid(9, 9, corners)).read(picture)
    with pytest.raises(BadBoard, match=r"no cell \(9, 9\)"):
        BoardReader(picture, Grid(9, 9, corners)).teach({(9, 9): "black"})


@SLOW
def test_grey_pictures_and_such_with_alpha_are_read_too() -> None:
    first, second, _ = photos("go")
    grey = cv2.cvtColor(first.image, cv2.COLOR_BGR2GRAY)
    reader = BoardReader(grey, studio("go").cells(first))
    reader.teach(examples(first.truth, 4))
    alpha = cv2.cvtColor(second.image, cv2.COLOR_BGR2BGRA)
    reading = reader.read(alpha, second.corners)
    assert right(reading, second.truth) >= 0.9
    sure = {key for key, cell in reading.items() if cell.confidence > 0.95}
    assert len(sure) > 40
    assert all(reading[key].label == second.truth[key] for key in sure)


@SLOW
def test_a_grey_photo_is_read_with_what_was_taught_in_colour() -> None:
    shot = photos("go")[1]
    grey = cv2.cvtColor(shot.image, cv2.COLOR_BGR2GRAY)
    assert right(taught("go").read(grey, shot.corners), shot.truth) >= 0.98


def test_the_example_of_the_guide_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    guide = (ROOT / "docs" / "vision-library.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    shots = (bare("draughts"), *photos("draughts")[:2])
    for name, shot in zip(("empty-board", "a-game", "later"), shots, strict=True):
        cv2.imwrite(str(tmp_path / f"{name}.png"), cv2.resize(shot.image, None, fx=0.5, fy=0.5))
    corners = [tuple(map(round, point / 2)) for point in shots[0].corners]
    code = re.sub(r"corners=\[.*\]", f"corners={corners}", code).replace(".jpg", ".png")
    labels = {k: v for k, v in examples(shots[1].truth, 1).items() if v != "empty"}
    code = re.sub(r"\{\(0, 0\).*\}", repr(labels), code)
    monkeypatch.chdir(tmp_path)
    exec(compile(code, "guide", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) >= 10


def test_a_piece_taught_on_a_cell_never_seen_bare_is_what_the_reference_did_not_show() -> None:
    grain = np.random.default_rng(6).integers(90, 150, (60, 60, 3), dtype=np.uint8)
    empty = cv2.resize(grain, (600, 600), interpolation=cv2.INTER_NEAREST)
    for row in range(4):
        for column in range(4):
            corner, far = (100 + 100 * column, 100 + 100 * row), 199 + 100 * column
            cv2.rectangle(empty, corner, (far, 199 + 100 * row), (150, 190, 200), -1)
            if column > 1:  # half of the cells are striped
                for x in range(corner[0] + 5, far, 20):
                    cv2.line(empty, (x, corner[1]), (x, corner[1] + 99), (60, 90, 40), 8)
    laid = empty.copy()
    cv2.circle(laid, (350, 150), 11, (40, 40, 220), -1)
    corners = [(100, 100), (500, 100), (500, 500), (100, 500)]
    reader = BoardReader(empty, Grid(4, 4, corners))
    reader.teach({(0, 0): "empty", (3, 1): "empty"})
    reader.teach({(0, 2): "red"}, laid)
    reading = reader.read(empty)
    striped = [cell for (_, column), cell in reading.items() if column > 1]
    assert not any(cell.label == "red" and cell.confidence > 0.5 for cell in striped)
    assert reader.read(laid)[0, 2].label == "red"


def test_small_things_where_nobody_knows_the_bare_cell_are_not_surely_nothing() -> None:
    grain = np.random.default_rng(6).integers(90, 150, (60, 60, 3), dtype=np.uint8)
    board = cv2.resize(grain, (600, 600), interpolation=cv2.INTER_NEAREST)
    rng = np.random.default_rng(3)
    for row in range(4):
        for column in range(4):  # of the right half nothing is ever seen bare
            x, y = 100 + 100 * column, 100 + 100 * row
            ground = (150, 190, 200) if column < 2 else (40 + 12 * row, 60, 90)
            cv2.rectangle(board, (x, y), (x + 99, y + 99), ground, -1)
            for ink in ((40, 40, 200), (60, 200, 220)) if column > 1 else ():
                u, v = x + rng.integers(22, 58), y + rng.integers(22, 58)
                cv2.rectangle(board, (u, v), (u + 18, v + 18), ink, -1)
    reader = BoardReader(board, Grid(4, 4, [(100, 100), (500, 100), (500, 500), (100, 500)]))
    bare = [(row, column) for row in range(4) for column in range(2)]
    reader.teach({**dict.fromkeys(bare[:3], "empty"), (0, 2): "two"})
    reading = reader.read(board)
    assert all(reading[key].label == "empty" and reading[key].confidence > 0.98 for key in bare)
    others = [(row, column) for row in range(4) for column in (2, 3)]
    wrong = [reading[key].confidence for key in others if reading[key].label != "two"]
    assert wrong
    assert max(wrong) < 0.96


def field_board(lying: dict[Any, str]) -> Any:
    """Four by four fields, half of them white, a quarter red and a quarter blue; with pawns."""
    paints = {"red": (50, 40, 200), "blue": (190, 90, 40), "white": (235, 240, 240)}
    grain = np.random.default_rng(6).integers(90, 150, (60, 60, 3), dtype=np.uint8)
    board = cv2.resize(grain, (600, 600), interpolation=cv2.INTER_NEAREST)
    for row in range(4):
        for column in range(4):
            corner, far = (
                (100 + 100 * column, 100 + 100 * row),
                (199 + 100 * column, 199 + 100 * row),
            )
            paint = paints["white" if row < 2 else "red" if column < 2 else "blue"]
            cv2.rectangle(board, corner, far, paint, -1)
    for (row, column), side in lying.items():
        x, y = 150 + 100 * column, 150 + 100 * row
        cv2.circle(board, (x + 6, y + 7), 26, (60, 60, 60), -1, cv2.LINE_AA)
        cv2.circle(board, (x, y), 26, paints[side], -1, cv2.LINE_AA)
        lit = tuple(min(255, c + 35) for c in paints[side])
        cv2.circle(board, (x - 4, y - 6), 13, lit, -1, cv2.LINE_AA)
    noise = np.random.default_rng(len(lying)).normal(0, 3, board.shape)
    soft = cv2.GaussianBlur(board.astype(np.float32), (0, 0), 2.0)
    return np.clip(soft + noise, 0, 255).astype(np.uint8)


def test_a_pawn_in_the_colour_of_its_field_is_seen_by_its_shading() -> None:
    reader = BoardReader(
        field_board({}), Grid(4, 4, [(100, 100), (500, 100), (500, 500), (100, 500)]), bare=True
    )
    reader.teach({(0, 0): "red", (1, 2): "blue"}, field_board({(0, 0): "red", (1, 2): "blue"}))
    lying = {(2, 0): "red", (3, 1): "red", (2, 3): "blue", (3, 2): "blue", (0, 1): "red"}
    reading = reader.read(field_board(lying))
    for key, cell in reading.items():
        assert cell.label == lying.get(key, "empty"), (key, cell)


def chequered(lying: dict[Any, str]) -> Any:
    """Four by four squares, light and dark, with men of the light squares' colour and kings."""
    grain = np.random.default_rng(6).integers(90, 150, (60, 60, 3), dtype=np.uint8)
    board = cv2.resize(grain, (600, 600), interpolation=cv2.INTER_NEAREST)
    for row in range(4):
        for column in range(4):
            corner = (100 + 100 * column, 100 + 100 * row)
            paint = (40, 50, 40) if (row + column) % 2 else (205, 222, 230)
            cv2.rectangle(board, corner, (corner[0] + 99, corner[1] + 99), paint, -1)
    for (row, column), man in lying.items():
        x, y = 150 + 100 * column, 150 + 100 * row
        ground = board[y - 45, x - 45] * 0.6
        cv2.circle(board, (x + 8, y + 6), 38, tuple(map(float, ground)), -1, cv2.LINE_AA)
        cv2.circle(board, (x, y), 38, (175, 208, 224), -1, cv2.LINE_AA)
        if man == "king":
            cv2.circle(board, (x, y), 18, (60, 170, 220), -1, cv2.LINE_AA)
    noise = np.random.default_rng(len(lying)).normal(0, 3, board.shape)
    soft = cv2.GaussianBlur(board.astype(np.float32), (0, 0), 2.0)
    return np.clip(soft + noise, 0, 255).astype(np.uint8)


def test_men_taught_on_squares_of_their_colour_are_known_on_others() -> None:
    corners = [(100, 100), (500, 100), (500, 500), (100, 500)]
    reader = BoardReader(chequered({}), Grid(4, 4, corners), bare=True)
    taught = {(0, 0): "man", (2, 2): "man", (0, 1): "king", (1, 1): "king"}
    reader.teach(taught, chequered(taught))
    lying = {(0, 3): "man", (1, 0): "man", (3, 2): "man", (2, 1): "king", (3, 3): "man"}
    reading = reader.read(chequered(lying))
    for key, cell in reading.items():
        assert cell.label == lying.get(key, "empty"), (key, cell)
