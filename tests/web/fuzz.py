"""Requests made up at random from the app's own routes: every address, every field its pages have, every kind of visitor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from companion import assets
from companion.web.table.verbs import VERBS
from tests.web.phones import Phone

_ROOT = Path(__file__).parents[2]
_NAME = re.compile(r"""(?:name="|(?:text|number|signed|maybe|flag|get|getlist|either|some)\(")([a-z_-]+)["{]""")
# What people, browsers, scripts and strangers put into fields.
VALUES = (
    "", " ", "0", "1", "2", "3", "4", "7", "8", "-1", "+1", "01", "1e3", "2.5", "999999999", "9" * 40, "²", "٣", "nan", "true", "on",
    "blue", "red-3", "blue-9", "soy", "cognac-4", "stew", "unsorted", "high-bohn", "bohnanza", "hand-cards", "join", "Ana", "Ben",
    "\0", "a\0b", "\u202eAna", "\u0315" * 900 + "\u0334" * 900, "e\u0301" * 400, "👨‍👩‍👧" * 24, "x" * 299, "x" * 5_000, "\ufffe", "\u2028",
    "<script>", "'; DROP TABLE entries; --", "{{ 7 * 7 }}", "%(name)s", "%s", "../../etc/passwd", "//evil.example", "/t/x", "=1+1", "null",
)  # fmt: skip
ENTERED = ("bean", "cards", "talers", "card", "change", "count", "reason", "entry", "to", "harvester", "what", "building", "name", "override")  # fmt: skip
HEADERS: dict[str, tuple[str, ...]] = {
    "Accept": ("application/json", "text/html", "*/*;q=bad", "," * 500),
    "HX-Request": ("true", "x"),
    "If-None-Match": ('"1"', "W/", "*", '"' * 99),
    "Last-Event-ID": ("1", "-1", "9" * 99, "x"),
    "Accept-Language": ("de", "xx-YY;q=9", "a" * 900, "uk,is;q=0.5"),
    "Accept-Encoding": ("gzip", "br;q=x"),
    "X-Forwarded-For": ("203.0.113.9", "x" * 900),
    "Host": ("localhost", "evil.example", "[::1", "a..b"),
    "Sec-Fetch-Site": ("same-origin", "cross-site"),
    "Range": ("bytes=0-1", "bytes=x"),
}


def field_names() -> list[str]:
    """The names of fields that templates and verbs mention, and of parts of those that are put together."""
    texts = [path.read_text("utf-8") for path in assets.folder("templates").rglob("*.html")]
    texts += [path.read_text("utf-8") for path in (_ROOT / "companion" / "web").rglob("*.py")]
    found = {name for text in texts for name in _NAME.findall(text)}
    return sorted(
        found | {"pay-blue", "pay-unsorted", "players-0-name", "players-1-talers-blue", "players-2-buildings-red"}
    )


@dataclass(frozen=True)
class Made:
    """A request as it will be sent."""

    method: str
    path: str
    query: str
    body: dict[str, Any]
    headers: dict[str, str]


class Fuzzer:
    """Makes requests for the tables of a few phones."""

    def __init__(self, app: Flask, seed: int) -> None:
        self.app = app
        self.dice = Random(seed)  # noqa: S311
        rules = sorted(app.url_map.iter_rules(), key=str)
        entering = [rule for rule in rules if rule.endpoint == "entry.enter"]
        self.rules = rules + entering * (len(rules) // 2)  # where most fields are
        self.names = field_names()
        self.begin()

    def begin(self) -> None:
        """New tables, one open and one with hidden purses, and everybody who comes to one."""
        self.hosts = [Phone(self.app).open("Ana", "Ben", "Cleo", "Dan", hidden=hidden) for hidden in ("", "1")]
        seats = [Phone(self.app).join(host.join_path, 2) for host in self.hosts]
        watcher = Phone(self.app)
        watcher.client.get(self.hosts[0].watch_path)
        self.phones = [*(self.hosts + seats) * 3, watcher, Phone(self.app)]
        keys = [
            path.rsplit("/", 1)[1]
            for host in self.hosts
            for path in (host.join_path, host.watch_path, host.result_path)
        ]
        self.words = {
            "public_id": [
                *(host.table for host in self.hosts),
                *(host.table for host in self.hosts),
                "ZZZZZZZZ",
                "\0",
                "ſ" * 8,
            ],
            "verb": [*VERBS, "nothing"],
            "key": [*keys, "nothing", "x" * 900],
            "bean": ["blue", "red", "nothing"],
            "what": ["stew", "field", "correct", "menu", "hand", "buy", "score", "pass", "tour", "nothing"],
            "edition": ["high-bohn", "bohnanza", "nothing"],
            "language": ["de", "xx"],
            "version": [assets.version(), "old"],
            "name": ["app.css", "app.js", "../app.css", "vendor", "\0"],
        }

    def _value(self) -> str:
        return self.dice.choice(VALUES)

    def _path(self, rule: Rule) -> str:
        found = str(rule)
        for name in rule.arguments:
            word = self.dice.choice(self.words.get(name, list(VALUES)))
            found = re.sub(rf"<(?:\w+:)?{name}>", lambda _, word=word: word or "x", found)  # type: ignore[misc]
        return found

    def request(self) -> tuple[FlaskClient, Made]:
        """Who asks, and what."""
        dice = self.dice
        rule = dice.choice(self.rules)
        phone = dice.choice(self.phones)
        method = dice.choice(sorted((rule.methods or set()) - {"OPTIONS", "HEAD"}) * 9 + ["HEAD", "OPTIONS"])
        headers = {name: dice.choice(values) for name, values in HEADERS.items() if dice.random() < 0.06}
        body: dict[str, Any] = {}
        if method == "POST":
            fields = {
                name: [self._value() for _ in range(dice.choice((1, 1, 1, 2, 9)))]
                for name in dice.sample(self.names, 3) + dice.sample(ENTERED, 3)
            }
            usual = {"csrf_token": phone.token, "command_id": f"{dice.random()}", "seat": str(dice.randint(1, 4))}
            form = {name: value for name, value in usual.items() if dice.random() < 0.95} | fields
            kind = dice.random()
            body = {"data": form} if kind < 0.9 else {"json": form} if kind < 0.95 else {"data": b"\xff\x00{", "content_type": "application/json"}  # fmt: skip
        query = "&".join(f"{name}={dice.choice(('1', '2', 'x', '%00', '%ff', '9' * 30))}" for name in dice.sample(["seat", "page", "of", "before", "step", "since", "table", "view"], dice.choice((0, 1, 2))))  # fmt: skip
        return phone.client, Made(method, self._path(rule), query, body, headers)
