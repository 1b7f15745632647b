"""What the device says about itself in four languages: sight, camera, questions, refusals."""

from __future__ import annotations

from collections.abc import Mapping

from device.table import correction_words
from rules.values import Json

LANGUAGES = ("de", "en", "fr", "it")

# key: German, English, French, Italian
_WORDS: Mapping[str, tuple[str, str, str, str]] = {
    "sight.looking": (
        "Ich suche das Spielbrett …",
        "Looking for the board …",
        "Je cherche le plateau …",
        "Cerco il tabellone …",
    ),
    "sight.no-board": (
        "Ich sehe kein Spielbrett. Bitte die Kamera ausrichten oder die vier Ecken antippen.",
        "I see no board. Please aim the camera, or tap the four corners.",
        "Je ne vois pas de plateau. Orientez la caméra ou touchez les quatre coins.",
        "Non vedo il tabellone. Orienta la telecamera o tocca i quattro angoli.",
    ),
    "sight.dark": (
        "Es ist zu dunkel. Bitte Licht machen oder das Objektiv freigeben.",
        "It is too dark. Please switch on a light or uncover the lens.",
        "Il fait trop sombre. Allumez la lumière ou dégagez l’objectif.",
        "È troppo buio. Accendi la luce o libera l’obiettivo.",
    ),
    "sight.moving": (
        "Etwas bewegt sich …",
        "Something is moving …",
        "Quelque chose bouge …",
        "Qualcosa si muove …",
    ),
    "sight.waiting-for-hand": (
        "Ich warte auf die Hand …",
        "Waiting for the hand …",
        "J’attends que la main s’en aille …",
        "Aspetto che la mano si tolga …",
    ),
    "sight.still": ("Ich schaue …", "I am looking …", "Je regarde …", "Sto guardando …"),
    "sight.doubt": (
        "Noch nicht sicher; ich schaue weiter.",
        "Not sure yet; I keep looking.",
        "Pas encore sûr ; je continue à regarder.",
        "Non sono ancora sicuro; continuo a guardare.",
    ),
    "sight.settled": ("Alles klar.", "All clear.", "Tout est clair.", "Tutto chiaro."),
    "sight.untaught": (
        "Ich kenne diese Schachtel noch nicht: auf der Startseite anlernen.",
        "I do not know this box yet: teach it from the start page.",
        "Je ne connais pas encore cette boîte : apprends-la-moi depuis la page d’accueil.",
        "Non conosco ancora questa scatola: insegnala dalla pagina iniziale.",
    ),
    "sight.teaching": (
        "Gerade wird eine Schachtel angelernt.",
        "A box is being taught just now.",
        "Une boîte est en cours d’apprentissage.",
        "Si sta insegnando una scatola.",
    ),
    "sight.preparing": (
        "Die Schachtel dieses Spiels wird gerade vorbereitet …",
        "The box of this game is being prepared …",
        "La boîte de ce jeu est en préparation …",
        "La scatola di questo gioco è in preparazione …",
    ),
    "sim.table": (
        "Dieser Tisch ist simuliert: Bots spielen, ein Zug dauert mindestens {pace} s, die Bilder "
        "sind {level}.",
        "This table is simulated: bots play, a turn takes at least {pace} s, the pictures are "
        "{level}.",
        "Cette table est simulée : des robots jouent, un tour dure au moins {pace} s, les images "
        "sont {level}.",
        "Questo tavolo è simulato: giocano dei bot, un turno dura almeno {pace} s, le immagini "
        "sono {level}.",
    ),
    "sim.mischief": (
        "Dieser Tisch ist simuliert: Bots spielen und brechen ab und zu Regeln, ein Zug dauert "
        "mindestens {pace} s, die Bilder sind {level}.",
        "This table is simulated: bots play and break rules now and then, a turn takes at least "
        "{pace} s, the pictures are {level}.",
        "Cette table est simulée : des robots jouent et enfreignent parfois les règles, un tour "
        "dure au moins {pace} s, les images sont {level}.",
        "Questo tavolo è simulato: giocano dei bot che ogni tanto violano le regole, un turno dura "
        "almeno {pace} s, le immagini sono {level}.",
    ),
    "sim.easy": ("leicht", "easy", "faciles", "facili"),
    "sim.normal": ("normal", "normal", "normales", "normali"),
    "sim.hard": ("schwer", "hard", "difficiles", "difficili"),
    "sim.picture": (
        "Das Bild des Tisches",
        "The picture of the table",
        "L’image de la table",
        "L’immagine del tavolo",
    ),
    "sim.preparing": (
        "Die Schachtel wird vorbereitet; das dauert bis zu einer Minute.",
        "The box is being prepared; that takes up to a minute.",
        "La boîte est en préparation ; cela prend jusqu’à une minute.",
        "La scatola è in preparazione; ci vuole fino a un minuto.",
    ),
    "sim.question": (
        "Die Bots warten auf eine Antwort; kommt keine, antworten sie selbst.",
        "The bots wait for an answer; if none comes they answer themselves.",
        "Les robots attendent une réponse ; sans réponse, ils répondent eux-mêmes.",
        "I bot aspettano una risposta; se non arriva, rispondono da soli.",
    ),
    "sim.ruling": (
        "Die Bots warten wegen des Einwands; dann geben sie ein, was wirklich geschah.",
        "The bots wait because of the ruling; then they enter what really happened.",
        "Les robots attendent à cause de l’objection ; puis ils saisissent ce qui s’est passé.",
        "I bot aspettano per via dell’obiezione; poi inseriscono che cosa è successo davvero.",
    ),
    "sim.unclear": (
        "Das Gerät versteht den Tisch noch nicht. Die Bots warten; dann geben sie ein, was "
        "geschah.",
        "The device does not understand the table yet. The bots wait; then they enter what "
        "happened.",
        "L’appareil ne comprend pas encore la table. Les robots attendent ; puis ils saisissent "
        "ce qui s’est passé.",
        "L’apparecchio non capisce ancora il tavolo. I bot aspettano; poi inseriscono che cosa è "
        "successo.",
    ),
    "sim.board": (
        "Das Gerät findet das Spielbrett nicht; die Bots tippen seine Ecken an.",
        "The device does not find the board; the bots tap its corners.",
        "L’appareil ne trouve pas le plateau ; les robots touchent ses coins.",
        "L’apparecchio non trova il tabellone; i bot ne toccano gli angoli.",
    ),
    "seen.none": (
        "Auf dem Tisch liegt keine der gelernten Schachteln.",
        "None of the taught boxes lies on the table.",
        "Aucune des boîtes apprises n’est sur la table.",
        "Sul tavolo non c’è nessuna delle scatole imparate.",
    ),
    "seen.other": (
        "Auf dem Tisch sehe ich ein anderes Spiel:",
        "On the table I see another game:",
        "Sur la table, je vois un autre jeu :",
        "Sul tavolo vedo un altro gioco:",
    ),
    "setup.kilt-cards": (
        "Aufbau: {found} von {wanted} Karten liegen am Brett.",
        "Set-up: {found} of {wanted} cards lie at the board.",
        "Mise en place : {found} cartes sur {wanted} sont posées au plateau.",
        "Preparazione: {found} carte su {wanted} sono al tabellone.",
    ),
    "setup.kilt-rows": (
        "Aufbau: Die Karten liegen in Reihen zu {found}; richtig ist im Uhrzeigersinn, "
        "nebeneinander: {wanted}.",
        "Set-up: the cards lie in rows of {found}; right is, clockwise and side by side: {wanted}.",
        "Mise en place : les cartes sont en rangées de {found} ; il faut, côte à côte dans le sens "
        "horaire : {wanted}.",
        "Preparazione: le carte sono in file di {found}; giusto è, affiancate in senso orario: "
        "{wanted}.",
    ),
    "setup.kilt-floors": (
        "Aufbau: Auf dem Brett darf noch nichts stehen: {squares}.",
        "Set-up: nothing may stand on the board yet: {squares}.",
        "Mise en place : rien ne doit encore se trouver sur le plateau : {squares}.",
        "Preparazione: sul tabellone non deve ancora esserci nulla: {squares}.",
    ),
    "setup.begun": (
        "Das Spiel hat wohl schon begonnen: {what} liegen nicht wie am Anfang. Beginnt am Handy "
        "mit dem Aufbau, wie er war, und gebt die Züge ein; oder baut neu auf.",
        "The game seems to have begun: {what} do not lie as at the start. Begin by phone with the "
        "set-up as it was and enter the moves, or lay it anew.",
        "La partie semble avoir commencé : {what} ne sont pas comme au début. Commencez par "
        "téléphone avec la mise en place telle qu’elle était et saisissez les coups, ou remettez "
        "tout en place.",
        "La partita sembra già cominciata: {what} non sono come all’inizio. Cominciate dal "
        "telefono con la preparazione com’era e inserite le mosse, oppure preparate di nuovo.",
    ),
    "setup.castle-treasures": (
        "Aufbau: In jeden Raum gehört ein verdeckter Schatz; hier fehlt er: {rooms}.",
        "Set-up: a treasure lies face down in every room; it is missing here: {rooms}.",
        "Mise en place : un trésor face cachée dans chaque salle ; il manque ici : {rooms}.",
        "Preparazione: in ogni stanza un tesoro coperto; qui manca: {rooms}.",
    ),
    "setup.castle-monsters": (
        "Aufbau: In jeden Raum gehört ein verdecktes Monster; hier fehlt es: {rooms}.",
        "Set-up: a monster lies face down in every room; it is missing here: {rooms}.",
        "Mise en place : un monstre face cachée dans chaque salle ; il manque ici : {rooms}.",
        "Preparazione: in ogni stanza un mostro coperto; qui manca: {rooms}.",
    ),
    "setup.castle-astray": (
        "Aufbau: Verdeckte Plättchen gehören nur in Räume, nicht hierher: {areas}.",
        "Set-up: face-down counters belong in rooms only, not here: {areas}.",
        "Mise en place : les pions cachés vont seulement dans les salles, pas ici : {areas}.",
        "Preparazione: i segnalini coperti vanno solo nelle stanze, non qui: {areas}.",
    ),
    "setup.appenzell-roofs": (
        "Aufbau: Alle Dächer müssen auf der Burg liegen; hier fehlt eines: {fields}.",
        "Set-up: every roof must lie on the castle; one is missing here: {fields}.",
        "Mise en place : tous les toits doivent être posés ; il en manque un ici : {fields}.",
        "Preparazione: tutti i tetti devono stare sul castello; qui ne manca uno: {fields}.",
    ),
    "setup.appenzell-spare": (
        "Legt das übrige Plättchen bis zum ersten Schieben nicht vor einen Schlitz, sondern "
        "zwischen zwei, wo die Kamera es ganz sieht: dann sehe ich sicher, wo eines herausfällt.",
        "Until somebody slides, lay the spare tile not before a slot but between two, where the "
        "camera sees all of it: then I clearly see where one falls out.",
        "Jusqu’à la première poussée, posez la tuile restante non pas devant une fente mais entre "
        "deux, là où la caméra la voit entière : je verrai alors clairement où une tuile tombe.",
        "Fino alla prima spinta mettete la tessera rimasta non davanti a una fessura ma tra due, "
        "dove la telecamera la vede intera: così vedo con certezza dove ne cade una.",
    ),
    "setup.solomon-empty": (
        "Aufbau: In diesen Schächten fehlen Plättchen: {squares}. Jeder bekommt vier.",
        "Set-up: tiles are missing in these shafts: {squares}. Each gets four.",
        "Mise en place : il manque des tuiles dans ces puits : {squares}. Chacun en reçoit quatre.",
        "Preparazione: mancano tessere in questi pozzi: {squares}. Ognuno ne riceve quattro.",
    ),
    "setup.solomon-low": (
        "Aufbau: Hier liegen wohl weniger als vier Plättchen: {squares}.",
        "Set-up: these shafts seem to hold fewer than four tiles: {squares}.",
        "Mise en place : ces puits semblent contenir moins de quatre tuiles : {squares}.",
        "Preparazione: questi pozzi sembrano avere meno di quattro tessere: {squares}.",
    ),
    "setup.seven_locks-towers": (
        "Aufbau: Alle sieben Türme müssen stehen; hier fehlt einer: {towers}. Läuft das Spiel "
        "schon, so beginnt am Handy mit dem Aufbau, wie er war, oder baut neu auf.",
        "Set-up: all seven towers must stand; one is missing here: {towers}. If the game has begun "
        "already, begin by phone with the set-up as it was, or lay it anew.",
        "Mise en place : les sept tours doivent être debout ; il en manque une ici : {towers}. Si "
        "la partie a déjà commencé, commencez par téléphone avec la mise en place telle qu’elle "
        "était, ou remettez tout en place.",
        "Preparazione: tutte e sette le torri devono stare in piedi; qui ne manca una: {towers}. "
        "Se la partita è già cominciata, cominciate dal telefono con la preparazione com’era, "
        "oppure preparate di nuovo.",
    ),
    "setup.seven_locks-keys": (
        "Aufbau: Ich finde die Reihe der acht Schlüssel nicht; legt sie neben das Brett, "
        "wie beim Anlernen.",
        "Set-up: I do not find the row of eight keys; lay them beside the board, as when they "
        "were taught.",
        "Mise en place : je ne trouve pas la rangée des huit clés ; posez-les à côté du plateau, "
        "comme à l’apprentissage.",
        "Preparazione: non trovo la fila delle otto chiavi; mettetele accanto al tabellone, come "
        "quando le avete insegnate.",
    ),
    "setup.seven_locks-keymaster": (
        "Aufbau: Ich sehe nicht, wo der Schlüsselmeister steht; stellt ihn so vor seinen Turm, "
        "dass keiner ihn der Kamera verdeckt, etwa näher an den Perlenkasten.",
        "Set-up: I do not see where the keymaster stands; stand him before his tower so that none "
        "hides him from the camera, nearer the pearl bin say.",
        "Mise en place : je ne vois pas où est le maître des clés ; placez-le devant sa tour de "
        "sorte qu’aucune ne le cache à la caméra, par exemple plus près du bac à perles.",
        "Preparazione: non vedo dove sta il mastro chiavi; mettetelo davanti alla sua torre in "
        "modo che nessuna lo nasconda alla telecamera, per esempio più vicino al contenitore.",
    ),
    "setup.seven_locks-coats": (
        "Wappen dieser Plätze sehe ich nicht gut: {which}. Legt sie vor dem ersten Wurf dorthin, "
        "wo kein Turm sie verdeckt, etwa weiter nach außen; sonst muss ich nachfragen.",
        "I cannot see the coats of arms of these seats well: {which}. Lay them where no tower "
        "hides them before the first throw, further out say; else I have to ask.",
        "Je vois mal les blasons de ces places : {which}. Posez-les avant le premier jet là où "
        "aucune tour ne les cache, par exemple plus loin ; sinon je devrai demander.",
        "Non vedo bene gli stemmi di questi posti: {which}. Prima del primo lancio metteteli dove "
        "nessuna torre li nasconde, per esempio più in fuori; altrimenti dovrò chiedere.",
    ),
    "setup.seven_locks-behind": (
        "An diesen Plätzen verdeckt mir ein Turm den Schlüsselmeister: {which}. Stellt ihn dort "
        "etwas näher an den Perlenkasten oder zur Seite, bis ich ihn sehe; eine höhere Kamera "
        "hilft auch.",
        "At these places a tower hides the keymaster from me: {which}. Stand him there a little "
        "nearer the pearl bin or aside, until I see him; a higher camera helps as well.",
        "À ces places, une tour me cache le maître des clés : {which}. Placez-l’y un peu plus "
        "près du bac à perles ou de côté, jusqu’à ce que je le voie ; une caméra plus haute aide "
        "aussi.",
        "In questi posti una torre mi nasconde il mastro chiavi: {which}. Lì mettetelo un "
        "po’ più vicino al contenitore delle perle o di lato, finché lo vedo; aiuta anche una "
        "telecamera più alta.",
    ),
    "setup.seven_locks-die": (
        "Ich sehe den Würfel nicht; werft ihn dort, wo kein Turm ihn verdeckt, etwa weiter nach "
        "außen.",
        "I cannot see the die; throw it where no tower hides it, further out say.",
        "Je ne vois pas le dé ; lancez-le là où aucune tour ne le cache, par exemple plus loin.",
        "Non vedo il dado; lanciatelo dove nessuna torre lo nasconde, per esempio più in fuori.",
    ),
    "setup.seven_locks-row": (
        "Türme verdecken mir diese Schlüssel: {which}. Schiebt die ganze Reihe vor dem ersten Wurf "
        "weiter nach außen, bis ich alle sehe; sonst muss ich fragen, welcher genommen wurde.",
        "Towers hide these keys from me: {which}. Move the whole row further out before the first "
        "throw, until I see all of them; else I have to ask which one was taken.",
        "Des tours me cachent ces clés : {which}. Déplacez toute la rangée vers l’extérieur avant "
        "le premier jet, jusqu’à ce que je les voie toutes ; sinon je devrai demander laquelle a "
        "été prise.",
        "Delle torri mi nascondono queste chiavi: {which}. Prima del primo lancio spostate tutta "
        "la fila più in fuori, finché le vedo tutte; altrimenti dovrò chiedere quale è stata "
        "presa.",
    ),
    "setup.seven_locks-faint": (
        "Diese Schlüssel sehe ich kaum: {which}. Ein Tuch in anderer Farbe darunter oder eine "
        "höhere Kamera hilft; sonst muss ich fragen, welcher genommen wurde.",
        "I can hardly see these keys: {which}. A cloth of another colour below them or a higher "
        "camera helps; else I have to ask which one was taken.",
        "Je vois à peine ces clés : {which}. Un tissu d’une autre couleur dessous ou une caméra "
        "plus haute aide ; sinon je devrai demander laquelle a été prise.",
        "Vedo a malapena queste chiavi: {which}. Un panno di un altro colore sotto o una "
        "telecamera più alta aiuta; altrimenti dovrò chiedere quale è stata presa.",
    ),
    "sight.trouble": (
        "Dieses Bild habe ich nicht verstanden; ich versuche es mit dem nächsten.",
        "I could not make sense of that picture; I try the next one.",
        "Je n’ai pas compris cette image ; j’essaie la suivante.",
        "Non ho capito questa immagine; provo con la prossima.",
    ),
    "camera.opening": (
        "Die Kamera startet …",
        "The camera is starting …",
        "La caméra démarre …",
        "La telecamera si avvia …",
    ),
    "camera.ok": (
        "Die Kamera läuft.",
        "The camera works.",
        "La caméra marche.",
        "La telecamera funziona.",
    ),
    "camera.black": (
        "Das Kamerabild ist schwarz. Ist das Objektiv abgedeckt?",
        "The camera picture is black. Is the lens covered?",
        "L’image est noire. L’objectif est-il couvert ?",
        "L’immagine è nera. L’obiettivo è coperto?",
    ),
    "camera.lost": (
        "Die Kamera liefert keine Bilder mehr. Bitte das Kabel prüfen; ich versuche es weiter.",
        "The camera gives no more pictures. Please check the cable; I keep trying.",
        "La caméra ne donne plus d’images. Vérifiez le câble ; je continue d’essayer.",
        "La telecamera non dà più immagini. Controlla il cavo; continuo a provare.",
    ),
    "camera.none": (
        "Ohne Kamera: alles wird auf den Handys angegeben.",
        "No camera: everything is told on the phones.",
        "Sans caméra : tout se dit sur les téléphones.",
        "Senza telecamera: tutto si dice sui telefoni.",
    ),
    "camera.missing": (
        "Keine Kamera gefunden: bitte alles auf den Handys angeben. Ich suche weiter und nehme "
        "eine, sobald sie da ist.",
        "No camera is found: tell everything on the phones. I go on looking and take one as soon "
        "as it is there.",
        "Aucune caméra trouvée : dites tout sur les téléphones. Je continue de chercher et la "
        "prends dès qu’elle est là.",
        "Nessuna telecamera trovata: dite tutto sui telefoni. Continuo a cercare e la prendo "
        "appena c’è.",
    ),
    "camera.ended": (
        "Die Aufnahme ist zu Ende.",
        "The recording has ended.",
        "L’enregistrement est terminé.",
        "La registrazione è finita.",
    ),
    "camera.off": (
        "Die Kamera ist aus.",
        "The camera is off.",
        "La caméra est éteinte.",
        "La telecamera è spenta.",
    ),
    "microphone.opening": (
        "Das Mikrofon startet …",
        "The microphone is starting …",
        "Le micro démarre …",
        "Il microfono si avvia …",
    ),
    "microphone.ok": (
        "Das Mikrofon hört zu.",
        "The microphone is listening.",
        "Le micro écoute.",
        "Il microfono ascolta.",
    ),
    "microphone.off": (
        "Das Mikrofon ist aus.",
        "The microphone is off.",
        "Le micro est éteint.",
        "Il microfono è spento.",
    ),
    "microphone.none": (
        "Ohne Mikrofon: Perlen werden angetippt.",
        "No microphone: pearls are told by taps.",
        "Sans micro : les perles se disent au toucher.",
        "Senza microfono: le perle si indicano toccando.",
    ),
    "microphone.missing": (
        "Kein Mikrofon gefunden. Es geht mit Antippen weiter; ich suche es weiter.",
        "No microphone found. The game goes on by taps; I keep looking.",
        "Aucun micro trouvé. Le jeu continue au toucher ; je cherche encore.",
        "Nessun microfono trovato. Si continua toccando; continuo a cercare.",
    ),
    "microphone.lost": (
        "Das Mikrofon ist weg. Bitte das Kabel prüfen; es geht mit Antippen weiter.",
        "The microphone is gone. Please check the cable; the game goes on by taps.",
        "Le micro a disparu. Vérifiez le câble ; le jeu continue au toucher.",
        "Il microfono è sparito. Controlla il cavo; si continua toccando.",
    ),
    "microphone.ended": (
        "Die Tonaufnahme ist zu Ende.",
        "The sound recording has ended.",
        "L’enregistrement sonore est terminé.",
        "La registrazione audio è finita.",
    ),
    "microphone.silent": (
        "Das Mikrofon ist völlig still. Ist es stumm geschaltet?",
        "The microphone is dead silent. Is it muted?",
        "Le micro est totalement muet. Est-il coupé ?",
        "Il microfono è del tutto muto. È disattivato?",
    ),
    "microphone.clipped": (
        "Der Ton übersteuert. Bitte die Empfindlichkeit senken oder das Mikrofon wegrücken.",
        "The sound is clipped. Please lower the input level or move the microphone away.",
        "Le son sature. Baissez le niveau d’entrée ou éloignez le micro.",
        "Il suono è distorto. Abbassa il livello o allontana il microfono.",
    ),
    "microphone.hum": (
        "Es brummt. Bitte ein anderes Kabel oder Netzteil versuchen.",
        "There is a loud hum. Please try another cable or power supply.",
        "Il y a un fort ronflement. Essayez un autre câble ou une autre alimentation.",
        "C’è un forte ronzio. Prova un altro cavo o alimentatore.",
    ),
    "microphone.gain": (
        "Das Mikrofon regelt die Lautstärke selbst. Bitte die automatische Verstärkung abschalten.",
        "The microphone changes its own level. Please switch automatic gain off.",
        "Le micro règle lui-même son niveau. Désactivez le gain automatique.",
        "Il microfono regola da solo il livello. Disattiva il guadagno automatico.",
    ),
    "microphone.overflow": (
        "Beim Zuhören gehen Stücke verloren; das Gerät ist überlastet.",
        "Pieces of the sound get lost; the device is too busy.",
        "Des morceaux du son se perdent ; l’appareil est surchargé.",
        "Si perdono pezzi di suono; l’apparecchio è sovraccarico.",
    ),
    "microphone.low-rate": (
        "Die Aufnahme hat zu wenige Abtastwerte je Sekunde für Perlen; 48 kHz wären richtig.",
        "The recording has too few samples a second for pearls; 48 kHz would be right.",
        "L’enregistrement a trop peu d’échantillons par seconde ; il faudrait 48 kHz.",
        "La registrazione ha troppi pochi campioni al secondo; servirebbero 48 kHz.",
    ),
    "ear.count": (
        "Gehört habe ich {heard} Perlen, angetippt sind {told}. Bitte nachsehen.",
        "I heard {heard} pearls, {told} were tapped. Please check.",
        "J’ai entendu {heard} perles, {told} ont été touchées. Vérifiez, s’il vous plaît.",
        "Ho sentito {heard} perle, ne sono state toccate {told}. Controllate, per favore.",
    ),
    "ear.audit": (
        "Turm {tower}: {told} gezählt, {found} gefunden. Der Unterschied entstand wohl in Zug "
        "{turn}.",
        "Tower {tower}: {told} counted, {found} found. The difference probably arose in turn "
        "{turn}.",
        "Tour {tower} : {told} comptées, {found} trouvées. La différence date sans doute du tour "
        "{turn}.",
        "Torre {tower}: {told} contate, {found} trovate. La differenza è nata forse nel turno "
        "{turn}.",
    ),
    "ear.audit-unknown": (
        "Turm {tower}: {told} gezählt, {found} gefunden. Gehört habe ich keinen Fehler.",
        "Tower {tower}: {told} counted, {found} found. I heard no mistake.",
        "Tour {tower} : {told} comptées, {found} trouvées. Je n’ai entendu aucune erreur.",
        "Torre {tower}: {told} contate, {found} trovate. Non ho sentito errori.",
    ),
    "question.what-happened": (
        "Was ist gerade passiert?",
        "What has just happened?",
        "Que vient-il de se passer ?",
        "Che cosa è appena successo?",
    ),
    "question.which": (
        "Welches davon?",
        "Which of these?",
        "Lequel de ceux-ci ?",
        "Quale di questi?",
    ),
    "question.nothing-yet": (
        "Es ist noch nichts geschehen.",
        "Nothing happened yet.",
        "Il ne s’est encore rien passé.",
        "Non è ancora successo niente.",
    ),
    "question.nothing": ("Nichts davon", "None of these", "Rien de tout cela", "Niente di questo"),
    "journal.damaged": (
        "Das Protokoll war beschädigt. {records} Ereignisse wurden gerettet.",
        "The journal was damaged. {records} events were rescued.",
        "Le journal était endommagé. {records} événements ont été sauvés.",
        "Il registro era danneggiato. {records} eventi sono stati salvati.",
    ),
    "journal.damaged-lost": (
        "Das Protokoll war beschädigt. {records} Ereignisse wurden gerettet, {lost} fehlen. "
        "Schau nach, ob der Spielstand noch stimmt.",
        "The journal was damaged. {records} events were rescued, {lost} are missing. Please check "
        "whether the game still stands as it should.",
        "Le journal était endommagé. {records} événements ont été sauvés, {lost} manquent. "
        "Vérifie si l’état de la partie est encore juste.",
        "Il registro era danneggiato. {records} eventi sono stati salvati, {lost} mancano. "
        "Controlla se lo stato della partita è ancora giusto.",
    ),
    "journal.strange": (
        "Zeilen des Protokolls, die keinen Sinn ergeben, wurden übergangen: {count}.",
        "Lines of the journal that make no sense were skipped: {count}.",
        "Lignes du journal qui n’ont pas de sens et ont été sautées : {count}.",
        "Righe del registro senza senso che sono state saltate: {count}.",
    ),
    "journal.unexplained": (
        "Neben dem Protokoll liegt ein beschädigtes, das nie gerettet wurde: {files}.",
        "Beside the journal lies a damaged one that was never mended: {files}.",
        "À côté du journal se trouve un autre, endommagé et jamais réparé : {files}.",
        "Accanto al registro ce n’è uno danneggiato mai riparato: {files}.",
    ),
    "data.room": (
        "Nur noch etwa {megabytes} MB frei. Bitte alte Aufnahmen löschen; ist alles voll, wird "
        "nichts mehr aufgeschrieben.",
        "Only about {megabytes} MB are free. Please delete old recordings; when all is full, "
        "nothing is written down any more.",
        "Plus qu’environ {megabytes} Mo libres. Supprimez d’anciens enregistrements ; quand tout "
        "est plein, plus rien n’est noté.",
        "Solo circa {megabytes} MB liberi. Cancella vecchie registrazioni; quando tutto è pieno, "
        "non si annota più nulla.",
    ),
    "backup.no-place": (
        "Keine Sicherung: {folder} ist nicht da. Steckt der Speicherstick?",
        "No backup: {folder} is not there. Is the stick plugged in?",
        "Pas de copie : {folder} n’est pas là. La clé est-elle branchée ?",
        "Nessuna copia: {folder} non c’è. La chiavetta è inserita?",
    ),
    "backup.failed": (
        "Die Sicherung nach {folder} gelang nicht: {fault}",
        "The backup to {folder} failed: {fault}",
        "La copie vers {folder} a échoué : {fault}",
        "La copia in {folder} non è riuscita: {fault}",
    ),
    "recording.size": (
        "Aufgenommen sind {megabytes} MB; frei sind noch {free} GB.",
        "{megabytes} MB are recorded; {free} GB are still free.",
        "{megabytes} Mo sont enregistrés ; il reste {free} Go.",
        "Sono registrati {megabytes} MB; restano liberi {free} GB.",
    ),
    "recording.full": (
        "Die Aufnahme ist zu Ende, damit 1 GB frei bleibt; sie hat {megabytes} MB.",
        "The recording has ended, so that 1 GB stays free; it has {megabytes} MB.",
        "L’enregistrement est terminé pour laisser 1 Go libre ; il fait {megabytes} Mo.",
        "La registrazione è finita, così resta libero 1 GB; è di {megabytes} MB.",
    ),
    "recording.failed": (
        "Die Aufnahme ist zu Ende: sie ließ sich nicht weiter schreiben. Sie hat {megabytes} MB.",
        "The recording has ended: it could not be written on. It has {megabytes} MB.",
        "L’enregistrement est terminé : impossible d’écrire la suite. Il fait {megabytes} Mo.",
        "La registrazione è finita: non si poteva più scrivere. È di {megabytes} MB.",
    ),
    "recording.other-game": (
        "Die Aufnahme ist zu Ende, denn ein anderes Spiel hat begonnen; sie hat {megabytes} MB.",
        "The recording has ended, since another game has begun; it has {megabytes} MB.",
        "L’enregistrement est terminé, car une autre partie commence ; il fait {megabytes} Mo.",
        "La registrazione è finita perché è iniziata un’altra partita; è di {megabytes} MB.",
    ),
    "table.options": (
        "Gespielt wird ohne die Hausregeln der Einstellungen: {fault}",
        "Played without the house rules of the settings: {fault}",
        "On joue sans les règles maison des réglages : {fault}",
        "Si gioca senza le regole della casa nelle impostazioni: {fault}",
    ),
    "data.forgets": (
        "Beim Ausschalten verschwinden alle Spiele: {folder} liegt im Arbeitsspeicher.",
        "All games vanish at power-off: {folder} lies in memory.",
        "Toutes les parties s’effacent à l’arrêt : {folder} est en mémoire vive.",
        "Allo spegnimento spariscono tutte le partite: {folder} sta nella memoria.",
    ),
    "restore.beside": (
        "Die Einstellungen der Sicherung gelten nicht; sie liegen im Datenordner: {file}.",
        "The settings of the backup are not in use; they lie in the data folder: {file}.",
        "Les réglages de la copie ne servent pas ; ils sont dans le dossier des données : {file}.",
        "Le impostazioni della copia non sono in uso; sono nella cartella dei dati: {file}.",
    ),
    "journal.unplayable": (
        "Spiel {game} des Protokolls lässt sich nicht fortsetzen; ein neues hat begonnen.",
        "Game {game} of the journal cannot be gone on with; a new one has begun.",
        "La partie {game} du journal ne peut pas continuer ; une nouvelle a commencé.",
        "La partita {game} del registro non può continuare; ne è iniziata una nuova.",
    ),
    "journal.closed": (
        "Nichts wird mehr gespeichert: Castellan hört gerade auf.",
        "Nothing is saved any more: Castellan is stopping.",
        "Plus rien n’est enregistré : Castellan s’arrête.",
        "Non si salva più nulla: Castellan si sta fermando.",
    ),
    "part.eyes": (
        "Etwas stimmt nicht mit dem, was die Kamera liest; es geht weiter. Gebt am Handy an, was "
        "fehlt.",
        "Something is wrong with reading the camera’s pictures; it goes on. Tell on the phones "
        "what is missing.",
        "La lecture des images de la caméra a un problème ; elle continue. Dites sur les "
        "téléphones ce qui manque.",
        "C’è un problema nel leggere le immagini della telecamera; si va avanti. Dite sui telefoni "
        "ciò che manca.",
    ),
    "part.ears": (
        "Etwas stimmt nicht mit dem Hören; es geht weiter. Gebt am Handy an, was fehlt.",
        "Something is wrong with listening; it goes on. Tell on the phones what is missing.",
        "L’écoute a un problème ; elle continue. Dites sur les téléphones ce qui manque.",
        "C’è un problema nell’ascolto; si va avanti. Dite sui telefoni ciò che manca.",
    ),
    "part.panel": (
        "Etwas stimmt nicht mit den Knöpfen und Lampen; am Handy geht alles weiter.",
        "Something is wrong with the buttons and lamps; on the phones everything goes on.",
        "Les boutons et les lampes ont un problème ; sur les téléphones tout continue.",
        "C’è un problema con i pulsanti e le luci; sui telefoni tutto va avanti.",
    ),
    "part.other": (
        "Ein Teil des Geräts stolpert ({part}); alles andere geht weiter.",
        "A part of the device stumbles ({part}); everything else goes on.",
        "Une partie de l’appareil trébuche ({part}) ; tout le reste continue.",
        "Una parte dell’apparecchio inciampa ({part}); tutto il resto va avanti.",
    ),
    "keeping.recording": (
        "Aufnahme läuft: alle Bilder und aller Ton dieses Tisches werden gespeichert.",
        "Recording: every picture and all sound of this table is being kept.",
        "Enregistrement en cours : toutes les images et tout le son de cette table sont conservés.",
        "Registrazione in corso: tutte le immagini e tutto il suono di questo tavolo si salvano.",
    ),
    "keeping.senses-off": (
        "Kamera und Mikrofon sind ausgeschaltet; alles wird auf den Handys angegeben.",
        "Camera and microphone are switched off; everything is told on the phones.",
        "La caméra et le micro sont coupés ; tout se dit sur les téléphones.",
        "Telecamera e microfono sono spenti; tutto si dice sui telefoni.",
    ),
    "journal.full": (
        "Nichts wird mehr gespeichert: die Speicherkarte ist voll.",
        "Nothing is saved any more: the memory card is full.",
        "Plus rien n’est enregistré : la carte mémoire est pleine.",
        "Non si salva più nulla: la scheda di memoria è piena.",
    ),
    "journal.read-only": (
        "Nichts wird mehr gespeichert: die Speicherkarte lässt sich nicht beschreiben.",
        "Nothing is saved any more: the memory card cannot be written.",
        "Plus rien n’est enregistré : la carte mémoire ne peut être écrite.",
        "Non si salva più nulla: la scheda di memoria non si può scrivere.",
    ),
    "journal.failed": (
        "Nichts wird mehr gespeichert. Bitte das Gerät neu starten.",
        "Nothing is saved any more. Please restart the device.",
        "Plus rien n’est enregistré. Redémarrez l’appareil.",
        "Non si salva più nulla. Riavvia il dispositivo.",
    ),
    "journal.reserve": (
        "Die Speicherkarte ist fast voll. Bitte bald Platz schaffen.",
        "The memory card is almost full. Please make room soon.",
        "La carte mémoire est presque pleine. Faites bientôt de la place.",
        "La scheda di memoria è quasi piena. Fai presto spazio.",
    ),
    "seat.name": ("Spieler {seat}", "Player {seat}", "Joueur {seat}", "Giocatore {seat}"),
}

WORDS: Mapping[str, tuple[str, str, str, str]] = {**_WORDS, **correction_words.WORDS}


# what is counted, one and more of it: German, English, French, Italian
THINGS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "cards": (("Karte", "Karten"), ("card", "cards"), ("carte", "cartes"), ("carta", "carte")),
    "counters": (
        ("Plättchen", "Plättchen"),
        ("counter", "counters"),
        ("pion", "pions"),
        ("segnalino", "segnalini"),
    ),
    "floors": (
        ("Stockwerk", "Stockwerke"),
        ("floor", "floors"),
        ("étage", "étages"),
        ("piano", "piani"),
    ),
    "mice": (("Maus", "Mäuse"), ("mouse", "mice"), ("souris", "souris"), ("topo", "topi")),
    "roofs": (("Dach", "Dächer"), ("roof", "roofs"), ("toit", "toits"), ("tetto", "tetti")),
    "shafts": (
        ("Schacht", "Schächte"),
        ("shaft", "shafts"),
        ("puits", "puits"),
        ("pozzo", "pozzi"),
    ),
}
AND = (" und ", " and ", " et ", " e ")


def say(language: str, key: str, facts: Mapping[str, Json] | None = None) -> str:
    """The words for a key; English where a language is not spoken."""
    at = LANGUAGES.index(language) if language in LANGUAGES else LANGUAGES.index("en")
    told = {name: _worded(value, at) for name, value in (facts or {}).items()}
    return WORDS[key][at].format_map(told)


def _worded(value: Json, at: int) -> Json:
    """A fact; so many of each kind of things become words."""
    if not isinstance(value, Mapping):
        return value
    counted = [f"{count} {THINGS[kind][at][count != 1]}" for kind, count in value.items()]
    return AND[at].join(counted)
