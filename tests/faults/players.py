"""Players without a browser, who enter one thing after the other and know what their taps should have made."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from random import Random
from threading import Event
from typing import Any

from tests.faults.device import NAMES, Answer, Device
from tests.faults.page import Entry

_ONE_TALER = (("blue", 4), ("soy", 2), ("red", 2))  # the first step of a meter, one bean a seat
_MOST = 3  # Talers of the bean, so that no rule comes into the way

Key = tuple[object, ...]


class Player:
    """One of them. `acknowledged` has a key for each tap that was booked, and most keys are made once only;
    `refused` has the answers to the others: none, as nothing they enter breaks a rule."""

    def __init__(self, device: Device, seat: int, seed: int) -> None:
        self.device = device
        self.seat = seat
        self.name = NAMES[seat - 1]
        self.talers = 0
        self.acknowledged: list[Key] = []
        self.refused: list[Answer] = []
        self._bean, self._cards = _ONE_TALER[seat - 1]
        self._dice = Random(f"{seed} {seat}")  # noqa: S311

    def play(self, stop: Event) -> None:
        """Enter until told to stop. AssertionError when a tap gets no answer for a long time."""
        while not stop.is_set():
            verb, fields, talers = self._choice(len(self.acknowledged))
            answer = self.device.tap(verb, seat=self.seat, **fields)
            if answer.status != HTTPStatus.OK:
                self.refused.append(answer)
                continue
            self.talers += talers
            self.name = fields.get("name", self.name)
            self.acknowledged.append((verb, self.seat, *(str(value) for value in fields.values())))

    def _choice(self, number: int) -> tuple[str, dict[str, Any], int]:
        """A verb, its fields, and by how many Talers it changes the purse."""
        dice = self._dice.random()
        if dice < 0.25:
            return "turn", {}, 0
        if dice < 0.4:
            return "rename", {"name": f"{NAMES[self.seat - 1]} {number}"}, 0
        if dice < 0.65 and self.talers < _MOST:
            return "harvest", {"bean": self._bean, "cards": self._cards}, 1
        change = -1 if self.talers else 1
        return "correct", {"bean": self._bean, "change": change, "reason": f"tap {number}"}, change

    def purse(self) -> Counter[str]:
        """The Talers the taps have made, by bean."""
        return +Counter({self._bean: self.talers})


def key(entry: Entry) -> Key | None:
    """The key of an entry, as `acknowledged` has it; None for what is not entered by `play`."""
    data = entry.data
    match entry.verb:
        case "turn":
            return "turn", entry.seat
        case "rename":
            return "rename", data["seat"], data["name"]
        case "harvest":
            return "harvest", data["seat"], data["bean"], str(data["cards"])
        case "correct":
            return "correct", data["seat"], data["what"], str(data["change"]), data["reason"]
    return None
