"""The simulated table: a box of each game, game after game, and who prepares what is not ready."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from device.boxes.profiles import teach_from
from device.boxes.shelf import Shelf
from device.senses.microphone import FoundMicrophone
from device.sim.clock import TableClock
from device.sim.games import can_be_simulated, sim_kit
from device.table.simulated import Simulated

if TYPE_CHECKING:
    from device.senses.frame import Camera
    from device.settings.settings import Settings
    from device.sim.camera import SimCamera

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Laid:
    """What lies on the table: the game of one box, as it was dealt."""

    name: str
    theme: Any
    game: Any


class SimTable:
    """The simulated table. Another game is prepared in a thread of its own, and laid when ready."""

    def __init__(self, settings: Settings) -> None:
        self._sim = settings.sim
        self._seed = settings.sim.seed
        self.clock = TableClock()
        self.camera: SimCamera | None = None
        self._shelf: Shelf | None = None
        self._wished: Any = None  # what a teaching has people lay out
        self._preparing = ""
        self._fresh = False  # laid for a game that is only about to begin
        self.note: Callable[[str], None] = lambda _: None  # told what is being prepared
        self.ready: Callable[[str], None] = lambda _: None  # told when it is
        table = settings.table
        self._laid = self._dealt(table.game, None, table.players, table.options)

    @property
    def game(self) -> str:
        """The game that lies on the table."""
        return self._laid.name

    def facts(self) -> Simulated:
        """What the pages say of this table."""
        return Simulated(self._sim.level, self._sim.pace, self._sim.mischief)

    def _dealt(self, name: str, theme: Any, players: int, options: Mapping[str, Any]) -> Laid:
        kit, sim = sim_kit(name), self._sim
        if theme is None:
            theme = kit.make_theme(sim.seed)
        game = kit.table(self._seed, sim.level, players, sim.mischief, theme, dict(options))
        game.whole = True
        return Laid(name, theme, game)

    # -- what hangs above and beside it -----------------------------------------------------

    def open(self) -> Camera:
        """A camera over the simulated table."""
        from device.sim.camera import SimCamera

        self.camera = SimCamera(self._laid.game, self._sim.pace, self.clock, waits=True)
        if self._wished is not None:
            self.camera.lay(self._wished)
        return self.camera

    def microphone(self) -> FoundMicrophone:
        """A microphone beside the simulated table; games that make no sound are silent."""
        from device.sim.microphone import SimMicrophone

        def sounding() -> Any:
            return self._laid.game if self._laid.game.audible else None

        return FoundMicrophone(
            "sim", "the table is simulated", lambda: SimMicrophone(sounding, self.clock)
        )

    # -- boxes ------------------------------------------------------------------------------

    def shelf(self, folder: Path) -> Shelf:
        """The box, taught by the same code as a real one; remembered for the next start."""
        self._shelf = Shelf(folder / f"boxes-{self._sim.seed}-{self._sim.level}")
        self._teach(self._laid)
        return self._shelf

    def _teach(self, laid: Laid) -> None:
        shelf = self._shelf
        if shelf is not None and shelf.profile(laid.name) is None and not self._sim.untaught:
            shelf.put(laid.name, teach_from(laid.game.teach_pictures(), laid.name))

    def lay_out(self, game: str, state: Mapping[str, Any] | None) -> None:
        """Have the people at the table lay out what a teaching asks; None: the game again."""
        self._wished = None
        if state is not None and game == self.game:
            told = {**state, "players": self._laid.game.players}
            self._wished = sim_kit(game).laid(self._laid.theme, told)
        if self.camera is not None:
            self.camera.lay(self._wished)

    # -- games ------------------------------------------------------------------------------

    def seated(self, about: Mapping[str, Any]) -> dict[str, Any]:
        """What was agreed, with the options people play by and who plays which colour."""
        agreed = {**about, "options": dict(self._laid.game.options)}
        colours = self._laid.game.colours()
        return agreed if colours is None else {**agreed, "colours": colours}

    def deal_anew(self, about: Mapping[str, Any]) -> dict[str, Any]:
        """Clear the table for another game; the camera is opened again over it."""
        name = str(about["game"])
        if name != self.game:
            self._prepare(name, about)
            return dict(about)
        self._note("")
        if not self._fresh:
            self._seed += 1
            options = about.get("options") or {}
            self._lay(self._dealt(name, self._laid.theme, about["players"], options))
        self._fresh = False
        return self.seated(about)

    def _lay(self, laid: Laid) -> None:
        self._laid = laid
        if self.camera is not None:
            self.camera.close()

    def _note(self, game: str) -> None:
        self._preparing = game
        self.note(game)

    def _prepare(self, name: str, about: Mapping[str, Any]) -> None:
        """Deal another game and teach its box, while the old one lies on and pages go on."""
        if not can_be_simulated(name):
            self._note("")
            return
        self._note(name)
        work = threading.Thread(
            target=self._prepared, args=(name, dict(about)), name="sim box", daemon=True
        )
        work.start()

    def _prepared(self, name: str, about: Mapping[str, Any]) -> None:
        try:
            laid = self._dealt(name, None, about["players"], about.get("options") or {})
            self._teach(laid)
        except Exception:
            log.exception("the simulated box of %s could not be prepared", name)
            laid = None
        if self._preparing != name:
            return  # another game was chosen meanwhile
        if laid is None:
            self._note("")
            return
        self._lay(laid)
        self._fresh = True
        self._note("")
        self.ready(name)
