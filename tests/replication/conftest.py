"""Real servers, of which each test has one to itself, or nearly so."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

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


def execute(server: RunningServer, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as root, and return the rows of the last one."""
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
        rows: list[tuple[Any, ...]] = list(cursor.fetchall())
        return rows
