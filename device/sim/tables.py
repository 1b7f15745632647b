"""The simulated table: a box of each game, game after game, and who prepares what is not ready."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from device.boxes.profiles import teach_from
from device.boxes.shelf import Shelf
from device.records.stored import Agreed, agreement
from device.senses.microphone import FoundMicrophone
from device.sim.clock import TableClock
from device.sim.games import can_be_simulated, sim_kit
from device.table.simulated import Simulated
from rules.game import Event, Position
from rules.values import Facts, Json

if TYPE_CHECKING:
    from device.senses.frame import Camera
    from device.settings.settings import Settings
    from device.sim.base import SimTable
    from device.sim.camera import SimCamera

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Laid:
    """What lies on the table: the game of one box, as it was dealt."""

    name: str
    theme: object
    game: SimTable[Position, Event, object]


class SimulatedTable:
    """The simulated table. Another game is prepared in a thread of its own, and laid when ready."""

    def __init__(self, settings: Settings) -> None:
        self._sim = settings.sim
        self._seed = settings.sim.seed
        self.pace = settings.sim.pace  # seconds a turn takes at the least
        self.clock = TableClock()
        self.camera: SimCamera | None = None
        self._shelf: Shelf | None = None
        self._wished: object = None  # what a teaching has people lay out
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
        return Simulated(self._sim.level, self.pace, self._sim.mischief)

    def _dealt(self, name: str, theme: object, players: int, options: Facts) -> Laid:
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

        self.camera = SimCamera(self._laid.game, self.pace, self.clock, waits=True)
        if self._wished is not None:
            self.camera.lay(self._wished)
        return self.camera

    def set_pace(self, seconds: float) -> None:
        """From now on a turn takes at least so long."""
        self.pace = seconds
        if self.camera is not None:
            self.camera.pace = seconds

    def break_a_rule(self) -> None:
        """Let the people break a rule at their next chance."""
        if self.camera is not None:
            self.camera.break_a_rule()

    def microphone(self) -> FoundMicrophone:
        """A microphone beside the simulated table; games that make no sound are silent."""
        from device.sim.microphone import SimMicrophone

        def sounding() -> SimTable[Position, Event, object] | None:
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

    def lay_out(self, game: str, state: Facts | None) -> None:
        """Have the people at the table lay out what a teaching asks; None: the game again."""
        self._wished = None
        if state is not None and game == self.game:
            seated = {**state, "players": self._laid.game.players}
            self._wished = sim_kit(game).laid(self._laid.theme, seated)
        if self.camera is not None:
            self.camera.lay(self._wished)

    # -- games ------------------------------------------------------------------------------

    def seated(self, about: Facts) -> dict[str, Json]:
        """What was agreed, with the options people play by and who plays which colour."""
        agreed = {**about, "options": dict(self._laid.game.options)}
        colours = self._laid.game.colours()
        return agreed if colours is None else {**agreed, "colours": [[*each] for each in colours]}

    def deal_anew(self, about: Facts) -> dict[str, Json]:
        """Clear the table for another game; the camera is opened again over it."""
        agreed = agreement(about)
        if agreed.game != self.game:
            self._prepare(agreed)
            return dict(about)
        self._note("")
        if not self._fresh:
            self._seed += 1
            laid = self._dealt(agreed.game, self._laid.theme, agreed.players, agreed.options)
            self._lay(laid)
        self._fresh = False
        return self.seated(about)

    def _lay(self, laid: Laid) -> None:
        self._laid = laid
        if self.camera is not None:
            self.camera.close()

    def _note(self, game: str) -> None:
        self._preparing = game
        self.note(game)

    def _prepare(self, agreed: Agreed) -> None:
        """Deal another game and teach its box, while the old one lies on and pages go on."""
        if not can_be_simulated(agreed.game):
            self._note("")
            return
        self._note(agreed.game)
        threading.Thread(target=self._prepared, args=(agreed,), name="sim box", daemon=True).start()

    def _prepared(self, agreed: Agreed) -> None:
        name = agreed.game
        try:
            laid = self._dealt(name, None, agreed.players, agreed.options)
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
