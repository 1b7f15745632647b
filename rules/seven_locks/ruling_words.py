"""Schloss der 7 Schlösser in German, English, French and Italian: what is wrong, and right."""

from __future__ import annotations

# rule: German, English, French, Italian
_RULINGS: dict[str, tuple[str, str, str, str]] = {
    # before the first turn
    "seven_locks.not-set-up": (
        "Das Spiel ist noch nicht aufgebaut: Erst sagen, wer beginnt und wo der Schlüsselmeister "
        "steht.",
        "The game is not set up yet: first say who starts and where the keymaster stands.",
        "Le jeu n’est pas encore en place : dites d’abord qui commence et où se tient le maître "
        "des clés.",
        "Il gioco non è ancora pronto: prima dite chi comincia e dove sta il mastro chiavi.",
    ),
    "seven_locks.already-set-up": (
        "Das Spiel ist schon aufgebaut. Für einen neuen Aufbau ein neues Spiel beginnen.",
        "The game is already set up. Begin a new game to set it up again.",
        "Le jeu est déjà en place. Commencez une nouvelle partie pour le remettre en place.",
        "Il gioco è già pronto. Per prepararlo di nuovo cominciate una nuova partita.",
    ),
    "seven_locks.game-over": (
        "Das Spiel ist zu Ende; es geht nur mit einem neuen Spiel weiter.",
        "The game is over; only a new game goes on from here.",
        "La partie est finie ; seule une nouvelle partie peut suivre.",
        "La partita è finita; si va avanti solo con una nuova partita.",
    ),
    "seven_locks.box-die": (
        "So ein Würfel kann nicht sein ({count} Seiten genannt): Er hat {right_count} Seiten, "
        "jede mit 1 bis 3 Perlen und 1 bis 3 Schritten.",
        "No die is like that ({count} sides told): it has {right_count} sides, each with 1 to 3 "
        "pearls and 1 to 3 steps.",
        "Un tel dé n’existe pas ({count} faces indiquées) : il a {right_count} faces, chacune "
        "avec 1 à 3 perles et 1 à 3 pas.",
        "Un dado così non esiste ({count} facce indicate): ha {right_count} facce, ognuna con 1-3 "
        "perle e 1-3 passi.",
    ),
    "seven_locks.box-keys": (
        "Das sind {count} verschiedene bekannte Farben; die {right_count} Schlüssel haben "
        "{right_count} verschiedene.",
        "That makes {count} different known colours; the {right_count} keys have {right_count} "
        "different ones.",
        "Cela fait {count} couleurs différentes connues ; les {right_count} clés en ont "
        "{right_count} différentes.",
        "Sono {count} colori diversi noti; le {right_count} chiavi ne hanno {right_count} diversi.",
    ),
    "seven_locks.box-nothing": (
        "Über die Schachtel wurde nichts gesagt: Würfelseiten oder Schlüsselfarben angeben.",
        "Nothing was told about the box: give the sides of the die or the colours of the keys.",
        "Rien n’a été dit sur la boîte : indiquez les faces du dé ou les couleurs des clés.",
        "Non è stato detto nulla della scatola: indicate le facce del dado o i colori delle "
        "chiavi.",
    ),
    "seven_locks.no-such-seat": (
        "So einen Spieler gibt es nicht: Es spielen {players}.",
        "There is no such player: {players} are playing.",
        "Ce joueur n’existe pas : il y a {players} joueurs.",
        "Questo giocatore non esiste: si gioca in {players}.",
    ),
    "seven_locks.no-such-place": (
        "So einen Platz gibt es nicht: Um den Spielplan sind {count} Plätze, 1 bis {count}.",
        "There is no such place: around the board are {count} places, 1 to {count}.",
        "Cette place n’existe pas : il y a {count} places autour du plateau, de 1 à {count}.",
        "Questo posto non esiste: intorno al tabellone ci sono {count} posti, da 1 a {count}.",
    ),
    "seven_locks.opening-over": (
        "Die Perlen des Spielbeginns sind schon alle in den Türmen; jetzt sagt der Würfel, wie "
        "viele folgen.",
        "The opening pearls are all in the towers already; from now on the die says how many "
        "follow.",
        "Les perles du début sont déjà toutes dans les tours ; maintenant c’est le dé qui en "
        "décide.",
        "Le perle iniziali sono già tutte nelle torri; ora è il dado a dire quante ne seguono.",
    ),
    "seven_locks.opening-first": (
        "Zuerst kommen die übrigen {pearls} des Spielbeginns in die Türme.",
        "First the remaining {pearls} of the opening go into the towers.",
        "D’abord il reste {pearls} du début à jeter dans les tours.",
        "Prima vanno gettate nelle torri le restanti perle iniziali: {pearls}.",
    ),
    "seven_locks.opening-round": (
        "{tower} ist noch nicht an der Reihe: Erst bekommt jeder Turm eine Perle, danach jeder "
        "eine zweite, zusammen {count}. Jetzt: Turm {towers}.",
        "{tower} is not next: first every tower gets one pearl, then every tower a second, "
        "{count} in all. Now: tower {towers}.",
        "Ce n’est pas le tour de la {tower} : d’abord une perle dans chaque tour, puis une "
        "seconde, {count} en tout. Maintenant : tour {towers}.",
        "Non tocca alla {tower}: prima una perla in ogni torre, poi una seconda, {count} in "
        "tutto. Adesso: torre {towers}.",
    ),
    # pearls
    "seven_locks.roll-first": (
        "{seat} würfelt zuerst; dann kommen Perlen, Schlüsselmeister und Schlüssel.",
        "{seat} rolls first; pearls, keymaster and key come after that.",
        "{seat} lance d’abord le dé ; ensuite viennent perles, maître des clés et clé.",
        "Prima {seat} tira il dado; poi vengono perle, mastro chiavi e chiave.",
    ),
    "seven_locks.already-rolled": (
        "In diesem Zug wurde schon gewürfelt: {face}. Das gilt.",
        "The die was already rolled this turn: {face}. That counts.",
        "Le dé a déjà été lancé ce tour : {face}. C’est ce qui compte.",
        "In questo turno il dado è già stato tirato: {face}. Vale quello.",
    ),
    "seven_locks.no-such-roll": (
        "{face} kann kein Würfel zeigen: Möglich sind 1 bis {count} Perlen und 1 bis {count} "
        "Schritte.",
        "No die shows {face}: possible are 1 to {count} pearls and 1 to {count} steps.",
        "Aucun dé ne montre {face} : possibles sont 1 à {count} perles et 1 à {count} pas.",
        "Nessun dado mostra {face}: possibili sono da 1 a {count} perle e da 1 a {count} passi.",
    ),
    "seven_locks.no-such-face": (
        "Euer Würfel hat keine Seite mit {face}. Er zeigt: {faces}.",
        "Your die has no side with {face}. It shows: {faces}.",
        "Votre dé n’a pas de face {face}. Il montre : {faces}.",
        "Il vostro dado non ha una faccia con {face}. Mostra: {faces}.",
    ),
    "seven_locks.different-towers": (
        "In {tower} ist in diesem Zug schon eine Perle gefallen; jede kommt in einen anderen "
        "Turm. Frei sind: Turm {towers}.",
        "{tower} already got a pearl this turn; each goes into a different tower. Open are: tower "
        "{towers}.",
        "La {tower} a déjà reçu une perle ce tour ; chacune va dans une autre tour. Restent : "
        "tour {towers}.",
        "Nella {tower} è già caduta una perla in questo turno; ognuna va in una torre diversa. "
        "Libere: torre {towers}.",
    ),
    "seven_locks.one-tower-twice": (
        "Bei drei Perlen und zwei Türmen bekommt nur ein Turm zwei. In {tower} gehört keine "
        "weitere; übrig ist Turm {towers}.",
        "With three pearls and two towers only one tower gets two. No more for {tower}; left is "
        "tower {towers}.",
        "Avec trois perles et deux tours, une seule tour en reçoit deux. Pas d’autre dans la "
        "{tower} ; reste la tour {towers}.",
        "Con tre perle e due torri solo una torre ne riceve due. Nessun’altra nella {tower}; "
        "resta la torre {towers}.",
    ),
    "seven_locks.too-many-pearls": (
        "Das ist eine Perle zu viel: Gewürfelt waren {pearls}, und die sind schon gefallen. Holt "
        "sie zurück, wenn es geht.",
        "That is one pearl too many: the roll was {pearls}, and those have fallen. Take it back "
        "if you can.",
        "C’est une perle de trop : le dé disait {pearls}, elles sont déjà tombées. Reprenez-la si "
        "possible.",
        "È una perla di troppo: il dado diceva {pearls}, già cadute. Riprendetela se possibile.",
    ),
    "seven_locks.pearls-forgotten": (
        "Es fehlen noch {pearls}: Erst alle gewürfelten Perlen in die Türme werfen.",
        "Still to throw: {pearls}. First all rolled pearls go into the towers.",
        "Il manque encore {pearls} : jetez d’abord toutes les perles du dé dans les tours.",
        "Mancano ancora {pearls}: prima gettate nelle torri tutte le perle del dado.",
    ),
    "seven_locks.no-pearl-due": (
        "Jetzt wird keine Perle geworfen; Perlen fallen zu Beginn und nach dem Würfeln.",
        "No pearl is thrown now; pearls fall at the start and after a roll.",
        "On ne jette pas de perle maintenant ; les perles tombent au début et après le dé.",
        "Ora non si gettano perle; le perle cadono all’inizio e dopo il dado.",
    ),
    "seven_locks.no-pearl": (
        "Der Perlenkasten ist leer, es kann keine Perle mehr fallen.",
        "The pearl bin is empty, so no pearl can fall any more.",
        "Le bac à perles est vide, plus aucune perle ne peut tomber.",
        "Il contenitore è vuoto, nessuna perla può più cadere.",
    ),
    "seven_locks.no-tower": (
        "{tower} steht nicht mehr. Es stehen noch: Turm {towers}.",
        "{tower} no longer stands. Still standing: tower {towers}.",
        "La {tower} n’est plus là. Encore debout : tour {towers}.",
        "La {tower} non c’è più. Ancora in piedi: torre {towers}.",
    ),
    "seven_locks.no-tower-left": (
        "Es steht kein Turm mehr, in den eine Perle fallen könnte.",
        "No tower is left that a pearl could fall into.",
        "Il ne reste aucune tour où une perle pourrait tomber.",
        "Non resta nessuna torre in cui possa cadere una perla.",
    ),
    "seven_locks.drop-unseen": (
        "Niemand hat gesehen, in welchen Turm die Perle fiel; ob es ein erlaubter war, bleibt "
        "offen.",
        "Nobody saw which tower the pearl fell into; whether it was an open one stays unknown.",
        "Personne n’a vu dans quelle tour la perle est tombée ; on ne sait pas si c’était permis.",
        "Nessuno ha visto in quale torre è caduta la perla; se era permessa resta ignoto.",
    ),
    "seven_locks.no-such-sound": (
        "So ein Klang kann nicht sein: Er braucht {count} Werte über null, einen für jede Tiefe.",
        "There is no such sound: it needs {count} values above zero, one for each depth.",
        "Un tel son n’existe pas : il faut {count} valeurs positives, une par profondeur.",
        "Un suono così non esiste: servono {count} valori positivi, uno per profondità.",
    ),
    "seven_locks.heard-too-often": (
        "In {tower} sind nur {pearls} gefallen; mehr Klänge kann es von dort nicht geben.",
        "Only {pearls} fell into {tower}; there cannot be more sounds from there.",
        "Seulement {pearls} dans la {tower} ; il ne peut pas en venir plus de sons.",
        "Solo {pearls} nella {tower}; da lì non possono venire altri suoni.",
    ),
    # keymaster and key
    "seven_locks.keymaster-stays": (
        "Der Schlüsselmeister darf nicht stehen bleiben. Er zieht zu Turm {towers}.",
        "The keymaster may not stay where he is. He goes to tower {towers}.",
        "Le maître des clés ne peut pas rester sur place. Il va à la tour {towers}.",
        "Il mastro chiavi non può restare fermo. Va alla torre {towers}.",
    ),
    "seven_locks.keymaster-empty-place": (
        "Wo kein Turm mehr steht, hält der Schlüsselmeister nicht, und der Platz zählt nicht mit. "
        "Möglich: Turm {towers}.",
        "The keymaster does not stop where no tower stands, and that place is not counted. "
        "Possible: tower {towers}.",
        "Le maître des clés ne s’arrête pas là où il n’y a plus de tour, et cette place ne compte "
        "pas. Possible : tour {towers}.",
        "Il mastro chiavi non si ferma dove non c’è più una torre, e quel posto non conta. "
        "Possibile: torre {towers}.",
    ),
    "seven_locks.keymaster-backwards": (
        "Der Schlüsselmeister geht nur im Uhrzeigersinn, nie zurück. Möglich: Turm {towers}.",
        "The keymaster goes clockwise only, never back. Possible: tower {towers}.",
        "Le maître des clés ne va que dans le sens des aiguilles d’une montre. Possible : tour "
        "{towers}.",
        "Il mastro chiavi va solo in senso orario, mai indietro. Possibile: torre {towers}.",
    ),
    "seven_locks.keymaster-too-far": (
        "{tower} ist zu weit: Gewürfelt sind höchstens {steps}. Möglich: Turm {towers}.",
        "{tower} is too far: the roll allows at most {steps}. Possible: tower {towers}.",
        "La {tower} est trop loin : le dé permet au plus {steps}. Possible : tour {towers}.",
        "La {tower} è troppo lontana: il dado permette al massimo {steps}. Possibile: torre "
        "{towers}.",
    ),
    "seven_locks.keymaster-forgotten": (
        "Der Schlüsselmeister muss erst weiterziehen. Möglich: Turm {towers}.",
        "The keymaster must move on first. Possible: tower {towers}.",
        "Le maître des clés doit d’abord avancer. Possible : tour {towers}.",
        "Il mastro chiavi deve prima avanzare. Possibile: torre {towers}.",
    ),
    "seven_locks.already-moved": (
        "Der Schlüsselmeister ist in diesem Zug schon gezogen und bleibt vor {tower}.",
        "The keymaster has already moved this turn and stays at {tower}.",
        "Le maître des clés a déjà bougé ce tour ; il reste devant la {tower}.",
        "Il mastro chiavi si è già mosso in questo turno e resta davanti alla {tower}.",
    ),
    "seven_locks.key-forgotten": (
        "Erst wird an {tower} ein Schlüssel probiert, dann ist der Nächste dran.",
        "First a key is tried in {tower}, then the next player’s turn comes.",
        "On essaie d’abord une clé dans la {tower}, puis c’est au joueur suivant.",
        "Prima si prova una chiave nella {tower}, poi tocca al prossimo.",
    ),
    "seven_locks.key-swapped": (
        "Wer einen Schlüssel in der Hand hat, tauscht ihn nicht mehr: Statt {key} gilt "
        "{right_key}.",
        "A key once taken is not exchanged: not {key} but {right_key} counts.",
        "Une clé prise en main ne s’échange plus : ce n’est pas la {key} mais la {right_key} qui "
        "compte.",
        "Una chiave presa in mano non si cambia più: non vale la {key} ma la {right_key}.",
    ),
    "seven_locks.no-such-key": (
        "{key} liegt nicht mehr in der Reihe. Da sind noch: {keys}.",
        "{key} is not in the row. Still there: {keys}.",
        "La {key} n’est plus dans la rangée. Restent : {keys}.",
        "La {key} non è più nella fila. Restano: {keys}.",
    ),
    "seven_locks.no-key-due": (
        "Jetzt wird kein Schlüssel genommen; das kommt nach Würfeln, Perlen und Schlüsselmeister.",
        "No key is taken now; that comes after the roll, the pearls and the keymaster.",
        "On ne prend pas de clé maintenant ; cela vient après le dé, les perles et le maître des "
        "clés.",
        "Ora non si prende nessuna chiave; viene dopo dado, perle e mastro chiavi.",
    ),
    "seven_locks.no-key-in-hand": (
        "{seat} hat keinen Schlüssel in der Hand; erst einen aus der Reihe nehmen.",
        "{seat} has no key in hand; take one from the row first.",
        "{seat} n’a pas de clé en main ; il faut d’abord en prendre une.",
        "{seat} non ha una chiave in mano; prima ne prenda una dalla fila.",
    ),
    "seven_locks.contradiction": (
        "{key} in {tower}: „{outcome}“ geht nicht zusammen mit dem, was früher probiert wurde. "
        "Möglich: {outcomes}. Sonst wurde früher etwas falsch angegeben.",
        "{key} in {tower}: “{outcome}” does not go together with what was tried before. Possible: "
        "{outcomes}. Else something was told wrong earlier.",
        "{key} dans la {tower} : « {outcome} » contredit les essais précédents. Possible : "
        "{outcomes}. Sinon, une indication d’avant était fausse.",
        "{key} nella {tower}: «{outcome}» contraddice le prove precedenti. Possibile: {outcomes}. "
        "Altrimenti prima è stato detto qualcosa di sbagliato.",
    ),
    # coats of arms
    "seven_locks.opener-no-coat": (
        "{seat} öffnet selbst und legt kein Wappen dazu; das tun nur die anderen.",
        "{seat} is opening the tower and adds no coat of arms; only the others do.",
        "{seat} ouvre la tour et ne pose pas de blason ; seuls les autres le font.",
        "{seat} apre la torre e non mette stemmi; lo fanno solo gli altri.",
    ),
    "seven_locks.coat-too-early": (
        "{seat} ist zu früh: Wappen kommen erst, wenn ein Schlüssel genommen ist.",
        "{seat} is too early: coats of arms come once a key has been taken.",
        "{seat} est en avance : les blasons viennent une fois la clé prise.",
        "{seat} è in anticipo: gli stemmi vengono dopo che è stata presa una chiave.",
    ),
    "seven_locks.coat-too-late": (
        "{seat} ist zu spät: Wappen kommen, bevor der Schlüssel im Turm steckt.",
        "{seat} is too late: coats of arms come before the key goes into the tower.",
        "{seat} est en retard : les blasons viennent avant que la clé soit dans la tour.",
        "{seat} è in ritardo: gli stemmi vengono prima che la chiave entri nella torre.",
    ),
    "seven_locks.coat-twice": (
        "{seat} hat für diesen Turm schon ein Wappen gelegt; mehr als eines bringt nichts.",
        "{seat} has already placed a coat of arms for this tower; one is all it takes.",
        "{seat} a déjà posé un blason pour cette tour ; un seul suffit.",
        "{seat} ha già messo uno stemma per questa torre; ne basta uno.",
    ),
    "seven_locks.coat-decided": (
        "{seat} hat sich für diesen Turm schon entschieden; dabei bleibt es.",
        "{seat} has already decided about this tower; that stays.",
        "{seat} a déjà décidé pour cette tour ; on en reste là.",
        "{seat} ha già deciso per questa torre; resta così.",
    ),
    "seven_locks.coat-order": (
        "{seat} ist noch nicht gefragt: Zuerst entscheidet {right_seat}.",
        "{seat} is not asked yet: {right_seat} decides first.",
        "Ce n’est pas encore à {seat} : {right_seat} décide d’abord.",
        "Non tocca ancora a {seat}: prima decide {right_seat}.",
    ),
    "seven_locks.no-coat-left": (
        "{seat} hat kein Wappen mehr: Jeder hat {count} für das ganze Spiel, gelegte sind "
        "verbraucht.",
        "{seat} has no coat of arms left: everyone has {count} for the whole game, and placed "
        "ones are spent.",
        "{seat} n’a plus de blason : chacun en a {count} pour toute la partie, les blasons posés "
        "sont perdus.",
        "{seat} non ha più stemmi: ognuno ne ha {count} per tutta la partita, quelli messi sono "
        "spesi.",
    ),
    "seven_locks.no-coat-placed": (
        "{seat} hat kein Wappen gelegt, das man zurücknehmen könnte.",
        "{seat} has placed no coat of arms that could be taken back.",
        "{seat} n’a posé aucun blason à reprendre.",
        "{seat} non ha messo nessuno stemma da riprendere.",
    ),
    "seven_locks.coat-spent": (
        "Das Wappen von {seat} ist verbraucht, auch wenn der Turm zu blieb; es kommt beiseite.",
        "The coat of arms of {seat} is spent, even if the tower stayed shut; it is put aside.",
        "Le blason de {seat} est perdu, même si la tour est restée fermée ; on le met de côté.",
        "Lo stemma di {seat} è speso, anche se la torre è rimasta chiusa; va messo da parte.",
    ),
    "seven_locks.no-withdrawing": (
        "{seat} darf das Wappen nicht zurücknehmen; das geht nur in der Variante für Strategen.",
        "{seat} may not take the coat of arms back; that is for the strategists’ variant only.",
        "{seat} ne peut pas reprendre son blason ; c’est réservé à la variante des stratèges.",
        "{seat} non può riprendere lo stemma; vale solo nella variante per strateghi.",
    ),
    "seven_locks.not-joined": (
        "{seat} ist an diesem Turm nicht beteiligt und nimmt nichts zurück.",
        "{seat} has no part in this tower and takes nothing back.",
        "{seat} ne participe pas à cette tour et ne reprend rien.",
        "{seat} non partecipa a questa torre e non riprende nulla.",
    ),
    "seven_locks.withdraw-last": (
        "{seat} hat als Letzter ein Wappen gelegt; gerade dieses bleibt liegen.",
        "{seat} was the last to place a coat of arms; that very one stays.",
        "{seat} a posé le dernier blason ; celui-là reste.",
        "{seat} ha messo l’ultimo stemma; proprio quello resta.",
    ),
    "seven_locks.coats-undecided": (
        "Noch warten mit dem Schlüssel: {seats} müssen erst über ihr Wappen entscheiden.",
        "Wait with the key: {seats} must decide about their coat of arms first.",
        "Attendez avec la clé : à décider encore sur leur blason : {seats}.",
        "Aspettate con la chiave: devono ancora decidere dello stemma: {seats}.",
    ),
    # treasure
    "seven_locks.no-treasure": (
        "Es ist gerade keine Schatzkammer offen, also gibt es nichts zu zählen.",
        "No treasure chamber is open now, so there is nothing to count.",
        "Aucune chambre au trésor n’est ouverte, il n’y a rien à compter.",
        "Nessuna camera del tesoro è aperta, quindi non c’è nulla da contare.",
    ),
    "seven_locks.treasure-first": (
        "Zuerst die Perlen aus {tower} zählen und verteilen.",
        "First count and share the pearls of {tower}.",
        "D’abord comptez et partagez les perles de la {tower}.",
        "Prima contate e dividete le perle della {tower}.",
    ),
    "seven_locks.chamber-count": (
        "In {tower} liegen {pearls}, gezählt wurden beim Einwerfen {right_pearls}. Zählt noch "
        "einmal; sonst ging eine Perle woandershin, und es gilt, was ihr findet.",
        "In {tower} there are {pearls}, but {right_pearls} were counted going in. Count again; if "
        "it stays so, a pearl went elsewhere and what you found counts.",
        "Dans la {tower} il y a {pearls}, mais {right_pearls} y ont été comptées. Recomptez ; "
        "sinon une perle est allée ailleurs et c’est ce que vous trouvez qui compte.",
        "Nella {tower} ci sono {pearls}, ma ne erano state contate {right_pearls}. Ricontate; "
        "altrimenti una perla è finita altrove e vale ciò che trovate.",
    ),
    "seven_locks.too-many-found": (
        "{pearls} können nicht in der Kammer liegen: Außerhalb der Sammelkästen gibt es höchstens "
        "{right_pearls}.",
        "There cannot be {pearls} in the chamber: outside the collection boxes there are at most "
        "{right_pearls}.",
        "Il ne peut pas y avoir {pearls} dans la chambre : hors des boîtes il y a au plus "
        "{right_pearls}.",
        "Nella camera non possono esserci {pearls}: fuori dalle scatole ce ne sono al massimo "
        "{right_pearls}.",
    ),
    "seven_locks.amounts-per-seat": (
        "Beim Verteilen gehört für jeden der {players} Spieler eine Zahl ab 0 dazu.",
        "Sharing needs one number from 0 up for each of the {players} players.",
        "Pour partager, il faut un nombre à partir de 0 pour chacun des {players} joueurs.",
        "Per dividere serve un numero da 0 in su per ognuno dei {players} giocatori.",
    ),
    "seven_locks.more-than-found": (
        "Verteilt wurden {pearls}, in der Kammer lagen aber nur {right_pearls}.",
        "Shared were {pearls}, but the chamber held only {right_pearls}.",
        "Distribué : {pearls}, mais la chambre n’en contenait que {right_pearls}.",
        "Distribuite {pearls}, ma la camera ne conteneva solo {right_pearls}.",
    ),
    "seven_locks.share": (
        "So stimmt das Teilen nicht: {amounts}. Richtig: {right_amounts}; alle Beteiligten gleich "
        "viel, den Rest bekommt {seat}.",
        "That is not the right share: {amounts}. Right: {right_amounts}; the same for all who "
        "joined in, the rest to {seat}.",
        "Le partage n’est pas juste : {amounts}. Juste : {right_amounts} ; parts égales, le reste "
        "à {seat}.",
        "La divisione non è giusta: {amounts}. Giusto: {right_amounts}; parti uguali, il resto a "
        "{seat}.",
    ),
    "seven_locks.remainder": (
        "Was sich nicht teilen lässt, bekommt {seat}, weil {seat} geöffnet hat. Richtig: "
        "{right_amounts}.",
        "What cannot be divided goes to {seat}, who opened the tower. Right: {right_amounts}.",
        "Ce qui ne se partage pas revient à {seat}, qui a ouvert la tour. Juste : {right_amounts}.",
        "Ciò che non si può dividere va a {seat}, che ha aperto la torre. Giusto: {right_amounts}.",
    ),
    "seven_locks.last-share": (
        "Den letzten Turm bekommen nur, die den verzauberten Schlüssel erraten haben, zu gleichen "
        "Teilen. Richtig: {right_amounts}.",
        "The last tower goes only to those who found the enchanted key, in equal parts. Right: "
        "{right_amounts}.",
        "La dernière tour ne revient qu’à ceux qui ont trouvé la clé enchantée, à parts égales. "
        "Juste : {right_amounts}.",
        "L’ultima torre va solo a chi ha indovinato la chiave incantata, in parti uguali. Giusto: "
        "{right_amounts}.",
    ),
    "seven_locks.last-remainder": (
        "Was sich beim letzten Turm nicht teilen lässt, bekommt niemand. Richtig: {right_amounts}.",
        "What cannot be divided of the last tower is nobody’s. Right: {right_amounts}.",
        "Ce qui ne se partage pas de la dernière tour n’est à personne. Juste : {right_amounts}.",
        "Ciò che non si può dividere dell’ultima torre non va a nessuno. Giusto: {right_amounts}.",
    ),
    # the enchanted key and the end
    "seven_locks.guess-first": (
        "Erst wird nach dem verzauberten Schlüssel gefragt. Es fehlen: {seats}.",
        "First comes the question of the enchanted key. Still to answer: {seats}.",
        "D’abord vient la question de la clé enchantée. À répondre encore : {seats}.",
        "Prima viene la domanda della chiave incantata. Devono ancora rispondere: {seats}.",
    ),
    "seven_locks.guess-too-early": (
        "{seat} ist zu früh: Nach dem verzauberten Schlüssel wird erst gefragt, wenn der fünfte "
        "Turm offen ist.",
        "{seat} is too early: the enchanted key is asked for once the fifth tower is open.",
        "{seat} est en avance : on ne demande la clé enchantée qu’après l’ouverture de la "
        "cinquième tour.",
        "{seat} è in anticipo: la chiave incantata si chiede solo quando è aperta la quinta torre.",
    ),
    "seven_locks.guess-too-late": (
        "{seat} ist zu spät: Raten durfte man nur gleich nach dem fünften Turm.",
        "{seat} is too late: guessing was only allowed right after the fifth tower.",
        "{seat} est en retard : on ne pouvait deviner que juste après la cinquième tour.",
        "{seat} è in ritardo: si poteva indovinare solo subito dopo la quinta torre.",
    ),
    "seven_locks.guess-twice": (
        "{seat} hat schon einen Schlüssel markiert; jeder rät nur mit einem Wappen.",
        "{seat} has already marked a key; everyone guesses with one coat of arms only.",
        "{seat} a déjà marqué une clé ; chacun ne devine qu’avec un seul blason.",
        "{seat} ha già segnato una chiave; ognuno indovina con un solo stemma.",
    ),
    "seven_locks.guess-decided": (
        "{seat} ist nicht mehr gefragt: schon geantwortet oder ohne Wappen.",
        "{seat} is no longer asked: has answered already or has no coat of arms.",
        "On ne demande plus rien à {seat} : réponse déjà donnée ou plus de blason.",
        "A {seat} non si chiede più: ha già risposto o non ha stemmi.",
    ),
    "seven_locks.guess-order": (
        "{seat} ist noch nicht dran: Zuerst rät {right_seat}.",
        "{seat} is not next: {right_seat} guesses first.",
        "Ce n’est pas à {seat} : {right_seat} devine d’abord.",
        "Non tocca a {seat}: prima indovina {right_seat}.",
    ),
    "seven_locks.last-first": (
        "Gewürfelt wird nicht mehr: Jetzt wird der letzte Turm geöffnet.",
        "No more rolling: now the last tower is opened.",
        "On ne lance plus le dé : on ouvre maintenant la dernière tour.",
        "Non si tira più il dado: ora si apre l’ultima torre.",
    ),
    "seven_locks.not-the-end": (
        "Der letzte Turm kommt erst an die Reihe, wenn sechs offen sind.",
        "The last tower comes only when six are open.",
        "La dernière tour ne vient que lorsque six sont ouvertes.",
        "L’ultima torre viene solo quando sei sono aperte.",
    ),
    "seven_locks.last-contradiction": (
        "{key} kann {tower} nicht öffnen, nach allem, was früher probiert wurde. Möglich: {keys}. "
        "Sonst wurde früher etwas falsch angegeben.",
        "{key} cannot open {tower}, after all that was tried before. Possible: {keys}. Else "
        "something was told wrong earlier.",
        "La {key} ne peut pas ouvrir la {tower}, d’après les essais précédents. Possible : "
        "{keys}. Sinon, une indication d’avant était fausse.",
        "La {key} non può aprire la {tower}, dopo le prove precedenti. Possibile: {keys}. "
        "Altrimenti prima è stato detto qualcosa di sbagliato.",
    ),
}

RULINGS: dict[str, dict[str, str]] = {
    rule: dict(zip(("de", "en", "fr", "it"), texts, strict=True))
    for rule, texts in _RULINGS.items()
}
