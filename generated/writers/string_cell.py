# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import integer_le


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class StringCell(ReadWriteKaitaiStruct):
    """A CHAR, VARCHAR, BINARY or VARBINARY. The length has two bytes if the column
    may be longer than 255 bytes, else one. CHAR is stored without trailing
    spaces, BINARY without trailing zeros.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, max_length, _io=None, _parent=None, _root=None):
        super(StringCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.max_length = max_length

    def _read(self):
        self.len_value = integer_le.IntegerLe((2 if self.max_length > 255 else 1), self._io)
        self.len_value._read()
        self.value = self._io.read_bytes(self.len_value.value)
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_value._fetch_instances()


    def _write__seq(self, io=None):
        super(StringCell, self)._write__seq(io)
        self.len_value._write__seq(self._io)
        self._io.write_bytes(self.value)


    def _check(self):
        if self.len_value.num_bytes != (2 if self.max_length > 255 else 1):
            raise kaitaistruct.ConsistencyError(u"len_value", (2 if self.max_length > 255 else 1), self.len_value.num_bytes)
        if len(self.value) != self.len_value.value:
            raise kaitaistruct.ConsistencyError(u"value", self.len_value.value, len(self.value))
        self._dirty = False


