# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import compressed_value
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class CompressedBlobCell(ReadWriteKaitaiStruct):
    """A BLOB or TEXT of a column with the attribute COMPRESSED (MariaDB 10.3.2 and
    later).
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/sql-statements/data-definition/create/storage-engine-independent-column-compression
    """
    def __init__(self, pack_length, _io=None, _parent=None, _root=None):
        super(CompressedBlobCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self.len_value._read()
        self._raw_value = self._io.read_bytes(self.len_value.value)
        _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
        self.value = compressed_value.CompressedValue(_io__raw_value)
        self.value._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        self.value._fetch_instances()


    def _write__seq(self, io=None):
        super(CompressedBlobCell, self)._write__seq(io)
        self.len_value._write__seq(self._io)
        _io__raw_value = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
        self._io.add_child_stream(_io__raw_value)
        _pos2 = self._io.pos()
        self._io.seek(self._io.pos() + (self.len_value.value))
        def handler(parent, _io__raw_value=_io__raw_value):
            self._raw_value = _io__raw_value.to_byte_array()
            if len(self._raw_value) != self.len_value.value:
                raise kaitaistruct.ConsistencyError(u"raw(value)", self.len_value.value, len(self._raw_value))
            parent.write_bytes(self._raw_value)
        _io__raw_value.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
        self.value._write__seq(_io__raw_value)


    def _check(self):
        if self.len_value.num_bytes != self.pack_length:
            raise kaitaistruct.ConsistencyError(u"len_value", self.pack_length, self.len_value.num_bytes)
        self._dirty = False


