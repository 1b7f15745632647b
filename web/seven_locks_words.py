"""The words of the page of Schloss der 7 Schlösser in four languages."""

from __future__ import annotations

from collections.abc import Mapping

# key: German, English, French, Italian
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    # pieces
    "seven_locks.tower": ("Turm {number}", "Tower {number}", "Tour {number}", "Torre {number}"),
    "seven_locks.key": ("Schlüssel {number}", "Key {number}", "Clé {number}", "Chiave {number}"),
    "seven_locks.keys": ("Schlüssel", "Keys", "Clés", "Chiavi"),
    "seven_locks.pearls": (
        "Perlen: {count}",
        "Pearls: {count}",
        "Perles : {count}",
        "Perle: {count}",
    ),
    "seven_locks.bin": (
        "Perlenkasten: {count}",
        "Pearl bin: {count}",
        "Bac à perles : {count}",
        "Contenitore: {count}",
    ),
    "seven_locks.keymaster-at": (
        "Der Schlüsselmeister steht vor Turm {tower}",
        "The keymaster stands at tower {tower}",
        "Le maître des clés est devant la tour {tower}",
        "Il mastro chiavi è davanti alla torre {tower}",
    ),
    "seven_locks.opened-with": (
        "geöffnet mit {key}",
        "opened with {key}",
        "ouverte avec {key}",
        "aperta con {key}",
    ),
    "seven_locks.coats-left": (
        "Wappen übrig: {count}",
        "Coats of arms left: {count}",
        "Blasons restants : {count}",
        "Stemmi rimasti: {count}",
    ),
    "seven_locks.face": (
        "Perlen: {pearls}, Schritte: {steps}",
        "Pearls: {pearls}, steps: {steps}",
        "Perles : {pearls}, pas : {steps}",
        "Perle: {pearls}, passi: {steps}",
    ),
    "seven_locks.outcome.fits": ("passt", "fits", "tourne", "gira"),
    "seven_locks.outcome.long": ("zu lang", "too long", "trop longue", "troppo lunga"),
    "seven_locks.outcome.short": ("zu kurz", "too short", "trop courte", "troppo corta"),
    "seven_locks.outcome.fails": ("passt nicht", "does not fit", "ne va pas", "non va"),
    "seven_locks.colour.red": ("rot", "red", "rouge", "rosso"),
    "seven_locks.colour.orange": ("orange", "orange", "orange", "arancione"),
    "seven_locks.colour.yellow": ("gelb", "yellow", "jaune", "giallo"),
    "seven_locks.colour.green": ("grün", "green", "vert", "verde"),
    "seven_locks.colour.turquoise": ("türkis", "turquoise", "turquoise", "turchese"),
    "seven_locks.colour.blue": ("blau", "blue", "bleu", "blu"),
    "seven_locks.colour.violet": ("violett", "violet", "violet", "viola"),
    "seven_locks.colour.pink": ("rosa", "pink", "rose", "rosa"),
    "seven_locks.colour.brown": ("braun", "brown", "brun", "marrone"),
    "seven_locks.colour.white": ("weiß", "white", "blanc", "bianco"),
    "seven_locks.colour.grey": ("grau", "grey", "gris", "grigio"),
    "seven_locks.colour.black": ("schwarz", "black", "noir", "nero"),
    # what is to be told now
    "seven_locks.who-starts": ("Wer beginnt?", "Who starts?", "Qui commence ?", "Chi comincia?"),
    "seven_locks.who-starts-how": (
        "Es beginnt, wer zuletzt ein Schloss geöffnet hat. Der Turm vor dem Schlüsselmeister ist "
        "Turm 1; von dort zählt ihr im Uhrzeigersinn.",
        "Whoever opened a lock last starts. The tower the keymaster stands at is tower 1; count "
        "clockwise from there.",
        "Commence qui a ouvert une serrure en dernier. La tour devant le maître des clés est la "
        "tour 1 ; comptez dans le sens horaire.",
        "Comincia chi ha aperto per ultimo una serratura. La torre davanti al mastro chiavi è la "
        "torre 1; contate in senso orario.",
    ),
    "seven_locks.opening": (
        "14 Perlen, ganz leise",
        "14 pearls, very quietly",
        "14 perles, en silence",
        "14 perle, in silenzio",
    ),
    "seven_locks.opening-how": (
        "Nach jeder Perle den Turm antippen. Oder zählt selbst mit und sagt am Schluss Bescheid.",
        "Tap the tower after each pearl. Or keep count yourselves and say so at the end.",
        "Touchez la tour après chaque perle. Ou comptez vous-mêmes et dites-le à la fin.",
        "Toccate la torre dopo ogni perla. Oppure contate da soli e ditelo alla fine.",
    ),
    "seven_locks.all-in": (
        "Alle 14 sind in den Türmen",
        "All 14 are in the towers",
        "Les 14 sont dans les tours",
        "Tutte e 14 sono nelle torri",
    ),
    "seven_locks.unseen": (
        "Niemand sah, in welchen Turm",
        "Nobody saw which tower",
        "Personne n’a vu quelle tour",
        "Nessuno ha visto in quale torre",
    ),
    "seven_locks.take-key": (
        "Welchen Schlüssel?",
        "Which key?",
        "Quelle clé ?",
        "Quale chiave?",
    ),
    "seven_locks.tap-key": (
        "Einen Schlüssel antippen",
        "Tap a key",
        "Touche une clé",
        "Tocca una chiave",
    ),
    "seven_locks.take": ("{key} nehmen", "Take {key}", "Prendre {key}", "Prendi {key}"),
    "seven_locks.join": (
        "Machst du mit?",
        "Do you join in?",
        "Tu participes ?",
        "Partecipi?",
    ),
    "seven_locks.join-of": (
        "Macht {name} mit?",
        "Does {name} join in?",
        "{name} participe ?",
        "{name} partecipa?",
    ),
    "seven_locks.join-how": (
        "Mit einem Wappen bekommst du einen Teil der Perlen, wenn der Turm aufgeht. Weg ist es in "
        "jedem Fall. Noch {count}.",
        "With a coat of arms you get a share of the pearls if the tower opens. It is gone either "
        "way. {count} left.",
        "Avec un blason tu reçois une part des perles si la tour s’ouvre. Il est perdu de toute "
        "façon. Encore {count}.",
        "Con uno stemma ricevi una parte delle perle se la torre si apre. È perso comunque. "
        "Ancora {count}.",
    ),
    "seven_locks.place-coat": (
        "Wappen legen",
        "Place a coat of arms",
        "Poser un blason",
        "Metti lo stemma",
    ),
    "seven_locks.no-coat": ("Nein", "No", "Non", "No"),
    "seven_locks.withdraw": (
        "Nimmst du dein Wappen zurück?",
        "Do you take your coat of arms back?",
        "Tu reprends ton blason ?",
        "Riprendi il tuo stemma?",
    ),
    "seven_locks.withdraw-of": (
        "Nimmt {name} das Wappen zurück?",
        "Does {name} take the coat of arms back?",
        "{name} reprend son blason ?",
        "{name} riprende lo stemma?",
    ),
    "seven_locks.leave-coat": ("Liegen lassen", "Leave it", "Le laisser", "Lascialo"),
    "seven_locks.take-back": ("Zurücknehmen", "Take it back", "Le reprendre", "Riprendilo"),
    "seven_locks.what-shows": (
        "{key} in Turm {tower}: Was zeigt sich?",
        "{key} in tower {tower}: what shows?",
        "{key} dans la tour {tower} : que voit-on ?",
        "{key} nella torre {tower}: che cosa si vede?",
    ),
    "seven_locks.shows.fits": (
        "Er dreht sich!",
        "It turns!",
        "Elle tourne !",
        "Gira!",
    ),
    "seven_locks.shows.long": (
        "Kerbe über dem Turm: zu lang",
        "Notch above the tower: too long",
        "Encoche au-dessus : trop longue",
        "Tacca sopra la torre: troppo lunga",
    ),
    "seven_locks.shows.short": (
        "Kerbe verschwunden: zu kurz",
        "Notch gone: too short",
        "Encoche disparue : trop courte",
        "Tacca sparita: troppo corta",
    ),
    "seven_locks.shows.fails": (
        "Passt nicht, nicht gesehen warum",
        "Does not fit, not seen why",
        "Ne va pas, pas vu pourquoi",
        "Non va, non si è visto perché",
    ),
    "seven_locks.how-many": (
        "Wie viele Perlen sind in Turm {tower}?",
        "How many pearls are in tower {tower}?",
        "Combien de perles dans la tour {tower} ?",
        "Quante perle ci sono nella torre {tower}?",
    ),
    "seven_locks.less": ("eine weniger", "one less", "une de moins", "una di meno"),
    "seven_locks.more": ("eine mehr", "one more", "une de plus", "una in più"),
    "seven_locks.so-many": (
        "Gezählt: {count}",
        "Counted: {count}",
        "Compté : {count}",
        "Contate: {count}",
    ),
    "seven_locks.really": (
        "Nachgezählt, es sind {count}",
        "Counted again, it is {count}",
        "Recompté, il y en a {count}",
        "Ricontate, sono {count}",
    ),
    "seven_locks.guess": (
        "Welcher Schlüssel passt nirgends?",
        "Which key fits nowhere?",
        "Quelle clé ne va nulle part ?",
        "Quale chiave non entra in nessuna torre?",
    ),
    "seven_locks.guess-of": (
        "Was glaubt {name}: Welcher Schlüssel passt nirgends?",
        "What does {name} think: which key fits nowhere?",
        "Selon {name}, quelle clé ne va nulle part ?",
        "Secondo {name}, quale chiave non entra in nessuna torre?",
    ),
    "seven_locks.mark": (
        "Wappen zu: {key}",
        "Coat of arms at: {key}",
        "Blason sur : {key}",
        "Stemma su: {key}",
    ),
    "seven_locks.no-guess": ("Nicht raten", "No guess", "Ne pas deviner", "Non indovinare"),
    "seven_locks.last": (
        "Welcher Schlüssel öffnet den letzten Turm?",
        "Which key opens the last tower?",
        "Quelle clé ouvre la dernière tour ?",
        "Quale chiave apre l’ultima torre?",
    ),
    "seven_locks.last-opens": ("{key} öffnet", "{key} opens it", "{key} l’ouvre", "{key} la apre"),
    # who does what
    "seven_locks.you.roll": ("Du würfelst", "You roll", "Tu lances le dé", "Tira il dado"),
    "seven_locks.now.roll": (
        "{name} würfelt",
        "{name} rolls",
        "{name} lance le dé",
        "{name} tira il dado",
    ),
    "seven_locks.you.open": (
        "Du wirfst Perlen",
        "You throw pearls",
        "Tu jettes les perles",
        "Getta le perle",
    ),
    "seven_locks.now.open": (
        "{name} wirft Perlen",
        "{name} throws pearls",
        "{name} jette les perles",
        "{name} getta le perle",
    ),
    "seven_locks.you.drop": (
        "Wirf deine Perlen",
        "Throw your pearls",
        "Jette tes perles",
        "Getta le tue perle",
    ),
    "seven_locks.now.drop": (
        "{name} wirft die Perlen",
        "{name} throws the pearls",
        "{name} jette ses perles",
        "{name} getta le sue perle",
    ),
    "seven_locks.you.move": (
        "Zieh weiter",
        "Move the keymaster",
        "Avance le maître des clés",
        "Muovi il mastro chiavi",
    ),
    "seven_locks.now.move": (
        "{name} zieht weiter",
        "{name} moves the keymaster",
        "{name} avance le maître des clés",
        "{name} muove il mastro chiavi",
    ),
    "seven_locks.you.key": (
        "Nimm einen Schlüssel",
        "Take a key",
        "Prends une clé",
        "Prendi una chiave",
    ),
    "seven_locks.now.key": (
        "{name} nimmt einen Schlüssel",
        "{name} takes a key",
        "{name} prend une clé",
        "{name} prende una chiave",
    ),
    "seven_locks.you.coat": (
        "Du entscheidest",
        "You decide",
        "À toi de décider",
        "Decidi tu",
    ),
    "seven_locks.now.coat": (
        "{name} entscheidet",
        "{name} decides",
        "{name} décide",
        "{name} decide",
    ),
    "seven_locks.you.try": (
        "Probier den Schlüssel",
        "Try the key",
        "Essaie la clé",
        "Prova la chiave",
    ),
    "seven_locks.now.try": (
        "{name} probiert den Schlüssel",
        "{name} tries the key",
        "{name} essaie la clé",
        "{name} prova la chiave",
    ),
    "seven_locks.you.count": (
        "Zähl die Perlen",
        "Count the pearls",
        "Compte les perles",
        "Conta le perle",
    ),
    "seven_locks.now.count": (
        "{name} zählt die Perlen",
        "{name} counts the pearls",
        "{name} compte les perles",
        "{name} conta le perle",
    ),
    "seven_locks.you.guess": (
        "Der verzauberte Schlüssel",
        "The enchanted key",
        "La clé enchantée",
        "La chiave incantata",
    ),
    "seven_locks.now.guess": (
        "{name} überlegt: der verzauberte Schlüssel",
        "{name} thinks: the enchanted key",
        "{name} réfléchit : la clé enchantée",
        "{name} riflette: la chiave incantata",
    ),
    "seven_locks.now.last": (
        "Der letzte Turm",
        "The last tower",
        "La dernière tour",
        "L’ultima torre",
    ),
    # under the board and at the end
    "seven_locks.turn": ("Zug {count}", "Turn {count}", "Tour de jeu {count}", "Turno {count}"),
    "seven_locks.towers-open": (
        "offene Türme: {count}",
        "towers open: {count}",
        "tours ouvertes : {count}",
        "torri aperte: {count}",
    ),
    "seven_locks.nobodys": (
        "niemandes Perlen: {count}",
        "nobody’s pearls: {count}",
        "perles de personne : {count}",
        "perle di nessuno: {count}",
    ),
    "seven_locks.astray": (
        "verzählt: {count}",
        "miscounted: {count}",
        "mal comptées : {count}",
        "contate male: {count}",
    ),
    "seven_locks.turn-board": (
        "Bild drehen, bis es aussieht wie von deinem Platz",
        "Turn the picture until it looks as from your seat",
        "Tourner l’image comme vue de ta place",
        "Gira l’immagine come dal tuo posto",
    ),
    "seven_locks.part.opened": ("geöffnet", "opened", "ouvert", "aperto"),
    "seven_locks.part.shared": ("mit Wappen", "by coat", "par blason", "con stemma"),
    "seven_locks.part.last": ("letzter Turm", "last tower", "dernière tour", "ultima torre"),
    "seven_locks.part.total": ("Perlen", "Pearls", "Perles", "Perle"),
    "seven_locks.all-lost": (
        "Der Perlenkasten ist leer: Alle haben verloren.",
        "The pearl bin is empty: everybody has lost.",
        "Le bac à perles est vide : tout le monde a perdu.",
        "Il contenitore è vuoto: hanno perso tutti.",
    ),
    "seven_locks.rematch": (
        "Unentschieden: Spielt gleich noch einmal!",
        "A tie: play again right away!",
        "Égalité : rejouez tout de suite !",
        "Parità: giocate subito un’altra volta!",
    ),
    "seven_locks.heard": (
        "So klangen die letzten Perlen",
        "How the latest pearls sounded",
        "Le son des dernières perles",
        "Il suono delle ultime perle",
    ),
    "seven_locks.heard-how": (
        "Von links (flaches Schloss) nach rechts (tiefes Schloss).",
        "From left (shallow lock) to right (deep lock).",
        "De gauche (peu profond) à droite (profond).",
        "Da sinistra (poco profonda) a destra (profonda).",
    ),
    "seven_locks.sounds": (
        "Was die Perlen erzählt haben",
        "What the pearls told",
        "Ce que les perles ont dit",
        "Che cosa hanno detto le perle",
    ),
    "seven_locks.sounds-how": (
        "Von links (flaches Schloss) nach rechts (tiefes Schloss); golden, wie es wirklich war.",
        "From left (shallow lock) to right (deep lock); golden what it really was.",
        "De gauche (peu profond) à droite (profond) ; en doré, la vérité.",
        "Da sinistra (poco profonda) a destra (profonda); in oro, la verità.",
    ),
    # after the game, turn by turn
    "seven_locks.told": (
        "Was euch die Perlen gesagt haben",
        "What the pearls told you",
        "Ce que les perles vous ont dit",
        "Che cosa vi hanno detto le perle",
    ),
    "seven_locks.told.how": (
        "Wie sicher die Wahrheit nach jedem Zug war: golden nach Gehör allein, gestrichelt mit "
        "den probierten Schlüsseln.",
        "How sure the truth was after each turn: golden by ear alone, dashed with the keys tried.",
        "La certitude après chaque tour : en doré à l’oreille seule, en pointillé avec les clés "
        "essayées.",
        "La certezza dopo ogni turno: in oro solo a orecchio, tratteggiata con le chiavi provate.",
    ),
    "seven_locks.told.tower": (
        "Turm {number}: Schlüssel {key}",
        "Tower {number}: key {key}",
        "Tour {number} : clé {key}",
        "Torre {number}: chiave {key}",
    ),
    "seven_locks.told.course": (
        "Sicherheit über die Züge",
        "Certainty over the turns",
        "Certitude au fil des tours",
        "Certezza nel corso dei turni",
    ),
    "seven_locks.told.ear": (
        "Ein perfektes Ohr hätte es nach Zug {turn} wissen können.",
        "A perfect ear could have known after turn {turn}.",
        "Une oreille parfaite aurait pu le savoir après le tour {turn}.",
        "Un orecchio perfetto poteva saperlo dopo il turno {turn}.",
    ),
    "seven_locks.told.keys": (
        "Mit Perlen und Schlüsseln war es nach Zug {turn} klar.",
        "With pearls and keys it was clear after turn {turn}.",
        "Avec les perles et les clés, c’était clair après le tour {turn}.",
        "Con perle e chiavi era chiaro dopo il turno {turn}.",
    ),
    "seven_locks.told.never": (
        "Das war nicht herauszuhören.",
        "That could not be heard.",
        "Cela ne pouvait pas s’entendre.",
        "Questo non si poteva sentire.",
    ),
    # the ears
    "seven_locks.ear": ("Das Ohr", "The ear", "L’oreille", "L’orecchio"),
    "seven_locks.ear.deny": (
        "Das war keine Perle",
        "That was no pearl",
        "Ce n’était pas une perle",
        "Non era una perla",
    ),
    "seven_locks.ear.how": (
        "Einmal vor dem ersten Spiel: 24 Perlen fallen lassen, dann hört das Gerät eure Schachtel "
        "besser. Etwa fünf Minuten, in Ruhe.",
        "Once before the first game: drop 24 pearls, and the device hears your box better. About "
        "five minutes, in silence.",
        "Une fois avant la première partie : lâchez 24 perles et l’appareil entendra mieux votre "
        "boîte. Environ cinq minutes, en silence.",
        "Una volta prima della prima partita: fate cadere 24 perle e l’apparecchio sentirà meglio "
        "la vostra scatola. Circa cinque minuti, in silenzio.",
    ),
    "seven_locks.ear.hush": (
        "Fünf Sekunden Stille, bitte: ich höre mir den Raum an.",
        "Five seconds of silence, please: I listen to the room.",
        "Cinq secondes de silence, s’il vous plaît : j’écoute la pièce.",
        "Cinque secondi di silenzio, per favore: ascolto la stanza.",
    ),
    "seven_locks.ear.restless": (
        "Da war etwas zu hören. Bei Stille lerne ich besser.",
        "Something was to be heard. I learn better in silence.",
        "On entendait quelque chose. J’apprends mieux en silence.",
        "Si sentiva qualcosa. Nel silenzio imparo meglio.",
    ),
    "seven_locks.ear.loud": (
        "Der Raum ist laut. Musik oder Lüfter aus? Mikrofon näher an die Türme?",
        "The room is loud. Music or fans off? Microphone nearer to the towers?",
        "La pièce est bruyante. Musique ou ventilateur éteints ? Micro plus près des tours ?",
        "La stanza è rumorosa. Musica o ventole spente? Microfono più vicino alle torri?",
    ),
    "seven_locks.ear.spoiled": (
        "Das Mikrofon stimmt noch nicht, siehe oben.",
        "The microphone is not right yet, see above.",
        "Le micro n’est pas encore en ordre, voir ci-dessus.",
        "Il microfono non è ancora a posto, vedi sopra.",
    ),
    "seven_locks.ear.room-again": (
        "Raum noch einmal anhören",
        "Listen to the room again",
        "Réécouter la pièce",
        "Riascolta la stanza",
    ),
    "seven_locks.ear.start": (
        "Ohr einstellen",
        "Calibrate the ear",
        "Régler l’oreille",
        "Regola l’orecchio",
    ),
    "seven_locks.ear.drop": (
        "Runde {round} von {rounds}: Turm über Kammer {chamber} stellen (1 ist die flachste), eine "
        "Perle ins Schloss legen und loslassen.",
        "Round {round} of {rounds}: put the tower over chamber {chamber} (1 is the shallowest), "
        "lay one pearl in the lock and let go.",
        "Manche {round} sur {rounds} : posez la tour sur la chambre {chamber} (1 est la moins "
        "profonde), mettez une perle dans la serrure et lâchez.",
        "Giro {round} di {rounds}: mettete la torre sulla camera {chamber} (1 è la meno profonda), "
        "posate una perla nella serratura e lasciatela.",
    ),
    "seven_locks.ear.lift": (
        "Neue Runde: Jeden Turm anheben und neu hinstellen.",
        "A new round: lift the tower and put it back each time.",
        "Nouvelle manche : soulevez et reposez la tour à chaque fois.",
        "Nuovo giro: ogni volta sollevate la torre e riposatela.",
    ),
    "seven_locks.ear.done": (
        "Fertig: alles gehört und gespeichert.",
        "Done: all heard and saved.",
        "Terminé : tout est entendu et enregistré.",
        "Fatto: tutto sentito e salvato.",
    ),
    "seven_locks.ear.again": (
        "Letzte Perle noch einmal",
        "Last pearl again",
        "Refaire la dernière perle",
        "Ripeti l’ultima perla",
    ),
    "seven_locks.ear.more": (
        "Noch eine Runde",
        "One more round",
        "Encore une manche",
        "Ancora un giro",
    ),
    "seven_locks.ear.stop": ("Beenden", "Finish", "Terminer", "Termina"),
    "seven_locks.ear.picture": (
        "Bild des Klangs",
        "Picture of the sound",
        "Image du son",
        "Immagine del suono",
    ),
    "seven_locks.ear.confusion": (
        "Wahre Kammer gegen gehörte Kammer",
        "True chamber against chamber heard",
        "Chambre réelle contre chambre entendue",
        "Camera vera contro camera sentita",
    ),
    "seven_locks.ear.ok": (
        "Gut gehört, mit {bounces} Sprüngen.",
        "Heard well, with {bounces} bounces.",
        "Bien entendue, avec {bounces} rebonds.",
        "Sentita bene, con {bounces} rimbalzi.",
    ),
    "seven_locks.ear.unclear": (
        "Das klang nicht wie eine Perle. Bitte noch einmal.",
        "That did not sound like a pearl. Please try again.",
        "Cela ne ressemblait pas à une perle. Recommencez, s’il vous plaît.",
        "Non sembrava una perla. Riprovate, per favore.",
    ),
    "seven_locks.ear.soft": (
        "Zu leise. Das Mikrofon näher stellen und noch einmal.",
        "Too soft. Move the microphone closer and try again.",
        "Trop faible. Rapprochez le micro et recommencez.",
        "Troppo piano. Avvicinate il microfono e riprovate.",
    ),
    "seven_locks.ear.few": (
        "Noch zu wenige Perlen für ein Urteil.",
        "Too few pearls for a verdict yet.",
        "Encore trop peu de perles pour juger.",
        "Ancora troppo poche perle per giudicare.",
    ),
    "seven_locks.ear.good": (
        "Gut: {percent} % der Perlen richtig gehört.",
        "Good: {percent} % of the pearls heard right.",
        "Bien : {percent} % des perles entendues juste.",
        "Bene: {percent} % delle perle sentite giuste.",
    ),
    "seven_locks.ear.fair": (
        "Mittel: {percent} % der Perlen richtig gehört. Eine Runde mehr hilft.",
        "Fair: {percent} % of the pearls heard right. One more round helps.",
        "Moyen : {percent} % des perles entendues juste. Une manche de plus aide.",
        "Discreto: {percent} % delle perle sentite giuste. Un altro giro aiuta.",
    ),
    "seven_locks.ear.weak": (
        "Schwach: {percent} % der Perlen richtig gehört. Der Klang zählt bei euch nur wenig.",
        "Weak: {percent} % of the pearls heard right. Sound counts for little with your box.",
        "Faible : {percent} % des perles entendues juste. Chez vous, le son compte peu.",
        "Debole: {percent} % delle perle sentite giuste. Da voi il suono conta poco.",
    ),
    # the box
    "seven_locks.box.title": ("Eure Schachtel", "Your box", "Votre boîte", "La vostra scatola"),
    "seven_locks.box.how": (
        "Einmal eintragen, dann kann das Gerät würfeln und die Schlüssel zeigen wie eure.",
        "Tell it once, and the device can roll and show the keys like yours.",
        "À dire une seule fois : l’appareil pourra lancer le dé et montrer vos clés.",
        "Ditelo una volta: l’apparecchio potrà tirare il dado e mostrare le vostre chiavi.",
    ),
    "seven_locks.box.die": (
        "Seiten des Würfels eintragen",
        "Tell the sides of the die",
        "Indiquer les faces du dé",
        "Indica le facce del dado",
    ),
    "seven_locks.box.die-again": (
        "Würfel ändern",
        "Change the die",
        "Modifier le dé",
        "Cambia il dado",
    ),
    "seven_locks.box.die-how": (
        "Dreht den Würfel um und um: Wie viele Perlen und Schritte zeigt jede Seite?",
        "Turn the die over and over: how many pearls and steps are on each side?",
        "Tournez le dé : combien de perles et de pas sur chaque face ?",
        "Girate il dado: quante perle e quanti passi su ogni faccia?",
    ),
    "seven_locks.box.pearls": ("Perlen", "Pearls", "Perles", "Perle"),
    "seven_locks.box.steps": ("Schritte", "Steps", "Pas", "Passi"),
    "seven_locks.box.keys": (
        "Farben der Schlüssel eintragen",
        "Tell the colours of the keys",
        "Indiquer les couleurs des clés",
        "Indica i colori delle chiavi",
    ),
    "seven_locks.box.keys-again": (
        "Schlüsselfarben ändern",
        "Change the key colours",
        "Modifier les couleurs des clés",
        "Cambia i colori delle chiavi",
    ),
    "seven_locks.box.keys-how": (
        "Legt die Schlüssel nach der Länge: links der längste. Tippt ihre Farben der Reihe nach "
        "an.",
        "Lay the keys out by length, the longest on the left. Tap their colours one after another.",
        "Rangez les clés par longueur, la plus longue à gauche. Touchez leurs couleurs l’une "
        "après l’autre.",
        "Mettete le chiavi in ordine, la più lunga a sinistra. Toccate i colori uno dopo l’altro.",
    ),
    "seven_locks.box.which": (
        "Welche Farbe hat Schlüssel {number}?",
        "What colour is key {number}?",
        "De quelle couleur est la clé {number} ?",
        "Di che colore è la chiave {number}?",
    ),
    "seven_locks.box.save": ("Merken", "Remember", "Retenir", "Ricorda"),
    # house rules
    "option.bin-empty": (
        "Leerer Perlenkasten",
        "Empty pearl bin",
        "Bac à perles vide",
        "Contenitore vuoto",
    ),
    "option.bin-empty.at-once": (
        "alle verlieren sofort",
        "all lose at once",
        "tous perdent aussitôt",
        "tutti perdono subito",
    ),
    "option.bin-empty.when-needed": (
        "erst, wenn eine Perle fehlt",
        "only when a pearl is missing",
        "seulement s’il manque une perle",
        "solo quando manca una perla",
    ),
    "option.strategists": (
        "Für Strategen: Wappen zurücknehmen",
        "For strategists: coats may be taken back",
        "Stratèges : blasons repris",
        "Strateghi: stemmi ripresi",
    ),
    "option.sound-for-all": (
        "Klänge für alle sichtbar",
        "Sounds shown to all",
        "Sons montrés à tous",
        "Suoni mostrati a tutti",
    ),
}
