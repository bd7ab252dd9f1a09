# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import previous_gtids_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TransactionContextEvent(KaitaiStruct):
    """Group Replication's data for the certification of a transaction: the version
    of the data that it read, and the rows that it wrote (MySQL 5.7 and later).
    MySQL does not skip a longer post-header. A shorter one is refused here, since
    it lacks the lengths.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__context__event.html
    """
    def __init__(self, len_post_header, _io, _parent=None, _root=None):
        super(TransactionContextEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header
        self._read()

    def _read(self):
        self.len_server_uuid = self._io.read_u1()
        _ = self.len_server_uuid
        if not self.len_post_header >= 18:
            raise kaitaistruct.ValidationExprError(self.len_server_uuid, self._io, u"/seq/0")
        self.thread_id = self._io.read_u4le()
        self.has_gtid_specified = self._io.read_u1()
        self.len_snapshot_version = self._io.read_u4le()
        self.num_write_set = self._io.read_u4le()
        self.num_read_set = self._io.read_u4le()
        if self.len_post_header > 18:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 18)

        self.server_uuid = (self._io.read_bytes(self.len_server_uuid)).decode(u"ASCII")
        if self.len_snapshot_version > 0:
            pass
            self._raw_snapshot_version = self._io.read_bytes(self.len_snapshot_version)
            _io__raw_snapshot_version = KaitaiStream(BytesIO(self._raw_snapshot_version))
            self.snapshot_version = previous_gtids_event.PreviousGtidsEvent(0, _io__raw_snapshot_version)

        self.write_set = []
        for i in range(self.num_write_set):
            self.write_set.append(TransactionContextEvent.TransactionContextHash(self._io, self, self._root))

        self.read_set = []
        for i in range(self.num_read_set):
            self.read_set.append(TransactionContextEvent.TransactionContextHash(self._io, self, self._root))

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()



    def _fetch_instances(self):
        pass
        if self.len_post_header > 18:
            pass

        if self.len_snapshot_version > 0:
            pass
            self.snapshot_version._fetch_instances()

        for i in range(len(self.write_set)):
            pass
            self.write_set[i]._fetch_instances()

        for i in range(len(self.read_set)):
            pass
            self.read_set[i]._fetch_instances()

        if (not (self._io.is_eof())):
            pass


    class TransactionContextHash(KaitaiStruct):
        """Hash of the key of a row."""
        def __init__(self, _io, _parent=None, _root=None):
            super(TransactionContextEvent.TransactionContextHash, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_hash = self._io.read_u2le()
            self.hash = self._io.read_bytes(self.len_hash)


        def _fetch_instances(self):
            pass



