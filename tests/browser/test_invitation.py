"""The invitation in a real browser: its code is typed on another phone, and as long as it is open it shows what is good."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.scenes import press
from tests.browser.tables import Opens, host, ready

NAMES = ("Ana", "Ben", "Cleo")


def test_the_code_is_typed_on_another_phone(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    table = ana.url.split("?")[0]
    ana.goto(f"{table}/invite")
    ben = open_page("/")
    ben.get_by_label("Code of a table").fill(ana.locator("[data-spoken]").inner_text().lower())
    ben.get_by_role("button", name="Join").tap()
    ben.locator(".sit").get_by_role("button", name="Ben").tap()
    expect(ben.locator(".me")).to_contain_text("You are Ben")
    ready(ben)


def test_an_invitation_that_is_open_shows_the_code_that_is_good(open_page: Opens) -> None:
    ana = host(open_page, *NAMES)
    table = ana.url.split("?")[0]
    ana.clock.install()
    ana.goto(f"{table}/invite")
    spoken, link = ana.locator("[data-spoken]"), ana.locator('main a[href*="/j/"]')
    before = spoken.inner_text(), link.get_attribute("href")
    with ana.expect_response(lambda answer: answer.url.endswith("/invite")):
        ana.clock.fast_forward("05:01")  # it asks, which keeps the code good
    expect(spoken).to_have_text(before[0])
    other = ana.context.new_page()  # another page renews the links
    other.goto(f"{table}/invite")
    press(other, "summary")
    other.get_by_role("button", name="Make new links").tap()
    expect(other.locator("[data-spoken]")).not_to_have_text(before[0])
    ana.clock.fast_forward("05:01")
    expect(spoken).to_have_text(other.locator("[data-spoken]").inner_text())
    expect(link).not_to_have_attribute("href", str(before[1]))
