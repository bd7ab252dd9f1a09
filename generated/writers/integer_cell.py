# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class IntegerCell(ReadWriteKaitaiStruct):
    """TINYINT to BIGINT, in 1, 2, 3, 4 or 8 bytes. The halves of a BIGINT are read
    separately, so that small negative numbers are exact in JavaScript, too.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, num_bytes, is_unsigned, _io=None, _parent=None, _root=None):
        super(IntegerCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes
        self.is_unsigned = is_unsigned

    def _read(self):
        self.low = integer_le.IntegerLe((4 if self.num_bytes == 8 else self.num_bytes), self._io)
        self.low._read()
        if  ((self.num_bytes == 8) and (self.is_unsigned)) :
            pass
            self.high_unsigned = self._io.read_u4le()

        if  ((self.num_bytes == 8) and ((not (self.is_unsigned)))) :
            pass
            self.high_signed = self._io.read_s4le()

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.low._fetch_instances()
        if  ((self.num_bytes == 8) and (self.is_unsigned)) :
            pass

        if  ((self.num_bytes == 8) and ((not (self.is_unsigned)))) :
            pass



    def _write__seq(self, io=None):
        super(IntegerCell, self)._write__seq(io)
        self.low._write__seq(self._io)
        if  ((self.num_bytes == 8) and (self.is_unsigned)) :
            pass
            self._io.write_u4le(self.high_unsigned)

        if  ((self.num_bytes == 8) and ((not (self.is_unsigned)))) :
            pass
            self._io.write_s4le(self.high_signed)



    def _check(self):
        if self.low.num_bytes != (4 if self.num_bytes == 8 else self.num_bytes):
            raise kaitaistruct.ConsistencyError(u"low", (4 if self.num_bytes == 8 else self.num_bytes), self.low.num_bytes)
        if  ((self.num_bytes == 8) and (self.is_unsigned)) :
            pass

        if  ((self.num_bytes == 8) and ((not (self.is_unsigned)))) :
            pass

        self._dirty = False

    @property
    def high(self):
        """Highest four bytes of a BIGINT, signed or not."""
        if hasattr(self, '_m_high'):
            return self._m_high

        if self.num_bytes == 8:
            pass
            self._m_high = (self.high_unsigned if self.is_unsigned else self.high_signed)

        return getattr(self, '_m_high', None)

    def _invalidate_high(self):
        del self._m_high
    @property
    def num_values(self):
        """Number of different values of `low`."""
        if hasattr(self, '_m_num_values'):
            return self._m_num_values

        self._m_num_values = (256 if self.num_bytes == 1 else (65536 if self.num_bytes == 2 else (16777216 if self.num_bytes == 3 else 4294967296)))
        return getattr(self, '_m_num_values', None)

    def _invalidate_num_values(self):
        del self._m_num_values
    @property
    def value(self):
        """The number. A BIGINT UNSIGNED from 2^63 on is negative in languages
        without unsigned integers.
        """
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.low.value + self.high * self.num_values if self.num_bytes == 8 else (self.low.value if  ((self.is_unsigned) or (self.low.value < self.num_values // 2))  else self.low.value - self.num_values))
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

