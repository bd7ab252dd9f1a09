# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le
from . import json_binary
from . import json_diffs


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class JsonCell(ReadWriteKaitaiStruct):
    """A JSON document in MySQL's binary form (MySQL 5.7.8 and later), or changes to
    one (MySQL 8.0.3 and later). MariaDB logs its JSON columns as text. A document
    without bytes is the JSON null, which a server may store for an invalid value.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_binary.h
    """
    def __init__(self, pack_length, is_partial, _io=None, _parent=None, _root=None):
        super(JsonCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.pack_length = pack_length
        self.is_partial = is_partial

    def _read(self):
        self.len_value = integer_le.IntegerLe(self.pack_length, self._io)
        self.len_value._read()
        if  (((not (self.is_partial))) and (self.len_value.value > 0)) :
            pass
            self._raw_document = self._io.read_bytes(self.len_value.value)
            _io__raw_document = KaitaiStream(BytesIO(self._raw_document))
            self.document = json_binary.JsonBinary(_io__raw_document)
            self.document._read()

        if self.is_partial:
            pass
            self._raw_diffs = self._io.read_bytes(self.len_value.value)
            _io__raw_diffs = KaitaiStream(BytesIO(self._raw_diffs))
            self.diffs = json_diffs.JsonDiffs(_io__raw_diffs)
            self.diffs._read()

        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()
        if  (((not (self.is_partial))) and (self.len_value.value > 0)) :
            pass
            self.document._fetch_instances()

        if self.is_partial:
            pass
            self.diffs._fetch_instances()



    def _write__seq(self, io=None):
        super(JsonCell, self)._write__seq(io)
        self.len_value._write__seq(self._io)
        if  (((not (self.is_partial))) and (self.len_value.value > 0)) :
            pass
            _io__raw_document = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
            self._io.add_child_stream(_io__raw_document)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self.len_value.value))
            def handler(parent, _io__raw_document=_io__raw_document):
                self._raw_document = _io__raw_document.to_byte_array()
                if len(self._raw_document) != self.len_value.value:
                    raise kaitaistruct.ConsistencyError(u"raw(document)", self.len_value.value, len(self._raw_document))
                parent.write_bytes(self._raw_document)
            _io__raw_document.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.document._write__seq(_io__raw_document)

        if self.is_partial:
            pass
            _io__raw_diffs = KaitaiStream(BytesIO(bytearray(self.len_value.value)))
            self._io.add_child_stream(_io__raw_diffs)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self.len_value.value))
            def handler(parent, _io__raw_diffs=_io__raw_diffs):
                self._raw_diffs = _io__raw_diffs.to_byte_array()
                if len(self._raw_diffs) != self.len_value.value:
                    raise kaitaistruct.ConsistencyError(u"raw(diffs)", self.len_value.value, len(self._raw_diffs))
                parent.write_bytes(self._raw_diffs)
            _io__raw_diffs.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.diffs._write__seq(_io__raw_diffs)



    def _check(self):
        if self.len_value.num_bytes != self.pack_length:
            raise kaitaistruct.ConsistencyError(u"len_value", self.pack_length, self.len_value.num_bytes)
        if  (((not (self.is_partial))) and (self.len_value.value > 0)) :
            pass

        if self.is_partial:
            pass

        self._dirty = False


