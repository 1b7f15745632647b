"""Burg Appenzell in German, English, French and Italian: what is wrong and what would be right."""

from __future__ import annotations

SET_UP: dict[str, dict[str, str]] = {
    "appenzell.already-set-up": {
        "de": "Die Burg ist schon aufgebaut; ein neuer Aufbau ist ein neues Spiel.",
        "en": "The castle is set up already; another set-up is another game.",
        "fr": "Le château est déjà en place ; le remonter, c'est une nouvelle partie.",
        "it": "Il castello è già pronto; rimontarlo è un'altra partita.",
    },
    "appenzell.not-set-up": {
        "de": "Zuerst wird die Burg aufgebaut: Räume, Mäuse und wer beginnt.",
        "en": "First the castle is set up: rooms, mice and who begins.",
        "fr": "D'abord on met le château en place : pièces, souris et qui commence.",
        "it": "Prima si prepara il castello: stanze, topi e chi comincia.",
    },
    "appenzell.no-such-seat": {
        "de": "Es spielen nur {players} mit; ein anderer Platz kann nicht handeln.",
        "en": "Only {players} are playing; no other seat can act.",
        "fr": "Il n'y a que {players} joueurs ; aucune autre place ne peut agir.",
        "it": "Giocano solo in {players}; nessun altro posto può agire.",
    },
    "appenzell.setup-colours": {
        "de": "Jeder der {players} Spieler braucht Mäuse einer eigenen Farbe.",
        "en": "Each of the {players} players needs mice of a colour of their own.",
        "fr": "Chacun des {players} joueurs a besoin de souris d'une couleur à lui.",
        "it": "Ognuno dei {players} giocatori ha bisogno di topi di un colore suo.",
    },
    "appenzell.setup-cheeses": {
        "de": "Es gibt {count} Käsesorten, und jede sieht anders aus.",
        "en": "There are {count} kinds of cheese, and each looks different.",
        "fr": "Il y a {count} sortes de fromage, et chacune est différente.",
        "it": "Ci sono {count} tipi di formaggio, e ognuno è diverso.",
    },
    "appenzell.layout-count": {
        "de": "Angegeben sind {count} Räume; eine Burg hat {right}.",
        "en": "{count} rooms were given; a castle has {right}.",
        "fr": "{count} pièces sont indiquées ; un château en a {right}.",
        "it": "Sono indicate {count} stanze; un castello ne ha {right}.",
    },
    "appenzell.layout-shape": {
        "de": "Auf die Felder {fields} passt kein Dach. Räume sind 2 oder 3 Felder in einer "
        "Reihe oder ein Quadrat aus 4.",
        "en": "No roof fits the fields {fields}. Rooms are 2 or 3 fields in a line, or a square "
        "of 4.",
        "fr": "Aucun toit ne va sur les cases {fields}. Une pièce fait 2 ou 3 cases en ligne, "
        "ou un carré de 4.",
        "it": "Nessun tetto copre le caselle {fields}. Una stanza è di 2 o 3 caselle in linea, "
        "o un quadrato di 4.",
    },
    "appenzell.layout-roofs": {
        "de": "Räume mit {size} Feldern: {count}. In der Schachtel sind dafür {right} Dächer.",
        "en": "Rooms of {size} fields: {count}. The box has {right} roofs for them.",
        "fr": "Pièces de {size} cases : {count}. La boîte contient {right} toits pour elles.",
        "it": "Stanze di {size} caselle: {count}. Nella scatola ci sono {right} tetti adatti.",
    },
    "appenzell.layout-outside": {
        "de": "{fields} gehört zu keinem Raum: Die Ecken sind Türme ohne Dach.",
        "en": "{fields} belongs to no room: the corners are towers without a roof.",
        "fr": "{fields} n'appartient à aucune pièce : les coins sont des tours sans toit.",
        "it": "{fields} non appartiene a nessuna stanza: gli angoli sono torri senza tetto.",
    },
    "appenzell.layout-overlap": {
        "de": "In mehr als einem Raum: {fields}. Jedes Feld gehört zu genau einem.",
        "en": "In more than one room: {fields}. Every field belongs to exactly one.",
        "fr": "Dans plus d'une pièce : {fields}. Chaque case appartient à une seule.",
        "it": "In più di una stanza: {fields}. Ogni casella appartiene a una sola.",
    },
    "appenzell.layout-gap": {
        "de": "Noch ohne Raum: {fields}. Die Dächer decken alles außer den Türmen.",
        "en": "Still without a room: {fields}. The roofs cover everything but the towers.",
        "fr": "Encore sans pièce : {fields}. Les toits couvrent tout sauf les tours.",
        "it": "Ancora senza stanza: {fields}. I tetti coprono tutto tranne le torri.",
    },
    "appenzell.layout-third": {
        "de": "Diese Räume sind neu, aber der Spielplan hat nur {count} Seiten, und beide sind "
        "bekannt. Nehmt eine davon oder lasst es gelten.",
        "en": "These rooms are new, but the board has only {count} sides and both are known. "
        "Use one of them, or let it stand.",
        "fr": "Ces pièces sont nouvelles, mais le plateau n'a que {count} faces, déjà connues. "
        "Prenez l'une d'elles ou laissez faire.",
        "it": "Queste stanze sono nuove, ma la plancia ha solo {count} lati, già noti. Usatene "
        "uno o lasciate così.",
    },
    "appenzell.not-a-tower": {
        "de": "{field} ist kein Turm. Die Türme sind {fields}.",
        "en": "{field} is not a tower. The towers are {fields}.",
        "fr": "{field} n'est pas une tour. Les tours sont {fields}.",
        "it": "{field} non è una torre. Le torri sono {fields}.",
    },
    "appenzell.one-mouse": {
        "de": "{seat} hat schon eine Maus im Turm. Vor dem ersten Zug kommt nur eine hinein.",
        "en": "{seat} has a mouse in a tower already. Only one goes in before the first turn.",
        "fr": "{seat} a déjà une souris dans une tour. Une seule entre avant le premier tour.",
        "it": "{seat} ha già un topo in una torre. Prima del primo turno ne entra uno solo.",
    },
    "appenzell.placing-over": {
        "de": "Das Spiel läuft schon. {seat} bringt weitere Mäuse im eigenen Zug hinein, jede "
        "für eine Aktion.",
        "en": "The game is under way. {seat} brings in more mice on their own turn, one action "
        "each.",
        "fr": "La partie est lancée. {seat} fait entrer d'autres souris à son tour, une action "
        "chacune.",
        "it": "La partita è in corso. {seat} fa entrare altri topi nel proprio turno, "
        "un'azione ciascuno.",
    },
    "appenzell.tower-taken": {
        "de": "Im Turm {field} sitzt schon eine Maus. Frei: {fields}.",
        "en": "There is a mouse in tower {field} already. Free: {fields}.",
        "fr": "Il y a déjà une souris dans la tour {field}. Libres : {fields}.",
        "it": "Nella torre {field} c'è già un topo. Libere: {fields}.",
    },
    "appenzell.place-first": {
        "de": "Zuerst stellt jeder eine Maus in einen Turm. Es fehlt noch: {seats}.",
        "en": "First everyone puts one mouse into a tower. Still missing: {seats}.",
        "fr": "D'abord chacun place une souris dans une tour. Manque encore : {seats}.",
        "it": "Prima ognuno mette un topo in una torre. Manca ancora: {seats}.",
    },
}

TURN: dict[str, dict[str, str]] = {
    "appenzell.game-over": {
        "de": "Das Spiel ist zu Ende; jetzt zählt nichts mehr.",
        "en": "The game is over; nothing counts any more.",
        "fr": "La partie est finie ; plus rien ne compte.",
        "it": "La partita è finita; ora non conta più nulla.",
    },
    "appenzell.not-your-turn": {
        "de": "{seat} ist nicht dran, sondern {right_seat}.",
        "en": "It is not {seat}'s turn but {right_seat}'s.",
        "fr": "Ce n'est pas à {seat} de jouer, mais à {right_seat}.",
        "it": "Non tocca a {seat} ma a {right_seat}.",
    },
    "appenzell.turn-closing": {
        "de": "{seat} deckt schon Räume zu; danach gibt es keine Aktion mehr, nur noch Dächer.",
        "en": "{seat} is covering rooms already; after that there is no action, only roofs.",
        "fr": "{seat} recouvre déjà les pièces ; ensuite plus d'action, seulement des toits.",
        "it": "{seat} sta già coprendo le stanze; dopo niente azioni, solo tetti.",
    },
    "appenzell.too-many-actions": {
        "de": "Das kostet {cost}, übrig: {left}. Ein Zug hat höchstens 4.",
        "en": "That costs {cost}; left: {left}. A turn has at most 4.",
        "fr": "Cela coûte {cost} ; il reste : {left}. Un tour en a 4 au plus.",
        "it": "Costa {cost}; restano: {left}. Un turno ne ha al massimo 4.",
    },
    "appenzell.uncover-far": {
        "de": "Das Dach {room} grenzt an keine eigene Maus. Erreichbar: {rooms}.",
        "en": "The roof {room} touches no mouse of yours. Within reach: {rooms}.",
        "fr": "Le toit {room} ne touche aucune de tes souris. À portée : {rooms}.",
        "it": "Il tetto {room} non tocca nessun tuo topo. Raggiungibili: {rooms}.",
    },
    "appenzell.second-slide": {
        "de": "{seat} hat in diesem Zug schon geschoben. Schieben geht nur einmal im Zug.",
        "en": "{seat} has slid a tile this turn. Sliding is allowed once a turn.",
        "fr": "{seat} a déjà poussé une tuile à ce tour. On ne pousse qu'une fois par tour.",
        "it": "{seat} ha già spinto una tessera in questo turno. Si spinge una volta sola.",
    },
    "appenzell.run-diagonal": {
        "de": "Von {from} nach {field} geht es schräg. Mäuse laufen nur gerade, hier nach: "
        "{fields}.",
        "en": "From {from} to {field} is diagonal. Mice run straight, from here to: {fields}.",
        "fr": "De {from} à {field}, c'est en diagonale. Les souris vont tout droit, ici vers : "
        "{fields}.",
        "it": "Da {from} a {field} è in diagonale. I topi corrono dritti, da qui a: {fields}.",
    },
    "appenzell.run-far": {
        "de": "Von {from} nach {field} führt kein Schritt und kein Sprung über Mäuse. Möglich: "
        "{fields}.",
        "en": "No step and no jump over mice leads from {from} to {field}. Possible: {fields}.",
        "fr": "Aucun pas ni saut par-dessus des souris ne mène de {from} à {field}. Possible : "
        "{fields}.",
        "it": "Nessun passo né salto sopra topi porta da {from} a {field}. Possibile: {fields}.",
    },
    "appenzell.run-entrance": {
        "de": "Von {from} kommt eine Maus nur durch einen Turm herein, nicht nach {field}. "
        "Möglich: {fields}.",
        "en": "From {from} a mouse comes in only through a tower, not to {field}. Possible: "
        "{fields}.",
        "fr": "De {from}, une souris n'entre que par une tour, pas en {field}. Possible : "
        "{fields}.",
        "it": "Da {from} un topo entra solo da una torre, non in {field}. Possibile: {fields}.",
    },
    "appenzell.run-tower": {
        "de": "Von {from} darf keine Maus in den Turm {field} zurück. Möglich: {fields}.",
        "en": "No mouse may go from {from} back into the tower {field}. Possible: {fields}.",
        "fr": "De {from}, aucune souris ne retourne dans la tour {field}. Possible : {fields}.",
        "it": "Da {from} nessun topo torna nella torre {field}. Possibile: {fields}.",
    },
    "appenzell.run-roof": {
        "de": "Auf {field} liegt ein Dach; von {from} aus erst aufdecken. Möglich: {fields}.",
        "en": "There is a roof on {field}; uncover it before running from {from}. Possible: "
        "{fields}.",
        "fr": "Il y a un toit sur {field} ; à découvrir avant de partir de {from}. Possible : "
        "{fields}.",
        "it": "Su {field} c'è un tetto; va tolto prima di correre da {from}. Possibile: {fields}.",
    },
    "appenzell.run-trap": {
        "de": "Auf {field} ist eine Mausefalle; dorthin läuft keine Maus. Von {from} möglich: "
        "{fields}.",
        "en": "There is a mousetrap on {field}; no mouse runs there. Possible from {from}: "
        "{fields}.",
        "fr": "Il y a une souricière sur {field} ; aucune souris n'y va. Possible depuis "
        "{from} : {fields}.",
        "it": "Su {field} c'è una trappola; nessun topo ci va. Possibile da {from}: {fields}.",
    },
    "appenzell.field-taken": {
        "de": "Auf {field} steht schon eine Maus, und dort ist nur Platz für eine. Von {from} "
        "möglich: {fields}.",
        "en": "There is a mouse on {field} already, and a field holds one. Possible from "
        "{from}: {fields}.",
        "fr": "Il y a déjà une souris sur {field}, et une case n'en porte qu'une. Possible "
        "depuis {from} : {fields}.",
        "it": "Su {field} c'è già un topo, e una casella ne porta uno. Possibile da {from}: "
        "{fields}.",
    },
    "appenzell.run-out": {
        "de": "Die Maus auf {field} bleibt in der Burg: Hinaus darf keine.",
        "en": "The mouse on {field} stays in the castle: none may leave.",
        "fr": "La souris en {field} reste dans le château : aucune ne peut sortir.",
        "it": "Il topo in {field} resta nel castello: nessuno può uscire.",
    },
    "appenzell.run-from-roof": {
        "de": "Die Maus auf {field} sitzt unter einem Dach. Erst muss es weg.",
        "en": "The mouse on {field} sits under a roof. That has to come off first.",
        "fr": "La souris en {field} est sous un toit. Il faut d'abord l'enlever.",
        "it": "Il topo in {field} è sotto un tetto. Prima bisogna toglierlo.",
    },
    "appenzell.maybe-trap": {
        "de": "Was auf {field} liegt, hat noch niemand gesagt; es könnte eine Mausefalle sein.",
        "en": "Nobody has told what lies on {field}; it could be a mousetrap.",
        "fr": "Personne n'a dit ce qu'il y a en {field} ; ce pourrait être une souricière.",
        "it": "Nessuno ha detto che cosa c'è in {field}; potrebbe essere una trappola.",
    },
    "appenzell.untold-mice": {
        "de": "Was unter den Mäusen auf {fields} liegt, ist noch nicht gesagt. Falle oder Käse "
        "zählen zuerst.",
        "en": "What lies under the mice on {fields} has not been told. A trap or a cheese "
        "counts first.",
        "fr": "On n'a pas dit ce qu'il y a sous les souris en {fields}. Souricière ou fromage "
        "passent d'abord.",
        "it": "Non è stato detto che cosa c'è sotto i topi in {fields}. Prima contano trappola "
        "o formaggio.",
    },
}

TOLD: dict[str, dict[str, str]] = {
    "appenzell.cheese-forgotten": {
        "de": "{seat} hat zwei Mäuse auf demselben Käse ({cheese}) und nimmt sich zuerst das "
        "Sammelplättchen.",
        "en": "{seat} has two mice on the same cheese ({cheese}) and takes the collecting tile "
        "first.",
        "fr": "{seat} a deux souris sur le même fromage ({cheese}) et prend d'abord la tuile "
        "de collection.",
        "it": "{seat} ha due topi sullo stesso formaggio ({cheese}) e prende prima la tessera "
        "da collezione.",
    },
    "appenzell.cheese-twice": {
        "de": "{seat} hat diesen Käse schon ({cheese}). Jede Sorte gibt es nur einmal.",
        "en": "{seat} has that cheese already ({cheese}). Each kind is collected once.",
        "fr": "{seat} a déjà ce fromage ({cheese}). Chaque sorte ne se prend qu'une fois.",
        "it": "{seat} ha già questo formaggio ({cheese}). Ogni tipo si prende una volta sola.",
    },
    "appenzell.cheese-not-earned": {
        "de": "{seat} hat keine zwei Mäuse auf diesem Käse ({cheese}) und bekommt ihn noch nicht.",
        "en": "{seat} has no two mice on that cheese ({cheese}) and does not get it yet.",
        "fr": "{seat} n'a pas deux souris sur ce fromage ({cheese}) et ne le reçoit pas encore.",
        "it": "{seat} non ha due topi su questo formaggio ({cheese}) e non lo riceve ancora.",
    },
    "appenzell.reveal-covered": {
        "de": "Über {field} liegt ein Dach. Gesagt wird nur, was offen liegt.",
        "en": "There is a roof over {field}. Only what lies open is told.",
        "fr": "Il y a un toit sur {field}. On ne dit que ce qui est découvert.",
        "it": "Sopra {field} c'è un tetto. Si dice solo ciò che è scoperto.",
    },
    "appenzell.tile-known": {
        "de": "Gesagt: {tile}. Auf dem Plättchen ({field}) ist aber schon bekannt: {right_tile}. "
        "War das falsch, dann den früheren Eintrag berichtigen.",
        "en": "Told: {tile}. But the tile ({field}) is known already: {right_tile}. If that was "
        "wrong, correct the earlier entry.",
        "fr": "Annoncé : {tile}. Mais la tuile ({field}) est déjà connue : {right_tile}. Si "
        "c'était faux, corrigez l'entrée d'avant.",
        "it": "Detto: {tile}. Ma la tessera ({field}) è già nota: {right_tile}. Se era "
        "sbagliato, correggete la voce precedente.",
    },
    "appenzell.tile-count": {
        "de": "Gesagt: {tile} ({field}). Davon gibt es nur {count}, und so viele wurden schon "
        "gesagt; eines davon war wohl falsch.",
        "en": "Told: {tile} ({field}). There are only {count} of them and as many were told; "
        "one of those was probably wrong.",
        "fr": "Annoncé : {tile} ({field}). Il n'y en a que {count}, déjà tous annoncés ; l'un "
        "d'eux était sans doute faux.",
        "it": "Detto: {tile} ({field}). Ce ne sono solo {count}, già tutte dette; una era "
        "probabilmente sbagliata.",
    },
    "appenzell.tiles-all-seen": {
        "de": "Gesagt: {tile} ({field}). Alle {count} davon liegen schon offen; hier ist es "
        "etwas anderes.",
        "en": "Told: {tile} ({field}). All {count} of them lie open already; this is something "
        "else.",
        "fr": "Annoncé : {tile} ({field}). Les {count} sont déjà visibles ; ici, c'est autre "
        "chose.",
        "it": "Detto: {tile} ({field}). Tutte e {count} sono già scoperte; qui c'è altro.",
    },
    "appenzell.cover-mouse": {
        "de": "Im Raum {room} steht eine Maus. Zugedeckt werden nur leere Räume.",
        "en": "There is a mouse in room {room}. Only empty rooms are covered.",
        "fr": "Il y a une souris dans la pièce {room}. On ne recouvre que les pièces vides.",
        "it": "Nella stanza {room} c'è un topo. Si coprono solo le stanze vuote.",
    },
    "appenzell.cover-by-itself": {
        "de": "Das Dach {room} kommt am Ende des Zuges von selbst in die Bücher; jetzt bleibt es "
        "noch ab.",
        "en": "The roof {room} is booked by itself at the end of the turn; for now it stays off.",
        "fr": "Le toit {room} est noté tout seul à la fin du tour ; pour l'instant il reste "
        "enlevé.",
        "it": "Il tetto {room} viene segnato da solo a fine turno; per ora resta tolto.",
    },
    "appenzell.not-covered": {
        "de": "Leere Räume bekommen am Ende des Zuges ihr Dach zurück. Noch offen: {rooms}.",
        "en": "Empty rooms get their roofs back at the end of the turn. Still open: {rooms}.",
        "fr": "Les pièces vides retrouvent leur toit à la fin du tour. Encore ouvertes : {rooms}.",
        "it": "Le stanze vuote riprendono il tetto a fine turno. Ancora aperte: {rooms}.",
    },
}

IMPOSSIBLE: dict[str, dict[str, str]] = {
    "appenzell.no-mouse-outside": {
        "de": "{seat} hat draußen keine Maus mehr.",
        "en": "{seat} has no mouse left outside.",
        "fr": "{seat} n'a plus de souris dehors.",
        "it": "{seat} non ha più topi fuori.",
    },
    "appenzell.no-mouse-there": {
        "de": "Auf {field} steht keine Maus von {seat}. Dort stehen welche: {fields}.",
        "en": "There is no mouse of {seat} on {field}. They stand here: {fields}.",
        "fr": "Il n'y a pas de souris de {seat} en {field}. Elles sont ici : {fields}.",
        "it": "In {field} non ci sono topi di {seat}. Stanno qui: {fields}.",
    },
    "appenzell.no-such-field": {
        "de": "Dorthin ({field}) kann diese Maus nicht gehen: Das Ziel ist ein anderes Feld der "
        "Burg.",
        "en": "That mouse cannot go there ({field}): the target is another field of the castle.",
        "fr": "Cette souris ne peut pas aller là ({field}) : le but est une autre case du château.",
        "it": "Quel topo non può andare lì ({field}): la meta è un'altra casella del castello.",
    },
    "appenzell.no-such-room": {
        "de": "Diesen Raum gibt es nicht; die Burg hat {count}.",
        "en": "There is no such room; the castle has {count}.",
        "fr": "Cette pièce n'existe pas ; le château en a {count}.",
        "it": "Questa stanza non esiste; il castello ne ha {count}.",
    },
    "appenzell.no-roof-there": {
        "de": "Der Raum {room} ist schon offen. Aufdecken lässt sich nur, was ein Dach hat.",
        "en": "Room {room} is open already. Only what has a roof can be uncovered.",
        "fr": "La pièce {room} est déjà ouverte. On ne découvre que ce qui a un toit.",
        "it": "La stanza {room} è già aperta. Si scopre solo ciò che ha un tetto.",
    },
    "appenzell.roof-there": {
        "de": "Auf dem Raum {room} liegt schon ein Dach.",
        "en": "There is a roof on room {room} already.",
        "fr": "La pièce {room} a déjà un toit.",
        "it": "La stanza {room} ha già un tetto.",
    },
    "appenzell.no-such-slot": {
        "de": "Diesen Schlitz gibt es nicht; die Burg hat {count}.",
        "en": "There is no such slot; the castle has {count}.",
        "fr": "Cette fente n'existe pas ; le château en a {count}.",
        "it": "Questa fessura non esiste; il castello ne ha {count}.",
    },
    "appenzell.no-tile-there": {
        "de": "Auf {field} liegt nie ein Plättchen; das ist ein Turm oder ein hohes Feld.",
        "en": "No tile ever lies on {field}; it is a tower or a high field.",
        "fr": "Il n'y a jamais de tuile en {field} ; c'est une tour ou une case haute.",
        "it": "In {field} non c'è mai una tessera; è una torre o una casella alta.",
    },
    "appenzell.no-such-tile": {
        "de": "Dieses Plättchen gibt es nicht: nur 7 Käsesorten, leere und Mausefallen.",
        "en": "There is no such tile: only 7 cheeses, plain ones and mousetraps.",
        "fr": "Cette tuile n'existe pas : seulement 7 fromages, des vides et des souricières.",
        "it": "Questa tessera non esiste: solo 7 formaggi, tessere vuote e trappole.",
    },
}

RULINGS: dict[str, dict[str, str]] = {**SET_UP, **TURN, **TOLD, **IMPOSSIBLE}
