# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class IntegerLe(KaitaiStruct):
    """An unsigned integer of 0 to 8 bytes, the lowest first. Multiplies where a
    shift would do, since shifts truncate to 32 bits in JavaScript.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
    """
    def __init__(self, num_bytes, _io, _parent=None, _root=None):
        super(IntegerLe, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes
        self._read()

    def _read(self):
        self.bytes = []
        for i in range(self.num_bytes):
            self.bytes.append(IntegerLe.ByteLe((1 if i == 0 else self.bytes[i - 1].scale * 256), (0 if i == 0 else self.bytes[i - 1].value), self._io, self, self._root))



    def _fetch_instances(self):
        pass
        for i in range(len(self.bytes)):
            pass
            self.bytes[i]._fetch_instances()


    class ByteLe(KaitaiStruct):
        def __init__(self, scale, previous, _io, _parent=None, _root=None):
            super(IntegerLe.ByteLe, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self.scale = scale
            self.previous = previous
            self._read()

        def _read(self):
            self.byte = self._io.read_u1()


        def _fetch_instances(self):
            pass

        @property
        def value(self):
            if hasattr(self, '_m_value'):
                return self._m_value

            self._m_value = self.previous + self.byte * self.scale
            return getattr(self, '_m_value', None)


    @property
    def value(self):
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (0 if self.num_bytes == 0 else self.bytes[-1].value)
        return getattr(self, '_m_value', None)


