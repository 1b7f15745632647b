"""Teaching The Castle on the phone: the map, backs, monsters, treasures, hit counters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.castle.fact_words import COUNTERS
from rules.castle.pieces import MONSTERS, TREASURES
from rules.values import Json
from vision.castle.reader import CastleReader
from vision.castle.teach import leads, lesson
from vision.course import (
    Answers,
    Laid,
    Learned,
    Mark,
    Shot,
    Step,
    Words,
    corners_step,
    on_average,
)

COUNTER, CHIP = 0.0165, 0.011
# Places for counters, from the far left on, row by row.
COLUMNS, ROWS, APART, DEEP = 8, 6, 0.058, 0.062
PLACES = tuple(
    (round((column - (COLUMNS - 1) / 2) * APART, 4), round(((ROWS - 1) / 2 - row) * DEEP, 4))
    for row in range(ROWS)
    for column in range(COLUMNS)
)
ALONE = (0.087, 0.155)  # as a rule in a room: pale counters hardly show on pale corridors
HITS = range(1, 11)
BACKS: dict[str, Words] = {
    "treasure": (
        "ein Schatz, verdeckt", "a treasure, face down",
        "un trésor, face cachée", "un tesoro, coperto",
    ),
    "monster": (
        "ein Monster, verdeckt", "a monster, face down",
        "un monstre, face cachée", "un mostro, coperto",
    ),
}  # fmt: skip
Piece = tuple[str, str]  # "back", "face" or "chip", and which

MONSTER_FACES: list[Piece] = [("face", kind) for kind in MONSTERS]
TREASURE_FACES: list[Piece] = [("face", kind) for kind in TREASURES]
HALF = len(MONSTER_FACES) // 2


def _words(piece: Piece) -> Words:
    family, name = piece
    if family == "back":
        return BACKS[name]
    if family == "face":
        return COUNTERS[name]
    return tuple(
        text.format(name)
        for text in ("Trefferzahl {}", "hit counter {}", "marqueur de {}", "segnalino {}")
    )  # type: ignore[return-value]


# --- what lies where ---------------------------------------------------------------------


def _laid(pieces: Sequence[Piece], places: Sequence[tuple[float, float]] = PLACES) -> Any:
    """These pieces on the first places; nothing depends on an answer."""
    pairs = list(zip(pieces, places, strict=False))
    counters: list[Json] = [_counter(p, at) for p, at in pairs if p[0] != "chip"]
    chips: list[Json] = [
        {"number": int(name), "at": [*at]} for (family, name), at in pairs if family == "chip"
    ]
    marks = tuple(_mark(piece, at) for piece, at in pairs)
    state: dict[str, Json] = {
        "characters": [], "counters": counters, "chips": chips, "die": None
    }  # fmt: skip

    def lay(_: Answers) -> Laid:
        return Laid(state, marks)

    return lay


def _counter(piece: Piece, at: tuple[float, float]) -> Json:
    family, name = piece
    if family == "back":
        return {"at": [*at], "back": name, "face": "down", "name": None, "number": None}
    back = "monster" if name in MONSTERS else "treasure"
    return {"at": [*at], "back": back, "face": "up", "name": name, "number": None}


def _mark(piece: Piece, at: tuple[float, float]) -> Mark:
    side = CHIP if piece[0] == "chip" else COUNTER
    return Mark(_words(piece), at, (side, side))


# --- the steps ---------------------------------------------------------------------------


EMPTY_HOW: Words = (
    "Lege nur den leeren Plan in die Bildmitte, die lange Seite zu dir. Tippe seine vier Ecken an: "
    "hinten links, hinten rechts, vorn rechts, vorn links. Räume und Gänge erkennt das Gerät "
    "selbst; beim ersten Spiel wird der Plan auf dem Handy bestätigt.",
    "Lay just the empty map in the middle of the picture, its long side towards you. Tap its four "
    "corners: far left, far right, near right, near left. The device makes out rooms and corridors "
    "by itself; the map is confirmed on a phone in the first game.",
    "Pose seulement le plan vide au milieu de l’image, le grand côté vers toi. Touche ses quatre "
    "coins : au fond à gauche, au fond à droite, devant à droite, devant à gauche. L’appareil "
    "trouve lui-même salles et couloirs ; le plan est confirmé à la première partie.",
    "Metti solo la mappa vuota al centro dell’immagine, il lato lungo verso di te. Tocca i quattro "
    "angoli: in fondo a sinistra, in fondo a destra, davanti a destra, davanti a sinistra. Il "
    "dispositivo riconosce stanze e corridoi; la mappa si conferma alla prima partita.",
)
BACKS_HOW: Words = (
    "Lege acht Schätze und acht Monster verdeckt auf die markierten Plätze.",
    "Lay eight treasures and eight monsters face down on the marked places.",
    "Pose huit trésors et huit monstres face cachée aux endroits marqués.",
    "Metti otto tesori e otto mostri coperti nei punti segnati.",
)
FACES_HOW: Words = (
    "Lege die genannten Marken offen auf ihre Plätze, aufrecht von dir aus. Die anderen bleiben.",
    "Lay the named counters face up on their places, upright as you see them. The others stay.",
    "Pose les pions nommés face visible à leurs places, à l’endroit pour toi. Les autres restent.",
    "Metti i segnalini nominati scoperti ai loro posti, dritti verso di te. Gli altri restano.",
)
FRESH_HOW: Words = (
    "Räume den Plan leer und lege die genannten Marken offen auf ihre Plätze, aufrecht von dir "
    "aus.",
    "Clear the map and lay the named counters face up on their places, upright as you see them.",
    "Vide le plan et pose les pions nommés face visible à leurs places, à l’endroit pour toi.",
    "Svuota la mappa e metti i segnalini nominati scoperti ai loro posti, dritti verso di te.",
)
HITS_HOW: Words = (
    "Räume den Plan leer und lege die Trefferzahlen auf ihre Plätze. Zahlen, die deine Schachtel "
    "nicht hat, lasse weg und gehe trotzdem weiter.",
    "Clear the map and lay the hit counters on their places. Leave out numbers your box does not "
    "have, and go on anyway.",
    "Vide le plan et pose les marqueurs de touches à leurs places. Laisse de côté les nombres que "
    "ta boîte n’a pas, et continue quand même.",
    "Svuota la mappa e metti i segnalini dei colpi ai loro posti. Lascia fuori i numeri che la tua "
    "scatola non ha e vai avanti comunque.",
)
TITLES: dict[str, Words] = {
    "backs": ("Rückseiten", "Backs", "Dos", "Dorsi"),
    "monsters": ("Monster", "Monsters", "Monstres", "Mostri"),
    "more-monsters": ("Mehr Monster", "More monsters", "Encore des monstres", "Altri mostri"),
    "treasures": ("Schätze", "Treasures", "Trésors", "Tesori"),
    "hits": ("Trefferzahlen", "Hit counters", "Marqueurs de touches", "Segnalini dei colpi"),
}


class CastleCourse:
    """Six steps: about five minutes, most of it for finding counters."""

    game = "castle"

    def steps(self) -> Sequence[Step]:
        """Map, backs, monsters in two halves, treasures, hit counters."""
        backs: list[Piece] = [("back", "treasure")] * 8 + [("back", "monster")] * 8
        hits: list[Piece] = [("chip", str(n)) for n in HITS]
        return (
            corners_step(EMPTY_HOW, _laid(())),
            Step("backs", TITLES["backs"], BACKS_HOW, _laid(backs)),
            self._step("monsters", FRESH_HOW, MONSTER_FACES[:HALF]),
            self._step("more-monsters", FACES_HOW, MONSTER_FACES),
            self._step("treasures", FRESH_HOW, TREASURE_FACES),
            self._step("hits", HITS_HOW, hits),
        )

    @staticmethod
    def _step(name: str, how: Words, pieces: Sequence[Piece]) -> Step:
        return Step(name, TITLES[name], how, _laid(pieces))

    def kinds(self) -> Mapping[str, Words]:
        """Every face."""
        return {kind: COUNTERS[kind] for kind in (*MONSTERS, *TREASURES)}

    def again(self, kind: str) -> Step | None:
        """One counter by itself on the empty map."""
        return Step(f"again-{kind}", COUNTERS[kind], FRESH_HOW, _laid([("face", kind)], [ALONE]))

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every face back with the profile that came of the pictures."""
        reader = CastleReader(profile)
        found = [
            Learned(kind, lead, rival)
            for shot in shots
            for kind, lead, rival in leads(reader, lesson(shot.picture, shot.label))
        ]
        order = list(self.kinds())
        return sorted(on_average(found), key=lambda each: order.index(each.kind))


COURSE = CastleCourse()
