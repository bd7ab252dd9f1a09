"""A proxy of a server that speaks S3, which fails at random, from a seed."""

from __future__ import annotations

import contextlib
import random
import socket
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Literal, TypeAlias, get_args

Fault: TypeAlias = Literal["throttled", "failed", "dropped", "cut", "hung", "stored", "late"]
"""What becomes of a request: an answer 503 or 500, none, half of one, or none for some seconds.

`stored` is one that is done and answered with 500, and `late` one that is not done, and has an
error below the status 200, as S3 answers long copies.
"""

FAULTS: tuple[Fault, ...] = get_args(Fault)

HUNG_SECONDS = 4.0
"""Longer than clients wait for an answer: that of pyarrow does so for 3 s."""

_WEIGHTS: dict[Fault, int] = {"hung": 1, "stored": 8, "late": 16}
"""The rare ones, and those that only a few requests can meet; others have 2."""

_ERROR = (
    '<?xml version="1.0" encoding="UTF-8"?><Error><Code>{}</Code><Message>planned</Message></Error>'
)
_ANSWERS: dict[Fault | None, tuple[int, str]] = {
    "throttled": (503, "SlowDown"),
    "failed": (500, "InternalError"),
    "stored": (500, "InternalError"),
    "late": (200, "InternalError"),
}
_HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length"}


@dataclass
class FailingBucket:
    """Passes requests on to `upstream`, except for a part of them, the `rate`.

    `rate` 1.0 is a server that is down. `counts` has the faults that were made, and `requests` the
    number of all requests.
    """

    upstream: str
    port: int
    random: random.Random
    rate: float = 0.0
    kinds: Sequence[Fault] = FAULTS
    counts: Counter[Fault] = field(default_factory=Counter)
    requests: int = 0
    completed: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def query(self) -> str:
        """The query of URIs of buckets behind the proxy."""
        return f"?endpoint_override=127.0.0.1:{self.port}&scheme=http"

    def uri(self, key: str) -> str:
        return f"s3://logs/{key}{self.query}"

    @contextlib.contextmanager
    def failing(self, rate: float, *kinds: Fault) -> Iterator[None]:
        """Fail this part of the requests, in these ways, within the block."""
        before = self.rate, self.kinds
        self.rate, self.kinds = rate, kinds or FAULTS
        try:
            yield
        finally:
            self.rate, self.kinds = before

    def fault_of(self, *, is_long: bool, is_change: bool) -> Fault | None:
        """Choose what becomes of the next request."""
        with self.lock:
            self.requests += 1
            if self.random.random() >= self.rate:
                return None
            fitting = [
                one
                for one in self.kinds
                if (one != "late" or is_long) and (one != "stored" or is_change)
            ]
            if not fitting:
                return None
            weights = [_WEIGHTS.get(one, 2) for one in fitting]
            (fault,) = self.random.choices(fitting, weights)
            self.counts[fault] += 1
            return fault


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    bucket: FailingBucket

    def log_message(self, *_: Any) -> None:
        """Print nothing."""

    def _serve(self) -> None:
        body = self._body()
        headers = self.headers
        is_copy = "x-amz-copy-source" in headers
        is_completion = self.command == "POST" and "uploadId=" in self.path
        fault = self.bucket.fault_of(
            is_long=is_copy or is_completion, is_change=self.command in {"PUT", "POST", "DELETE"}
        )
        if is_completion and self.path in self.bucket.completed:  # as most servers have it
            self._reply(404, [], _ERROR.format("NoSuchUpload").encode())
            return
        if is_completion and fault in {None, "stored", "cut"}:
            self.bucket.completed.add(self.path)
        answer = self._forwarded(body) if fault in {None, "stored", "cut"} else None
        if fault == "hung":
            threading.Event().wait(HUNG_SECONDS)
        if fault in {"hung", "dropped"}:
            self._drop()
        elif fault in _ANSWERS:
            status, code = _ANSWERS[fault]
            self._reply(status, [], _ERROR.format(code).encode())
        elif answer is not None:
            self._reply(*answer, is_cut=fault == "cut")

    do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = _serve  # noqa: N815 - names of the library

    def _body(self) -> bytes:
        if "100-continue" in self.headers.get("Expect", ""):
            self.send_response_only(100)
            self.end_headers()
        if "chunked" not in self.headers.get("Transfer-Encoding", ""):
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = []
        while size := int(self.rfile.readline().split(b";")[0], 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def _forwarded(self, body: bytes) -> tuple[int, list[tuple[str, str]], bytes]:
        host = self.bucket.upstream
        connection = HTTPConnection(host, timeout=60)
        skipped = {"host", "expect", *_HOP_BY_HOP}
        headers = {name: text for name, text in self.headers.items() if name.lower() not in skipped}
        headers["Content-Length"] = str(len(body))
        try:
            connection.request(self.command, self.path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.getheaders(), answer.read()
        finally:
            connection.close()

    def _reply(
        self, status: int, headers: list[tuple[str, str]], body: bytes, *, is_cut: bool = False
    ) -> None:
        self.send_response_only(status)
        length = str(len(body))
        for name, text in headers:
            if name.lower() == "content-length" and self.command == "HEAD":
                length = text
            elif name.lower() not in _HOP_BY_HOP:
                self.send_header(name, text)
        self.send_header("Content-Length", length)
        if is_cut and (self.command == "HEAD" or not body):
            self.send_header("X-Cut", "")
            self._headers_buffer = self._headers_buffer[:-1]  # type: ignore[attr-defined]
            self.flush_headers()
            self._drop()
            return
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[: len(body) // 2] if is_cut else body)
        if is_cut:
            self._drop()

    def _drop(self) -> None:
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: Any) -> None:
        """Print nothing of clients that are gone."""


@contextlib.contextmanager
def failing_bucket(upstream: str, seed: int | str) -> Iterator[FailingBucket]:
    """Run a proxy of a server, by its host and port, which fails only when it is told to."""
    handler = type("Handler", (_Handler,), {})
    with _Server(("127.0.0.1", 0), handler) as server:
        bucket = FailingBucket(upstream, server.server_port, random.Random(seed))
        handler.bucket = bucket
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield bucket
        finally:
            server.shutdown()
            thread.join()
