# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class VarlenInteger(ReadWriteKaitaiStruct):
    """An integer of 1 to 9 bytes in little-endian order (MySQL 8.3 and later). The
    number of 1 bits at the low end of the first byte is the number of bytes
    behind it. Signed integers have the sign in the lowest bit of the value; if it
    is set, they count from -1 down.
    
    The type multiplies instead of shifting, since shifts have 32 bits in
    JavaScript.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/PageLibsMysqlSerialization.html
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(VarlenInteger, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.first = self._io.read_u1()
        self.rest = integer_le.IntegerLe(self.num_rest, self._io)
        self.rest._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.rest._fetch_instances()


    def _write__seq(self, io=None):
        super(VarlenInteger, self)._write__seq(io)
        self._io.write_u1(self.first)
        self.rest._write__seq(self._io)


    def _check(self):
        if self.rest.num_bytes != self.num_rest:
            raise kaitaistruct.ConsistencyError(u"rest", self.num_rest, self.rest.num_bytes)
        self._dirty = False

    @property
    def half(self):
        """Half of the value, rounded down and not negative: division would keep the
        sign in languages without unsigned integers of 64 bits.
        """
        if hasattr(self, '_m_half'):
            return self._m_half

        self._m_half = (((self.value - self.value % 2) // 2 + 4611686018427387904) + 4611686018427387904 if self.value < 0 else (self.value - self.value % 2) // 2)
        return getattr(self, '_m_half', None)

    def _invalidate_half(self):
        del self._m_half
    @property
    def num_first(self):
        """Number of different values of the bits in the first byte that belong to
        the integer.
        """
        if hasattr(self, '_m_num_first'):
            return self._m_num_first

        self._m_num_first = (128 if self.num_rest == 0 else (64 if self.num_rest == 1 else (32 if self.num_rest == 2 else (16 if self.num_rest == 3 else (8 if self.num_rest == 4 else (4 if self.num_rest == 5 else (2 if self.num_rest == 6 else 1)))))))
        return getattr(self, '_m_num_first', None)

    def _invalidate_num_first(self):
        del self._m_num_first
    @property
    def num_rest(self):
        """Number of bytes behind the first one."""
        if hasattr(self, '_m_num_rest'):
            return self._m_num_rest

        self._m_num_rest = (0 if self.first % 2 == 0 else (1 if self.first % 4 == 1 else (2 if self.first % 8 == 3 else (3 if self.first % 16 == 7 else (4 if self.first % 32 == 15 else (5 if self.first % 64 == 31 else (6 if self.first % 128 == 63 else (7 if self.first == 127 else 8))))))))
        return getattr(self, '_m_num_rest', None)

    def _invalidate_num_rest(self):
        del self._m_num_rest
    @property
    def signed_value(self):
        """The signed integer."""
        if hasattr(self, '_m_signed_value'):
            return self._m_signed_value

        self._m_signed_value = (self.half if self.value % 2 == 0 else -(self.half) - 1)
        return getattr(self, '_m_signed_value', None)

    def _invalidate_signed_value(self):
        del self._m_signed_value
    @property
    def value(self):
        """The unsigned integer."""
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.rest.value if self.num_rest == 8 else self.first // (256 // self.num_first) + self.rest.value * self.num_first)
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

