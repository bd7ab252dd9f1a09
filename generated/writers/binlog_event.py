# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import annotate_rows_event
from . import binlog_checkpoint_event
from . import binlog_event_header
from . import execute_load_query_event
from . import file_block_event
from . import file_id_event
from . import format_description_event
from . import gtid_event
from . import gtid_tagged_event
from . import heartbeat_event
from . import heartbeat_v2_event
from . import ignorable_event
from . import incident_event
from . import intvar_event
from . import large_transaction_header_event
from . import load_event
from . import log_format
from . import mariadb_gtid_event
from . import mariadb_gtid_list_event
from . import partial_row_data_event
from . import previous_gtids_event
from . import query_event
from . import rand_event
from . import rotate_event
from . import rows_event
from . import rows_query_event
from . import slave_event
from . import start_encryption_event
from . import start_v3_event
from . import stop_event
from . import table_map_chain
from . import table_map_event
from . import transaction_context_event
from . import transaction_payload_event
from . import unknown_event
from . import user_var_event
from . import view_change_event
from . import xa_prepare_event
from . import xid_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogEvent(ReadWriteKaitaiStruct):
    """An event: header, body by its type, checksum, and the state that it leaves to
    the next event. The body of a type without a spec stays raw.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
    """
    def __init__(self, ofs_event, format, table_maps, _io=None, _parent=None, _root=None):
        super(BinlogEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.ofs_event = ofs_event
        self.format = format
        self.table_maps = table_maps
        self._should_write_after_flags = False
        self.after_flags__enabled = True
        self._should_write_before_flags = False
        self.before_flags__enabled = True
        self._should_write_described_format = False
        self.described_format__enabled = True
        self._should_write_empty_table_maps = False
        self.empty_table_maps__enabled = True
        self._should_write_flags_when_closed = False
        self.flags_when_closed__enabled = True
        self._should_write_format_without_checksums = False
        self.format_without_checksums__enabled = True
        self._should_write_longer_table_maps = False
        self.longer_table_maps__enabled = True
        self._should_write_no_table_map = False
        self.no_table_map__enabled = True
        self._should_write_no_table_maps = False
        self.no_table_maps__enabled = True

    def _read(self):
        self.header = binlog_event_header.BinlogEventHeader(self.format.binlog_version, self.format.has_permuted_types, self._io)
        self.header._read()
        if self.len_header > self.header.len_header:
            pass
            self.header_extension = self._io.read_bytes(self.len_header - self.header.len_header)

        _on = self.header.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.annotate_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = annotate_rows_event.AnnotateRowsEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.anonymous_gtid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = gtid_event.GtidEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.append_block:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_block_event.FileBlockEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.begin_load_query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_block_event.FileBlockEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.binlog_checkpoint:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = binlog_checkpoint_event.BinlogCheckpointEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.create_file:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = load_event.LoadEvent(self.header.type, self.len_load_post_header, self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_file:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_id_event.FileIdEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.exec_load:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_id_event.FileIdEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.execute_load_query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = execute_load_query_event.ExecuteLoadQueryEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.format_description:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = format_description_event.FormatDescriptionEvent(_io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = gtid_event.GtidEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid_tagged:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = gtid_tagged_event.GtidTaggedEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = heartbeat_event.HeartbeatEvent(self.len_post_header,  ((self.format.is_mariadb) and (self.header.next_position == 0)) , _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = heartbeat_v2_event.HeartbeatV2Event(_io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.ignorable:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ignorable_event.IgnorableEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.incident:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = incident_event.IncidentEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.intvar:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = intvar_event.IntvarEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.large_transaction_header:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = large_transaction_header_event.LargeTransactionHeaderEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = load_event.LoadEvent(self.header.type, self.len_post_header, 0, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = mariadb_gtid_event.MariadbGtidEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid_list:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = mariadb_gtid_list_event.MariadbGtidListEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.new_load:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = load_event.LoadEvent(self.header.type, self.len_post_header, 0, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_row_data:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = partial_row_data_event.PartialRowDataEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.previous_gtids:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = previous_gtids_event.PreviousGtidsEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = query_event.QueryEvent(False, self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = query_event.QueryEvent(True, self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rand:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rand_event.RandEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rotate:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rotate_event.RotateEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rows_query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_query_event.RowsQueryEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.slave:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = slave_event.SlaveEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_encryption:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = start_encryption_event.StartEncryptionEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_v3:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = start_v3_event.StartV3Event(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.stop:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = stop_event.StopEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.table_map:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = table_map_event.TableMapEvent(self.len_post_header, self.format.is_mariadb, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_context:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = transaction_context_event.TransactionContextEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_payload:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = transaction_payload_event.TransactionPayloadEvent(_io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.unknown:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = unknown_event.UnknownEvent(_io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.user_var:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = user_var_event.UserVarEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.view_change:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = view_change_event.ViewChangeEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xa_prepare:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = xa_prepare_event.XaPrepareEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = xid_event.XidEvent(self.len_post_header, _io__raw_body)
            self.body._read()
        else:
            pass
            self.body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
        if self.len_checksum > 0:
            pass
            self.crc32 = self._io.read_u4le()

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.header._fetch_instances()
        if self.len_header > self.header.len_header:
            pass

        _on = self.header.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.annotate_rows:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.anonymous_gtid:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.append_block:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.begin_load_query:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.binlog_checkpoint:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.create_file:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_file:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed_v1:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v1:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v2:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.exec_load:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.execute_load_query:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.format_description:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid_tagged:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat_v2:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.ignorable:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.incident:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.intvar:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.large_transaction_header:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid_list:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.new_load:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_row_data:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.previous_gtids:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query_compressed:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rand:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rotate:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rows_query:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.slave:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_encryption:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_v3:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.stop:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.table_map:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_context:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_payload:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.unknown:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.user_var:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.view_change:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xa_prepare:
            pass
            self.body._fetch_instances()
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xid:
            pass
            self.body._fetch_instances()
        else:
            pass
        if self.len_checksum > 0:
            pass

        _ = self.after_flags
        if hasattr(self, '_m_after_flags'):
            pass

        _ = self.before_flags
        if hasattr(self, '_m_before_flags'):
            pass

        _ = self.described_format
        if hasattr(self, '_m_described_format'):
            pass
            self._m_described_format._fetch_instances()

        _ = self.empty_table_maps
        if hasattr(self, '_m_empty_table_maps'):
            pass
            self._m_empty_table_maps._fetch_instances()

        _ = self.flags_when_closed
        if hasattr(self, '_m_flags_when_closed'):
            pass

        _ = self.format_without_checksums
        if hasattr(self, '_m_format_without_checksums'):
            pass
            self._m_format_without_checksums._fetch_instances()

        _ = self.longer_table_maps
        if hasattr(self, '_m_longer_table_maps'):
            pass
            self._m_longer_table_maps._fetch_instances()

        _ = self.no_table_map
        if hasattr(self, '_m_no_table_map'):
            pass
            self._m_no_table_map._fetch_instances()

        _ = self.no_table_maps
        if hasattr(self, '_m_no_table_maps'):
            pass
            self._m_no_table_maps._fetch_instances()



    def _write__seq(self, io=None):
        super(BinlogEvent, self)._write__seq(io)
        self._should_write_after_flags = self.after_flags__enabled
        self._should_write_before_flags = self.before_flags__enabled
        self._should_write_described_format = self.described_format__enabled
        self._should_write_empty_table_maps = self.empty_table_maps__enabled
        self._should_write_flags_when_closed = self.flags_when_closed__enabled
        self._should_write_format_without_checksums = self.format_without_checksums__enabled
        self._should_write_longer_table_maps = self.longer_table_maps__enabled
        self._should_write_no_table_map = self.no_table_map__enabled
        self._should_write_no_table_maps = self.no_table_maps__enabled
        self.header._write__seq(self._io)
        if self.len_header > self.header.len_header:
            pass
            self._io.write_bytes(self.header_extension)

        _on = self.header.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.annotate_rows:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.anonymous_gtid:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.append_block:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.begin_load_query:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.binlog_checkpoint:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.create_file:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_file:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed_v1:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v1:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v2:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.exec_load:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.execute_load_query:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.format_description:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid_tagged:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat_v2:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.ignorable:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.incident:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.intvar:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.large_transaction_header:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid_list:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.new_load:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_row_data:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.previous_gtids:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query_compressed:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rand:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rotate:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rows_query:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.slave:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_encryption:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_v3:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.stop:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.table_map:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_context:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_payload:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.unknown:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.user_var:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.view_change:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xa_prepare:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xid:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray((self.header.len_event - self.len_header) - self.len_checksum)))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + ((self.header.len_event - self.len_header) - self.len_checksum))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                if len(self._raw_body) != (self.header.len_event - self.len_header) - self.len_checksum:
                    raise kaitaistruct.ConsistencyError(u"raw(body)", (self.header.len_event - self.len_header) - self.len_checksum, len(self._raw_body))
                parent.write_bytes(self._raw_body)
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        else:
            pass
            self._io.write_bytes(self.body)
        if self.len_checksum > 0:
            pass
            self._io.write_u4le(self.crc32)



    def _check(self):
        if self.header.binlog_version != self.format.binlog_version:
            raise kaitaistruct.ConsistencyError(u"header", self.format.binlog_version, self.header.binlog_version)
        if self.header.has_permuted_types != self.format.has_permuted_types:
            raise kaitaistruct.ConsistencyError(u"header", self.format.has_permuted_types, self.header.has_permuted_types)
        if self.len_header > self.header.len_header:
            pass
            if len(self.header_extension) != self.len_header - self.header.len_header:
                raise kaitaistruct.ConsistencyError(u"header_extension", self.len_header - self.header.len_header, len(self.header_extension))

        _on = self.header.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.annotate_rows:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.anonymous_gtid:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.append_block:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.begin_load_query:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.binlog_checkpoint:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.create_file:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_load_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_load_post_header, self.body.len_post_header)
            if self.body.len_create_file != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_create_file)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_file:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed_v1:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v1:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v2:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.exec_load:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.execute_load_query:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.format_description:
            pass
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid_tagged:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.has_position !=  ((self.format.is_mariadb) and (self.header.next_position == 0)) :
                raise kaitaistruct.ConsistencyError(u"body",  ((self.format.is_mariadb) and (self.header.next_position == 0)) , self.body.has_position)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat_v2:
            pass
        elif _on == binlog_event_header.BinlogEventHeader.EventType.ignorable:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.incident:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.intvar:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.large_transaction_header:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.len_create_file != 0:
                raise kaitaistruct.ConsistencyError(u"body", 0, self.body.len_create_file)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid_list:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.new_load:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.len_create_file != 0:
                raise kaitaistruct.ConsistencyError(u"body", 0, self.body.len_create_file)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_row_data:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.previous_gtids:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query:
            pass
            if self.body.is_compressed != False:
                raise kaitaistruct.ConsistencyError(u"body", False, self.body.is_compressed)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query_compressed:
            pass
            if self.body.is_compressed != True:
                raise kaitaistruct.ConsistencyError(u"body", True, self.body.is_compressed)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rand:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rotate:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rows_query:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.slave:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_encryption:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_v3:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.stop:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.table_map:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.is_mariadb != self.format.is_mariadb:
                raise kaitaistruct.ConsistencyError(u"body", self.format.is_mariadb, self.body.is_mariadb)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_context:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_payload:
            pass
        elif _on == binlog_event_header.BinlogEventHeader.EventType.unknown:
            pass
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.user_var:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.view_change:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2:
            pass
            if self.body.type != self.header.type:
                raise kaitaistruct.ConsistencyError(u"body", self.header.type, self.body.type)
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
            if self.body.table_maps != self.table_maps:
                raise kaitaistruct.ConsistencyError(u"body", self.table_maps, self.body.table_maps)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xa_prepare:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xid:
            pass
            if self.body.len_post_header != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"body", self.len_post_header, self.body.len_post_header)
        else:
            pass
            if len(self.body) != (self.header.len_event - self.len_header) - self.len_checksum:
                raise kaitaistruct.ConsistencyError(u"body", (self.header.len_event - self.len_header) - self.len_checksum, len(self.body))
        if self.len_checksum > 0:
            pass

        if self.after_flags__enabled:
            pass
            if self.has_checksum:
                pass
                if len(self._m_after_flags) != (self.header.len_event - self.header.len_header) - 4:
                    raise kaitaistruct.ConsistencyError(u"after_flags", (self.header.len_event - self.header.len_header) - 4, len(self._m_after_flags))


        if self.before_flags__enabled:
            pass
            if len(self._m_before_flags) != self.header.len_header - 2:
                raise kaitaistruct.ConsistencyError(u"before_flags", self.header.len_header - 2, len(self._m_before_flags))

        if self.described_format__enabled:
            pass
            if self.is_format_description:
                pass
                if self._m_described_format.binlog_version != 4:
                    raise kaitaistruct.ConsistencyError(u"described_format", 4, self._m_described_format.binlog_version)
                if self._m_described_format.has_format_description != True:
                    raise kaitaistruct.ConsistencyError(u"described_format", True, self._m_described_format.has_format_description)
                if self._m_described_format.handle != self.body.handle:
                    raise kaitaistruct.ConsistencyError(u"described_format", self.body.handle, self._m_described_format.handle)
                if self._m_described_format.is_payload != False:
                    raise kaitaistruct.ConsistencyError(u"described_format", False, self._m_described_format.is_payload)


        if self.empty_table_maps__enabled:
            pass
            if self._m_empty_table_maps.is_empty != True:
                raise kaitaistruct.ConsistencyError(u"empty_table_maps", True, self._m_empty_table_maps.is_empty)

        if self.flags_when_closed__enabled:
            pass

        if self.format_without_checksums__enabled:
            pass
            if  ((self.header.is_rows_fragment) and (self.format.has_format_description)) :
                pass
                if self._m_format_without_checksums.binlog_version != self.format.binlog_version:
                    raise kaitaistruct.ConsistencyError(u"format_without_checksums", self.format.binlog_version, self._m_format_without_checksums.binlog_version)
                if self._m_format_without_checksums.has_format_description != self.format.has_format_description:
                    raise kaitaistruct.ConsistencyError(u"format_without_checksums", self.format.has_format_description, self._m_format_without_checksums.has_format_description)
                if self._m_format_without_checksums.handle != self.format.handle:
                    raise kaitaistruct.ConsistencyError(u"format_without_checksums", self.format.handle, self._m_format_without_checksums.handle)
                if self._m_format_without_checksums.is_payload != True:
                    raise kaitaistruct.ConsistencyError(u"format_without_checksums", True, self._m_format_without_checksums.is_payload)


        if self.longer_table_maps__enabled:
            pass
            if self.is_table_map:
                pass
                if self._m_longer_table_maps.is_empty != False:
                    raise kaitaistruct.ConsistencyError(u"longer_table_maps", False, self._m_longer_table_maps.is_empty)
                if self._m_longer_table_maps.handle != self.body.handle:
                    raise kaitaistruct.ConsistencyError(u"longer_table_maps", self.body.handle, self._m_longer_table_maps.handle)
                if self._m_longer_table_maps.older != self.table_maps:
                    raise kaitaistruct.ConsistencyError(u"longer_table_maps", self.table_maps, self._m_longer_table_maps.older)


        if self.no_table_map__enabled:
            pass
            if False:
                pass


        if self.no_table_maps__enabled:
            pass
            if False:
                pass
                if self._m_no_table_maps.is_empty != True:
                    raise kaitaistruct.ConsistencyError(u"no_table_maps", True, self._m_no_table_maps.is_empty)


        self._dirty = False

    @property
    def after_flags(self):
        """Bytes between the flags and the checksum."""
        if self._should_write_after_flags:
            self._write_after_flags()
        if hasattr(self, '_m_after_flags'):
            return self._m_after_flags

        if not self.after_flags__enabled:
            return None

        if self.has_checksum:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_event + self.header.len_header)
            self._m_after_flags = self._io.read_bytes((self.header.len_event - self.header.len_header) - 4)
            self._io.seek(_pos)

        return getattr(self, '_m_after_flags', None)

    @after_flags.setter
    def after_flags(self, v):
        self._dirty = True
        self._m_after_flags = v

    def _write_after_flags(self):
        self._should_write_after_flags = False
        if self.has_checksum:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_event + self.header.len_header)
            self._io.write_bytes(self._m_after_flags)
            self._io.seek(_pos)


    @property
    def before_flags(self):
        """Bytes in front of the flags. The checksum covers `before_flags`,
        `flags_when_closed` and `after_flags`.
        """
        if self._should_write_before_flags:
            self._write_before_flags()
        if hasattr(self, '_m_before_flags'):
            return self._m_before_flags

        if not self.before_flags__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek(self.ofs_event)
        self._m_before_flags = self._io.read_bytes(self.header.len_header - 2)
        self._io.seek(_pos)
        return getattr(self, '_m_before_flags', None)

    @before_flags.setter
    def before_flags(self, v):
        self._dirty = True
        self._m_before_flags = v

    def _write_before_flags(self):
        self._should_write_before_flags = False
        _pos = self._io.pos()
        self._io.seek(self.ofs_event)
        self._io.write_bytes(self._m_before_flags)
        self._io.seek(_pos)

    @property
    def bounds_transaction(self):
        """Whether the event begins or ends a transaction. Statements count as such,
        since they may be BEGIN or COMMIT.
        """
        if hasattr(self, '_m_bounds_transaction'):
            return self._m_bounds_transaction

        self._m_bounds_transaction =  ((self.is_query) or (self.header.begins_transaction) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.xid)) 
        return getattr(self, '_m_bounds_transaction', None)

    def _invalidate_bounds_transaction(self):
        del self._m_bounds_transaction
    @property
    def checksum(self):
        """The stored CRC-32, if the event has one."""
        if hasattr(self, '_m_checksum'):
            return self._m_checksum

        if self.has_checksum:
            pass
            self._m_checksum = (self.body.crc32 if self.is_format_description else self.crc32)

        return getattr(self, '_m_checksum', None)

    def _invalidate_checksum(self):
        del self._m_checksum
    @property
    def described_format(self):
        """The format that this FORMAT_DESCRIPTION describes."""
        if self._should_write_described_format:
            self._write_described_format()
        if hasattr(self, '_m_described_format'):
            return self._m_described_format

        if not self.described_format__enabled:
            return None

        if self.is_format_description:
            pass
            self._m_described_format = log_format.LogFormat(4, True, self.body.handle, False, self._io)
            self._m_described_format._read()

        return getattr(self, '_m_described_format', None)

    @described_format.setter
    def described_format(self, v):
        self._dirty = True
        self._m_described_format = v

    def _write_described_format(self):
        self._should_write_described_format = False
        if self.is_format_description:
            pass
            self._m_described_format._write__seq(self._io)


    @property
    def documented_len_post_headers(self):
        """Lengths in bytes of the post-headers in MySQL's source, from type 1 on.
        127 stands for a listed length that is not used: that of a
        FORMAT_DESCRIPTION depends on the number of types, and TRANSACTION_PAYLOAD
        and HEARTBEAT_V2 are written without the listed bytes.
        """
        if hasattr(self, '_m_documented_len_post_headers'):
            return self._m_documented_len_post_headers

        self._m_documented_len_post_headers = b"\x38\x0D\x00\x08\x00\x12\x00\x04\x04\x04\x04\x12\x00\x00\x7F\x00\x04\x1A\x08\x08\x08\x08\x08\x08\x08\x02\x00\x00\x00\x0A\x0A\x0A\x2A\x2A\x00\x12\x34\x00\x0A\x7F\x7F\x00\x00"
        return getattr(self, '_m_documented_len_post_headers', None)

    def _invalidate_documented_len_post_headers(self):
        del self._m_documented_len_post_headers
    @property
    def documented_mariadb_len_post_headers(self):
        """Lengths in bytes of the post-headers in MariaDB's source, from
        ANNOTATE_ROWS on.
        """
        if hasattr(self, '_m_documented_mariadb_len_post_headers'):
            return self._m_documented_mariadb_len_post_headers

        self._m_documented_mariadb_len_post_headers = b"\x00\x04\x13\x04\x00\x0D\x08\x08\x08\x0A\x0A\x0A\x09"
        return getattr(self, '_m_documented_mariadb_len_post_headers', None)

    def _invalidate_documented_mariadb_len_post_headers(self):
        del self._m_documented_mariadb_len_post_headers
    @property
    def empty_table_maps(self):
        """A chain without table maps."""
        if self._should_write_empty_table_maps:
            self._write_empty_table_maps()
        if hasattr(self, '_m_empty_table_maps'):
            return self._m_empty_table_maps

        if not self.empty_table_maps__enabled:
            return None

        self._m_empty_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
        self._m_empty_table_maps._read()
        return getattr(self, '_m_empty_table_maps', None)

    @empty_table_maps.setter
    def empty_table_maps(self, v):
        self._dirty = True
        self._m_empty_table_maps = v

    def _write_empty_table_maps(self):
        self._should_write_empty_table_maps = False
        if self._m_empty_table_maps.handle != self.no_table_map:
            raise kaitaistruct.ConsistencyError(u"empty_table_maps", self.no_table_map, self._m_empty_table_maps.handle)
        if self._m_empty_table_maps.older != self.no_table_maps:
            raise kaitaistruct.ConsistencyError(u"empty_table_maps", self.no_table_maps, self._m_empty_table_maps.older)
        self._m_empty_table_maps._write__seq(self._io)

    @property
    def end_of_body(self):
        """Offset of the checksum, or of the end, within the event, in bytes."""
        if hasattr(self, '_m_end_of_body'):
            return self._m_end_of_body

        self._m_end_of_body = self.header.len_event - self.len_checksum
        return getattr(self, '_m_end_of_body', None)

    def _invalidate_end_of_body(self):
        del self._m_end_of_body
    @property
    def ends_table_maps(self):
        """Whether the table maps become invalid behind this event: at the end of
        their statement.
        """
        if hasattr(self, '_m_ends_table_maps'):
            return self._m_ends_table_maps

        self._m_ends_table_maps = (self.body.flags.end_of_statement if self.is_rows else self.bounds_transaction)
        return getattr(self, '_m_ends_table_maps', None)

    def _invalidate_ends_table_maps(self):
        del self._m_ends_table_maps
    @property
    def first_mariadb_type(self):
        """Number of the first type that MariaDB alone writes."""
        if hasattr(self, '_m_first_mariadb_type'):
            return self._m_first_mariadb_type

        self._m_first_mariadb_type = int(binlog_event_header.BinlogEventHeader.EventType.annotate_rows)
        return getattr(self, '_m_first_mariadb_type', None)

    def _invalidate_first_mariadb_type(self):
        del self._m_first_mariadb_type
    @property
    def flags_when_closed(self):
        """The flags with the in-use flag cleared. The server clears it in place when
        it closes the log, and leaves the checksum unchanged.
        """
        if self._should_write_flags_when_closed:
            self._write_flags_when_closed()
        if hasattr(self, '_m_flags_when_closed'):
            return self._m_flags_when_closed

        if not self.flags_when_closed__enabled:
            return None

        _pos = self._io.pos()
        self._io.seek((self.ofs_event + self.header.len_header) - 2)
        self._raw__m_flags_when_closed = self._io.read_bytes(2)
        self._m_flags_when_closed = KaitaiStream.process_xor_many(self._raw__m_flags_when_closed, self.in_use_mask)
        self._io.seek(_pos)
        return getattr(self, '_m_flags_when_closed', None)

    @flags_when_closed.setter
    def flags_when_closed(self, v):
        self._dirty = True
        self._m_flags_when_closed = v

    def _write_flags_when_closed(self):
        self._should_write_flags_when_closed = False
        _pos = self._io.pos()
        self._io.seek((self.ofs_event + self.header.len_header) - 2)
        self._raw__m_flags_when_closed = KaitaiStream.process_xor_many(self._m_flags_when_closed, self.in_use_mask)
        if len(self._raw__m_flags_when_closed) != 2:
            raise kaitaistruct.ConsistencyError(u"flags_when_closed", 2, len(self._raw__m_flags_when_closed))
        self._io.write_bytes(self._raw__m_flags_when_closed)
        self._io.seek(_pos)

    @property
    def format_after(self):
        """The format in force for the next event."""
        if hasattr(self, '_m_format_after'):
            return self._m_format_after

        self._m_format_after = (self.described_format if self.is_format_description else self.format)
        return getattr(self, '_m_format_after', None)

    def _invalidate_format_after(self):
        del self._m_format_after
    @property
    def format_without_checksums(self):
        """The format of the rows event in PARTIAL_ROW_DATA fragments that has no
        checksum of its own.
        """
        if self._should_write_format_without_checksums:
            self._write_format_without_checksums()
        if hasattr(self, '_m_format_without_checksums'):
            return self._m_format_without_checksums

        if not self.format_without_checksums__enabled:
            return None

        if  ((self.header.is_rows_fragment) and (self.format.has_format_description)) :
            pass
            self._m_format_without_checksums = log_format.LogFormat(self.format.binlog_version, self.format.has_format_description, self.format.handle, True, self._io)
            self._m_format_without_checksums._read()

        return getattr(self, '_m_format_without_checksums', None)

    @format_without_checksums.setter
    def format_without_checksums(self, v):
        self._dirty = True
        self._m_format_without_checksums = v

    def _write_format_without_checksums(self):
        self._should_write_format_without_checksums = False
        if  ((self.header.is_rows_fragment) and (self.format.has_format_description)) :
            pass
            self._m_format_without_checksums._write__seq(self._io)


    @property
    def has_checksum(self):
        """Whether the event has a checksum."""
        if hasattr(self, '_m_has_checksum'):
            return self._m_has_checksum

        self._m_has_checksum = (self.body.has_checksums if self.is_format_description else self.len_checksum > 0)
        return getattr(self, '_m_has_checksum', None)

    def _invalidate_has_checksum(self):
        del self._m_has_checksum
    @property
    def has_minimal_header(self):
        """Whether the header has its minimal length. ROTATE and FORMAT_DESCRIPTION
        are read before a longer one is described.
        """
        if hasattr(self, '_m_has_minimal_header'):
            return self._m_has_minimal_header

        self._m_has_minimal_header =  ((self.is_format_description) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.rotate)) 
        return getattr(self, '_m_has_minimal_header', None)

    def _invalidate_has_minimal_header(self):
        del self._m_has_minimal_header
    @property
    def has_odd_post_header(self):
        """Whether the post-header may have bytes that no field covers, for kernels.
        Servers wrote the shorter ones of 0, 6, 11 and 25 bytes, which hold whole
        fields.
        """
        if hasattr(self, '_m_has_odd_post_header'):
            return self._m_has_odd_post_header

        self._m_has_odd_post_header =  (((not (self.has_unused_post_header))) and ( ((self.len_post_header > self.len_documented_post_header) or ( ((self.len_post_header < self.len_documented_post_header) and (self.len_post_header != 0) and (self.len_post_header != 6) and (self.len_post_header != 11) and (self.len_post_header != 25)) )) )) 
        return getattr(self, '_m_has_odd_post_header', None)

    def _invalidate_has_odd_post_header(self):
        del self._m_has_odd_post_header
    @property
    def has_unused_post_header(self):
        """Whether the length that is listed for the type means nothing."""
        if hasattr(self, '_m_has_unused_post_header'):
            return self._m_has_unused_post_header

        self._m_has_unused_post_header = self.len_documented_post_header == 127
        return getattr(self, '_m_has_unused_post_header', None)

    def _invalidate_has_unused_post_header(self):
        del self._m_has_unused_post_header
    @property
    def in_use_mask(self):
        """Bits of the flags that the checksum counts as not set."""
        if hasattr(self, '_m_in_use_mask'):
            return self._m_in_use_mask

        self._m_in_use_mask = (b"\x01\x00" if  ((self.is_format_description) and (self.header.flags.binlog_in_use))  else b"\x00\x00")
        return getattr(self, '_m_in_use_mask', None)

    def _invalidate_in_use_mask(self):
        del self._m_in_use_mask
    @property
    def inner_format(self):
        """The format of the events in a TRANSACTION_PAYLOAD."""
        if hasattr(self, '_m_inner_format'):
            return self._m_inner_format

        if self.is_payload:
            pass
            self._m_inner_format = self.format.of_payload

        return getattr(self, '_m_inner_format', None)

    def _invalidate_inner_format(self):
        del self._m_inner_format
    @property
    def is_format_description(self):
        """Whether the event describes the format of the events behind it."""
        if hasattr(self, '_m_is_format_description'):
            return self._m_is_format_description

        self._m_is_format_description = self.header.type == binlog_event_header.BinlogEventHeader.EventType.format_description
        return getattr(self, '_m_is_format_description', None)

    def _invalidate_is_format_description(self):
        del self._m_is_format_description
    @property
    def is_of_alisql_rows(self):
        """Whether the event is AliSQL's GROUP_UPDATE_ROWS, which changes rows.
        AliSQL's logs list a post-header for it; those of Amazon Aurora, whose own
        event has the same number, list none.
        """
        if hasattr(self, '_m_is_of_alisql_rows'):
            return self._m_is_of_alisql_rows

        self._m_is_of_alisql_rows =  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.aurora) and (self.len_post_header > 0)) 
        return getattr(self, '_m_is_of_alisql_rows', None)

    def _invalidate_is_of_alisql_rows(self):
        del self._m_is_of_alisql_rows
    @property
    def is_payload(self):
        """Whether the event holds a compressed transaction."""
        if hasattr(self, '_m_is_payload'):
            return self._m_is_payload

        self._m_is_payload =  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.transaction_payload) and (self.format.has_format_description)) 
        return getattr(self, '_m_is_payload', None)

    def _invalidate_is_payload(self):
        del self._m_is_payload
    @property
    def is_query(self):
        """Whether the event holds a statement, compressed or not."""
        if hasattr(self, '_m_is_query'):
            return self._m_is_query

        self._m_is_query =  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.query) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.query_compressed)) 
        return getattr(self, '_m_is_query', None)

    def _invalidate_is_query(self):
        del self._m_is_query
    @property
    def is_rows(self):
        """Whether the event holds rows."""
        if hasattr(self, '_m_is_rows'):
            return self._m_is_rows

        self._m_is_rows = self.header.is_rows
        return getattr(self, '_m_is_rows', None)

    def _invalidate_is_rows(self):
        del self._m_is_rows
    @property
    def is_table_map(self):
        """Whether the event is a TABLE_MAP."""
        if hasattr(self, '_m_is_table_map'):
            return self._m_is_table_map

        self._m_is_table_map = self.header.type == binlog_event_header.BinlogEventHeader.EventType.table_map
        return getattr(self, '_m_is_table_map', None)

    def _invalidate_is_table_map(self):
        del self._m_is_table_map
    @property
    def len_checksum(self):
        """Length of the checksum in bytes, which ends the event. A
        FORMAT_DESCRIPTION holds its own checksum within its body.
        """
        if hasattr(self, '_m_len_checksum'):
            return self._m_len_checksum

        self._m_len_checksum = (0 if self.is_format_description else self.format.len_checksum)
        return getattr(self, '_m_len_checksum', None)

    def _invalidate_len_checksum(self):
        del self._m_len_checksum
    @property
    def len_documented_post_header(self):
        """Length in bytes of the post-header in the servers' sources; 0 for types
        that they do not have.
        """
        if hasattr(self, '_m_len_documented_post_header'):
            return self._m_len_documented_post_header

        self._m_len_documented_post_header = (KaitaiStream.byte_array_index(self.documented_len_post_headers, int(self.header.type) - 1) if  ((int(self.header.type) >= 1) and (int(self.header.type) <= len(self.documented_len_post_headers)))  else (KaitaiStream.byte_array_index(self.documented_mariadb_len_post_headers, int(self.header.type) - self.first_mariadb_type) if  ((int(self.header.type) >= self.first_mariadb_type) and (int(self.header.type) < self.first_mariadb_type + len(self.documented_mariadb_len_post_headers)))  else 0))
        return getattr(self, '_m_len_documented_post_header', None)

    def _invalidate_len_documented_post_header(self):
        del self._m_len_documented_post_header
    @property
    def len_header(self):
        """Length of the header in bytes, with its extension."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (self.format.len_minimal_header if self.has_minimal_header else self.format.len_header)
        return getattr(self, '_m_len_header', None)

    def _invalidate_len_header(self):
        del self._m_len_header
    @property
    def len_load_post_header(self):
        """Length in bytes of the post-header that is listed for LOAD. CREATE_FILE
        has that one in front of its own.
        """
        if hasattr(self, '_m_len_load_post_header'):
            return self._m_len_load_post_header

        self._m_len_load_post_header = (self.format.handle._parent.len_post_headers[int(binlog_event_header.BinlogEventHeader.EventType.load) - 1] if  ((self.format.has_format_description) and (self.format.num_post_headers >= int(binlog_event_header.BinlogEventHeader.EventType.load)))  else 18)
        return getattr(self, '_m_len_load_post_header', None)

    def _invalidate_len_load_post_header(self):
        del self._m_len_load_post_header
    @property
    def len_post_header(self):
        """Length of the post-header in bytes. It is the documented length if the
        FORMAT_DESCRIPTION lists fewer types, and was the same in all logs before
        binlog version 4.
        """
        if hasattr(self, '_m_len_post_header'):
            return self._m_len_post_header

        self._m_len_post_header = ((self.format.handle._parent.len_post_headers[self.header.type_code - 1] if  ((self.header.type_code >= 1) and (self.header.type_code <= self.format.num_post_headers))  else self.len_documented_post_header) if self.format.has_format_description else (11 if  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.query) and (self.format.binlog_version != 4))  else (0 if  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.rotate) and (self.format.binlog_version == 1))  else self.len_documented_post_header)))
        return getattr(self, '_m_len_post_header', None)

    def _invalidate_len_post_header(self):
        del self._m_len_post_header
    @property
    def longer_table_maps(self):
        """The table maps with this TABLE_MAP added."""
        if self._should_write_longer_table_maps:
            self._write_longer_table_maps()
        if hasattr(self, '_m_longer_table_maps'):
            return self._m_longer_table_maps

        if not self.longer_table_maps__enabled:
            return None

        if self.is_table_map:
            pass
            self._m_longer_table_maps = table_map_chain.TableMapChain(False, self.body.handle, self.table_maps, self._io)
            self._m_longer_table_maps._read()

        return getattr(self, '_m_longer_table_maps', None)

    @longer_table_maps.setter
    def longer_table_maps(self, v):
        self._dirty = True
        self._m_longer_table_maps = v

    def _write_longer_table_maps(self):
        self._should_write_longer_table_maps = False
        if self.is_table_map:
            pass
            self._m_longer_table_maps._write__seq(self._io)


    @property
    def no_table_map(self):
        """Placeholder for the table map of an empty chain."""
        if self._should_write_no_table_map:
            self._write_no_table_map()
        if hasattr(self, '_m_no_table_map'):
            return self._m_no_table_map

        if not self.no_table_map__enabled:
            return None

        if False:
            pass
            self._m_no_table_map = table_map_event.TableMapEvent.TableMapHandle(self._io)
            self._m_no_table_map._read()

        return getattr(self, '_m_no_table_map', None)

    @no_table_map.setter
    def no_table_map(self, v):
        self._dirty = True
        self._m_no_table_map = v

    def _write_no_table_map(self):
        self._should_write_no_table_map = False
        if False:
            pass
            self._m_no_table_map._write__seq(self._io)


    @property
    def no_table_maps(self):
        """Placeholder for the older maps of an empty chain."""
        if self._should_write_no_table_maps:
            self._write_no_table_maps()
        if hasattr(self, '_m_no_table_maps'):
            return self._m_no_table_maps

        if not self.no_table_maps__enabled:
            return None

        if False:
            pass
            self._m_no_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
            self._m_no_table_maps._read()

        return getattr(self, '_m_no_table_maps', None)

    @no_table_maps.setter
    def no_table_maps(self, v):
        self._dirty = True
        self._m_no_table_maps = v

    def _write_no_table_maps(self):
        self._should_write_no_table_maps = False
        if False:
            pass
            if self._m_no_table_maps.handle != self.no_table_map:
                raise kaitaistruct.ConsistencyError(u"no_table_maps", self.no_table_map, self._m_no_table_maps.handle)
            if self._m_no_table_maps.older != self.no_table_maps:
                raise kaitaistruct.ConsistencyError(u"no_table_maps", self.no_table_maps, self._m_no_table_maps.older)
            self._m_no_table_maps._write__seq(self._io)


    @property
    def starts_encryption(self):
        """Whether all events behind this one are encrypted."""
        if hasattr(self, '_m_starts_encryption'):
            return self._m_starts_encryption

        self._m_starts_encryption = self.header.starts_encryption
        return getattr(self, '_m_starts_encryption', None)

    def _invalidate_starts_encryption(self):
        del self._m_starts_encryption
    @property
    def table_maps_after(self):
        """The table maps that are valid for the next event."""
        if hasattr(self, '_m_table_maps_after'):
            return self._m_table_maps_after

        self._m_table_maps_after = (self.longer_table_maps if self.is_table_map else (self.empty_table_maps if  ((self.ends_table_maps) and ((not (self.table_maps.is_empty))))  else self.table_maps))
        return getattr(self, '_m_table_maps_after', None)

    def _invalidate_table_maps_after(self):
        del self._m_table_maps_after

