"""The Castle in a real browser: a whole game by taps on two phones, and no secret leaks out."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.running.compose import free_port, open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from rules.castle import SIM_MAP, Phase, Position
from rules.castle.maps import map_to_json
from tests.phones import LISTEN, OpenPhone, place_of, until
from tests.said import WORDS
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)
SECRETS = ["gold-500", "500 gold", "vampire"]


@dataclass
class Table:
    """A house without a camera, and where it is found."""

    service: Any
    address: str

    @property
    def position(self) -> Position:
        position: Position = self.service.referee.position
        return position

    @property
    def events(self) -> int:
        return len(self.service.referee.history)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    settings = replace(
        Settings(),
        table=TableSettings(game="castle", players=2),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield Table(house.table, address)


def sit_down(table: Table, open_phone: OpenPhone, seat: int, name: str) -> Page:
    phone = open_phone(f"{table.address}/join")
    phone.context.add_init_script(LISTEN)
    phone.locator(f'input[name=seat][value="{seat}"]').check()
    phone.fill("input[name=name]", name)
    phone.click("button[type=submit]")
    phone.wait_for_url("**/table")
    expect(phone.locator("#board > *")).to_be_visible()
    return phone


def tap(table: Table, phone: Page, *what: str) -> None:
    """Tap one thing after another on a phone, until the table knows."""
    before = table.events
    # A phone that has not yet seen the newest state would be refused.
    phone.wait_for_function(
        "version => window.told.length && JSON.parse(window.told.at(-1)).version >= version",
        arg=table.service.version,
    )
    for each in what:
        phone.locator(each).first.click()
    until(phone, lambda: table.events > before, f"anything came of {what}")


def face(die: int) -> str:
    return f".dice .face >> nth={die - 1}"


def set_up(table: Table, ann: Page, bea: Page) -> None:
    tap(table, ann, '[data-do="map-demo"]')
    tap(table, ann, face(6))
    tap(table, bea, face(2))
    tap(table, ann, '[data-character="wizard"]', '[data-number="6"]')
    tap(table, bea, '[data-character="fighter"]', '[data-number="10"]')
    tap(table, bea, '[data-do="ally"]')
    tap(table, ann, '.area[data-area="A"]')
    tap(table, bea, '[data-place="B"]')


def anns_first_turn(table: Table, ann: Page) -> None:
    """ESP, a bat beaten, and a treasure nobody else may know of."""
    tap(table, ann, '[data-do="cast"][data-what="esp"]')
    tap(table, ann, face(4))
    tap(table, ann, '.area[data-area="9"]', '#sheet [data-look="monster"]')
    tap(table, ann, '[data-kind="vampire"]')
    tap(table, ann, '.area[data-area="1"]')
    tap(table, ann, '[data-kind="bat"]')
    tap(table, ann, '[data-do="done"]')
    tap(table, ann, '[data-do="fight"]')
    tap(table, ann, face(6))
    tap(table, ann, '[data-do="search"]')
    tap(table, ann, '[data-kind="gold-500"]')


def beas_turn(table: Table, bea: Page) -> None:
    """A goblin, whose number this box had not shown yet, is beaten; nothing is searched."""
    tap(table, bea, '[data-place="5"]')
    tap(table, bea, '[data-kind="goblin"]', '[data-number="4"]')
    expect(bea.locator(".foe")).to_contain_text("goblin")
    tap(table, bea, '[data-do="done"]')
    tap(table, bea, '[data-do="fight"]')
    tap(table, bea, face(5))
    tap(table, bea, '[data-do="done"]')


def everything_told(phone: Page, address: str) -> str:
    """All that the service ever sent to a phone, pads with every possible counter aside."""
    told: list[dict[str, Any]] = [json.loads(each) for each in phone.evaluate("window.told")]
    told.append(phone.request.get(f"{address}/api/state").json())
    told.append(phone.request.get(f"{address}/api/choices/0?for=claim").json())
    told.append(phone.request.get(f"{address}/api/end").json())
    for each in told:
        if "view" in each:
            each["view"].pop("acts")
            # What a host may tell for others: every monster there is, when one is turned up.
            each["view"].pop("others")
    return json.dumps(told, ensure_ascii=False)


def test_a_whole_game_by_taps_on_two_phones_without_a_leak(
    table: Table, open_phone: OpenPhone
) -> None:
    ann, bea = (sit_down(table, open_phone, *each) for each in ((0, "Ann"), (1, "Bea")))
    set_up(table, ann, bea)
    expect(bea.locator(".panel")).to_have_count(0)
    anns_first_turn(table, ann)
    expect(ann.locator(".private")).to_contain_text("500 gold")
    expect(ann.locator(".private")).to_contain_text("vampire")
    beas_turn(table, bea)
    heard = everything_told(bea, table.address)
    for secret in SECRETS:
        assert secret not in heard, secret
    assert "gold-500" in json.dumps(ann.request.get(f"{table.address}/api/state").json())
    tap(table, ann, '.area[data-area="A"]', '[data-do="leave-yes"]')
    assert "gold-500" not in everything_told(bea, table.address)
    tap(table, bea, '[data-place="B"]', '[data-do="leave-yes"]')
    assert table.position.phase is Phase.FINISHED
    for phone in (ann, bea):
        expect(phone.locator(".result")).to_contain_text("500")
        expect(phone.locator("#winner")).to_contain_text("Ann")
    learned = table.service.game.learned(table.position)
    assert learned["constitutions"]["goblin"] == [4]


def test_the_map_editor_names_what_is_missing_and_takes_a_whole_map(
    table: Table, open_phone: OpenPhone
) -> None:
    ann = sit_down(table, open_phone, 0, "Ann")
    sheet = ann.locator(".mapedit .castlemap")
    box = place_of(sheet)
    for tool, x, y in (("room", 0.3, 0.3), ("corridor", 0.6, 0.3), ("entrance", 0.8, 0.6)):
        ann.locator(f'[data-tool="{tool}"]').click()
        sheet.click(position={"x": box["width"] * x, "y": box["height"] * y})
    expect(ann.locator(".mapedit .area")).to_have_count(3)
    ann.locator('[data-tool="link"]').click()
    for name in ("1", "c1"):
        ann.locator(f'.mapedit [data-area="{name}"]').click()
    expect(ann.locator(".mapedit .door")).to_have_count(1)
    expect(ann.locator(".mapcheck")).to_contain_text("1 rooms; there must be exactly 36")
    expect(ann.locator('[data-do="map-done"]')).to_be_disabled()
    ann.locator('[data-tool="erase"]').click()
    ann.locator('.mapedit [data-area="c1"]').click()
    expect(ann.locator(".mapedit .door")).to_have_count(0)
    photo = {"name": "map.png", "mimeType": "image/png", "buffer": PNG}
    ann.locator(".photo-pick input").set_input_files(photo)
    expect(ann.locator(".mapedit .underlay")).to_have_count(1)
    # A map drawn earlier is still there when the page is opened again.
    drawn = json.dumps({key: map_to_json(SIM_MAP)[key] for key in ("areas", "links")})
    ann.evaluate("drawn => localStorage.setItem('castle-map', drawn)", drawn)
    ann.reload()
    expect(ann.locator(".mapcheck")).to_have_text(WORDS["castle.edit-right"][1])
    tap(table, ann, '[data-do="map-done"]')
    assert table.position.phase is Phase.FIRST
    assert not table.position.setting.castle.demo
    assert "map" in table.service.game.learned(table.position)


@pytest.fixture
def seen_map(tmp_path: Path) -> None:
    """The camera has read the map, but for one door, one way too many and the Cell's name."""
    told = map_to_json(SIM_MAP)
    links = [link for link in told["links"] if link != ["1", "2"]] + [["1", "36"]]
    picture = "data:image/png;base64," + base64.b64encode(PNG).decode()
    proposal = {"areas": told["areas"], "links": links, "picture": picture}
    (tmp_path / "boxes").mkdir()
    facts = json.dumps({"proposal": proposal})
    (tmp_path / "boxes" / "castle.json").write_text(facts, encoding="utf-8")


def test_a_map_the_camera_proposes_is_mended_and_confirmed(
    seen_map: None, table: Table, open_phone: OpenPhone
) -> None:
    ann = sit_down(table, open_phone, 0, "Ann")
    doors = len(SIM_MAP.links)
    expect(ann.locator(".mapedit .door")).to_have_count(doors)
    expect(ann.locator(".mapedit .underlay")).to_have_count(1)
    expect(ann.locator(".mapedit")).to_contain_text(WORDS["castle.edit-proposed"][1])
    for one, other in (("1", "2"), ("36", "1")):
        ann.locator('[data-tool="link"]').click()
        for name in (one, other):
            ann.locator(f'.mapedit [data-area="{name}"]').click()
    expect(ann.locator(".mapcheck")).to_have_text(WORDS["castle.edit-right"][1])
    tap(table, ann, '[data-do="map-done"]')
    assert {frozenset(link) for link in table.position.setting.castle.links} == {
        frozenset(link) for link in SIM_MAP.links
    }
    assert table.position.setting.proposal is None


def test_the_page_fits_a_small_phone(table: Table, open_phone: OpenPhone) -> None:
    ann, bea = (sit_down(table, open_phone, *each) for each in ((0, "Ann"), (1, "Bea")))
    set_up(table, ann, bea)
    for phone in (ann, bea):
        wide = phone.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
    ann.locator('[data-do="zoom"]').click()
    expect(ann.locator(".mapframe.big")).to_be_visible()
    assert ann.evaluate("document.documentElement.scrollWidth") <= 360
