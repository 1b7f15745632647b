"""Save a simulated game in the layout of the photo folders, so that one bench reads both."""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from device.sim.base import Truth
from device.sim.film import Film
from device.sim.kilt.table import SimGame
from device.sim.kilt.teach import SHOWN_CARDS, state_json
from device.sim.kilt.theme import Theme
from device.sim.stage import Still, board_corners
from device.sim.textures import Image
from rules.kilt import Build, Move, Roof
from rules.kilt.game import GAME
from rules.kilt.pieces import Card
from rules.kilt.position import Position
from rules.values import Json

HAND_EVERY = 6
QUALITY = 92
CORNER_ORDER = "far left, far right, near right, near left of the board as printed"


def save_game(game: SimGame, folder: Path, most: int = 1000, sequence: str = "seq_00") -> int:
    """Write teach pictures and one still a moment (now and then a hand before it); count frames."""
    game.pauses = False
    for n, (image, label) in enumerate(game.teach_pictures()):
        extra: dict[str, Json] = {"theme": f"sim-{game.seed}", "sequence": "teach", "frame": n}
        _write(folder / "teach" / f"teach_{n:02d}", image, label | extra)
    room, film = game.studio()
    before: Still | None = None
    frame = 0
    for count, act in enumerate(game.acts(room)):
        after = room.settle(act.lying)[-1]
        if before is not None and count % HAND_EVERY == 0:
            image = _with_hand(film, before, after)
            label = _label(game.theme, before, act.truth.since, True, {"type": "hand"})
            _save(folder / sequence, frame, image, label, game)
            frame += 1
        label = _label(game.theme, after, act.truth.position, False, action_json(act.truth))
        _save(folder / sequence, frame, film.shoot(after), label, game)
        frame += 1
        before = after
        if frame >= most:
            break
    return frame


def _with_hand(film: Film, before: Still, after: Still) -> Image:
    return film.shoot(before, film.gesture((before, after)).at(0.45, 4.0))


def _save(folder: Path, frame: int, image: Image, label: dict[str, Json], game: SimGame) -> None:
    head: dict[str, Json] = {
        "game": "kilt",
        "theme": f"sim-{game.seed}",
        "sequence": folder.name,
        "frame": frame,
        "seats": [[colour.value for colour in each] for each in game.set_up.colours],
    }
    _write(folder / f"frame_{frame:04d}", image, head | label)


def _write(path: Path, image: Image, label: dict[str, Json]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path.with_suffix(".jpg")), image, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    path.with_suffix(".json").write_text(json.dumps(label, indent=1), encoding="utf-8")


def _label(
    theme: Theme, still: Still, position: Position, hand: bool, action: dict[str, Json]
) -> dict[str, Json]:
    state = state_json(theme, still.lying)
    purses: dict[str, Json] = {
        colour.value: position.ducats[seat]
        for colour, seat in position.setting.owner.items()
        if position.ducats
    }
    corners: list[Json] = [
        [round(float(x), 2), round(float(y), 2)] for x, y in board_corners(still)
    ]
    return {
        "state": state | {"ducats": purses},
        "hand": hand,
        "action": action,
        "note": "state equals the previous frame" if hand else None,
        "board_corners_px": corners,
        "corner_order": CORNER_ORDER,
        "camera": _camera_json(still),
    }


def _camera_json(still: Still) -> dict[str, Json]:
    optics = still.optics
    rotation = optics.matrix
    shift = -rotation @ optics.centre
    pose: list[Json] = [
        [*map(float, row), float(t)] for row, t in zip(rotation, shift, strict=True)
    ]
    f, w, h = optics.focal, optics.width, optics.height
    return {
        "width": w,
        "height": h,
        "K": [[f, 0.0, w / 2], [0.0, f, h / 2], [0.0, 0.0, 1.0]],
        "dist": [optics.k1, 0.0, 0.0, 0.0],
        "pose": pose,
        "center": list(optics.centre),
        "board": list(still.board),
    }


def action_json(truth: Truth) -> dict[str, Json]:
    """What led to this frame, as the photo folders tell it."""
    position = truth.since
    action: dict[str, Json] = {"type": "turn", "builds": [], "turn": position.turn}
    action |= {"legal": truth.legal, "rulings": list(truth.rulings), "repair": truth.repair}
    builds: list[Json] = []
    for event in truth.events:
        after = GAME.apply(position, event)
        match event:
            case Move(card, to, _):
                action |= _move_json(position, card, to)
                action["ducat_day"] = not after.rows[(position.place_of(card) or (0, 0))[0]]
            case Build():
                builds.append(_build_json(position, event))
            case Roof(_, source) if builds and isinstance(builds[-1], dict):
                builds[-1] |= {"roof": True, "roof_from": list(source) if source else None}
            case _:
                action["type"] = "setup" if position.turn == 0 else action["type"]
        position = after
    return action | {"builds": builds}


def _move_json(position: Position, card: Card, to: int) -> dict[str, Json]:
    source, depth = position.place_of(card) or (0, 0)
    old = position.rows[source][depth]
    pairs = [frozenset(pair) for pair in sorted(SHOWN_CARDS, key=lambda pair: pair[0] != pair[1])]
    return {
        "card": pairs.index(frozenset((card.board.value, card.away.value))),
        "sides": [old.board.value, old.away.value],
        "from_position": source,
        "from_depth": depth,
        "to_position": to,
        "to_depth": len(position.rows[to]) - (source == to),
        "turned": old.board is card.away,
        "facing_before": old.board.value,
        "facing_after": card.board.value,
    }


def _build_json(position: Position, event: Build) -> dict[str, Json]:
    height = position.height(event.square)
    paid = 0
    if height and position.phase.value == "build":
        after = GAME.apply(position, event)
        seat = position.owner(event.colour)
        paid = max(0, position.ducats[seat] - after.ducats[seat])
    return {
        "color": event.colour.value,
        "crests": event.crests,
        "square": list(event.square),
        "height": height + 1,
        "paid": paid,
        "roof": False,
    }
