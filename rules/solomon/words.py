"""König Salomons Schatzkammer in four languages: what is due and what happened."""

from __future__ import annotations

from rules.solomon.ruling_words import RULINGS, Texts, by_language

_HINTS: Texts = {
    "solomon.due-set-up": (
        "Füllt jeden Schacht mit 4 offenen Plättchen. Jeder bekommt {coins} Münzen und {count} "
        "Karten ({players} Spieler).",
        "Fill every shaft with 4 open tiles. Each player gets {coins} coins and {count} cards "
        "({players} players).",
        "Remplissez chaque puits de 4 tuiles visibles. Chacun reçoit {coins} pièces et {count} "
        "cartes ({players} joueurs).",
        "Riempite ogni pozzo con 4 tessere scoperte. Ognuno riceve {coins} monete e {count} "
        "carte ({players} giocatori).",
    ),
    "solomon.due-choose": (
        "Runde {round} von {rounds}: verdeckt eine Karte wählen. Es fehlen: {seats}.",
        "Round {round} of {rounds}: choose a card in secret. Missing: {seats}.",
        "Manche {round} sur {rounds} : choisir une carte en secret. Manquent : {seats}.",
        "Giro {round} di {rounds}: scegliere una carta in segreto. Mancano: {seats}.",
    ),
    "solomon.due-show": (
        "Karten aufdecken! Welche Zahl haben: {seats}?",
        "Turn the cards up! Which number have: {seats}?",
        "Retournez les cartes ! Quel numéro ont : {seats} ?",
        "Scoprite le carte! Che numero hanno: {seats}?",
    ),
    "solomon.due-dig": (
        "{seat} gräbt mit Karte {card}, verschiebt vorher oder lässt es.",
        "{seat} digs with card {card}, shifts tiles first, or does not dig.",
        "{seat} creuse avec la carte {card}, pousse d'abord des tuiles ou renonce.",
        "{seat} scava con la carta {card}, prima sposta tessere o rinuncia.",
    ),
    "solomon.due-shape": (
        "Karte {card} ist neu: zeichnet ihre Form einmal, mit Pfeil.",
        "Card {card} is new: draw its shape once, with the arrow.",
        "La carte {card} est nouvelle : dessinez sa forme une fois, avec la flèche.",
        "La carta {card} è nuova: disegnatene la forma una volta, con la freccia.",
    ),
    "solomon.due-lift": (
        "{seat} zeigt {squares}: prüft es, dann nimmt {seat} alle Plättchen.",
        "{seat} shows {squares}: check it, then {seat} takes all these tiles.",
        "{seat} montre {squares} : vérifiez, puis {seat} prend toutes ces tuiles.",
        "{seat} mostra {squares}: controllate, poi {seat} prende tutte le tessere.",
    ),
    "solomon.due-pay": (
        "{seat} zahlt {amount}: {count} für Verschiebungen, {curses} für Flüche.",
        "{seat} pays {amount}: {count} for shifts, {curses} for curses.",
        "{seat} paie {amount} : {count} pour les poussées, {curses} pour les malédictions.",
        "{seat} paga {amount}: {count} per gli spostamenti, {curses} per le maledizioni.",
    ),
    "solomon.due-curses-untold": (
        "{count} Plättchen wurden nicht gesagt: Flüche darunter kommen noch dazu.",
        "{count} tiles were not told: curses among them come on top.",
        "{count} tuiles n'ont pas été dites : leurs malédictions s'ajoutent.",
        "{count} tessere non sono state dette: le maledizioni si aggiungono.",
    ),
    "solomon.due-add": (
        "{seat} kann nicht zahlen und legt eigene Plättchen verdeckt dazu: {count}.",
        "{seat} cannot pay and adds own tiles face down: {count}.",
        "{seat} ne peut pas payer et ajoute de ses tuiles, face cachée : {count}.",
        "{seat} non può pagare e aggiunge tessere sue, coperte: {count}.",
    ),
    "solomon.due-tell": (
        "Verdeckt bekommen: {count}. Sag deinem Handy, was es ist.",
        "Dealt to you face down: {count}. Tell your phone what it is.",
        "Reçu face cachée : {count}. Dis à ton téléphone ce que c'est.",
        "Ricevuto coperto: {count}. Di' al tuo telefono che cos'è.",
    ),
    "solomon.due-count": (
        "Schluss! Legt alles offen. Noch nicht gesagte Plättchen haben: {seats}.",
        "The end! Lay everything open. Tiles not told yet: {seats}.",
        "C'est fini ! Montrez tout. Tuiles pas encore dites : {seats}.",
        "Fine! Scoprite tutto. Tessere non ancora dette: {seats}.",
    ),
    "solomon.due-nothing": (
        "Das Spiel ist zu Ende. Es gewinnt: {seats}.",
        "The game is over. Winner: {seats}.",
        "La partie est finie. Victoire : {seats}.",
        "La partita è finita. Vince: {seats}.",
    ),
    "solomon.know-last-round": (
        "Das ist die letzte Runde.",
        "This is the last round.",
        "C'est la dernière manche.",
        "Questo è l'ultimo giro.",
    ),
    "solomon.know-cost": (
        "{seat} zahlt am Ende des Zuges für die Verschiebungen bisher {amount}.",
        "{seat} pays {amount} at the end of the turn for the shifts so far.",
        "{seat} paiera {amount} à la fin du tour pour les poussées jusqu'ici.",
        "{seat} pagherà {amount} a fine turno per gli spostamenti finora.",
    ),
    "solomon.know-areas": (
        "Stellen, an denen die Karte ohne Verschieben passt: {count}.",
        "Places where the card fits without shifting: {count}.",
        "Endroits où la carte va sans pousser : {count}.",
        "Posti in cui la carta va bene senza spostare: {count}.",
    ),
    "solomon.know-no-area": (
        "Ohne sehr viele Verschiebungen passt diese Karte nirgends. Du darfst es lassen.",
        "Without very many shifts this card fits nowhere. You need not dig.",
        "Sans énormément de poussées, cette carte ne va nulle part. Tu peux renoncer.",
        "Senza moltissimi spostamenti questa carta non va da nessuna parte. Puoi rinunciare.",
    ),
    "solomon.know-shifts": (
        "Ohne Verschieben passt die Karte nirgends. Am billigsten ist {squares} für {amount}: "
        "{steps}.",
        "Without shifting the card fits nowhere. The cheapest is {squares} for {amount}: {steps}.",
        "Sans pousser, la carte ne va nulle part. Le moins cher : {squares} pour {amount} : "
        "{steps}.",
        "Senza spostare la carta non va da nessuna parte. Il più economico: {squares} per "
        "{amount}: {steps}.",
    ),
    "solomon.know-next": (
        "Danach gräbt {seat}.",
        "After that {seat} digs.",
        "Ensuite, {seat} creuse.",
        "Poi scava {seat}.",
    ),
    "solomon.know-objects": (
        "Du könntest einsetzen: {objects}.",
        "You could use: {objects}.",
        "Tu pourrais utiliser : {objects}.",
        "Potresti usare: {objects}.",
    ),
    "solomon.know-ward": (
        "Mit dem Amulett sparst du {amount}.",
        "The amulet would save you {amount}.",
        "L'amulette t'épargnerait {amount}.",
        "Con l'amuleto risparmi {amount}.",
    ),
    "solomon.know-fail": (
        "Du hast nur {wealth}, fällig sind {amount}. Dann zahlst du nichts, aber was du "
        "ausgegraben hast, geht an die anderen.",
        "You have only {wealth}, {amount} are due. Then you pay nothing, but what you dug goes "
        "to the others.",
        "Tu n'as que {wealth}, il faut {amount}. Tu ne paies alors rien, mais ta fouille va "
        "aux autres.",
        "Hai solo {wealth}, servono {amount}. Allora non paghi nulla, ma ciò che hai scavato "
        "va agli altri.",
    ),
    "solomon.know-hand": (
        "Auf deiner eingetragenen Hand stehen gespielte Karten: {cards}. Bitte neu eintragen.",
        "The hand you entered holds cards that were played: {cards}. Please enter it again.",
        "Ta main saisie contient des cartes jouées : {cards}. Merci de la saisir à nouveau.",
        "La mano inserita contiene carte giocate: {cards}. Inseriscila di nuovo.",
    ),
}

_EVENTS: Texts = {
    "solomon.event.set-up": (
        "Die Mine ist gefüllt, das Spiel beginnt.",
        "The mine is filled, the game begins.",
        "La mine est remplie, la partie commence.",
        "La miniera è piena, la partita comincia.",
    ),
    "solomon.event.hold": (
        "{seat} hat seine Karten eingetragen.",
        "{seat} has entered a hand of cards.",
        "{seat} a saisi ses cartes.",
        "{seat} ha inserito le sue carte.",
    ),
    "solomon.event.hold-own": (
        "{seat} hält die Karten {cards}.",
        "{seat} holds the cards {cards}.",
        "{seat} tient les cartes {cards}.",
        "{seat} tiene le carte {cards}.",
    ),
    "solomon.event.choose": (
        "{seat} hat gewählt.",
        "{seat} has chosen.",
        "{seat} a choisi.",
        "{seat} ha scelto.",
    ),
    "solomon.event.choose-own": (
        "{seat} hat Karte {card} gewählt.",
        "{seat} has chosen card {card}.",
        "{seat} a choisi la carte {card}.",
        "{seat} ha scelto la carta {card}.",
    ),
    "solomon.event.show": (
        "{seat} zeigt Karte {card}.",
        "{seat} shows card {card}.",
        "{seat} montre la carte {card}.",
        "{seat} mostra la carta {card}.",
    ),
    "solomon.event.turned-up": (
        "Die Karten werden aufgedeckt; Zahlen fehlen von: {seats}.",
        "The cards are turned up; numbers are missing from: {seats}.",
        "Les cartes sont retournées ; il manque les numéros de : {seats}.",
        "Le carte vengono scoperte; mancano i numeri di: {seats}.",
    ),
    "solomon.event.revealed": (
        "Aufgedeckt! Es graben der Reihe nach: {order}.",
        "Revealed! Digging in this order: {order}.",
        "Révélé ! Ordre des fouilles : {order}.",
        "Scoperte! Si scava in quest'ordine: {order}.",
    ),
    "solomon.event.draw-shape": (
        "Karte {card} ist gezeichnet: {count} Felder.",
        "Card {card} is drawn: {count} squares.",
        "La carte {card} est dessinée : {count} cases.",
        "La carta {card} è disegnata: {count} caselle.",
    ),
    "solomon.event.see": (
        "Offen liegt: {seen}.",
        "Lying open: {seen}.",
        "Visible : {seen}.",
        "Scoperto: {seen}.",
    ),
    "solomon.event.shift": (
        "{seat} verschiebt {source} nach {target}.",
        "{seat} shifts {source} to {target}.",
        "{seat} pousse {source} vers {target}.",
        "{seat} sposta {source} in {target}.",
    ),
    "solomon.event.mark": (
        "{seat} will hier graben: {squares}.",
        "{seat} wants to dig here: {squares}.",
        "{seat} veut creuser ici : {squares}.",
        "{seat} vuole scavare qui: {squares}.",
    ),
    "solomon.event.mark-magic": (
        "{seat} will hier graben: {squares}, mit {objects}.",
        "{seat} wants to dig here: {squares}, with {objects}.",
        "{seat} veut creuser ici : {squares}, avec {objects}.",
        "{seat} vuole scavare qui: {squares}, con {objects}.",
    ),
    "solomon.event.lift": (
        "{seat} gräbt aus: {tiles}.",
        "{seat} digs up: {tiles}.",
        "{seat} déterre : {tiles}.",
        "{seat} scava: {tiles}.",
    ),
    "solomon.event.pass": (
        "{seat} gräbt nicht.",
        "{seat} does not dig.",
        "{seat} ne creuse pas.",
        "{seat} non scava.",
    ),
    "solomon.event.ward": (
        "{seat} wendet die Flüche mit dem Amulett ab.",
        "{seat} turns the curses away with the amulet.",
        "{seat} écarte les malédictions avec l'amulette.",
        "{seat} allontana le maledizioni con l'amuleto.",
    ),
    "solomon.event.due": (
        "Zu zahlen: {amount}.",
        "To pay: {amount}.",
        "À payer : {amount}.",
        "Da pagare: {amount}.",
    ),
    "solomon.event.pay": (
        "{seat} zahlt {amount}.",
        "{seat} pays {amount}.",
        "{seat} paie {amount}.",
        "{seat} paga {amount}.",
    ),
    "solomon.event.pay-change": (
        "{seat} zahlt {amount} und nimmt {change} zurück.",
        "{seat} pays {amount} and takes {change} back.",
        "{seat} paie {amount} et reprend {change}.",
        "{seat} paga {amount} e riprende {change}.",
    ),
    "solomon.event.fail": (
        "{seat} kann nicht zahlen.",
        "{seat} cannot pay.",
        "{seat} ne peut pas payer.",
        "{seat} non può pagare.",
    ),
    "solomon.event.add": (
        "{seat} legt eigene Plättchen dazu: {count}.",
        "{seat} adds own tiles: {count}.",
        "{seat} ajoute de ses tuiles : {count}.",
        "{seat} aggiunge tessere proprie: {count}.",
    ),
    "solomon.event.add-own": (
        "{seat} legt dazu: {tiles}.",
        "{seat} adds: {tiles}.",
        "{seat} ajoute : {tiles}.",
        "{seat} aggiunge: {tiles}.",
    ),
    "solomon.event.dealt": (
        "Verdeckt verteilt an: {gains}; aus dem Spiel: {count}.",
        "Dealt face down to: {gains}; out of the game: {count}.",
        "Distribué face cachée à : {gains} ; hors jeu : {count}.",
        "Distribuite coperte a: {gains}; fuori gioco: {count}.",
    ),
    "solomon.event.got": (
        "{seat} hat seine verdeckten Plättchen angesehen.",
        "{seat} has looked at the tiles dealt face down.",
        "{seat} a regardé ses tuiles reçues face cachée.",
        "{seat} ha guardato le tessere ricevute coperte.",
    ),
    "solomon.event.got-own": (
        "{seat} hat verdeckt bekommen: {tiles}.",
        "{seat} was dealt: {tiles}.",
        "{seat} a reçu : {tiles}.",
        "{seat} ha ricevuto: {tiles}.",
    ),
    "solomon.event.count": (
        "{seat} legt offen: {tiles}.",
        "{seat} lays open: {tiles}.",
        "{seat} révèle : {tiles}.",
        "{seat} scopre: {tiles}.",
    ),
    "solomon.event.total": (
        "{seat} hat {points} Punkte gezählt.",
        "{seat} has counted {points} points.",
        "{seat} a compté {points} points.",
        "{seat} ha contato {points} punti.",
    ),
    "solomon.event.round": (
        "Runde {round} beginnt.",
        "Round {round} begins.",
        "La manche {round} commence.",
        "Comincia il giro {round}.",
    ),
    "solomon.event.winners": (
        "Alle Karten sind gespielt. Es gewinnt: {seats}!",
        "All cards are played. Winner: {seats}!",
        "Toutes les cartes sont jouées. Victoire : {seats} !",
        "Tutte le carte sono giocate. Vince: {seats}!",
    ),
}

HINTS = by_language(_HINTS)
EVENTS = by_language(_EVENTS)
MESSAGES: dict[str, dict[str, str]] = {**RULINGS, **HINTS, **EVENTS}
