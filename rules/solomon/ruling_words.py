"""König Salomons Schatzkammer in four languages: what is wrong and what would be right."""

from __future__ import annotations

# id: German, English, French, Italian
Texts = dict[str, tuple[str, str, str, str]]
LANGUAGES = ("de", "en", "fr", "it")


def by_language(texts: Texts) -> dict[str, dict[str, str]]:
    """The same sentences by id and language."""
    return {key: dict(zip(LANGUAGES, each, strict=True)) for key, each in texts.items()}


_BEFORE: Texts = {
    "solomon.not-set-up": (
        "Die Mine ist noch nicht bereit. Baut zuerst auf.",
        "The mine is not ready yet. Set it up first.",
        "La mine n'est pas encore prête. Mettez d'abord en place.",
        "La miniera non è ancora pronta. Preparatela prima.",
    ),
    "solomon.already-set-up": (
        "Die Mine ist schon aufgebaut; das Spiel läuft.",
        "The mine is set up already; the game is on.",
        "La mine est déjà en place ; la partie est en cours.",
        "La miniera è già pronta; la partita è in corso.",
    ),
    "solomon.no-such-seat": (
        "Diesen Platz gibt es nicht. Es spielen {players}.",
        "There is no such seat. {players} are playing.",
        "Cette place n'existe pas. Il y a {players} joueurs.",
        "Questo posto non c'è. Giocano in {players}.",
    ),
    "solomon.setup-tops": (
        "Es sind {count} oberste Plättchen genannt. Nennt alle 36 oder keines.",
        "{count} top tiles are named. Name all 36 or none.",
        "{count} tuiles du dessus sont nommées. Nommez les 36 ou aucune.",
        "Sono nominate {count} tessere in cima. Nominate tutte le 36 o nessuna.",
    ),
    "solomon.no-such-card": (
        "Eine solche Karte gibt es nicht. Die Karten tragen die Zahlen 1 bis {cards}.",
        "There is no such card. The cards are numbered 1 to {cards}.",
        "Cette carte n'existe pas. Les cartes vont de 1 à {cards}.",
        "Questa carta non esiste. Le carte vanno da 1 a {cards}.",
    ),
    "solomon.card-played": (
        "Diese Karte wurde schon gespielt. Wähle eine, die noch niemand gespielt hat.",
        "This card was played already. Choose one that nobody has played.",
        "Cette carte a déjà été jouée. Choisis-en une que personne n'a jouée.",
        "Questa carta è già stata giocata. Scegline una che nessuno ha giocato.",
    ),
    "solomon.card-twice": (
        "Karte {card} liegt schon bei {seat}. Jede Zahl gibt es nur einmal.",
        "Card {card} already lies before {seat}. Every number exists only once.",
        "La carte {card} est déjà devant {seat}. Chaque numéro n'existe qu'une fois.",
        "La carta {card} è già davanti a {seat}. Ogni numero esiste una volta sola.",
    ),
    "solomon.hand-size": (
        "Das ist nicht die richtige Zahl von Karten. Auf der Hand müssen {count} verschiedene "
        "sein.",
        "That is not the right number of cards. There must be {count} different ones in hand.",
        "Ce n'est pas le bon nombre de cartes. Il doit y en avoir {count} différentes en main.",
        "Non è il numero giusto di carte. In mano devono essercene {count} diverse.",
    ),
    "solomon.not-in-hand": (
        "Diese Karte ist nicht auf der Hand, die du eingetragen hast. Wähle eine von dort.",
        "This card is not in the hand you entered. Choose one from there.",
        "Cette carte n'est pas dans la main que tu as saisie. Choisis-en une de celle-ci.",
        "Questa carta non è nella mano che hai inserito. Scegline una di quelle.",
    ),
    "solomon.choose-later": (
        "Jetzt wird keine Karte gewählt. Erst graben alle zu Ende.",
        "No card is chosen now. First everybody finishes digging.",
        "On ne choisit pas de carte maintenant. D'abord, tous finissent de creuser.",
        "Ora non si sceglie una carta. Prima tutti finiscono di scavare.",
    ),
    "solomon.nothing-to-show": (
        "{seat} hat keine Karte aufzudecken. Erst legen alle verdeckt eine Karte.",
        "{seat} has no card to turn up. First all lay a card face down.",
        "{seat} n'a pas de carte à retourner. D'abord, tous posent une carte face cachée.",
        "{seat} non ha carte da scoprire. Prima tutti posano una carta coperta.",
    ),
    "solomon.shape-size": (
        "Für Karte {card} sind {count} Felder gezeichnet. Eine Karte zeigt 3 bis 6 Felder.",
        "{count} squares are drawn for card {card}. A card shows 3 to 6 squares.",
        "La carte {card} a {count} cases dessinées. Une carte montre de 3 à 6 cases.",
        "Per la carta {card} sono disegnate {count} caselle. Una carta ne mostra da 3 a 6.",
    ),
    "solomon.shape-arrow": (
        "Der Pfeil von Karte {card} fehlt. Er zeigt nach oben, rechts, unten oder links.",
        "The arrow of card {card} is missing. It points up, right, down or left.",
        "Il manque la flèche de la carte {card}. Elle va vers le haut, la droite, le bas ou la "
        "gauche.",
        "Manca la freccia della carta {card}. Punta in su, a destra, in giù o a sinistra.",
    ),
    "solomon.shape-unseen": (
        "Karte {card} liegt noch nicht offen. Zeichnet sie, sobald sie aufgedeckt ist.",
        "Card {card} does not lie open yet. Draw it once it is turned up.",
        "La carte {card} n'est pas encore visible. Dessinez-la quand elle sera retournée.",
        "La carta {card} non è ancora scoperta. Disegnatela quando lo sarà.",
    ),
    "solomon.shape-differs": (
        "Karte {card} war anders gezeichnet; jetzt gilt die neue Form. Vergleicht sie noch einmal "
        "mit der Karte.",
        "Card {card} was drawn otherwise; the new shape counts now. Compare it with the card once "
        "more.",
        "La carte {card} était dessinée autrement ; la nouvelle forme vaut. Comparez encore avec "
        "la carte.",
        "La carta {card} era disegnata diversamente; vale la nuova forma. Confrontatela di nuovo.",
    ),
    "solomon.see-what": (
        "Sagt zu jedem genannten Schacht genau ein bekanntes Plättchen.",
        "Name exactly one known tile for each shaft.",
        "Nommez exactement une tuile connue pour chaque puits.",
        "Nominate esattamente una tessera nota per ogni pozzo.",
    ),
    "solomon.no-tile-there": (
        "In {square} liegt kein Plättchen. Wählt einen Schacht, in dem noch eines liegt.",
        "There is no tile in {square}. Choose a shaft that still holds one.",
        "Il n'y a pas de tuile en {square}. Choisissez un puits qui en contient encore.",
        "In {square} non c'è nessuna tessera. Scegliete un pozzo che ne ha ancora.",
    ),
    "solomon.no-such-tile": (
        "So viele davon gibt es nicht: {tile} liegt nur {count} Mal in der Schachtel.",
        "There are not that many: the box holds {tile} only {count} times.",
        "Il n'y en a pas autant : la boîte contient {tile} seulement {count} fois.",
        "Non ce ne sono così tante: la scatola contiene {tile} solo {count} volte.",
    ),
    "solomon.no-such-family": (
        "So viele {family} gibt es nicht: in der Schachtel liegen nur {count}.",
        "There are not that many {family}: the box holds only {count}.",
        "Il n'y a pas autant de {family} : la boîte n'en contient que {count}.",
        "Non ci sono così tante tessere di {family}: la scatola ne contiene solo {count}.",
    ),
    "solomon.tile-retold": (
        "In {square} war {right_tile} bekannt; jetzt gilt {tile}. Stimmt das?",
        "{right_tile} was known in {square}; now it is {tile}. Is that right?",
        "On connaissait {right_tile} en {square} ; maintenant c'est {tile}. Est-ce juste ?",
        "In {square} risultava {right_tile}; ora vale {tile}. È giusto?",
    ),
    "solomon.tile-differs": (
        "In {square} wurde {tile} genannt, bekannt ist dort aber {right_tile}. Seht noch einmal "
        "hin.",
        "{tile} was named in {square}, but {right_tile} is known to lie there. Look once more.",
        "{tile} est nommé en {square}, mais on y connaît {right_tile}. Regardez encore.",
        "In {square} è stato nominato {tile}, ma lì risulta {right_tile}. Guardate di nuovo.",
    ),
}

_TURN: Texts = {
    "solomon.game-over": (
        "Alle Karten sind gespielt; es wird nicht mehr gegraben.",
        "All cards are played; nobody digs any more.",
        "Toutes les cartes sont jouées ; on ne creuse plus.",
        "Tutte le carte sono giocate; non si scava più.",
    ),
    "solomon.no-card-open": (
        "{seat} hat jetzt keine offene Karte zum Graben. Gegraben wird mit der aufgedeckten "
        "Karte, einmal je Runde.",
        "{seat} has no open card to dig with now. One digs with the card turned up, once a round.",
        "{seat} n'a pas de carte ouverte pour creuser. On creuse avec la carte retournée, une "
        "fois par manche.",
        "{seat} non ha una carta scoperta per scavare. Si scava con la carta scoperta, una "
        "volta per turno di carte.",
    ),
    "solomon.order": (
        "{seat} ist mit Karte {card} noch nicht dran. Jetzt gräbt {right_seat} mit Karte "
        "{right_card}; die kleinste Zahl kommt zuerst.",
        "It is not yet the turn of {seat} with card {card}. Now {right_seat} digs with card "
        "{right_card}; the lowest number goes first.",
        "Ce n'est pas encore à {seat} avec la carte {card}. C'est à {right_seat} avec la carte "
        "{right_card} ; le plus petit numéro commence.",
        "Non tocca ancora a {seat} con la carta {card}. Ora scava {right_seat} con la carta "
        "{right_card}; comincia il numero più basso.",
    ),
    "solomon.payment-forgotten": (
        "{seat} hat noch nicht bezahlt. Zuerst sind {amount} fällig.",
        "{seat} has not paid yet. First {amount} are due.",
        "{seat} n'a pas encore payé. Il faut d'abord {amount}.",
        "{seat} non ha ancora pagato. Prima vanno pagate {amount}.",
    ),
    "solomon.add-first": (
        "Zuerst legt {seat} noch {count} eigene Plättchen dazu; dann wird verteilt.",
        "First {seat} adds {count} own tiles; then they are dealt.",
        "D'abord {seat} ajoute {count} de ses tuiles ; puis on distribue.",
        "Prima {seat} aggiunge {count} tessere sue; poi si distribuisce.",
    ),
    "solomon.no-such-square": (
        "Nennt Felder der Mine, jedes einmal: a bis f, 1 bis 6.",
        "Name squares of the mine, each once: a to f, 1 to 6.",
        "Nommez des cases de la mine, chacune une fois : a à f, 1 à 6.",
        "Nominate caselle della miniera, ognuna una volta: da a a f, da 1 a 6.",
    ),
    "solomon.same-square": (
        "Das Plättchen bleibt in {square}. Verschoben wird auf ein Nachbarfeld.",
        "The tile stays in {square}. A shift goes to a neighbouring square.",
        "La tuile reste en {square}. On la pousse vers une case voisine.",
        "La tessera resta in {square}. Si sposta su una casella vicina.",
    ),
    "solomon.shift-late": (
        "{seat} hat schon gegraben. Verschoben wird nur vor dem Graben.",
        "{seat} has dug already. Tiles are shifted only before digging.",
        "{seat} a déjà creusé. On ne pousse les tuiles qu'avant de creuser.",
        "{seat} ha già scavato. Le tessere si spostano solo prima di scavare.",
    ),
    "solomon.shift-neighbour": (
        "{target} ist kein Nachbarfeld von {source}. Ein Plättchen geht gerade oder schräg "
        "ein Feld weit.",
        "{target} is not next to {source}. A tile moves one square, straight or diagonally.",
        "{target} n'est pas voisine de {source}. Une tuile avance d'une case, droit ou en "
        "diagonale.",
        "{target} non confina con {source}. Una tessera va di una casella, dritta o in diagonale.",
    ),
    "solomon.shift-upward": (
        "Von {source} nach {target} ginge es nach oben. In {target} liegen {height}, in "
        "{source} {level} Plättchen; das Ziel muss niedriger sein.",
        "From {source} to {target} would be upward. {target} holds {height} tiles, {source} "
        "{level}; the target must be lower.",
        "De {source} à {target}, cela monterait. {target} contient {height} tuiles, {source} "
        "{level} ; l'arrivée doit être plus basse.",
        "Da {source} a {target} si salirebbe. {target} ha {height} tessere, {source} {level}; "
        "l'arrivo deve essere più basso.",
    ),
    "solomon.shift-full": (
        "In {target} liegen schon {limit} Plättchen; mehr dürfen es nicht sein. Wähle ein "
        "anderes Nachbarfeld von {source}.",
        "{target} already holds {limit} tiles; there may be no more. Choose another neighbour "
        "of {source}.",
        "{target} contient déjà {limit} tuiles ; c'est le maximum. Choisis une autre voisine "
        "de {source}.",
        "{target} ha già {limit} tessere; non di più. Scegli un'altra vicina di {source}.",
    ),
    "solomon.dug-already": (
        "{seat} hat in dieser Runde schon gegraben. Jetzt wird bezahlt.",
        "{seat} has dug already this round. Now it is time to pay.",
        "{seat} a déjà creusé dans cette manche. Il reste à payer.",
        "{seat} ha già scavato in questo giro. Ora si paga.",
    ),
    "solomon.mark-first": (
        "{seat} hat noch keine Fläche gezeigt. Erst die Felder wählen, dann die Plättchen nehmen.",
        "{seat} has not shown an area yet. Choose the squares first, then take the tiles.",
        "{seat} n'a pas encore montré de zone. D'abord les cases, puis les tuiles.",
        "{seat} non ha ancora mostrato un'area. Prima le caselle, poi le tessere.",
    ),
    "solomon.tiles-number": (
        "Es müssen alle {count} Plättchen der Fläche genommen werden, nicht mehr und nicht "
        "weniger.",
        "All {count} tiles of the area must be taken, no more and no fewer.",
        "Il faut prendre les {count} tuiles de la zone, ni plus ni moins.",
        "Bisogna prendere tutte le {count} tessere dell'area, né più né meno.",
    ),
    "solomon.tile-untold": (
        "Was in {squares} lag, hat niemand gesagt. Flüche darunter kann niemand nachrechnen.",
        "Nobody told what lay in {squares}. Curses among it cannot be checked.",
        "Personne n'a dit ce qu'il y avait en {squares}. On ne peut pas vérifier les malédictions.",
        "Nessuno ha detto che cosa c'era in {squares}. Le maledizioni non si possono controllare.",
    ),
}

_AREA: Texts = {
    "solomon.empty-shaft": (
        "{squares}: dort liegt nichts mehr. Ein leerer Schacht gehört nie zur Fläche.",
        "{squares}: nothing is left there. An empty shaft is never part of the area.",
        "{squares} : il n'y reste rien. Un puits vide ne fait jamais partie de la zone.",
        "{squares}: lì non c'è più nulla. Un pozzo vuoto non fa mai parte dell'area.",
    ),
    "solomon.area-size": (
        "Das sind {count} Felder. Karte {card} verlangt {least} bis {most}.",
        "These are {count} squares. Card {card} asks for {least} to {most}.",
        "Cela fait {count} cases. La carte {card} en demande de {least} à {most}.",
        "Sono {count} caselle. La carta {card} ne chiede da {least} a {most}.",
    ),
    "solomon.not-connected": (
        "{squares} hängen nicht zusammen. Auch mit dem Siegel berühren sich alle Felder an "
        "Seiten oder Ecken.",
        "{squares} do not hang together. Even with the seal all squares touch at sides or corners.",
        "{squares} ne se touchent pas toutes. Même avec le sceau, les cases se touchent par un "
        "côté ou un coin.",
        "{squares} non sono collegate. Anche con il sigillo le caselle si toccano per lati o "
        "angoli.",
    ),
    "solomon.shape": (
        "{squares} haben nicht die Form von Karte {card}. Die Felder müssen genau so liegen "
        "wie auf der Karte, der Pfeil zum Eingang.",
        "{squares} do not have the shape of card {card}. The squares must lie exactly as on "
        "the card, its arrow to the entrance.",
        "{squares} n'ont pas la forme de la carte {card}. Les cases doivent être comme sur la "
        "carte, la flèche vers l'entrée.",
        "{squares} non hanno la forma della carta {card}. Le caselle devono stare come sulla "
        "carta, con la freccia verso l'entrata.",
    ),
    "solomon.shape-turned": (
        "{squares} sind die Form von Karte {card}, aber gedreht. Der Pfeil muss zum Eingang "
        "zeigen; drehen darf nur, wer den Spiegel einsetzt.",
        "{squares} are the shape of card {card}, but turned. The arrow must point to the "
        "entrance; only the mirror allows turning.",
        "{squares} ont la forme de la carte {card}, mais tournée. La flèche doit viser "
        "l'entrée ; seul le miroir permet de tourner.",
        "{squares} hanno la forma della carta {card}, ma ruotata. La freccia deve puntare "
        "all'entrata; solo lo specchio permette di girare.",
    ),
    "solomon.shape-flipped": (
        "{squares} sind das Spiegelbild von Karte {card}. Umklappen ist nie erlaubt, auch nicht "
        "mit dem Spiegel: der dreht nur.",
        "{squares} are card {card} flipped over. Flipping is never allowed, not even with the "
        "mirror: it only turns.",
        "{squares} sont la carte {card} à l'envers. Retourner la forme n'est jamais permis, "
        "même avec le miroir : il ne fait que tourner.",
        "{squares} sono la carta {card} ribaltata. Ribaltare non è mai permesso, neanche con "
        "lo specchio: quello gira soltanto.",
    ),
    "solomon.shape-unknown": (
        "Die Form von Karte {card} ist noch nicht gezeichnet; ob die Fläche passt, seht ihr "
        "selbst.",
        "The shape of card {card} is not drawn yet; see for yourselves whether the area fits.",
        "La forme de la carte {card} n'est pas encore dessinée ; vérifiez vous-mêmes la zone.",
        "La forma della carta {card} non è ancora disegnata; controllate voi se l'area va bene.",
    ),
    "solomon.levels": (
        "{squares} liegen nicht auf einer Ebene (Höhen {levels}). Alle Plättchen müssen gleich "
        "hoch liegen.",
        "{squares} are not on one level (heights {levels}). All tiles must lie at the same height.",
        "{squares} ne sont pas au même niveau (hauteurs {levels}). Toutes les tuiles doivent "
        "être à la même hauteur.",
        "{squares} non sono sullo stesso livello (altezze {levels}). Tutte le tessere devono "
        "essere alla stessa altezza.",
    ),
    "solomon.levels-shift": (
        "{squares} liegen nicht auf einer Ebene (Höhen {levels}). Am billigsten geht es für "
        "{cost}: {steps}.",
        "{squares} are not on one level (heights {levels}). The cheapest way costs {cost}: "
        "{steps}.",
        "{squares} ne sont pas au même niveau (hauteurs {levels}). Le moins cher coûte "
        "{cost} : {steps}.",
        "{squares} non sono sullo stesso livello (altezze {levels}). Il modo più economico "
        "costa {cost}: {steps}.",
    ),
    "solomon.object-not-owned": (
        "Hinter dem Sichtschirm liegt kein {objects}. Einsetzen kann man nur, was man früher "
        "ausgegraben hat.",
        "There is no {objects} behind the screen. Only what was dug earlier can be used.",
        "Il n'y a pas de {objects} derrière l'écran. On n'utilise que ce qu'on a déterré plus tôt.",
        "Dietro lo schermo non c'è {objects}. Si usa solo ciò che si è scavato prima.",
    ),
    "solomon.object-unsure": (
        "Ob dort {objects} liegt, weiß das Gerät nicht. Zeigt das Plättchen vor.",
        "The device does not know whether {objects} is there. Show the tile.",
        "L'appareil ne sait pas si {objects} s'y trouve. Montrez la tuile.",
        "Il dispositivo non sa se c'è {objects}. Mostrate la tessera.",
    ),
    "solomon.object-same-turn": (
        "Das Plättchen {objects} wurde erst in diesem Zug ausgegraben. Einsetzen darf man es ab "
        "dem nächsten Zug.",
        "The tile {objects} was dug only this turn. It may be used from the next turn on.",
        "La tuile {objects} vient d'être déterrée. On peut l'utiliser dès le prochain tour.",
        "La tessera {objects} è stata scavata in questo turno. Si può usare dal prossimo.",
    ),
}

_MONEY: Texts = {
    "solomon.nothing-due": (
        "{seat} hat jetzt nichts zu bezahlen. Bezahlt wird nach dem Graben oder Verschieben.",
        "{seat} has nothing to pay now. Paying comes after digging or shifting.",
        "{seat} n'a rien à payer maintenant. On paie après avoir creusé ou poussé.",
        "{seat} ora non ha nulla da pagare. Si paga dopo aver scavato o spostato.",
    ),
    "solomon.no-such-amount": (
        "Eine Zahl kann hier nicht kleiner als null sein.",
        "A number cannot be below zero here.",
        "Un nombre ne peut pas être négatif ici.",
        "Un numero qui non può essere sotto zero.",
    ),
    "solomon.not-in-loot": (
        "{seat} hat diese Münzen oder Plättchen nicht. Nimm nur, was hinter dem Sichtschirm liegt.",
        "{seat} does not have these coins or tiles. Take only what lies behind the screen.",
        "{seat} n'a pas ces pièces ou ces tuiles. Prends seulement ce qui est derrière l'écran.",
        "{seat} non ha queste monete o tessere. Prendi solo ciò che sta dietro lo schermo.",
    ),
    "solomon.supply-lacks": (
        "So viel Wechselgeld liegt nicht im Vorrat (Münzen: {coins}). Nehmt, was da ist, oder "
        "zahlt passender.",
        "The supply does not hold that much change (coins: {coins}). Take what is there or pay "
        "more exactly.",
        "La réserve n'a pas autant de monnaie (pièces : {coins}). Prenez ce qu'il y a ou payez "
        "plus juste.",
        "La riserva non ha tutto quel resto (monete: {coins}). Prendete ciò che c'è o pagate "
        "più giusto.",
    ),
    "solomon.price": (
        "Bezahlt sind {amount}. Richtig sind {right_amount}: {shifts} für Verschiebungen und "
        "{curses} für Flüche.",
        "{amount} are paid. Right is {right_amount}: {shifts} for shifts and {curses} for curses.",
        "{amount} sont payées. Il faut {right_amount} : {shifts} pour les poussées et {curses} "
        "pour les malédictions.",
        "Sono pagate {amount}. Ne servono {right_amount}: {shifts} per gli spostamenti e "
        "{curses} per le maledizioni.",
    ),
    "solomon.curse-unpaid": (
        "Bezahlt sind {amount}, die Flüche fehlen: dafür noch {curses}, zusammen {right_amount}.",
        "{amount} are paid, the curses are missing: {curses} more for them, {right_amount} in all.",
        "{amount} sont payées, il manque les malédictions : encore {curses}, soit "
        "{right_amount} en tout.",
        "Sono pagate {amount}, mancano le maledizioni: ancora {curses}, in tutto {right_amount}.",
    ),
    "solomon.change": (
        "Für {amount} wurden {change} zurückgenommen. Zurück gibt es {right}.",
        "For {amount} a change of {change} was taken. Right is {right} back.",
        "Pour {amount}, {change} ont été reprises. La monnaie juste est {right}.",
        "Per {amount} è stato preso {change} di resto. Il resto giusto è {right}.",
    ),
    "solomon.due-unsure": (
        "Bekannt sind {amount}; {count} ungesagte Plättchen können noch Flüche sein. Rechnet "
        "selbst nach.",
        "{amount} are known; {count} untold tiles may be curses too. Check for yourselves.",
        "On connaît {amount} ; {count} tuiles non dites sont peut-être des malédictions. "
        "Vérifiez vous-mêmes.",
        "Si sanno {amount}; {count} tessere non dette possono essere maledizioni. Controllate voi.",
    ),
    "solomon.wealth-unsure": (
        "Fällig sind {amount}. Ob das Gold reicht, weiß das Gerät nicht; seht selbst nach.",
        "{amount} are due. The device does not know whether the gold is enough; look yourself.",
        "Il faut {amount}. L'appareil ne sait pas si l'or suffit ; regarde toi-même.",
        "Servono {amount}. Il dispositivo non sa se l'oro basta; guarda tu.",
    ),
    "solomon.can-pay": (
        "Das Gold reicht: {amount} können bezahlt werden, also muss bezahlt werden.",
        "The gold is enough: {amount} can be paid, so it must be paid.",
        "L'or suffit : {amount} peuvent être payées, donc il faut payer.",
        "L'oro basta: {amount} si possono pagare, quindi si deve pagare.",
    ),
    "solomon.no-curse": (
        "Für {seat} gibt es keinen Fluch abzuwenden. Behalte das Amulett.",
        "There is no curse to turn away for {seat}. Keep the amulet.",
        "Il n'y a pas de malédiction à écarter pour {seat}. Garde l'amulette.",
        "Per {seat} non c'è maledizione da allontanare. Tieni l'amuleto.",
    ),
    "solomon.nothing-to-add": (
        "{seat} muss jetzt keine eigenen Plättchen dazugeben.",
        "{seat} does not have to add own tiles now.",
        "{seat} n'a pas à ajouter de tuiles maintenant.",
        "{seat} ora non deve aggiungere tessere proprie.",
    ),
    "solomon.add-number": (
        "Das ist nicht die richtige Zahl. Dazuzugeben sind genau {count} eigene Plättchen.",
        "That is not the right number. Exactly {count} own tiles must be added.",
        "Ce n'est pas le bon nombre. Il faut ajouter exactement {count} de ses tuiles.",
        "Non è il numero giusto. Vanno aggiunte esattamente {count} tessere proprie.",
    ),
    "solomon.untold-number": (
        "Bei {seat} sind {count} Plättchen noch ungesagt. Nenne höchstens so viele.",
        "{seat} has {count} untold tiles. Name at most that many.",
        "{seat} a {count} tuiles non dites. Nomme-en au plus autant.",
        "{seat} ha {count} tessere non dette. Nominane al massimo altrettante.",
    ),
    "solomon.not-dealt": (
        "Solche Plättchen wurden nicht verteilt. {seat} kann nur haben, was dabei war.",
        "No such tiles were dealt. {seat} can only have what was among them.",
        "De telles tuiles n'ont pas été distribuées. {seat} ne peut avoir que celles du lot.",
        "Tessere così non sono state distribuite. {seat} può avere solo quelle del mucchio.",
    ),
    "solomon.count-later": (
        "Gezählt wird erst, wenn alle Karten gespielt sind.",
        "Counting comes when all cards are played.",
        "On compte quand toutes les cartes sont jouées.",
        "Si conta quando tutte le carte sono giocate.",
    ),
    "solomon.total": (
        "{seat} zählt {points} Punkte. Richtig sind {right}: Münzen {coins}, Schätze "
        "{treasures}, Rollen {scrolls}, Flüche {curses}, magische Objekte {objects}.",
        "{seat} counts {points} points. Right is {right}: coins {coins}, treasures "
        "{treasures}, scrolls {scrolls}, curses {curses}, magic objects {objects}.",
        "{seat} compte {points} points. Il y en a {right} : pièces {coins}, trésors "
        "{treasures}, parchemins {scrolls}, malédictions {curses}, objets magiques {objects}.",
        "{seat} conta {points} punti. Sono {right}: monete {coins}, tesori {treasures}, "
        "pergamene {scrolls}, maledizioni {curses}, oggetti magici {objects}.",
    ),
}

RULINGS = by_language({**_BEFORE, **_TURN, **_AREA, **_MONEY})
