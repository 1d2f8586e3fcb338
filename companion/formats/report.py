"""A scored sheet for programs (JSON) and for people at a terminal (a table)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from companion.rules.scoring.score import Result, score
from companion.rules.scoring.sheet import Sheet
from companion.rules.seats import BySeat, Seat
from companion.text.scores import tie, why
from companion.text.words import Words

_COLUMNS = ("cash", "stew", "distillery", "interest", "buildings", "bonus", "total")


def as_json(sheet: Sheet) -> dict[str, Any]:
    """The scores of a sheet as plain data, players in seating order; cash includes unsorted Talers."""
    result = score(sheet.game, sheet.players)
    return {
        "edition": sheet.game.edition.id,
        "players": [
            {"name": row.name}
            | {column: getattr(row.parts, column) for column in _COLUMNS}
            | {"rank": row.rank, "winner": row.winner}
            for row in result.scores
        ],
        "tie_break": result.tie_break,
    }


def as_text(sheet: Sheet) -> str:
    """The scores of a sheet as a table, best player first, each with its reasons below."""
    words = Words(sheet.game.edition, BySeat(player.name for player in sheet.players))
    result = score(sheet.game, sheet.players)
    columns = _COLUMNS if sheet.game.buildings else ("cash", "total")
    order = sorted(result.scores.seats, key=lambda seat: result.scores[seat].rank)
    rows = [["", "player", *columns]]
    for seat in order:
        row = result.scores[seat]
        rows.append([f"{row.rank}.", row.name, *(str(getattr(row.parts, column)) for column in columns)])
    title = f"{words.title}, {sheet.game.players} players" + (", Cognac" if sheet.game.cognac else "")
    return "\n".join([title, "", *_aligned(rows), "", *_reasons(sheet, result, words, order)])


def _reasons(sheet: Sheet, result: Result, words: Words, order: Sequence[Seat]) -> list[str]:
    lines, players = [], BySeat(sheet.players)
    for seat in order:
        row = result.scores[seat]
        lines.append(f"{row.name}{' (winner)' if row.winner else ''}: {row.parts.total}")
        lines += [f"  {part.talers:>3} {part.label}: {part.why}" for part in why(words, players[seat], row.parts)]
    if said := tie(words, result):
        lines += ["", said]
    if sheet.agreed:
        lines += ["", *(f"agreed: {each.reason}{f' ({each.player})' if each.player else ''}" for each in sheet.agreed)]
    return lines


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(_width(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell + " " * (width - _width(cell)) if position == 1 else " " * (width - _width(cell)) + cell
            for position, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """Columns a text takes on a terminal: wide characters two, marks and joiners none."""
    return sum(
        0 if unicodedata.category(char) in ("Mn", "Me", "Cf") else 1 + (unicodedata.east_asian_width(char) in "WF")
        for char in text
    )
