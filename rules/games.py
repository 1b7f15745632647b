"""The games this house knows, by name; each is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, TypeAlias

from rules.errors import BadGame, UnknownGame
from rules.game import Event, Game, Position

AnyGame: TypeAlias = Game[Any, Any]


class Games(MutableMapping[str, AnyGame]):
    """Games by name. Asking for the names alone loads none."""

    def __init__(self, loaders: Mapping[str, Callable[[], AnyGame]]) -> None:
        self._loaders = dict(loaders)
        self._loaded: dict[str, AnyGame] = {}

    def __getitem__(self, name: str) -> AnyGame:
        if name not in self._loaded:
            game = self._loaders[name]()
            if game.name != name:
                raise BadGame(f"rules/games.py lists {name!r}, but that game is {game.name!r}")
            self._loaded[name] = game
        return self._loaded[name]

    def __setitem__(self, name: str, game: AnyGame) -> None:
        self._loaders[name] = lambda: game
        self._loaded[name] = game

    def __delitem__(self, name: str) -> None:
        del self._loaders[name]
        self._loaded.pop(name, None)

    def __contains__(self, name: object) -> bool:
        return name in self._loaders

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)


def _appenzell() -> AnyGame:
    from rules.appenzell import GAME

    return GAME


def _castle() -> AnyGame:
    from rules.castle import GAME

    return GAME


def _kilt() -> AnyGame:
    from rules.kilt import GAME

    return GAME


def _seven_locks() -> AnyGame:
    from rules.seven_locks import GAME

    return GAME


def _solomon() -> AnyGame:
    from rules.solomon import GAME

    return GAME


def _tictactoe() -> AnyGame:
    from rules.tictactoe import GAME

    return GAME


GAMES = Games(
    {
        "appenzell": _appenzell,
        "castle": _castle,
        "kilt": _kilt,
        "seven_locks": _seven_locks,
        "solomon": _solomon,
        "tictactoe": _tictactoe,
    }
)


def find(name: str) -> Game[Position, Event]:
    """The game of that name; `UnknownGame` lists the known ones."""
    if name not in GAMES:
        raise UnknownGame(f"no game is called {name!r}; known are {sorted(GAMES)}")
    return GAMES[name]


def offered(played: str = "") -> dict[str, AnyGame]:
    """The games that hosts may choose: all but examples that are not played already."""
    return {name: game for name, game in GAMES.items() if name == played or not game.example}


def heard() -> str | None:
    """The game that a microphone may tell of; its box keeps what ears learn."""
    return next((name for name, game in GAMES.items() if game.sounds is not None), None)


def check_listed(names: Iterable[str], file: str) -> None:
    """Raise `BadGame` if another list of games names one that has no rules."""
    strangers = sorted(set(names) - set(GAMES))
    if strangers:
        raise BadGame(
            f"{file} lists {', '.join(strangers)}, but rules/games.py knows only {sorted(GAMES)}"
        )
