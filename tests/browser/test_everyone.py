"""For everyone: high contrast, forced colours, large zoom, keys, and what a screen reader is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.clock import SHEET, hold
from tests.browser.scenes import close, closed, demo, menu, press, sheet
from tests.browser.tables import Opens, version

# The contrast between the text and the background of a part, as WCAG counts it.
CONTRAST = """(part) => {
  const light = (colour) => { const scale = colour.startsWith('color(') ? 1 : 255;
    const [r, g, b] = colour.match(/[\\d.]+/g).map((v) => { v /= scale; return v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4; });
    return .2126 * r + .7152 * g + .0722 * b; };
  const style = getComputedStyle(part), [a, b] = [light(style.color), light(style.backgroundColor)].sort((x, y) => y - x);
  return (a + .05) / (b + .05); }"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_high_contrast_is_the_most_legible(open_page: Opens, theme: str) -> None:
    page = open_page("/", contrast="more", color_scheme=theme)
    demo(page)
    for part in (".cells .sold", ".cells .mine", ".bar .strong", ".seat.on"):
        assert page.locator(part).first.evaluate(CONTRAST) >= 4.5, part


def test_forced_colours_leave_a_mark_on_what_is_chosen(open_page: Opens) -> None:
    page = open_page("/", forced_colors="active")
    table = demo(page)

    def looks(part: str) -> str:
        found: str = page.locator(part).first.evaluate(
            "(part) => { const style = getComputedStyle(part); return style.backgroundColor + style.borderTopStyle + style.borderTopWidth; }"
        )
        return found

    assert looks(".seat.on") != looks(".seat:not(.on)")
    assert len({looks(f".cells .{state}") for state in ("mine", "sold", "open:not(.can)", "can")}) == 4
    page.goto(f"{table}/log")
    assert looks(".tabs [aria-current]") != looks(".tabs a:not([aria-current])")


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_phone_at_twice_the_size_needs_no_sideways_scroll(open_page: Opens, locale: str) -> None:
    page = open_page("/", width=195, height=350, locale=locale)
    table = demo(page)
    for path in (
        "/",
        "/score",
        "/tables",
        table,
        f"{table}/log",
        f"{table}/result",
        f"{table}/more/menu",
        f"{table}/bean/blue",
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 195, path


def test_focus_is_never_lost(open_page: Opens) -> None:
    page = open_page("/", faults=True)
    table = demo(page)

    def focused() -> str:
        found: str = page.evaluate("document.activeElement.matches('body') ? '' : document.activeElement.tagName")
        return found

    press(page, "[data-toured] button")
    expect(page.locator("[data-toured]")).to_have_count(0)
    assert focused()
    menu(page, 'a[href*="/more/correct"]')
    expect(page.locator("dialog[open] #what")).to_be_visible()
    assert focused() == "H2"
    close(page)
    menu(page, 'a[href*="/more/tour"]')
    expect(page.locator("dialog[open] h2")).to_contain_text("1 / 5")
    press(page, 'dialog[open] a[href*="step=2"]')
    expect(page.locator("dialog[open] h2")).to_contain_text("2 / 5")
    assert focused() == "H2"
    close(page)
    hold(page, SHEET)
    menu(page, 'form[action$="/finish"] button')
    expect(page.locator("dialog[open] .refusal")).to_be_visible()
    assert focused() == "H2"
    close(page)
    sheet(page, 'a.bean-row[href*="/bean/soy?"]')
    press(page, 'dialog[open] .pays button[value="4"]')
    closed(page)
    version(page, 49)
    page.locator(".ledger button").focus()
    page.keyboard.press("Enter")
    version(page, 50)
    assert focused()
    menu(page, 'form[action$="/round"] button')
    version(page, 51)
    closed(page)
    page.locator(".everybody button").focus()
    token = page.locator('meta[name="csrf-token"]').get_attribute("content")
    fields = {"csrf_token": str(token), "command_id": "of-another-page", "seat": "1", "all": "1"}
    assert page.request.post(f"{table}/pass", form=fields).ok
    expect(page.locator(".everybody button")).to_have_count(0)  # what had the focus is gone with the new board
    expect(page.locator("#main")).to_be_focused()


def test_a_refusal_in_a_sheet_is_announced(open_page: Opens) -> None:
    page = open_page("/", faults=True)
    demo(page)
    menu(page, 'a[href*="/more/correct"]')
    page.locator("dialog[open] #count").fill("99")
    hold(page, SHEET)
    press(page, 'dialog[open] form[action$="/recount"] button[type="submit"]')
    refusal = page.locator("dialog[open] .refusal")
    expect(refusal).to_contain_text("99 is more than the")
    expect(refusal).to_have_attribute("role", "alert")


def test_what_was_typed_survives_another_language(open_page: Opens) -> None:
    page = open_page("/tables")
    for place, name in enumerate(("Ana", "Ben", "Cleo")):
        page.locator("input[name=name]").nth(place).fill(name)
    page.locator("#edition").select_option("high-bohn-2000")
    page.locator("input[name=hidden]").check()
    press(page, '.languages button[value="de"]')
    expect(page.locator("h1")).to_have_text("Neuer Tisch")
    for place, name in enumerate(("Ana", "Ben", "Cleo")):
        expect(page.locator("input[name=name]").nth(place)).to_have_value(name)
    expect(page.locator("#edition")).to_have_value("high-bohn-2000")
    expect(page.locator("input[name=hidden]")).to_be_checked()


def test_one_status_line_says_what_was_booked(open_page: Opens) -> None:
    page = open_page("/")
    demo(page)
    expect(page.get_by_role("status")).to_have_count(1)
    expect(page.get_by_role("status")).to_have_text("Ana: +1 Broad for 3 cards")
