"""From an untaught box to a followed game: the host's phone leads, simulated people lay it out."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.running import compose
from device.running.compose import House, free_port, open_house
from device.settings.settings import DataSettings, Settings, SimSettings, TableSettings
from device.sim.camera import SimCamera
from device.sim.stage import board_corners
from device.sim.tables import SimulatedTable
from tests.phones import PATIENCE_MILLISECONDS, OpenPhone, place_of
from tests.test_end_to_end import Clock
from web.app import create_app
from web.live.serve import Server

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED, PACE, TURNS = 12, 1.0, 4
LONG = 120_000


@pytest.fixture
def untaught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, str]]:
    """The house as `castellan run --camera sim --untaught` opens it, with a clock of its own."""
    clock = Clock()

    def opened(sim: SimulatedTable) -> SimCamera:
        sim.camera = SimCamera(sim._laid.game, PACE, clock, clock.sleep, waits=True)
        return sim.camera

    monkeypatch.setattr(SimulatedTable, "open", opened)
    settings = replace(
        Settings(),
        table=TableSettings(players=3),
        camera=replace(Settings().camera, use="sim"),
        data=DataSettings(folder=tmp_path),
        sim=SimSettings(level="easy", seed=SEED, untaught=True),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        clock.table = house.table
        app = create_app(house.table, join_url=f"{address}/", open_table=True, school=house.school)
        with Server(app, "127.0.0.1", port):
            people = compose.people(house)
            assert people is not None
            people.start()
            house.eyes.start()
            yield house, f"{address}/?host={app.extensions['castellan'].hosts.one_time(None)}"
            clock.over = True
            clock.go()
            assert people is not None
            people.stop()


def tap(phone: Page, x: float, y: float, wide: int, high: int) -> None:
    """Tap a place of the camera's picture of this size."""
    box = place_of(phone.locator("#view"))
    phone.mouse.click(box["x"] + x * box["width"] / wide, box["y"] + y * box["height"] / high)


def show(phone: Page, name: str) -> None:
    """Keep what the phone shows, for whoever wants to look."""
    folder = os.environ.get("CASTELLAN_SCREENSHOTS")
    if folder:
        phone.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def tap_corners(phone: Page, house: House) -> None:
    assert house.sim is not None
    assert house.sim.camera is not None
    expect(phone.locator("#say")).to_have_text("Tap: far left")
    session = house.school.session
    assert session is not None
    expect(phone.locator("#view[data-shown]")).to_be_visible()
    while session.onlooker.still is None or house.sim.camera._gesture is not None:
        phone.wait_for_timeout(50)
    high, wide = session.onlooker.still.shape[:2]
    for x, y in board_corners(house.sim.camera._still):
        tap(phone, float(x), float(y), wide, high)


def test_a_box_is_taught_on_the_phone_and_its_game_followed(
    untaught: tuple[House, str], open_phone: OpenPhone
) -> None:
    house, address = untaught
    table, shelf = house.table, house.school.shelf
    assert (table.sight, shelf.games()) == ("untaught", [])
    phone = open_phone(address)
    phone.set_default_timeout(LONG)
    expect.set_options(timeout=LONG)
    try:
        while house.sim is None or house.sim.camera is None:
            phone.wait_for_timeout(50)
        phone.click("#teachlink")
        phone.click('[data-begin="kilt"]')
        tap_corners(phone, house)
        steps = _every_step(phone, house)
        assert steps <= 25
        expect(phone.locator("#learned .tick").first).to_be_visible()
        expect(phone.locator("#learned .unsure")).to_have_count(0)
        show(phone, "learned")
        phone.click('[data-do="keep"]')
        expect(phone.locator(".boxcard.known")).to_have_count(1)
        show(phone, "shelf")
        assert shelf.games() == ["kilt"]
        assert sorted(p.name for p in (shelf.folder / "kilt" / "lessons").glob("*.jpg")) == [
            "corners.jpg",
            "pairs.jpg",
            "towers.jpg",
        ]
        phone.goto(f"{address.split('/?')[0]}/table")
        _follow(phone, house)
    finally:
        expect.set_options(timeout=PATIENCE_MILLISECONDS)


def _every_step(phone: Page, house: House) -> int:
    """Do what each step asks until the box is learned; how many steps it took."""
    session = house.school.session
    assert session is not None
    assert house.sim is not None
    count = 0
    while session.phase == "stepping":
        expect(phone.locator("#steptitle")).to_have_text(session.step.title[1])
        if session.step.name == "water":
            for row, column in sorted(house.sim._laid.theme.water):
                phone.locator(f'[data-cell="{row},{column}"]').click()
        expect(phone.locator("#say.sure")).to_be_visible()
        show(phone, f"step-{session.at + 1}-{session.step.name}")
        last, now = session.at + 1 == len(session.steps), f"Step {session.at + 1} of"
        phone.click('[data-do="next"]')
        count += 1
        if last:
            expect(phone.locator('[data-do="keep"]')).to_be_visible()
        else:
            expect(phone.locator("#where")).not_to_contain_text(now)
    return count


def _follow(phone: Page, house: House) -> None:
    """The bots play; what the phones show is what was really played."""
    table = house.table
    while table.referee.position.phase == "setup" or table.referee.position.turn <= TURNS:
        assert table.doubts.fault is None
        phone.wait_for_timeout(100)
    assert house.sim is not None
    assert house.sim.camera is not None
    truth = house.sim.camera.act.truth.position
    told = table.referee.position
    assert told.colours == truth.colours
    assert all(len(mine) <= len(true) for mine, true in zip(told.towers, truth.towers, strict=True))
