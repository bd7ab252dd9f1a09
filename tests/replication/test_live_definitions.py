"""Servers whose logs hold no names of columns are asked for them."""

from __future__ import annotations

import pickle
import time
import warnings
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import BinlogError, Ddl, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.model.definitions import NewerDefinitionWarning
from binlog_kaitai.read.ddl_places import PlaceError
from binlog_kaitai.read.engines import Engine
from binlog_kaitai.read.server_spool import ServerSpool
from binlog_kaitai.replication.uris import parse_uri
from tests.replication.conftest import Start, execute, uri_of
from tests.servers import RunningServer

pytestmark = pytest.mark.live

MINIMAL = {
    "mysql97": "--binlog-row-metadata=MINIMAL",
    "mariadb118": "--binlog-row-metadata=NO_LOG",
}
TABLE = (
    "CREATE DATABASE shop",
    """CREATE TABLE shop.items (`the id` INT UNSIGNED, name VARCHAR(9) CHARACTER SET latin1,
    kind ENUM('a','b,c'), flags SET('x','y'), price DECIMAL(9,2), raw VARBINARY(4),
    twice BIGINT GENERATED ALWAYS AS (2 * `the id`) STORED, PRIMARY KEY (`the id`))""",
    """INSERT INTO shop.items (`the id`, name, kind, flags, price, raw) VALUES
    (4294967295, 'é', 'b,c', 'x,y', '1.50', x'00ff'), (1, NULL, 'a', '', '2', 'ab')""",
)
NAMES = ["the id", "name", "kind", "flags", "price", "raw", "twice"]


@pytest.fixture(scope="module", params=MINIMAL)
def sparing(request: pytest.FixtureRequest, start: Start) -> RunningServer:
    server = start(request.param, MINIMAL[request.param], "--sql-mode=")
    time.sleep(1.1)  # tables tell when they were made, in seconds
    execute(server, *TABLE[:2])
    time.sleep(1.1)
    execute(server, TABLE[2])
    return server


def read(paths: Any, **options: Any) -> pa.Table:
    return pa.table(scan(paths, "shop.items", **options)).select(NAMES)


@pytest.mark.parametrize("engine", ["kernels", "tree"])
def test_names_come_from_the_server(engine: Engine, sparing: RunningServer, tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = read(uri_of(sparing), engine=engine)
    rows = [tuple(row.values()) for row in found.to_pylist()]
    expected = execute(sparing, "SELECT * FROM shop.items ORDER BY `the id` DESC")
    assert rows == [
        (*row[:3], sorted(row[3].split(",")) if row[3] else [], *row[4:])
        if isinstance(rows[0][3], list)
        else row
        for row in expected
    ]
    spool = ServerSpool(parse_uri(uri_of(sparing)), tmp_path)
    spool.update()
    paths = [pickle.loads(pickle.dumps(log.file.path)) for log in spool.logs()]
    assert read(paths, engine=engine) == found


def test_a_table_that_was_altered(sparing: RunningServer) -> None:
    time.sleep(1.1)
    execute(sparing, "ALTER TABLE shop.items ADD gone INT", "ALTER TABLE shop.items DROP gone")
    for engine in ("kernels", "tree"):
        with pytest.warns(NewerDefinitionWarning, match=r"shop\.items: column names come from"):
            read(uri_of(sparing), engine=engine)
    execute(sparing, "ALTER TABLE shop.items ADD more INT")
    with pytest.raises(BinlogError, match="8 columns"):
        read(uri_of(sparing))


def test_a_table_that_is_gone(sparing: RunningServer) -> None:
    """The last test: what nobody tells has numbers."""
    execute(sparing, "DROP TABLE shop.items")
    assert "@1" in pa.table(scan(uri_of(sparing), "shop.items")).schema.names


def test_tables_of_now_are_followed_back(sparing: RunningServer, tmp_path: Path) -> None:
    """Two columns of one type change their names behind the first row; CREATE TABLE is purged."""
    execute(
        sparing,
        "CREATE DATABASE later",
        "CREATE TABLE later.old (id INT PRIMARY KEY, a INT, b INT)",
        "FLUSH BINARY LOGS",
    )
    last = sparing.binary_log_files()[-1].name
    execute(
        sparing,
        f"PURGE BINARY LOGS TO '{last}'",
        "INSERT INTO later.old VALUES (1, 2, 3)",
        "ALTER TABLE later.old RENAME COLUMN a TO b, RENAME COLUMN b TO a, ADD c INT FIRST",
        "RENAME TABLE later.old TO later.t",
        "FLUSH BINARY LOGS",
        "INSERT INTO later.t VALUES (4, 5, 6, 7)",
    )
    expected = ['{"id": 1, "a": 2, "b": 3}', '{"c": 4, "id": 5, "b": 6, "a": 7}']
    uri = uri_of(sparing)
    logs = []
    for log in sparing.binary_log_files():
        logs.append(tmp_path / log.name)
        logs[-1].write_bytes(log.read_bytes())
    for paths, ddl in ((uri, Ddl(in_logs=True)), (uri, Ddl(uri)), (logs, Ddl(uri))):
        found = pa.table(scan(paths, "later.*", is_typed=False, ddl=ddl))
        assert found["data"].to_pylist() == expected
    folder = tmp_path / "archive"
    done = CliRunner().invoke(main, ["archive", uri, str(folder)])
    assert done.exit_code == 0, done.output
    for name, some in ((logs[-1].name, expected[1:]), (logs[-2].name, expected[:1])):
        found = pa.table(scan(folder / name, "later.*", is_typed=False, ddl=Ddl(in_logs=True)))
        assert found["data"].to_pylist() == some
    execute(sparing, "ALTER TABLE later.t ADD d INT")
    with pytest.raises(PlaceError, match="in the logs, found their end before it"):
        list(scan(logs, "later.*", is_typed=False, ddl=Ddl(uri)))
