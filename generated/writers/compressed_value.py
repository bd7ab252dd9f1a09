# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_be
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class CompressedValue(ReadWriteKaitaiStruct):
    """A value of a compressed column: a byte with the method, then the value. An
    empty value has no bytes at all. Data of the method `zlib` is a zlib stream,
    or a raw DEFLATE stream without zlib's header and checksum.
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/field_comp.cc
    """

    class CompressionMethod(IntEnum):
        none = 0
        zlib = 8
    def __init__(self, _io=None, _parent=None, _root=None):
        super(CompressedValue, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        if (not (self._io.is_eof())):
            pass
            self.header = self._io.read_u1()

        if self.is_compressed:
            pass
            self.len_uncompressed = integer_be.IntegerBe((self.header & 7), self._io)
            self.len_uncompressed._read()

        self.data = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        if (not (self._io.is_eof())):
            pass

        if self.is_compressed:
            pass
            self.len_uncompressed._fetch_instances()



    def _write__seq(self, io=None):
        super(CompressedValue, self)._write__seq(io)
        if (not (self._io.is_eof())):
            pass
            self._io.write_u1(self.header)

        if self.is_compressed:
            pass
            if self.len_uncompressed.num_bytes != (self.header & 7):
                raise kaitaistruct.ConsistencyError(u"len_uncompressed", (self.header & 7), self.len_uncompressed.num_bytes)
            self.len_uncompressed._write__seq(self._io)

        self._io.write_bytes(self.data)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"data", 0, self._io.size() - self._io.pos())


    def _check(self):
        self._dirty = False

    @property
    def is_compressed(self):
        """Whether the value is compressed."""
        if hasattr(self, '_m_is_compressed'):
            return self._m_is_compressed

        self._m_is_compressed =  ((self._io.size() > 0) and (self.method != CompressedValue.CompressionMethod.none)) 
        return getattr(self, '_m_is_compressed', None)

    def _invalidate_is_compressed(self):
        del self._m_is_compressed
    @property
    def is_raw_deflate(self):
        """Whether the data has no zlib header (`column_compression_zlib_wrap` is
        OFF).
        """
        if hasattr(self, '_m_is_raw_deflate'):
            return self._m_is_raw_deflate

        if self._io.size() > 0:
            pass
            self._m_is_raw_deflate = self.header & 8 != 0

        return getattr(self, '_m_is_raw_deflate', None)

    def _invalidate_is_raw_deflate(self):
        del self._m_is_raw_deflate
    @property
    def method(self):
        """Compression method."""
        if hasattr(self, '_m_method'):
            return self._m_method

        if self._io.size() > 0:
            pass
            self._m_method = KaitaiStream.resolve_enum(CompressedValue.CompressionMethod, (self.header >> 4))

        return getattr(self, '_m_method', None)

    def _invalidate_method(self):
        del self._m_method

