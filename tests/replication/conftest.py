"""Real servers, of which each test has one to itself, or nearly so."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from binlog_kaitai.replication import archive as archive_module
from binlog_kaitai.replication.archive import Archive
from binlog_kaitai.replication.bucket import BucketArchive
from binlog_kaitai.replication.servers import connect
from binlog_kaitai.replication.sessions import ServerError, Session
from binlog_kaitai.replication.uris import parse_uri
from tests import HANG_SECONDS
from tests.servers import SERVERS, RunningServer

OPTIONS = {
    "mysql97": ["--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--mysqlx=OFF"],
    "mariadb118": ["--binlog-format=ROW"],
}
FULL = "--binlog-row-metadata=FULL"

Start = Callable[..., RunningServer]


@pytest.fixture(scope="module")
def start() -> Iterator[Start]:
    """Return what starts a server by its name; it ends with the module's tests."""
    with ExitStack() as stack:

        def run(name: str, *options: str) -> RunningServer:
            if not SERVERS[name].installed():
                pytest.skip(f"{name} is not installed: python -m tests.servers {name}")
            return stack.enter_context(SERVERS[name].run([*OPTIONS[name], FULL, *options]))

        yield run


@pytest.fixture(scope="module", params=OPTIONS)
def server(request: pytest.FixtureRequest, start: Start) -> RunningServer:
    return start(request.param)


def uri_of(server: RunningServer, log: str = "", query: str = "", user: str = "root") -> str:
    return f"mysql://{user}@127.0.0.1:{server.port}/{log}{query}"


class _EndedError(Exception):
    """Ends a thread that follows a server."""


@contextlib.contextmanager
def followed(kept: Archive | BucketArchive, server: RunningServer, uri: str = "") -> Iterator[None]:
    """Have a thread archive what the server writes, up to the end of the block.

    A thread that went on would log, in later tests, that its server is lost.
    """
    is_over = threading.Event()

    def connect_until_over(*arguments: Any) -> Session:
        if is_over.is_set() and threading.current_thread() is thread:
            raise _EndedError
        return connect(*arguments)

    def follow() -> None:
        with contextlib.suppress(ServerError, _EndedError):
            kept.follow(parse_uri(uri or uri_of(server)))

    thread = threading.Thread(target=follow, daemon=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive_module, "connect", connect_until_over)
        thread.start()
        yield
        is_over.set()
        dumps = "SELECT id FROM information_schema.processlist WHERE command LIKE 'Binlog Dump%'"
        execute(server, *(f"KILL {number}" for (number,) in execute(server, dumps)))
        thread.join(HANG_SECONDS)
        assert not thread.is_alive()


def execute(server: RunningServer, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as root, and return the rows of the last one."""
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        rows: list[tuple[Any, ...]] = list(cursor.fetchall()) if cursor.description else []
        return rows
