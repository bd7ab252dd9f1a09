# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class DateCell(ReadWriteKaitaiStruct):
    """A DATE in three bytes: day in the lowest 5 bits, month in the next 4, year
    above. Each part may be zero.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(DateCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.raw = integer_le.IntegerLe(3, self._io)
        self.raw._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()


    def _write__seq(self, io=None):
        super(DateCell, self)._write__seq(io)
        self.raw._write__seq(self._io)


    def _check(self):
        if self.raw.num_bytes != 3:
            raise kaitaistruct.ConsistencyError(u"raw", 3, self.raw.num_bytes)
        self._dirty = False

    @property
    def day(self):
        """Day of the month, 0 to 31."""
        if hasattr(self, '_m_day'):
            return self._m_day

        self._m_day = self.raw.value % 32
        return getattr(self, '_m_day', None)

    def _invalidate_day(self):
        del self._m_day
    @property
    def month(self):
        """Month, 0 to 12."""
        if hasattr(self, '_m_month'):
            return self._m_month

        self._m_month = (self.raw.value // 32) % 16
        return getattr(self, '_m_month', None)

    def _invalidate_month(self):
        del self._m_month
    @property
    def text(self):
        """The date as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (((str(10000 + self.year)[1:5] + u"-") + str(100 + self.month)[1:3]) + u"-") + str(100 + self.day)[1:3]
        return getattr(self, '_m_text', None)

    def _invalidate_text(self):
        del self._m_text
    @property
    def year(self):
        """Year, 0 to 9999."""
        if hasattr(self, '_m_year'):
            return self._m_year

        self._m_year = self.raw.value // 512
        return getattr(self, '_m_year', None)

    def _invalidate_year(self):
        del self._m_year

