"""Plays whole games with cards: deck, hands, fields, piles of Talers, each card a thing that is somewhere.

It keeps its own truth with the figures of `tests.truth` and yields what a group would enter into the app."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from companion.rules.playing import commands as cmd
from tests import truth

# Cards that make Talers move in unusual ways are bought when they can be.
MIGHTY = {
    ("break", 3), ("break", 4), ("blue", 4), ("cognac", 2), ("cognac", 3), ("soy", 2), ("soy", 4), ("garden", 2),
}  # fmt: skip
_MIXED_FROM = 14  # cards of a bean to whose fields the 2-Farm adds Soy
_OF_ITS_BEAN = 5  # cards that such a field has before: no harvest pays more, so its Talers are of that bean


class Player:
    """One player's cards."""

    def __init__(self, fields: int) -> None:
        self.hand: list[str] = []
        self.fields: list[list[str]] = [[] for _ in range(fields)]
        self.stews: set[int] = set()  # fields that hold a stew
        self.talers: Counter[str] = Counter()  # cards turned over, by bean
        self.stew: list[str] = []
        self.distillery: list[str] = []
        self.buildings: dict[str, int] = {}
        self.third = False


class Simulator:
    """A table of players who move at random within the rules."""

    def __init__(self, rng: random.Random, edition: str, players: int, cognac: bool) -> None:
        self.rng = rng
        self.edition, self.count = edition, players
        self.buildings = edition.startswith("high-bohn")
        self.beans = list(truth.IN_PLAY[edition][players]) + (["cognac"] if cognac else [])
        self.types = [bean for bean in self.beans if self.buildings and bean in truth.NINE]
        self.owners, self.limit = truth.SEATS[edition][players]
        base = {"bohnanza-2016": "amigo-2016", "bohnanza-rio-grande": "rio-grande"}.get(edition, "amigo")
        self.start_fields, self.field_price = truth.FIELDS[edition, base][players]
        self.deck = [bean for bean in self.beans for _ in range(truth.BEANS[bean][0])]
        rng.shuffle(self.deck)
        self.discards: list[str] = []
        self.gone: set[str] = set()
        self.passes = 0
        self.turn = 1
        self.players = [Player(self.start_fields) for _ in range(players)]
        for player in self.players:
            player.hand = [self.deck.pop() for _ in range(5)]

    def play(self) -> Iterator[cmd.Command]:
        """The game as commands, in order."""
        while self.passes < self.limit:
            yield from self._turn()
            leaving = self.turn
            self.turn = self.turn % self.count + 1 if self.passes < self.limit else leaving
            yield cmd.Turn(leaving, leaving % self.count + 1, leaving=leaving)
        for seat in range(1, self.count + 1):
            for index in range(len(self.players[seat - 1].fields)):
                yield from self._harvest(seat, index)
            yield cmd.Pass(seat)
        if self.buildings:
            yield from self._buying_round()
        for seat, player in enumerate(self.players, 1):
            yield cmd.Hand(seat, len(player.hand))

    def _turn(self) -> Iterator[cmd.Command]:
        me = self.players[self.turn - 1]
        for _ in range(self.rng.randint(1, 2)):
            if me.hand:
                yield from self._plant(self.turn, me.hand.pop(0))
        for _ in range(2):  # turned over: kept or given away
            card = yield from self._draw()
            if card is None:
                return
            yield from self._plant(self._taker(card), card)
        for card in [card for card in me.hand if self.rng.random() < 0.5]:  # given from the hand
            me.hand.remove(card)
            yield from self._plant(self._taker(card), card)
        for seat in range(1, self.count + 1):
            yield from self._shop(seat)
        for _ in range(3):
            card = yield from self._draw()
            if card is None:
                return
            me.hand.append(card)

    def _taker(self, card: str) -> int:
        """Who takes a card: somebody on whose fields it grows already, a cook who lacks it, else the player on turn."""
        for seat, player in enumerate(self.players, 1):
            if any(field and field[0] == card and i not in player.stews for i, field in enumerate(player.fields)):
                return seat
        cooks = [
            seat
            for seat, player in enumerate(self.players, 1)
            if any(card not in player.fields[i] for i in player.stews)
        ]
        return self.rng.choice(cooks) if cooks else self.turn

    def _draw(self) -> Iterator[cmd.Command]:
        if not self.deck:
            self.passes += 1
            yield cmd.Deck(self.turn)
            if self.passes >= self.limit:
                return None
            self.deck, self.discards = self.discards, []
            self.rng.shuffle(self.deck)
        return self.deck.pop() if self.deck else None

    def _plant(self, seat: int, card: str) -> Iterator[cmd.Command]:
        me = self.players[seat - 1]
        open_stews = [i for i in me.stews if card not in me.fields[i]]
        same = [i for i, field in enumerate(me.fields) if field and i not in me.stews and field[0] == card]
        empty = [i for i, field in enumerate(me.fields) if not field]
        mixable = [i for i in self._mixable(me) if card == "soy" and self.rng.random() < 0.7]
        if mixable:
            me.fields[mixable[0]].append(card)
        elif same:
            me.fields[same[0]].append(card)
        elif open_stews:
            me.fields[open_stews[0]].append(card)
        else:
            if not empty:
                most = max(range(len(me.fields)), key=lambda i: len(me.fields[i]))
                yield from self._harvest(seat, most)
                empty = [most]
            me.fields[empty[0]] = [card]
            if me.buildings.get("break", 0) >= 3 and self.rng.random() < 0.5:
                me.stews.add(empty[0])

    def _mixable(self, me: Player) -> list[int]:
        """The fields to which the 2-Farm lets Soy be added (000:L64)."""
        if me.buildings.get("soy") != 2:
            return []
        return [
            i
            for i, field in enumerate(me.fields)
            if field and i not in me.stews and field[0] != "soy"
            and truth.BEANS[field[0]][0] >= _MIXED_FROM and field.count(field[0]) >= _OF_ITS_BEAN
        ]  # fmt: skip

    def _harvest(self, seat: int, index: int) -> Iterator[cmd.Command]:
        me = self.players[seat - 1]
        cards, me.fields[index] = me.fields[index], []
        if not cards:
            return
        if index in me.stews:
            me.stews.discard(index)
            yield from self._harvest_stew(seat, cards)
            return
        bean = cards[0]
        pay = truth.talers(
            truth.BUILDING_METERS.get((bean, me.buildings.get(bean, 0)), truth.BEANS[bean][1]), len(cards)
        )
        pay = 5 if pay == 4 and me.buildings.get("soy") == 4 else pay
        me.talers[bean] += pay
        soy = cards.count("soy") if bean != "soy" else 0
        cards.sort(key=lambda card: card != bean)
        yield (
            cmd.Harvest(seat, bean, cards=len(cards), soy=soy)
            if self.rng.random() < 0.8
            else cmd.Harvest(seat, bean, talers=pay)
        )
        rest = cards[pay:]
        jail = next((s for s, p in enumerate(self.players, 1) if p.buildings.get("blue") == 4), None)
        if bean == "blue" and pay and bean in rest and jail and self.rng.random() < 0.8:  # its owner may forget
            self.players[jail - 1].talers["blue"] += 1
            rest.remove(bean)
            yield cmd.Share(jail, seat)
        self.discards += rest

    def _harvest_stew(self, seat: int, cards: list[str]) -> Iterator[cmd.Command]:
        me = self.players[seat - 1]
        pay = truth.talers(truth.STEW_METERS[me.buildings["break"]], len(cards))
        pay = 5 if pay == 4 and me.buildings.get("soy") == 4 else pay
        kept, rest = cards[:pay], cards[pay:]
        self.discards += rest
        owner = next((s for s, p in enumerate(self.players, 1) if p.buildings.get("cognac") == 3 and s != seat), None)
        demands = bool(owner and kept and self.rng.random() < 0.7)
        at_once = demands and self.rng.random() < 0.5
        me.stew += kept
        if at_once and owner:
            self.players[owner - 1].distillery.append(me.stew.pop())
        yield cmd.Stew(seat, cards=len(cards), levy=at_once)
        if demands and owner and not at_once:
            self.players[owner - 1].distillery.append(me.stew.pop())
            yield cmd.Levy(owner, seat)

    def _for_sale(self, seat: int) -> list[tuple[str, int]]:
        me = self.players[seat - 1]
        found = []
        for bean in self.types:
            sold = [player.buildings[bean] for player in self.players if bean in player.buildings]
            if bean in me.buildings or bean in self.gone or len(sold) >= (self.owners or 0):
                continue
            found += [(bean, price) for price in (1, 2, 3, 4) if price not in sold and me.talers[bean] >= price]
        return found

    def _shop(self, seat: int) -> Iterator[cmd.Command]:
        me = self.players[seat - 1]
        wanted = self._for_sale(seat)
        if wanted and self.rng.random() < 0.7:
            yield from self._buy(seat, wanted)
        price = 1 if self.field_price and me.buildings.get("garden") == 2 else self.field_price
        if price and not me.third and sum(me.talers.values()) >= price and self.rng.random() < 0.15:
            pay: Counter[str] = Counter(self.rng.sample(sorted(me.talers.elements()), price))
            self._pay(me, pay)
            me.third = True
            me.fields.append([])
            yield cmd.BuyField(seat, tuple(pay.items()))

    def _buy(self, seat: int, wanted: list[tuple[str, int]]) -> Iterator[cmd.Command]:
        me = self.players[seat - 1]
        mighty = [card for card in wanted if card in MIGHTY]
        cards = [self.rng.choice(mighty or wanted)]
        more = [card for card in wanted if card[0] != cards[0][0]]
        if more and self.rng.random() < 0.3:
            cards.append(self.rng.choice(more))
        for bean, price in cards:
            me.buildings[bean] = price
            self._pay(me, Counter({bean: price}))
        yield cmd.Buy(seat, tuple(cards))
        if ("cognac", 2) in cards:
            named = self.rng.choice(self.types)
            self.gone.add(named)
            yield cmd.Remove(seat, named)

    def _pay(self, me: Player, pay: Counter[str]) -> None:
        me.talers -= pay
        self.discards += list(pay.elements())

    def _buying_round(self) -> Iterator[cmd.Command]:
        seat, passes = self.turn, 0
        while passes < self.count:
            wanted = self._for_sale(seat)
            if wanted and self.rng.random() < 0.6:
                yield from self._buy(seat, wanted)
                passes = 0
            else:
                yield cmd.Pass(seat)
                passes += 1
            seat = seat % self.count + 1
