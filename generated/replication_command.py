# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import previous_gtids_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ReplicationCommand(KaitaiStruct):
    """Commands by which a replica requests binary logs from a server, without the
    header of the protocol's packet.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication.html
    """

    class SemiSyncMagic(IntEnum):
        packet = 239

    class ServerCommand(IntEnum):
        binlog_dump = 18
        register_slave = 21
        binlog_dump_gtid = 30
    def __init__(self, _io, _parent=None, _root=None):
        super(ReplicationCommand, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.command = KaitaiStream.resolve_enum(ReplicationCommand.ServerCommand, self._io.read_u1())
        _on = self.command
        if _on == ReplicationCommand.ServerCommand.binlog_dump:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ReplicationCommand.BinlogDump(_io__raw_body, self, self._root)
        elif _on == ReplicationCommand.ServerCommand.binlog_dump_gtid:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ReplicationCommand.BinlogDumpGtid(_io__raw_body, self, self._root)
        elif _on == ReplicationCommand.ServerCommand.register_slave:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ReplicationCommand.RegisterSlave(_io__raw_body, self, self._root)
        else:
            pass
            self.body = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        _on = self.command
        if _on == ReplicationCommand.ServerCommand.binlog_dump:
            pass
            self.body._fetch_instances()
        elif _on == ReplicationCommand.ServerCommand.binlog_dump_gtid:
            pass
            self.body._fetch_instances()
        elif _on == ReplicationCommand.ServerCommand.register_slave:
            pass
            self.body._fetch_instances()
        else:
            pass

    class BinlogDump(KaitaiStruct):
        """Requests events from a position on. MariaDB sends by GTID instead, if the
        session variable `slave_connect_state` is set.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationCommand.BinlogDump, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.position = self._io.read_u4le()
            self.flags = ReplicationCommand.DumpFlags(self._io, self, self._root)
            self.server_id = self._io.read_u4le()
            self.log = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass
            self.flags._fetch_instances()

        @property
        def max_position(self):
            """Largest value of `position`."""
            if hasattr(self, '_m_max_position'):
                return self._m_max_position

            self._m_max_position = 4294967295
            return getattr(self, '_m_max_position', None)


    class BinlogDumpGtid(KaitaiStruct):
        """Requests events by GTID, or from a position on if a log is named (MySQL
        5.6 and later).
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump_gtid.html
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationCommand.BinlogDumpGtid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.flags = ReplicationCommand.DumpFlags(self._io, self, self._root)
            self.server_id = self._io.read_u4le()
            self.len_log = self._io.read_u4le()
            self.log = self._io.read_bytes(self.len_log)
            self.position = self._io.read_u8le()
            self.len_gtids = self._io.read_u4le()
            self._raw_gtids = self._io.read_bytes(self.len_gtids)
            _io__raw_gtids = KaitaiStream(BytesIO(self._raw_gtids))
            self.gtids = previous_gtids_event.PreviousGtidsEvent(0, _io__raw_gtids)


        def _fetch_instances(self):
            pass
            self.flags._fetch_instances()
            self.gtids._fetch_instances()


    class DumpFlags(KaitaiStruct):
        """Flags of a request for events."""
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationCommand.DumpFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.non_block = self._io.read_bits_int_le(1) != 0
            self.annotate_rows = self._io.read_bits_int_le(1) != 0
            self.through_gtid = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(13)


        def _fetch_instances(self):
            pass


    class RegisterSlave(KaitaiStruct):
        """Registers the replica for SHOW REPLICAS.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_register_replica.html
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationCommand.RegisterSlave, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.server_id = self._io.read_u4le()
            self.host = ReplicationCommand.ShortText(self._io, self, self._root)
            self.user = ReplicationCommand.ShortText(self._io, self, self._root)
            self.password = ReplicationCommand.ShortText(self._io, self, self._root)
            self.port = self._io.read_u2le()
            self.rank = self._io.read_u4le()
            self.source_id = self._io.read_u4le()


        def _fetch_instances(self):
            pass
            self.host._fetch_instances()
            self.user._fetch_instances()
            self.password._fetch_instances()


    class SemiSyncReply(KaitaiStruct):
        """Acknowledges, as a packet without a command, that an event is in the
        replica's relay log on disk.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/plugin/semisync/semisync_replica.cc
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationCommand.SemiSyncReply, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = KaitaiStream.resolve_enum(ReplicationCommand.SemiSyncMagic, self._io.read_u1())
            if not self.magic == ReplicationCommand.SemiSyncMagic.packet:
                raise kaitaistruct.ValidationNotEqualError(ReplicationCommand.SemiSyncMagic.packet, self.magic, self._io, u"/types/semi_sync_reply/seq/0")
            self.position = self._io.read_u8le()
            self.log = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass


    class ShortText(KaitaiStruct):
        """A text of up to 255 bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationCommand.ShortText, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)


        def _fetch_instances(self):
            pass



