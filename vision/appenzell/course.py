"""Teaching Burg Appenzell on the phone: the roofs kind by kind, the tiles, the mice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.appenzell.fact_words import WORDS
from rules.appenzell.layout import STAGES
from rules.appenzell.pieces import (
    FIELDS,
    HIGH,
    HOLES,
    KINDS,
    ROOF_NAMES,
    SIZE,
    TILE_NAMES,
    TOWERS,
    Field,
)
from rules.values import Json
from vision.appenzell.borders import field_of, kind_fit, roof_picture, smoothed
from vision.appenzell.layout import Measures
from vision.appenzell.profile import Profile
from vision.appenzell.reader import AppenzellReader
from vision.appenzell.teach import BARE, Lesson, lesson
from vision.course import (
    LANGUAGES,
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
from vision.reading import Cell

USUAL = Measures()  # a field is about as wide in every box
COLOURS = ("red", "blue", "green", "yellow")
MICE = dict(zip(TOWERS, COLOURS, strict=True))
MIDDLE = SIZE * SIZE // 2
HOLE = 0.6 * USUAL.pitch

MOUSE_WORDS: dict[str, Words] = {
    "red": ("rote Maus", "red mouse", "souris rouge", "topo rosso"),
    "blue": ("blaue Maus", "blue mouse", "souris bleue", "topo blu"),
    "green": ("grüne Maus", "green mouse", "souris verte", "topo verde"),
    "yellow": ("gelbe Maus", "yellow mouse", "souris jaune", "topo giallo"),
}
ROOF_WORDS: dict[str, Words] = {
    "copper": ("Kupferdach", "copper roof", "toit de cuivre", "tetto di rame"),
    "thatched": ("Strohdach", "thatched roof", "toit de chaume", "tetto di paglia"),
    "tiled": ("Ziegeldach", "tiled roof", "toit de tuiles", "tetto di tegole"),
}
ALL_ROOFS: Words = ("alle 18 Dächer", "all 18 roofs", "les 18 toits", "tutti i 18 tetti")


def tile_words(name: str) -> Words:
    """A face: the cheeses have numbers, which the owner gives them by laying them out."""
    if name in ("plain", "trap"):
        return tuple(WORDS[each][f"tile.{name}"] for each in LANGUAGES)  # type: ignore[return-value]
    number = name.removeprefix("cheese")
    return (f"Käse {number}", f"cheese {number}", f"fromage {number}", f"formaggio {number}")


# --- what lies where ---------------------------------------------------------------------


def _pattern() -> dict[Field, str]:
    """Every long row shows all seven cheeses; traps and plain tiles lie in the rows between."""
    found: dict[Field, str] = {}
    others = iter(["trap", *["plain"] * 3] * 3)
    for at in HOLES:
        row, column = divmod(at, SIZE)
        if row % 2:
            found[at] = TILE_NAMES[(column + row // 2 * 3) % KINDS]
        else:
            found[at] = next(others)
    return found


PATTERN = _pattern()


def _mark(at: Field, text: Words, level: float = 0.0) -> Mark:
    x, y = USUAL.centre(at)
    return Mark(text, (float(x), float(y)), (HOLE, HOLE), round=True, z=level)


def laid(tiles: Mapping[Field, str], mice: Mapping[Field, str], stage: str | None = None) -> Laid:
    """An open box with these tiles and mice, or one with roofs on as far as a stage."""
    shown: dict[str, Json] = {_name(at): name for at, name in tiles.items()}
    if tiles:
        shown |= {_name(at): "high" for at in HIGH}
    standing: list[Json] = [
        {"color": colour, "field": list(divmod(at, SIZE)), "place": "tower"}
        for at, colour in mice.items()
    ]
    state: dict[str, Json] = {
        "rooms": [],
        "stage": stage,
        "mice": standing,
        "open_fields": shown,
        "spare": None,
    }
    marks = [_mark(at, tile_words(name), USUAL.level(at)) for at, name in tiles.items()]
    marks += [_mark(at, MOUSE_WORDS[colour], USUAL.tower) for at, colour in mice.items()]
    if stage == STAGES[-1]:
        marks.append(Mark(ALL_ROOFS, (0.0, 0.0), (USUAL.grid, USUAL.grid)))
    return Laid(state, tuple(marks))


def _name(at: Field) -> str:
    return f"{at // SIZE},{at % SIZE}"


def _lay(
    tiles: Mapping[Field, str], mice: Mapping[Field, str], stage: str | None = None
) -> Callable[[Answers], Laid]:
    return lambda _: laid(tiles, mice, stage)


# --- the steps ---------------------------------------------------------------------------


BARE_HOW: Words = (
    "Stelle die Burg ohne Schiebeplättchen, Dächer und Mäuse in die Bildmitte: nur Schachtel, "
    "Gitter und Türme. Tippe die vier äußeren Ecken der Schachtel an: hinten links, hinten rechts, "
    "vorn rechts, vorn links.",
    "Put the castle without sliding tiles, roofs and mice in the middle of the picture: just box, "
    "grid and towers. Tap the four outer corners of the box: far left, far right, near right, near "
    "left.",
    "Pose le château sans tuiles, toits ni souris au milieu de l’image : juste la boîte, la grille "
    "et les tours. Touche les quatre coins extérieurs de la boîte : au fond à gauche, au fond à "
    "droite, devant à droite, devant à gauche.",
    "Metti il castello senza tessere, tetti e topi al centro dell’immagine: solo scatola, griglia "
    "e torri. Tocca i quattro angoli esterni della scatola: in fondo a sinistra, in fondo a "
    "destra, davanti a destra, davanti a sinistra.",
)
TITLES: dict[str, Words] = {
    "copper": ("Kupferdächer", "Copper roofs", "Toits de cuivre", "Tetti di rame"),
    "thatched-across": ("Stroh, quer", "Thatch, across", "Chaume, en large", "Paglia, di traverso"),
    "thatched-away": ("Stroh, längs", "Thatch, away", "Chaume, en long", "Paglia, in lungo"),
    "tiled-across": ("Ziegel, quer", "Tiles, across", "Tuiles, en large", "Tegole, di traverso"),
    "tiled-away": ("Ziegel, längs", "Tiles, away", "Tuiles, en long", "Tegole, in lungo"),
}
HOWS: dict[str, Words] = {
    "copper": (
        "Lege die beiden Kupferdächer auf ihre Räume (4 Felder).",
        "Lay the two copper roofs on their rooms (4 squares).",
        "Pose les deux toits de cuivre sur leurs pièces (4 cases).",
        "Metti i due tetti di rame sulle loro stanze (4 caselle).",
    ),
    "across": (
        "Lege nun die {} dazu, deren Räume quer liegen: von links nach rechts. Liegt keiner so, "
        "geh einfach weiter.",
        "Now add the {} whose rooms lie across: from left to right. If none does, just go on.",
        "Ajoute maintenant les {} dont les pièces vont de gauche à droite. S’il n’y en a pas, "
        "continue.",
        "Aggiungi ora i {} le cui stanze vanno da sinistra a destra. Se non ce ne sono, prosegui.",
    ),
    "away": (
        "Lege nun die übrigen {} dazu, deren Räume von dir weg zeigen. Liegt keiner so, geh "
        "einfach weiter.",
        "Now add the other {}, whose rooms point away from you. If none does, just go on.",
        "Ajoute maintenant les autres {}, dont les pièces s’éloignent de toi. S’il n’y en a pas, "
        "continue.",
        "Aggiungi ora gli altri {}, le cui stanze vanno in profondità. Se non ce ne sono, "
        "prosegui.",
    ),
}
MANY: dict[str, Words] = {
    "thatched": ("Strohdächer", "thatched roofs", "toits de chaume", "tetti di paglia"),
    "tiled": ("Ziegeldächer", "tiled roofs", "toits de tuiles", "tetti di tegole"),
}
TILES_HOW: Words = (
    "Nimm alle Dächer ab und hebe das Gitter. Lege die Schiebeplättchen nach den Marken aus, alle "
    "aufrecht zu dir: jede lange Reihe zeigt alle sieben Käse; welcher Käse welche Nummer hat, "
    "bestimmst du. Ein leeres Plättchen bleibt übrig: weg damit. Gitter wieder darauf.",
    "Take all roofs off and lift the grid. Lay out the sliding tiles by the marks, all upright "
    "towards you: every long row shows all seven cheeses; which cheese has which number is up to "
    "you. One plain tile is left over: put it away. Put the grid back on.",
    "Enlève tous les toits et soulève la grille. Dispose les tuiles selon les marques, toutes "
    "droites vers toi : chaque longue rangée montre les sept fromages ; c’est toi qui les "
    "numérotes. Une tuile vide reste : range-la. Remets la grille.",
    "Togli tutti i tetti e solleva la griglia. Disponi le tessere secondo i segni, tutte dritte "
    "verso di te: ogni fila lunga mostra i sette formaggi; li numeri tu. Avanza una tessera vuota: "
    "mettila via. Rimetti la griglia.",
)
MICE_HOW: Words = (
    "Stelle in jeden Turm eine Maus der genannten Farbe.",
    "Put a mouse of the named colour into each tower.",
    "Mets dans chaque tour une souris de la couleur indiquée.",
    "Metti in ogni torre un topo del colore indicato.",
)
AGAIN_TILE: Words = (
    "Nimm alle Dächer und Mäuse ab und lege das Plättchen aufrecht in das markierte Feld.",
    "Take all roofs and mice off and lay the tile upright into the marked square.",
    "Enlève tous les toits et les souris et pose la tuile droite dans la case marquée.",
    "Togli tutti i tetti e i topi e metti la tessera dritta nella casella segnata.",
)


def _how(stage: str) -> Words:
    name, _, way = stage.partition("-")
    if not way:
        return HOWS[name]
    told = zip(HOWS[way], MANY[name], strict=True)
    return tuple(text.format(many) for text, many in told)  # type: ignore[return-value]


class AppenzellCourse:
    """Eight steps: about five minutes, most of it for roofs and tiles."""

    game = "appenzell"

    def steps(self) -> Sequence[Step]:
        """The bare castle, roofs kind by kind and way by way, tiles, mice."""
        tiles: Words = ("Schiebeplättchen", "Sliding tiles", "Tuiles", "Tessere")
        mice: Words = ("Vier Mäuse", "Four mice", "Quatre souris", "Quattro topi")
        roofs = [Step(each, TITLES[each], _how(each), _lay({}, {}, each)) for each in STAGES]
        return (
            corners_step(BARE_HOW, _lay({}, {}, BARE)),
            *roofs,
            Step("tiles", tiles, TILES_HOW, _lay(PATTERN, {}), lesson=False),
            Step("mice", mice, MICE_HOW, _lay(PATTERN, MICE)),
        )

    def kinds(self) -> Mapping[str, Words]:
        """Every face, the mice, the roofs."""
        faces = {name: tile_words(name) for name in TILE_NAMES}
        return faces | MOUSE_WORDS | ROOF_WORDS

    def again(self, kind: str) -> Step | None:
        """One tile in the middle of the castle, or one mouse in a tower; roofs need all steps."""
        if kind in TILE_NAMES:
            lay = _lay({MIDDLE: kind}, {})
            return Step(f"again-{kind}", tile_words(kind), AGAIN_TILE, lay)
        if kind in COLOURS:
            lay = _lay({}, {TOWERS[0]: kind})
            return Step(f"again-{kind}", MOUSE_WORDS[kind], MICE_HOW, lay)
        return None

    def check(self, profile: Any, shots: Sequence[Shot]) -> list[Learned]:
        """Read every picture that was taken with the profile that came of them."""
        reader, found = AppenzellReader(profile), []
        for shot in shots:
            one = lesson(shot.picture, shot.label)
            if one.stage == STAGES[-1]:
                found += _roofs_learned(profile, one)
            elif one.tiles or one.mice:
                found += _pieces_learned(reader, one)
        order = list(self.kinds())
        return sorted(on_average(found), key=lambda each: order.index(each.kind))


def _pieces_learned(reader: AppenzellReader, one: Lesson) -> list[Learned]:
    """How surely the tiles and mice of a picture are told from others of their sort."""
    cells = reader.read(one.picture, one.view, [-1] * len(FIELDS)).fields
    tiles = [_learned(cells[at], k, TILE_NAMES) for at, k in one.tiles.items() if k != "high"]
    mice = [_learned(cells[at], k, list(reader.profile.mice)) for at, k in one.mice.items()]
    return tiles + mice


def _learned(cell: Cell[str], kind: str, sort: Sequence[str]) -> Learned:
    rival = max((each for each in sort if each != kind), key=cell.alone, default="")
    lead = cell.alone(kind) - cell.alone(rival) if rival else 0.0
    return Learned(kind, lead, rival)


def _roofs_learned(profile: Profile, one: Lesson) -> list[Learned]:
    """How surely the kinds of roofs are told by their colours."""
    flat = roof_picture(smoothed(one.picture), one.view, profile.measures)
    found = []
    for room in profile.layouts[0]:
        for at in room:
            fits = {
                ROOF_NAMES[k]: v for k, v in kind_fit(field_of(flat, at), profile.roofs).items()
            }
            kind = ROOF_NAMES[len(room)]
            rival = max((each for each in fits if each != kind), key=lambda each: fits[each])
            found.append(Learned(kind, fits[kind] - fits[rival], rival))
    return found


COURSE = AppenzellCourse()
