"""What the kernels hand to the tree engine: the only module of theirs that knows of it.

A kernel declines what is rare: an event that is compressed, damaged, in fragments, or of a kind
that few logs hold. It goes back to before that event, and hands what it knows to the classes that
are compiled from the specs, which read the event or say what is wrong with it; then the kernels
are told what holds behind it, and go on. So each rule about rare events is written once.
"""

from binlog_kaitai.io.event_types import EventType
from binlog_kaitai.tree.changes import NO_TABLE, NONE, ChangeReader, Ordinals
from binlog_kaitai.tree.events.asked import AskedEvents
from binlog_kaitai.tree.events.bodies import MAX_IMAGES, form_of
from binlog_kaitai.tree.events.events import event_of
from binlog_kaitai.tree.log.events import UNPARSABLE, LoggedEvent
from binlog_kaitai.tree.log.fragments import Fragments
from binlog_kaitai.tree.log.seek import (
    MAX_CANDIDATE,
    AstrayError,
    EventSearch,
    Head,
    Seek,
    keep_format,
    read_head,
)
from binlog_kaitai.tree.log.state import (
    Beginning,
    LogState,
    inner_events,
    meaning_of,
    state_at_start,
)
from binlog_kaitai.tree.log.table_maps import TableMaps
from binlog_kaitai.tree.output.batches import batches_of_changes
from binlog_kaitai.tree.packets.memory import PacketMemory
from binlog_kaitai.tree.packets.reader import STREAM, PacketReader
from binlog_kaitai.tree.transactions.contexts import ContextReader
from binlog_kaitai.tree.transactions.ends import Fates, LookAhead
from binlog_kaitai.tree.transactions.sessions import session_of
from binlog_kaitai.tree.transactions.statements import (
    StatementContext,
    client_charset_of,
    query_charset,
)
from binlog_kaitai.tree.transactions.summaries import SummaryReader

__all__ = [
    "MAX_CANDIDATE",
    "MAX_IMAGES",
    "NONE",
    "NO_TABLE",
    "STREAM",
    "UNPARSABLE",
    "AskedEvents",
    "AstrayError",
    "Beginning",
    "ChangeReader",
    "ContextReader",
    "EventSearch",
    "EventType",
    "Fates",
    "Fragments",
    "Head",
    "LogState",
    "LoggedEvent",
    "LookAhead",
    "Ordinals",
    "PacketMemory",
    "PacketReader",
    "Seek",
    "StatementContext",
    "SummaryReader",
    "TableMaps",
    "batches_of_changes",
    "client_charset_of",
    "event_of",
    "form_of",
    "inner_events",
    "keep_format",
    "meaning_of",
    "query_charset",
    "read_head",
    "session_of",
    "state_at_start",
]
