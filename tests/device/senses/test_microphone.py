"""Microphones: a real PortAudio stream without a sound card, files, and what can go wrong."""

import subprocess
import sys
import textwrap
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import device.senses.microphone as microphone_module
from device.hearing.ears import Ears, MicrophoneState
from device.senses.microphone import (
    BLOCK,
    EndOfSound,
    MicrophoneLost,
    MicrophoneMissing,
    PortAudioMicrophone,
    WavMicrophone,
    choose,
    find_microphone,
    input_names,
)
from device.settings.settings import MicrophoneSettings

ALSA = Path("/usr/share/alsa/alsa.conf")


def test_name_is_taken_exactly_or_in_part() -> None:
    names = ["USB PnP Sound Device: Audio (hw:1,0)", "USB PnP", "default"]
    assert choose("USB PnP", names) == "USB PnP"
    assert choose("sound device", names) == names[0]


@pytest.mark.parametrize(("wanted", "said"), [("Blue", "is not there"), ("usb", "fits several")])
def test_a_name_that_fits_none_or_many_is_told_with_those_there_are(wanted: str, said: str) -> None:
    with pytest.raises(MicrophoneMissing, match=f'{said}.*"USB one", "USB two"'):
        choose(wanted, ["USB one", "USB two"])


class FakeStream:
    """A PortAudio stream as far as we use it."""

    def __init__(self, sound: "FakePortAudio") -> None:
        self.sound, self.closed = sound, False

    def start(self) -> None: ...

    def close(self, ignore_errors: bool = True) -> None:
        self.closed = True

    @property
    def read_available(self) -> int:
        if self.sound.fault:
            raise self.sound.PortAudioError(self.sound.fault)
        return self.sound.available

    def read(self, count: int) -> tuple[np.ndarray, bool]:
        return np.full((count, 1), 16384, np.int16), self.sound.lost


class FakePortAudio:
    """The module sounddevice as far as we use it."""

    class PortAudioError(Exception):
        pass

    def __init__(self) -> None:
        self.devices = [
            {"name": "HDMI", "max_input_channels": 0},
            {"name": "USB PnP", "max_input_channels": 1},
        ]
        self.available, self.lost, self.fault, self.refuses = BLOCK, False, "", ""
        self.opened: list[dict[str, Any]] = []

    def _terminate(self) -> None: ...

    def _initialize(self) -> None: ...

    def query_devices(self, kind: str | None = None) -> Any:
        return self.devices[-1] if kind else self.devices

    def InputStream(self, **given: Any) -> FakeStream:  # noqa: N802 (its name there)
        if self.refuses:
            raise self.PortAudioError(self.refuses)
        self.opened.append(given)
        return FakeStream(self)


def clock() -> Iterator[float]:
    now = 0.0
    while True:
        yield now
        now += 0.1


def opened(sound: FakePortAudio, wanted: str = "USB") -> PortAudioMicrophone:
    ticks = clock()
    return PortAudioMicrophone(wanted, sound, lambda: next(ticks), lambda _: None)


def test_opens_exactly_16_bit_mono_48_khz_by_name() -> None:
    sound = FakePortAudio()
    assert opened(sound).name == "USB PnP"
    assert sound.opened == [
        {"device": "USB PnP", "samplerate": 48_000, "channels": 1, "dtype": "int16",
         "blocksize": BLOCK}
    ]  # fmt: skip


def test_without_a_name_the_usual_input_is_taken() -> None:
    assert opened(FakePortAudio(), "").name == "USB PnP"


def test_samples_are_between_minus_one_and_one_and_overflow_is_told() -> None:
    sound = FakePortAudio()
    sound.lost = True
    block = opened(sound).read()
    assert block.lost
    assert np.array_equal(block.samples, np.full(BLOCK, 0.5, np.float32))


def test_no_microphone_is_told() -> None:
    sound = FakePortAudio()
    sound.devices = sound.devices[:1]
    with pytest.raises(MicrophoneMissing, match=r"no microphone found.*taps"):
        opened(sound)


def test_a_microphone_that_cannot_do_48_khz_is_told() -> None:
    sound = FakePortAudio()
    sound.refuses = "Invalid sample rate [PaErrorCode -9997]"
    with pytest.raises(MicrophoneMissing, match=r"cannot give 48 kHz mono .Invalid sample rate"):
        opened(sound)


def test_a_microphone_that_falls_silent_for_the_computer_is_lost() -> None:
    sound = FakePortAudio()
    microphone = opened(sound)
    sound.available = 0
    with pytest.raises(MicrophoneLost, match="no sound within 2 s"):
        microphone.read()


def test_a_pulled_plug_is_a_lost_microphone() -> None:
    sound = FakePortAudio()
    microphone = opened(sound)
    sound.fault = "Stream is stopped [PaErrorCode -9983]"
    with pytest.raises(MicrophoneLost, match="USB PnP stopped"):
        microphone.read()


def write_wav(path: Path, samples: np.ndarray) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes((samples * 32767).astype("<i2").tobytes())


def test_a_file_is_heard_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "x.wav"
    write_wav(path, np.linspace(0, 0.5, BLOCK + 100))
    microphone = find_microphone(MicrophoneSettings("file", str(path))).open()
    assert [len(microphone.read().samples) for _ in range(2)] == [BLOCK, 100]
    with pytest.raises(EndOfSound):
        microphone.read()
    microphone.close()
    microphone.close()


def test_a_table_without_ears_says_so() -> None:
    with pytest.raises(MicrophoneMissing, match="taps"):
        find_microphone(MicrophoneSettings("none")).open()


def test_inputs_are_listed_without_outputs() -> None:
    assert input_names(FakePortAudio()) == ["USB PnP"]


REAL = """
    import sys
    import numpy as np
    from device.senses.microphone import PortAudioMicrophone
    microphone = PortAudioMicrophone("fakemic")
    blocks = [microphone.read().samples for _ in range(30)]
    microphone.close()
    np.save(sys.argv[1], np.concatenate(blocks))
"""


@pytest.mark.skipif(not ALSA.is_file(), reason="needs ALSA's configuration (apt libasound2-data)")
def test_a_real_portaudio_stream_gives_every_sample(tmp_path: Path) -> None:
    """ALSA plays a raw file as a microphone, so PortAudio itself runs without a sound card."""
    pytest.importorskip("sounddevice", exc_type=OSError)
    rng = np.random.default_rng(5)
    sent = rng.integers(-20_000, 20_000, 48_000).astype("<i2")
    (tmp_path / "mic.raw").write_bytes(sent.tobytes() + bytes(2 * 96_000))
    (tmp_path / "alsa.conf").write_text(
        f'<{ALSA}>\npcm.fakemic {{ type file slave.pcm {{ type null }} file "/dev/null" '
        f'infile "{tmp_path}/mic.raw" format "raw" }}\n'
    )
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(REAL), str(tmp_path / "got.npy")],
        env={"ALSA_CONFIG_PATH": str(tmp_path / "alsa.conf"), "PATH": "/usr/bin"},
        cwd=Path(__file__).parents[3], capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    got = np.load(tmp_path / "got.npy")
    assert np.array_equal(got * 32768, sent[: len(got)])


def test_wav_microphone_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.wav"
    write_wav(path, np.zeros(10))
    assert WavMicrophone(path).name == f"recording {path}"


class Plugged(FakePortAudio):
    """PortAudio knows what was there when it was started, and nothing that came since."""

    def __init__(self) -> None:
        super().__init__()
        self.there = self.devices = self.devices[:1]

    def _initialize(self) -> None:
        self.devices = self.there


def test_a_microphone_is_found_later_lost_and_another_taken_without_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sound, told = Plugged(), list[str]()
    monkeypatch.setattr(microphone_module, "load_portaudio", lambda: sound)

    def plug(name: str) -> None:
        sound.there, sound.fault = [*sound.there[:1], {"name": name, "max_input_channels": 1}], ""

    def pull() -> None:
        sound.there = sound.there[:1]

    steps = iter([lambda: plug("USB PnP"), pull, lambda: plug("Brio"), pull])

    def wait(_: float) -> bool:
        step = next(steps, None)
        if step is not None:
            step()
        return step is None

    def tell(state: MicrophoneState) -> None:
        told.append(f"{state.name} {state.state}")
        if state.state == "silent":  # it is heard
            sound.fault = "unplugged"

    Ears(find_microphone(MicrophoneSettings()).open, lambda *_: None, tell).run(wait)
    assert told == [
        "microphone missing",
        *("USB PnP silent", "USB PnP lost", "USB PnP missing"),
        *("Brio silent", "Brio lost", "Brio missing"),
    ]
