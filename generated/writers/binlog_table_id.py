# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class BinlogTableId(ReadWriteKaitaiStruct):
    """The number by which the rows events of a statement refer to their table map: 4
    bytes before MySQL 5.1.4, as the length of the post-header shows, and 6 since.
    Other lengths below 8 are refused here; servers read 6 bytes.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(BinlogTableId, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.low = self._io.read_u4le()
        _ = self.low
        if not  ((self.len_post_header == 6) or (self.len_post_header >= 8)) :
            raise kaitaistruct.ValidationExprError(self.low, self._io, u"/seq/0")
        if self.len_post_header != 6:
            pass
            self.high = self._io.read_u2le()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header != 6:
            pass



    def _write__seq(self, io=None):
        super(BinlogTableId, self)._write__seq(io)
        self._io.write_u4le(self.low)
        if self.len_post_header != 6:
            pass
            self._io.write_u2le(self.high)



    def _check(self):
        _ = self.low
        if not  ((self.len_post_header == 6) or (self.len_post_header >= 8)) :
            raise kaitaistruct.ValidationExprError(self.low, None, u"/seq/0")
        if self.len_post_header != 6:
            pass

        self._dirty = False

    @property
    def value(self):
        """The number. It belongs to a version of the table's definition in the
        server's memory, and changes with DDL or a restart.
        """
        if hasattr(self, '_m_value'):
            return self._m_value

        self._m_value = (self.low if self.len_post_header == 6 else self.low + self.high * 4294967296)
        return getattr(self, '_m_value', None)

    def _invalidate_value(self):
        del self._m_value

