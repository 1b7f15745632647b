"""The Castle: the demonstration map and constitutions of the simulated table.

Nothing here is printed on a real box. It is used only where the box says `"demo": true`.
"""

from __future__ import annotations

from rules.castle.maps import CELL, CORRIDOR, ENTRANCE, ROOM, CastleMap, laid_out
from rules.castle.pieces import CLERIC, FIGHTER, MONSTERS, PRINTED, WIZARD

# Six by seven blocks: a frame of corridors around three wings of rooms, the Cell in the middle.
SIM_ROWS = (
    "1 2 a 3 4 5",
    "6 b c d 7 8",
    "9 e 10 f 11 12",
    "13 g 14 h 15 16",
    "17 18 i X j 19",
    "20 k 21 l 22 23",
    "24 m 25 n 26 27",
    "28 o p q 29 30",
    "31 32 33 r 34 35",
)
SIM_DOORS = """
1-2 2-a a-3 3-4 4-5 1-6 a-c 4-7 5-8 6-b b-c c-d d-7 7-8 6-9 b-e c-10 d-f f-11 8-12 9-e 10-f 11-12
e-g f-h g-13 g-14 14-h h-15 15-16 12-16 9-13 13-17 g-18 17-18 18-i 14-i i-X h-j j-X j-15 j-19 16-19
17-20 18-k i-21 j-l 20-k k-21 21-l l-22 22-23 19-23 20-24 k-m l-n m-24 m-25 25-n n-26 26-27 23-27
24-28 m-o n-q o-28 o-p p-25 p-q q-29 29-30 27-30 28-31 o-32 31-32 32-33 p-33 33-r q-r r-34 34-35
30-35 r-s s-36 A-1 B-5 C-12 D-35 E-31 F-17
"""
_GATES = {"A": (100, 60), "B": (1600, 60), "C": (1640, 480), "D": (1600, 1990), "E": (100, 1990)}


def _sim_map() -> CastleMap:
    areas: list[tuple[str, str, int, int]] = []
    for row, line in enumerate(SIM_ROWS):
        for column, name in enumerate(line.split()):
            kind = CELL if name == "X" else ROOM if name.isdigit() else CORRIDOR
            areas.append((name, kind, 225 + 250 * column, 200 + 200 * row))
    areas += [("36", ROOM, 1225, 1990), ("s", CORRIDOR, 975, 1990)]
    areas += [(letter, ENTRANCE, *spot) for letter, spot in _GATES.items()]
    areas.append(("F", ENTRANCE, 60, 1000))
    return laid_out(areas, SIM_DOORS.split())


SIM_MAP = _sim_map()

_SIM_MONSTERS = {
    "behemoth": 8, "gargoyle": 6, "goblin": 3, "ogre": 6, "shadow": 4, "slime": 5, "troll": 6,
    "werewolf": 5, "ghoul": 4, "ghost": 4, "skeleton": 3, "vampire": 6, "zombie": 4, "witch": 4,
}  # fmt: skip
SIM_CONSTITUTIONS: dict[str, tuple[int, ...]] = {
    **{kind: (value,) * MONSTERS[kind] for kind, value in _SIM_MONSTERS.items()},
    **{kind: (value,) for kind, value in PRINTED.items()},
    FIGHTER: (10,),
    CLERIC: (8,),
    WIZARD: (6,),
}
