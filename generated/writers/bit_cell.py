# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_be


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BitCell(ReadWriteKaitaiStruct):
    """A BIT: its bits in big-endian order, the unused ones first.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, num_bytes, _io=None, _parent=None, _root=None):
        super(BitCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes

    def _read(self):
        self.raw = integer_be.IntegerBe(self.num_bytes, self._io)
        self.raw._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()


    def _write__seq(self, io=None):
        super(BitCell, self)._write__seq(io)
        self.raw._write__seq(self._io)


    def _check(self):
        if self.raw.num_bytes != self.num_bytes:
            raise kaitaistruct.ConsistencyError(u"raw", self.num_bytes, self.raw.num_bytes)
        self._dirty = False

    @property
    def value(self):
        """The bits as a number. A BIT(64) whose highest bit is set is negative in
        languages without unsigned integers.
        """
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = self.raw.value
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

