"""Settings are read, checked, and every fault names its key and the fix."""

from pathlib import Path

import pytest

from device.config import BadSettings, Settings, load, parse

EXAMPLE = Path(__file__).parents[2] / "castellan.example.toml"


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
        ("[zzz]", "zzz is not a setting; known: table, camera, web, data, sim"),
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
