"""What the table page shows: one row a bean, with the purse of the player looked at and the four cards of its building."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from companion import i18n
from companion.rules.beans import Meter
from companion.rules.buildings import PRICES, Card
from companion.rules.events import Undone
from companion.rules.fold import Entry, reversed_entries
from companion.rules.harvest import field_price, meter, stew_meter
from companion.rules.ledger import Ledger
from companion.rules.market import Standing
from companion.rules.score import Holdings, Parts, Result, parts, score
from companion.rules.state import Phase, Table
from companion.tablejson import sees, sees_all
from companion.telling import Teller
from companion.web.marks import marks
from companion.wording import Words


@dataclass(frozen=True)
class Cell:
    """One building card as the player looked at sees it: its standing, owner (a seat), and the Talers missing."""

    card: Card
    standing: Standing
    owner: int | None
    missing: int


@dataclass(frozen=True)
class WhatIf:
    """What buying a card would do to the final score: step of the bonus, interest lost, net change."""

    bonus: int
    interest: int
    net: int


class Board:
    """A table for one viewer: the seats it holds (none for a watcher), and the seat it looks through, from 1,
    which may have been asked for."""

    def __init__(self, ledger: Ledger, seats: frozenset[int], seat: int | None) -> None:
        self.ledger = ledger
        self.table: Table = ledger.table
        self.seats = seats
        self.mine = sorted(seats - {0})
        self.asked = seat if seat is not None and 1 <= seat <= len(self.table.players) else None
        # A phone that is passed round, or keeps the score for all, follows the turn; one's own stays with its player.
        now = self.now or self.table.turn
        self.seat = self.asked or (now if not self.mine or now in self.mine else self.mine[0])

    @cached_property
    def words(self) -> Words:
        """The words of this edition for these players."""
        return i18n.words(self.table.game.edition, self.table.names)

    @cached_property
    def teller(self) -> Teller:
        """Entries as sentences."""
        return Teller(self.words, self.seen, self.ledger.entries)

    @cached_property
    def result(self) -> Result:
        """The scores as they would be now."""
        return score(self.table.game, self.table.players)

    @property
    def player(self) -> Holdings:
        """The player looked at."""
        return self.table.player(self.seat)

    @property
    def now(self) -> int | None:
        """The seat that is to act: on turn, or deciding in a buying round; None at the end."""
        if self.phase is Phase.FINISHED:
            return None
        return self.table.round.next if self.table.round else self.table.turn

    @property
    def sees_all(self) -> bool:
        """Whether this viewer sees every purse."""
        return sees_all(self.table, self.seats)

    def acts_for(self, seat: int) -> bool:
        """Whether what concerns that seat is shown here: it is of this device, looked through, or nobody's in particular."""
        return bool(self.seats) and (seat in self.seats or 0 in self.seats or seat == self.seat)

    def own(self, seat: int) -> bool:
        """Whether this device plays that seat: it sits there, or keeps the score for all."""
        return seat in self.mine or not self.mine

    @property
    def my_names(self) -> list[str]:
        """The names of the seats this device holds."""
        return [self.table.names[seat - 1] for seat in self.mine]

    @property
    def reminders(self) -> list[Card]:
        """Cards of the player on turn whose moment is now and lost if it is missed (000:L62), for who plays that seat."""
        turn = self.table.turn
        if self.phase is not Phase.PLAY or not self.acts_for(turn):
            return []
        cards = self.table.game.cards(self.table.player(turn).buildings)
        return [card for card in cards if card.moment in ("before-turn", "drawing")]

    def seen(self, seat: int) -> bool:
        """Whether this viewer sees a seat's purse and total."""
        return sees(self.table, self.seats, seat)

    @cached_property
    def marks(self) -> list[str]:
        """A sign for each seat that fits on a card."""
        return marks(self.table.names)

    def others(self, bean: str) -> list[tuple[str, int]]:
        """Who else has Talers of a bean, as far as this viewer sees: names and Talers, in seating order."""
        return [
            (player.name, player.talers[bean])
            for seat, player in enumerate(self.table.players, 1)
            if seat != self.seat and self.seen(seat) and player.talers.get(bean)
        ]

    def pot(self, name: str) -> list[int | None]:
        """The Talers of a pot (stew, distillery, unsorted) of each seat; None for a purse this viewer does not see."""
        return [getattr(player, name) if self.seen(seat) else None for seat, player in enumerate(self.table.players, 1)]

    @property
    def latest(self) -> list[Entry]:
        """The newest entries, the last one first."""
        return list(self.ledger.entries[:-9:-1])

    def cells(self, bean: str) -> list[Cell]:
        """The four cards of a building type, by price."""
        market = self.table.market
        has = self.player.talers.get(bean, 0) if self.seen(self.seat) else 0
        found = []
        for price in PRICES:
            owner = market.owner(bean, price)
            card = self.table.game.card(bean, price)
            standing = market.standing(self.seat - 1, bean, price)
            if standing is Standing.MINE and not self.seats:  # nobody in particular is watching
                standing = Standing.SOLD
            found.append(Cell(card, standing, None if owner is None else owner + 1, max(0, price - has)))
        return found

    def what_if(self, card: Card) -> WhatIf:
        """What buying the card now would change at the end, all else as it is."""
        now = parts(self.table.game, self.player)
        talers = {**self.player.talers, card.bean: self.player.talers.get(card.bean, 0) - card.price}
        owned = {**self.player.buildings, card.bean: card.price}
        then = parts(self.table.game, replace(self.player, talers=talers, buildings=owned))
        return WhatIf(then.bonus - now.bonus, then.interest - now.interest, then.total - now.total)

    def meter(self, bean: str) -> Meter:
        """The meter by which the player looked at harvests a bean."""
        return meter(self.table.game, bean, self.player.buildings)

    @property
    def stew(self) -> Meter | None:
        """The stew meter of the player looked at, if there is one."""
        return stew_meter(self.table.game, self.player.buildings)

    @property
    def field_price(self) -> int | None:
        """What a third field costs the player looked at; None when it is not for sale or bought already."""
        return None if self.seat in self.table.fields else field_price(self.table.game, self.player.buildings)

    @property
    def phase(self) -> Phase:
        """Where the game is."""
        return self.table.phase

    @property
    def last_own(self) -> int | None:
        """The newest entry this device made that still counts, undoings apart: what Undo offers first."""
        gone = reversed_entries(self.ledger.entries)
        for entry in reversed(self.ledger.entries[1:]):
            mine = entry.by in self.seats or (entry.by is None and 0 in self.seats)
            if mine and entry.seq not in gone and not isinstance(entry.event, Undone):
                return entry.seq
        return None

    def said(self, seq: int) -> str:
        """An entry as a sentence."""
        return self.teller.sentence(self.ledger.entries[seq - 1])

    @property
    def harvesting(self) -> list[str]:
        """Who has not said yet that the last harvest is done."""
        return [name for seat, name in enumerate(self.table.names, 1) if seat not in self.table.done]

    @property
    def next_to_harvest(self) -> int:
        """The seat this device would tick off next: its own, else the one looked at, else any."""
        left = [seat for seat in range(1, len(self.table.players) + 1) if seat not in self.table.done]
        looked_at = [seat for seat in left if seat == self.seat]
        mine = [seat for seat in left if seat in self.mine]
        return (mine or looked_at or left or [self.seat])[0]

    @property
    def affordable(self) -> list[Cell]:
        """The cards the player looked at could pay for now; of a hidden purse all that may be bought."""
        cells = [cell for bean in self.table.game.buildings for cell in self.cells(bean)]
        return [
            cell for cell in cells if cell.standing is Standing.OPEN and not (cell.missing and self.seen(self.seat))
        ]

    @property
    def field_pay(self) -> dict[str, int]:
        """Which Talers a third field would cost least with: first those no building can use any more. Of a hidden
        purse nothing is proposed, and every bean may be."""
        if not self.seen(self.seat):
            return dict.fromkeys(self.table.game.beans, 0)
        spare = {
            bean: bean not in self.table.game.buildings
            or bean in self.player.buildings
            or not self.table.market.for_sale(bean)
            for bean in self.player.talers
        }
        order = sorted(self.player.talers, key=lambda bean: (not spare[bean], -self.player.talers[bean]))
        left, pay = self.field_price or 0, {}
        for bean in order:
            pay[bean] = min(left, self.player.talers[bean])
            left -= pay[bean]
        return pay

    def parts(self, seat: int) -> Parts:
        """The parts of a seat's score."""
        return self.result.scores[seat - 1].parts
