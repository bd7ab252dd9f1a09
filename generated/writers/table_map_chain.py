# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import table_map_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableMapChain(ReadWriteKaitaiStruct):
    """The table maps that a rows event may refer to, newest first: a statement over
    two tables logs both table maps before its first rows event. It has no bytes
    of its own.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, is_empty, handle, older, _io=None, _parent=None, _root=None):
        super(TableMapChain, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.is_empty = is_empty
        self.handle = handle
        self.older = older

    def _read(self):
        pass
        self._dirty = False


    def _fetch_instances(self):
        pass


    def _write__seq(self, io=None):
        super(TableMapChain, self)._write__seq(io)


    def _check(self):
        self._dirty = False

    @property
    def table_map(self):
        """The newest table map."""
        if hasattr(self, '_m_table_map'):
            return self._m_table_map

        if (not (self.is_empty)):
            pass
            self._m_table_map = self.handle._parent

        return getattr(self, '_m_table_map', None)

    def _invalidate_table_map(self):
        del self._m_table_map

