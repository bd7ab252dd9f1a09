# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class MariadbGtidListEvent(ReadWriteKaitaiStruct):
    """The last GTID of each domain and server before this log (MariaDB 10.0 and
    later). MariaDB refuses a shorter post-header, and does not skip a longer one.
    
    .. seealso::
       Source - https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/gtid_list_event
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(MariadbGtidListEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

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
            _t_gtids = MariadbGtidListEvent.MariadbGtid(self._io, self, self._root)
            try:
                _t_gtids._read()
            finally:
                self.gtids.append(_t_gtids)

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 4:
            pass

        for i in range(len(self.gtids)):
            pass
            self.gtids[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(MariadbGtidListEvent, self)._write__seq(io)
        self._io.write_u4le(self.num_gtids_and_flags)
        if self.len_post_header > 4:
            pass
            self._io.write_bytes(self.post_header_rest)

        for i in range(len(self.gtids)):
            pass
            self.gtids[i]._write__seq(self._io)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.num_gtids_and_flags
        if not self.len_post_header >= 4:
            raise kaitaistruct.ValidationExprError(self.num_gtids_and_flags, None, u"/seq/0")
        if self.len_post_header > 4:
            pass
            if len(self.post_header_rest) != self.len_post_header - 4:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 4, len(self.post_header_rest))

        if len(self.gtids) != self.num_gtids:
            raise kaitaistruct.ConsistencyError(u"gtids", self.num_gtids, len(self.gtids))
        for i in range(len(self.gtids)):
            pass
            if self.gtids[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"gtids", self._root, self.gtids[i]._root)
            if self.gtids[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"gtids", self, self.gtids[i]._parent)

        self._dirty = False

    class MariadbGtid(ReadWriteKaitaiStruct):
        """A GTID of MariaDB."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(MariadbGtidListEvent.MariadbGtid, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.domain_id = self._io.read_u4le()
            self.server_id = self._io.read_u4le()
            self.sequence = self._io.read_u8le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(MariadbGtidListEvent.MariadbGtid, self)._write__seq(io)
            self._io.write_u4le(self.domain_id)
            self._io.write_u4le(self.server_id)
            self._io.write_u8le(self.sequence)


        def _check(self):
            self._dirty = False


    @property
    def flags(self):
        """Flags: 1 if the position of START REPLICA UNTIL is reached, in events that
        are not in logs; 2 if replicas ignore the GTIDs.
        """
        if hasattr(self, '_m_flags'):
            return self._m_flags

        self._m_flags = self.num_gtids_and_flags // 268435456
        return getattr(self, '_m_flags', None)

    def _invalidate_flags(self):
        del self._m_flags
    @property
    def num_gtids(self):
        """Number of `gtids`."""
        if hasattr(self, '_m_num_gtids'):
            return self._m_num_gtids

        self._m_num_gtids = self.num_gtids_and_flags % 268435456
        return getattr(self, '_m_num_gtids', None)

    def _invalidate_num_gtids(self):
        del self._m_num_gtids

