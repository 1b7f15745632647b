"""What Castellan says, in four languages: catalogues of gettext, read once."""

LANGUAGES = ("de", "en", "fr", "it")
