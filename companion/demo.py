"""A table to play with: a Cognac game for four in its second pass, so that every part of the page has something to show."""

from __future__ import annotations

from companion.rules.playing import commands as cmd
from companion.rules.seats import all_seats
from companion.service import Service
from companion.store.tables import TableRow
from companion.writing import Done

NAMES = ("Ana", "Ben", "Cleo", "Dan")
_ANA, _BEN, _CLEO, _DAN = all_seats(len(NAMES))
_GAME: tuple[cmd.Command, ...] = (
    cmd.Harvest(_ANA, "garden", cards=3), cmd.Buy(_ANA, (("garden", 2),)), cmd.Turn(_ANA),
    cmd.Harvest(_BEN, "red", cards=4), cmd.Buy(_BEN, (("red", 3),)), cmd.Turn(_BEN),
    cmd.Harvest(_CLEO, "break", cards=6), cmd.Buy(_CLEO, (("break", 3),)), cmd.Turn(_CLEO),
    cmd.Harvest(_DAN, "blue", cards=10), cmd.Buy(_DAN, (("blue", 4),)), cmd.Turn(_DAN),
    cmd.BuyField(_ANA, (("garden", 1),)), cmd.Harvest(_ANA, "soy", cards=6), cmd.Turn(_ANA),
    cmd.Harvest(_BEN, "fire", cards=6), cmd.Harvest(_BEN, "cognac", cards=9), cmd.Buy(_BEN, (("cognac", 3),)), cmd.Turn(_BEN),
    cmd.Stew(_CLEO, cards=6, levy=True), cmd.Harvest(_CLEO, "broad", cards=7), cmd.Buy(_CLEO, (("broad", 2),)), cmd.Turn(_CLEO),
    cmd.Deck(_DAN), cmd.Harvest(_DAN, "blackeyed", cards=4), cmd.Buy(_DAN, (("blackeyed", 2),)), cmd.Turn(_DAN),
    cmd.Buy(_ANA, (("soy", 2),)), cmd.Harvest(_ANA, "red", cards=3), cmd.Buy(_ANA, (("red", 2),)),
    cmd.Harvest(_ANA, "fire", cards=8), cmd.Buy(_ANA, (("fire", 2),)), cmd.Turn(_ANA),
    cmd.Harvest(_BEN, "soy", cards=4), cmd.Harvest(_BEN, "cognac", cards=5), cmd.Harvest(_BEN, "blackeyed", cards=2),
    cmd.Buy(_BEN, (("blackeyed", 1),)), cmd.Turn(_BEN),
    cmd.Harvest(_CLEO, "break", cards=5), cmd.Harvest(_CLEO, "blackeyed", cards=5), cmd.Buy(_CLEO, (("blackeyed", 3),)),
    cmd.Turn(_CLEO), cmd.Harvest(_DAN, "broad", cards=5), cmd.Harvest(_DAN, "fire", cards=3), cmd.Turn(_DAN),
    cmd.Harvest(_ANA, "blue", cards=6), cmd.Harvest(_ANA, "broad", cards=3),
)  # fmt: skip


def open_table(service: Service, device: str) -> TableRow:
    """Make a demo table for a device, which may enter for everybody."""
    edition = service.editions.get("high-bohn")
    assert edition is not None, "the rule set comes with the app"
    made = service.open_table(edition, NAMES, device, cognac=True, base="", tie_break="", hidden=False, demo=True)
    assert isinstance(made, TableRow), made
    for number, command in enumerate(_GAME):
        done = service.handle(made.id, command, f"demo-{number}", by=command.seat)
        assert isinstance(done, Done), (command, done)
    return made
