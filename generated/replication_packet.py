# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import event
from . import log_format
from . import table_map_chain
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ReplicationPacket(KaitaiStruct):
    """An event as a server sends it to a replica, without the header of the
    protocol's packet: a byte that is 0, with semi-synchronous replication two
    bytes more, and the event.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_binlog_dump.html
    """

    class PacketStatus(IntEnum):
        ok = 0
        eof = 254
        error = 255
    def __init__(self, is_semi_sync, format, table_maps, _io, _parent=None, _root=None):
        super(ReplicationPacket, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.is_semi_sync = is_semi_sync
        self.format = format
        self.table_maps = table_maps
        self._read()

    def _read(self):
        self.status = KaitaiStream.resolve_enum(ReplicationPacket.PacketStatus, self._io.read_u1())
        if not self.status == ReplicationPacket.PacketStatus.ok:
            raise kaitaistruct.ValidationNotEqualError(ReplicationPacket.PacketStatus.ok, self.status, self._io, u"/seq/0")
        if self.is_semi_sync:
            pass
            self.semi_sync = ReplicationPacket.SemiSyncHeader(self._io, self, self._root)

        self.event = event.Event(self._io.pos(), self.format, self.table_maps, self._io)


    def _fetch_instances(self):
        pass
        if self.is_semi_sync:
            pass
            self.semi_sync._fetch_instances()

        self.event._fetch_instances()

    class SemiSyncHeader(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationPacket.SemiSyncHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = self._io.read_bytes(1)
            if not self.magic == b"\xEF":
                raise kaitaistruct.ValidationNotEqualError(b"\xEF", self.magic, self._io, u"/types/semi_sync_header/seq/0")
            self.needs_reply = self._io.read_u1()


        def _fetch_instances(self):
            pass



