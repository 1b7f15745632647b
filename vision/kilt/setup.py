"""Reading the set-up of Kilt Castle: which legal lay-out of the cards the first picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations

import numpy as np

from rules.kilt import CARDS, Card, Colour
from rules.kilt.pieces import POSITIONS
from vision.kilt.cards import NO_CARD
from vision.kilt.reader import Reading
from vision.kilt.story import card_name

Rows = dict[int, tuple[Card, ...]]

# A card that fits this little better than the other way round is asked about, and how many are.
FACING_MARGIN = 3.0
MOST_RIVALS = 2


@dataclass(frozen=True)
class SetUpGuess:
    """A lay-out and how well it fits (log likelihood, 0 is perfect)."""

    rows: Rows
    score: float
    read: float = 0.0  # the share of its cards that read as themselves
    look: float = 0.0  # how much its cards look as they were taught, where they should lie

    @property
    def rank(self) -> tuple[float, int, float]:
        """Cards that read as themselves come first: what is no card fits half a card as well.

        Of what fits about as well, that counts which shows its cards most clearly.
        """
        return self.read, round(self.score), self.look


def read_set_up(reading: Reading, colours: tuple[Colour, ...]) -> list[SetUpGuess]:
    """The likeliest lay-outs, best first: one a starting position."""
    bare = {slot: cell.value(NO_CARD) for slot, cell in reading.slots.items()}
    total = sum(bare.values())
    guesses = [_best_from(reading, bare, total, start, colours) for start in range(POSITIONS)]
    return sorted(guesses, key=lambda guess: -guess.score)


def faced(reading: Reading, rows: Rows) -> list[Rows]:
    """The lay-out with every card the way it seems to lie, then those that are nearly as likely
    because one card may lie the other way.
    """
    best, doubtful = {place: list(row) for place, row in rows.items()}, []
    for place, row in best.items():
        for depth, card in enumerate(row):
            cell, turned = reading.slots[place, depth], card.turned()
            lead = cell.alone(card_name(card)) - cell.alone(card_name(turned))
            if lead < 0:
                row[depth] = turned
            if turned != card and abs(lead) < FACING_MARGIN:
                doubtful.append((place, depth))
    found = [{place: tuple(row) for place, row in best.items()}]
    for place, depth in doubtful[:MOST_RIVALS]:
        row = list(best[place])
        row[depth] = row[depth].turned()
        found.append(found[0] | {place: tuple(row)})
    return found


def _best_from(
    reading: Reading,
    bare: dict[tuple[int, int], float],
    total: float,
    start: int,
    colours: tuple[Colour, ...],
) -> SetUpGuess:
    """The best lay-out whose longest row lies at `start`."""
    count = len(colours)
    lengths = range(count, 0, -1)
    slots = [
        ((start + n) % POSITIONS, d) for n, length in enumerate(lengths) for d in range(length)
    ]
    singles, gain = _assign(reading, bare, slots[:count], [[CARDS[c][c]] for c in colours])
    pairs = [[CARDS[a][b], CARDS[b][a]] for n, a in enumerate(colours) for b in colours[n + 1 :]]
    doubles, more = _assign(reading, bare, slots[count:], pairs)
    rows: dict[int, list[Card]] = {}
    for (place, _), card in zip(slots, [*singles, *doubles], strict=True):
        rows.setdefault(place, []).append(card)
    laid = {p: tuple(cards) for p, cards in rows.items()}
    names = [card_name(card) for card in (*singles, *doubles)]
    cells = [reading.slots[slot] for slot in slots]
    read = [cell.best() == name for cell, name in zip(cells, names, strict=True)]
    look = sum(cell.labels[name] for cell, name in zip(cells, names, strict=True))
    return SetUpGuess(laid, total + gain + more, sum(read) / len(read), look)


def _assign(
    reading: Reading,
    bare: dict[tuple[int, int], float],
    slots: list[tuple[int, int]],
    choices: list[list[Card]],
) -> tuple[list[Card], float]:
    """Put each card (lying either way) on one slot so that the sum of values is greatest."""
    gain = np.empty((len(slots), len(choices)))
    lies: list[list[Card]] = []
    for row, slot in enumerate(slots):
        values = [[reading.slots[slot].value(card_name(card)) for card in c] for c in choices]
        gain[row] = [max(v) - bare[slot] for v in values]
        lies.append([c[int(np.argmax(v))] for c, v in zip(choices, values, strict=True)])
    orders = np.array(list(permutations(range(len(choices)))))
    sums = gain[np.arange(len(slots)), orders].sum(axis=1)
    best = orders[int(sums.argmax())]
    return [lies[row][column] for row, column in enumerate(best)], float(sums.max())
