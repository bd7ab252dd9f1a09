# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import utc_time


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TimestampCell(KaitaiStruct):
    """A TIMESTAMP of servers before MySQL 5.6.4, or of MariaDB tables in the older
    format, in little-endian order.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(TimestampCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.seconds = self._io.read_u4le()


    def _fetch_instances(self):
        pass
        _ = self.time
        if hasattr(self, '_m_time'):
            pass
            self._m_time._fetch_instances()


    @property
    def text(self):
        """The time in UTC as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (u"0000-00-00 00:00:00" if self.seconds == 0 else self.time.text)
        return getattr(self, '_m_text', None)

    @property
    def time(self):
        """The time as text, with another text for the zero date in `text`."""
        if hasattr(self, '_m_time'):
            return self._m_time

        self._m_time = utc_time.UtcTime(self.seconds, self._io)
        return getattr(self, '_m_time', None)


