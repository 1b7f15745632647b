"""What castellan.toml may say, and what holds where it says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rules import games
from rules.values import Choice

GAMES = tuple(games.GAMES)
CAMERAS = ("auto", "pi", "usb", "sim", "folder", "none")
MICROPHONES = ("auto", "file", "none")
LEVELS = ("easy", "normal", "hard")
PANELS = ("auto", "on", "off")
MOMENTS = ("off", "host", "always")
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 (every network this machine is in)
PINS = range(2, 28)  # of the header that are free for use, in Broadcom's numbering
UNTOLD = "untold"  # marks what a settings file cannot say


@dataclass(frozen=True)
class TableSettings:
    """What is played and by whom."""

    game: str = "kilt"
    players: int = 4
    names: tuple[str, ...] = ()
    colours: tuple[tuple[str, ...], ...] = ()
    language: str = "en"
    options: Mapping[str, Choice] = field(default_factory=dict)


@dataclass(frozen=True)
class CameraSettings:
    """Which camera looks at the table."""

    use: str = "auto"
    device: str = ""
    size: tuple[int, int] = (1280, 960)
    fps: float = 10.0
    rest_fps: float = 4.0
    turn: int = 0
    lock: bool = True


@dataclass(frozen=True)
class MicrophoneSettings:
    """Which microphone listens to the pearls of Schloss der 7 Schlösser."""

    use: str = "auto"
    device: str = ""


@dataclass(frozen=True)
class WebSettings:
    """Where the dashboard is served."""

    host: str = "0.0.0.0"  # noqa: S104 (phones of the same network are meant to reach it)
    port: int = 8080
    phones: int = 200
    open: bool = False  # anybody on the network may come in without the code at the table
    host_code_files: tuple[Path, ...] = (
        Path("/boot/firmware/castellan-host.txt"),
        Path("/boot/castellan-host.txt"),
    )
    names: tuple[str, ...] = ()
    wifi_name: str = ""  # for a code that takes phones into the Wi-Fi
    wifi_password: str = ""
    proxy: str = ""
    metrics: tuple[str, ...] = ("127.0.0.1",)


@dataclass(frozen=True)
class DataSettings:
    """Where the journal and the box profile live."""

    folder: Path = Path("data")
    profile: Path | None = None
    keep_pictures: int = 30
    moments: str = "host"
    pictures_mb: int = 0
    backup: Path | None = None
    backups: int = 10


@dataclass(frozen=True)
class SimSettings:
    """How the simulated table plays."""

    level: str = "normal"
    pace: float = 8.0
    mischief: bool = False
    seed: int = 0
    untaught: bool = False


@dataclass(frozen=True)
class PanelSettings:
    """Buttons and lamps on the header, by Broadcom's pin numbers; 0 is not wired."""

    use: str = "auto"
    next: int = 5
    confirm: int = 6
    undo: int = 13
    lamps: tuple[int, ...] = (17, 27, 22, 23, 24, 25)
    ruling: int = 16
    buzzer: int = 26
    tick: int = 12
    reset_seconds: float = 10.0

    def pins(self) -> list[int]:
        """Every pin that something is wired to."""
        single = [self.next, self.confirm, self.undo, self.ruling, self.buzzer, self.tick]
        return [pin for pin in (*single, *self.lamps) if pin]


@dataclass(frozen=True)
class Settings:
    """Everything castellan.toml may say, and where it stands."""

    table: TableSettings = TableSettings()
    camera: CameraSettings = CameraSettings()
    microphone: MicrophoneSettings = MicrophoneSettings()
    web: WebSettings = WebSettings()
    data: DataSettings = DataSettings()
    sim: SimSettings = SimSettings()
    panel: PanelSettings = PanelSettings()
    file: Path | None = field(default=None, compare=False, metadata={UNTOLD: True})
