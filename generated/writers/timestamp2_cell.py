# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import binlog_fraction


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class Timestamp2Cell(ReadWriteKaitaiStruct):
    """A TIMESTAMP of MySQL 5.6.4 or later, or MariaDB 10.1.2 or later, in big-endian
    order.
    
    .. seealso::
       Source - https://github.com/mysql/mysql-server/blob/trunk/mysys/my_time.cc
    """
    def __init__(self, num_digits, _io=None, _parent=None, _root=None):
        super(Timestamp2Cell, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.num_digits = num_digits

    def _read(self):
        self.seconds = self._io.read_u4be()
        self.fraction = binlog_fraction.BinlogFraction(self.num_digits, self._io)
        self.fraction._read()
        self._dirty = False


    def _fetch_instances(self):
        pass
        self.fraction._fetch_instances()


    def _write__seq(self, io=None):
        super(Timestamp2Cell, self)._write__seq(io)
        self._io.write_u4be(self.seconds)
        self.fraction._write__seq(self._io)


    def _check(self):
        if self.fraction.num_digits != self.num_digits:
            raise kaitaistruct.ConsistencyError(u"fraction", self.num_digits, self.fraction.num_digits)
        self._dirty = False


