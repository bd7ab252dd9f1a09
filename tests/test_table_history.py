"""`schema` and what is under it: the tables of logs as servers' own tools describe them."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from binlog_kaitai.cli.commands import main
from binlog_kaitai.model.scopes import EVERYTHING
from binlog_kaitai.model.type_names import sql_type
from binlog_kaitai.read.layouts import table_changes
from tests.replay import FIXTURES

_MAP = re.compile(r"Table_map: `(.*)`\.`(.*)` mapped")
_COLUMN = re.compile(r"#(?: Columns\(| {9})`(.*?)` (.*)[,)]$")
_KEY = re.compile(r"# Primary Key\((.*)\)$")

# what the log tells to tools, and not to `schema`: lengths, sizes and kinds
_LENGTH = re.compile(r"^((?:VAR)?(?:CHAR|BINARY))\(\d+\)")
_SIZE = re.compile(r"^(?:TINY|MEDIUM|LONG)(TEXT|BLOB)")
_DIMENSIONS = re.compile(r"^(VECTOR)\(\d+\)")
_KIND = re.compile(r"^(?:POINT|LINESTRING|POLYGON|MULTI\w+|GEOM\w+)")


def plain(text: str) -> str:
    if text.startswith(("ENUM NOT NULL(", "SET NOT NULL(")):
        text = text.replace(" NOT NULL(", "(", 1) + " NOT NULL"
    text = re.sub(r" (?:CHARACTER SET|CHARSET|COLLATE) \w+", "", text)
    text = _LENGTH.sub(r"\1", _SIZE.sub(r"\1", text.replace("', '", "','")))
    text = _DIMENSIONS.sub(r"\1", text)
    return _KIND.sub("GEOMETRY", text)


def told(path: Path) -> dict[str, tuple[list[tuple[str, str]], list[str]]]:
    """Return the columns of each table, and its primary key, as the tool printed them first."""
    text = gzip.decompress(path.with_suffix(".txt.gz").read_bytes()).decode("utf-8", "replace")
    tables: dict[str, tuple[list[tuple[str, str]], list[str]]] = {}
    columns: list[tuple[str, str]] = []
    key: list[str] = []
    for line in text.splitlines():
        if found := _MAP.search(line):
            columns, key = tables.setdefault(f"{found[1]}.{found[2]}", ([], []))
            if columns:
                columns, key = [], []
        elif found := _COLUMN.match(line):
            columns.append((found[1], plain(found[2].replace("\\'", "''"))))
        elif found := _KEY.match(line):
            key += found[1].split(", ")
    return tables


# mariadb-binlog knows no compressed columns, and passes over YEAR where it tells what is unsigned
MISTAKEN = {("mariadb118", "compressed"), ("mariadb118", "wide")}


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_types_are_as_the_servers_tool_names_them(server: str) -> None:
    path = FIXTURES / server / "types.binlog"
    expected = told(path)
    assert len(expected) > 15
    for change in table_changes([(path, EVERYTHING)], "kernels"):
        table = change.table
        if (server, table.name) in MISTAKEN:
            continue
        columns = [
            (c.name, plain(sql_type(c)) + ("" if c.is_nullable else " NOT NULL"))
            for c in table.columns
        ]
        assert (columns, list(table.primary_key)) == expected[table.full_name]


@pytest.mark.parametrize("case", ["mysql97/altered", "mariadb118/altered"])
def test_engines_see_the_same_changes(case: str) -> None:
    paths = [FIXTURES / f"{case}.{number}.binlog" for number in (1, 2)]
    scopes = [(path, EVERYTHING) for path in paths]
    by_kernels = list(table_changes(scopes, "kernels"))
    by_tree = list(table_changes(scopes, "tree"))
    assert by_kernels == by_tree
    assert any(change.before for change in by_tree)


def test_schema_tells_what_changed() -> None:
    logs = [str(FIXTURES / "mysql97" / f"rotated.{number}.binlog") for number in (1, 2)]
    result = CliRunner().invoke(main, ["schema", *logs])
    assert result.output.splitlines() == [
        "rotated.events: from rotated.1.binlog at byte 1070, 2026-11-21 09:21:54",
        "    id  INT NOT NULL",
        "    v   VARCHAR CHARACTER SET utf8mb4",
        "    n   BIGINT UNSIGNED",
        "    PRIMARY KEY (id)",
        "rotated.other: from rotated.1.binlog at byte 1423, 2026-11-21 09:21:54",
        "    id  INT NOT NULL",
        "    e   ENUM('first','second') CHARACTER SET utf8mb4",
        "    PRIMARY KEY (id)",
        "rotated.other: changed in rotated.2.binlog at byte 1447, 2026-11-21 09:21:54",
        "  + added  INT",
    ]
    result = CliRunner().invoke(main, ["schema", "--format=json", "--table=rotated.other", *logs])
    first, last = map(json.loads, result.output.splitlines())
    assert (first["file"], first["position"], first["primary_key"]) == (
        *("rotated.1.binlog", 1423),
        ["id"],
    )
    assert last["columns"][-1] == {"name": "added", "type": "INT", "nullable": True}
    result = CliRunner().invoke(main, ["schema", "--database=rotate", *logs])
    assert (result.exit_code, result.output) == (
        2,
        "error: no database rotate in 2 files; did you mean rotated?\n",
    )
