"""A table to play with: a Cognac game for four in its second pass, so that every part of the page has something to show."""

from __future__ import annotations

from companion.rules.playing import commands as cmd
from companion.service import Service
from companion.store.tables import TableRow
from companion.writing import Done

NAMES = ("Ana", "Ben", "Cleo", "Dan")
_GAME: tuple[cmd.Command, ...] = (
    cmd.Harvest(1, "garden", cards=3), cmd.Buy(1, (("garden", 2),)), cmd.Turn(1),
    cmd.Harvest(2, "red", cards=4), cmd.Buy(2, (("red", 3),)), cmd.Turn(2),
    cmd.Harvest(3, "break", cards=6), cmd.Buy(3, (("break", 3),)), cmd.Turn(3),
    cmd.Harvest(4, "blue", cards=10), cmd.Buy(4, (("blue", 4),)), cmd.Turn(4),
    cmd.BuyField(1, (("garden", 1),)), cmd.Harvest(1, "soy", cards=6), cmd.Turn(1),
    cmd.Harvest(2, "fire", cards=6), cmd.Harvest(2, "cognac", cards=9), cmd.Buy(2, (("cognac", 3),)), cmd.Turn(2),
    cmd.Stew(3, cards=6, levy=True), cmd.Harvest(3, "broad", cards=7), cmd.Buy(3, (("broad", 2),)), cmd.Turn(3),
    cmd.Deck(4), cmd.Harvest(4, "blackeyed", cards=4), cmd.Buy(4, (("blackeyed", 2),)), cmd.Turn(4),
    cmd.Buy(1, (("soy", 2),)), cmd.Harvest(1, "red", cards=3), cmd.Buy(1, (("red", 2),)),
    cmd.Harvest(1, "fire", cards=8), cmd.Buy(1, (("fire", 2),)), cmd.Turn(1),
    cmd.Harvest(2, "soy", cards=4), cmd.Harvest(2, "cognac", cards=5), cmd.Harvest(2, "blackeyed", cards=2),
    cmd.Buy(2, (("blackeyed", 1),)), cmd.Turn(2),
    cmd.Harvest(3, "break", cards=5), cmd.Harvest(3, "blackeyed", cards=5), cmd.Buy(3, (("blackeyed", 3),)),
    cmd.Turn(3), cmd.Harvest(4, "broad", cards=5), cmd.Harvest(4, "fire", cards=3), cmd.Turn(4),
    cmd.Harvest(1, "blue", cards=6), cmd.Harvest(1, "broad", cards=3),
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
