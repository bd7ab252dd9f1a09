"""Logs that get full metadata: it is what the server itself logs of the same tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.tree.log.reader import read_log
from tests.test_rewrite import FIXTURES, rewritten, rows

SERVERS = ("mysql97", "mariadb118")


def maps(log: Path) -> list[tuple[str, bytes]]:
    """Return the optional metadata of all tables, in order."""
    found = []
    for event in read_log(log):
        if event.tree.is_table_map:
            body = event.tree.body
            found.append((body.table, body._raw_optional_metadata))  # noqa: SLF001 - Kaitai's name
    return found


@pytest.mark.parametrize("server", SERVERS)
def test_it_is_what_the_server_logs_with_full_metadata(server: str, tmp_path: Path) -> None:
    folder = FIXTURES / server
    least, dump = folder / "types_minimal.binlog", folder / "types.sql"
    (written,), warnings = rewritten([least], tmp_path, Options(completes=True), ddl=dump)
    assert warnings == []
    full = dict(maps(folder / "types.binlog"))
    found = maps(written)
    assert len(found) > 50
    assert {table: one for table, one in found if full.get(table, one) != one} == {}
    assert len(full.keys() & dict(found).keys()) == 24


def test_rows_have_names_without_the_dump(tmp_path: Path) -> None:
    folder = FIXTURES / "mysql97"
    more: dict[str, Any] = {"ddl": folder / "types.sql", "table": "types.integers"}
    log = folder / "types_minimal.binlog"
    (written,), _ = rewritten([log], tmp_path, Options(completes=True), **more)
    assert list(rows([written], table=more["table"])) == list(rows([log], **more))


def test_it_has_no_labels_of_redacted_columns(tmp_path: Path) -> None:
    folder = FIXTURES / "mysql97"
    redaction = Redaction((parse_rule("types.*.*:enum=null"), parse_rule("types.*.*:set=null")))
    options = Options(completes=True, redaction=redaction)
    more: dict[str, Any] = {"ddl": folder / "types.sql", "table": "types.json_sources"}
    (written,), _ = rewritten([folder / "types_minimal.binlog"], tmp_path, options, **more)
    (metadata,) = {one for _, one in maps(written)}
    (full,) = {one for table, one in maps(folder / "types.binlog") if table == "json_sources"}
    assert len(metadata) == len(full)
    assert metadata.count(b"\x011\x012") == 2
    assert full.count(b"\x01a\x01b") == full.count(b"\x01x\x01y") == 1


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["rewrite", "--full-metadata", *map(str, words)])


def test_tables_without_a_definition_are_named(tmp_path: Path) -> None:
    dump = FIXTURES / "mysql56/rotated.sql"
    log = FIXTURES / "mysql97/types_minimal.binlog"
    done = run("--out", tmp_path / "out", "--ddl", dump, "--ddl-at", "all", log)
    assert done.exit_code == INCOMPLETE
    assert "types.json_values: no definition to complete its metadata with" in done.output


@pytest.mark.parametrize(
    ("words", "status", "reason"),
    [
        ((), 2, "--full-metadata needs the definitions of the tables"),
        (("--ddl", FIXTURES / "mysql56/rotated.sql"), 1, "binlog_row_metadata=MINIMAL"),
    ],
)
def test_what_cannot_be_completed_is_refused(
    words: tuple[str, ...], status: int, reason: str, tmp_path: Path
) -> None:
    more = ("--ddl-at", "all") if words else ()
    done = run("--out", tmp_path, *words, *more, FIXTURES / "mysql56/rotated.1.binlog")
    assert (done.exit_code, reason in done.output) == (status, True), done.output
