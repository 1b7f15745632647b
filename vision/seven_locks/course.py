"""Teaching Schloss der 7 Schlösser on the phone: the table without towers, with them, the die."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.seven_locks.fact_words import WORDS
from rules.seven_locks.pieces import ALL_FACES, COATS, FACES, KEYS, PLACES, Face
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
from vision.seven_locks.layout import spot
from vision.seven_locks.reader import SevenLocksReader
from vision.seven_locks.reading import Memory
from vision.seven_locks.teach import Lesson, lesson

SEATS = ("red", "blue", "green", "yellow")
RING = 0.109  # metres from the middle of the board to a tower, give or take
FOOT, PAWN, WALK = 0.034, 0.016, 0.057
ALL_TOWERS = range(PLACES)


def _name(face: Face) -> str:
    return f"{face[0]}-{face[1]}"


def _words(key: str) -> Words:
    return tuple(WORDS[each][key] for each in LANGUAGES)  # type: ignore[return-value]


def _face_words(face: Face) -> Words:
    """A side of the die: its pearls and its steps."""
    steps = ("Schritt", "step", "pas", "passo"), ("Schritte", "steps", "pas", "passi")
    pearls = _words("pearl" if face[0] == 1 else "pearls")
    told = steps[face[1] > 1]
    return tuple(f"{p.format(face[0])}, {face[1]} {s}" for p, s in zip(pearls, told, strict=True))  # type: ignore[return-value]


CHOICES = {_name(face): _face_words(face) for face in ALL_FACES}
FACE_OF = {_name(face): face for face in ALL_FACES}
TOWER: Words = ("ein Turm", "a tower", "une tour", "una torre")
KEYMASTER: Words = ("der Schlüsselmeister", "the keymaster", "le maître des clés", "il custode")


# --- what lies where ---------------------------------------------------------------------


def _empty(_: Answers) -> Laid:
    """The bare board."""
    return Laid(_state(False, None, 0, "gone"))


def _state(towers: bool, die: Face | None, keys: int, coats: str) -> dict[str, Json]:
    shown: Json = None if die is None else {"pearls": die[0], "steps": die[1]}
    return {
        "standing_towers": list[Json](ALL_TOWERS) if towers else [],
        "keymaster_place": 0 if keys else None,
        "keys_in_row": [str(n) for n in range(keys)],
        "key_out": None,
        "die": shown,
        "coats": {f"{seat}{n}": coats for seat in SEATS for n in range(COATS)},
    }


def _laid(number: int, towers: bool = False) -> Any:
    """Everything in its place; the die shows the side that was told in this step."""

    def lay(answers: Answers) -> Laid:
        die = FACE_OF.get(str(answers.get(f"die-{number}")))
        marks = [Mark(KEYMASTER, spot(WALK, 0), (PAWN, PAWN), round=True)]
        if towers:
            foot = (FOOT, FOOT)
            marks += [Mark(TOWER, spot(RING, place), foot, round=True) for place in ALL_TOWERS]
        return Laid(_state(towers, die, KEYS, "home"), tuple(marks))

    return lay


# --- the steps ---------------------------------------------------------------------------


EMPTY_HOW: Words = (
    "Lege nur das runde Brett in die Bildmitte, ein Turmplatz genau hinten. Tippe die Ecken eines "
    "Quadrats an, das genau um das Brett passt: hinten links, hinten rechts, vorn rechts, vorn "
    "links. Leichter: die gedruckten Marken auslegen (castellan sheet).",
    "Lay just the round board in the middle of the picture, one tower’s place right at the back. "
    "Tap the corners of a square that just fits around the board: far left, far right, near "
    "right, near left. Easier: lay out the printed markers (castellan sheet).",
    "Pose seulement le plateau rond au milieu de l’image, une place de tour tout au fond. Touche "
    "les coins d’un carré qui entoure juste le plateau : au fond à gauche, au fond à droite, "
    "devant à droite, devant à gauche. Plus simple : poser les marqueurs (castellan sheet).",
    "Metti solo il tabellone rotondo al centro, un posto di torre proprio in fondo. Tocca gli "
    "angoli di un quadrato che contiene appena il tabellone: in fondo a sinistra, in fondo a "
    "destra, davanti a destra, davanti a sinistra. Più facile: i marcatori (castellan sheet).",
)
BARE_HOW: Words = (
    "Baue alles ohne Türme auf: die acht Schlüssel in einer Reihe, je zwei Wappen bei vier "
    "Spielern, den Schlüsselmeister an den markierten Platz, den Würfel daneben. Welche Seite des "
    "Würfels liegt oben?",
    "Set everything up without towers: the eight keys in a row, two coats of arms each for four "
    "players, the keymaster at the marked place, the die beside. Which side of the die is up?",
    "Mets tout en place sans les tours : les huit clés en rangée, deux blasons pour chacun des "
    "quatre joueurs, le maître des clés à l’endroit marqué, le dé à côté. Quelle face voit-on ?",
    "Prepara tutto senza torri: le otto chiavi in fila, due stemmi per ciascuno di quattro "
    "giocatori, il custode nel punto segnato, il dado accanto. Quale faccia è in alto?",
)
TOWERS_HOW: Words = (
    "Stelle die sieben Türme auf ihre Plätze; sonst bleibt alles liegen.",
    "Put the seven towers on their places; all else stays.",
    "Pose les sept tours à leurs places ; le reste ne bouge pas.",
    "Metti le sette torri ai loro posti; il resto rimane.",
)
DIE_HOW: Words = (
    "Räume die Türme weg und drehe den Würfel auf eine andere Seite. Welche liegt oben?",
    "Clear the towers away and turn the die to another side. Which one is up?",
    "Enlève les tours et tourne le dé sur une autre face. Laquelle est visible ?",
    "Togli le torri e gira il dado su un’altra faccia. Quale è in alto?",
)


def _ask(number: int) -> Ask:
    return Ask("choice", f"die-{number}", items=tuple(CHOICES), texts=CHOICES)


def _die_step(number: int) -> Step:
    title: Words = tuple(  # type: ignore[assignment]
        text.format(number)
        for text in ("Würfel, Seite {}", "Die, side {}", "Dé, face {}", "Dado, faccia {}")
    )
    return Step(f"die-{number}", title, DIE_HOW, _laid(number), _ask(number))


class SevenLocksCourse:
    """Eight steps: about four minutes."""

    game = "seven_locks"

    def steps(self) -> Sequence[Step]:
        """Board, table without towers, towers, the other five sides of the die."""
        bare = (
            "Alles ohne Türme",
            "All but the towers",
            "Tout sauf les tours",
            "Tutto senza torri",
        )
        towers = ("Sieben Türme", "Seven towers", "Sept tours", "Sette torri")
        return (
            corners_step(EMPTY_HOW, _empty),
            Step("bare", bare, BARE_HOW, _laid(1), _ask(1)),
            Step("towers", towers, TOWERS_HOW, _laid(1, towers=True)),
            *(_die_step(number) for number in range(2, FACES + 1)),
        )

    def kinds(self) -> Mapping[str, Words]:
        """Every side a die may have."""
        return CHOICES

    def again(self, kind: str) -> Step | None:
        """A side of the die is learned against the others: only all together."""
        del kind
        return None

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read the die in every picture that shows it, with what came of them."""
        reader = SevenLocksReader(profile)
        lessons = [lesson(shot.picture, shot.label) for shot in shots]
        memory = next((m for one in lessons if (m := _survey(reader, one)) is not None), None)
        if memory is None:
            return []
        return on_average([each for one in lessons for each in _die_learned(reader, one, memory)])


def _survey(reader: SevenLocksReader, one: Lesson) -> Memory | None:
    if len(one.towers) != PLACES:
        return None
    return reader.survey(one.picture, one.view, len(SEATS))


def _die_learned(reader: SevenLocksReader, one: Lesson, memory: Memory) -> list[Learned]:
    if one.die is None:
        return []
    told = reader.read(one.picture, one.view, memory, sorted(one.towers)).die
    others = {face: value for face, value in told.items() if face != one.die}
    if one.die not in told or not others:
        return [Learned(_name(one.die), -1.0)]
    rival = max(others, key=lambda face: others[face])
    return [Learned(_name(one.die), told[one.die] - others[rival], _name(rival))]


COURSE = SevenLocksCourse()
