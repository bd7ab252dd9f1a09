# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import packed_integer


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class GtidEvent(ReadWriteKaitaiStruct):
    """Begins a transaction and names it by its GTID (MySQL 5.6 and later). Later
    versions appended fields: logical timestamps in 5.7, commit times and the
    length in 8.0, versions of servers in 8.0.14, the commit group in 8.0.31.
    MySQL does not skip a longer post-header. One shorter than that of MySQL 5.6
    is refused here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Gtid__event.html
    """
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(GtidEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.flags = self._io.read_u1()
        _ = self.flags
        if not self.len_post_header >= self.len_name:
            raise kaitaistruct.ValidationExprError(self.flags, self._io, u"/seq/0")
        self.uuid = self._io.read_bytes(16)
        self.gno = self._io.read_s8le()
        if self.has_logical_timestamps:
            pass
            self.logical_timestamps = GtidEvent.GtidLogicalTimestamps(self._io, self, self._root)
            self.logical_timestamps._read()

        if  ((self.len_post_header > self.len_known_post_header) and ((not (self._io.is_eof())))) :
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - self.len_known_post_header)

        if self.has_commit_timestamp:
            pass
            self.immediate_commit_timestamp = GtidEvent.GtidCommitTimestamp(self._io, self, self._root)
            self.immediate_commit_timestamp._read()

        if  ((self.has_commit_timestamp) and (self.immediate_commit_timestamp.is_followed)) :
            pass
            self.original_commit_timestamp = GtidEvent.GtidCommitTimestamp(self._io, self, self._root)
            self.original_commit_timestamp._read()

        if (not (self._io.is_eof())):
            pass
            self.len_transaction = packed_integer.PackedInteger(self._io)
            self.len_transaction._read()

        if self.has_server_version:
            pass
            self.immediate_server_version = GtidEvent.GtidServerVersion(self._io, self, self._root)
            self.immediate_server_version._read()

        if  ((self.has_server_version) and (self.immediate_server_version.is_followed)) :
            pass
            self.original_server_version = GtidEvent.GtidServerVersion(self._io, self, self._root)
            self.original_server_version._read()

        if self.has_commit_group_ticket:
            pass
            self.commit_group_ticket = self._io.read_u8le()

        if (not (self._io.is_eof())):
            pass
            self.rest = self._io.read_bytes_full()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.has_logical_timestamps:
            pass
            self.logical_timestamps._fetch_instances()

        if  ((self.len_post_header > self.len_known_post_header) and ((not (self._io.is_eof())))) :
            pass

        if self.has_commit_timestamp:
            pass
            self.immediate_commit_timestamp._fetch_instances()

        if  ((self.has_commit_timestamp) and (self.immediate_commit_timestamp.is_followed)) :
            pass
            self.original_commit_timestamp._fetch_instances()

        if (not (self._io.is_eof())):
            pass
            self.len_transaction._fetch_instances()

        if self.has_server_version:
            pass
            self.immediate_server_version._fetch_instances()

        if  ((self.has_server_version) and (self.immediate_server_version.is_followed)) :
            pass
            self.original_server_version._fetch_instances()

        if self.has_commit_group_ticket:
            pass

        if (not (self._io.is_eof())):
            pass



    def _write__seq(self, io=None):
        super(GtidEvent, self)._write__seq(io)
        self._io.write_u1(self.flags)
        self._io.write_bytes(self.uuid)
        self._io.write_s8le(self.gno)
        if self.has_logical_timestamps:
            pass
            if self.logical_timestamps._root != self._root:
                raise kaitaistruct.ConsistencyError(u"logical_timestamps", self._root, self.logical_timestamps._root)
            if self.logical_timestamps._parent != self:
                raise kaitaistruct.ConsistencyError(u"logical_timestamps", self, self.logical_timestamps._parent)
            self.logical_timestamps._write__seq(self._io)

        if  ((self.len_post_header > self.len_known_post_header) and ((not (self._io.is_eof())))) :
            pass
            if len(self.post_header_rest) != self.len_post_header - self.len_known_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - self.len_known_post_header, len(self.post_header_rest))
            self._io.write_bytes(self.post_header_rest)

        if self.has_commit_timestamp:
            pass
            if self.immediate_commit_timestamp._root != self._root:
                raise kaitaistruct.ConsistencyError(u"immediate_commit_timestamp", self._root, self.immediate_commit_timestamp._root)
            if self.immediate_commit_timestamp._parent != self:
                raise kaitaistruct.ConsistencyError(u"immediate_commit_timestamp", self, self.immediate_commit_timestamp._parent)
            self.immediate_commit_timestamp._write__seq(self._io)

        if  ((self.has_commit_timestamp) and (self.immediate_commit_timestamp.is_followed)) :
            pass
            if self.original_commit_timestamp._root != self._root:
                raise kaitaistruct.ConsistencyError(u"original_commit_timestamp", self._root, self.original_commit_timestamp._root)
            if self.original_commit_timestamp._parent != self:
                raise kaitaistruct.ConsistencyError(u"original_commit_timestamp", self, self.original_commit_timestamp._parent)
            self.original_commit_timestamp._write__seq(self._io)

        if (not (self._io.is_eof())):
            pass
            self.len_transaction._write__seq(self._io)

        if self.has_server_version:
            pass
            if self.immediate_server_version._root != self._root:
                raise kaitaistruct.ConsistencyError(u"immediate_server_version", self._root, self.immediate_server_version._root)
            if self.immediate_server_version._parent != self:
                raise kaitaistruct.ConsistencyError(u"immediate_server_version", self, self.immediate_server_version._parent)
            self.immediate_server_version._write__seq(self._io)

        if  ((self.has_server_version) and (self.immediate_server_version.is_followed)) :
            pass
            if self.original_server_version._root != self._root:
                raise kaitaistruct.ConsistencyError(u"original_server_version", self._root, self.original_server_version._root)
            if self.original_server_version._parent != self:
                raise kaitaistruct.ConsistencyError(u"original_server_version", self, self.original_server_version._parent)
            self.original_server_version._write__seq(self._io)

        if self.has_commit_group_ticket:
            pass
            self._io.write_u8le(self.commit_group_ticket)

        if (not (self._io.is_eof())):
            pass
            self._io.write_bytes(self.rest)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"rest", 0, self._io.size() - self._io.pos())



    def _check(self):
        _ = self.flags
        if not self.len_post_header >= self.len_name:
            raise kaitaistruct.ValidationExprError(self.flags, None, u"/seq/0")
        if len(self.uuid) != 16:
            raise kaitaistruct.ConsistencyError(u"uuid", 16, len(self.uuid))
        self._dirty = False

    class GtidCommitTimestamp(ReadWriteKaitaiStruct):
        """Microseconds since 1970, UTC, in 55 bits, and a bit for a second time that
        follows.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GtidEvent.GtidCommitTimestamp, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.low = self._io.read_u4le()
            self.middle = self._io.read_u2le()
            self.high = self._io.read_u1()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(GtidEvent.GtidCommitTimestamp, self)._write__seq(io)
            self._io.write_u4le(self.low)
            self._io.write_u2le(self.middle)
            self._io.write_u1(self.high)


        def _check(self):
            self._dirty = False

        @property
        def is_followed(self):
            """Whether the time at the first server differs, and follows."""
            if hasattr(self, '_m_is_followed'):
                return self._m_is_followed

            self._m_is_followed = self.high >= 128
            return getattr(self, '_m_is_followed', None)

        def _invalidate_is_followed(self):
            del self._m_is_followed
        @property
        def microseconds(self):
            """Microseconds since 1970, UTC."""
            if hasattr(self, '_m_microseconds'):
                return self._m_microseconds

            self._m_microseconds = ((self.low + self.middle * 4294967296) + (self.high % 128) * 281474976710656)
            return getattr(self, '_m_microseconds', None)

        def _invalidate_microseconds(self):
            del self._m_microseconds

    class GtidLogicalTimestamps(ReadWriteKaitaiStruct):
        """Logical clock of a transaction in its log."""
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GtidEvent.GtidLogicalTimestamps, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.type = self._io.read_u1()
            if not self.type == 2:
                raise kaitaistruct.ValidationNotEqualError(2, self.type, self._io, u"/types/gtid_logical_timestamps/seq/0")
            self.last_committed = self._io.read_s8le()
            self.sequence_number = self._io.read_s8le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(GtidEvent.GtidLogicalTimestamps, self)._write__seq(io)
            self._io.write_u1(self.type)
            self._io.write_s8le(self.last_committed)
            self._io.write_s8le(self.sequence_number)


        def _check(self):
            if not self.type == 2:
                raise kaitaistruct.ValidationNotEqualError(2, self.type, None, u"/types/gtid_logical_timestamps/seq/0")
            self._dirty = False


    class GtidServerVersion(ReadWriteKaitaiStruct):
        """A version of a server in 31 bits, and a bit for a second version that
        follows.
        """
        def __init__(self, _io=None, _parent=None, _root=None):
            super(GtidEvent.GtidServerVersion, self).__init__(_io)
            self._parent = _parent
            self._root = _root

        def _read(self):
            self.code = self._io.read_u4le()
            self._dirty = False


        def _fetch_instances(self):
            pass


        def _write__seq(self, io=None):
            super(GtidEvent.GtidServerVersion, self)._write__seq(io)
            self._io.write_u4le(self.code)


        def _check(self):
            self._dirty = False

        @property
        def is_followed(self):
            """Whether the version of the first server differs, and follows."""
            if hasattr(self, '_m_is_followed'):
                return self._m_is_followed

            self._m_is_followed = self.code >= 2147483648
            return getattr(self, '_m_is_followed', None)

        def _invalidate_is_followed(self):
            del self._m_is_followed
        @property
        def number(self):
            """The version as MYSQL_VERSION_ID has it, such as 80036; 0 or 999999 if
            it is not known.
            """
            if hasattr(self, '_m_number'):
                return self._m_number

            self._m_number = (self.code - 2147483648 if self.is_followed else self.code)
            return getattr(self, '_m_number', None)

        def _invalidate_number(self):
            del self._m_number

    @property
    def commit_timestamp(self):
        """Microseconds since 1970, UTC, when the server that wrote this log
        committed the transaction.
        """
        if hasattr(self, '_m_commit_timestamp'):
            return self._m_commit_timestamp

        if self.has_commit_timestamp:
            pass
            self._m_commit_timestamp = self.immediate_commit_timestamp.microseconds

        return getattr(self, '_m_commit_timestamp', None)

    def _invalidate_commit_timestamp(self):
        del self._m_commit_timestamp
    @property
    def has_commit_group_ticket(self):
        """Whether a ticket follows. It is evaluated when the event is read up to
        there.
        """
        if hasattr(self, '_m_has_commit_group_ticket'):
            return self._m_has_commit_group_ticket

        self._m_has_commit_group_ticket = (not (self._io.is_eof()))
        return getattr(self, '_m_has_commit_group_ticket', None)

    def _invalidate_has_commit_group_ticket(self):
        del self._m_has_commit_group_ticket
    @property
    def has_commit_timestamp(self):
        """Whether commit times follow. It is evaluated when the event is read up to
        there.
        """
        if hasattr(self, '_m_has_commit_timestamp'):
            return self._m_has_commit_timestamp

        self._m_has_commit_timestamp = (not (self._io.is_eof()))
        return getattr(self, '_m_has_commit_timestamp', None)

    def _invalidate_has_commit_timestamp(self):
        del self._m_has_commit_timestamp
    @property
    def has_logical_timestamps(self):
        """Whether logical timestamps follow. It is evaluated when the event is read
        up to there. Servers read them also if the listed post-header is that of
        MySQL 5.6.
        """
        if hasattr(self, '_m_has_logical_timestamps'):
            return self._m_has_logical_timestamps

        self._m_has_logical_timestamps =  (((not (self._io.is_eof()))) and ( ((self.len_post_header == self.len_name) or (self.len_post_header >= 42)) )) 
        return getattr(self, '_m_has_logical_timestamps', None)

    def _invalidate_has_logical_timestamps(self):
        del self._m_has_logical_timestamps
    @property
    def has_server_version(self):
        """Whether versions of servers follow. It is evaluated when the event is read
        up to there.
        """
        if hasattr(self, '_m_has_server_version'):
            return self._m_has_server_version

        self._m_has_server_version = (not (self._io.is_eof()))
        return getattr(self, '_m_has_server_version', None)

    def _invalidate_has_server_version(self):
        del self._m_has_server_version
    @property
    def len_known_post_header(self):
        """Length in bytes of the known part of the post-header."""
        if hasattr(self, '_m_len_known_post_header'):
            return self._m_len_known_post_header

        self._m_len_known_post_header = (42 if self.has_logical_timestamps else 25)
        return getattr(self, '_m_len_known_post_header', None)

    def _invalidate_len_known_post_header(self):
        del self._m_len_known_post_header
    @property
    def len_name(self):
        """Length in bytes of `flags`, `uuid` and `gno`, the whole post-header of
        MySQL 5.6.
        """
        if hasattr(self, '_m_len_name'):
            return self._m_len_name

        self._m_len_name = 25
        return getattr(self, '_m_len_name', None)

    def _invalidate_len_name(self):
        del self._m_len_name

