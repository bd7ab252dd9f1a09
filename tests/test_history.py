"""The life of a row, compared with all rows of its table, and with the events around them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from click.testing import CliRunner

from binlog_kaitai import history, read_events, read_rows, scan
from binlog_kaitai.cli.commands import main
from binlog_kaitai.cli.endings import INCOMPLETE
from binlog_kaitai.forensics.history import History, RowHistoryEntry, RowTracker
from binlog_kaitai.forensics.lost_rows import CascadeWarning
from binlog_kaitai.model.changes import RowContext
from binlog_kaitai.model.row_batches import with_pairs
from binlog_kaitai.model.scopes import Scope
from binlog_kaitai.read.contexts import contexts_in
from binlog_kaitai.read.engines import ENGINES, Engine
from tests.lake import test_cascades as cascades
from tests.replay import FIXTURES

# logs with a table, rows of which are asked for by their `id`
TABLES = [
    ("mysql97/rotated.*", "rotated.events"),
    ("mysql97/statements", "statements.parents"),
    ("mysql97/images_minimal", "images.notes"),
    ("mysql97/xa.*", "xa.accounts"),
    ("mariadb118/images_full_nodup", "images.notes"),
    ("mariadb118/compressed", "types.wide"),
]
# logs with statements beside their rows, those of mysql97/compressed in payloads
ANNOTATED = ["mysql97/compressed", "mysql97/statements", "mariadb118/statements", "mysql97/xa.1"]


def logs_of(case: str) -> list[Path]:
    return sorted(FIXTURES.glob(f"{case}.binlog"))


def lives(logs: list[Path], table: str) -> dict[Any, list[tuple[str, int, int, str]]]:
    """What was done to each row that has an id, as people find it, one image after another.

    An id counts from where the row was given it on, and one that it had before up to there.
    """
    rows = [record for log in logs for record in read_rows(log, table, engine="tree")]
    changes = []  # the row before, its id, the id that it is given
    for row, behind in zip(rows, [*rows[1:], None], strict=True):
        before = after = row.data.get("id")
        if row.change_type == "update_preimage":
            assert behind is not None
            after = behind.data.get("id", before)
        if row.change_type != "update_postimage":
            changes.append((row, before, after))
    found = {}
    for asked in {before for _, before, _ in changes if before is not None}:
        earlier = {asked}
        told = {}
        for number, (_, before, after) in reversed(list(enumerate(changes))):
            if after in earlier:
                earlier.add(before)
                told[number] = None
        later = {asked}
        for number, (row, before, after) in enumerate(changes):
            if {before, after} & later:
                told[number] = None
            if before in later and (row.change_type == "delete" or before != after):
                later -= {before} - {asked}
                later |= {after} - {before}
        found[asked] = [
            (row.file, row.position, row.ordinal, row.change_type.removesuffix("_preimage"))
            for row, _, _ in (changes[number] for number in sorted(told))
        ]
    return found


def entries(
    logs: list[Path],
    table: str,
    key: str,
    engine: Engine = "auto",
    **asked: str,
) -> list[RowHistoryEntry]:
    rows = scan(logs, table, engine=engine)
    return list(History(rows, {"id": key}, engine).entries(**asked))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("case", "table"), TABLES)
def test_a_life_is_all_that_was_done_to_a_row(case: str, table: str, engine: Engine) -> None:
    logs = logs_of(case)
    expected = lives(logs, table)
    chosen = sorted(expected, key=lambda key: (-len(expected[key]), key))[:2]
    assert chosen
    for key in chosen:
        found = entries(logs, table, str(key), engine)
        places = [(m.file, m.position, m.ordinal, m.change) for m in found]
        assert places == expected[key]


def test_images_are_those_of_the_rows() -> None:
    logs = logs_of("mysql97/rotated.*")
    images = {
        (row.file, row.position, row.ordinal): row.data
        for log in logs
        for row in read_rows(log, "rotated.events")
    }
    first, *others = entries(logs, "rotated.events", "2")
    assert (first.change, first.before) == ("insert", None)
    assert first.after == images[first.file, first.position, first.ordinal]
    assert [moment.change for moment in others] == ["update"]
    for moment in others:
        assert moment.before == images[moment.file, moment.position, moment.ordinal]
        assert moment.after == images[moment.file, moment.position, moment.ordinal + 1]
    assert others[0].changed == {"v": ("two", "zwei")}
    assert [m.change for m in entries(logs, "rotated.events", "2", changed="n")] == ["insert"]
    for value, expected in (("two", ["insert", "update"]), ("zwei", ["update"]), ("three", [])):
        told = entries(logs, "rotated.events", "2", changed="v", value=value)
        assert [moment.change for moment in told] == expected


RENAMED = [
    # the ids before and after each change, None where there is no row
    *((None, 1), (None, 2), (1, 5), (None, 1), (5, 7), (2, None), (None, 5), (7, 7), (1, 1)),
]


@pytest.mark.parametrize(
    ("key", "expected"), [(7, [0, 2, 4, 7]), (5, [0, 2, 4, 6, 7]), (1, [0, 2, 3, 4, 7, 8])]
)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_a_row_is_followed_across_changes_of_its_key(
    key: int, expected: list[int], size: int
) -> None:
    images = []
    for position, (before, after) in enumerate(RENAMED):
        if before is None:
            images.append((after, position, 0, "insert"))
        elif after is None:
            images.append((before, position, 0, "delete"))
        else:
            images.append((before, position, 0, "update_preimage"))
            images.append((after, position, 1, "update_postimage"))
    names = ["id", "_position", "_ordinal", "_change_type"]
    columns = [pa.array(column) for column in zip(*images, strict=True)]
    batch = pa.RecordBatch.from_arrays(columns, names)
    tracker = RowTracker((key,))
    while True:
        parts = with_pairs(batch.slice(at, size) for at in range(0, batch.num_rows, size))
        places = [place for part in parts for place in tracker.places_in(0, part)]
        if not tracker.has_earlier:
            break
        tracker = tracker.with_earlier()
    assert sorted({position for position, _ in places}) == expected


def expected_contexts(log: Path) -> dict[tuple[int, int], RowContext]:
    found: dict[tuple[int, int], RowContext] = {}
    statement = thread = None
    position = ordinal = -1
    for event in read_events(log):
        kind = str(event.type)
        if event.position != position:
            position, ordinal = event.position, 0
        if kind.endswith(("GTID", "GTID_TAGGED")):
            statement, thread = None, event.body.get("thread_id")
        elif kind == "QUERY":
            statement, thread = None, event.body["thread_id"]
        elif kind in ("ROWS_QUERY", "ANNOTATE_ROWS"):
            statement = event.body["query"]
        for _ in event.body.get("images", ()):
            found[position, ordinal] = RowContext(statement, thread)
            ordinal += 1
        if "images" in event.body and "end_of_statement" in event.body["flags"]:
            statement = None
    return found


@pytest.mark.parametrize("case", ANNOTATED)
def test_contexts_are_those_that_the_log_tells(case: str) -> None:
    (log,) = logs_of(case)
    expected = expected_contexts(log)
    (batches,) = [scan(log, view="transactions", columns=["position", "end_position"])]
    found = {}
    for batch in batches:
        for row in batch.to_pylist():
            inside = [p for p in expected if row["position"] <= p[0] < row["end_position"]]
            if inside:
                found.update(contexts_in(str(log), row["position"], inside, Scope()))
    users = {place: context.user for place, context in found.items()}
    told = {place: RowContext(c.statement, c.thread_id) for place, c in found.items()}
    assert told == expected
    assert any(context.statement for context in told.values()) or case == "mysql97/xa.1"
    assert len(users) == len(expected)


def test_redacted_rows_have_no_statements() -> None:
    (log,) = logs_of("mariadb118/statements")
    asked: dict[str, Any] = {"table": "statements.plain", "key": {"id": 1}}
    told = list(history(log, **asked))
    hidden = list(history(log, **asked, redact="nothing=null"))  # type: ignore[call-arg]
    assert any(entry.context.statement for entry in told)
    assert [(entry.after, entry.context.thread_id) for entry in hidden] == [
        (entry.after, entry.context.thread_id) for entry in told
    ]
    assert [entry.context.statement for entry in hidden] == [None] * len(told)


def test_command_tells_a_life() -> None:
    logs = list(map(str, logs_of("mariadb118/rotated.*")))
    command = ["history", "--table", "rotated.events", "--key", "id=2", *logs]
    lines = CliRunner().invoke(main, command).stdout.splitlines()
    assert [line.split("  ")[1] for line in lines if not line.startswith(" ")] == [
        *("insert", "update")
    ]
    assert '    v: "two" -> "zwei"' in lines
    assert any(line.startswith("    by UPDATE events SET") for line in lines)
    records = CliRunner().invoke(main, [*command, "--json"]).stdout.splitlines()
    assert [json.loads(record)["change"] for record in records] == ["insert", "update"]


# what is asked for, and what is wrong with it
BAD = [
    (["--table", "rotated.events", "--key", "id"], "expected COLUMN=VALUE, found 'id'"),
    (
        ["--table", "rotated.events", "--key", "id=two"],
        "expected a value of id, int32, found 'two'",
    ),
    (["--table", "rotated.events", "--key", "ids=2"], "did you mean"),
    (["--table", "rotated.events", "--key", "id=2", "--value", "x"], "--value requires --changed"),
    (["--table", "rotated.*", "--key", "id=2"], "found the pattern 'rotated.*'"),
    (["--table", "rotated.event", "--key", "id=2"], "did you mean"),
]


@pytest.mark.parametrize(("arguments", "said"), BAD)
def test_what_cannot_be_asked_is_told(arguments: list[str], said: str) -> None:
    log = str(FIXTURES / "mysql97" / "rotated.1.binlog")
    result = CliRunner().invoke(main, ["history", *arguments, log])
    assert result.exit_code == 2
    assert said in " ".join(result.stderr.split())


@pytest.mark.parametrize("server", ["mariadb118", "mysql56", "mysql97"])
@pytest.mark.parametrize(
    ("table", "statement"),
    [
        *((name, text) for text, names in cascades.TOUCHED.items() for name in names),
        *((name, None) for name in ("explicit", "unchecked", "unbound", "strict")),
    ],
)
def test_changes_by_foreign_keys_are_told(server: str, table: str, statement: str | None) -> None:
    """Row 2 has another parent than row 1, which no statement changed."""
    truth = json.loads((cascades.FOLDER / f"{server}.json").read_text())
    key = "@1" if server == "mysql56" else "id"
    table = {"renamed": "moved"}.get(table, table)
    own = 2 if table == "tree" else 1
    arguments = ["history", "--table", f"cascades.{table}", *cascades.logs_of(server), "--key"]
    result = CliRunner().invoke(main, [*arguments, f"{key}={own}"])
    is_lost = statement is not None and server != "mysql97" and table != "moved"
    if is_lost:
        assert f"(GTID {truth['gtids'][str(statement)]}): by its foreign key" in result.stderr
    assert result.exit_code == (INCOMPLETE if is_lost else 0), result.stderr
    if table not in {"tree", "moved"}:
        assert CliRunner().invoke(main, [*arguments, f"{key}=2"]).exit_code == 0


def test_python_warns_of_changes_by_foreign_keys() -> None:
    with pytest.warns(CascadeWarning, match=r"by its foreign key \(p\) to cascades\.parent"):
        found = list(history(cascades.logs_of("mariadb118"), "cascades.emptied", {"id": 1}))
    assert len(found) == 1
