"""Transactions that pass as a whole: what is written is what trees of their events write."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError, read_events, redaction_of, scan
from binlog_kaitai.model.redaction import Redaction, parse_rule
from binlog_kaitai.read.views import transaction_batches
from binlog_kaitai.rewrite import passing
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_logs
from binlog_kaitai.rewrite.rows import Redactor
from binlog_kaitai.rewrite.series import Cutting
from binlog_kaitai.rewrite.targets import FolderTarget
from tests.fixtures.logs import EACH_SHORT_LOG, FIXTURES

AS_IT_IS = Options()

Written = tuple[bytes, Any, list[str]] | str

SERIES = [
    "mysql97/rotated",
    "mysql97/gtid_tagged",
    "mysql97/xa",
    "mysql56/altered",
    "mariadb118/rotated",
    "mariadb118/ends",
]
"""Logs that follow each other."""


def written(
    log: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    smallest: int,
    options: Options = AS_IT_IS,
    **selection: Any,
) -> Written:
    monkeypatch.setattr("binlog_kaitai.rewrite.logs.PASSES_FROM", smallest)
    warnings: list[str] = []
    found = scan([log], is_typed=False, **selection)
    try:
        (done,) = rewrite_logs(found, FolderTarget(folder), options, warnings.append)
    except BinlogError as error:  # such as for half of an ALTER in two phases
        return str(error)
    return Path(done.path).read_bytes(), done.counts, warnings


def rows_of(log: Path) -> list[dict[str, Any]]:
    return [row for batch in transaction_batches(log) for row in batch.to_pylist()]


def selections(log: Path) -> list[dict[str, Any]]:
    """Return selections that leave out the first, the last, or every other transaction."""
    rows = rows_of(log)
    found: list[dict[str, Any]] = [{}]
    if len(rows) < 2:
        return found
    middle, last = rows[len(rows) // 2], rows[-1]
    found += [
        {"start_position": rows[1]["position"]},
        {"start_position": middle["position"]},
        {"stop_position": last["position"]},
        {"stop_position": middle["position"] + 1},
        {"server_id": middle["server_id"]},
        {"server_id": 12345},
    ]
    times = sorted({event.timestamp for event in read_events(log) if event.timestamp is not None})
    if len(times) > 1:
        found += [{"start": times[len(times) // 2]}, {"stop": times[-1]}]
    gtids = [row["gtid"] for row in rows if row["gtid"] is not None]
    if gtids:
        every_other = ",".join(gtids[::2])
        found += [{"gtids": every_other}, {"exclude_gtids": every_other}]
    tables = sorted({share["table"] for row in rows for share in row["tables"]})
    found += [{"table": table} for table in tables[:3]]
    return found


@pytest.mark.parametrize("log", EACH_SHORT_LOG)
@pytest.mark.parametrize("block", [passing.BLOCK, 256])
def test_a_log_is_written_as_by_trees(
    log: Path, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "BLOCK", block)
    for number, selection in enumerate(selections(log)):
        folder = tmp_path / str(number)
        by_trees = written(log, folder / "trees", monkeypatch, 2**40, **selection)
        as_wholes = written(log, folder / "wholes", monkeypatch, 0, **selection)
        assert as_wholes == by_trees, selection


@pytest.mark.parametrize("log", SERIES)
@pytest.mark.parametrize("block", [passing.BLOCK, 600])
@pytest.mark.parametrize(
    "cutting", [Cutting(merges=True), *map(Cutting, (300, 300, 1600), (True, False, True))]
)
def test_logs_are_cut_and_joined_as_by_trees(
    log: str, block: int, cutting: Cutting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "BLOCK", block)
    logs = sorted(FIXTURES.glob(f"{log}.*.binlog"))

    def rewritten(smallest: int, **selection: Any) -> dict[str, Any]:
        monkeypatch.setattr("binlog_kaitai.rewrite.logs.PASSES_FROM", smallest)
        target = FolderTarget(tmp_path / f"{smallest} {selection}")
        found = scan(logs, is_typed=False, **selection)
        done = list(rewrite_logs(found, target, AS_IT_IS, print, cutting))
        return {Path(one.path).name: (Path(one.path).read_bytes(), one.counts) for one in done}

    gtids = [row["gtid"] for one in logs for row in rows_of(one) if row["gtid"] is not None]
    for selection in ({}, {"exclude_gtids": ",".join(gtids[1::3])}):
        by_trees = rewritten(2**40, **selection)
        assert rewritten(0, **selection) == by_trees
        assert len(by_trees) > 1 or cutting.size != 300


def changes(log: Path) -> list[tuple[Options, dict[str, Any]]]:
    """Return options that change events, and selections of tables."""
    rows = rows_of(log)
    tables = sorted({share["table"] for row in rows for share in row["tables"]})
    databases = sorted({table.partition(".")[0] for table in tables})
    names = {name: f"renamed {name}" for name in databases}
    found: list[tuple[Options, dict[str, Any]]] = [
        (Options(names), {}),
        (Options(has_checksums=True), {}),
        (Options(has_checksums=False), {"start_position": rows[-1]["position"]} if rows else {}),
        (AS_IT_IS, {"table": "no.such"}),
        (Options(redaction=redaction_of(["no.such.column=null"])), {}),
    ]
    if len(rows) > 1:
        found.append((Options(names), {"start_position": rows[1]["position"]}))
    for database in databases[:2]:
        found += [
            (Options(names, has_checksums=False), {"database": database}),
            (AS_IT_IS, {"table": f"{database}.*"}),
        ]
    for rule in ("*.*.*:*=null", "*.*.*:*int=hash", "*.*.*:*int=7", "*.*.*:*char=gone"):
        found.append((Options(redaction=Redaction((parse_rule(rule),), b"a key")), {}))
    texts = Redaction((parse_rule("*.*.*:*text=hash"), parse_rule("*.*.*:*char=hash")), b"a key")
    found += [(Options(redaction=texts), {}), (Options(names, redaction=texts), {})]
    for table in tables[:2]:
        found.append((Options(redaction=redaction_of([f"{table}.no_such=null"])), {}))
    return found


@pytest.mark.parametrize("log", EACH_SHORT_LOG)
@pytest.mark.parametrize("block", [passing.BLOCK, 600])
def test_a_log_is_changed_as_by_trees(
    log: Path, block: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passing, "BLOCK", block)
    for number, (options, selection) in enumerate(changes(log)):
        folder = tmp_path / str(number)
        by_trees = written(log, folder / "trees", monkeypatch, 2**40, options, **selection)
        edited = written(log, folder / "edited", monkeypatch, 0, options, **selection)
        assert edited == by_trees, (options, selection)


@pytest.mark.parametrize("server", ["mysql97", "mariadb118"])
@pytest.mark.parametrize("block", [passing.BLOCK, 600])
@pytest.mark.parametrize("rule", ["v=null", "v=hash", "n=hash", "id=7"])
def test_rows_are_redacted_without_trees(
    server: str, block: int, rule: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a tree was read")

    log = FIXTURES / server / "rotated.2.binlog"
    options = Options(redaction=Redaction((parse_rule(f"rotated.events.{rule}"),), b"a key"))
    by_trees = written(log, tmp_path / "trees", monkeypatch, 2**40, options)
    monkeypatch.setattr(passing, "BLOCK", block)
    monkeypatch.setattr(Redactor, "redacted_rows", refuse)
    redacted = written(log, tmp_path / "blocks", monkeypatch, 0, options)
    assert redacted == by_trees
    assert not isinstance(redacted, str)
    assert redacted[1].values


@pytest.mark.parametrize("at", [700, 1100, 1500])
@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_damage_is_told_as_by_trees(
    at: int, damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bytearray((FIXTURES / "mysql97" / "rotated.1.binlog").read_bytes())
    log = tmp_path / "binlog.000001"
    if damage == "cut":
        del data[at:]
    else:
        data[at] ^= 1
    log.write_bytes(data)
    by_trees = written(log, tmp_path / "trees", monkeypatch, 2**40)
    assert isinstance(by_trees, str)
    assert written(log, tmp_path / "wholes", monkeypatch, 0) == by_trees
