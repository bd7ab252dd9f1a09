# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
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

class BinlogEvent(KaitaiStruct):
    """An event: header, body by its type, checksum, and the state that it leaves to
    the next event. The body of a type without a spec stays raw.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
    """
    def __init__(self, ofs_event, format, table_maps, _io, _parent=None, _root=None):
        super(BinlogEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.ofs_event = ofs_event
        self.format = format
        self.table_maps = table_maps
        self._read()

    def _read(self):
        self.header = binlog_event_header.BinlogEventHeader(self.format.binlog_version, self.format.has_permuted_types, self._io)
        if self.len_header > self.header.len_header:
            pass
            self.header_extension = self._io.read_bytes(self.len_header - self.header.len_header)

        _on = self.header.type
        if _on == binlog_event_header.BinlogEventHeader.EventType.annotate_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = annotate_rows_event.AnnotateRowsEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.anonymous_gtid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = gtid_event.GtidEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.append_block:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_block_event.FileBlockEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.begin_load_query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_block_event.FileBlockEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.binlog_checkpoint:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = binlog_checkpoint_event.BinlogCheckpointEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.create_file:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = load_event.LoadEvent(self.header.type, self.len_load_post_header, self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_file:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_id_event.FileIdEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_compressed_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.delete_rows_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.exec_load:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = file_id_event.FileIdEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.execute_load_query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = execute_load_query_event.ExecuteLoadQueryEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.format_description:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = format_description_event.FormatDescriptionEvent(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = gtid_event.GtidEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.gtid_tagged:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = gtid_tagged_event.GtidTaggedEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = heartbeat_event.HeartbeatEvent(self.len_post_header,  ((self.format.is_mariadb) and (self.header.next_position == 0)) , _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.heartbeat_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = heartbeat_v2_event.HeartbeatV2Event(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.ignorable:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ignorable_event.IgnorableEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.incident:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = incident_event.IncidentEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.intvar:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = intvar_event.IntvarEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.large_transaction_header:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = large_transaction_header_event.LargeTransactionHeaderEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.load:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = load_event.LoadEvent(self.header.type, self.len_post_header, 0, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = mariadb_gtid_event.MariadbGtidEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.mariadb_gtid_list:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = mariadb_gtid_list_event.MariadbGtidListEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.new_load:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = load_event.LoadEvent(self.header.type, self.len_post_header, 0, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_row_data:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = partial_row_data_event.PartialRowDataEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.partial_update_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_delete_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_update_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.pre_ga_write_rows:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.previous_gtids:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = previous_gtids_event.PreviousGtidsEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = query_event.QueryEvent(False, self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.query_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = query_event.QueryEvent(True, self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rand:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rand_event.RandEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rotate:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rotate_event.RotateEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.rows_query:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_query_event.RowsQueryEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.slave:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = slave_event.SlaveEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_encryption:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = start_encryption_event.StartEncryptionEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.start_v3:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = start_v3_event.StartV3Event(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.stop:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = stop_event.StopEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.table_map:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = table_map_event.TableMapEvent(self.len_post_header, self.format.is_mariadb, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_context:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = transaction_context_event.TransactionContextEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.transaction_payload:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = transaction_payload_event.TransactionPayloadEvent(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.unknown:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = unknown_event.UnknownEvent(_io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_compressed_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.update_rows_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.user_var:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = user_var_event.UserVarEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.view_change:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = view_change_event.ViewChangeEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_compressed_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v1:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.write_rows_v2:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = rows_event.RowsEvent(self.header.type, self.len_post_header, self.table_maps, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xa_prepare:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = xa_prepare_event.XaPrepareEvent(self.len_post_header, _io__raw_body)
        elif _on == binlog_event_header.BinlogEventHeader.EventType.xid:
            pass
            self._raw_body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = xid_event.XidEvent(self.len_post_header, _io__raw_body)
        else:
            pass
            self.body = self._io.read_bytes((self.header.len_event - self.len_header) - self.len_checksum)
        if self.len_checksum > 0:
            pass
            self.crc32 = self._io.read_u4le()



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


    @property
    def after_flags(self):
        """Bytes between the flags and the checksum."""
        if hasattr(self, '_m_after_flags'):
            return self._m_after_flags

        if self.has_checksum:
            pass
            _pos = self._io.pos()
            self._io.seek(self.ofs_event + self.header.len_header)
            self._m_after_flags = self._io.read_bytes((self.header.len_event - self.header.len_header) - 4)
            self._io.seek(_pos)

        return getattr(self, '_m_after_flags', None)

    @property
    def before_flags(self):
        """Bytes in front of the flags. The checksum covers `before_flags`,
        `flags_when_closed` and `after_flags`.
        """
        if hasattr(self, '_m_before_flags'):
            return self._m_before_flags

        _pos = self._io.pos()
        self._io.seek(self.ofs_event)
        self._m_before_flags = self._io.read_bytes(self.header.len_header - 2)
        self._io.seek(_pos)
        return getattr(self, '_m_before_flags', None)

    @property
    def bounds_transaction(self):
        """Whether the event begins or ends a transaction. Statements count as such,
        since they may be BEGIN or COMMIT.
        """
        if hasattr(self, '_m_bounds_transaction'):
            return self._m_bounds_transaction

        self._m_bounds_transaction =  ((self.is_query) or (self.header.begins_transaction) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.xid)) 
        return getattr(self, '_m_bounds_transaction', None)

    @property
    def checksum(self):
        """The stored CRC-32, if the event has one."""
        if hasattr(self, '_m_checksum'):
            return self._m_checksum

        if self.has_checksum:
            pass
            self._m_checksum = (self.body.crc32 if self.is_format_description else self.crc32)

        return getattr(self, '_m_checksum', None)

    @property
    def described_format(self):
        """The format that this FORMAT_DESCRIPTION describes."""
        if hasattr(self, '_m_described_format'):
            return self._m_described_format

        if self.is_format_description:
            pass
            self._m_described_format = log_format.LogFormat(4, True, self.body.handle, False, self._io)

        return getattr(self, '_m_described_format', None)

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

    @property
    def documented_mariadb_len_post_headers(self):
        """Lengths in bytes of the post-headers in MariaDB's source, from
        ANNOTATE_ROWS on.
        """
        if hasattr(self, '_m_documented_mariadb_len_post_headers'):
            return self._m_documented_mariadb_len_post_headers

        self._m_documented_mariadb_len_post_headers = b"\x00\x04\x13\x04\x00\x0D\x08\x08\x08\x0A\x0A\x0A\x09"
        return getattr(self, '_m_documented_mariadb_len_post_headers', None)

    @property
    def empty_table_maps(self):
        """A chain without table maps."""
        if hasattr(self, '_m_empty_table_maps'):
            return self._m_empty_table_maps

        self._m_empty_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
        return getattr(self, '_m_empty_table_maps', None)

    @property
    def end_of_body(self):
        """Offset of the checksum, or of the end, within the event, in bytes."""
        if hasattr(self, '_m_end_of_body'):
            return self._m_end_of_body

        self._m_end_of_body = self.header.len_event - self.len_checksum
        return getattr(self, '_m_end_of_body', None)

    @property
    def ends_table_maps(self):
        """Whether the table maps become invalid behind this event: at the end of
        their statement.
        """
        if hasattr(self, '_m_ends_table_maps'):
            return self._m_ends_table_maps

        self._m_ends_table_maps = (self.body.flags.end_of_statement if self.is_rows else self.bounds_transaction)
        return getattr(self, '_m_ends_table_maps', None)

    @property
    def first_mariadb_type(self):
        """Number of the first type that MariaDB alone writes."""
        if hasattr(self, '_m_first_mariadb_type'):
            return self._m_first_mariadb_type

        self._m_first_mariadb_type = int(binlog_event_header.BinlogEventHeader.EventType.annotate_rows)
        return getattr(self, '_m_first_mariadb_type', None)

    @property
    def flags_when_closed(self):
        """The flags with the in-use flag cleared. The server clears it in place when
        it closes the log, and leaves the checksum unchanged.
        """
        if hasattr(self, '_m_flags_when_closed'):
            return self._m_flags_when_closed

        _pos = self._io.pos()
        self._io.seek((self.ofs_event + self.header.len_header) - 2)
        self._raw__m_flags_when_closed = self._io.read_bytes(2)
        self._m_flags_when_closed = KaitaiStream.process_xor_many(self._raw__m_flags_when_closed, self.in_use_mask)
        self._io.seek(_pos)
        return getattr(self, '_m_flags_when_closed', None)

    @property
    def format_after(self):
        """The format in force for the next event."""
        if hasattr(self, '_m_format_after'):
            return self._m_format_after

        self._m_format_after = (self.described_format if self.is_format_description else self.format)
        return getattr(self, '_m_format_after', None)

    @property
    def format_without_checksums(self):
        """The format of the rows event in PARTIAL_ROW_DATA fragments that has no
        checksum of its own.
        """
        if hasattr(self, '_m_format_without_checksums'):
            return self._m_format_without_checksums

        if  ((self.header.is_rows_fragment) and (self.format.has_format_description)) :
            pass
            self._m_format_without_checksums = log_format.LogFormat(self.format.binlog_version, self.format.has_format_description, self.format.handle, True, self._io)

        return getattr(self, '_m_format_without_checksums', None)

    @property
    def has_checksum(self):
        """Whether the event has a checksum."""
        if hasattr(self, '_m_has_checksum'):
            return self._m_has_checksum

        self._m_has_checksum = (self.body.has_checksums if self.is_format_description else self.len_checksum > 0)
        return getattr(self, '_m_has_checksum', None)

    @property
    def has_minimal_header(self):
        """Whether the header has its minimal length. ROTATE and FORMAT_DESCRIPTION
        are read before a longer one is described.
        """
        if hasattr(self, '_m_has_minimal_header'):
            return self._m_has_minimal_header

        self._m_has_minimal_header =  ((self.is_format_description) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.rotate)) 
        return getattr(self, '_m_has_minimal_header', None)

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

    @property
    def has_unused_post_header(self):
        """Whether the length that is listed for the type means nothing."""
        if hasattr(self, '_m_has_unused_post_header'):
            return self._m_has_unused_post_header

        self._m_has_unused_post_header = self.len_documented_post_header == 127
        return getattr(self, '_m_has_unused_post_header', None)

    @property
    def in_use_mask(self):
        """Bits of the flags that the checksum counts as not set."""
        if hasattr(self, '_m_in_use_mask'):
            return self._m_in_use_mask

        self._m_in_use_mask = (b"\x01\x00" if  ((self.is_format_description) and (self.header.flags.binlog_in_use))  else b"\x00\x00")
        return getattr(self, '_m_in_use_mask', None)

    @property
    def inner_format(self):
        """The format of the events in a TRANSACTION_PAYLOAD."""
        if hasattr(self, '_m_inner_format'):
            return self._m_inner_format

        if self.is_payload:
            pass
            self._m_inner_format = self.format.of_payload

        return getattr(self, '_m_inner_format', None)

    @property
    def is_format_description(self):
        """Whether the event describes the format of the events behind it."""
        if hasattr(self, '_m_is_format_description'):
            return self._m_is_format_description

        self._m_is_format_description = self.header.type == binlog_event_header.BinlogEventHeader.EventType.format_description
        return getattr(self, '_m_is_format_description', None)

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

    @property
    def is_payload(self):
        """Whether the event holds a compressed transaction."""
        if hasattr(self, '_m_is_payload'):
            return self._m_is_payload

        self._m_is_payload =  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.transaction_payload) and (self.format.has_format_description)) 
        return getattr(self, '_m_is_payload', None)

    @property
    def is_query(self):
        """Whether the event holds a statement, compressed or not."""
        if hasattr(self, '_m_is_query'):
            return self._m_is_query

        self._m_is_query =  ((self.header.type == binlog_event_header.BinlogEventHeader.EventType.query) or (self.header.type == binlog_event_header.BinlogEventHeader.EventType.query_compressed)) 
        return getattr(self, '_m_is_query', None)

    @property
    def is_rows(self):
        """Whether the event holds rows."""
        if hasattr(self, '_m_is_rows'):
            return self._m_is_rows

        self._m_is_rows = self.header.is_rows
        return getattr(self, '_m_is_rows', None)

    @property
    def is_table_map(self):
        """Whether the event is a TABLE_MAP."""
        if hasattr(self, '_m_is_table_map'):
            return self._m_is_table_map

        self._m_is_table_map = self.header.type == binlog_event_header.BinlogEventHeader.EventType.table_map
        return getattr(self, '_m_is_table_map', None)

    @property
    def len_checksum(self):
        """Length of the checksum in bytes, which ends the event. A
        FORMAT_DESCRIPTION holds its own checksum within its body.
        """
        if hasattr(self, '_m_len_checksum'):
            return self._m_len_checksum

        self._m_len_checksum = (0 if self.is_format_description else self.format.len_checksum)
        return getattr(self, '_m_len_checksum', None)

    @property
    def len_documented_post_header(self):
        """Length in bytes of the post-header in the servers' sources; 0 for types
        that they do not have.
        """
        if hasattr(self, '_m_len_documented_post_header'):
            return self._m_len_documented_post_header

        self._m_len_documented_post_header = (KaitaiStream.byte_array_index(self.documented_len_post_headers, int(self.header.type) - 1) if  ((int(self.header.type) >= 1) and (int(self.header.type) <= len(self.documented_len_post_headers)))  else (KaitaiStream.byte_array_index(self.documented_mariadb_len_post_headers, int(self.header.type) - self.first_mariadb_type) if  ((int(self.header.type) >= self.first_mariadb_type) and (int(self.header.type) < self.first_mariadb_type + len(self.documented_mariadb_len_post_headers)))  else 0))
        return getattr(self, '_m_len_documented_post_header', None)

    @property
    def len_header(self):
        """Length of the header in bytes, with its extension."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (self.format.len_minimal_header if self.has_minimal_header else self.format.len_header)
        return getattr(self, '_m_len_header', None)

    @property
    def len_load_post_header(self):
        """Length in bytes of the post-header that is listed for LOAD. CREATE_FILE
        has that one in front of its own.
        """
        if hasattr(self, '_m_len_load_post_header'):
            return self._m_len_load_post_header

        self._m_len_load_post_header = (self.format.handle._parent.len_post_headers[int(binlog_event_header.BinlogEventHeader.EventType.load) - 1] if  ((self.format.has_format_description) and (self.format.num_post_headers >= int(binlog_event_header.BinlogEventHeader.EventType.load)))  else 18)
        return getattr(self, '_m_len_load_post_header', None)

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

    @property
    def longer_table_maps(self):
        """The table maps with this TABLE_MAP added."""
        if hasattr(self, '_m_longer_table_maps'):
            return self._m_longer_table_maps

        if self.is_table_map:
            pass
            self._m_longer_table_maps = table_map_chain.TableMapChain(False, self.body.handle, self.table_maps, self._io)

        return getattr(self, '_m_longer_table_maps', None)

    @property
    def no_table_map(self):
        """Placeholder for the table map of an empty chain."""
        if hasattr(self, '_m_no_table_map'):
            return self._m_no_table_map

        if False:
            pass
            self._m_no_table_map = table_map_event.TableMapEvent.TableMapHandle(self._io)

        return getattr(self, '_m_no_table_map', None)

    @property
    def no_table_maps(self):
        """Placeholder for the older maps of an empty chain."""
        if hasattr(self, '_m_no_table_maps'):
            return self._m_no_table_maps

        if False:
            pass
            self._m_no_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)

        return getattr(self, '_m_no_table_maps', None)

    @property
    def starts_encryption(self):
        """Whether all events behind this one are encrypted."""
        if hasattr(self, '_m_starts_encryption'):
            return self._m_starts_encryption

        self._m_starts_encryption = self.header.starts_encryption
        return getattr(self, '_m_starts_encryption', None)

    @property
    def table_maps_after(self):
        """The table maps that are valid for the next event."""
        if hasattr(self, '_m_table_maps_after'):
            return self._m_table_maps_after

        self._m_table_maps_after = (self.longer_table_maps if self.is_table_map else (self.empty_table_maps if  ((self.ends_table_maps) and ((not (self.table_maps.is_empty))))  else self.table_maps))
        return getattr(self, '_m_table_maps_after', None)


