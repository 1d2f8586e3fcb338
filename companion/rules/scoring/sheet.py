"""Score sheets: what a table holds at the end, as JSON. Parsing checks every rule a final position can break.

The same check serves `companion score`, the quick-score page and other programs that post a sheet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.rules import names
from companion.rules.editions import beans
from companion.rules.editions.buildings import PRICES
from companion.rules.editions.edition import Edition, Game
from companion.rules.editions.installed import Editions
from companion.rules.playing.cards import impossible, perhaps_mixed
from companion.rules.playing.market import Market
from companion.rules.refusals import Problem, Reason, Refusal
from companion.rules.scoring.agreed import Agreed, broken_for, lifted, read
from companion.rules.scoring.reading import MOST_PROBLEMS, Reader, bounded, given, loads
from companion.rules.scoring.score import Holdings
from companion.rules.seats import BySeat, Seat, position_of

FORMAT = "high-bohn-score-sheet"
VERSION = 1
_FIELDS = ("format", "version", "edition", "cognac", "base", "tie_break", "agreed", "players")
# A downloaded table holds its sheet beside everything else.
TABLE_FORMAT = "high-bohn-table"
_PLAYER = ("name", "talers", "unsorted", "cash", "stew", "distillery", "buildings", "hand_cards")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A final position that the rules or the table allow: the game, each player in seating order, and what the table
    agreed on."""

    game: Game
    players: tuple[Holdings, ...]
    agreed: tuple[Agreed, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The sheet in its file format."""
        exceptions = {"agreed": [each.to_json() for each in self.agreed]} if self.agreed else {}
        return exceptions | {
            "format": FORMAT,
            "version": VERSION,
            "edition": self.game.edition.id,
            "cognac": self.game.cognac,
            "base": self.game.base,
            "tie_break": self.game.tie_break,
            "players": [
                {
                    "name": player.name,
                    "talers": dict(player.talers),
                    "unsorted": player.unsorted,
                    "stew": player.stew,
                    "distillery": player.distillery,
                    "buildings": dict(player.buildings),
                    "hand_cards": player.hand_cards,
                }
                for player in self.players
            ],
        }


@dataclass(frozen=True, slots=True)
class Unsound:
    """Everything that is wrong with a sheet, and what a sentence about it needs: edition and names, if known."""

    problems: tuple[Problem, ...]
    edition: Edition | None = None
    names: tuple[str, ...] = ()
    players: tuple[Holdings, ...] = ()  # as far as they could be read: good for those without a problem


def parse_bytes(raw: bytes, editions: Editions) -> Sheet | Unsound:
    """The sheet in a file's bytes, or everything that is wrong with it."""
    data = loads(raw)
    return Unsound((data,)) if isinstance(data, Problem) else parse(data, editions)


def parse(data: object, editions: Editions) -> Sheet | Unsound:
    """The sheet in decoded JSON, also inside a downloaded table, or everything that is wrong with it, in the order of
    the sheet: the first `MOST_PROBLEMS` of it, with quotations that are not longer than people read."""
    if isinstance(data, dict) and data.get("format") == TABLE_FORMAT:
        data = data.get("sheet")
    found = _parse(data, editions)
    if isinstance(found, Sheet):
        return found
    return replace(found, problems=tuple(bounded(problem) for problem in found.problems[:MOST_PROBLEMS]))


def _parse(data: object, editions: Editions) -> Sheet | Unsound:
    problems: list[Problem] = []
    top = Reader(data, (), problems)
    if not problems:
        _header(top)
    if problems:  # another format or version: what its other fields mean is unknown
        return Unsound(tuple(problems))
    top.only(_FIELDS)
    rows = top.items("players")
    edition = _edition(top, editions)
    agreed = read(top)
    game = _game(top, edition, None if rows is None else len(rows))
    if game is None or rows is None:
        return Unsound(tuple(problems), edition)
    players = tuple(_player(Reader(row, ("players", seat), problems), game) for seat, row in enumerate(rows))
    problems += _names(players)
    problems += [] if problems else lifted(_together(game, players, agreed), agreed)
    if problems:
        return Unsound(tuple(problems), game.edition, tuple(player.name for player in players), players)
    return Sheet(game, players, agreed)


def _header(top: Reader) -> None:
    if top.data.get("format", FORMAT) != FORMAT:
        top.note(("format",), Reason.WRONG_FORMAT, expected=FORMAT)
    version = top.data.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        top.note(("version",), Reason.WRONG_VERSION, expected=VERSION)


def _edition(top: Reader, editions: Editions) -> Edition | None:
    name = top.text("edition")
    edition = editions.get(name) if name is not None else None
    if name is not None and edition is None:
        top.note(("edition",), Reason.UNKNOWN_EDITION, edition=name, known=list(editions.ids))
    return edition


def _game(top: Reader, edition: Edition | None, players: int | None) -> Game | None:
    cognac = top.flag("cognac")
    base, tie_break = top.text("base", None), top.text("tie_break", None)
    if edition is None or players is None or top.problems:
        return None
    # A sheet says all there is to know about a game: where it names no tie-break, the base game decides nothing.
    game = edition.game(players, cognac=cognac, base=base, tie_break=tie_break or edition.tie_break.value)
    if isinstance(game, Refusal):
        top.problems.append(Problem((_OPTION[game.reason],), game))
        return None
    return game


_OPTION = {
    Reason.PLAYER_COUNT: "players",
    Reason.NO_COGNAC: "cognac",
    Reason.UNKNOWN_BASE: "base",
    Reason.UNKNOWN_TIE_BREAK: "tie_break",
}


def _player(row: Reader, game: Game) -> Holdings:
    row.only(_PLAYER)
    name = row.text("name") if row.is_object else None
    shown = names.clean(name or "")
    if name is not None and not shown:
        row.note(("name",), Reason.NAME_EMPTY)
    elif names.is_long(name or ""):
        row.note(("name",), Reason.NAME_LONG, name=shown, most=names.LONGEST)
    if "cash" in row.data and "unsorted" in row.data:
        row.note(("cash",), Reason.CASH_AND_UNSORTED)
    buildings = _buildings(row, game)
    hand = row.data.get("hand_cards")
    return Holdings(
        name=shown,
        talers=_talers(row, game),
        unsorted=row.count("cash" if "cash" in row.data else "unsorted", game.talers),
        stew=_pot(row, game, buildings, "stew"),
        distillery=_pot(row, game, buildings, "distillery"),
        buildings=buildings,
        hand_cards=None if hand is None else row.count("hand_cards", game.talers),
    )


def _talers(row: Reader, game: Game) -> dict[str, int]:
    talers = {}
    for bean, count in row.counts("talers", {bean.id: bean.cards for bean in game.beans.values()}):
        if bean in game.beans:
            talers[bean] = count
        else:
            _not_in_play(row, ("talers", bean), game)
    return talers


def _buildings(row: Reader, game: Game) -> dict[str, int]:
    owned = {}
    for bean, price in row.inside("buildings").data.items():
        where = ("buildings", bean)
        if not game.edition.buildings:
            row.note(where, Reason.NO_BUILDINGS, edition=game.edition.id)
        elif bean not in game.buildings:
            _not_in_play(row, where, game)
        elif type(price) is not int or price not in PRICES:
            row.note(where, Reason.NOT_A_PRICE, given=given(price))
        else:
            owned[bean] = price
    return owned


def _not_in_play(row: Reader, where: tuple[str, str], game: Game) -> None:
    known = where[1] in beans.IDS or where[1] in game.edition.beans
    reason = Reason.BEAN_NOT_IN_PLAY if known else Reason.UNKNOWN_BEAN
    row.note(where, reason, bean=where[1], known=list(game.beans))


def _pot(row: Reader, game: Game, owned: Mapping[str, int], pot: str) -> int:
    """Talers parked under a building; without the building there can be none (000:L71, L97)."""
    count = row.count(pot, game.talers)
    if count and not any(card.pot == pot for card in game.cards(owned)):
        cards = [card for building in game.buildings.values() for card in building.cards.values()]
        needs = [f"{card.bean}-{card.price}" for card in cards if card.pot == pot]
        row.note((pot,), Reason.POT_WITHOUT_BUILDING, pot=pot, needs=needs)
    return count


def _names(players: Sequence[Holdings]) -> list[Problem]:
    seats: dict[str, Seat] = {}
    problems = []
    for seat, player in BySeat(players).items():
        first = seats.setdefault(names.key(player.name), seat)
        if first != seat and player.name:
            facts = {"name": player.name, "seat": first}
            problems.append(Problem(("players", position_of(seat), "name"), Refusal(Reason.NAME_TAKEN, facts)))
    return problems


def _together(game: Game, players: Sequence[Holdings], agreed: Sequence[Agreed]) -> list[Problem]:
    """What each player may hold alone but the table cannot hold together."""
    market = Market(game, BySeat(player.buildings for player in players))
    problems = [
        Problem(("players", position_of(seat), "buildings", bean), refusal)
        for seat, bean, refusal in market.conflicts()
    ]
    mixed = [perhaps_mixed(game, player, broken_for(player.name, agreed)) for player in players]
    for refusal in impossible(game, BySeat(players), mixed):
        bean = refusal.facts.get("bean")
        problems.append(Problem(("players", "talers", str(bean)) if bean else ("players",), refusal))
    return problems
