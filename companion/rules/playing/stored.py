"""Events as they are stored, and back. What was stored once is read for ever: each kind has a version number, and
`decode` knows every version there was; what a later version added has a default that means what the older one did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, get_args

from companion.rules.playing.events import Event

KINDS: Mapping[str, type[Event]] = {event.kind: event for event in get_args(Event)}


class UnknownEventError(ValueError):
    """A stored event that this version of the app cannot read: it was written by a newer one."""


def encode(event: Event) -> dict[str, Any]:
    """The data of an event as JSON can hold it; kind and version are stored beside it."""
    return {entry.name: _plain(getattr(event, entry.name)) for entry in fields(event)}


def decode(kind: str, v: int, data: Mapping[str, Any]) -> Event:
    """The event of a stored kind, version and data. UnknownEventError when it is from the future."""
    event = KINDS.get(kind)
    if event is None or v > event.v:
        raise UnknownEventError(f"{kind} {v}")
    return event(**{name: _frozen(value) for name, value in data.items()})


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if isinstance(value, list) else value
