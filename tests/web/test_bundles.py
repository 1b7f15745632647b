"""One script and one sheet a page: joined, named after what is in them, packed, kept for ever."""

from __future__ import annotations

import gzip
import logging
import re
import zlib
from pathlib import Path

import pytest
from flask import Flask

from tests.web.conftest import Phone
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.bundles import ALWAYS, ICONS, PAGES, BadModule, Bundles, bundled
from web.gate import Door
from web.packing import StreamPacker

PACKED = {"Accept-Encoding": "gzip, deflate"}


def house(tmp_path: Path, **modules: str) -> Path:
    """A folder of files with what every page wants, and a start page of these modules."""
    icons = {f"house/{icon}" for icon in ICONS}
    wanted = {*ALWAYS, *(part for parts in PAGES.values() for part in parts), *icons}
    for part in wanted:
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / part).write_text("")
    (tmp_path / "games").mkdir(exist_ok=True)
    for name, source in modules.items():
        (tmp_path / f"house/{name}.js").write_text(source)
    return tmp_path


def script(root: Path) -> str:
    made = Bundles(root)
    return made.files[made.name("start", ".js")].plain.decode()


def test_a_module_stands_once_and_after_what_it_imports(tmp_path: Path) -> None:
    text = script(
        house(
            tmp_path,
            start='import { two as three } from "./one.js";\nimport "./other.js";\nthree();\n',
            other='import {\n  two,\n} from "./one.js";\ntwo();\n',
            one="export const ten = 10;\nexport async function two() {}\n",
        )
    )
    one, other, start = (text.index(each) for each in ("const ten", "\ntwo();", "three();"))
    assert one < other < start
    assert text.count("const ten") == 1
    assert "const { two: three } = m" in text
    assert "return { ten, two };" in text
    assert not re.search(r"^\s*(import|export)\b", text, re.MULTILINE)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('import "./start.js";\n', "house/start.js -> house/start.js"),
        ("export let count = 1;\n", "a way to import or export we do not join"),
        ("export default 5;\n", "a way to import or export we do not join"),
        ('import * as all from "./one.js";\n', "a way to import or export we do not join"),
    ],
)
def test_what_cannot_be_joined_is_refused_at_the_start(
    tmp_path: Path, source: str, said: str
) -> None:
    with pytest.raises(BadModule, match=re.escape(said)):
        Bundles(house(tmp_path, start=source))


def test_a_fault_is_told_by_module_and_line(tmp_path: Path) -> None:
    root = house(
        tmp_path, start='// A page.\n\nimport {\n  two,\n} from "./one.js";\n\ntwo();\n',
        one="/** Many\n * lines. */\nexport const two = () => {\n  nowhere();\n};\n",
    )  # fmt: skip
    made = Bundles(root)
    name = made.name("start", ".js")
    lines = made.files[name].plain.decode().splitlines()
    assert made.source(f"{name}:{lines.index('nowhere();') + 1}") == "house/one.js:4"
    assert made.source(f"{name}:{lines.index('two();') + 1}") == "house/start.js:7"
    for unknown in ("older-123.js:7", f"{name}:x", "nothing", ""):
        assert made.source(unknown) == unknown


def test_the_log_names_the_module(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "web.routes.api")
    name = bundled().name("kilt", ".js")
    Phone(app).post("/api/fault", {"what": "x", "where": f"/table {name}:4"})
    assert caplog.messages == [
        "a page at 192.168.1.77 has a fault: x (/table house/faults.js:3)",
    ]


def test_a_name_changes_with_what_is_in_the_file_and_not_else(tmp_path: Path) -> None:
    root = house(tmp_path, start="1;\n", join="2;\n")
    before = Bundles(root)
    (root / "house/start.js").write_text("3;\n")
    after = Bundles(root)
    assert before.name("start", ".js") != after.name("start", ".js")
    assert before.name("join", ".js") == after.name("join", ".js")


def test_a_file_is_sent_packed_and_kept_for_ever(app: Flask) -> None:
    phone, name = Phone(app), bundled().name("kilt", ".js")
    plain = phone.get(f"/static/{name}")
    packed = phone.get(f"/static/{name}", **PACKED)
    assert plain.data == gzip.decompress(packed.data) == bundled().files[name].plain
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (
        None,
        "gzip",
    )
    for answer in (plain, packed):
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert answer.headers["Vary"] == "Accept-Encoding"
        assert answer.mimetype == "text/javascript"


def test_what_is_no_file_is_not_kept(app: Flask) -> None:
    for name in ("nothing.js", "kilt.js", "house/dom.js", "..%2fapp.py"):
        answer = Phone(app).get(f"/static/{name}", **PACKED)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


def test_a_page_is_packed_for_a_browser_that_can_unpack_it(phone: Phone) -> None:
    plain, packed = phone.get("/table"), phone.get("/table", **PACKED)
    assert gzip.decompress(packed.data) == plain.data
    assert plain.headers["Cache-Control"] == packed.headers["Cache-Control"] == "no-store"
    assert len(packed.data) < len(plain.data) / 3


def test_behind_a_proxy_nothing_made_for_one_phone_is_packed(table: FakeTable) -> None:
    door = Door(proxy="https://castle.example")
    phone = Phone(create_app(table, join_url="http://x/", open_table=True, door=door))
    for path in ("/", "/join", "/api/state", "/api/live"):
        assert "Content-Encoding" not in phone.get(path, **PACKED).headers, path
    name = bundled().name("kilt", ".js")
    assert phone.get(f"/static/{name}", **PACKED).headers["Content-Encoding"] == "gzip"


def test_each_message_of_a_packed_stream_can_be_read_at_once_and_repeats_cost_little() -> None:
    pack, unpack = StreamPacker(), zlib.decompressobj(31)
    state = "".join(chr(97 + at * at % 23) for at in range(9000)).encode()
    sizes = []
    for number in range(3):
        words = state + str(number).encode()
        sent = pack(words)
        assert unpack.decompress(sent) == words
        sizes.append(len(sent))
    assert max(sizes[1:]) < 200


def test_a_page_begins_with_its_state_and_the_stream_goes_on_after_it(
    phone: Phone, table: FakeTable
) -> None:
    page = phone.get("/table").text
    found = re.search(
        r'<script type="application/json" id="state" data-id="([^"]+)">(.*)</script>', page
    )
    assert found is not None
    assert "<" not in found[2]
    seen = phone.get(f"/api/live?last={found[1]}")
    assert seen.status_code == 200
    table.play()
    assert f'data-id="{found[1]}"' not in phone.get("/table").text
