# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import previous_gtids_event


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class TransactionContextEvent(ReadWriteKaitaiStruct):
    """Group Replication's data for the certification of a transaction: the version
    of the data that it read, and the rows that it wrote (MySQL 5.7 and later).
    MySQL does not skip a longer post-header. A shorter one is refused here, since
    it lacks the lengths.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__context__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(TransactionContextEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

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
            self.snapshot_version._read()

        self.write_set = []
        for i in range(self.num_write_set):
            _t_write_set = TransactionContextEvent.TransactionContextHash(self._io, self, self._root)
            try:
                _t_write_set._read()
            finally:
                self.write_set.append(_t_write_set)

        self.read_set = []
        for i in range(self.num_read_set):
            _t_read_set = TransactionContextEvent.TransactionContextHash(self._io, self, self._root)
            try:
                _t_read_set._read()
            finally:
                self.read_set.append(_t_read_set)

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


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



    def _write__seq(self, io=None):
        super(TransactionContextEvent, self)._write__seq(io)
        self._io.write_u1(self.len_server_uuid)
        self._io.write_u4le(self.thread_id)
        self._io.write_u1(self.has_gtid_specified)
        self._io.write_u4le(self.len_snapshot_version)
        self._io.write_u4le(self.num_write_set)
        self._io.write_u4le(self.num_read_set)
        if self.len_post_header > 18:
            pass
            self._io.write_bytes(self.post_header_rest)

        self._io.write_bytes((self.server_uuid).encode(u"ASCII"))
        if self.len_snapshot_version > 0:
            pass
            _io__raw_snapshot_version = KaitaiStream(BytesIO(bytearray(self.len_snapshot_version)))
            self._io.add_child_stream(_io__raw_snapshot_version)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self.len_snapshot_version))
            def handler(parent, _io__raw_snapshot_version=_io__raw_snapshot_version):
                self._raw_snapshot_version = _io__raw_snapshot_version.to_byte_array()
                if len(self._raw_snapshot_version) != self.len_snapshot_version:
                    raise kaitaistruct.ConsistencyError(u"raw(snapshot_version)", self.len_snapshot_version, len(self._raw_snapshot_version))
                parent.write_bytes(self._raw_snapshot_version)
            _io__raw_snapshot_version.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.snapshot_version._write__seq(_io__raw_snapshot_version)

        for i in range(len(self.write_set)):
            pass
            self.write_set[i]._write__seq(self._io)

        for i in range(len(self.read_set)):
            pass
            self.read_set[i]._write__seq(self._io)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.len_server_uuid
        if not self.len_post_header >= 18:
            raise kaitaistruct.ValidationExprError(self.len_server_uuid, None, u"/seq/0")
        if self.len_post_header > 18:
            pass
            if len(self.post_header_rest) != self.len_post_header - 18:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 18, len(self.post_header_rest))

        if len((self.server_uuid).encode(u"ASCII")) != self.len_server_uuid:
            raise kaitaistruct.ConsistencyError(u"server_uuid", self.len_server_uuid, len((self.server_uuid).encode(u"ASCII")))
        if self.len_snapshot_version > 0:
            pass
            if self.snapshot_version.len_post_header != 0:
                raise kaitaistruct.ConsistencyError(u"snapshot_version", 0, self.snapshot_version.len_post_header)

        if len(self.write_set) != self.num_write_set:
            raise kaitaistruct.ConsistencyError(u"write_set", self.num_write_set, len(self.write_set))
        for i in range(len(self.write_set)):
            pass
            if self.write_set[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"write_set", self._root, self.write_set[i]._root)
            if self.write_set[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"write_set", self, self.write_set[i]._parent)

        if len(self.read_set) != self.num_read_set:
            raise kaitaistruct.ConsistencyError(u"read_set", self.num_read_set, len(self.read_set))
        for i in range(len(self.read_set)):
            pass
            if self.read_set[i]._root != self._root:
                raise kaitaistruct.ConsistencyError(u"read_set", self._root, self.read_set[i]._root)
            if self.read_set[i]._parent != self:
                raise kaitaistruct.ConsistencyError(u"read_set", self, self.read_set[i]._parent)

        self._dirty = False

    class TransactionContextHash(ReadWriteKaitaiStruct):
        """Hash of the key of a row."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(TransactionContextEvent.TransactionContextHash, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.len_hash = self._io.read_u2le()
            self.hash = self._io.read_bytes(self.len_hash)
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(TransactionContextEvent.TransactionContextHash, self)._write__seq(io)
            self._io.write_u2le(self.len_hash)
            self._io.write_bytes(self.hash)


        def _check(self):
            if len(self.hash) != self.len_hash:
                raise kaitaistruct.ConsistencyError(u"hash", self.len_hash, len(self.hash))
            self._dirty = False



