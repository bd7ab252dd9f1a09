# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DatetimeCell(ReadWriteKaitaiStruct):
    """A DATETIME of servers before MySQL 5.6.4, or of MariaDB tables in the older
    format: the decimal number YYYYMMDDhhmmss.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(DatetimeCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.raw = self._io.read_u8le()
        self._dirty = False


    def _fetch_instances(self):
        pass


    def _write__seq(self, io=None):
        super(DatetimeCell, self)._write__seq(io)
        self._io.write_u8le(self.raw)


    def _check(self):
        self._dirty = False

    @property
    def date(self):
        """The digits of the date, YYYYMMDD."""
        if hasattr(self, '_m_date'):
            return self._m_date

        self._m_date = self.raw // 1000000
        return getattr(self, '_m_date', None)

    def _invalidate_date(self):
        del self._m_date
    @property
    def day(self):
        """Day of the month, 0 to 31."""
        if hasattr(self, '_m_day'):
            return self._m_day

        self._m_day = self.date % 100
        return getattr(self, '_m_day', None)

    def _invalidate_day(self):
        del self._m_day
    @property
    def hour(self):
        """Hour, 0 to 23."""
        if hasattr(self, '_m_hour'):
            return self._m_hour

        self._m_hour = self.time // 10000
        return getattr(self, '_m_hour', None)

    def _invalidate_hour(self):
        del self._m_hour
    @property
    def minute(self):
        """Minute, 0 to 59."""
        if hasattr(self, '_m_minute'):
            return self._m_minute

        self._m_minute = (self.time // 100) % 100
        return getattr(self, '_m_minute', None)

    def _invalidate_minute(self):
        del self._m_minute
    @property
    def month(self):
        """Month, 0 to 12."""
        if hasattr(self, '_m_month'):
            return self._m_month

        self._m_month = (self.date // 100) % 100
        return getattr(self, '_m_month', None)

    def _invalidate_month(self):
        del self._m_month
    @property
    def second(self):
        """Second, 0 to 59."""
        if hasattr(self, '_m_second'):
            return self._m_second

        self._m_second = self.time % 100
        return getattr(self, '_m_second', None)

    def _invalidate_second(self):
        del self._m_second
    @property
    def text(self):
        """The date and time as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (((((((((str(10000 + self.year)[1:5] + u"-") + str(100 + self.month)[1:3]) + u"-") + str(100 + self.day)[1:3]) + u" ") + str(100 + self.hour)[1:3]) + u":") + str(100 + self.minute)[1:3]) + u":") + str(100 + self.second)[1:3]
        return getattr(self, '_m_text', None)

    def _invalidate_text(self):
        del self._m_text
    @property
    def time(self):
        """The digits of the time, hhmmss."""
        if hasattr(self, '_m_time'):
            return self._m_time

        self._m_time = (self.raw - self.date * 1000000)
        return getattr(self, '_m_time', None)

    def _invalidate_time(self):
        del self._m_time
    @property
    def year(self):
        """Year, 0 to 9999."""
        if hasattr(self, '_m_year'):
            return self._m_year

        self._m_year = self.date // 10000
        return getattr(self, '_m_year', None)

    def _invalidate_year(self):
        del self._m_year

