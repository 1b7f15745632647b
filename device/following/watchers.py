"""Makes the watcher of a game from the box that its owner taught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from device.records.stored import Agreed
from rules.game import Event, Game, Position
from vision.games import eyes_kit
from vision.profile import Profile

if TYPE_CHECKING:
    from device.following.follower import Watcher
from device.boxes.profiles import BadBox

Make = Callable[[Game[Position, Event], Position, Agreed], "Watcher | None"]


def watchers(known: str, profile: Profile | None) -> Make:
    """Makes watchers that know one box; without a box of that game nobody can watch."""
    return watchers_by(lambda game: profile if game == known else None)


def watchers_by(find: Callable[[str], Profile | None]) -> Make:
    """Makes watchers that know whatever box is found for a game."""
    from device.following.follower import Watcher

    def make(game: Game[Position, Event], position: Position, agreed: Agreed) -> Watcher | None:
        profile = find(game.name)
        if profile is None:
            return None
        eyes = eyes_kit(game.name).eyes(profile, seat_colours(game.name, agreed.colours))
        return Watcher(game, eyes, position)

    return make


def seat_colours(game: str, named: Sequence[Sequence[str]]) -> Any:
    """The colours of each seat as the game's eyes want them; None leaves it to the game."""
    if not named:
        return None
    try:
        return eyes_kit(game).seats(named)
    except ValueError as fault:
        raise BadBox(f"table.colours: {fault}") from fault
