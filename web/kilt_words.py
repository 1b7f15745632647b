"""The words of Kilt Castle's page in four languages."""

from __future__ import annotations

from collections.abc import Mapping

# key: German, English, French, Italian
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    "kilt.setup.how": (
        "Legt die Karten so hin, wie es alle Telefone zeigen. Oder tippt: zwei Karten tauschen, "
        "eine Karte zweimal dreht sie.",
        "Lay the cards as all phones show them. Or tap: two cards swap, one card tapped twice "
        "turns.",
        "Posez les cartes comme le montrent tous les téléphones. Ou touchez : deux cartes "
        "s’échangent, une carte deux fois tourne.",
        "Disponete le carte come mostrano tutti i telefoni. Oppure toccate: due carte si "
        "scambiano, una due volte si gira.",
    ),
    "kilt.setup.deal": ("Neu geben", "Deal again", "Redistribuer", "Ridistribuisci"),
    "kilt.setup.place": ("Reihen weiter", "Move the rows", "Avancer les rangées", "Sposta le file"),
    "kilt.setup.water": ("Wasser drehen", "Turn the water", "Tourner l’eau", "Gira l’acqua"),
    "kilt.setup.absent": (
        "Andere Farbe weglassen",
        "Leave out another colour",
        "Retirer une autre couleur",
        "Togli un altro colore",
    ),
    "kilt.setup.colours": (
        "Farben tauschen",
        "Swap colours",
        "Changer les couleurs",
        "Cambia colori",
    ),
    "kilt.setup.laid": (
        "So liegt es!",
        "It lies like this!",
        "C’est posé ainsi !",
        "È disposto così!",
    ),
    "kilt.red": ("Rot", "Red", "Rouge", "Rosso"),
    "kilt.orange": ("Orange", "Orange", "Orange", "Arancione"),
    "kilt.light_grey": ("Hellgrau", "Light grey", "Gris clair", "Grigio chiaro"),
    "kilt.dark_grey": ("Dunkelgrau", "Dark grey", "Gris foncé", "Grigio scuro"),
    "kilt.letter.red": ("R", "R", "R", "R"),
    "kilt.letter.orange": ("O", "O", "O", "A"),
    "kilt.letter.light_grey": ("H", "L", "C", "C"),
    "kilt.letter.dark_grey": ("D", "D", "F", "S"),
    "kilt.tower": (
        "Feld {square}: Turm {colour}, Höhe {height}",
        "Square {square}: {colour} tower, height {height}",
        "Case {square} : tour {colour}, hauteur {height}",
        "Casella {square}: torre {colour}, altezza {height}",
    ),
    "kilt.empty": (
        "Feld {square}: leer",
        "Square {square}: empty",
        "Case {square} : vide",
        "Casella {square}: vuota",
    ),
    "kilt.crests": ("{count} Wappen", "{count} crests", "{count} blasons", "{count} stemmi"),
    "kilt.roof": ("mit Dach", "with a roof", "avec un toit", "con tetto"),
    "kilt.target": ("hier möglich", "possible here", "possible ici", "possibile qui"),
    "kilt.card": (
        "Karte {board} zum Plan, {away} nach außen",
        "Card with {board} to the board, {away} away from it",
        "Carte {board} vers le plateau, {away} vers l’extérieur",
        "Carta {board} verso il tabellone, {away} verso l’esterno",
    ),
    "kilt.bank": ("Kasse {count}", "Bank {count}", "Banque {count}", "Banca {count}"),
    "kilt.turn": ("Zug {count}", "Turn {count}", "Tour {count}", "Turno {count}"),
    "kilt.roofs-left": (
        "Dächer übrig: {count}",
        "Roofs left: {count}",
        "Toits restants : {count}",
        "Tetti rimasti: {count}",
    ),
    "kilt.builds": ("{name} baut", "{name} builds", "{name} construit", "{name} costruisce"),
    "kilt.you-build": ("Du baust", "You build", "Tu construis", "Costruisci tu"),
    "kilt.roofs": (
        "{name} setzt ein Dach",
        "{name} sets a roof",
        "{name} pose un toit",
        "{name} mette un tetto",
    ),
    "kilt.you-roof": (
        "Du setzt ein Dach",
        "You set a roof",
        "Tu poses un toit",
        "Metti tu un tetto",
    ),
    "kilt.part.floors": ("Gebaut", "Built", "Bâtis", "Piani"),
    "kilt.part.ducats": ("Vorher", "Before", "Avant", "Prima"),
    "kilt.part.bonus": ("Schluss", "At the end", "À la fin", "Alla fine"),
    "option.gap-behind-front": (
        "Lücke hinter der Spitze",
        "Gap behind the front",
        "Trou derrière la tête",
        "Vuoto dietro la testa",
    ),
    "option.gap-behind-front.allowed": ("erlaubt", "allowed", "permis", "permesso"),
    "option.gap-behind-front.neighbour": (
        "nur mit Nachbar",
        "only with a neighbour",
        "avec voisin seulement",
        "solo con un vicino",
    ),
    "option.two-player-roof": (
        "Dach zu zweit",
        "Roof with two players",
        "Toit à deux joueurs",
        "Tetto in due giocatori",
    ),
    "option.two-player-roof.players": (
        "wenn zwei Spieler bauen",
        "when two players build",
        "si deux joueurs construisent",
        "se costruiscono due giocatori",
    ),
    "option.two-player-roof.colours": (
        "wenn zwei Farben bauen",
        "when two colours build",
        "si deux couleurs construisent",
        "se costruiscono due colori",
    ),
    "option.two-player-end": (
        "Ende zu zweit",
        "End with two players",
        "Fin à deux joueurs",
        "Fine in due giocatori",
    ),
    "option.two-player-end.player": (
        "alle Stockwerke eines Spielers",
        "all floors of a player",
        "tous les étages d’un joueur",
        "tutti i piani di un giocatore",
    ),
    "option.two-player-end.colour": (
        "alle Stockwerke einer Farbe",
        "all floors of a colour",
        "tous les étages d’une couleur",
        "tutti i piani di un colore",
    ),
    "option.ducats-shown": (
        "Dukaten offen",
        "Ducats in the open",
        "Ducats visibles",
        "Ducati scoperti",
    ),
    "option.money": ("Geld", "Money", "Argent", "Denaro"),
    "option.money.kept": (
        "führt das Gerät",
        "kept by the device",
        "tenu par l’appareil",
        "tenuto dal dispositivo",
    ),
    "option.money.told": (
        "melden die Spieler",
        "told by the players",
        "annoncé par les joueurs",
        "detto dai giocatori",
    ),
}
