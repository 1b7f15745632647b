"""Teaching König Salomons Schatzkammer on the phone: the sixteen faces, then six cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.solomon.fact_words import SIGNS, WORDS
from rules.solomon.pieces import CARD_SQUARES, FULL, SIZE, TILES
from rules.values import Json
from vision.course import (
    LANGUAGES,
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
)
from vision.reading import Cell
from vision.solomon.layout import BOARD, EMPTY, FACE, KINDS, MARGIN, SLOTS, as_rules, centre
from vision.solomon.reader import SolomonReader
from vision.solomon.teach import lesson

SHAPES = "shapes"
CARDS = (1, 2, 3, 4, 5, 6)  # laid on slots 0 to 5: on the right from far to near, then on the left
FAMILY = {"t": "treasure", "c": "curse", "s": "scroll"}
STEPS = (("treasures", 5), ("curses", 3), ("scrolls", 4), ("objects", 4))
CARD_SIZE = (0.052, 0.080)
SLOT_OUT = BOARD / 2 + 2.5 * MARGIN + CARD_SIZE[0] / 2
Face = tuple[str, int]  # name and how many tiles lie in its shaft


def _words(key: str) -> Words:
    return tuple(WORDS[each][key] for each in LANGUAGES)  # type: ignore[return-value]


def _face_words(name: str) -> Words:
    if name in ("mirror", "axe", "seal", "amulet"):
        return _words(f"tile.{name}")
    value = SIGNS[int(name[1:]) - 1] if name[0] == "s" else name[1:]
    return tuple(text.format(value) for text in _words(FAMILY[name[0]]))  # type: ignore[return-value]


def _tile_json(name: str) -> dict[str, Json]:
    """A face as labels name it."""
    if name[1:].isdecimal():
        value: Json = f"sign{name[1:]}" if name[0] == "s" else int(name[1:])
        return {"kind": FAMILY[name[0]], "value": value}
    return {"kind": "magic", "value": name}


# --- what lies where ---------------------------------------------------------------------


def laid(answers: Answers, faces: Mapping[int, Face] | None = None, cards: bool = False) -> Laid:
    """A tray by its places, read from the far left on, and the six cards beside it."""
    faces = faces or {}
    heights: list[Json] = [
        [faces[row * SIZE + c][1] if row * SIZE + c in faces else 0 for c in range(SIZE)]
        for row in range(SIZE)
    ]
    top: dict[str, Json] = {}
    for place in range(SIZE * SIZE):
        row, column = divmod(place, SIZE)
        top[f"{row},{column}"] = _tile_json(faces[place][0]) if place in faces else None
    state: dict[str, Json] = {"heights": heights, "top": top, "cards": []}
    marks = [_face_mark(place, *face) for place, face in faces.items()]
    if cards:
        state["cards"] = [_card_json(slot, answers) for slot in SLOTS]
        marks += [_card_mark(slot) for slot in SLOTS]
    return Laid(state, tuple(marks))


def _face_mark(place: int, name: str, height: int) -> Mark:
    x, y = centre(as_rules(*divmod(place, SIZE)))
    del height
    return Mark(_face_words(name), (float(x), float(y)), (FACE, FACE))


def _card_json(slot: int, answers: Answers) -> Json:
    drawn: Sequence[Sequence[int]] = answers.get(SHAPES, {}).get(str(CARDS[slot]), ())
    squares: list[Json] = [[int(row), int(column)] for row, column in drawn]
    return {"number": CARDS[slot], "slot": slot, "squares": squares}


def _card_mark(slot: int) -> Mark:
    number = CARDS[slot]
    text = (
        f"Karte {number}, Pfeil zu dir",
        f"card {number}, arrow towards you",
        f"carte {number}, flèche vers toi",
        f"carta {number}, freccia verso di te",
    )
    x = SLOT_OUT if slot < 3 else -SLOT_OUT
    return Mark(text, (x, (1 - slot % 3) * (CARD_SIZE[1] + 0.010)), CARD_SIZE)


def _tall(count: int) -> dict[int, Face]:
    """The first so many faces, each on three other tiles."""
    return {place: (name, FULL) for place, name in enumerate(KINDS[:count])}


def _low() -> dict[int, Face]:
    """All faces on full shafts, and again alone at the bottom of others."""
    second = {len(KINDS) + place: (name, 1) for place, name in enumerate(KINDS)}
    return _tall(len(KINDS)) | second


# --- the steps ---------------------------------------------------------------------------


EMPTY_HOW: Words = (
    "Stelle den leeren Kasten in die Bildmitte, den Eingang zu dir, links und rechts Platz für "
    "drei Karten. Tippe die vier äußeren Ecken des Gitters an: hinten links, hinten rechts, vorn "
    "rechts, vorn links.",
    "Put the empty tray in the middle of the picture, its entrance towards you, with room for "
    "three cards on the left and right. Tap the four outer corners of the grid: far left, far "
    "right, near right, near left.",
    "Pose le coffret vide au milieu de l’image, l’entrée vers toi, avec de la place pour trois "
    "cartes à gauche et à droite. Touche les quatre coins extérieurs de la grille : au fond à "
    "gauche, au fond à droite, devant à droite, devant à gauche.",
    "Metti la scatola vuota al centro dell’immagine, l’ingresso verso di te, con posto per tre "
    "carte a sinistra e a destra. Tocca i quattro angoli esterni della griglia: in fondo a "
    "sinistra, in fondo a destra, davanti a destra, davanti a sinistra.",
)
TALL_HOW: Words = (
    "Lege in jeden markierten Schacht drei beliebige Plättchen und obenauf das genannte.",
    "Put any three tiles into each marked shaft and the named one on top.",
    "Mets trois tuiles quelconques dans chaque puits marqué et celle nommée par-dessus.",
    "Metti tre tessere qualsiasi in ogni pozzo segnato e in cima quella nominata.",
)
LOW_HOW: Words = (
    "Lege jedes Bild noch einmal, jetzt allein auf den Boden der nächsten Schächte. Vier Schächte "
    "bleiben leer.",
    "Lay every face once more, now alone at the bottom of the next shafts. Four shafts stay empty.",
    "Pose chaque face encore une fois, seule au fond des puits suivants. Quatre puits restent "
    "vides.",
    "Metti ogni figura ancora una volta, da sola in fondo ai pozzi seguenti. Quattro pozzi restano "
    "vuoti.",
)
CARDS_HOW: Words = (
    "Lege die Karten 1 bis 6 offen neben den Kasten, die Pfeile zu dir, und zeichne ihre Felder "
    "ab.",
    "Lay cards 1 to 6 face up beside the tray, arrows towards you, and draw their squares.",
    "Pose les cartes 1 à 6 face visible à côté du coffret, flèches vers toi, et dessine leurs "
    "cases.",
    "Metti le carte da 1 a 6 scoperte accanto alla scatola, frecce verso di te, e disegna le loro "
    "caselle.",
)


class SolomonCourse:
    """Seven steps: about five minutes, most of it for filling shafts."""

    game = "solomon"

    def steps(self) -> Sequence[Step]:
        """Tray, four families of tiles, all of them low, cards."""
        count, families = 0, []
        for family, size in STEPS:
            count += size
            families.append(self._family(family, count))
        low: Words = (
            "Tief im Schacht",
            "Deep in the shaft",
            "Au fond du puits",
            "In fondo al pozzo",
        )
        ask = Ask(
            "pads",
            SHAPES,
            (CARD_SQUARES[0], CARD_SQUARES[-1]),
            {},
            tuple(map(str, CARDS)),
            (SIZE, SIZE),
        )
        return (
            corners_step(EMPTY_HOW, laid, lesson=False),
            *families,
            Step("low", low, LOW_HOW, lambda answers: laid(answers, _low())),
            Step(
                "cards",
                ("Sechs Karten", "Six cards", "Six cartes", "Sei carte"),
                CARDS_HOW,
                lambda answers: laid(answers, _low(), cards=True),
                ask,
            ),
        )

    def _family(self, name: str, count: int) -> Step:
        lay = lambda answers: laid(answers, _tall(count))  # noqa: E731
        return Step(name, _words(f"family.{name}"), TALL_HOW, lay)

    def kinds(self) -> Mapping[str, Words]:
        """Every face."""
        assert TILES[1:] == KINDS
        return {name: _face_words(name) for name in KINDS}

    def again(self, kind: str) -> Step | None:
        """One tile on three others in the middle of the tray."""
        place = 2 * SIZE + 2
        lay = lambda answers: laid(answers, {place: (kind, FULL)})  # noqa: E731
        return Step(f"again-{kind}", _face_words(kind), TALL_HOW, lay)

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every picture that was taken with the profile that came of them."""
        reader, found = SolomonReader(profile), []
        for shot in shots:
            one = lesson(shot.picture, shot.label)
            cells = reader.read(one.picture, one.view, one.heights).shafts
            found += [_learned(cells[s], name) for s, name in one.tops.items() if name != EMPTY]
        return sorted(on_average(found), key=lambda each: KINDS.index(each.kind))


def _learned(cell: Cell[str], kind: str) -> Learned:
    others = [name for name in KINDS if name != kind]
    rival = max(others, key=cell.alone)
    return Learned(kind, cell.alone(kind) - cell.alone(rival), rival)


COURSE = SolomonCourse()
