# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_be


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DecimalCell(ReadWriteKaitaiStruct):
    """A DECIMAL of MySQL 5.0 or later. Nine digits have four bytes, counted from the
    point to both sides; the digits left over at either end have as few bytes as
    possible. The first bit is 1 for numbers that are not negative. All bytes of a
    negative number are inverted.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/strings/decimal.cc
    """
    def __init__(self, precision, scale, _io=None, _parent=None, _root=None):
        super(DecimalCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.precision = precision
        self.scale = scale

    def _read(self):
        self._raw_digits = self._io.read_bytes((((self.num_integer // 9) * 4 + self.len_leading) + (self.scale // 9) * 4) + self.len_trailing)
        _io__raw_digits = KaitaiStream(BytesIO(self._raw_digits))
        self.digits = DecimalCell.DecimalDigits(self.num_leading, self.num_integer // 9 + self.scale // 9, self.num_trailing, _io__raw_digits, self, self._root)
        self.digits._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.digits._fetch_instances()


    def _write__seq(self, io=None):
        super(DecimalCell, self)._write__seq(io)
        _io__raw_digits = KaitaiStream(BytesIO(bytearray((((self.num_integer // 9) * 4 + self.len_leading) + (self.scale // 9) * 4) + self.len_trailing)))
        self._io.add_child_stream(_io__raw_digits)
        _pos2 = self._io.pos()
        self._io.seek(self._io.pos() + ((((self.num_integer // 9) * 4 + self.len_leading) + (self.scale // 9) * 4) + self.len_trailing))
        def handler(parent, _io__raw_digits=_io__raw_digits):
            self._raw_digits = _io__raw_digits.to_byte_array()
            if len(self._raw_digits) != (((self.num_integer // 9) * 4 + self.len_leading) + (self.scale // 9) * 4) + self.len_trailing:
                raise kaitaistruct.ConsistencyError(u"raw(digits)", (((self.num_integer // 9) * 4 + self.len_leading) + (self.scale // 9) * 4) + self.len_trailing, len(self._raw_digits))
            parent.write_bytes(self._raw_digits)
        _io__raw_digits.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
        self.digits._write__seq(_io__raw_digits)


    def _check(self):
        if self.digits._root != self._root:
            raise kaitaistruct.ConsistencyError(u"digits", self._root, self.digits._root)
        if self.digits._parent != self:
            raise kaitaistruct.ConsistencyError(u"digits", self, self.digits._parent)
        if self.digits.num_leading != self.num_leading:
            raise kaitaistruct.ConsistencyError(u"digits", self.num_leading, self.digits.num_leading)
        if self.digits.num_full != self.num_integer // 9 + self.scale // 9:
            raise kaitaistruct.ConsistencyError(u"digits", self.num_integer // 9 + self.scale // 9, self.digits.num_full)
        if self.digits.num_trailing != self.num_trailing:
            raise kaitaistruct.ConsistencyError(u"digits", self.num_trailing, self.digits.num_trailing)
        self._dirty = False

    class DecimalDigits(ReadWriteKaitaiStruct):
        """The digits of a number, without its point."""
        def __init__(self, num_leading, num_full, num_trailing, _io=None, _parent=None, _root=None):
            super(DecimalCell.DecimalDigits, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_leading = num_leading
            self.num_full = num_full
            self.num_trailing = num_trailing
            self._should_write_first_byte = False
            self.first_byte__enabled = True
            self._should_write_parts = False
            self.parts__enabled = True

        def _read(self):
            self.groups = []
            for i in range(self.num_groups):
                _t_groups = DecimalCell.DecimalGroup((self.num_leading if  ((i == 0) and (self.num_leading > 0))  else (self.num_trailing if  ((i == self.num_groups - 1) and (self.num_trailing > 0))  else 9)), i == 0, self.is_negative, self._io, self, self._root)
                try:
                    _t_groups._read()
                finally:
                    self.groups.append(_t_groups)

            self._dirty = False


        def _fetch_instances(self):
            pass
            for i in range(len(self.groups)):
                pass
                self.groups[i]._fetch_instances()

            _ = self.first_byte
            if hasattr(self, '_m_first_byte'):
                pass

            _ = self.parts
            if hasattr(self, '_m_parts'):
                pass
                for i in range(len(self._m_parts)):
                    pass
                    self._m_parts[i]._fetch_instances()




        def _write__seq(self, io=None):
            super(DecimalCell.DecimalDigits, self)._write__seq(io)
            self._should_write_first_byte = self.first_byte__enabled
            self._should_write_parts = self.parts__enabled
            for i in range(len(self.groups)):
                pass
                if self.groups[i].is_negative != self.is_negative:
                    raise kaitaistruct.ConsistencyError(u"groups", self.is_negative, self.groups[i].is_negative)
                self.groups[i]._write__seq(self._io)



        def _check(self):
            if len(self.groups) != self.num_groups:
                raise kaitaistruct.ConsistencyError(u"groups", self.num_groups, len(self.groups))
            for i in range(len(self.groups)):
                pass
                if self.groups[i]._root != self._root:
                    raise kaitaistruct.ConsistencyError(u"groups", self._root, self.groups[i]._root)
                if self.groups[i]._parent != self:
                    raise kaitaistruct.ConsistencyError(u"groups", self, self.groups[i]._parent)
                if self.groups[i].num_digits != (self.num_leading if  ((i == 0) and (self.num_leading > 0))  else (self.num_trailing if  ((i == self.num_groups - 1) and (self.num_trailing > 0))  else 9)):
                    raise kaitaistruct.ConsistencyError(u"groups", (self.num_leading if  ((i == 0) and (self.num_leading > 0))  else (self.num_trailing if  ((i == self.num_groups - 1) and (self.num_trailing > 0))  else 9)), self.groups[i].num_digits)
                if self.groups[i].is_first != (i == 0):
                    raise kaitaistruct.ConsistencyError(u"groups", i == 0, self.groups[i].is_first)

            if self.first_byte__enabled:
                pass

            if self.parts__enabled:
                pass
                if len(self._m_parts) != self.num_groups:
                    raise kaitaistruct.ConsistencyError(u"parts", self.num_groups, len(self._m_parts))
                for i in range(len(self._m_parts)):
                    pass
                    if self._m_parts[i]._root != self._root:
                        raise kaitaistruct.ConsistencyError(u"parts", self._root, self._m_parts[i]._root)
                    if self._m_parts[i]._parent != self:
                        raise kaitaistruct.ConsistencyError(u"parts", self, self._m_parts[i]._parent)
                    if self._m_parts[i].index != i:
                        raise kaitaistruct.ConsistencyError(u"parts", i, self._m_parts[i].index)


            self._dirty = False

        @property
        def first_byte(self):
            """First byte, which has the sign in its highest bit."""
            if self._should_write_first_byte:
                self._write_first_byte()
            if hasattr(self, '_m_first_byte'):
                return self._m_first_byte

            if not self.first_byte__enabled:
                return None

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_first_byte = self._io.read_u1()
            self._io.seek(_pos)
            return getattr(self, '_m_first_byte', None)

        @first_byte.setter
        def first_byte(self, v):
            self._dirty = True
            self._m_first_byte = v

        def _write_first_byte(self):
            self._should_write_first_byte = False
            _pos = self._io.pos()
            self._io.seek(0)
            self._io.write_u1(self._m_first_byte)
            self._io.seek(_pos)

        @property
        def is_negative(self):
            """Whether the number is negative."""
            if hasattr(self, '_m_is_negative'):
                return self._m_is_negative

            self._m_is_negative = self.first_byte < 128
            return getattr(self, '_m_is_negative', None)

        def _invalidate_is_negative(self):
            del self._m_is_negative
        @property
        def num_groups(self):
            """Number of groups."""
            if hasattr(self, '_m_num_groups'):
                return self._m_num_groups

            self._m_num_groups = (self.num_full + (1 if self.num_leading > 0 else 0)) + (1 if self.num_trailing > 0 else 0)
            return getattr(self, '_m_num_groups', None)

        def _invalidate_num_groups(self):
            del self._m_num_groups
        @property
        def parts(self):
            """The groups as texts, for viewers."""
            if self._should_write_parts:
                self._write_parts()
            if hasattr(self, '_m_parts'):
                return self._m_parts

            if not self.parts__enabled:
                return None

            self._m_parts = []
            for i in range(self.num_groups):
                _t__m_parts = DecimalCell.DecimalPart(i, self._io, self, self._root)
                try:
                    _t__m_parts._read()
                finally:
                    self._m_parts.append(_t__m_parts)

            return getattr(self, '_m_parts', None)

        @parts.setter
        def parts(self, v):
            self._dirty = True
            self._m_parts = v

        def _write_parts(self):
            self._should_write_parts = False
            for i in range(len(self._m_parts)):
                pass
                self._m_parts[i]._write__seq(self._io)


        @property
        def sign(self):
            """Sign of the number, for viewers."""
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (u"-" if self.is_negative else u"")
            return getattr(self, '_m_sign', None)

        def _invalidate_sign(self):
            del self._m_sign

    class DecimalGroup(ReadWriteKaitaiStruct):
        """A group of up to nine digits."""
        def __init__(self, num_digits, is_first, is_negative, _io=None, _parent=None, _root=None):
            super(DecimalCell.DecimalGroup, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_digits = num_digits
            self.is_first = is_first
            self.is_negative = is_negative

        def _read(self):
            self.raw = integer_be.IntegerBe((4 if self.num_digits == 9 else (self.num_digits + 1) // 2), self._io)
            self.raw._read()
            self._dirty = False


        def _fetch_instances(self):
            pass
            self.raw._fetch_instances()


        def _write__seq(self, io=None):
            super(DecimalCell.DecimalGroup, self)._write__seq(io)
            self.raw._write__seq(self._io)


        def _check(self):
            if self.raw.num_bytes != (4 if self.num_digits == 9 else (self.num_digits + 1) // 2):
                raise kaitaistruct.ConsistencyError(u"raw", (4 if self.num_digits == 9 else (self.num_digits + 1) // 2), self.raw.num_bytes)
            self._dirty = False

        @property
        def max(self):
            """Largest number that the bytes of the group hold."""
            if hasattr(self, '_m_max'):
                return self._m_max

            self._m_max = (4294967295 if self.num_digits > 6 else (16777215 if self.num_digits > 4 else (65535 if self.num_digits > 2 else 255)))
            return getattr(self, '_m_max', None)

        def _invalidate_max(self):
            del self._m_max
        @property
        def sign(self):
            """Value of the sign bit in the first group; 0 in the others."""
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (0 if (not (self.is_first)) else (-(self.max // 2 + 1) if self.is_negative else self.max // 2 + 1))
            return getattr(self, '_m_sign', None)

        def _invalidate_sign(self):
            del self._m_sign
        @property
        def value(self):
            """The digits as a number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = ((self.max - self.raw.value if self.is_negative else self.raw.value) + (self.sign if self.is_negative else -(self.sign)))
            return getattr(self, '_m_value', None)

        def _invalidate_value(self):
            del self._m_value

    class DecimalPart(ReadWriteKaitaiStruct):
        """A group of digits as text. It has no bytes of its own."""
        def __init__(self, index, _io=None, _parent=None, _root=None):
            super(DecimalCell.DecimalPart, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index

        def _read(self):
            pass
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(DecimalCell.DecimalPart, self)._write__seq(io)


        def _check(self):
            self._dirty = False

        @property
        def digits(self):
            """All digits of the group."""
            if hasattr(self, '_m_digits'):
                return self._m_digits

            self._m_digits = str(1000000000 + self.group.value)[10 - self.group.num_digits:10]
            return getattr(self, '_m_digits', None)

        def _invalidate_digits(self):
            del self._m_digits
        @property
        def first_of_fraction(self):
            """Number of the first group behind the point."""
            if hasattr(self, '_m_first_of_fraction'):
                return self._m_first_of_fraction

            self._m_first_of_fraction = (self._parent._parent.num_integer // 9 + (1 if self._parent.num_leading > 0 else 0))
            return getattr(self, '_m_first_of_fraction', None)

        def _invalidate_first_of_fraction(self):
            del self._m_first_of_fraction
        @property
        def group(self):
            """The group."""
            if hasattr(self, '_m_group'):
                return self._m_group

            self._m_group = self._parent.groups[self.index]
            return getattr(self, '_m_group', None)

        def _invalidate_group(self):
            del self._m_group
        @property
        def is_leading_zero(self):
            """Whether the number has no other digits than 0 up to here."""
            if hasattr(self, '_m_is_leading_zero'):
                return self._m_is_leading_zero

            self._m_is_leading_zero =  ((self.index < self.first_of_fraction) and (self.group.value == 0) and ( ((self.index == 0) or (self._parent.parts[self.index - 1].is_leading_zero)) )) 
            return getattr(self, '_m_is_leading_zero', None)

        def _invalidate_is_leading_zero(self):
            del self._m_is_leading_zero
        @property
        def point(self):
            """Text in front of the digits."""
            if hasattr(self, '_m_point'):
                return self._m_point

            self._m_point = (u"" if self.index != self.first_of_fraction else (u"0." if self.index == 0 else u"."))
            return getattr(self, '_m_point', None)

        def _invalidate_point(self):
            del self._m_point
        @property
        def text(self):
            """The group as it stands in the number."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = ((u"0" if self.index == self.first_of_fraction - 1 else u"") if self.is_leading_zero else (str(self.group.value) if  ((self.index < self.first_of_fraction) and ( ((self.index == 0) or (self._parent.parts[self.index - 1].is_leading_zero)) ))  else self.point + self.digits))
            return getattr(self, '_m_text', None)

        def _invalidate_text(self):
            del self._m_text

    @property
    def len_leading(self):
        """Length in bytes of the first group, if it has fewer than nine digits."""
        if hasattr(self, '_m_len_leading'):
            return self._m_len_leading

        self._m_len_leading = (self.num_leading + 1) // 2
        return getattr(self, '_m_len_leading', None)

    def _invalidate_len_leading(self):
        del self._m_len_leading
    @property
    def len_trailing(self):
        """Length in bytes of the last group, if it has fewer than nine digits."""
        if hasattr(self, '_m_len_trailing'):
            return self._m_len_trailing

        self._m_len_trailing = (self.num_trailing + 1) // 2
        return getattr(self, '_m_len_trailing', None)

    def _invalidate_len_trailing(self):
        del self._m_len_trailing
    @property
    def num_integer(self):
        """Number of digits in front of the point."""
        if hasattr(self, '_m_num_integer'):
            return self._m_num_integer

        self._m_num_integer = self.precision - self.scale
        return getattr(self, '_m_num_integer', None)

    def _invalidate_num_integer(self):
        del self._m_num_integer
    @property
    def num_leading(self):
        """Number of digits in the first group, if it has fewer than nine."""
        if hasattr(self, '_m_num_leading'):
            return self._m_num_leading

        self._m_num_leading = self.num_integer % 9
        return getattr(self, '_m_num_leading', None)

    def _invalidate_num_leading(self):
        del self._m_num_leading
    @property
    def num_trailing(self):
        """Number of digits in the last group, if it has fewer than nine."""
        if hasattr(self, '_m_num_trailing'):
            return self._m_num_trailing

        self._m_num_trailing = self.scale % 9
        return getattr(self, '_m_num_trailing', None)

    def _invalidate_num_trailing(self):
        del self._m_num_trailing

