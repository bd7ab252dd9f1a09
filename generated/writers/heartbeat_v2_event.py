# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class HeartbeatV2Event(ReadWriteKaitaiStruct):
    """As HEARTBEAT, with positions over 4 GiB (MySQL 8.0.26 and later). There is no
    post-header, although MariaDB lists 10 bytes for this type.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Heartbeat__event__v2.html
    """

    class HeartbeatV2FieldType(IntEnum):
        end_mark = 0
        log = 1
        position = 2
    def __init__(self, _io=None, _parent=None, _root=None):
        super(HeartbeatV2Event, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.fields = []
        i = 0
        while True:
            _t_fields = HeartbeatV2Event.HeartbeatV2Field(self._io, self, self._root)
            try:
                _t_fields._read()
            finally:
                _ = _t_fields
                self.fields.append(_)
            if  ((_.type == HeartbeatV2Event.HeartbeatV2FieldType.end_mark) or (self._io.is_eof())) :
                break
            i += 1
        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        for i in range(len(self.fields)):
            pass
            self.fields[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(HeartbeatV2Event, self)._write__seq(io)
        for i in range(len(self.fields)):
            pass
            self.fields[i]._write__seq(self._io)
            _ = self.fields[i]
            if  ((_.type == HeartbeatV2Event.HeartbeatV2FieldType.end_mark) or (self._io.is_eof()))  != (i == len(self.fields) - 1):
                raise kaitaistruct.ConsistencyError(u"fields", i == len(self.fields) - 1,  ((_.type == HeartbeatV2Event.HeartbeatV2FieldType.end_mark) or (self._io.is_eof())) )

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        if len(self.fields) == 0:
            raise kaitaistruct.ConsistencyError(u"fields", 0, len(self.fields))
        for i in range(len(self.fields)):
            pass
            if self.fields[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"fields", self._root, self.fields[i]._root)
            if self.fields[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"fields", self, self.fields[i]._parent)

        self._dirty = False

    class HeartbeatV2Field(ReadWriteKaitaiStruct):
        """A field: its type, its length and its value.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(HeartbeatV2Event.HeartbeatV2Field, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.type_code = packed_integer.PackedInteger(self._io)
            self.type_code._read()
            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                self.len_value = packed_integer.PackedInteger(self._io)
                self.len_value._read()

            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                _on = self.type
                if _on == HeartbeatV2Event.HeartbeatV2FieldType.position:
                    pass
                    self._raw_value = self._io.read_bytes(self.len_value.value)
                    _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                    self.value = packed_integer.PackedInteger(_io__raw_value)
                    self.value._read()
                else:
                    pass
                    self.value = self._io.read_bytes(self.len_value.value)

            self._dirty = False


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



        def _write__seq(self, io=None):
            super(HeartbeatV2Event.HeartbeatV2Field, self)._write__seq(io)
            self.type_code._write__seq(self._io)
            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                self.len_value._write__seq(self._io)

            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                _on = self.type
                if _on == HeartbeatV2Event.HeartbeatV2FieldType.position:
                    pass
                    _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
                    self._io.add_child_stream(_io__raw_value)
                    _pos2 = self._io.pos()
                    self._io.seek(self._io.pos() + (self.len_value.value))
                    def handler(parent, _io__raw_value=_io__raw_value):
                        self._raw_value = _io__raw_value.to_byte_array()
                        if len(self._raw_value) != self.len_value.value:
                            raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
                        parent.write_bytes(self._raw_value)
                    _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                    self.value._write__seq(_io__raw_value)
                else:
                    pass
                    self._io.write_bytes(self.value)



        def _check(self):
            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass

            if self.type != HeartbeatV2Event.HeartbeatV2FieldType.end_mark:
                pass
                _on = self.type
                if _on == HeartbeatV2Event.HeartbeatV2FieldType.position:
                    pass
                else:
                    pass
                    if len(self.value) != self.len_value.value:
                        raise kaitaistruct.ConsistencyError(u"value", self.len_value.value, len(self.value))

            self._dirty = False

        @property
        def type(self):
            """Type of the field."""
            if hasattr(self, '_m_type'):
                return self._m_type

            self._m_type = KaitaiStream.resolve_enum(HeartbeatV2Event.HeartbeatV2FieldType, self.type_code.value)
            return getattr(self, '_m_type', None)

        def _invalidate_type(self):
            del self._m_type


