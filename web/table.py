"""What the web asks of the table it is handed: the device's service, or a fake in tests."""

from collections.abc import Callable, Mapping
from typing import Protocol

from rules.rights import Speaker
from rules.values import Json


class Table(Protocol):
    """One table with a game on it. Every method may be called from many threads at once."""

    @property
    def recording(self) -> bool:
        """Whether everything seen and heard is being written down."""

    def evening(self) -> str:
        """Which game is on the table: another one has another name, also after a restart."""

    def seats(self) -> int:
        """How many seats it has."""

    def usual(self, game: str) -> Mapping[str, Json]:
        """The options a game is played by here unless the host chooses others."""

    def snapshot(self, speaker: Speaker, language: str) -> dict[str, Json]:
        """Everything one phone may see, worded, with the "version" it is of."""

    def do(
        self, command: Mapping[str, Json], speaker: Speaker, language: str = "en"
    ) -> dict[str, Json]:
        """Carry out a command whose shape was checked, or raise `rules.refused.Refused`.

        The answer may say in words what was done ("text"), or who was asked for a yes ("asked").
        A command repeated with the same "id" is done once and answered alike each time.
        """

    def ending(self, speaker: Speaker, language: str) -> dict[str, Json] | None:
        """What a game that is over has to tell this phone; None while it goes on."""

    def choices(
        self,
        number: int,
        speaker: Speaker,
        language: str,
        purpose: str = "amend",
    ) -> list[dict[str, Json]]:
        """Events that may replace entry `number` ("amend"), go before it ("insert") or come now
        ("claim", with number 0); each {"id", "text", "event", "legal"}, likeliest first."""

    def judge(self, event: Mapping[str, Json], speaker: Speaker, language: str) -> dict[str, Json]:
        """How the referee would judge an event told now: {"answer", "rulings"}; changes nothing."""

    def preview(
        self, command: Mapping[str, Json], speaker: Speaker, language: str
    ) -> dict[str, Json]:
        """What a correction ("amend", "insert", "void") would change, besides its own event.

        {"view", "score", "due"} as this phone would see them and "misfits", the later events that
        would fit no more; or {"asked", "text"}, whose yes it needs. Nothing changes.
        """

    def listen(self, callback: Callable[[int], None]) -> Callable[[], None]:
        """Call back with each new version; the answer ends that."""

    def picture(self, name: str, speaker: Speaker) -> bytes | None:
        """JPEG or PNG: "camera" with what was recognised drawn on it, or what a state names."""
