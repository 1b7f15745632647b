"""Words for coming in, for seats that change hands, and for the host's list of hosts."""

from collections.abc import Mapping

# key: German, English, French, Italian
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    # the doorstep
    "door.old": (
        "Dieser Code stimmt nicht oder nicht mehr: Jede Partie hat einen neuen.",
        "This code is wrong, or no longer right: every game has a new one.",
        "Ce code est faux, ou ne l’est plus : chaque partie a le sien.",
        "Questo codice non è giusto, o non lo è più: ogni partita ne ha uno nuovo.",
    ),
    "door.seat": ("Platz {seat}", "Seat {seat}", "Place {seat}", "Posto {seat}"),
    "door.code": ("Code vom Tisch", "Code at the table", "Code de la table", "Codice del tavolo"),
    "door.where": (
        "Scanne den Code am Tisch oder tippe ihn ein. Er steht auf der Startseite und auf dem"
        " Handy des Gastgebers.",
        "Scan the code at the table or type it. It stands on the start page and on the host’s"
        " phone.",
        "Scanne le code de la table ou saisis-le. Il est sur la page d’accueil et sur le"
        " téléphone de l’hôte.",
        "Inquadra il codice del tavolo o digitalo. Sta nella pagina iniziale e sul telefono del"
        " padrone di casa.",
    ),
    "door.enter": ("Herein", "Come in", "Entrer", "Entra"),
    "door.then-code": ("und diesen Code:", "and this code:", "et ce code :", "e questo codice:"),
    "door.host": (
        "Ich bin der Gastgeber",
        "I am the host",
        "Je suis l’hôte",
        "Sono il padrone di casa",
    ),
    "door.hold": (
        "Tippe hier und halte dann am Gerät den Knopf „Bestätigen“ fünf Sekunden lang.",
        "Tap here, then hold the device’s confirm button for five seconds.",
        "Touche ici, puis tiens le bouton « Confirmer » de l’appareil pendant cinq secondes.",
        "Tocca qui, poi tieni premuto il pulsante «Conferma» del dispositivo per cinque secondi.",
    ),
    "door.ask": (
        "Mit dem Knopf am Gerät",
        "With the device’s button",
        "Avec le bouton de l’appareil",
        "Con il pulsante del dispositivo",
    ),
    "door.waiting": (
        "Jetzt am Gerät „Bestätigen“ halten …",
        "Now hold confirm at the device …",
        "Tiens maintenant « Confirmer » sur l’appareil …",
        "Ora tieni premuto «Conferma» sul dispositivo …",
    ),
    "door.not-alone": (
        "Noch ein anderes Handy fragt danach. Solange wird keines zum Gastgeber.",
        "Another phone asks for it too. Until it stops, neither becomes host.",
        "Un autre téléphone le demande aussi. Tant qu’il insiste, aucun ne devient hôte.",
        "Lo chiede anche un altro telefono. Finché insiste, nessuno dei due lo diventa.",
    ),
    "door.terminal": (
        "Oder mit einem Code: „castellan host“ im Terminal zeigt einen.",
        "Or with a code: “castellan host” in the terminal shows one.",
        "Ou avec un code : « castellan host » dans le terminal en montre un.",
        "Oppure con un codice: «castellan host» nel terminale ne mostra uno.",
    ),
    "door.hostcode": ("Gastgeber-Code", "Host code", "Code d’hôte", "Codice del padrone di casa"),
    "door.become-host": (
        "Gastgeber werden",
        "Become host",
        "Devenir l’hôte",
        "Diventa padrone di casa",
    ),
    # seats that change hands
    "table.take-seat": ("Platz nehmen", "Take a seat", "Prendre une place", "Prendi un posto"),
    "seat.away": ("weg", "away", "absent", "assente"),
    "claim.ask": (
        "Das ist mein Platz",
        "That is my seat",
        "C’est ma place",
        "È il mio posto",
    ),
    "claim.asks": (
        "„{name}“ sagt an einem anderen Handy: Der Platz von {seat} ist meiner. Stimmt das?",
        "“{name}” says on another phone: {seat}’s seat is mine. Is that right?",
        "« {name} » dit sur un autre téléphone : la place de {seat} est à moi. Est-ce juste ?",
        "«{name}» dice da un altro telefono: il posto di {seat} è mio. È vero?",
    ),
    "claim.asks-unnamed": (
        "Ein anderes Handy sagt: Der Platz von {seat} ist meiner. Stimmt das?",
        "Another phone says: {seat}’s seat is mine. Is that right?",
        "Un autre téléphone dit : la place de {seat} est à moi. Est-ce juste ?",
        "Un altro telefono dice: il posto di {seat} è mio. È vero?",
    ),
    "claim.yes": ("Ja, das stimmt", "Yes, that is right", "Oui, c’est juste", "Sì, è vero"),
    "claim.no": ("Nein", "No", "Non", "No"),
    "claim.said": ("Du hast Ja gesagt", "You said yes", "Tu as dit oui", "Hai detto di sì"),
    "claim.wait": (
        "Der Tisch wird gefragt. Der Gastgeber kann gleich Ja sagen, zwei Plätze in {seconds} s.",
        "The table is asked. The host can say yes at once, any two seats in {seconds} s.",
        "La table est consultée. L’hôte peut dire oui de suite, deux places dans {seconds} s.",
        "Si chiede al tavolo. Il padrone di casa può dire subito di sì, due posti tra {seconds} s.",
    ),
    "claim.wait-on": (
        "Der Tisch wird gefragt: Es fehlt das Ja des Gastgebers oder zweier Plätze.",
        "The table is asked: a yes of the host or of two seats is missing.",
        "La table est consultée : il manque le oui de l’hôte ou de deux places.",
        "Si chiede al tavolo: manca il sì del padrone di casa o di due posti.",
    ),
    "claim.refused": (
        "Der Tisch hat Nein gesagt.",
        "The table said no.",
        "La table a dit non.",
        "Il tavolo ha detto di no.",
    ),
    "claim.moved": (
        "Der Platz von {name} ist jetzt an einem anderen Handy.",
        "{name}’s seat was taken by another phone.",
        "La place de {name} est maintenant sur un autre téléphone.",
        "Il posto di {name} è ora su un altro telefono.",
    ),
    # hosts
    "host.new": (
        "Ein Handy ist Gastgeber geworden: {name}.",
        "A phone became host: {name}.",
        "Un téléphone est devenu hôte : {name}.",
        "Un telefono è diventato padrone di casa: {name}.",
    ),
    "hosts.title": (
        "Code und Gastgeber",
        "Code and hosts",
        "Code et hôtes",
        "Codice e padroni di casa",
    ),
    "hosts.list": ("Gastgeber", "Hosts", "Hôtes", "Padroni di casa"),
    "hosts.this": ("dieses Gerät", "this device", "cet appareil", "questo dispositivo"),
    "hosts.since": ("seit", "since", "depuis", "dal"),
    "hosts.seen": ("zuletzt da", "last seen", "vu le", "visto il"),
    "hosts.revoke": ("Streichen", "Strike off", "Rayer", "Togli"),
    "hosts.revoke-others": (
        "Alle anderen streichen",
        "Strike off all others",
        "Rayer tous les autres",
        "Togli tutti gli altri",
    ),
    "hosts.more": (
        "Noch ein Gastgeber? „castellan host“ im Terminal zeigt zwei Minuten lang einen Code.",
        "One more host? “castellan host” in the terminal shows a code for two minutes.",
        "Un hôte de plus ? « castellan host » dans le terminal montre un code deux minutes.",
        "Un altro padrone di casa? «castellan host» nel terminale mostra un codice per due minuti.",
    ),
    "hosts.new-code": (
        "Neuer Code für den Tisch",
        "New code for the table",
        "Nouveau code pour la table",
        "Nuovo codice per il tavolo",
    ),
    "hosts.wrong": ("Falsche Codes", "Wrong codes", "Codes faux", "Codici sbagliati"),
    "hosts.wrong-from": (
        "{address}: {count} falsche, {more} nicht angehört",
        "{address}: {count} wrong, {more} not listened to",
        "{address} : {count} faux, {more} pas écoutés",
        "{address}: {count} sbagliati, {more} non ascoltati",
    ),
    "hosts.backups": ("Sicherungen", "Backups", "Copies de sauvegarde", "Copie di sicurezza"),
    "hosts.restore": (
        "Eine Sicherung zurückholen",
        "Put a backup back",
        "Remettre une copie",
        "Rimetti una copia",
    ),
    "hosts.restore-sure": (
        "Diese Sicherung zurückholen?",
        "Put this backup back?",
        "Remettre cette copie ?",
        "Rimettere questa copia?",
    ),
    "hosts.restore-what": (
        "Sie tritt an die Stelle der Spiele und Schachteln hier; was jetzt da ist, kommt beiseite. "
        "Ist es eine Sicherung dieses Tisches, kommen auch Einstellungen und Gastgeber zurück.",
        "It takes the place of the games and boxes here; what is here now is set aside. "
        "If it is a backup of this very table, settings and hosts come back too.",
        "Elle remplace les parties et les boîtes d’ici ; ce qui est là est mis de côté. "
        "Si c’est une copie de cette table, les réglages et les hôtes reviennent aussi.",
        "Prende il posto delle partite e delle scatole di qui; ciò che c’è ora va messo da parte. "
        "Se è una copia di questo tavolo, tornano anche le impostazioni e i padroni di casa.",
    ),
    "hosts.restore-no": (
        "Nein, nichts ändern",
        "No, change nothing",
        "Non, ne rien changer",
        "No, niente",
    ),
    "hosts.restore-games": (
        "Nur Spiele und Schachteln",
        "Only games and boxes",
        "Seulement parties et boîtes",
        "Solo partite e scatole",
    ),
    "hosts.restore-all": (
        "Alles: sie ist von diesem Tisch",
        "Everything: it is of this table",
        "Tout : elle est de cette table",
        "Tutto: è di questo tavolo",
    ),
    "hosts.restore-goes": (
        "Die Sicherung wird gelesen und geprüft …",
        "The backup is being read and checked …",
        "La copie est lue et vérifiée …",
        "La copia viene letta e controllata …",
    ),
    "hosts.restored": (
        "{games} Spiele mit {events} Ereignissen sind zurück. Das Gerät startet neu.",
        "{games} games with {events} events are back. The device starts anew.",
        "{games} parties avec {events} événements sont là. L’appareil redémarre.",
        "{games} partite con {events} eventi sono tornate. Il dispositivo si riavvia.",
    ),
    "hosts.restored-later": (
        "{games} Spiele mit {events} Ereignissen sind bereit; ein Neustart von Castellan holt sie.",
        "{games} games with {events} events are ready. Start Castellan anew to have them.",
        "{games} parties avec {events} événements sont prêtes. Redémarre Castellan pour les avoir.",
        "{games} partite con {events} eventi sono pronte. Riavvia Castellan per averle.",
    ),
    "hosts.recordings": ("Aufnahmen", "Recordings", "Enregistrements", "Registrazioni"),
    "hosts.delete": ("Löschen", "Delete", "Effacer", "Cancella"),
    "hosts.delete-sure": (
        "Wirklich löschen?",
        "Really delete?",
        "Vraiment effacer ?",
        "Davvero cancellare?",
    ),
    "hosts.machine": ("Gerät", "Device", "Appareil", "Dispositivo"),
    "hosts.poweroff": ("Herunterfahren", "Shut down", "Éteindre", "Spegni"),
    "hosts.poweroff-sure": (
        "Wirklich herunterfahren?",
        "Really shut down?",
        "Vraiment éteindre ?",
        "Davvero spegnere?",
    ),
    "hosts.poweroff-done": (
        "Das Gerät fährt herunter. Zieh den Stecker, wenn sein grünes Licht nicht mehr blinkt.",
        "The device shuts down. Pull the plug when its green light no longer blinks.",
        "L’appareil s’éteint. Débranche-le quand son voyant vert ne clignote plus.",
        "Il dispositivo si spegne. Stacca la spina quando la luce verde non lampeggia più.",
    ),
    "hosts.reboot": ("Neu starten", "Restart", "Redémarrer", "Riavvia"),
    "hosts.reboot-sure": (
        "Wirklich neu starten?",
        "Really restart?",
        "Vraiment redémarrer ?",
        "Davvero riavviare?",
    ),
    "hosts.reboot-done": (
        "Das Gerät startet neu. Alle Handys kommen von selbst zurück.",
        "The device restarts. All phones come back by themselves.",
        "L’appareil redémarre. Tous les téléphones reviennent d’eux-mêmes.",
        "Il dispositivo si riavvia. Tutti i telefoni tornano da soli.",
    ),
    "hosts.rollback": (
        "Zur vorigen Version zurück",
        "Back to the version before",
        "Revenir à la version précédente",
        "Torna alla versione di prima",
    ),
    "hosts.rollback-sure": (
        "Wirklich die vorige Version? Spiele und Schachteln bleiben.",
        "Really the version before? Games and boxes stay.",
        "Vraiment la version précédente ? Parties et boîtes restent.",
        "Davvero la versione di prima? Partite e scatole restano.",
    ),
    "hosts.rollback-done": (
        "Die vorige Version kommt in ein paar Minuten. Gelingt es nicht, bleibt diese.",
        "The version before comes in a few minutes. If it does not come up, this one stays.",
        "La version précédente arrive dans quelques minutes. Si elle échoue, celle-ci reste.",
        "La versione di prima arriva tra pochi minuti. Se non parte, resta questa.",
    ),
    "hosts.update": (
        "Neue Version holen",
        "Get a new version",
        "Chercher une nouvelle version",
        "Cerca una nuova versione",
    ),
    "hosts.update-sure": (
        "Wirklich die neueste Version? Spiele und Schachteln bleiben.",
        "Really the newest version? Games and boxes stay.",
        "Vraiment la version la plus récente ? Parties et boîtes restent.",
        "Davvero la versione più recente? Partite e scatole restano.",
    ),
    "hosts.update-done": (
        "Gibt es eine neue, kommt sie in ein paar Minuten. Gelingt es nicht, bleibt diese.",
        "If there is a new one it comes in a few minutes. If it does not come up, this one stays.",
        "S’il y en a une, elle arrive dans quelques minutes. Si elle échoue, celle-ci reste.",
        "Se ce n’è una nuova, arriva tra pochi minuti. Se non parte, resta questa.",
    ),
    "hosts.back": ("Zum Spiel", "To the game", "Vers la partie", "Alla partita"),
    # refusals
    "refused.no-such-recording": (
        "Diese Aufnahme gibt es nicht.",
        "There is no such recording.",
        "Cet enregistrement n’existe pas.",
        "Questa registrazione non c’è.",
    ),
    "refused.recording-runs": (
        "Diese Aufnahme läuft noch. Beende sie zuerst.",
        "This recording still runs. End it first.",
        "Cet enregistrement est en cours. Termine-le d’abord.",
        "Questa registrazione è ancora in corso. Prima terminala.",
    ),
    "refused.backup-runs": (
        "Gerade wird schon eine Sicherung gemacht. Versuch es gleich noch einmal.",
        "A backup is being made already. Try again in a moment.",
        "Une copie est déjà en cours. Réessaie dans un instant.",
        "C’è già una copia in corso. Riprova fra un momento.",
    ),
    "refused.no-backup": (
        "Die Sicherung gelang nicht; die Seite „Gerät“ sagt, warum.",
        "The backup failed; the device page says why.",
        "La copie a échoué ; la page de l’appareil dit pourquoi.",
        "La copia non è riuscita; la pagina del dispositivo dice perché.",
    ),
    "refused.bad-backup": (
        "Das ist keine ganze Sicherung von Castellan, oder sie passt nicht aufs Gerät. "
        "Nichts wurde geändert.",
        "That is no whole backup of Castellan, or the device has no room for it. "
        "Nothing was changed.",
        "Ce n’est pas une copie entière de Castellan, ou l’appareil n’a pas la place. "
        "Rien n’a changé.",
        "Non è una copia intera di Castellan, o sul dispositivo non c’è posto. Niente è cambiato.",
    ),
    "refused.stranger": (
        "Dieses Handy gehört noch nicht an den Tisch. Scanne den Code dort.",
        "This phone is not at the table yet. Scan the code there.",
        "Ce téléphone n’est pas encore à la table. Scannes-y le code.",
        "Questo telefono non è ancora al tavolo. Inquadra lì il codice.",
    ),
    "refused.wrong-code": (
        "Dieser Code stimmt nicht.",
        "This code is wrong.",
        "Ce code est faux.",
        "Questo codice è sbagliato.",
    ),
    "refused.wait": (
        "Zu viele falsche Codes. Warte {seconds} Sekunden.",
        "Too many wrong codes. Wait {seconds} seconds.",
        "Trop de codes faux. Attends {seconds} secondes.",
        "Troppi codici sbagliati. Aspetta {seconds} secondi.",
    ),
    "refused.seat-was-held": (
        "Auf diesem Platz saß schon jemand. Frage mit „Das ist mein Platz“.",
        "Somebody sat there before. Ask with “That is my seat”.",
        "Quelqu’un y était déjà assis. Demande avec « C’est ma place ».",
        "Lì sedeva già qualcuno. Chiedi con «È il mio posto».",
    ),
    "refused.no-such-claim": (
        "Danach fragt niemand mehr.",
        "Nobody asks for that any more.",
        "Personne ne le demande plus.",
        "Nessuno lo chiede più.",
    ),
    "refused.too-many-asking": (
        "Es fragen schon zu viele Handys nach Plätzen.",
        "Too many phones ask for seats already.",
        "Trop de téléphones demandent déjà des places.",
        "Troppi telefoni chiedono già dei posti.",
    ),
    "refused.asked-before": (
        "Der Tisch hat eben Nein gesagt. Frage in {seconds} Sekunden wieder.",
        "The table said no a moment ago. Ask again in {seconds} seconds.",
        "La table vient de dire non. Demande à nouveau dans {seconds} secondes.",
        "Il tavolo ha appena detto di no. Chiedi di nuovo tra {seconds} secondi.",
    ),
    "refused.no-button": (
        "An diesem Gerät ist kein Knopf angeschlossen.",
        "No button is wired to this device.",
        "Aucun bouton n’est branché à cet appareil.",
        "A questo dispositivo non è collegato nessun pulsante.",
    ),
}
