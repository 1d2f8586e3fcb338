"""Sending what is in the outbox, in a real browser whose network and clock are ours: what each answer means, and what
happens next."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

from tests.browser.tables import Opens, host, ready

# An answer is a status, a body in which ID stands for the id of the command, and Retry-After; or what the network does.
Answer = tuple[int, str, str] | str
BOOKED: Answer = (200, '<p class="booked" data-command="ID">yes</p>', "")
REFUSED: Answer = (409, '<div class="refused" data-command="ID"><p class="refusal">no</p><i data-end></i></div>', "")
OURS = '<body data-shell="x"><h1>Something</h1></body>'
STRANGER = "<!doctype html><title>Guest network</title><h1>Sign in</h1>"

# Time runs a hundred times as fast, but nothing is late that is not meant to hang: a busy machine would be. `run` takes the labels of the entries, and what each request is answered.
SCRIPT = """async ({ labels, answers, tableAnswers }) => {
  const url = (name) => document.querySelector('script[type="module"]').src.replace(/[^/]+$/, name);
  const { Outbox } = await import(url("outbox.js"));
  const { sender } = await import(url("send.js"));
  const wait = window.setTimeout.bind(window), clock = performance.now.bind(performance);
  performance.now = () => clock() * 100;
  const hanging = () => (left[0] ?? answers[answers.length - 1]) === "hangs";
  window.setTimeout = (what, time) => time === 8000 && !hanging() ? 0 : wait(what, time / 100);
  const kept = new Map();
  const store = { keys: () => [...kept.keys()], get: (key) => kept.get(key) ?? null,
    set: (key, value) => !!kept.set(key, value), remove: (key) => kept.delete(key) };
  const outbox = new Outbox("/t/x", store), left = [...answers];
  const posts = [], settled = [];
  let underWay = 0, most = 0, last = clock();
  const answered = async (id, signal) => {
    const answer = left.shift() ?? answers[answers.length - 1];
    if (answer === "nobody") throw new TypeError("no network");
    if (answer === "hangs") return new Promise((_, fail) => signal.addEventListener("abort", fail));
    const [status, body, after] = answer;
    return new Response([204, 304].includes(status) ? null : body.replaceAll("ID", id),
      { status, headers: after ? { "Retry-After": after } : {} });
  };
  window.fetch = async (address, { method, body, signal } = {}) => {
    if (method !== "POST") {
      if (!tableAnswers) throw new TypeError("no network");
      return new Response(null, { status: 304 });
    }
    last = clock();
    const { label, sent } = outbox.entries().find(({ id }) => id === body.get("command_id"));
    posts.push(sent ? label : `${label}, not marked`);
    most = Math.max(most, ++underWay);
    try {
      return await answered(body.get("command_id"), signal);
    } finally {
      underWay -= 1;
    }
  };
  const sending = sender(outbox, () => {}, (entry, outcome) => settled.push(`${entry.label} ${outcome.kind}`));
  for (const label of labels) {
    outbox.add({ url: `${location.origin}/t/x/harvest`, fields: new URLSearchParams({ seat: "1" }), label });
    sending.run();
  }
  while ((outbox.waiting().length || sending.busy()) && clock() - last < 60_000) await new Promise((done) => wait(done, 5));
  return { posts, settled, most, left: outbox.entries().map(({ label, state }) => `${label} ${state}`) };
}"""


@dataclass(frozen=True)
class Case:
    """Entries, the answers to their requests, and what is to be seen then."""

    name: str
    answers: list[Answer]
    posts: list[str]
    settled: list[str]
    left: list[str] = field(default_factory=list)
    labels: tuple[str, ...] = ("one",)
    table_answers: bool = True


CASES = [
    Case("booked", [BOOKED], ["one"], ["one booked"]),
    Case("in order, one at a time", [BOOKED], ["one", "two", "three"], ["one booked", "two booked", "three booked"],
         labels=("one", "two", "three")),
    Case("refused: the rest goes on", [REFUSED, BOOKED], ["one", "two"], ["one refused", "two booked"], ["one refused"],
         labels=("one", "two")),
    Case("half a refusal", [(409, '<div class="refused" data-command="ID"><p class="refusal">no', ""), BOOKED],
         ["one", "one"], ["one booked"]),
    Case("of another command", [(200, '<p class="booked" data-command="other">yes</p>', ""), BOOKED], ["one", "one"],
         ["one booked"]),
    Case("a refusal of another command", [(409, REFUSED[1].replace("ID", "other"), ""), BOOKED], ["one", "one"],
         ["one booked"]),
    Case("a stranger's page", [(200, STRANGER, ""), (403, STRANGER, ""), (204, "", ""), BOOKED], ["one"] * 4, ["one booked"]),
    Case("our own refusal to serve this phone", [(403, OURS, ""), BOOKED], ["one", "two"], ["one stuck", "two booked"],
         ["one stuck"], labels=("one", "two")),
    Case("a table that cannot be read", [(503, OURS, "")], ["one"], ["one stuck"], ["one stuck"]),
    Case("busy, again and again", [*[(429, OURS, "")] * 3, *[(503, OURS, "1")] * 4, BOOKED], ["one"] * 8, ["one booked"]),
    Case("busy: what is behind waits, too", [(429, "", "2"), BOOKED], ["one", "one", "two"], ["one booked", "two booked"],
         labels=("one", "two")),
    Case("broken for ever", [(500, "oops", "")], ["one"] * 5, ["one failed"], ["one stuck"]),
    Case("broken for ever: then the rest", [*[(500, "oops", "")] * 5, BOOKED], [*["one"] * 5, "two"],
         ["one failed", "two booked"], ["one stuck"], labels=("one", "two")),
    Case("broken for a while", [*[(502, "oops", "")] * 4, BOOKED], ["one"] * 5, ["one booked"]),
    Case("no network for long", [*["nobody"] * 7, BOOKED], ["one"] * 8, ["one booked"], table_answers=False),
    Case("no answer in time", ["hangs", BOOKED], ["one", "one"], ["one booked"]),
]  # fmt: skip


def sent(page: Page, case: Case) -> dict[str, Any]:
    """What became of a case."""
    found: dict[str, Any] = page.evaluate(
        SCRIPT, {"labels": case.labels, "answers": case.answers, "tableAnswers": case.table_answers}
    )
    return found


def test_what_an_answer_means(open_page: Opens) -> None:
    page = host(open_page, "Ana", "Ben", "Cleo", faults=True)
    for case in CASES:
        page.reload()
        ready(page)
        found = sent(page, case)
        assert found == {"posts": case.posts, "settled": case.settled, "most": 1, "left": case.left}, case.name


def test_an_entry_is_settled_although_its_board_cannot_be_shown(open_page: Opens) -> None:
    page = host(open_page, "Ana", "Ben", "Cleo", faults=True)
    page.evaluate("window.htmx = { swap() { throw new Error('broken'); } }")
    board = page.locator("#board").evaluate("part => part.outerHTML")
    answer = f'<p class="booked" data-command="ID">yes</p>{board}'
    found = sent(page, Case("", [(200, answer, "")], [], [], labels=("one", "two")))
    assert found["settled"] == ["one booked", "two booked"]
