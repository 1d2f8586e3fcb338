"""The log page: what became of an entry, and the way from one that was changed to what counts in its place."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.web.phones import Phone
from tests.web.test_putting_right import text


@pytest.fixture
def phone(app: Flask) -> Phone:
    """A table with a harvest of six Soy, entry 2."""
    phone = Phone(app).open("Ana", "Ben", "Cleo")
    phone.did("harvest", 1, bean="soy", cards=6)
    return phone


def change(phone: Phone, entry: int, seat: int = 1, cards: int = 4) -> int:
    """Put another harvest of Soy in the place of an entry; the number of the new one."""
    return phone.did("change", seat, entry=str(entry), verb="harvest", bean="soy", cards=cards)


def ways(phone: Phone, query: str = "") -> list[str]:
    """Where changed entries of the log lead to."""
    page = phone.client.get(f"/t/{phone.table}/log{query}").text
    return [way.replace(f"/t/{phone.table}", "") for way in re.findall(r'href="([^"]*#entry-\d+)"', page)]


def test_a_changed_entry_leads_to_what_counts_in_its_place(phone: Phone) -> None:
    assert ways(phone) == []
    assert (change(phone, 2), ways(phone)) == (4, ["#entry-4"])
    assert 'id="entry-4"' in phone.client.get(f"/t/{phone.table}/log").text
    assert (change(phone, 4), ways(phone)) == (6, ["#entry-6", "#entry-6"])  # from 4 and from 2
    assert "undone" not in text(phone, "/log")


def test_what_is_undone_is_not_called_changed(phone: Phone) -> None:
    entry = change(phone, 2)
    phone.did("undo", 1, entry=str(entry))
    told = text(phone, "/log")
    assert ("changed, see" in told, "№ 4 · undone" in told, ways(phone)) == (False, True, [])


def test_the_way_to_an_entry_that_is_not_on_the_page(phone: Phone) -> None:
    change(phone, 2, seat=2)
    assert ways(phone, "?of=1") == ["/log?before=5#entry-4"]
    assert 'id="entry-4"' in phone.client.get(f"/t/{phone.table}/log?before=5").text


def test_the_number_of_an_entry_stays_in_one_line(phone: Phone) -> None:
    change(phone, 2)
    for language in ("en", "de", "uk", "is"):
        phone.post("/language", language=language)
        for path in ("/log", "", "/change/4"):
            page = phone.client.get(f"/t/{phone.table}{path}").text
            assert "№ " not in page, (language, path)
        assert phone.client.get(f"/t/{phone.table}/log").text.count("№\u00a0") > 3
