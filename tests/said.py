"""What the catalogues say, for tests: the words of the pages by id and language."""

from rules.words import LANGUAGES
from rules.words.catalogues import in_language

# By id: German, English, French, Italian.
WORDS = {
    key: tuple(in_language(language).pages[key] for language in LANGUAGES)
    for key in in_language("en").pages
}
