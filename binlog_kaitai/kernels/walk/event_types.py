"""Types of events, and statements, as kernels compare them."""

from __future__ import annotations

from binlog_kaitai.io.event_types import EventType

GTID = EventType.gtid.value
GTID_TAGGED = EventType.gtid_tagged.value
ANONYMOUS_GTID = EventType.anonymous_gtid.value
MARIADB_GTID = EventType.mariadb_gtid.value
XID = EventType.xid.value
XA_PREPARE = EventType.xa_prepare.value
QUERY = EventType.query.value
QUERY_COMPRESSED = EventType.query_compressed.value
ROWS_QUERY = EventType.rows_query.value
ANNOTATE_ROWS = EventType.annotate_rows.value
INTVAR = EventType.intvar.value
RAND = EventType.rand.value
USER_VAR = EventType.user_var.value
PAYLOAD = EventType.transaction_payload.value
FORMAT_DESCRIPTION = EventType.format_description.value
ROTATE = EventType.rotate.value
STOP = EventType.stop.value
PREVIOUS_GTIDS = EventType.previous_gtids.value
MARIADB_GTID_LIST = EventType.mariadb_gtid_list.value
BINLOG_CHECKPOINT = EventType.binlog_checkpoint.value

BEGIN = b"BEGIN"
COMMIT = b"COMMIT"
SAVEPOINT = b"SAVEPOINT `"
XA_START = b"XA START "
XA_END = b"XA END "
XA_COMMIT = b"XA COMMIT "
XA_ROLLBACK = b"XA ROLLBACK "
