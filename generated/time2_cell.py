# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_be


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Time2Cell(KaitaiStruct):
    """A TIME of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later: three bytes and
    those of the fraction, in big-endian order, as one number with zero in the
    middle of its range. Its absolute value has 10 bits of hour, 6 of minute, 6 of
    second, and the fraction.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    """
    def __init__(self, num_digits, _io, _parent=None, _root=None):
        super(Time2Cell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_digits = num_digits
        self._read()

    def _read(self):
        self.raw = integer_be.IntegerBe(3 + self.len_fraction, self._io)


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()

    @property
    def hour(self):
        """Hour, 0 to 838."""
        if hasattr(self, '_m_hour'):
            return self._m_hour

        self._m_hour = ((self.magnitude // self.num_fractions) // 4096) % 1024
        return getattr(self, '_m_hour', None)

    @property
    def is_negative(self):
        """Whether the time is negative."""
        if hasattr(self, '_m_is_negative'):
            return self._m_is_negative

        self._m_is_negative = self.raw.value < self.zero
        return getattr(self, '_m_is_negative', None)

    @property
    def len_fraction(self):
        """Length of the fraction in bytes."""
        if hasattr(self, '_m_len_fraction'):
            return self._m_len_fraction

        self._m_len_fraction = (self.num_digits + 1) // 2
        return getattr(self, '_m_len_fraction', None)

    @property
    def magnitude(self):
        """Absolute value of the time, in its parts."""
        if hasattr(self, '_m_magnitude'):
            return self._m_magnitude

        self._m_magnitude = (self.zero - self.raw.value if self.is_negative else self.raw.value - self.zero)
        return getattr(self, '_m_magnitude', None)

    @property
    def microsecond(self):
        """Microseconds, 0 to 999999."""
        if hasattr(self, '_m_microsecond'):
            return self._m_microsecond

        self._m_microsecond = (self.magnitude % self.num_fractions) * (10000 if self.len_fraction == 1 else (100 if self.len_fraction == 2 else 1))
        return getattr(self, '_m_microsecond', None)

    @property
    def minute(self):
        """Minute, 0 to 59."""
        if hasattr(self, '_m_minute'):
            return self._m_minute

        self._m_minute = ((self.magnitude // self.num_fractions) // 64) % 64
        return getattr(self, '_m_minute', None)

    @property
    def num_fractions(self):
        """Number of different fractions of a second."""
        if hasattr(self, '_m_num_fractions'):
            return self._m_num_fractions

        self._m_num_fractions = (1 if self.len_fraction == 0 else (256 if self.len_fraction == 1 else (65536 if self.len_fraction == 2 else 16777216)))
        return getattr(self, '_m_num_fractions', None)

    @property
    def second(self):
        """Second, 0 to 59."""
        if hasattr(self, '_m_second'):
            return self._m_second

        self._m_second = (self.magnitude // self.num_fractions) % 64
        return getattr(self, '_m_second', None)

    @property
    def sign(self):
        """Sign of the time, for viewers."""
        if hasattr(self, '_m_sign'):
            return self._m_sign

        self._m_sign = (u"-" if self.is_negative else u"")
        return getattr(self, '_m_sign', None)

    @property
    def text(self):
        """The time as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = ((((((self.sign + (u"0" if self.hour < 10 else u"")) + str(self.hour)) + u":") + str(100 + self.minute)[1:3]) + u":") + str(100 + self.second)[1:3]) + (u"" if self.num_digits == 0 else u"." + str(1000000 + self.microsecond)[1:1 + self.num_digits])
        return getattr(self, '_m_text', None)

    @property
    def zero(self):
        """The stored number of 00:00:00."""
        if hasattr(self, '_m_zero'):
            return self._m_zero

        self._m_zero = (8388608 * self.num_fractions)
        return getattr(self, '_m_zero', None)


