"""The words of the pages in four languages; rulings and hints have theirs in `rules.wording`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules import wording
from rules.errors import UnknownWording
from rules.values import Json
from web import (
    appenzell_words,
    castle_words,
    guest_words,
    health_words,
    kilt_words,
    seven_locks_words,
    solomon_words,
    teach_words,
)

LANGUAGES = wording.LANGUAGES
LANGUAGE_NAMES = {"de": "Deutsch", "en": "English", "fr": "Français", "it": "Italiano"}

# key: German, English, French, Italian
HOUSE: Mapping[str, tuple[str, str, str, str]] = {
    "game.kilt": ("Kilt Castle", "Kilt Castle", "Kilt Castle", "Kilt Castle"),
    "game.seven_locks": (
        "Schloss der 7 Schlösser",
        "Castle of the 7 Locks",
        "Le château aux 7 serrures",
        "Il castello delle 7 serrature",
    ),
    "game.solomon": (
        "König Salomons Schatzkammer",
        "King Solomon’s Treasure",
        "Le trésor du roi Salomon",
        "Il tesoro di re Salomone",
    ),
    "game.appenzell": ("Burg Appenzell", "Appenzell Castle", "Château d’Appenzell", "Appenzello"),
    "game.castle": ("The Castle", "The Castle", "The Castle", "The Castle"),
    # start page
    "start.scan": (
        "Mit dem Handy mitspielen",
        "Join with your phone",
        "Jouer avec son téléphone",
        "Gioca con il telefono",
    ),
    "start.how": (
        "Kamera auf den Code halten oder diese Adresse eintippen:",
        "Point your camera at the code, or type this address:",
        "Visez le code avec l’appareil photo ou saisissez l’adresse :",
        "Inquadra il codice o digita questo indirizzo:",
    ),
    "start.or": ("Oder:", "Or:", "Ou :", "Oppure:"),
    "start.qr": (
        "QR-Code mit der Adresse zum Mitspielen",
        "QR code with the address for joining",
        "Code QR avec l’adresse pour rejoindre la table",
        "Codice QR con l’indirizzo per partecipare",
    ),
    "start.seats": ("Am Tisch", "At the table", "Autour de la table", "Al tavolo"),
    "start.free": ("noch frei", "still free", "encore libre", "ancora libero"),
    "start.joined": ("ist dabei", "has joined", "est là", "c’è"),
    "start.watch-here": (
        "Spiel hier ansehen",
        "Show the game here",
        "Voir la partie ici",
        "Guarda qui la partita",
    ),
    "start.join-here": (
        "Auf diesem Gerät mitspielen",
        "Join on this device",
        "Jouer sur cet appareil",
        "Gioca su questo dispositivo",
    ),
    "start.now": ("Jetzt auf dem Tisch", "On the table now", "Sur la table", "Ora sul tavolo"),
    "sim.choose": (
        "Ein anderes Spiel simulieren",
        "Simulate another game",
        "Simuler un autre jeu",
        "Simula un altro gioco",
    ),
    # joining
    "join.title": ("Wer bist du?", "Who are you?", "Qui es-tu ?", "Chi sei?"),
    "join.name": ("Dein Name", "Your name", "Ton nom", "Il tuo nome"),
    "join.optional": ("freiwillig", "optional", "facultatif", "facoltativo"),
    "join.seat": ("Dein Platz", "Your seat", "Ta place", "Il tuo posto"),
    "join.taken": ("besetzt", "taken", "occupée", "occupato"),
    "join.watch": ("Nur zuschauen", "Just watch", "Regarder seulement", "Solo guardare"),
    "join.go": ("Los!", "Let’s go!", "C’est parti !", "Andiamo!"),
    "join.language": ("Sprache", "Language", "Langue", "Lingua"),
    # connection and sight
    "live.connecting": ("verbinde …", "connecting …", "connexion …", "connessione …"),
    "live.ok": ("live", "live", "en direct", "in diretta"),
    "live.lost": (
        "Verbindung weg, versuche es wieder …",
        "connection lost, trying again …",
        "connexion perdue, nouvel essai …",
        "connessione persa, riprovo …",
    ),
    "live.elsewhere": (
        "Das Spiel ist in einem anderen Fenster offen.",
        "The game is open in another window.",
        "La partie est ouverte dans une autre fenêtre.",
        "La partita è aperta in un’altra finestra.",
    ),
    "live.unknown": (
        "Dieser Tisch kennt dein Telefon nicht mehr. Setz dich noch einmal an den Tisch.",
        "This table no longer knows your phone. Take your seat again.",
        "Cette table ne connaît plus ton téléphone. Reprends ta place.",
        "Questo tavolo non conosce più il tuo telefono. Riprendi il tuo posto.",
    ),
    "live.here": ("Hier weitermachen", "Continue here", "Continuer ici", "Continua qui"),
    # table page
    "table.your-turn": (
        "Du bist dran",
        "It’s your turn",
        "C’est ton tour",
        "Tocca a te",
    ),
    "table.turn-of": (
        "{name} ist dran",
        "{name} to play",
        "Au tour de {name}",
        "Tocca a {name}",
    ),
    "table.finished": ("Ende der Partie", "The game is over", "Fin de la partie", "Fine partita"),
    "table.winner": ("{names} gewinnt!", "{names} wins!", "{names} gagne !", "{names} vince!"),
    "table.winners": (
        "{names} gewinnen gemeinsam!",
        "{names} win together!",
        "{names} gagnent ensemble !",
        "{names} vincono insieme!",
    ),
    "table.die": (
        "Was zeigt der Würfel?",
        "What does the die show?",
        "Que montre le dé ?",
        "Che cosa mostra il dado?",
    ),
    "table.roll": ("Für uns würfeln", "Roll for us", "Lancer pour nous", "Tira per noi"),
    "table.game": ("Spiel", "Game", "Jeu", "Gioco"),
    "table.recording": (
        "Aufnahme läuft: alle Bilder und aller Ton dieses Tisches werden gespeichert.",
        "Recording: every picture and all sound of this table is being kept.",
        "Enregistrement en cours : toutes les images et tout le son de cette table sont conservés.",
        "Registrazione in corso: tutte le immagini e tutto il suono di questo tavolo si salvano.",
    ),
    "table.saw-wrong": (
        "Die Kamera hat sich geirrt",
        "It saw wrong",
        "La caméra s’est trompée",
        "La telecamera ha visto male",
    ),
    "table.saw-wrong-kept": (
        "Die letzte Minute ist aufgehoben. Auf der Seite „Wie es dem Gerät geht“ liegt sie im "
        "Bericht für die, die das Sehen verbessern.",
        "The last minute is kept. The page on the device’s health puts it into the report for "
        "those who improve the eyes.",
        "La dernière minute est gardée. La page sur l’état de l’appareil la met dans le rapport "
        "pour ceux qui améliorent la vision.",
        "L’ultimo minuto è conservato. La pagina sullo stato dell’apparecchio lo mette nel "
        "rapporto per chi migliora la vista.",
    ),
    "table.record-on": (
        "Aufnahme beginnen",
        "Start a recording",
        "Commencer un enregistrement",
        "Inizia una registrazione",
    ),
    "table.record-off": (
        "Aufnahme beenden",
        "End the recording",
        "Terminer l’enregistrement",
        "Termina la registrazione",
    ),
    "table.senses-off": (
        "Kamera und Mikrofon ausschalten",
        "Switch camera and microphone off",
        "Couper la caméra et le micro",
        "Spegni telecamera e microfono",
    ),
    "table.senses-on": (
        "Kamera und Mikrofon einschalten",
        "Switch camera and microphone on",
        "Rallumer la caméra et le micro",
        "Riaccendi telecamera e microfono",
    ),
    "table.hints": ("Hinweise", "Hints", "Conseils", "Suggerimenti"),
    "table.hints.silent": (
        "nur Regelverstöße",
        "broken rules only",
        "fautes seulement",
        "solo gli errori",
    ),
    "table.hints.referee": (
        "wie ein Schiedsrichter",
        "like a referee",
        "comme un arbitre",
        "come un arbitro",
    ),
    "table.setup": (
        "Spielaufbau",
        "Setting up",
        "Mise en place",
        "Preparazione",
    ),
    "table.you": ("du", "you", "toi", "tu"),
    "table.watching": ("Du schaust zu", "You are watching", "Tu regardes", "Stai guardando"),
    "table.question": ("Kurze Frage", "Quick question", "Petite question", "Una domanda"),
    "table.ruling": (
        "Das geht so nicht",
        "That is not allowed",
        "Ce n’est pas permis",
        "Non è permesso",
    ),
    "table.stand": (
        "So stehen lassen",
        "Let it stand",
        "Laisser tel quel",
        "Lascia così",
    ),
    "table.put-back": (
        "Oder einfach auf dem Tisch richtigstellen.",
        "Or simply put it right on the table.",
        "Ou corrigez simplement sur la table.",
        "Oppure correggi semplicemente sul tavolo.",
    ),
    "table.misfits": (
        "Passt nicht mehr zusammen",
        "No longer fits",
        "Ne concorde plus",
        "Non torna più",
    ),
    "table.purse": ("Dukaten", "Ducats", "Ducats", "Ducati"),
    "table.floors-left": (
        "{count} Stockwerke übrig",
        "{count} floors left",
        "{count} étages restants",
        "{count} piani rimasti",
    ),
    "table.events": ("Was geschah", "What happened", "Ce qui s’est passé", "Cos’è successo"),
    "table.no-events": (
        "Noch nichts geschehen.",
        "Nothing yet.",
        "Rien pour l’instant.",
        "Ancora niente.",
    ),
    "table.tap-to-correct": (
        "Antippen zum Berichtigen",
        "Tap one to correct it",
        "Touchez pour corriger",
        "Tocca per correggere",
    ),
    "table.more-events": ("Alle zeigen", "Show all", "Tout afficher", "Mostra tutto"),
    "table.likely": ("wahrscheinlich", "likely", "probable", "probabile"),
    "table.stands": ("bleibt so stehen", "left standing", "laissé tel quel", "lasciato così"),
    "table.undo": ("Zurück", "Undo", "Annuler", "Annulla"),
    "table.redo": ("Vor", "Redo", "Rétablir", "Ripeti"),
    "table.tell": ("Eintippen", "Enter move", "Saisir", "Inserisci"),
    "table.camera": ("Kamera", "Camera", "Caméra", "Telecamera"),
    "table.camera-alt": (
        "Kamerabild mit dem, was erkannt wurde",
        "Camera picture with what was recognised",
        "Image de la caméra avec ce qui a été reconnu",
        "Immagine della telecamera con ciò che è stato riconosciuto",
    ),
    "table.corners": (
        "Ecken antippen",
        "Tap the corners",
        "Toucher les coins",
        "Tocca gli angoli",
    ),
    "table.corner-0": (
        "Tippe auf die Ecke hinten links",
        "Tap the far left corner",
        "Touchez le coin du fond à gauche",
        "Tocca l’angolo in fondo a sinistra",
    ),
    "table.corner-1": (
        "… hinten rechts",
        "… the far right corner",
        "… du fond à droite",
        "… in fondo a destra",
    ),
    "table.corner-2": (
        "… vorne rechts",
        "… the near right corner",
        "… de devant à droite",
        "… davanti a destra",
    ),
    "table.corner-3": (
        "… vorne links",
        "… the near left corner",
        "… de devant à gauche",
        "… davanti a sinistra",
    ),
    "table.evidence": ("Beweisbild", "Picture as evidence", "Image à l’appui", "Immagine di prova"),
    "table.new": ("Neue Partie", "New game", "Nouvelle partie", "Nuova partita"),
    "table.leave": (
        "Diese Partie beenden?",
        "End this game?",
        "Arrêter cette partie ?",
        "Terminare questa partita?",
    ),
    "table.leave-what": (
        "{game}, Ereignisse bisher: {count}.",
        "{game}, events so far: {count}.",
        "{game}, événements jusqu’ici : {count}.",
        "{game}, eventi finora: {count}.",
    ),
    "table.leave-kept": (
        "Nichts geht verloren: Im Menü und auf der Startseite kannst du mit ihr weitermachen.",
        "Nothing is lost: you can go on with it from the menu and from the start page.",
        "Rien n’est perdu : tu peux la reprendre depuis le menu et la page d’accueil.",
        "Niente va perso: puoi riprenderla dal menu e dalla pagina iniziale.",
    ),
    "table.stay": ("Weiterspielen", "Keep playing", "Continuer à jouer", "Continua a giocare"),
    "table.resume": (
        "Mit der letzten Partie weitermachen",
        "Go on with the last game",
        "Reprendre la dernière partie",
        "Riprendi l’ultima partita",
    ),
    "table.resume-this": (
        "Mit dieser weitermachen",
        "Go on with this one",
        "Reprendre celle-ci",
        "Riprendi questa",
    ),
    "table.resume-yes": (
        "Weiter mit: {game}",
        "Go on with: {game}",
        "Reprendre : {game}",
        "Riprendi: {game}",
    ),
    "table.resume-how": (
        "Legt den Tisch so hin, wie er damals lag.",
        "Lay the table as it lay then.",
        "Remettez la table comme elle était alors.",
        "Disponete il tavolo com’era allora.",
    ),
    "table.for": ("zu {count}", "{count} players", "à {count}", "in {count}"),
    "table.events-count": (
        "Ereignisse: {count}",
        "events: {count}",
        "événements : {count}",
        "eventi: {count}",
    ),
    "table.players": ("Mitspieler", "Players", "Joueurs", "Giocatori"),
    "table.change-seat": (
        "Platz wechseln",
        "Change seat",
        "Changer de place",
        "Cambia posto",
    ),
    "table.free-seat": (
        "{name} vom Platz lösen",
        "Free the seat of {name}",
        "Libérer la place de {name}",
        "Libera il posto di {name}",
    ),
    "table.menu": ("Menü", "Menu", "Menu", "Menù"),
    "table.qr": ("QR-Code zeigen", "Show QR code", "Afficher le code QR", "Mostra codice QR"),
    "table.close": ("Schließen", "Close", "Fermer", "Chiudi"),
    "table.board": (
        "Spielplan, wie das Gerät ihn sieht",
        "The board as the device understands it",
        "Le plateau tel que l’appareil le comprend",
        "Il tabellone come lo vede il dispositivo",
    ),
    "table.host": ("Gastgeber", "Host", "Hôte", "Padrone di casa"),
    "table.score": ("Endstand", "Final score", "Score final", "Punteggio finale"),
    # correcting
    "ask.title": ("{who} fragt", "{who} asks", "{who} demande", "{who} chiede"),
    "ask.waits": (
        "Wartet auf ein Ja von: {names}",
        "Waits for a yes from: {names}",
        "Attend un oui de : {names}",
        "Aspetta un sì da: {names}",
    ),
    "ask.yes": ("Ja, gut so", "Yes, fine", "Oui, d’accord", "Sì, va bene"),
    "ask.no": ("Nein", "No", "Non", "No"),
    "ask.withdraw": ("Doch nicht", "Never mind", "Laisse tomber", "Lascia stare"),
    "table.proofs": (
        "Beweisbilder",
        "Pictures that prove events",
        "Images de preuve",
        "Immagini di prova",
    ),
    "table.proofs.true": (
        "für alle, die mitspielen",
        "for all who play",
        "pour tous ceux qui jouent",
        "per tutti quelli che giocano",
    ),
    "table.proofs.false": (
        "nur für den Gastgeber",
        "for the host alone",
        "pour l’hôte seul",
        "solo per il padrone di casa",
    ),
    "table.told-by": (
        "Gesagt von {who}",
        "Told by {who}",
        "Dit par {who}",
        "Detto da {who}",
    ),
    "fix.title": ("Berichtigen", "Correct", "Corriger", "Correggi"),
    "fix.amend": (
        "Es war etwas anderes …",
        "It was something else …",
        "C’était autre chose …",
        "Era qualcos’altro …",
    ),
    "fix.void": (
        "Es ist nie passiert",
        "It never happened",
        "Cela n’a pas eu lieu",
        "Non è mai successo",
    ),
    "fix.insert": (
        "Davor fehlt etwas …",
        "Something is missing before it …",
        "Il manque quelque chose avant …",
        "Prima manca qualcosa …",
    ),
    "fix.choose": (
        "Was war es?",
        "What was it?",
        "C’était quoi ?",
        "Che cos’era?",
    ),
    "fix.choose-now": (
        "Was ist passiert?",
        "What happened?",
        "Que s’est-il passé ?",
        "Cos’è successo?",
    ),
    "fix.which-card": ("Welche Karte?", "Which card?", "Quelle carte ?", "Quale carta?"),
    "fix.none": (
        "Hier passt nichts anderes.",
        "Nothing else fits here.",
        "Rien d’autre ne convient ici.",
        "Qui non va bene altro.",
    ),
    "fix.not-allowed": (
        "gegen die Regel",
        "against the rules",
        "contre les règles",
        "contro le regole",
    ),
    "fix.back": ("Zurück", "Back", "Retour", "Indietro"),
    "fix.done": ("Berichtigt.", "Corrected.", "Corrigé.", "Corretto."),
    # Kilt Castle
    # house rules
    "option.true": ("ja", "yes", "oui", "sì"),
    "option.false": ("nein", "no", "non", "no"),
    # refusals
    "refused.garbage": (
        "Das habe ich nicht verstanden. Bitte die Seite neu laden.",
        "I did not understand that. Please reload the page.",
        "Je n’ai pas compris. Rechargez la page.",
        "Non ho capito. Ricarica la pagina.",
    ),
    "refused.not-json": (
        "Befehle müssen als JSON kommen.",
        "Commands must be sent as JSON.",
        "Les commandes doivent être en JSON.",
        "I comandi devono essere in JSON.",
    ),
    "refused.unknown-command": (
        "Den Befehl „{command}“ kenne ich nicht.",
        "I know no command “{command}”.",
        "Je ne connais pas la commande « {command} ».",
        "Non conosco il comando «{command}».",
    ),
    "refused.field": (
        "Die Angabe „{field}“ fehlt oder stimmt nicht.",
        "“{field}” is missing or wrong.",
        "« {field} » manque ou est incorrect.",
        "«{field}» manca o è sbagliato.",
    ),
    "refused.corners": (
        "Das sind nicht die vier Ecken eines Spielbretts. Bitte noch einmal, der Reihe nach: "
        "hinten links, hinten rechts, vorn rechts, vorn links.",
        "Those are not the four corners of a board. Once more please, in this order: far left, far "
        "right, near right, near left.",
        "Ce ne sont pas les quatre coins d’un plateau. Recommencez dans cet ordre : au fond à "
        "gauche, au fond à droite, devant à droite, devant à gauche.",
        "Non sono i quattro angoli di un tabellone. Di nuovo, in quest’ordine: in fondo a "
        "sinistra, in fondo a destra, davanti a destra, davanti a sinistra.",
    ),
    "refused.too-large": (
        "Das ist zu viel auf einmal.",
        "That is too much at once.",
        "C’est trop à la fois.",
        "È troppo in una volta.",
    ),
    "refused.text": (
        "Darin stehen Zeichen, die nicht in eine Zeile Text gehören.",
        "It has signs in it that do not belong into a line of text.",
        "Il y a là des signes qui n’ont rien à faire dans une ligne de texte.",
        "Contiene segni che non stanno in una riga di testo.",
    ),
    "refused.name": (
        "So heißt hier schon jemand, oder der Name geht nicht. Nimm bitte einen anderen.",
        "Somebody here has that name, or it cannot be one. Please take another.",
        "Quelqu’un s’appelle déjà ainsi, ou ce nom ne va pas. Prends-en un autre.",
        "Qui c’è già qualcuno con quel nome, o il nome non va. Prendine un altro.",
    ),
    "refused.misdirected": (
        "Unter dieser Adresse antwortet der Tisch nicht. Nimm die Adresse, die am Tisch steht, "
        "oder trag diesen Namen in castellan.toml bei [web] names ein.",
        "The table does not answer to this address. Use the address shown at the table, or add "
        "this name to [web] names in castellan.toml.",
        "La table ne répond pas à cette adresse. Prends celle qui est affichée à la table, ou "
        "ajoute ce nom à [web] names dans castellan.toml.",
        "Il tavolo non risponde a questo indirizzo. Usa quello mostrato al tavolo, o aggiungi "
        "questo nome a [web] names in castellan.toml.",
    ),
    "refused.proxy": (
        "Das kam über einen Proxy, den castellan.toml bei [web] proxy nicht nennt.",
        "This came through a proxy that [web] proxy in castellan.toml does not name.",
        "Ceci est passé par un proxy que [web] proxy dans castellan.toml ne nomme pas.",
        "Questo è passato per un proxy che [web] proxy in castellan.toml non nomina.",
    ),
    "refused.origin": (
        "Dieser Befehl kam von einer fremden Seite.",
        "This command came from a foreign page.",
        "Cette commande vient d’une page étrangère.",
        "Questo comando viene da una pagina estranea.",
    ),
    "refused.spectator": (
        "Wer zuschaut, kann nichts ändern. Nimm erst einen Platz ein.",
        "Spectators cannot change anything. Take a seat first.",
        "Les spectateurs ne peuvent rien changer. Prends d’abord une place.",
        "Chi guarda non può cambiare nulla. Prendi prima un posto.",
    ),
    "refused.host-only": (
        "Das kann nur der Gastgeber.",
        "Only the host can do that.",
        "Seul l’hôte peut le faire.",
        "Può farlo solo il padrone di casa.",
    ),
    "refused.wrong-seat": (
        "Das darf nur, wer dran ist.",
        "Only the player whose turn it is may do that.",
        "Seul celui dont c’est le tour peut le faire.",
        "Può farlo solo chi è di turno.",
    ),
    "refused.stale": (
        "Der Tisch hat sich gerade verändert. Schau noch einmal hin und versuche es wieder.",
        "The table has just changed. Have another look and try again.",
        "La table vient de changer. Regarde encore et réessaie.",
        "Il tavolo è appena cambiato. Guarda di nuovo e riprova.",
    ),
    "refused.no-such-seat": (
        "Diesen Platz gibt es nicht.",
        "There is no such seat.",
        "Cette place n’existe pas.",
        "Questo posto non esiste.",
    ),
    "refused.seat-taken": (
        "Auf diesem Platz sitzt schon jemand.",
        "Somebody already sits there.",
        "Quelqu’un est déjà assis là.",
        "Lì c’è già qualcuno.",
    ),
    "refused.no-such-event": (
        "Dieses Ereignis gibt es nicht (mehr).",
        "There is no such event (any more).",
        "Cet événement n’existe pas (ou plus).",
        "Questo evento non esiste (più).",
    ),
    "refused.no-question": (
        "Diese Frage ist schon beantwortet.",
        "That question has been answered already.",
        "Cette question a déjà sa réponse.",
        "A questa domanda è già stato risposto.",
    ),
    "refused.nothing-to-undo": (
        "Es gibt nichts zurückzunehmen.",
        "There is nothing to undo.",
        "Il n’y a rien à annuler.",
        "Non c’è nulla da annullare.",
    ),
    "refused.nothing-to-redo": (
        "Es gibt nichts wiederherzustellen.",
        "There is nothing to redo.",
        "Il n’y a rien à rétablir.",
        "Non c’è nulla da ripetere.",
    ),
    "refused.impossible": (
        "Das kann auf diesem Tisch nicht geschehen sein.",
        "That cannot have happened on this table.",
        "Cela n’a pas pu arriver sur cette table.",
        "Non può essere successo su questo tavolo.",
    ),
    "refused.illegal": (
        "Das erlauben die Regeln nicht.",
        "The rules do not allow that.",
        "Les règles ne le permettent pas.",
        "Le regole non lo permettono.",
    ),
    "refused.not-yours": (
        "Das kann nur sagen, wen es betrifft.",
        "Only the player concerned can tell that.",
        "Seule la personne concernée peut le dire.",
        "Lo può dire solo chi è interessato.",
    ),
    "refused.no-die": (
        "Jetzt ist kein Würfel zu werfen.",
        "There is no die to roll now.",
        "Il n’y a pas de dé à lancer maintenant.",
        "Ora non c’è nessun dado da tirare.",
    ),
    "refused.no-pearl": (
        "Gerade hat niemand eine Perle gehört.",
        "Nobody heard a pearl just now.",
        "Personne n’a entendu de perle à l’instant.",
        "Nessuno ha sentito una perla proprio ora.",
    ),
    "refused.no-such-game": (
        "Mit dieser Partie kann man nicht weitermachen.",
        "That game cannot be gone on with.",
        "Cette partie ne peut pas être reprise.",
        "Questa partita non si può riprendere.",
    ),
    "refused.mid-game": (
        "Das geht nur vor oder nach einer Partie.",
        "That is possible only before or after a game.",
        "C’est possible seulement avant ou après une partie.",
        "È possibile solo prima o dopo una partita.",
    ),
    "refused.no-picture": (
        "Davon gibt es kein Bild.",
        "There is no picture of that.",
        "Il n’y en a pas d’image.",
        "Non c’è un’immagine.",
    ),
    "refused.no-proofs": (
        "Die Bilder vom Tisch sieht nur, wer mitspielt und sie sehen soll.",
        "Pictures of the table are for those who play and may see them.",
        "Les images de la table sont pour ceux qui jouent et peuvent les voir.",
        "Le immagini del tavolo sono per chi gioca e può vederle.",
    ),
    "refused.no-request": (
        "Diese Bitte ist erledigt.",
        "That request is settled.",
        "Cette demande est réglée.",
        "Questa richiesta è chiusa.",
    ),
    "refused.no-such-page": (
        "Diese Seite gibt es nicht.",
        "There is no such page.",
        "Cette page n’existe pas.",
        "Questa pagina non esiste.",
    ),
    "refused.often": (
        "Das waren zu viele Wünsche auf einmal. Warte {seconds} Sekunden.",
        "Those were too many wishes at once. Wait {seconds} seconds.",
        "Trop de demandes à la fois. Attends {seconds} secondes.",
        "Troppe richieste in una volta. Aspetta {seconds} secondi.",
    ),
    "refused.no-recording": (
        "Hier lässt sich gerade nichts aufnehmen.",
        "Nothing can be recorded here now.",
        "Rien ne peut être enregistré ici pour l’instant.",
        "Qui adesso non si può registrare.",
    ),
    "refused.no-room": (
        "Dafür ist auf dem Gerät zu wenig Platz. Lösche dort zuerst etwas.",
        "There is too little room on the device for that. Delete something there first.",
        "Il n’y a pas assez de place sur l’appareil. Efface d’abord quelque chose.",
        "Sul dispositivo non c’è abbastanza spazio. Cancella prima qualcosa.",
    ),
    "refused.too-many-phones": (
        "Es sind schon zu viele Handys verbunden. Versuche es gleich noch einmal.",
        "Too many phones are connected. Try again in a moment.",
        "Trop de téléphones sont connectés. Réessaie dans un instant.",
        "Troppi telefoni collegati. Riprova tra poco.",
    ),
    "refused.no-moment": (
        "Davon ist nichts aufgehoben: es gibt keine Bilder der letzten Minute, oder die "
        "Speicherkarte ist fast voll.",
        "Nothing of it is kept: there are no pictures of the last minute, or the memory card is "
        "nearly full.",
        "Rien n’en est gardé : il n’y a pas d’images de la dernière minute, ou la carte mémoire "
        "est presque pleine.",
        "Non se ne conserva nulla: non ci sono immagini dell’ultimo minuto, o la scheda di "
        "memoria è quasi piena.",
    ),
    "refused.stopping": (
        "Das Gerät hört gerade auf; am Spiel hat sich nichts geändert.",
        "The device is about to stop; the game has not changed.",
        "L’appareil s’arrête ; la partie n’a pas changé.",
        "L’apparecchio si sta fermando; la partita non è cambiata.",
    ),
    "refused.crashed": (
        "Da ist etwas schiefgegangen; am Spiel hat sich nichts geändert.",
        "Something went wrong; the game has not changed.",
        "Quelque chose a échoué ; la partie n’a pas changé.",
        "Qualcosa è andato storto; la partita non è cambiata.",
    ),
    "refused.offline": (
        "Keine Verbindung zum Tisch.",
        "No connection to the table.",
        "Pas de connexion avec la table.",
        "Nessun collegamento con il tavolo.",
    ),
}

# The pages of all games share one book; a game's words begin with its name.
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    **HOUSE,
    **guest_words.WORDS,
    **appenzell_words.WORDS,
    **castle_words.WORDS,
    **kilt_words.WORDS,
    **seven_locks_words.WORDS,
    **solomon_words.WORDS,
    **health_words.WORDS,
    **teach_words.WORDS,
}


def say(
    language: str,
    key: str,
    facts: Mapping[str, Json] | None = None,
    names: Sequence[str] = (),
) -> str:
    """The words for a key of the pages or, failing that, for an id of the rules."""
    if key in WORDS:
        return WORDS[key][LANGUAGES.index(language)].format_map(dict(facts or {}))
    try:
        return wording.say(language, key, facts or {}, names)
    except UnknownWording:
        return say(language, "refused.illegal" if "." in key else "refused.garbage")


def option_words(language: str, name: str, choice: str | int | bool | None = None) -> str:
    """The words for a house rule or one of its choices; its own name if we have none."""
    plain = f"option.{str(choice).lower()}" if isinstance(choice, bool) else ""
    key = plain or (f"option.{name}" if choice is None else f"option.{name}.{choice}")
    return say(language, key) if key in WORDS else str(name if choice is None else choice)


def words_for(language: str) -> dict[str, str]:
    """All words of the pages in one language, for the scripts."""
    at = LANGUAGES.index(language)
    return {key: texts[at] for key, texts in WORDS.items()}
