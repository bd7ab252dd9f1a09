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
        if self.num_bytes > 0:
            pass
            _on = (4 if self.num_bytes > 4 else self.num_bytes)
            if _on == 1:
                pass
                self.low = self._io.read_u1()
            elif _on == 2:
                pass
                self.low = self._io.read_u2le()
            elif _on == 3:
                pass
                self.low = self._io.read_bits_int_le(24)
            elif _on == 4:
                pass
                self.low = self._io.read_u4le()

        if self.num_bytes > 4:
            pass
            _on = self.num_bytes - 4
            if _on == 1:
                pass
                self.high = self._io.read_u1()
            elif _on == 2:
                pass
                self.high = self._io.read_u2le()
            elif _on == 3:
                pass
                self.high = self._io.read_bits_int_le(24)
            elif _on == 4:
                pass
                self.high = self._io.read_u4le()



    def _fetch_instances(self):
        pass
        if self.num_bytes > 0:
            pass
            _on = (4 if self.num_bytes > 4 else self.num_bytes)
            if _on == 1:
                pass
            elif _on == 2:
                pass
            elif _on == 3:
                pass
            elif _on == 4:
                pass

        if self.num_bytes > 4:
            pass
            _on = self.num_bytes - 4
            if _on == 1:
                pass
            elif _on == 2:
                pass
            elif _on == 3:
                pass
            elif _on == 4:
                pass


    @property
    def value(self):
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (0 if self.num_bytes == 0 else (self.low + self.high * 4294967296 if self.num_bytes > 4 else self.low))
        return getattr(self, '_m_value', None)


