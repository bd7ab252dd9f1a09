# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import utc_time
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogEventHeader(KaitaiStruct):
    """The header that starts every event: 19 bytes in binlog versions 3 and 4, 13 in
    version 1. Version 4 allows longer ones (see
    `format_description_event.len_header`).
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Log__event__header.html
    
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
    
    
    .. seealso::
       Source - https://github.com/polardb/polardbx-engine
    """

    class EventType(IntEnum):
        unknown = 0
        start_v3 = 1
        query = 2
        stop = 3
        rotate = 4
        intvar = 5
        load = 6
        slave = 7
        create_file = 8
        append_block = 9
        exec_load = 10
        delete_file = 11
        new_load = 12
        rand = 13
        user_var = 14
        format_description = 15
        xid = 16
        begin_load_query = 17
        execute_load_query = 18
        table_map = 19
        pre_ga_write_rows = 20
        pre_ga_update_rows = 21
        pre_ga_delete_rows = 22
        write_rows_v1 = 23
        update_rows_v1 = 24
        delete_rows_v1 = 25
        incident = 26
        heartbeat = 27
        ignorable = 28
        rows_query = 29
        write_rows_v2 = 30
        update_rows_v2 = 31
        delete_rows_v2 = 32
        gtid = 33
        anonymous_gtid = 34
        previous_gtids = 35
        transaction_context = 36
        view_change = 37
        xa_prepare = 38
        partial_update_rows = 39
        transaction_payload = 40
        heartbeat_v2 = 41
        gtid_tagged = 42
        large_transaction_header = 43
        alisql_sequence = 80
        aurora = 100
        alisql_consensus_log = 101
        alisql_previous_consensus_index = 102
        alisql_consensus_cluster_info = 103
        alisql_consensus_empty = 104
        alisql_gcn = 105
        percona_start_encryption = 159
        annotate_rows = 160
        binlog_checkpoint = 161
        mariadb_gtid = 162
        mariadb_gtid_list = 163
        start_encryption = 164
        query_compressed = 165
        write_rows_compressed_v1 = 166
        update_rows_compressed_v1 = 167
        delete_rows_compressed_v1 = 168
        write_rows_compressed = 169
        update_rows_compressed = 170
        delete_rows_compressed = 171
        partial_row_data = 172
    def __init__(self, binlog_version, has_permuted_types, _io, _parent=None, _root=None):
        super(BinlogEventHeader, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.binlog_version = binlog_version
        self.has_permuted_types = has_permuted_types
        self._read()

    def _read(self):
        self.timestamp = self._io.read_u4le()
        self.type_code = self._io.read_u1()
        self.server_id = self._io.read_u4le()
        self.len_event = self._io.read_u4le()
        if not self.len_event >= self.len_header:
            raise kaitaistruct.ValidationLessThanError(self.len_header, self.len_event, self._io, u"/seq/3")
        if self.binlog_version != 1:
            pass
            self.next_position = self._io.read_u4le()

        if self.binlog_version != 1:
            pass
            self.flags = BinlogEventHeader.EventFlags(self._io, self, self._root)



    def _fetch_instances(self):
        pass
        if self.binlog_version != 1:
            pass

        if self.binlog_version != 1:
            pass
            self.flags._fetch_instances()

        _ = self.time
        if hasattr(self, '_m_time'):
            pass
            self._m_time._fetch_instances()


    class EventFlags(KaitaiStruct):
        """Flags of an event.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/sql/log_event.h
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(BinlogEventHeader.EventFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.binlog_in_use = self._io.read_bits_int_le(1) != 0
            self.forced_rotate = self._io.read_bits_int_le(1) != 0
            self.thread_specific = self._io.read_bits_int_le(1) != 0
            self.suppress_use = self._io.read_bits_int_le(1) != 0
            self.update_table_map_version = self._io.read_bits_int_le(1) != 0
            self.artificial = self._io.read_bits_int_le(1) != 0
            self.relay_log = self._io.read_bits_int_le(1) != 0
            self.ignorable = self._io.read_bits_int_le(1) != 0
            self.no_filter = self._io.read_bits_int_le(1) != 0
            self.mts_isolate = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(4)
            self.accept_own = self._io.read_bits_int_le(1) != 0
            self.skip_replication = self._io.read_bits_int_le(1) != 0


        def _fetch_instances(self):
            pass

        @property
        def code(self):
            """All flags as one number."""
            if hasattr(self, '_m_code'):
                return self._m_code

            self._m_code = ((((((((((((1 if self.binlog_in_use else 0) + (2 if self.forced_rotate else 0)) + (4 if self.thread_specific else 0)) + (8 if self.suppress_use else 0)) + (16 if self.update_table_map_version else 0)) + (32 if self.artificial else 0)) + (64 if self.relay_log else 0)) + (128 if self.ignorable else 0)) + (256 if self.no_filter else 0)) + (512 if self.mts_isolate else 0)) + self.reserved * 1024) + (16384 if self.accept_own else 0)) + (32768 if self.skip_replication else 0)
            return getattr(self, '_m_code', None)


    @property
    def begins_transaction(self):
        """Whether the event names a transaction and begins it. In logs without GTIDs
        the statement BEGIN does.
        """
        if hasattr(self, '_m_begins_transaction'):
            return self._m_begins_transaction

        self._m_begins_transaction =  ((self.type == BinlogEventHeader.EventType.gtid) or (self.type == BinlogEventHeader.EventType.anonymous_gtid) or (self.type == BinlogEventHeader.EventType.gtid_tagged) or (self.type == BinlogEventHeader.EventType.mariadb_gtid)) 
        return getattr(self, '_m_begins_transaction', None)

    @property
    def flags_code(self):
        """The flags as a number; 0 in binlog version 1, which has none."""
        if hasattr(self, '_m_flags_code'):
            return self._m_flags_code

        self._m_flags_code = (0 if self.binlog_version == 1 else self.flags.code)
        return getattr(self, '_m_flags_code', None)

    @property
    def is_ignorable(self):
        """Whether readers without support for the type may skip the event."""
        if hasattr(self, '_m_is_ignorable'):
            return self._m_is_ignorable

        self._m_is_ignorable =  ((self.binlog_version != 1) and (self.flags.ignorable)) 
        return getattr(self, '_m_is_ignorable', None)

    @property
    def is_made_up(self):
        """Whether a server made the event for a replica only, so that it has no
        place in a log.
        """
        if hasattr(self, '_m_is_made_up'):
            return self._m_is_made_up

        self._m_is_made_up =  ((self.type == BinlogEventHeader.EventType.heartbeat) or (self.type == BinlogEventHeader.EventType.heartbeat_v2) or ( ((self.binlog_version != 1) and ( ((self.flags.artificial) or ( ((self.type == BinlogEventHeader.EventType.format_description) and (self.next_position == 0)) )) )) )) 
        return getattr(self, '_m_is_made_up', None)

    @property
    def is_private(self):
        """Whether a fork of MySQL writes the event for its own use. According to
        public sources, none of them holds rows (but see
        `binlog_event.is_of_alisql_rows`).
        """
        if hasattr(self, '_m_is_private'):
            return self._m_is_private

        self._m_is_private =  ((self.type == BinlogEventHeader.EventType.alisql_sequence) or (self.type == BinlogEventHeader.EventType.aurora) or ( ((int(self.type) >= int(BinlogEventHeader.EventType.alisql_consensus_log)) and (int(self.type) <= int(BinlogEventHeader.EventType.alisql_gcn))) )) 
        return getattr(self, '_m_is_private', None)

    @property
    def is_rows(self):
        """Whether the event holds rows."""
        if hasattr(self, '_m_is_rows'):
            return self._m_is_rows

        self._m_is_rows =  (( ((int(self.type) >= int(BinlogEventHeader.EventType.pre_ga_write_rows)) and (int(self.type) <= int(BinlogEventHeader.EventType.delete_rows_v1))) ) or ( ((int(self.type) >= int(BinlogEventHeader.EventType.write_rows_v2)) and (int(self.type) <= int(BinlogEventHeader.EventType.delete_rows_v2))) ) or (self.type == BinlogEventHeader.EventType.partial_update_rows) or ( ((int(self.type) >= int(BinlogEventHeader.EventType.write_rows_compressed_v1)) and (int(self.type) <= int(BinlogEventHeader.EventType.delete_rows_compressed))) )) 
        return getattr(self, '_m_is_rows', None)

    @property
    def is_rows_fragment(self):
        """Whether the event holds a part of a rows event."""
        if hasattr(self, '_m_is_rows_fragment'):
            return self._m_is_rows_fragment

        self._m_is_rows_fragment = self.type == BinlogEventHeader.EventType.partial_row_data
        return getattr(self, '_m_is_rows_fragment', None)

    @property
    def is_turning_point(self):
        """Whether the events behind it have another format, belong to another log,
        or are encrypted.
        """
        if hasattr(self, '_m_is_turning_point'):
            return self._m_is_turning_point

        self._m_is_turning_point =  ((self.type == BinlogEventHeader.EventType.format_description) or (self.type == BinlogEventHeader.EventType.rotate) or (self.starts_encryption)) 
        return getattr(self, '_m_is_turning_point', None)

    @property
    def len_header(self):
        """Length of the known header in bytes."""
        if hasattr(self, '_m_len_header'):
            return self._m_len_header

        self._m_len_header = (13 if self.binlog_version == 1 else 19)
        return getattr(self, '_m_len_header', None)

    @property
    def num_positions(self):
        """Number of different values of `next_position`, which wraps to 0 behind the
        last one.
        """
        if hasattr(self, '_m_num_positions'):
            return self._m_num_positions

        self._m_num_positions = 4294967296
        return getattr(self, '_m_num_positions', None)

    @property
    def permuted_types(self):
        """Types by their numbers in an unreleased tree of MySQL 5.1 and 5.2."""
        if hasattr(self, '_m_permuted_types'):
            return self._m_permuted_types

        self._m_permuted_types = b"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x13\x14\x15\x16\x10\x11\x12"
        return getattr(self, '_m_permuted_types', None)

    @property
    def starts_encryption(self):
        """Whether the rest of the file is encrypted."""
        if hasattr(self, '_m_starts_encryption'):
            return self._m_starts_encryption

        self._m_starts_encryption =  ((self.type == BinlogEventHeader.EventType.start_encryption) or (self.type == BinlogEventHeader.EventType.percona_start_encryption)) 
        return getattr(self, '_m_starts_encryption', None)

    @property
    def time(self):
        """The timestamp as text, for viewers."""
        if hasattr(self, '_m_time'):
            return self._m_time

        self._m_time = utc_time.UtcTime(self.timestamp, self._io)
        return getattr(self, '_m_time', None)

    @property
    def type(self):
        """Type of the event, by the numbers of released servers."""
        if hasattr(self, '_m_type'):
            return self._m_type

        self._m_type = KaitaiStream.resolve_enum(BinlogEventHeader.EventType, (KaitaiStream.byte_array_index(self.permuted_types, self.type_code) if  ((self.has_permuted_types) and (self.type_code < len(self.permuted_types)))  else self.type_code))
        return getattr(self, '_m_type', None)


