"""Current tables that are merged on read: rows are deleted by positions in files that stay."""

from __future__ import annotations

import contextlib
import itertools
import json
import random
import shutil
from collections.abc import Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner
from deltalake import DeltaTable, QueryBuilder
from pyiceberg.catalog.sql import SqlCatalog
from pyiceberg.table import Table

from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.columns import schema_from
from binlog_kaitai.lake.current import marking, planning
from binlog_kaitai.lake.current.files import Current, CurrentFile, Deleted
from binlog_kaitai.lake.current.marking import anew_or_stays
from binlog_kaitai.lake.current.ordering import digest_of
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.current.positions import left_in, left_of, write_positions
from binlog_kaitai.lake.current.reading import Rows
from binlog_kaitai.lake.facts import Piece
from binlog_kaitai.lake.gathering import in_columns
from binlog_kaitai.lake.iceberg import identifier_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.loading import load_state
from binlog_kaitai.lake.maintenance import maintain
from binlog_kaitai.lake.proof import prove
from binlog_kaitai.lake.running import Threads
from binlog_kaitai.lake.store import Store
from binlog_kaitai.lake.tables import Format
from tests.lake.test_again import export_killed
from tests.marks import mostly_long
from tests.servers import SERVERS, RunningServer

FOLDER = Path(__file__).parent / "marked"
LOG = str(FOLDER / "binlog.000001")
STEPS = 8
IDS = 150
OPTIONS = ["--binlog-format=ROW", "--binlog-row-metadata=FULL"]
MARKING: tuple[Format, ...] = ("iceberg", "delta")
DEFAULTS = {"marked.t": {"x": 5}}
ON_READ = Asked(defaults=DEFAULTS, merge="on-read")


def work(seed: int) -> Iterator[str]:
    """Yield statements: random changes, some of whose images are partial, with DDL among them."""
    chance = random.Random(seed)
    yield "CREATE DATABASE marked"
    yield "USE marked"
    yield "CREATE TABLE t (id INT PRIMARY KEY, v INT, w VARCHAR(60))"
    yield "CREATE TABLE pair (a VARCHAR(8), b INT, v DECIMAL(9,2), PRIMARY KEY (a, b))"
    for table, key in (("t", "{0}"), ("pair", "'k{0}', {0}")):
        values = (f"({key.format(at)}, {at}, 'w{at}')" for at in range(IDS))
        columns = ", 'w" if table == "pair" else ""
        rows = [one.partition(columns)[0] + ")" if columns else one for one in values]
        yield f"INSERT INTO {table} VALUES {', '.join(rows)}"
    yield "FLUSH BINARY LOGS"
    for step in range(1, STEPS):
        if step == STEPS // 2:
            yield "ALTER TABLE t ADD COLUMN x INT DEFAULT 5"
            yield "ALTER TABLE pair RENAME TO pairs"
        pair = "pair" if step < STEPS // 2 else "pairs"
        for _ in range(chance.randint(4, 16)):
            image = chance.choice(["FULL", "FULL", "MINIMAL"])
            yield f"SET SESSION binlog_row_image = '{image}'"
            one, other = (chance.randrange(8, IDS * 5 // 4) for _ in range(2))
            yield chance.choice(
                [
                    f"UPDATE t SET v = v + 1, w = '{chance.random()}' WHERE id = {one}",
                    f"UPDATE t SET v = -v WHERE id BETWEEN {one} AND {one + 3}",
                    f"DELETE FROM t WHERE id = {one}",
                    f"REPLACE INTO t (id, v, w) VALUES ({one}, {other}, 'new')",
                    f"UPDATE IGNORE t SET id = {other} WHERE id = {one}",
                    f"UPDATE {pair} SET v = v + 0.01 WHERE b = {one}",
                    f"UPDATE IGNORE {pair} SET a = 'k{other}' WHERE b = {one}",
                    f"DELETE FROM {pair} WHERE b BETWEEN {one} AND {one + 2}",
                    f"REPLACE INTO {pair} VALUES ('k{other}', {other}, {one})",
                ]
            )
        yield "FLUSH BINARY LOGS"


def plain(rows: Sequence[Any]) -> list[str]:
    """Return rows as text, in order."""
    values = ([float(one) if isinstance(one, Decimal) else one for one in row] for row in rows)
    return sorted(map(json.dumps, values))


def run(server: RunningServer, seed: int) -> list[dict[str, list[str]]]:
    """Run `work`. Returns the rows of the tables at the end of each log."""
    truth = []
    with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
        for statement in work(seed):
            cursor.execute(statement)
            if statement.startswith("FLUSH"):
                cursor.execute("SHOW TABLES")
                names = [name for (name,) in cursor.fetchall()]
                truth.append({name: rows_on(cursor, name) for name in names})
    return truth


def rows_on(cursor: Any, name: str) -> list[str]:
    cursor.execute(f"SELECT * FROM marked.{name}")
    return plain(cursor.fetchall())


def logs_of(folder: Path) -> list[str]:
    return sorted(map(str, folder.glob("binlog.*")))


def table_of(out: Path, name: str) -> Table:
    catalog = SqlCatalog("binlog", uri=f"sqlite:///{out}/catalog.db")
    return catalog.load_table(identifier_of(f"marked.{name}.current"))


def read(out: Path, name: str) -> list[str]:
    """Return the rows of a table as a reader of its format has them."""
    if (out / "catalog.db").exists():
        rows = table_of(out, name).scan().to_arrow()
    else:
        table = DeltaTable((out / f"marked.{name}.current").as_uri())
        query = QueryBuilder().register("t", table).execute("SELECT * FROM t")
        rows = pa.table(query.read_all()).drop(["log_bucket"])
    return plain([tuple(row.values()) for row in rows.to_pylist()])


def currents(out: Path) -> dict[str, Current]:
    state = load_state(Store.at(out))
    assert state is not None
    return {
        one.table: one.current
        for one in state.datasets.values()
        if one.current is not None and one.table is not None
    }


def check_files(out: Path) -> int:
    """Check what the state knows of all files. Returns the number of deleted rows in them."""
    store, count = Store.at(out), 0
    for name, current in currents(out).items():
        folder, schema = f"marked.{name}.current", schema_from(current.columns)
        for one in current.files:
            deleted = one.deleted and f"{folder}/{one.deleted.name}"
            rows = list(left_in(store, f"{folder}/{one.name}", deleted, schema.names))
            assert sum(map(len, rows)) == one.rows
            digest = sum(digest_of(in_columns(each, schema)) for each in rows) % 2**64
            assert digest == one.digest
            count += 0 if one.deleted is None else one.deleted.rows
    return count


def always(patch: pytest.MonkeyPatch, depth: int = 0, *, larger: int = 0, deleted: int = 0) -> None:
    """Let files stay also if they are small, or if most of their rows are deleted.

    Tables have two to the power of `depth` buckets.
    """
    patch.setattr(planning, "depth_of", lambda *_: depth)
    patch.setattr(marking, "LARGER", larger)
    patch.setattr(marking, "DELETED", deleted)


@pytest.mark.parametrize("file_format", MARKING)
@pytest.mark.parametrize(
    ("larger", "deleted", "depth"),
    mostly_long([(0, 0, 2), (0, 0, 0), (0, 2, 1), (1, 5, 2)], short=2),
)
def test_a_table_is_the_servers_select(  # noqa: PLR0913, PLR0917 - fixtures
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    file_format: Format,
    larger: int,
    deleted: int,
    depth: int,
) -> None:
    """Of one bucket or several, with files that are made anew sooner or later, or never."""
    always(monkeypatch, depth, larger=larger, deleted=deleted)
    logs, truth = logs_of(FOLDER), json.loads((FOLDER / "truth.json").read_text())
    check(logs, truth, tmp_path / "out", file_format)


def check(
    logs: Sequence[str], truth: list[dict[str, list[str]]], out: Path, file_format: Format
) -> None:
    """Check all tables after each log, and maintenance, which removes no file that counts."""
    marked = 0
    for count, tables in enumerate(truth, 1):
        export(logs[:count], out, file_format=file_format, current=ON_READ)
        marked += check_files(out)
        for name, rows in tables.items():
            assert read(out, name) == rows, (count, name)
        if count % 2:
            list(maintain(out, retain=0))
    assert marked


@pytest.mark.parametrize("file_format", MARKING)
def test_a_merge_on_write_keeps_what_is_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file_format: Format
) -> None:
    """Of buckets that do not change; in those that do, nothing is left of the deleted rows."""
    always(monkeypatch, 2)
    logs, truth = logs_of(FOLDER), json.loads((FOLDER / "truth.json").read_text())
    for count in range(1, len(logs)):
        export(logs[:count], tmp_path, file_format=file_format, current=ON_READ)
    before = check_files(tmp_path)
    export(
        logs, tmp_path, file_format=file_format, current=Asked(defaults=DEFAULTS, merge="on-write")
    )
    assert 0 < check_files(tmp_path) < before
    for name, rows in truth[-1].items():
        assert read(tmp_path, name) == rows


@pytest.mark.parametrize("file_format", MARKING)
@pytest.mark.parametrize("step", [23, pytest.param(1, marks=pytest.mark.long)])
def test_killed_anywhere_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file_format: Format, step: int
) -> None:
    """Between the files and the commit, and between the commits of tables, too."""
    always(monkeypatch)
    logs, truth = logs_of(FOLDER), json.loads((FOLDER / "truth.json").read_text())
    out, first = tmp_path / "out", tmp_path / "first"
    for count in (1, 2):
        export(logs[:count], out, file_format=file_format, current=ON_READ)
    shutil.copytree(out, first)
    for count in itertools.count(1, step):
        shutil.rmtree(out)
        shutil.copytree(first, out)  # tables of Iceberg have absolute paths
        options: dict[str, Any] = {"file_format": file_format, "current": ON_READ}
        is_killed = export_killed(count, logs[:3], out, **options)
        for name in truth[1]:
            assert read(out, name) in (truth[1][name], truth[2][name])
        export(logs[:3], out, runner=Threads(1), **options)
        check_files(out)
        for name, rows in truth[2].items():
            assert read(out, name) == rows
        if not is_killed:
            break


@pytest.mark.live
@pytest.mark.parametrize("name", ["mysql97", "mariadb118"])
def test_random_changes_on_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The proof agrees, and finds a difference that the log does not have."""
    always(monkeypatch, 2)
    seed = random.randrange(2**16)
    with SERVERS[name].run(OPTIONS) as server:
        truth = run(server, seed)
        logs = [str(shutil.copy(log, tmp_path)) for log in server.binary_log_files()]
        uri = f"mysql://root@127.0.0.1:{server.port}"
        begins = (b"DATABASE marked" in Path(log).read_bytes() for log in logs)
        begin = list(begins).index(True)
        outs = [tmp_path / file_format for file_format in MARKING]
        for file_format, out in zip(MARKING, outs, strict=True):
            try:
                check(logs[begin:], truth, out, file_format)
            except AssertionError as error:
                raise AssertionError(f"seed {seed}") from error
            proofs = list(prove(uri, str(out), "marked.*"))
            assert {one.status for one in proofs} == {"equal"}, (seed, proofs)
        with contextlib.closing(server.connect()) as connection, connection.cursor() as cursor:
            cursor.execute("SET SESSION sql_log_bin = 0")
            cursor.execute("UPDATE marked.t SET v = v + 1000 WHERE id = 7")
        for out in outs:
            found = {one.table: one.differing for one in prove(uri, str(out), "marked.*")}
            assert found == {"marked.t": 1, "marked.pair": 0, "marked.pairs": 0}


def test_iceberg_lists_positions_by_one_manifest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its summary counts them, and an earlier snapshot has its own."""
    always(monkeypatch)
    logs, truth = logs_of(FOLDER), json.loads((FOLDER / "truth.json").read_text())
    for count in range(1, 5):
        export(logs[:count], tmp_path, file_format="iceberg", current=ON_READ)
    table = table_of(tmp_path, "t")
    snapshot = table.current_snapshot()
    assert snapshot is not None
    assert snapshot.summary is not None
    manifests = [one for one in snapshot.manifests(table.io) if one.content == 1]
    assert len(manifests) == 1
    deletes = [one for task in table.scan().plan_files() for one in task.delete_files]
    counts = snapshot.summary.additional_properties
    assert int(counts["total-delete-files"]) == len(deletes) > 0
    total = sum(one.record_count for one in deletes)
    assert int(counts["total-position-deletes"]) == total
    assert total == sum(
        one.deleted.rows for one in currents(tmp_path)["t"].files if one.deleted is not None
    )
    for one, tables in zip(table.snapshots(), truth, strict=False):
        rows = table.scan(snapshot_id=one.snapshot_id).to_arrow().to_pylist()
        assert plain([tuple(row.values()) for row in rows]) == tables["t"]


def test_positions_are_left_out(tmp_path: Path) -> None:
    store = Store.at(tmp_path)
    rows = pa.RecordBatch.from_pydict({"id": list(range(10))})
    written = write_positions(store, "new", "t/file.parquet", np.array([0, 3, 4, 9]), "iceberg")
    found = pq.read_table(tmp_path / written.name)
    assert set(found.column("file_path").to_pylist()) == {f"file://{tmp_path}/t/file.parquet"}
    positions = found.column("pos").to_numpy()
    parts = (rows.slice(0, 3), rows.slice(3, 2), rows.slice(5, 5))
    left = [value for one in left_of(iter(parts), positions) for value in one.column("id")]
    assert [one.as_py() for one in left] == [1, 2, 5, 6, 7, 8]


def file_of(size: int, rows: int = 100, deleted: int = 0) -> Rows:
    gone = Deleted("d", deleted, 9) if deleted else None
    return Rows(Piece(str(size), rows, size, 0, 0), "table", None, gone)


def test_large_files_stay() -> None:
    """A file is made anew with all smaller ones, so that each is far larger than the next."""
    changes = [Rows(Piece("c", 2, 10, 0, 0), "changes")]

    def names(*files: Rows) -> list[list[str]]:
        return [[one.piece.name for one in some] for some in anew_or_stays(changes, files)]

    assert names(file_of(1000), file_of(500)) == [[], ["500", "1000"]]
    assert names(file_of(1000), file_of(20)) == [["20"], ["1000"]]
    assert names(file_of(60), file_of(20), file_of(61)) == [["20", "60", "61"], []]
    assert names(file_of(1000, 79, 21), file_of(500)) == [["500", "1000"], []]
    assert names(file_of(1000, 80, 20), file_of(500)) == [[], ["500", "1000"]]
    many = names(*(file_of(size) for size in range(100, 109)))
    assert many == [["100", "101", "102", "103"], ["104", "105", "106", "107", "108"]]


def test_the_state_keeps_what_is_deleted() -> None:
    files = [CurrentFile(0, "a", 3, 9, 1, Deleted("b", 2, 8)), CurrentFile(1, "c", 3, 9)]
    current = Current("[]", ["id"], 1, files)
    assert Current.from_json(json.loads(json.dumps(vars(current)))) == current
    assert [one.names for one in files] == [["a", "b"], ["c"]]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (["--merge", "on-read"], "Error: --merge requires --current"),
        (
            ["--merge", "on-read", "--current"],
            "Error: --merge on-read requires the format delta or iceberg, found parquet",
        ),
    ],
)
def test_files_of_parquet_cannot_have_deleted_rows(
    tmp_path: Path, options: list[str], error: str
) -> None:
    result = CliRunner().invoke(main, ["export", "--out", str(tmp_path), *options, LOG])
    assert result.exit_code == 2
    assert result.output.splitlines()[-1] == error
