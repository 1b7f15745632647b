"""Rooms and cameras of simulated games, begun anew for every test."""

from __future__ import annotations

from copy import deepcopy
from functools import cache

from device.sim.base import SimTable
from device.sim.film import Film, Room


def studio_of(sim: SimTable) -> tuple[Room, Film]:
    """The room of a game and the camera in it; nothing has befallen them yet."""
    return deepcopy(_painted(sim))


@cache
def _painted(sim: SimTable) -> tuple[Room, Film]:
    """A studio whose table is painted already: that is a fifth of every first picture."""
    room, film = sim.studio()
    lying = next(sim.acts(sim.room())).lying
    film.stage._background(deepcopy(room).settle(lying)[-1])
    return room, film
