# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import previous_gtids_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ReplicationCommand(ReadWriteKaitaiStruct):
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
    def __init__(self, _io=None, _parent=None, _root=None):
        super(ReplicationCommand, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.command = KaitaiStream.resolve_enum(ReplicationCommand.ServerCommand, self._io.read_u1())
        _on = self.command
        if _on == ReplicationCommand.ServerCommand.binlog_dump:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ReplicationCommand.BinlogDump(_io__raw_body, self, self._root)
            self.body._read()
        elif _on == ReplicationCommand.ServerCommand.binlog_dump_gtid:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ReplicationCommand.BinlogDumpGtid(_io__raw_body, self, self._root)
            self.body._read()
        elif _on == ReplicationCommand.ServerCommand.register_slave:
            pass
            self._raw_body = self._io.read_bytes_full()
            _io__raw_body = KaitaiStream(BytesIO(self._raw_body))
            self.body = ReplicationCommand.RegisterSlave(_io__raw_body, self, self._root)
            self.body._read()
        else:
            pass
            self.body = self._io.read_bytes_full()
        self._dirty = False


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


    def _write__seq(self, io=None):
        super(ReplicationCommand, self)._write__seq(io)
        self._io.write_u1(int(self.command))
        _on = self.command
        if _on == ReplicationCommand.ServerCommand.binlog_dump:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                parent.write_bytes(self._raw_body)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(body)", 0, parent.size() - parent.pos())
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == ReplicationCommand.ServerCommand.binlog_dump_gtid:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                parent.write_bytes(self._raw_body)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(body)", 0, parent.size() - parent.pos())
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        elif _on == ReplicationCommand.ServerCommand.register_slave:
            pass
            _io__raw_body = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_body)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_body=_io__raw_body):
                self._raw_body = _io__raw_body.to_byte_array()
                parent.write_bytes(self._raw_body)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(body)", 0, parent.size() - parent.pos())
            _io__raw_body.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.body._write__seq(_io__raw_body)
        else:
            pass
            self._io.write_bytes(self.body)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"body", 0, self._io.size() - self._io.pos())


    def _check(self):
        _on = self.command
        if _on == ReplicationCommand.ServerCommand.binlog_dump:
            pass
            if self.body._root != self._root:
                raise kaitaistruct.ConsistencyError(u"body", self._root, self.body._root)
            if self.body._parent != self:
                raise kaitaistruct.ConsistencyError(u"body", self, self.body._parent)
        elif _on == ReplicationCommand.ServerCommand.binlog_dump_gtid:
            pass
            if self.body._root != self._root:
                raise kaitaistruct.ConsistencyError(u"body", self._root, self.body._root)
            if self.body._parent != self:
                raise kaitaistruct.ConsistencyError(u"body", self, self.body._parent)
        elif _on == ReplicationCommand.ServerCommand.register_slave:
            pass
            if self.body._root != self._root:
                raise kaitaistruct.ConsistencyError(u"body", self._root, self.body._root)
            if self.body._parent != self:
                raise kaitaistruct.ConsistencyError(u"body", self, self.body._parent)
        else:
            pass
        self._dirty = False

    class BinlogDump(ReadWriteKaitaiStruct):
        """Requests events from a position on. MariaDB sends by GTID instead, if the
        session variable `slave_connect_state` is set.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ReplicationCommand.BinlogDump, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.position = self._io.read_u4le()
            self.flags = ReplicationCommand.DumpFlags(self._io, self, self._root)
            self.flags._read()
            self.server_id = self._io.read_u4le()
            self.log = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.flags._fetch_instances()


        def _write__seq(self, io=None):
            super(ReplicationCommand.BinlogDump, self)._write__seq(io)
            self._io.write_u4le(self.position)
            self.flags._write__seq(self._io)
            self._io.write_u4le(self.server_id)
            self._io.write_bytes(self.log)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"log", 0, self._io.size() - self._io.pos())


        def _check(self):
            if self.flags._root != self._root:
                raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
            if self.flags._parent != self:
                raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
            self._dirty = False

        @property
        def max_position(self):
            """Largest value of `position`."""
            if hasattr(self, '_m_max_position'):
                return self._m_max_position

            self._m_max_position = 4294967295
            return getattr(self, '_m_max_position', None)

        def _invalidate_max_position(self):
            del self._m_max_position

    class BinlogDumpGtid(ReadWriteKaitaiStruct):
        """Requests events by GTID, or from a position on if a log is named (MySQL
        5.6 and later).
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump_gtid.html
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ReplicationCommand.BinlogDumpGtid, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.flags = ReplicationCommand.DumpFlags(self._io, self, self._root)
            self.flags._read()
            self.server_id = self._io.read_u4le()
            self.len_log = self._io.read_u4le()
            self.log = self._io.read_bytes(self.len_log)
            self.position = self._io.read_u8le()
            self.len_gtids = self._io.read_u4le()
            self._raw_gtids = self._io.read_bytes(self.len_gtids)
            _io__raw_gtids = KaitaiStream(BytesIO(self._raw_gtids))
            self.gtids = previous_gtids_event.PreviousGtidsEvent(0, _io__raw_gtids)
            self.gtids._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.flags._fetch_instances()
            self.gtids._fetch_instances()


        def _write__seq(self, io=None):
            super(ReplicationCommand.BinlogDumpGtid, self)._write__seq(io)
            self.flags._write__seq(self._io)
            self._io.write_u4le(self.server_id)
            self._io.write_u4le(self.len_log)
            self._io.write_bytes(self.log)
            self._io.write_u8le(self.position)
            self._io.write_u4le(self.len_gtids)
            _io__raw_gtids = KaitaiStream(BytesIO(bytearray(self.len_gtids)))
            self._io.add_child_stream(_io__raw_gtids)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self.len_gtids))
            def handler(parent, _io__raw_gtids=_io__raw_gtids):
                self._raw_gtids = _io__raw_gtids.to_byte_array()
                if len(self._raw_gtids) != self.len_gtids:
                    raise kaitaistruct.ConsistencyError(u"raw(gtids)", self.len_gtids, len(self._raw_gtids))
                parent.write_bytes(self._raw_gtids)
            _io__raw_gtids.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.gtids._write__seq(_io__raw_gtids)


        def _check(self):
            if self.flags._root != self._root:
                raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
            if self.flags._parent != self:
                raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
            if len(self.log) != self.len_log:
                raise kaitaistruct.ConsistencyError(u"log", self.len_log, len(self.log))
            if self.gtids.len_post_header != 0:
                raise kaitaistruct.ConsistencyError(u"gtids", 0, self.gtids.len_post_header)
            self._dirty = False


    class DumpFlags(ReadWriteKaitaiStruct):
        """Flags of a request for events."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ReplicationCommand.DumpFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.non_block = self._io.read_bits_int_le(1) != 0
            self.annotate_rows = self._io.read_bits_int_le(1) != 0
            self.through_gtid = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(13)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ReplicationCommand.DumpFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.non_block))
            self._io.write_bits_int_le(1, int(self.annotate_rows))
            self._io.write_bits_int_le(1, int(self.through_gtid))
            self._io.write_bits_int_le(13, self.reserved)


        def _check(self):
            self._dirty = False


    class RegisterSlave(ReadWriteKaitaiStruct):
        """Registers the replica for SHOW REPLICAS.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_register_replica.html
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ReplicationCommand.RegisterSlave, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.server_id = self._io.read_u4le()
            self.host = ReplicationCommand.ShortText(self._io, self, self._root)
            self.host._read()
            self.user = ReplicationCommand.ShortText(self._io, self, self._root)
            self.user._read()
            self.password = ReplicationCommand.ShortText(self._io, self, self._root)
            self.password._read()
            self.port = self._io.read_u2le()
            self.rank = self._io.read_u4le()
            self.source_id = self._io.read_u4le()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.host._fetch_instances()
            self.user._fetch_instances()
            self.password._fetch_instances()


        def _write__seq(self, io=None):
            super(ReplicationCommand.RegisterSlave, self)._write__seq(io)
            self._io.write_u4le(self.server_id)
            self.host._write__seq(self._io)
            self.user._write__seq(self._io)
            self.password._write__seq(self._io)
            self._io.write_u2le(self.port)
            self._io.write_u4le(self.rank)
            self._io.write_u4le(self.source_id)


        def _check(self):
            if self.host._root != self._root:
                raise kaitaistruct.ConsistencyError(u"host", self._root, self.host._root)
            if self.host._parent != self:
                raise kaitaistruct.ConsistencyError(u"host", self, self.host._parent)
            if self.user._root != self._root:
                raise kaitaistruct.ConsistencyError(u"user", self._root, self.user._root)
            if self.user._parent != self:
                raise kaitaistruct.ConsistencyError(u"user", self, self.user._parent)
            if self.password._root != self._root:
                raise kaitaistruct.ConsistencyError(u"password", self._root, self.password._root)
            if self.password._parent != self:
                raise kaitaistruct.ConsistencyError(u"password", self, self.password._parent)
            self._dirty = False


    class SemiSyncReply(ReadWriteKaitaiStruct):
        """Acknowledges, as a packet without a command, that an event is in the
        replica's relay log on disk.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/plugin/semisync/semisync_replica.cc
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ReplicationCommand.SemiSyncReply, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.magic = KaitaiStream.resolve_enum(ReplicationCommand.SemiSyncMagic, self._io.read_u1())
            if not self.magic == ReplicationCommand.SemiSyncMagic.packet:
                raise kaitaistruct.ValidationNotEqualError(ReplicationCommand.SemiSyncMagic.packet, self.magic, self._io, u"/types/semi_sync_reply/seq/0")
            self.position = self._io.read_u8le()
            self.log = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ReplicationCommand.SemiSyncReply, self)._write__seq(io)
            self._io.write_u1(int(self.magic))
            self._io.write_u8le(self.position)
            self._io.write_bytes(self.log)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"log", 0, self._io.size() - self._io.pos())


        def _check(self):
            if not self.magic == ReplicationCommand.SemiSyncMagic.packet:
                raise kaitaistruct.ValidationNotEqualError(ReplicationCommand.SemiSyncMagic.packet, self.magic, None, u"/types/semi_sync_reply/seq/0")
            self._dirty = False


    class ShortText(ReadWriteKaitaiStruct):
        """A text of up to 255 bytes."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ReplicationCommand.ShortText, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ReplicationCommand.ShortText, self)._write__seq(io)
            self._io.write_u1(self.len_text)
            self._io.write_bytes(self.text)


        def _check(self):
            if len(self.text) != self.len_text:
                raise kaitaistruct.ConsistencyError(u"text", self.len_text, len(self.text))
            self._dirty = False



