# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_be
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbCompressed(ReadWriteKaitaiStruct):
    """A compressed part of an event of MariaDB: a byte with the method and the
    length of the length, then the uncompressed length in big-endian order, then
    the data (MariaDB 10.2.3 and later).
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/log_event.cc
    """

    class MariadbCompression(IntEnum):
        zlib = 0
    def __init__(self, _io=None, _parent=None, _root=None):
        super(MariadbCompressed, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.is_compressed = self._io.read_bits_int_be(1) != 0
        if not self.is_compressed == True:
            raise kaitaistruct.ValidationNotEqualError(True, self.is_compressed, self._io, u"/seq/0")
        self.method = KaitaiStream.resolve_enum(MariadbCompressed.MariadbCompression, self._io.read_bits_int_be(3))
        if not isinstance(self.method, MariadbCompressed.MariadbCompression):
            raise kaitaistruct.ValidationNotInEnumError(self.method, self._io, u"/seq/1")
        self.num_length_bytes = self._io.read_bits_int_be(4)
        if not self.num_length_bytes <= 8:
            raise kaitaistruct.ValidationGreaterThanError(8, self.num_length_bytes, self._io, u"/seq/2")
        self.len_uncompressed = integer_be.IntegerBe(self.num_length_bytes, self._io)
        self.len_uncompressed._read()
        self.data = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_uncompressed._fetch_instances()


    def _write__seq(self, io=None):
        super(MariadbCompressed, self)._write__seq(io)
        self._io.write_bits_int_be(1, int(self.is_compressed))
        self._io.write_bits_int_be(3, int(self.method))
        self._io.write_bits_int_be(4, self.num_length_bytes)
        self.len_uncompressed._write__seq(self._io)
        self._io.write_bytes(self.data)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"data", 0, self._io.size() - self._io.pos())


    def _check(self):
        if not self.is_compressed == True:
            raise kaitaistruct.ValidationNotEqualError(True, self.is_compressed, None, u"/seq/0")
        if not isinstance(self.method, MariadbCompressed.MariadbCompression):
            raise kaitaistruct.ValidationNotInEnumError(self.method, None, u"/seq/1")
        if not self.num_length_bytes <= 8:
            raise kaitaistruct.ValidationGreaterThanError(8, self.num_length_bytes, None, u"/seq/2")
        if self.len_uncompressed.num_bytes != self.num_length_bytes:
            raise kaitaistruct.ConsistencyError(u"len_uncompressed", self.num_length_bytes, self.len_uncompressed.num_bytes)
        self._dirty = False

    @property
    def ofs_data(self):
        """Offset of `data` within this part, in bytes."""
        if hasattr(self, '_m_ofs_data'):
            return self._m_ofs_data

        self._m_ofs_data = 1 + self.num_length_bytes
        return getattr(self, '_m_ofs_data', None)

    def _invalidate_ofs_data(self):
        del self._m_ofs_data

