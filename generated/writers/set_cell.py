# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_bitmap


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class SetCell(ReadWriteKaitaiStruct):
    """A SET: one bit for each label.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, num_bytes, _io=None, _parent=None, _root=None):
        super(SetCell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_bytes = num_bytes

    def _read(self):
        self.members = binlog_bitmap.BinlogBitmap(self.num_bytes * 8, self._io)
        self.members._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.members._fetch_instances()


    def _write__seq(self, io=None):
        super(SetCell, self)._write__seq(io)
        self.members._write__seq(self._io)


    def _check(self):
        if self.members.num_bits != self.num_bytes * 8:
            raise kaitaistruct.ConsistencyError(u"members", self.num_bytes * 8, self.members.num_bits)
        self._dirty = False


