"""Logs in InnoDB pages are read as the logs that they were made from."""

from __future__ import annotations

import contextlib
import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from kaitaistruct import KaitaiStream

from binlog_kaitai import BinlogError, read_rows, scan, verify
from binlog_kaitai.errors import TornEventError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.generated.compressed_integer import CompressedInteger
from binlog_kaitai.generated.innodb_binlog import InnodbBinlog
from binlog_kaitai.io.files import OfPages, by_specs, open_file
from binlog_kaitai.io.finding import find_files
from binlog_kaitai.io.framing import LogFile, head_of
from binlog_kaitai.io.log_paths import HeldFile
from binlog_kaitai.io.paged import PagedFile, PagedLog
from binlog_kaitai.kernels.seek.header_scan import OF_ROWS
from binlog_kaitai.kernels.seek.look_ahead import PassesRows
from binlog_kaitai.kernels.walk import page_cuts, paged
from binlog_kaitai.kernels.walk.page_cuts import PageCutter
from binlog_kaitai.kernels.walk.paged import events_of_pages
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.rewrite.events import Options
from binlog_kaitai.rewrite.logs import rewrite_logs
from binlog_kaitai.rewrite.targets import FolderTarget
from tests.conftest import Bucket
from tests.documented_bytes import u1, u2
from tests.made_up.pages import (
    COMMIT,
    OOB_DATA,
    XA_COMPLETE,
    Files,
    Place,
    Tree,
    commit,
    compressed,
    place_bytes,
    sealed,
    transactions,
    write_transactions,
)
from tests.replay import FIXTURES
from tests.test_rewrite import check

MARIADB = FIXTURES / "mariadb118"
TWINS = sorted(path for path in MARIADB.glob("*.binlog") if transactions(path.read_bytes()))
ROTATED = transactions((MARIADB / "rotated.1.binlog").read_bytes())


def rows_of(logs: Any, engine: Engine = "auto") -> list[Any]:
    """What is read, but for places."""
    rows = []
    for log in logs:
        for record in read_rows(log, engine=engine):
            data = json.loads(json.dumps(record.data, default=str))
            data.get("load", {}).pop("file_positions", None)
            rows.append(replace(record, file="", position=0, ordinal=0, data=data))
    return rows


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("twin", TWINS, ids=lambda path: path.name)
def test_rows_are_those_of_the_twin(twin: Path, engine: Engine, tmp_path: Path) -> None:
    random = Random(twin.name)
    files = Files(random.choice([512, 1024, 16384]), random.choice([5, 40]), random.choice([2, 4]))
    write_transactions(files, transactions(twin.read_bytes()), random)
    assert rows_of(files.save(tmp_path), engine) == rows_of([twin], engine)


@pytest.mark.parametrize(
    ("data", "number"),
    [
        ("00", 0),
        ("f8", 0x1F),
        ("0101", 0x20),
        ("b107", 0xF6),
        ("529a06", 0xD34A),
        ("feffffffffffff", 0x1FFFFFFFFFFFFF),
        ("070000000000000100", 0x20000000000000),
        ("ffffffffffffffff07", 2**64 - 1),
        ("ffffffffffffffffff", 2**64 - 1),
    ],
)
def test_compressed_integers(data: str, number: int) -> None:
    """Of 69 bits, a number has 64."""
    assert CompressedInteger(KaitaiStream(BytesIO(bytes.fromhex(data)))).value == number
    assert compressed(number).hex() == data[:16] + data[16:].replace("ff", "07")


def some_files(**given: Any) -> Files:
    files = Files(**{"len_page": 512, "num_pages": 4, **given})
    for first, *rest in ROTATED:
        files.write(COMMIT, compressed(0) + first + b"".join(rest))
    return files


def test_a_transaction_belongs_to_the_file_in_which_its_commit_begins(tmp_path: Path) -> None:
    logs = some_files(num_pages=2, first=7).save(tmp_path)
    assert len(logs) > 2
    alone = [rows_of([log]) for log in logs]
    assert [row for rows in alone for row in rows] == rows_of([MARIADB / "rotated.1.binlog"])
    assert all(result.num_problems == 0 for result in verify(map(str, logs)))


def test_the_spec_shows_the_events_of_a_record() -> None:
    found = InnodbBinlog(KaitaiStream(BytesIO(some_files(len_page=16384).contents()[0])))
    chunks = [chunk for chunk in found.pages[0].chunks if chunk.type == COMMIT]
    events = [chunk.record.body.events.events for chunk in chunks]
    types = [[event.header.type_code for event in some] for some in events]
    assert types == [[event[4] for event in some] for some in ROTATED]
    row = events[4][6].body.rows.items[0]
    assert [cell.value.value for cell in row.after.cells[::2]] == [2, 2]
    assert row.after.cells[1].value.value == b"zwei"


def test_files_after_flush_and_compressed_ones(tmp_path: Path) -> None:
    files = some_files(len_page=4096)
    files.flush()
    for first, *rest in ROTATED:
        files.write(COMMIT, compressed(0) + first + b"".join(rest))
    logs = files.save(tmp_path)
    assert [log.stat().st_size for log in logs] == [2 * 4096, 4 * 4096]
    once = rows_of([MARIADB / "rotated.1.binlog"])
    assert rows_of(logs) == once * 2
    packed = tmp_path / "binlog-000001.ibb.gz"
    packed.write_bytes(gzip.compress(logs[1].read_bytes()))
    assert rows_of([packed]) == once


def test_a_file_that_the_server_made_in_advance(tmp_path: Path) -> None:
    logs = some_files(len_page=4096).save(tmp_path)
    logs.append(tmp_path / "binlog-000001.ibb")
    logs[-1].write_bytes(bytes(16384))
    assert rows_of(logs) == rows_of([MARIADB / "rotated.1.binlog"])
    assert all(result.num_problems == 0 for result in verify(map(str, logs)))


@pytest.mark.parametrize("engine", ENGINES)
def test_a_file_that_was_cut_inside_a_page(engine: Engine, tmp_path: Path) -> None:
    """Also behind a whole record: the rest of the page may have others."""
    (log,) = some_files(num_pages=8).save(tmp_path)
    data = log.read_bytes()
    for size in range(513, 512 * 4, 100):
        log.write_bytes(data[:size])
        with pytest.raises(TornEventError):
            rows_of([log], engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_killed_server_left(engine: Engine, tmp_path: Path) -> None:
    """Pages that it had not written are zeros. The transaction that began before them is torn."""
    (log,) = some_files(len_page=512, num_pages=8).save(tmp_path)
    data = log.read_bytes()
    found = []
    for num_pages in range(1, 9):
        log.write_bytes(data[: num_pages * 512].ljust(len(data), b"\0"))
        rows = []
        with contextlib.suppress(TornEventError):
            for record in read_rows(log, engine=engine):
                rows.append(record.outcome)  # noqa: PERF401 - up to the error
            rows.append("the end")
        found.append((len(rows), rows[-1]))
    end = "the end"
    assert found == [(1, end), (2, "committed"), (6, "committed"), *[(11, end)] * 5]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_torn_record_with_an_event_that_cannot_be_read(engine: Engine, tmp_path: Path) -> None:
    """Its events are told apart by their sizes; what is in them does not hide that it is torn."""
    first, table, *rest = [event.replace(b"rotated", b"\xffotated") for event in ROTATED[-1]]
    files = Files(num_pages=8)
    files.write(COMMIT, compressed(0) + first + table + b"".join(rest) + bytes(2000))
    (log,) = files.save(tmp_path)
    log.write_bytes(log.read_bytes()[:1024].ljust(512 * 8, b"\0"))
    with pytest.raises(BinlogError):
        list(read_rows(log, engine=engine))


Change = Callable[[bytearray], None]


def flip(position: int) -> Change:
    def change(data: bytearray) -> None:
        data[position] ^= 1

    return change


def put(position: int, value: bytes) -> Change:
    """Change bytes of a page and its checksum."""

    def change(data: bytearray) -> None:
        data[position : position + len(value)] = value
        start = position // 512 * 512
        data[start : start + 512] = sealed(bytes(data[start : start + 508]))

    return change


@pytest.mark.parametrize(
    ("change", "place", "message"),
    [
        (flip(17), 0, "the CRC-32C"),
        (flip(700), 512, "the CRC-32C"),
        (flip(1023), 512, "the CRC-32C"),
        (put(4, b"\x11"), 0, "the header of a log in InnoDB pages"),
        (put(8, b"\x02"), 0, "the header of a log in InnoDB pages"),
        (put(513, b"\xff\xff"), 512, "a page of chunks"),
        (put(513, b"\xfa\x01"), 512, "a page of chunks"),
        (put(1024, b"\x41"), 1024, "the rest of a commit record"),
        (put(1024, b"\xc3"), 1024, "the rest of a commit record"),
        (put(1024, b"\x49"), 1024, "the rest of a commit record, found a 9 record"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_damage(change: Change, place: int, message: str, engine: Engine, tmp_path: Path) -> None:
    (log,) = some_files(num_pages=8, state_interval=4).save(tmp_path)
    data = bytearray(log.read_bytes())
    change(data)
    log.write_bytes(data)
    with pytest.raises(BinlogError, match=message) as caught:
        list(read_rows(log, engine=engine))
    assert (caught.value.file, caught.value.position) == (str(log), place)


def test_a_page_that_the_server_was_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (log,) = some_files(num_pages=8).save(tmp_path)
    data = log.read_bytes()
    log.write_bytes(data[:600].ljust(1024, b"\0") + data[1024:])
    read_page = PagedFile._read_page  # noqa: SLF001 - what comes first

    def read_and_write(file: PagedFile, number: int) -> Any:
        try:
            return read_page(file, number)
        finally:
            log.write_bytes(data)

    monkeypatch.setattr(PagedFile, "_read_page", read_and_write)
    assert rows_of([log]) == rows_of([MARIADB / "rotated.1.binlog"])


HERE = Files(state_interval=16, num_pages=8).place()


INNER = u1(OOB_DATA | 0x40) + u2(6) + bytes([0, 0, 0, 0, 0]) + b"e"  # as if a node were in another
INSIDE = 3 + 5


def node(index: int, left: Place, right: Place, events: bytes) -> bytes:
    return compressed(index) + place_bytes(left) + place_bytes(right) + events


@pytest.mark.parametrize(
    ("nodes", "count", "last", "message"),
    [
        ([node(0, (0, 0), (0, 0), b"e")], 2, 0, "2 nodes of events, found 1"),
        ([node(1, (0, 0), (0, 0), b"e")], 1, 0, "the node 0 of a transaction, found 1"),
        ([node(0, HERE, HERE, b"e")], 1, 0, "one that leads to itself"),
        ([b"\x07"], 1, 0, "the fields of a oob_data record"),
        ([node(0, (9, 512), (9, 512), b"e")], 1, 0, "binlog-000009.ibb with events of a trans"),
        ([], 1, 0, "a record of a transaction's events, found another"),
        ([node(0, (0, 2**62), (0, 2**62), b"e")], 1, 0, "a record of a transaction's events"),
        ([node(0, (0, 2**64 - 1), (0, 0), b"e")], 1, 0, "a record of a transaction's events"),
        ([node(0, (0, 0), (0, 0), INNER)], 1, INSIDE, "a record of a transaction's events"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_trees_that_are_none(  # noqa: PLR0913, PLR0917 - cases
    nodes: list[bytes], count: int, last: int, message: str, engine: Engine, tmp_path: Path
) -> None:
    files = Files(state_interval=16, num_pages=8)
    places = [files.write(OOB_DATA, data) for data in nodes] or [(0, 512)]
    if not nodes:
        files.write(XA_COMPLETE, b"\0" * 7)
    last_place = (0, places[0][1] + last) if last else places[0]
    reference = compressed(count) + place_bytes(places[0]) + place_bytes(last_place)
    files.write(COMMIT, reference + compressed(0) + ROTATED[0][0])
    (log,) = files.save(tmp_path)
    with pytest.raises(BinlogError, match=message):
        list(read_rows(log, engine=engine))


def test_events_in_a_file_that_is_missing(tmp_path: Path) -> None:
    files = Files(len_page=4096)
    tree = Tree(files)
    first, *rest = ROTATED[-1]
    tree.add(b"".join(rest))
    files.flush()
    files.write(COMMIT, tree.reference() + compressed(0) + first)
    logs = files.save(tmp_path)
    assert rows_of(logs[-1:])
    logs[0].unlink()
    with pytest.raises(BinlogError, match=r"binlog-000000\.ibb with events of a transaction"):
        rows_of(logs[-1:])


def logs_in(folder: Path | str) -> list[str]:
    return [file.path for file in find_files([str(folder)])]


def test_a_folder_of_compressed_files(tmp_path: Path) -> None:
    """Also where some of them lie beside what they are copies of."""
    files = Files()
    write_transactions(files, ROTATED, Random(3))
    logs = files.save(tmp_path)
    for log in logs:
        log.with_name(f"{log.name}.gz").write_bytes(gzip.compress(log.read_bytes()))
    once = rows_of([MARIADB / "rotated.1.binlog"])
    assert rows_of(logs_in(tmp_path)) == once
    for log in logs:
        log.unlink()
        assert rows_of(logs_in(tmp_path)) == once
    packed = logs_in(tmp_path)
    assert all(result.num_problems == 0 for result in verify(packed))
    assert {head_of(path, 2**20) is None for path in packed} == {False}


def test_logs_of_both_kinds_in_a_folder(tmp_path: Path) -> None:
    """A server that switches to pages begins their numbers again."""
    first, second = (MARIADB / f"rotated.{number}.binlog" for number in (1, 2))
    (tmp_path / "binlog.000001").write_bytes(first.read_bytes())
    files = Files()
    write_transactions(files, transactions(second.read_bytes()), Random(3))
    files.save(tmp_path)
    assert rows_of(logs_in(tmp_path)) == rows_of([first, second])
    results = verify(logs_in(tmp_path))
    assert {problem.found for result in results for problem in result.problems} == set()


def test_a_piped_file_takes_none_from_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    logs = some_files(num_pages=2).save(tmp_path)
    with pytest.raises(TornEventError):
        rows_of([HeldFile("-", logs[0].read_bytes())])


@pytest.mark.parametrize("name", ["compressed", "xa.2"])
def test_they_are_rewritten_as_logs_of_events(name: str, tmp_path: Path) -> None:
    twin = MARIADB / f"{name}.binlog"
    files = Files(1024, 40, 2)
    write_transactions(files, transactions(twin.read_bytes()), Random(name))
    logs = files.save(tmp_path)
    target = FolderTarget(tmp_path / "out")
    done = list(rewrite_logs(scan(logs), target, Options(has_checksums=True), print))
    written = [Path(log.path) for log in done]
    assert [path.name for path in written] == [path.stem for path in logs]
    for path in written:
        check(path)
    assert rows_of(written, "tree") == rows_of([twin], "tree")


@pytest.mark.parametrize("twin", TWINS, ids=lambda path: path.name)
def test_kernels_cut_what_the_specs_do(
    twin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where records go on from window to window, and over all of one."""
    random = Random(twin.name)
    files = Files(512, 40, 4)
    write_transactions(files, transactions(twin.read_bytes()), random)
    logs = files.save(tmp_path)
    expected = [cut(log, by_specs) for log in logs]
    for size in (512, 2048, 2**20):
        monkeypatch.setattr(page_cuts, "WINDOW", size)
        assert [cut(log, events_of_pages) for log in logs] == expected


def cut(log: Path, of_pages: OfPages) -> bytes:
    with open_file(log, of_pages) as stream:
        return stream.read()


def test_kernels_need_no_specs_for_transactions_in_one_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (log,) = some_files(num_pages=40).save(tmp_path)
    expected = cut(log, by_specs)
    monkeypatch.setattr(PagedLog, "record", None)
    assert cut(log, events_of_pages) == expected


@pytest.mark.parametrize("suffix", ["", ".gz"])
def test_files_in_a_bucket(suffix: str, bucket: Bucket, tmp_path: Path) -> None:
    files = Files(num_pages=2)
    write_transactions(files, ROTATED, Random(3))
    for log in files.save(tmp_path):
        content = log.read_bytes()
        bucket.write(
            f"paged{suffix}/{log.name}{suffix}", gzip.compress(content) if suffix else content
        )
    found = logs_in(bucket.uri(f"paged{suffix}"))
    assert len(found) == len(files.written) > 2
    assert rows_of(found) == rows_of([MARIADB / "rotated.1.binlog"])


@pytest.mark.few(72)
@pytest.mark.parametrize("is_full", [True, False], ids=["full", "in_use"])
@pytest.mark.parametrize(("tail", "longest"), list(product([512, 2**21], [100, 2**18])))
@pytest.mark.parametrize("twin", TWINS, ids=lambda path: path.name)
def test_columns_are_those_of_the_twin(
    twin: Path, tail: int, longest: int, is_full: bool, tmp_path: Path
) -> None:
    """Also of tables whose last rows are in no tail, or behind what a tail has of a transaction."""
    files = Files(512, 10_000, 4)
    write_transactions(files, transactions(twin.read_bytes()), Random(twin.name))
    (log,) = files.save(tmp_path)
    if is_full:
        log.write_bytes(log.read_bytes()[: len(files.written[0])])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(paged, "TAIL", tail)
        patch.setattr(paged, "LONGEST_TAIL", longest)
        for table in scan(twin).by_table():
            found = scan(log, table.selected_tables).schema
            assert found == table.schema


@pytest.mark.parametrize("num_empty", [0, 1, 900])
def test_no_event_is_hopped_over_for_columns_in_the_last_transactions(
    num_empty: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = some_files(num_pages=1000)
    (log,) = files.save(tmp_path)
    size = len(files.written[0]) + num_empty * files.len_page
    log.write_bytes(log.read_bytes()[:size])
    monkeypatch.setattr("binlog_kaitai.kernels.engine.spans_by_hops", None)
    assert "_change_type" in scan(log, "rotated.events").schema.names


@pytest.mark.parametrize(("window", "shortest"), [(512, 1), (2048, 1), (2**19, 1), (2**19, 64)])
@pytest.mark.parametrize("twin", TWINS, ids=lambda path: path.name)
def test_rows_in_nodes_are_gone_over_while_these_are_looked_for(
    twin: Path, window: int, shortest: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Up to the first event that does more; or less far, at a window's end and in short nodes."""
    monkeypatch.setattr(page_cuts, "WINDOW", window)
    files, random = Files(512, 10_000, 4), Random(twin.name)
    found = transactions(twin.read_bytes())
    while found:
        together = [(first, b"".join(rest), Tree(files)) for first, *rest in found[:2]]
        found = found[2:]
        rests = [(rest, tree) for _, rest, tree in together]
        while rests:
            rest, tree = rests.pop(random.randrange(len(rests)))
            size = random.randint(shortest, 300)
            tree.add(rest[:size])
            if rest[size:]:
                rests.append((rest[size:], tree))
        for gtid, _, tree in together:
            commit(files, gtid, [tree])
    (path,) = files.save(tmp_path)
    num_passed = 0
    with LogFile(path, by_specs) as plain, LogFile(path, events_of_pages) as log:
        assert isinstance(log.content, PassesRows)
        positions = [frame.position for frame in plain.frames()]
        concern_rows = [concerns_rows(plain.header(position)) for position in positions]
        for number, position in enumerate(positions):
            passed = positions.index(log.content.pass_rows(position))
            assert passed >= number
            assert all(concern_rows[number:passed])
            num_passed += passed - number
            if shortest == 64 and passed > number:
                assert not concern_rows[passed]
    assert num_passed or not any(concern_rows) or shortest < 64


def concerns_rows(header: BinlogEventHeader) -> bool:
    return bool(header.is_rows or int(header.type) in OF_ROWS)


def test_each_window_of_pages_is_cut_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (log,) = some_files(num_pages=40).save(tmp_path)
    cut_pages, offsets = PageCutter.cut_pages, []

    def noted(self: PageCutter, file: PagedFile, at: int, *others: Any) -> Any:
        offsets.append(at)
        return cut_pages(self, file, at, *others)

    monkeypatch.setattr(paged, "CHUNK", 0)  # of what is looked at when a log is opened
    monkeypatch.setattr(page_cuts, "WINDOW", 512)
    monkeypatch.setattr(PageCutter, "cut_pages", noted)
    assert cut(log, events_of_pages)
    assert len(offsets) == len(set(offsets)) > 3


def test_a_large_transaction_that_ends_where_a_page_does(tmp_path: Path) -> None:
    """Also where less is left of the page than a chunk needs, whatever is there."""

    class Filled(Files):
        def _end_page(self, filler: bytes) -> None:
            super()._end_page(filler and b"\0")

    (first, *rest), (gtid, *others) = ROTATED[:2]
    for num_bytes in range(470):
        files = Filled(num_pages=20)
        files.write(OOB_DATA, bytes(num_bytes))
        tree = Tree(files)
        tree.add(b"".join(rest))
        files.write(COMMIT, tree.reference() + compressed(0) + first)
        files.write(COMMIT, compressed(0) + gtid + b"".join(others))
        (log,) = files.save(tmp_path)
        assert cut(log, events_of_pages) == cut(log, by_specs)


def test_tails_hold_little_of_a_transaction_that_the_specs_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they do where the kernels know none of its nodes."""
    files = Files(num_pages=1000)
    tree = Tree(files)
    first, *rest = ROTATED[-1]
    for part in (b"".join(rest), bytes(20_000)):
        tree.add(part)
    files.write(COMMIT, tree.reference() + compressed(0) + first)
    (log,) = files.save(tmp_path)
    log.write_bytes(log.read_bytes()[: len(files.written[0])])
    monkeypatch.setattr(PageCutter, "tree", lambda *_: None)
    monkeypatch.setattr(paged, "LONGEST_TAIL", 100)
    ((tail, is_whole),) = paged.last_transactions(str(log))
    assert not is_whole
    assert len(tail) < 1000
