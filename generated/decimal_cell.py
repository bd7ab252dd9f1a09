# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_be


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DecimalCell(KaitaiStruct):
    """A DECIMAL of MySQL 5.0 or later. Nine digits have four bytes, counted from the
    point to both sides; the digits left over at either end have as few bytes as
    possible. The first bit is 1 for numbers that are not negative. All bytes of a
    negative number are inverted.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/strings/decimal.cc
    """
    def __init__(self, precision, scale, _io, _parent=None, _root=None):
        super(DecimalCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.precision = precision
        self.scale = scale
        self._read()

    def _read(self):
        self._raw_digits = self._io.read_bytes((((self.num_integer // 9) * 4 + self.len_leading) + (self.scale // 9) * 4) + self.len_trailing)
        _io__raw_digits = KaitaiStream(BytesIO(self._raw_digits))
        self.digits = DecimalCell.DecimalDigits(self.num_leading, self.num_integer // 9 + self.scale // 9, self.num_trailing, _io__raw_digits, self, self._root)


    def _fetch_instances(self):
        pass
        self.digits._fetch_instances()

    class DecimalDigits(KaitaiStruct):
        """The digits of a number, without its point."""
        def __init__(self, num_leading, num_full, num_trailing, _io, _parent=None, _root=None):
            super(DecimalCell.DecimalDigits, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_leading = num_leading
            self.num_full = num_full
            self.num_trailing = num_trailing
            self._read()

        def _read(self):
            self.groups = []
            for i in range(self.num_groups):
                self.groups.append(DecimalCell.DecimalGroup((self.num_leading if  ((i == 0) and (self.num_leading > 0))  else (self.num_trailing if  ((i == self.num_groups - 1) and (self.num_trailing > 0))  else 9)), i == 0, self.is_negative, self._io, self, self._root))



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



        @property
        def first_byte(self):
            """First byte, which has the sign in its highest bit."""
            if hasattr(self, '_m_first_byte'):
                return self._m_first_byte

            _pos = self._io.pos()
            self._io.seek(0)
            self._m_first_byte = self._io.read_u1()
            self._io.seek(_pos)
            return getattr(self, '_m_first_byte', None)

        @property
        def is_negative(self):
            """Whether the number is negative."""
            if hasattr(self, '_m_is_negative'):
                return self._m_is_negative

            self._m_is_negative = self.first_byte < 128
            return getattr(self, '_m_is_negative', None)

        @property
        def num_groups(self):
            """Number of groups."""
            if hasattr(self, '_m_num_groups'):
                return self._m_num_groups

            self._m_num_groups = (self.num_full + (1 if self.num_leading > 0 else 0)) + (1 if self.num_trailing > 0 else 0)
            return getattr(self, '_m_num_groups', None)

        @property
        def parts(self):
            """The groups as texts, for viewers."""
            if hasattr(self, '_m_parts'):
                return self._m_parts

            self._m_parts = []
            for i in range(self.num_groups):
                self._m_parts.append(DecimalCell.DecimalPart(i, self._io, self, self._root))

            return getattr(self, '_m_parts', None)

        @property
        def sign(self):
            """Sign of the number, for viewers."""
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (u"-" if self.is_negative else u"")
            return getattr(self, '_m_sign', None)


    class DecimalGroup(KaitaiStruct):
        """A group of up to nine digits."""
        def __init__(self, num_digits, is_first, is_negative, _io, _parent=None, _root=None):
            super(DecimalCell.DecimalGroup, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.num_digits = num_digits
            self.is_first = is_first
            self.is_negative = is_negative
            self._read()

        def _read(self):
            self.raw = integer_be.IntegerBe((4 if self.num_digits == 9 else (self.num_digits + 1) // 2), self._io)


        def _fetch_instances(self):
            pass
            self.raw._fetch_instances()

        @property
        def max(self):
            """Largest number that the bytes of the group hold."""
            if hasattr(self, '_m_max'):
                return self._m_max

            self._m_max = (4294967295 if self.num_digits > 6 else (16777215 if self.num_digits > 4 else (65535 if self.num_digits > 2 else 255)))
            return getattr(self, '_m_max', None)

        @property
        def sign(self):
            """Value of the sign bit in the first group; 0 in the others."""
            if hasattr(self, '_m_sign'):
                return self._m_sign

            self._m_sign = (0 if (not (self.is_first)) else (-(self.max // 2 + 1) if self.is_negative else self.max // 2 + 1))
            return getattr(self, '_m_sign', None)

        @property
        def value(self):
            """The digits as a number."""
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = ((self.max - self.raw.value if self.is_negative else self.raw.value) + (self.sign if self.is_negative else -(self.sign)))
            return getattr(self, '_m_value', None)


    class DecimalPart(KaitaiStruct):
        """A group of digits as text. It has no bytes of its own."""
        def __init__(self, index, _io, _parent=None, _root=None):
            super(DecimalCell.DecimalPart, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.index = index
            self._read()

        def _read(self):
            pass


        def _fetch_instances(self):
            pass

        @property
        def digits(self):
            """All digits of the group."""
            if hasattr(self, '_m_digits'):
                return self._m_digits

            self._m_digits = str(1000000000 + self.group.value)[10 - self.group.num_digits:10]
            return getattr(self, '_m_digits', None)

        @property
        def first_of_fraction(self):
            """Number of the first group behind the point."""
            if hasattr(self, '_m_first_of_fraction'):
                return self._m_first_of_fraction

            self._m_first_of_fraction = (self._parent._parent.num_integer // 9 + (1 if self._parent.num_leading > 0 else 0))
            return getattr(self, '_m_first_of_fraction', None)

        @property
        def group(self):
            """The group."""
            if hasattr(self, '_m_group'):
                return self._m_group

            self._m_group = self._parent.groups[self.index]
            return getattr(self, '_m_group', None)

        @property
        def is_leading_zero(self):
            """Whether the number has no other digits than 0 up to here."""
            if hasattr(self, '_m_is_leading_zero'):
                return self._m_is_leading_zero

            self._m_is_leading_zero =  ((self.index < self.first_of_fraction) and (self.group.value == 0) and ( ((self.index == 0) or (self._parent.parts[self.index - 1].is_leading_zero)) )) 
            return getattr(self, '_m_is_leading_zero', None)

        @property
        def point(self):
            """Text in front of the digits."""
            if hasattr(self, '_m_point'):
                return self._m_point

            self._m_point = (u"" if self.index != self.first_of_fraction else (u"0." if self.index == 0 else u"."))
            return getattr(self, '_m_point', None)

        @property
        def text(self):
            """The group as it stands in the number."""
            if hasattr(self, '_m_text'):
                return self._m_text

            self._m_text = ((u"0" if self.index == self.first_of_fraction - 1 else u"") if self.is_leading_zero else (str(self.group.value) if  ((self.index < self.first_of_fraction) and ( ((self.index == 0) or (self._parent.parts[self.index - 1].is_leading_zero)) ))  else self.point + self.digits))
            return getattr(self, '_m_text', None)


    @property
    def len_leading(self):
        """Length in bytes of the first group, if it has fewer than nine digits."""
        if hasattr(self, '_m_len_leading'):
            return self._m_len_leading

        self._m_len_leading = (self.num_leading + 1) // 2
        return getattr(self, '_m_len_leading', None)

    @property
    def len_trailing(self):
        """Length in bytes of the last group, if it has fewer than nine digits."""
        if hasattr(self, '_m_len_trailing'):
            return self._m_len_trailing

        self._m_len_trailing = (self.num_trailing + 1) // 2
        return getattr(self, '_m_len_trailing', None)

    @property
    def num_integer(self):
        """Number of digits in front of the point."""
        if hasattr(self, '_m_num_integer'):
            return self._m_num_integer

        self._m_num_integer = self.precision - self.scale
        return getattr(self, '_m_num_integer', None)

    @property
    def num_leading(self):
        """Number of digits in the first group, if it has fewer than nine."""
        if hasattr(self, '_m_num_leading'):
            return self._m_num_leading

        self._m_num_leading = self.num_integer % 9
        return getattr(self, '_m_num_leading', None)

    @property
    def num_trailing(self):
        """Number of digits in the last group, if it has fewer than nine."""
        if hasattr(self, '_m_num_trailing'):
            return self._m_num_trailing

        self._m_num_trailing = self.scale % 9
        return getattr(self, '_m_num_trailing', None)


