# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class EnumCell(ReadWriteKaitaiStruct):
    """An ENUM: the number of its label.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, num_bytes, _io=None, _parent=None, _root=None):
        super(EnumCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes

    def _read(self):
        self.raw = integer_le.IntegerLe(self.num_bytes, self._io)
        self.raw._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()


    def _write__seq(self, io=None):
        super(EnumCell, self)._write__seq(io)
        self.raw._write__seq(self._io)


    def _check(self):
        if self.raw.num_bytes != self.num_bytes:
            raise kaitaistruct.ConsistencyError(u"raw", self.num_bytes, self.raw.num_bytes)
        self._dirty = False

    @property
    def index(self):
        """Number of the label, from 1. 0 is the empty string, which servers store
        for an invalid value.
        """
        if hasattr(self, '_m_index'):
            return self._m_index

        self._m_index = self.raw.value
        return getattr(self, '_m_index', None)

    def _invalidate_index(self):
        del self._m_index

