"""A phone that keeps the score for everybody: what it taps for each line of a game written out by hand, and what its page
has to show then."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.clock import SHEET, hold
from tests.browser.scenes import close, closed, menu, press, sheet
from tests.browser.tables import buy, ready, version
from tests.written_games import Book, Row, Written

POTS = {"stew": "Stew pot", "distillery": "Distillery pot", "unsorted": "Unknown bean"}


class Keeper:
    """The page of a table, and the book of its game."""

    def __init__(self, page: Page, game: Written) -> None:
        self.page, self.game, self.book = page, game, Book(game)
        self.opened = page.locator("dialog[open]")

    def enter(self, row: Row) -> None:
        """Tap what a line enters, and see on the page what changes by it."""
        ready(self.page)
        expect(self.page.locator('.bar [aria-disabled="true"]')).to_have_count(0)  # the bar rests after a tap
        if row.refused:
            return self._cannot(row)
        getattr(self, f"_{row.verb}")(row)
        touched = self.book.enter(row)
        version(self.page, row.number)
        closed(self.page)
        self.compare()
        for seat in touched:
            self.look(seat)
            self.purse(seat)
        return None

    def compare(self) -> None:
        """What is shown whoever is looked at: all totals, whose moment it is, the pile."""
        expect(self.page.locator(".seat b")).to_have_text([str(player.total) for player in self.book.players])
        now, under = self._moment()
        expect(self.page.locator(".state h1")).to_have_text(now)
        expect(self.page.locator(".state small").first).to_contain_text(under)

    def purse(self, seat: int) -> None:
        """The rows of the player looked at: their coins, the cards of all buildings, pots and third field."""
        player = self.book.players[seat - 1]
        coins = [str(player.talers.get(bean, 0)) for bean in self.game.beans]
        expect(self.page.locator(".bean-row .coin")).to_have_text(coins)
        cards = [(bean, price) for bean in self.game.beans if bean in self.game.buildings for price in (1, 2, 3, 4)]
        expect(self.page.locator(".bean-row .cells i")).to_have_class([self._standing(seat, *card) for card in cards])
        parked = [f"{words} {player.pots[pot]}" for pot, words in POTS.items() if player.pots[pot]]
        parked += ["Third field"] if player.third_field else []
        expect(self.page.locator(".parked span")).to_have_text(parked)

    def look(self, seat: int) -> None:
        """Show the purse of a seat."""
        tab = self.page.locator(f'.seat[data-order="{seat}"]')
        if tab.get_attribute("aria-current") != "true":
            tab.tap()
        expect(tab).to_have_attribute("aria-current", "true")

    def _moment(self) -> tuple[str | re.Pattern[str], str]:
        """The headline, and what stands under it."""
        book, names, limit = self.book, self.game.names, self.game.setting["deck_limit"]
        match book.phase:
            case "play" if book.pile == limit:
                return f"{names[book.turn - 1]}’s last turn", "it is played to its end"
            case "play":
                return f"{names[book.turn - 1]}’s turn", f"Pile {book.pile + 1} of {limit}"
            case "final-harvest":
                return "Last harvest", "not done yet"
            case "buying":
                return f"{names[(book.decides or 0) - 1]} buys or passes", "Buying round"
            case _:
                return re.compile("wins?$"), "The game is finished"

    def _standing(self, seat: int, bean: str, price: int) -> re.Pattern[str]:
        """What a card has to be to a player."""
        owned = [player.buildings.get(bean) for player in self.book.players]
        if owned[seat - 1] == price:
            return re.compile(r"\bmine\b")
        if price in owned:
            return re.compile(r"\bsold\b")
        if price not in self.book.market[bean]:
            return re.compile(r"\bgone\b")
        return re.compile(r"\bbarred\b" if owned[seat - 1] else r"\bopen\b")

    def _bean(self, bean: str, seat: int) -> None:
        """Open the sheet of a bean for a seat."""
        self.look(seat)
        sheet(self.page, f'a.bean-row[href*="/bean/{bean}?"]')

    def _menu(self, what: str, seat: int) -> None:
        """Open a sheet of the menu for a seat."""
        self.look(seat)
        menu(self.page, f'a[href*="/more/{what}"]')
        expect(self.opened.locator(f'form[action$="/{what}"]')).to_be_visible()

    def _harvest(self, row: Row) -> None:
        """A step of the meter; any other count, and the Soy among it, is typed."""
        self._bean(row.field("bean"), row.seat)
        step = self.opened.locator(f'.pays button[value="{row.field("cards")}"]')
        if not row.field("soy"):
            return step.tap()
        self.opened.locator("#cards").fill(row.field("cards"))
        self.opened.locator("#soy").fill(row.field("soy"))
        return self.opened.locator('form:has(#soy) button[type="submit"]').tap()

    def _stew(self, row: Row) -> None:
        """The step of the stew meter that so many cards reach, a Taler of it demanded or not."""
        self.look(row.seat)
        sheet(self.page, '.bar a[href*="/more/stew"]')
        if row.field("levy"):
            self.opened.locator("#levy").check()
        steps = self.opened.locator(".pays button")
        reached = [step for step in steps.all() if int(step.get_attribute("value") or 0) <= int(row.field("cards"))]
        reached[-1].tap()

    def _buy(self, row: Row) -> None:
        """One card by its row, several by the menu."""
        if len(row.cards) == 1:
            bean, _, price = row.cards[0].partition("-")
            self.look(row.seat)
            return buy(self.page, bean, int(price))
        self._menu("buy", row.seat)
        for card in row.cards:
            self.opened.locator(f"#buy-{card.partition('-')[0]}").select_option(card)
        return self.opened.locator('form[action$="/buy"] button[type="submit"]').tap()

    def _remove(self, row: Row) -> None:
        """The type that the owner of the 2-Distillery names."""
        self.page.locator("#removing").select_option(row.field("building"))
        press(self.page, '.claim[action$="/remove"] button')

    def _field(self, row: Row) -> None:
        """A third field, paid as written and not as proposed."""
        self._menu("field", row.seat)
        for box in self.opened.locator("input[id^=pay-]").all():
            box.fill(row.field(box.get_attribute("id") or ""))
        self.opened.get_by_role("button", name="Buy the field").tap()

    def _claim(self, row: Row) -> Locator:
        """The offer to claim a Taler of a harvest or a stew."""
        what = self.page.locator("input[name=what]")
        offers = self.page.locator(f'.claim:has(input[name=harvester][value="{row.field("harvester")}"])')
        return offers.filter(has=what) if row.field("what") else offers.filter(has_not=what)

    def _share(self, row: Row) -> None:
        self._claim(row).get_by_role("button", name="Claim").tap()

    def _turn(self, _: Row) -> None:
        press(self.page, '.bar form[action$="/turn"] button')

    def _deck(self, _: Row) -> None:
        menu(self.page, 'form[action$="/deck"] button')

    def _leave(self, row: Row) -> None:
        self.look(row.seat)
        menu(self.page, 'form[action$="/leave"] button')

    def _hand(self, row: Row) -> None:
        self._menu("hand", row.seat)
        self.opened.locator("#hand").fill(row.field("cards"))
        self.opened.locator('form[action$="/hand"] button').tap()

    def _pass(self, row: Row) -> None:
        """One player passes or has nothing left to harvest, or all have."""
        if row.field("all"):
            return press(self.page, ".everybody button")
        self.look(row.seat)
        button = self.page.locator('.bar form[action$="/pass"] button')
        expect(button).to_contain_text(self.game.names[row.seat - 1])
        return button.tap()

    def _recount(self, row: Row) -> None:
        """What lies there is typed into the sheet of the bean."""
        self._bean(row.field("bean"), row.seat)
        self.opened.locator(f"#count-{row.field('bean')}").fill(row.field("count"))
        self.opened.locator('form[action$="/recount"] button[type="submit"]').tap()

    def _logged(self, number: str) -> Locator:
        """An entry of the log, unfolded."""
        menu(self.page, 'a[href$="/log"]')
        found = self.page.locator(f"details.entry:has(> summary #entry-{number})")
        found.locator("summary").tap()
        return found

    def _undo(self, row: Row) -> None:
        """Any entry is undone in the log; that leads back to the table."""
        self._logged(row.field("entry")).locator('form[action$="/undo"] button').tap()

    def _change(self, row: Row) -> None:
        """The form an entry was made with: somebody else's, another bean, or another count; that leads to the log."""
        old = next(each for each in self.game.rows if str(each.number) == row.field("entry"))
        self._logged(row.field("entry")).get_by_role("link", name="Change").tap()
        if old.seat != row.seat:
            self.page.locator(f'form:has(input[name=seat][value="{row.seat}"]) button.row').tap()
        elif old.field("bean") != row.field("bean"):
            self.page.locator("select#bean").select_option(row.field("bean"))
            self.page.locator("form:has(select#bean) button").tap()
        else:
            self.page.locator(f'.pays button[value="{row.field("cards")}"]').tap()
        self.page.get_by_role("link", name="Back to the table").tap()

    def _cannot(self, row: Row) -> None:
        """What the rules refuse is not offered, or the page says why and changes nothing."""
        offer = self._offer(row)
        if offer.count():
            hold(self.page, SHEET)
            offer.tap()
            expect(self.opened.locator(".refusal")).to_be_visible()
        if self.opened.count():
            close(self.page)
        version(self.page, row.number)
        self.compare()

    def _offer(self, row: Row) -> Locator:
        """The button that would enter something, where the page has one."""
        match row.verb:
            case "share":
                return self._claim(row)
            case "buy" | "harvest":
                bean = row.field("bean") or row.field("card").partition("-")[0]
                if bean not in self.game.beans:
                    return self.page.locator(f'.bean-row[href*="/bean/{bean}?"]')
                self._bean(bean, row.seat)
                bought = f'form:has(input[value="{row.field("card")}"]) button.strong'
                return self.opened.locator(bought if row.verb == "buy" else ".pays button").first
        self.look(row.seat)
        sheet(self.page, '.bar a[href*="/more/menu"]')
        if row.verb == "field" and self.opened.locator('a[href*="/more/field"]').count():
            press(self.page, 'dialog[open] a[href*="/more/field"]')
            expect(self.opened.locator('form[action$="/field"]')).to_be_visible()
        return self.opened.locator(f'form[action$="/{row.verb}"] button[type="submit"]')
