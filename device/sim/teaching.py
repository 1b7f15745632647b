"""Pictures by which a box is taught: known set-ups with what an owner tells of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from device.sim.film import Film, Room
from device.sim.level import Level
from device.sim.stage import L, Props, S, Stage, Still, board_corners
from device.sim.textures import Image, Rng
from rules.values import Json

TAP_NOISE = 1.5  # pixels by which fingers miss a corner
Picture = tuple[Image, dict[str, Json]]


class Studio:
    """The room and the camera in which an owner takes pictures of a box."""

    def __init__(self, rng: Rng, props: Props, level: Level) -> None:
        self._rng, self._props = rng, props
        self.room = Room(rng, props, level)
        self._film = Film(rng, Stage(rng, props, level), level)

    def on_bare_table(self, lying: object) -> Still:
        """A set-up laid out where nothing lay before."""
        self.room.layout.follow(self._props.bare, lying)
        return self.room.still(lying)

    def after_the_last(self, lying: object) -> Still:
        """A set-up made of the one before."""
        self.room.follow(lying)
        return self.room.still(lying)

    def pictures(
        self, game: str, stills: Iterable[Still[L, S]], state: Callable[[L], Mapping[str, Json]]
    ) -> list[Picture]:
        """A picture of each still, with its label in the layout of the photo folders."""
        return [
            (self._film.shoot(still), self._label(game, still, state(still.lying)))
            for still in stills
        ]

    def _label(self, game: str, still: Still, state: Mapping[str, Json]) -> dict[str, Json]:
        """What lies where, and four taps on the board's corners."""
        taps = board_corners(still) + self._rng.uniform(-TAP_NOISE, TAP_NOISE, (4, 2))
        return {
            "game": game,
            "state": dict(state),
            "board_corners_px": [[round(float(x), 2), round(float(y), 2)] for x, y in taps],
        }
