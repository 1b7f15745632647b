"""Small files that outlast a power cut, and that nobody else may read."""

from pathlib import Path

import pytest

from device.kept import KeptFile, write_private


def test_what_is_written_is_read_again_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "kept.json"
    assert KeptFile(path).read() == {}
    KeptFile(path).write({"a": [1, "ä"]})
    assert KeptFile(path).read() == {"a": [1, "ä"]}
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["kept.json"]


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b"7"])
def test_a_spoiled_file_is_put_aside_and_counts_as_none(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(text)
    assert KeptFile(path).read() == {}
    assert (tmp_path / "kept.json.damaged").read_bytes() == text
    KeptFile(path).write({"a": 1})
    assert KeptFile(path).read() == {"a": 1}


def test_a_disk_that_takes_nothing_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("no folder")
    KeptFile(tmp_path / "file" / "kept.json").write({"a": 1})
    assert "is not saved" in caplog.text


def test_a_half_written_file_of_an_earlier_power_cut_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / ".kept.json.new").write_text("half")
    write_private(tmp_path / "kept.json", "whole")
    assert (tmp_path / "kept.json").read_text() == "whole"
