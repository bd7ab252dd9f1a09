"""The events of a transaction: what opens it, its statements and rows, and what ends it."""

from __future__ import annotations

import struct
import uuid
from random import Random

from tests.documented_bytes import packed, short_text, u1, u2, u3, u4, u6, u8
from tests.made_up.cells import Json, Outcome, base64_of, happens, instant, number
from tests.made_up.rows import (
    COMPRESSED_V1,
    COMPRESSED_V2,
    INSERT,
    PARTIAL_UPDATE,
    UPDATE,
    V1,
    V2,
    RowsBody,
    some_rows,
)
from tests.made_up.tables import Table, id_bytes, map_body
from tests.made_up.writer import (
    INTVAR,
    QUERY,
    QUERY_COMPRESSED,
    RAND,
    TABLE_MAP,
    USER_VAR,
    XID,
    Transaction,
    Writer,
)

UUID = uuid.UUID("0f7ccd95-e58d-11f1-a69a-02fc00000001")


def write_gtid(log: Writer) -> None:
    """Opens a transaction; MariaDB's GTID stands for BEGIN, too."""
    chance = log.chance
    if not log.server.gtid:
        return
    if log.server.is_mariadb:
        log.transaction = _write_mariadb_gtid(log)
    elif log.server.gtid == "8.0" and happens(chance, 0.15):
        log.transaction = write_tagged_gtid(log)
    else:
        log.transaction = _write_mysql_gtid(log)
    log.is_behind_gtid = True


def _write_mysql_gtid(log: Writer) -> Transaction:
    chance, version = log.chance, log.server.gtid
    is_anonymous = happens(chance, 0.3)
    gno = chance.choice([1, 2, 2**62, chance.getrandbits(40)])
    body = u1(chance.randrange(2)) + UUID.bytes + u8(gno)
    commit = None
    if version != "5.6":
        body += u1(2) + u8(3) + u8(4)
    if version == "8.0":
        commit = chance.choice([1_700_000_000_123_456, 0, 2**55 - 1, chance.getrandbits(51)])
        differs = happens(chance, 0.3)
        body += (commit | differs << 55).to_bytes(7, "little")
        body += (1_600_000_000_654_321).to_bytes(7, "little") if differs else b""
        body += packed(chance.choice([200, 70_000])) + u4(80_036)
        body += u8(2**40) if happens(chance, 0.3) else b""
    log.event(34 if is_anonymous else 33, body)
    return Transaction(None if is_anonymous else f"{UUID}:{gno}", commit)


def _varlen(value: int) -> bytes:
    """A number of MySQL's serialization, as short as it can be."""
    for size in range(1, 9):
        if value < 1 << 7 * size:
            return (value << size | (1 << size - 1) - 1).to_bytes(size, "little")
    return b"\xff" + u8(value)


ODD_TAGGED_FIELDS: tuple[dict[int, bytes | None], ...] = (
    {1: None},
    {1: _varlen(256) + bytes(15)},
    {1: _varlen(2**64 - 1) + bytes(15)},
    {2: None},
    {3: _varlen(33) + b"a" * 33},
    {3: _varlen(2**64 - 1) + b"a"},
    {3: _varlen(1) + b"\xe9"},
    {6: _varlen(253_402_300_800_000_000)},
    {6: _varlen(2**64 - 1)},
)
"""Fields of GTID_TAGGED by their numbers, each of which makes it unreadable."""


def write_tagged_gtid(log: Writer, odd: dict[int, bytes | None] | None = None) -> Transaction:
    """GTID_TAGGED, with the odd fields in place of others."""
    chance = log.chance
    gno = chance.choice([1, chance.randint(1, 2**30), 2**62, 2**63 - 1, 0, -1, -(2**63)])
    tag = chance.choice([None, "", "tag", "a" * 32])
    commit = chance.choice([1_700_000_000_123_456, chance.getrandbits(50), 0, None])
    code = 2 * gno if gno >= 0 else -2 * gno - 1
    fields: dict[int, bytes | None] = {
        0: _varlen(1),
        1: b"".join(map(_varlen, UUID.bytes)),
        2: chance.choice([_varlen(code), b"\xff" + u8(code)]),
        3: None if tag is None else _varlen(len(tag)) + tag.encode(),
        4: _varlen(6),
        6: None if commit is None else _varlen(commit),
        8: _varlen(500),
        12: chance.choice([None, _varlen(2**64 - 1)]),
    }
    if odd is None and happens(chance, log.size.odds):
        odd = chance.choice(ODD_TAGGED_FIELDS)
    if odd is not None:
        fields |= odd
        log.unsure({Outcome.FAILS})
    body = b"".join(_varlen(name) + value for name, value in fields.items() if value is not None)
    log.event(42, _varlen(2) + _varlen(len(body) + 3) + _varlen(12) + body)
    return Transaction(":".join(filter(None, [str(UUID), tag, str(gno)])), commit)


def _write_mariadb_gtid(log: Writer) -> Transaction:
    chance = log.chance
    sequence, domain = chance.choice([1, 2**40, chance.getrandbits(63)]), chance.choice([0, 7])
    flags = chance.getrandbits(6) | chance.choice([*6 * [0], 0x40, 0x80])
    body = u8(sequence) + u4(domain) + u1(flags)
    if flags & 2:
        body += u8(12)
    if flags & 0xC0:
        body += struct.pack("<iBB", 1, 2, 1) + b"gtb"
    phase = None
    if happens(chance, 0.3):
        extra = chance.choice([0, 1, 2, 4, 8, 0x10, 0x15])
        phase = {2: "start", 4: "commit", 8: "rollback", 0x15: "commit"}.get(extra)
        body += u1(extra) + (u1(2) if extra & 1 else b"") + (u8(70) if extra & 12 else b"")
        body += u4(9) if extra & 0x10 else b""
        log.event(162, body)
    else:
        # without padding nothing tells the extra flags from it, and those are zero
        log.event(162, body + bytes(max(0, 19 - len(body))))
    gtid = f"{domain}-{log.stamp.server_id}-{sequence}"
    return Transaction(gtid, None, phase, has_begun=not flags & 1)


def write_query(log: Writer, text: str, *, database: str = "d", is_control: bool = False) -> None:
    """A statement; `is_control` says that it only bounds a transaction."""
    is_of_defaults = log.server.version.startswith(b"11.")
    status, codec, found = _status_vars(log.chance, is_of_defaults=is_of_defaults)
    encoded = text.encode(codec)
    post_header = u4(9) + u4(1) + u1(len(database.encode())) + u2(0) + u2(len(status))
    head = post_header + status + database.encode() + b"\0"
    transaction = log.transaction
    taken, transaction.variables = transaction.variables, {}
    is_compressed = log.server.is_mariadb and happens(log.chance, 0.15)
    body = head + (log.deflated(encoded) if is_compressed else encoded)
    if not is_control:
        fraction = found.pop("microseconds", "")
        timestamp = instant(log.stamp.timestamp, str(fraction))
        data: dict[str, Json] = {"statement": text, "database": database, "timestamp": timestamp}
        if transaction.alter_phase:
            data["alter_phase"] = transaction.alter_phase
        log.record(database, None, "statement", data | found | taken)
    is_behind_gtid = log.is_behind_gtid
    log.event(QUERY_COMPRESSED if is_compressed else QUERY, body)
    if text == "BEGIN":
        is_outside = log.payload is None and not is_compressed
        if not is_behind_gtid and (transaction.has_begun or is_outside):
            log.end_transaction()
        log.transaction.has_begun = True
    elif text.startswith("XA START"):
        if not is_behind_gtid and transaction.has_begun:
            log.end_transaction()
        log.transaction.has_begun = True
    elif (
        text.strip().upper() in ("COMMIT", "ROLLBACK")
        or text.upper().startswith(("XA PREPARE", "XA COMMIT", "XA ROLLBACK"))
        or not (is_control or transaction.has_begun)
    ):
        log.end_transaction()


def _status_vars(chance: Random, *, is_of_defaults: bool) -> tuple[bytes, str, dict[str, Json]]:
    """Their bytes, the codec of the statement, and what a record shows of them.

    `is_of_defaults` says that they tell whether TIMESTAMP has defaults of its own.
    """
    found: dict[str, Json] = {"thread_id": 9, "error_code": 0}
    status = u1(0) + u4(0x0400_0000) + u1(1) + u8(2**40 + 4) + u1(6) + short_text(b"std")
    found |= {"sql_auto_is_null": False, "autocommit": True, "foreign_key_checks": False}
    found["unique_checks"] = True
    if is_of_defaults:
        found["explicit_defaults_for_timestamp"] = False
    found["sql_mode"] = "ANSI_QUOTES,1099511627776"
    codec = "utf-8"
    if happens(chance, 0.7):
        collation, codec = chance.choice([(255, "utf-8"), (33, "utf-8"), (8, "cp1252")])
        status += u1(4) + u2(collation) + u2(45) + u2(8)
        found["character_set_client"] = {255: "utf8mb4", 33: "utf8mb3", 8: "latin1"}[collation]
        found["collation_connection"] = "utf8mb4_general_ci"
        found["collation_server"] = "latin1_swedish_ci"
    if happens(chance, 0.2):
        status += u1(5) + short_text(b"Asia/Tokyo")
        found["time_zone"] = "Asia/Tokyo"
    if happens(chance, 0.3):
        microseconds = chance.choice([0, 5, 999_999])
        status += u1(chance.choice([13, 128])) + u3(microseconds)
        found["microseconds"] = f".{microseconds:06d}"
    if happens(chance, 0.1):
        status += u1(200) + b"what no reader knows"
        found["unread_status_vars"] = {"base64": base64_of(b"\xc8what no reader knows")}
    return status, codec, found


_USER_VARIABLES: tuple[tuple[str, int, int, bytes, Json], ...] = (
    ("v", 0, 33, "é".encode(), {"type": "string", "collation": 33, "value": "é"}),
    ("b", 0, 63, b"\xff", {"type": "string", "collation": 63, "value": {"base64": "/w=="}}),
    ("r", 1, 63, struct.pack("<d", 0.1), {"type": "real", "collation": 63, "value": 0.1}),
    ("v", 2, 63, u8(2**64 - 1), {"type": "int", "collation": 63, "value": 2**64 - 1}),
    ("d", 4, 63, b"\3\1\x73\xff", {"type": "decimal", "collation": 63, "value": "-12.0"}),
)


def write_variables(log: Writer) -> None:
    """INTVAR, RAND and USER_VAR, which hold for the next statement."""
    chance, variables = log.chance, log.transaction.variables
    match chance.randrange(4):
        case 0:
            value = number(chance, 8)
            variables["insert_id"] = value
            log.event(INTVAR, u1(2) + u8(value))
        case 1:
            variables["last_insert_id"] = 7
            log.event(INTVAR, u1(1) + u8(7))
        case 2:
            variables["rand_seeds"] = [11, 12]
            log.event(RAND, u8(11) + u8(12))
        case _:
            name, code, collation, value, shown = chance.choice(_USER_VARIABLES)
            variables.setdefault("user_variables", {})[name] = shown
            head = u4(len(name)) + name.encode() + u1(0) + u1(code) + u4(collation)
            log.event(USER_VAR, head + u4(len(value)) + value + u1(1))


def write_other(log: Writer) -> None:
    """An event that changes nothing, some of types that no reader knows."""
    chance = log.chance
    source = UUID.bytes + u8(1) + u8(1) + u8(6)
    ours = {
        28: b"whatever",
        29: u1(9) + b"insert...",
        35: u8(1) + source,
        38: u1(0) + struct.pack("<iII", 1, 2, 1) + b"gtb",
        26: u2(1) + short_text(b"lost"),
        160: b"insert...",
        161: u4(8) + b"log.0001",
        163: u4(1) + u4(0) + u4(42) + u8(9),
    }
    unknown = [0, 50, 79, 120, 250, 255]
    event_type = chance.choice([*ours, *unknown, 80, 101, 105])
    flags = chance.choice([0, 0x80])
    if event_type in unknown and not flags:
        if happens(chance, 10 * log.size.odds):
            log.unsure({Outcome.FAILS})
        else:
            flags = 0x80
    log.event(event_type, ours.get(event_type, chance.randbytes(5)), flags=flags)
    if event_type in (26, 38):  # INCIDENT, XA_PREPARE
        log.end_transaction()


def write_load(log: Writer) -> None:
    """LOAD DATA: the file's data, and the statement."""
    log.event(17, u4(3) + b"1\n2\n")
    if happens(log.chance, 0.5):
        log.event(9, u4(3) + b"3\n")
    text = b"LOAD DATA INFILE 'x' INTO TABLE t"
    head = u4(9) + u4(1) + u1(1) + u2(0) + u2(0) + u4(3) + u4(9) + u4(20) + u1(2)
    log.record("d", None, "statement", Outcome.ANY)
    log.transaction.variables = {}
    log.event(18, head + b"d\0" + text)
    if not log.transaction.has_begun:
        log.end_transaction()


def write_map(log: Writer, table: Table) -> None:
    if not table.is_sure:
        log.unsure({Outcome.UNSURE})
    # its bits that stand for nothing are the same each time that it is written
    body = map_body(table, log.server.post_header(TABLE_MAP), Random(table.table_id))
    log.event(TABLE_MAP, body)


def write_rows(
    log: Writer, table: Table, *, ends_statement: bool, num_rows: int | None = None
) -> None:
    """One rows event, of any of the versions that the server writes."""
    chance, server = log.chance, log.server
    change = chance.choice([INSERT, UPDATE, 2])
    types = [V1]
    if server.is_mariadb:
        types += [V1, COMPRESSED_V1, COMPRESSED_V2]
    elif server.post_header(V2[0]):
        types += [V2, V2, V2]
    event_type = chance.choice(types)[change]
    is_partial = change == UPDATE and server.gtid == "8.0" and happens(chance, 0.4)
    if is_partial:
        event_type = PARTIAL_UPDATE
    body = some_rows(
        chance,
        table,
        change,
        log.size,
        server.post_header(event_type),
        ends_statement=ends_statement,
        is_partial=is_partial,
        num_rows=num_rows,
    )
    write_rows_body(log, table, event_type, body)


def write_rows_body(log: Writer, table: Table, event_type: int, body: RowsBody) -> None:
    is_compressed = event_type >= COMPRESSED_V1[0]
    log.record_images(table, body.images)
    data = body.images.data
    log.rows_event(event_type, body.head + (log.deflated(data) if is_compressed else data))


def write_pre_ga_rows(log: Writer, table: Table) -> None:
    """Rows of MySQL 5.1 before its release, which stay raw."""
    event_type = log.chance.choice([20, 21, 22])
    change_type = {20: "insert", 21: "update_postimage", 22: "delete"}[event_type]
    raw = log.chance.randbytes(9)
    write_map(log, table)
    log.record(table.database, table.name, change_type, {"raw": base64_of(raw)})
    bits = bytes((len(table.columns) + 7) // 8)
    head = id_bytes(table.table_id, log.server.post_header(event_type)) + u2(1)
    log.event(event_type, head + packed(len(table.columns)) + bits + raw)


def write_odd_rows(log: Writer) -> None:
    """A rows event of no table: the dummy that ends a statement, or one that has lost its map."""
    event_type = log.chance.choice([V1[INSERT], V2[INSERT]])
    post_header = log.server.post_header(event_type)
    table_id = log.chance.choice([0xFFFFFF, 0xFFFFFFFF, 4711])
    if table_id == 4711:
        log.unsure({Outcome.FAILS})
    short = post_header == 6
    extra = u2(2) if post_header == 10 else b""
    log.event(event_type, (u4 if short else u6)(table_id) + u2(1) + extra + packed(0))


def write_commit(log: Writer) -> None:
    match log.chance.randrange(6):
        case 5:
            log.event(38, u1(log.chance.randrange(2)) + struct.pack("<iII", 1, 1, 0) + b"a")
            log.end_transaction()
        case 4:
            write_query(log, "ROLLBACK", is_control=True)
        case 3:
            write_query(log, "COMMIT", is_control=True)
        case 1 | 2:
            log.event(XID, u8(77))
            log.end_transaction()
