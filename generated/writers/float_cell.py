# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class FloatCell(ReadWriteKaitaiStruct):
    """A FLOAT: an IEEE 754 number of 32 bits.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(FloatCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.value = self._io.read_f4le()
        self._dirty = False


    def _fetch_instances(self):
        pass


    def _write__seq(self, io=None):
        super(FloatCell, self)._write__seq(io)
        self._io.write_f4le(self.value)


    def _check(self):
        self._dirty = False


