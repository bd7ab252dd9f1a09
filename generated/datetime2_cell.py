# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_fraction
from . import integer_be


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Datetime2Cell(KaitaiStruct):
    """A DATETIME of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later: five bytes in
    big-endian order, and the fraction. From the highest bit on: 1 bit that is
    set, 17 of year times 13 plus month, 5 of day, 5 of hour, 6 of minute, 6 of
    second.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    """
    def __init__(self, num_digits, _io, _parent=None, _root=None):
        super(Datetime2Cell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_digits = num_digits
        self._read()

    def _read(self):
        self.raw = integer_be.IntegerBe(5, self._io)
        self.fraction = binlog_fraction.BinlogFraction(self.num_digits, self._io)


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()
        self.fraction._fetch_instances()

    @property
    def date(self):
        """Upper bits, with year, month and day."""
        if hasattr(self, '_m_date'):
            return self._m_date

        self._m_date = self.packed // 131072
        return getattr(self, '_m_date', None)

    @property
    def day(self):
        """Day of the month, 0 to 31."""
        if hasattr(self, '_m_day'):
            return self._m_day

        self._m_day = self.date % 32
        return getattr(self, '_m_day', None)

    @property
    def hour(self):
        """Hour, 0 to 23."""
        if hasattr(self, '_m_hour'):
            return self._m_hour

        self._m_hour = self.time // 4096
        return getattr(self, '_m_hour', None)

    @property
    def minute(self):
        """Minute, 0 to 59."""
        if hasattr(self, '_m_minute'):
            return self._m_minute

        self._m_minute = (self.time // 64) % 64
        return getattr(self, '_m_minute', None)

    @property
    def month(self):
        """Month, 0 to 12."""
        if hasattr(self, '_m_month'):
            return self._m_month

        self._m_month = (self.date // 32) % 13
        return getattr(self, '_m_month', None)

    @property
    def packed(self):
        """The number without its highest bit."""
        if hasattr(self, '_m_packed'):
            return self._m_packed

        self._m_packed = (self.raw.value - 549755813888)
        return getattr(self, '_m_packed', None)

    @property
    def second(self):
        """Second, 0 to 59."""
        if hasattr(self, '_m_second'):
            return self._m_second

        self._m_second = self.time % 64
        return getattr(self, '_m_second', None)

    @property
    def text(self):
        """The date and time as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = ((((((((((str(10000 + self.year)[1:5] + u"-") + str(100 + self.month)[1:3]) + u"-") + str(100 + self.day)[1:3]) + u" ") + str(100 + self.hour)[1:3]) + u":") + str(100 + self.minute)[1:3]) + u":") + str(100 + self.second)[1:3]) + self.fraction.text
        return getattr(self, '_m_text', None)

    @property
    def time(self):
        """Lower 17 bits, with hour, minute and second."""
        if hasattr(self, '_m_time'):
            return self._m_time

        self._m_time = self.packed % 131072
        return getattr(self, '_m_time', None)

    @property
    def year(self):
        """Year, 0 to 9999."""
        if hasattr(self, '_m_year'):
            return self._m_year

        self._m_year = (self.date // 32) // 13
        return getattr(self, '_m_year', None)


