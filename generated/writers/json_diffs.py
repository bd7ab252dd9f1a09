# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import json_binary
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class JsonDiffs(ReadWriteKaitaiStruct):
    """Changes that UPDATE made to a document by JSON_SET, JSON_REPLACE and
    JSON_REMOVE. They are logged instead of the document if
    `binlog_row_value_options` is PARTIAL_JSON (MySQL 8.0.3 and later).
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql-common/json_diff.h
    """

    class JsonDiffOperation(IntEnum):
        replace = 0
        insert = 1
        remove = 2
    def __init__(self, _io=None, _parent=None, _root=None):
        super(JsonDiffs, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.diffs = []
        i = 0
        while not self._io.is_eof():
            _t_diffs = JsonDiffs.JsonDiff(self._io, self, self._root)
            try:
                _t_diffs._read()
            finally:
                self.diffs.append(_t_diffs)
            i += 1

        self._dirty = False


    def _fetch_instances(self):
        pass
        for i in range(len(self.diffs)):
            pass
            self.diffs[i]._fetch_instances()



    def _write__seq(self, io=None):
        super(JsonDiffs, self)._write__seq(io)
        for i in range(len(self.diffs)):
            pass
            if self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"diffs", 0, self._io.size() - self._io.pos())
            self.diffs[i]._write__seq(self._io)

        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"diffs", 0, self._io.size() - self._io.pos())


    def _check(self):
        for i in range(len(self.diffs)):
            pass
            if self.diffs[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"diffs", self._root, self.diffs[i]._root)
            if self.diffs[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"diffs", self, self.diffs[i]._parent)

        self._dirty = False

    class JsonDiff(ReadWriteKaitaiStruct):
        """A change to a document."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(JsonDiffs.JsonDiff, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(JsonDiffs.JsonDiffOperation, self._io.read_u1())
            if not isinstance(self.operation, JsonDiffs.JsonDiffOperation):
                raise kaitaistruct.ValidationNotInEnumError(self.operation, self._io, u"/types/json_diff/seq/0")
            self.len_path = packed_integer.PackedInteger(self._io)
            self.len_path._read()
            self.path = (self._io.read_bytes(self.len_path.value)).decode(u"UTF-8")
            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.len_value = packed_integer.PackedInteger(self._io)
                self.len_value._read()

            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = json_binary.JsonBinary(_io__raw_value)
                self.value._read()

            self._dirty = False


        def _fetch_instances(self):
            pass
            self.len_path._fetch_instances()
            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.len_value._fetch_instances()

            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.value._fetch_instances()



        def _write__seq(self, io=None):
            super(JsonDiffs.JsonDiff, self)._write__seq(io)
            self._io.write_u1(int(self.operation))
            self.len_path._write__seq(self._io)
            self._io.write_bytes((self.path).encode(u"UTF-8"))
            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.len_value._write__seq(self._io)

            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
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
            if not isinstance(self.operation, JsonDiffs.JsonDiffOperation):
                raise kaitaistruct.ValidationNotInEnumError(self.operation, None, u"/types/json_diff/seq/0")
            if len((self.path).encode(u"UTF-8")) != self.len_path.value:
                raise kaitaistruct.ConsistencyError(u"path", self.len_path.value, len((self.path).encode(u"UTF-8")))
            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass

            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass

            self._dirty = False



