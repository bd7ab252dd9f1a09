"""Post-headers have the lengths that the FORMAT_DESCRIPTION lists, whatever is known of them."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest

from binlog_kaitai import BinlogError
from binlog_kaitai.generated.binlog_event_header import BinlogEventHeader
from binlog_kaitai.read.batches import read_batches
from binlog_kaitai.read.engines import ENGINES, Engine
from binlog_kaitai.read.views import event_batches
from tests import documented_bytes as doc
from tests.documented_bytes import event, u1, u4, u8
from tests.post_headers import (
    CASES,
    CREATE_FILE,
    DELETE_ROWS,
    LOAD,
    MYSQL,
    UNKNOWN_BYTES,
    UNUSED_LENGTH,
    WITHOUT_LENGTH,
    Case,
    accepted_logs,
    format_description,
    log_of,
)

LEFT_OUT = ("file", "position", "outcome", "xid")
"""Fields of a change that tell where it lies, and what comes later in the log."""

LISTED = DELETE_ROWS
BY_NAME = {case.name: case for case in CASES}


def bodies_of(path: Path, engine: Engine) -> list[list[Any]]:
    """Return the bodies of the events behind each FORMAT_DESCRIPTION."""
    found: list[list[Any]] = []
    for batch in event_batches(path, engine=engine):
        for row in batch.to_pylist():
            if row["type"] == "FORMAT_DESCRIPTION":
                found.append([])
            else:
                found[-1].append(json.loads(row["body"]))
    return found


def rows_of(path: Path, engine: Engine) -> list[dict[str, Any]]:
    found = [row for b in read_batches(path, engine=engine) for row in b.to_pylist()]
    return without(found, LEFT_OUT)


def without(bodies: list[Any], names: tuple[str, ...]) -> list[Any]:
    return [{k: v for k, v in body.items() if k not in names} for body in bodies]


def rest_of(body: Any, name: str) -> bytes:
    """Return the bytes in a field of a body, if it has the field."""
    rest = body.get(name, "")
    return rest.encode() if isinstance(rest, str) else base64.b64decode(rest["base64"])


def test_each_type_is_a_case_or_has_a_reason() -> None:
    tested = {case.code for case in CASES} | UNUSED_LENGTH.keys()
    assert tested.isdisjoint(WITHOUT_LENGTH)
    assert tested | WITHOUT_LENGTH.keys() == {int(kind) for kind in BinlogEventHeader.EventType}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_bytes_behind_known_ones_are_skipped(tmp_path: Path, case: Case) -> None:
    """A shorter post-header has the fields that fit."""
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of(case, [case.known]))
    (plain,), row = bodies_of(path, "tree"), rows_of(path, "tree")
    assert case.is_last or row
    for lengths, log in accepted_logs(case):
        path.write_bytes(log)
        for engine in ENGINES:
            for length, bodies in zip(lengths, bodies_of(path, engine), strict=True):
                missing = (case.rest, *(case.absent if length < case.known else ()))
                assert without(bodies, (case.rest,)) == without(plain, missing), (length, engine)
                kept = b"".join(rest_of(body, case.rest) for body in bodies)
                assert kept.endswith(UNKNOWN_BYTES * (length - case.known)), (length, engine)
            assert rows_of(path, engine) == row * len(lengths), engine
        assert bodies_of(path, "kernels") == bodies_of(path, "tree")


# servers read what is compressed up to the end of its stream, whatever is behind it
NOT_COMPRESSED = [case for case in CASES if "COMPRESSED" not in case.name]


@pytest.mark.parametrize("case", NOT_COMPRESSED, ids=lambda case: case.name)
def test_bytes_behind_the_last_field_are_shown_or_refused(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "log.binlog"
    path.write_bytes(log_of(case, [case.known]))
    (plain,) = bodies_of(path, "tree")
    path.write_bytes(log_of(case._replace(body=case.body + 3 * UNKNOWN_BYTES), [case.known]))
    shown: list[Any] = []
    for engine in ENGINES:
        try:
            shown.append(bodies_of(path, engine))
        except BinlogError as error:
            shown.append(str(error))
    assert shown[0] == shown[1]
    assert shown[0] != [plain]


@pytest.mark.parametrize("case", [case for case in CASES if case.refused], ids=lambda c: c.name)
def test_too_short_ones_are_refused(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "log.binlog"
    for length in case.refused:
        path.write_bytes(log_of(case, [length]))
        for engine in ENGINES:
            for read in (bodies_of, rows_of):
                with pytest.raises(BinlogError, match="expected the fields of an event") as error:
                    read(path, engine)
                assert f"lists a post-header of {length} bytes, not " in str(error.value)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("name", "length"),
    [
        *[("XID", 9), ("RAND", 250), ("ROTATE", 250), ("GTID", 250), ("ANNOTATE_ROWS", 250)],
        *[("STOP", 1), ("SLAVE", 250), ("IGNORABLE", 5)],
    ],
)
def test_an_event_that_does_not_hold_its_post_header(
    tmp_path: Path, engine: Engine, name: str, length: int
) -> None:
    path = tmp_path / "beyond.binlog"
    case = BY_NAME[name]
    listed = format_description(case.server, {case.code: length})
    path.write_bytes(doc.MAGIC + listed + event(case.code, case.body, checksum=False))
    with pytest.raises(BinlogError, match="expected the fields of an event"):
        bodies_of(path, engine)
    with pytest.raises(BinlogError, match="expected the fields of an event"):
        rows_of(path, engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("length", [25, 30])
def test_the_post_header_of_an_older_gtid(tmp_path: Path, engine: Engine, length: int) -> None:
    """MySQL 5.6 has one of 25 bytes; servers that list it may write the timestamps all the same."""
    old = u1(1) + doc.UUID_BYTES + u8(5)
    case = BY_NAME["GTID"]._replace(known=length, body=old + UNKNOWN_BYTES * (length - 25))
    path = tmp_path / "old.binlog"
    path.write_bytes(log_of(case, [length]))
    gtid = bodies_of(path, engine)[0][1]
    gtid.pop("post_header_rest", None)
    assert gtid == {"flags": 1, "uuid": doc.UUID, "gno": 5}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("length", [18, 20])
def test_the_first_post_header_of_create_file(tmp_path: Path, engine: Engine, length: int) -> None:
    """It has the length that is listed for LOAD."""
    body = BY_NAME["CREATE_FILE"].body
    create = event(CREATE_FILE, body[:18] + b"\xee" * (length - 18) + body[18:], checksum=False)
    listed = format_description(MYSQL, {LOAD: length, CREATE_FILE: 4})
    path = tmp_path / "load.binlog"
    path.write_bytes(doc.MAGIC + listed + create + event(10, u4(31), checksum=False))
    (created, executed), (loaded,) = bodies_of(path, engine)[0], rows_of(path, engine)
    assert (created["file_id"], created["file_name"], created["data"]) == (31, "/tmp/x.txt", "1,2")
    assert executed["file_id"] == 31
    assert "LOAD DATA INFILE '/tmp/x.txt' IGNORE INTO TABLE `t`" in loaded["data"]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("code", UNUSED_LENGTH)
def test_listed_lengths_that_are_not_used(tmp_path: Path, engine: Engine, code: int) -> None:
    path = tmp_path / "unused.binlog"
    content = event(code, UNUSED_LENGTH[code], checksum=False)
    logs = [format_description(MYSQL, {code: length}) + content for length in (0, 10, 40, 255)]
    path.write_bytes(doc.MAGIC + b"".join(logs))
    first, *others = bodies_of(path, engine)
    assert first
    assert others == [first] * 3


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("case", [c for c in CASES if c.code > LISTED], ids=lambda c: c.name)
def test_types_that_the_format_does_not_list(tmp_path: Path, engine: Engine, case: Case) -> None:
    """They have the post-headers that are documented."""
    path = tmp_path / "unlisted.binlog"
    path.write_bytes(log_of(case, [case.known]))
    expected = bodies_of(path, engine), rows_of(path, engine)
    short = case.server._replace(post_headers=case.server.post_headers[:LISTED])
    listed = format_description(case.server, {case.code: case.known})
    whole = log_of(case, [case.known])
    assert whole.count(listed) == 1
    path.write_bytes(whole.replace(listed, format_description(short, {DELETE_ROWS: 8})))
    assert (bodies_of(path, engine), rows_of(path, engine)) == expected
