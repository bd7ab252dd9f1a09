# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DatetimeCell(KaitaiStruct):
    """The digits of yyyymmddhhmmss read as one number.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(DatetimeCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.raw = self._io.read_u8le()


    def _fetch_instances(self):
        pass

    @property
    def date(self):
        if hasattr(self, '_m_date'):
            return self._m_date

        self._m_date = self.raw // 1000000
        return getattr(self, '_m_date', None)

    @property
    def day(self):
        if hasattr(self, '_m_day'):
            return self._m_day

        self._m_day = self.date % 100
        return getattr(self, '_m_day', None)

    @property
    def hour(self):
        if hasattr(self, '_m_hour'):
            return self._m_hour

        self._m_hour = self.time // 10000
        return getattr(self, '_m_hour', None)

    @property
    def minute(self):
        if hasattr(self, '_m_minute'):
            return self._m_minute

        self._m_minute = (self.time // 100) % 100
        return getattr(self, '_m_minute', None)

    @property
    def month(self):
        if hasattr(self, '_m_month'):
            return self._m_month

        self._m_month = (self.date // 100) % 100
        return getattr(self, '_m_month', None)

    @property
    def second(self):
        if hasattr(self, '_m_second'):
            return self._m_second

        self._m_second = self.time % 100
        return getattr(self, '_m_second', None)

    @property
    def time(self):
        if hasattr(self, '_m_time'):
            return self._m_time

        self._m_time = (self.raw - self.date * 1000000)
        return getattr(self, '_m_time', None)

    @property
    def year(self):
        if hasattr(self, '_m_year'):
            return self._m_year

        self._m_year = self.date // 10000
        return getattr(self, '_m_year', None)


