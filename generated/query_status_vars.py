# This is a generated file! Please edit source .ksy file and use kaitai-struct-compiler to rebuild
# type: ignore

import kaitaistruct
from kaitaistruct import KaitaiStruct, KaitaiStream, BytesIO
from . import integer_le
from . import mariadb_gtid_event
from enum import IntEnum


if getattr(kaitaistruct, 'API_VERSION', (0, 9)) < (0, 11):
    raise Exception("Incompatible Kaitai Struct Python API: 0.11 or later is required, but you have %s" % (kaitaistruct.__version__))

class QueryStatusVars(KaitaiStruct):
    """The session variables that a replay of the statement needs. They have no
    length of their own, so nothing can be read past one that is not known.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
    """

    class QueryStatusCode(IntEnum):
        flags2 = 0
        sql_mode = 1
        catalog = 2
        auto_increment = 3
        charset = 4
        time_zone = 5
        catalog_nz = 6
        lc_time_names = 7
        charset_database = 8
        table_map_for_update = 9
        master_data_written = 10
        invoker = 11
        updated_db_names = 12
        microseconds = 13
        explicit_defaults_for_timestamp = 16
        ddl_logged_with_xid = 17
        default_collation_for_utf8mb4 = 18
        sql_require_primary_key = 19
        default_table_encryption = 20
        mariadb_microseconds = 128
        mariadb_xid = 129
        mariadb_gtid_flags3 = 130
        mariadb_character_set_collations = 131
    def __init__(self, _io, _parent=None, _root=None):
        super(QueryStatusVars, self).__init__(_io)
        self._parent = _parent
        self._root = _root or self
        self._read()

    def _read(self):
        self.vars = []
        i = 0
        while not self._io.is_eof():
            self.vars.append(QueryStatusVars.QueryStatusVar(self._io, self, self._root))
            i += 1



    def _fetch_instances(self):
        pass
        for i in range(len(self.vars)):
            pass
            self.vars[i]._fetch_instances()


    class QueryStatusAutoIncrement(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusAutoIncrement, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.increment = self._io.read_u2le()
            self.offset = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class QueryStatusCatalog(KaitaiStruct):
        """written by 5.0.0 to 5.0.3."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusCatalog, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)
            self.end = self._io.read_bytes(1)


        def _fetch_instances(self):
            pass


    class QueryStatusCharset(KaitaiStruct):
        """ids of collations."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusCharset, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.client = self._io.read_u2le()
            self.connection = self._io.read_u2le()
            self.server = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class QueryStatusCollationPair(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusCollationPair, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.charset = self._io.read_u2le()
            self.collation = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class QueryStatusCollations(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusCollations, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_pairs = self._io.read_u1()
            self.pairs = []
            for i in range(self.num_pairs):
                self.pairs.append(QueryStatusVars.QueryStatusCollationPair(self._io, self, self._root))



        def _fetch_instances(self):
            pass
            for i in range(len(self.pairs)):
                pass
                self.pairs[i]._fetch_instances()



    class QueryStatusGtidFlags3(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusGtidFlags3, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.flags_extra = mariadb_gtid_event.MariadbGtidEvent.MariadbGtidFlagsExtra(self._io)
            if  ((self.flags_extra.commit_alter) or (self.flags_extra.rollback_alter)) :
                pass
                self.start_alter_sequence = self._io.read_u8le()



        def _fetch_instances(self):
            pass
            self.flags_extra._fetch_instances()
            if  ((self.flags_extra.commit_alter) or (self.flags_extra.rollback_alter)) :
                pass



    class QueryStatusInvoker(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusInvoker, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.user = QueryStatusVars.QueryStatusString(self._io, self, self._root)
            self.host = QueryStatusVars.QueryStatusString(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            self.user._fetch_instances()
            self.host._fetch_instances()


    class QueryStatusMicroseconds(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusMicroseconds, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = integer_le.IntegerLe(3, self._io)


        def _fetch_instances(self):
            pass
            self.value._fetch_instances()


    class QueryStatusString(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusString, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)


        def _fetch_instances(self):
            pass


    class QueryStatusUnknown(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusUnknown, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.rest = self._io.read_bytes_full()


        def _fetch_instances(self):
            pass


    class QueryStatusUpdatedDbNames(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusUpdatedDbNames, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.num_names = self._io.read_u1()
            self.names = []
            for i in range((0 if self.is_over_max else self.num_names)):
                self.names.append(self._io.read_bytes_term(0, False, True, True))



        def _fetch_instances(self):
            pass
            for i in range(len(self.names)):
                pass


        @property
        def is_over_max(self):
            if hasattr(self, '_m_is_over_max'):
                return self._m_is_over_max

            self._m_is_over_max = self.num_names == 254
            return getattr(self, '_m_is_over_max', None)


    class QueryStatusVar(KaitaiStruct):
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusVar, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.code = KaitaiStream.resolve_enum(QueryStatusVars.QueryStatusCode, self._io.read_u1())
            _on = self.code
            if _on == QueryStatusVars.QueryStatusCode.auto_increment:
                pass
                self.value = QueryStatusVars.QueryStatusAutoIncrement(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.catalog:
                pass
                self.value = QueryStatusVars.QueryStatusCatalog(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.catalog_nz:
                pass
                self.value = QueryStatusVars.QueryStatusString(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.charset:
                pass
                self.value = QueryStatusVars.QueryStatusCharset(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.charset_database:
                pass
                self.value = self._io.read_u2le()
            elif _on == QueryStatusVars.QueryStatusCode.ddl_logged_with_xid:
                pass
                self.value = self._io.read_u8le()
            elif _on == QueryStatusVars.QueryStatusCode.default_collation_for_utf8mb4:
                pass
                self.value = self._io.read_u2le()
            elif _on == QueryStatusVars.QueryStatusCode.default_table_encryption:
                pass
                self.value = self._io.read_u1()
            elif _on == QueryStatusVars.QueryStatusCode.explicit_defaults_for_timestamp:
                pass
                self.value = self._io.read_u1()
            elif _on == QueryStatusVars.QueryStatusCode.flags2:
                pass
                self.value = self._io.read_u4le()
            elif _on == QueryStatusVars.QueryStatusCode.invoker:
                pass
                self.value = QueryStatusVars.QueryStatusInvoker(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.lc_time_names:
                pass
                self.value = self._io.read_u2le()
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_character_set_collations:
                pass
                self.value = QueryStatusVars.QueryStatusCollations(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_gtid_flags3:
                pass
                self.value = QueryStatusVars.QueryStatusGtidFlags3(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_microseconds:
                pass
                self.value = QueryStatusVars.QueryStatusMicroseconds(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_xid:
                pass
                self.value = self._io.read_u8le()
            elif _on == QueryStatusVars.QueryStatusCode.master_data_written:
                pass
                self.value = self._io.read_u4le()
            elif _on == QueryStatusVars.QueryStatusCode.microseconds:
                pass
                self.value = QueryStatusVars.QueryStatusMicroseconds(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.sql_mode:
                pass
                self.value = self._io.read_u8le()
            elif _on == QueryStatusVars.QueryStatusCode.sql_require_primary_key:
                pass
                self.value = self._io.read_u1()
            elif _on == QueryStatusVars.QueryStatusCode.table_map_for_update:
                pass
                self.value = self._io.read_u8le()
            elif _on == QueryStatusVars.QueryStatusCode.time_zone:
                pass
                self.value = QueryStatusVars.QueryStatusString(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.updated_db_names:
                pass
                self.value = QueryStatusVars.QueryStatusUpdatedDbNames(self._io, self, self._root)
            else:
                pass
                self.value = QueryStatusVars.QueryStatusUnknown(self._io, self, self._root)


        def _fetch_instances(self):
            pass
            _on = self.code
            if _on == QueryStatusVars.QueryStatusCode.auto_increment:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.catalog:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.catalog_nz:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.charset:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.charset_database:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.ddl_logged_with_xid:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.default_collation_for_utf8mb4:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.default_table_encryption:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.explicit_defaults_for_timestamp:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.flags2:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.invoker:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.lc_time_names:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_character_set_collations:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_gtid_flags3:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_microseconds:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.mariadb_xid:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.master_data_written:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.microseconds:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.sql_mode:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.sql_require_primary_key:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.table_map_for_update:
                pass
            elif _on == QueryStatusVars.QueryStatusCode.time_zone:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.updated_db_names:
                pass
                self.value._fetch_instances()
            else:
                pass
                self.value._fetch_instances()



