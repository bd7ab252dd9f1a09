"""Kernels of ksy/innodb_binlog_record.ksy, compiled by `make generate`. Not to be edited."""

from typing import NamedTuple
from binlog_kaitai.kernels.runtime.jit import inlined
from .compressed_integer import read_compressed_integer

RECORD_TYPE_EMPTY = 0
RECORD_TYPE_FILLER = 63
RECORD_TYPE_GTID_STATE = 2
RECORD_TYPE_DUMMY = 4


class RecordPlace(NamedTuple):
    pos: int
    file_no_value: int
    offset_value: int
    is_none: bool

NO_RECORD_PLACE = RecordPlace(-1, 0, 0, False)


@inlined
def read_record_place(buffer, start, pos, end):
    """innodb_binlog_record.ksy: /types/record_place"""
    file_no = read_compressed_integer(buffer, start, pos, end)
    pos = file_no.pos
    if pos < 0:
        return NO_RECORD_PLACE
    offset = read_compressed_integer(buffer, start, pos, end)
    pos = offset.pos
    if pos < 0:
        return NO_RECORD_PLACE
    is_none = file_no.value == 0 and offset.value == 0
    return RecordPlace(pos, file_no.value, offset.value, is_none)


class OobReference(NamedTuple):
    pos: int
    num_nodes_value: int
    first_node_file_no_value: int
    last_node_file_no_value: int
    last_node_offset_value: int

NO_OOB_REFERENCE = OobReference(-1, 0, 0, 0, 0)


@inlined
def read_oob_reference(buffer, start, pos, end):
    """innodb_binlog_record.ksy: /types/oob_reference"""
    num_nodes = read_compressed_integer(buffer, start, pos, end)
    pos = num_nodes.pos
    if pos < 0:
        return NO_OOB_REFERENCE
    first_node = NO_RECORD_PLACE
    if num_nodes.value != 0:
        first_node = read_record_place(buffer, start, pos, end)
        pos = first_node.pos
        if pos < 0:
            return NO_OOB_REFERENCE
    last_node = NO_RECORD_PLACE
    if num_nodes.value != 0:
        last_node = read_record_place(buffer, start, pos, end)
        pos = last_node.pos
        if pos < 0:
            return NO_OOB_REFERENCE
    return OobReference(pos, num_nodes.value, first_node.file_no_value, last_node.file_no_value, last_node.offset_value)


class CommitRecord(NamedTuple):
    pos: int
    oob_data_num_nodes_value: int
    oob_data_first_node_file_no_value: int
    oob_data_last_node_file_no_value: int
    oob_data_last_node_offset_value: int
    more_oob_data_num_nodes_value: int
    more_oob_data_first_node_file_no_value: int
    more_oob_data_last_node_file_no_value: int
    more_oob_data_last_node_offset_value: int
    events_ofs: int
    events_len: int

NO_COMMIT_RECORD = CommitRecord(-1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


@inlined
def read_commit_record(buffer, start, pos, end):
    """innodb_binlog_record.ksy: /types/commit_record"""
    oob_data = read_oob_reference(buffer, start, pos, end)
    pos = oob_data.pos
    if pos < 0:
        return NO_COMMIT_RECORD
    more_oob_data = NO_OOB_REFERENCE
    if oob_data.num_nodes_value != 0:
        more_oob_data = read_oob_reference(buffer, start, pos, end)
        pos = more_oob_data.pos
        if pos < 0:
            return NO_COMMIT_RECORD
    events_ofs = pos
    events_len = end - pos
    pos = events_ofs + events_len
    return CommitRecord(pos, oob_data.num_nodes_value, oob_data.first_node_file_no_value, oob_data.last_node_file_no_value, oob_data.last_node_offset_value, more_oob_data.num_nodes_value, more_oob_data.first_node_file_no_value, more_oob_data.last_node_file_no_value, more_oob_data.last_node_offset_value, events_ofs, events_len)


class OobDataRecord(NamedTuple):
    pos: int
    index_value: int
    is_leaf: bool
    left_file_no_value: int
    left_offset_value: int
    right_is_none: bool
    right_file_no_value: int
    right_offset_value: int
    events_ofs: int
    events_len: int

NO_OOB_DATA_RECORD = OobDataRecord(-1, 0, False, 0, 0, False, 0, 0, 0, 0)


@inlined
def read_oob_data_record(buffer, start, pos, end):
    """innodb_binlog_record.ksy: /types/oob_data_record"""
    index = read_compressed_integer(buffer, start, pos, end)
    pos = index.pos
    if pos < 0:
        return NO_OOB_DATA_RECORD
    left = read_record_place(buffer, start, pos, end)
    pos = left.pos
    if pos < 0:
        return NO_OOB_DATA_RECORD
    right = read_record_place(buffer, start, pos, end)
    pos = right.pos
    if pos < 0:
        return NO_OOB_DATA_RECORD
    events_ofs = pos
    events_len = end - pos
    pos = events_ofs + events_len
    is_leaf = left.is_none
    return OobDataRecord(pos, index.value, is_leaf, left.file_no_value, left.offset_value, right.is_none, right.file_no_value, right.offset_value, events_ofs, events_len)
