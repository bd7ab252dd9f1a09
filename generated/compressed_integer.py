# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class CompressedInteger(KaitaiStruct):
    """An unsigned integer of 1 to 9 bytes in little-endian order, as MariaDB 12.3 or
    later stores it in the records of logs in InnoDB pages. The three bits at the
    low end of the first byte are the number of bytes behind it; 7 stands for 8
    bytes.
    
    The type multiplies instead of shifting, since shifts have 32 bits in
    JavaScript.
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/Docs/replication/binlog.md
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(CompressedInteger, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.first = self._io.read_u1()
        self.rest = integer_le.IntegerLe(self.num_rest, self._io)


    def _fetch_instances(self):
        pass
        self.rest._fetch_instances()

    @property
    def num_rest(self):
        """Number of bytes behind the first one."""
        if hasattr(self, '_m_num_rest'):
            return self._m_num_rest

        self._m_num_rest = (8 if self.first % 8 == 7 else self.first % 8)
        return getattr(self, '_m_num_rest', None)

    @property
    def value(self):
        """The unsigned integer, of 64 bits. Of 9 bytes, the highest five bits do not
        belong to it.
        """
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.first // 8 + (self.rest.value % 576460752303423488) * 32)
        return getattr(self, '_m_value', None)


