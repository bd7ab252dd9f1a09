# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header
from . import format_description_event
from . import log_format
from . import table_map_chain
from . import table_map_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LogStart(KaitaiStruct):
    """The magic number, and the state before the first event: the version of the
    format, without a FORMAT_DESCRIPTION or a TABLE_MAP.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
    """

    class LogMagic(IntEnum):
        encrypted = 4251085166
        binlog = 4267862382
        innodb = 4278062337
    def __init__(self, _io, _parent=None, _root=None):
        super(LogStart, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.magic = KaitaiStream.resolve_enum(LogStart.LogMagic, self._io.read_u4be())
        if not self.magic == LogStart.LogMagic.binlog:
            raise kaitaistruct.ValidationNotEqualError(LogStart.LogMagic.binlog, self.magic, self._io, u"/seq/0")


    def _fetch_instances(self):
        pass
        _ = self.first_header
        if hasattr(self, '_m_first_header'):
            pass
            self._m_first_header._fetch_instances()

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
    def binlog_version(self):
        """Version of the format, by the first event: START_V3, which is shorter in
        version 1; ROTATE, in relay logs of version 3; or FORMAT_DESCRIPTION.
        """
        if hasattr(self, '_m_binlog_version'):
            return self._m_binlog_version

        self._m_binlog_version = ((1 if self.first_header.len_event < self.len_start_v3 else 3) if self.starts_with_start_v3 else (3 if self.starts_with_rotate else 4))
        return getattr(self, '_m_binlog_version', None)

    @property
    def first_header(self):
        """Header of the first event."""
        if hasattr(self, '_m_first_header'):
            return self._m_first_header

        if self.has_first_event:
            pass
            _pos = self._io.pos()
            self._io.seek(4)
            self._m_first_header = binlog_event_header.BinlogEventHeader(4, False, self._io)
            self._io.seek(_pos)

        return getattr(self, '_m_first_header', None)

    @property
    def format(self):
        """The format in force for the first event."""
        if hasattr(self, '_m_format'):
            return self._m_format

        self._m_format = log_format.LogFormat(self.binlog_version, False, self.no_format_description, False, self._io)
        return getattr(self, '_m_format', None)

    @property
    def has_first_event(self):
        """Whether the file is long enough for the header of an event."""
        if hasattr(self, '_m_has_first_event'):
            return self._m_has_first_event

        self._m_has_first_event = self._io.size() >= 4 + 19
        return getattr(self, '_m_has_first_event', None)

    @property
    def len_start_v3(self):
        """Length in bytes of a START_V3 with a header of 19 bytes."""
        if hasattr(self, '_m_len_start_v3'):
            return self._m_len_start_v3

        self._m_len_start_v3 = 75
        return getattr(self, '_m_len_start_v3', None)

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
    def starts_with_other(self):
        """Whether the first event is of a type that starts no server's log."""
        if hasattr(self, '_m_starts_with_other'):
            return self._m_starts_with_other

        self._m_starts_with_other =  ((self.has_first_event) and (self.first_header.type != binlog_event_header.BinlogEventHeader.EventType.start_v3) and (self.first_header.type != binlog_event_header.BinlogEventHeader.EventType.rotate) and (self.first_header.type != binlog_event_header.BinlogEventHeader.EventType.format_description)) 
        return getattr(self, '_m_starts_with_other', None)

    @property
    def starts_with_rotate(self):
        """Whether the first event is a ROTATE."""
        if hasattr(self, '_m_starts_with_rotate'):
            return self._m_starts_with_rotate

        self._m_starts_with_rotate =  ((self.has_first_event) and (self.first_header.type == binlog_event_header.BinlogEventHeader.EventType.rotate)) 
        return getattr(self, '_m_starts_with_rotate', None)

    @property
    def starts_with_start_v3(self):
        """Whether the first event is a START_V3."""
        if hasattr(self, '_m_starts_with_start_v3'):
            return self._m_starts_with_start_v3

        self._m_starts_with_start_v3 =  ((self.has_first_event) and (self.first_header.type == binlog_event_header.BinlogEventHeader.EventType.start_v3)) 
        return getattr(self, '_m_starts_with_start_v3', None)

    @property
    def table_maps(self):
        """An empty chain of table maps."""
        if hasattr(self, '_m_table_maps'):
            return self._m_table_maps

        self._m_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
        return getattr(self, '_m_table_maps', None)


