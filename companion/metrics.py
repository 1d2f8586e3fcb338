"""Figures of one process for whoever watches an installation, as Prometheus reads them.

Made only where COMPANION_METRICS_TOKEN is set. What parts of the app count anyway is read when somebody asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # the longest time limit is 10 s


@dataclass(frozen=True)
class _Counted(Collector):
    """What is counted elsewhere in the app."""

    streams: Callable[[], int]
    renderings: Callable[[], int]

    def collect(self) -> Iterable[Metric]:
        """The figures as they are now."""
        yield GaugeMetricFamily("companion_streams", "Streams that are open.", self.streams())
        yield CounterMetricFamily("companion_renderings", "Boards that were rendered.", self.renderings())


class Metrics:
    """The figures, and how they are counted."""

    def __init__(self, *, streams: Callable[[], int], renderings: Callable[[], int]) -> None:
        """`streams` says how many are open now, `renderings` how many boards were rendered so far."""
        self._registry = registry = CollectorRegistry()
        registry.register(_Counted(streams, renderings))
        self._requests = Counter(
            "companion_requests", "Requests that were answered.", ["method", "endpoint", "status"], registry=registry
        )
        self._entries = Counter(
            "companion_entries",
            "Entries that were sent, by verb; outcome is booked, refused, or repeated: it was booked before.",
            ["kind", "outcome"],
            registry=registry,
        )
        self._waited = Histogram(
            "companion_database_wait_seconds",
            "Time until a transaction began.",
            ["access"],
            registry=registry,
            buckets=_SECONDS,
        )
        self._spent = Histogram(
            "companion_database_seconds",
            "Time a transaction took once it had begun.",
            ["access"],
            registry=registry,
            buckets=_SECONDS,
        )

    def request(self, method: str, endpoint: str, status: int) -> None:
        """Count a request by the name of its page, "" for none."""
        self._requests.labels(method, endpoint, status).inc()

    def entry(self, kind: str, outcome: str) -> None:
        """Count an entry by its verb."""
        self._entries.labels(kind, outcome).inc()

    def transaction(self, access: str, waited: float, spent: float) -> None:
        """Note a transaction ("read" or "write"): seconds until it began, and seconds in it."""
        self._waited.labels(access).observe(waited)
        self._spent.labels(access).observe(spent)

    def text(self) -> bytes:
        """Everything, in the form that CONTENT_TYPE_LATEST names."""
        return generate_latest(self._registry)
