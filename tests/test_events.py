"""Every event of every fixture against the header lines of the server's own tool."""

from __future__ import annotations

import base64
import gzip
import re
import struct
import zlib
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from binlog_kaitai import Event, read_events
from tests.records import read_rows
from tests.replay import FIXTURES

Fields = dict[str, Any]
Expected: TypeAlias = "Callable[[str, Printed, re.Match[str]], tuple[str, Fields]]"

LOGS = sorted(str(path.relative_to(FIXTURES)) for path in FIXTURES.glob("*/*.binlog"))

LOCAL = "0f7ccd95-e58d-11f1-a69a-02fc00000001"
GIVEN = "11111111-2222-3333-4444-555555555555"
LOADED = b"1\tloaded by a statement\n2\ttab\\\there\n"
PARTITIONS = {"partition_id": 1, "source_partition_id": 0}

# Fields of GTID_TAGGED that the server writes with a sign; see test_signed_fields_of_gtid_tagged.
SIGNED = {"gno", "last_committed", "sequence_number"}


@dataclass
class Printed:
    """An event as a tool prints it: its place, what its header line says, the lines after that.

    Of an event in a TRANSACTION_PAYLOAD, `payload` is the position of that; the tool has no other
    place of it. `session` are the session variables that hold, by what the tool set so far.
    """

    position: int
    time: str
    server_id: int
    end: int
    crc32: int | None
    text: str
    payload: int | None = None
    lines: list[str] = field(default_factory=list)
    session: dict[str, str] = field(default_factory=dict)


_AT = re.compile(r"# at (\d+)")
_HEADER = re.compile(
    r"#(\d{6} [ \d]\d:\d\d:\d\d) server id (\d+)  end_log_pos (\d+)"
    r"(?: CRC32 0x([0-9a-f]{8}))? \t?(.*)"
)
_SESSION = re.compile(r"@@session\.(\w+)=([^,/]+)")


@cache
def events_of(log: str) -> list[Event]:
    return list(read_events(FIXTURES / log))


@cache
def printed_events(log: str) -> list[Printed]:
    """Parse the text beside a log."""
    path = (FIXTURES / log).with_suffix(".txt.gz")
    events: list[Printed] = []
    waiting: deque[int] = deque()  # MariaDB's tool names several places before their headers
    session: dict[str, str] = {}
    payload: int | None = None
    for line in gzip.decompress(path.read_bytes()).decode(errors="replace").split("\n"):
        if line == "# Start of compressed events.":
            payload = events[-1].position
        elif line == "# End of compressed events.":
            payload = None
        elif match := _AT.fullmatch(line):
            waiting.append(int(match[1]))
        elif match := _HEADER.fullmatch(line):
            time, server_id, end, crc, text = match.groups()
            crc32 = None if crc is None else int(crc, 16)
            place = waiting.popleft()
            events.append(Printed(place, time, int(server_id), int(end), crc32, text, payload))
        elif events:
            if line.startswith("SET @@session."):
                session.update(_SESSION.findall(line))
            events[-1].lines.append(line)
            events[-1].session = dict(session)
    assert not waiting
    return events


def test_every_place_of_a_tools_text_is_parsed() -> None:
    for log in LOGS:
        text = gzip.decompress((FIXTURES / log).with_suffix(".txt.gz").read_bytes())
        places = [int(place) for place in re.findall(rb"^# at (\d+)$", text, re.MULTILINE)]
        assert [printed.position for printed in printed_events(log)] == places


@pytest.mark.long
def test_the_fixtures_hold_these_types() -> None:
    found = {event.type for log in LOGS for event in events_of(log)}
    assert found >= {
        *("FORMAT_DESCRIPTION", "ROTATE", "STOP", "QUERY", "XID", "ROWS_QUERY", "ANNOTATE_ROWS"),
        *("GTID", "GTID_TAGGED", "PREVIOUS_GTIDS", "MARIADB_GTID", "MARIADB_GTID_LIST"),
        *("TABLE_MAP", "PARTIAL_UPDATE_ROWS", "TRANSACTION_PAYLOAD", "XA_PREPARE"),
        *(
            f"{kind}_ROWS_V{version}"
            for kind in ("WRITE", "UPDATE", "DELETE")
            for version in (1, 2)
        ),
    }


@pytest.mark.parametrize("log", LOGS)
def test_places_headers_and_checksums(log: str) -> None:
    content = (FIXTURES / log).read_bytes()
    end = 4
    for event, printed in zip(events_of(log), printed_events(log), strict=True):
        assert event.server_id == printed.server_id
        assert f"{event.timestamp:%y%m%d} {event.timestamp:%k:%M:%S}" == printed.time
        if printed.payload is not None:
            assert event.position == printed.payload
            assert event.checksum == "none"
            continue
        assert event.position == printed.position == end
        end += event.size
        # MariaDB 11.4 and later leave the end open inside transactions
        assert printed.end == end or (printed.end == 0 and log.startswith("mariadb118"))
        if printed.crc32 is None:
            assert event.checksum == "none"
        else:
            assert event.checksum == "ok"
            (crc32,) = struct.unpack("<I", content[end - 4 : end])
            assert crc32 == printed.crc32
    assert end == len(content)


def test_events_fill_their_payload() -> None:
    sizes: Counter[int] = Counter()
    told = {}
    log = "mysql97/compressed.binlog"
    for event, printed in zip(events_of(log), printed_events(log), strict=True):
        if match := re.search(r"uncompressed_size=(\d+)", printed.text):
            told[event.position] = int(match[1])
        elif printed.payload is not None:
            sizes[event.position] += event.size
    assert len(told) == 7
    assert sizes == told


@pytest.mark.parametrize("log", LOGS)
def test_types_and_bodies(log: str) -> None:
    for event, printed in zip(events_of(log), printed_events(log), strict=True):
        where = f"at {event.position}: {printed.text}"
        event_type, fields = expectation(log, printed)
        assert event.type == event_type, where
        assert "raw" not in event.body, where
        if event_type == "GTID_TAGGED":
            fields = {name: fields[name] for name in fields.keys() - SIGNED}
        assert selected(event.body, fields) == fields, where


@pytest.mark.parametrize("log", ["mysql97/gtid_tagged.1.binlog", "mysql97/gtid_tagged.2.binlog"])
def test_signed_fields_of_gtid_tagged(log: str) -> None:
    found = []
    expected = []
    for event, printed in zip(events_of(log), printed_events(log), strict=True):
        if event.type == "GTID_TAGGED":
            _, fields = expectation(log, printed)
            expected.append({name: fields[name] for name in SIGNED})
            found.append({name: event.body.get(name, 0) for name in SIGNED})
    assert expected
    assert found == expected


# Typed by hand from the SQL of the fixtures, and from what the tools print of their logs.
@pytest.mark.parametrize(
    ("log", "event_type", "chosen_by", "fields"),
    [
        (
            "mysql97/statements",
            "QUERY",
            {"database": "by_statement", "thread_id": 9, "status_vars": {"sql_mode": 4194308}},
            {
                "query": 'CREATE TABLE "ansi" (id INT PRIMARY KEY, "quoted" INT)'
                " COMMENT 'made under other session variables'",
                "status_vars": {
                    "flags2": 1 << 26 | 1 << 27,
                    "auto_increment": {"increment": 3, "offset": 2},
                    "charset": {"client": 255, "connection": 255, "server": 255},
                    "lc_time_names": 4,
                    "updated_db_names": {"num_names": 1, "names": ["by_statement"]},
                    "ddl_logged_with_xid": 120,
                    "default_collation_for_utf8mb4": 255,
                    "sql_require_primary_key": 0,
                },
            },
        ),
        (
            "mariadb118/statements",
            "MARIADB_GTID",
            {"sequence": 56},
            {
                "domain_id": 0,
                "flags": ["transactional", "allow_parallel", "prepared_xa"],
                "flags_extra": ["multi_engine", "thread_id"],
                "xid": {
                    "format_id": 9,
                    "global_id": {"base64": "AP8="},
                    "branch": {"base64": "gA=="},
                },
            },
        ),
        (
            "mariadb1011/statements",
            "MARIADB_GTID",
            {"sequence": 54},
            {
                "flags": ["standalone", "transactional", "allow_parallel", "completed_xa"],
                "xid": {"format_id": 1, "global_id": "first", "branch": ""},
            },
        ),
        (
            "mariadb1011/gtid_domains",
            "MARIADB_GTID",
            {"domain_id": 4294967295},
            {"sequence": 1000000000000, "flags": ["transactional", "allow_parallel"]},
        ),
        (
            "mariadb118/gtid_domains",
            "MARIADB_GTID",
            {"domain_id": 0, "sequence": 10},
            {
                "flags": ["standalone", "allow_parallel", "ddl"],
                "flags_extra": ["commit_alter", "thread_id"],
                "start_alter_sequence": 9,
                "thread_id": 5,
            },
        ),
        (
            "mariadb118/gtid_domains",
            "MARIADB_GTID",
            {"domain_id": 0, "sequence": 13},
            {
                "flags": ["group_commit_id", "transactional", "allow_parallel"],
                "commit_id": 49,
                "thread_id": 7,
            },
        ),
        (
            "mariadb118/rotated.2",
            "MARIADB_GTID_LIST",
            {},
            {"gtids": [{"domain_id": 0, "server_id": 118, "sequence": 5}]},
        ),
        (
            "mysql97/gtid_tagged.2",
            "PREVIOUS_GTIDS",
            {},
            {
                "encoding": "tagged",
                "sources": [
                    {"uuid": LOCAL, "tag": "", "intervals": [[1, 3]]},
                    {
                        "uuid": LOCAL,
                        "tag": "another_tag_of_thirty_two_chars_",
                        "intervals": [[1, 1]],
                    },
                    {"uuid": LOCAL, "tag": "tag", "intervals": [[1, 2]]},
                    {"uuid": GIVEN, "tag": "", "intervals": [[7, 7], [9, 9]]},
                    {"uuid": GIVEN, "tag": "given", "intervals": [[1000000, 1000000]]},
                ],
            },
        ),
        (
            "mysql97/statements",
            "TABLE_MAP",
            {"database": "naïve db"},
            {
                "table": 'spaced "table" 漢',
                "columns": [
                    {"name": "id", "type": "long", "nullable": False, "unsigned": False},
                    {
                        "name": "spaced column é",
                        "type": "varchar",
                        "nullable": True,
                        "charset": "utf8mb4",
                    },
                    {"name": "back`tick", "type": "long", "nullable": True, "unsigned": False},
                ],
                "primary_key": ["id"],
                "other_metadata": [
                    {
                        "type": "column_visibility",
                        "len_value": 1,
                        "value": [*[True] * 3, *[False] * 5],
                    }
                ],
            },
        ),
        (
            "mysql97/statements",
            "UPDATE_ROWS_V2",
            {"extra_data": [{"type": "partition", "body": PARTITIONS}]},
            {
                "flags": ["end_of_statement", "use_sql_foreign_key"],
                "images": [
                    {"change_type": "update_preimage", "data": {"id": 1, "v": "one"}},
                    {"change_type": "update_postimage", "data": {"id": 12, "v": "one"}},
                ],
            },
        ),
        (
            "mysql56/rotated.2",
            "DELETE_ROWS_V2",
            {},
            {"images": [{"change_type": "delete", "data": {"@1": 3, "@2": None, "@3": None}}]},
        ),
        (
            "mariadb1011/rotated.2",
            "DELETE_ROWS_V1",
            {},
            {"images": [{"change_type": "delete", "data": {"id": 3, "v": None, "n": None}}]},
        ),
        (
            "mariadb1011/statements",
            "BEGIN_LOAD_QUERY",
            {},
            {"data": {"base64": base64.b64encode(LOADED).decode()}},
        ),
        ("mysql56/stopped", "STOP", {}, {}),
        ("mariadb118/rotated.1", "ROTATE", {}, {"next_log": "binlog.000003", "position": 4}),
    ],
)
def test_bodies(log: str, event_type: str, chosen_by: Fields, fields: Fields) -> None:
    event = next(
        event
        for event in events_of(f"{log}.binlog")
        if event.type == event_type and selected(event.body, chosen_by) == chosen_by
    )
    assert selected(event.body, fields) == fields


def test_a_group_of_transactions_has_one_commit_id() -> None:
    for log in ("mariadb1011/gtid_domains.binlog", "mariadb118/gtid_domains.binlog"):
        ids = [event.body["commit_id"] for event in events_of(log) if "commit_id" in event.body]
        assert len(ids) == 2
        assert len(set(ids)) == 1


@pytest.mark.parametrize(
    ("later_fields", "shown"),
    [
        (b"", {}),
        (
            (
                b"\x01\x02\x03\x04\x05\x06\x80"  # with the bit that the other time follows
                b"\x07\x00\x00\x00\x00\x00\x00"
                b"\xfc\x2c\x01"
                b"\x50\x62\x01\x80"  # 90704, likewise
                b"\xb1\x38\x01\x00"
                b"\x2a\x00\x00\x00\x00\x00\x00\x00"
            ),
            {
                "immediate_commit_timestamp": 0x060504030201,
                "original_commit_timestamp": 7,
                "len_transaction": 300,
                "immediate_server_version": 90704,
                "original_server_version": 80049,
                "commit_group_ticket": 42,
            },
        ),
    ],
    ids=["MySQL 5.7", "MySQL 9.7"],
)
def test_anonymous_gtid(tmp_path: Path, later_fields: bytes, shown: Fields) -> None:
    body = struct.pack("<B16xqBqq", 1, 0, 2, 3, 4) + later_fields
    header = struct.pack("<IBIIIH", 1_800_000_000, 34, 97, 23 + len(body), 0, 0)
    event = header + body + struct.pack("<I", zlib.crc32(header + body))
    before = (FIXTURES / "mysql97/rotated.1.binlog").read_bytes()[:158]
    path = tmp_path / "anonymous.binlog"
    path.write_bytes(before + event)
    *_, last = read_events(path)
    assert (last.position, last.type, last.checksum) == (158, "ANONYMOUS_GTID", "ok")
    assert last.body == {
        "flags": 1,
        "uuid": "00000000-0000-0000-0000-000000000000",
        "gno": 0,
        "logical_timestamps": {"type": 2, "last_committed": 3, "sequence_number": 4},
        **shown,
    }


@pytest.mark.parametrize("log", LOGS)
def test_records_name_the_transaction_they_are_of(log: str) -> None:
    transactions = [
        (printed.position, gtid) for printed in printed_events(log) if (gtid := gtid_of(printed))
    ]
    for record in read_rows(FIXTURES / log):
        before = [gtid for position, gtid in transactions if position < record.position]
        name, commit = before[-1] if before else (None, None)
        assert (record.gtid, record.commit_timestamp) == (name, commit)


def gtid_of(printed: Printed) -> tuple[str | None, datetime | None] | None:
    """Return the name that an event gives its transaction, and the time of its commit."""
    if not printed.text.startswith(("GTID", "Anonymous_GTID")):
        return None
    if match := re.match(r"GTID (\S+)", printed.text):
        return match[1], None
    (name,) = re.findall(r"GTID_NEXT= '([^']*)'", "\n".join(printed.lines))
    (text,) = re.findall(r"immediate_commit_timestamp=(\d+)\t", printed.text)
    if name == "ANONYMOUS":
        name = None
    if text == "0":
        return name, None
    commit = datetime.fromtimestamp(int(text) // 10**6, timezone.utc)
    return name, commit.replace(microsecond=int(text) % 10**6)


def selected(body: Fields, fields: Fields) -> Fields:
    """Return what a body holds of the fields named; of a dict in it, again what is named."""
    return {
        name: selected(body[name], value)
        if isinstance(value, dict) and isinstance(body.get(name), dict)
        else body.get(name)
        for name, value in fields.items()
    }


def expectation(log: str, printed: Printed) -> tuple[str, Fields]:
    """Return the type and some fields of the body that a tool's text tells of."""
    text = printed.text
    for pattern, expected in _EXPECTATIONS:
        if match := re.fullmatch(pattern, text):
            return expected(log, printed, match)
    raise AssertionError(f"the tool prints {text!r}")


def _start(_log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    algorithm = "none" if printed.crc32 is None else "crc32"
    return "FORMAT_DESCRIPTION", {
        "binlog_version": 4,
        "server_version": match[1],
        "len_header": 19,
        "checksum_algorithm": algorithm,
    }


def _rotate(_log: str, _printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    return "ROTATE", {"next_log": match[1], "position": int(match[2])}


# The bits of flags2 that all servers share, and the value of the variable that sets them.
_FLAGS2 = {
    "sql_auto_is_null": (1 << 14, "1"),
    "autocommit": (1 << 19, "0"),
    "foreign_key_checks": (1 << 26, "0"),
    "unique_checks": (1 << 27, "0"),
}


def _query(log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    session = printed.session
    status: Fields = {
        "flags2": Bits({mask: session[name] == on for name, (mask, on) in _FLAGS2.items()}),
        "sql_mode": int(session["sql_mode"]),
        "catalog_nz": "std",
        "charset": {
            "connection": int(session["collation_connection"]),
            "server": int(session["collation_server"]),
        },
    }
    if session["character_set_client"].isdecimal():  # a name from MariaDB's tool
        status["charset"]["client"] = int(session["character_set_client"])
    steps = [int(session[f"auto_increment_{name}"]) for name in ("increment", "offset")]
    # what has its default is left out
    status["auto_increment"] = None
    if steps != [1, 1]:
        status["auto_increment"] = dict(zip(("increment", "offset"), steps, strict=True))
    status["lc_time_names"] = int(session["lc_time_names"]) or None
    if "Xid = " in printed.text:
        status["ddl_logged_with_xid"] = int(printed.text.split("Xid = ")[1])
    if log.startswith("mariadb118"):
        status["mariadb_xid"] = int(printed.text.split("xid=")[1]) or None
    fields = dict(zip(("thread_id", "seconds", "error_code"), numbers(match), strict=True))
    return "QUERY", fields | {"status_vars": status}


class Bits:
    """Equals a number by some of its bits: which are set and which are not."""

    def __init__(self, told: dict[int, bool]) -> None:
        self.told = told

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and all(
            bool(other & mask) == is_set for mask, is_set in self.told.items()
        )

    def __hash__(self) -> int:
        return hash(tuple(self.told))

    def __repr__(self) -> str:
        return f"Bits({self.told})"


def numbers(match: re.Match[str]) -> list[int]:
    return [int(group) for group in match.groups()]


def _mysql_gtid(log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    last, sequence, original, immediate, length = (int(match[n]) for n in (1, 2, 4, 5, 6))
    (name,) = re.findall(r"GTID_NEXT= '([^']*)'", "\n".join(printed.lines))
    if name == "ANONYMOUS":
        name = "00000000-0000-0000-0000-000000000000:0"
    uuid, *tag, gno = name.split(":")
    fields: Fields = {"flags": int(match[3] == "no"), "uuid": uuid, "gno": int(gno)}
    if tag:
        fields |= {"tag": tag[0], "last_committed": last, "sequence_number": sequence}
    elif log.startswith("mysql97"):
        fields["logical_timestamps"] = {"last_committed": last, "sequence_number": sequence}
    if log.startswith("mysql97"):
        fields |= {"immediate_commit_timestamp": immediate, "len_transaction": length}
        fields["original_commit_timestamp"] = None if original == immediate else original
        versions = {
            which: int(number)
            for which, number in re.findall(
                r"@@session\.(\w+)_server_version=(\d+)", "\n".join(printed.lines)
            )
        }
        fields["immediate_server_version"] = versions["immediate"]
        if versions["original"] == versions["immediate"]:
            versions["original"] = None  # type: ignore[assignment]
        fields["original_server_version"] = versions["original"]
    else:
        assert (last, sequence, original, immediate, length) == (0, 0, 0, 0, 0)
    event_type = "GTID_TAGGED" if tag else "GTID"
    return ("ANONYMOUS_GTID" if gno == "0" else event_type), fields


def _mariadb_gtid(log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    domain, server, sequence = (int(match[n]) for n in (1, 2, 3))
    assert server == printed.server_id
    commit_id, words, start_alter, thread = match[4], match[5], match[6], match[7]
    flags = {
        "group_commit_id": commit_id is not None,
        "transactional": " trans" in words,
        "waited": " waited" in words,
        "ddl": " ddl" in words,
        # a statement that opens no transaction comes without a START TRANSACTION or XA START
        "standalone": not re.search(
            "^(START TRANSACTION|XA START)", "\n".join(printed.lines), re.MULTILINE
        ),
        "prepared_xa": "XA START" in "\n".join(printed.lines),
    }
    extra = {
        "start_alter": " START ALTER" in words,
        "commit_alter": " COMMIT ALTER" in words,
        "rollback_alter": " ROLLBACK ALTER" in words,
        "thread_id": thread is not None,
    }
    assert (thread is not None) == log.startswith("mariadb118")
    fields: Fields = {
        "domain_id": domain,
        "sequence": sequence,
        "flags": Names(flags),
        "flags_extra": Names(extra),
        "commit_id": commit_id and int(commit_id),
        "start_alter_sequence": start_alter and int(start_alter),
        "thread_id": thread and int(thread),
    }
    return "MARIADB_GTID", fields


class Names:
    """Equals a list of names, as far as these are told: which are set and which are not."""

    def __init__(self, told: dict[str, bool]) -> None:
        self.told = told

    def __eq__(self, other: object) -> bool:
        names = other or []
        return isinstance(names, list) and all(
            (name in names) == is_set for name, is_set in self.told.items()
        )

    def __hash__(self) -> int:
        return hash(tuple(self.told))

    def __repr__(self) -> str:
        return f"Names({self.told})"


def _mariadb_gtid_list(_log: str, _printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    gtids = [
        dict(zip(("domain_id", "server_id", "sequence"), map(int, gtid.split("-")), strict=True))
        for gtid in filter(None, re.split(r",\s*", match[1]))
    ]
    return "MARIADB_GTID_LIST", {"num_gtids_and_flags": len(gtids), "gtids": gtids}


def _previous_gtids(log: str, printed: Printed, _match: re.Match[str]) -> tuple[str, Fields]:
    text = "".join(line.removeprefix("# ") for line in printed.lines if line.startswith("# "))
    sources = [] if text == "[empty]" else sources_of(text)
    is_tagged = any("tag" in source for source in sources)
    assert is_tagged == (log == "mysql97/gtid_tagged.2.binlog")
    if is_tagged:
        sources = [{"tag": "", **source} for source in sources]
    return "PREVIOUS_GTIDS", {"encoding": "tagged" if is_tagged else "untagged", "sources": sources}


def sources_of(text: str) -> list[Fields]:
    """Parse a set of GTIDs: `uuid:1-3:7:tag:1,uuid:...`, in its order."""
    sources: list[Fields] = []
    for each in text.split(","):
        uuid, *parts = each.split(":")
        for number, part in enumerate(parts):
            if not re.match(r"\d", part):
                sources.append({"uuid": uuid, "tag": part, "intervals": []})
                continue
            if number == 0:
                sources.append({"uuid": uuid, "intervals": []})
            first, _, last = part.partition("-")
            sources[-1]["intervals"].append([int(first), int(last or first)])
    return sources


def _xid(_log: str, _printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    return "XID", {"xid": int(match[1])}


def _statement(_log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    if match[0] == "Annotate_rows:":
        lines = [line[4:] for line in printed.lines if line.startswith("#Q> ")]
        return "ANNOTATE_ROWS", {"query": "\n".join(lines)}
    lines = [line[2:] for line in printed.lines if line.startswith("# ")]
    return "ROWS_QUERY", {"query": "\n".join(lines)}


_COLUMNS = re.compile(r"# (?:Columns\(|        )(.*)")
_COLUMN = re.compile(r"`(.*?)` [A-Z]")


def _table_map(log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    fields: Fields = {"database": match[1], "table": match[2], "table_id": int(match[3])}
    lines = [found[1] for line in printed.lines if (found := _COLUMNS.match(line))]
    names = [name for line in lines for name in _COLUMN.findall(line)]
    is_minimal = "types_minimal" in log or "definitions" in log
    has_names = not log.startswith("mysql56") and not is_minimal
    # the tool knows the name of a generated invisible key without the log
    assert bool(set(names) - {"my_row_id"}) == has_names
    if has_names:
        is_escaped = log.startswith("mysql")
        names = [name.replace("``", "`") if is_escaped else name for name in names]
        fields["columns"] = ColumnNames(names)
    return "TABLE_MAP", fields


class ColumnNames(list[str]):
    """Equals descriptions of columns by their names."""

    __slots__ = ()
    __hash__ = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and list(self) == [column["name"] for column in other]


_ROWS_FLAGS = {
    "STMT_END_F": "end_of_statement",
    "NO_FOREIGN_KEY_CHECKS_F": "no_foreign_key_checks",
    "RELAXED_UNIQUE_CHECKS_F": "relaxed_unique_checks",
    "USE_SQL_FOREIGN_KEY_F": "use_sql_foreign_key",
}


def _rows(log: str, _printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    kind, qualifier = match[1].upper(), match[2]
    version = 1 if log.startswith("mariadb") or "rows_v1" in log else 2
    event_type = f"{kind}_ROWS_V{version}"
    if qualifier == "compressed_rows":
        event_type = f"{kind}_ROWS_COMPRESSED_V1"
    elif qualifier == "rows_partial":
        event_type = f"PARTIAL_{kind}_ROWS"
    flags = [_ROWS_FLAGS[flag] for flag in (match[4] or "").split()]
    # MariaDB's tool prints no other flag than the first
    told = list(_ROWS_FLAGS.values())[: 1 if version == 1 else None]
    fields: Fields = {"table_id": int(match[3])}
    return event_type, fields | {"flags": Names({name: name in flags for name in told})}


def _query_compressed(log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    return "QUERY_COMPRESSED", _query(log, printed, match)[1]


def _execute_load(log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    (file_id,) = re.findall(r"^# file_id: (\d+) $", "\n".join(printed.lines), re.MULTILINE)
    fields = _query(log, printed, match)[1]
    return "EXECUTE_LOAD_QUERY", fields | {"file_id": int(file_id)}


def _unnamed(_log: str, printed: Printed, _match: re.Match[str]) -> tuple[str, Fields]:
    """Return what the line after the header names, where the header names no type."""
    for pattern, event_type in (
        (r"#Begin_load_query: file_id: (\d+)  block_len: (\d+)", "BEGIN_LOAD_QUERY"),
        (r"#Append_block: file_id: (\d+)  block_len: (\d+)", "APPEND_BLOCK"),
    ):
        if match := re.fullmatch(pattern, printed.lines[0]):
            return event_type, {"file_id": int(match[1]), "data": Block(match[2])}
    if match := re.fullmatch(r"#Delete_file: file_id=(\d+)", printed.lines[0]):
        return "DELETE_FILE", {"file_id": int(match[1])}
    if match := re.fullmatch(r"# Incident: (\w+)", printed.lines[0]):
        return "INCIDENT", {"incident": match[1].lower()}
    raise AssertionError(f"the tool prints {printed.lines[0]!r}")


class Block(str):
    """Equals bytes in base64 by their number."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, dict) and len(base64.b64decode(other["base64"])) == int(self)

    def __hash__(self) -> int:
        return hash(str(self))


def _checkpoint(_log: str, _printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    return "BINLOG_CHECKPOINT", {"log": match[1]}


def _intvar(_log: str, printed: Printed, _match: re.Match[str]) -> tuple[str, Fields]:
    ((name, value),) = re.findall(r"SET (\w+)=(\d+)/", printed.lines[0])
    return "INTVAR", {"type": name.lower(), "value": int(value)}


def _rand(_log: str, printed: Printed, _match: re.Match[str]) -> tuple[str, Fields]:
    seeds = re.findall(r"@@RAND_SEED\d=(\d+)", printed.lines[0])
    return "RAND", dict(zip(("seed1", "seed2"), map(int, seeds), strict=True))


def _user_var(_log: str, printed: Printed, _match: re.Match[str]) -> tuple[str, Fields]:
    ((name, text),) = re.findall(
        r"SET @`(.*)`:=(.*?)(?: COLLATE `\w+`)?/\*", "\n".join(printed.lines)
    )
    if match := re.fullmatch(r"_(\w+) (?:0x|X')([0-9A-F]*)'?", text):
        stored = bytes.fromhex(match[2])
        binary = {"base64": base64.b64encode(stored).decode()}
        charset = match[1].replace("utf8mb4", "utf-8")
        value = binary if charset == "binary" else stored.decode(charset)
        return "USER_VAR", {"name": name, "value": value, "type": "string"}
    return "USER_VAR", {"name": name, "value": None if text == "NULL" else Number(text)}


class Number(str):
    """Equals a number, or its text."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def _payload(_log: str, _printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    len_payload, len_uncompressed = int(match[1]), int(match[3])
    return "TRANSACTION_PAYLOAD", {
        "compression": match[2].lower(),
        "len_payload": len_payload,
        "len_uncompressed": len_uncompressed,
    }


def _xa_prepare(_log: str, printed: Printed, match: re.Match[str]) -> tuple[str, Fields]:
    names = [Bytes(bytes.fromhex(digits)) for digits in (match[1], match[2])]
    fields = {"format_id": int(match[3]), "global_id": names[0], "branch": names[1]}
    is_one_phase = any(line.endswith(" ONE PHASE") for line in printed.lines)
    return "XA_PREPARE", fields | {"is_one_phase": int(is_one_phase)}


class Bytes(bytes):
    """Equals bytes as bodies show them: printable text, or base64."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, dict):
            return base64.b64decode(other["base64"]) == bytes(self)
        return isinstance(other, str) and other.encode() == bytes(self)

    def __hash__(self) -> int:
        return hash(bytes(self))


_QUERY = r"\tthread_id=(\d+)\texec_time=(\d+)\terror_code=(\d+)(?:\t[Xx]id ?= ?\d+)?"

_EXPECTATIONS: tuple[tuple[str, Expected], ...] = (
    (r"Start: binlog v 4, server v (\S+(?: from Debian-log)?) created [\d :]+", _start),
    (r"Rotate to (\S+)  pos: (\d+)", _rotate),
    (rf"Query{_QUERY}", _query),
    (
        (
            r"(?:Anonymous_)?GTID\tlast_committed=(\d+)\tsequence_number=(\d+)\trbr_only=(yes|no)"
            r"\toriginal_committed_timestamp=(\d+)\timmediate_commit_timestamp=(\d+)"
            r"\ttransaction_length=(\d+)"
        ),
        _mysql_gtid,
    ),
    (
        (
            r"GTID (\d+)-(\d+)-(\d+)(?: cid=(\d+))?"
            r"((?: (?:trans|ddl|waited|START ALTER|COMMIT ALTER|ROLLBACK ALTER))*)"
            r"(?: id= (\d+))?(?: thread_id=(\d+))?"
        ),
        _mariadb_gtid,
    ),
    (r"Gtid list \[(.*)\]", _mariadb_gtid_list),
    (r"Previous-GTIDs", _previous_gtids),
    (r"Xid = (\d+)", _xid),
    (r"Annotate_rows:|Rows_query", _statement),
    (r"Table_map: `(.*)`\.`(.*)` mapped to number (\d+)(?: \(has triggers\))?", _table_map),
    (
        (
            r"(Write|Update|Delete)_(rows|rows_partial|compressed_rows): table id (\d+)"
            r"(?: flags: (.*))?"
        ),
        _rows,
    ),
    (r"Stop", lambda _log, _printed, _match: ("STOP", {})),
    (r"Binlog checkpoint (\S+)", _checkpoint),
    (r"Intvar", _intvar),
    (r"User_var", _user_var),
    (r"Rand", _rand),
    (r"", _unnamed),
    (rf"Execute_load_query{_QUERY}", _execute_load),
    (rf"Query_compressed{_QUERY}", _query_compressed),
    (
        (
            r"Transaction_Payload\t\tpayload_size=(\d+)\tcompression_type=(\w+)"
            r"\tuncompressed_size=(\d+)"
        ),
        _payload,
    ),
    (r"(?:XID = |XA PREPARE )X'(\w*)',X'(\w*)',(\d+)", _xa_prepare),
)
