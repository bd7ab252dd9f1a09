# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_event_header
from . import format_description_event
from . import log_format
from . import table_map_chain
from . import table_map_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class LogStart(ReadWriteKaitaiStruct):
    """The magic number, and the state before the first event: the version of the
    format, without a FORMAT_DESCRIPTION or a TABLE_MAP.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_replication_binlog_event.html
    """

    class LogMagic(IntEnum):
        encrypted = 4251085166
        binlog = 4267862382
        innodb = 4278062337
    def __init__(self, _io=None, _parent=None, _root=None):
        super(LogStart, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._should_write_first_header = False
        self.first_header__enabled = True
        self._should_write_format = False
        self.format__enabled = True
        self._should_write_no_format_description = False
        self.no_format_description__enabled = True
        self._should_write_no_table_map = False
        self.no_table_map__enabled = True
        self._should_write_no_table_maps = False
        self.no_table_maps__enabled = True
        self._should_write_table_maps = False
        self.table_maps__enabled = True

    def _read(self):
        self.magic = KaitaiStream.resolve_enum(LogStart.LogMagic, self._io.read_u4be())
        if not self.magic == LogStart.LogMagic.binlog:
            raise kaitaistruct.ValidationNotEqualError(LogStart.LogMagic.binlog, self.magic, self._io, u"/seq/0")
        self._dirty = False


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



    def _write__seq(self, io=None):
        super(LogStart, self)._write__seq(io)
        self._should_write_first_header = self.first_header__enabled
        self._should_write_format = self.format__enabled
        self._should_write_no_format_description = self.no_format_description__enabled
        self._should_write_no_table_map = self.no_table_map__enabled
        self._should_write_no_table_maps = self.no_table_maps__enabled
        self._should_write_table_maps = self.table_maps__enabled
        self._io.write_u4be(int(self.magic))


    def _check(self):
        if not self.magic == LogStart.LogMagic.binlog:
            raise kaitaistruct.ValidationNotEqualError(LogStart.LogMagic.binlog, self.magic, None, u"/seq/0")
        if self.first_header__enabled:
            pass

        if self.format__enabled:
            pass
            if self._m_format.has_format_description != False:
                raise kaitaistruct.ConsistencyError(u"format", False, self._m_format.has_format_description)
            if self._m_format.is_payload != False:
                raise kaitaistruct.ConsistencyError(u"format", False, self._m_format.is_payload)

        if self.no_format_description__enabled:
            pass
            if False:
                pass


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


        if self.table_maps__enabled:
            pass
            if self._m_table_maps.is_empty != True:
                raise kaitaistruct.ConsistencyError(u"table_maps", True, self._m_table_maps.is_empty)

        self._dirty = False

    @property
    def binlog_version(self):
        """Version of the format, by the first event: START_V3, which is shorter in
        version 1; ROTATE, in relay logs of version 3; or FORMAT_DESCRIPTION.
        """
        if hasattr(self, '_m_binlog_version'):
            return self._m_binlog_version

        self._m_binlog_version = ((1 if self.first_header.len_event < self.len_start_v3 else 3) if self.starts_with_start_v3 else (3 if self.starts_with_rotate else 4))
        return getattr(self, '_m_binlog_version', None)

    def _invalidate_binlog_version(self):
        del self._m_binlog_version
    @property
    def first_header(self):
        """Header of the first event."""
        if self._should_write_first_header:
            self._write_first_header()
        if hasattr(self, '_m_first_header'):
            return self._m_first_header

        if not self.first_header__enabled:
            return None

        if self.has_first_event:
            pass
            _pos = self._io.pos()
            self._io.seek(4)
            self._m_first_header = binlog_event_header.BinlogEventHeader(4, False, self._io)
            self._m_first_header._read()
            self._io.seek(_pos)

        return getattr(self, '_m_first_header', None)

    @first_header.setter
    def first_header(self, v):
        self._dirty = True
        self._m_first_header = v

    def _write_first_header(self):
        self._should_write_first_header = False
        if self.has_first_event:
            pass
            _pos = self._io.pos()
            self._io.seek(4)
            if self._m_first_header.binlog_version != 4:
                raise kaitaistruct.ConsistencyError(u"first_header", 4, self._m_first_header.binlog_version)
            if self._m_first_header.has_permuted_types != False:
                raise kaitaistruct.ConsistencyError(u"first_header", False, self._m_first_header.has_permuted_types)
            self._m_first_header._write__seq(self._io)
            self._io.seek(_pos)


    @property
    def format(self):
        """The format in force for the first event."""
        if self._should_write_format:
            self._write_format()
        if hasattr(self, '_m_format'):
            return self._m_format

        if not self.format__enabled:
            return None

        self._m_format = log_format.LogFormat(self.binlog_version, False, self.no_format_description, False, self._io)
        self._m_format._read()
        return getattr(self, '_m_format', None)

    @format.setter
    def format(self, v):
        self._dirty = True
        self._m_format = v

    def _write_format(self):
        self._should_write_format = False
        if self._m_format.binlog_version != self.binlog_version:
            raise kaitaistruct.ConsistencyError(u"format", self.binlog_version, self._m_format.binlog_version)
        if self._m_format.handle != self.no_format_description:
            raise kaitaistruct.ConsistencyError(u"format", self.no_format_description, self._m_format.handle)
        self._m_format._write__seq(self._io)

    @property
    def has_first_event(self):
        """Whether the file is long enough for the header of an event."""
        if hasattr(self, '_m_has_first_event'):
            return self._m_has_first_event

        self._m_has_first_event = self._io.size() >= 4 + 19
        return getattr(self, '_m_has_first_event', None)

    def _invalidate_has_first_event(self):
        del self._m_has_first_event
    @property
    def len_start_v3(self):
        """Length in bytes of a START_V3 with a header of 19 bytes."""
        if hasattr(self, '_m_len_start_v3'):
            return self._m_len_start_v3

        self._m_len_start_v3 = 75
        return getattr(self, '_m_len_start_v3', None)

    def _invalidate_len_start_v3(self):
        del self._m_len_start_v3
    @property
    def no_format_description(self):
        """Placeholder for the missing FORMAT_DESCRIPTION."""
        if self._should_write_no_format_description:
            self._write_no_format_description()
        if hasattr(self, '_m_no_format_description'):
            return self._m_no_format_description

        if not self.no_format_description__enabled:
            return None

        if False:
            pass
            self._m_no_format_description = format_description_event.FormatDescriptionEvent.FormatDescriptionHandle(self._io)
            self._m_no_format_description._read()

        return getattr(self, '_m_no_format_description', None)

    @no_format_description.setter
    def no_format_description(self, v):
        self._dirty = True
        self._m_no_format_description = v

    def _write_no_format_description(self):
        self._should_write_no_format_description = False
        if False:
            pass
            self._m_no_format_description._write__seq(self._io)


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
    def starts_with_other(self):
        """Whether the first event is of a type that starts no server's log."""
        if hasattr(self, '_m_starts_with_other'):
            return self._m_starts_with_other

        self._m_starts_with_other =  ((self.has_first_event) and (self.first_header.type != binlog_event_header.BinlogEventHeader.EventType.start_v3) and (self.first_header.type != binlog_event_header.BinlogEventHeader.EventType.rotate) and (self.first_header.type != binlog_event_header.BinlogEventHeader.EventType.format_description)) 
        return getattr(self, '_m_starts_with_other', None)

    def _invalidate_starts_with_other(self):
        del self._m_starts_with_other
    @property
    def starts_with_rotate(self):
        """Whether the first event is a ROTATE."""
        if hasattr(self, '_m_starts_with_rotate'):
            return self._m_starts_with_rotate

        self._m_starts_with_rotate =  ((self.has_first_event) and (self.first_header.type == binlog_event_header.BinlogEventHeader.EventType.rotate)) 
        return getattr(self, '_m_starts_with_rotate', None)

    def _invalidate_starts_with_rotate(self):
        del self._m_starts_with_rotate
    @property
    def starts_with_start_v3(self):
        """Whether the first event is a START_V3."""
        if hasattr(self, '_m_starts_with_start_v3'):
            return self._m_starts_with_start_v3

        self._m_starts_with_start_v3 =  ((self.has_first_event) and (self.first_header.type == binlog_event_header.BinlogEventHeader.EventType.start_v3)) 
        return getattr(self, '_m_starts_with_start_v3', None)

    def _invalidate_starts_with_start_v3(self):
        del self._m_starts_with_start_v3
    @property
    def table_maps(self):
        """An empty chain of table maps."""
        if self._should_write_table_maps:
            self._write_table_maps()
        if hasattr(self, '_m_table_maps'):
            return self._m_table_maps

        if not self.table_maps__enabled:
            return None

        self._m_table_maps = table_map_chain.TableMapChain(True, self.no_table_map, self.no_table_maps, self._io)
        self._m_table_maps._read()
        return getattr(self, '_m_table_maps', None)

    @table_maps.setter
    def table_maps(self, v):
        self._dirty = True
        self._m_table_maps = v

    def _write_table_maps(self):
        self._should_write_table_maps = False
        if self._m_table_maps.handle != self.no_table_map:
            raise kaitaistruct.ConsistencyError(u"table_maps", self.no_table_map, self._m_table_maps.handle)
        if self._m_table_maps.older != self.no_table_maps:
            raise kaitaistruct.ConsistencyError(u"table_maps", self.no_table_maps, self._m_table_maps.older)
        self._m_table_maps._write__seq(self._io)


