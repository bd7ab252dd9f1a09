# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import decimal_cell
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class UserVarEvent(ReadWriteKaitaiStruct):
    """The value of a user variable that the next statement reads (MySQL 4.1 and
    later). Both servers skip a post-header here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1User__var__event.html
    """

    class UserVarType(IntEnum):
        string = 0
        real = 1
        int = 2
        row = 3
        decimal = 4
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(UserVarEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        if self.len_post_header > 0:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header)

        self.len_name = self._io.read_u4le()
        self.name = self._io.read_bytes(self.len_name)
        self.is_null = self._io.read_u1()
        if self.is_null == 0:
            pass
            self.type = KaitaiStream.resolve_enum(UserVarEvent.UserVarType, self._io.read_u1())
            if not isinstance(self.type, UserVarEvent.UserVarType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, self._io, u"/seq/4")

        if self.is_null == 0:
            pass
            self.collation = self._io.read_u4le()

        if self.is_null == 0:
            pass
            self.len_value = self._io.read_u4le()

        if self.is_null == 0:
            pass
            _on = self.type
            if _on == UserVarEvent.UserVarType.decimal:
                pass
                self._raw_value = self._io.read_bytes(self.len_value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = UserVarEvent.UserVarDecimal(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == UserVarEvent.UserVarType.int:
                pass
                self._raw_value = self._io.read_bytes(self.len_value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = UserVarEvent.UserVarInt(_io__raw_value, self, self._root)
                self.value._read()
            elif _on == UserVarEvent.UserVarType.real:
                pass
                self._raw_value = self._io.read_bytes(self.len_value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = UserVarEvent.UserVarReal(_io__raw_value, self, self._root)
                self.value._read()
            else:
                pass
                self._raw_value = self._io.read_bytes(self.len_value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = UserVarEvent.UserVarString(_io__raw_value, self, self._root)
                self.value._read()

        if self.has_flags:
            pass
            self.flags = UserVarEvent.UserVarFlags(self._io, self, self._root)
            self.flags._read()

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 0:
            pass

        if self.is_null == 0:
            pass

        if self.is_null == 0:
            pass

        if self.is_null == 0:
            pass

        if self.is_null == 0:
            pass
            _on = self.type
            if _on == UserVarEvent.UserVarType.decimal:
                pass
                self.value._fetch_instances()
            elif _on == UserVarEvent.UserVarType.int:
                pass
                self.value._fetch_instances()
            elif _on == UserVarEvent.UserVarType.real:
                pass
                self.value._fetch_instances()
            else:
                pass
                self.value._fetch_instances()

        if self.has_flags:
            pass
            self.flags._fetch_instances()

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(UserVarEvent, self)._write__seq(io)
        if self.len_post_header > 0:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_u4le(self.len_name)
        self._io.write_bytes(self.name)
        self._io.write_u1(self.is_null)
        if self.is_null == 0:
            pass
            self._io.write_u1(int(self.type))

        if self.is_null == 0:
            pass
            self._io.write_u4le(self.collation)

        if self.is_null == 0:
            pass
            self._io.write_u4le(self.len_value)

        if self.is_null == 0:
            pass
            _on = self.type
            if _on == UserVarEvent.UserVarType.decimal:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == UserVarEvent.UserVarType.int:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            elif _on == UserVarEvent.UserVarType.real:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)
            else:
                pass
                _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value)))
                self._io.add_child_stream(_io__raw_value)
                _pos2 = self._io.pos()
                self._io.seek(self._io.pos() + (self.len_value))
                def handler(parent, _io__raw_value=_io__raw_value):
                    self._raw_value = _io__raw_value.to_byte_array()
                    if len(self._raw_value) != self.len_value:
                        raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value, len(self._raw_value))
                    parent.write_bytes(self._raw_value)
                _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
                self.value._write__seq(_io__raw_value)

        if self.has_flags:
            pass
            if self.flags._root != self._root:
                raise kaitaistruct.ConsistencyError(u"flags", self._root, self.flags._root)
            if self.flags._parent != self:
                raise kaitaistruct.ConsistencyError(u"flags", self, self.flags._parent)
            self.flags._write__seq(self._io)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        if self.len_post_header > 0:
            pass
            if len(self.post_header_rest) != self.len_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header, len(self.post_header_rest))

        if len(self.name) != self.len_name:
            raise kaitaistruct.ConsistencyError(u"name", self.len_name, len(self.name))
        if self.is_null == 0:
            pass
            if not isinstance(self.type, UserVarEvent.UserVarType):
                raise kaitaistruct.ValidationNotInEnumError(self.type, None, u"/seq/4")

        if self.is_null == 0:
            pass

        if self.is_null == 0:
            pass

        if self.is_null == 0:
            pass
            _on = self.type
            if _on == UserVarEvent.UserVarType.decimal:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == UserVarEvent.UserVarType.int:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            elif _on == UserVarEvent.UserVarType.real:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)
            else:
                pass
                if self.value._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"value", self._root, self.value._root)
                if self.value._parent != self:
                    raise kaitaistruct.ConsistencyError(u"value", self, self.value._parent)

        self._dirty = False

    class UserVarDecimal(ReadWriteKaitaiStruct):
        """A decimal value."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(UserVarEvent.UserVarDecimal, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.precision = self._io.read_u1()
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, self._io, u"/types/user_var_decimal/seq/0")
            self.scale = self._io.read_u1()
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, self._io, u"/types/user_var_decimal/seq/1")
            self.value = decimal_cell.DecimalCell(self.precision, self.scale, self._io)
            self.value._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.value._fetch_instances()


        def _write__seq(self, io=None):
            super(UserVarEvent.UserVarDecimal, self)._write__seq(io)
            self._io.write_u1(self.precision)
            self._io.write_u1(self.scale)
            self.value._write__seq(self._io)


        def _check(self):
            if not self.precision >= 1:
                raise kaitaistruct.ValidationLessThanError(1, self.precision, None, u"/types/user_var_decimal/seq/0")
            if not self.scale <= self.precision:
                raise kaitaistruct.ValidationGreaterThanError(self.precision, self.scale, None, u"/types/user_var_decimal/seq/1")
            if self.value.precision != self.precision:
                raise kaitaistruct.ConsistencyError(u"value", self.precision, self.value.precision)
            if self.value.scale != self.scale:
                raise kaitaistruct.ConsistencyError(u"value", self.scale, self.value.scale)
            self._dirty = False


    class UserVarFlags(ReadWriteKaitaiStruct):
        """Flags of a value."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(UserVarEvent.UserVarFlags, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.is_unsigned = self._io.read_bits_int_le(1) != 0
            self.reserved = self._io.read_bits_int_le(7)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(UserVarEvent.UserVarFlags, self)._write__seq(io)
            self._io.write_bits_int_le(1, int(self.is_unsigned))
            self._io.write_bits_int_le(7, self.reserved)


        def _check(self):
            self._dirty = False


    class UserVarInt(ReadWriteKaitaiStruct):
        """An integer of 64 bits."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(UserVarEvent.UserVarInt, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.low = self._io.read_u4le()
            self.high = self._io.read_s4le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(UserVarEvent.UserVarInt, self)._write__seq(io)
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

    class UserVarReal(ReadWriteKaitaiStruct):
        """A floating-point value."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(UserVarEvent.UserVarReal, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.value = self._io.read_f8le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(UserVarEvent.UserVarReal, self)._write__seq(io)
            self._io.write_f8le(self.value)


        def _check(self):
            self._dirty = False


    class UserVarString(ReadWriteKaitaiStruct):
        """A string."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(UserVarEvent.UserVarString, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.value = self._io.read_bytes_full()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(UserVarEvent.UserVarString, self)._write__seq(io)
            self._io.write_bytes(self.value)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"value", 0, self._io.size() - self._io.pos())


        def _check(self):
            self._dirty = False


    @property
    def has_flags(self):
        """Whether flags follow. It is evaluated when the event is read up to there.
        """
        if hasattr(self, '_m_has_flags'):
            return self._m_has_flags

        self._m_has_flags =  ((self.is_null == 0) and ((not (self._io.is_eof())))) 
        return getattr(self, '_m_has_flags', None)

    def _invalidate_has_flags(self):
        del self._m_has_flags
    @property
    def int_value(self):
        """The value, if it is an integer, signed or not."""
        if hasattr(self, '_m_int_value'):
            return self._m_int_value

        if  ((self.is_null == 0) and (self.type == UserVarEvent.UserVarType.int)) :
            pass
            self._m_int_value = ((((self.signed_value + 4611686018427387904) + 4611686018427387904) + 4611686018427387904) + 4611686018427387904 if  ((self.is_unsigned) and (self.signed_value < 0))  else self.signed_value)

        return getattr(self, '_m_int_value', None)

    def _invalidate_int_value(self):
        del self._m_int_value
    @property
    def is_unsigned(self):
        """Whether an integer is unsigned."""
        if hasattr(self, '_m_is_unsigned'):
            return self._m_is_unsigned

        self._m_is_unsigned =  ((self.has_flags) and (self.flags.is_unsigned)) 
        return getattr(self, '_m_is_unsigned', None)

    def _invalidate_is_unsigned(self):
        del self._m_is_unsigned
    @property
    def signed_value(self):
        """The value as a signed number, if it is an integer, for kernels."""
        if hasattr(self, '_m_signed_value'):
            return self._m_signed_value

        if  ((self.is_null == 0) and (self.type == UserVarEvent.UserVarType.int)) :
            pass
            self._m_signed_value = self.value.value

        return getattr(self, '_m_signed_value', None)

    def _invalidate_signed_value(self):
        del self._m_signed_value
    @property
    def string_value(self):
        """The value, if it is a string, for kernels."""
        if hasattr(self, '_m_string_value'):
            return self._m_string_value

        if  ((self.is_null == 0) and (self.type == UserVarEvent.UserVarType.string)) :
            pass
            self._m_string_value = self.value.value

        return getattr(self, '_m_string_value', None)

    def _invalidate_string_value(self):
        del self._m_string_value

