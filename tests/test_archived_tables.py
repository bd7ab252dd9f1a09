"""The file with definitions of tables beside the logs of an archive."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from binlog_kaitai import Ddl
from binlog_kaitai.catalog.dumps import read_dump
from binlog_kaitai.errors import BinlogError
from binlog_kaitai.read.archived_tables import FILE, TablesOfArchive, UnusedTablesWarning
from tests.test_ddl_places import SERVERS, TRUTH, dump_of, logs_of, rows_of


def archive(folder: Path, server: str, *numbers: int) -> list[Path]:
    """Put logs into a folder, with their index. Returns their paths."""
    logs = []
    for log, number in zip(logs_of(server, *numbers), numbers, strict=True):
        logs.append(folder / f"binlog.{number + 1:06d}")
        shutil.copy(log, logs[-1])
    (folder / "binlog.index").write_text("".join(f"{log.name}\n" for log in logs))
    return logs


@pytest.mark.parametrize("server", SERVERS)
def test_part_of_an_archive_begins_with_the_tables_before(server: str, tmp_path: Path) -> None:
    truth = TRUTH[server]
    tables = TablesOfArchive(str(tmp_path))
    archive(tmp_path, server, 1)
    tables.update()
    logs = archive(tmp_path, server, 1, 2, 3, 4)
    tables.update()  # of the logs behind the first one
    content = (tmp_path / FILE).read_bytes()
    tables.update()
    assert (tmp_path / FILE).read_bytes() == content
    for number in range(4):
        rows = rows_of(logs[number:], Ddl(in_logs=True))
        assert rows == truth[len(truth) - len(rows) :]
    archive(tmp_path, server, 3, 4)  # older ones were dropped
    tables.update()
    assert len((tmp_path / FILE).read_bytes()) < len(content)
    assert rows_of(logs[2:3], Ddl(in_logs=True)) == truth[13:17]


@pytest.mark.parametrize("server", SERVERS)
def test_new_file_begins_with_the_tables_of_the_server(server: str, tmp_path: Path) -> None:
    logs = archive(tmp_path, server, 3)
    TablesOfArchive(str(tmp_path)).update(read_dump(dump_of(server)))
    assert rows_of(logs, Ddl(in_logs=True)) == TRUTH[server][13:17]


@pytest.mark.parametrize("server", SERVERS)
def test_file_that_is_damaged_or_too_old_is_never_guessed_by(server: str, tmp_path: Path) -> None:
    logs = archive(tmp_path, server, 1, 2)
    TablesOfArchive(str(tmp_path)).update()
    logs = archive(tmp_path, server, 1, 2, 3, 4)
    with pytest.warns(UnusedTablesWarning, match=r"not up to binlog\.000005"):
        rows = rows_of(logs[3:], Ddl(in_logs=True))
    assert [row[1][0] for row in rows] == ["@1", "@1", "@1", "n", "@1"]
    file = tmp_path / FILE
    fields = json.loads(file.read_text())
    for damaged in ("", "{", "[]", json.dumps(fields | {"format": 9}), file.read_text()[:-9]):
        file.write_text(damaged)
        with pytest.raises(BinlogError, match="expected definitions of tables; remove the file"):
            rows_of(logs, Ddl(in_logs=True))
        with pytest.warns(UnusedTablesWarning, match="not up to the logs"):
            TablesOfArchive(str(tmp_path)).update()
