# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ColumnMetadata(ReadWriteKaitaiStruct):
    """The part of a column's type that its code does not determine: 0 to 4 bytes, by
    type. CHAR, ENUM and SET have the same code in TABLE_MAP and differ only here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/include/field_types.h
    """

    class ColumnType(IntEnum):
        decimal = 0
        tiny = 1
        short = 2
        long = 3
        float = 4
        double = 5
        null = 6
        timestamp = 7
        longlong = 8
        int24 = 9
        date = 10
        time = 11
        datetime = 12
        year = 13
        newdate = 14
        varchar = 15
        bit = 16
        timestamp2 = 17
        datetime2 = 18
        time2 = 19
        typed_array = 20
        blob_compressed = 140
        varchar_compressed = 141
        vector = 242
        json = 245
        newdecimal = 246
        enum = 247
        set = 248
        tiny_blob = 249
        medium_blob = 250
        long_blob = 251
        blob = 252
        var_string = 253
        string = 254
        geometry = 255

    class MariadbBinaryLength(IntEnum):
        inet4 = 4
        inet6 = 16
    def __init__(self, type, _io=None, _parent=None, _root=None):
        super(ColumnMetadata, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.type = type

    def _read(self):
        if  ((self.type == ColumnMetadata.ColumnType.float) or (self.type == ColumnMetadata.ColumnType.double) or (self.type == ColumnMetadata.ColumnType.tiny_blob) or (self.type == ColumnMetadata.ColumnType.medium_blob) or (self.type == ColumnMetadata.ColumnType.long_blob) or (self.type == ColumnMetadata.ColumnType.blob) or (self.type == ColumnMetadata.ColumnType.blob_compressed) or (self.type == ColumnMetadata.ColumnType.geometry) or (self.type == ColumnMetadata.ColumnType.json) or (self.type == ColumnMetadata.ColumnType.vector)) :
            pass
            self.pack_length = self._io.read_u1()
            if not self.pack_length >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.pack_length, self._io, u"/seq/0")
            if not self.pack_length <= 8:
                raise kaitaistruct.ValidationGreaterThanError(8, self.pack_length, self._io, u"/seq/0")

        if  ((self.type == ColumnMetadata.ColumnType.timestamp2) or (self.type == ColumnMetadata.ColumnType.datetime2) or (self.type == ColumnMetadata.ColumnType.time2)) :
            pass
            self.fraction_digits = self._io.read_u1()
            if not self.fraction_digits <= 6:
                raise kaitaistruct.ValidationGreaterThanError(6, self.fraction_digits, self._io, u"/seq/1")

        if  ((self.type == ColumnMetadata.ColumnType.varchar) or (self.type == ColumnMetadata.ColumnType.var_string) or (self.type == ColumnMetadata.ColumnType.varchar_compressed)) :
            pass
            self.max_length = self._io.read_u2le()

        if self.type == ColumnMetadata.ColumnType.bit:
            pass
            self.bit_size = ColumnMetadata.ColumnBitSize(self._io, self, self._root)
            self.bit_size._read()

        if self.type == ColumnMetadata.ColumnType.newdecimal:
            pass
            self.precision = ColumnMetadata.ColumnPrecision(self._io, self, self._root)
            self.precision._read()

        if self.has_string_type:
            pass
            self.string_type = ColumnMetadata.ColumnStringType(self._io, self, self._root)
            self.string_type._read()

        if self.type == ColumnMetadata.ColumnType.typed_array:
            pass
            self.array_type = ColumnMetadata.ColumnArrayType(self._io, self, self._root)
            self.array_type._read()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if  ((self.type == ColumnMetadata.ColumnType.float) or (self.type == ColumnMetadata.ColumnType.double) or (self.type == ColumnMetadata.ColumnType.tiny_blob) or (self.type == ColumnMetadata.ColumnType.medium_blob) or (self.type == ColumnMetadata.ColumnType.long_blob) or (self.type == ColumnMetadata.ColumnType.blob) or (self.type == ColumnMetadata.ColumnType.blob_compressed) or (self.type == ColumnMetadata.ColumnType.geometry) or (self.type == ColumnMetadata.ColumnType.json) or (self.type == ColumnMetadata.ColumnType.vector)) :
            pass

        if  ((self.type == ColumnMetadata.ColumnType.timestamp2) or (self.type == ColumnMetadata.ColumnType.datetime2) or (self.type == ColumnMetadata.ColumnType.time2)) :
            pass

        if  ((self.type == ColumnMetadata.ColumnType.varchar) or (self.type == ColumnMetadata.ColumnType.var_string) or (self.type == ColumnMetadata.ColumnType.varchar_compressed)) :
            pass

        if self.type == ColumnMetadata.ColumnType.bit:
            pass
            self.bit_size._fetch_instances()

        if self.type == ColumnMetadata.ColumnType.newdecimal:
            pass
            self.precision._fetch_instances()

        if self.has_string_type:
            pass
            self.string_type._fetch_instances()

        if self.type == ColumnMetadata.ColumnType.typed_array:
            pass
            self.array_type._fetch_instances()



    def _write__seq(self, io=None):
        super(ColumnMetadata, self)._write__seq(io)
        if  ((self.type == ColumnMetadata.ColumnType.float) or (self.type == ColumnMetadata.ColumnType.double) or (self.type == ColumnMetadata.ColumnType.tiny_blob) or (self.type == ColumnMetadata.ColumnType.medium_blob) or (self.type == ColumnMetadata.ColumnType.long_blob) or (self.type == ColumnMetadata.ColumnType.blob) or (self.type == ColumnMetadata.ColumnType.blob_compressed) or (self.type == ColumnMetadata.ColumnType.geometry) or (self.type == ColumnMetadata.ColumnType.json) or (self.type == ColumnMetadata.ColumnType.vector)) :
            pass
            self._io.write_u1(self.pack_length)

        if  ((self.type == ColumnMetadata.ColumnType.timestamp2) or (self.type == ColumnMetadata.ColumnType.datetime2) or (self.type == ColumnMetadata.ColumnType.time2)) :
            pass
            self._io.write_u1(self.fraction_digits)

        if  ((self.type == ColumnMetadata.ColumnType.varchar) or (self.type == ColumnMetadata.ColumnType.var_string) or (self.type == ColumnMetadata.ColumnType.varchar_compressed)) :
            pass
            self._io.write_u2le(self.max_length)

        if self.type == ColumnMetadata.ColumnType.bit:
            pass
            self.bit_size._write__seq(self._io)

        if self.type == ColumnMetadata.ColumnType.newdecimal:
            pass
            self.precision._write__seq(self._io)

        if self.has_string_type:
            pass
            self.string_type._write__seq(self._io)

        if self.type == ColumnMetadata.ColumnType.typed_array:
            pass
            self.array_type._write__seq(self._io)



    def _check(self):
        if  ((self.type == ColumnMetadata.ColumnType.float) or (self.type == ColumnMetadata.ColumnType.double) or (self.type == ColumnMetadata.ColumnType.tiny_blob) or (self.type == ColumnMetadata.ColumnType.medium_blob) or (self.type == ColumnMetadata.ColumnType.long_blob) or (self.type == ColumnMetadata.ColumnType.blob) or (self.type == ColumnMetadata.ColumnType.blob_compressed) or (self.type == ColumnMetadata.ColumnType.geometry) or (self.type == ColumnMetadata.ColumnType.json) or (self.type == ColumnMetadata.ColumnType.vector)) :
            pass
            if not self.pack_length >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.pack_length, None, u"/seq/0")
            if not self.pack_length <= 8:
                raise kaitaistruct.ValidationGreaterThanError(8, self.pack_length, None, u"/seq/0")

        if  ((self.type == ColumnMetadata.ColumnType.timestamp2) or (self.type == ColumnMetadata.ColumnType.datetime2) or (self.type == ColumnMetadata.ColumnType.time2)) :
            pass
            if not self.fraction_digits <= 6:
                raise kaitaistruct.ValidationGreaterThanError(6, self.fraction_digits, None, u"/seq/1")

        if  ((self.type == ColumnMetadata.ColumnType.varchar) or (self.type == ColumnMetadata.ColumnType.var_string) or (self.type == ColumnMetadata.ColumnType.varchar_compressed)) :
            pass

        if self.type == ColumnMetadata.ColumnType.bit:
            pass
            if self.bit_size._root != self._root:
                raise kaitaistruct.ConsistencyError(u"bit_size", self._root, self.bit_size._root)
            if self.bit_size._parent != self:
                raise kaitaistruct.ConsistencyError(u"bit_size", self, self.bit_size._parent)

        if self.type == ColumnMetadata.ColumnType.newdecimal:
            pass
            if self.precision._root != self._root:
                raise kaitaistruct.ConsistencyError(u"precision", self._root, self.precision._root)
            if self.precision._parent != self:
                raise kaitaistruct.ConsistencyError(u"precision", self, self.precision._parent)

        if self.has_string_type:
            pass
            if self.string_type._root != self._root:
                raise kaitaistruct.ConsistencyError(u"string_type", self._root, self.string_type._root)
            if self.string_type._parent != self:
                raise kaitaistruct.ConsistencyError(u"string_type", self, self.string_type._parent)

        if self.type == ColumnMetadata.ColumnType.typed_array:
            pass
            if self.array_type._root != self._root:
                raise kaitaistruct.ConsistencyError(u"array_type", self._root, self.array_type._root)
            if self.array_type._parent != self:
                raise kaitaistruct.ConsistencyError(u"array_type", self, self.array_type._parent)

        self._dirty = False

    class ColumnArrayType(ReadWriteKaitaiStruct):
        """The type of the elements, and its metadata. The hidden column of a
        multi-valued index is an array (MySQL 8.0.17 and later).
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ColumnMetadata.ColumnArrayType, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.element_type = KaitaiStream.resolve_enum(ColumnMetadata.ColumnType, self._io.read_u1())
            if self.element_type == ColumnMetadata.ColumnType.varchar:
                pass
                self.max_length = integer_le.IntegerLe(3, self._io)
                self.max_length._read()

            if self.element_type != ColumnMetadata.ColumnType.varchar:
                pass
                self.element_metadata = ColumnMetadata(self.element_type, self._io, self, self._root)
                self.element_metadata._read()

            self._dirty = False


        def _fetch_instances(self):
            pass
            if self.element_type == ColumnMetadata.ColumnType.varchar:
                pass
                self.max_length._fetch_instances()

            if self.element_type != ColumnMetadata.ColumnType.varchar:
                pass
                self.element_metadata._fetch_instances()



        def _write__seq(self, io=None):
            super(ColumnMetadata.ColumnArrayType, self)._write__seq(io)
            self._io.write_u1(int(self.element_type))
            if self.element_type == ColumnMetadata.ColumnType.varchar:
                pass
                self.max_length._write__seq(self._io)

            if self.element_type != ColumnMetadata.ColumnType.varchar:
                pass
                self.element_metadata._write__seq(self._io)



        def _check(self):
            if self.element_type == ColumnMetadata.ColumnType.varchar:
                pass
                if self.max_length.num_bytes != 3:
                    raise kaitaistruct.ConsistencyError(u"max_length", 3, self.max_length.num_bytes)

            if self.element_type != ColumnMetadata.ColumnType.varchar:
                pass
                if self.element_metadata._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"element_metadata", self._root, self.element_metadata._root)
                if self.element_metadata._parent != self:
                    raise kaitaistruct.ConsistencyError(u"element_metadata", self, self.element_metadata._parent)
                if self.element_metadata.type != self.element_type:
                    raise kaitaistruct.ConsistencyError(u"element_metadata", self.element_type, self.element_metadata.type)

            self._dirty = False


    class ColumnBitSize(ReadWriteKaitaiStruct):
        """The number of bits of a BIT."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ColumnMetadata.ColumnBitSize, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.num_bits_over = self._io.read_u1()
            if not self.num_bits_over <= 7:
                raise kaitaistruct.ValidationGreaterThanError(7, self.num_bits_over, self._io, u"/types/column_bit_size/seq/0")
            self.num_full_bytes = self._io.read_u1()
            if not self.num_full_bytes <= 8:
                raise kaitaistruct.ValidationGreaterThanError(8, self.num_full_bytes, self._io, u"/types/column_bit_size/seq/1")
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ColumnMetadata.ColumnBitSize, self)._write__seq(io)
            self._io.write_u1(self.num_bits_over)
            self._io.write_u1(self.num_full_bytes)


        def _check(self):
            if not self.num_bits_over <= 7:
                raise kaitaistruct.ValidationGreaterThanError(7, self.num_bits_over, None, u"/types/column_bit_size/seq/0")
            if not self.num_full_bytes <= 8:
                raise kaitaistruct.ValidationGreaterThanError(8, self.num_full_bytes, None, u"/types/column_bit_size/seq/1")
            self._dirty = False

        @property
        def num_bits(self):
            """Number of bits, 1 to 64."""
            if hasattr(self, '_m_num_bits'):
                return self._m_num_bits

            self._m_num_bits = self.num_full_bytes * 8 + self.num_bits_over
            return getattr(self, '_m_num_bits', None)

        def _invalidate_num_bits(self):
            del self._m_num_bits
        @property
        def num_bytes(self):
            """Length of a cell in bytes."""
            if hasattr(self, '_m_num_bytes'):
                return self._m_num_bytes

            self._m_num_bytes = self.num_full_bytes + (1 if self.num_bits_over > 0 else 0)
            return getattr(self, '_m_num_bytes', None)

        def _invalidate_num_bytes(self):
            del self._m_num_bytes

    class ColumnPrecision(ReadWriteKaitaiStruct):
        """The number of digits of a DECIMAL."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ColumnMetadata.ColumnPrecision, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.precision = self._io.read_u1()
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, self._io, u"/types/column_precision/seq/0")
            self.scale = self._io.read_u1()
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, self._io, u"/types/column_precision/seq/1")
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ColumnMetadata.ColumnPrecision, self)._write__seq(io)
            self._io.write_u1(self.precision)
            self._io.write_u1(self.scale)


        def _check(self):
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, None, u"/types/column_precision/seq/0")
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, None, u"/types/column_precision/seq/1")
            self._dirty = False


    class ColumnStringType(ReadWriteKaitaiStruct):
        """The real type and the length in bytes. Lengths over 255 use two bits of
        the type, in which they are stored inverted. A type of 0 is a CHAR of a
        server older than these two bytes.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(ColumnMetadata.ColumnStringType, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.packed_type = self._io.read_u1()
            _ = self.packed_type
            if not  ((_ == 0) or (_ | 48 == int(ColumnMetadata.ColumnType.string)) or (_ | 48 == int(ColumnMetadata.ColumnType.enum)) or (_ | 48 == int(ColumnMetadata.ColumnType.set))) :
                raise kaitaistruct.ValidationExprError(self.packed_type, self._io, u"/types/column_string_type/seq/0")
            self.low_length = self._io.read_u1()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ColumnMetadata.ColumnStringType, self)._write__seq(io)
            self._io.write_u1(self.packed_type)
            self._io.write_u1(self.low_length)


        def _check(self):
            _ = self.packed_type
            if not  ((_ == 0) or (_ | 48 == int(ColumnMetadata.ColumnType.string)) or (_ | 48 == int(ColumnMetadata.ColumnType.enum)) or (_ | 48 == int(ColumnMetadata.ColumnType.set))) :
                raise kaitaistruct.ValidationExprError(self.packed_type, None, u"/types/column_string_type/seq/0")
            self._dirty = False

        @property
        def borrowed(self):
            """The two bits of the length, as stored in the type."""
            if hasattr(self, '_m_borrowed'):
                return self._m_borrowed

            self._m_borrowed = (48 if self.packed_type == 0 else self.packed_type & 48)
            return getattr(self, '_m_borrowed', None)

        def _invalidate_borrowed(self):
            del self._m_borrowed
        @property
        def num_bytes(self):
            """Maximum length of a CHAR or BINARY in bytes; length of an ENUM's or
            SET's cell in bytes.
            """
            if hasattr(self, '_m_num_bytes'):
                return self._m_num_bytes

            self._m_num_bytes = (48 - self.borrowed) * 16 + self.low_length
            return getattr(self, '_m_num_bytes', None)

        def _invalidate_num_bytes(self):
            del self._m_num_bytes
        @property
        def real_type(self):
            """CHAR or BINARY (`string`), ENUM or SET."""
            if hasattr(self, '_m_real_type'):
                return self._m_real_type

            self._m_real_type = KaitaiStream.resolve_enum(ColumnMetadata.ColumnType, (254 if self.packed_type == 0 else self.packed_type | 48))
            return getattr(self, '_m_real_type', None)

        def _invalidate_real_type(self):
            del self._m_real_type

    class LabelCount(ReadWriteKaitaiStruct):
        """The lengths of cells that servers choose for a number of labels. It has no
        bytes of its own.
        """
        def __init__(self, num_labels, _io=None, _parent=None, _root=None):
            super(ColumnMetadata.LabelCount, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_labels = num_labels

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(ColumnMetadata.LabelCount, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def len_enum(self):
            """Length of an ENUM's cell in bytes."""
            if hasattr(self, '_m_len_enum'):
                return self._m_len_enum

            self._m_len_enum = (1 if self.num_labels <= 255 else 2)
            return getattr(self, '_m_len_enum', None)

        def _invalidate_len_enum(self):
            del self._m_len_enum
        @property
        def len_set(self):
            """Length of a SET's cell in bytes."""
            if hasattr(self, '_m_len_set'):
                return self._m_len_set

            self._m_len_set = ((self.num_labels + 7) // 8 if self.num_labels <= 32 else 8)
            return getattr(self, '_m_len_set', None)

        def _invalidate_len_set(self):
            del self._m_len_set

    @property
    def has_string_type(self):
        """Whether the metadata holds the real type."""
        if hasattr(self, '_m_has_string_type'):
            return self._m_has_string_type

        self._m_has_string_type =  ((self.type == ColumnMetadata.ColumnType.string) or (self.type == ColumnMetadata.ColumnType.enum) or (self.type == ColumnMetadata.ColumnType.set)) 
        return getattr(self, '_m_has_string_type', None)

    def _invalidate_has_string_type(self):
        del self._m_has_string_type
    @property
    def is_numeric(self):
        """Whether the column has a bit in the signedness bitmap of the optional
        metadata.
        """
        if hasattr(self, '_m_is_numeric'):
            return self._m_is_numeric

        self._m_is_numeric =  ((self.type == ColumnMetadata.ColumnType.tiny) or (self.type == ColumnMetadata.ColumnType.short) or (self.type == ColumnMetadata.ColumnType.int24) or (self.type == ColumnMetadata.ColumnType.long) or (self.type == ColumnMetadata.ColumnType.longlong) or (self.type == ColumnMetadata.ColumnType.year) or (self.type == ColumnMetadata.ColumnType.float) or (self.type == ColumnMetadata.ColumnType.double) or (self.type == ColumnMetadata.ColumnType.decimal) or (self.type == ColumnMetadata.ColumnType.newdecimal)) 
        return getattr(self, '_m_is_numeric', None)

    def _invalidate_is_numeric(self):
        del self._m_is_numeric
    @property
    def real_type(self):
        """Type of the column, with CHAR, ENUM and SET distinguished."""
        if hasattr(self, '_m_real_type'):
            return self._m_real_type

        self._m_real_type = (self.string_type.real_type if self.has_string_type else self.type)
        return getattr(self, '_m_real_type', None)

    def _invalidate_real_type(self):
        del self._m_real_type

