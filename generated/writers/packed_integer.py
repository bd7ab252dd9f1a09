# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class PackedInteger(ReadWriteKaitaiStruct):
    """An unsigned integer of 1, 3, 4 or 9 bytes, also called length-encoded integer.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(PackedInteger, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.first = self._io.read_u1()
        _ = self.first
        if not  ((_ != 251) and (_ != 255)) :
            raise kaitaistruct.ValidationExprError(self.first, self._io, u"/seq/0")
        if self.first > 251:
            pass
            self.rest = integer_le.IntegerLe((2 if self.first == 252 else (3 if self.first == 253 else 8)), self._io)
            self.rest._read()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.first > 251:
            pass
            self.rest._fetch_instances()



    def _write__seq(self, io=None):
        super(PackedInteger, self)._write__seq(io)
        self._io.write_u1(self.first)
        if self.first > 251:
            pass
            self.rest._write__seq(self._io)



    def _check(self):
        _ = self.first
        if not  ((_ != 251) and (_ != 255)) :
            raise kaitaistruct.ValidationExprError(self.first, None, u"/seq/0")
        if self.first > 251:
            pass
            if self.rest.num_bytes != (2 if self.first == 252 else (3 if self.first == 253 else 8)):
                raise kaitaistruct.ConsistencyError(u"rest", (2 if self.first == 252 else (3 if self.first == 253 else 8)), self.rest.num_bytes)

        self._dirty = False

    @property
    def len_stored(self):
        """Length of the integer in bytes, as it is stored."""
        if hasattr(self, '_m_len_stored'):
            return self._m_len_stored

        self._m_len_stored = (1 if self.first < 252 else (3 if self.first == 252 else (4 if self.first == 253 else 9)))
        return getattr(self, '_m_len_stored', None)

    def _invalidate_len_stored(self):
        del self._m_len_stored
    @property
    def value(self):
        """The integer."""
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.rest.value if self.first > 251 else self.first)
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

