"""Kilt Castle in German, English, French and Italian: what is due and what happened."""

from __future__ import annotations

from rules.kilt.ruling_words import RULINGS

HINTS: dict[str, dict[str, str]] = {
    "kilt.due-set-up": {
        "de": "Baut das Spiel für {players} Spieler auf.",
        "en": "Set up the game for {players} players.",
        "fr": "Mettez le jeu en place pour {players} joueurs.",
        "it": "Preparate il gioco per {players} giocatori.",
    },
    "kilt.due-move": {
        "de": "{seat} versetzt eine Karte.",
        "en": "{seat} moves a card.",
        "fr": "{seat} déplace une carte.",
        "it": "{seat} sposta una carta.",
    },
    "kilt.due-build": {
        "de": "{colour} baut.",
        "en": "{colour} builds.",
        "fr": "{colour} construit.",
        "it": "{colour} costruisce.",
    },
    "kilt.due-roof": {
        "de": "{colour} legt ein Dach auf {square}.",
        "en": "{colour} puts a roof on {square}.",
        "fr": "{colour} pose un toit en {square}.",
        "it": "{colour} mette un tetto in {square}.",
    },
    "kilt.due-payment": {
        "de": "{payer} zahlt {amount} an {payee}.",
        "en": "{payer} pays {amount} to {payee}.",
        "fr": "{payer} paie {amount} à {payee}.",
        "it": "{payer} paga {amount} a {payee}.",
    },
    "kilt.due-ducat-day": {
        "de": "Nach dem Bauen ist Dukatentag.",
        "en": "After building it is ducat day.",
        "fr": "Après la construction, phase de revenus.",
        "it": "Dopo la costruzione è giorno di paga.",
    },
    "kilt.due-ducat-day-paid": {
        "de": "Dukatentag! Aus der Kasse: {amounts}.",
        "en": "Ducat day! From the bank: {amounts}.",
        "fr": "Phase de revenus ! De la caisse : {amounts}.",
        "it": "Giorno di paga! Dalla banca: {amounts}.",
    },
    "kilt.due-nothing": {
        "de": "Das Spiel ist zu Ende. Es gewinnt: {seats}.",
        "en": "The game is over. Winner: {seats}.",
        "fr": "La partie est finie. Victoire : {seats}.",
        "it": "La partita è finita. Vince: {seats}.",
    },
    "kilt.know-turn": {
        "de": "Zweifarbige Karten beim Versetzen drehen. Wer eine Reihe leert, löst einen "
        "Dukatentag aus.",
        "en": "Turn double cards as you move them. Emptying a row brings a ducat day.",
        "fr": "Retournez les cartes doubles en les déplaçant. Vider une rangée amène une "
        "phase de revenus.",
        "it": "Gira le carte doppie spostandole. Svuotare una fila porta un giorno di paga.",
    },
    "kilt.know-sites": {
        "de": "{colour} kann bauen auf {squares}.",
        "en": "{colour} can build on {squares}.",
        "fr": "{colour} peut construire en {squares}.",
        "it": "{colour} può costruire in {squares}.",
    },
    "kilt.know-ducat-day": {
        "de": "Ein Dukatentag brächte jetzt: {amounts}.",
        "en": "A ducat day now would pay: {amounts}.",
        "fr": "Une phase de revenus rapporterait : {amounts}.",
        "it": "Un giorno di paga ora darebbe: {amounts}.",
    },
    "kilt.know-floors": {
        "de": "Restliche Stockwerke von {colour}: {count}. Das Ende naht.",
        "en": "Floors left for {colour}: {count}. The end is near.",
        "fr": "Blocs restants pour {colour} : {count}. La fin approche.",
        "it": "Piani rimasti a {colour}: {count}. La fine è vicina.",
    },
}

EVENTS: dict[str, dict[str, str]] = {
    "kilt.event.set-up": {
        "de": "Aufbau für {players} Spieler.",
        "en": "Set-up for {players} players.",
        "fr": "Mise en place pour {players} joueurs.",
        "it": "Preparazione per {players} giocatori.",
    },
    "kilt.event.starts": {
        "de": "{seat} beginnt.",
        "en": "{seat} starts.",
        "fr": "{seat} commence.",
        "it": "Inizia {seat}.",
    },
    "kilt.event.move": {
        "de": "{seat} legt {card} an {to}.",
        "en": "{seat} moves {card} to {to}.",
        "fr": "{seat} déplace {card} : {to}.",
        "it": "{seat} sposta {card}: {to}.",
    },
    "kilt.event.build": {
        "de": "{colour} baut {crests} auf {square}.",
        "en": "{colour} builds {crests} on {square}.",
        "fr": "{colour} construit {crests} en {square}.",
        "it": "{colour} costruisce {crests} in {square}.",
    },
    "kilt.event.build-own": {
        "de": "{colour} baut {crests} auf den Turm {square}, kostenlos.",
        "en": "{colour} builds {crests} on the tower at {square} for free.",
        "fr": "{colour} construit {crests} sur la tour {square}, gratuitement.",
        "it": "{colour} costruisce {crests} sulla torre {square}, gratis.",
    },
    "kilt.event.build-over": {
        "de": "{colour} baut {crests} auf {square} und zahlt {cost} an {payee_colour}.",
        "en": "{colour} builds {crests} on {square} and pays {cost} to {payee_colour}.",
        "fr": "{colour} construit {crests} en {square} et paie {cost} à {payee_colour}.",
        "it": "{colour} costruisce {crests} in {square} e paga {cost} a {payee_colour}.",
    },
    "kilt.event.roof": {
        "de": "Ein Dach kommt auf {square}.",
        "en": "A roof goes on {square}.",
        "fr": "Un toit est posé en {square}.",
        "it": "Un tetto va in {square}.",
    },
    "kilt.event.roof-moved": {
        "de": "Das Dach von {source} kommt auf {square}.",
        "en": "The roof of {source} goes on {square}.",
        "fr": "Le toit de {source} passe en {square}.",
        "it": "Il tetto di {source} va in {square}.",
    },
    "kilt.event.paid": {
        "de": "{payer} hat {amount} an {payee} gezahlt.",
        "en": "{payer} has paid {amount} to {payee}.",
        "fr": "{payer} a payé {amount} à {payee}.",
        "it": "{payer} ha pagato {amount} a {payee}.",
    },
    "kilt.event.ducat-day-paid": {
        "de": "Aus der Kasse genommen: {amounts}.",
        "en": "Taken from the bank: {amounts}.",
        "fr": "Pris dans la caisse : {amounts}.",
        "it": "Presi dalla banca: {amounts}.",
    },
    "kilt.event.row-emptied": {
        "de": "Eine Reihe ist leer: Dukatentag nach dem Bauen.",
        "en": "A row is empty: ducat day after building.",
        "fr": "Une rangée est vide : phase de revenus après la construction.",
        "it": "Una fila è vuota: giorno di paga dopo la costruzione.",
    },
    "kilt.event.skipped": {
        "de": "{colour} kann nicht bauen und setzt aus.",
        "en": "{colour} cannot build and is skipped.",
        "fr": "{colour} ne peut pas construire et passe.",
        "it": "{colour} non può costruire e salta.",
    },
    "kilt.event.roof-due": {
        "de": "Auf {square} gehört ein Dach.",
        "en": "A roof is due on {square}.",
        "fr": "Il faut un toit en {square}.",
        "it": "Serve un tetto in {square}.",
    },
    "kilt.event.ducat-day": {
        "de": "Dukatentag: {amounts}.",
        "en": "Ducat day: {amounts}.",
        "fr": "Phase de revenus : {amounts}.",
        "it": "Giorno di paga: {amounts}.",
    },
    "kilt.event.game-over": {
        "de": "Spielende. Für Türme und Wappen: {amounts}.",
        "en": "End of the game. For towers and crests: {amounts}.",
        "fr": "Fin de la partie. Pour les tours et blasons : {amounts}.",
        "it": "Fine della partita. Per torri e stemmi: {amounts}.",
    },
    "kilt.event.winners": {
        "de": "Es gewinnt: {seats}.",
        "en": "Winner: {seats}.",
        "fr": "Victoire : {seats}.",
        "it": "Vince: {seats}.",
    },
}

MESSAGES: dict[str, dict[str, str]] = {**RULINGS, **HINTS, **EVENTS}
