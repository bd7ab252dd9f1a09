# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le
from . import json_binary
from . import json_diffs


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class JsonCell(KaitaiStruct):
    """A JSON document in MySQL's binary form (MySQL 5.7.8 and later), or changes to
    one (MySQL 8.0.3 and later). MariaDB logs its JSON columns as text. A document
    without bytes is the JSON null, which a server may store for an invalid value.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
    """
    def __init__(self, pack_length, is_partial, _io, _parent=None, _root=None):
        super(JsonCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length
        self.is_partial = is_partial
        self._read()

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        if  (((not (self.is_partial))) and (self.len_value.value > 0)) :
            pass
            self._raw_document = self._io.read_bytes(self.len_value.value)
            _io__raw_document = KaitaiStream(BytesIO(self._raw_document))
            self.document = json_binary.JsonBinary(_io__raw_document)

        if self.is_partial:
            pass
            self._raw_diffs = self._io.read_bytes(self.len_value.value)
            _io__raw_diffs = KaitaiStream(BytesIO(self._raw_diffs))
            self.diffs = json_diffs.JsonDiffs(_io__raw_diffs)



    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        if  (((not (self.is_partial))) and (self.len_value.value > 0)) :
            pass
            self.document._fetch_instances()

        if self.is_partial:
            pass
            self.diffs._fetch_instances()



