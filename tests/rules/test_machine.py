"""All commands in every order, with undo and override: what must always hold, holds."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from companion.rules.playing import commands as cmd
from companion.rules.playing.counting import effective
from companion.rules.playing.fold import Entry, fold
from companion.rules.playing.stored import decode, encode
from companion.rules.refusals import Refusal
from companion.rules.scoring.score import score
from tests import truth
from tests.long import long_run
from tests.rules.tables import EDITIONS, Log

SEATS = st.integers(0, 8)
BEANS = st.sampled_from([*truth.BEANS, "tea"])
COUNTS = st.integers(0, 25)
POTS = st.sampled_from(["unsorted", "stew", "distillery", "blue", "red", "soy"])
CARDS = st.lists(st.tuples(BEANS, st.integers(0, 5)), max_size=3).map(tuple)
OVERRIDE = st.sampled_from(["", "", "", "we agreed"])


class TableMachine(RuleBasedStateMachine):
    """A table at which anybody enters anything."""

    log: Log

    @initialize(edition=st.sampled_from(EDITIONS.ids), players=st.integers(3, 5), cognac=st.booleans())
    def begin(self, edition: str, players: int, cognac: bool) -> None:
        self.log = Log(players, edition, cognac=cognac and edition == "high-bohn")

    def enter(self, command: cmd.Command, override: str = "") -> None:
        before = self.log.table
        made = self.log.tried(command, override)
        if isinstance(made, Refusal):
            assert self.log.table == before

    @rule(seat=SEATS, bean=BEANS, cards=COUNTS, override=OVERRIDE)
    def harvest(self, seat: int, bean: str, cards: int, override: str) -> None:
        self.enter(cmd.Harvest(seat, bean, cards=cards), override)

    @rule(seat=st.integers(1, 5), bean=BEANS, talers=st.integers(0, 6))
    def talers(self, seat: int, bean: str, talers: int) -> None:
        self.enter(cmd.Harvest(seat, bean, talers=talers))

    @rule(seat=SEATS, cards=COUNTS, levy=st.booleans())
    def stew(self, seat: int, cards: int, levy: bool) -> None:
        self.enter(cmd.Stew(seat, cards=cards, levy=levy))

    @rule(seat=SEATS, cards=CARDS, override=OVERRIDE)
    def buy(self, seat: int, cards: tuple[tuple[str, int], ...], override: str) -> None:
        self.enter(cmd.Buy(seat, cards), override)

    @rule(seat=st.integers(1, 3), bean=st.sampled_from(["break", "cognac", "blue", "garden"]), price=st.integers(2, 4))
    def prosper(self, seat: int, bean: str, price: int) -> None:
        self.enter(cmd.Harvest(seat, bean, talers=price))
        self.enter(cmd.Buy(seat, ((bean, price),)))

    @rule(cook=st.integers(1, 3), distiller=st.integers(1, 3), cards=st.integers(3, 9), levy=st.booleans())
    def cook(self, cook: int, distiller: int, cards: int, levy: bool) -> None:
        for seat, bean, price in ((cook, "break", 4), (distiller, "cognac", 3)):
            self.enter(cmd.Harvest(seat, bean, talers=price))
            self.enter(cmd.Buy(seat, ((bean, price),)))
        self.enter(cmd.Stew(cook, cards=cards, levy=levy))
        self.enter(cmd.Levy(distiller, cook))

    @rule(seat=SEATS, other=SEATS, override=OVERRIDE, levy=st.booleans())
    def claim(self, seat: int, other: int, override: str, levy: bool) -> None:
        self.enter(cmd.Levy(seat, other) if levy else cmd.Share(seat, other), override)

    @rule(seat=SEATS, bean=BEANS, override=OVERRIDE)
    def remove(self, seat: int, bean: str, override: str) -> None:
        self.enter(cmd.Remove(seat, bean), override)

    @rule(seat=SEATS, pay=CARDS, override=OVERRIDE)
    def field(self, seat: int, pay: tuple[tuple[str, int], ...], override: str) -> None:
        self.enter(cmd.BuyField(seat, pay), override)

    @rule(seat=SEATS, what=POTS, change=st.integers(-5, 5), reason=st.sampled_from(["", "typo"]), override=OVERRIDE)
    def correct(self, seat: int, what: str, change: int, reason: str, override: str) -> None:
        self.enter(cmd.Correct(seat, what, change, reason), override)

    @rule(
        kind=st.sampled_from([cmd.Deck, cmd.OpenRound, cmd.Finish, cmd.Reopen, cmd.Turn]), seat=SEATS, override=OVERRIDE
    )
    def course(self, kind: type[cmd.Command], seat: int, override: str) -> None:
        self.enter(kind(seat), override)

    @rule(override=OVERRIDE, times=st.integers(1, 5))
    def passes(self, override: str, times: int) -> None:
        for seat in range(1, times + 1):
            table = self.log.table
            self.enter(cmd.Pass(table.round.next if table.round else seat), override)

    @rule(seat=SEATS, cards=COUNTS)
    def hand(self, seat: int, cards: int) -> None:
        self.enter(cmd.Hand(seat, cards))

    @rule(back=st.integers(0, 12), more=st.lists(st.integers(0, 12), max_size=2), together=st.booleans())
    def undo(self, back: int, more: list[int], together: bool) -> None:
        last = len(self.log.entries)
        made = self.log.tried(cmd.Undo(1, tuple(last - step for step in (back, *more))))
        if isinstance(made, Refusal) and together and "together" in made.facts:
            entries = made.facts["together"]
            assert isinstance(entries, list)
            again = self.log.tried(cmd.Undo(1, tuple(entries)))
            assert not isinstance(again, Refusal), (made, again)

    @invariant()
    def purses_and_pots_are_never_negative(self) -> None:
        for player in self.log.table.players:
            assert all(count > 0 for count in player.talers.values())
            assert min(player.unsorted, player.stew, player.distillery) >= 0

    @invariant()
    def there_are_no_more_talers_than_cards(self) -> None:
        table = self.log.table
        for bean in table.game.beans.values():
            assert sum(player.talers.get(bean.id, 0) for player in table.players) <= bean.cards
        assert sum(player.cash + player.stew + player.distillery for player in table.players) <= table.game.talers

    @invariant()
    def no_card_has_two_owners_and_limits_hold_unless_agreed(self) -> None:
        table = self.log.table
        agreed = any(entry.override for entry in self.log.entries)
        for bean in table.game.buildings:
            prices = [player.buildings[bean] for player in table.players if bean in player.buildings]
            assert len(set(prices)) == len(prices)
            assert agreed or len(prices) <= table.game.owners

    @invariant()
    def parts_add_up(self) -> None:
        for row in score(self.log.table.game, self.log.table.players).scores:
            parts = row.parts
            assert (
                parts.total
                == parts.cash + parts.stew + parts.distillery + parts.interest + parts.buildings + parts.bonus
            )

    @invariant()
    def the_log_alone_rebuilds_everything(self) -> None:
        stored = [(entry.seq, entry.event.kind, entry.event.v, encode(entry.event)) for entry in self.log.entries]
        again = [Entry(seq, decode(kind, v, data)) for seq, kind, v, data in stored]
        assert fold(effective(again), EDITIONS) == self.log.table


TestTable = TableMachine.TestCase
TestTable.settings = settings(
    max_examples=600 if long_run() else 60,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
