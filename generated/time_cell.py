# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TimeCell(KaitaiStruct):
    """A TIME of servers before MySQL 5.6.4, or of MariaDB tables in the older
    format: the decimal number hhmmss, with a sign.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(TimeCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.raw = integer_le.IntegerLe(3, self._io)


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()

    @property
    def hour(self):
        """Hour, 0 to 838."""
        if hasattr(self, '_m_hour'):
            return self._m_hour

        self._m_hour = self.magnitude // 10000
        return getattr(self, '_m_hour', None)

    @property
    def is_negative(self):
        """Whether the time is negative."""
        if hasattr(self, '_m_is_negative'):
            return self._m_is_negative

        self._m_is_negative = self.raw.value >= 8388608
        return getattr(self, '_m_is_negative', None)

    @property
    def magnitude(self):
        """Absolute value of the decimal number."""
        if hasattr(self, '_m_magnitude'):
            return self._m_magnitude

        self._m_magnitude = (16777216 - self.raw.value if self.is_negative else self.raw.value)
        return getattr(self, '_m_magnitude', None)

    @property
    def minute(self):
        """Minute, 0 to 59."""
        if hasattr(self, '_m_minute'):
            return self._m_minute

        self._m_minute = (self.magnitude // 100) % 100
        return getattr(self, '_m_minute', None)

    @property
    def second(self):
        """Second, 0 to 59."""
        if hasattr(self, '_m_second'):
            return self._m_second

        self._m_second = self.magnitude % 100
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

        self._m_text = (((((self.sign + (u"0" if self.hour < 10 else u"")) + str(self.hour)) + u":") + str(100 + self.minute)[1:3]) + u":") + str(100 + self.second)[1:3]
        return getattr(self, '_m_text', None)


