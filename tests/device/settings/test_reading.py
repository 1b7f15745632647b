"""Settings are read, checked, and every fault names its key and the fix."""

from pathlib import Path

import pytest

from device.settings.reading import BadSettings, load, load_what_is_right, parse
from device.settings.settings import Settings
from device.settings.toml_lines import line_of

EXAMPLE = Path(__file__).parents[3] / "castellan.example.toml"


def test_without_a_file_the_defaults_hold() -> None:
    assert load(None) == Settings()


def test_example_file_says_the_defaults() -> None:
    settings = load(EXAMPLE)
    assert settings.camera == Settings().camera
    assert settings.web == Settings().web
    assert settings.sim == Settings().sim
    assert settings.table.names == ("Ada", "Ben", "Cleo", "Dan")


def test_values_are_converted_to_their_types() -> None:
    settings = parse('[camera]\nfps = 5\nsize = [640, 480]\n[data]\nprofile = "box"\n')
    assert settings.camera.fps == 5.0
    assert settings.camera.size == (640, 480)
    assert settings.data.profile == Path("box")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[camera]\nuze = 'usb'", "camera.uze is not a setting; did you mean use?"),
        ("[kamera]", "kamera is not a setting; did you mean camera?"),
        ("[zzz]", "zzz is not a setting; known: table, camera, microphone, web, data, sim, panel"),
        ("camera = 3", r"camera must be a section: write \[camera\]"),
        ("[camera]\nuse = 'webcam'", "camera.use = 'webcam' cannot be; write one of \"auto\""),
        ("[camera]\nuse = 'usb'", "needs camera.device"),
        ("[camera]\nsize = [640]", "must have 2 values"),
        ("[camera]\nsize = [10, 10]", "camera.size"),
        ("[camera]\nfps = true", "camera.fps = True must be a number"),
        ("[web]\nport = '80'", "web.port = '80' must be a whole number"),
        ("[web]\nport = 80000", "web.port = 80000 cannot be; write a port number such as 8080"),
        ("[table]\nlanguage = 'es'", "table.language"),
        ("[sim]\npace = 0", "sim.pace = 0.0 cannot be"),
        ("[table\n", "not valid TOML"),
    ],
)
def test_fault_is_named_with_key_and_fix(text: str, words: str) -> None:
    with pytest.raises(BadSettings, match=words) as caught:
        parse(text, "my.toml")
    assert str(caught.value).startswith("my.toml")
    assert isinstance(caught.value, ValueError)


def test_absent_file_says_what_to_copy(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"copy castellan.example.toml"):
        load(tmp_path / "no.toml")


def test_unreadable_file_is_a_setting_fault(tmp_path: Path) -> None:
    (tmp_path / "x.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadSettings, match="cannot be read"):
        load(tmp_path / "x.toml")


def test_every_fault_is_named_at_once_with_its_line() -> None:
    text = '[camera]\nuse = "telescope"\nfps = 5\n\n[web]\nport = "80"\nphonse = 3\n'
    with pytest.raises(BadSettings) as caught:
        parse(text, "my.toml")
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "my.toml, line 2",
        "my.toml, line 6",
        "my.toml, line 7",
    ]
    assert [fault.line for fault in caught.value.faults] == [2, 6, 7]


def test_what_is_right_is_kept_beside_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text('[camera]\nuse = "telescope"\nfps = 5\n[web]\nport = 9000\nphones = true\n')
    settings, fault = load_what_is_right(path)
    assert (settings.camera.use, settings.camera.fps) == ("auto", 5.0)
    assert (settings.web.port, settings.web.phones) == (9000, 200)
    assert fault is not None
    assert [each.key for each in fault.faults] == ["camera.use", "web.phones"]


def test_unreadable_file_leaves_the_defaults_and_the_reason(tmp_path: Path) -> None:
    settings, fault = load_what_is_right(tmp_path / "none.toml")
    assert settings == Settings()
    assert "does not exist" in str(fault)
    assert load_what_is_right(None) == (Settings(), None)


@pytest.mark.parametrize(
    ("text", "line", "advice"),
    [
        ("[web]\nport = eighty\n", 2, "put text into quotes"),
        ("[web]\nport 80\n", 2, "write name = value"),
        ("[web]\nport = 1\nport = 2\n", 3, "stands there twice"),
        ("[web]\n[web]\n", 2, "stands there twice"),
        ('[web]\nhost = "0.0.0.0\nport = 3\n', 2, "close the quotes"),
        ("[web\nport = 3\n", 1, "close the bracket"),
        ('[camera]\ndevice = "C:\\video"\n', 2, "backslash"),
    ],
)
def test_syntax_errors_name_line_and_fix(text: str, line: int, advice: str) -> None:
    with pytest.raises(BadSettings) as caught:
        parse(text, "my.toml")
    assert str(caught.value).startswith(f"my.toml, line {line}: not valid TOML")
    assert advice in str(caught.value)


def test_pins_are_used_once_and_are_on_the_header() -> None:
    with pytest.raises(
        BadSettings, match=r"line 2: panel.next = 17 cannot be: pin 17 is used twice"
    ):
        parse("[panel]\nnext = 17\n", "my.toml")
    with pytest.raises(BadSettings, match="pin 28 is no pin for use"):
        parse("[panel]\nundo = 28\n")
    assert parse("[panel]\nlamps = []\nbuzzer = 0\ntick = 0\n").panel.pins() == [5, 6, 13, 16]


def test_a_line_is_found_by_section_key_or_dotted_key() -> None:
    text = "# first\n[a]\nx = 1\n[b]\n  x=2\n[a.c]\ny = 3\n"
    assert [line_of(text, key) for key in ("a.x", "b.x", "a.c.y", "b", "a.z")] == [3, 5, 7, 4, 2]
    assert line_of("web.port = 1", "web.port") == 1
    assert line_of("", "web.port") is None


def test_the_house_has_names_a_proxy_and_addresses_that_measure() -> None:
    text = """[web]
names = ["castle.home", "localhost:9000"]
proxy = "https://castle.example"
metrics = ["192.168.1.5", "::1"]
"""
    web = parse(text).web
    assert web.names == ("castle.home", "localhost:9000")
    assert (web.proxy, web.metrics) == ("https://castle.example", ("192.168.1.5", "::1"))
    assert Settings().web.metrics == ("127.0.0.1",)


@pytest.mark.parametrize(
    "line",
    [
        'names = ["http://castle.home"]',
        'names = ["castle home"]',
        'names = ["*"]',
        'proxy = "castle.example"',
        'proxy = "https://castle.example/path"',
        'metrics = ["prometheus"]',
    ],
)
def test_names_and_addresses_that_are_none_are_faults(line: str) -> None:
    with pytest.raises(BadSettings, match=f"line 2: web.{line.split()[0]} = "):
        parse(f"[web]\n{line}\n")
