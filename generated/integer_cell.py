# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class IntegerCell(KaitaiStruct):
    """TINYINT to BIGINT, in 1, 2, 3, 4 or 8 bytes."""
    def __init__(self, num_bytes, is_unsigned, _io, _parent=None, _root=None):
        super(IntegerCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes
        self.is_unsigned = is_unsigned
        self._read()

    def _read(self):
        self.raw = integer_le.IntegerLe(self.num_bytes, self._io)


    def _fetch_instances(self):
        pass
        self.raw._fetch_instances()

    @property
    def num_values(self):
        if hasattr(self, '_m_num_values'):
            return self._m_num_values

        self._m_num_values = (256 if self.num_bytes == 1 else (65536 if self.num_bytes == 2 else (16777216 if self.num_bytes == 3 else (4294967296 if self.num_bytes == 4 else 4294967296 * 4294967296))))
        return getattr(self, '_m_num_values', None)

    @property
    def value(self):
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.raw.value if  ((self.is_unsigned) or (self.raw.value < self.num_values // 2))  else self.raw.value - self.num_values)
        return getattr(self, '_m_value', None)


