# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class PackedInteger(KaitaiStruct):
    """An unsigned integer of 1, 3, 4 or 9 bytes, also called length-encoded integer.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(PackedInteger, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.first = self._io.read_u1()
        _ = self.first
        if not  ((_ != 251) and (_ != 255)) :
            raise kaitaistruct.ValidationExprError(self.first, self._io, u"/seq/0")
        if self.first > 251:
            pass
            self.rest = integer_le.IntegerLe((2 if self.first == 252 else (3 if self.first == 253 else 8)), self._io)



    def _fetch_instances(self):
        pass
        if self.first > 251:
            pass
            self.rest._fetch_instances()


    @property
    def len_stored(self):
        """Length of the integer in bytes, as it is stored."""
        if hasattr(self, '_m_len_stored'):
            return self._m_len_stored

        self._m_len_stored = (1 if self.first < 252 else (3 if self.first == 252 else (4 if self.first == 253 else 9)))
        return getattr(self, '_m_len_stored', None)

    @property
    def value(self):
        """The integer."""
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.rest.value if self.first > 251 else self.first)
        return getattr(self, '_m_value', None)


