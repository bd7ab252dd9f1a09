"""What is not as it should be: records before the fault, then an error that names its place."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from binlog_kaitai import BinlogError, Record, TornEventError, read_events
from tests.records import read_rows
from tests.replay import FIXTURES

CHECKED = FIXTURES / "mysql97" / "rotated.1.binlog"
UNCHECKED = FIXTURES / "mysql97" / "types_minimal.binlog"

TYPE_AT, SIZE_AT, FLAGS_AT = 4, 9, 17  # of an event's header


def read_until_error(path: Path) -> tuple[list[Record], BinlogError | None]:
    records: list[Record] = []
    try:
        records.extend(read_rows(path))
    except BinlogError as error:
        return records, error
    return records, None


def are_first(records: list[Record], whole: list[Record]) -> bool:
    """Whether the first records of a log are these, but for how a transaction ends that is cut."""
    first = whole[: len(records)]
    return [replace(record, outcome=None) for record in records] == [
        replace(record, outcome=None) for record in first
    ] and all(r.outcome in (None, w.outcome) for r, w in zip(records, first, strict=True))


def places(path: Path) -> list[tuple[str | None, int, int]]:
    return [(event.type, event.position, event.size) for event in read_events(path)]


@pytest.mark.parametrize(
    ("content", "position", "found"),
    [
        (b"", 0, "an empty file"),
        (b"\xfeb", 0, "a file of 2 bytes"),
        (b"SQLite format 3\0", 0, "53514c69"),
        (
            b"\xfdbin" + bytes(508),
            0,
            "fd62696e, a log encrypted by MySQL; pass the keyring with --keyring",
        ),
        (b"\xfebin" + bytes(8), 4, "the end of the file after 8 bytes"),
        (b"\xfebin" + bytes(19), 4, "a size of 0"),
    ],
)
def test_what_is_no_binary_log(tmp_path: Path, content: bytes, position: int, found: str) -> None:
    path = tmp_path / "x.binlog"
    path.write_bytes(content)
    records, error = read_until_error(path)
    assert not records
    assert error is not None
    assert (error.file, error.position, error.found) == (str(path), position, found)
    assert str(error) == f"{path}: at byte {position}: expected {error.expected}, found {found}"


def test_a_log_cut_anywhere(tmp_path: Path) -> None:
    whole = CHECKED.read_bytes()
    all_records = list(read_rows(CHECKED))
    ends = {position + size for _, position, size in places(CHECKED)} | {4}
    path = tmp_path / CHECKED.name
    lengths = {*range(0, len(whole), 5), *ends, *(end + 1 for end in ends), *range(6)}
    for length in sorted(lengths - {len(whole) + 1}):
        path.write_bytes(whole[:length])
        records, error = read_until_error(path)
        assert are_first(records, all_records)
        if length in ends:
            assert error is None
        elif length == 0:
            assert error is not None
        else:
            assert isinstance(error, TornEventError)
            assert error.position == (max(e for e in ends if e < length) if length > 4 else 0)
            assert sum(r.position < error.position for r in all_records) == len(records)


def test_any_byte_that_a_checksum_covers(tmp_path: Path) -> None:
    whole = CHECKED.read_bytes()
    all_records = list(read_rows(CHECKED))
    path = tmp_path / CHECKED.name
    for name, position, size in places(CHECKED):
        for at in range(position, position + size, 3):
            if at - position in range(SIZE_AT, SIZE_AT + 4) or name == "FORMAT_DESCRIPTION":
                continue
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
            records, error = read_until_error(path)
            assert error is not None, f"byte {at} of the event at {position}"
            assert error.position == position
            assert are_first(records, all_records)
            assert sum(r.position < position for r in all_records) == len(records)


@pytest.mark.parametrize("at", [4, 8, 21, 23, 24, 26, 28, 80, 100, 118, 121, 122, 125])
def test_any_byte_of_the_format_description(tmp_path: Path, at: int) -> None:
    whole = CHECKED.read_bytes()
    path = tmp_path / CHECKED.name
    path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
    records, error = read_until_error(path)
    assert error is not None
    assert error.position == 4
    assert not records


def test_a_bad_checksum_is_shown_and_followed_by_the_other_events(tmp_path: Path) -> None:
    whole = bytearray(CHECKED.read_bytes())
    _, position, size = places(CHECKED)[4]
    whole[position + size - 1] ^= 1
    path = tmp_path / CHECKED.name
    path.write_bytes(whole)
    checksums = [event.checksum for event in read_events(path)]
    assert checksums == ["ok"] * 4 + ["bad"] + ["ok"] * (len(checksums) - 5)
    assert len(checksums) == len(places(CHECKED))


def signed(event: bytes) -> bytes:
    """Return an event with its last four bytes made the checksum of the others."""
    return event[:-4] + struct.pack("<I", zlib.crc32(event[:-4]))


def changed(path: Path, kind: str, change: Callable[[bytes], bytes]) -> tuple[bytes, int]:
    """Return a log with its first event of a kind changed, and where that event lies."""
    whole = path.read_bytes()
    position, size = next((p, s) for name, p, s in places(path) if name == kind)
    return whole[:position] + change(whole[position : position + size]) + whole[
        position + size :
    ], position


def test_a_size_that_lies(tmp_path: Path) -> None:
    path = tmp_path / CHECKED.name
    for lie in (0, 18, 19, 20, 22, 23, 2**31, 2**32 - 1):
        resized = struct.pack("<I", lie)
        content, position = changed(
            CHECKED, "XID", lambda e, resized=resized: e[:SIZE_AT] + resized + e[SIZE_AT + 4 :]
        )
        path.write_bytes(content)
        records, error = read_until_error(path)
        assert error is not None
        assert error.position == position
        all_records = list(read_rows(CHECKED))
        assert are_first(records, all_records)
        assert sum(r.position < position for r in all_records) == len(records)


def test_rows_without_their_table_map(tmp_path: Path) -> None:
    path = tmp_path / CHECKED.name
    content, _ = changed(CHECKED, "TABLE_MAP", lambda _: b"")
    path.write_bytes(content)
    records, error = read_until_error(path)
    assert error is not None
    assert error.expected.startswith("a TABLE_MAP event for table id ")
    assert error.found == "none in this statement"
    assert {r.change_type for r in records} == {"statement"}


def test_an_unknown_column_type(tmp_path: Path) -> None:
    path = tmp_path / CHECKED.name

    def spoil(event: bytes) -> bytes:
        types = event.index(b"events\0") + len("accounts\0") + 1
        return signed(event[:types] + b"\x63" + event[types + 1 :])

    content, position = changed(CHECKED, "TABLE_MAP", spoil)
    path.write_bytes(content)
    _, error = read_until_error(path)
    assert error is not None
    assert error.position == position
    assert error.found.startswith("99 at ")


@pytest.mark.parametrize("is_ignorable", [True, False])
def test_an_event_of_unknown_type_is_shown_raw(tmp_path: Path, is_ignorable: bool) -> None:
    """It is stepped over if it says that it may be, and else it is where reading ends."""
    path = tmp_path / CHECKED.name
    flags = b"\x80\0" if is_ignorable else b"\0\0"

    def renamed(event: bytes) -> bytes:
        event = event[:TYPE_AT] + b"\x63" + event[TYPE_AT + 1 :]
        return signed(event[:FLAGS_AT] + flags + event[FLAGS_AT + 2 :])

    content, position = changed(CHECKED, "ROTATE", renamed)
    path.write_bytes(content)
    records, error = read_until_error(path)
    assert records == list(read_rows(CHECKED))
    if is_ignorable:
        assert error is None
    else:
        assert error is not None
        assert error.position == position
        assert error.found.startswith("type 99, of server version 9.7")
    (event,) = [event for event in read_events(path) if event.position == position]
    assert (event.type, event.type_code, event.checksum) == (None, 99, "ok")
    assert list(event.body) == ["raw"]


@pytest.mark.long
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_random_damage_gives_records_or_an_error(tmp_path: Path, data: st.DataObject) -> None:
    whole = bytearray(UNCHECKED.read_bytes()[:20_000])
    changes = st.tuples(st.integers(4, len(whole) - 1), st.integers(0, 255))
    for at, byte in data.draw(st.lists(changes, min_size=1, max_size=4)):
        whole[at] = byte
    path = tmp_path / "damaged.binlog"
    path.write_bytes(whole)
    read_until_error(path)
    try:
        for event in read_events(path):
            event.to_json()
    except BinlogError:
        pass
