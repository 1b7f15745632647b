"""The teaching set-ups of a box of Schloss der 7 Schlösser, pictured as an owner would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from device.sim.level import Level
from device.sim.seven_locks.scene import GONE, HOME, Lying, SevenLocksProps, empty_table
from device.sim.seven_locks.theme import Theme
from device.sim.teaching import Picture, Studio
from device.sim.textures import Rng
from rules.seven_locks.pieces import COATS, EVERY_KEY, EVERY_PLACE, MEMBERS
from rules.values import Json

SEATS = ("red", "blue", "green", "yellow")
PLAYERS = 4


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[Picture]:
    """The table set up, then without towers, then with every side of the die on top, then empty."""
    studio = Studio(rng, SevenLocksProps(theme, PLAYERS), level)
    place = int(rng.integers(7))
    full = Lying(EVERY_PLACE, place, EVERY_KEY, (HOME,) * (COATS * PLAYERS), (theme.die[0], 0), 66)
    shown = [full, replace(full, standing=0, die=(theme.die[1], 1))]
    shown += [replace(full, standing=0, die=(side, n)) for n, side in enumerate(theme.die[2:], 2)]
    shown.append(empty_table(PLAYERS))
    stills = (studio.room.settle(lying)[-1] for lying in shown)
    return studio.pictures("seven_locks", stills, partial(state_json, theme))


def state_json(theme: Theme, lying: Lying) -> dict[str, Json]:
    """A table in the layout of the photo folders."""
    places = {HOME: "home", "beside": "km", "gone": "spent"}
    coats: dict[str, Json] = {
        f"{SEATS[number // COATS]}{number % COATS}": places.get(where, "key")
        for number, where in enumerate(lying.coats)
    }
    die: Json = None
    if lying.die is not None:
        (pearls, steps), _ = lying.die
        die = {"pearls": pearls, "steps": steps}
    return {
        "standing_towers": list[Json](MEMBERS[lying.standing]),
        "keymaster_place": lying.keymaster,
        "keys_in_row": [theme.colours[key] for key in MEMBERS[lying.row]],
        "key_out": None if lying.out is None else theme.colours[lying.out],
        "die": die,
        "pearls_in_bin": lying.bin,
        "coats": coats,
    }


def laid(theme: Theme, state: Mapping[str, Any]) -> Lying:
    """The table a label tells of, as people lay it out who are asked to."""
    players = int(state.get("players", PLAYERS))
    standing = sum(1 << int(place) for place in state["standing_towers"])
    coats = tuple(HOME if where == "home" else GONE for where in state["coats"].values())
    shown, row = state["die"], EVERY_KEY if state["keys_in_row"] else 0
    side = theme.die[0] if shown is None else (shown["pearls"], shown["steps"])
    number = theme.die.index(side) if side in theme.die else 0
    die = (side, number) if row else None
    bin_ = 66 if row else 0
    return Lying(standing, state["keymaster_place"], row, coats[: COATS * players], die, bin_)
