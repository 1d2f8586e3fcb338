"""The link to a result as a messenger sees it, which has no cookie and no language: its tags, and the picture."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from flask import Flask
from PIL import Image, ImageColor

from companion.assets import light_colours
from companion.formats.picture.fonts import SHAPES, drawable
from companion.formats.picture.result import ResultPicture, Row
from tests.web.phones import Phone


class Tags(HTMLParser):
    """The properties a page tells messengers."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.told: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        name = found.get("property") or found.get("name")
        if tag == "meta" and name:
            self.told[name] = found.get("content") or ""


def ended(app: Flask) -> Phone:
    """A table at which Ben has won with 6 Talers, 2 of them in a building."""
    host = Phone(app).open("Ana", "Ben", "Cleo")
    host.did("harvest", 1, bean="soy", cards="4")
    host.did("harvest", 2, bean="blue", cards="10")
    host.did("harvest", 2, bean="red", cards="3")
    host.did("buy", 2, card="blue-2")
    return host.finished()


def test_a_messenger_shows_who_has_won(app: Flask) -> None:
    host, crawler = ended(app), app.test_client(use_cookies=False)
    link = f"{host.result_path}?lang=de"
    page = crawler.get(link, headers={"Accept-Language": "en", "Host": "evil.example"}).text
    assert "Ben wins" in page.split("<main", 1)[1]  # who opens it reads it in a language of their own
    told = Tags(page).told
    assert told["og:title"] == "Ben gewinnt"
    assert told["og:description"].endswith("vor Ana.")
    assert told["description"] == told["og:description"]
    assert urlsplit(told["og:url"])[2:4] == tuple(link.split("?"))
    assert (told["og:image:width"], told["og:image:height"]) == ("1200", "630")
    assert told["og:image:alt"].startswith("High Bohn: 1. Ben 6, 2. Ana ")
    for name in ("og:url", "og:image"):
        assert urlsplit(told[name]).scheme == "http"
        assert "evil" not in told[name]

    at = urlsplit(told["og:image"])
    answer = crawler.get(f"{at.path}?{at.query}")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert len(answer.data) < 300_000  # some messengers show no larger ones
    shown, colours = Image.open(io.BytesIO(answer.data)).convert("RGB"), light_colours()
    assert shown.size == (1200, 630)
    for place, colour in (
        ((420, 300), "glow"),
        ((1190, 10), "paper"),
        ((481, 145), "p2"),
        ((600, 200), "c1"),
        ((1030, 200), "c3"),
    ):
        assert shown.getpixel(place) == ImageColor.getrgb(colours[colour]), (place, colour)
    again = crawler.get(f"{at.path}?{at.query}", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert crawler.get(f"{at.path}?lang=is").headers["ETag"] != answer.headers["ETag"]

    host.post(f"/t/{host.table}/links", link="result")
    assert [crawler.get(each).status_code for each in (link, at.path)] == [404, 404]


def test_the_picture_follows_what_was_put_right(app: Flask) -> None:
    host, crawler = ended(app), app.test_client(use_cookies=False)
    first = Tags(crawler.get(host.result_path).text).told["og:image"]
    host.did("reopen", 1)
    told = Tags(crawler.get(host.result_path).text).told
    assert "og:image" not in told
    assert told["og:description"] == "Ana, Ben and Cleo"  # no figure of a purse that may be hidden
    assert crawler.get(f"{host.result_path}.png").status_code == 409
    host.did("rename", 2, name="Bob")
    host.finished()
    told = Tags(crawler.get(host.result_path).text).told
    assert (told["og:title"], told["og:image"] == first) == ("Bob wins", False)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Þórður Ævar", "Þórður Ævar"), ("Їжак Ґе", "Їжак Ґе"), ("Ωμέγα", "Ωμέγα"), ("李小龙", "李小龙"),
        ("Ana \U0001fae8", "Ana"), ("\U0001fae8\U0001fae8", ""), ("\U00013000 \u200d", ""), ("Ana\U0001f9ff Bo", "Ana Bo"),
    ],
)  # fmt: skip
def test_letters_that_no_font_has_are_left_out(name: str, drawn: str) -> None:
    assert drawable(name).text == drawn


@pytest.mark.skipif(not SHAPES, reason="the library that shapes text is missing here")
def test_names_that_run_from_right_to_left_are_drawn() -> None:
    assert drawable("محمد אבי").text == "محمد אבי"


def test_no_name_leaves_its_line() -> None:
    """Neither the longest nor the highest name changes anything outside of where it stands."""

    def beside(name: str) -> bytes:
        rows = [Row(seat, "A", name if seat == 2 else "Ana", (3, 0, 4, 1)) for seat in range(1, 8)]
        made = ResultPicture(
            "Ana wins", "Why: so.", "High Bohn", "today", "companion", rows, ("a", "b", "c", "d"), ["blue"]
        )
        shown = Image.open(io.BytesIO(made.png())).convert("RGB")
        shown.paste("white", (516, 140, 1048, 183))
        return shown.tobytes()

    usual = beside("B")
    for name in ("W" * 24, "Z" + "\u0351\u0323" * 140, "\ufdfd" * 24):
        assert beside(name) == usual, name
