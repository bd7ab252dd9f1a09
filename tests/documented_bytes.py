"""Events built from the documented layouts, field by field and without the specs.

For the types that no server here writes to a file, and for variants that none of them writes. Each
names its source: `mysql` is the MySQL server's source (libs/mysql/binlog/event/ of 9.x,
libbinlogevents/ of 8.0, sql/log_event.h and .cc before), `mariadb` the MariaDB server's
(sql/log_event.h, log_event.cc, log_event_server.cc), `seed` the documents that the project started
from.
"""

from __future__ import annotations

import base64
import struct
import zlib
from dataclasses import dataclass, field
from typing import Any

Json = Any

TIMESTAMP, SERVER_ID = 1_700_000_000, 42
MAGIC = b"\xfebin"
UUID = "0f7ccd95-e58d-11f1-a69a-02fc00000001"
UUID_BYTES = bytes.fromhex(UUID.replace("-", ""))

MYSQL, MARIADB = "mysql97/types.binlog", "mariadb118/types.binlog"
"""Fixtures whose FORMAT_DESCRIPTION governs an event."""


def u1(number: int) -> bytes:
    return struct.pack("<B", number)


def u2(number: int) -> bytes:
    return struct.pack("<H", number)


def u3(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def u4(number: int) -> bytes:
    return struct.pack("<I", number)


def u6(number: int) -> bytes:
    return struct.pack("<Q", number)[:6]


def u8(number: int) -> bytes:
    return struct.pack("<Q", number)


def packed(number: int) -> bytes:
    """A packed integer (mysql: net_store_length)."""
    if number < 251:
        return u1(number)
    if number < 2**16:
        return b"\xfc" + u2(number)
    if number < 2**24:
        return b"\xfd" + u3(number)
    return b"\xfe" + u8(number)


def short_text(text: bytes) -> bytes:
    """A length of one byte, and the text."""
    return u1(len(text)) + text


def event(type_code: int, body: bytes, *, flags: int = 0, checksum: bool = True) -> bytes:
    """An event of binlog version 3 or 4 (seed: Log_event_binary_format)."""
    size = 19 + len(body) + 4 * checksum
    header = struct.pack("<IBIIIH", TIMESTAMP, type_code, SERVER_ID, size, 0, flags)
    return signed(header + body) if checksum else header + body


def event_v1(type_code: int, body: bytes) -> bytes:
    """An event of binlog version 1 (mysql: OLD_HEADER_LEN)."""
    return struct.pack("<IBII", TIMESTAMP, type_code, SERVER_ID, 13 + len(body)) + body


def signed(content: bytes) -> bytes:
    """An event with the CRC32 of its other bytes at its end."""
    return content + u4(zlib.crc32(content))


def format_description(version: bytes, post_headers: bytes, *, len_header: int = 19) -> bytes:
    """A FORMAT_DESCRIPTION without checksums (mysql: Format_description_event)."""
    body = u2(4) + version.ljust(50, b"\0") + u4(0) + u1(len_header) + post_headers
    return event(15, body, checksum=False)


def start_v3(binlog_version: int, version: bytes) -> bytes:
    """The body of a START_V3 (mysql: Start_event_v3)."""
    return u2(binlog_version) + version.ljust(50, b"\0") + u4(TIMESTAMP)


def table_map(  # noqa: PLR0913 - a field each
    types: bytes,
    metadata: bytes = b"",
    optional: bytes = b"",
    *,
    table_id: bytes = u6(7),
    database: bytes = b"d",
    table: bytes = b"t",
    nullable: int = -1,
) -> bytes:
    """The body of a TABLE_MAP (seed: Table_map_log_event)."""
    bits = (nullable % 2 ** (8 * ((len(types) + 7) // 8))).to_bytes((len(types) + 7) // 8, "little")
    return (
        table_id + u2(1) + short_text(database) + b"\0" + short_text(table) + b"\0"
        + packed(len(types)) + types + packed(len(metadata)) + metadata + bits + optional
    )  # fmt: skip


def optional_field(kind: int, value: bytes) -> bytes:
    """A field of a TABLE_MAP's optional metadata (mysql: Optional_metadata_field_type)."""
    return u1(kind) + packed(len(value)) + value


def extra_data(items: bytes) -> bytes:
    """The extra data of row events of version 2 (mysql: Rows_event, var_header_len)."""
    return u2(2 + len(items)) + items


# One INT column, and images of it: the bitmap of the columns there, then NULLs and values.
INT_TABLE = event(19, table_map(b"\x03"))
HAS_ONE = packed(1) + b"\x01"
FIVE, SIX = b"\0" + u4(5), b"\0" + u4(6)


def rows(
    extra: bytes, columns: bytes, images: bytes, *, table_id: bytes = u6(7), flags: int = 1
) -> bytes:
    """The body of a rows event that ends its statement (mysql: Rows_event)."""
    return table_id + u2(flags) + extra + columns + images


def fragment(number: int, count: int, data: bytes, length: int | None = None) -> bytes:
    """The body of a PARTIAL_ROW_DATA (mariadb 12.3: Partial_rows_log_event).

    The first has the length of the rows event that all hold.
    """
    told = u1(0) if length is None else u1(1) + u8(length)
    return u4(number) + u4(count) + told + data


def compressed(data: bytes) -> bytes:
    """A part of an event that MariaDB compressed (mariadb: binlog_buf_compress)."""
    length = struct.pack(">I", len(data)).lstrip(b"\0")
    return u1(0x80 | len(length)) + length + zlib.compress(data)


def query(statement: bytes, status: bytes = b"", database: bytes = b"d") -> bytes:
    """The body of a QUERY of binlog version 4 (seed: Query_log_event)."""
    post_header = u4(9) + u4(1) + u1(len(database)) + u2(0) + u2(len(status))
    return post_header + status + database + b"\0" + statement


def old_query(statement: bytes, database: bytes = b"d") -> bytes:
    """The body of a QUERY of binlog versions 1 and 3 (mysql: QUERY_HEADER_MINIMAL_LEN)."""
    return u4(9) + u4(1) + u1(len(database)) + u2(0) + database + b"\0" + statement


def tlv(kind: int, value: bytes) -> bytes:
    """A field of HEARTBEAT_V2 or TRANSACTION_PAYLOAD: type, length and value."""
    return packed(kind) + packed(len(value)) + value


def payload(compression: int, data: bytes, claimed: int) -> bytes:
    """The body of a TRANSACTION_PAYLOAD (mysql: Transaction_payload_event)."""
    fields = tlv(1, packed(len(data))) + tlv(2, packed(compression)) + tlv(3, packed(claimed))
    return fields + b"\0" + data


def load(options: bytes, file_id: bytes = b"", data: bytes = b"") -> bytes:
    """The body of LOAD, NEW_LOAD or CREATE_FILE (seed: Load_log_event; mysql 5.0: sql_ex_info)."""
    names = (b"a", b"bb")
    return (
        u4(9) + u4(1) + u4(3) + u1(len(b"t")) + u1(len(b"d")) + u4(len(names)) + file_id
        + options + bytes(map(len, names)) + b"".join(name + b"\0" for name in names)
        + b"t\0" + b"d\0" + b"/tmp/x.txt" + data
    )  # fmt: skip


# LOAD keeps five characters, flags, and flags of which characters are empty texts.
OLD_OPTIONS = b",'\n\0\\" + u1(0x02 | 0x04) + u1(0x08)
NEW_OPTIONS = b"".join(map(short_text, (b"||", b"", b"\r\n", b">>", b"\\"))) + u1(0x08)

GTID_SET = (
    # the count; its lowest and highest byte are the encoding: 1, tagged
    bytes.fromhex("0101000000000001")
    + UUID_BYTES + u1(len(b"tag") << 1) + b"tag" + u8(1) + u8(1) + u8(6)
)  # fmt: skip

_STATUS = (
    (u1(0) + u4(0x04084000), {"flags2": 0x04084000}),
    (u1(1) + u8(2**40 + 1), {"sql_mode": 2**40 + 1}),
    (
        u1(2) + short_text(b"old") + b"\0",
        {"catalog": {"len_text": 3, "text": "old", "text_end": {"base64": "AA=="}}},
    ),
    (u1(3) + u2(10) + u2(3), {"auto_increment": {"increment": 10, "offset": 3}}),
    (u1(4) + u2(33) + u2(45) + u2(8), {"charset": {"client": 33, "connection": 45, "server": 8}}),
    (u1(5) + short_text(b"Asia/Tokyo"), {"time_zone": "Asia/Tokyo"}),
    (u1(6) + short_text(b"std"), {"catalog_nz": "std"}),
    (u1(7) + u2(4), {"lc_time_names": 4}),
    (u1(8) + u2(63), {"charset_database": 63}),
    (u1(9) + u8(5), {"table_map_for_update": 5}),
    (u1(10) + u4(1234), {"master_data_written": 1234}),
    (u1(11) + short_text(b"me") + short_text(b"%"), {"invoker": {"user": "me", "host": "%"}}),
    (
        u1(12) + u1(2) + b"one\0two\0",
        {"updated_db_names": {"num_names": 2, "names": ["one", "two"]}},
    ),
    (u1(13) + u3(999_999), {"microseconds": 999_999}),
    (u1(16) + u1(1), {"explicit_defaults_for_timestamp": 1}),
    (u1(17) + u8(77), {"ddl_logged_with_xid": 77}),
    (u1(18) + u2(255), {"default_collation_for_utf8mb4": 255}),
    (u1(19) + u1(1), {"sql_require_primary_key": 1}),
    (u1(20) + u1(1), {"default_table_encryption": 1}),
    (u1(21) + u1(1), {"enable_cascade_triggers": 1}),
    (u1(128) + u3(5), {"mariadb_microseconds": 5}),
    (u1(129) + u8(78), {"mariadb_xid": 78}),
    (
        u1(130) + u1(0x04) + u8(6),
        {"mariadb_gtid_flags3": {"flags_extra": ["commit_alter"], "start_alter_sequence": 6}},
    ),
    (
        u1(131) + u1(1) + u2(33) + u2(192),
        {
            "mariadb_character_set_collations": {
                "num_pairs": 1,
                "pairs": [{"charset": 33, "collation": 192}],
            }
        },
    ),
    # nothing tells how long an unknown one is, so what follows is kept with it
    (u1(99) + b"rest" + u1(7) + u2(4), {"99": {"rest": {"base64": "cmVzdAcEAA=="}}}),
)
SESSION: dict[str, Json] = {
    "thread_id": 9,
    "error_code": 0,
    "sql_auto_is_null": True,
    "autocommit": False,
    "foreign_key_checks": False,
    "unique_checks": True,
    "sql_mode": "REAL_AS_FLOAT,1099511627776",
    "auto_increment_increment": 10,
    "auto_increment_offset": 3,
    "character_set_client": "utf8mb3",
    "collation_connection": "utf8mb4_general_ci",
    "collation_server": "latin1_swedish_ci",
    "time_zone": "Asia/Tokyo",
    "lc_time_names": "de_DE",
    "collation_database": "binary",
    "user": "me",
    "host": "%",
    "explicit_defaults_for_timestamp": True,
    "default_collation_for_utf8mb4": "utf8mb4_0900_ai_ci",
    "sql_require_primary_key": True,
    "default_table_encryption": True,
    "enable_cascade_triggers": True,
    "character_set_collations": "utf8mb3=utf8mb3_unicode_ci",
    "unread_status_vars": {"base64": "Y3Jlc3QHBAA="},
}
"""What a record shows of these."""

STATUS_BYTES = b"".join(status for status, _ in _STATUS)
STATUS: dict[str, Json] = {name: value for _, told in _STATUS for name, value in told.items()}


@dataclass(frozen=True)
class Documented:
    """An event: its type, where its layout is documented, its body, and what the reader tells.

    `log` is the fixture whose FORMAT_DESCRIPTION governs it, but for the lengths of post-headers
    that are `listed` here, by type; `before` are events that it needs.
    `records` are the change type and data of each record that comes of it.
    """

    type_code: int
    type: str
    source: str
    body: bytes
    expected: Json
    log: str = MYSQL
    listed: dict[int, int] = field(default_factory=dict)
    before: tuple[bytes, ...] = ()
    flags: int = 0
    records: list[tuple[str, Json]] = field(default_factory=list)


_NAMES = {
    "len_table": 1,
    "len_database": 1,
    "num_fields": 2,
    "len_fields": [1, 2],
    "fields": ["a", "bb"],
    "table": "t",
    "database": "d",
}
_LOAD = {"thread_id": 9, "seconds": 1, "num_skipped_lines": 3, **_NAMES}
_OLD = {
    "fields_terminated_by": ",",
    "fields_enclosed_by": "'",
    "lines_terminated_by": {"base64": "Cg=="},
    "lines_starting_by": {"base64": "AA=="},
    "fields_escaped_by": "\\",
    "flags": ["is_enclosed_optionally", "is_replace"],
    "empty_flags": ["lines_starting_by"],
}
_NEW = {
    "fields_terminated_by": "||",
    "fields_enclosed_by": "",
    "lines_terminated_by": {"base64": "DQo="},
    "lines_starting_by": ">>",
    "fields_escaped_by": "\\",
    "flags": ["is_ignore"],
}
_LOADED_OLD = (
    "LOAD DATA INFILE '/tmp/x.txt' REPLACE INTO TABLE `t` FIELDS TERMINATED BY ','"
    " OPTIONALLY ENCLOSED BY '\\'' ESCAPED BY '\\\\' LINES TERMINATED BY '\\n'"
    " IGNORE 3 LINES (`a`, `bb`)"
)
_LOADED_NEW = (
    "LOAD DATA INFILE '/tmp/x.txt' IGNORE INTO TABLE `t` FIELDS TERMINATED BY '||'"
    " ENCLOSED BY '' ESCAPED BY '\\\\' LINES TERMINATED BY '\\r\\n' STARTING BY '>>'"
    " IGNORE 3 LINES (`a`, `bb`)"
)
_LISTED_BEFORE_8_0 = {6: 18, 8: 4, 10: 4, 12: 18}
"""The post-headers of LOAD, CREATE_FILE, EXEC_LOAD and NEW_LOAD; later servers list 0 bytes."""

_POST_HEADER = {"thread_id": 9, "seconds": 1, "len_database": 1, "error_code": 0}
_STATEMENT = {"database": "d", "timestamp": "2023-11-14T22:13:20Z", "thread_id": 9}
IGNORABLE = 0x80


def _images(*images: tuple[str, int]) -> list[Json]:
    return [{"change_type": kind, "data": {"@1": value}} for kind, value in images]


def _row_records(*images: tuple[str, int]) -> list[tuple[str, Json]]:
    return [(kind, {"@1": value}) for kind, value in images]


_ROWS = {"table_id": 7, "flags": ["end_of_statement"]}
_INSERT = (("insert", 5), ("insert", 6))
_UPDATE = (("update_preimage", 5), ("update_postimage", 6))
_DELETE = (("delete", 5), ("delete", 6))
_BOTH = FIVE + SIX
_FRAGMENTED = event(23, rows(b"", HAS_ONE, _BOTH))
_NO_EXTRA: dict[str, Json] = {**_ROWS, "extra_data": []}


def _ndb(format_code: int, name: str) -> tuple[bytes, Json]:
    item = u1(0) + u1(2 + 3) + u1(format_code) + b"abc"
    return item, {"type": "ndb", "body": {"len_info": 5, "format": name, "payload": "abc"}}


_NDB, _OPEN1, _OPEN2, _MULTI = (
    _ndb(0x00, "ndb"),
    _ndb(0x40, "open1"),
    _ndb(0x41, "open2"),
    _ndb(0xFF, "multi"),
)


def _with_extra(*items: tuple[bytes, Json]) -> Documented:
    return Documented(
        *(30, "WRITE_ROWS_V2", "seed: ROWS_EVENT, extra data; mysql: Rows_event::Extra_row_info"),
        rows(extra_data(b"".join(item for item, _ in items)), HAS_ONE, _BOTH),
        {**_ROWS, "extra_data": [told for _, told in items], "images": _images(*_INSERT)},
        before=(INT_TABLE,),
        records=_row_records(*_INSERT),
    )


def _pre_ga(type_code: int, name: str, change_type: str) -> Documented:
    # The layout of rows is the storage engine's; only what is before them is told.
    return Documented(
        *(type_code, name, "mysql 5.1: Old_rows_log_event (log_event_old.h)"),
        rows(b"", HAS_ONE, b"\xfe" + u4(5)),
        {**_ROWS, "raw": "/gUAAAA="},
        listed={type_code: 8},
        before=(INT_TABLE,),
        records=[(change_type, {"raw": "/gUAAAA="})],
    )


def _compressed_rows(type_code: int, name: str, columns: bytes, images: Json) -> Documented:
    return Documented(
        *(type_code, name, "mariadb: Write_rows_compressed_log_event and its kin, version 2"),
        rows(extra_data(b""), columns, compressed(_BOTH)),
        {**_NO_EXTRA, "images": _images(*images)},
        log=MARIADB,
        before=(INT_TABLE,),
        records=_row_records(*images),
    )


DOCUMENTED: tuple[Documented, ...] = (
    Documented(
        *(0, "UNKNOWN", "mysql: Unknown_event, which has no layout"),
        b"\x01\x02",
        {"data": {"base64": "AQI="}},
        flags=IGNORABLE,
    ),
    Documented(
        *(6, "LOAD", "seed: Load_log_event; mysql 5.0: old_sql_ex"),
        load(OLD_OPTIONS),
        {**_LOAD, "options": _OLD, "file_name": "/tmp/x.txt", "data": ""},
        listed=_LISTED_BEFORE_8_0,
        records=[("statement", {"statement": _LOADED_OLD, **_STATEMENT})],
    ),
    Documented(
        *(7, "SLAVE", "mysql 5.5: Slave_log_event (SL_MASTER_POS_OFFSET and on)"),
        u8(2**33) + u2(3306) + b"source.example\0" + b"binlog.000007\0",
        {
            "master_position": 2**33,
            "master_port": 3306,
            "master_host": "source.example",
            "master_log": "binlog.000007",
        },
    ),
    Documented(
        *(8, "CREATE_FILE", "mysql 5.5: Create_file_log_event; seed: Load_log_event"),
        load(NEW_OPTIONS, u4(31), b"\0" + b"1,2"),
        {**_LOAD, "file_id": 31, "options": _NEW, "file_name": "/tmp/x.txt", "data": "1,2"},
        listed=_LISTED_BEFORE_8_0,
    ),
    Documented(
        *(10, "EXEC_LOAD", "mysql 5.5: Execute_load_log_event"),
        u4(31),
        {"file_id": 31},
        listed=_LISTED_BEFORE_8_0,
        before=(event(8, load(NEW_OPTIONS, u4(31), b"\0" + b"1,2")), event(9, u4(31) + b",3")),
        records=[
            (
                "statement",
                {"statement": _LOADED_NEW, **_STATEMENT, "load": {"file_positions": [0, 1]}},
            )
        ],
    ),
    Documented(
        *(12, "NEW_LOAD", "seed: Load_log_event; mysql 5.0: sql_ex_info"),
        load(NEW_OPTIONS),
        {**_LOAD, "options": _NEW, "file_name": "/tmp/x.txt", "data": ""},
        listed=_LISTED_BEFORE_8_0,
        records=[("statement", {"statement": _LOADED_NEW, **_STATEMENT})],
    ),
    _pre_ga(20, "PRE_GA_WRITE_ROWS", "insert"),
    _pre_ga(21, "PRE_GA_UPDATE_ROWS", "update_postimage"),
    _pre_ga(22, "PRE_GA_DELETE_ROWS", "delete"),
    Documented(
        *(27, "HEARTBEAT", "mysql: Heartbeat_event, log_ident to the end"),
        b"binlog.000042",
        {"log": "binlog.000042"},
    ),
    Documented(
        *(27, "HEARTBEAT", "mariadb: send_heartbeat_event, HB_SUB_HEADER_LEN"),
        u8(2**33) + b"binlog.000042",
        {"position": 2**33, "log": "binlog.000042"},
        log=MARIADB,
    ),
    Documented(
        *(28, "IGNORABLE", "mysql: Ignorable_event, whose subclasses alone have a layout"),
        b"anything",
        {"data": "anything"},
    ),
    Documented(
        *(36, "TRANSACTION_CONTEXT", "mysql: Transaction_context_event (ENCODED_... offsets)"),
        u1(36)
        + u4(8)
        + u1(1)
        + u4(len(GTID_SET))
        + u4(2)
        + u4(1)
        + UUID.encode()
        + GTID_SET
        + u2(2)
        + b"w1"
        + u2(3)
        + b"\xffw2"
        + u2(2)
        + b"r1",
        {
            "len_server_uuid": 36,
            "thread_id": 8,
            "has_gtid_specified": 1,
            "len_snapshot_version": len(GTID_SET),
            "num_write_set": 2,
            "num_read_set": 1,
            "server_uuid": UUID,
            "snapshot_version": {
                "encoding": "tagged",
                "sources": [{"uuid": UUID, "tag": "tag", "intervals": [[1, 5]]}],
            },
            "write_set": [
                {"len_hash": 2, "hash": "w1"},
                {"len_hash": 3, "hash": {"base64": "/3cy"}},
            ],
            "read_set": [{"len_hash": 2, "hash": "r1"}],
        },
    ),
    Documented(
        *(37, "VIEW_CHANGE", "mysql: View_change_event (ENCODED_VIEW_ID_MAX_LEN)"),
        b"16999999990000000:1".ljust(40, b"\0")
        + u8(2**40)
        + u4(1)
        + u2(3)
        + b"key"
        + u4(5)
        + b"value",
        {
            "view_id": "16999999990000000:1",
            "sequence_number": 2**40,
            "num_certification_info": 1,
            "certification_info": [{"len_key": 3, "key": "key", "len_value": 5, "value": "value"}],
        },
    ),
    Documented(
        *(41, "HEARTBEAT_V2", "mysql: Heartbeat_event_v2, codecs::binary"),
        tlv(1, b"binlog.000042") + tlv(2, packed(2**33)) + b"\0",
        {
            "fields": [
                {"type_code": 1, "len_value": 13, "value": "binlog.000042"},
                {"type_code": 2, "len_value": 9, "value": 2**33},
                {"type_code": 0},
            ]
        },
    ),
    Documented(
        *(43, "LARGE_TRANSACTION_HEADER", "mysql: Large_transaction_header_event, PR 722"),
        u1(1) + u8(2**33) + u1(16) + b"any padding",
        {
            "version": 1,
            "ofs_terminating_event": 2**33,
            "terminating_event_type": "xid",
            "padding": 11,
        },
        flags=IGNORABLE,
    ),
    Documented(
        *(43, "LARGE_TRANSACTION_HEADER", "as above, of a version that is unknown yet"),
        u1(2) + b"else",
        {"version": 2, "rest": "else"},
        flags=IGNORABLE,
    ),
    Documented(
        *(164, "START_ENCRYPTION", "mariadb: Start_encryption_log_event"),
        u1(1) + u4(3) + bytes(range(12)),
        {"scheme": 1, "key_version": 3, "nonce": {"base64": "AAECAwQFBgcICQoL"}},
        log=MARIADB,
    ),
    _compressed_rows(169, "WRITE_ROWS_COMPRESSED", HAS_ONE, _INSERT),
    _compressed_rows(170, "UPDATE_ROWS_COMPRESSED", HAS_ONE + b"\x01", _UPDATE),
    _compressed_rows(171, "DELETE_ROWS_COMPRESSED", HAS_ONE, _DELETE),
    # variants of types that fixtures hold
    _with_extra(),
    _with_extra(_NDB),
    _with_extra(_OPEN1),
    _with_extra(_OPEN2),
    _with_extra(_MULTI),
    _with_extra(_NDB, (u1(1) + u2(3), {"type": "partition", "body": {"partition_id": 3}})),
    Documented(
        *(31, "UPDATE_ROWS_V2", "mysql: Rows_event::Extra_row_info, of two partitions"),
        rows(extra_data(u1(1) + u2(3) + u2(2)), HAS_ONE + b"\x01", _BOTH),
        {
            **_ROWS,
            "extra_data": [
                {"type": "partition", "body": {"partition_id": 3, "source_partition_id": 2}}
            ],
            "images": _images(*_UPDATE),
        },
        before=(INT_TABLE,),
        records=_row_records(*_UPDATE),
    ),
    Documented(
        *(30, "WRITE_ROWS_V2", "seed: ROWS_EVENT, the dummy that frees all table maps"),
        rows(extra_data(b""), packed(0), b"", table_id=u6(0xFFFFFF)),
        {"table_id": 0xFFFFFF, "flags": ["end_of_statement"], "extra_data": [], "raw": ""},
    ),
    Documented(
        *(25, "DELETE_ROWS_V1", "mariadb, pull request 5521: Rows_log_event, a cascade's rows"),
        rows(b"", HAS_ONE, FIVE, flags=0x01 | 0x02 | 0x10 | 0x20 | 0x80),
        {
            "table_id": 7,
            "flags": [
                *("end_of_statement", "no_foreign_key_checks", "use_sql_foreign_key"),
                *("cascaded", "no_check_constraint_checks"),
            ],
            "images": _images(_DELETE[0]),
        },
        log=MARIADB,
        before=(INT_TABLE,),
        records=_row_records(_DELETE[0]),
    ),
    Documented(
        *(2, "QUERY", "seed: Query_log_event; mysql and mariadb: enum Query_event_status_vars"),
        query(b"DO 1", STATUS_BYTES),
        {
            **_POST_HEADER,
            "len_status_vars": len(STATUS_BYTES),
            "status_vars": STATUS,
            "database": "d",
            "query": "DO 1",
        },
        records=[
            (
                "statement",
                {
                    "statement": "DO 1",
                    "database": "d",
                    "timestamp": "2023-11-14T22:13:20.000005Z",
                    **SESSION,
                },
            )
        ],
    ),
    Documented(
        *(2, "QUERY", "mysql: Query_event, OVER_MAX_DBS_IN_EVENT_MTS"),
        query(b"DO 1", u1(12) + u1(254) + u1(7) + u2(4)),
        {
            **_POST_HEADER,
            "len_status_vars": 5,
            "status_vars": {
                "updated_db_names": {"num_names": 254, "names": []},
                "lc_time_names": 4,
            },
            "database": "d",
            "query": "DO 1",
        },
        records=[
            (
                "statement",
                {"statement": "DO 1", **_STATEMENT, "error_code": 0, "lc_time_names": "de_DE"},
            )
        ],
    ),
    Documented(
        *(33, "GTID", "mysql 5.6: Gtid_event, up to the number"),
        u1(1) + UUID_BYTES + u8(5),
        {"flags": 1, "uuid": UUID, "gno": 5},
    ),
    Documented(
        *(33, "GTID", "mysql 5.7: Gtid_event, with logical timestamps"),
        u1(0) + UUID_BYTES + u8(5) + u1(2) + u8(3) + u8(4),
        {
            "flags": 0,
            "uuid": UUID,
            "gno": 5,
            "logical_timestamps": {"type": 2, "last_committed": 3, "sequence_number": 4},
        },
    ),
    Documented(
        *(33, "GTID", "mysql 8.0.31: Gtid_event, with all that versions added"),
        u1(0)
        + UUID_BYTES
        + u8(5)
        + u1(2)
        + u8(3)
        + u8(4)
        + (1_700_000_000_123_456 | 1 << 55).to_bytes(7, "little")
        + (1_600_000_000_654_321).to_bytes(7, "little")
        + packed(70_000)
        + u4(80_031 | 1 << 31)
        + u4(50_744)
        + u8(2**40),
        {
            "flags": 0,
            "uuid": UUID,
            "gno": 5,
            "logical_timestamps": {"type": 2, "last_committed": 3, "sequence_number": 4},
            "immediate_commit_timestamp": 1_700_000_000_123_456,
            "original_commit_timestamp": 1_600_000_000_654_321,
            "len_transaction": 70_000,
            "immediate_server_version": 80_031,
            "original_server_version": 50_744,
            "commit_group_ticket": 2**40,
        },
    ),
    Documented(
        *(
            162,
            "MARIADB_GTID",
            "mariadb: Gtid_log_event, with a commit id, an XA id and all extras",
        ),
        u8(77)
        + u4(3)
        + u1(0x02 | 0x40)
        + u8(12)
        + struct.pack("<iBB", -1, 2, 1)
        + b"gtb"
        + u1(0x01 | 0x04 | 0x10)
        + u1(2)
        + u8(70)
        + u4(9),
        {
            "sequence": 77,
            "domain_id": 3,
            "flags": ["group_commit_id", "prepared_xa"],
            "commit_id": 12,
            "xid": {
                "format_id": -1,
                "len_global_id": 2,
                "len_branch": 1,
                "global_id": "gt",
                "branch": "b",
            },
            "flags_extra": ["multi_engine", "commit_alter", "thread_id"],
            "num_extra_engines": 2,
            "start_alter_sequence": 70,
            "thread_id": 9,
            "padding": "",
        },
        log=MARIADB,
    ),
    Documented(
        *(35, "PREVIOUS_GTIDS", "mysql 5.6: Gtid_set::encode"),
        u8(1) + UUID_BYTES + u8(2) + u8(1) + u8(6) + u8(8) + u8(9),
        {"encoding": "untagged", "sources": [{"uuid": UUID, "intervals": [[1, 5], [8, 8]]}]},
    ),
    Documented(
        *(14, "USER_VAR", "mysql: User_var_event, an unsigned number"),
        u4(1) + b"v" + u1(0) + u1(2) + u4(63) + u4(8) + u8(2**64 - 1) + u1(1),
        {"name": "v", "value": 2**64 - 1, "type": "int", "collation": 63},
    ),
    Documented(
        *(14, "USER_VAR", "mysql 5.1: User_var_log_event, which has no flags yet"),
        u4(1) + b"v" + u1(0) + u1(2) + u4(63) + u4(8) + u8(2**64 - 1),
        {"name": "v", "value": -1, "type": "int", "collation": 63},
    ),
    Documented(
        *(14, "USER_VAR", "mysql: User_var_event, a text in cp932"),
        u4(1) + b"v" + u1(0) + u1(0) + u4(95) + u4(2) + b"\x82\xa0" + u1(0),
        {"name": "v", "type": "string", "value": "あ", "collation": 95},
    ),
    Documented(
        *(14, "USER_VAR", "mysql: User_var_event, a decimal: precision, scale, digits"),
        u4(1) + b"v" + u1(0) + u1(4) + u4(63) + u4(4) + u1(3) + u1(1) + b"\x73\xff",
        {"name": "v", "value": "-12.0", "type": "decimal", "collation": 63},
    ),
    *(
        Documented(code, name, "of a fork, undocumented", b"\x01", {"raw": "AQ=="})
        for code, name in (
            (80, "ALISQL_SEQUENCE"),
            (100, "AURORA"),
            (101, "ALISQL_CONSENSUS_LOG"),
            (102, "ALISQL_PREVIOUS_CONSENSUS_INDEX"),
            (103, "ALISQL_CONSENSUS_CLUSTER_INFO"),
            (104, "ALISQL_CONSENSUS_EMPTY"),
            (105, "ALISQL_GCN"),
        )
    ),
    Documented(
        *(172, "PARTIAL_ROW_DATA", "mariadb 12.3: Partial_rows_log_event"),
        fragment(1, 1, _FRAGMENTED, len(_FRAGMENTED)),
        {
            "number": 1,
            "num_fragments": 1,
            "flags": ["has_len_rows_event"],
            "len_rows_event": len(_FRAGMENTED),
            "fragment": {"base64": base64.b64encode(_FRAGMENTED).decode()},
        },
        log=MARIADB,
        before=(INT_TABLE,),
        records=_row_records(*_INSERT),
    ),
    Documented(
        *(159, "PERCONA_START_ENCRYPTION", "Percona Server 5.7: START_5_7_ENCRYPTION_EVENT"),
        u1(1) + u4(3) + bytes(12),
        {"raw": "AQMAAAAAAAAAAAAAAAAAAAA="},
    ),
)

VERSION_1 = b"".join(
    (
        MAGIC,
        event_v1(1, start_v3(1, b"3.23.58-log")),
        event_v1(5, u1(2) + u8(7)),
        event_v1(2, old_query(b"insert into t values (null)")),
        event_v1(6, load(OLD_OPTIONS)),
        event_v1(3, b""),
        event_v1(4, b"binlog.002"),
    )
)
"""A log of binlog version 1 (mysql 3.23: log_event.h)."""

VERSION_3 = b"".join(
    (
        MAGIC,
        event(1, start_v3(3, b"4.1.22-log"), checksum=False),
        event(13, u8(11) + u8(12), checksum=False),
        event(2, old_query(b"insert into t values (rand())"), checksum=False),
        event(4, u8(4) + b"binlog.000002", checksum=False),
    )
)
"""A log of binlog version 3 (mysql 4.1: log_event.h)."""
