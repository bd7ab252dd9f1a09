# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import varlen_integer


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class GtidTag(KaitaiStruct):
    """The tag of a GTID: a name of up to 32 characters that groups transactions of a
    server (MySQL 8.3 and later).
    
    .. seealso::
       Source - https://dev.mysql.com/doc/refman/en/replication-gtids-concepts.html
    """
    def __init__(self, _io, _parent=None, _root=None):
        super(GtidTag, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.len_text = varlen_integer.VarlenInteger(self._io)
        _ = self.len_text
        if not _.value <= 32:
            raise kaitaistruct.ValidationExprError(self.len_text, self._io, u"/seq/0")
        self.text = (self._io.read_bytes(self.len_text.value)).decode(u"ASCII")


    def _fetch_instances(self):
        pass
        self.len_text._fetch_instances()


