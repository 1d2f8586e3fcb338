"""Collects the messages of the app and compiles the catalogs.

`python -m companion.translations.catalogs` does both after a sentence was changed: new messages appear in each
`messages.po` without a translation, those no longer used leave. Building a package and running the tests compile.
With `--begin fr` it makes a catalog for a language that has none. CONTRIBUTING.md says what comes then."""

from __future__ import annotations

import os
import re
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

from babel import Locale, localedata
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

FOLDER = Path(__file__).parent
_ROOT = FOLDER.parent.parent
# Fields of a rule set, and of the ledger of rules, that are shown in words.
_WORDS = ("name", "ability", "note", "publisher", "rule")
_KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2)}


def catalogs() -> list[Path]:
    """The catalog files, one a language."""
    return sorted(FOLDER.glob("*/LC_MESSAGES/messages.po"))


def read(path: Path) -> Catalog:
    """A catalog as it stands in its file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def messages() -> Catalog:
    """Every message of the app: Python, templates, and the words of the rule sets and their rules."""
    found = Catalog(project="high-bohn-companion", fuzzy=False)
    sources: list[tuple[str, Any]] = [
        ("companion/**.py", "python"),
        ("companion/**.toml", _toml),
        ("templates/**.html", "jinja2"),
    ]
    options = {"templates/**.html": {"trimmed": "true", "newstyle_gettext": "true"}}
    for name, _line, message, _comments, context in extract_from_dir(
        str(_ROOT), sources, options, keywords=_KEYWORDS, directory_filter=_ours
    ):
        found.add(message, None, [(name, 1)], context=context)
    return found


def _ours(folder: str) -> bool:
    """The folders worth looking into: hidden ones may be whole environments."""
    return not Path(folder).name.startswith((".", "_", "tests"))


def _toml(file: BinaryIO, *_: Any, **_options: Any) -> Iterator[tuple[int, str, str, list[str]]]:
    """The words of a rule set or of the ledger of rules. A rule set's own name, on top, is a proper name and stays."""

    def words(value: Any, depth: int) -> Iterator[str]:
        if isinstance(value, dict):
            for key, found in value.items():
                if key in _WORDS and isinstance(found, str) and found and (depth or key != "name"):
                    yield found
                yield from words(found, depth + 1)
        elif isinstance(value, list):
            for item in value:
                yield from words(item, depth)

    for word in words(tomllib.load(BytesIO(file.read())), 0):
        yield 1, "_", word, []


def update() -> None:
    """Bring every catalog in step with the source: in its order, with what was translated."""
    template = messages()
    for path in catalogs():
        catalog = read(path)
        catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
        catalog.obsolete.clear()
        _write(path, catalog)


def begin(language: str, folder: Path = FOLDER) -> Path:
    """A catalog for a language (two or three letters of ISO 639) in which nothing is translated yet; its file.

    ValueError when there is no such language, or a catalog of it already.
    """
    path = folder / language / "LC_MESSAGES" / "messages.po"
    if not re.fullmatch("[a-z]{2,3}", language) or not localedata.exists(language):
        raise ValueError(f"{language!r} is no code of a language like fr")
    if path.exists():
        raise ValueError(f"{path} is there already")
    catalog = Catalog(locale=language, project="high-bohn-companion", header_comment="", fuzzy=False)
    catalog.update(messages(), no_fuzzy_matching=True)
    path.parent.mkdir(parents=True)
    _write(path, catalog)
    return path


def _write(path: Path, catalog: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalog, width=0, no_location=True, omit_header=False, sort_output=True)


def compile_all(folder: Path = FOLDER) -> None:
    """Write the compiled form of each catalog, where it is missing or older: beside the catalog, or below a folder."""
    for path in catalogs():
        compiled = folder / path.relative_to(FOLDER).with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= path.stat().st_mtime:
            continue
        written = BytesIO()
        write_mo(written, read(path))
        compiled.parent.mkdir(parents=True, exist_ok=True)
        draft = compiled.with_suffix(f".{os.getpid()}.mo")
        draft.write_bytes(written.getvalue())
        draft.replace(compiled)  # in one step: somebody else may be reading it


def main(arguments: Sequence[str] | None = None) -> None:
    """Collect and compile; with `--begin` a language, make its catalog first."""
    parser = ArgumentParser(
        prog="python -m companion.translations.catalogs", description="Collect and compile messages."
    )
    parser.add_argument("--begin", metavar="LANGUAGE", help="make a catalog for a language that has none, such as fr")
    options = parser.parse_args(arguments)
    if options.begin:
        try:
            path = begin(options.begin)
        except ValueError as error:
            parser.error(str(error))
        name = Locale.parse(options.begin).get_display_name() or options.begin
        print(
            f'Begun: {path}\nTranslate it, and add "{options.begin}": "{name.capitalize()}" to LANGUAGES in companion/web/languages.py.'
        )
    update()
    compile_all()


if __name__ == "__main__":
    main()
