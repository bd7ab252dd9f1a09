# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import ReadWriteKaitaiStruct, KaitaiStream, BytesIO
from . import mariadb_compressed
from . import query_status_vars
import zlib


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class QueryEvent(ReadWriteKaitaiStruct):
    """A statement: DDL, changes logged as statements, and BEGIN, COMMIT and the
    like. MariaDB 10.2.3 and later can compress the text (`log_bin_compress`).
    Both servers skip a longer post-header; one of fewer than 11 bytes is refused
    here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
    """
    def __init__(self, is_compressed, len_post_header, _io=None, _parent=None, _root=None):
        super(QueryEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.is_compressed = is_compressed
        self.len_post_header = len_post_header
        self._should_write_inflated_query = False
        self.inflated_query__enabled = True

    def _read(self):
        self.thread_id = self._io.read_u4le()
        _ = self.thread_id
        if not self.len_post_header >= 11:
            raise kaitaistruct.ValidationExprError(self.thread_id, self._io, u"/seq/0")
        self.seconds = self._io.read_u4le()
        self.len_database = self._io.read_u1()
        self.error_code = self._io.read_u2le()
        if self.has_status_vars:
            pass
            self.len_status_vars = self._io.read_u2le()

        if self.len_post_header > self.len_known_post_header:
            pass
            self.post_header_rest = self._io.read_bytes(self.len_post_header - self.len_known_post_header)

        if self.has_status_vars:
            pass
            self._raw_status_vars = self._io.read_bytes(self.len_status_vars)
            _io__raw_status_vars = KaitaiStream(BytesIO(self._raw_status_vars))
            self.status_vars = query_status_vars.QueryStatusVars(_io__raw_status_vars)
            self.status_vars._read()

        self.database = self._io.read_bytes(self.len_database)
        self.database_end = self._io.read_bytes(1)
        if not self.database_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.database_end, self._io, u"/seq/8")
        if (not (self.is_compressed)):
            pass
            self.query = self._io.read_bytes_full()

        if self.is_compressed:
            pass
            self._raw_compressed_query = self._io.read_bytes_full()
            _io__raw_compressed_query = KaitaiStream(BytesIO(self._raw_compressed_query))
            self.compressed_query = mariadb_compressed.MariadbCompressed(_io__raw_compressed_query)
            self.compressed_query._read()

        self._dirty = False


    def _fetch_instances(self):
        pass
        if self.has_status_vars:
            pass

        if self.len_post_header > self.len_known_post_header:
            pass

        if self.has_status_vars:
            pass
            self.status_vars._fetch_instances()

        if (not (self.is_compressed)):
            pass

        if self.is_compressed:
            pass
            self.compressed_query._fetch_instances()

        _ = self.inflated_query
        if hasattr(self, '_m_inflated_query'):
            pass



    def _write__seq(self, io=None):
        super(QueryEvent, self)._write__seq(io)
        self._should_write_inflated_query = self.inflated_query__enabled
        self._io.write_u4le(self.thread_id)
        self._io.write_u4le(self.seconds)
        self._io.write_u1(self.len_database)
        self._io.write_u2le(self.error_code)
        if self.has_status_vars:
            pass
            self._io.write_u2le(self.len_status_vars)

        if self.len_post_header > self.len_known_post_header:
            pass
            self._io.write_bytes(self.post_header_rest)

        if self.has_status_vars:
            pass
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
        if (not (self.is_compressed)):
            pass
            self._io.write_bytes(self.query)
            if not self._io.is_eof():
                raise kaitaistruct.ConsistencyError(u"query", 0, self._io.size() - self._io.pos())

        if self.is_compressed:
            pass
            _io__raw_compressed_query = KaitaiStream(BytesIO(bytearray(self._io.size() - self._io.pos())))
            self._io.add_child_stream(_io__raw_compressed_query)
            _pos2 = self._io.pos()
            self._io.seek(self._io.pos() + (self._io.size() - self._io.pos()))
            def handler(parent, _io__raw_compressed_query=_io__raw_compressed_query):
                self._raw_compressed_query = _io__raw_compressed_query.to_byte_array()
                parent.write_bytes(self._raw_compressed_query)
                if not parent.is_eof():
                    raise kaitaistruct.ConsistencyError(u"raw(compressed_query)", 0, parent.size() - parent.pos())
            _io__raw_compressed_query.write_back_handler = KaitaiStream.WriteBackHandler(_pos2, handler)
            self.compressed_query._write__seq(_io__raw_compressed_query)



    def _check(self):
        _ = self.thread_id
        if not self.len_post_header >= 11:
            raise kaitaistruct.ValidationExprError(self.thread_id, None, u"/seq/0")
        if self.has_status_vars:
            pass

        if self.len_post_header > self.len_known_post_header:
            pass
            if len(self.post_header_rest) != self.len_post_header - self.len_known_post_header:
                raise kaitaistruct.ConsistencyError(u"post_header_rest", self.len_post_header - self.len_known_post_header, len(self.post_header_rest))

        if self.has_status_vars:
            pass

        if len(self.database) != self.len_database:
            raise kaitaistruct.ConsistencyError(u"database", self.len_database, len(self.database))
        if len(self.database_end) != 1:
            raise kaitaistruct.ConsistencyError(u"database_end", 1, len(self.database_end))
        if not self.database_end == b"\x00":
            raise kaitaistruct.ValidationNotEqualError(b"\x00", self.database_end, None, u"/seq/8")
        if (not (self.is_compressed)):
            pass

        if self.is_compressed:
            pass

        if self.inflated_query__enabled:
            pass
            if self.is_compressed:
                pass


        self._dirty = False

    @property
    def database_name(self):
        """The default database, read as UTF-8."""
        if hasattr(self, '_m_database_name'):
            return self._m_database_name

        self._m_database_name = (self.database).decode(u"UTF-8")
        return getattr(self, '_m_database_name', None)

    def _invalidate_database_name(self):
        del self._m_database_name
    @property
    def has_status_vars(self):
        """Whether the post-header is long enough for `len_status_vars`."""
        if hasattr(self, '_m_has_status_vars'):
            return self._m_has_status_vars

        self._m_has_status_vars = self.len_post_header >= 13
        return getattr(self, '_m_has_status_vars', None)

    def _invalidate_has_status_vars(self):
        del self._m_has_status_vars
    @property
    def inflated_query(self):
        """Decompressed text of the statement."""
        if self._should_write_inflated_query:
            self._write_inflated_query()
        if hasattr(self, '_m_inflated_query'):
            return self._m_inflated_query

        if not self.inflated_query__enabled:
            return None

        if self.is_compressed:
            pass
            io = self.compressed_query._io
            _pos = io.pos()
            io.seek(self.compressed_query.ofs_data)
            self._raw__m_inflated_query = io.read_bytes_full()
            self._m_inflated_query = zlib.decompress(self._raw__m_inflated_query)
            io.seek(_pos)

        return getattr(self, '_m_inflated_query', None)

    @inflated_query.setter
    def inflated_query(self, v):
        self._dirty = True
        self._m_inflated_query = v

    def _write_inflated_query(self):
        self._should_write_inflated_query = False
        if self.is_compressed:
            pass
            io = self.compressed_query._io
            _pos = io.pos()
            io.seek(self.compressed_query.ofs_data)
            self._raw__m_inflated_query = zlib.compress(self._m_inflated_query)
            io.write_bytes(self._raw__m_inflated_query)
            if not io.is_eof():
                raise kaitaistruct.ConsistencyError(u"inflated_query", 0, io.size() - io.pos())
            io.seek(_pos)


    @property
    def len_known_post_header(self):
        """Length in bytes of the known part of the post-header."""
        if hasattr(self, '_m_len_known_post_header'):
            return self._m_len_known_post_header

        self._m_len_known_post_header = (13 if self.has_status_vars else 11)
        return getattr(self, '_m_len_known_post_header', None)

    def _invalidate_len_known_post_header(self):
        del self._m_len_known_post_header
    @property
    def query_text(self):
        """The statement, read as UTF-8."""
        if hasattr(self, '_m_query_text'):
            return self._m_query_text

        self._m_query_text = ((self.inflated_query).decode(u"UTF-8") if self.is_compressed else (self.query).decode(u"UTF-8"))
        return getattr(self, '_m_query_text', None)

    def _invalidate_query_text(self):
        del self._m_query_text

