"""Languages. English is the source; a device keeps the language it chose, otherwise its browser decides."""

from __future__ import annotations

from collections.abc import Iterable

from babel import Locale
from babel.support import NullTranslations
from flask import Flask, request, session
from flask_babel import Babel, get_locale, get_translations
from markupsafe import Markup

from companion.rules.editions.edition import Edition
from companion.rules.seats import BySeat
from companion.text.words import Words
from companion.translations import compiled

# As speakers of each call it: a list of languages is read by people who do not read the page.
LANGUAGES = {"en": "English", "de": "Deutsch", "uk": "Українська", "is": "Íslenska"}

_LOCALES = {name: Locale(name) for name in LANGUAGES}
_CATALOGS: dict[str, NullTranslations] = {}


def init_app(app: Flask) -> None:
    """Make gettext work in pages."""
    Babel(
        app,
        default_locale="en",
        default_translation_directories=str(compiled.folder()),
        locale_selector=lambda: _LOCALES[language()],
    )
    app.jinja_env.globals.update(get_locale=get_locale, languages=LANGUAGES)
    app.jinja_env.globals.update(_=_in_a_page, gettext=_in_a_page, ngettext=_plural_in_a_page)


def _in_a_page(message: str, **values: object) -> Markup:
    """A message in a template, as Jinja's own gettext has it, which goes a longer way."""
    return _filled(catalog().ugettext(message), values)


def _plural_in_a_page(one: str, many: str, num: int, **values: object) -> Markup:
    return _filled(catalog().ungettext(one, many, num), {"num": num} | values)


def _filled(message: str, values: dict[str, object]) -> Markup:
    text = Markup(message)  # noqa: S704 - ours; what is filled in is escaped
    return text % values if "%" in message else text


def language() -> str:
    """The language of the device that asks: chosen on a page, else the first of its browser's that we know."""
    chosen: str | None = session.get("language")
    if chosen in LANGUAGES:
        return chosen
    return request.accept_languages.best_match(LANGUAGES, "en")


def words(edition: Edition | None, names: Iterable[str] = ()) -> Words:
    """The words of an edition in the language of this request, for players in the order of their seats."""
    # The forms alone: Flask-Babel's own plural would fill in the count and stumble over every other placeholder.
    spoken = catalog()
    return Words(edition, BySeat(names), spoken.ugettext, spoken.ungettext)


def catalog() -> NullTranslations:
    """The translations into the language of this request. A board asks a hundred times, and Flask-Babel spells the name
    of the locale each time to find them."""
    locale = get_locale()
    if locale is None:  # no request
        return NullTranslations()
    if locale.language not in _CATALOGS:
        _CATALOGS[locale.language] = get_translations()
    return _CATALOGS[locale.language]
