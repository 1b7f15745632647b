"""The Castle: what is wrong and what would be right, in German, English, French and Italian."""

from __future__ import annotations


def four(de: str, en: str, fr: str, it: str) -> dict[str, str]:
    """One sentence in the four languages."""
    return {"de": de, "en": en, "fr": fr, "it": it}


MAP: dict[str, dict[str, str]] = {
    "castle.map-rooms": four(
        "Die Karte hat {count} Räume; es müssen genau {limit} sein.",
        "The map has {count} rooms; there must be exactly {limit}.",
        "Le plan a {count} salles ; il en faut exactement {limit}.",
        "La mappa ha {count} stanze; devono essere esattamente {limit}.",
    ),
    "castle.map-cell": four(
        "Die Karte hat {count} Verliese; genau eines gehört darauf.",
        "The map has {count} Cells; exactly one belongs on it.",
        "Le plan a {count} cachots ; il en faut exactement un.",
        "La mappa ha {count} celle; ce ne deve essere esattamente una.",
    ),
    "castle.map-corridors": four(
        "Auf der Karte fehlen die Gänge; setze mindestens einen.",
        "The map lacks corridors; place at least one.",
        "Il manque les couloirs ; placez-en au moins un.",
        "Mancano i corridoi; mettine almeno uno.",
    ),
    "castle.map-too-big": four(
        "{count} Felder sind zu viele; höchstens {limit} passen auf die Karte.",
        "{count} areas are too many; at most {limit} fit on the map.",
        "{count} zones, c'est trop ; le plan en contient au plus {limit}.",
        "{count} aree sono troppe; la mappa ne contiene al massimo {limit}.",
    ),
    "castle.map-name-twice": four(
        "{area} steht zweimal auf der Karte; jeder Name darf nur einmal vorkommen.",
        "{area} is on the map twice; every name may be used only once.",
        "{area} figure deux fois sur le plan ; chaque nom ne sert qu'une fois.",
        "{area} compare due volte; ogni nome si usa una volta sola.",
    ),
    "castle.map-entrance-twice": four(
        "{area} gibt es zweimal; jeder Buchstabe von A bis F kommt genau einmal vor.",
        "{area} is there twice; each letter from A to F appears exactly once.",
        "{area} existe deux fois ; chaque lettre de A à F apparaît une seule fois.",
        "{area} c'è due volte; ogni lettera da A a F compare una volta sola.",
    ),
    "castle.map-entrance-missing": four(
        "Es fehlt: {areas}. Alle sechs Eingänge von A bis F gehören auf die Karte.",
        "Missing: {areas}. All six entrances from A to F belong on the map.",
        "Il manque : {areas}. Les six entrées de A à F vont sur le plan.",
        "Manca: {areas}. Sulla mappa ci sono tutti e sei gli ingressi da A a F.",
    ),
    "castle.map-entrance-letter": four(
        "{area}: ein Eingang trägt einen Buchstaben von A bis F.",
        "{area}: an entrance carries a letter from A to F.",
        "{area} : une entrée porte une lettre de A à F.",
        "{area}: un ingresso porta una lettera da A a F.",
    ),
    "castle.map-entrance-closed": four(
        "Kein Weg führt hinein: {areas}. Verbinde den Eingang mit einem Feld.",
        "No way leads in: {areas}. Link the entrance to an area.",
        "Aucun passage n'y mène : {areas}. Reliez l'entrée à une zone.",
        "Nessun passaggio: {areas}. Collega l'ingresso a un'area.",
    ),
    "castle.map-link-nowhere": four(
        "Die Verbindung {area} – {other_area} führt ins Leere; beide Felder müssen da sein.",
        "The link {area} – {other_area} leads nowhere; both areas must exist.",
        "Le lien {area} – {other_area} ne mène nulle part ; les deux zones doivent exister.",
        "Il collegamento {area} – {other_area} non porta a nulla; servono entrambe le aree.",
    ),
    "castle.map-link-itself": four(
        "{area} ist mit sich selbst verbunden; wähle zwei verschiedene Felder.",
        "{area} is linked to itself; choose two different areas.",
        "{area} est relié à soi-même ; choisissez deux zones différentes.",
        "{area} è collegata a sé stessa; scegli due aree diverse.",
    ),
    "castle.map-link-entrances": four(
        "{area} und {other_area} liegen beide draußen; ein Eingang führt nach innen.",
        "{area} and {other_area} are both outside; an entrance leads inside.",
        "{area} et {other_area} sont dehors ; une entrée mène à l'intérieur.",
        "{area} e {other_area} sono entrambi fuori; un ingresso porta dentro.",
    ),
    "castle.map-apart": four(
        "{count} Felder sind abgeschnitten: {areas}. Verbinde sie mit dem Rest.",
        "{count} areas are cut off: {areas}. Link them to the rest.",
        "{count} zones sont isolées : {areas}. Reliez-les au reste.",
        "{count} aree sono isolate: {areas}. Collegale al resto.",
    ),
}

SET_UP: dict[str, dict[str, str]] = {
    "castle.not-set-up": four(
        "Erst kommt {phase}, dann das Übrige.",
        "First comes {phase}, then the rest.",
        "D'abord {phase}, ensuite le reste.",
        "Prima viene {phase}, poi il resto.",
    ),
    "castle.already-set-up": four(
        "Das Spiel ist schon aufgebaut; dafür müsste ein neues beginnen.",
        "The game is already set up; a new one would have to begin for that.",
        "La partie est déjà en place ; il faudrait en commencer une nouvelle.",
        "La partita è già preparata; ne dovrebbe iniziare una nuova.",
    ),
    "castle.game-over": four(
        "Das Spiel ist zu Ende; es geht nur mit einem neuen weiter.",
        "The game is over; it only goes on with a new one.",
        "La partie est finie ; on ne continue qu'avec une nouvelle.",
        "La partita è finita; si continua solo con una nuova.",
    ),
    "castle.game-not-over": four(
        "Noch sind Figuren im Schloss; abgerechnet wird, wenn alle heraus sind.",
        "There are still characters in the castle; scores are told when all are out.",
        "Il reste des personnages au château ; on compte quand tous sont sortis.",
        "Ci sono ancora personaggi nel castello; si conta quando sono tutti usciti.",
    ),
    "castle.no-such-seat": four(
        "Diesen Platz gibt es nicht; es spielen {players}.",
        "There is no such seat; {players} are playing.",
        "Cette place n'existe pas ; {players} jouent.",
        "Questo posto non esiste; giocano in {players}.",
    ),
    "castle.rolled-already": four(
        "{seat} hat schon gewürfelt; es fehlt noch: {seats}.",
        "{seat} has already rolled; still to roll: {seats}.",
        "{seat} a déjà lancé ; il reste : {seats}.",
        "{seat} ha già tirato; mancano: {seats}.",
    ),
    "castle.choose-order": four(
        "{seat} ist noch nicht an der Reihe; jetzt wählt {right_seat} eine Figur.",
        "It is not yet the turn of {seat}; now {right_seat} chooses a character.",
        "Ce n'est pas à {seat} ; {right_seat} choisit un personnage.",
        "Non tocca a {seat}; ora {right_seat} sceglie un personaggio.",
    ),
    "castle.no-such-constitution": four(
        "{count} ist keine Konstitution; auf den Plättchen steht {least} bis {most}.",
        "{count} is no constitution; the counters show {least} to {most}.",
        "{count} n'est pas une constitution ; les pions montrent {least} à {most}.",
        "{count} non è una costituzione; i segnalini mostrano da {least} a {most}.",
    ),
    "castle.constitution-known": four(
        "{counter}: in dieser Schachtel steht darauf {values}.",
        "{counter}: in this box it carries {values}.",
        "{counter} : dans cette boîte, on y lit {values}.",
        "{counter}: in questa scatola riporta {values}.",
    ),
    "castle.ally-groups": four(
        "Jeder der {players} Spieler gehört zu höchstens einer Gruppe.",
        "Each of the {players} players belongs to one group at most.",
        "Chacun des {players} joueurs appartient à un seul groupe au plus.",
        "Ognuno dei {players} giocatori sta al massimo in un gruppo.",
    ),
    "castle.no-such-entrance": four(
        "{area} ist kein Eingang; wähle einen von A bis F.",
        "{area} is no entrance; choose one from A to F.",
        "{area} n'est pas une entrée ; choisissez de A à F.",
        "{area} non è un ingresso; scegli da A a F.",
    ),
    "castle.entrance-order": four(
        "{seat} muss warten; jetzt wählt {right_seat} den Eingang.",
        "{seat} must wait; now {right_seat} chooses the entrance.",
        "{seat} doit attendre ; {right_seat} choisit l'entrée.",
        "{seat} deve aspettare; ora {right_seat} sceglie l'ingresso.",
    ),
    "castle.entrance-taken": four(
        "{area} ist vergeben; nur Verbündete gehen gemeinsam hinein. Frei: {areas}.",
        "{area} is taken; only allies go in together. Free: {areas}.",
        "{area} est prise ; seuls des alliés entrent ensemble. Libres : {areas}.",
        "{area} è occupato; solo gli alleati entrano insieme. Liberi: {areas}.",
    ),
}

TURN: dict[str, dict[str, str]] = {
    "castle.not-your-turn": four(
        "{seat} ist nicht am Zug; jetzt handelt {right_seat}.",
        "It is not the turn of {seat}; now {right_seat} acts.",
        "Ce n'est pas le tour de {seat} ; {right_seat} agit.",
        "Non è il turno di {seat}; ora agisce {right_seat}.",
    ),
    "castle.not-your-character": four(
        "Diese Figur gehört {right_seat}, nicht {seat}.",
        "This character belongs to {right_seat}, not to {seat}.",
        "Ce personnage est à {right_seat}, pas à {seat}.",
        "Questo personaggio è di {right_seat}, non di {seat}.",
    ),
    "castle.not-your-die": four(
        "Diesen Würfel wirft {right_seat}, nicht {seat}.",
        "This die is for {right_seat} to roll, not for {seat}.",
        "C'est à {right_seat} de lancer ce dé, pas à {seat}.",
        "Questo dado lo tira {right_seat}, non {seat}.",
    ),
    "castle.not-yours": four(
        "Das sagt {right_seat}, nicht {seat}.",
        "That is for {right_seat} to tell, not for {seat}.",
        "C'est à {right_seat} de le dire, pas à {seat}.",
        "Questo lo dice {right_seat}, non {seat}.",
    ),
    "castle.wrong-step": four(
        "Das geht in Schritt {steps} des Zugs; jetzt ist Schritt {step}.",
        "That belongs to step {steps} of a turn; now it is step {step}.",
        "Cela va à l'étape {steps} du tour ; on en est à l'étape {step}.",
        "Questo va nel passo {steps} del turno; ora siamo al passo {step}.",
    ),
    "castle.due-first": four(
        "Zuerst braucht es von {seat}: {due}.",
        "First this is needed from {seat}: {due}.",
        "Il faut d'abord de {seat} : {due}.",
        "Prima serve da {seat}: {due}.",
    ),
    "castle.not-now": four(
        "Danach hat hier nichts gefragt; der Zug geht seinen Schritten nach weiter.",
        "Nothing asked for that here; the turn goes on step by step.",
        "Rien ne le demande ici ; le tour suit ses étapes.",
        "Qui nulla lo richiede; il turno segue i suoi passi.",
    ),
    "castle.no-die-due": four(
        "Jetzt ist kein Würfel fällig; sage zuerst, wofür gewürfelt wird.",
        "No die is due now; say first what it is rolled for.",
        "Aucun dé n'est attendu ; dites d'abord pour quoi on lance.",
        "Nessun dado è dovuto ora; di' prima per cosa si tira.",
    ),
    "castle.one-roll": four(
        "Für das Monster wird nicht noch einmal gewürfelt: ein Wurf gilt für beide Seiten.",
        "The monster gets no roll of its own: one roll serves both sides.",
        "On ne relance pas pour le monstre : un seul jet vaut pour les deux camps.",
        "Per il mostro non si tira di nuovo: un tiro vale per entrambe le parti.",
    ),
    "castle.no-such-die": four(
        "{die} zeigt kein Würfel; es gibt 1 bis 6.",
        "No die shows {die}; there are 1 to 6.",
        "Aucun dé ne montre {die} ; il y a de 1 à 6.",
        "Nessun dado mostra {die}; ci sono da 1 a 6.",
    ),
    "castle.no-such-area": four(
        "{area} gibt es auf dieser Karte nicht; tippe auf ein Feld der Karte.",
        "{area} is not on this map; tap an area of the map.",
        "{area} n'est pas sur ce plan ; touchez une zone du plan.",
        "{area} non è su questa mappa; tocca un'area della mappa.",
    ),
    "castle.already-there": four(
        "Die Gruppe steht schon dort: {area}. Geh weiter oder bleib stehen.",
        "The party is already there: {area}. Go on or stay.",
        "Le groupe y est déjà : {area}. Avancez ou restez.",
        "Il gruppo è già lì: {area}. Prosegui o resta.",
    ),
    "castle.not-beside": four(
        "Dorthin führt von hier keine Tür: {area}. Möglich: {areas}.",
        "No door leads there from here: {area}. Possible: {areas}.",
        "Aucune porte n'y mène d'ici : {area}. Possible : {areas}.",
        "Da qui nessuna porta vi conduce: {area}. Possibile: {areas}.",
    ),
    "castle.two-areas": four(
        "Weiter als {limit} Felder geht es in einem Zug nicht.",
        "A turn takes a party through {limit} areas, not more.",
        "Un tour mène à travers {limit} zones, pas plus.",
        "In un turno si attraversano {limit} aree, non di più.",
    ),
    "castle.stopped-by-encounter": four(
        "Hier ist jemand: {area}. Die Bewegung endet, erst wird gekämpft.",
        "Somebody is here: {area}. Movement ends, the fight comes first.",
        "Il y a quelqu'un ici : {area}. Le mouvement s'arrête, place au combat.",
        "Qui c'è qualcuno: {area}. Il movimento finisce, prima si combatte.",
    ),
    "castle.cell-locked": four(
        "Das Verlies ist verschlossen; zwei passende Schlüssel öffnen es.",
        "The Cell is locked; two keys that fit together open it.",
        "Le cachot est fermé ; deux clés qui vont ensemble l'ouvrent.",
        "La cella è chiusa; la aprono due chiavi adatte.",
    ),
    "castle.cell-open": four(
        "Das Verlies steht schon offen; geht einfach hinein.",
        "The Cell is open already; just walk in.",
        "Le cachot est déjà ouvert ; il suffit d'entrer.",
        "La cella è già aperta; basta entrare.",
    ),
    "castle.not-at-cell": four(
        "Das Verlies lässt sich nur von nebenan öffnen: {areas}.",
        "The Cell can only be opened from beside it: {areas}.",
        "Le cachot ne s'ouvre que d'à côté : {areas}.",
        "La cella si apre solo da accanto: {areas}.",
    ),
    "castle.keys-do-not-fit": four(
        "{counters} öffnen das Verlies nicht. Es passen A mit B, oder ein Dietrich mit jedem.",
        "{counters} do not open the Cell. A fits with B, a skeleton key with any key.",
        "{counters} n'ouvrent pas le cachot. A va avec B, un passe-partout avec toute clé.",
        "{counters} non aprono la cella. A va con B, un passepartout con qualsiasi chiave.",
    ),
    "castle.no-such-key": four(
        "Die Gruppe hat das nicht: {counter}. Zeige zwei Schlüssel, die sie trägt.",
        "The party does not have it: {counter}. Show two keys it carries.",
        "Le groupe ne l'a pas : {counter}. Montrez deux clés qu'il porte.",
        "Il gruppo non ce l'ha: {counter}. Mostra due chiavi che porta.",
    ),
    "castle.no-return": four(
        "{seat} hat das Schloss verlassen; zurück geht es in diesem Spiel nicht.",
        "{seat} has left the castle; there is no way back in this game.",
        "{seat} a quitté le château ; pas de retour dans cette partie.",
        "{seat} ha lasciato il castello; in questa partita non si torna.",
    ),
    "castle.party-dead": four(
        "Die Gruppe von {seat} lebt nicht mehr; es geht mit den anderen weiter.",
        "The party of {seat} is dead; play goes on with the others.",
        "Le groupe de {seat} est mort ; la partie continue avec les autres.",
        "Il gruppo di {seat} è morto; si continua con gli altri.",
    ),
}

MAGIC: dict[str, dict[str, str]] = {
    "castle.wizards-only": four(
        "{member} zaubert nicht; das können nur Zauberer.",
        "{member} casts no spells; only wizards do.",
        "{member} ne jette pas de sorts ; seuls les magiciens le font.",
        "{member} non lancia magie; possono farlo solo i maghi.",
    ),
    "castle.spell-step": four(
        "{spell} wird in Schritt {steps} gezaubert.",
        "{spell} is cast in step {steps}.",
        "{spell} se lance à l'étape {steps}.",
        "{spell} si lancia nel passo {steps}.",
    ),
    "castle.one-spell": four(
        "{member} hat in diesem Schritt schon gezaubert; mehr als ein Spruch geht nicht.",
        "{member} has already cast in this step; one spell is the limit.",
        "{member} a déjà jeté un sort à cette étape ; un seul est permis.",
        "{member} ha già lanciato una magia in questo passo; una sola è permessa.",
    ),
    "castle.speed-again": four(
        "Eile wirkt erst wieder, wenn eine andere Gruppe am Zug war.",
        "Speed works again only after another party has had its turn.",
        "Vitesse ne sert à nouveau qu'après le tour d'un autre groupe.",
        "Velocità si può lanciare di nuovo solo dopo il turno di un altro gruppo.",
    ),
    "castle.spells-before-items": four(
        "Erst die Zaubersprüche, dann Säure und Pistole: jetzt wird nicht mehr gezaubert.",
        "Spells come before acid and pistol: no more casting now.",
        "Les sorts passent avant l'acide et le pistolet : plus de sort maintenant.",
        "Le magie vengono prima di acido e pistola: ora non se ne lanciano più.",
    ),
    "castle.items-after-spells": four(
        "Zwischen zwei Gruppen zaubern erst beide; Säure und Pistole kommen danach.",
        "Between two parties both cast first; acid and pistol come after that.",
        "Entre deux groupes, chacun jette d'abord ses sorts ; acide et pistolet viennent après.",
        "Tra due gruppi prima tutti lanciano le magie; acido e pistola vengono dopo.",
    ),
    "castle.teleport-inside": four(
        "Teleport wirkt erst im Schloss; geh durch einen Eingang hinein.",
        "Teleport works inside the castle only; walk in by an entrance.",
        "La téléportation n'agit que dans le château ; entre par une entrée.",
        "Il teletrasporto agisce solo nel castello; entra da un ingresso.",
    ),
    "castle.uncharmable": four(
        "Nicht zu bezaubern: {counter}. Untote, Hexen und Schimmel widerstehen immer.",
        "Not to be charmed: {counter}. Undead, witches and mold always resist.",
        "Impossible à charmer : {counter}. Morts-vivants, sorcières, moisissure résistent.",
        "Non si ammalia: {counter}. Non morti, streghe e muffa resistono sempre.",
    ),
    "castle.no-target": four(
        "Dort ist kein Ziel dafür; wähle eines, das da ist.",
        "There is no target for that; choose one that is there.",
        "Pas de cible pour cela ; choisissez-en une qui est là.",
        "Non c'è un bersaglio per questo; scegline uno che c'è.",
    ),
    "castle.own-party-only": four(
        "Das gilt nur für Figuren der eigenen Gruppe.",
        "That is only for characters of one's own party.",
        "Cela ne vaut que pour son propre groupe.",
        "Questo vale solo per il proprio gruppo.",
    ),
    "castle.heroes-only": four(
        "Das können nur Kämpfer, Kleriker und Zauberer, keine Begleiter.",
        "Only fighters, clerics and wizards can do that, no companions.",
        "Seuls guerriers, clercs et magiciens le peuvent, pas les compagnons.",
        "Possono farlo solo guerrieri, chierici e maghi, non i compagni.",
    ),
    "castle.esp-limits": four(
        "Erlaubt ist hier: {look}, {area}.",
        "Allowed here: {look}, {area}.",
        "Permis ici : {look}, {area}.",
        "Qui è permesso: {look}, {area}.",
    ),
    "castle.no-such-item": four(
        "Die Figur trägt das nicht: {item}. Wähle etwas, das sie hat.",
        "The character does not carry it: {item}. Choose something it has.",
        "Le personnage ne le porte pas : {item}. Choisissez ce qu'il a.",
        "Il personaggio non ce l'ha: {item}. Scegli qualcosa che porta.",
    ),
    "castle.item-used-up": four(
        "{item}: schon verbraucht. Das wirkt nur einmal und ist aus dem Spiel.",
        "{item}: already used up. It works once and is out of the game.",
        "{item} : déjà utilisé. Cela ne sert qu'une fois et quitte le jeu.",
        "{item}: già usato. Serve una volta sola ed è fuori dal gioco.",
    ),
    "castle.counter-untold": four(
        "Ob die Gruppe das hat, weiß hier niemand: {counter}.",
        "Nobody here knows whether the party has it: {counter}.",
        "Personne ici ne sait si le groupe l'a : {counter}.",
        "Nessuno qui sa se il gruppo ce l'ha: {counter}.",
    ),
    "castle.medallion-once": four(
        "Das Medaillon zeigt einen Raum je Zug, nicht mehr.",
        "The medallion shows one room a turn, not more.",
        "Le médaillon montre une salle par tour, pas plus.",
        "Il medaglione mostra una stanza per turno, non di più.",
    ),
    "castle.pistol-unknown": four(
        "Die Pistole kann erst schießen, wer sie vor der Bewegung verstanden hat.",
        "The pistol fires only for one who has found out its use before moving.",
        "Le pistolet ne sert qu'à qui l'a compris avant le mouvement.",
        "La pistola la usa solo chi l'ha capita prima del movimento.",
    ),
    "castle.pistol-known": four(
        "Der Gebrauch der Pistole ist schon bekannt; schießen geht vor dem Nahkampf.",
        "The use of the pistol is known already; it is fired before melee.",
        "L'usage du pistolet est déjà connu ; on tire avant la mêlée.",
        "L'uso della pistola è già noto; si spara prima della mischia.",
    ),
    "castle.pistol-once": four(
        "In diesem Zug wurde die Pistole schon versucht; nächster Versuch im nächsten Zug.",
        "The pistol was tried this turn already; the next try comes next turn.",
        "Le pistolet a déjà été essayé ce tour ; prochain essai au tour suivant.",
        "La pistola è già stata provata in questo turno; si riprova nel prossimo.",
    ),
    "castle.boots-twice": four(
        "Auch mit Stiefeln und Eile zusammen geht es nur zweimal in einem Zug.",
        "Even with boots and speed together it is twice a turn, not more.",
        "Même avec bottes et vitesse, c'est deux fois par tour, pas plus.",
        "Anche con stivali e velocità insieme sono due volte per turno, non di più.",
    ),
    "castle.boots-alone": four(
        "Die Stiefel tragen nur ihren Besitzer; mit Verbündeten geht die Gruppe gemeinsam.",
        "The boots carry their owner alone; with allies the party moves as one.",
        "Les bottes ne portent que leur maître ; avec des alliés, le groupe avance ensemble.",
        "Gli stivali portano solo chi li possiede; con alleati il gruppo va insieme.",
    ),
    "castle.no-vampire": four(
        "Der Sarg hilft nur gegen einen Vampir, und hier ist keiner.",
        "The coffin only helps against a vampire, and there is none here.",
        "Le cercueil ne sert que contre un vampire, et il n'y en a pas ici.",
        "La bara serve solo contro un vampiro, e qui non ce n'è.",
    ),
    "castle.sword-fighters-only": four(
        "{member} führt das Schwert nicht; sein +1 gilt nur für Kämpfer.",
        "{member} does not wield the sword; its +1 is for fighters alone.",
        "{member} ne manie pas l'épée ; son +1 ne vaut que pour les guerriers.",
        "{member} non impugna la spada; il suo +1 vale solo per i guerrieri.",
    ),
}

FIGHTING: dict[str, dict[str, str]] = {
    "castle.no-fight": four(
        "Hier wird nicht gekämpft; ein Kampf beginnt, wenn man jemandem begegnet.",
        "There is no fight here; one begins when somebody is met.",
        "Il n'y a pas de combat ici ; il commence par une rencontre.",
        "Qui non si combatte; si comincia quando si incontra qualcuno.",
    ),
    "castle.fight-on": four(
        "Der Nahkampf dauert, bis eine Seite gefallen ist; nenne, wer weiterkämpft.",
        "Melee lasts until one side has fallen; say who fights on.",
        "La mêlée dure jusqu'à la chute d'un camp ; dites qui combat.",
        "La mischia dura finché cade una parte; di' chi combatte.",
    ),
    "castle.no-such-member": four(
        "Diese Figur ist nicht im Spiel; wähle eine, die lebt und im Schloss ist.",
        "That character is not in play; choose one that lives and is in the castle.",
        "Ce personnage n'est pas en jeu ; choisissez-en un vivant, au château.",
        "Quel personaggio non è in gioco; scegline uno vivo e nel castello.",
    ),
    "castle.too-large": four(
        "{member} kämpft nicht gegen Größere: {counter}. Nimm eine andere Figur.",
        "{member} does not fight larger monsters: {counter}. Choose someone else.",
        "{member} n'affronte pas plus grand que soi : {counter}. Choisissez-en un autre.",
        "{member} non affronta mostri più grandi: {counter}. Scegli un altro.",
    ),
    "castle.monster-first": four(
        "Erst der Kampf, dann der Schatz.",
        "First the fight, then the treasure.",
        "D'abord le combat, ensuite le trésor.",
        "Prima il combattimento, poi il tesoro.",
    ),
    "castle.monsters-search-not": four(
        "Bezauberte Monster suchen nicht; wähle eine Figur, den Elf oder den Zwerg.",
        "Charmed monsters do not search; choose a character, the elf or the dwarf.",
        "Les monstres charmés ne fouillent pas ; choisissez un personnage, l'elfe ou le nain.",
        "I mostri ammaliati non cercano; scegli un personaggio, l'elfo o il nano.",
    ),
    "castle.no-counter": four(
        "Dort liegt kein solches Plättchen: {area}.",
        "No such counter lies there: {area}.",
        "Aucun pion de ce genre ne s'y trouve : {area}.",
        "Lì non c'è un segnalino del genere: {area}.",
    ),
    "castle.no-counter-left": four(
        "Das kann es nicht sein: {counter}. Alle davon sind schon bekannt.",
        "It cannot be that: {counter}. All of them are known already.",
        "Ce ne peut être cela : {counter}. Tous sont déjà connus.",
        "Non può essere questo: {counter}. Sono già tutti noti.",
    ),
    "castle.nothing-lies-there": four(
        "Hier liegt nichts zum Mitnehmen: {area}.",
        "Nothing lies here to be taken: {area}.",
        "Il n'y a rien à ramasser ici : {area}.",
        "Qui non c'è nulla da prendere: {area}.",
    ),
    "castle.nothing-untold": four(
        "Von dieser Gruppe ist jedes Plättchen schon benannt.",
        "Every counter of this party has been named already.",
        "Tous les pions de ce groupe sont déjà nommés.",
        "Tutti i segnalini di questo gruppo sono già noti.",
    ),
    "castle.struck-untold": four(
        "Das kann es nicht mehr sein: {counter}. Die Hexe hätte es getroffen; es war gleich dann "
        "zu benennen.",
        "It cannot be that any more: {counter}. The witch would have struck it; it had to be "
        "named then.",
        "Ce ne peut plus être cela : {counter}. La sorcière l'aurait touché ; il fallait le nommer "
        "aussitôt.",
        "Non può più essere questo: {counter}. La strega lo avrebbe colpito; andava detto subito.",
    ),
    "castle.trap-hidden": four(
        "{counter}: das hätte sofort gezeigt werden müssen. Fallen wirken beim Aufdecken.",
        "{counter}: it had to be shown at once. Traps work when they are turned over.",
        "{counter} : il fallait le montrer aussitôt. Un piège agit dès qu'on le retourne.",
        "{counter}: andava mostrato subito. Le trappole agiscono appena scoperte.",
    ),
}

BOOKS: dict[str, dict[str, str]] = {
    "castle.no-such-hits": four(
        "{count} Treffer kann kein Plättchen zeigen.",
        "No hit counter can show {count}.",
        "Aucun pion ne peut montrer {count} touches.",
        "Nessun segnalino può mostrare {count} colpi.",
    ),
    "castle.hit-counter": four(
        "{member}: es liegen {count} Treffer, richtig sind {right_count}.",
        "{member}: {count} hits are marked, {right_count} would be right.",
        "{member} : {count} touches marquées, il en faut {right_count}.",
        "{member}: sono segnati {count} colpi, quelli giusti sono {right_count}.",
    ),
    "castle.wizard-minus": four(
        "{member}: {count} Treffer liegen da, richtig sind {right_count}. Zauberer würfeln mit −1.",
        "{member}: {count} hits marked, {right_count} is right. Wizards roll at −1.",
        "{member} : {count} touches, il en faut {right_count}. Un magicien lance à −1.",
        "{member}: {count} colpi, giusti sono {right_count}. I maghi tirano a −1.",
    ),
    "castle.cleric-plus": four(
        "{member}: {count} Treffer liegen da, richtig sind {right_count}. Kleriker haben hier +1.",
        "{member}: {count} hits marked, {right_count} is right. Clerics have +1 here.",
        "{member} : {count} touches, il en faut {right_count}. Les clercs ont +1 ici.",
        "{member}: {count} colpi, giusti sono {right_count}. I chierici qui hanno +1.",
    ),
    "castle.modifiers-capped": four(
        "{member}: {count} Treffer liegen da, richtig sind {right_count}. Mehr als ±1 zählt nie.",
        "{member}: {count} hits marked, {right_count} is right. Never more than ±1 counts.",
        "{member} : {count} touches, il en faut {right_count}. Jamais plus de ±1.",
        "{member}: {count} colpi, giusti sono {right_count}. Mai più di ±1.",
    ),
    "castle.backfire-forgotten": four(
        "{member}: eine 1 beim Zaubern kostet einen Treffer; {right_count} statt {count}.",
        "{member}: a 1 when casting costs one hit; {right_count} is right, not {count}.",
        "{member} : un 1 en jetant un sort coûte une touche ; {right_count} et non {count}.",
        "{member}: un 1 nel lanciare costa un colpo; giusti sono {right_count}, non {count}.",
    ),
    "castle.shares-count": four(
        "Es braucht einen Anteil für jeden der {players} Spieler.",
        "There must be one share for each of the {players} players.",
        "Il faut une part pour chacun des {players} joueurs.",
        "Serve una quota per ognuno dei {players} giocatori.",
    ),
    "castle.split": four(
        "Aufgeschrieben: {amounts}. Gleich geteilt unter den Überlebenden: {right_amounts}.",
        "Written down: {amounts}. Split equally among survivors: {right_amounts}.",
        "Noté : {amounts}. Partagé entre survivants : {right_amounts}.",
        "Scritto: {amounts}. Diviso tra i sopravvissuti: {right_amounts}.",
    ),
}

RULINGS: dict[str, dict[str, str]] = {**MAP, **SET_UP, **TURN, **MAGIC, **FIGHTING, **BOOKS}
