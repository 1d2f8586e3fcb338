"""The outbox by itself, in a real browser: each move of its table, and what it keeps, line by line."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

from tests.browser.tables import Opens

WAITING = {"id": "a", "place": 1, "url": "/t/x/turn", "body": "", "label": "Next turn", "state": "waiting", "sent": True,
           "failures": 0, "html": ""}  # fmt: skip
# What stands above the code in outbox.js: the outcome of sending an entry, and what changes in it; None: it is gone.
MOVES: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any] | None]] = [
    ({}, {"kind": "booked"}, None),
    ({}, {"kind": "refused", "html": "<p>no</p>"}, {"state": "refused", "html": "<p>no</p>"}),
    ({}, {"kind": "stuck", "html": "<h1>No seat</h1>"}, {"state": "stuck", "html": "<h1>No seat</h1>"}),
    ({}, {"kind": "later", "seconds": 5}, {}),
    ({"failures": 4}, {"kind": "later", "seconds": 5}, {}),
    ({}, {"kind": "failed", "tableAnswers": True}, {"failures": 1}),
    ({"failures": 3}, {"kind": "failed", "tableAnswers": True}, {"failures": 4}),
    ({"failures": 4}, {"kind": "failed", "tableAnswers": True}, {"failures": 5, "state": "stuck"}),
    ({"failures": 4}, {"kind": "failed", "tableAnswers": False}, {}),  # nobody answers: it is not the entry's fault
    ({"failures": 4}, {"kind": "failed"}, {}),
]
SCRIPT = """async () => {
  const url = (name) => document.querySelector('script[type="module"]').src.replace(/[^/]+$/, name);
  const { after, Outbox } = await import(url("outbox.js"));
  const kept = new Map();
  const store = { keys: () => [...kept.keys()], get: (key) => kept.get(key) ?? null,
    set: (key, value) => !!kept.set(key, value), remove: (key) => kept.delete(key) };
  const outbox = new Outbox("/t/x", store);
  const tap = (label) => outbox.add({ url: "/t/x/turn", fields: new URLSearchParams({ seat: "1" }), label });
  const labels = () => outbox.entries().map(({ label }) => label);
  STEPS
}"""
KEPT: list[tuple[str, str, object]] = [
    ("in order", "for (const label of 'abcdefgh') tap(label); return labels().join('')", "abcdefgh"),
    ("sent under its id",
     "const { id, body } = tap('one'); return new URLSearchParams(body).get('command_id') === id", True),
    ("taken back", "const { id } = tap('one'); tap('two'); return [outbox.takeBack(id), labels()]", [True, ["two"]]),
    ("too late to take back",
     "const { id } = tap('one'); outbox.change(id, { sent: true }); return [outbox.takeBack(id), labels()]",
     [False, ["one"]]),
    ("nobody's", "return [outbox.takeBack('b'), outbox.change('b', { sent: true }), labels()]", [False, None, []]),
    ("settled in another tab",
     "const { id } = tap('one'); outbox.remove(id); return [outbox.change(id, { state: 'stuck' }), labels()]", [None, []]),
    ("tried again: last in line",
     "const { id } = tap('one'); tap('two'); outbox.change(id, { state: 'stuck', failures: 5, html: 'x' });"
     " outbox.tryAgain(id); return [labels(), outbox.entries()[1].failures, outbox.entries()[1].html]",
     [["two", "one"], 0, ""]),
    ("only what waits",
     "const { id } = tap('one'); tap('two'); outbox.change(id, { state: 'refused' });"
     " return outbox.waiting().map(({ label }) => label)", ["two"]),
    ("broken values",
     "tap('one'); for (const [id, value] of ['{', '{}', '7'].entries()) kept.set(`outbox:/t/x:${id}`, value);"
     " return [labels(), kept.size]", [["one"], 1]),
    ("another table's", "tap('one'); kept.set('outbox:/t/xy:b', kept.get([...kept.keys()][0])); return labels()", ["one"]),
    ("durable", "const before = outbox.durable; tap('one'); return [before, outbox.durable]", [True, True]),
    ("not taken by the store", "store.set = (key, value) => kept.set(key, value) && false; tap('one'); return outbox.durable", False),
    ("not taken, and gone",
     "store.set = (key, value) => kept.set(key, value) && false; const { id } = tap('one'); outbox.remove(id); return outbox.durable", True),
    ("of an earlier version",
     "kept.set('outbox:/t/x', JSON.stringify([{ id: 'old', url: '/t/x/deck', body: 'seat=1', label: 'Pile' }]));"
     " const later = new Outbox('/t/x', store);"
     " return [later.entries()[0].label, later.takeBack('old'), kept.has('outbox:/t/x')]", ["Pile", False, False]),
]  # fmt: skip


def run(page: Page, steps: str) -> Any:
    """Run a script with an `outbox`, its `store` and the values `kept` there, `tap`, `labels` and `after` at hand."""
    return page.evaluate(SCRIPT.replace("STEPS", steps))


def test_each_move(open_page: Opens) -> None:
    page = open_page("/")
    for before, outcome, changes in MOVES:
        entry = WAITING | before
        found = run(page, f"return after({json.dumps(entry)}, {json.dumps(outcome)})")
        assert found == (None if changes is None else entry | changes), outcome


def test_what_it_keeps(open_page: Opens) -> None:
    page = open_page("/")
    for what, steps, found in KEPT:
        assert run(page, steps) == found, what
