# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import varlen_integer


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class GtidTag(ReadWriteKaitaiStruct):
    """The tag of a GTID: a name of up to 32 characters that groups transactions of a
    server (MySQL 8.3 and later).
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/replication-gtids-concepts.html
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(GtidTag, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.len_text = varlen_integer.VarlenInteger(self._io)
        self.len_text._read()
        _ = self.len_text
        if not _.value <= 32:
            raise kaitaistruct.ValidationExprError(self.len_text, self._io, u"/seq/0")
        self.text = (self._io.read_bytes(self.len_text.value)).decode(u"ASCII")
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.len_text._fetch_instances()


    def _write__seq(self, io=None):
        super(GtidTag, self)._write__seq(io)
        self.len_text._write__seq(self._io)
        self._io.write_bytes((self.text).encode(u"ASCII"))


    def _check(self):
        _ = self.len_text
        if not _.value <= 32:
            raise kaitaistruct.ValidationExprError(self.len_text, None, u"/seq/0")
        if len((self.text).encode(u"ASCII")) != self.len_text.value:
            raise kaitaistruct.ConsistencyError(u"text", self.len_text.value, len((self.text).encode(u"ASCII")))
        self._dirty = False


