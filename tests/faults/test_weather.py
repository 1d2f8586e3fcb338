"""A storm is the same for the same seed, strikes as often as it says, and a script strikes what it was written for."""

from __future__ import annotations

import pytest

from tests.faults.weather import FAULTS, STORM, Fault, Kind, Weather
from tests.faults.wire import Head, Request

PATHS = {Kind.VERB: "/t/x/harvest", Kind.READ: "/t/x/board", Kind.STREAM: "/t/x/live", Kind.OTHER: "/static/app.js"}


def requests(kind: Kind) -> Request:
    """A request of a kind."""
    method = "POST" if kind is Kind.VERB else "GET"
    return Request(Head(f"{method} {PATHS[kind]}?a=b HTTP/1.1", ()), b"", "Ana")


@pytest.mark.parametrize("kind", list(Kind))
def test_a_storm_strikes_each_kind_as_often_as_it_says_and_the_same_for_the_same_seed(kind: Kind) -> None:
    def struck(weather: Weather) -> list[Fault]:
        return [weather.choose(requests(kind))[0] for _ in range(2000)]

    weather = Weather(7, storm=True)
    faults = struck(weather)
    assert faults == struck(Weather(7, storm=True))
    assert set(faults) == {*FAULTS[kind], Fault.PASS}
    share = sum(fault is not Fault.PASS for fault in faults) / len(faults)
    assert share == pytest.approx(STORM.get(kind, 0), abs=0.05)
    assert sum(weather.counts.values()) == 2000
    if kind is not Kind.OTHER:
        assert faults != struck(Weather(8, storm=True))
    assert set(struck(Weather(7))) == {Fault.PASS}


def test_a_script_strikes_once_and_only_what_it_was_written_for() -> None:
    weather = Weather(1)
    weather.script(lambda request: request.path == PATHS[Kind.VERB], Fault.STRANGER, Fault.SERVER_ERROR)
    assert weather.choose(requests(Kind.READ))[0] is Fault.PASS
    assert [weather.choose(requests(Kind.VERB))[0] for _ in range(3)] == [
        Fault.STRANGER,
        Fault.SERVER_ERROR,
        Fault.PASS,
    ]
    assert weather.scripted == 0
    assert weather.told() == "1 500, 1 200 of a stranger"


def test_a_page_that_is_opened_passes_and_so_does_what_it_consists_of() -> None:
    request = Request(Head("GET /t/x HTTP/1.1", (("Sec-Fetch-Mode", "navigate"),)), b"")
    weather = Weather(1, rates=dict.fromkeys(Kind, 1.0), storm=True)
    assert {weather.choose(request)[0] for _ in range(20)} == {Fault.PASS}
