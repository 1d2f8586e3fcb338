"""What the table page shows: one row a bean, with the purse of the player looked at and the four cards of its building."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import cached_property

from companion.rules.editions.beans import Meter
from companion.rules.editions.buildings import PRICES, Card
from companion.rules.playing.harvest import field_price, may_mix, meter, stew_meter
from companion.rules.playing.ledger import Ledger
from companion.rules.playing.market import Standing
from companion.rules.playing.seating import Rights
from companion.rules.playing.state import Phase, Table
from companion.rules.refusals import Reason, Refusal
from companion.rules.scoring.score import Holdings, Parts, Result, parts
from companion.rules.seats import KEEPER, BySeat, Seat
from companion.text.words import capital
from companion.web.table.initials import marks
from companion.web.table.pieces import Cell, Other, Reminder, Same, WhatIf
from companion.web.table.told import Told


class Board(Told):
    """A table for one viewer: its rights (none for a watcher), the seat it looks through, from 1, which may have been
    asked for, and the entry of its own that Undo means."""

    def __init__(self, ledger: Ledger, rights: Rights, seat: Seat | None, last_own: int | None = None) -> None:
        self.ledger = ledger
        self.table: Table = ledger.table
        self.seats = rights.seats
        self.visible = rights.sees(self.table)  # the seats whose purses are shown
        self.mine = rights.players
        self.last_own = last_own
        self.asked = seat if seat in self.table.seats else None
        # A phone that is passed round, or keeps the score for all, follows the turn; one's own stays with its player.
        now = self.now or self.table.turn
        self.seat = self.asked or (now if not self.mine or now in self.mine else self.mine[0])

    @cached_property
    def result(self) -> Result:
        """The scores as they would be now."""
        return self.table.result

    @property
    def most(self) -> int:
        """The highest total this viewer sees."""
        return max((self.parts(seat).total for seat in self.visible), default=0)

    @property
    def player(self) -> Holdings:
        """The player looked at."""
        return self.table.player(self.seat)

    @property
    def now(self) -> Seat | None:
        """The seat that is to act: on turn, or deciding in a buying round; None at the end."""
        if self.phase is Phase.FINISHED:
            return None
        return self.table.round.next if self.table.round else self.table.turn

    @property
    def sees_all(self) -> bool:
        """Whether this viewer sees every purse."""
        return len(self.visible) == len(self.table.players)

    @property
    def ranked(self) -> bool:
        """Whether places are told: among hidden totals they come with the end."""
        return not self.table.concealed

    def acts_for(self, seat: Seat) -> bool:
        """Whether what concerns that seat is shown here: it is of this device, looked through, or nobody's in particular."""
        return bool(self.seats) and (seat in self.seats or KEEPER in self.seats or seat == self.seat)

    def own(self, seat: Seat) -> bool:
        """Whether this device plays that seat: it sits there, or keeps the score for all."""
        return seat in self.mine or not self.mine

    @property
    def onward(self) -> str:
        """The table at which this device plays on, once the next game has begun."""
        return self.table.next_table if self.seats & {KEEPER, *self.table.next_seats} else ""

    @property
    def my_names(self) -> list[str]:
        """The names of the seats this device holds."""
        return [self.words.player(seat) for seat in self.mine]

    @property
    def reminders(self) -> list[Reminder]:
        """Abilities whose moment is now and lost if it is missed (000:L62), for who plays that seat: before a turn those
        of the player who is next, and in a turn those for its end."""
        if self.phase is not Phase.PLAY:
            return []
        turn = self.table.turn
        moments = (
            [(turn, "drawing")] if self.last_turn else [(self.table.after(turn), "before-turn"), (turn, "drawing")]
        )
        return [
            Reminder(seat, card)
            for seat, moment in moments
            if self.acts_for(seat)
            for card in self.table.game.cards(self.table.player(seat).buildings)
            if card.moment == moment
        ]

    def right(self, effect: str) -> str:
        """The card that somebody has a right by ("share", "levy", "removes"), as people call it."""
        cards = (card for player in self.table.players for card in self.table.game.cards(player.buildings))
        return next((self.words.card(card.bean, card.price) for card in cards if getattr(card, effect)), "")

    @cached_property
    def marks(self) -> BySeat[str]:
        """A sign for each seat that fits on a card."""
        return marks(self.table.names)

    def why_not(self, cell: Cell) -> str:
        """Why the player looked at cannot have a card, in a sentence."""
        refusal = self.table.market.refuse(self.seat, cell.card.bean, cell.card.price)
        return capital(self.words.sentence(refusal)) if refusal else ""

    def others(self, bean: str) -> list[Other]:
        """The Talers of a bean that lie before everybody else, as far as this viewer sees, in seating order."""
        return [
            Other(seat, player.talers.get(bean, 0))
            for seat, player in self.table.players.items()
            if seat != self.seat and self.seen(seat)
        ]

    def can_buy(self, cell: Cell) -> bool:
        """Whether the player looked at can pay for a card now. Nobody buys before the others have harvested, or at the end."""
        moment = self.phase in (Phase.PLAY, Phase.BUYING) and self.seats and self.seen(self.seat)
        return bool(moment) and cell.standing is Standing.OPEN and not cell.missing

    @cached_property
    def _look(self) -> tuple[Hashable, ...]:
        names, buys = tuple(self.table.names), bool(self.seats) and self.phase in (Phase.PLAY, Phase.BUYING)
        return Same(self.table.game), names, self.seat, buys, bool(self.seats)

    def row(self, bean: str) -> tuple[Hashable, ...]:
        """Everything that the row of a bean is made of: two rows of which it is the same look the same."""
        players = self.table.players
        talers = tuple(player.talers.get(bean, 0) if self.seen(seat) else None for seat, player in players.items())
        return (
            bean,
            talers,
            tuple(player.buildings.get(bean) for player in players),
            bean in self.table.named,
            self._look,
        )

    def tab(self, seat: Seat) -> tuple[Hashable, ...]:
        """The same of the tab of a player."""
        player, away = Same(self.table.player(seat)) if self.seen(seat) else None, seat in self.table.left
        return "tab", seat, self._look[:2], player, seat == self.seat, seat == self.now, away

    def pot(self, name: str) -> BySeat[int | None]:
        """The Talers of a pot (stew, distillery, unsorted) of each seat; None for a purse this viewer does not see."""
        return BySeat(getattr(player, name) if self.seen(seat) else None for seat, player in self.table.players.items())

    def cells(self, bean: str) -> list[Cell]:
        """The four cards of a building type, by price."""
        market = self.table.market
        has = self.player.talers.get(bean, 0) if self.seen(self.seat) else 0
        found = []
        for price in PRICES:
            owner = market.owner(bean, price)
            card = self.table.game.card(bean, price)
            standing = market.standing(self.seat, bean, price)
            if standing is Standing.MINE and not self.seats:  # nobody in particular is watching
                standing = Standing.SOLD
            found.append(Cell(card, standing, owner, max(0, price - has)))
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

    def mixes(self, bean: str) -> bool:
        """Whether the player looked at may have Soy on a field of that bean (000:L64)."""
        return may_mix(self.table.game, self.player.buildings, bean)

    @property
    def last_turn(self) -> bool:
        """Whether the turn under way is the last: the pile has run out for the last time."""
        return self.phase is Phase.PLAY and self.table.passes >= self.table.game.deck

    @property
    def stew(self) -> Meter | None:
        """The stew meter of the player looked at, if there is one."""
        return stew_meter(self.table.game, self.player.buildings)

    @property
    def stew_cards(self) -> list[Card]:
        """The cards of this game that let their owner harvest stews, those of the player looked at first."""
        buildings = self.table.game.buildings.values()
        cards = [card for building in buildings for card in building.cards.values() if card.stew]
        return sorted(cards, key=lambda card: self.player.buildings.get(card.bean) != card.price)

    def named(self, cards: list[Card]) -> list[str]:
        """Cards as people call them."""
        return [self.words.card(card.bean, card.price) for card in cards]

    @property
    def field_price(self) -> int | None:
        """What a third field costs the player looked at; None when it is not for sale or bought already."""
        return None if self.seat in self.table.fields else field_price(self.table.game, self.player.buildings)

    @property
    def phase(self) -> Phase:
        """Where the game is."""
        return self.table.phase

    @property
    def harvesting(self) -> list[str]:
        """Who is there and has not said yet that the last harvest is done."""
        return [self.table.player(seat).name for seat in self._not_done]

    @property
    def _not_done(self) -> list[Seat]:
        return sorted(self.table.playing - self.table.done)

    @property
    def next_to_harvest(self) -> Seat:
        """The seat this device would tick off next: its own, else the one looked at, else any."""
        left = self._not_done
        looked_at = [seat for seat in left if seat == self.seat]
        mine = [seat for seat in left if seat in self.mine]
        return (mine or looked_at or left or [self.seat])[0]

    @property
    def affordable(self) -> list[Cell]:
        """The cards the player looked at could pay for now; none of a hidden purse."""
        cells = [cell for bean in self.table.game.buildings for cell in self.cells(bean)]
        return [cell for cell in cells if cell.standing is Standing.OPEN and not cell.missing]

    @property
    def field_pay(self) -> dict[str, int]:
        """Which Talers a third field would cost least with: first those no building can use any more. Of a hidden
        purse nothing is proposed."""
        if not self.seen(self.seat):
            return {}
        has = {"unsorted": self.player.unsorted} if self.player.unsorted else {}
        has |= self.player.talers
        spare = {
            bean: bean not in self.table.game.buildings
            or bean in self.player.buildings
            or not self.table.market.for_sale(bean)
            for bean in has
        }
        left, pay = self.field_price or 0, {}
        for bean in sorted(has, key=lambda bean: (not spare[bean], bean != "unsorted", -has[bean])):
            pay[bean] = min(left, has[bean])
            left -= pay[bean]
        return pay

    @property
    def withheld(self) -> str:
        """Why nothing can be taken out of the purse looked at, and where it can; empty where this phone may."""
        return "" if self.seen(self.seat) else self.withheld_of(self.seat)

    def withheld_of(self, seat: Seat) -> str:
        """Why nothing can be taken out of a purse that is hidden here."""
        return capital(self.words.sentence(Refusal(Reason.HIDDEN_PURSE, {"seat": seat})))

    def parts(self, seat: Seat) -> Parts:
        """The parts of a seat's score."""
        return parts(self.table.game, self.table.player(seat))
