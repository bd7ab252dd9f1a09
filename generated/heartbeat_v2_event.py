# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HeartbeatV2Event(KaitaiStruct):
    """As HEARTBEAT, with positions over 4 GiB (MySQL 8.0.26 and later). There is no
    post-header, although MariaDB lists 10 bytes for this type.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Heartbeat__event__v2.html
    """

    class HeartbeatV2FieldType(IntEnum):
        end_mark = 0
        log = 1
        position = 2
    def __init__(self, _io, _parent=None, _root=None):
        super(HeartbeatV2Event, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.fields = []
        i = 0
        while True:
            _ = HeartbeatV2Event.HeartbeatV2Field(self._io, self, self._root)
            self.fields.append(_)
            if  ((_.type == HeartbeatV2Event.HeartbeatV2FieldType.end_mark) or (self._io.is_eof())) :
                break
            i += 1
        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass


    class HeartbeatV2Field(KaitaiStruct):
        """A field: its type, its length and its value.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(HeartbeatV2Event.HeartbeatV2Field, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.type_code = packed_integer.PackedInteger(self._io)
            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                self.len_value = packed_integer.PackedInteger(self._io)

            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                _on = self.type
                if _on == HeartbeatV2Event.HeartbeatV2FieldType.position:
                    pass
                    self._raw_value = self._io.read_bytes(self.len_value.value)
                    _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                    self.value = packed_integer.PackedInteger(_io__raw_value)
                else:
                    pass
                    self.value = self._io.read_bytes(self.len_value.value)



        def _fetch_instances(self):
            pass
            self.type_code._fetch_instances()
            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                self.len_value._fetch_instances()

            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                _on = self.type
                if _on == HeartbeatV2Event.HeartbeatV2FieldType.position:
                    pass
                    self.value._fetch_instances()
                else:
                    pass


        @property
        def type(self):
            """Type of the field."""
            if hasattr(self, '_m_type'):
                return self._m_type

            self._m_type = KaitaiStream.resolve_enum(HeartbeatV2Event.HeartbeatV2FieldType, self.type_code.value)
            return getattr(self, '_m_type', None)



