# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import column_metadata
from . import decimal_cell
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class JsonBinary(ReadWriteKaitaiStruct):
    """A JSON document in MySQL's binary form. Objects and arrays begin with a table
    of their members, whose offsets count from the start of the container. Large
    containers have four bytes for counts and offsets, small ones two. The table
    itself holds literals and short integers. Members are read only on access, so
    that a document that refers to itself does no harm; a reader that follows all
    members has to limit the depth.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
    """

    class JsonLiteralValue(IntEnum):
        json_null = 0
        json_true = 1
        json_false = 2

    class JsonType(IntEnum):
        small_object = 0
        large_object = 1
        small_array = 2
        large_array = 3
        literal = 4
        int16 = 5
        uint16 = 6
        int32 = 7
        uint32 = 8
        int64 = 9
        uint64 = 10
        double = 11
        string = 12
        opaque = 15
    def __init__(self, _io=None, _parent=None, _root=None):
        super(JsonBinary, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.type = KaitaiStream.resolve_enum(JsonBinary.JsonType, self._io.read_u1())
        if not isinstance(self.type, JsonBinary.JsonType):
            raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/seq/0")
        self.root = JsonBinary.JsonValue(self.type, 1, self._io, self, self._root)
        self.root._read()
        self.content = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.root._fetch_instances()


    def _write__seq(self, io=None):
        super(JsonBinary, self)._write__seq(io)
        self._io.write_u1(int(self.type))
        self.root._write__seq(self._io)
        self._io.write_bytes(self.content)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"content", 0, self._io.size() - self._io.pos())


    def _check(self):
        if not isinstance(self.type, JsonBinary.JsonType):
            raise kaitaistruct.ValidationNotInEnumError(self.type, None, u"/seq/0")
        if self.root._root != self._root:
            raise kaitaistruct.ConsistencyError(u"root", self._root, self.root._root)
        if self.root._parent != self:
            raise kaitaistruct.ConsistencyError(u"root", self, self.root._parent)
        if self.root.type != self.type:
            raise kaitaistruct.ConsistencyError(u"root", self.type, self.root.type)
        if self.root.ofs_content != 1:
            raise kaitaistruct.ConsistencyError(u"root", 1, self.root.ofs_content)
        self._dirty = False

    class JsonContainer(ReadWriteKaitaiStruct):
        """An object or an array."""
        def __init__(self, ofs_container, is_object, is_large, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonContainer, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_container = ofs_container
            self.is_object = is_object
            self.is_large = is_large

        def _read(self):
            self.header = JsonBinary.JsonContainerHeader(self.is_object, self.is_large, self._io, self, self._root)
            self.header._read()
            if self.is_object:
                pass
                self.keys = []
                for i in range(self.header.num_members.value):
                    _t_keys = JsonBinary.JsonKey(self.ofs_container, self.is_large, self._io, self, self._root)
                    try:
                        _t_keys._read()
                    finally:
                        self.keys.append(_t_keys)


            self.members = []
            for i in range(self.header.num_members.value):
                _t_members = JsonBinary.JsonMember(self._io.pos(), self.ofs_container, self.is_large, self._io, self, self._root)
                try:
                    _t_members._read()
                finally:
                    self.members.append(_t_members)

            self._dirty = False


        def _fetch_instances(self):
            pass
            self.header._fetch_instances()
            if self.is_object:
                pass
                for i in range(len(self.keys)):
                    pass
                    self.keys[i]._fetch_instances()


            for i in range(len(self.members)):
                pass
                self.members[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(JsonBinary.JsonContainer, self)._write__seq(io)
            self.header._write__seq(self._io)
            if self.is_object:
                pass
                for i in range(len(self.keys)):
                    pass
                    self.keys[i]._write__seq(self._io)


            for i in range(len(self.members)):
                pass
                if self.members[i].ofs_member != self._io.pos():
                    raise kaitaistruct.ConsistencyError(u"members", self._io.pos(), self.members[i].ofs_member)
                self.members[i]._write__seq(self._io)



        def _check(self):
            if self.header._root != self._root:
                raise kaitaistruct.ConsistencyError(u"header", self._root, self.header._root)
            if self.header._parent != self:
                raise kaitaistruct.ConsistencyError(u"header", self, self.header._parent)
            if self.header.is_object != self.is_object:
                raise kaitaistruct.ConsistencyError(u"header", self.is_object, self.header.is_object)
            if self.header.is_large != self.is_large:
                raise kaitaistruct.ConsistencyError(u"header", self.is_large, self.header.is_large)
            if self.is_object:
                pass
                if len(self.keys) != self.header.num_members.value:
                    raise kaitaistruct.ConsistencyError(u"keys", self.header.num_members.value, len(self.keys))
                for i in range(len(self.keys)):
                    pass
                    if self.keys[i]._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"keys", self._root, self.keys[i]._root)
                    if self.keys[i]._parent != self:
                        raise kaitaistruct.ConsistencyError(u"keys", self, self.keys[i]._parent)
                    if self.keys[i].ofs_container != self.ofs_container:
                        raise kaitaistruct.ConsistencyError(u"keys", self.ofs_container, self.keys[i].ofs_container)
                    if self.keys[i].is_large != self.is_large:
                        raise kaitaistruct.ConsistencyError(u"keys", self.is_large, self.keys[i].is_large)


            if len(self.members) != self.header.num_members.value:
                raise kaitaistruct.ConsistencyError(u"members", self.header.num_members.value, len(self.members))
            for i in range(len(self.members)):
                pass
                if self.members[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"members", self._root, self.members[i]._root)
                if self.members[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"members", self, self.members[i]._parent)
                if self.members[i].ofs_container != self.ofs_container:
                    raise kaitaistruct.ConsistencyError(u"members", self.ofs_container, self.members[i].ofs_container)
                if self.members[i].is_large != self.is_large:
                    raise kaitaistruct.ConsistencyError(u"members", self.is_large, self.members[i].is_large)

            self._dirty = False


    class JsonContainerHeader(ReadWriteKaitaiStruct):
        """The counts of a container."""
        def __init__(self, is_object, is_large, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonContainerHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_object = is_object
            self.is_large = is_large

        def _read(self):
            self.num_members = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.num_members._read()
            self.len_container = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.len_container._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.num_members._fetch_instances()
            self.len_container._fetch_instances()


        def _write__seq(self, io=None):
            super(JsonBinary.JsonContainerHeader, self)._write__seq(io)
            self.num_members._write__seq(self._io)
            self.len_container._write__seq(self._io)


        def _check(self):
            if self.num_members._root != self._root:
                raise kaitaistruct.ConsistencyError(u"num_members", self._root, self.num_members._root)
            if self.num_members._parent != self:
                raise kaitaistruct.ConsistencyError(u"num_members", self, self.num_members._parent)
            if self.num_members.is_large != self.is_large:
                raise kaitaistruct.ConsistencyError(u"num_members", self.is_large, self.num_members.is_large)
            if self.len_container._root != self._root:
                raise kaitaistruct.ConsistencyError(u"len_container", self._root, self.len_container._root)
            if self.len_container._parent != self:
                raise kaitaistruct.ConsistencyError(u"len_container", self, self.len_container._parent)
            if self.len_container.is_large != self.is_large:
                raise kaitaistruct.ConsistencyError(u"len_container", self.is_large, self.len_container.is_large)
            self._dirty = False

        @property
        def len_keys(self):
            """Length in bytes of the table of keys."""
            if hasattr(self, '_m_len_keys'):
                return self._m_len_keys

            self._m_len_keys = (self.num_members.value * (self.len_size + 2) if self.is_object else 0)
            return getattr(self, '_m_len_keys', None)

        def _invalidate_len_keys(self):
            del self._m_len_keys
        @property
        def len_size(self):
            """Length of counts and offsets in bytes."""
            if hasattr(self, '_m_len_size'):
                return self._m_len_size

            self._m_len_size = (4 if self.is_large else 2)
            return getattr(self, '_m_len_size', None)

        def _invalidate_len_size(self):
            del self._m_len_size
        @property
        def len_table(self):
            """Length in bytes of this header and the tables of keys and members."""
            if hasattr(self, '_m_len_table'):
                return self._m_len_table

            self._m_len_table = (2 * self.len_size + self.len_keys) + self.num_members.value * (1 + self.len_size)
            return getattr(self, '_m_len_table', None)

        def _invalidate_len_table(self):
            del self._m_len_table

    class JsonDecimal(ReadWriteKaitaiStruct):
        """A DECIMAL with its number of digits."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonDecimal, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.precision = self._io.read_u1()
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, self._io, u"/types/json_decimal/seq/0")
            self.scale = self._io.read_u1()
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, self._io, u"/types/json_decimal/seq/1")
            self.value = decimal_cell.DecimalCell(self.precision, self.scale, self._io)
            self.value._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.value._fetch_instances()


        def _write__seq(self, io=None):
            super(JsonBinary.JsonDecimal, self)._write__seq(io)
            self._io.write_u1(self.precision)
            self._io.write_u1(self.scale)
            self.value._write__seq(self._io)


        def _check(self):
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, None, u"/types/json_decimal/seq/0")
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, None, u"/types/json_decimal/seq/1")
            if self.value.precision != self.precision:
                raise kaitaistruct.ConsistencyError(u"value", self.precision, self.value.precision)
            if self.value.scale != self.scale:
                raise kaitaistruct.ConsistencyError(u"value", self.scale, self.value.scale)
            self._dirty = False


    class JsonDouble(ReadWriteKaitaiStruct):
        """A floating-point number."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonDouble, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.value = self._io.read_f8le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(JsonBinary.JsonDouble, self)._write__seq(io)
            self._io.write_f8le(self.value)


        def _check(self):
            self._dirty = False


    class JsonInt64(ReadWriteKaitaiStruct):
        """A signed integer of 64 bits."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonInt64, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.low = self._io.read_u4le()
            self.high = self._io.read_s4le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(JsonBinary.JsonInt64, self)._write__seq(io)
            self._io.write_u4le(self.low)
            self._io.write_s4le(self.high)


        def _check(self):
            self._dirty = False

        @property
        def value(self):
            """The number. It is read in two halves, since the JavaScript runtime
            0.11 reads signed integers of 64 bits incorrectly.
            """
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.low + self.high * 4294967296)
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class JsonInteger(ReadWriteKaitaiStruct):
        """An integer of 16, 32 or 64 bits."""
        def __init__(self, type, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonInteger, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type

        def _read(self):
            if self.type == JsonBinary.JsonType.int16:
                pass
                self.int16 = self._io.read_s2le()

            if self.type == JsonBinary.JsonType.uint16:
                pass
                self.uint16 = self._io.read_u2le()

            if self.type == JsonBinary.JsonType.int32:
                pass
                self.int32 = self._io.read_s4le()

            if self.type == JsonBinary.JsonType.uint32:
                pass
                self.uint32 = self._io.read_u4le()

            if self.type == JsonBinary.JsonType.uint64:
                pass
                self.uint64 = self._io.read_u8le()

            self._dirty = False


        def _fetch_instances(self):
            pass
            if self.type == JsonBinary.JsonType.int16:
                pass

            if self.type == JsonBinary.JsonType.uint16:
                pass

            if self.type == JsonBinary.JsonType.int32:
                pass

            if self.type == JsonBinary.JsonType.uint32:
                pass

            if self.type == JsonBinary.JsonType.uint64:
                pass



        def _write__seq(self, io=None):
            super(JsonBinary.JsonInteger, self)._write__seq(io)
            if self.type == JsonBinary.JsonType.int16:
                pass
                self._io.write_s2le(self.int16)

            if self.type == JsonBinary.JsonType.uint16:
                pass
                self._io.write_u2le(self.uint16)

            if self.type == JsonBinary.JsonType.int32:
                pass
                self._io.write_s4le(self.int32)

            if self.type == JsonBinary.JsonType.uint32:
                pass
                self._io.write_u4le(self.uint32)

            if self.type == JsonBinary.JsonType.uint64:
                pass
                self._io.write_u8le(self.uint64)



        def _check(self):
            if self.type == JsonBinary.JsonType.int16:
                pass

            if self.type == JsonBinary.JsonType.uint16:
                pass

            if self.type == JsonBinary.JsonType.int32:
                pass

            if self.type == JsonBinary.JsonType.uint32:
                pass

            if self.type == JsonBinary.JsonType.uint64:
                pass

            self._dirty = False

        @property
        def value(self):
            """The number, whatever its type."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.int16 if self.type == JsonBinary.JsonType.int16 else (self.uint16 if self.type == JsonBinary.JsonType.uint16 else (self.int32 if self.type == JsonBinary.JsonType.int32 else (self.uint32 if self.type == JsonBinary.JsonType.uint32 else self.uint64))))
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class JsonKey(ReadWriteKaitaiStruct):
        """A key of an object."""
        def __init__(self, ofs_container, is_large, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonKey, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_container = ofs_container
            self.is_large = is_large
            self._should_write_text = False
            self.text__enabled = True

        def _read(self):
            self.ofs_text = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.ofs_text._read()
            self.len_text = self._io.read_u2le()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.ofs_text._fetch_instances()
            _ = self.text
            if hasattr(self, '_m_text'):
                pass



        def _write__seq(self, io=None):
            super(JsonBinary.JsonKey, self)._write__seq(io)
            self._should_write_text = self.text__enabled
            self.ofs_text._write__seq(self._io)
            self._io.write_u2le(self.len_text)


        def _check(self):
            if self.ofs_text._root != self._root:
                raise kaitaistruct.ConsistencyError(u"ofs_text", self._root, self.ofs_text._root)
            if self.ofs_text._parent != self:
                raise kaitaistruct.ConsistencyError(u"ofs_text", self, self.ofs_text._parent)
            if self.ofs_text.is_large != self.is_large:
                raise kaitaistruct.ConsistencyError(u"ofs_text", self.is_large, self.ofs_text.is_large)
            if self.text__enabled:
                pass
                if len((self._m_text).encode(u"UTF-8")) != self.len_text:
                    raise kaitaistruct.ConsistencyError(u"text", self.len_text, len((self._m_text).encode(u"UTF-8")))

            self._dirty = False

        @property
        def text(self):
            """The key."""
            if self._should_write_text:
                self._write_text()
            if hasattr(self, '_m_text'):
                return self._m_text

            if not self.text__enabled:
                return None

            _pos = self._io.pos()
            self._io.seek(self.ofs_container + self.ofs_text.value)
            self._m_text = (self._io.read_bytes(self.len_text)).decode(u"UTF-8")
            self._io.seek(_pos)
            return getattr(self, '_m_text', None)

        @text.setter
        def text(self, v):
            self._dirty = True
            self._m_text = v

        def _write_text(self):
            self._should_write_text = False
            _pos = self._io.pos()
            self._io.seek(self.ofs_container + self.ofs_text.value)
            self._io.write_bytes((self._m_text).encode(u"UTF-8"))
            self._io.seek(_pos)


    class JsonLength(ReadWriteKaitaiStruct):
        """A length: seven bits in each byte, the lowest first. The highest bit of a
        byte is 1 if another byte follows.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonLength, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.bytes = []
            i = 0
            while True:
                _t_bytes = JsonBinary.JsonLengthByte((1 if i == 0 else self.bytes[i - 1].scale * 128), (0 if i == 0 else self.bytes[i - 1].value), self._io, self, self._root)
                try:
                    _t_bytes._read()
                finally:
                    _ = _t_bytes
                    self.bytes.append(_)
                if  (((not (_.is_followed))) or (_.scale == 268435456)) :
                    break
                i += 1
            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.bytes)):
                pass
                self.bytes[i]._fetch_instances()



        def _write__seq(self, io=None):
            super(JsonBinary.JsonLength, self)._write__seq(io)
            for i in range(len(self.bytes)):
                pass
                self.bytes[i]._write__seq(self._io)



        def _check(self):
            if len(self.bytes) == 0:
                raise kaitaistruct.ConsistencyError(u"bytes", 0, len(self.bytes))
            for i in range(len(self.bytes)):
                pass
                if self.bytes[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"bytes", self._root, self.bytes[i]._root)
                if self.bytes[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"bytes", self, self.bytes[i]._parent)
                if self.bytes[i].scale != (1 if i == 0 else self.bytes[i - 1].scale * 128):
                    raise kaitaistruct.ConsistencyError(u"bytes", (1 if i == 0 else self.bytes[i - 1].scale * 128), self.bytes[i].scale)
                if self.bytes[i].previous != (0 if i == 0 else self.bytes[i - 1].value):
                    raise kaitaistruct.ConsistencyError(u"bytes", (0 if i == 0 else self.bytes[i - 1].value), self.bytes[i].previous)
                _ = self.bytes[i]
                if  (((not (_.is_followed))) or (_.scale == 268435456))  != (i == len(self.bytes) - 1):
                    raise kaitaistruct.ConsistencyError(u"bytes", i == len(self.bytes) - 1,  (((not (_.is_followed))) or (_.scale == 268435456)) )

            self._dirty = False

        @property
        def value(self):
            """The length."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self.bytes[-1].value
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class JsonLengthByte(ReadWriteKaitaiStruct):
        """A byte of a length."""
        def __init__(self, scale, previous, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonLengthByte, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.scale = scale
            self.previous = previous

        def _read(self):
            self.raw = self._io.read_u1()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(JsonBinary.JsonLengthByte, self)._write__seq(io)
            self._io.write_u1(self.raw)


        def _check(self):
            self._dirty = False

        @property
        def is_followed(self):
            """Whether another byte follows."""
            if hasattr(self, '_m_is_followed'):
                return self._m_is_followed

            self._m_is_followed = self.raw >= 128
            return getattr(self, '_m_is_followed', None)

        def _invalidate_is_followed(self):
            del self._m_is_followed
        @property
        def value(self):
            """Length by the bytes so far."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.previous + (self.raw % 128) * self.scale)
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class JsonLiteral(ReadWriteKaitaiStruct):
        """A literal."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonLiteral, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.value = KaitaiStream.resolve_enum(JsonBinary.JsonLiteralValue, self._io.read_u1())
            if not isinstance(self.value, JsonBinary.JsonLiteralValue):
                raise kaitaistruct.ValidationNotInEnumError(self.value, self._io, u"/types/json_literal/seq/0")
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(JsonBinary.JsonLiteral, self)._write__seq(io)
            self._io.write_u1(int(self.value))


        def _check(self):
            if not isinstance(self.value, JsonBinary.JsonLiteralValue):
                raise kaitaistruct.ValidationNotInEnumError(self.value, None, u"/types/json_literal/seq/0")
            self._dirty = False


    class JsonMember(ReadWriteKaitaiStruct):
        """A value of a container."""
        def __init__(self, ofs_member, ofs_container, is_large, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonMember, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_member = ofs_member
            self.ofs_container = ofs_container
            self.is_large = is_large

        def _read(self):
            self.type = KaitaiStream.resolve_enum(JsonBinary.JsonType, self._io.read_u1())
            if not isinstance(self.type, JsonBinary.JsonType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/types/json_member/seq/0")
            self.content_or_offset = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.content_or_offset._read()
            self.value = JsonBinary.JsonValue(self.type, (self.ofs_member + 1 if self.is_inlined else self.ofs_container + self.content_or_offset.value), self._io, self, self._root)
            self.value._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.content_or_offset._fetch_instances()
            self.value._fetch_instances()


        def _write__seq(self, io=None):
            super(JsonBinary.JsonMember, self)._write__seq(io)
            self._io.write_u1(int(self.type))
            self.content_or_offset._write__seq(self._io)
            self.value._write__seq(self._io)


        def _check(self):
            if not isinstance(self.type, JsonBinary.JsonType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, None, u"/types/json_member/seq/0")
            if self.content_or_offset._root != self._root:
                raise kaitaistruct.ConsistencyError(u"content_or_offset", self._root, self.content_or_offset._root)
            if self.content_or_offset._parent != self:
                raise kaitaistruct.ConsistencyError(u"content_or_offset", self, self.content_or_offset._parent)
            if self.content_or_offset.is_large != self.is_large:
                raise kaitaistruct.ConsistencyError(u"content_or_offset", self.is_large, self.content_or_offset.is_large)
            if self.value._root != self._root:
                raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
            if self.value._parent != self:
                raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            if self.value.type != self.type:
                raise kaitaistruct.ConsistencyError(u"value", self.type, self.value.type)
            if self.value.ofs_content != (self.ofs_member + 1 if self.is_inlined else self.ofs_container + self.content_or_offset.value):
                raise kaitaistruct.ConsistencyError(u"value", (self.ofs_member + 1 if self.is_inlined else self.ofs_container + self.content_or_offset.value), self.value.ofs_content)
            self._dirty = False

        @property
        def is_inlined(self):
            """Whether the entry itself holds the content."""
            if hasattr(self, '_m_is_inlined'):
                return self._m_is_inlined

            self._m_is_inlined =  ((self.type == JsonBinary.JsonType.literal) or (self.type == JsonBinary.JsonType.int16) or (self.type == JsonBinary.JsonType.uint16) or ( ((self.is_large) and ( ((self.type == JsonBinary.JsonType.int32) or (self.type == JsonBinary.JsonType.uint32)) )) )) 
            return getattr(self, '_m_is_inlined', None)

        def _invalidate_is_inlined(self):
            del self._m_is_inlined

    class JsonOpaque(ReadWriteKaitaiStruct):
        """A value of a type that SQL has and JSON does not, in the form of a
        column's cell.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonOpaque, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.type = KaitaiStream.resolve_enum(column_metadata.ColumnMetadata.ColumnType, self._io.read_u1())
            self.len_data = JsonBinary.JsonLength(self._io, self, self._root)
            self.len_data._read()
            _on = self.type
            if _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
                self.data._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
                self.data._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonDecimal(_io__raw_data, self, self._root)
                self.data._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
                self.data._read()
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
                self.data._read()
            else:
                pass
                self.data = self._io.read_bytes(self.len_data.value)
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.len_data._fetch_instances()
            _on = self.type
            if _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                self.data._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                self.data._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                self.data._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                self.data._fetch_instances()
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                self.data._fetch_instances()
            else:
                pass


        def _write__seq(self, io=None):
            super(JsonBinary.JsonOpaque, self)._write__seq(io)
            self._io.write_u1(int(self.type))
            self.len_data._write__seq(self._io)
            _on = self.type
            if _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                _io__raw_data = KaitaiStream(BytesIO(bytearray(self.len_data.value)))
                self._io.add_child_stream(_io__raw_data)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_data.value))
                def handler(parent, _io__raw_data=_io__raw_data):
                    self._raw_data = _io__raw_data.to_byte_array()
                    if len(self._raw_data) != self.len_data.value:
                        raise kaitaistruct.ConsistencyError(u"raw(data)", self.len_data.value, len(self._raw_data))
                    parent.write_bytes(self._raw_data)
                _io__raw_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.data._write__seq(_io__raw_data)
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                _io__raw_data = KaitaiStream(BytesIO(bytearray(self.len_data.value)))
                self._io.add_child_stream(_io__raw_data)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_data.value))
                def handler(parent, _io__raw_data=_io__raw_data):
                    self._raw_data = _io__raw_data.to_byte_array()
                    if len(self._raw_data) != self.len_data.value:
                        raise kaitaistruct.ConsistencyError(u"raw(data)", self.len_data.value, len(self._raw_data))
                    parent.write_bytes(self._raw_data)
                _io__raw_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.data._write__seq(_io__raw_data)
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                _io__raw_data = KaitaiStream(BytesIO(bytearray(self.len_data.value)))
                self._io.add_child_stream(_io__raw_data)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_data.value))
                def handler(parent, _io__raw_data=_io__raw_data):
                    self._raw_data = _io__raw_data.to_byte_array()
                    if len(self._raw_data) != self.len_data.value:
                        raise kaitaistruct.ConsistencyError(u"raw(data)", self.len_data.value, len(self._raw_data))
                    parent.write_bytes(self._raw_data)
                _io__raw_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.data._write__seq(_io__raw_data)
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                _io__raw_data = KaitaiStream(BytesIO(bytearray(self.len_data.value)))
                self._io.add_child_stream(_io__raw_data)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_data.value))
                def handler(parent, _io__raw_data=_io__raw_data):
                    self._raw_data = _io__raw_data.to_byte_array()
                    if len(self._raw_data) != self.len_data.value:
                        raise kaitaistruct.ConsistencyError(u"raw(data)", self.len_data.value, len(self._raw_data))
                    parent.write_bytes(self._raw_data)
                _io__raw_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.data._write__seq(_io__raw_data)
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                _io__raw_data = KaitaiStream(BytesIO(bytearray(self.len_data.value)))
                self._io.add_child_stream(_io__raw_data)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_data.value))
                def handler(parent, _io__raw_data=_io__raw_data):
                    self._raw_data = _io__raw_data.to_byte_array()
                    if len(self._raw_data) != self.len_data.value:
                        raise kaitaistruct.ConsistencyError(u"raw(data)", self.len_data.value, len(self._raw_data))
                    parent.write_bytes(self._raw_data)
                _io__raw_data.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.data._write__seq(_io__raw_data)
            else:
                pass
                self._io.write_bytes(self.data)


        def _check(self):
            if self.len_data._root != self._root:
                raise kaitaistruct.ConsistencyError(u"len_data", self._root, self.len_data._root)
            if self.len_data._parent != self:
                raise kaitaistruct.ConsistencyError(u"len_data", self, self.len_data._parent)
            _on = self.type
            if _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                if self.data._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"data", self._root, self.data._root)
                if self.data._parent != self:
                    raise kaitaistruct.ConsistencyError(u"data", self, self.data._parent)
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                if self.data._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"data", self._root, self.data._root)
                if self.data._parent != self:
                    raise kaitaistruct.ConsistencyError(u"data", self, self.data._parent)
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                if self.data._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"data", self._root, self.data._root)
                if self.data._parent != self:
                    raise kaitaistruct.ConsistencyError(u"data", self, self.data._parent)
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                if self.data._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"data", self._root, self.data._root)
                if self.data._parent != self:
                    raise kaitaistruct.ConsistencyError(u"data", self, self.data._parent)
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                if self.data._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"data", self._root, self.data._root)
                if self.data._parent != self:
                    raise kaitaistruct.ConsistencyError(u"data", self, self.data._parent)
            else:
                pass
                if len(self.data) != self.len_data.value:
                    raise kaitaistruct.ConsistencyError(u"data", self.len_data.value, len(self.data))
            self._dirty = False


    class JsonSize(ReadWriteKaitaiStruct):
        """A count, a length or an offset: two bytes, or four in a large container.
        """
        def __init__(self, is_large, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonSize, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_large = is_large

        def _read(self):
            if (not (self.is_large)):
                pass
                self.small = self._io.read_u2le()

            if self.is_large:
                pass
                self.large = self._io.read_u4le()

            self._dirty = False


        def _fetch_instances(self):
            pass
            if (not (self.is_large)):
                pass

            if self.is_large:
                pass



        def _write__seq(self, io=None):
            super(JsonBinary.JsonSize, self)._write__seq(io)
            if (not (self.is_large)):
                pass
                self._io.write_u2le(self.small)

            if self.is_large:
                pass
                self._io.write_u4le(self.large)



        def _check(self):
            if (not (self.is_large)):
                pass

            if self.is_large:
                pass

            self._dirty = False

        @property
        def value(self):
            """The number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.large if self.is_large else self.small)
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class JsonString(ReadWriteKaitaiStruct):
        """A string."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonString, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_text = JsonBinary.JsonLength(self._io, self, self._root)
            self.len_text._read()
            self.text = (self._io.read_bytes(self.len_text.value)).decode(u"UTF-8")
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.len_text._fetch_instances()


        def _write__seq(self, io=None):
            super(JsonBinary.JsonString, self)._write__seq(io)
            self.len_text._write__seq(self._io)
            self._io.write_bytes((self.text).encode(u"UTF-8"))


        def _check(self):
            if self.len_text._root != self._root:
                raise kaitaistruct.ConsistencyError(u"len_text", self._root, self.len_text._root)
            if self.len_text._parent != self:
                raise kaitaistruct.ConsistencyError(u"len_text", self, self.len_text._parent)
            if len((self.text).encode(u"UTF-8")) != self.len_text.value:
                raise kaitaistruct.ConsistencyError(u"text", self.len_text.value, len((self.text).encode(u"UTF-8")))
            self._dirty = False


    class JsonTemporal(ReadWriteKaitaiStruct):
        """A DATE, TIME or DATETIME in 64 bits: microseconds in the lowest 24 bits,
        above them second, minute and hour. All but TIME continue with the day and
        the month plus 13 times the year.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonTemporal, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.low = self._io.read_u4le()
            self.high = self._io.read_s4le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(JsonBinary.JsonTemporal, self)._write__seq(io)
            self._io.write_u4le(self.low)
            self._io.write_s4le(self.high)


        def _check(self):
            self._dirty = False

        @property
        def day(self):
            """Day of the month, 0 to 31."""
            if hasattr(self, '_m_day'):
                return self._m_day

            self._m_day = (self.units // 131072) % 32
            return getattr(self, '_m_day', None)

        def _invalidate_day(self):
            del self._m_day
        @property
        def hour(self):
            """Hour of a DATETIME, 0 to 23."""
            if hasattr(self, '_m_hour'):
                return self._m_hour

            self._m_hour = (self.units // 4096) % 32
            return getattr(self, '_m_hour', None)

        def _invalidate_hour(self):
            del self._m_hour
        @property
        def is_negative(self):
            """Whether the value is a negative TIME."""
            if hasattr(self, '_m_is_negative'):
                return self._m_is_negative

            self._m_is_negative = self.high < 0
            return getattr(self, '_m_is_negative', None)

        def _invalidate_is_negative(self):
            del self._m_is_negative
        @property
        def microsecond(self):
            """Microseconds, 0 to 999999."""
            if hasattr(self, '_m_microsecond'):
                return self._m_microsecond

            self._m_microsecond = ((16777216 - self.low % 16777216) % 16777216 if self.is_negative else self.low % 16777216)
            return getattr(self, '_m_microsecond', None)

        def _invalidate_microsecond(self):
            del self._m_microsecond
        @property
        def minute(self):
            """Minute, 0 to 59."""
            if hasattr(self, '_m_minute'):
                return self._m_minute

            self._m_minute = (self.units // 64) % 64
            return getattr(self, '_m_minute', None)

        def _invalidate_minute(self):
            del self._m_minute
        @property
        def month(self):
            """Month, 0 to 12."""
            if hasattr(self, '_m_month'):
                return self._m_month

            self._m_month = (self.units // 4194304) % 13
            return getattr(self, '_m_month', None)

        def _invalidate_month(self):
            del self._m_month
        @property
        def second(self):
            """Second, 0 to 59."""
            if hasattr(self, '_m_second'):
                return self._m_second

            self._m_second = self.units % 64
            return getattr(self, '_m_second', None)

        def _invalidate_second(self):
            del self._m_second
        @property
        def signed_units(self):
            """The number without its lowest 24 bits, rounded down."""
            if hasattr(self, '_m_signed_units'):
                return self._m_signed_units

            self._m_signed_units = (self.low // 16777216 + self.high * 256)
            return getattr(self, '_m_signed_units', None)

        def _invalidate_signed_units(self):
            del self._m_signed_units
        @property
        def time_hour(self):
            """Hour of a TIME, 0 to 838."""
            if hasattr(self, '_m_time_hour'):
                return self._m_time_hour

            self._m_time_hour = (self.units // 4096) % 1024
            return getattr(self, '_m_time_hour', None)

        def _invalidate_time_hour(self):
            del self._m_time_hour
        @property
        def units(self):
            """Absolute value of the number without its lowest 24 bits."""
            if hasattr(self, '_m_units'):
                return self._m_units

            self._m_units = (self.signed_units if (not (self.is_negative)) else (-(self.signed_units) if self.microsecond == 0 else -(self.signed_units) - 1))
            return getattr(self, '_m_units', None)

        def _invalidate_units(self):
            del self._m_units
        @property
        def year(self):
            """Year, 0 to 9999."""
            if hasattr(self, '_m_year'):
                return self._m_year

            self._m_year = (self.units // 4194304) // 13
            return getattr(self, '_m_year', None)

        def _invalidate_year(self):
            del self._m_year

    class JsonValue(ReadWriteKaitaiStruct):
        """A value: its type, and the place of its content.
        """
        def __init__(self, type, ofs_content, _io=None, _parent=None, _root=None):
            super(JsonBinary.JsonValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type
            self.ofs_content = ofs_content
            self._should_write_container_header = False
            self.container_header__enabled = True
            self._should_write_content = False
            self.content__enabled = True

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass
            _ = self.container_header
            if hasattr(self, '_m_container_header'):
                pass
                self._m_container_header._fetch_instances()

            _ = self.content
            if hasattr(self, '_m_content'):
                pass
                _on = self.type
                if _on == JsonBinary.JsonType.double:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.int16:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.int32:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.int64:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.large_array:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.large_object:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.literal:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.opaque:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.small_array:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.small_object:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.string:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.uint16:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.uint32:
                    pass
                    self._m_content._fetch_instances()
                elif _on == JsonBinary.JsonType.uint64:
                    pass
                    self._m_content._fetch_instances()



        def _write__seq(self, io=None):
            super(JsonBinary.JsonValue, self)._write__seq(io)
            self._should_write_container_header = self.container_header__enabled
            self._should_write_content = self.content__enabled


        def _check(self):
            if self.container_header__enabled:
                pass
                if self.is_container:
                    pass
                    if self._m_container_header._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"container_header", self._root, self._m_container_header._root)
                    if self._m_container_header._parent != self:
                        raise kaitaistruct.ConsistencyError(u"container_header", self, self._m_container_header._parent)
                    if self._m_container_header.is_object != self.is_object:
                        raise kaitaistruct.ConsistencyError(u"container_header", self.is_object, self._m_container_header.is_object)
                    if self._m_container_header.is_large != self.is_large:
                        raise kaitaistruct.ConsistencyError(u"container_header", self.is_large, self._m_container_header.is_large)


            if self.content__enabled:
                pass
                _on = self.type
                if _on == JsonBinary.JsonType.double:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                elif _on == JsonBinary.JsonType.int16:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.type != self.type:
                        raise kaitaistruct.ConsistencyError(u"content", self.type, self._m_content.type)
                elif _on == JsonBinary.JsonType.int32:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.type != self.type:
                        raise kaitaistruct.ConsistencyError(u"content", self.type, self._m_content.type)
                elif _on == JsonBinary.JsonType.int64:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                elif _on == JsonBinary.JsonType.large_array:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.ofs_container != self.ofs_content:
                        raise kaitaistruct.ConsistencyError(u"content", self.ofs_content, self._m_content.ofs_container)
                    if self._m_content.is_object != False:
                        raise kaitaistruct.ConsistencyError(u"content", False, self._m_content.is_object)
                    if self._m_content.is_large != True:
                        raise kaitaistruct.ConsistencyError(u"content", True, self._m_content.is_large)
                elif _on == JsonBinary.JsonType.large_object:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.ofs_container != self.ofs_content:
                        raise kaitaistruct.ConsistencyError(u"content", self.ofs_content, self._m_content.ofs_container)
                    if self._m_content.is_object != True:
                        raise kaitaistruct.ConsistencyError(u"content", True, self._m_content.is_object)
                    if self._m_content.is_large != True:
                        raise kaitaistruct.ConsistencyError(u"content", True, self._m_content.is_large)
                elif _on == JsonBinary.JsonType.literal:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                elif _on == JsonBinary.JsonType.opaque:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                elif _on == JsonBinary.JsonType.small_array:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.ofs_container != self.ofs_content:
                        raise kaitaistruct.ConsistencyError(u"content", self.ofs_content, self._m_content.ofs_container)
                    if self._m_content.is_object != False:
                        raise kaitaistruct.ConsistencyError(u"content", False, self._m_content.is_object)
                    if self._m_content.is_large != False:
                        raise kaitaistruct.ConsistencyError(u"content", False, self._m_content.is_large)
                elif _on == JsonBinary.JsonType.small_object:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.ofs_container != self.ofs_content:
                        raise kaitaistruct.ConsistencyError(u"content", self.ofs_content, self._m_content.ofs_container)
                    if self._m_content.is_object != True:
                        raise kaitaistruct.ConsistencyError(u"content", True, self._m_content.is_object)
                    if self._m_content.is_large != False:
                        raise kaitaistruct.ConsistencyError(u"content", False, self._m_content.is_large)
                elif _on == JsonBinary.JsonType.string:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                elif _on == JsonBinary.JsonType.uint16:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.type != self.type:
                        raise kaitaistruct.ConsistencyError(u"content", self.type, self._m_content.type)
                elif _on == JsonBinary.JsonType.uint32:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.type != self.type:
                        raise kaitaistruct.ConsistencyError(u"content", self.type, self._m_content.type)
                elif _on == JsonBinary.JsonType.uint64:
                    pass
                    if self._m_content._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"content", self._root, self._m_content._root)
                    if self._m_content._parent != self:
                        raise kaitaistruct.ConsistencyError(u"content", self, self._m_content._parent)
                    if self._m_content.type != self.type:
                        raise kaitaistruct.ConsistencyError(u"content", self.type, self._m_content.type)

            self._dirty = False

        @property
        def container_header(self):
            """Header of `content`, for readers that check its size first."""
            if self._should_write_container_header:
                self._write_container_header()
            if hasattr(self, '_m_container_header'):
                return self._m_container_header

            if not self.container_header__enabled:
                return None

            if self.is_container:
                pass
                _pos = self._io.pos()
                self._io.seek(self.ofs_content)
                self._m_container_header = JsonBinary.JsonContainerHeader(self.is_object, self.is_large, self._io, self, self._root)
                self._m_container_header._read()
                self._io.seek(_pos)

            return getattr(self, '_m_container_header', None)

        @container_header.setter
        def container_header(self, v):
            self._dirty = True
            self._m_container_header = v

        def _write_container_header(self):
            self._should_write_container_header = False
            if self.is_container:
                pass
                _pos = self._io.pos()
                self._io.seek(self.ofs_content)
                self._m_container_header._write__seq(self._io)
                self._io.seek(_pos)


        @property
        def content(self):
            """Content of the value, by its type."""
            if self._should_write_content:
                self._write_content()
            if hasattr(self, '_m_content'):
                return self._m_content

            if not self.content__enabled:
                return None

            _pos = self._io.pos()
            self._io.seek(self.ofs_content)
            _on = self.type
            if _on == JsonBinary.JsonType.double:
                pass
                self._m_content = JsonBinary.JsonDouble(self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.int16:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.int32:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.int64:
                pass
                self._m_content = JsonBinary.JsonInt64(self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.large_array:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, False, True, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.large_object:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, True, True, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.literal:
                pass
                self._m_content = JsonBinary.JsonLiteral(self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.opaque:
                pass
                self._m_content = JsonBinary.JsonOpaque(self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.small_array:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, False, False, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.small_object:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, True, False, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.string:
                pass
                self._m_content = JsonBinary.JsonString(self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.uint16:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.uint32:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
                self._m_content._read()
            elif _on == JsonBinary.JsonType.uint64:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
                self._m_content._read()
            self._io.seek(_pos)
            return getattr(self, '_m_content', None)

        @content.setter
        def content(self, v):
            self._dirty = True
            self._m_content = v

        def _write_content(self):
            self._should_write_content = False
            _pos = self._io.pos()
            self._io.seek(self.ofs_content)
            _on = self.type
            if _on == JsonBinary.JsonType.double:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.int16:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.int32:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.int64:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.large_array:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.large_object:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.literal:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.opaque:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.small_array:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.small_object:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.string:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.uint16:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.uint32:
                pass
                self._m_content._write__seq(self._io)
            elif _on == JsonBinary.JsonType.uint64:
                pass
                self._m_content._write__seq(self._io)
            self._io.seek(_pos)

        @property
        def is_container(self):
            """Whether the value is an object or an array."""
            if hasattr(self, '_m_is_container'):
                return self._m_is_container

            self._m_is_container =  ((self.type == JsonBinary.JsonType.small_object) or (self.type == JsonBinary.JsonType.large_object) or (self.type == JsonBinary.JsonType.small_array) or (self.type == JsonBinary.JsonType.large_array)) 
            return getattr(self, '_m_is_container', None)

        def _invalidate_is_container(self):
            del self._m_is_container
        @property
        def is_large(self):
            """Whether the value is a container with sizes of four bytes."""
            if hasattr(self, '_m_is_large'):
                return self._m_is_large

            self._m_is_large =  ((self.type == JsonBinary.JsonType.large_object) or (self.type == JsonBinary.JsonType.large_array)) 
            return getattr(self, '_m_is_large', None)

        def _invalidate_is_large(self):
            del self._m_is_large
        @property
        def is_object(self):
            """Whether the value is an object."""
            if hasattr(self, '_m_is_object'):
                return self._m_is_object

            self._m_is_object =  ((self.type == JsonBinary.JsonType.small_object) or (self.type == JsonBinary.JsonType.large_object)) 
            return getattr(self, '_m_is_object', None)

        def _invalidate_is_object(self):
            del self._m_is_object

    @property
    def len_document(self):
        """Length of the document in bytes."""
        if hasattr(self, '_m_len_document'):
            return self._m_len_document

        self._m_len_document = self._io.size()
        return getattr(self, '_m_len_document', None)

    def _invalidate_len_document(self):
        del self._m_len_document

