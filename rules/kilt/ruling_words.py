"""Kilt Castle in German, English, French and Italian: what is wrong and what would be right."""

from __future__ import annotations

SETUP: dict[str, dict[str, str]] = {
    "kilt.setup-stacks": {
        "de": "Die Kartenreihen haben {found} Karten. Richtig sind im Uhrzeigersinn {sizes}, "
        "ohne Lücke nebeneinander.",
        "en": "The card rows hold {found} cards. Right is {sizes} clockwise, side by side "
        "without a gap.",
        "fr": "Les rangées comptent {found} cartes. Il faut {sizes} dans le sens horaire, "
        "côte à côte sans trou.",
        "it": "Le file hanno {found} carte. Servono {sizes} in senso orario, una accanto "
        "all'altra senza buchi.",
    },
    "kilt.setup-singles": {
        "de": "In der ersten Reihe ({place}) liegen nicht nur einfarbige Karten. Dorthin "
        "gehören alle einfarbigen.",
        "en": "The first row ({place}) holds more than single-colour cards. All the "
        "single-colour ones belong there.",
        "fr": "La première rangée ({place}) ne contient pas que des cartes unies. C'est là "
        "que vont toutes les cartes unies.",
        "it": "La prima fila ({place}) non ha solo carte di un colore. Lì vanno tutte le "
        "carte di un colore.",
    },
    "kilt.setup-colour-thrice": {
        "de": "{colour} kommt in der Reihe {place} {times} Mal vor. Höchstens zweimal ist "
        "erlaubt: eine Karte tauschen.",
        "en": "{colour} appears {times} times in the row at {place}. At most twice is "
        "allowed: swap a card.",
        "fr": "{colour} figure {times} fois dans la rangée {place}. Deux fois au plus : "
        "échangez une carte.",
        "it": "{colour} compare {times} volte nella fila {place}. Al massimo due: scambiate "
        "una carta.",
    },
    "kilt.setup-water": {
        "de": "Als fehlende Felder sind {squares} angegeben. Es müssen {count} "
        "zusammenhängende in einer Ecke sein.",
        "en": "{squares} are given as missing squares. There must be {count}, joined, in one "
        "corner.",
        "fr": "Cases manquantes indiquées : {squares}. Il en faut {count}, contiguës, dans "
        "un coin.",
        "it": "Caselle mancanti indicate: {squares}. Devono essere {count}, unite, in un angolo.",
    },
    "kilt.setup-water-moved": {
        "de": "Die fehlenden Felder sind {squares}, bei dieser Schachtel aber {right_squares}. "
        "Liegt der Plan gedreht?",
        "en": "The missing squares are {squares}, but in this box they are {right_squares}. "
        "Is the board turned?",
        "fr": "Les cases manquantes sont {squares}, mais pour cette boîte {right_squares}. "
        "Le plateau est-il tourné ?",
        "it": "Le caselle mancanti sono {squares}, ma in questa scatola {right_squares}. La "
        "plancia è girata?",
    },
    "kilt.setup-start": {
        "de": "{seat} soll beginnen, aber die einzelne Karte zeigt {colour} nach außen: "
        "{right_seat} beginnt.",
        "en": "{seat} is to start, but the lone card shows {colour} away from the board: "
        "{right_seat} starts.",
        "fr": "{seat} devrait commencer, mais la carte seule montre {colour} vers "
        "l'extérieur : {right_seat} commence.",
        "it": "Dovrebbe iniziare {seat}, ma la carta sola mostra {colour} verso l'esterno: "
        "inizia {right_seat}.",
    },
    "kilt.setup-start-seat": {
        "de": "Diesen Startspieler gibt es nicht: {players} spielen mit.",
        "en": "There is no such start player: {players} are playing.",
        "fr": "Ce premier joueur n'existe pas : vous êtes {players}.",
        "it": "Questo primo giocatore non esiste: giocate in {players}.",
    },
    "kilt.setup-seats": {
        "de": "Die Farben sind falsch verteilt. Zu {players}: jede Farbe nur einmal, zu zweit "
        "zwei Farben je Spieler, sonst eine.",
        "en": "The colours are not dealt right. With {players} players: each colour once, two "
        "colours each for two players, else one.",
        "fr": "Les couleurs sont mal réparties. À {players} : chaque couleur une fois, deux "
        "par joueur à deux, sinon une.",
        "it": "I colori non sono distribuiti bene. In {players}: ogni colore una volta, due a "
        "testa in due, altrimenti uno.",
    },
    "kilt.setup-cards": {
        "de": "Am Rand liegt nicht der ganze Kartensatz. Zu {players} braucht es jede Karte "
        "der gespielten Farben genau einmal.",
        "en": "The whole set of cards is not on the table. With {players} players every card "
        "of the colours in play lies there exactly once.",
        "fr": "Le jeu de cartes n'est pas complet. À {players}, chaque carte des couleurs "
        "jouées est là exactement une fois.",
        "it": "Il mazzo non è completo. In {players} ogni carta dei colori in gioco c'è "
        "esattamente una volta.",
    },
    "kilt.setup-water-squares": {
        "de": "Ein angegebenes fehlendes Feld liegt nicht auf dem Plan.",
        "en": "One of the missing squares named is not on the board.",
        "fr": "Une des cases manquantes indiquées n'est pas sur le plateau.",
        "it": "Una delle caselle mancanti indicate non è sulla plancia.",
    },
    "kilt.already-set-up": {
        "de": "Das Spiel ist schon aufgebaut. Zum Ändern den Aufbau berichtigen.",
        "en": "The game is already set up. To change it, correct the set-up.",
        "fr": "Le jeu est déjà en place. Pour changer, corrigez la mise en place.",
        "it": "Il gioco è già preparato. Per cambiare, correggi la preparazione.",
    },
    "kilt.not-set-up": {
        "de": "Das Spiel ist noch nicht aufgebaut. Zuerst kommt der Aufbau.",
        "en": "The game is not set up yet. The set-up comes first.",
        "fr": "Le jeu n'est pas encore en place. D'abord la mise en place.",
        "it": "Il gioco non è ancora preparato. Prima la preparazione.",
    },
}

MOVING: dict[str, dict[str, str]] = {
    "kilt.game-over": {
        "de": "Das Spiel ist zu Ende, es wird nicht mehr gezogen.",
        "en": "The game is over, no more turns are taken.",
        "fr": "La partie est finie, on ne joue plus.",
        "it": "La partita è finita, non si gioca più.",
    },
    "kilt.turn-card": {
        "de": "{card} wurde nicht gedreht. Beim Versetzen dreht sie sich: richtig herum ist es "
        "{right_card}, erste Farbe zum Plan.",
        "en": "{card} was not turned. A double card turns when it moves: it should lie as "
        "{right_card}, first colour to the board.",
        "fr": "{card} n'a pas été retournée. Une carte double pivote en se déplaçant : ce "
        "doit être {right_card}, première couleur vers le plateau.",
        "it": "{card} non è stata girata. Una carta doppia si gira spostandola: deve essere "
        "{right_card}, primo colore verso la plancia.",
    },
    "kilt.must-move": {
        "de": "{card} liegt noch an {to}. Sie muss mindestens einen Platz im Uhrzeigersinn "
        "weiter; möglich: {places}.",
        "en": "{card} still lies at {to}. It has to go at least one place clockwise; "
        "possible: {places}.",
        "fr": "{card} est toujours en {to}. Elle doit avancer d'au moins une place dans le "
        "sens horaire ; possible : {places}.",
        "it": "{card} è ancora al {to}. Deve avanzare di almeno un posto in senso orario; "
        "possibile: {places}.",
    },
    "kilt.backwards": {
        "de": "{card} ging rückwärts an {to}. Karten wandern nur im Uhrzeigersinn; möglich: "
        "{places}.",
        "en": "{card} went backwards to {to}. Cards only travel clockwise; possible: {places}.",
        "fr": "{card} a reculé en {to}. Les cartes n'avancent que dans le sens horaire ; "
        "possible : {places}.",
        "it": "{card} è tornata indietro al {to}. Le carte vanno solo in senso orario; "
        "possibile: {places}.",
    },
    "kilt.too-far": {
        "de": "{card} ging zu weit, an {to}. Höchstens ein Platz vor die Spitze ist erlaubt; "
        "möglich: {places}.",
        "en": "{card} went too far, to {to}. At most one place beyond the front is allowed; "
        "possible: {places}.",
        "fr": "{card} est allée trop loin, en {to}. Une place au plus devant la tête ; "
        "possible : {places}.",
        "it": "{card} è andata troppo lontano, al {to}. Al massimo un posto oltre la testa; "
        "possibile: {places}.",
    },
    "kilt.front-neighbour": {
        "de": "{card} läge an {to} allein an der Spitze, ohne Karte im Platz dahinter. "
        "Möglich: {places}.",
        "en": "{card} would lie alone in front at {to}, with no card in the place behind it. "
        "Possible: {places}.",
        "fr": "{card} serait seule en tête en {to}, sans carte à la place juste derrière. "
        "Possible : {places}.",
        "it": "{card} sarebbe sola in testa al {to}, senza carte nel posto subito dietro. "
        "Possibile: {places}.",
    },
    "kilt.gap-behind-front": {
        "de": "{card} läge an {to} allein in einer Lücke ohne Karte dahinter. Eure Hausregel "
        "verlangt dort eine Nachbarin; möglich: {places}.",
        "en": "{card} would lie alone in a gap at {to} with no card behind it. Your house rule "
        "asks for a neighbour there; possible: {places}.",
        "fr": "{card} serait seule dans un trou en {to}, sans carte derrière. Votre règle "
        "maison y exige une voisine ; possible : {places}.",
        "it": "{card} sarebbe sola in un buco al {to}, senza carte dietro. La vostra regola "
        "chiede una vicina; possibile: {places}.",
    },
    "kilt.row-full": {
        "de": "Die Reihe an {to} ist voll: höchstens {limit} Karten. Möglich für {card}: {places}.",
        "en": "The row at {to} is full: {limit} cards at most. Possible for {card}: {places}.",
        "fr": "La rangée en {to} est pleine : {limit} cartes au plus. Possible pour {card} : "
        "{places}.",
        "it": "La fila al {to} è piena: al massimo {limit} carte. Possibile per {card}: {places}.",
    },
    "kilt.too-many-rows": {
        "de": "Mit {to} wären es {rows} Kartenreihen, höchstens {limit} sind erlaubt. Möglich: "
        "{places}.",
        "en": "With {to} there would be {rows} card rows, at most {limit} are allowed. Possible: "
        "{places}.",
        "fr": "Avec {to}, il y aurait {rows} rangées, {limit} au plus sont permises. Possible : "
        "{places}.",
        "it": "Con {to} ci sarebbero {rows} file, al massimo {limit}. Possibile: {places}.",
    },
    "kilt.must-build": {
        "de": "{colour} hat noch nicht gebaut. Wer bauen kann, muss bauen, bevor die nächste "
        "Karte wandert.",
        "en": "{colour} has not built yet. Who can build must build before the next card moves.",
        "fr": "{colour} n'a pas encore construit. Qui peut construire le doit, avant la carte "
        "suivante.",
        "it": "{colour} non ha ancora costruito. Chi può costruire deve farlo prima della "
        "prossima carta.",
    },
    "kilt.no-such-card": {
        "de": "{card} liegt nicht auf dem Tisch.",
        "en": "{card} is not on the table.",
        "fr": "{card} n'est pas sur la table.",
        "it": "{card} non è sul tavolo.",
    },
    "kilt.no-such-place": {
        "de": "Diesen Kartenplatz gibt es nicht. Rund um den Plan sind es 20.",
        "en": "There is no such card place. There are 20 around the board.",
        "fr": "Cette place de carte n'existe pas. Il y en a 20 autour du plateau.",
        "it": "Questo posto per le carte non esiste. Ce ne sono 20 attorno alla plancia.",
    },
}

BUILDING: dict[str, dict[str, str]] = {
    "kilt.move-first": {
        "de": "{colour} hat gebaut, obwohl jetzt niemand baut. Zuerst wird eine Karte versetzt.",
        "en": "{colour} built although nobody builds now. A card has to move first.",
        "fr": "{colour} a construit alors que personne ne construit. D'abord, on déplace une "
        "carte.",
        "it": "{colour} ha costruito ma ora non costruisce nessuno. Prima si sposta una carta.",
    },
    "kilt.not-builder": {
        "de": "{colour} baut in diesem Zug nicht (mehr). An der Reihe: {colours}.",
        "en": "{colour} does not build (again) this turn. To build: {colours}.",
        "fr": "{colour} ne construit pas (ou plus) ce tour-ci. À construire : {colours}.",
        "it": "{colour} non costruisce (più) in questo turno. Deve costruire: {colours}.",
    },
    "kilt.build-order": {
        "de": "{colour} hat zu früh gebaut. Zuerst baut {first}: die Farbe, die jetzt zum Plan "
        "zeigt.",
        "en": "{colour} built too early. {first} builds first: the colour that now faces the "
        "board.",
        "fr": "{colour} a construit trop tôt. {first} construit d'abord : la couleur tournée "
        "vers le plateau.",
        "it": "{colour} ha costruito troppo presto. Prima tocca a {first}: il colore rivolto "
        "alla plancia.",
    },
    "kilt.build-line": {
        "de": "{square} liegt nicht in der Linie der Karte an {to}. {colour} kann bauen auf: "
        "{squares}.",
        "en": "{square} is not in the line of the card at {to}. {colour} can build on: {squares}.",
        "fr": "{square} n'est pas dans la ligne de la carte en {to}. {colour} peut construire "
        "en : {squares}.",
        "it": "{square} non è nella linea della carta al {to}. {colour} può costruire in: "
        "{squares}.",
    },
    "kilt.first-empty": {
        "de": "{square} ist nicht das erste freie Feld. Von der Karte aus gesehen ist das "
        "{right_square}.",
        "en": "{square} is not the first empty square. Seen from the card that is {right_square}.",
        "fr": "{square} n'est pas la première case libre. Vue de la carte, c'est {right_square}.",
        "it": "{square} non è la prima casella libera. Vista dalla carta è {right_square}.",
    },
    "kilt.roof-overbuilt": {
        "de": "Der Turm auf {square} trägt ein Dach. Dächer werden nie überbaut.",
        "en": "The tower on {square} has a roof. Roofs are never built over.",
        "fr": "La tour en {square} porte un toit. On ne construit jamais sur un toit.",
        "it": "La torre in {square} ha un tetto. Sui tetti non si costruisce mai.",
    },
    "kilt.cannot-afford": {
        "de": "{square} kostet {cost}, mehr als {colour} hat. Ein billigeres Feld wählen.",
        "en": "{square} costs {cost}, more than {colour} has. Choose a cheaper square.",
        "fr": "{square} coûte {cost}, plus que n'a {colour}. Choisissez moins cher.",
        "it": "{square} costa {cost}, più di quanto ha {colour}. Scegli una casella meno cara.",
    },
    "kilt.purse-unsure": {
        "de": "Nach den Büchern kann {colour} hier nicht zahlen; ob doch, hängt an einem "
        "ungesehenen Wappen.",
        "en": "By the books {colour} cannot pay here; whether it can after all depends on a crest "
        "nobody saw.",
        "fr": "D'après les comptes, {colour} ne peut pas payer ici ; peut-être si, à cause d'un "
        "blason que personne n'a vu.",
        "it": "Secondo i conti {colour} qui non può pagare; forse sì, dipende da uno stemma non "
        "visto.",
    },
    "kilt.crests-unseen": {
        "de": "Ob {colour} noch {crests} hat, ist ungewiss: ein früheres wurde nicht gesehen.",
        "en": "Whether {colour} still has {crests} is unsure: an earlier floor was not seen.",
        "fr": "On ignore si {colour} a encore {crests} : un bloc précédent n'a pas été vu.",
        "it": "Non si sa se {colour} ha ancora {crests}: un piano precedente non è stato visto.",
    },
    "kilt.no-square": {
        "de": "{square} ist kein Bauplatz.",
        "en": "{square} is not a building square.",
        "fr": "{square} n'est pas une case à bâtir.",
        "it": "{square} non è una casella edificabile.",
    },
    "kilt.colour-not-playing": {
        "de": "{colour} spielt nicht mit.",
        "en": "{colour} is not playing.",
        "fr": "{colour} ne joue pas.",
        "it": "{colour} non gioca.",
    },
    "kilt.no-floor-left": {
        "de": "{colour} hat kein Stockwerk mehr.",
        "en": "{colour} has no floor left.",
        "fr": "{colour} n'a plus de bloc.",
        "it": "{colour} non ha più piani.",
    },
    "kilt.no-such-floor": {
        "de": "{colour} hat davon keines mehr übrig: {crests}.",
        "en": "{colour} has none of these left: {crests}.",
        "fr": "{colour} n'en a plus : {crests}.",
        "it": "{colour} non ne ha più: {crests}.",
    },
    "kilt.roof-forgotten": {
        "de": "Auf {square} fehlt das Dach. Zwei haben dort gebaut, also kommt es sofort darauf.",
        "en": "The roof on {square} is missing. Two built there, so it goes on at once.",
        "fr": "Il manque le toit en {square}. Deux y ont construit, il se pose donc aussitôt.",
        "it": "Manca il tetto in {square}. Due hanno costruito lì, quindi va messo subito.",
    },
    "kilt.no-roof-due": {
        "de": "Auf {square} gehört jetzt kein Dach. Das gibt es nur, wenn zwei im selben Zug "
        "dasselbe Feld bebauen.",
        "en": "No roof belongs on {square} now. One is due only when two build on the same "
        "square in one turn.",
        "fr": "Pas de toit en {square} maintenant. Il n'est dû que si deux joueurs bâtissent "
        "la même case au même tour.",
        "it": "Ora in {square} non va un tetto. Serve solo se due costruiscono nella stessa "
        "casella nello stesso turno.",
    },
    "kilt.roof-square": {
        "de": "Das Dach liegt auf {square}. Es gehört auf {right_square}.",
        "en": "The roof lies on {square}. It belongs on {right_square}.",
        "fr": "Le toit est en {square}. Il va en {right_square}.",
        "it": "Il tetto è in {square}. Va in {right_square}.",
    },
    "kilt.roof-unused-first": {
        "de": "Das Dach kam von {source}. Solange eines neben dem Plan liegt, wird dieses "
        "genommen.",
        "en": "The roof came from {source}. As long as one lies beside the board, that one is "
        "used.",
        "fr": "Le toit vient de {source}. Tant qu'il en reste un à côté du plateau, on prend "
        "celui-là.",
        "it": "Il tetto viene da {source}. Finché ce n'è uno accanto alla plancia, si usa quello.",
    },
    "kilt.roof-there": {
        "de": "Auf {square} liegt schon ein Dach.",
        "en": "There is a roof on {square} already.",
        "fr": "Il y a déjà un toit en {square}.",
        "it": "In {square} c'è già un tetto.",
    },
    "kilt.no-roof-there": {
        "de": "Auf {square} liegt kein Dach, das man versetzen könnte.",
        "en": "There is no roof on {square} to move.",
        "fr": "Il n'y a pas de toit à déplacer en {square}.",
        "it": "In {square} non c'è un tetto da spostare.",
    },
    "kilt.no-unused-roof": {
        "de": "Beide Dächer sind schon auf Türmen. Eines davon wird versetzt.",
        "en": "Both roofs are on towers already. One of them is moved.",
        "fr": "Les deux toits sont déjà posés. On en déplace un.",
        "it": "I due tetti sono già sulle torri. Se ne sposta uno.",
    },
}

MONEY: dict[str, dict[str, str]] = {
    "kilt.price": {
        "de": "{payer} hat {amount} gezahlt. Richtig: {right_amount}, eine je überbautem "
        "Stockwerk.",
        "en": "{payer} paid {amount}. Right is {right_amount}: one for each floor built over.",
        "fr": "{payer} a payé {amount}. Il faut {right_amount} : un par bloc recouvert.",
        "it": "{payer} ha pagato {amount}. Giusto: {right_amount}, uno per ogni piano coperto.",
    },
    "kilt.payee": {
        "de": "{payee} hat das Geld bekommen. Es gehört {right_seat}, wem der Turm vorher gehörte.",
        "en": "{payee} got the money. It is due to {right_seat}, who owned the tower before.",
        "fr": "{payee} a reçu l'argent. Il revient à {right_seat}, à qui était la tour.",
        "it": "{payee} ha ricevuto il denaro. Spetta a {right_seat}, che aveva la torre.",
    },
    "kilt.payer": {
        "de": "{payer} hat nichts zu zahlen. Zu zahlen hat {right_seat}.",
        "en": "{payer} has nothing to pay. {right_seat} has to pay.",
        "fr": "{payer} n'a rien à payer. C'est à {right_seat} de payer.",
        "it": "{payer} non deve pagare nulla. Deve pagare {right_seat}.",
    },
    "kilt.nothing-to-pay": {
        "de": "{payer} zahlt {amount} an {payee}, aber es ist nichts (mehr) zu zahlen. Bitte "
        "zurückgeben.",
        "en": "{payer} pays {amount} to {payee}, but nothing is due (any more). Please give it "
        "back.",
        "fr": "{payer} paie {amount} à {payee}, mais il n'y a rien (ou plus rien) à payer. À "
        "rendre.",
        "it": "{payer} paga {amount} a {payee}, ma non c'è (più) nulla da pagare. Da restituire.",
    },
    "kilt.payment-forgotten": {
        "de": "{payer} hat {amount} an {payee} noch nicht gezahlt. Erst zahlen, dann zieht die "
        "nächste Karte.",
        "en": "{payer} has not paid {amount} to {payee} yet. Pay first, then the next card moves.",
        "fr": "{payer} n'a pas encore payé {amount} à {payee}. On paie avant la carte suivante.",
        "it": "{payer} non ha ancora pagato {amount} a {payee}. Prima si paga, poi si muove "
        "la carta.",
    },
    "kilt.ducat-day-forgotten": {
        "de": "Der Dukatentag wurde vergessen. Die Kasse zahlt: {amounts}.",
        "en": "The ducat day was forgotten. The bank pays: {amounts}.",
        "fr": "La phase de revenus a été oubliée. La caisse paie : {amounts}.",
        "it": "Il giorno di paga è stato dimenticato. La banca paga: {amounts}.",
    },
    "kilt.ducat-day-after-building": {
        "de": "Der Dukatentag kommt erst nach dem Bauen. Noch zu bauen: {colours}.",
        "en": "The ducat day comes after building. Still to build: {colours}.",
        "fr": "La phase de revenus vient après la construction. À construire encore : {colours}.",
        "it": "Il giorno di paga viene dopo aver costruito. Deve ancora costruire: {colours}.",
    },
    "kilt.no-ducat-day": {
        "de": "Jetzt ist kein Dukatentag. Den löst nur aus, wer eine Reihe leert; er zahlt einmal.",
        "en": "There is no ducat day now. Only emptying a row brings one, and it pays once.",
        "fr": "Ce n'est pas une phase de revenus. Seule une rangée vidée la déclenche, et elle "
        "paie une fois.",
        "it": "Ora non è giorno di paga. Scatta solo svuotando una fila e paga una volta.",
    },
    "kilt.ducat-day-amount": {
        "de": "{seat} nahm {amount}. Die wertvollste Fläche bringt {right_amount}.",
        "en": "{seat} took {amount}. The most valuable area earns {right_amount}.",
        "fr": "{seat} a pris {amount}. Le meilleur territoire rapporte {right_amount}.",
        "it": "{seat} ha preso {amount}. L'area di maggior valore rende {right_amount}.",
    },
    "kilt.ducat-day-two-areas": {
        "de": "{seat} nahm {amount}, also mehrere Flächen. Nur die wertvollste zählt: "
        "{right_amount}.",
        "en": "{seat} took {amount}, so several areas. Only the most valuable counts: "
        "{right_amount}.",
        "fr": "{seat} a pris {amount}, donc plusieurs territoires. Seul le meilleur compte : "
        "{right_amount}.",
        "it": "{seat} ha preso {amount}, quindi più aree. Conta solo la migliore: {right_amount}.",
    },
    "kilt.ducat-day-unsure": {
        "de": "{seat} nahm {amount}. Sicher: {right_amount}; der Rest hängt an einem "
        "ungesehenen Wappen.",
        "en": "{seat} took {amount}. Sure is {right_amount}; the rest depends on a crest nobody "
        "saw.",
        "fr": "{seat} a pris {amount}. Sûr : {right_amount} ; le reste dépend d'un blason non vu.",
        "it": "{seat} ha preso {amount}. Sicuro: {right_amount}; il resto dipende da uno stemma "
        "non visto.",
    },
    "kilt.no-such-seats": {
        "de": "Zahlen können nur zwei verschiedene Mitspieler untereinander.",
        "en": "A payment goes from one player of this game to another.",
        "fr": "Un paiement va d'un joueur de la partie à un autre.",
        "it": "Un pagamento va da un giocatore della partita a un altro.",
    },
    "kilt.no-such-amount": {
        "de": "Einen solchen Betrag gibt es nicht.",
        "en": "There is no such amount.",
        "fr": "Un tel montant n'existe pas.",
        "it": "Un importo così non esiste.",
    },
    "kilt.amount-per-seat": {
        "de": "Ein Dukatentag nennt für jeden der {players} Spieler einen Betrag ab 0.",
        "en": "A ducat day names an amount from 0 for each of the {players} players.",
        "fr": "Une phase de revenus donne un montant à partir de 0 pour chacun des {players} "
        "joueurs.",
        "it": "Un giorno di paga indica un importo da 0 per ognuno dei {players} giocatori.",
    },
}

RULINGS: dict[str, dict[str, str]] = {**SETUP, **MOVING, **BUILDING, **MONEY}
