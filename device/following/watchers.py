"""Makes the watcher of a game from the box that its owner taught."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rules.contract import Game

if TYPE_CHECKING:
    from device.following.follower import Watcher
from device.boxes.profiles import BadBox, Profile

Make = Callable[[Game[Any, Any], Any, Mapping[str, Any]], "Watcher | None"]


def watchers(known: str, profile: Profile | None) -> Make:
    """Makes watchers that know one box; without a box of that game nobody can watch."""
    return watchers_by(lambda game: profile if game == known else None)


def watchers_by(find: Callable[[str], Profile | None]) -> Make:
    """Makes watchers that know whatever box is found for a game."""
    from device.following.follower import Watcher

    def make(game: Game[Any, Any], position: Any, about: Mapping[str, Any]) -> Watcher | None:
        profile = find(game.name)
        if profile is None:
            return None
        return Watcher(game, profile, position, seat_colours(game.name, about.get("colours")))

    return make


def seat_colours(game: str, named: Sequence[Sequence[str]] | None) -> list[list[Any]] | None:
    """The colours of each seat as the game's own values; None leaves it to the game."""
    if not named:
        return None
    colour = importlib.import_module(f"rules.{game}").Colour
    try:
        return [[colour(name) for name in names] for names in named]
    except ValueError as fault:
        raise BadBox(f"table.colours: {fault}; known are {', '.join(colour)}") from fault
