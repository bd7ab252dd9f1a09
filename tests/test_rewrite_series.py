"""Logs that are split, merged and compressed: the same transactions, in other logs."""

from __future__ import annotations

import itertools
import shutil
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from binlog_kaitai import read_events, scan
from binlog_kaitai.io.framing import LogFile
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import AS_READ, rewrite_logs
from binlog_kaitai.rewrite.series import Cutting, counted_names
from binlog_kaitai.rewrite.targets import FolderTarget
from binlog_kaitai.rewrite.writing import Draft
from binlog_kaitai.tree.log.state import state_at_start
from tests.fixtures.logs import EACH_SHORT_LOG, FIXTURES
from tests.test_rewrite import check, rows, run, sources

EACH = Cutting(1)
"""A log for each transaction."""

MERGED = Cutting(2**30, merges=True)

SERIES = [
    ("mysql56", ["gtid.1", "gtid.2"]),
    ("mysql97", ["rotated.1", "rotated.2"]),
    ("mysql97", ["gtid_tagged.1", "gtid_tagged.2"]),
    ("mysql97", ["xa.1", "xa.2"]),
    ("mariadb1011", ["rotated.1", "rotated.2"]),
    ("mariadb1011", ["altered.1", "altered.2"]),
    ("mariadb118", ["ends.1", "ends.2", "ends.3"]),
    ("mariadb118", ["rotated.1", "rotated.2"]),
]

AS_IT_IS = Options()


@pytest.fixture(autouse=True, params=[0, 2**40], ids=["wholes", "trees"])
def passes_from(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let transactions of these short logs pass as a whole, and none."""
    monkeypatch.setattr("binlog_kaitai.rewrite.logs.PASSES_FROM", request.param)


def cut(
    logs: list[Path],
    folder: Path,
    cutting: Cutting,
    options: Options = AS_IT_IS,
    **selection: Any,
) -> list[Path]:
    """Rewrite logs, and check those that are written."""
    warnings: list[str] = []
    found = scan(logs, is_typed=False, **selection)
    target = FolderTarget(folder)
    done = rewrite_logs(found, target, options, warnings.append, cutting)
    written = [Path(log.path) for log in done]
    assert warnings == []
    for path in written:
        check(path)
    return written


def logs_of(server: str, names: list[str], folder: Path) -> list[Path]:
    """Return copies of logs, with names that servers give."""
    folder.mkdir()
    copies = [folder / f"binlog.{number:06}" for number in range(7, 7 + len(names))]
    for name, copy in zip(names, copies, strict=True):
        shutil.copy(FIXTURES / server / f"{name}.binlog", copy)
    return copies


def all_rows(logs: list[Path], **selection: Any) -> list[tuple[Any, ...]]:
    return [row for log in logs for row in rows([log], **selection)]


def gtids_at_start(log: Path) -> dict[str, Any] | None:
    lists = {"PREVIOUS_GTIDS", "MARIADB_GTID_LIST"}
    return next((event.body for event in read_events(log) if event.type in lists), None)


@pytest.mark.parametrize(("server", "names"), SERIES)
def test_a_log_for_each_transaction(server: str, names: list[str], tmp_path: Path) -> None:
    logs = logs_of(server, names, tmp_path / "in")
    written = cut(logs, tmp_path / "out", EACH)
    gtids = [gtid for log in logs for gtid in sources(log)]
    assert [gtid for log in written for gtid in sources(log)] == gtids
    assert len(written) >= len(gtids) > len(logs)
    assert [log.name for log in written] == list(
        itertools.islice(counted_names("binlog.000007"), len(written))
    )
    assert all_rows(written) == all_rows(logs)
    for before, after in itertools.pairwise(written):
        ends = [event for event in read_events(before) if event.type in {"ROTATE", "STOP"}]
        assert ends[-1].type == "STOP" or ends[-1].body["next_log"] == after.name


@pytest.mark.parametrize(("server", "names"), SERIES)
def test_logs_that_were_split_are_merged_again(
    server: str, names: list[str], tmp_path: Path
) -> None:
    logs = logs_of(server, names, tmp_path / "in")
    split = cut(logs, tmp_path / "split", EACH)
    whole = cut(logs, tmp_path / "whole", MERGED)
    merged = cut(split, tmp_path / "merged", MERGED)
    assert len(whole) == len(merged)
    assert all_rows(merged) == all_rows(logs)
    for one, other in zip(whole, merged, strict=True):
        assert [event.type for event in read_events(one)] == [
            event.type for event in read_events(other)
        ]
        assert gtids_at_start(one) == gtids_at_start(other)


def test_each_part_claims_what_was_written_before_it(tmp_path: Path) -> None:
    logs = logs_of("mysql97", ["gtid_tagged.1", "gtid_tagged.2"], tmp_path / "in")
    left_out = sources(logs[0])[1]
    written = cut(logs, tmp_path / "out", EACH, exclude_gtids=left_out)
    so_far: set[str] = set()
    for log in written:
        assert claimed(log) == so_far
        so_far |= set(sources(log))
    assert left_out not in so_far
    assert any(gtid.count(":") == 2 for gtid in so_far)  # with a tag


def claimed(log: Path) -> set[str]:
    body = gtids_at_start(log)
    assert body is not None
    return {
        f"{source['uuid']}:{source['tag']}:{number}"
        if source.get("tag")
        else f"{source['uuid']}:{number}"
        for source in body["sources"]
        for first, last in source["intervals"]
        for number in range(first, last + 1)
    }


def test_a_list_of_mariadb_in_each_part(tmp_path: Path) -> None:
    logs = logs_of("mariadb118", ["rotated.1", "rotated.2"], tmp_path / "in")
    written = cut(logs, tmp_path / "out", EACH)
    for before, after in itertools.pairwise(written):
        body = gtids_at_start(after)
        assert body is not None
        lasts = ["{domain_id}-{server_id}-{sequence}".format(**one) for one in body["gtids"]]
        assert lasts == sources(before)[-1:]


@pytest.mark.parametrize("cutting", [AS_READ, EACH, MERGED], ids=["as_read", "each", "merged"])
def test_a_replica_of_mariadb_may_begin_at_a_cut(cutting: Cutting, tmp_path: Path) -> None:
    logs = logs_of("mariadb118", ["rotated.1", "rotated.2"], tmp_path / "in")
    front, last, *kept = scan(logs[0], view="transactions").to_table().to_pylist()
    written = cut(logs, tmp_path / "out", cutting, start_position=kept[0]["position"])
    listed, expected = gtids_at_start(written[0]), gtids_at_start(logs[1])
    assert listed is not None
    assert expected is not None
    lasts = ["{domain_id}-{server_id}-{sequence}".format(**one) for one in listed["gtids"]]
    assert lasts == [last["gtid"]] != [front["gtid"]]
    assert sources(written[0])[0] == kept[0]["gtid"]
    if cutting == AS_READ:
        assert gtids_at_start(written[1]) == expected


def test_transactions_left_out_by_gtid_are_no_front(tmp_path: Path) -> None:
    logs = logs_of("mariadb118", ["rotated.1", "rotated.2"], tmp_path / "in")
    written = cut(logs, tmp_path / "out", AS_READ, exclude_gtids=sources(logs[0])[0])
    assert gtids_at_start(written[0]) == gtids_at_start(logs[0])


def test_logs_that_do_not_follow_each_other_stay_apart(tmp_path: Path) -> None:
    logs = cut(
        logs_of("mysql97", ["rotated.1", "rotated.2"], tmp_path / "in"), tmp_path / "out", EACH
    )
    apart = cut([*logs[:2], *logs[3:]], tmp_path / "apart", MERGED)
    assert len(apart) == 2
    assert all_rows(apart) == all_rows([*logs[:2], *logs[3:]])


def test_logs_of_other_servers_stay_apart(tmp_path: Path) -> None:
    logs = [FIXTURES / "mysql56/gtid.1.binlog", FIXTURES / "mysql97/rotated.1.binlog"]
    written = cut(logs, tmp_path, MERGED)
    assert [log.name for log in written] == ["gtid.1.binlog", "gtid.2.binlog"]


def test_transactions_of_a_merged_log_wait_for_those_of_the_log_before(tmp_path: Path) -> None:
    logs = logs_of("mysql97", ["rotated.1", "rotated.2"], tmp_path / "in")
    (merged,) = cut(logs, tmp_path / "out", MERGED)
    first = len(sources(logs[0]))
    clocks = [
        event.body["logical_timestamps"] for event in read_events(merged) if event.type == "GTID"
    ]
    assert [clock["sequence_number"] for clock in clocks] == list(range(1, len(clocks) + 1))
    assert all(clock["last_committed"] >= first for clock in clocks[first:])


@pytest.mark.parametrize("log", [log for log in EACH_SHORT_LOG if "mysql97" in str(log.values)])
def test_compressed_transactions_have_the_same_rows(log: Path, tmp_path: Path) -> None:
    (written,) = cut([log], tmp_path / "packed", Cutting(), Options(compresses=True))
    assert all_rows([written]) == all_rows([log])
    assert written.stat().st_size <= log.stat().st_size
    plain = Options(decompresses=True)
    (unpacked,) = cut([written], tmp_path / "unpacked", Cutting(), plain)
    (expected,) = cut([log], tmp_path / "expected", Cutting(), plain)
    assert types_of(unpacked) == types_of(expected)


def types_of(log: Path) -> list[tuple[str, int]]:
    """Return the types and sizes of events, but for those of numbers with several forms."""
    return [(event.type, event.size) for event in read_events(log) if "GTID" not in event.type]


def test_payloads_are_as_a_server_makes_them(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/compressed.binlog"
    (plain,) = cut([log], tmp_path / "plain", Cutting(), Options(decompresses=True))
    (packed,) = cut([plain], tmp_path / "packed", Cutting(), Options(compresses=True))
    servers, ours = payloads(log), payloads(packed)
    assert len(ours) >= len(servers) > 1
    assert all(payload in ours for payload in servers)


def test_xa_transactions_are_compressed(tmp_path: Path) -> None:
    log = FIXTURES / "mysql97/xa.1.binlog"
    (packed,) = cut([log], tmp_path / "packed", Cutting(), Options(compresses=True))
    found = payloads(packed)
    assert sum(b"XA START" in one and b"XA END" in one for one in found) > 1
    assert not any(b"XA COMMIT" in one for one in found)
    assert all_rows([packed]) == all_rows([log])


def test_larger_transactions_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = FIXTURES / "mysql97/compressed.binlog"
    (plain,) = cut([log], tmp_path / "plain", Cutting(), Options(decompresses=True))
    monkeypatch.setattr("binlog_kaitai.rewrite.packing.LARGEST", 500)
    (packed,) = cut([plain], tmp_path / "packed", Cutting(), Options(compresses=True))
    sizes = [len(payload) for payload in payloads(packed)]
    assert 0 < max(sizes) < 500
    assert len(sizes) < len(payloads(log))


def payloads(path: Path) -> list[bytes]:
    """Return what the payloads of a log hold."""
    found = []
    with LogFile(path) as log:
        state = state_at_start(log)
        for frame in log.frames():
            draft = Draft(frame.data, state.format, state.table_maps)
            state.next_event(frame.position, frame.event)
            if draft.tree.is_payload:
                sizes = {field.type.name: field.number for field in draft.get("body.fields")}
                size = sizes["len_uncompressed"]
                found.append(pa.decompress(draft.get("body.payload"), size, "zstd", asbytes=True))
    return found


def test_events_of_mariadb_are_compressed_and_decompressed(tmp_path: Path) -> None:
    log = FIXTURES / "mariadb118/compressed.binlog"
    (plain,) = cut([log], tmp_path / "plain", Cutting(), Options(decompresses=True))
    (packed,) = cut([plain], tmp_path / "packed", Cutting(), Options(compresses=True))
    (again,) = cut([packed], tmp_path / "again", Cutting(), Options(decompresses=True))
    assert again.read_bytes() == plain.read_bytes() != log.read_bytes()
    types = {event.type for event in read_events(packed)}
    assert {"QUERY_COMPRESSED", "WRITE_ROWS_COMPRESSED_V1", "UPDATE_ROWS_COMPRESSED_V1"} <= types
    assert packed.stat().st_size < plain.stat().st_size


def test_a_server_without_compression_is_named(tmp_path: Path) -> None:
    done = run("--out", tmp_path, "--compress", FIXTURES / "mysql56/gtid.1.binlog")
    assert done.exit_code == 1
    assert "expected a log of MySQL 8.0.20 or MariaDB 10.2.3 or later" in done.output


def test_the_command_splits_and_merges(tmp_path: Path) -> None:
    logs = logs_of("mysql97", ["rotated.1", "rotated.2"], tmp_path / "in")
    done = run("--out", tmp_path / "split", "--split-at", "transaction", *logs)
    assert done.exit_code == 0
    split = sorted((tmp_path / "split").iterdir())
    assert len(done.output.splitlines()) == len(split) == 9
    done = run("--out", tmp_path / "merged", "--merge", *split)
    assert (done.exit_code, len(done.output.splitlines())) == (0, 1)
    bad = run("--out", tmp_path / "bad", "--split-at", "0", *logs)
    assert (bad.exit_code, "expected a size such as 128m" in bad.output) == (2, True)


def test_standard_output_takes_no_two_logs(tmp_path: Path) -> None:
    logs = logs_of("mysql97", ["rotated.1", "rotated.2"], tmp_path / "in")
    merged = run("--out", "-", "--merge", *logs)
    (expected,) = cut(logs, tmp_path / "out", MERGED)
    assert merged.exit_code == 0
    assert merged.stdout_bytes == expected.read_bytes()
    two = run("--out", "-", "--split-at", "transaction", *logs)
    assert (two.exit_code, "expected one log file for standard output" in two.stderr) == (1, True)


def test_names_count_on() -> None:
    for first, second in [
        ("binlog.000009", "binlog.000010"),
        ("host-7-bin.999999", "host-7-bin.1000000"),
        ("rotated.1.binlog", "rotated.2.binlog"),
        ("stdin", "stdin.000002"),
    ]:
        names = counted_names(first)
        assert next(names).startswith(first)
        assert next(names) == second
