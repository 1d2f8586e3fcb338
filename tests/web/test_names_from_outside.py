"""Host, forwarded headers, prefixes and addresses to lead back to: what a request says is believed only as configured."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.address import lan_address
from companion.app import create_app
from companion.settings import SettingsError, load
from tests.web.phones import Phone

HERE = f"http://{lan_address()}:80"  # where other phones are sent when nothing better is known


def app(folder: Path, **environment: str) -> Flask:
    """An app with these settings."""
    return create_app(load(environment, data=folder))


@pytest.mark.parametrize(
    "host",
    ["localhost:99999", "localhost:0", "a..b", "[::1", "[x]", "a b", "<script>", "a:b", "a/b", "evil.example@x", "-a", "x" * 300, "ü.example"],
)  # fmt: skip
def test_a_host_that_is_none(tmp_path: Path, host: str) -> None:
    made = app(tmp_path)
    for path in ("/", "/healthz", "/static/x/y"):
        answer = made.test_client().get(path, environ_overrides={"HTTP_HOST": host})
        assert answer.status_code == 400
        assert "Host" in answer.text
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Content-Security-Policy" in answer.headers or path.startswith("/static")
    assert made.test_client().post("/score", environ_overrides={"HTTP_HOST": host}).status_code == 400


@pytest.mark.parametrize("host", ["a", "a_b.example", "127.0.0.1:8000", "[::1]:8000", "beans.example.", "X.EXAMPLE:1"])
def test_a_host_that_is_one(tmp_path: Path, host: str) -> None:
    assert app(tmp_path).test_client().get("/", environ_overrides={"HTTP_HOST": host}).status_code == 200


@pytest.mark.parametrize(
    ("settings", "host", "links"),
    [
        ({}, "evil.example", HERE),
        ({}, "localhost", HERE),
        ({}, "127.0.0.1:8000", HERE),
        ({}, "192.168.1.5:8000", "http://192.168.1.5:8000"),
        ({}, "8.8.8.8", HERE),
        ({"COMPANION_HOSTS": "beans.example, other.example"}, "Beans.example:81", "http://Beans.example:81"),
        ({"COMPANION_HOSTS": "beans.example"}, "evil.example", HERE),
        ({"COMPANION_PUBLIC_URL": "https://beans.example/high"}, "evil.example", "https://beans.example/high"),
        ({"COMPANION_PUBLIC_URL": "https://beans.example"}, "192.168.1.5", "https://beans.example"),
    ],
)
def test_links_for_others(tmp_path: Path, settings: dict[str, str], host: str, links: str) -> None:
    made = app(tmp_path, **settings)
    phone = Phone(made, made.extensions["companion"].settings.public_url.removeprefix("https://beans.example"))
    phone.open("Ana", "Ben", "Cleo")
    sent = {"HTTP_HOST": host, "HTTP_COOKIE": phone.cookie}
    page = made.test_client(use_cookies=False).get(f"/t/{phone.table}/invite", environ_overrides=sent).text
    assert re.search(rf'"{re.escape(links)}/j/[\w-]+"', page), re.findall(r'"http[^"]*"', page)
    assert "evil" not in page


FORGED = {
    "HTTP_X_FORWARDED_PREFIX": "//evil.example",
    "HTTP_X_FORWARDED_HOST": "evil.example",
    "HTTP_X_FORWARDED_PROTO": "https",
    "HTTP_FORWARDED": "host=evil.example;proto=https",
    "HTTP_X_FORWARDED_FOR": "203.0.113.9",
    "HTTP_X_SCRIPT_NAME": "/evil",
    "SCRIPT_NAME": "//evil.example",
}


@pytest.mark.parametrize(
    "settings",
    [{}, {"COMPANION_PUBLIC_URL": "http://h.example/beans"}, {"COMPANION_PROXIES": "1"}],
    ids=["nothing", "public address", "a proxy"],
)
def test_nothing_a_phone_sends_reaches_another(tmp_path: Path, settings: dict[str, str]) -> None:
    made = app(tmp_path, **settings)
    under = "/beans" if "COMPANION_PUBLIC_URL" in settings else ""
    ana = Phone(made, under).open("Ana", "Ben", "Cleo")
    evil = Phone(made, under)
    evil.client.environ_base.update(FORGED)
    evil.join(ana.join_path, 2)
    for path in ("/board", "/sheets?seat=1", "", "/log", "/result", "/board?page=result"):
        first = evil.client.get(
            f"{under}/t/{ana.table}{path}"
        ).text  # whoever comes first renders it for all who look alike
        assert "evil.example/" not in first
        assert "evil" not in ana.client.get(f"{under}/t/{ana.table}{path}").text


def test_a_prefix_that_a_proxy_names_is_in_its_own_renderings_only(tmp_path: Path) -> None:
    made = app(tmp_path, COMPANION_PROXIES="1")
    ana = Phone(made).open("Ana", "Ben", "Cleo")
    for path in (f"/t/{ana.table}/board", f"/t/{ana.table}/sheets"):
        there = ana.client.get(path, headers={"X-Forwarded-Prefix": "/beans"}).text
        assert f"/beans/t/{ana.table}" in there
        assert "/beans/" not in ana.client.get(path).text


def leads_below(page: str) -> set[str]:
    """The first part of every address of ours on a page."""
    return {link.split("/")[1] for link in re.findall(r'(?:href|src|action)="(/[^"]*)"', page)}


@pytest.mark.parametrize("keeps", ["", "/beans"], ids=["taken off by the proxy", "left by the proxy"])
@pytest.mark.parametrize("header", [{}, {"X-Forwarded-Prefix": "/beans"}], ids=["", "header"])
@pytest.mark.parametrize(
    "settings",
    [{"COMPANION_PUBLIC_URL": "http://h.example/beans", "COMPANION_PROXIES": "1"}, {"COMPANION_PROXIES": "1"}],
    ids=["public address", "header alone"],
)
def test_a_path_under_which_the_app_lies(
    tmp_path: Path, settings: dict[str, str], header: dict[str, str], keeps: str
) -> None:
    if "COMPANION_PUBLIC_URL" not in settings and not header:
        header = {"X-Forwarded-Prefix": "/beans"}
    client = app(tmp_path, **settings).test_client(use_cookies=False)
    home = client.get(f"{keeps}/", headers=header)
    assert leads_below(home.text) == {"beans"}
    assert "Path=/beans;" in home.headers["Set-Cookie"] + ";"
    token = re.search(r'csrf-token" content="([^"]+)"', home.text)[1]  # type: ignore[index]
    cookie = {"Cookie": home.headers["Set-Cookie"].split(";")[0]} | header

    def post(path: str, **fields: object) -> str:
        answer = client.post(f"{keeps}{path}", data={"csrf_token": token} | fields, headers=cookie)
        assert answer.status_code == 303, answer.text
        cookie["Cookie"] = answer.headers.get("Set-Cookie", cookie["Cookie"]).split(";")[0]
        return answer.location

    table = post("/tables", name=["Ana", "Ben", "Cleo"])
    assert re.fullmatch(r"/beans/t/\w+", table)
    inside = table.removeprefix("/beans")
    assert post("/language", language="de", next=f"{inside}?seat=2") == f"{table}?seat=2"
    assert post("/language", language="en", next="https://evil.example") == "/beans/"
    assert post(f"{inside}/turn", command_id="a", seat="1").startswith(table)
    invite = client.get(f"{keeps}{inside}/invite", headers=cookie).text
    assert re.search(r'"http://[^/"]+/beans/j/[\w-]+"', invite)
    assert "/beans/beans" not in invite
    post(f"{inside}/seats", seat="1")
    pages = [client.get(f"{keeps}{inside}{path}", headers=cookie).text for path in ("", "/seats", "/people", "/log")]
    pages += [client.post(f"{keeps}{inside}/seats", data={"csrf_token": token, "seat": "2"}, headers=cookie).text]
    assert "Move to Ben" in pages[-1]
    for page in (*pages, client.get(f"{keeps}{inside}/result", headers=cookie).text):
        assert leads_below(page) == {"beans"}
    for path in ("/manifest-en.webmanifest", "/sw.js"):
        found = client.get(f"{keeps}{path}", headers=header).text
        assert set(re.findall(r'"(/\w+)/', found)) == {"/beans"}, found[:300]


def test_a_path_that_one_of_our_pages_has(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot end in /score"):
        app(tmp_path, COMPANION_PUBLIC_URL="http://h.example/score")


@pytest.mark.parametrize(
    "sent",
    [
        {"Host": "127.0.0.1:8000", "Connection": "close"},  # nginx, proxy_pass alone
        {"Host": "127.0.0.1:8000", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"},
        {"Host": "beans.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Real-IP": "203.0.113.9"},
        {"Host": "beans.example", "X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "beans.example"},  # Caddy
    ],
    ids=["nginx alone", "nginx without Host", "nginx as usual", "Caddy"],
)  # fmt: skip
def test_forms_work_behind_the_usual_proxies(tmp_path: Path, sent: dict[str, str]) -> None:
    made = app(tmp_path, COMPANION_PUBLIC_URL="https://beans.example", COMPANION_PROXIES="1")
    client = made.test_client()
    sent = sent | {"Referer": "https://beans.example/tables", "Origin": "https://beans.example", "Sec-Fetch-Site": "same-origin"}  # fmt: skip
    home = client.get("/", headers=sent)
    assert "Secure" in home.headers["Set-Cookie"]
    token = re.search(r'csrf-token" content="([^"]+)"', home.text)[1]  # type: ignore[index]
    sent = sent | {"Cookie": home.headers["Set-Cookie"].split(";")[0]}
    fields = {"csrf_token": token, "name": ["Ana", "Ben", "Cleo"]}
    assert client.post("/tables", data=fields, headers=sent).status_code == 303
    other_site = client.post("/tables", data=fields, headers=sent | {"Sec-Fetch-Site": "cross-site"})
    assert other_site.status_code == 400


def test_a_form_without_its_cookie_is_told_why(tmp_path: Path) -> None:
    answer = app(tmp_path).test_client().post("/tables", data={"csrf_token": "x"})
    assert answer.status_code == 400
    assert "header Cookie" in answer.text


def test_what_a_proxy_lacks_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for settings, header, said in (
        ({}, {"X-Forwarded-For": "203.0.113.9"}, "set COMPANION_PROXIES"),
        ({"COMPANION_PROXIES": "2"}, {"X-Forwarded-For": "203.0.113.9"}, "header X-Forwarded-For"),
    ):
        caplog.clear()
        client = app(tmp_path, **settings).test_client()
        for _ in range(3):
            client.get("/", headers=header)
        assert [said in record.message for record in caplog.records] == [True]


ELSEWHERE = [
    "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example", "javascript:alert(1)",
    "/\t/evil.example", "/\n/evil.example", " //evil.example", "/%2f/evil.example", "/%5cevil.example", "evil.example", "", "/nothing/here",
    "/./..//evil.example", "//evil.example/t/BCDFG", "/t/..//evil.example", "http:evil.example", "?x",
]  # fmt: skip


@pytest.mark.parametrize("wanted", ELSEWHERE)
def test_no_redirect_leads_elsewhere(tmp_path: Path, wanted: str) -> None:
    phone = Phone(app(tmp_path))
    answer = phone.post("/language", language="de", next=wanted)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    path = phone.client.get("/", environ_overrides={"PATH_INFO": wanted, "HTTP_HOST": "evil.example"})
    assert not 300 <= path.status_code < 400


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/tables", "/tables"), ("/tables?", "/tables"), ("/score?count=3&players-0-name=%C3%84", "/score?count=3&players-0-name=%C3%84"),
        ("/rules/high-bohn?table=BCDFG", "/rules/high-bohn?table=BCDFG"), ("/score?x=//evil", "/score?x=%2F%2Fevil"),
        ("/score?a=\r\nX: y", "/score?a=%0D%0AX%3A%20y"), ("/t/A\r\nX: y/turn", "/t/A%0D%0AX%3A%20y/turn"),
    ],
)  # fmt: skip
def test_a_redirect_leads_back(tmp_path: Path, wanted: str, leads_to: str) -> None:
    answer = Phone(app(tmp_path)).post("/language", language="de", next=wanted)
    assert (answer.status_code, answer.headers["Location"]) == (303, leads_to)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("COMPANION_PROXIES", "many", "COMPANION_PROXIES is how many"),
        ("COMPANION_PROXIES", "-1", "COMPANION_PROXIES is how many"),
        ("COMPANION_HOSTS", "http://beans.example", "COMPANION_HOSTS lists names"),
        ("COMPANION_HOSTS", "a/b", "COMPANION_HOSTS lists names"),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, name: str, value: str, said: str) -> None:
    with pytest.raises(SettingsError, match=said):
        load({name: value}, data=tmp_path)
