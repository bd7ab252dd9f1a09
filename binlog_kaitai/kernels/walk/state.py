"""What a scan is told, and what it notes: the arrays that kernels and Python share."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from binlog_kaitai.kernels.runtime.arrays import Bytes, Flags, Floats, Ints, Record, Records
from binlog_kaitai.kernels.runtime.shared_state import SharedState, Word
from binlog_kaitai.kernels.runtime.stream import PADDING
from binlog_kaitai.kernels.walk.gtid_texts import LONGEST_GTID, UUID_SIZE, TaggedFields
from binlog_kaitai.kernels.walk.xids import XID_ROOM

INSERT, UPDATE_PREIMAGE, UPDATE_POSTIMAGE, DELETE, STATEMENT = range(5)

NULL = -1
NOT_LOGGED = -2
PARTIAL = -3
"""Of a cell that holds changes to a document, PARTIAL - place stands for the place."""

MAX_ROWS = 16384
MAX_OPEN_MAPS = 4096
MAX_COLUMNS = 4096
MAX_FIELDS = 64  # of a tagged GTID
MAX_ITEMS = 2**14  # of a vector that is not asked for
MEAN_CONTEXT = MEAN_XID = 64  # bytes, for which there is room with each row
MAX_CONTEXT = 2**14  # bytes of what is noted for one statement
MAX_SESSION = 2**17  # bytes of what a statement tells of its session
MAX_NUMBERS = 2  # that are left out of it, as each statement has others

NO_LAYOUT = -1
"""In place of the layout of a statement."""


class Stop(IntEnum):
    """Why the scan stopped: before an event, unless all of the region was scanned."""

    END = 0
    FULL = 1
    UNKNOWN = 2
    NEW_TABLE_MAP = 3
    COMPRESSED = 4
    LIMIT = 5
    PAYLOADS = 6  # are to be decompressed, or read by the tree engine
    NEW_SESSION = 7
    OTHER_LOG = 8  # the next log of a pack does not begin as those before


END = Stop.END.value
FULL = Stop.FULL.value
UNKNOWN = Stop.UNKNOWN.value
NEW_TABLE_MAP = Stop.NEW_TABLE_MAP.value
COMPRESSED = Stop.COMPRESSED.value
LIMIT = Stop.LIMIT.value
PAYLOADS = Stop.PAYLOADS.value
NEW_SESSION = Stop.NEW_SESSION.value
OTHER_LOG = Stop.OTHER_LOG.value

GOES_ON = -1
"""In place of a `Stop`."""


class ScanState(SharedState):
    """Where a scan is, and what it knows there. Flags are 0 or 1.

    Both scans have the same, so that what they share is compiled for one record.
    """

    pos = Word()  # in the buffer, of the next event
    end = Word()  # of the region in the buffer
    base = Word()  # of the file's byte that the buffer begins with
    fixed = Word()  # position of the payload that the region lies in; or negative
    rows = Word()  # how many are noted
    cells = Word()
    events = Word()
    transactions = Word()
    gtid_text = Word()  # how many bytes of the GTIDs' texts are used
    xid_text = Word()  # the same of the names of XA
    open_maps = Word()
    statement = Word()  # counts on where the open maps are closed
    row_pos = Word()  # where to go on inside a rows event; negative where not inside of one
    row_end = Word()
    has_all_rows = Word()  # those of the event are known to be there
    ordinal = Word()  # of the next image
    has_gtid = Word()
    len_gtid = Word()
    len_xid = Word()  # of the name in the scratch, 0 if it is none of XA
    commit_time = Word()
    is_noted = Word()  # the transaction is among those noted
    num_transactions = Word()  # that began or ended here
    wants_statements = Word()
    wants_others = Word()  # events that are neither of a table nor statements
    has_context = Word()  # what only the tree engine knows speaks of the next statement
    len_context = Word()  # of the text in the scratch that speaks of it
    context_kinds = Word()  # which events it is of, a bit for each
    session_len = Word()  # of what is not known in the scratch, so that the scan stopped
    session_vars_len = Word()
    session_numbers = Word()  # how many were left out
    context_text = Word()  # how many bytes of the noted statements' contexts are used
    limit = Word()  # the file's byte from which on no transaction is begun; or negative
    compressed_ofs = Word()  # of the rows of the event that the scan stopped at
    compressed_len = Word()
    uncompressed_len = Word()
    seen = Word()  # events that were scanned, but for those in payloads
    inside = Word()  # those that were scanned in the payload
    # the event before named the transaction, which a BEGIN does not begin again
    is_after_gtid = Word()
    is_skipped = Word()  # the transaction is not wanted
    has_begun = Word()  # the transaction goes on behind a statement
    log_format = Word()  # the number of that of the events outside of payloads
    payload_format = Word()  # the number of that of the events in payloads
    # of what lies decompressed ahead
    inflated = Word()  # of how many events
    next_inflated = Word()
    used_inflated = Word()  # how many the scan came to
    is_inside = Word()  # the scan is in a payload, to go back to before it or to go on behind it
    outer_pos = Word()  # behind the event that it is in
    outer_end = Word()  # of the region that this event lies in
    # of the transaction that is open as `binlog_kaitai.tree.transactions.grouping` has it
    is_joined = Word()  # events belong to it unless they begin another
    group_at = Word()  # the file's byte that it begins with; in a payload, that of the one before
    group_number = Word()  # how many have begun in the payload since that one
    is_rolled_back = Word()  # a part of it
    watch = Word()  # whether Python has to be told of its end
    # of the scan that sums up transactions, of the one that is open
    sum_count = Word()  # how many are noted; the open one is noted behind them
    sum_is_open = Word()
    sum_is_wanted = Word()
    log = Word()  # the number of the one of a pack that is scanned

    def __init__(self) -> None:
        super().__init__()
        self.fixed = self.row_pos = self.limit = -1

    def drop_context(self) -> None:
        """Forget what was noted for a statement."""
        self.len_context = self.context_kinds = 0


NOT_WATCHED, WATCHED = range(2)
"""The end of a transaction is told by `WATCHED` and more: how it ended."""


class UsedMaps(SharedState):
    """How far the arrays of `Maps` are used."""

    maps = Word()
    bytes = Word()
    log_format = Word()  # the number of that of the events that are scanned


BYTES = [("ofs", "i8"), ("code", "i8"), ("length", "u4"), ("log_format", "i4"), ("layout", "i8")]
"""Where bytes lie that are looked up, their hash, and the numbers of what they mean."""

SHAPE = np.dtype(BYTES)
MAP = np.dtype(
    [
        *BYTES,  # of the body
        ("table_id", "i8"),
        ("event_ofs", "i8"),
        ("database_ofs", "i8"),
        ("table_ofs", "i8"),
        ("event_len", "u4"),
        ("database_len", "u4"),
        ("table_len", "u4"),
        ("is_wanted", "i4"),
    ]
)


class Maps(NamedTuple):
    """The table maps that were seen, byte for byte."""

    used: Record  # the record of `UsedMaps`
    slots: Ints  # of a hash table, see `binlog_kaitai.kernels.walk.lookup`
    data: Bytes  # of the events; here lie the bodies, and the names in them
    entries: Records  # of `MAP`


class Shapes(NamedTuple):
    """What lies behind the names in table maps, and the layouts that it means."""

    slots: Ints  # of a hash table
    data: Bytes
    entries: Records  # of `SHAPE`


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
    name: Bytes
    maps: Maps
    shapes: Shapes
    layout_is_readable: Flags
    layout_num_columns: Ints
    layout_num_json: Ints
    layout_columns_at: Ints
    column_is_json: Flags
    column_num_json_before: Ints
    column_case: Ints
    column_0: Ints
    column_1: Ints
    column_length: Ints
    column_end: Ints  # of a run of columns whose lengths are fixed: the first behind it
    column_before: Ints  # the lengths that are fixed of those before, together


class Noted(NamedTuple):
    """What was found: rows, their events, and the transactions of these."""

    cells: Ints  # where in the buffer each cell of a row lies, or NULL, NOT_LOGGED or PARTIAL
    row_cells_at: Ints
    row_event: Ints
    row_kind: Bytes
    row_ordinal: Ints
    event_position: Ints
    event_timestamp: Ints
    event_server_id: Ints
    event_layout: Ints
    event_map: Ints
    event_transaction: Ints
    event_thread: Ints  # of statements, as the next
    event_error: Ints
    event_fraction: Ints  # microseconds, negative where there are none
    event_context_ofs: Ints
    event_context_len: Ints
    transaction_commit: Ints
    transaction_gtid_end: Ints
    transaction_at: Ints  # where it begins, see `ScanState.group_at` and the next
    transaction_number: Ints
    transaction_end: Ints  # how, if its end was scanned
    transaction_xid_end: Ints
    gtid_text: Bytes
    xid_text: Bytes
    context_text: Bytes


class Sessions(NamedTuple):
    """What the bytes between a QUERY event's numbers and its text are, as far as they were seen."""

    slots: Ints  # of a hash table: numbers of sessions, or -1
    data: Bytes
    ofs: Ints
    length: Ints
    len_status_vars: Ints
    num_numbers: Ints  # that are left out
    encoding: Ints  # of texts


class Scratch(NamedTuple):
    """What kernels write while they look at one event, and the maps of the statement it is in.

    `open_before` has of each of these the place of the one before it in a chain of some ids, and
    `open_last` of each chain the place of the last one; see `open_maps`.
    """

    open_maps: Ints
    open_before: Ints
    open_last: Ints
    gtid: Bytes
    xid: Bytes
    context: Bytes
    session: Bytes  # of a statement, without the `numbers` that each has of its own
    numbers: Ints
    tagged: TaggedFields
    before_is_set: Flags
    before_num_set: Ints
    after_is_set: Flags
    after_num_set: Ints
    partial_is_set: Flags
    partial_num_set: Ints
    items: Floats
    cells: Ints


def new_noted(num_cells: int, num_rows: int) -> Noted:
    """Return room for what a scan notes: it is read as far as it was written, and no further."""

    def integers(count: int = num_rows) -> Any:
        return np.empty(count, np.int64)

    return Noted(
        cells=integers(num_cells),
        row_cells_at=integers(),
        row_event=integers(),
        row_kind=np.empty(num_rows, np.uint8),
        row_ordinal=integers(),
        event_position=integers(),
        event_timestamp=integers(),
        event_server_id=integers(),
        event_layout=integers(),
        event_map=integers(),
        event_transaction=integers(),
        event_thread=integers(),
        event_error=integers(),
        event_fraction=integers(),
        event_context_ofs=integers(),
        event_context_len=integers(),
        transaction_commit=integers(),
        transaction_gtid_end=integers(),
        transaction_at=integers(),
        transaction_number=integers(),
        transaction_end=integers(),
        transaction_xid_end=integers(),
        gtid_text=np.empty(num_rows * LONGEST_GTID, np.uint8),
        xid_text=np.empty(num_rows * MEAN_XID + 2 * XID_ROOM, np.uint8),
        context_text=np.empty(num_rows * MEAN_CONTEXT + MAX_CONTEXT, np.uint8),
    )


def new_scratch() -> Scratch:
    """Return room for what kernels write meanwhile."""

    def flags() -> Any:
        return np.zeros(MAX_COLUMNS, np.bool_)

    def integers(count: int = MAX_COLUMNS) -> Any:
        return np.zeros(count, np.int64)

    return Scratch(
        open_maps=integers(MAX_OPEN_MAPS),
        open_before=integers(MAX_OPEN_MAPS),
        open_last=np.full(MAX_OPEN_MAPS, -1, np.int64),
        gtid=np.zeros(LONGEST_GTID + PADDING, np.uint8),
        xid=np.zeros(XID_ROOM, np.uint8),
        context=np.zeros(MAX_CONTEXT + PADDING, np.uint8),
        session=np.zeros(MAX_SESSION + PADDING, np.uint8),
        numbers=integers(MAX_NUMBERS),
        tagged=TaggedFields(
            uuid=np.zeros(UUID_SIZE, np.uint8),
            name=integers(MAX_FIELDS),
            tag_ofs=integers(MAX_FIELDS),
            tag_len=integers(MAX_FIELDS),
            signed_number=integers(MAX_FIELDS),
            number=integers(MAX_FIELDS),
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


def with_xids_of(noted: Noted, scratch: Scratch, used: int, length: int) -> tuple[Noted, Scratch]:
    """Return the same with room for a name of XA that is as long, and for one of a kernel's.

    `used` are the bytes of names that are noted.
    """
    size = length + XID_ROOM
    if size > len(scratch.xid):
        scratch = scratch._replace(xid=np.zeros(size, np.uint8))
    if size > len(noted.xid_text):
        text = np.zeros(used + size, np.uint8)
        text[:used] = noted.xid_text[:used]
        noted = noted._replace(xid_text=text)
    return noted, scratch
