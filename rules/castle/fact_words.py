"""The Castle: its counters, areas, spells and dice in words."""

from __future__ import annotations

from rules.castle.pieces import ENTRANCES
from rules.fact_words import Kind, Names, Words, amounts, listed, number, seat
from rules.values import Json

# German, English, French, Italian; without articles, so that every sentence can use them.
COUNTERS: dict[str, tuple[str, str, str, str]] = {
    "fighter": ("Kämpfer", "fighter", "guerrier", "guerriero"),
    "cleric": ("Kleriker", "cleric", "clerc", "chierico"),
    "wizard": ("Zauberer", "wizard", "magicien", "mago"),
    "elf": ("Elf", "elf", "elfe", "elfo"),
    "dwarf": ("Zwerg", "dwarf", "nain", "nano"),
    "behemoth": ("Behemoth", "behemoth", "béhémoth", "behemot"),
    "gargoyle": ("Gargyl", "gargoyle", "gargouille", "gargolla"),
    "goblin": ("Goblin", "goblin", "gobelin", "goblin"),
    "ogre": ("Oger", "ogre", "ogre", "orco"),
    "shadow": ("Schatten", "shadow", "ombre", "ombra"),
    "slime": ("Schleim", "slime", "vase", "melma"),
    "troll": ("Troll", "troll", "troll", "troll"),
    "werewolf": ("Werwolf", "werewolf", "loup-garou", "lupo mannaro"),
    "ghoul": ("Ghul", "ghoul", "goule", "ghoul"),
    "ghost": ("Gespenst", "ghost", "fantôme", "fantasma"),
    "skeleton": ("Skelett", "skeleton", "squelette", "scheletro"),
    "vampire": ("Vampir", "vampire", "vampire", "vampiro"),
    "zombie": ("Zombie", "zombie", "zombie", "zombi"),
    "witch": ("Hexe", "witch", "sorcière", "strega"),
    "bat": ("Fledermaus", "bat", "chauve-souris", "pipistrello"),
    "centipede": ("Tausendfüßler", "centipede", "mille-pattes", "centopiedi"),
    "lizard": ("Echse", "lizard", "lézard", "lucertola"),
    "mildew": ("Mehltau", "mildew", "mildiou", "peronospora"),
    "mold": ("Schimmel", "mold", "moisissure", "muffa"),
    "rat": ("Ratte", "rat", "rat", "ratto"),
    "snake": ("Schlange", "snake", "serpent", "serpente"),
    "spider": ("Spinne", "spider", "araignée", "ragno"),
    "gold-100": ("100 Gold", "100 gold", "100 pièces d'or", "100 monete d'oro"),
    "gold-200": ("200 Gold", "200 gold", "200 pièces d'or", "200 monete d'oro"),
    "gold-300": ("300 Gold", "300 gold", "300 pièces d'or", "300 monete d'oro"),
    "gold-400": ("400 Gold", "400 gold", "400 pièces d'or", "400 monete d'oro"),
    "gold-500": ("500 Gold", "500 gold", "500 pièces d'or", "500 monete d'oro"),
    "key-a": ("Schlüssel A", "key A", "clé A", "chiave A"),
    "key-b": ("Schlüssel B", "key B", "clé B", "chiave B"),
    "key-skeleton": ("Dietrich", "skeleton key", "passe-partout", "passepartout"),
    "acid": ("Säureflasche", "acid bottle", "flacon d'acide", "ampolla d'acido"),
    "boots": ("Stiefel der Eile", "boots of speed", "bottes de vitesse", "stivali della velocità"),
    "coffin": ("Sarg", "coffin", "cercueil", "bara"),
    "medallion": ("ESP-Medaillon", "medallion of ESP", "médaillon de PES", "medaglione ESP"),
    "pistol": ("Pistole", "pistol", "pistolet", "pistola"),
    "healing": ("Heiltrank", "potion of healing", "potion de soin", "pozione di guarigione"),
    "teleport-potion": (
        "Teleport-Trank", "potion of teleport", "potion de téléportation",
        "pozione di teletrasporto",
    ),
    "sword": ("Zauberschwert", "magic sword", "épée magique", "spada magica"),
    "curse-300": ("Fluch −300", "curse −300", "malédiction −300", "maledizione −300"),
    "curse": ("Fluch −1", "curse −1", "malédiction −1", "maledizione −1"),
    "spores": ("Sporen", "spores", "spores", "spore"),
    "vapor": ("Giftdampf", "poison vapor", "vapeur toxique", "vapore velenoso"),
    "trap": ("Falle", "trap", "piège", "trappola"),
    "None": ("Plättchen", "counter", "pion", "segnalino"),
}  # fmt: skip
OTHERS: dict[str, tuple[str, str, str, str]] = {
    "spell.charm": ("Bezaubern", "Charm", "Charme", "Ammaliare"),
    "spell.esp": ("ESP", "ESP", "PES", "ESP"),
    "spell.fireball": ("Feuerball", "Fireball", "Boule de feu", "Palla di fuoco"),
    "spell.heroism": ("Heldenmut", "Heroism", "Héroïsme", "Eroismo"),
    "spell.speed": ("Eile", "Speed", "Vitesse", "Velocità"),
    "spell.teleport": ("Teleport", "Teleport", "Téléportation", "Teletrasporto"),
    "area.room": ("Raum {}", "room {}", "salle {}", "stanza {}"),
    "area.corridor": ("Gang {}", "corridor {}", "couloir {}", "corridoio {}"),
    "area.entrance": ("Eingang {}", "entrance {}", "entrée {}", "ingresso {}"),
    "area.cell": ("Verlies", "the Cell", "le cachot", "la cella"),
    "area.None": ("beliebiger Raum", "any room", "n'importe quelle salle", "qualsiasi stanza"),
    "look.monster": ("Monster", "monster", "monstre", "mostro"),
    "look.treasure": ("Schatz", "treasure", "trésor", "tesoro"),
    "look.either": (
        "Schatz oder Monster", "treasure or monster", "trésor ou monstre", "tesoro o mostro",
    ),
    "look.both": (
        "Schatz und Monster", "treasure and monster", "trésor et monstre", "tesoro e mostro",
    ),
    "due.spell": ("Zauberwurf", "the spell die", "le dé du sort", "il dado della magia"),
    "due.charm": (
        "Wirkung des Bezauberns", "the effect of Charm", "l'effet du Charme",
        "l'effetto di Ammaliare",
    ),
    "due.fireball": (
        "Treffer des Feuerballs", "the hits of the fireball", "les touches de la boule de feu",
        "i colpi della palla di fuoco",
    ),
    "due.acid": (
        "trifft die Säure? (ab 4)", "does the acid hit? (4 or more)",
        "l'acide touche-t-il ? (dès 4)", "l'acido colpisce? (da 4)",
    ),
    "due.acid-hits": (
        "Treffer der Säure", "the hits of the acid", "les touches de l'acide",
        "i colpi dell'acido",
    ),
    "due.pistol": (
        "die Pistole verstehen", "understanding the pistol", "comprendre le pistolet",
        "capire la pistola",
    ),
    "due.pistol-again": (
        "die Pistole verstehen, noch einmal", "understanding the pistol, once more",
        "comprendre le pistolet, encore une fois", "capire la pistola, ancora una volta",
    ),
    "due.pistol-self": (
        "die Pistole ging los: eigene Treffer", "the pistol went off: own hits",
        "le coup est parti : touches sur soi", "è partito un colpo: colpi su di sé",
    ),
    "due.shot": ("Treffer des Schusses", "the hits of the shot", "les touches du tir",
                 "i colpi dello sparo"),
    "due.healing": ("Heilung", "healing", "le soin", "la guarigione"),
    "due.vapor": ("Giftdampf", "poison vapor", "la vapeur toxique", "il vapore velenoso"),
    "due.trap": ("Falle", "the trap", "le piège", "la trappola"),
    "due.melee": ("Nahkampf", "melee", "la mêlée", "la mischia"),
    "due.melee-answer": (
        "Nahkampf, Gegenseite", "melee, the other side", "la mêlée, l'autre camp",
        "la mischia, l'altra parte",
    ),
    "due.witch": ("Hexenspruch", "the witch's spell", "le sort de la sorcière",
                  "la magia della strega"),
    "due.poison": ("Giftschaden", "the poison's damage", "les dégâts du poison",
                   "i danni del veleno"),
    "due.peek": ("ein Plättchen ansehen", "looking at a counter", "regarder un pion",
                 "guardare un segnalino"),
    "due.saw": ("was zu sehen war", "what was seen", "ce qui a été vu", "ciò che si è visto"),
    "due.land": ("Ziel des Teleports", "where the teleport leads", "le but de la téléportation",
                 "la meta del teletrasporto"),
    "due.turn": ("Monster aufdecken", "turning the monster up", "retourner le monstre",
                 "scoprire il mostro"),
    "due.found": ("was gefunden wurde", "what was found", "ce qui a été trouvé",
                  "ciò che si è trovato"),
    "phase.map": ("die Karte des Schlosses", "the map of the castle", "le plan du château",
                  "la mappa del castello"),
    "phase.first": ("der Würfel um den ersten Platz", "the die for who is first",
                    "le dé pour le premier joueur", "il dado per chi inizia"),
    "phase.choose": ("die Wahl der Figuren", "choosing characters", "le choix des personnages",
                     "la scelta dei personaggi"),
    "phase.ally": ("Bündnisse", "alliances", "les alliances", "le alleanze"),
    "phase.entrance": ("die Wahl der Eingänge", "choosing entrances", "le choix des entrées",
                       "la scelta degli ingressi"),
    "cause.wizard": ("Zauberer −1", "wizard −1", "magicien −1", "mago −1"),
    "cause.cleric": ("Kleriker +1", "cleric +1", "clerc +1", "chierico +1"),
    "cause.sword": ("Schwert +1", "sword +1", "épée +1", "spada +1"),
    "cause.heroism": ("Heldenmut +1", "heroism +1", "héroïsme +1", "eroismo +1"),
    "cause.curse": ("Fluch −1", "curse −1", "malédiction −1", "maledizione −1"),
    "cause.witch-curse": ("Hexenfluch −1", "witch's curse −1", "malédiction de sorcière −1",
                          "maledizione della strega −1"),
    "craft.to-start": ("zurück zum Eingang", "back to the entrance", "retour à l'entrée",
                       "ritorno all'ingresso"),
    "craft.dispel": ("Magie bannen", "dispel magic", "dissipation de la magie",
                     "dissolvi magie"),
    "craft.lead": ("Gold zu Blei", "gold to lead", "l'or en plomb", "oro in piombo"),
    "craft.poison": ("Giftpulver", "poison", "poison", "veleno"),
    "craft.curse": ("Fluch −1 für immer", "a curse −1 for good", "malédiction −1 définitive",
                    "maledizione −1 per sempre"),
    "craft.mummy-dust": ("Mumienstaub: Treffer verdoppelt", "mummy dust: hits doubled",
                         "poussière de momie : touches doublées",
                         "polvere di mummia: colpi raddoppiati"),
}  # fmt: skip

WORDS: dict[str, dict[str, str]] = {
    language: {
        **{f"counter.{kind}": texts[at] for kind, texts in COUNTERS.items()},
        **{key: texts[at] for key, texts in OTHERS.items()},
    }
    for at, language in enumerate(("de", "en", "fr", "it"))
}


def counter(words: Words, fact: Json, _: Names) -> str:
    return words.get(f"counter.{fact}", "?" if fact is None else str(fact))


def area(words: Words, fact: Json, _: Names) -> str:
    """Rooms carry numbers, entrances the letters A to F, the Cell an X, corridors the rest."""
    if not isinstance(fact, str):
        return words["area.None"]
    if fact.isdigit():
        kind = "room"
    elif fact in ENTRANCES:
        kind = "entrance"
    else:
        kind = "cell" if fact == "X" else "corridor"
    return words[f"area.{kind}"].format(fact)


def member(words: Words, fact: Json, names: Names) -> str:
    """A character with its player, a companion or monster alone."""
    given = fact if isinstance(fact, dict) else {}
    kind = counter(words, given.get("kind"), names)
    owner = given.get("seat")
    return kind if owner is None else f"{kind} ({seat(words, owner, names)})"


def _prefixed(prefix: str) -> Kind:
    def worded(words: Words, fact: Json, _: Names) -> str:
        return words.get(f"{prefix}.{fact}", "?" if fact is None else str(fact))

    return worded


def _signed(_: Words, fact: Json, __: Names) -> str:
    return f"{fact:+d}".replace("-", "−") if isinstance(fact, int) else "?"


def _groups(words: Words, fact: Json, names: Names) -> str:
    groups = fact if isinstance(fact, list) else []
    each = [
        " + ".join(seat(words, one, names) for one in group)
        for group in groups
        if isinstance(group, list)
    ]
    return ", ".join(each) or words["none"]


KINDS: dict[str, Kind] = {
    "area": area,
    "areas": listed(area),
    "causes": listed(_prefixed("cause")),
    "counter": counter,
    "counters": listed(counter),
    "due": _prefixed("due"),
    "groups": _groups,
    "item": counter,
    "look": _prefixed("look"),
    "member": member,
    "modifier": _signed,
    "other_area": area,
    "phase": _prefixed("phase"),
    "right_amounts": amounts,
    "right_seat": seat,
    "spell": _prefixed("spell"),
    "steps": listed(number),
    "values": listed(number),
    "witchcraft": _prefixed("craft"),
}
