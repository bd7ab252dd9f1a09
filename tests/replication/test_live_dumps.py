"""Tables that begin with dumps of servers, compared with logs and SELECT."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from binlog_kaitai.catalog.dumped_rows import open_dump
from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.job import export
from tests.fixtures.cases import CASES
from tests.fixtures.make import INIT, run_sql
from tests.lake.test_followed import table_in
from tests.replication.conftest import execute, uri_of
from tests.replication.test_live_snapshot import in_order, selected, work
from tests.servers import SERVERS, RunningServer
from tests.shell_dumps import dump_server

pytestmark = pytest.mark.live

MYSQL = ["mysqldump", "--source-data=2", "--set-gtid-purged=ON"]
MARIADB = ["mariadb-dump", "--skip-ssl", "--master-data=2", "--gtid"]


def dump(server: RunningServer, out: Path, *options: str) -> Path:
    """Dump databases with the server's own program."""
    program = MARIADB if "mariadb" in server.name else MYSQL
    command = [*program, "-uroot", "-h127.0.0.1", f"-P{server.port}", "--single-transaction"]
    with out.open("wb") as file:
        subprocess.run(SERVERS[server.name].command(*command, *options), stdout=file, check=True)
    return out


def run_export(out: Path, *arguments: str) -> Any:
    command = ["export", "--current", "--out", str(out), "--spool", f"{out}.spool", *arguments]
    return CliRunner().invoke(main, command)


NOT_EXACT = {
    "types.floats": "dumps have only six digits of the FLOAT column f",
    "types.wide": "dumps have only six digits of the FLOAT column c10",
    "types.vectors": "the type VECTOR of v is not supported in dumps",
    "types.keyless": "it has no primary key (set --keys)",
    "hashes.kept": "it is system-versioned",
}


def mydumper(server: RunningServer, out: Path, databases: Sequence[str]) -> Path:
    """Dump databases with mydumper, which needs one run for each of several."""
    if shutil.which("mydumper") is None:
        pytest.skip("mydumper is not installed")
    pattern = f"^({'|'.join(databases)})\\."
    command = ["mydumper", "-u", "root", "-h", "127.0.0.1", "-P", f"{server.port}", "-x", pattern]
    subprocess.run([*command, "-c", "-o", str(out)], check=True)
    return out


def test_dumps_have_the_values_of_logs(server: RunningServer, tmp_path: Path) -> None:
    cases = [one for one in CASES if one.name in {"types", "charsets", "nested", "hashes"}]
    with contextlib.closing(server.connect(init_command=INIT)) as connection:
        for case in cases:
            for name in case.files(server.name):
                run_sql(connection, name)
    logged = tmp_path / "logged"
    expected = export([uri_of(server)], logged, spool=tmp_path / "spool", current=Asked())
    names = sorted({name.split(".")[0] for name in expected.current})
    execute(server, "FLUSH BINARY LOGS")
    compared = {name: at for name, at in expected.current.items() if name not in NOT_EXACT}
    assert len(compared) > 25
    plain = dump(server, tmp_path / "plain.sql", "--databases", *names)
    compare(server, plain, logged, compared)
    hexadecimal = dump(server, tmp_path / "hex.sql", "--hex-blob", "--databases", *names)
    compare(server, hexadecimal, logged, compared)
    check_parquet(server, logged, compared)
    if server.name == "mysql97":
        compare(server, dump_server(server, tmp_path / "shell", names), logged, compared)
    other = mydumper(server, tmp_path / "folder", names)
    if server.name == "mysql97":  # mydumper asks for its place by a statement that was removed
        refused = run_export(tmp_path / "placeless", "--baseline", str(other), uri_of(server))
        assert refused.exit_code == 2
        assert "expected the dump's place in the logs, found none" in refused.output
    else:
        compare(server, other, logged, compared)


def compare(server: RunningServer, path: Path, logged: Path, compared: dict[str, str]) -> None:
    """Compare tables that begin with a dump with those of logs."""
    begun = path.with_suffix(".begun")
    arguments = ["--baseline", str(path), uri_of(server, query="?start=latest")]
    refused = run_export(begun, *arguments)
    assert refused.exit_code == 2
    for name, reason in NOT_EXACT.items():
        assert (f"{name}: {reason}" in refused.output) == (name in path_names(path, name)), name
    excluded = [f"--exclude-table={name}" for name in NOT_EXACT]
    result = run_export(begun, *excluded, *arguments)
    assert result.exit_code == 0, result.output
    for name, folder in compared.items():
        one, other = (table_in(where, folder, "parquet") for where in (logged, begun))
        kinds = [
            dict(zip(each.column_names, each.schema.types, strict=True)) for each in (one, other)
        ]
        assert kinds[0] == kinds[1], name
        assert in_order(one) == in_order(other), name
    again = run_export(begun, *excluded, *arguments)  # the dump is not read again
    assert again.exit_code == 0
    assert "snapshot of" not in again.stderr


NOT_IN_PARQUET = {
    "types.vectors": "VECTOR columns are not supported in dumps",
    "types.keyless": "it has no primary key (set --keys)",
    "hashes.kept": "it is system-versioned",
}


def check_parquet(server: RunningServer, logged: Path, compared: dict[str, str]) -> None:
    """Compare tables that begin with those of another export, and with copies of these alone."""
    copies = logged.with_suffix(".copies")
    for folder in compared.values():
        shutil.copytree(logged / folder, copies / folder.removesuffix(".current"))
    ((log, position, *_),) = execute(
        server, f"SHOW {'MASTER' if 'maria' in server.name else 'BINARY LOG'} STATUS"
    )
    place = ["--baseline-place", f"{log}:{position}"]
    uri = uri_of(server, query="?start=latest")
    for path, arguments in ((logged, []), (copies, place)):
        begun = path.with_suffix(f"{path.suffix}.begun")
        excluded = [f"--exclude-table={name}" for name in NOT_IN_PARQUET]
        refused = run_export(begun, "--baseline", str(path), *arguments, uri)
        for name, reason in NOT_IN_PARQUET.items():
            has = path == logged and (logged / name).exists()
            assert (f"{name}: {reason}" in refused.output) == has, (name, refused.output)
        result = run_export(begun, *excluded, "--baseline", str(path), *arguments, uri)
        assert result.exit_code == 0, result.output
        for name, folder in compared.items():
            one, other = (table_in(where, folder, "parquet") for where in (logged, begun))
            assert one.schema.equals(other.schema), name
            assert in_order(one) == in_order(other), name


def path_names(path: Path, name: str) -> set[str]:
    """Return the name if a dump has the table."""
    texts = [path]
    if path.is_dir():
        texts = [*path.glob(f"{name}-schema.sql*"), *path.glob(f"{name.replace('.', '@')}.sql")]
    text = b"".join(open_dump(one).read() for one in texts)
    return {name} if f"CREATE TABLE `{name.split('.')[1]}`".encode() in text else set()


TABLES = ("snap.numbered", "snap.labelled", "snap.empty")


def test_a_dump_under_work_continues_by_the_logs(server: RunningServer, tmp_path: Path) -> None:
    """Rows and columns change before, during and behind the dump."""
    out, path = tmp_path / "out", tmp_path / "dump.sql"
    with work(server) as writers:
        time.sleep(2)
        dump(server, path, "--databases", "snap")
        arguments = ["--exclude-table=snap.paired", "--baseline", str(path)]
        late = ["--exclude-table=snap.paired", uri_of(server, query="?start=latest")]
        time.sleep(2)
        execute(server, "ALTER TABLE snap.labelled ADD COLUMN more INT NOT NULL DEFAULT 7")
        execute(server, "INSERT INTO snap.empty VALUES (1, 2)")
        uri = uri_of(server, query="?start=earliest")
        first = run_export(out, *arguments, "--table", "snap.*", uri)
        assert first.exit_code == 0, first.output
        time.sleep(2)
        assert all(one.is_alive() for one in writers)
    last = run_export(out, *arguments, "--table", "snap.*", uri)
    assert last.exit_code == 0, last.output
    for name in TABLES:
        found = table_in(out, f"{name}.current", "parquet")
        assert in_order(found) == in_order(selected(server, name)), name
    execute(server, "FLUSH BINARY LOGS", "INSERT INTO snap.empty VALUES (3, 4)")
    execute(server, "FLUSH BINARY LOGS")
    refused = run_export(tmp_path / "late", *arguments, *late)
    assert refused.exit_code == 2
    assert "the logs do not continue from the dump" in refused.output


def test_a_mirror_begins_with_a_dump(server: RunningServer, tmp_path: Path) -> None:
    """The logs begin at the dump's place; tables that it lacks are read from the server."""
    out, path = tmp_path / "out", tmp_path / "dump.sql"
    with work(server):
        dump(server, path, "--databases", "snap")
        execute(server, "FLUSH BINARY LOGS")
        command = ["mirror", "--once", "--table", "snap.*", "--out", str(out)]
        result = CliRunner().invoke(main, [*command, "--baseline", str(path), uri_of(server)])
    assert result.exit_code == 0, result.output
    assert result.output.count("rows are equal") == 4


@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_a_mirror_begins_with_another(
    server: RunningServer, tmp_path: Path, file_format: str
) -> None:
    """It is as of an earlier place; rows changed since."""
    out, other, clock = tmp_path / "out", tmp_path / "other", "snap.clock"
    command = ["mirror", "--once", "--table", "snap.*"]
    with work(server):
        execute(
            server,
            f"CREATE TABLE {clock} (id INT PRIMARY KEY, t TIME(2), s SMALLINT, f FLOAT)",
            f"INSERT INTO {clock} VALUES (1, '-838:59:58.99', -5, 0.1), (2, NULL, NULL, NULL)",
        )
        arguments = ["--format", file_format, "--out", str(other), uri_of(server)]
        first = CliRunner().invoke(main, [*command, *arguments])
        assert first.exit_code == 0, first.output
        execute(server, "FLUSH BINARY LOGS", f"UPDATE {clock} SET s = 7 WHERE id = 2")
        arguments = ["--baseline", str(other), "--out", str(out), uri_of(server)]
        result = CliRunner().invoke(main, [*command, *arguments])
    assert result.exit_code == 0, result.output
    assert result.output.count("rows are equal") == 5
