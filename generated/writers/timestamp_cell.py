# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TimestampCell(ReadWriteKaitaiStruct):
    """A TIMESTAMP of servers before MySQL 5.6.4, or of MariaDB tables in the older
    format, in little-endian order.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/sql/field.cc
    """
    def __init__(self, _io=None, _parent=None, _root=None):
        super(TimestampCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self

    def _read(self):
        self.seconds = self._io.read_u4le()
        self._dirty = False


    def _fetch_instances(self):
        pass


    def _write__seq(self, io=None):
        super(TimestampCell, self)._write__seq(io)
        self._io.write_u4le(self.seconds)


    def _check(self):
        self._dirty = False


