"""Logs that are written anew, applied by servers: the result is what SELECT says it should be."""

from __future__ import annotations

import contextlib
import hmac
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from binlog_kaitai import read_events, scan
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import AS_READ, rewrite_logs
from binlog_kaitai.rewrite.series import Cutting
from binlog_kaitai.rewrite.targets import FolderTarget
from tests.made_up.pages import Files, transactions, write_transactions
from tests.servers import SERVERS, RunningServer, Server
from tests.test_rewrite import check

pytestmark = pytest.mark.live

AS_IT_IS = Options()
APPLY_SECONDS = 60

FAMILIES = ["mysql97", "mariadb118"]

GTIDS = {
    "mysql97": ("--gtid-mode=ON", "--enforce-gtid-consistency=ON", "--mysqlx=OFF"),
    "mariadb118": ("--gtid-strict-mode=ON", "--log-slave-updates"),
}
METADATA = ("--binlog-row-metadata=FULL", "--binlog-format=ROW")

SETUP = (
    "CREATE DATABASE shop",
    "CREATE DATABASE other",
    "CREATE TABLE shop.users (id INT PRIMARY KEY AUTO_INCREMENT, email VARCHAR(60), n BIGINT)",
    "CREATE TABLE shop.orders (id INT PRIMARY KEY, user INT, note LONGTEXT)",
    "CREATE TABLE other.log (id INT PRIMARY KEY AUTO_INCREMENT, t TEXT)",
)


def work(cursor: Any, round_: int) -> None:
    """Change tables of two databases, in transactions of their own and together."""
    for n in range(20):
        key = 100 * round_ + n
        cursor.execute("BEGIN")
        cursor.execute("INSERT INTO shop.users (email, n) VALUES (%s, %s)", (f"u{key}@x.org", key))
        if n % 3 == 0:
            cursor.execute("INSERT INTO other.log (t) VALUES (%s)", (f"of {key}" * 50,))
        if n % 4 == 0:
            cursor.execute("INSERT INTO shop.orders VALUES (%s, %s, REPEAT('x', 3000))", (key, n))
        cursor.execute("COMMIT")
        cursor.execute("INSERT INTO other.log (t) VALUES ('alone')")
        if n % 5 == 0:
            cursor.execute(
                "UPDATE shop.users u, other.log l SET u.n = -u.n, l.t = 'both'"
                " WHERE u.id = %s AND l.id = %s",
                (n + 1, n + 1),
            )
    cursor.execute("DELETE FROM shop.orders WHERE id %% 8 = 0", ())
    cursor.execute(f"ALTER TABLE other.log ADD c{round_} INT")
    cursor.execute(f"ALTER TABLE shop.users ADD c{round_} INT DEFAULT {round_}")
    cursor.execute("XA START 'x'")
    cursor.execute("INSERT INTO shop.users (email) VALUES ('xa')")
    cursor.execute("XA END 'x'")
    cursor.execute("XA PREPARE 'x'")
    cursor.execute("XA COMMIT 'x'")
    cursor.execute("FLUSH BINARY LOGS")


def rounds(cursor: Any, server: Server) -> None:
    """Work in rounds, which MySQL compresses by turns."""
    for round_ in range(3):
        if server.family == "mysql":
            cursor.execute(f"SET binlog_transaction_compression = {round_ % 2}")
        work(cursor, round_)


class Source:
    """The logs of a server that has worked, and what it selects then.

    Args:
        server: it.
        folder: for copies of its logs.
        do: works.
    """

    def __init__(
        self, server: Server, folder: Path, do: Callable[[Any, Server], None] = rounds
    ) -> None:
        self.server = server
        with server.run((*GTIDS[server.name], *METADATA)) as running:
            with contextlib.closing(running.connect()) as connection:
                cursor = connection.cursor()
                for statement in SETUP:
                    cursor.execute(statement)
                do(cursor, server)
                self.gtids = executed(cursor, server)
                self.tables = {name: selected(cursor, name) for name in tables(cursor)}
            self.logs = []
            for log in running.binary_log_files():
                self.logs.append(folder / log.name)
                self.logs[-1].write_bytes(log.read_bytes())


def executed(cursor: Any, server: Server) -> str:
    name = "gtid_executed" if server.family == "mysql" else "gtid_binlog_pos"
    cursor.execute(f"SELECT @@GLOBAL.{name}")
    return str(cursor.fetchone()[0]).replace("\n", "")


def tables(cursor: Any) -> list[str]:
    cursor.execute(
        "SELECT CONCAT(table_schema, '.', table_name) FROM information_schema.tables"
        " WHERE table_schema IN ('shop', 'other', 'trial') ORDER BY 1"
    )
    return [row[0] for row in cursor.fetchall()]


def selected(cursor: Any, table: str) -> list[tuple[Any, ...]]:
    cursor.execute(f"SELECT * FROM {table} ORDER BY 1")
    return list(cursor.fetchall())


@pytest.fixture(autouse=True, params=[0, 2**40], ids=["wholes", "trees"])
def passes_from(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also let transactions of these short logs pass as a whole."""
    monkeypatch.setattr("binlog_kaitai.rewrite.logs.PASSES_FROM", request.param)


@pytest.fixture(scope="module", params=FAMILIES)
def source(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Source:
    return Source(SERVERS[request.param], tmp_path_factory.mktemp("source"))


def rewritten(
    source: Source,
    folder: Path,
    options: Options = AS_IT_IS,
    cutting: Cutting = AS_READ,
    **selection: Any,
) -> list[Path]:
    warnings: list[str] = []
    asked = scan(source.logs, is_typed=False, **selection)
    target = FolderTarget(folder)
    done = rewrite_logs(asked, target, options, warnings.append, cutting)
    logs = [Path(log.path) for log in done]
    assert warnings == []
    for log in logs:
        check(log)
    return logs


def applied(server: Server, running: RunningServer, logs: Sequence[Path]) -> None:
    """Apply logs by the server's own tool and client."""
    tool, client = "mysqlbinlog", "mysql"
    if server.family == "mariadb":
        tool, client = "mariadb-binlog", "mariadb"
    account = ("--host=127.0.0.1", f"--port={running.port}", "--user=root", "--binary-mode")
    for log in logs:
        printing = server.command(tool, "--no-defaults", "--verify-binlog-checksum", "-")
        with log.open("rb") as stream:
            printed = subprocess.run(
                printing, stdin=stream, env=server.environment(), capture_output=True, check=False
            )
        assert printed.returncode == 0, printed.stderr
        done = subprocess.run(
            server.command(client, "--no-defaults", *account),
            input=printed.stdout,
            env=server.environment(),
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def state_after(source: Source, logs: Sequence[Path]) -> tuple[str, dict[str, Any]]:
    server = source.server
    with server.run((*GTIDS[server.name], *METADATA)) as running:
        applied(server, running, logs)
        return _state(running, server)


def _state(running: RunningServer, server: Server) -> tuple[str, dict[str, Any]]:
    with contextlib.closing(running.connect()) as connection:
        cursor = connection.cursor()
        found = {name: selected(cursor, name) for name in tables(cursor)}
        return executed(cursor, server), found


def only(source: Source, database: str, renamed: str | None = None) -> dict[str, Any]:
    return {
        name.replace(database, renamed or database): rows
        for name, rows in source.tables.items()
        if name.startswith(f"{database}.")
    }


def test_a_database_under_another_name(source: Source, tmp_path: Path) -> None:
    logs = rewritten(source, tmp_path / "out", Options({"shop": "trial"}))
    gtids, found = state_after(source, logs)
    assert found == only(source, "shop", "trial") | only(source, "other")
    assert gtids == source.gtids


def test_the_tables_of_a_database(source: Source, tmp_path: Path) -> None:
    logs = rewritten(source, tmp_path / "out", table="shop.*")
    gtids, found = state_after(source, logs)
    assert found == only(source, "shop")
    assert gtids == source.gtids  # transactions without changes keep their GTIDs


def test_redacted_columns(source: Source, tmp_path: Path) -> None:
    redaction = Redaction([parse_rule("shop.users.email=hash"), parse_rule("*.*.n=null")], b"key")
    logs = rewritten(source, tmp_path / "out", Options(redaction=redaction))
    gtids, found = state_after(source, logs)
    users = [
        (key, hmac.new(b"key", email.encode(), "sha256").hexdigest()[:32], None, *rest)
        for key, email, _, *rest in source.tables["shop.users"]
    ]
    assert found == source.tables | {"shop.users": users}
    assert gtids == source.gtids


@contextlib.contextmanager
def serving(server: Server, logs: Sequence[Path]) -> Iterator[RunningServer]:
    """Run a server whose own logs are the given ones."""
    with server.run((*GTIDS[server.name], *METADATA)) as running:
        running.stop()
        for old in (*running.data.glob("binlog.0*"), *running.data.glob("binlog.state")):
            old.unlink()
        for log in logs:
            (running.data / log.name).write_bytes(log.read_bytes())
        index = "".join(f"./{log.name}\n" for log in logs)
        (running.data / "binlog.index").write_text(index)
        running.start()
        yield running


PARALLEL = {
    "mysql97": ("--replica-parallel-workers=4", "--replica-preserve-commit-order=ON"),
    "mariadb118": ("--slave-parallel-threads=4", "--slave-parallel-mode=optimistic"),
}


CUTTINGS = {
    "as_read": AS_READ,
    "merged": Cutting(2**30, merges=True),
    "small": Cutting(10_000, merges=True),
}


@pytest.mark.parametrize("cutting", CUTTINGS.values(), ids=CUTTINGS)
def test_a_replica_with_parallel_workers(source: Source, cutting: Cutting, tmp_path: Path) -> None:
    options = Options({"shop": "trial"}, compresses=True)
    logs = rewritten(source, tmp_path / "out", options, cutting, table="shop.*")
    assert replicated(source, logs) == only(source, "shop", "trial")


@pytest.mark.parametrize("cutting", CUTTINGS.values(), ids=CUTTINGS)
def test_a_replica_of_transactions_that_pass_in_blocks(
    source: Source, cutting: Cutting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("binlog_kaitai.rewrite.logs.PASSES_FROM", 0)
    logs = rewritten(source, tmp_path / "out", cutting=cutting)
    assert replicated(source, logs) == source.tables


@pytest.mark.parametrize("size", [1, 10_000, 2**30])
def test_logs_that_are_split_and_merged(source: Source, size: int, tmp_path: Path) -> None:
    logs = rewritten(source, tmp_path / "out", cutting=Cutting(size, merges=size > 1))
    assert (len(logs) == 1) == (size == 2**30)
    gtids, found = state_after(source, logs)
    assert (gtids, found) == (source.gtids, source.tables)


def test_logs_in_pages(source: Source, tmp_path: Path) -> None:
    if source.server.family != "mariadb":
        pytest.skip("MySQL has no logs in pages")
    files = Files(16384, 1000, 4)
    found = [one for log in source.logs for one in transactions(log.read_bytes())]
    write_transactions(files, found, Random(1))
    target = FolderTarget(tmp_path / "out")
    asked = scan(files.save(tmp_path), is_typed=False)
    logs = [Path(log.path) for log in rewrite_logs(asked, target, AS_IT_IS, pytest.fail)]
    gtids, tables_found = state_after(source, logs)
    assert (gtids, tables_found) == (source.gtids, source.tables)


def test_logs_that_are_compressed(source: Source, tmp_path: Path) -> None:
    is_mysql = source.server.family == "mysql"
    logs = rewritten(source, tmp_path / "out", Options(compresses=True))
    types = {event.type for log in logs for event in read_events(log)}
    assert ("TRANSACTION_PAYLOAD" if is_mysql else "WRITE_ROWS_COMPRESSED_V1") in types
    assert sum(map(_size, logs)) < sum(map(_size, source.logs))
    gtids, found = state_after(source, logs)
    assert (gtids, found) == (source.gtids, source.tables)


def _size(path: Path) -> int:
    return path.stat().st_size


def replicated(source: Source, logs: Sequence[Path]) -> dict[str, Any]:
    """Return the tables of a replica with parallel workers that follows a server with the logs."""
    server = source.server
    own = (*GTIDS[server.name], *METADATA, *PARALLEL[server.name])
    with serving(server, logs) as upstream, server.run((*own, "--server-id=7")) as replica:
        with contextlib.closing(replica.connect()) as connection:
            follow(connection.cursor(), server, upstream, source.gtids)
        _, found = _state(replica, server)
        return found


def follow(
    cursor: Any, server: Server, upstream: RunningServer, gtids: str, seconds: float = APPLY_SECONDS
) -> None:
    """Let a replica follow a server until it has applied transactions."""
    if server.family == "mysql":
        cursor.execute(
            "CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.1', SOURCE_USER='root',"
            f" SOURCE_PORT={upstream.port}, SOURCE_AUTO_POSITION=1, SOURCE_SSL=0,"
            " GET_SOURCE_PUBLIC_KEY=1"
        )
        cursor.execute("START REPLICA")
    else:
        cursor.execute(
            "CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_USER='root',"
            f" MASTER_PORT={upstream.port}, MASTER_USE_GTID=slave_pos, MASTER_SSL=0"
        )
        cursor.execute("START SLAVE")
    end = time.monotonic() + seconds
    while not _has(cursor, server, gtids):
        status = _status(cursor, server)
        is_stopped = any(status.get(f"Last_{thread}_Error") for thread in ("SQL", "IO"))
        if is_stopped or time.monotonic() > end:
            pytest.fail(str(status))
        time.sleep(0.3)


def _has(cursor: Any, server: Server, gtids: str) -> bool:
    if server.family == "mysql":
        cursor.execute("SELECT GTID_SUBSET(%s, @@GLOBAL.gtid_executed)", (gtids,))
    else:
        cursor.execute("SELECT @@GLOBAL.gtid_slave_pos = %s", (gtids,))
    return bool(cursor.fetchone()[0])


def _status(cursor: Any, server: Server) -> dict[str, Any]:
    cursor.execute("SHOW REPLICA STATUS" if server.family == "mysql" else "SHOW SLAVE STATUS")
    names = [column[0] for column in cursor.description]
    return dict(zip(names, cursor.fetchone(), strict=True))
