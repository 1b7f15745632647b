"""Seven Locks in a real browser: a whole game by taps on two phones, and no sound leaks out."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.records.journal import Evidence
from device.running.compose import free_port, open_house
from device.settings.settings import CameraSettings, DataSettings, Settings, TableSettings
from rules.referee import Play
from rules.rights import Speaker
from rules.seven_locks import Drop, Heard, Outcome, Phase, Position
from tests.phones import LISTEN, OpenPhone, until
from tests.said import WORDS
from web.app import create_app
from web.live.serve import Server

pytestmark = pytest.mark.browser

DIE = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 3)]
COLOURS = ["red", "orange", "yellow", "green", "turquoise", "blue", "violet", "white"]


@dataclass
class Table:
    """A house without a camera, where it is found, what is under its towers, what it heard."""

    service: Any
    address: str
    chambers: list[int]
    heard: list[Heard] = field(default_factory=list)

    @property
    def position(self) -> Position:
        position: Position = self.service.referee.position
        return position

    def hear(self) -> None:
        """The microphone heard the latest pearls; nobody's phone may know what."""
        rng = random.Random(len(self.heard))
        drops = [e.event for e in self.service.referee.history if isinstance(e.event, Drop)]
        for drop in drops[len(self.heard) :]:
            values = tuple(round(rng.uniform(0.001, 0.999), 9) for _ in range(8))
            self.heard.append(Heard(drop.tower or 0, values))
            with self.service.changes():
                self.service.write(Play(self.heard[-1]), Evidence({"by": "microphone"}))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    settings = replace(
        Settings(),
        table=TableSettings(game="seven_locks", players=2),
        camera=CameraSettings(use="none"),
        data=DataSettings(folder=tmp_path),
    )
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with open_house(settings) as house:
        app = create_app(house.table, join_url=f"{address}/", open_table=True)
        with Server(app, "127.0.0.1", port):
            yield Table(house.table, address, [3, 6, 0, 5, 1, 7, 2, 4])


def sit_down(table: Table, open_phone: OpenPhone, seat: int | None, name: str) -> Page:
    phone = open_phone(f"{table.address}/join")
    phone.context.add_init_script(LISTEN)
    phone.locator(f'input[name=seat][value="{"" if seat is None else seat}"]').check()
    phone.fill("input[name=name]", name)
    phone.click("button[type=submit]")
    phone.wait_for_url("**/table")
    expect(phone.locator(".court")).to_be_visible()
    return phone


def wait_for(table: Table, phone: Page, count: int) -> None:
    """Until the journal has so many events; taps are told one by one."""
    until(phone, lambda: len(table.service.referee.history) >= count, f"{count} events")


def tap(table: Table, phone: Page, *what: str) -> None:
    """Tap one thing after another on a phone, until the table knows."""
    before = len(table.service.referee.history)
    # A phone that has not yet seen the newest state would be refused.
    phone.wait_for_function(
        "version => window.told.length && JSON.parse(window.told.at(-1)).version >= version",
        arg=table.service.version,
    )
    for each in what:
        phone.locator(each).click()
    wait_for(table, phone, before + 1)


def turn(table: Table, phones: list[Page]) -> None:
    """One whole turn by taps: the active player knows which key fits."""
    position = table.position
    mine, other = phones[position.active], phones[1 - position.active]
    tap(table, mine, '.face[aria-label*="rolls 1 pearl and 3 steps"]')
    tap(table, mine, ".tower.goal >> nth=0")
    table.hear()
    tap(table, mine, ".tower.goal >> nth=-1")
    place = table.position.keymaster
    tap(table, mine, f'.panel [data-key="{table.chambers[place] + 1}"]', '[data-do="key"]')
    if table.position.phase is Phase.COATS:
        expect(mine.locator(".panel")).to_have_count(0)
        join = len(table.position.opened) == 0
        tap(table, other, '[data-do="coat-yes"]' if join else '[data-do="coat-no"]')
    tap(table, mine, '[data-do="try-fits"]')
    tap(table, mine, '[data-do="treasure"]')


def set_up(table: Table, mia: Page, noah: Page) -> None:
    """The box is described once, then Noah starts and throws the first pearls."""
    mia.click('[data-do="box-die"]')
    for side, face in enumerate(DIE, 1):
        for which, count in enumerate(face):
            mia.locator(f'[data-side="{side}"] .pick').nth(which).locator("button").nth(
                count - 1
            ).click()
    tap(table, mia, ".boxsheet .button.strong")
    mia.click('[data-do="box-keys"]')
    for colour in reversed(COLOURS):
        mia.click(f'[data-colour="{colour}"]')
    tap(table, mia, ".boxsheet .button.strong")
    tap(table, noah, '[data-start="1"]')
    tap(table, noah, '[data-tower="1"]')
    tap(table, mia, '[data-tower="2"]')
    table.hear()
    tap(table, noah, '[data-do="fill"]')


def test_a_whole_game_by_taps_on_two_phones(table: Table, open_phone: OpenPhone) -> None:
    mia = sit_down(table, open_phone, 0, "Mia")
    noah = sit_down(table, open_phone, 1, "Noah")
    watcher = sit_down(table, open_phone, None, "")
    set_up(table, mia, noah)
    expect(mia.locator(".dice")).to_have_count(0)
    while table.position.phase is Phase.ROLL and len(table.position.opened) < 5:
        turn(table, [mia, noah])
        check_nothing_leaked(table, [mia, noah, watcher])
    guess_and_finish(table, [mia, noah])
    check_the_end(table, mia)
    check_nothing_leaked(table, [mia, noah, watcher])
    assert len(table.heard) >= 8
    assert all(len(phone.evaluate("window.told")) > 20 for phone in (mia, noah, watcher))


def guess_and_finish(table: Table, phones: list[Page]) -> None:
    """Both guess, one rightly; the sixth tower, then the last."""
    enchanted = table.chambers[7] + 1
    for right in (True, False):
        seat = table.position.asked[0]
        wrong = next(key + 1 for key in range(8) if table.position.row >> key & 1)
        wanted = enchanted if right else wrong
        tap(table, phones[seat], f'.panel [data-key="{wanted}"]', '[data-do="key"]')
    expect(phones[0].locator(".rack .guessers .arms")).to_have_count(2)
    turn(table, phones)
    place = table.position.standing.bit_length() - 1
    tap(table, phones[1], f'.panel [data-key="{table.chambers[place] + 1}"]', '[data-do="key"]')
    tap(table, phones[table.position.active], '[data-do="treasure"]')


def check_the_end(table: Table, phone: Page) -> None:
    position = table.position
    assert position.phase is Phase.FINISHED
    assert [key for _, key in position.opened] == [table.chambers[at] for at, _ in position.opened]
    expect(phone.locator(".result tbody tr")).to_have_count(2)
    shown = phone.locator(".result tbody tr td:last-child").all_inner_texts()
    assert sorted(shown) == sorted(map(str, position.boxes))
    assert sum(position.last) > 0
    winner = max(range(2), key=lambda seat: position.boxes[seat])
    expect(phone.locator("#winner")).to_contain_text(["Mia", "Noah"][winner])
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def check_nothing_leaked(table: Table, phones: list[Page]) -> None:
    """Neither a likelihood nor what can be made of it was ever sent before the end."""
    secrets = [str(value) for heard in table.heard for value in heard.likelihoods]
    for phone in phones:
        states = phone.evaluate("window.told")
        for text in states:
            assert "likelihoods" not in text
            assert not any(secret in text for secret in secrets)
            state = json.loads(text)
            assert state["view"]["sounds"] is None or state["score"]["finished"]
        for path in ("/api/state", "/table", "/api/choices/0?for=claim", "/end", "/end.csv"):
            text = phone.evaluate(f"fetch('{path}').then((answer) => answer.text())")
            assert not any(secret in text for secret in secrets)


def test_a_chamber_with_another_number_is_asked_about_twice(
    table: Table, open_phone: OpenPhone
) -> None:
    phone = sit_down(table, open_phone, 0, "Mia")
    tap(table, phone, '[data-start="0"]')
    tap(table, phone, '[data-do="fill"]')
    tap(table, phone, '[data-face="11"]')
    tap(table, phone, '[data-tower="3"]')
    tap(table, phone, '[data-tower="2"]')
    tap(table, phone, '.panel [data-key="5"]', '[data-do="key"]')
    _tell(table, {"type": "coat", "seat": 1, "placed": False})
    tap(table, phone, '[data-do="try-fits"]')
    phone.click('[data-do="less"]')
    phone.click('[data-do="treasure"]')
    expect(phone.locator(".warning")).to_contain_text("Count again")
    assert table.position.phase is Phase.TREASURE
    tap(table, phone, '[data-do="treasure"]')
    assert (table.position.boxes[0], table.position.astray) == (1, 1)
    expect(phone.locator("#boardnote")).to_contain_text("miscounted: 1")


def _tell(table: Table, event: dict[str, Any]) -> None:
    service = table.service
    command = {
        "id": str(random.random()),
        "version": service.version,
        "do": "claim",
        "event": event,
    }
    service.do(command, Speaker(event.get("seat")))


def test_only_the_one_to_act_is_offered_anything(table: Table, open_phone: OpenPhone) -> None:
    mia, noah = (sit_down(table, open_phone, seat, "") for seat in (0, 1))
    tap(table, mia, '[data-start="0"]')
    tap(table, mia, '[data-do="fill"]')
    expect(mia.locator(".faces.nine .face")).to_have_count(9)
    expect(noah.locator(".panel")).to_have_count(0)
    tap(table, mia, '[data-face="21"]')
    expect(mia.locator(".tower.goal")).to_have_count(7)
    expect(noah.locator(".tower.goal")).to_have_count(0)
    noah.locator('[data-tower="4"]').click()
    expect(noah.locator("#toast")).to_contain_text("Tower 4")
    assert table.position.hand == 2


def test_with_sounds_for_all_every_phone_shows_the_same_picture(
    table: Table, open_phone: OpenPhone
) -> None:
    about = {**table.service.stored.about, "options": {"sound-for-all": True}}
    with table.service.changes():
        table.service.new_game(about)
    mia, noah = (sit_down(table, open_phone, seat, "") for seat in (0, 1))
    tap(table, mia, '[data-start="0"]')
    tap(table, mia, '[data-tower="3"]')
    table.hear()
    drawn = [phone.locator(".soundcard svg rect") for phone in (mia, noah)]
    for rects in drawn:
        expect(rects).to_have_count(8)
    heights = [
        rects.evaluate_all("all => all.map((e) => e.getAttribute('height'))") for rects in drawn
    ]
    assert heights[0] == heights[1]
    assert max(map(float, heights[0])) == 40


@pytest.mark.parametrize("language", ["de", "en", "fr", "it"])
def test_the_page_speaks_every_language_and_fits(
    table: Table, open_phone: OpenPhone, language: str
) -> None:
    phone = sit_down(table, lambda address: open_phone(address, language), 0, "Maximiliane")
    at = ["de", "en", "fr", "it"].index(language)
    expect(phone.locator(".panel .eyebrow")).to_have_text(WORDS["seven_locks.who-starts"][at])
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    tap(table, phone, '[data-start="0"]')
    tap(table, phone, '[data-do="fill"]')
    tap(table, phone, '[data-face="13"]')
    tap(table, phone, '[data-tower="3"]')
    tap(table, phone, '[data-tower="4"]')
    tap(table, phone, '.panel [data-key="5"]', '[data-do="key"]')
    _tell(table, {"type": "coat", "seat": 1, "placed": True})
    expect(phone.locator(".panel .tile")).to_have_count(4)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert not phone.locator("main").inner_text().count("seven_locks.")
    tap(table, phone, '[data-do="try-long"]')
    assert table.position.tries == ((3, 4, Outcome.LONG),)
