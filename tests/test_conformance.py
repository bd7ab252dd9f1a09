"""The command `conformance`: what it finds wrong in a reader, and the scores on the page."""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from binlog_kaitai.cli.commands import main
from binlog_kaitai.forensics.conformance.cases import Case, find_cases
from binlog_kaitai.forensics.conformance.replay import Replay
from binlog_kaitai.forensics.conformance.scoring import compare
from tests.conformance.__main__ import COUNTS, PAGE, TOOL, row_of
from tests.conformance.tool import records as records_of_tool
from tests.records import read_rows
from tests.replay import FIXTURES
from tests.servers import REPOSITORY

Lines = list[dict[str, Any]]

CASE = "mysql97/rotated"
EVENTS = ("rotated", "events")


def lines_of(case: Case) -> Lines:
    return [json.loads(record.to_json()) for log in case.logs for record in read_rows(log)]


def case_named(name: str) -> Case:
    return next(case for case in find_cases(FIXTURES) if case.name == name)


@pytest.fixture
def lines() -> Lines:
    return lines_of(case_named(CASE))


def run(folder: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["conformance", *arguments, str(folder)])


def score(tmp_path: Path, lines: Lines, *, then: str = "") -> tuple[int, dict[str, Any]]:
    """Score a reader that prints lines, and then runs a line of Python."""
    output = tmp_path / "output"
    output.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    program = f"import sys; print(open({str(output)!r}).read(), end='', flush=True)\n{then}"
    command = shlex.join([sys.executable, "-c", program])
    options = ["--json", "--timeout", "5", "--case", CASE, "--reader", "own", command]
    result = run(FIXTURES, *options)
    told = json.loads(result.stdout)
    found = {name: value for name, value in told.items() if value and name != "failures"}
    return result.exit_code, {**found, "failures": len(told["failures"])}


# ALTER added a column with a default, which no image of the older rows has
EXACT = {"reader": "own", "case": CASE, "exact": 16, "absent": 2, "failures": 0}


def test_a_reader_that_is_right_passes(tmp_path: Path, lines: Lines) -> None:
    assert score(tmp_path, lines) == (0, {**EXACT, "passed": True})


def image_of(lines: Lines, change_type: str) -> dict[str, Any]:
    return next(
        line
        for line in lines
        if line["change_type"] == change_type and (line["database"], line["table"]) == EVENTS
    )


def without_an_insert(lines: Lines) -> Lines:
    image = image_of(lines[::-1], "insert")
    return [line for line in lines if line is not image]


def without_a_delete(lines: Lines) -> Lines:
    image = image_of(lines, "delete")
    return [line for line in lines if line is not image]


def with_a_wrong_value(lines: Lines) -> Lines:
    image_of(lines[::-1], "insert")["data"]["v"] = "another"
    return lines


def with_a_wrong_kind(lines: Lines) -> Lines:
    image = image_of(lines[::-1], "insert")["data"]
    image["n"] = str(image["n"])
    return lines


def without_a_value(lines: Lines) -> Lines:
    del image_of(lines[::-1], "insert")["data"]["v"]
    return lines


def with_signed_integers(lines: Lines) -> Lines:
    for line in lines:
        if (number := line["data"].get("n")) is not None and number >= 2**63:
            line["data"]["n"] = number - 2**64
    return lines


def with_numbers_for_names(lines: Lines) -> Lines:
    for line in lines:
        if line["change_type"] != "statement":
            values = line["data"].values()
            line["data"] = {f"@{number}": value for number, value in enumerate(values, 1)}
    return lines


def rolled_back_at_last(lines: Lines) -> Lines:
    lines[-1]["outcome"] = "rolled_back"
    return lines


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        (without_an_insert, {"exact": 13, "missing": 1, "failures": 1}),
        (without_a_delete, {"extra": 1, "failures": 1}),
        (with_a_wrong_value, {"exact": 15, "wrong": 1, "failures": 1}),
        (with_a_wrong_kind, {"exact": 15, "wrong": 1, "failures": 1}),
        (without_a_value, {"exact": 15, "absent": 3, "passed": True}),
        (with_signed_integers, {"exact": 15, "stored": 1, "passed": True}),
        (with_numbers_for_names, {"passed": True}),
        (rolled_back_at_last, {"exact": 13, "missing": 1, "failures": 1}),
    ],
)
def test_a_fault_of_a_reader_is_counted(
    tmp_path: Path,
    lines: Lines,
    fault: Callable[[Lines], Lines],
    expected: dict[str, Any],
) -> None:
    status, found = score(tmp_path, fault(lines))
    assert found == {**EXACT, **expected}
    assert status == (0 if "passed" in expected else 1)


def printing(**changed: Any) -> str:
    """Return Python that prints a record without data."""
    record = {"database": "d", "table": None, "data": {}, **changed}
    return f"print({json.dumps(json.dumps(record))})"


@pytest.mark.parametrize(
    ("then", "stopped"),
    [
        ("sys.exit('no such event\\n')", "exit status 1: no such event"),
        ("sys.exit(3)", "exit status 3: no message"),
        ("print('Traceback')", "line {last} of the output is no record"),
        ("print('[]')", "line {last} of the output is no record"),
        (printing(change_type="upsert"), "line {last} of the output is no record"),
        (
            printing(change_type="statement"),
            "a record cannot be applied: KeyError('statement')",
        ),
        ("import time; time.sleep(60)", "no end after 5 seconds"),
    ],
)
def test_a_reader_that_stops_fails_with_what_it_printed(
    tmp_path: Path, lines: Lines, then: str, stopped: str
) -> None:
    status, found = score(tmp_path, lines, then=then)
    assert found == {**EXACT, "stopped": stopped.format(last=len(lines) + 1)}
    assert status == 1


@pytest.mark.parametrize(
    ("end", "tables"),
    [
        (["COMMIT"], [1]),
        (["ROLLBACK"], []),
        (["SAVEPOINT a", 2, "ROLLBACK TO SAVEPOINT `A`", 3, "COMMIT"], [1, 3]),
        (["XA PREPARE X'61',X'',1", "BEGIN", 2, "COMMIT"], [2]),
        (["XA PREPARE X'61',X'',1", 2, "COMMIT", "XA COMMIT X'61',X'',1"], [2, 1]),
        (["XA PREPARE X'61',X'',1", "XA ROLLBACK X'61',X'',1"], []),
        (["XA COMMIT X'61',X'',1 ONE PHASE"], [1]),
        (["COMMIT", "TRUNCATE TABLE t"], []),
    ],
)
def test_statements_decide_where_no_outcome_is_told(
    end: list[str | int], tables: list[int]
) -> None:
    replay = Replay()
    replay.take(
        {
            "change_type": "insert" if isinstance(item, int) else "statement",
            "database": "d",
            "table": "t" if isinstance(item, int) else None,
            "data": {"id": item} if isinstance(item, int) else {"statement": item},
        }
        for item in ["BEGIN", 1, *end]
    )
    replay.end()
    assert [row["id"] for row in replay.tables["d.t"]] == tables


def test_failures_are_printed_for_people(tmp_path: Path, lines: Lines) -> None:
    output = tmp_path / "output"
    changed = with_a_wrong_value(lines)
    output.write_text("".join(f"{json.dumps(line)}\n" for line in changed), encoding="utf-8")
    result = run(FIXTURES, "--case", CASE, "--reader", "mine", f"sh -c 'cat {output}'")
    assert result.exit_code == 1
    first, second, *table = result.stdout.splitlines()
    assert first == f"mine fails {CASE}"
    assert second.startswith("    rotated.events, ID ")
    assert second.endswith(', found "another"')
    assert table[0].split() == ["reader", "passed", "stopped", *COUNTS]
    assert table[1].split() == ["mine", "0", "of", "1", "0", "15", "0", "2", "1", "0", "0"]


WITHOUT_ID = json.dumps(
    {"tables": {"d.t": {"columns": [{"name": "v", "column_type": "int"}], "rows": [[1]]}}}
)


@pytest.mark.parametrize(
    ("files", "arguments", "message"),
    [
        ({}, (), "expected logs with tables"),
        ({"a.json": "{}", "a.binlog": ""}, (), "expected tables with columns"),
        ({"a.json": '{"tables": {"d.t": {}}}', "a.binlog": ""}, (), "expected tables with columns"),
        ({"a.json": WITHOUT_ID, "a.binlog": ""}, (), "expected tables with columns"),
        ({"a.json": "{}", "a.binlog": ""}, ("--case", "b*"), "No case in"),
    ],
)
def test_a_folder_without_cases_is_wrong_usage(
    tmp_path: Path, files: dict[str, str], arguments: tuple[str, ...], message: str
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    result = run(tmp_path, *arguments, "--reader", "mine", "true")
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_readme_has_the_sums_of_the_page() -> None:
    text = " ".join((REPOSITORY / "README.md").read_text(encoding="utf-8").split())
    of, listed = re.search(r"Of (\d+) cases, readers pass: (.*?)\.", text).groups()  # type: ignore[union-attr]
    rows = [line.split(" | ") for line in PAGE.read_text(encoding="utf-8").split("\n")]
    cases = {
        row[0].removeprefix("| ").replace(" 9.7,", " and"): [
            cell.split(" of ") for cell in row[1:5]
        ]
        for row in rows
        if len(row) == 12 and " of " in row[1]
    }
    for item in listed.split(", "):
        reader, _, passed = item.rpartition(" ")
        sums = [sum(int(cell[at]) for cell in cases[reader]) for at in (0, 1)]
        assert sums == [int(passed), int(of)], reader


def own(case: Case) -> Iterator[dict[str, Any]]:
    yield from lines_of(case)


@pytest.mark.parametrize(
    ("reader", "records"),
    [("binlog-kaitai", own), (TOOL, lambda case: records_of_tool(case.logs))],
)
def test_the_page_has_the_scores(
    reader: str, records: Callable[[Case], Iterator[dict[str, Any]]]
) -> None:
    scores = []
    for case in find_cases(FIXTURES):
        replay = Replay()
        replay.take(
            record
            for record in records(case)
            if not case.is_left_out(f"{record['database']}.{record['table']}")
        )
        replay.end()
        found = compare(case, replay)
        scores.append({**vars(found), "passed": found.is_passed})
    rows = PAGE.read_text(encoding="utf-8").split("\n")
    assert row_of(reader, scores) in rows
