# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import binlog_fraction
from . import utc_time


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Timestamp2Cell(KaitaiStruct):
    """A TIMESTAMP of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later, in big-endian
    order.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    """
    def __init__(self, num_digits, _io, _parent=None, _root=None):
        super(Timestamp2Cell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_digits = num_digits
        self._read()

    def _read(self):
        self.seconds = self._io.read_u4be()
        self.fraction = binlog_fraction.BinlogFraction(self.num_digits, self._io)


    def _fetch_instances(self):
        pass
        self.fraction._fetch_instances()
        _ = self.time
        if hasattr(self, '_m_time'):
            pass
            self._m_time._fetch_instances()


    @property
    def text(self):
        """The time in UTC as text, for viewers."""
        if hasattr(self, '_m_text'):
            return self._m_text

        self._m_text = (u"0000-00-00 00:00:00" if  ((self.seconds == 0) and (self.fraction.microseconds == 0))  else self.time.text) + self.fraction.text
        return getattr(self, '_m_text', None)

    @property
    def time(self):
        """The time as text, with another text for the zero date in `text`."""
        if hasattr(self, '_m_time'):
            return self._m_time

        self._m_time = utc_time.UtcTime(self.seconds, self._io)
        return getattr(self, '_m_time', None)


