# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BlobCell(KaitaiStruct):
    """A BLOB or TEXT of any size, also the binary form of other types.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, pack_length, _io, _parent=None, _root=None):
        super(BlobCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length
        self._read()

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self.value = self._io.read_bytes(self.len_value.value)


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()


