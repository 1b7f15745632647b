"""Corrections in four languages: told of somebody, asked for by somebody, and just done."""

from __future__ import annotations

from collections.abc import Mapping

# key: German, English, French, Italian; {was} ends without a full stop, {what} with one
WORDS: Mapping[str, tuple[str, str, str, str]] = {
    "told.take-back": (
        "{who} nahm zurück: {what}",
        "{who} took back: {what}",
        "{who} a annulé : {what}",
        "{who} ha annullato: {what}",
    ),
    "told.bring-back": (
        "{who} holte wieder her: {what}",
        "{who} brought back: {what}",
        "{who} a rétabli : {what}",
        "{who} ha ripristinato: {what}",
    ),
    "told.correct": (
        "{who} berichtigte: {was} → {what}",
        "{who} corrected: {was} → {what}",
        "{who} a corrigé : {was} → {what}",
        "{who} ha corretto: {was} → {what}",
    ),
    "told.hidden": (
        "{who} berichtigte etwas Geheimes: {what}",
        "{who} corrected a secret: {what}",
        "{who} a corrigé un secret : {what}",
        "{who} ha corretto un segreto: {what}",
    ),
    "told.insert": (
        "{who} trug nach: {what}",
        "{who} added: {what}",
        "{who} a ajouté : {what}",
        "{who} ha aggiunto: {what}",
    ),
    "told.stand": (
        "{who} ließ stehen: {what}",
        "{who} let stand: {what}",
        "{who} a laissé : {what}",
        "{who} ha lasciato stare: {what}",
    ),
    "told.unstand": (
        "{who} lässt nicht mehr stehen: {what}",
        "{who} no longer lets stand: {what}",
        "{who} ne laisse plus : {what}",
        "{who} non lascia più stare: {what}",
    ),
    "asked.take-back": (
        "Zurücknehmen: {what}",
        "Take back: {what}",
        "Annuler : {what}",
        "Annullare: {what}",
    ),
    "asked.bring-back": (
        "Wieder herholen: {what}",
        "Bring back: {what}",
        "Rétablir : {what}",
        "Ripristinare: {what}",
    ),
    "asked.correct": (
        "Berichtigen: {was} → {what}",
        "Correct: {was} → {what}",
        "Corriger : {was} → {what}",
        "Correggere: {was} → {what}",
    ),
    "asked.hidden": (
        "Etwas Geheimes berichtigen: {what}",
        "Correct a secret: {what}",
        "Corriger un secret : {what}",
        "Correggere un segreto: {what}",
    ),
    "asked.insert": (
        "Nachtragen: {what}",
        "Add: {what}",
        "Ajouter : {what}",
        "Aggiungere: {what}",
    ),
    "asked.stand": (
        "Stehen lassen: {what}",
        "Let it stand: {what}",
        "Laisser : {what}",
        "Lasciar stare: {what}",
    ),
    "asked.unstand": (
        "Nicht mehr stehen lassen: {what}",
        "No longer let it stand: {what}",
        "Ne plus laisser : {what}",
        "Non lasciar più stare: {what}",
    ),
    "asked.deny": (
        "Das war keine Perle.",
        "That was no pearl.",
        "Ce n’était pas une perle.",
        "Non era una perla.",
    ),
    "done.take-back": (
        "Zurückgenommen: {what}",
        "Undone: {what}",
        "Annulé : {what}",
        "Annullato: {what}",
    ),
    "done.bring-back": (
        "Wieder da: {what}",
        "Back again: {what}",
        "Rétabli : {what}",
        "Ripristinato: {what}",
    ),
    "done.correct": (
        "Berichtigt: {was} → {what}",
        "Corrected: {was} → {what}",
        "Corrigé : {was} → {what}",
        "Corretto: {was} → {what}",
    ),
    "done.hidden": (
        "Berichtigt: {what}",
        "Corrected: {what}",
        "Corrigé : {what}",
        "Corretto: {what}",
    ),
    "done.insert": (
        "Nachgetragen: {what}",
        "Added: {what}",
        "Ajouté : {what}",
        "Aggiunto: {what}",
    ),
    "done.stand": (
        "Bleibt stehen: {what}",
        "Stands: {what}",
        "Laissé : {what}",
        "Resta così: {what}",
    ),
    "done.unstand": (
        "Bleibt nicht mehr stehen: {what}",
        "No longer stands: {what}",
        "N’est plus laissé : {what}",
        "Non resta più: {what}",
    ),
    "asking": (
        "Gefragt wird: {who}",
        "Asked for a yes: {who}",
        "On demande à : {who}",
        "Si chiede a: {who}",
    ),
    "who.host": ("Gastgeber", "Host", "Hôte", "Padrone di casa"),
    "who.table": (
        "Die Tasten am Tisch",
        "The buttons at the table",
        "Les boutons de la table",
        "I pulsanti del tavolo",
    ),
}
