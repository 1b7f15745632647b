"""The Castle: counters, tables and dice as they lie in the box. Check them against yours."""

from __future__ import annotations

from typing import TypeAlias

Kind: TypeAlias = str

# --- characters and captives -------------------------------------------------------------------

FIGHTER, CLERIC, WIZARD = "fighter", "cleric", "wizard"
DISCIPLINES = (FIGHTER, CLERIC, WIZARD)
ELF, DWARF = "elf", "dwarf"
CAPTIVES = (ELF, DWARF)

# A constitution is printed on each counter. The rulebook's text gives these; others are asked
# when the counter is first turned up, and remembered with the box.
PRINTED = {
    ELF: 4, DWARF: 5,
    "bat": 2, "centipede": 2, "lizard": 2, "mildew": 2, "mold": 2, "rat": 2, "snake": 2,
    "spider": 2,
}  # fmt: skip
CONSTITUTIONS = range(1, 13)

# --- monsters ----------------------------------------------------------------------------------

WITCH, TROLL, SHADOW, VAMPIRE, MOLD = "witch", "troll", "shadow", "vampire", "mold"

# How many counters there are of each, 36 in all.
MONSTERS: dict[Kind, int] = {
    "behemoth": 2, "gargoyle": 2, "goblin": 2, "ogre": 2, "shadow": 2, "slime": 2, "troll": 2,
    "werewolf": 2, "ghoul": 2, "ghost": 2, "skeleton": 2, "vampire": 2, "zombie": 2, "witch": 2,
    "bat": 1, "centipede": 1, "lizard": 1, "mildew": 1, "mold": 1, "rat": 1, "snake": 1,
    "spider": 1,
}  # fmt: skip
MONSTER_KINDS = tuple(MONSTERS)
MONSTER_NUMBER = {kind: number for number, kind in enumerate(MONSTER_KINDS)}
UNDEAD = frozenset({"ghoul", "ghost", "skeleton", "vampire", "zombie"})
UNCHARMABLE = UNDEAD | {WITCH, MOLD}
CLERICS_PREY = UNDEAD | {WITCH}

# Hits dealt, by the modified roll:  0-1  2  3  4  5  6-7
HITS: dict[Kind, tuple[int, ...]] = {
    "behemoth": (3, 3, 2, 2, 0, 0),
    "gargoyle": (2, 2, 2, 2, 1, 0),
    "goblin": (3, 2, 1, 0, 0, 0),
    "ogre": (4, 4, 2, 0, 0, 0),
    "shadow": (2, 1, 1, 1, 1, 1),
    "slime": (4, 3, 0, 0, 0, 0),
    "troll": (3, 2, 2, 2, 0, 0),
    "werewolf": (3, 2, 2, 1, 0, 0),
    "ghoul": (2, 2, 1, 1, 1, 0),
    "ghost": (2, 2, 2, 1, 1, 0),
    "skeleton": (2, 2, 1, 1, 0, 0),
    "vampire": (3, 3, 3, 0, 0, 0),
    "zombie": (3, 3, 1, 0, 0, 0),
    "bat": (1, 1, 1, 0, 0, 0),
    "centipede": (4, 0, 0, 0, 0, 0),
    "lizard": (2, 2, 1, 0, 0, 0),
    "mildew": (3, 0, 0, 0, 0, 0),
    "mold": (3, 2, 0, 0, 0, 0),
    "rat": (2, 1, 1, 0, 0, 0),
    "snake": (3, 1, 0, 0, 0, 0),
    "spider": (4, 1, 0, 0, 0, 0),
    "witch": (0, 0, 0, 0, 0, 0),
    "dwarf": (0, 1, 1, 1, 2, 3),
    "elf": (0, 0, 1, 1, 2, 3),
}
COLUMN = (0, 0, 1, 2, 3, 4, 5, 5)
# The witch deals no hits herself: she throws a spell in the columns 0-1, 2 and 3.
WITCH_THROWS = (True, True, True, False, False, False)
WITCH_SPELLS = {
    1: "to-start",
    2: "dispel",
    3: "lead",
    4: "poison",
    5: "curse",
    6: "mummy-dust",
}

# --- the wizard's spells -----------------------------------------------------------------------

CHARM, ESP, FIREBALL = "charm", "esp", "fireball"
HEROISM, SPEED, TELEPORT = "heroism", "speed", "teleport"
SPELLS = (CHARM, ESP, FIREBALL, HEROISM, SPEED, TELEPORT)
FIRST_STEP = frozenset({ESP, HEROISM, SPEED, TELEPORT})
THIRD_STEP = frozenset({CHARM, FIREBALL, HEROISM, TELEPORT})

# What the chart says for a die of        1         2       3         4         5        6
CHART: dict[Kind, tuple[str, ...]] = {
    CHARM: ("backfires", "fails", "minus", "plain", "plain", "plus"),
    ESP: ("backfires", "monster", "either", "either", "both", "both"),
    FIREBALL: ("backfires", "fails", "minus", "plain", "plain", "plus"),
    HEROISM: ("backfires", "fails", "works", "works", "works", "works"),
    SPEED: ("backfires", "fails", "works", "works", "works", "works"),
    TELEPORT: ("backfires", "fails", "fails", "works", "works", "works"),
}
EFFECT = {"minus": -1, "plain": 0, "plus": 1}
BACKFIRE_HITS = 1

# --- treasures ---------------------------------------------------------------------------------

GOLD: dict[Kind, int] = {f"gold-{value}": value for value in (100, 200, 300, 400, 500)}
KEY_A, KEY_B, SKELETON_KEY = "key-a", "key-b", "key-skeleton"
KEYS = (KEY_A, KEY_B, SKELETON_KEY)
ACID, BOOTS, COFFIN, MEDALLION = "acid", "boots", "coffin", "medallion"
PISTOL, HEALING, TELEPORT_POTION, SWORD = "pistol", "healing", "teleport-potion", "sword"
ITEMS = (ACID, BOOTS, COFFIN, MEDALLION, PISTOL, HEALING, TELEPORT_POTION, SWORD)
CURSE_300, CURSE, SPORES, VAPOR, TRAP = "curse-300", "curse", "spores", "vapor", "trap"
TRAPS = (CURSE_300, CURSE, SPORES, VAPOR, TRAP)
# A counter that a party took without telling the device what it is.
UNSEEN = "unseen"

# What a witch's spell strikes among the counters of a party, told or not.
WITCH_STRIKES: dict[str, frozenset[Kind]] = {
    "dispel": frozenset(ITEMS),
    "lead": frozenset(GOLD),
    "poison": frozenset(CAPTIVES),
    "curse": frozenset(CAPTIVES),
}

# How many counters there are of each, 36 in all.
TREASURES: dict[Kind, int] = {
    "gold-100": 2, "gold-200": 2, "gold-300": 2, "gold-400": 2, "gold-500": 2,
    "key-a": 2, "key-b": 2, "key-skeleton": 2,
    "acid": 1, "boots": 1, "coffin": 2, "medallion": 1, "pistol": 1, "healing": 1,
    "teleport-potion": 1, "sword": 2,
    "curse-300": 1, "curse": 2, "spores": 2, "vapor": 1, "trap": 2,
    "elf": 1, "dwarf": 1,
}  # fmt: skip
TREASURE_KINDS = tuple(TREASURES)
TREASURE_NUMBER = {kind: number for number, kind in enumerate(TREASURE_KINDS)}

# --- dice and numbers --------------------------------------------------------------------------

DIE = range(1, 7)
ROOMS = 36
ENTRANCES = "ABCDEF"
AREAS_A_TURN = 2
SPORE_HITS = 2
ACID_HITS_FROM = 4
PISTOL_KNOWN_FROM, PISTOL_AGAIN_FROM = 5, 3
TRAP_HURTS_FROM, TRAP_KILLS = 4, 6
TRAP_HITS = {WIZARD: 3, ELF: 3, DWARF: 3, CLERIC: 4, FIGHTER: 5}

# --- scoring -----------------------------------------------------------------------------------

PRINCESS_WORTH, PRINCE_WORTH, CURSE_WORTH = 1000, 200, -300


def opens_cell(one: Kind, other: Kind) -> bool:
    """Whether two keys open the Cell: any two, but not two of A and not two of B."""
    return one in KEYS and other in KEYS and (one != other or one == SKELETON_KEY)


def capped(modifier: int) -> int:
    """Modifiers add up, but never to more than one either way."""
    return max(-1, min(1, modifier))
