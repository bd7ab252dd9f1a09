"""Tables that begin with dumps, without a server.

tests/replication/test_live_dumps.py has dumps of servers, and compares all types.
"""

from __future__ import annotations

import gzip
import random
import re
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.catalog.dumped_rows import inserted_rows, value_of
from binlog_kaitai.catalog.dumps import DumpPlace
from binlog_kaitai.cli.commands import main
from binlog_kaitai.lake.current.planning import Asked
from binlog_kaitai.lake.dump_places import place_in, transactions_of
from binlog_kaitai.lake.job import export
from binlog_kaitai.lake.running import Snapshot
from binlog_kaitai.read.redacting import redaction_of
from tests.fixtures.make import FOLDER
from tests.lake.test_followed import table_in

SOURCE = "fbde3e80-e58c-11f1-9cc5-02fc00000001"
LOGS = [str(FOLDER / f"mysql97/rotated.{number}.binlog") for number in (1, 2)]
GTIDS = f"SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '{SOURCE}:1-4';\n"
POSITION = (
    "-- CHANGE REPLICATION SOURCE TO SOURCE_LOG_FILE='rotated.1.binlog', SOURCE_LOG_POS=1175;\n"
)
HEAD = """-- MySQL dump 10.13  Distrib 9.7.0, for Linux (x86_64)
/*!50503 SET NAMES utf8mb4 */;
/*!40103 SET TIME_ZONE='+00:00' */;
"""
BODY = f"""-- Current Database: `rotated`
USE `rotated`;
CREATE TABLE `events` (
  `id` int NOT NULL,
  `v` varchar(20) DEFAULT NULL,
  `n` bigint unsigned DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT INTO `events` VALUES (1,'one',1),(2,'two',2),(3,NULL,NULL),(100,'älter',{2**64 - 1});
CREATE TABLE `other` (
  `id` int NOT NULL,
  `e` enum('first','second') DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
INSERT  IGNORE INTO `other` (`e`, `id`) VALUES
('second',7),
('first',8);
DELIMITER ;;
CREATE TRIGGER t BEFORE INSERT ON events FOR EACH ROW BEGIN
INSERT INTO `other` VALUES (99, 'first');
END ;;
DELIMITER ;
"""
EVENTS = [(1, "one", 1), (2, "zwei", 2), (4, "four", 2**64 - 1), (100, "älter", 2**64 - 1)]
OTHER = [(1, "first", 5), (2, "second", 5), (3, "second", None), (7, "second", 5), (8, "first", 5)]


def rows(table: pa.Table) -> list[tuple[Any, ...]]:
    return sorted(tuple(row.values()) for row in table.to_pylist())


def written(tmp_path: Path, text: str, name: str = "dump.sql") -> Path:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    opened = gzip.open if name.endswith(".gz") else open
    with opened(path, "wt", encoding="utf-8") as file:  # type: ignore[operator]
        file.write(text)
    return path


def run_export(tmp_path: Path, dump: Path, *arguments: str) -> Result:
    command = ["export", "--current", "--baseline", str(dump), "--out", str(tmp_path / "out")]
    return CliRunner().invoke(main, [*command, *arguments])


@pytest.mark.parametrize("place", [GTIDS, POSITION, GTIDS + POSITION])
@pytest.mark.parametrize("file_format", ["parquet", "delta", "iceberg"])
def test_changes_continue_a_dump(tmp_path: Path, place: str, file_format: str) -> None:
    dump = written(tmp_path, HEAD + place + BODY)
    for logs in (LOGS[:1], LOGS, LOGS):
        result = run_export(tmp_path, dump, "--format", file_format, *logs)
        assert result.exit_code == 0, result.output
        assert ("snapshot of rotated.events: 4 of about 4 rows" in result.stderr) == (
            logs is not LOGS and len(logs) == 1
        )
    summary = export(LOGS, tmp_path / "out", current=Asked(), file_format=file_format)
    assert not summary.incomplete
    found = {
        name: table_in(tmp_path / "out", folder, file_format)
        for name, folder in summary.current.items()
    }
    columns = {"rotated.events": ["id", "v", "n"], "rotated.other": ["id", "e", "added"]}
    found = {name: one.select(columns[name]) for name, one in found.items()}
    assert rows(found["rotated.events"]) == EVENTS
    assert rows(found["rotated.other"]) == OTHER


@pytest.mark.parametrize("ending", ["", ".gz"])
def test_a_folder_of_mydumper(tmp_path: Path, ending: str) -> None:
    """It has texts in the charsets of their columns, and quotes them doubly."""
    head = "/*!40101 SET NAMES binary*/;\n/*!40103 SET TIME_ZONE='+00:00' */;\n"
    schema, *_ = BODY[BODY.index("CREATE TABLE `events`") :].split("INSERT")
    schema = schema.replace("`v` varchar(20)", "`v` varchar(20) CHARACTER SET latin1")
    metadata = f"SHOW MASTER STATUS:\n\tLog: rotated.1.binlog\n\tPos: 1175\n\tGTID:{SOURCE}:1-4\n"
    written(tmp_path, metadata, "folder/metadata")
    written(tmp_path, head + schema, f"folder/rotated.events-schema.sql{ending}")
    some = 'INSERT INTO `events` VALUES\n(1,"one",1)\n,(2,"two",2),\n(3,NULL,NULL);\n'
    written(tmp_path, head + some, f"folder/rotated.events.00001.sql{ending}")
    opened: Any = gzip.open if ending else open
    with opened(tmp_path / f"folder/rotated.events.00002.sql{ending}", "wb") as file:
        file.write(head.encode() + b'INSERT INTO `events` VALUES\n(100,"\xe4lt\\"er",7);\n')
    result = run_export(tmp_path, tmp_path / "folder", "--table", "rotated.events", *LOGS)
    assert result.exit_code == 0, result.output
    found = table_in(tmp_path / "out", "rotated.events.current", "parquet")
    assert rows(found.select(["id", "v", "n"])) == [*EVENTS[:3], (100, 'ält"er', 7)]


@pytest.mark.parametrize(
    ("text", "logs", "error"),
    [
        (BODY, LOGS, "expected the dump's place in the logs, found none; dump with --source-data"),
        (GTIDS + BODY, LOGS[1:], "the logs do not continue from the dump, which has the GTIDs"),
        (POSITION + BODY, LOGS[1:], "which was made at rotated.1.binlog:1175; there are rotated.2"),
        (GTIDS.replace("1-4", "1-99") + BODY, LOGS, "the logs end before the dump"),
        (GTIDS.replace("1-4", "1-3:5") + BODY, LOGS, f"the dump has {SOURCE}:5, but not all"),
        (POSITION.replace("1175", "1200") + BODY, LOGS, "found the middle of a transaction"),
        (POSITION.replace("1175", "9999") + BODY, LOGS, "found the end of the log at byte 1695"),
        (
            GTIDS + BODY.replace("`v` varchar(20) DEFAULT NULL", "`v` float"),
            LOGS,
            "rotated.events: dumps have only six digits of the FLOAT column v; leave them out",
        ),
        (
            GTIDS + BODY.replace("`v` varchar(20)", "`v` varchar(20) GENERATED ALWAYS AS (1)"),
            LOGS,
            "rotated.events: dumps have no values of the generated column v",
        ),
        (
            GTIDS + BODY.replace(",\n  PRIMARY KEY (`id`)\n) ENGINE", "\n) ENGINE", 1),
            LOGS,
            "rotated.events: it has no primary key (set --keys)",
        ),
        (GTIDS + BODY.replace("(3,NULL", "(3,NUL"), LOGS, "expected rows of 3 values, found (1,"),
        (
            GTIDS + BODY.replace("(2,'two',2)", "(2,'two')"),
            LOGS,
            "dump.sql, line 12: expected rows",
        ),
        (GTIDS + BODY.replace("(`e`, `id`)", "(`id`)"), LOGS, "expected rows of 1 values"),
        (
            GTIDS + BODY.replace("`n` bigint unsigned", "`n` timestamp").replace(",1)", ",NULL)"),
            LOGS,
            "expected SET TIME_ZONE='+00:00', found none",
        ),
        (
            f"{GTIDS}/*!40101 SET NAMES latin1 */;\n{BODY}",
            LOGS,
            "expected SET NAMES utf8mb4 or binary, found latin1",
        ),
    ],
)
def test_dumps_that_are_refused(tmp_path: Path, text: str, logs: list[str], error: str) -> None:
    head = HEAD.replace("/*!40103 SET TIME_ZONE='+00:00' */;\n", "")
    dump = written(tmp_path, head + text)
    result = run_export(tmp_path, dump, *logs)
    assert result.exit_code == 2
    assert error in re.sub(r"\s+", " ", result.stderr)
    assert not (tmp_path / "out" / "_SUCCESS").exists()


def test_a_dump_counts_only_at_the_beginning(tmp_path: Path) -> None:
    dump = written(tmp_path, HEAD + GTIDS + BODY)
    arguments = ["export", "--current", "--out", str(tmp_path / "out"), *LOGS]
    assert CliRunner().invoke(main, arguments).exit_code == 0
    result = run_export(tmp_path, dump, *LOGS)
    assert result.exit_code == 2
    assert "expected an export with baseline none, found" in result.stderr
    arguments = ["export", "--baseline", str(dump), "--out", str(tmp_path / "other"), *LOGS]
    assert "--baseline requires --current" in CliRunner().invoke(main, arguments).stderr


def test_a_dump_at_a_prepared_transaction() -> None:
    """The dump lacks its rows, and the log has them before the dump's place."""
    logs = sorted(map(str, FOLDER.glob("mysql97/xa.*.binlog")))
    found = {True: 0, False: 0}
    prepared: set[str | None] = set()
    for log in logs:
        for one in transactions_of(log):
            (prepared.add if one.outcome == "prepared" else prepared.discard)(one.xid)
            found[bool(prepared)] += 1
            place = DumpPlace(None, Path(log).name, one.end)
            if not prepared:
                assert place_in("dump.sql", place, logs) == place[1:3]
                continue
            with pytest.raises(ValueError, match="an XA transaction is prepared at the dump's"):
                place_in("dump.sql", place, logs)
    assert all(found.values())


def test_literals_have_their_values(tmp_path: Path) -> None:
    some = random.Random(1)
    escapes = {0: "\\0", 10: "\\n", 13: "\\r", 26: "\\Z", 34: '\\"', 39: "\\'", 92: "\\\\"}
    every = [bytes(some.choices(range(256), k=some.randrange(30))) for _ in range(500)]
    every += [b"", b"'", b"\\", b"),(", b"NULL", bytes(range(256))]

    def literal(value: bytes) -> bytes:
        match some.randrange(4):
            case 0:
                return b"0x" + value.hex().upper().encode()
            case 1:
                return b"_binary '%b'" % value.replace(b"\\", b"\\\\").replace(b"'", b"''").replace(
                    b"\n", b"\\n"
                )
            case kind:
                quote = b"'" if kind == 2 else b'"'
                texts = (escapes[one].encode() if one in escapes else bytes([one]) for one in value)
                return quote + b"".join(texts) + quote

    lines = [b"(%d,%b,NULL,-1.5e-10)" % (at, literal(one)) for at, one in enumerate(every)]
    path = tmp_path / "dump.sql"
    path.write_bytes(b"USE `d``b`;\nINSERT INTO `t` VALUES " + b",".join(lines) + b";\n")
    (found,) = inserted_rows(path, lambda *_: ("id", "v", "n", "d"))
    assert (found.database, found.table) == ("d`b", "t")
    assert [tuple(map(value_of, row)) for row in found.literals] == [
        (b"%d" % at, one, None, b"-1.5e-10") for at, one in enumerate(every)
    ]


def test_redaction_is_refused(tmp_path: Path) -> None:
    dump = written(tmp_path, HEAD + GTIDS + BODY)
    rules = redaction_of(("rotated.events.v=null",), None)
    snapshot = Snapshot(dump=str(dump), reads_server=False)
    with pytest.raises(ValueError, match="not supported with --snapshot"):
        export(LOGS, tmp_path, current=Asked(), snapshot=snapshot, redaction=rules)
