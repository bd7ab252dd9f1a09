# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import query_status_vars
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class ExecuteLoadQueryEvent(ReadWriteKaitaiStruct):
    """A LOAD DATA statement of MySQL 5.0.3 or later, or MariaDB. Its text names a
    file on the server that ran it; `file_id` identifies the blocks that hold the
    data. Both servers skip a longer post-header. A shorter one is refused here,
    since the statement needs all fields.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Execute__load__query__event.html
    """

    class LoadDuplicates(IntEnum):
        error = 0
        ignore = 1
        replace = 2
    def __init__(self, len_post_header, _io=None, _parent=None, _root=None):
        super(ExecuteLoadQueryEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.len_post_header = len_post_header

    def _read(self):
        self.thread_id = self._io.read_u4le()
        _ = self.thread_id
        if not self.len_post_header >= 26:
            raise kaitaistruct.ValidationExprError(self.thread_id, self._io, u"/seq/0")
        self.seconds = self._io.read_u4le()
        self.len_database = self._io.read_u1()
        self.error_code = self._io.read_u2le()
        self.len_status_vars = self._io.read_u2le()
        self.file_id = self._io.read_u4le()
        self.ofs_file_name = self._io.read_u4le()
        self.ofs_file_name_end = self._io.read_u4le()
        self.duplicates = KaitaiStream.resolve_enum(ExecuteLoadQueryEvent.LoadDuplicates, self._io.read_u1())
        if not isinstance(self.duplicates, ExecuteLoadQueryEvent.LoadDuplicates):
            raise kaitaistruct.ValidationNotInEnumError(self.duplicates, self._io, u"/seq/8")
        if self.len_post_header > 26:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - 26)

        self._raw_status_vars = self._io.read_bytes(self.len_status_vars)
        _io__raw_status_vars = KaitaiStream(BytesIO(self._raw_status_vars))
        self.status_vars = query_status_vars.QueryStatusVars(_io__raw_status_vars)
        self.status_vars._read()
        self.database = self._io.read_bytes(self.len_database)
        self.database_end = self._io.read_bytes(1)
        if not self.database_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.database_end, self._io, u"/seq/12")
        self.query = self._io.read_bytes_full()
        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.len_post_header > 26:
            pass

        self.status_vars._fetch_instances()


    def _write__seq(self, io=None):
        super(ExecuteLoadQueryEvent, self)._write__seq(io)
        self._io.write_u4le(self.thread_id)
        self._io.write_u4le(self.seconds)
        self._io.write_u1(self.len_database)
        self._io.write_u2le(self.error_code)
        self._io.write_u2le(self.len_status_vars)
        self._io.write_u4le(self.file_id)
        self._io.write_u4le(self.ofs_file_name)
        self._io.write_u4le(self.ofs_file_name_end)
        self._io.write_u1(int(self.duplicates))
        if self.len_post_header > 26:
            pass
            self._io.write_bytes(self.post_header_rest)

        _io__raw_status_vars = KaitaiStream(BytesIO(bytearray(self.len_status_vars)))
        self._io.add_child_stream(_io__raw_status_vars)
        _pos2 = self._io.pos()
        self._io.seek(self._io.pos() + (self.len_status_vars))
        def handler(parent, _io__raw_status_vars=_io__raw_status_vars):
            self._raw_status_vars = _io__raw_status_vars.to_byte_array()
            if len(self._raw_status_vars) != self.len_status_vars:
                raise kaitaistruct.ConsistencyError(u"raw(status_vars)", self.len_status_vars, len(self._raw_status_vars))
            parent.write_bytes(self._raw_status_vars)
        _io__raw_status_vars.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
        self.status_vars._write__seq(_io__raw_status_vars)
        self._io.write_bytes(self.database)
        self._io.write_bytes(self.database_end)
        self._io.write_bytes(self.query)
        if not self._io.is_eof():
            raise kaitaistruct.ConsistencyError(u"query", 0, self._io.size() - self._io.pos())


    def _check(self):
        _ = self.thread_id
        if not self.len_post_header >= 26:
            raise kaitaistruct.ValidationExprError(self.thread_id, None, u"/seq/0")
        if not isinstance(self.duplicates, ExecuteLoadQueryEvent.LoadDuplicates):
            raise kaitaistruct.ValidationNotInEnumError(self.duplicates, None, u"/seq/8")
        if self.len_post_header > 26:
            pass
            if len(self.post_header_rest) != self.len_post_header - 26:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - 26, len(self.post_header_rest))

        if len(self.database) != self.len_database:
            raise kaitaistruct.ConsistencyError(u"database", self.len_database, len(self.database))
        if len(self.database_end) != 1:
            raise kaitaistruct.ConsistencyError(u"database_end", 1, len(self.database_end))
        if not self.database_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.database_end, None, u"/seq/12")
        self._dirty = False

    @property
    def query_text(self):
        """The statement, read as UTF-8."""
        if hasattr(self, '_m_query_text'):
            return self._m_query_text

        self._m_query_text = (self.query).decode(u"UTF-8")
        return getattr(self, '_m_query_text', None)

    def _invalidate_query_text(self):
        del self._m_query_text

