"""Loads rule sets from TOML files and checks them. The only place of the rules that reads files.

An edition file may extend another one: scalars replace, rows with the same key are merged, `without`
takes rows away. An installation can add a folder of its own; its files win over ours of the same name."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from companion.rules.editions.edition import Edition
from companion.rules.editions.file import build
from companion.rules.editions.rows import EditionError

BUILT_IN = Path(__file__).parent
# Oldest habit first on pages: the expansion this app is named after, then the base games.
FIRST = ("high-bohn", "high-bohn-2000", "bohnanza", "bohnanza-2016", "bohnanza-rio-grande")
DEFAULT = FIRST[0]

_KEYS = {"players": "count", "bases": "id", "bonus": "buildings", "beans": "id", "buildings": "bean", "cards": "price"}

# What a row may change of its parent without a source of its own; rows inside it carry theirs.
_WORDS = frozenset({"name", "note", "ability", "source"})


class Editions:
    """The rule sets of one installation, each read once, when it is first asked for."""

    def __init__(self, extra: Path | None = None) -> None:
        if extra is not None and not extra.is_dir():
            raise EditionError(f"{extra}: is not a folder with rule sets")
        folders = [BUILT_IN] if extra is None else [BUILT_IN, extra]
        self._paths = {path.stem: path for folder in folders for path in folder.glob("*.toml")}
        self._load = cache(self._read)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all rule sets, in the order pages list them."""
        return tuple(sorted(self._paths, key=lambda name: (FIRST.index(name) if name in FIRST else len(FIRST), name)))

    @property
    def most_players(self) -> int:
        """For how many players the largest of these rule sets is. EditionError when a file is broken."""
        return max(edition.players[-1] for edition in self.all())

    def get(self, edition: str) -> Edition | None:
        """The rule set of that id, or None. EditionError when its file is broken."""
        return self._load(edition) if edition in self._paths else None

    def all(self) -> list[Edition]:
        """Every rule set. EditionError when a file is broken."""
        return [self._load(edition) for edition in self.ids]

    def ours(self, edition: str) -> str:
        """The rule set of ours that this one is, or that it extends; empty for one that stands alone.

        For an edition that can be loaded: then its file and those it extends are there and lead in no circle.
        """
        while edition in self._paths and edition not in FIRST:
            edition = str(tomllib.loads(self._paths[edition].read_text(encoding="utf-8")).get("extends", ""))
        return edition

    def _read(self, edition: str) -> Edition:
        return build(edition, self._raw(edition, ()))

    def _raw(self, edition: str, below: tuple[str, ...]) -> dict[str, Any]:
        path = self._paths.get(edition)
        if path is None or edition in below:
            raise EditionError(
                f"{below[-1] if below else edition}.toml: extends: there is no edition {edition!r} to extend"
            )
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # editors of Windows mark it so
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
            raise EditionError(f"{path.name}: {error}") from None
        parent = data.pop("extends", None)
        without = data.pop("without", [])
        if not isinstance(without, list) or (without and parent is None):
            raise EditionError(f"{path.name}: without: must be a list of rows of the edition that this one extends")
        if parent is None:
            return data
        inherited = self._raw(str(parent), (*below, edition))
        for entry in without:
            table, _, key = str(entry).partition(".")
            rows = inherited.get(table, []) if table in _KEYS else []
            kept = [row for row in rows if str(row.get(_KEYS[table])) != key]
            if len(kept) == len(rows):
                raise EditionError(f"{path.name}: without: {entry!r} is not in {parent}.toml")
            inherited[table] = kept
        return _merge(inherited, data, path.name)


def _merge(old: dict[str, Any], new: dict[str, Any], where: str) -> dict[str, Any]:
    merged = dict(old)
    for key, value in new.items():
        if key in _KEYS and isinstance(value, list) and isinstance(old.get(key), list):
            merged[key] = _merge_rows(f"{where}: {key}", _KEYS[key], old[key], value)
        elif isinstance(value, dict) and isinstance(old.get(key), dict) and key in ("tie_break", "buying_round"):
            merged[key] = old[key] | value
        else:
            merged[key] = value
    return merged


def _merge_rows(where: str, name: str, old: Iterable[Any], new: Iterable[Any]) -> list[Any]:
    rows = {row[name]: row for row in old if isinstance(row, Mapping) and name in row}
    loose = []
    given: set[str] = set()
    for row in new:
        if not isinstance(row, dict) or name not in row:
            loose.append(row)
        else:
            if str(row[name]) in given:
                raise EditionError(f"{where} {row[name]}: {name}: stands twice")
            given.add(str(row[name]))
            figures = {key for key in row.keys() - _WORDS - {name} if not isinstance(row[key], list) or key == "fields"}
            if row[name] in rows and figures and "source" not in row:
                raise EditionError(f"{where} {row[name]}: source: is missing beside {', '.join(sorted(figures))}")
            rows[row[name]] = _merge(dict(rows.get(row[name], {})), row, f"{where} {row[name]}")
    return [*rows.values(), *loose]
