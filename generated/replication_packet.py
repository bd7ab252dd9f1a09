# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event
from . import format_description_event
from . import log_format
from . import replication_command
from . import table_map_chain
from . import table_map_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ReplicationPacket(KaitaiStruct):
    """An event as a server sends it to a replica, without the header of the
    protocol's packet: a byte of zero, two more bytes in semi-synchronous
    replication, and the event.
    
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
        self.header = ReplicationPacket.PacketHeader(self.is_semi_sync, self._io, self, self._root)
        self.event = binlog_event.BinlogEvent(self._io.pos(), self.format, self.table_maps, self._io)


    def _fetch_instances(self):
        pass
        self.header._fetch_instances()
        self.event._fetch_instances()

    class PacketHeader(KaitaiStruct):
        """Bytes in front of an event."""
        def __init__(self, is_semi_sync, _io, _parent=None, _root=None):
            super(ReplicationPacket.PacketHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_semi_sync = is_semi_sync
            self._read()

        def _read(self):
            self.status = KaitaiStream.resolve_enum(ReplicationPacket.PacketStatus, self._io.read_u1())
            if not self.status == ReplicationPacket.PacketStatus.ok:
                raise kaitaistruct.ValidationNotEqualError(ReplicationPacket.PacketStatus.ok, self.status, self._io, u"/types/packet_header/seq/0")
            if self.is_semi_sync:
                pass
                self.semi_sync = ReplicationPacket.SemiSyncHeader(self._io, self, self._root)



        def _fetch_instances(self):
            pass
            if self.is_semi_sync:
                pass
                self.semi_sync._fetch_instances()



    class SemiSyncHeader(KaitaiStruct):
        """Bytes that semi-synchronous replication puts in front of an event.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/plugin/semisync/semisync.h
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationPacket.SemiSyncHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.magic = KaitaiStream.resolve_enum(replication_command.ReplicationCommand.SemiSyncMagic, self._io.read_u1())
            if not self.magic == replication_command.ReplicationCommand.SemiSyncMagic.packet:
                raise kaitaistruct.ValidationNotEqualError(replication_command.ReplicationCommand.SemiSyncMagic.packet, self.magic, self._io, u"/types/semi_sync_header/seq/0")
            self.needs_reply = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class StreamStart(KaitaiStruct):
        """The state before the first packet, without a FORMAT_DESCRIPTION or a
        TABLE_MAP. It has no bytes of its own.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(ReplicationPacket.StreamStart, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass
            _ = self.format
            if hasattr(self, '_m_format'):
                pass
                self._m_format._fetch_instances()

            _ = self.no_format_description
            if hasattr(self, '_m_no_format_description'):
                pass
                self._m_no_format_description._fetch_instances()

            _ = self.no_table_map
            if hasattr(self, '_m_no_table_map'):
                pass
                self._m_no_table_map._fetch_instances()

            _ = self.no_table_maps
            if hasattr(self, '_m_no_table_maps'):
                pass
                self._m_no_table_maps._fetch_instances()

            _ = self.table_maps
            if hasattr(self, '_m_table_maps'):
                pass
                self._m_table_maps._fetch_instances()


        @property
        def format(self):
            """The format in force for the first event."""
            if hasattr(self, '_m_format'):
                return self._m_format

            self._m_format = log_format.LogFormat(4, False, self.no_format_description, False, self._io)
            return getattr(self, '_m_format', None)

        @property
        def no_format_description(self):
            """Placeholder for the missing FORMAT_DESCRIPTION."""
            if hasattr(self, '_m_no_format_description'):
                return self._m_no_format_description

            if False:
                pass
                self._m_no_format_description = format_description_event.FormatDescriptionEvent.FormatDescriptionHandle(self._io)

            return getattr(self, '_m_no_format_description', None)

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
        def table_maps(self):
            """An empty chain of table maps."""
            if hasattr(self, '_m_table_maps'):
                return self._m_table_maps

            self._m_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
            return getattr(self, '_m_table_maps', None)



