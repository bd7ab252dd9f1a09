# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbGtidListEvent(KaitaiStruct):
    """The last GTID of each domain and server before this log (MariaDB 10.0 and
    later). MariaDB refuses a shorter post-header, and does not skip a longer one.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_list_event
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(MariadbGtidListEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        self.num_gtids_and_flags = self._io.read_u4le()
        _ = self.num_gtids_and_flags
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.num_gtids_and_flags, self._io, u"/seq/0")
        if self.len_post_header > 4:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 4)

        self.gtids = []
        for i in range(self.num_gtids):
            self.gtids.append(MariadbGtidListEvent.MariadbGtid(self._io, self, self._root))

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        if self.len_post_header > 4:
            pass

        for i in range(len(self.gtids)):
            pass
            self.gtids[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass


    class MariadbGtid(KaitaiStruct):
        """A GTID of MariaDB."""
        def __init__(self, _io, _parent=None, _root=None):
            super(MariadbGtidListEvent.MariadbGtid, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.domain_id = self._io.read_u4le()
            self.server_id = self._io.read_u4le()
            self.sequence = self._io.read_u8le()


        def _fetch_instances(self):
            pass


    @property
    def flags(self):
        """Flags: 1 if the position of START REPLICA UNTIL is reached, in events that
        are not in logs; 2 if replicas ignore the GTIDs.
        """
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = self.num_gtids_and_flags // 268435456
        return getattr(self, '_m_flags', None)

    @property
    def num_gtids(self):
        """Number of `gtids`."""
        if hasattr(self, '_m_num_gtids'):
            return self._m_num_gtids

        self._m_num_gtids = self.num_gtids_and_flags % 268435456
        return getattr(self, '_m_num_gtids', None)


