"""The words of the page on which a box is taught, in four languages."""

from __future__ import annotations

from collections.abc import Mapping

# key: German, English, French, Italian
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    "teach.looking": (
        "Ich warte auf ein Bild …",
        "Waiting for a picture …",
        "J’attends une image …",
        "Aspetto un’immagine …",
    ),
    "teach.moving": (
        "Da bewegt sich etwas. Nimm die Hände weg, dann schaue ich.",
        "Something is moving. Take your hands away, then I will look.",
        "Quelque chose bouge. Retire tes mains, puis je regarde.",
        "Qualcosa si muove. Togli le mani e guardo.",
    ),
    "teach.dark": (
        "Es ist zu dunkel: mehr Licht, bitte.",
        "It is too dark: more light, please.",
        "Il fait trop sombre : plus de lumière, s’il te plaît.",
        "È troppo buio: più luce, per favore.",
    ),
    "teach.tap-corners": (
        "Tippe die vier Ecken im Bild an.",
        "Tap the four corners in the picture.",
        "Touche les quatre coins dans l’image.",
        "Tocca i quattro angoli nell’immagine.",
    ),
    "teach.sure": (
        "Gesehen. Weiter!",
        "Got it. Next!",
        "C’est vu. Continue !",
        "Visto. Avanti!",
    ),
    "teach.answer-first": (
        "Jetzt noch die Frage beantworten.",
        "Now answer the question.",
        "Réponds maintenant à la question.",
        "Ora rispondi alla domanda.",
    ),
    "teach.learning": (
        "Ich lerne deine Schachtel …",
        "Learning your box …",
        "J’apprends ta boîte …",
        "Imparo la tua scatola …",
    ),
    "teach.learned": (
        "Gelernt! Schau nach, was ich sicher kenne, und behalte die Schachtel.",
        "Learned! Look at what I am sure of, then keep the box.",
        "Appris ! Vérifie ce que je reconnais, puis garde la boîte.",
        "Imparato! Controlla che cosa riconosco, poi tieni la scatola.",
    ),
    "teach.fault.lost": (
        "Ich habe das Brett verloren. Tippe seine vier Ecken noch einmal an.",
        "I have lost the board. Tap its four corners once more.",
        "J’ai perdu le plateau. Touche encore une fois ses quatre coins.",
        "Ho perso il tabellone. Tocca di nuovo i quattro angoli.",
    ),
    "teach.fault.outside": (
        "Nicht alles wird im Bild liegen. Rücke Brett oder Kamera, dann tippe die Ecken noch "
        "einmal an.",
        "Not everything will lie in the picture. Move the board or the camera, then tap the "
        "corners again.",
        "Tout ne sera pas dans l’image. Déplace le plateau ou la caméra, puis touche encore les "
        "coins.",
        "Non tutto sarà nell’immagine. Sposta il tabellone o la telecamera, poi tocca di nuovo gli "
        "angoli.",
    ),
    "teach.fault.wanted": (
        "Da fehlt noch etwas: siehe die gelben Stellen.",
        "Something is still missing: see the yellow places.",
        "Il manque encore quelque chose : voir les endroits jaunes.",
        "Manca ancora qualcosa: vedi i punti gialli.",
    ),
    "teach.fault.moved": (
        "Etwas liegt anders als vorhin: siehe die roten Stellen.",
        "Something lies differently than before: see the red places.",
        "Quelque chose a changé de place : voir les endroits rouges.",
        "Qualcosa è cambiato rispetto a prima: vedi i punti rossi.",
    ),
    "teach.fault.left": (
        "Hier liegt noch etwas vom letzten Schritt: siehe die roten Stellen.",
        "Something is left from the step before: see the red places.",
        "Il reste quelque chose de l’étape d’avant : voir les endroits rouges.",
        "È rimasto qualcosa dal passo precedente: vedi i punti rossi.",
    ),
    "teach.fault.corners": (
        "Das passt zu keinem Brett. Tippe der Reihe nach: hinten links, hinten rechts, vorn "
        "rechts, vorn links.",
        "That fits no board. Tap in order: far left, far right, near right, near left.",
        "Cela ne correspond à aucun plateau. Touche dans l’ordre : au fond à gauche, au fond à "
        "droite, devant à droite, devant à gauche.",
        "Non corrisponde a nessun tabellone. Tocca in ordine: in fondo a sinistra, in fondo a "
        "destra, davanti a destra, davanti a sinistra.",
    ),
    "teach.fault.small": (
        "Das Brett ist im Bild zu klein. Hänge die Kamera tiefer.",
        "The board is too small in the picture. Lower the camera.",
        "Le plateau est trop petit dans l’image. Baisse la caméra.",
        "Il tabellone è troppo piccolo nell’immagine. Abbassa la telecamera.",
    ),
    "teach.fault.edge": (
        "Das Brett reicht bis an den Bildrand. Rücke es in die Mitte.",
        "The board reaches the picture’s edge. Move it to the middle.",
        "Le plateau touche le bord de l’image. Mets-le au milieu.",
        "Il tabellone tocca il bordo dell’immagine. Spostalo al centro.",
    ),
    "teach.fault.moving": (
        "Da bewegt sich etwas. Nimm die Hände weg und versuche es noch einmal.",
        "Something is moving. Take your hands away and try again.",
        "Quelque chose bouge. Retire tes mains et réessaie.",
        "Qualcosa si muove. Togli le mani e riprova.",
    ),
    "teach.failed.failed": (
        "Daraus konnte ich die Schachtel nicht lernen. Prüfe die Ecken und ob alles so lag wie "
        "gezeigt, und wiederhole den Schritt.",
        "I could not learn the box from these. Check the corners and that everything lay as "
        "shown, and do the step again.",
        "Je n’ai pas pu apprendre la boîte. Vérifie les coins et que tout était posé comme "
        "indiqué, puis refais l’étape.",
        "Non sono riuscito a imparare la scatola. Controlla gli angoli e che tutto fosse come "
        "indicato, poi ripeti il passo.",
    ),
    "teach.failed.cards": (
        "Die Karten waren nicht deutlich zu sehen. Lege sie dicht ans Brett, auf ruhigen "
        "Untergrund, und wiederhole den Schritt.",
        "The cards were not to be seen clearly. Lay them close to the board on plain ground and "
        "do the step again.",
        "Les cartes n’étaient pas nettes. Pose-les tout contre le plateau sur un fond uni et "
        "refais l’étape.",
        "Le carte non si vedevano bene. Mettile vicino al tabellone su un fondo uniforme e ripeti "
        "il passo.",
    ),
    "teach.no-picture": (
        "Es gibt noch kein ruhiges Bild mit Brett.",
        "There is no still picture with a board yet.",
        "Il n’y a pas encore d’image nette avec un plateau.",
        "Non c’è ancora un’immagine ferma con il tabellone.",
    ),
    "teach.no-answer-due": (
        "Dieser Schritt fragt nichts.",
        "This step asks nothing.",
        "Cette étape ne demande rien.",
        "Questo passo non chiede nulla.",
    ),
    "teach.bad-answer": (
        "Das ist noch keine vollständige Antwort.",
        "That is no complete answer yet.",
        "La réponse n’est pas complète.",
        "La risposta non è completa.",
    ),
    "teach.not-sure": (
        "Ich bin noch nicht sicher.",
        "I am not sure yet.",
        "Je ne suis pas encore sûr.",
        "Non sono ancora sicuro.",
    ),
    "teach.not-now": (
        "Das geht gerade nicht.",
        "That is not possible now.",
        "Ce n’est pas possible maintenant.",
        "Ora non è possibile.",
    ),
    "teach.no-such-kind": (
        "Das kann ich nicht einzeln neu lernen.",
        "I cannot learn that anew by itself.",
        "Je ne peux pas réapprendre cela seul.",
        "Non posso reimparare solo questo.",
    ),
    "teach.no-camera": (
        "Ohne Kamera kann ich nichts lernen. Du kannst eine Schachtel aus einer Datei übernehmen.",
        "Without a camera I cannot learn. You can take a box from a file.",
        "Sans caméra, je ne peux rien apprendre. Tu peux importer une boîte depuis un fichier.",
        "Senza telecamera non posso imparare. Puoi importare una scatola da un file.",
    ),
    "teach.unknown-box": (
        "Diese Schachtel kenne ich nicht.",
        "I do not know that box.",
        "Je ne connais pas cette boîte.",
        "Non conosco questa scatola.",
    ),
    "teach.bad-file": (
        "Diese Datei ist keine ganze Schachtel.",
        "This file is no whole box.",
        "Ce fichier n’est pas une boîte complète.",
        "Questo file non è una scatola completa.",
    ),
    "teach.not-kept": (
        "Die Schachtel konnte nicht gespeichert werden: Ist die Speicherkarte voll?",
        "The box could not be saved: is the memory card full?",
        "La boîte n’a pas pu être enregistrée : la carte mémoire est-elle pleine ?",
        "Non è stato possibile salvare la scatola: la scheda di memoria è piena?",
    ),
    "start.play-seen": ("{game} spielen", "Play {game}", "Jouer à {game}", "Gioca a {game}"),
    # the page itself
    "teach.title": (
        "Schachteln anlernen",
        "Teach a box",
        "Apprendre une boîte",
        "Insegnare una scatola",
    ),
    "teach.lead": (
        "Castellan lernt deine eigene Schachtel in wenigen Minuten: Leg hin, was das Handy sagt, "
        "und nimm die Hände weg.",
        "Castellan learns your own box in a few minutes: lay out what the phone says and take "
        "your hands away.",
        "Castellan apprend ta propre boîte en quelques minutes : pose ce que dit le téléphone et "
        "retire tes mains.",
        "Castellan impara la tua scatola in pochi minuti: disponi ciò che dice il telefono e togli "
        "le mani.",
    ),
    "teach.known": ("gelernt", "taught", "apprise", "imparata"),
    "teach.unknown": (
        "noch nicht gelernt",
        "not taught yet",
        "pas encore apprise",
        "non ancora imparata",
    ),
    "teach.begin": ("Anlernen", "Teach", "Apprendre", "Insegna"),
    "teach.begin-again": ("Neu anlernen", "Teach anew", "Réapprendre", "Insegna di nuovo"),
    "teach.one-kind": (
        "Nur ein Teil neu anlernen",
        "Teach one kind anew",
        "Réapprendre une seule pièce",
        "Insegna di nuovo un solo pezzo",
    ),
    "teach.choose-kind": ("welches?", "which?", "laquelle ?", "quale?"),
    "teach.export": (
        "Als Datei sichern",
        "Save as a file",
        "Enregistrer en fichier",
        "Salva in un file",
    ),
    "teach.import": (
        "Schachtel aus einer Datei übernehmen",
        "Take a box from a file",
        "Importer une boîte d’un fichier",
        "Importa una scatola da un file",
    ),
    "teach.imported": (
        "Übernommen: {game}",
        "Taken in: {game}",
        "Importée : {game}",
        "Importata: {game}",
    ),
    "teach.step": (
        "Schritt {step} von {steps}",
        "Step {step} of {steps}",
        "Étape {step} sur {steps}",
        "Passo {step} di {steps}",
    ),
    "teach.next": ("Weiter", "Next", "Suivant", "Avanti"),
    "teach.anyway": ("Trotzdem weiter", "Next anyway", "Continuer quand même", "Avanti lo stesso"),
    "teach.back": ("Zurück", "Back", "Retour", "Indietro"),
    "teach.stop": ("Abbrechen", "Stop", "Annuler", "Annulla"),
    "teach.keep": ("Schachtel behalten", "Keep the box", "Garder la boîte", "Tieni la scatola"),
    "teach.kept": ("Gespeichert.", "Saved.", "Enregistré.", "Salvato."),
    "teach.redo": (
        "Schritt wiederholen",
        "Do a step again",
        "Refaire une étape",
        "Ripeti un passo",
    ),
    "teach.alike": (
        "leicht zu verwechseln mit: {rival}",
        "easily mistaken for: {rival}",
        "facile à confondre avec : {rival}",
        "facile da confondere con: {rival}",
    ),
    "teach.unsure": (
        "nicht sicher erkannt",
        "not surely recognised",
        "pas reconnu avec certitude",
        "non riconosciuto con certezza",
    ),
    "teach.all-sure": (
        "Alles sicher unterschieden.",
        "All are told apart surely.",
        "Tout est distingué avec certitude.",
        "Tutto è distinto con certezza.",
    ),
    "teach.corner-0": (
        "Tippe: hinten links",
        "Tap: far left",
        "Touche : au fond à gauche",
        "Tocca: in fondo a sinistra",
    ),
    "teach.corner-1": (
        "Tippe: hinten rechts",
        "Tap: far right",
        "Touche : au fond à droite",
        "Tocca: in fondo a destra",
    ),
    "teach.corner-2": (
        "Tippe: vorn rechts",
        "Tap: near right",
        "Touche : devant à droite",
        "Tocca: davanti a destra",
    ),
    "teach.corner-3": (
        "Tippe: vorn links",
        "Tap: near left",
        "Touche : devant à gauche",
        "Tocca: davanti a sinistra",
    ),
    "teach.corners-again": (
        "Ecken neu antippen",
        "Tap the corners again",
        "Retoucher les coins",
        "Tocca di nuovo gli angoli",
    ),
    "teach.loupe": (
        "Finger halten und ziehen zeigt die Stelle vergrößert.",
        "Hold and drag to see the place enlarged.",
        "Maintiens et glisse pour agrandir l’endroit.",
        "Tieni premuto e trascina per ingrandire il punto.",
    ),
    "teach.picture": (
        "Bild der Kamera",
        "Picture of the camera",
        "Image de la caméra",
        "Immagine della telecamera",
    ),
    "teach.card": (
        "Karte {card}: Felder antippen, Pfeil zu dir",
        "Card {card}: tap its squares, arrow towards you",
        "Carte {card} : touche ses cases, flèche vers toi",
        "Carta {card}: tocca le caselle, freccia verso di te",
    ),
    "teach.card-next": ("Fertig, nächste", "Done, next", "Fini, la suivante", "Fatto, la prossima"),
    "teach.chosen": (
        "{count} von {of} gewählt",
        "{count} of {of} chosen",
        "{count} sur {of} choisies",
        "{count} di {of} scelte",
    ),
    "teach.mark.wanted": ("fehlt", "missing", "manque", "manca"),
    "teach.mark.seen": ("gesehen", "seen", "vu", "visto"),
    "teach.mark.moved": ("anders als vorhin", "not as before", "pas comme avant", "non come prima"),
    "teach.mark.left": ("muss weg", "must go", "à enlever", "da togliere"),
}
