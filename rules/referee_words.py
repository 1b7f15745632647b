"""What the referee says in every game, in four languages."""

from __future__ import annotations

MESSAGES: dict[str, dict[str, str]] = {
    "referee.not-understood": {
        "de": "Das passt zu nichts, was hier geschehen kann. Bitte genauer angeben.",
        "en": "That matches nothing that can happen here. Please say it more exactly.",
        "fr": "Cela ne correspond à rien de possible ici. Merci de préciser.",
        "it": "Questo non corrisponde a nulla di possibile qui. Per favore, sii più preciso.",
    },
    "referee.nothing-to-undo": {
        "de": "Es gibt nichts zurückzunehmen.",
        "en": "There is nothing to take back.",
        "fr": "Il n'y a rien à annuler.",
        "it": "Non c'è nulla da annullare.",
    },
    "referee.no-such-record": {
        "de": "Diesen Eintrag gibt es nicht mehr. Bitte die Liste neu ansehen.",
        "en": "That entry no longer exists. Please look at the list again.",
        "fr": "Cette entrée n'existe plus. Merci de revoir la liste.",
        "it": "Questa voce non esiste più. Riguarda l'elenco, per favore.",
    },
    "referee.cannot-stand": {
        "de": "Das kann auf diesem Tisch nicht so liegen, also kann es auch nicht stehen bleiben.",
        "en": "That cannot lie on this table, so it cannot be let stand either.",
        "fr": "Cela ne peut pas se trouver sur cette table, donc on ne peut pas le laisser.",
        "it": "Questo non può trovarsi su questo tavolo, quindi non può restare.",
    },
}
