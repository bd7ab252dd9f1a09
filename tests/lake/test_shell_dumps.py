"""Tables that begin with dumps of MySQL Shell, without a server.

tests/replication/test_live_dumps.py compares all types.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai.catalog.shell_dumps import shell_tables
from tests.lake.test_dumps import EVENTS, LOGS, OTHER, SOURCE, rows, run_export
from tests.lake.test_followed import table_in
from tests.shell_dumps import Dumped, write_shell_dump

TABLES = [
    Dumped(
        "rotated",
        "events",
        "CREATE TABLE IF NOT EXISTS `events` (`id` int NOT NULL, `v` varchar(20) DEFAULT NULL,"
        " `n` bigint unsigned DEFAULT NULL, PRIMARY KEY (`id`)) DEFAULT CHARSET=utf8mb4",
        ("id", "v", "n"),
        (),
        [
            (b"1", b"one", b"1"),
            (b"2", b"two", b"2"),
            (b"3", None, None),
            (b"100", "älter".encode(), b"%d" % (2**64 - 1)),
        ],
    ),
    Dumped(
        "rotated",
        "other",
        "CREATE TABLE IF NOT EXISTS `other` (`id` int NOT NULL, `e` enum('first','second') DEFAULT"
        " NULL, PRIMARY KEY (`id`)) DEFAULT CHARSET=utf8mb4",
        ("id", "e"),
        (),
        [(b"7", b"second"), (b"8", b"first")],
    ),
]
PLACES = [
    {"gtidExecuted": f"{SOURCE}:1-4"},
    {"gtidExecuted": "", "binlogFile": "rotated.1.binlog", "binlogPosition": 1175},
]


@pytest.mark.parametrize("place", PLACES)
def test_changes_continue_a_dump(tmp_path: Path, place: dict[str, Any]) -> None:
    folder = write_shell_dump(tmp_path / "dump", TABLES, **place)
    result = run_export(tmp_path, folder, *LOGS)
    assert result.exit_code == 0, result.output
    events, other = (
        table_in(tmp_path / "out", f"rotated.{name}.current", "parquet")
        for name in ("events", "other")
    )
    assert rows(events.select(["id", "v", "n"])) == EVENTS
    assert rows(other.select(["id", "e", "added"])) == OTHER


def test_values_are_as_they_were(tmp_path: Path) -> None:
    some = random.Random(1)
    values = [bytes(some.choices(range(256), k=some.randrange(200))) for _ in range(200)]
    values += [b"", b"\\N", b"NULL", b"\t\n\r\\", bytes(range(256))]
    found = [(b"%d" % at, one, one, None) for at, one in enumerate(values)]
    statement = "CREATE TABLE t (id int, v text, b blob, n int)"
    table = Dumped("d", "t", statement, ("id", "v", "b", "n"), ("b",), found)
    folder = write_shell_dump(tmp_path / "dump", [table])
    described = shell_tables(folder)["d.t"]
    assert len(described.files) == (len(values) + 1) // 2
    every = [one for some_rows in described.rows(folder) for one in zip(*some_rows.values)]  # noqa: B905
    assert every == found


def test_files_of_a_table_whose_name_begins_alike(tmp_path: Path) -> None:
    statement = "CREATE TABLE t (id int)"
    names = ("t", "t.old", "t2")
    some = [Dumped("d", name, statement, ("id",), (), [(name.encode(),)]) for name in names]
    folder = write_shell_dump(tmp_path / "dump", some)
    tables = shell_tables(folder).values()
    assert [list(one.files) for one in tables] == [[f"d@{name}@@0.tsv.zst"] for name in names]
    done = folder / "@.done.json"  # without chunks
    done.write_text(done.read_text().replace("@@0.tsv.zst", ".tsv.zst"))
    tables = shell_tables(folder).values()
    assert [list(one.files) for one in tables] == [[f"d@{name}.tsv.zst"] for name in names]


def changed(name: str, **fields: Any) -> Callable[[Path], None]:
    """Return what changes fields of a file of JSON, those of `options` by `options_`."""

    def change(folder: Path) -> None:
        path = folder / name
        content = json.loads(path.read_text())
        for key, value in fields.items():
            where = content["options"] if key.startswith("options_") else content
            where[key.removeprefix("options_")] = value
        path.write_text(json.dumps(content, indent=4))

    return change


EVENTS_FILE = "rotated@events.json"


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda one: (one / "@.done.json").unlink(), "the dump is not complete"),
        (changed("@.json", consistent=False), "expected a consistent dump"),
        (changed("@.json", gtidExecutedInconsistent=True), "expected a consistent dump"),
        (changed("@.json", gtidExecuted=""), "expected the dump's place in the logs"),
        (changed("@.done.json", chunkFileBytes=None), "expected the sizes of files"),
        (changed("@.json", basenames={"rotated": "../rotated"}), "the name of a file in it"),
        (
            changed("@.done.json", chunkFileBytes={"rotated@events@/../../x.tsv.zst": 9}),
            "the name of a file in it",
        ),
        (
            changed("@.done.json", chunkFileBytes={"rotated@events@0.tsv.zst": 9}),
            "rotated.other: the dump lacks its rows",
        ),
        (
            changed(
                "@.done.json",
                chunkFileBytes={"rotated@events@0.tsv.zst": 9, "rotated@other@@0.tsv.zst": 18},
            ),
            "events@0.tsv.zst: expected 9 bytes of rows, found 16",
        ),
        (
            lambda one: (one / "rotated@events@@1.tsv.zst").unlink(),
            "No such file or directory",
        ),
        (changed(EVENTS_FILE, includesData=False), "rotated.events: the dump lacks its rows"),
        (changed(EVENTS_FILE, where="id > 1"), "the dump has only the rows where id > 1"),
        (
            changed(EVENTS_FILE, options_fieldsTerminatedBy=","),
            "another dialect than the default: fieldsTerminatedBy is ','",
        ),
        (changed(EVENTS_FILE, options_columns=["id", "v"]), "line 1: expected 2 values, found 3"),
        (changed(EVENTS_FILE, options_defaultCharacterSet="latin1"), "found latin1"),
        (
            changed(EVENTS_FILE, options_decodeColumns={"v": "INFLATE"}),
            "the encoding INFLATE is not known",
        ),
        (changed(EVENTS_FILE, options_decodeColumns={"v": "FROM_BASE64"}), "behind line 1: "),
    ],
)
def test_dumps_that_are_refused(
    tmp_path: Path, change: Callable[[Path], object], error: str
) -> None:
    folder = write_shell_dump(tmp_path / "dump", TABLES, **PLACES[0])
    change(folder)
    result = run_export(tmp_path, folder, *LOGS)
    assert result.exit_code in {1, 2}
    assert error in re.sub(r"\s+", " ", result.stderr)
    assert not (tmp_path / "out" / "_SUCCESS").exists()


def test_some_partitions_are_refused(tmp_path: Path) -> None:
    events, other = TABLES
    parts = f"{events.statement} PARTITION BY HASH (id) PARTITIONS 2"
    for names in (["p0"], ["p0", "p1"]):
        fields = {**vars(events), "statement": parts, "partitions": names}
        folder = write_shell_dump(tmp_path / names[-1], [Dumped(**fields), other], **PLACES[0])
        result = run_export(tmp_path / f"{names[-1]}.run", folder, *LOGS)
        assert (result.exit_code == 0) == (len(names) == 2), result.output
        assert ("the dump has only some of its partitions" in result.stderr) == (len(names) == 1)
