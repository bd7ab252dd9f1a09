"""A primary is killed, and its replica goes on: nothing is lost, and nothing is there twice."""

from __future__ import annotations

import json
import os
import signal
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.errors import TransientError
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.proof import prove
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.replication.uris import parse_uri
from tests.lake.test_followed import table_in
from tests.replication.conftest import Start, execute
from tests.replication.test_live_kills import TABLES, load
from tests.servers import RunningServer

pytestmark = pytest.mark.live

REPLICATE = {
    "mysql97": (
        """CHANGE REPLICATION SOURCE TO SOURCE_HOST='127.0.0.1', SOURCE_PORT={port},
        SOURCE_USER='root', SOURCE_AUTO_POSITION=1, GET_SOURCE_PUBLIC_KEY=1""",
        "START REPLICA",
    ),
    "mariadb118": (
        """CHANGE MASTER TO MASTER_HOST='127.0.0.1', MASTER_PORT={port}, MASTER_USER='root',
        MASTER_USE_GTID=slave_pos""",
        "START SLAVE",
    ),
}
PROMOTE = {"mysql97": "STOP REPLICA", "mariadb118": "STOP SLAVE"}
EXECUTED = {"mysql97": "SELECT @@gtid_executed", "mariadb118": "SELECT @@gtid_binlog_pos"}
LIVE = ("items", "orders")
COLUMNS = ["gtid", "change_type", "table", "data"]


class Pair(NamedTuple):
    """A primary, and the replica that has all of it."""

    primary: RunningServer
    replica: RunningServer

    @property
    def uri(self) -> str:
        return f"mysql://root@127.0.0.1:{self.primary.port},127.0.0.1:{self.replica.port}/"

    def catch_up(self) -> None:
        """Wait until the replica has what the primary has."""
        executed = EXECUTED[self.primary.name]
        end = time.monotonic() + 120
        while execute(self.replica, executed) != execute(self.primary, executed):
            assert time.monotonic() < end, "the replica does not catch up"
            time.sleep(0.1)

    def fail(self) -> None:
        """Kill the primary once the replica has all, and have the replica take its place."""
        self.catch_up()
        os.kill(int(self.primary.data.with_suffix(".pid").read_text()), signal.SIGKILL)
        assert self.primary.process is not None
        self.primary.process.wait()
        execute(self.replica, PROMOTE[self.replica.name])


@pytest.fixture(params=REPLICATE)
def pair(request: pytest.FixtureRequest, start: Start) -> Iterator[Pair]:
    name: str = request.param
    updates = ["--log-slave-updates"] if name.startswith("mariadb") else []
    primary = start(name, "--max-binlog-size=262144")
    replica = start(name, "--server-id=4711", "--max-binlog-size=1048576", *updates)
    for statement in REPLICATE[name]:
        execute(replica, statement.format(port=primary.port))
    execute(primary, *TABLES)
    with load(primary, pause=0.01):
        time.sleep(4)
    yield Pair(primary, replica)
    for server in (primary, replica):
        server.stop()


def told(batches: Iterable[pa.RecordBatch]) -> Counter[tuple[str, ...]]:
    """Return what changed, without the places, which differ from server to server."""
    return Counter(
        tuple(map(str, row.values())) for b in batches for row in b.select(COLUMNS).to_pylist()
    )


def all_of(server: RunningServer) -> Counter[tuple[str, ...]]:
    return told(scan(server.binary_log_files(), columns=COLUMNS))


def test_a_scan_goes_on_at_the_replica(pair: Pair) -> None:
    expected = all_of(pair.primary)
    batches = iter(scan(pair.uri, columns=COLUMNS))
    found = told([next(batches)])
    pair.fail()
    found += told(batches)
    assert found == expected


def test_a_command_goes_on_at_the_replica(pair: Pair) -> None:
    pair.fail()
    result = CliRunner().invoke(main, ["rows", pair.uri])
    assert result.exit_code == 0
    assert len(result.stdout.splitlines()) == all_of(pair.replica).total()


@pytest.mark.parametrize("is_bare", [False, True])
def test_a_spool_goes_on_at_the_replica(pair: Pair, tmp_path: Path, *, is_bare: bool) -> None:
    """Also where it took a part of a transaction only, or of what tells of the logs before."""
    if is_bare:
        execute(pair.primary, "FLUSH BINARY LOGS")
    spool = ServerSpool(parse_uri(pair.uri), tmp_path)
    spool.update()
    last = Path(spool.logs()[-1].file.path)
    pair.fail()
    torn = last.stat().st_size - 40
    os.truncate(last, torn)
    state = last.parent / ".archive.json"
    place = json.loads(state.read_text()) | {"position": torn, "is_closed": False}
    state.write_text(json.dumps(place))
    assert spool.generations[-1].number == 1
    with load(pair.replica, pause=0.01):
        time.sleep(1)
        spool.update()
    spool.update()
    assert [one.number for one in spool.generations] == [1, 2]
    logs = [log.file.path for log in spool.logs()]
    assert told(scan(logs, columns=COLUMNS)) == all_of(pair.replica)


def test_an_archive_is_of_one_server(pair: Pair, tmp_path: Path) -> None:
    assert CliRunner().invoke(main, ["archive", pair.uri, str(tmp_path)]).exit_code == 0
    pair.fail()
    result = CliRunner().invoke(main, ["archive", pair.uri, str(tmp_path)])
    assert result.exit_code == 1
    assert "expected the server " in result.stderr


@pytest.mark.parametrize("is_one_run", [False, True])
def test_current_tables_go_on_at_the_replica(
    pair: Pair, tmp_path: Path, *, is_one_run: bool
) -> None:
    """Whose logs have lower numbers than that which emptied a table."""
    options: Any = {"spool": tmp_path / "spool", "current": Asked()}
    out = tmp_path / "out"
    execute(pair.primary, "TRUNCATE live.items", "INSERT INTO live.items VALUES (1, 1, 'primary')")
    if not is_one_run:
        export([pair.uri], out, **options)
    else:
        ServerSpool(parse_uri(pair.uri), tmp_path / "spool").update()
    last = [server.binary_log_files()[-1].name for server in pair]
    pair.fail()
    assert last[1] < last[0]
    if not is_one_run:
        with pytest.raises(TransientError, match="after a failover, run the export again first"):
            list(prove(pair.uri, str(out), "live.*"))
    execute(pair.replica, "UPDATE live.items SET note = 'replica'", "DELETE FROM live.orders")
    execute(pair.replica, "INSERT INTO live.items VALUES (2, 2, '2')")
    summary = export([pair.uri], out, **options)
    assert not summary.set_aside
    found = {name: table_in(out, summary.current[f"live.{name}"], "parquet") for name in LIVE}
    rows = found["items"].select(["id", "v", "note"]).to_pylist()
    assert sorted(tuple(row.values()) for row in rows) == [(1, 1, "replica"), (2, 2, "2")]
    assert not len(found["orders"])
    assert [one.status for one in prove(pair.uri, str(out), "live.*")] == ["equal"] * 2
    assert Path(summary.log).name == f"~2.{pair.replica.binary_log_files()[-1].name}"
    pair.primary.start()
    assert [one.status for one in prove(pair.uri, str(out), "live.*")] == ["equal"] * 2
