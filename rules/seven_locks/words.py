"""Schloss der 7 Schlösser in German, English, French and Italian: what is due and what happened."""

from __future__ import annotations

from rules.seven_locks.ruling_words import RULINGS

# hint: German, English, French, Italian
_HINTS: dict[str, tuple[str, str, str, str]] = {
    "seven_locks.due-set-up": (
        "Stellt 7 Türme um den Spielplan und füllt den Perlenkasten. Wer von euch {players} "
        "beginnt?",
        "Put 7 towers around the board and fill the pearl bin. Which of you {players} starts?",
        "Placez 7 tours autour du plateau et remplissez le bac. Qui de vous {players} commence ?",
        "Mettete 7 torri intorno al tabellone e riempite il contenitore. Chi di voi {players} "
        "comincia?",
    ),
    "seven_locks.due-opening": (
        "Alle sind still und hören zu. {seat} wirft langsam in jeden Turm eine Perle, danach in "
        "jeden eine zweite. Noch {pearls}.",
        "Everybody is quiet and listens. {seat} slowly throws one pearl into each tower, then a "
        "second into each. {pearls} to go.",
        "Tout le monde écoute en silence. {seat} jette lentement une perle dans chaque tour, puis "
        "une seconde. Encore {pearls}.",
        "Tutti ascoltano in silenzio. {seat} getta piano una perla in ogni torre, poi una "
        "seconda. Ancora {pearls}.",
    ),
    "seven_locks.due-roll": (
        "{seat} würfelt.",
        "{seat} rolls the die.",
        "{seat} lance le dé.",
        "{seat} tira il dado.",
    ),
    "seven_locks.due-drop": (
        "{seat} wirft noch {pearls}, jede in einen anderen Turm. Frei: {towers}.",
        "{seat} still throws {pearls}, each into a different tower. Open: {towers}.",
        "{seat} jette encore {pearls}, chacune dans une autre tour. Libres : {towers}.",
        "{seat} getta ancora {pearls}, ognuna in una torre diversa. Libere: {towers}.",
    ),
    "seven_locks.know-one-tower-twice": (
        "Drei Perlen, zwei Türme: Einer davon bekommt zwei.",
        "Three pearls, two towers: one of them gets two.",
        "Trois perles, deux tours : l’une d’elles en reçoit deux.",
        "Tre perle, due torri: una ne riceve due.",
    ),
    "seven_locks.due-move": (
        "{seat} zieht den Schlüsselmeister im Uhrzeigersinn, höchstens {steps}. Möglich: Turm "
        "{towers}.",
        "{seat} moves the keymaster clockwise, at most {steps}. Possible: tower {towers}.",
        "{seat} avance le maître des clés dans le sens horaire, au plus {steps}. Possible : tour "
        "{towers}.",
        "{seat} muove il mastro chiavi in senso orario, al massimo {steps}. Possibile: torre "
        "{towers}.",
    ),
    "seven_locks.due-key": (
        "{seat} nimmt einen Schlüssel für {tower}. Wer ihn in der Hand hat, tauscht nicht mehr.",
        "{seat} takes a key for {tower}. Once in the hand it is not exchanged.",
        "{seat} prend une clé pour la {tower}. Une fois en main, on ne l’échange plus.",
        "{seat} prende una chiave per la {tower}. Una volta in mano non si cambia più.",
    ),
    "seven_locks.due-coat": (
        "{seat} entscheidet: ein Wappen legen und bei {tower} mitmachen? Noch {count} übrig.",
        "{seat} decides: place a coat of arms and join in at {tower}? {count} left.",
        "{seat} décide : poser un blason et participer à la {tower} ? Il en reste {count}.",
        "{seat} decide: mettere uno stemma e partecipare alla {tower}? Ne restano {count}.",
    ),
    "seven_locks.know-coat-cost": (
        "Ein gelegtes Wappen ist weg, ob der Turm aufgeht oder nicht.",
        "A coat of arms once placed is gone, whether the tower opens or not.",
        "Un blason posé est perdu, que la tour s’ouvre ou non.",
        "Uno stemma messo è perso, che la torre si apra o no.",
    ),
    "seven_locks.due-withdraw": (
        "{seat} darf das Wappen noch zurücknehmen oder liegen lassen.",
        "{seat} may still take the coat of arms back, or leave it.",
        "{seat} peut encore reprendre son blason ou le laisser.",
        "{seat} può ancora riprendere lo stemma o lasciarlo.",
    ),
    "seven_locks.due-try": (
        "{seat} steckt {key} gerade in {tower}, bis er aufsitzt, und versucht ihn zu drehen.",
        "{seat} pushes {key} straight into {tower} until it rests, and tries to turn it.",
        "{seat} enfonce tout droit la {key} dans la {tower} jusqu’au fond et essaie de la tourner.",
        "{seat} infila dritta la {key} nella {tower} fino in fondo e prova a girarla.",
    ),
    "seven_locks.know-if-opens": (
        "Geht er auf, gibt es Perlen für {amounts}.",
        "If it opens, pearls for {amounts}.",
        "Si elle s’ouvre, perles pour {amounts}.",
        "Se si apre, perle per {amounts}.",
    ),
    "seven_locks.know-next": (
        "Danach ist {seat} dran.",
        "After that it is {seat}’s turn.",
        "Ensuite c’est à {seat}.",
        "Poi tocca a {seat}.",
    ),
    "seven_locks.due-treasure": (
        "Zählt die Perlen aus {tower}. Es sollten {pearls} sein.",
        "Count the pearls of {tower}. There should be {pearls}.",
        "Comptez les perles de la {tower}. Il devrait y avoir {pearls}.",
        "Contate le perle della {tower}. Dovrebbero essere {pearls}.",
    ),
    "seven_locks.know-share": (
        "Verteilt sie so – {amounts}.",
        "Share them like this – {amounts}.",
        "Partagez-les ainsi – {amounts}.",
        "Dividetele così – {amounts}.",
    ),
    "seven_locks.know-last-share": (
        "Wer den verzauberten Schlüssel erraten hat, bekommt: {amounts}. Der Rest gehört "
        "niemandem.",
        "Who found the enchanted key gets: {amounts}. The rest is nobody’s.",
        "Qui a trouvé la clé enchantée reçoit : {amounts}. Le reste n’est à personne.",
        "Chi ha indovinato la chiave incantata riceve: {amounts}. Il resto non è di nessuno.",
    ),
    "seven_locks.due-guess": (
        "{seat} darf jetzt, und nur jetzt, ein Wappen zu dem Schlüssel legen, der nirgends passt.",
        "{seat} may now, and only now, put a coat of arms at the key that fits nowhere.",
        "{seat} peut maintenant, et seulement maintenant, poser un blason sur la clé qui ne va "
        "nulle part.",
        "{seat} può adesso, e solo adesso, mettere uno stemma sulla chiave che non entra da "
        "nessuna parte.",
    ),
    "seven_locks.due-last": (
        "Probiert, welcher der beiden Schlüssel {tower} öffnet. Der andere ist der verzauberte.",
        "Try which of the two keys opens {tower}. The other one is the enchanted key.",
        "Essayez laquelle des deux clés ouvre la {tower}. L’autre est la clé enchantée.",
        "Provate quale delle due chiavi apre la {tower}. L’altra è quella incantata.",
    ),
    "seven_locks.know-bin": (
        "Im Perlenkasten sind nur noch {pearls}. Ist er leer, verlieren alle.",
        "Only {pearls} left in the bin. If it runs empty, everybody loses.",
        "Plus que {pearls} dans le bac. S’il se vide, tout le monde perd.",
        "Nel contenitore restano solo {pearls}. Se si svuota, perdono tutti.",
    ),
    "seven_locks.know-guess-next": (
        "Geht dieser Turm auf, kommt sofort die Frage nach dem verzauberten Schlüssel. Dafür "
        "braucht man ein Wappen.",
        "If this tower opens, the enchanted key is asked for at once. It takes a coat of arms to "
        "answer.",
        "Si cette tour s’ouvre, vient aussitôt la question de la clé enchantée. Il faut un blason "
        "pour répondre.",
        "Se questa torre si apre, arriva subito la domanda della chiave incantata. Per rispondere "
        "serve uno stemma.",
    ),
    "seven_locks.know-end-next": (
        "Geht dieser Turm auf, endet das Spiel mit dem letzten Turm.",
        "If this tower opens, the game ends with the last tower.",
        "Si cette tour s’ouvre, la partie se termine avec la dernière tour.",
        "Se questa torre si apre, la partita finisce con l’ultima torre.",
    ),
    "seven_locks.due-nothing": (
        "Das Spiel ist zu Ende: {seats} wird neuer König.",
        "The game is over: {seats} becomes the new king.",
        "La partie est finie : {seats} devient roi.",
        "La partita è finita: {seats} diventa re.",
    ),
    "seven_locks.due-rematch": (
        "Gleich viele Perlen: {seats}. Es kann nur einen König geben: Spielt gleich noch einmal!",
        "The same number of pearls: {seats}. There can be only one king: play again right away!",
        "Autant de perles : {seats}. Il ne peut y avoir qu’un roi : rejouez tout de suite !",
        "Lo stesso numero di perle: {seats}. Può esserci un solo re: giocate subito un’altra "
        "volta!",
    ),
    "seven_locks.due-lost": (
        "Der Perlenkasten ist leer: Alle haben verloren. Versucht es noch einmal!",
        "The pearl bin is empty: everybody has lost. Try again!",
        "Le bac à perles est vide : tout le monde a perdu. Essayez encore !",
        "Il contenitore è vuoto: hanno perso tutti. Riprovate!",
    ),
}

# event: German, English, French, Italian
_EVENTS: dict[str, tuple[str, str, str, str]] = {
    "seven_locks.event.box": (
        "Die Schachtel wurde beschrieben.",
        "The box was described.",
        "La boîte a été décrite.",
        "La scatola è stata descritta.",
    ),
    "seven_locks.event.set-up": (
        "{seat} beginnt und stellt den Schlüsselmeister vor {tower}.",
        "{seat} starts and puts the keymaster in front of {tower}.",
        "{seat} commence et place le maître des clés devant la {tower}.",
        "{seat} comincia e mette il mastro chiavi davanti alla {tower}.",
    ),
    "seven_locks.event.drop": (
        "Eine Perle fällt in {tower}.",
        "A pearl falls into {tower}.",
        "Une perle tombe dans la {tower}.",
        "Una perla cade nella {tower}.",
    ),
    "seven_locks.event.drop-unseen": (
        "Eine Perle fällt, niemand sah wohin.",
        "A pearl falls, nobody saw where.",
        "Une perle tombe, personne n’a vu où.",
        "Una perla cade, nessuno ha visto dove.",
    ),
    "seven_locks.event.fill": (
        "Auch die übrigen {pearls} des Beginns sind in den Türmen.",
        "The remaining {pearls} of the opening are in the towers too.",
        "Le reste du début, {pearls}, est aussi dans les tours.",
        "Anche le altre perle iniziali ({pearls}) sono nelle torri.",
    ),
    "seven_locks.event.heard": (
        "Das Gerät hat die Perle in {tower} gehört.",
        "The device heard the pearl in {tower}.",
        "L’appareil a entendu la perle dans la {tower}.",
        "L’apparecchio ha sentito la perla nella {tower}.",
    ),
    "seven_locks.event.roll": (
        "{seat} würfelt {pearls} und {steps}.",
        "{seat} rolls {pearls} and {steps}.",
        "{seat} obtient {pearls} et {steps}.",
        "{seat} tira {pearls} e {steps}.",
    ),
    "seven_locks.event.move": (
        "Der Schlüsselmeister geht zu {tower}.",
        "The keymaster goes to {tower}.",
        "Le maître des clés va à la {tower}.",
        "Il mastro chiavi va alla {tower}.",
    ),
    "seven_locks.event.take": (
        "{seat} nimmt {key}.",
        "{seat} takes {key}.",
        "{seat} prend la {key}.",
        "{seat} prende la {key}.",
    ),
    "seven_locks.event.coat": (
        "{seat} legt ein Wappen.",
        "{seat} places a coat of arms.",
        "{seat} pose un blason.",
        "{seat} mette uno stemma.",
    ),
    "seven_locks.event.no-coat": (
        "{seat} legt kein Wappen.",
        "{seat} places no coat of arms.",
        "{seat} ne pose pas de blason.",
        "{seat} non mette stemmi.",
    ),
    "seven_locks.event.withdraw": (
        "{seat} nimmt das Wappen zurück.",
        "{seat} takes the coat of arms back.",
        "{seat} reprend son blason.",
        "{seat} riprende lo stemma.",
    ),
    "seven_locks.event.stay": (
        "{seat} lässt das Wappen liegen.",
        "{seat} leaves the coat of arms.",
        "{seat} laisse son blason.",
        "{seat} lascia lo stemma.",
    ),
    "seven_locks.event.fits": (
        "{key} passt: {tower} ist offen!",
        "{key} fits: {tower} is open!",
        "La {key} tourne : la {tower} est ouverte !",
        "La {key} gira: la {tower} è aperta!",
    ),
    "seven_locks.event.long": (
        "{key} ist zu lang für {tower}.",
        "{key} is too long for {tower}.",
        "La {key} est trop longue pour la {tower}.",
        "La {key} è troppo lunga per la {tower}.",
    ),
    "seven_locks.event.short": (
        "{key} ist zu kurz für {tower}.",
        "{key} is too short for {tower}.",
        "La {key} est trop courte pour la {tower}.",
        "La {key} è troppo corta per la {tower}.",
    ),
    "seven_locks.event.fails": (
        "{key} passt nicht zu {tower}.",
        "{key} does not fit {tower}.",
        "La {key} ne va pas à la {tower}.",
        "La {key} non va bene per la {tower}.",
    ),
    "seven_locks.event.coats-spent": (
        "Die gelegten Wappen sind verbraucht: {seats}.",
        "The coats of arms placed are spent: {seats}.",
        "Les blasons posés sont perdus : {seats}.",
        "Gli stemmi messi sono spesi: {seats}.",
    ),
    "seven_locks.event.treasure": (
        "In der Schatzkammer: {pearls}.",
        "In the treasure chamber: {pearls}.",
        "Dans la chambre au trésor : {pearls}.",
        "Nella camera del tesoro: {pearls}.",
    ),
    "seven_locks.event.astray": (
        "Beim Einwerfen waren {right_pearls} gezählt worden, gefunden sind {pearls}: Da stimmt "
        "etwas nicht.",
        "{right_pearls} had been counted going in, found are {pearls}: something does not add up.",
        "À l’entrée on avait compté {right_pearls}, trouvé : {pearls}. Quelque chose ne va pas.",
        "All’entrata erano state contate {right_pearls}, trovate {pearls}: qualcosa non torna.",
    ),
    "seven_locks.event.shares": (
        "Verteilt – {amounts}.",
        "Shared – {amounts}.",
        "Partage – {amounts}.",
        "Divise – {amounts}.",
    ),
    "seven_locks.event.forfeited": (
        "{pearls} bekommt niemand.",
        "{pearls} go to nobody.",
        "Pour personne : {pearls}.",
        "A nessuno: {pearls}.",
    ),
    "seven_locks.event.guess-due": (
        "Nur noch zwei Türme: Welcher Schlüssel ist verzaubert?",
        "Only two towers are left: which key is enchanted?",
        "Plus que deux tours : quelle clé est enchantée ?",
        "Restano solo due torri: quale chiave è incantata?",
    ),
    "seven_locks.event.guess": (
        "{seat} hält {key} für den verzauberten.",
        "{seat} thinks {key} is the enchanted one.",
        "{seat} pense que la {key} est enchantée.",
        "{seat} crede che la {key} sia incantata.",
    ),
    "seven_locks.event.no-guess": (
        "{seat} rät nicht.",
        "{seat} does not guess.",
        "{seat} ne devine pas.",
        "{seat} non indovina.",
    ),
    "seven_locks.event.last-due": (
        "Nur ein Turm ist übrig: Jetzt zeigt sich der verzauberte Schlüssel.",
        "Only one tower is left: now the enchanted key shows itself.",
        "Il ne reste qu’une tour : la clé enchantée va se montrer.",
        "Resta una sola torre: ora si mostra la chiave incantata.",
    ),
    "seven_locks.event.last": (
        "{key} öffnet den letzten Turm.",
        "{key} opens the last tower.",
        "La {key} ouvre la dernière tour.",
        "La {key} apre l’ultima torre.",
    ),
    "seven_locks.event.enchanted": (
        "{key} ist verzaubert und passt nirgends.",
        "{key} is enchanted and fits nowhere.",
        "La {key} est enchantée et ne va nulle part.",
        "La {key} è incantata e non entra da nessuna parte.",
    ),
    "seven_locks.event.bin-empty": (
        "Der Perlenkasten ist leer: Alle haben verloren.",
        "The pearl bin is empty: everybody has lost.",
        "Le bac à perles est vide : tout le monde a perdu.",
        "Il contenitore è vuoto: hanno perso tutti.",
    ),
    "seven_locks.event.winners": (
        "Die meisten Perlen hat: {seats}.",
        "Most pearls: {seats}.",
        "Le plus de perles : {seats}.",
        "Più perle: {seats}.",
    ),
}


def _by_language(
    table: dict[str, tuple[str, str, str, str]],
) -> dict[str, dict[str, str]]:
    return {
        key: dict(zip(("de", "en", "fr", "it"), said, strict=True)) for key, said in table.items()
    }


HINTS = _by_language(_HINTS)
EVENTS = _by_language(_EVENTS)
MESSAGES: dict[str, dict[str, str]] = {**RULINGS, **HINTS, **EVENTS}
