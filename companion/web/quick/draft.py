"""What the quick-score page shows for what has been typed so far: the game, the score or what is wrong,
which building cards are left for whom, and the address that brings it all back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from flask_babel import gettext
from wtforms import Form

from companion.rules import names
from companion.rules.editions.edition import Edition, Game
from companion.rules.editions.installed import DEFAULT, Editions
from companion.rules.playing.market import Market, Standing
from companion.rules.refusals import Refusal
from companion.rules.scoring.score import Holdings, Result, parts, score
from companion.rules.scoring.sheet import Sheet, Unsound, parse
from companion.rules.seats import BySeat, Seat, all_seats, position_of
from companion.text.words import Words
from companion.web import languages
from companion.web.quick.complaints import Complaint, complaints
from companion.web.quick.forms import PriceField, leaves
from companion.web.table.initials import marks

_USUAL_PLAYERS = 4


class Draft:
    """A filled-in quick-score form. Never raises: whatever was sent, there is a page to show."""

    def __init__(self, form: Form, editions: Editions) -> None:
        self.form = form
        self._players: Any = form["players"]
        self.edition = editions.get(str(form["edition"].data)) or self._default(editions)
        self.count = self._count(str(form["count"].data))
        self.cognac = bool(form["cognac"].data) and self.edition.has_cognac
        self.base = (
            str(self.form["base"].data) if self.form["base"].data in self.edition.bases else self.edition.default_base
        )
        self.sheet = parse(self._sheet(), editions)

    @staticmethod
    def _default(editions: Editions) -> Edition:
        return editions.get(DEFAULT) or editions.all()[0]

    def _count(self, asked: str) -> int:
        """The player count asked for, or the nearest this edition has."""
        wanted = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 4 else _USUAL_PLAYERS
        return min(self.edition.players, key=lambda count: abs(count - wanted))

    @cached_property
    def game(self) -> Game:
        """The game by edition and player count; a strange tie-break is reported by the sheet, not here."""
        game = self.edition.game(
            self.count, cognac=self.cognac, base=self.base, tie_break=self.form["tie_break"].data or None
        )
        if isinstance(game, Refusal):
            game = self.edition.game(self.count, cognac=self.cognac, base=self.base)
        assert isinstance(game, Game)
        return game

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return all_seats(self.count)

    @property
    def players(self) -> BySeat[Any]:
        """The player forms in play."""
        return BySeat(list(self._players)[: self.count])

    def name(self, seat: Seat) -> str:
        """The name typed at a seat, or a number to go by."""
        typed = names.clean(str(self.field(seat, "name").data or ""))
        return typed or gettext("Player %(number)s", number=seat)

    @cached_property
    def words(self) -> Words:
        """The words of this edition for these players."""
        return languages.words(self.edition, map(self.name, self.seats))

    @property
    def pots(self) -> list[str]:
        """The pots this game can have, in the order they are counted."""
        cards = [card for building in self.game.buildings.values() for card in building.cards.values()]
        return [pot for pot in ("stew", "distillery") if any(card.pot == pot for card in cards)]

    def has_pot(self, seat: Seat, pot: str) -> bool:
        """Whether to ask this player for a pot: its building is there, or something was typed."""
        owned = self._owned(seat)
        return any(card.pot == pot for card in self.game.cards(owned)) or bool(self.field(seat, pot).data)

    def field(self, seat: Seat, *path: str) -> Any:
        """The form field of the player at a seat: `field(1, "talers", "red")`; fields are numbered as in a sheet, from 0."""
        field = self._players[str(position_of(seat))]
        for step in path:
            field = field[step]
        return field

    def _owned(self, seat: Seat) -> dict[str, int]:
        chosen = ((bean, self.field(seat, "buildings", bean).data) for bean in self.game.buildings)
        return {bean: price for bean, price in chosen if price in self.game.buildings[bean].cards}

    def _sheet(self) -> dict[str, Any]:
        """The form as a score sheet; what is no number goes in as it was typed and is refused there."""
        return {
            "edition": self.edition.id,
            "cognac": self.cognac,
            "base": self.base,
            "tie_break": self.form["tie_break"].data or None,
            "agreed": self.agreements,
            "players": [self._player(seat) for seat in self.seats],
        }

    @cached_property
    def agreements(self) -> Any:
        """What an opened sheet says was agreed on; nothing when it was tampered with on the way."""
        try:
            return json.loads(self.form["agreed"].data or "[]")
        except (ValueError, RecursionError):
            return []

    @property
    def agreed(self) -> list[str]:
        """The reasons of what was agreed on, to be shown."""
        return [each.reason for each in self.sheet.agreed] if isinstance(self.sheet, Sheet) else []

    def _player(self, seat: Seat) -> dict[str, Any]:
        talers = ((bean, self.field(seat, "talers", bean).data) for bean in self.game.beans)
        buildings = ((bean, self.field(seat, "buildings", bean).data) for bean in self.game.buildings)
        return {
            "name": self.name(seat),
            "talers": {bean: count for bean, count in talers if count is not None},
            "unsorted": self.field(seat, "unsorted").data or 0,
            "buildings": {bean: price for bean, price in buildings if price not in (None, 0)},
            **{pot: self.field(seat, pot).data or 0 for pot in self.pots},
            "hand_cards": self.field(seat, "hand_cards").data,
        }

    @cached_property
    def hands(self) -> list[Seat]:
        """Seats whose hand cards can matter: those that tie with somebody, where hands decide ties."""
        if self.result is None or self.blank or self.result.tie_break != "hand-cards":
            return []
        totals = [score.parts.total for score in self.result.scores]
        return [seat for seat, total in zip(self.seats, totals, strict=True) if total and totals.count(total) > 1]

    @cached_property
    def result(self) -> Result | None:
        """The scores, or None while something is wrong."""
        return score(self.sheet.game, self.sheet.players) if isinstance(self.sheet, Sheet) else None

    @cached_property
    def totals(self) -> BySeat[int | None]:
        """Each seat's total; None at a seat with something wrong. One wrong field hides nobody else's total."""
        if self.result:
            return BySeat(score.parts.total for score in self.result.scores)
        if not isinstance(self.sheet, Unsound) or not self.sheet.players:
            return BySeat(None for _ in self.seats)
        wrong = {problem.where[1] for problem in self.sheet.problems if len(problem.where) > 1}
        return BySeat(
            None if position_of(seat) in wrong else parts(self.game, player).total
            for seat, player in BySeat(self.sheet.players).items()
        )

    @cached_property
    def marks(self) -> BySeat[str]:
        """A sign for each seat that fits on a card."""
        return marks(names.clean(str(self.field(seat, "name").data or "")) for seat in self.seats)

    @property
    def blank(self) -> bool:
        """Whether no figure has been entered yet."""
        kept = ("name", "edition", "count", "cognac", "base", "tie_break", "agreed")
        return not any(field.short_name not in kept and _filled(field) for field in leaves(self.form))

    @cached_property
    def complaints(self) -> list[Complaint]:
        """What is wrong, in the order of the page."""
        return complaints(self, self.sheet.problems if isinstance(self.sheet, Unsound) else ())

    @cached_property
    def errors(self) -> dict[str, list[str]]:
        """Sentences by the name of the field they stand at."""
        found: dict[str, list[str]] = {}
        for complaint in self.complaints:
            found.setdefault(complaint.field, []).append(complaint.sentence)
        return found

    @property
    def labels(self) -> dict[str, str]:
        """What the page calls the single numbers of a player."""
        return {
            "unsorted": gettext("Talers"),
            "stew": gettext("Stew Talers"),
            "distillery": gettext("Distillery Talers"),
            "hand_cards": gettext("Cards left in hand"),
        }

    @property
    def holdings(self) -> BySeat[Holdings]:
        """What the players of a sound sheet hold."""
        return BySeat(self.sheet.players)

    @cached_property
    def order(self) -> list[Seat]:
        """Seats by rank, those of equal rank as they sit."""
        assert self.result
        scores = self.result.scores
        return sorted(self.seats, key=lambda seat: scores[seat].rank)

    def counts_beans(self, seat: Seat) -> bool:
        """Whether anything was typed into this player's count by bean."""
        return any(_filled(self.field(seat, "talers", bean)) for bean in self.game.beans)

    def standing(self, seat: Seat, bean: str, price: int) -> tuple[str, Seat | None]:
        """What a building card is to a player who may still change the choice: a `Standing`, and its owner's seat."""
        market = self._markets[seat]
        owner = market.owner(bean, price)
        return str(market.standing(seat, bean, price)), owner

    @cached_property
    def _markets(self) -> BySeat[Market]:
        owned = BySeat(map(self._owned, self.seats))
        return BySeat(Market(self.game, owned.replaced(seat, {})) for seat in self.seats)

    def closed(self, seat: Seat, bean: str, price: int) -> bool:
        """Whether the card cannot be chosen; what is chosen already can always be let go."""
        chosen = self.field(seat, "buildings", bean).data == price
        return not chosen and self.standing(seat, bean, price)[0] != Standing.OPEN

    @property
    def aside(self) -> list[str]:
        """Names of players with figures for whom this edition has no seat."""
        return [self.name(seat) for seat in all_seats(len(list(self._players)))[self.count :] if self._used(seat)]

    def _used(self, seat: Seat) -> bool:
        return any(_filled(field) for field in leaves(self.field(seat)))

    def kept(self) -> Iterator[tuple[str, str]]:
        """(name, value) of fields this game does not show: another edition or player count may want them again."""
        shown = set(self._shown())
        for field in leaves(self.form):
            if field.name not in shown and _filled(field):
                yield field.name, _sent(field)

    def _shown(self) -> Iterator[str]:
        yield from ("edition", "count", "tie_break")
        if len(self.edition.bases) > 1:
            yield "base"
        if self.edition.has_cognac:
            yield "cognac"
        for seat, player in self.players.items():
            yield from (player["name"].name, player["unsorted"].name)
            if seat in self.hands or self.errors.get(player["hand_cards"].name):
                yield player["hand_cards"].name
            yield from (self.field(seat, "talers", bean).name for bean in self.game.beans)
            yield from (self.field(seat, "buildings", bean).name for bean in self.game.buildings)
            yield from (player[pot].name for pot in self.pots)

    def query(self) -> list[tuple[str, str]]:
        """The fields that differ from a blank form, for an address that shows this page again."""
        pairs = [(field.name, _sent(field)) for field in leaves(self.form) if _filled(field) and field.name != "count"]
        return [pair for pair in pairs if pair != ("edition", DEFAULT)] + [("count", str(self.count))]


def _filled(field: Any) -> bool:
    """Whether a field says something. A counted 0 does (no hand cards is not the same as nobody counted)."""
    if isinstance(field, PriceField):
        return bool(field.data)
    return not (field.data is None or field.data is False or field.data == "")


def _sent(field: Any) -> str:
    """A field's value as a browser sends it."""
    return "y" if field.data is True else str(field.data)
