"""Reading a table of König Salomons Schatzkammer: the top of every shaft, and the open cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.solomon.pieces import Square
from vision.geometry import View
from vision.observe.rise import Rise
from vision.reading import Cell
from vision.sample import Picture
from vision.solomon.cards import CardRead, CardReader
from vision.solomon.profile import Profile
from vision.solomon.shafts import ShaftMemory, ShaftReader


@dataclass(frozen=True)
class Memory:
    """What a picture looked like, for telling what has not changed since."""

    shafts: ShaftMemory


@dataclass(frozen=True)
class Reading:
    """One picture, read: shafts, and the card on each slot that was looked at (None: no card)."""

    shafts: Mapping[Square, Cell[str]]
    memory: Memory
    cards: dict[int, CardRead | None] = field(default_factory=dict)
    # What each shaft showed in the picture before.
    past: Mapping[Square, Mapping[str, float]] = field(default_factory=dict)
    # Shafts that showed another face in between and now show the one of the picture before.
    put_back: frozenset[Square] = frozenset()
    heights: Rise[Square] | None = None
    # Shafts whose top lies just as in the picture before, though the light on it may differ.
    still: frozenset[Square] = frozenset()


class SolomonReader:
    """Reads pictures of one owner's box."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.shafts, self.cards = ShaftReader(profile.tiles), CardReader(profile)

    def read(
        self,
        picture: Picture,
        view: View,
        heights: Sequence[int],
        before: Memory | None = None,
        slots: Iterable[int] = (),
    ) -> Reading:
        """Read all shafts, given how high each is believed to be, and the cards on some slots."""
        known = before.shafts if before is not None else None
        shafts = self.shafts.read(picture, view, heights, known)
        cards = {slot: self.cards.read(picture, view, slot) for slot in slots}
        past = {s: top.cell.labels for s, top in known.tops.items()} if known is not None else {}
        memory = Memory(shafts.memory)
        return Reading(shafts.cells, memory, cards, past, heights=shafts.rise, still=shafts.still)
