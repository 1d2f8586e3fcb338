"""Languages: complete catalogs, chosen by browser or by hand, each phone its own, and no English left on another page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from flask import Flask

from companion.translations import catalogs
from companion.web.languages import LANGUAGES
from companion.web.table.sheets import SHEETS
from tests.web.phones import Phone

OTHERS = [language for language in LANGUAGES if language != "en"]
HOLES = re.compile(r"%\(\w+\)s")


def sentences(message: Message) -> list[str]:
    """The forms of a translation."""
    return list(message.string) if isinstance(message.string, tuple) else [str(message.string)]


def originals(message: Message) -> list[str]:
    """The English forms."""
    return list(message.id) if isinstance(message.id, tuple) else [message.id]


@pytest.mark.parametrize("language", OTHERS)
def test_every_message_is_translated(language: str) -> None:
    source, path = catalogs.messages(), catalogs.FOLDER / language / "LC_MESSAGES" / "messages.po"
    catalog = catalogs.read(path)
    collected = {message.id for message in catalog} == {message.id for message in source} | {""}
    assert collected, "python -m companion.translations.catalogs brings the catalogs in step"
    assert not catalog.obsolete
    empty = [message.id for message in catalog if message.id and not all(sentences(message))]
    assert not empty, f"{len(empty)} to translate in {path}: {empty[:30]}"
    for message in catalog:
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        assert len(sentences(message)) == (catalog.num_plurals if isinstance(message.id, tuple) else 1), message.id
        wanted = set(HOLES.findall(originals(message)[-1]))
        for said in sentences(message):
            assert set(HOLES.findall(said)) | {"%(num)s"} == wanted | {"%(num)s"}, (message.id, said)
            assert not re.search(r"%(?!\(\w+\)s|%)", said), said


class Shown(HTMLParser):
    """Everything of a page that somebody reads or hears, piece by piece."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: set[str] = set()
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style")
        read = ("aria-label", "title", "placeholder", "alt", "content", "data-undo", "data-copied", "data-title")
        self.pieces |= {(value or "").strip() for name, value in attrs if name in read}

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.pieces.add(" ".join(data.split()))


def english(language: str) -> list[re.Pattern[str]]:
    """What must not stand on a page of that language: the sources of all it says differently."""
    catalog = catalogs.read(catalogs.FOLDER / language / "LC_MESSAGES" / "messages.po")
    found = []
    for message in catalog:
        for original in originals(message) if message.id else []:
            if original in sentences(message) or not re.search(r"[A-Za-z]{3}", HOLES.sub("", original)):
                continue
            parts = HOLES.split(" ".join(original.split()))
            found.append(re.compile(".+?".join(re.escape(part) for part in parts)))
    return found


def pages(phone: Phone) -> list[str]:
    """Every page and fragment of a game in progress and of a finished one."""
    answer = phone.post("/demo")
    table = answer.location.split("?")[0]
    phone.table = table.rsplit("/", 1)[1]
    at_a_table = [
        rule.rule.removeprefix("/t/<public_id>")
        for rule in phone.client.application.url_map.iter_rules()
        if rule.arguments == {"public_id"} and "GET" in (rule.methods or ()) and rule.endpoint != "live.stream"
    ]
    paths = [*at_a_table, "/bean/blue", "/bean/red?seat=2"]
    paths += [f"/more/{what}" for what in SHEETS] + [f"/more/tour?step={step}" for step in range(1, 6)]
    paths += [f"/change/{number}" for number in range(2, 49, 3)]
    found = [phone.client.get(table + path, follow_redirects=True).text for path in paths]
    found += [
        phone.post(f"{table}/{verb}", command_id=verb, seat="1").text for verb in ("finish", "pass", "stew", "buy")
    ]
    join = phone.join_path
    found += [phone.client.get(path).text for path in (join, phone.watch_path)]
    for _ in range(2):
        phone.did("deck", 1)
    found.append(phone.client.get(table).text)
    phone.did("turn", 1)
    found.append(phone.client.get(table).text)
    for seat in range(1, 5):
        phone.did("pass", seat)
    found.append(phone.client.get(table).text)
    phone.finished()
    found += [phone.client.get(table + path).text for path in ("", "/result", "/bgstats", "/board?page=result")]
    outside = (
        "/",
        "/tables",
        "/score",
        "/offline",
        "/nothing",
        "/t/QQQQQ",
        "/rules/high-bohn",
        "/rules/high-bohn-2000",
        "/rules/bohnanza-rio-grande",
    )
    return found + [phone.client.get(path).text for path in outside]


@pytest.mark.parametrize("language", OTHERS)
def test_no_english_is_left(app: Flask, language: str) -> None:
    phone = Phone(app)
    assert phone.post("/language", language=language, next="/").status_code == 303
    patterns = english(language)
    for page in pages(phone):
        shown = Shown()
        shown.feed(page)
        assert f'lang="{language}"' in page or not page.startswith("<!doctype")
        left = {(piece, pattern.pattern) for piece in shown.pieces for pattern in patterns if pattern.fullmatch(piece)}
        assert left == set(), re.sub(r"\s+", " ", page)[:200]


def test_the_browser_decides_until_somebody_chooses(app: Flask) -> None:
    client = app.test_client()

    def heading(**headers: str) -> str:
        return re.search(r'<html lang="(\w+)">', client.get("/", headers=headers).text)[1]  # type: ignore[index]

    for asked, given in {
        "de-AT,de;q=0.9,en;q=0.5": "de", "uk": "uk", "is-IS": "is", "la,is;q=0.4,en;q=0.2": "is", "la": "en", "x-y;q=z": "en", "": "en",
    }.items():  # fmt: skip
        assert heading(**{"Accept-Language": asked}) == given, asked
    phone = Phone(app)
    client = phone.client
    phone.post("/language", language="uk", next="/")
    assert heading(**{"Accept-Language": "de"}) == "uk"


@pytest.mark.parametrize("language", ["xx", "", "en-GB", "../de"])
def test_an_unknown_language_is_no_server_error(app: Flask, language: str) -> None:
    assert Phone(app).post("/language", language=language).status_code == 422
    assert app.test_client().get(f"/manifest-{language}.webmanifest").status_code == 404


@pytest.mark.parametrize(
    "back",
    [
        "https://elsewhere.example/",
        "//elsewhere.example",
        "//score",
        "//t/x",
        "/\\elsewhere.example",
        "",
        "javascript:1",
    ],
)
def test_choosing_a_language_leads_to_no_other_host(app: Flask, back: str) -> None:
    assert Phone(app).post("/language", language="de", next=back).location == "/"


def test_each_phone_of_a_table_has_its_own_language(app: Flask) -> None:
    host = Phone(app).open("Ana", "Ben", "Cleo")
    german, ukrainian = Phone(app).join(host.join_path, 2), Phone(app).join(host.join_path, 3)
    german.post("/language", language="de")
    ukrainian.post("/language", language="uk")
    host.did("harvest", 1, bean="red", cards=4)
    for phone, words in ((host, "Ana’s turn"), (german, "Ana ist am Zug"), (ukrainian, "Ходить Ana")):
        board = re.sub(r"</?bdi>", "", phone.client.get(f"/t/{host.table}/board?seat=1").text)
        assert words in board


def test_refusals_and_downloads_speak_the_language(app: Flask) -> None:
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.post("/language", language="de")
    refusal = phone.refused("buy", 1, card="red-3")
    assert refusal["error"] == "not-enough-talers"
    assert "Rote Bohne" in refusal["message"]
    csv = phone.client.get(f"/t/{phone.table}/export.csv").data.decode("utf-8-sig").splitlines()[0]
    assert "total" not in csv
    assert "Gesamt" in csv


def test_the_manifest_speaks_the_language(app: Flask) -> None:
    names = set()
    for language in LANGUAGES:
        manifest = app.test_client().get(f"/manifest-{language}.webmanifest").json
        assert manifest is not None
        assert manifest["lang"] == language
        names.add(manifest["name"])
        for icon in manifest["icons"]:
            with app.test_client().get(icon["src"]) as answer:
                assert answer.status_code == 200
    assert len(names) > 1


def test_a_language_is_begun(tmp_path: Path) -> None:
    path = catalogs.begin("fi", tmp_path)
    assert path == tmp_path / "fi" / "LC_MESSAGES" / "messages.po"
    begun = catalogs.read(path)
    assert {message.id for message in begun} == {message.id for message in catalogs.messages()} | {""}
    assert not any(any(sentences(message)) for message in begun if message.id)
    assert (str(begun.locale), begun.num_plurals) == ("fi", 2)
    for nothing in ("fi", "xx", "de_AT", "../fr", ""):
        with pytest.raises(ValueError, match=r"is there already|is no code"):
            catalogs.begin(nothing, tmp_path)


# Words of the how-to-play texts in Ukrainian and Icelandic: beans by the name of their rule set (one bean, where the
# texts speak of many), and what stands on pages. Names of all other beans are our own.
OF_THE_TEXTS = {
    "uk": {
        "Coffee": "Кавове зерно", "Garden": "Садовий біб", "Cocoa": "Какао-біб",
        "Bean fields": "Бобові поля",
        "A bean field holds one kind of bean.": "бобовому полі",
        "A third bean field costs three Talers.": "Третє бобове поле",
        "A Taler is what other rule texts call gold or a gold coin.": "«золото»",
        "Three play without Cocoa beans.": "Какао-боби",
        "Four and five play without Coffee beans.": "Кавові зерна",
        "Six and seven play without Cocoa and Garden beans.": "Какао-боби й садові боби",
    },
    "is": {
        "Coffee": "Kaffibaun", "Garden": "Garðbaun", "Cocoa": "Kakóbaun",
        "Bean fields": "Baunaakrar",
        "A bean field holds one kind of bean.": "baunaakri",
        "A third bean field costs three Talers.": "Þriðji baunaakurinn",
        "A Taler is what other rule texts call gold or a gold coin.": "gull",
        "Three play without Cocoa beans.": "Kakóbaunir",
        "Four and five play without Coffee beans.": "Kaffibaunir",
        "Six and seven play without Cocoa and Garden beans.": "Kakóbaunir og garðbaunir",
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("language", "message"), [(language, message) for language, words in OF_THE_TEXTS.items() for message in words]
)
def test_what_the_rule_texts_name_keeps_its_name(language: str, message: str) -> None:
    catalog = catalogs.read(catalogs.FOLDER / language / "LC_MESSAGES" / "messages.po")
    found = catalog.get(message)
    assert found is not None
    word = OF_THE_TEXTS[language][message]
    assert word in str(found.string)
    assert " " in message or found.string == word, "a name is that word and no more"
