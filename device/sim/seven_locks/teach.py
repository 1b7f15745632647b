"""The teaching set-ups of a box of Schloss der 7 Schlösser, pictured as an owner would."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from device.sim.film import Film, Room
from device.sim.level import Level
from device.sim.seven_locks.scene import GONE, HOME, Lying, SevenLocksProps, empty_table
from device.sim.seven_locks.theme import Theme
from device.sim.stage import Stage, Still, board_corners
from device.sim.textures import Image, Rng
from rules.seven_locks.pieces import COATS, EVERY_KEY, EVERY_PLACE, MEMBERS
from rules.values import Json

TAP_NOISE = 1.5
SEATS = ("red", "blue", "green", "yellow")
PLAYERS = 4


def teach_pictures(rng: Rng, theme: Theme, level: Level) -> list[tuple[Image, dict[str, Json]]]:
    """The table set up, then without towers, then with every side of the die on top, then empty."""
    props = SevenLocksProps(theme, PLAYERS)
    room = Room(rng, props, level)
    film = Film(rng, Stage(rng, props, level), level)
    place = int(rng.integers(7))
    full = Lying(EVERY_PLACE, place, EVERY_KEY, (HOME,) * (COATS * PLAYERS), (theme.die[0], 0), 66)
    shown = [full, replace(full, standing=0, die=(theme.die[1], 1))]
    shown += [replace(full, standing=0, die=(side, n)) for n, side in enumerate(theme.die[2:], 2)]
    shown.append(empty_table(PLAYERS))
    pictures = []
    for lying in shown:
        still = room.settle(lying)[-1]
        pictures.append((film.shoot(still), label(rng, theme, still)))
    return pictures


def label(rng: Rng, theme: Theme, still: Still) -> dict[str, Json]:
    """What the owner tells with the picture: what lies where, and four taps on the corners."""
    taps = board_corners(still) + rng.uniform(-TAP_NOISE, TAP_NOISE, (4, 2))
    return {
        "game": "seven_locks",
        "state": state_json(theme, still.lying),
        "hand": False,
        "note": "teach picture: known set-up",
        "board_corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in taps],
    }


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
    told, row = state["die"], EVERY_KEY if state["keys_in_row"] else 0
    side = theme.die[0] if told is None else (told["pearls"], told["steps"])
    number = theme.die.index(side) if side in theme.die else 0
    die = (side, number) if row else None
    bin_ = 66 if row else 0
    return Lying(standing, state["keymaster_place"], row, coats[: COATS * players], die, bin_)
