"""Schloss der 7 Schlösser: the position, which is all there is to know at one moment."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import BadSetting
from rules.house_rules import HouseRules, check_players, choice, from_box
from rules.seven_locks.events import names_from_json, sides_from_json
from rules.seven_locks.pieces import (
    ALL_FACES,
    COATS,
    COLOURS,
    EVERY_KEY,
    EVERY_PLACE,
    FACES,
    KEYS,
    PEARLS,
    PLACES,
    PLAYERS,
    SIM_COLOURS,
    SIM_DIE,
    TOWERS,
    Face,
    Outcome,
)
from rules.values import NOTHING, Facts, Json


class Phase(StrEnum):
    """What the table waits for."""

    SETUP = "setup"
    OPENING = "opening"
    ROLL = "roll"
    DROP = "drop"
    MOVE = "move"
    KEY = "key"
    COATS = "coats"
    WITHDRAW = "withdraw"
    TRY = "try"
    TREASURE = "treasure"
    GUESS = "guess"
    LAST = "last"
    FINISHED = "finished"

    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Options(HouseRules):
    """The house rules of one game."""

    game = "seven_locks"
    bin_empty: str = choice("at-once", "when-needed")
    strategists: bool = choice(False, True)
    sound_for_all: bool = choice(False, True)


OPTIONS = Options.offered()


@dataclass(frozen=True, slots=True)
class Setting:
    """Players, house rules and what is known of the box: die, key colours, sides seen so far."""

    players: int
    options: Options = Options()
    die: tuple[Face, ...] | None = None
    colours: tuple[str, ...] | None = None
    seen: tuple[Face, ...] = ()
    demo: bool = False


@dataclass(frozen=True, slots=True)
class Position:
    """One moment of a game; immutable, equal when everything is equal."""

    setting: Setting
    phase: Phase
    turn: int
    active: int
    keymaster: int
    # Towers that stand and keys that lie in the row, as bits.
    standing: int
    row: int
    # Where the 80 pearls are. `unplaced` fell into a tower nobody saw; `astray` is what was
    # counted into opened chambers and not found there (below 0: found without being counted).
    bin: int
    hand: int
    pearls: tuple[int, ...]
    unplaced: int
    astray: int
    forfeited: int
    boxes: tuple[int, ...]
    # Of the boxes: pearls shared by a coat of arms, and from the last tower.
    shared: tuple[int, ...]
    last: tuple[int, ...]
    coats: tuple[int, ...]
    # The turn so far: the roll, pearls per tower, the key in hand, coats in order, who decides.
    rolled: int
    steps: int
    dropped: tuple[int, ...]
    key: int | None
    joined: tuple[int, ...]
    asked: tuple[int, ...]
    # Public history: keys tried (place, key, outcome), towers opened, enchanted keys guessed.
    tries: tuple[tuple[int, int, Outcome], ...]
    opened: tuple[tuple[int, int], ...]
    guesses: tuple[tuple[int, int], ...]
    # Hidden knowledge: per tower the chambers not ruled out as bits; per place the sums of the
    # logarithms of what was heard (empty: nothing), and how many sounds that were.
    masks: tuple[int, ...]
    sounds: tuple[tuple[float, ...], ...]
    heard: tuple[int, ...]
    lost: bool

    @property
    def players(self) -> int:
        return self.setting.players

    @property
    def options(self) -> Options:
        return self.setting.options

    def stands(self, place: int) -> bool:
        """Whether a tower still stands at a place."""
        return 0 <= place < PLACES and self.standing >> place & 1 == 1

    def open_tower(self) -> int | None:
        """The place of the tower just opened, while its pearls are to be counted."""
        return self.opened[-1][0] if self.phase is Phase.TREASURE and self.opened else None

    def in_turn(self) -> int | None:
        """The seat that must do something now, None when nobody must."""
        if self.phase in (Phase.SETUP, Phase.FINISHED):
            return None
        if self.phase in (Phase.COATS, Phase.WITHDRAW, Phase.GUESS):
            return self.asked[0]
        return self.active


def begin(players: int, options: Facts = NOTHING, box: Facts = NOTHING) -> Position:
    """The position before set-up: all towers stand, all pearls in the bin."""
    check_players("seven_locks", PLAYERS, players)
    nothing = (0,) * players
    return Position(
        setting=_setting(players, Options.agreed(options), box),
        phase=Phase.SETUP,
        turn=0,
        active=0,
        keymaster=0,
        standing=EVERY_PLACE,
        row=EVERY_KEY,
        bin=PEARLS,
        hand=0,
        pearls=(0,) * PLACES,
        unplaced=0,
        astray=0,
        forfeited=0,
        boxes=nothing,
        shared=nothing,
        last=nothing,
        coats=(COATS,) * players,
        rolled=0,
        steps=0,
        dropped=(0,) * PLACES,
        key=None,
        joined=(),
        asked=(),
        tries=(),
        opened=(),
        guesses=(),
        masks=(EVERY_KEY,) * TOWERS,
        sounds=((),) * PLACES,
        heard=(0,) * PLACES,
        lost=False,
    )


# --- the box -----------------------------------------------------------------------------


def _setting(players: int, options: Options, box: Facts) -> Setting:
    """What the box profile knows; with "demo" the invented die and colours stand in."""
    unknown = set(box) - {"demo", "die", "keys", "seen"}
    if unknown:
        raise BadSetting(f"seven_locks: the box has no {sorted(unknown)}")
    die = from_box("seven_locks: die", sides_from_json, box.get("die"))
    seen = from_box("seven_locks: seen", sides_from_json, box.get("seen")) or ()
    colours = from_box("seven_locks: keys", names_from_json, box.get("keys"))
    if die is not None and not die_fits(die):
        raise BadSetting(f"seven_locks: a die has {FACES} sides of 1 to 3 each, not {die}")
    if colours is not None and not colours_fit(colours):
        raise BadSetting(f"seven_locks: {KEYS} keys have {KEYS} different colours, not {colours}")
    if len(set(seen)) != len(seen) or not set(seen) <= set(ALL_FACES):
        raise BadSetting(f"seven_locks: sides seen must be different and 1 to 3, not {seen}")
    return Setting(players, options, die, colours, tuple(sorted(seen)), box.get("demo") is True)


def die_fits(die: tuple[Face, ...]) -> bool:
    return len(die) == FACES and all(face in ALL_FACES for face in die)


def colours_fit(colours: tuple[str, ...]) -> bool:
    return len(colours) == KEYS == len(set(colours)) and set(colours) <= set(COLOURS)


def known_faces(setting: Setting) -> tuple[Face, ...] | None:
    """The six sides of the die: as told, or all seen once six different ones were."""
    if setting.die is not None:
        return setting.die
    if setting.demo:
        return SIM_DIE
    return setting.seen if len(setting.seen) == FACES else None


def key_colours(setting: Setting) -> tuple[str, ...] | None:
    """The colours of the keys from the shortest to the longest, if they are known."""
    if setting.colours is None and setting.demo:
        return SIM_COLOURS
    return setting.colours


def learned(position: Position) -> dict[str, Json]:
    """Box facts known by now, in the shape `begin` takes; what is invented is never learned."""
    setting, facts = position.setting, dict[str, Json]()
    if setting.demo:
        facts["demo"] = True
    if setting.die is not None:
        facts["die"] = [list(face) for face in setting.die]
    if setting.colours is not None:
        facts["keys"] = list(setting.colours)
    if setting.seen:
        facts["seen"] = [list(face) for face in setting.seen]
    return facts
