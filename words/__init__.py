"""What Castellan says, in four languages: catalogues of gettext, read once."""
