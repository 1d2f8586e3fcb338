"""Languages. English is the source; a device keeps the language it chose, otherwise its browser decides."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, request, session
from flask_babel import Babel, get_locale, get_translations, gettext

from companion.rules.editions.edition import Edition
from companion.text.words import Words
from companion.translations import compiled

# As speakers of each call it: a list of languages is read by people who do not read the page.
LANGUAGES = {"en": "English", "de": "Deutsch", "uk": "Українська", "is": "Íslenska"}


def init_app(app: Flask) -> None:
    """Make gettext work in pages."""
    Babel(
        app,
        default_locale="en",
        default_translation_directories=str(compiled.folder()),
        locale_selector=language,
    )
    app.jinja_env.globals.update(get_locale=get_locale, languages=LANGUAGES)


def language() -> str:
    """The language of the device that asks: chosen on a page, else the first of its browser's that we know."""
    chosen: str | None = session.get("language")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES, "en")


def words(edition: Edition | None, names: Sequence[str] = ()) -> Words:
    """The words of an edition in the language of this request, for players in seating order."""
    return Words(edition, names, gettext, _plural)


def _plural(one: str, many: str, count: int) -> str:
    """The plural form alone: Flask-Babel's own would fill in the count and stumble over every other placeholder."""
    found: str = get_translations().ungettext(one, many, count)
    return found
