"""The games that can be played at a simulated table, each loaded when it is wanted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from device.sim.base import SimTable
from device.sim.game_truth import GameTruth
from rules.errors import UnknownGame
from rules.game import Event, Position
from rules.games import check_listed
from rules.values import Json
from vision.games import has_eyes


@dataclass(frozen=True)
class SimKit:
    """All that a game gives to be simulated."""

    make_theme: Callable[[int], object]  # an owner's box, made up from a number
    table: Callable[..., SimTable[Any, Any, object]]
    laid: Callable[[Any, Mapping[str, Json]], object]  # how what a teaching asks for lies
    truth: GameTruth[Any, Any]


def _kilt() -> SimKit:
    from device.sim.kilt import table, teach, theme, truth

    return SimKit(theme.make_theme, table.SimGame, teach.laid, truth.TRUTH)


def _seven_locks() -> SimKit:
    from device.sim.seven_locks import table, teach, theme, truth

    return SimKit(theme.make_theme, table.SimGame, teach.laid, truth.TRUTH)


def _solomon() -> SimKit:
    from device.sim.solomon import table, teach, theme, truth

    return SimKit(theme.make_theme, table.SimGame, teach.laid, truth.TRUTH)


def _appenzell() -> SimKit:
    from device.sim.appenzell import table, teach, theme, truth

    return SimKit(theme.make_theme, table.SimGame, teach.laid, truth.TRUTH)


def _castle() -> SimKit:
    from device.sim.castle import table, teach, theme, truth

    return SimKit(theme.make_theme, table.SimGame, teach.laid, truth.TRUTH)


def _tictactoe() -> SimKit:
    from device.sim.tictactoe import table, teach, theme, truth

    return SimKit(theme.make_theme, table.SimGame, teach.laid, truth.TRUTH)


KITS: Mapping[str, Callable[[], SimKit]] = {
    "kilt": _kilt,
    "seven_locks": _seven_locks,
    "solomon": _solomon,
    "appenzell": _appenzell,
    "castle": _castle,
    "tictactoe": _tictactoe,
}
check_listed(KITS, "device/sim/games.py")


def sim_kit(game: str) -> SimKit:
    """What a game gives to be simulated; `UnknownGame` lists those that can be."""
    if game not in KITS:
        raise UnknownGame(f"no simulated table for {game!r} yet; there is one for {sorted(KITS)}")
    return KITS[game]()


def truth_of(game: str) -> GameTruth[Position, Event]:
    """What the people at the table know of a game."""
    return sim_kit(game).truth


def can_be_simulated(game: str) -> bool:
    """Whether there is a simulated table of a game, and eyes to follow it."""
    return game in KITS and has_eyes(game)
