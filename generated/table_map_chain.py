# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import table_map_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TableMapChain(KaitaiStruct):
    """The table maps that a rows event may refer to, newest first: a statement over
    two tables logs both table maps before its first rows event. It has no bytes
    of its own.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Table__map__event.html
    """
    def __init__(self, is_empty, handle, older, _io, _parent=None, _root=None):
        super(TableMapChain, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.is_empty = is_empty
        self.handle = handle
        self.older = older
        self._read()

    def _read(self):
        pass


    def _fetch_instances(self):
        pass

    @property
    def table_map(self):
        """The newest table map."""
        if hasattr(self, '_m_table_map'):
            return self._m_table_map

        if (not (self.is_empty)):
            pass
            self._m_table_map = self.handle._parent

        return getattr(self, '_m_table_map', None)


