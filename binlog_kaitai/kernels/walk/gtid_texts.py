"""GTIDs as texts, as the servers print them."""

from __future__ import annotations

from io import BytesIO
from typing import Any, NamedTuple

from kaitaistruct import KaitaiStream

from binlog_kaitai.generated.gtid_tagged_event import GtidTaggedEvent
from binlog_kaitai.generated.kernels.gtid_tagged_event import read_gtid_tagged_event
from binlog_kaitai.kernels.runtime.arrays import Bytes, Ints
from binlog_kaitai.kernels.runtime.jit import inlined
from binlog_kaitai.kernels.runtime.json_values import write_uuid_byte
from binlog_kaitai.kernels.runtime.stream import copy, u1
from binlog_kaitai.kernels.runtime.text import write_int, write_unsigned
from binlog_kaitai.model.transactions import LAST_TIMESTAMP

FieldName = GtidTaggedEvent.GtidTaggedFieldName

UUID = FieldName.uuid.value
GNO = FieldName.gno.value
TAG = FieldName.tag.value
COMMIT_TIMESTAMP = FieldName.immediate_commit_timestamp.value

NO_TIME = -1
LONGEST_GTID = 128
"""Bytes, of one that a kernel writes."""

UUID_SIZE = len(GtidTaggedEvent.GtidTaggedUuid(KaitaiStream(BytesIO(bytes(LONGEST_GTID)))).bytes)
"""Bytes, as the spec reads them of zeros."""

HYPHEN, COLON = b"-:"


class TaggedFields(NamedTuple):
    """Room for the fields of a tagged GTID, in the order of the event; there is one UUID."""

    uuid: Bytes
    name: Ints
    tag_ofs: Ints
    tag_len: Ints
    signed_number: Ints
    number: Ints


class Tagged(NamedTuple):
    """How long the text of a tagged GTID is, negative where there is none, and its commit time.

    Its UUID is among the fields, its tag in the buffer.
    """

    length: int
    commit: int
    number: int
    tag_ofs: int
    tag_len: int


UNKNOWN = Tagged(-1, NO_TIME, 0, 0, 0)


@inlined
def read_tagged_fields(
    buffer: Any, pos: int, end: int, len_post_header: int, fields: TaggedFields
) -> int:
    """Read the body of a GTID_TAGGED event; return how many fields it has, or -1."""
    event = read_gtid_tagged_event(
        buffer,
        pos,
        pos,
        end,
        len_post_header,
        0,
        fields.uuid,
        0,
        fields.name,
        fields.tag_ofs,
        fields.tag_len,
        fields.signed_number,
        fields.number,
    )
    return -1 if event.pos < 0 else event.fields_size


@inlined
def read_tagged_gtid(
    buffer: Any, pos: int, end: int, len_post_header: int, fields: TaggedFields, out: Any
) -> Tagged:
    """Write the GTID of the body of a GTID_TAGGED event, unless there is any doubt about it."""
    num_fields = read_tagged_fields(buffer, pos, end, len_post_header, fields)
    if num_fields < 0:
        return UNKNOWN
    has_uuid = has_gno = False
    gno, tag_ofs, tag_len, commit = 0, 0, 0, NO_TIME
    for i in range(num_fields):
        name = fields.name[i]
        if name == UUID:
            has_uuid = True
        elif name == GNO:
            has_gno, gno = True, fields.signed_number[i]
        elif name == TAG:
            tag_ofs, tag_len = fields.tag_ofs[i], fields.tag_len[i]
        elif name == COMMIT_TIMESTAMP:
            commit = fields.number[i]
            if not 0 <= commit <= LAST_TIMESTAMP:
                return UNKNOWN
    if not (has_uuid and has_gno):
        return UNKNOWN
    uuid_end = write_uuid(out, 0, fields.uuid, 0)
    length = _write_tag_and_number(out, uuid_end, buffer, tag_ofs, tag_len, gno)
    return Tagged(length, commit, gno, tag_ofs, tag_len)


@inlined
def write_gtid(out: Any, buffer: Any, uuid: int, gno: int) -> int:
    """Write the text of a GTID without a tag; return its length."""
    return _write_tag_and_number(out, write_uuid(out, 0, buffer, uuid), buffer, 0, 0, gno)


@inlined
def write_mariadb_gtid(out: Any, domain: int, server: int, sequence: int) -> int:
    """Write the text of a GTID of MariaDB; return its length."""
    at = write_int(out, 0, domain)
    out[at] = HYPHEN
    at = write_int(out, at + 1, server)
    out[at] = HYPHEN
    return write_unsigned(out, at + 1, sequence)


@inlined
def write_uuid(out: Any, at: int, buffer: Any, uuid: int) -> int:
    """Write a UUID, whose bytes lie at a place; return where it ends."""
    for i in range(UUID_SIZE):
        at = write_uuid_byte(out, at, i, u1(buffer, uuid + i))
    return at


@inlined
def _write_tag_and_number(
    out: Any, at: int, buffer: Any, tag_ofs: int, tag_len: int, gno: int
) -> int:
    if tag_len > 0:
        out[at] = COLON
        copy(out, at + 1, buffer, tag_ofs, tag_len)
        at += 1 + tag_len
    out[at] = COLON
    return write_int(out, at + 1, gno)
