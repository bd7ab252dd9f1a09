# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import json_binary
from . import packed_integer
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class JsonDiffs(KaitaiStruct):
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
    def __init__(self, _io, _parent=None, _root=None):
        super(JsonDiffs, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.diffs = []
        i = 0
        while not self._io.is_eof():
            self.diffs.append(JsonDiffs.JsonDiff(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.diffs)):
            pass
            self.diffs[i]._fetch_instances()


    class JsonDiff(KaitaiStruct):
        """A change to a document."""
        def __init__(self, _io, _parent=None, _root=None):
            super(JsonDiffs.JsonDiff, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.operation = KaitaiStream.resolve_enum(JsonDiffs.JsonDiffOperation, self._io.read_u1())
            if not isinstance(self.operation, JsonDiffs.JsonDiffOperation):
                raise kaitaistruct.ValidationNotInEnumError(self.operation, self._io, u"/types/json_diff/seq/0")
            self.len_path = packed_integer.PackedInteger(self._io)
            self.path = (self._io.read_bytes(self.len_path.value)).decode(u"UTF-8")
            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.len_value = packed_integer.PackedInteger(self._io)

            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self._raw_value = self._io.read_bytes(self.len_value.value)
                _io__raw_value = KaitaiStream(BytesIO(self._raw_value))
                self.value = json_binary.JsonBinary(_io__raw_value)



        def _fetch_instances(self):
            pass
            self.len_path._fetch_instances()
            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.len_value._fetch_instances()

            if self.operation != JsonDiffs.JsonDiffOperation.remove:
                pass
                self.value._fetch_instances()




