# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class IntegerLe(ReadWriteKaitaiStruct):
    """An unsigned integer of 0 to 8 bytes, the lowest first. It multiplies instead
    of shifting, since shifts have 32 bits in JavaScript. Each length has a field
    of its own, because languages with static types would use the smallest integer
    of a switch.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_dt_integers.html
    """
    def __init__(self, num_bytes, _io=None, _parent=None, _root=None):
        super(IntegerLe, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes

    def _read(self):
        if self.num_bytes == 1:
            pass
            self.low_u1 = self._io.read_u1()

        if self.num_bytes == 2:
            pass
            self.low_u2 = self._io.read_u2le()

        if self.num_bytes == 3:
            pass
            self.low_u3 = self._io.read_bits_int_le(24)

        if self.num_bytes >= 4:
            pass
            self.low_u4 = self._io.read_u4le()

        if self.num_bytes == 5:
            pass
            self.high_u1 = self._io.read_u1()

        if self.num_bytes == 6:
            pass
            self.high_u2 = self._io.read_u2le()

        if self.num_bytes == 7:
            pass
            self.high_u3 = self._io.read_bits_int_le(24)

        if self.num_bytes == 8:
            pass
            self.high_u4 = self._io.read_u4le()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.num_bytes == 1:
            pass

        if self.num_bytes == 2:
            pass

        if self.num_bytes == 3:
            pass

        if self.num_bytes >= 4:
            pass

        if self.num_bytes == 5:
            pass

        if self.num_bytes == 6:
            pass

        if self.num_bytes == 7:
            pass

        if self.num_bytes == 8:
            pass



    def _write__seq(self, io=None):
        super(IntegerLe, self)._write__seq(io)
        if self.num_bytes == 1:
            pass
            self._io.write_u1(self.low_u1)

        if self.num_bytes == 2:
            pass
            self._io.write_u2le(self.low_u2)

        if self.num_bytes == 3:
            pass
            self._io.write_bits_int_le(24, self.low_u3)

        if self.num_bytes >= 4:
            pass
            self._io.write_u4le(self.low_u4)

        if self.num_bytes == 5:
            pass
            self._io.write_u1(self.high_u1)

        if self.num_bytes == 6:
            pass
            self._io.write_u2le(self.high_u2)

        if self.num_bytes == 7:
            pass
            self._io.write_bits_int_le(24, self.high_u3)

        if self.num_bytes == 8:
            pass
            self._io.write_u4le(self.high_u4)



    def _check(self):
        if self.num_bytes == 1:
            pass

        if self.num_bytes == 2:
            pass

        if self.num_bytes == 3:
            pass

        if self.num_bytes >= 4:
            pass

        if self.num_bytes == 5:
            pass

        if self.num_bytes == 6:
            pass

        if self.num_bytes == 7:
            pass

        if self.num_bytes == 8:
            pass

        self._dirty = False

    @property
    def high(self):
        """Bytes above the lowest four."""
        if hasattr(self, '_m_high'):
            return self._m_high

        if self.num_bytes > 4:
            pass
            self._m_high = (self.high_u4 if self.num_bytes == 8 else (self.high_u3 if self.num_bytes == 7 else (self.high_u2 if self.num_bytes == 6 else self.high_u1)))

        return getattr(self, '_m_high', None)

    def _invalidate_high(self):
        del self._m_high
    @property
    def low(self):
        """Lowest four bytes, or all if there are fewer."""
        if hasattr(self, '_m_low'):
            return self._m_low

        self._m_low = (self.low_u4 if self.num_bytes >= 4 else (self.low_u3 if self.num_bytes == 3 else (self.low_u2 if self.num_bytes == 2 else (self.low_u1 if self.num_bytes == 1 else 0))))
        return getattr(self, '_m_low', None)

    def _invalidate_low(self):
        del self._m_low
    @property
    def value(self):
        """The integer. From 2^63 on it is negative in languages without unsigned
        integers of 64 bits.
        """
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.low + self.high * 4294967296 if self.num_bytes > 4 else self.low)
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

