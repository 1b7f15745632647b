"""Microphones behind one small protocol: PortAudio by name, a WAV file, or a simulated room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from device.senses.sound import RATE, Samples
from device.senses.wav import read_wav
from rules.errors import CastellanError

if TYPE_CHECKING:
    from device.settings.settings import MicrophoneSettings

BLOCK = 1024  # samples: 21 ms
POLL = 0.005  # seconds between looks whether a block is there


@dataclass(frozen=True)
class Block:
    """A piece of sound at 48 kHz, and whether samples were lost just before it."""

    samples: Samples
    lost: bool = False


class Microphone(Protocol):
    """Anything that gives sound of the table."""

    name: str

    def read(self, timeout: float = 2.0) -> Block:
        """The next piece; MicrophoneLost when none comes in time."""

    def close(self) -> None:
        """Give the device back; harmless when done twice."""


class MicrophoneMissing(CastellanError, OSError):
    """There is no such microphone, or it cannot do what is needed."""


class MicrophoneLost(CastellanError, OSError):
    """A microphone that worked gives no more sound."""


class EndOfSound(CastellanError, EOFError):
    """A recording has been heard to its end."""


class Sounds(Protocol):
    """A stream of PortAudio."""

    @property
    def read_available(self) -> int: ...
    def start(self) -> None: ...
    def read(self, frames: int) -> tuple[NDArray[np.int16], bool]: ...
    def close(self, ignore_errors: bool = True) -> None: ...


class PortAudio(Protocol):
    """What we use of the module sounddevice."""

    PortAudioError: type[Exception]

    def query_devices(self, kind: str | None = None) -> Any: ...  # one device, or all of them
    def InputStream(self, **wanted: object) -> Sounds: ...  # noqa: N802 (its name)
    def _terminate(self) -> None: ...
    def _initialize(self) -> None: ...


def load_portaudio() -> PortAudio:
    """The sounddevice module; importing it needs the PortAudio library, so it is done late."""
    try:
        import sounddevice
    except OSError as fault:
        raise MicrophoneMissing(
            "the PortAudio library is missing; install it with: sudo apt install libportaudio2"
        ) from fault
    except ImportError as fault:
        raise MicrophoneMissing("the package sounddevice is missing; run: make run") from fault
    portaudio: PortAudio = sounddevice
    return portaudio


def input_names(portaudio: PortAudio) -> list[str]:
    """The names of all inputs there are."""
    return [str(d["name"]) for d in portaudio.query_devices() if d["max_input_channels"] > 0]


def choose(wanted: str, names: list[str]) -> str:
    """The one input whose name is, or else contains, what is wanted."""
    exact = [name for name in names if name == wanted]
    near = exact or [name for name in names if wanted.lower() in name.lower()]
    if len(set(near)) == 1:
        return near[0]
    there = ", ".join(f'"{name}"' for name in names) or "none at all"
    fault = "fits several inputs" if near else "is not there"
    raise MicrophoneMissing(
        f"microphone {wanted!r} {fault}; correct [microphone] device in castellan.toml. "
        f"There are: {there}"
    )


class PortAudioMicrophone:
    """A real microphone, chosen by name: its index changes with every reboot."""

    def __init__(
        self,
        wanted: str,
        portaudio: PortAudio | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._clock, self._sleep = clock, sleep
        sound = portaudio or load_portaudio()
        _look_again(sound)
        names = input_names(sound)
        if not names:
            raise MicrophoneMissing("no microphone found; connect one, the game goes on by taps")
        self.name = choose(wanted, names) if wanted else _usual(sound, names)
        try:
            self._stream = sound.InputStream(
                device=self.name, samplerate=RATE, channels=1, dtype="int16", blocksize=BLOCK
            )
            self._stream.start()
        except (sound.PortAudioError, ValueError) as fault:
            raise MicrophoneMissing(
                f"microphone {self.name!r} cannot give 48 kHz mono ({_first_line(fault)}); "
                "choose another one in [microphone] device"
            ) from fault
        self._fault = sound.PortAudioError

    def read(self, timeout: float = 2.0) -> Block:
        """Wait for a block, but never for ever: a pulled plug gives no error everywhere."""
        end = self._clock() + timeout
        try:
            while self._stream.read_available < BLOCK:
                if self._clock() > end:
                    raise MicrophoneLost(f"{self.name} gave no sound within {timeout:g} s")
                self._sleep(POLL)
            data, lost = self._stream.read(BLOCK)
        except self._fault as fault:
            raise MicrophoneLost(f"{self.name} stopped ({_first_line(fault)})") from fault
        return Block(data[:, 0].astype(np.float32) / np.float32(32768), bool(lost))

    def close(self) -> None:
        self._stream.close(ignore_errors=True)


def _look_again(portaudio: PortAudio) -> None:
    """PortAudio sees only what was there when it started: start it anew."""
    portaudio._terminate()  # noqa: SLF001 (there is no public way)
    portaudio._initialize()  # noqa: SLF001


def _usual(portaudio: PortAudio, names: list[str]) -> str:
    """The system's usual input, else the first."""
    try:
        usual = str(portaudio.query_devices(kind="input")["name"])
    except (portaudio.PortAudioError, ValueError):
        return names[0]
    return usual if usual in names else names[0]


def _first_line(fault: Exception) -> str:
    return str(fault).splitlines()[0] if str(fault) else type(fault).__name__


class WavMicrophone:
    """A recording, heard as if a microphone gave it; never waits."""

    def __init__(self, path: Path) -> None:
        self.name = f"recording {path}"
        self._blocks = self._cut(read_wav(path).samples)

    @staticmethod
    def _cut(samples: Samples) -> Iterator[Block]:
        for start in range(0, len(samples), BLOCK):
            yield Block(samples[start : start + BLOCK])

    def read(self, timeout: float = 2.0) -> Block:  # noqa: ARG002 (a file never waits)
        try:
            return next(self._blocks)
        except StopIteration:
            raise EndOfSound(f"no more of {self.name}") from None

    def close(self) -> None:
        self._blocks = iter(())


@dataclass(frozen=True)
class FoundMicrophone:
    """Which microphone to use, why, and how to open it (again, after it was lost)."""

    kind: str
    why: str
    open: Callable[[], Microphone]


def no_microphone(why: str) -> FoundMicrophone:
    """A table that hears nothing: everything is told by taps."""

    def none() -> Microphone:
        raise MicrophoneMissing("this table has no microphone; pearls are told by taps")

    return FoundMicrophone("none", why, none)


def find_microphone(settings: MicrophoneSettings) -> FoundMicrophone:
    """The microphone the settings name."""
    match settings.use:
        case "none":
            return no_microphone("the settings ask for a table without ears")
        case "file":
            path = Path(settings.device)
            return FoundMicrophone("file", f"sound comes from {path}", lambda: WavMicrophone(path))
    return FoundMicrophone(
        "portaudio",
        f"the settings name {settings.device!r}" if settings.device else "it is the usual input",
        lambda: PortAudioMicrophone(settings.device),
    )
