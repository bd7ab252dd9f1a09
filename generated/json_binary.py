# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import column_metadata
from . import decimal_cell
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class JsonBinary(KaitaiStruct):
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
    def __init__(self, _io, _parent=None, _root=None):
        super(JsonBinary, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.type = KaitaiStream.resolve_enum(JsonBinary.JsonType, self._io.read_u1())
        if not isinstance(self.type, JsonBinary.JsonType):
            raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/seq/0")
        self.root = JsonBinary.JsonValue(self.type, 1, self._io, self, self._root)
        self.content = self._io.read_bytes_full()


    def _fetch_instances(self):
        pass
        self.root._fetch_instances()

    class JsonContainer(KaitaiStruct):
        """An object or an array."""
        def __init__(self, ofs_container, is_object, is_large, _io, _parent=None, _root=None):
            super(JsonBinary.JsonContainer, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_container = ofs_container
            self.is_object = is_object
            self.is_large = is_large
            self._read()

        def _read(self):
            self.header = JsonBinary.JsonContainerHeader(self.is_object, self.is_large, self._io, self, self._root)
            if self.is_object:
                pass
                self.keys = []
                for i in range(self.header.num_members.value):
                    self.keys.append(JsonBinary.JsonKey(self.ofs_container, self.is_large, self._io, self, self._root))


            self.members = []
            for i in range(self.header.num_members.value):
                self.members.append(JsonBinary.JsonMember(self._io.pos(), self.ofs_container, self.is_large, self._io, self, self._root))



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



    class JsonContainerHeader(KaitaiStruct):
        """The counts of a container."""
        def __init__(self, is_object, is_large, _io, _parent=None, _root=None):
            super(JsonBinary.JsonContainerHeader, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_object = is_object
            self.is_large = is_large
            self._read()

        def _read(self):
            self.num_members = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.len_container = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.num_members._fetch_instances()
            self.len_container._fetch_instances()

        @property
        def len_keys(self):
            """Length in bytes of the table of keys."""
            if hasattr(self, '_m_len_keys'):
                return self._m_len_keys

            self._m_len_keys = (self.num_members.value * (self.len_size + 2) if self.is_object else 0)
            return getattr(self, '_m_len_keys', None)

        @property
        def len_size(self):
            """Length of counts and offsets in bytes."""
            if hasattr(self, '_m_len_size'):
                return self._m_len_size

            self._m_len_size = (4 if self.is_large else 2)
            return getattr(self, '_m_len_size', None)

        @property
        def len_table(self):
            """Length in bytes of this header and the tables of keys and members."""
            if hasattr(self, '_m_len_table'):
                return self._m_len_table

            self._m_len_table = (2 * self.len_size + self.len_keys) + self.num_members.value * (1 + self.len_size)
            return getattr(self, '_m_len_table', None)


    class JsonDecimal(KaitaiStruct):
        """A DECIMAL with its number of digits."""
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonDecimal, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.precision = self._io.read_u1()
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, self._io, u"/types/json_decimal/seq/0")
            self.scale = self._io.read_u1()
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, self._io, u"/types/json_decimal/seq/1")
            self.value = decimal_cell.DecimalCell(self.precision, self.scale, self._io)


        def _fetch_instances(self):
            pass
            self.value._fetch_instances()


    class JsonDouble(KaitaiStruct):
        """A floating-point number."""
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonDouble, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_f8le()


        def _fetch_instances(self):
            pass


    class JsonInt64(KaitaiStruct):
        """A signed integer of 64 bits."""
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonInt64, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.low = self._io.read_u4le()
            self.high = self._io.read_s4le()


        def _fetch_instances(self):
            pass

        @property
        def value(self):
            """The number. It is read in two halves, since the JavaScript runtime
            0.11 reads signed integers of 64 bits incorrectly.
            """
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.low + self.high * 4294967296)
            return getattr(self, '_m_value', None)


    class JsonInteger(KaitaiStruct):
        """An integer of 16, 32 or 64 bits."""
        def __init__(self, type, _io, _parent=None, _root=None):
            super(JsonBinary.JsonInteger, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type
            self._read()

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


        @property
        def value(self):
            """The number, whatever its type."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.int16 if self.type == JsonBinary.JsonType.int16 else (self.uint16 if self.type == JsonBinary.JsonType.uint16 else (self.int32 if self.type == JsonBinary.JsonType.int32 else (self.uint32 if self.type == JsonBinary.JsonType.uint32 else self.uint64))))
            return getattr(self, '_m_value', None)


    class JsonKey(KaitaiStruct):
        """A key of an object."""
        def __init__(self, ofs_container, is_large, _io, _parent=None, _root=None):
            super(JsonBinary.JsonKey, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_container = ofs_container
            self.is_large = is_large
            self._read()

        def _read(self):
            self.ofs_text = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.len_text = self._io.read_u2le()


        def _fetch_instances(self):
            pass
            self.ofs_text._fetch_instances()
            _ = self.text
            if hasattr(self, '_m_text'):
                pass


        @property
        def text(self):
            """The key."""
            if hasattr(self, '_m_text'):
                return self._m_text

            _pos = self._io.pos()
            self._io.seek(self.ofs_container + self.ofs_text.value)
            self._m_text = (self._io.read_bytes(self.len_text)).decode(u"UTF-8")
            self._io.seek(_pos)
            return getattr(self, '_m_text', None)


    class JsonLength(KaitaiStruct):
        """A length: seven bits in each byte, the lowest first. The highest bit of a
        byte is 1 if another byte follows.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonLength, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.bytes = []
            i = 0
            while True:
                _ = JsonBinary.JsonLengthByte((1 if i == 0 else self.bytes[i - 1].scale * 128), (0 if i == 0 else self.bytes[i - 1].value), self._io, self, self._root)
                self.bytes.append(_)
                if  (((not (_.is_followed))) or (_.scale == 268435456)) :
                    break
                i += 1


        def _fetch_instances(self):
            pass
            for i in range(len(self.bytes)):
                pass
                self.bytes[i]._fetch_instances()


        @property
        def value(self):
            """The length."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self.bytes[-1].value
            return getattr(self, '_m_value', None)


    class JsonLengthByte(KaitaiStruct):
        """A byte of a length."""
        def __init__(self, scale, previous, _io, _parent=None, _root=None):
            super(JsonBinary.JsonLengthByte, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.scale = scale
            self.previous = previous
            self._read()

        def _read(self):
            self.raw = self._io.read_u1()


        def _fetch_instances(self):
            pass

        @property
        def is_followed(self):
            """Whether another byte follows."""
            if hasattr(self, '_m_is_followed'):
                return self._m_is_followed

            self._m_is_followed = self.raw >= 128
            return getattr(self, '_m_is_followed', None)

        @property
        def value(self):
            """Length by the bytes so far."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.previous + (self.raw % 128) * self.scale)
            return getattr(self, '_m_value', None)


    class JsonLiteral(KaitaiStruct):
        """A literal."""
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonLiteral, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = KaitaiStream.resolve_enum(JsonBinary.JsonLiteralValue, self._io.read_u1())
            if not isinstance(self.value, JsonBinary.JsonLiteralValue):
                raise kaitaistruct.ValidationNotInEnumError(self.value, self._io, u"/types/json_literal/seq/0")


        def _fetch_instances(self):
            pass


    class JsonMember(KaitaiStruct):
        """A value of a container."""
        def __init__(self, ofs_member, ofs_container, is_large, _io, _parent=None, _root=None):
            super(JsonBinary.JsonMember, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.ofs_member = ofs_member
            self.ofs_container = ofs_container
            self.is_large = is_large
            self._read()

        def _read(self):
            self.type = KaitaiStream.resolve_enum(JsonBinary.JsonType, self._io.read_u1())
            if not isinstance(self.type, JsonBinary.JsonType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/types/json_member/seq/0")
            self.content_or_offset = JsonBinary.JsonSize(self.is_large, self._io, self, self._root)
            self.value = JsonBinary.JsonValue(self.type, (self.ofs_member + 1 if self.is_inlined else self.ofs_container + self.content_or_offset.value), self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.content_or_offset._fetch_instances()
            self.value._fetch_instances()

        @property
        def is_inlined(self):
            """Whether the entry itself holds the content."""
            if hasattr(self, '_m_is_inlined'):
                return self._m_is_inlined

            self._m_is_inlined =  ((self.type == JsonBinary.JsonType.literal) or (self.type == JsonBinary.JsonType.int16) or (self.type == JsonBinary.JsonType.uint16) or ( ((self.is_large) and ( ((self.type == JsonBinary.JsonType.int32) or (self.type == JsonBinary.JsonType.uint32)) )) )) 
            return getattr(self, '_m_is_inlined', None)


    class JsonOpaque(KaitaiStruct):
        """A value of a type that SQL has and JSON does not, in the form of a
        column's cell.
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonOpaque, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.type = KaitaiStream.resolve_enum(column_metadata.ColumnMetadata.ColumnType, self._io.read_u1())
            self.len_data = JsonBinary.JsonLength(self._io, self, self._root)
            _on = self.type
            if _on == column_metadata.ColumnMetadata.ColumnType.date:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
            elif _on == column_metadata.ColumnMetadata.ColumnType.datetime:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
            elif _on == column_metadata.ColumnMetadata.ColumnType.newdecimal:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonDecimal(_io__raw_data, self, self._root)
            elif _on == column_metadata.ColumnMetadata.ColumnType.time:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
            elif _on == column_metadata.ColumnMetadata.ColumnType.timestamp:
                pass
                self._raw_data = self._io.read_bytes(self.len_data.value)
                _io__raw_data = KaitaiStream(BytesIO(self._raw_data))
                self.data = JsonBinary.JsonTemporal(_io__raw_data, self, self._root)
            else:
                pass
                self.data = self._io.read_bytes(self.len_data.value)


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


    class JsonSize(KaitaiStruct):
        """A count, a length or an offset: two bytes, or four in a large container.
        """
        def __init__(self, is_large, _io, _parent=None, _root=None):
            super(JsonBinary.JsonSize, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.is_large = is_large
            self._read()

        def _read(self):
            if (not (self.is_large)):
                pass
                self.small = self._io.read_u2le()

            if self.is_large:
                pass
                self.large = self._io.read_u4le()



        def _fetch_instances(self):
            pass
            if (not (self.is_large)):
                pass

            if self.is_large:
                pass


        @property
        def value(self):
            """The number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = (self.large if self.is_large else self.small)
            return getattr(self, '_m_value', None)


    class JsonString(KaitaiStruct):
        """A string."""
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = JsonBinary.JsonLength(self._io, self, self._root)
            self.text = (self._io.read_bytes(self.len_text.value)).decode(u"UTF-8")


        def _fetch_instances(self):
            pass
            self.len_text._fetch_instances()


    class JsonTemporal(KaitaiStruct):
        """A DATE, TIME or DATETIME in 64 bits: microseconds in the lowest 24 bits,
        above them second, minute and hour. All but TIME continue with the day and
        the month plus 13 times the year.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonBinary.JsonTemporal, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.low = self._io.read_u4le()
            self.high = self._io.read_s4le()


        def _fetch_instances(self):
            pass

        @property
        def day(self):
            """Day of the month, 0 to 31."""
            if hasattr(self, '_m_day'):
                return self._m_day

            self._m_day = (self.units // 131072) % 32
            return getattr(self, '_m_day', None)

        @property
        def hour(self):
            """Hour of a DATETIME, 0 to 23."""
            if hasattr(self, '_m_hour'):
                return self._m_hour

            self._m_hour = (self.units // 4096) % 32
            return getattr(self, '_m_hour', None)

        @property
        def is_negative(self):
            """Whether the value is a negative TIME."""
            if hasattr(self, '_m_is_negative'):
                return self._m_is_negative

            self._m_is_negative = self.high < 0
            return getattr(self, '_m_is_negative', None)

        @property
        def microsecond(self):
            """Microseconds, 0 to 999999."""
            if hasattr(self, '_m_microsecond'):
                return self._m_microsecond

            self._m_microsecond = ((16777216 - self.low % 16777216) % 16777216 if self.is_negative else self.low % 16777216)
            return getattr(self, '_m_microsecond', None)

        @property
        def minute(self):
            """Minute, 0 to 59."""
            if hasattr(self, '_m_minute'):
                return self._m_minute

            self._m_minute = (self.units // 64) % 64
            return getattr(self, '_m_minute', None)

        @property
        def month(self):
            """Month, 0 to 12."""
            if hasattr(self, '_m_month'):
                return self._m_month

            self._m_month = (self.units // 4194304) % 13
            return getattr(self, '_m_month', None)

        @property
        def second(self):
            """Second, 0 to 59."""
            if hasattr(self, '_m_second'):
                return self._m_second

            self._m_second = self.units % 64
            return getattr(self, '_m_second', None)

        @property
        def signed_units(self):
            """The number without its lowest 24 bits, rounded down."""
            if hasattr(self, '_m_signed_units'):
                return self._m_signed_units

            self._m_signed_units = (self.low // 16777216 + self.high * 256)
            return getattr(self, '_m_signed_units', None)

        @property
        def time_hour(self):
            """Hour of a TIME, 0 to 838."""
            if hasattr(self, '_m_time_hour'):
                return self._m_time_hour

            self._m_time_hour = (self.units // 4096) % 1024
            return getattr(self, '_m_time_hour', None)

        @property
        def units(self):
            """Absolute value of the number without its lowest 24 bits."""
            if hasattr(self, '_m_units'):
                return self._m_units

            self._m_units = (self.signed_units if (not (self.is_negative)) else (-(self.signed_units) if self.microsecond == 0 else -(self.signed_units) - 1))
            return getattr(self, '_m_units', None)

        @property
        def year(self):
            """Year, 0 to 9999."""
            if hasattr(self, '_m_year'):
                return self._m_year

            self._m_year = (self.units // 4194304) // 13
            return getattr(self, '_m_year', None)


    class JsonValue(KaitaiStruct):
        """A value: its type, and the place of its content.
        """
        def __init__(self, type, ofs_content, _io, _parent=None, _root=None):
            super(JsonBinary.JsonValue, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.type = type
            self.ofs_content = ofs_content
            self._read()

        def _read(self):
            pass


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


        @property
        def container_header(self):
            """Header of `content`, for readers that check its size first."""
            if hasattr(self, '_m_container_header'):
                return self._m_container_header

            if self.is_container:
                pass
                _pos = self._io.pos()
                self._io.seek(self.ofs_content)
                self._m_container_header = JsonBinary.JsonContainerHeader(self.is_object, self.is_large, self._io, self, self._root)
                self._io.seek(_pos)

            return getattr(self, '_m_container_header', None)

        @property
        def content(self):
            """Content of the value, by its type."""
            if hasattr(self, '_m_content'):
                return self._m_content

            _pos = self._io.pos()
            self._io.seek(self.ofs_content)
            _on = self.type
            if _on == JsonBinary.JsonType.double:
                pass
                self._m_content = JsonBinary.JsonDouble(self._io, self, self._root)
            elif _on == JsonBinary.JsonType.int16:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.int32:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.int64:
                pass
                self._m_content = JsonBinary.JsonInt64(self._io, self, self._root)
            elif _on == JsonBinary.JsonType.large_array:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, False, True, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.large_object:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, True, True, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.literal:
                pass
                self._m_content = JsonBinary.JsonLiteral(self._io, self, self._root)
            elif _on == JsonBinary.JsonType.opaque:
                pass
                self._m_content = JsonBinary.JsonOpaque(self._io, self, self._root)
            elif _on == JsonBinary.JsonType.small_array:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, False, False, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.small_object:
                pass
                self._m_content = JsonBinary.JsonContainer(self.ofs_content, True, False, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.string:
                pass
                self._m_content = JsonBinary.JsonString(self._io, self, self._root)
            elif _on == JsonBinary.JsonType.uint16:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.uint32:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
            elif _on == JsonBinary.JsonType.uint64:
                pass
                self._m_content = JsonBinary.JsonInteger(self.type, self._io, self, self._root)
            self._io.seek(_pos)
            return getattr(self, '_m_content', None)

        @property
        def is_container(self):
            """Whether the value is an object or an array."""
            if hasattr(self, '_m_is_container'):
                return self._m_is_container

            self._m_is_container =  ((self.type == JsonBinary.JsonType.small_object) or (self.type == JsonBinary.JsonType.large_object) or (self.type == JsonBinary.JsonType.small_array) or (self.type == JsonBinary.JsonType.large_array)) 
            return getattr(self, '_m_is_container', None)

        @property
        def is_large(self):
            """Whether the value is a container with sizes of four bytes."""
            if hasattr(self, '_m_is_large'):
                return self._m_is_large

            self._m_is_large =  ((self.type == JsonBinary.JsonType.large_object) or (self.type == JsonBinary.JsonType.large_array)) 
            return getattr(self, '_m_is_large', None)

        @property
        def is_object(self):
            """Whether the value is an object."""
            if hasattr(self, '_m_is_object'):
                return self._m_is_object

            self._m_is_object =  ((self.type == JsonBinary.JsonType.small_object) or (self.type == JsonBinary.JsonType.large_object)) 
            return getattr(self, '_m_is_object', None)


    @property
    def len_document(self):
        """Length of the document in bytes."""
        if hasattr(self, '_m_len_document'):
            return self._m_len_document

        self._m_len_document = self._io.size()
        return getattr(self, '_m_len_document', None)


