"""Teaching Kilt Castle on the phone: floors colour by colour, towers, then the ten cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rules.kilt.pieces import COLOURS, CREST_KINDS, WATER_SQUARES, Square
from rules.values import Json
from vision.course import (
    Answers,
    Ask,
    Laid,
    Learned,
    Mark,
    Shot,
    Step,
    Words,
    corners_step,
    on_average,
    said,
)
from vision.kilt.lesson import Lesson, lesson
from vision.kilt.profile import Profile
from vision.kilt.reader import KiltReader
from vision.kilt.table import SIZES, SQUARES, turn_of
from vision.reading import Cell

WATER = "water"
FLOOR = (2 * SIZES.floor_radius,) * 2
CARD = (SIZES.card_width, SIZES.card_length)
Floor = tuple[str, int]
Tower = tuple[Floor, ...]
Card = tuple[str, str]

NAMES = tuple(colour.value for colour in COLOURS)
KINDS: tuple[Floor, ...] = tuple((colour, crests) for colour in NAMES for crests in CREST_KINDS)
SINGLES: tuple[Card, ...] = tuple((colour, colour) for colour in NAMES)
PAIRS: tuple[Card, ...] = tuple((a, b) for n, a in enumerate(NAMES) for b in NAMES[n + 1 :])


def _shade(colour: str) -> Words:
    return said(f"shade.{colour}")


def _floor_words(floor: Floor) -> Words:
    return said("course.floor", shade=_shade(floor[0]), floor=said(f"floor.{floor[1]}"))


def _card_words(card: Card) -> Words:
    if card[0] == card[1]:
        return said("course.card", shade=_shade(card[0]))
    return said("course.card-of-two", board=_shade(card[0]), away=_shade(card[1]))


ROOFED: Words = said("course.roofed")


# --- what lies where ---------------------------------------------------------------------


def _dry(answers: Answers) -> list[Square]:
    """The squares one can build on, in order."""
    water = set(answers.get(WATER, ()))
    return [square for square in SQUARES if f"{square[0]},{square[1]}" not in water]


def laid(
    answers: Answers,
    towers: Mapping[Square, Tower] | None = None,
    roofs: Iterable[Square] = (),
    cards: Mapping[int, Card] | None = None,
) -> Laid:
    """A table with its label and marks."""
    towers, roofs, cards = towers or {}, set(roofs), cards or {}
    squares: dict[str, Json] = {}
    for row, column in _dry(answers):
        tower = towers.get((row, column), ())
        squares[f"{row},{column}"] = {
            "floors": [{"color": colour, "crests": crests} for colour, crests in tower],
            "roof": (row, column) in roofs,
        }
    positions: dict[str, Json] = {
        str(place): [{"facing_board": board, "facing_away": away}]
        for place, (board, away) in cards.items()
    }
    water: list[Json] = [[int(n) for n in cell.split(",")] for cell in answers.get(WATER, ())]
    state: dict[str, Json] = {"water": water, "squares": squares, "positions": positions}
    marks = [_tower_mark(square, tower, square in roofs) for square, tower in towers.items()]
    return Laid(state, (*marks, *(_card_mark(place, card) for place, card in cards.items())))


def _tower_mark(square: Square, tower: Tower, roofed: bool) -> Mark:
    if roofed:
        text: Words = ROOFED
    elif len(tower) == 1:
        text = _floor_words(tower[0])
    else:
        shades = tuple(_shade(colour) for colour, _ in tower)
        text = said("course.tower", count=len(tower), shades=shades)
    return Mark(text, SIZES.centre(square), FLOOR, round=True)


def _card_mark(place: int, card: Card) -> Mark:
    return Mark(_card_words(card), SIZES.card_centre(place, 0), CARD, turn=turn_of(place))


def _floors(count: int, towers: bool = False) -> Any:
    """The first so many kinds alone on squares, and at last a roof and two towers."""

    def lay(answers: Answers) -> Laid:
        squares = _dry(answers)
        put: dict[Square, Tower] = {
            square: (kind,) for square, kind in zip(squares, KINDS[:count], strict=False)
        }
        if not towers:
            return laid(answers, put)
        roofed, four, two = squares[12:15]
        put[roofed] = ((NAMES[0], 0),)
        put[four] = tuple((colour, 0) for colour in NAMES)
        put[two] = tuple((colour, 0) for colour in NAMES[:2])
        return laid(answers, put, [roofed])

    return lay


def _cards(shown: Sequence[Card]) -> Any:
    def lay(answers: Answers) -> Laid:
        return laid(answers, cards={2 * n: card for n, card in enumerate(shown)})

    return lay


# --- the steps ---------------------------------------------------------------------------


def _water_ask() -> Ask:
    side = (SIZES.pitch[0] * 0.9, SIZES.pitch[1] * 0.9)
    cells = {}
    for row, column in SQUARES:
        name = f"{row},{column}"
        cells[name] = Mark(name, SIZES.centre((row, column)), side)
    return Ask("cells", WATER, (WATER_SQUARES, WATER_SQUARES), cells)


def _colour_step(number: int, colour: str) -> Step:
    title = said("course.floors", shade=_shade(colour))
    how = said("course.floors.how")
    return Step(f"floors-{colour}", title, how, _floors(3 * (number + 1)), lesson=False)


EMPTY_HOW: Words = said("course.empty.how")


def _card_steps() -> tuple[Step, ...]:
    """Cards of one colour, then those of two beside them."""
    return (
        Step(
            "singles",
            said("course.singles"),
            said("course.singles.how"),
            _cards(SINGLES),
            lesson=False,
        ),
        Step(
            "pairs",
            said("course.pairs"),
            said("course.pairs.how"),
            _cards((*SINGLES, *PAIRS)),
        ),
    )


class KiltCourse:
    """Nine steps: about three minutes."""

    game = "kilt"

    def steps(self) -> Sequence[Step]:
        """Board, water, four colours, towers, cards."""
        return (
            corners_step(EMPTY_HOW, laid),
            Step(
                WATER,
                said("course.water"),
                said("course.water.how"),
                laid,
                _water_ask(),
                lesson=False,
            ),
            *(_colour_step(n, colour) for n, colour in enumerate(NAMES)),
            Step(
                "towers",
                said("course.towers"),
                said("course.towers.how"),
                _floors(len(KINDS), towers=True),
            ),
            *_card_steps(),
        )

    def kinds(self) -> Mapping[str, Words]:
        """Twelve floors, the roof, and a half of a card in each colour."""
        floors = {f"{colour} {crests}": _floor_words((colour, crests)) for colour, crests in KINDS}
        cards = {f"card {colour}": _card_words((colour, colour)) for colour in NAMES}
        return {**floors, "roof": ROOFED, **cards}

    def again(self, kind: str) -> Step | None:
        """One floor in the middle of the board, or one card at its far side."""
        how = said("course.again.how")
        return Step(f"again-{kind}", self.kinds()[kind], how, lambda answers: _alone(answers, kind))

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every picture that was taken with the profile that came of them."""
        found: list[Learned] = []
        for shot in shots:
            found += _leads(profile, lesson(shot.picture, shot.label))
        order = list(self.kinds())
        return sorted(on_average(found), key=lambda each: order.index(each.kind))


def _alone(answers: Answers, kind: str) -> Laid:
    name, _, detail = kind.partition(" ")
    if name == "card":
        return laid(answers, cards={2: (detail, detail)})
    middle = min(_dry(answers), key=lambda s: (s[0] - 2) ** 2 + (s[1] - 2) ** 2)
    if name == "roof":
        return laid(answers, {middle: ((NAMES[0], 0),)}, [middle])
    return laid(answers, {middle: ((name, int(detail)),)})


# --- checking ----------------------------------------------------------------------------


def _leads(profile: Profile, one: Lesson) -> list[Learned]:
    heights = {square: len(tower) for square, tower in one.floors.items()}
    reading = KiltReader(profile).read(one.picture, one.view, heights)
    found = []
    for square, tower in one.floors.items():
        if len(tower) == 1 and square not in one.roofs:
            kind = f"{tower[0][0]} {tower[0][1]}"
            found.append(_top_learned(reading.squares[square], kind))
        elif square in one.roofs:
            found.append(_top_learned(reading.squares[square], "roof"))
    for place, (board, away) in one.cards.items():
        found += _card_learned(reading.slots[place, 0], (board, away))
    return found


def _top_learned(cell: Cell[tuple[int, str]], kind: str) -> Learned:
    """How much better a top fits its kind, at any height, than every other floor.

    Anything odd may be a roof as far as one picture tells; only the rules know better.
    """
    values: dict[str, float] = {}
    for height, name in cell.labels:
        values[name] = max(values.get(name, -1e9), cell.alone((height, name)))
    floors = [name for name in values if name not in ("", "roof", kind)]
    rival = max(floors, key=lambda name: values[name])
    return Learned(kind, values.get(kind, -1e9) - values[rival], rival)


def _card_learned(cell: Cell[str], card: Card) -> list[Learned]:
    """How much better a card fits than the one most like it, for each of its colours."""
    true = f"{card[0]}/{card[1]}"
    rival = max((name for name in cell.labels if name != true), key=cell.alone)
    lead = cell.alone(true) - cell.alone(rival)
    others = [colour for colour in rival.split("/") if colour and colour not in card]
    name = f"card {others[0]}" if others else ""
    return [Learned(f"card {colour}", lead, name) for colour in dict.fromkeys(card)]


COURSE = KiltCourse()
