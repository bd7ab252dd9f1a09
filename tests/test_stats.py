"""What `stats` tells, compared with the rows themselves."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from binlog_kaitai import BinlogError, read_rows, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.forensics.stats.gathering import (
    collect_statistics,
    with_distinct_names,
    with_hot_rows,
)
from binlog_kaitai.forensics.stats.hot import Frequent, HotTable
from binlog_kaitai.forensics.stats.totals import (
    MAX_BUCKETS,
    MAX_DRAWN,
    OTHERS,
    Timeline,
    Top,
    interval_name,
)
from binlog_kaitai.kernels.runtime.jit import kernel
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.ddl_words import is_ddl as is_ddl_by_kernels
from binlog_kaitai.model.names import full_name
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.tree.transactions.summaries import is_ddl
from tests.replay import FIXTURES

CASES = ("rotated.1", "ends.1", "altered.2", "xa.2", "compressed")
LOGS = [
    FIXTURES / server / f"{case}.binlog" for server in ("mysql97", "mariadb118") for case in CASES
]
KINDS = {"insert": "inserts", "update_preimage": "updates", "delete": "deletes"}


def told(paths: list[Path], engine: Engine = "auto", **asked: Any) -> dict[str, Any]:
    found = collect_statistics(scan(paths, view="transactions", engine=engine, **asked), engine)
    assert found.fault is None
    return found.to_dict()


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_engines_tell_the_same(log: Path) -> None:
    by_trees, by_kernels = (told([log], engine) for engine in ENGINES)
    assert by_trees == by_kernels
    assert by_trees["transactions"] > 0


@pytest.mark.parametrize("log", LOGS, ids=lambda log: f"{log.parent.name}-{log.stem}")
def test_counts_are_those_of_the_rows(log: Path) -> None:
    expected: Counter[tuple[str, str]] = Counter()
    for record in read_rows(log, engine="tree"):
        if record.table is not None and record.change_type in KINDS:
            assert record.database is not None
            expected[full_name(record.database, record.table), KINDS[record.change_type]] += 1
    found = told([log])
    counts = {(t["table"], kind): t[kind] for t in found["tables"] for kind in KINDS.values()}
    assert {place: count for place, count in counts.items() if count} == expected
    assert found["rows"] == expected.total() == sum(t["rows"] for t in found["tables"])
    assert found["rows"] == sum(bucket["rows"] for bucket in found["timeline"]["buckets"])
    in_time: Counter[str] = Counter()
    for bucket in found["timeline"]["buckets"]:
        in_time.update(bucket["tables"])
    assert in_time == Counter({t["table"]: t["rows"] for t in found["tables"] if t["rows"]})


def test_ddl_is_told_with_its_place() -> None:
    log = FIXTURES / "mysql97" / "statements.binlog"
    statements = {
        record.position: record.data["statement"]
        for record in read_rows(log, engine="tree")
        if record.change_type == "statement"
    }
    words = ("CREATE", "DROP", "ALTER", "TRUNCATE", "RENAME")
    expected = {at: s for at, s in statements.items() if str(s).upper().startswith(words)}
    found = {item["position"]: item["statement"] for item in told([log])["ddl"]}
    assert expected.items() <= found.items()
    assert not any(
        re.match("(?i)(insert|update|delete|savepoint)", text) for text in found.values()
    )


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
def test_a_gap_between_logs_is_what_the_log_between_holds(server: str) -> None:
    logs = [FIXTURES / server / f"ends.{number}.binlog" for number in (1, 2, 3)]
    first, second, third = told(logs)["files"]
    assert [first["gap"], second["gap"], third["gap"]] == ["", "", ""]
    assert told([logs[0], logs[2]])["files"][1]["gap"] == second["gtids"]


def test_filters_are_those_of_rows() -> None:
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    gtid = told([log])["biggest"][0]["gtid"]
    found = told([log], gtids=gtid)
    assert (found["transactions"], found["gtids"]) == (1, gtid)


def test_what_is_before_damage_is_told(tmp_path: Path) -> None:
    whole = FIXTURES / "mysql97" / "rotated.1.binlog"
    cut = tmp_path / "cut.binlog"
    cut.write_bytes(whole.read_bytes()[:1500])
    found = collect_statistics(scan(cut, view="transactions"))
    assert isinstance(found.fault, BinlogError)
    assert 0 < found.totals.rows < told([whole])["rows"]
    result = CliRunner().invoke(main, ["stats", str(cut)])
    assert result.exit_code == 1
    assert "rotated.events" in result.stdout
    assert result.stderr.startswith("error: ")


def test_hot_rows_are_those_that_were_changed_most_often() -> None:
    log = FIXTURES / "mysql97" / "rotated.1.binlog"
    asked = scan(log, view="transactions")
    found = collect_statistics(asked)
    with_hot_rows(found, asked)
    expected: Counter[Any] = Counter(
        record.data["id"]
        for record in read_rows(log, "rotated.events")
        if record.change_type != "update_postimage"
    )
    (table,) = [hot for hot in found.to_dict()["hot"] if hot["table"] == "rotated.events"]
    assert (table["key"], table["error"]) == (["id"], 0)
    assert {row["key"]["id"]: row["changes"] for row in table["rows"]} == expected


def test_frequent_keys_are_found_in_little_memory() -> None:
    chance = Random(1)
    keys = [chance.randrange(10_000) for _ in range(30_000)] + [77] * 900 + [99] * 700
    chance.shuffle(keys)
    frequent = Frequent(max_keys=200)
    for start in range(0, len(keys), 1000):
        frequent.add(Counter(keys[start : start + 1000]).items())
        assert len(frequent.counts) <= 400
    exact = Counter(keys)
    assert frequent.error
    for key, count in frequent.counts.items():
        assert count <= exact[key] <= count + frequent.error
    assert [key for key, _ in frequent.top(2)] == [77, 99]


def test_a_long_time_is_told_in_few_parts() -> None:
    timeline = Timeline()
    minutes = np.arange(10 * MAX_BUCKETS)
    ones = np.ones(len(minutes), np.int64)
    names = [f"shop.t{number}" for number in range(2 * MAX_DRAWN)]
    timeline.add_tables(minutes * 60, minutes % len(names), names, ones)
    timeline.add(minutes * 60, ones, ones)
    assert len(timeline.buckets) <= MAX_BUCKETS
    assert all(start % timeline.seconds == 0 for start in timeline.buckets)
    tables: Counter[str] = Counter()
    for bucket in timeline.buckets.values():
        tables.update(bucket.tables)
        assert sum(bucket.tables.values()) == bucket.rows
    assert len(tables) == MAX_DRAWN + 1
    assert tables.total() == len(minutes)
    assert tables[OTHERS] == int((minutes % len(names) >= MAX_DRAWN).sum())


# seconds of transactions, and the length of intervals that they get
INTERVALS = [
    ([0], 1),
    ([7, MAX_BUCKETS + 6], 1),
    ([7, MAX_BUCKETS + 7], 2),
    ([0, 3600], 2),
    ([0, 5 * 3600], 10),
    ([0, 12 * 3600], 30),
    ([0, 365 * 86400], 60),  # few of a long time
    (range(0, 60 * (MAX_BUCKETS + 1), 60), 120),
]


@pytest.mark.parametrize(("times", "expected"), INTERVALS, ids=lambda value: str(value)[:20])
def test_intervals_are_as_short_as_the_time_lets_them(times: list[int], expected: int) -> None:
    timeline = Timeline()
    for time in times:
        one = np.ones(1, np.int64)
        timeline.add(np.array([1_700_000_040 + time]), one, one)
    assert timeline.seconds == expected
    assert sum(bucket.rows for bucket in timeline.buckets.values()) == len(times)


def test_lengths_of_intervals_have_names() -> None:
    names = [interval_name(seconds) for seconds in (1, 30, 60, 120, 61440)]
    assert names == ["second", "30 seconds", "minute", "2 minutes", "1,024 minutes"]


def test_top_keeps_the_largest() -> None:
    chance = Random(2)
    values = [chance.randrange(1000) for _ in range(500)]
    top = Top(7)
    for start in range(0, 500, 50):
        part = np.array(values[start : start + 50])
        top.add(part, lambda chosen, part=part: [{"value": int(part[at])} for at in chosen])
    assert [row["value"] for row in top.rows] == sorted(values, reverse=True)[:7]


def test_transactions_that_deleted_most_are_told() -> None:
    logs = sorted((FIXTURES / "mysql97").glob("xa.*.binlog"))
    logs += sorted((FIXTURES / "mysql97").glob("rotated.*.binlog"))
    expected: Counter[tuple[str, str | None]] = Counter()
    for log in logs:
        for row in read_rows(log):
            expected[log.name, row.gtid] += row.change_type == "delete"
    found = {(row["file"], row["gtid"]): row["deleted"] for row in told(logs)["deletes"]}
    assert found == {place: count for place, count in expected.items() if count}


def test_command_prints_tables_and_json() -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    printed = CliRunner().invoke(main, ["stats", "--hot", log]).stdout
    for heading in (
        "Logs",
        "Tables",
        "Activity per second",
        "Largest transactions",
        "DDL",
        "Servers",
    ):
        assert f"\n{heading}" in printed
    assert "Most frequently changed rows of rotated.events" in printed
    found = json.loads(CliRunner().invoke(main, ["stats", "--json", log]).stdout)
    assert found == json.loads(json.dumps(told([Path(log)])))


def test_page_is_one_file_that_asks_no_network(tmp_path: Path) -> None:
    pytest.importorskip("plotly")
    page = tmp_path / "report.html"
    log = str(FIXTURES / "mysql97" / "statements.binlog")
    assert CliRunner().invoke(main, ["stats", "--html", str(page), log]).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"<(script|link|img|iframe)[^>]+(src|href)=", text)
    data = re.search(
        r"<script>const report = (.*); const charts = (.*); const words = .*;</script>", text
    )
    assert data is not None
    expected = with_distinct_names(told([Path(log)]))
    assert json.loads(data[1]) == json.loads(json.dumps(expected))
    assert {"tables", "timeline", "biggest"} == set(json.loads(data[2]))


def test_page_holds_texts_that_look_like_html() -> None:
    report = pytest.importorskip("binlog_kaitai.forensics.stats.report", reason="needs plotly")
    found = told([FIXTURES / "mysql97" / "rotated.1.binlog"])
    parts = "@@DATA@@ @@CHARTS@@ @@SCRIPT@@"
    found["ddl"][0]["statement"] = f"</script><script>alert(1)</script> {parts}"
    found["tables"][0]["table"] = "<a href='https://example.com'>d.t</a>"
    text = report.page(found, parts)
    assert text.count(parts) == 2
    charts = re.search(r"const charts = (.*); const words", text)
    assert charts is not None
    layout = json.dumps(json.loads(charts[1])["tables"]["layout"])
    assert "&lt;a href" in layout
    assert "<a href" not in layout
    assert "</script><script>alert" not in text
    assert text.count("</script>") == text.count("<script>") == 3


def test_logs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "binlog.000001" for folder in ("one", "other")]
    for number, path in enumerate(paths, 1):
        path.parent.mkdir()
        shutil.copy(FIXTURES / f"mysql97/rotated.{number}.binlog", path)
    printed = CliRunner().invoke(main, ["stats", "--engine", "tree", *map(str, paths)]).stdout
    assert all(printed.count(f" {folder}/binlog.000001 ") > 1 for folder in ("one", "other"))
    found = told(paths)
    assert {(row["file"], row["path"]) for row in found["biggest"]} == {
        ("binlog.000001", str(path)) for path in paths
    }
    page = pytest.importorskip("binlog_kaitai.forensics.stats.report", reason="needs plotly")
    words = re.search(r"const words = (.*);</script>", page.page(found, ""))
    assert words is not None
    assert json.loads(words[1])["paths"] == {str(path): str(path) for path in paths}
    labels = page._biggest(with_distinct_names(found)).data[0].y  # noqa: SLF001
    assert len(set(labels)) == len([row for row in found["biggest"] if row["num_rows"]])


def test_bars_follow_the_chosen_order() -> None:
    report = pytest.importorskip("binlog_kaitai.forensics.stats.report", reason="needs plotly")
    found = told([FIXTURES / "mysql97" / "rotated.1.binlog"])
    (one, other), names = found["tables"], ["d.few_large", "d.many_small"]
    one |= {"table": names[0], "bytes": 900, "rows": 3, "inserts": 1, "updates": 1, "deletes": 1}
    other |= {"table": names[1], "bytes": 100, "rows": 9, "inserts": 5, "updates": 4, "deletes": 0}
    text = report.page(found, "")
    charts = re.search(r"const charts = (.*); const words", text)
    assert charts is not None
    layout = json.loads(charts[1])["tables"]["layout"]
    shown = {}
    for button in layout["updatemenus"][0]["buttons"]:
        bars, axes = button["args"]
        drawn = [x for x, is_drawn in zip(bars["x"], bars["visible"], strict=True) if is_drawn]
        assert axes["yaxis.categoryarray"] == bars["y"][0][::-1]
        assert bars["y"][0] == [names[number] for number in bars["customdata"][0]]
        shown[button["label"]] = (bars["y"][0], list(map(sum, zip(*drawn, strict=True))))
    assert shown == {
        "by bytes": (names, [900, 100]),
        "by rows": (names[::-1], [9, 3]),
        "by deletes": (names, [1, 0]),
        "by name": (names, [3, 9]),
    }


# names that a shell or a terminal would obey
EVIL = [
    "d.t",
    "d.it's",
    "d.$(touch x)`y`",
    "-d.t",
    "d.a\x03\nrm -rf x\n",
    "d.'\\\x1b[201~\x9b",
    "\udcff.é",
]


@pytest.mark.parametrize("text", EVIL)
def test_a_word_of_a_shell_is_the_text(text: str) -> None:
    report = pytest.importorskip("binlog_kaitai.forensics.stats.report", reason="needs plotly")
    word = report.shell_word(text)
    assert not re.search("[\x00-\x1f\x7f-\x9f]", word)
    printed = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, check=True)
    assert printed.stdout == os.fsencode(text)


def test_commands_of_the_page_have_the_filters_and_the_keys(tmp_path: Path) -> None:
    pytest.importorskip("plotly")
    page, log = tmp_path / "report.html", tmp_path / "it's.binlog"
    log.write_bytes((FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes())
    chosen = ["--start-datetime", "2026-11-21 09:00", "--server-id", "97", str(log)]
    command = ["stats", "--hot", "--html", str(page), *chosen]
    assert CliRunner().invoke(main, command).exit_code == 0
    data = re.search(r"const words = (.*);</script>", page.read_text(encoding="utf-8"))
    assert data is not None
    words = json.loads(data[1])
    assert shlex.split(words["selection"]) == chosen
    assert shlex.split(words["paths"][str(log)]) == [str(log)]
    key = words["keys"]["rotated.events"][0]
    table = words["tables"]["rotated.events"]
    for name, more in (("rows", ""), ("undo", ""), ("history", key)):
        line = f"{name} --table {table} {more} {words['selection']}"
        result = CliRunner().invoke(main, shlex.split(line))
        assert (result.exit_code, result.stderr) == (0, "")
        assert result.stdout


def test_hot_keys_of_bytes_are_those_that_history_takes() -> None:
    hot = HotTable("d.t", ["id"], [((b"\x00\xff",), 2)]).to_dict()
    assert hot["rows"] == [{"key": {"id": "0x00ff"}, "changes": 2}]


DDL_TEXTS = {
    b"CREATE TABLE t (id INT)": True,
    b"create\ttable t (id INT)": True,
    b"  \n ALTER TABLE t ADD c INT": True,
    b"/* a * b */ -- c\n# d\nDROP TABLE t": True,
    b"/*!40101 TRUNCATE t */": True,
    b"/*!40101 SET @a = 1 */ DROP TABLE t": False,
    b"INSTALL PLUGIN p SONAME 's'": True,
    b"INSERT INTO t VALUES ('DROP')": False,
    b"/* DROP */ UPDATE t SET a = 1": False,
    b"/*/ DROP TABLE t": False,
    b"/* DROP TABLE t": False,
    b"-- DROP TABLE t": False,
    b"DROP": True,
    b"DROPS": False,
    b"drop_all()": False,
    b"REVOKE ALL ON t FROM u": True,
    b"-DROP": False,
    b"/": False,
    b"": False,
}


@pytest.mark.parametrize(("text", "expected"), DDL_TEXTS.items())
def test_engines_agree_on_what_ddl_is(text: bytes, expected: bool) -> None:
    assert is_ddl(text) == expected
    padded = np.frombuffer(text + bytes(PADDING), np.uint8)
    assert _is_ddl_by_kernels(padded, 0, len(text)) == expected


@kernel
def _is_ddl_by_kernels(buffer: Any, at: int, length: int) -> bool:
    return is_ddl_by_kernels(buffer, at, length)
