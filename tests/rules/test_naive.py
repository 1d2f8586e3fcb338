"""Two scorers written apart agree on thousands of tables."""

from __future__ import annotations

import random
from collections import Counter

from companion.formats import report
from companion.rules.editions.installed import Editions
from companion.rules.scoring.sheet import Sheet, parse
from tests.rules import naive, sheets


def test_both_scorers_agree_on_two_thousand_tables(editions: Editions) -> None:
    rng = random.Random(20260101)  # noqa: S311
    seen: Counter[tuple[str, int]] = Counter()
    ties = 0
    for _ in range(2000):
        raw = sheets.legal(rng)
        sheet = parse(raw, editions)
        assert isinstance(sheet, Sheet), (raw, sheet)
        found = report.as_json(sheet)["players"]
        assert found == naive.scores(raw), raw
        seen[raw["edition"], len(raw["players"])] += 1
        ties += len({row["total"] for row in found}) < len(found)
    assert set(seen) == {(edition, count) for edition, count, _ in sheets.CASES}
    assert ties > 200


def test_a_sheet_survives_its_own_format(editions: Editions) -> None:
    rng = random.Random(7)  # noqa: S311
    for _ in range(200):
        sheet = parse(sheets.legal(rng), editions)
        assert isinstance(sheet, Sheet)
        again = parse(sheet.to_json(), editions)
        assert isinstance(again, Sheet)
        assert report.as_json(again) == report.as_json(sheet)
