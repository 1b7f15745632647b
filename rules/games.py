"""The games this house knows, by name."""

from __future__ import annotations

from typing import Any

from rules import appenzell, castle, kilt, seven_locks, solomon
from rules.errors import UnknownGame
from rules.game import Game

GAMES: dict[str, Game[Any, Any]] = {
    appenzell.GAME.name: appenzell.GAME,
    castle.GAME.name: castle.GAME,
    kilt.GAME.name: kilt.GAME,
    seven_locks.GAME.name: seven_locks.GAME,
    solomon.GAME.name: solomon.GAME,
}


def find(name: str) -> Game[Any, Any]:
    """The game of that name; `UnknownGame` lists the known ones."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; known are {sorted(GAMES)}") from None
