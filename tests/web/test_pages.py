"""What every page shares, the start page, the rules pages, errors and headers."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import assets
from companion.app import create_app
from companion.settings import load
from tests import truth

PAGES = ["/", "/score", *(f"/rules/{edition}" for edition in truth.SEATS), "/nothing-here"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_a_whole_page_of_ours(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert page.startswith("<!doctype html>")
    assert "Unofficial" in page
    assert re.search(r'<meta name="csrf-token" content="[^"]+">', page)
    for address in re.findall(r'(?:href|src|action)="([^"]*)"', page):
        assert address.startswith(("/", "#")), address
        assert not address.startswith("//"), address


def test_files_carry_the_headers_that_files_need(client: FlaskClient) -> None:
    for name in ("app.css", "beans.svg", "icons/icon-192.png"):
        with client.get(f"/static/{assets.version()}/{name}", headers={"Accept-Encoding": "gzip"}) as answer:
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert {"max-age=31536000", "immutable"} <= set(answer.headers["Cache-Control"].split(", "))
            assert answer.headers.get("Content-Encoding") == (None if name.endswith("png") else "gzip")
    here = f"/static/{assets.version()}"
    for path in (f"{here}/../pyproject.toml", f"{here}/nothing.css", f"{here}/%2e%2e/%2e%2e/etc/passwd"):
        assert client.get(path).status_code == 404


def test_an_address_of_another_version_is_never_kept(client: FlaskClient) -> None:
    """A page from before an upgrade must not keep the files from after it under their old address."""
    for address in ("/static/0123456789ab/app.css", "/static/app.css", f"/static/{assets.version()}x/app.css"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert "max-age" not in answer.headers["Cache-Control"]


def test_scripts_travel_without_their_comments(client: FlaskClient) -> None:
    with client.get(f"/static/{assets.version()}/outbox.js") as answer:
        assert answer.text.startswith("import")
        assert "export class Outbox" in answer.text


@pytest.mark.parametrize("path", [*PAGES, "/healthz"])
def test_headers(client: FlaskClient, path: str) -> None:
    with client.get(path) as answer:
        headers = answer.headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "upgrade-insecure-requests" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers
    assert "no-store" in headers["Cache-Control"]


def test_https_is_kept_to_once_it_is_there(client: FlaskClient) -> None:
    headers = client.get("/", base_url="https://beans.example").headers
    assert headers["Strict-Transport-Security"] == "max-age=31536000"
    assert "; Secure" in headers["Set-Cookie"]
    assert "; Secure" not in client.get("/").headers.get("Set-Cookie", "")


def test_no_inline_script_or_style(client: FlaskClient) -> None:
    for path in PAGES:
        page = client.get(path).text
        assert not re.search(r"<script(?![^>]*src=)|<style|\sstyle=|\son\w+=|hx-on", page), path


def test_static_addresses_change_with_their_content(client: FlaskClient) -> None:
    page = client.get("/").text
    address = re.search(r'href="(/static/[0-9a-f]{12}/app\.css)"', page)
    assert address
    with client.get(address[1]) as answer:
        assert answer.mimetype == "text/css"
        assert "max-age=31536000" in answer.headers["Cache-Control"]


@pytest.mark.parametrize("edition", truth.SEATS)
def test_the_start_page_leads_to_every_edition(client: FlaskClient, edition: str) -> None:
    assert f'href="/rules/{edition}"' in client.get("/").text


@pytest.mark.parametrize("edition", truth.NAMES)
def test_a_rules_page_has_every_building_with_its_ability(client: FlaskClient, edition: str) -> None:
    page = unescape(client.get(f"/rules/{edition}").text)
    for bean, name in truth.NAMES[edition].items():
        section = re.search(rf'id="building-{bean}">(.*?)</section>', page, re.DOTALL)
        assert section
        assert name in section[1]
        assert re.findall(r"<dt>(\d)</dt>", section[1]) == ["1", "2", "3", "4"]
    assert page.count("No ability") == len(truth.NAMES[edition])


@pytest.mark.parametrize("edition", truth.SEATS)
def test_a_rules_page_has_every_meter(client: FlaskClient, edition: str) -> None:
    page = unescape(client.get(f"/rules/{edition}").text)
    names = truth.NAMES.get(edition, {})
    rows = [
        tuple(int(cell) if cell.isdigit() else None for cell in re.findall(r"<td>(.*?)</td>", row))
        for row in re.findall(r"<tr>(?:(?!</tr>).)*?</tr>", page, re.DOTALL)
    ]
    wanted = [truth.BEANS[bean][1] for bean in {*sum(truth.IN_PLAY[edition].values(), ())}]
    wanted += [meter for (bean, _), meter in truth.BUILDING_METERS.items() if bean in names]
    wanted += list(truth.STEW_METERS.values()) if names else []
    for meter in wanted:
        cells = {talers: cards for cards, talers in meter.items()}
        assert any(_starts(row, cells) for row in rows), meter


def _starts(row: tuple[int | None, ...], cells: dict[int, int]) -> bool:
    most = max(cells)
    return len(row) >= most and all(row[talers - 1] == cells.get(talers) for talers in range(1, most + 1))


@pytest.mark.parametrize("edition", truth.SEATS)
def test_a_rules_page_has_limits_and_deck_passes(client: FlaskClient, edition: str) -> None:
    page = client.get(f"/rules/{edition}").text
    for players, (owners, deck) in truth.SEATS[edition].items():
        owner = f"<td>at most {owners}</td>" if owners else ""
        times = "1 time" if deck == 1 else f"{deck} times"
        assert f'<tr><th scope="row">{players}</th>{owner}<td>{times}' in page


def test_what_is_not_printed_says_so(client: FlaskClient) -> None:
    assert "Not printed; the table ends at 8." in client.get("/rules/high-bohn").text
    first = client.get("/rules/high-bohn-2000").text
    assert "Not printed for six" in first
    assert first.count("AMIGO card values") >= 12
    assert "Not printed" not in client.get("/rules/bohnanza-2016").text


@pytest.mark.parametrize("path", ["/t/ABCD", "/t/ABCD/log", "/j/nothing", "/w/nothing"])
def test_a_table_that_is_not_there(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such table." in answer.text
    assert 'action="/join"' in answer.text


@pytest.mark.parametrize("path", ["/rules/nope", "/rules/..%2fx", "/%00", "/rules/" + "x" * 3000])
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "There is no such page." in answer.text
    assert client.get(path, headers={"Accept": "application/json"}).json == {
        "error": "not-found", "message": "There is no such page.", "facts": {},
    }  # fmt: skip


def test_a_wrong_method_says_which_are_right(client: FlaskClient) -> None:
    answer = client.post("/rules/high-bohn")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
    assert "does not work that way" in answer.text


def test_a_fault_of_ours_is_a_page_too(tmp_path: Path) -> None:
    app: Flask = create_app(load({}, data=tmp_path))

    @app.get("/broken")
    def broken() -> str:
        raise ZeroDivisionError

    answer = app.test_client().get("/broken")
    assert answer.status_code == 500
    assert "Something broke on our side" in answer.text
    app.extensions["companion"].close()


def test_healthz_says_when_the_database_is_away(tmp_path: Path) -> None:
    app = create_app(load({}, data=tmp_path))
    client = app.test_client()
    assert (client.get("/healthz").status_code, client.get("/healthz").text) == (200, "ok\n")
    app.extensions["companion"].close()
    (tmp_path / "companion.sqlite").unlink()
    for path in tmp_path.glob("companion.sqlite*"):
        path.unlink()
    (tmp_path / "companion.sqlite").mkdir()
    assert client.get("/healthz").status_code == 503
    app.extensions["companion"].close()
