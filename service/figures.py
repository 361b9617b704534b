"""In: what happens. Out: figures of it for Prometheus (`/metrics`)."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SCAN_SECONDS = (0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


class Figures:
    """The counters of one application. Labels are few: routes, never addresses."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "handscan_requests", "Requests answered.", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram("handscan_request_seconds", "Time to an answer.", ("route",), registry=self._registry)
        self._photos = Counter("handscan_photos", "Photos by what came of them.", ("result",), registry=self._registry)
        self._scan = Histogram(
            "handscan_scan_seconds", "Time to read one photo.", registry=self._registry, buckets=_SCAN_SECONDS
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """A request was answered; status 0 where the client had gone."""
        self._requests.labels(method if method in _METHODS else "other", route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def photo(self, result: str) -> None:
        """A photo came to be `scanned`, `known`, or refused with a code."""
        self._photos.labels(result).inc()

    def scanned(self, seconds: float) -> None:
        """Reading one photo took so long."""
        self._scan.observe(seconds)

    def waiting(self, count: Callable[[], float]) -> None:
        """How to count the requests that are scanned now or wait for it."""
        Gauge("handscan_scans_inside", "Requests in the scanning pool.", registry=self._registry).set_function(count)

    def watching(self, count: Callable[[], float]) -> None:
        """How to count the live cameras that are read now."""
        Gauge("handscan_live_clients", "Live cameras read.", registry=self._registry).set_function(count)

    def text(self) -> bytes:
        """All figures, as Prometheus reads them."""
        return generate_latest(self._registry)
