"""What a scan is told, and what it notes: the arrays that kernels and Python share."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.columnar.gtid_texts import LONGEST_GTID, TaggedFields
from binlog_kaitai.machine.stream import PADDING

INSERT, UPDATE_PREIMAGE, UPDATE_POSTIMAGE, DELETE = range(4)

NULL = -1
NOT_LOGGED = -2
PARTIAL = -3
"""Of a cell that holds changes to a document, PARTIAL - place stands for the place."""

MAX_ROWS = 8192
MAX_OPEN_MAPS = 4096
MAX_COLUMNS = 4096
MAX_FIELDS = 64  # of a tagged GTID
MAX_ITEMS = 2**14  # of a vector that is not asked for


class Stop(IntEnum):
    """Why the scan stopped: before an event, unless all of the region was scanned."""

    END = 0
    FULL = 1
    UNKNOWN = 2
    NEW_TABLE_MAP = 3
    COMPRESSED_ROWS = 4
    LIMIT = 5


END = Stop.END.value
FULL = Stop.FULL.value
UNKNOWN = Stop.UNKNOWN.value
NEW_TABLE_MAP = Stop.NEW_TABLE_MAP.value
COMPRESSED_ROWS = Stop.COMPRESSED_ROWS.value
LIMIT = Stop.LIMIT.value


class At(IntEnum):
    """The places of the scan's state, in an array of int64."""

    POS = 0  # in the buffer, of the next event
    END = 1  # of the region in the buffer
    BASE = 2  # of the file's byte that the buffer begins with
    FIXED = 3  # position of the payload that the region lies in; or negative
    ROWS = 4  # how many are noted
    CELLS = 5
    EVENTS = 6
    TRANSACTIONS = 7
    GTID_TEXT = 8  # how many bytes of the GTIDs' texts are used
    OPEN_MAPS = 9
    ROW_POS = 10  # where to go on inside a rows event; negative where not inside of one
    ROW_END = 11
    ORDINAL = 12  # of the next image
    HAS_GTID = 13
    LEN_GTID = 14
    COMMIT_TIME = 15
    IS_NOTED = 16  # the transaction is among those noted
    NUM_TRANSACTIONS = 17  # that began or ended here
    WANTS_STATEMENTS = 18
    HAS_CONTEXT = 19  # events before it speak of the next statement
    LIMIT = 20  # the file's byte from which on no transaction is begun; or negative
    COMPRESSED_OFS = 21  # of the rows of the event that the scan stopped at
    COMPRESSED_LEN = 22
    UNCOMPRESSED_LEN = 23
    SEEN = 24  # events that were scanned, but for those in payloads
    IS_AFTER_GTID = 25  # the event before named the transaction, which a BEGIN does not begin again
    IS_SKIPPED = 26  # the transaction is not wanted
    HAS_BEGUN = 27  # the transaction goes on behind a statement
    # of the transaction that is open as `binlog_kaitai.grouping` has it
    IS_JOINED = 28  # events belong to it unless they begin another
    GROUP_AT = 29  # the file's byte that it begins with; in a payload, that of the one before
    GROUP_NUMBER = 30  # how many have begun in the payload since that one
    IS_ROLLED_BACK = 31  # a part of it
    XID = 32  # the number of its name, if it is one of XA
    WATCH = 33  # whether Python has to be told of its commit


# as constants, which is how kernels know them
POS, REGION_END, BASE, FIXED = At.POS.value, At.END.value, At.BASE.value, At.FIXED.value
NUM_ROWS, NUM_CELLS, NUM_EVENTS = At.ROWS.value, At.CELLS.value, At.EVENTS.value
NUM_NOTED, GTID_TEXT, OPEN_MAPS = At.TRANSACTIONS.value, At.GTID_TEXT.value, At.OPEN_MAPS.value
ROW_POS, ROW_END = At.ROW_POS.value, At.ROW_END.value
ORDINAL = At.ORDINAL.value
HAS_GTID, LEN_GTID, COMMIT_TIME = At.HAS_GTID.value, At.LEN_GTID.value, At.COMMIT_TIME.value
IS_NOTED, NUM_TRANSACTIONS = At.IS_NOTED.value, At.NUM_TRANSACTIONS.value
WANTS_STATEMENTS, HAS_CONTEXT = At.WANTS_STATEMENTS.value, At.HAS_CONTEXT.value
FILE_LIMIT = At.LIMIT.value
COMPRESSED_OFS, COMPRESSED_LEN = At.COMPRESSED_OFS.value, At.COMPRESSED_LEN.value
UNCOMPRESSED_LEN, SEEN = At.UNCOMPRESSED_LEN.value, At.SEEN.value
IS_AFTER_GTID, IS_SKIPPED = At.IS_AFTER_GTID.value, At.IS_SKIPPED.value
HAS_BEGUN, IS_JOINED = At.HAS_BEGUN.value, At.IS_JOINED.value
GROUP_AT, GROUP_NUMBER = At.GROUP_AT.value, At.GROUP_NUMBER.value
IS_ROLLED_BACK, XID_NUMBER, WATCH = At.IS_ROLLED_BACK.value, At.XID.value, At.WATCH.value

NOT_WATCHED, WATCHED, WATCHED_COMMIT = range(3)


class Gtids(NamedTuple):
    """A set of transactions: intervals of the numbers of a source, which two words name."""

    is_given: bool
    source: Any
    more_source: Any
    first: Any
    last: Any


class Wanted(NamedTuple):
    """Which events are wanted, by the times of their headers, in seconds, and transactions.

    `verifies` says that those with a wrong checksum are none.
    """

    start_time: int
    end_time: int
    applied: Gtids
    until: Gtids
    verifies: bool


class Used(IntEnum):
    """The places of the array that says how far those of `Maps` are used."""

    MAPS = 0
    BYTES = 1
    FORMAT = 2  # the number of the format of the events that are scanned


class Maps(NamedTuple):
    """The table maps that were seen, byte for byte."""

    used: Any
    slots: Any  # of a hash table: numbers of maps, or -1
    data: Any  # of the events; here lie the bodies, and the names in them
    event_ofs: Any
    event_len: Any
    log_format: Any  # its number
    body_ofs: Any
    body_len: Any
    database_ofs: Any
    database_len: Any
    table_ofs: Any
    table_len: Any
    table_id: Any
    layout: Any  # its number
    is_wanted: Any


class Shapes(NamedTuple):
    """What lies behind the names in table maps, and the layouts that it means."""

    slots: Any  # of a hash table: numbers of shapes, or -1
    data: Any
    ofs: Any
    length: Any
    log_format: Any
    layout: Any


class Wants(IntEnum):
    """Of which tables rows are wanted, as far as kernels tell by themselves."""

    ALL = 0
    NAMED = 1  # of a name, which others than kernels look at
    ASKED = 2  # of those that others than kernels say


class Known(NamedTuple):
    """The table maps that were seen, and the layouts of tables that they mean.

    `wants` says which maps kernels take in by themselves, see `Wants`: with NAMED those of other
    names than `name`, which has the database, a dot and the table.
    """

    wants: int
    name: Any
    maps: Maps
    shapes: Shapes
    layout_is_readable: Any
    layout_num_columns: Any
    layout_num_json: Any
    layout_columns_at: Any
    column_is_json: Any
    column_num_json_before: Any
    column_case: Any
    column_0: Any
    column_1: Any
    column_length: Any


class Noted(NamedTuple):
    """What was found: rows, their events, and the transactions of these."""

    cells: Any  # where in the buffer each cell of a row lies, or NULL, NOT_LOGGED or PARTIAL
    row_cells_at: Any
    row_event: Any
    row_kind: Any
    row_ordinal: Any
    event_position: Any
    event_timestamp: Any
    event_server_id: Any
    event_layout: Any
    event_map: Any
    event_transaction: Any
    transaction_commit: Any
    transaction_gtid_end: Any
    transaction_at: Any  # where it begins, see `At.GROUP_AT` and the next
    transaction_number: Any
    transaction_end: Any  # whether its commit was scanned
    transaction_xid: Any
    gtid_text: Any


class Scratch(NamedTuple):
    """What kernels write while they look at one event, and the maps of the statement it is in.

    `open_before` has of each of these the place of the one before it in a chain of some ids, and
    `open_last` of each chain the place of the last one; see `open_maps`.
    """

    open_maps: Any
    open_before: Any
    open_last: Any
    gtid: Any
    tagged: TaggedFields
    before_is_set: Any
    before_num_set: Any
    after_is_set: Any
    after_num_set: Any
    partial_is_set: Any
    partial_num_set: Any
    items: Any
    cells: Any


def new_noted(num_cells: int) -> Noted:
    """Room for what a scan notes."""

    def integers(count: int = MAX_ROWS) -> Any:
        return np.zeros(count, np.int64)

    return Noted(
        cells=integers(num_cells),
        row_cells_at=integers(),
        row_event=integers(),
        row_kind=np.zeros(MAX_ROWS, np.uint8),
        row_ordinal=integers(),
        event_position=integers(),
        event_timestamp=integers(),
        event_server_id=integers(),
        event_layout=integers(),
        event_map=integers(),
        event_transaction=integers(),
        transaction_commit=integers(),
        transaction_gtid_end=integers(),
        transaction_at=integers(),
        transaction_number=integers(),
        transaction_end=integers(),
        transaction_xid=integers(),
        gtid_text=np.zeros(MAX_ROWS * LONGEST_GTID, np.uint8),
    )


def new_scratch() -> Scratch:
    """Room for what kernels write meanwhile."""

    def flags() -> Any:
        return np.zeros(MAX_COLUMNS, np.bool_)

    def integers(count: int = MAX_COLUMNS) -> Any:
        return np.zeros(count, np.int64)

    return Scratch(
        open_maps=integers(MAX_OPEN_MAPS),
        open_before=integers(MAX_OPEN_MAPS),
        open_last=np.full(MAX_OPEN_MAPS, -1, np.int64),
        gtid=np.zeros(LONGEST_GTID + PADDING, np.uint8),
        tagged=TaggedFields(
            uuid=np.zeros(16, np.uint8),
            name=integers(MAX_FIELDS),
            gno=integers(MAX_FIELDS),
            tag_ofs=integers(MAX_FIELDS),
            tag_len=integers(MAX_FIELDS),
            commit_timestamp=integers(MAX_FIELDS),
        ),
        before_is_set=flags(),
        before_num_set=integers(),
        after_is_set=flags(),
        after_num_set=integers(),
        partial_is_set=flags(),
        partial_num_set=integers(),
        items=np.zeros(MAX_ITEMS),
        cells=integers(),
    )


def with_open_maps(scratch: Scratch, count: int) -> Scratch:
    """The same with room for as many open maps, a power of two, of which there is none."""
    return scratch._replace(
        open_maps=np.zeros(count, np.int64),
        open_before=np.zeros(count, np.int64),
        open_last=np.full(count, -1, np.int64),
    )
