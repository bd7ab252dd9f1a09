# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import utc_time


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TimestampCell(ReadWriteKaitaiStruct):
    """A TIMESTAMP of servers before MySQL 5.6.4, or of MariaDB tables in the older
    format, in little-endian order.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(TimestampCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._should_write_time = False
        self.time__enabled = True

    def _read(self):
        self.seconds = self._io.read_u4le()
        self._dirty = False


    def _fetch_instances(self):
        pass
        _ = self.time
        if hasattr(self, '_m_time'):
            pass
            self._m_time._fetch_instances()



    def _write__seq(self, io=None):
        super(TimestampCell, self)._write__seq(io)
        self._should_write_time = self.time__enabled
        self._io.write_u4le(self.seconds)


    def _check(self):
        if self.time__enabled:
            pass
            if self._m_time.seconds != self.seconds:
                raise kaitaistruct.ConsistencyError(u"time", self.seconds, self._m_time.seconds)

        self._dirty = False

    @property
    def text(self):
        """The time in UTC as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (u"0000-00-00 00:00:00" if self.seconds == 0 else self.time.text)
        return getattr(self, '_m_text', None)

    def _invalidate_text(self):
        del self._m_text
    @property
    def time(self):
        """The time as text, with another text for the zero date in `text`."""
        if self._should_write_time:
            self._write_time()
        if hasattr(self, '_m_time'):
            return self._m_time

        if not self.time__enabled:
            return None

        self._m_time = utc_time.UtcTime(self.seconds, self._io)
        self._m_time._read()
        return getattr(self, '_m_time', None)

    @time.setter
    def time(self, v):
        self._dirty = True
        self._m_time = v

    def _write_time(self):
        self._should_write_time = False
        self._m_time._write__seq(self._io)


