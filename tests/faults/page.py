"""What the drivers know about the app: addresses, marks of the pages, and the shape of its log. All of it stands here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

TOKEN = re.compile(r'name="csrf-token" content="([^"]+)"')
BOARD = "#board[data-version]"
ROW = 'a.bean-row[href*="/bean/{bean}?"]'
ANY_ROW = "a.bean-row"
BEANS = "rows => rows.map((row) => row.pathname.split('/').pop())"  # of the rows of a board
SCARCE = "garden"  # there are six cards of it: after two or three harvests the next ones are refused
SHEET = "dialog[open]"
LEAVING = "html[data-sheet]"  # a closed sheet whose entry has not left the history yet
PAYS = f"{SHEET} .pays button"
BAR = '.bar form[data-verb][action$="/{verb}"] button'
TRY_AGAIN = "Try again"  # the button at an entry the page has given up on
# Whether the page says, or keeps in mind, that something has still to be sent.
WAITS = """() => [...document.querySelectorAll("[data-waiting]")].some((note) => note.checkVisibility())
  || Object.entries(localStorage).some(([key, kept]) => key.startsWith("outbox") && JSON.parse(kept).state === "waiting")"""
# Runs before the page's own scripts. `tapped` is told of every tap on a button that enters something, as the thumb
# meant it, whatever the page makes of it; `refused` of every refusal that somebody can see; `withdrawn` of the entry that
# a tap on Undo took out of the line before it was sent; `put_off` when the page says that Undo has to wait.
WITNESS = """(() => {
  const refusals = '[role="alert"]';
  addEventListener("click", ({ target, isTrusted }) => {
    const button = target.closest?.("button");
    if (!isTrusted || !button?.form?.matches("form[data-verb]") || button.ariaDisabled === "true") return;
    const told = (url, fields) => [url.split("/").pop(), Object.fromEntries(fields)];
    const [verb, fields] = told(button.form.action, new FormData(button.form, button));
    tapped(verb, fields);
    const last = verb === "undo" && waiting().pop();
    if (last) setTimeout(() => {
      if (!last.sent && !waiting().some(({ id }) => id === last.id)) withdrawn(...told(last.url, new URLSearchParams(last.body)));
      else if (document.querySelector("[data-mention]").checkVisibility()) put_off();
    });
  }, true);
  const waiting = () => Object.keys(localStorage).filter((key) => key.startsWith("outbox:"))
    .map((key) => JSON.parse(localStorage.getItem(key))).filter(({ state }) => state === "waiting")
    .sort((one, other) => one.place - other.place);
  const seen = new WeakMap();
  new MutationObserver((changes) => {
    for (const { type, target } of changes) {
      const place = type === "childList" && target.closest?.(refusals);
      if (place) seen.delete(place); // said anew, be it in the same words
    }
    const above = document.querySelector("dialog:modal"); // covers all the rest
    for (const place of document.querySelectorAll(refusals)) {
      const visible = place.checkVisibility() && (!above || above.contains(place));
      const words = visible ? place.innerText.trim() : "";
      if (words && words !== seen.get(place)) refused(words);
      seen.set(place, words);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})()"""
_KINDS = {"harvested": "harvest", "corrected": "correct", "turn-passed": "turn", "renamed": "rename", "undone": "undo"}


@dataclass(frozen=True)
class Entry:
    """One entry of a log: its number, the verb that made it (or its kind, if no driver enters such), by which seat."""

    number: int
    verb: str
    seat: int | None
    data: Mapping[str, Any]


def entries(export: Mapping[str, Any]) -> Iterator[Entry]:
    """The entries of an `export.json`, in order."""
    for entry in export["log"]:
        yield Entry(entry["entry"], _KINDS.get(entry["kind"], entry["kind"]), entry["by"], entry["data"])


def table_of(location: str) -> str:
    """The path of a table, from where a redirect leads."""
    return urlsplit(location).path


def join_path(invitation: str) -> str:
    """The path of the join link, from the page that shows it."""
    found = re.search(r"/j/[\w-]+", invitation)
    assert found, "no join link on the invitation"
    return found[0]
