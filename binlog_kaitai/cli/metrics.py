"""Metrics and health of a program that follows logs, by HTTP."""

from __future__ import annotations

import json
import logging
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from copy import copy
from datetime import datetime, timezone
from http import HTTPStatus
from http.server import ThreadingHTTPServer
from socketserver import TCPServer
from threading import BoundedSemaphore, Thread, Timer
from typing import Any, NamedTuple, get_args

from prometheus_client import CollectorRegistry, MetricsHandler, ProcessCollector
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from binlog_kaitai.io.paths import base_name
from binlog_kaitai.io.status import State, Status
from binlog_kaitai.model.gtid_ranges import GtidRanges

LOGGER = logging.getLogger(__name__)

PREFIX = "binlog_kaitai"

MAX_CLIENTS = 16
"""Clients that are answered at a time; others are disconnected."""

ANSWER_SECONDS = 10.0
"""Maximum time from a client's connection to the end of its answer."""

MAX_SOURCES = 50
"""Sources of GTIDs with a time series of their own; `others` is that of the rest."""


class Address(NamedTuple):
    """Address to listen at; port 0 stands for any free port."""

    host: str
    port: int


class StatusCollector(Collector):
    """Metrics of a status, each time they are asked for.

    Unknown values have no metrics. Texts that change with each commit are no labels, since each
    value of a label is a time series of its own.
    """

    def __init__(self, status: Status) -> None:
        self._status = status

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        status, time = copy(self._status), datetime.now(timezone.utc)
        about = {"command": status.command, "target": shown(status.target)}
        yield InfoMetricFamily(PREFIX, "The program.", about | {"version": status.version})
        yield from _states(status, time)
        yield from _snapshot(status.snapshot)
        yield from _positions(status, time)
        yield from _counters(status)
        yield from _times(status)


def _gauge(name: str, about: str, value: float | None) -> Iterator[Metric]:
    if value is not None:
        yield GaugeMetricFamily(f"{PREFIX}_{name}", about, value=value)


def _states(status: Status, time: datetime) -> Iterator[Metric]:
    is_healthy = status.problem(time) is None
    yield from _gauge("healthy", "1 if /health answers with 200, otherwise 0.", is_healthy)
    states = GaugeMetricFamily(f"{PREFIX}_state", "1 for the current state.", labels=["state"])
    for name in get_args(State):
        if name != "unknown":  # that of no program
            states.add_metric([name], name == status.state)
    yield states
    tables = GaugeMetricFamily(
        f"{PREFIX}_incomplete_tables",
        "Tables that are set aside, have old values, lack changes by foreign keys, or are healed.",
        labels=["reason"],
    )
    for reason, names in (
        ("set_aside", status.set_aside),
        ("stale", status.stale),
        ("unread", status.unread),
        ("healing", status.healing),
    ):
        tables.add_metric([reason], len(names))
    yield tables
    if status.step is not None:
        stage = str(status.step["stage"])
        for name, about in (("done", "Finished"), ("total", "All")):
            text = f"{about} units of the step in progress: rows of a snapshot, spans or datasets."
            step = GaugeMetricFamily(f"{PREFIX}_step_{name}", text, labels=["stage"])
            step.add_metric([stage], status.step[name])
            yield step


def _snapshot(values: dict[str, Any] | None) -> Iterator[Metric]:
    for name, about in (
        ("rows_left", "Rows that the snapshot has yet to read, estimated."),
        ("seconds_left", "Time that the snapshot has yet to take, estimated."),
    ):
        yield from _gauge(f"snapshot_{name}", about, None if values is None else values[name])
    if values is not None:
        text = "1 if the snapshot waits for a loaded server, otherwise 0."
        yield from _gauge("snapshot_paused", text, values["paused"] is not None)


def _positions(status: Status, time: datetime) -> Iterator[Metric]:
    behind = status.seconds_behind(time)
    yield from _gauge("seconds_behind", "Age of what the program has not processed.", behind)
    yield from _gauge("bytes_behind", "Bytes that the program has not read.", status.bytes_behind)
    number = re.search(r"(\d+)\D*$", base_name(status.log))
    if number is not None:
        yield from _gauge("log_number", "Number of the last log.", int(number[1]))
    if status.log:
        text = "Offset up to which the last log is processed."
        yield from _gauge("log_position_bytes", text, status.position)
    gtids = GaugeMetricFamily(
        f"{PREFIX}_gtid_transactions",
        "Transactions of a source in the GTID set; of MariaDB's domains, the last number.",
        labels=["source"],
    )
    for source, count in transactions_of(status.gtids or "").items():
        gtids.add_metric([source], count)
    yield gtids


def _counters(status: Status) -> Iterator[Metric]:
    for name, about, count in (
        ("rows", "Row images since the start.", status.rows),
        ("commits", "Commits since the start.", status.commits),
        ("written_bytes", "Bytes written since the start.", status.bytes_written),
        ("retries", "Attempts that failed and were repeated.", status.retries),
    ):
        if count is not None:
            yield CounterMetricFamily(f"{PREFIX}_{name}", about, value=count)


def _times(status: Status) -> Iterator[Metric]:
    for name, about, time in (
        ("start", "Start of the program.", status.started),
        ("event", "Time of the last transaction that is processed.", status.event_time),
        ("progress", "Last success of the program.", status.progress_time),
        ("error", "Time of the last error.", status.error_time),
        ("current", "Time since which current tables lack changes.", status.current_since),
    ):
        if time is not None:
            yield from _gauge(f"{name}_timestamp_seconds", about, time.timestamp())


def transactions_of(gtids: str) -> dict[str, int]:
    """Return the number of transactions of each source in a GTID set.

    A source is a UUID, with its tag if there is one, or the domain and server of MariaDB, whose
    positions have only the last number. Those beyond `MAX_SOURCES` are counted as `others`.
    """
    counts: dict[str, int] = {}
    ranges = GtidRanges.of(gtids).ranges if gtids else {}
    for number, (source, of_source) in enumerate(sorted(ranges.items())):
        name = source.rstrip(":-") if number < MAX_SOURCES else "others"
        is_mysql = source.endswith(":")
        count = sum(last - first + 1 for first, last in of_source) if is_mysql else of_source[-1][1]
        counts[name] = counts.get(name, 0) + count
    return counts


def shown(target: str) -> str:
    """Return a URI without what may be secret: its account and its query."""
    place = target.partition("?")[0] if "://" in target else target
    return re.sub(r"://[^/]*@", "://", place)


class _Handler(MetricsHandler):
    """Answers /metrics, /health and /status."""

    server: _Server
    timeout = ANSWER_SECONDS

    def do_GET(self) -> None:  # noqa: N802 - the library's name
        path = self.path.partition("?")[0]
        status = copy(self.server.status)
        if path == "/metrics" and self.command == "GET":
            super().do_GET()
        elif path == "/metrics":
            self._send(HTTPStatus.OK, "")
        elif path == "/health":
            problem = status.problem(datetime.now(timezone.utc))
            code = HTTPStatus.OK if problem is None else HTTPStatus.SERVICE_UNAVAILABLE
            self._send(code, f"{problem or 'healthy'}\n")
        elif path == "/status":
            values = status.to_json() | {"target": shown(status.target)}
            self._send(HTTPStatus.OK, f"{json.dumps(values, indent=1)}\n", "application/json")
        else:
            self._send(HTTPStatus.NOT_FOUND, "expected /metrics, /health or /status\n")

    do_HEAD = do_GET  # noqa: N815 - likewise

    def _send(self, code: HTTPStatus, text: str, kind: str = "text/plain") -> None:
        content = text.encode()
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)


class _Server(ThreadingHTTPServer):
    """Answers a few clients at a time, each for a short time."""

    daemon_threads = True
    allow_reuse_port = False

    def __init__(self, family: socket.AddressFamily, place: Any, status: Status) -> None:
        self.address_family = family
        self.status = status
        self._free = BoundedSemaphore(MAX_CLIENTS)
        registry = CollectorRegistry()
        registry.register(StatusCollector(status))
        ProcessCollector(registry=registry)
        super().__init__(place, type("Handler", (_Handler,), {"registry": registry}))

    def server_bind(self) -> None:
        TCPServer.server_bind(self)  # that of HTTP asks DNS for the name of the address

    def process_request(self, request: Any, client_address: Any) -> None:
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except RuntimeError:  # the machine has no more threads
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        limit = Timer(ANSWER_SECONDS, _disconnect, [request])
        limit.daemon = True
        try:
            limit.start()
            super().process_request_thread(request, client_address)
        finally:
            limit.cancel()
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        del request
        LOGGER.debug("no answer for %s: %s", client_address, sys.exc_info()[1])


def _disconnect(request: socket.socket) -> None:
    with suppress(OSError):  # it is closed
        request.shutdown(socket.SHUT_RDWR)


class MetricsServer:
    """Answers /metrics, /health and /status about a status while the program changes it.

    Raises:
        OSError: the address is in use, may not be used, or is none of this machine.
    """

    def __init__(self, status: Status, address: Address) -> None:
        try:
            (family, _, _, _, place), *_ = socket.getaddrinfo(
                *address, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )
            self._server = _Server(family, place, status)
        except OSError as error:
            raise OSError(error.errno, error.strerror, url_of(address)) from error
        self.address = Address(address.host, self._server.server_address[1])
        self._thread = Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> MetricsServer:  # noqa: PYI034 - Self came with 3.11
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()


def url_of(address: Address) -> str:
    """Return the URL of the server at an address."""
    host = f"[{address.host}]" if ":" in address.host else address.host
    return f"http://{host}:{address.port}"
