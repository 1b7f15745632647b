"""The short film the README opens with: a simulated table's camera and the phone beside it.

`python -m tests.web.film docs/first.webp` plays a real simulated game, has the bots break a rule,
and joins what the camera saw and what a phone showed at the same moments.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from playwright.sync_api import Page

from device.running.compose import House, free_port, open_house, people
from device.settings.settings import DataSettings, Settings, SimSettings, TableSettings
from device.table.simulated import MISTAKE
from rules.rights import Speaker
from tests.phones import join, launched
from web.app import create_app
from web.live.serve import Server

Image = npt.NDArray[np.uint8]
HEIGHT, MARGIN = 560, 14  # pixels of the film
PHONE = {"width": 360, "height": 720}
PACE = 3.0  # seconds a turn takes at the least
BEFORE = 8  # events that are played before the film begins
CALM, AFTER = 2, 2  # events before the broken rule, and after it was put right
SHORTEST, LONGEST, HOLD = 120, 350, 1800  # milliseconds one picture is shown; the ruling, the end
MOST_BYTES = 3_000_000
PATIENCE = 300  # seconds
PAGE = (230, 240, 245)  # the colour of the pages, blue first
AROUND = 1.9  # how much more than the board is shown of what the camera sees


@dataclass(frozen=True)
class Shot:
    """What camera and phone showed at one moment of the table."""

    time: float
    camera: Image
    phone: Image
    ruled: bool  # whether a ruling is open


@contextmanager
def simulated(folder: Path) -> Iterator[tuple[House, str]]:
    """A whole house with a simulated table, and where its pages are."""
    usual = Settings()
    settings = replace(
        usual,
        table=TableSettings(players=3, names=("Anna", "Ben", "Carla")),
        camera=replace(usual.camera, use="sim"),
        data=DataSettings(folder=folder),
        sim=SimSettings(level="easy", seed=10, pace=PACE),
    )
    port = free_port()
    with open_house(settings) as house:
        app = create_app(house.table, join_url="http://unset/", open_table=True)
        with Server(app, "127.0.0.1", port):
            bots = people(house)
            assert bots is not None
            bots.start()
            house.eyes.start()
            yield house, f"http://127.0.0.1:{port}"
            bots.stop()


def seconds_to_moving_picture(page: Page, address: str) -> float:
    """How long a first visitor waits for board and picture, and for the picture to move."""
    begun = time.monotonic()
    page.goto(address)
    page.locator("#board svg").first.wait_for()
    shown: set[str] = set()
    while len(shown) < 2:
        image = page.locator("#simview")
        if image.evaluate("image => image.naturalWidth"):
            shown.add(str(image.get_attribute("src")))
    return time.monotonic() - begun


def record(house: House, phone: Page) -> Iterator[Shot]:
    """Shots until the broken rule is put right and the game has gone on."""
    table, sim = house.table, house.sim
    assert sim is not None
    begun, asked, ruled, after = len(table.referee.history), False, False, 0
    deadline = time.monotonic() + PATIENCE
    while not after or len(table.referee.history) < after + AFTER:
        assert time.monotonic() < deadline, "the bots never broke a rule that was seen"
        if not asked and len(table.referee.history) >= begun + CALM:
            table.do(
                {"id": "film-mistake", "version": 0, "do": "direct", "wish": MISTAKE}, Speaker()
            )
            asked = True
        ruled = ruled or table.doubts.fault is not None
        if ruled and not after and table.doubts.fault is None:
            after = len(table.referee.history)
        seen = decoded(phone.screenshot())
        yield Shot(sim.clock(), camera_of(house), seen, table.doubts.fault is not None)


def camera_of(house: House) -> Image:
    """What the camera sees, with what was found drawn into it, cut to the board and around it."""
    sim = house.sim
    assert sim is not None
    assert sim.camera is not None
    picture = decoded(house.table.picture("camera", Speaker(host=True)) or b"")
    corners = np.array(sim.camera.corners) * picture.shape[1] / 1280
    middle, reach = corners.mean(axis=0), np.ptp(corners, axis=0).max() * AROUND / 2
    high, wide = picture.shape[:2]
    left, right = (int(np.clip(middle[0] + side * reach * 1.15, 0, wide)) for side in (-1, 1))
    top, bottom = (int(np.clip(middle[1] + side * reach, 0, high)) for side in (-1, 1))
    return np.ascontiguousarray(picture[top:bottom, left:right])


def decoded(data: bytes) -> Image:
    """A picture as the browser or the table sends it."""
    return np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def joined(shot: Shot) -> Image:
    """Camera left, phone right."""
    sides = [_to_height(each, HEIGHT - 2 * MARGIN) for each in (shot.camera, shot.phone)]
    gap = np.full((HEIGHT - 2 * MARGIN, MARGIN, 3), PAGE, np.uint8)
    row = np.hstack([gap, sides[0], gap, sides[1], gap])
    rim = np.full((MARGIN, row.shape[1], 3), PAGE, np.uint8)
    return np.asarray(np.vstack([rim, row, rim]), np.uint8)


def _to_height(image: Image, high: int) -> Image:
    wide = round(image.shape[1] * high / image.shape[0])
    return np.asarray(cv2.resize(image, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)


def durations(shots: list[Shot]) -> list[int]:
    """Milliseconds each is shown: as long as it was so, but nothing is waited for."""
    gaps = [1000 * (after.time - shot.time) for shot, after in pairwise(shots)]
    shown = [round(min(max(gap, SHORTEST), LONGEST)) for gap in gaps] + [HOLD]
    ruled = next((at for at, shot in enumerate(shots) if shot.ruled), None)
    if ruled is not None:
        shown[min(ruled + 1, len(shown) - 1)] = HOLD  # the phone shows it a moment later
    return shown


def save(shots: list[Shot], path: Path) -> int:
    """Write the film, as good as fits; gives its quality."""
    film = cv2.Animation()
    film.frames = [joined(shot) for shot in shots]
    film.durations = np.array(durations(shots), np.int32)
    for quality in (80, 70, 60, 50, 40, 30, 20):
        cv2.imwriteanimation(str(path), film, [cv2.IMWRITE_WEBP_QUALITY, quality])
        if path.stat().st_size <= MOST_BYTES:
            return quality
    raise ValueError(f"{path} has {path.stat().st_size} bytes, more than {MOST_BYTES}")


def main() -> None:
    """Play, film, save; print how long a first visitor waits."""
    path = Path(sys.argv[1])
    browser_path = shutil.which("chromium") or shutil.which("google-chrome") or ""
    with (
        tempfile.TemporaryDirectory() as folder,
        launched(browser_path) as browser,
        simulated(Path(folder)) as (house, address),
    ):
        visitor = browser.new_page(viewport={"width": 1366, "height": 768})
        print(f"first visit: {seconds_to_moving_picture(visitor, address):.1f} s", flush=True)
        visitor.close()
        phone = browser.new_page(viewport=PHONE, device_scale_factor=1.5)
        phone.goto(f"{address}/join")
        join(phone, 0, "Anna")
        while len(house.table.referee.history) < BEFORE:
            phone.wait_for_timeout(200)
        shots = list(record(house, phone))
    print(f"{len(shots)} pictures, quality {save(shots, path)}, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
