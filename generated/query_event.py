# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import mariadb_compressed
from . import query_status_vars
import zlib


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class QueryEvent(KaitaiStruct):
    """A statement: DDL, changes logged as statements, and BEGIN, COMMIT and the
    like. MariaDB 10.2.3 and later can compress the text (`log_bin_compress`).
    Both servers skip a longer post-header; one of fewer than 11 bytes is refused
    here.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
    """
    def __init__(self, is_compressed, len_post_header, _io, _parent=None, _root=None):
        super(QueryEvent, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self.is_compressed = is_compressed
        self.len_post_header = len_post_header
        self._read()

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


    @property
    def database_name(self):
        """The default database, read as UTF-8."""
        if hasattr(self, '_m_database_name'):
            return self._m_database_name

        self._m_database_name = (self.database).decode(u"UTF-8")
        return getattr(self, '_m_database_name', None)

    @property
    def has_status_vars(self):
        """Whether the post-header is long enough for `len_status_vars`."""
        if hasattr(self, '_m_has_status_vars'):
            return self._m_has_status_vars

        self._m_has_status_vars = self.len_post_header >= 13
        return getattr(self, '_m_has_status_vars', None)

    @property
    def inflated_query(self):
        """Decompressed text of the statement."""
        if hasattr(self, '_m_inflated_query'):
            return self._m_inflated_query

        if self.is_compressed:
            pass
            io = self.compressed_query._io
            _pos = io.pos()
            io.seek(self.compressed_query.ofs_data)
            self._raw__m_inflated_query = io.read_bytes_full()
            self._m_inflated_query = zlib.decompress(self._raw__m_inflated_query)
            io.seek(_pos)

        return getattr(self, '_m_inflated_query', None)

    @property
    def len_known_post_header(self):
        """Length in bytes of the known part of the post-header."""
        if hasattr(self, '_m_len_known_post_header'):
            return self._m_len_known_post_header

        self._m_len_known_post_header = (13 if self.has_status_vars else 11)
        return getattr(self, '_m_len_known_post_header', None)

    @property
    def query_text(self):
        """The statement, read as UTF-8."""
        if hasattr(self, '_m_query_text'):
            return self._m_query_text

        self._m_query_text = ((self.inflated_query).decode(u"UTF-8") if self.is_compressed else (self.query).decode(u"UTF-8"))
        return getattr(self, '_m_query_text', None)


