"""Burg Appenzell in German, English, French and Italian: what is due and what happened."""

from __future__ import annotations

from rules.appenzell.ruling_words import RULINGS

HINTS: dict[str, dict[str, str]] = {
    "appenzell.due-set-up": {
        "de": "Baut die Burg für {players} Spieler auf und sagt, wie die Räume liegen.",
        "en": "Set up the castle for {players} players and tell how the rooms lie.",
        "fr": "Montez le château pour {players} joueurs et indiquez les pièces.",
        "it": "Preparate il castello per {players} giocatori e indicate le stanze.",
    },
    "appenzell.due-place": {
        "de": "Eine Maus in einen freien Turm: {seats}.",
        "en": "One mouse into a free tower: {seats}.",
        "fr": "Une souris dans une tour libre : {seats}.",
        "it": "Un topo in una torre libera: {seats}.",
    },
    "appenzell.due-reveal": {
        "de": "Sagt, was hier liegt: {fields}.",
        "en": "Tell what lies here: {fields}.",
        "fr": "Dites ce qu'il y a ici : {fields}.",
        "it": "Dite che cosa c'è qui: {fields}.",
    },
    "appenzell.due-take": {
        "de": "{seat} bekommt ein Sammelplättchen ({cheese}).",
        "en": "{seat} gets a collecting tile ({cheese}).",
        "fr": "{seat} reçoit une tuile de collection ({cheese}).",
        "it": "{seat} riceve una tessera da collezione ({cheese}).",
    },
    "appenzell.due-turn": {
        "de": "{seat} hat noch {left}.",
        "en": "{seat} has {left} left.",
        "fr": "Il reste {left} à {seat}.",
        "it": "{seat} ha ancora {left}.",
    },
    "appenzell.due-end": {
        "de": "{seat} hat keine Aktion mehr und beendet den Zug.",
        "en": "{seat} has no action left and ends the turn.",
        "fr": "{seat} n'a plus d'action et termine son tour.",
        "it": "{seat} non ha più azioni e chiude il turno.",
    },
    "appenzell.due-cover": {
        "de": "Jetzt zudecken: {rooms}.",
        "en": "Cover now: {rooms}.",
        "fr": "À recouvrir maintenant : {rooms}.",
        "it": "Da coprire ora: {rooms}.",
    },
    "appenzell.due-nothing": {
        "de": "Das Spiel ist zu Ende. Es gewinnt: {seats}.",
        "en": "The game is over. Winner: {seats}.",
        "fr": "La partie est finie. Victoire : {seats}.",
        "it": "La partita è finita. Vince: {seats}.",
    },
    "appenzell.due-nothing-draw": {
        "de": "Das Spiel ist zu Ende, und niemand gewinnt.",
        "en": "The game is over, and nobody wins.",
        "fr": "La partie est finie, et personne ne gagne.",
        "it": "La partita è finita e non vince nessuno.",
    },
    "appenzell.may-act": {
        "de": "Je 1: Nachbardach abheben, ein Schritt, einmal schieben.",
        "en": "1 each: lift a neighbouring roof, one step, slide once.",
        "fr": "1 chacun : ôter un toit voisin, un pas, pousser une fois.",
        "it": "1 ciascuno: togliere un tetto vicino, un passo, spingere una volta.",
    },
    "appenzell.may-act-slid": {
        "de": "Je 1: Nachbardach abheben, ein Schritt. Geschoben ist schon.",
        "en": "1 each: lift a neighbouring roof, one step. Sliding is done.",
        "fr": "1 chacun : ôter un toit voisin, un pas. On a déjà poussé.",
        "it": "1 ciascuno: togliere un tetto vicino, un passo. Si è già spinto.",
    },
    "appenzell.will-cover": {
        "de": "Danach zudecken: {rooms}.",
        "en": "Then cover: {rooms}.",
        "fr": "Ensuite recouvrir : {rooms}.",
        "it": "Poi coprire: {rooms}.",
    },
    "appenzell.last-mice": {
        "de": "{seat} hat nur noch zwei Mäuse. Fällt eine davon, endet das Spiel.",
        "en": "{seat} has only two mice left. If one of them falls, the game ends.",
        "fr": "{seat} n'a plus que deux souris. Si l'une tombe, la partie s'arrête.",
        "it": "{seat} ha solo due topi. Se uno cade, la partita finisce.",
    },
    "appenzell.last-cheese": {
        "de": "{seat} fehlt nur noch eine Käsesorte.",
        "en": "{seat} needs only one more kind of cheese.",
        "fr": "Il ne manque plus qu'une sorte de fromage à {seat}.",
        "it": "A {seat} manca solo un tipo di formaggio.",
    },
}

EVENTS: dict[str, dict[str, str]] = {
    "appenzell.event.set-up": {
        "de": "Die Burg steht, für {players} Spieler.",
        "en": "The castle is set up for {players} players.",
        "fr": "Le château est prêt pour {players} joueurs.",
        "it": "Il castello è pronto per {players} giocatori.",
    },
    "appenzell.event.place": {
        "de": "{seat} stellt eine Maus in den Turm {field}.",
        "en": "{seat} puts a mouse into tower {field}.",
        "fr": "{seat} place une souris dans la tour {field}.",
        "it": "{seat} mette un topo nella torre {field}.",
    },
    "appenzell.event.begins": {
        "de": "{seat} beginnt.",
        "en": "{seat} begins.",
        "fr": "{seat} commence.",
        "it": "Comincia {seat}.",
    },
    "appenzell.event.uncover": {
        "de": "{seat} deckt {room} auf.",
        "en": "{seat} uncovers {room}.",
        "fr": "{seat} découvre {room}.",
        "it": "{seat} scopre {room}.",
    },
    "appenzell.event.enter": {
        "de": "{seat}: eine Maus von {from} kommt in den Turm {field}.",
        "en": "{seat}: a mouse from {from} enters tower {field}.",
        "fr": "{seat} : une souris de {from} entre dans la tour {field}.",
        "it": "{seat}: un topo da {from} entra nella torre {field}.",
    },
    "appenzell.event.run": {
        "de": "{seat} läuft von {from} nach {field}.",
        "en": "{seat} runs from {from} to {field}.",
        "fr": "{seat} va de {from} à {field}.",
        "it": "{seat} corre da {from} a {field}.",
    },
    "appenzell.event.jump": {
        "de": "{seat} springt von {from} nach {field} ({cost}).",
        "en": "{seat} jumps from {from} to {field} ({cost}).",
        "fr": "{seat} saute de {from} à {field} ({cost}).",
        "it": "{seat} salta da {from} a {field} ({cost}).",
    },
    "appenzell.event.leave": {
        "de": "{seat} nimmt eine Maus von {from} aus der Burg ({field}).",
        "en": "{seat} takes a mouse from {from} out of the castle ({field}).",
        "fr": "{seat} sort une souris de {from} ({field}).",
        "it": "{seat} toglie un topo da {from} ({field}).",
    },
    "appenzell.event.slide": {
        "de": "{seat} schiebt: {slot}.",
        "en": "{seat} slides a tile: {slot}.",
        "fr": "{seat} pousse une tuile : {slot}.",
        "it": "{seat} spinge una tessera: {slot}.",
    },
    "appenzell.event.reveal": {
        "de": "Plättchen gesagt: {field}.",
        "en": "Tile told: {field}.",
        "fr": "Tuile annoncée : {field}.",
        "it": "Tessera detta: {field}.",
    },
    "appenzell.event.take": {
        "de": "{seat} nimmt ein Sammelplättchen ({cheese}).",
        "en": "{seat} takes a collecting tile ({cheese}).",
        "fr": "{seat} prend une tuile de collection ({cheese}).",
        "it": "{seat} prende una tessera da collezione ({cheese}).",
    },
    "appenzell.event.cheese": {
        "de": "{seat} sammelt Käse: {cheese}!",
        "en": "{seat} collects cheese: {cheese}!",
        "fr": "{seat} ramasse du fromage : {cheese} !",
        "it": "{seat} raccoglie formaggio: {cheese}!",
    },
    "appenzell.event.mouse-lost": {
        "de": "Eine Maus von {seat} plumpst in den Keller; übrig: {count}.",
        "en": "A mouse of {seat} drops into the cellar; left: {count}.",
        "fr": "Une souris de {seat} tombe à la cave ; il en reste {count}.",
        "it": "Un topo di {seat} cade in cantina; ne restano {count}.",
    },
    "appenzell.event.cover": {
        "de": "Ein Dach kommt auf {room}.",
        "en": "A roof goes on {room}.",
        "fr": "Un toit est remis sur {room}.",
        "it": "Un tetto va su {room}.",
    },
    "appenzell.event.end-turn": {
        "de": "{seat} beendet den Zug.",
        "en": "{seat} ends the turn.",
        "fr": "{seat} termine son tour.",
        "it": "{seat} chiude il turno.",
    },
    "appenzell.event.covered": {
        "de": "Zugedeckt: {rooms}.",
        "en": "Covered: {rooms}.",
        "fr": "Recouvert : {rooms}.",
        "it": "Coperte: {rooms}.",
    },
    "appenzell.event.goal": {
        "de": "{seat} hat {count} Käsesorten und gewinnt!",
        "en": "{seat} has {count} kinds of cheese and wins!",
        "fr": "{seat} a {count} sortes de fromage et gagne !",
        "it": "{seat} ha {count} tipi di formaggio e vince!",
    },
    "appenzell.event.third-mouse": {
        "de": "Die dritte Maus ist verloren, das Spiel endet: {seats}.",
        "en": "The third mouse is lost and the game ends: {seats}.",
        "fr": "La troisième souris est perdue, la partie s'arrête : {seats}.",
        "it": "Il terzo topo è perso, la partita finisce: {seats}.",
    },
    "appenzell.event.winner": {
        "de": "{seat} gewinnt.",
        "en": "{seat} wins.",
        "fr": "{seat} gagne.",
        "it": "Vince {seat}.",
    },
    "appenzell.event.no-winner": {
        "de": "Niemand kann gewinnen: unentschieden.",
        "en": "Nobody can win: a draw.",
        "fr": "Personne ne peut gagner : match nul.",
        "it": "Nessuno può vincere: pareggio.",
    },
}

MESSAGES: dict[str, dict[str, str]] = {**RULINGS, **HINTS, **EVENTS}
