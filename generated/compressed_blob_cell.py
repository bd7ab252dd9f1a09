# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import compressed_value
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class CompressedBlobCell(KaitaiStruct):
    """A BLOB or TEXT of a column with the attribute COMPRESSED (MariaDB 10.3.2 and
    later).
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/sql-statements/data-definition/create/storage-engine-independent-column-compression
    """
    def __init__(self, pack_length, _io, _parent=None, _root=None):
        super(CompressedBlobCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length
        self._read()

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self._raw_value = self._io.read_bytes(self.len_value.value)
        _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
        self.value = compressed_value.CompressedValue(_io__raw_value)


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        self.value._fetch_instances()


