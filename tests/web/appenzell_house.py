"""A house for Burg Appenzell without a camera, and the hands of people at its phones."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Page, expect

from device.running.compose import House, free_port, open_house
from device.settings.settings import DataSettings, Settings, TableSettings
from rules.values import Json
from tests.phones import LISTEN, place_of
from web.app import create_app
from web.live.serve import Server


@dataclass
class Evening:
    """A running table and its address."""

    house: House
    app: Flask
    address: str

    @property
    def position(self) -> Any:
        return self.house.table.referee.position


@contextmanager
def evening(
    folder: Path, players: int = 2, options: Mapping[str, Json] | None = None
) -> Iterator[Evening]:
    """The real service without a camera, served for real."""
    settings = replace(
        Settings(),
        table=TableSettings(game="appenzell", players=players, options=options or {}),
        camera=replace(Settings().camera, use="none"),
        data=DataSettings(folder=folder),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/join", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield Evening(house, app, address)


def sit_down(page: Page, seat: int, name: str) -> None:
    page.add_init_script(LISTEN)
    page.locator(f'input[name=seat][value="{seat}"]').check()
    page.fill("input[name=name]", name)
    page.click("button[type=submit]")
    page.wait_for_url("**/table")


def heard(page: Page) -> list[dict[str, Any]]:
    """Every state the live stream has brought to a phone."""
    return [json.loads(text) for text in page.evaluate("window.told")]


def centre(page: Page, field: int) -> tuple[float, float]:
    """The middle of a field of the editor, which is brought clear of the dock."""
    page.locator(".roomgrid").evaluate("grid => grid.scrollIntoView({block: 'start'})")
    box = place_of(page.locator(".roomgrid"))
    row, col = divmod(field, 7)
    return (
        box["x"] + (col + 0.5) * box["width"] / 7,
        box["y"] + (row + 0.5) * box["height"] / 7,
    )


def wipe(page: Page, first: int, last: int) -> None:
    """Lay a roof in the editor by wiping from one end to the other."""
    page.mouse.move(*centre(page, first))
    page.mouse.down()
    page.mouse.move(*centre(page, last))
    page.mouse.up()


def tap(page: Page, *fields: int) -> None:
    """Tap fields of the editor one after the other."""
    for field in fields:
        page.mouse.click(*centre(page, field))


def tell(page: Page, field: str, tile: str) -> None:
    """Say what lies on a field, or beside the castle, when the phone asks."""
    wanted = "beside the castle" if field == "spare" else f"What lies on {field}?"
    expect(page.locator(".tellbox h3")).to_contain_text(wanted)
    page.locator(f".tellbox [data-tell={tile}]").click()
    expect(page.locator(".tellbox h3").filter(has_text=wanted)).to_have_count(0)


def lift(page: Page, room: int) -> None:
    page.locator(f'.castleroof.lift[data-room="{room}"]').click()
    expect(page.locator(f'.castleroof[data-room="{room}"]')).to_have_count(0)


def go(page: Page, source: str, to: str) -> None:
    """Pick a mouse (or "outside") unless it is picked already, and run."""
    if source == "outside":
        page.click("#outside")
    elif not page.locator(f'.picked[data-mouse="{source}"]').count():
        page.locator(f'.movable[data-mouse="{source}"]').click()
    page.locator(f'.runtarget[data-to="{to}"]').click()
    expect(page.locator(f'[data-mouse="{to}"]')).to_be_visible()


def end_turn(page: Page) -> None:
    page.click("#endturn")
    expect(page.locator("#endturn")).to_have_count(0)
