"""Which process runs which tests, what the classes read, and a server that keeps objects."""

from __future__ import annotations

import gc
import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pytest
from xdist.scheduler import LoadFileScheduling

from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.tree.log.events import LoggedEvent
from binlog_kaitai.tree.log.state import LogState
from tests.fixtures.logs import LOGS

EventType = BinlogEventHeader.EventType

LOG_NAME = re.compile(rf"({'|'.join(sorted({log.parent.name for log in LOGS}))})[-/]\w+")

CREDENTIALS = {
    "AWS_ACCESS_KEY_ID": "any",
    "AWS_SECRET_ACCESS_KEY": "any",
    "AWS_EC2_METADATA_DISABLED": "true",
}


class OneSparkScheduling(LoadFileScheduling):
    """Gives the tests of a file to one process, and those of Spark, which start Java, to one."""

    def _split_scope(self, nodeid: str) -> str:
        return "spark" if "/spark/" in nodeid else str(super()._split_scope(nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Keep what is imported and collected out of all garbage collections, which it makes slow."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(10_000)
        gc.enable()


def pytest_unconfigure() -> None:
    """Have all be collected again, or libraries tell of leaks at the end."""
    gc.unfreeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave most cases of a test to `make test-long`, where each takes long or there are many.

    `make test` runs as many as the mark `few` says, and a third of those that are a log of the
    fixtures each: other ones in another test.
    """
    asked: dict[str, list[pytest.Item]] = {}
    for item in items:
        question, _, case = item.nodeid.partition("[")
        is_asked = LOG_NAME.search(case) or item.get_closest_marker("few")
        if is_asked and item.get_closest_marker("long") is None:
            asked.setdefault(question, []).append(item)
    for cases in asked.values():
        few = cases[0].get_closest_marker("few")
        count = math.ceil(len(cases) / 3) if few is None else few.args[0]
        cases.sort(key=lambda item: crc32(item.nodeid.encode()))
        for item in cases[count:]:
            item.add_marker(pytest.mark.long)


# optional, so that `-p no:xdist` runs all in one process
@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneSparkScheduling:
    return OneSparkScheduling(config, log)


@dataclass(frozen=True)
class Bucket:
    """A bucket of a server that speaks S3; `query` is what its URIs end with, to name it."""

    filesystem: Any
    query: str

    def write(self, key: str, content: bytes) -> None:
        # or it would compress by the name
        with self.filesystem.open_output_stream(f"logs/{key}", compression=None) as stream:
            stream.write(content)

    def uri(self, key: str, scheme: str = "s3") -> str:
        return f"{scheme}://logs/{key}{self.query}"


@pytest.fixture
def seen_by_tree(monkeypatch: pytest.MonkeyPatch) -> Counter[EventType]:
    """Counts the events that are read as trees, by their types."""
    seen: Counter[EventType] = Counter()
    next_event = LogState.next_event

    def counted(state: LogState, position: int, data: bytes) -> LoggedEvent:
        event = next_event(state, position, data)
        seen[event.type] += 1
        return event

    monkeypatch.setattr(LogState, "next_event", counted)
    return seen


@pytest.fixture(scope="session")
def credentials() -> Iterator[None]:
    """Is there before Spark starts, whose workers inherit it."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in CREDENTIALS.items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="session")
def bucket(credentials: None) -> Iterator[Bucket]:  # noqa: ARG001
    # both take a while to import, which few tests need
    from moto.server import ThreadedMotoServer  # noqa: PLC0415
    from pyarrow.fs import S3FileSystem  # noqa: PLC0415

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    endpoint = "{}:{}".format(*server.get_host_and_port())
    filesystem = S3FileSystem(
        endpoint_override=endpoint, scheme="http", region="us-east-1", allow_bucket_creation=True
    )
    filesystem.create_dir("logs")
    yield Bucket(filesystem, f"?endpoint_override={endpoint}&scheme=http")
    server.stop()
