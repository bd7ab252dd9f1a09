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
    """The session variables that a replay of the statement needs (MySQL 5.0 and
    later). They have no length of their own, so nothing behind an unknown one can
    be read.
    
    .. seealso::
       Source - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
    
    
    .. seealso::
       Source - https://github.com/MariaDB/server/blob/main/sql/log_event.h
    """

    class MariadbSqlMode(IntEnum):
        real_as_float = 1
        pipes_as_concat = 2
        ansi_quotes = 4
        ignore_space = 8
        ignore_bad_table_options = 16
        only_full_group_by = 32
        no_unsigned_subtraction = 64
        no_dir_in_create = 128
        postgresql = 256
        oracle = 512
        mssql = 1024
        db2 = 2048
        maxdb = 4096
        no_key_options = 8192
        no_table_options = 16384
        no_field_options = 32768
        mysql323 = 65536
        mysql40 = 131072
        ansi = 262144
        no_auto_value_on_zero = 524288
        no_backslash_escapes = 1048576
        strict_trans_tables = 2097152
        strict_all_tables = 4194304
        no_zero_in_date = 8388608
        no_zero_date = 16777216
        allow_invalid_dates = 33554432
        error_for_division_by_zero = 67108864
        traditional = 134217728
        no_auto_create_user = 268435456
        high_not_precedence = 536870912
        no_engine_substitution = 1073741824
        pad_char_to_full_length = 2147483648
        empty_string_is_null = 4294967296
        simultaneous_assignment = 8589934592
        time_round_fractional = 17179869184

    class MysqlSqlMode(IntEnum):
        real_as_float = 1
        pipes_as_concat = 2
        ansi_quotes = 4
        ignore_space = 8
        not_used = 16
        only_full_group_by = 32
        no_unsigned_subtraction = 64
        no_dir_in_create = 128
        postgresql = 256
        oracle = 512
        mssql = 1024
        db2 = 2048
        maxdb = 4096
        no_key_options = 8192
        no_table_options = 16384
        no_field_options = 32768
        mysql323 = 65536
        mysql40 = 131072
        ansi = 262144
        no_auto_value_on_zero = 524288
        no_backslash_escapes = 1048576
        strict_trans_tables = 2097152
        strict_all_tables = 4194304
        no_zero_in_date = 8388608
        no_zero_date = 16777216
        allow_invalid_dates = 33554432
        error_for_division_by_zero = 67108864
        traditional = 134217728
        no_auto_create_user = 268435456
        high_not_precedence = 536870912
        no_engine_substitution = 1073741824
        pad_char_to_full_length = 2147483648
        time_truncate_fractional = 4294967296
        interpret_utf8_as_utf8mb4 = 8589934592

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
        enable_cascade_triggers = 21
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
        """How AUTO_INCREMENT counts."""
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
        """A text with its length and a terminating zero (MySQL 5.0.0 to 5.0.3)."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusCatalog, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.len_text = self._io.read_u1()
            self.text = self._io.read_bytes(self.len_text)
            self.text_end = self._io.read_bytes(1)


        def _fetch_instances(self):
            pass


    class QueryStatusCharset(KaitaiStruct):
        """Charsets of the session, as ids of collations."""
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
        """A charset and its default collation."""
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
        """The session variable `character_set_collations`."""
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



    class QueryStatusFlags2(KaitaiStruct):
        """Options of the session, as bits of `thd->variables.option_bits`.
        
        .. seealso::
           Source - https://github.com/mysql/mysql-server/blob/trunk/sql/query_options.h
        
        
        
        .. seealso::
           Source - https://github.com/MariaDB/server/blob/main/sql/sql_priv.h
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusFlags2, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.code = self._io.read_u4le()


        def _fetch_instances(self):
            pass

        @property
        def auto_is_null(self):
            """The session variable `sql_auto_is_null` is ON."""
            if hasattr(self, '_m_auto_is_null'):
                return self._m_auto_is_null

            self._m_auto_is_null = self.code & 16384 != 0
            return getattr(self, '_m_auto_is_null', None)

        @property
        def explicit_defaults_for_timestamp(self):
            """The session variable of this name is ON (MariaDB 10.10 and later)."""
            if hasattr(self, '_m_explicit_defaults_for_timestamp'):
                return self._m_explicit_defaults_for_timestamp

            self._m_explicit_defaults_for_timestamp = self.code & 16777216 != 0
            return getattr(self, '_m_explicit_defaults_for_timestamp', None)

        @property
        def if_exists(self):
            """The session variable `sql_if_exists` is ON: DDL has an implicit IF
            EXISTS (MariaDB 10.5 and later).
            """
            if hasattr(self, '_m_if_exists'):
                return self._m_if_exists

            self._m_if_exists = self.code & 268435456 != 0
            return getattr(self, '_m_if_exists', None)

        @property
        def insert_history(self):
            """The session variable `system_versioning_insert_history` is ON (MariaDB
            10.11 and later).
            """
            if hasattr(self, '_m_insert_history'):
                return self._m_insert_history

            self._m_insert_history = self.code & 1073741824 != 0
            return getattr(self, '_m_insert_history', None)

        @property
        def no_check_constraint_checks(self):
            """The session variable `check_constraint_checks` is OFF (MariaDB 10.2
            and later).
            """
            if hasattr(self, '_m_no_check_constraint_checks'):
                return self._m_no_check_constraint_checks

            self._m_no_check_constraint_checks = self.code & 32768 != 0
            return getattr(self, '_m_no_check_constraint_checks', None)

        @property
        def no_foreign_key_checks(self):
            """The session variable `foreign_key_checks` is OFF."""
            if hasattr(self, '_m_no_foreign_key_checks'):
                return self._m_no_foreign_key_checks

            self._m_no_foreign_key_checks = self.code & 67108864 != 0
            return getattr(self, '_m_no_foreign_key_checks', None)

        @property
        def not_autocommit(self):
            """The session variable `autocommit` is OFF."""
            if hasattr(self, '_m_not_autocommit'):
                return self._m_not_autocommit

            self._m_not_autocommit = self.code & 524288 != 0
            return getattr(self, '_m_not_autocommit', None)

        @property
        def relaxed_unique_checks(self):
            """The session variable `unique_checks` is OFF."""
            if hasattr(self, '_m_relaxed_unique_checks'):
                return self._m_relaxed_unique_checks

            self._m_relaxed_unique_checks = self.code & 134217728 != 0
            return getattr(self, '_m_relaxed_unique_checks', None)


    class QueryStatusGtidFlags3(KaitaiStruct):
        """The flags of a two-phase ALTER TABLE."""
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
        """The account that runs the statement."""
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
        """A fraction of a second."""
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


    class QueryStatusSqlMode(KaitaiStruct):
        """The session variable `sql_mode`. `mysql_sql_mode` and `mariadb_sql_mode`
        name the bits.
        
        .. seealso::
           Source - https://dev.mysql.com/doc/refman/en/sql-mode.html
        
        
        .. seealso::
           Source - https://mariadb.com/docs/server/server-management/variables-and-modes/sql_mode
        """
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusSqlMode, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.code = self._io.read_u8le()


        def _fetch_instances(self):
            pass


    class QueryStatusString(KaitaiStruct):
        """A text with its length."""
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


    class QueryStatusU1(KaitaiStruct):
        """A number of one byte."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusU1, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u1()


        def _fetch_instances(self):
            pass


    class QueryStatusU2(KaitaiStruct):
        """A number of two bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusU2, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u2le()


        def _fetch_instances(self):
            pass


    class QueryStatusU4(KaitaiStruct):
        """A number of four bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusU4, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u4le()


        def _fetch_instances(self):
            pass


    class QueryStatusU8(KaitaiStruct):
        """A number of eight bytes."""
        def __init__(self, _io, _parent=None, _root=None):
            super(QueryStatusVars.QueryStatusU8, self).__init__(_io)
            self._parent = _parent
            self._root = _root
            self._read()

        def _read(self):
            self.value = self._io.read_u8le()


        def _fetch_instances(self):
            pass


    class QueryStatusUnknown(KaitaiStruct):
        """A variable that has no spec, and all variables behind it."""
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
        """The databases that the statement changes."""
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
            """Whether there are too many databases, so that no name is listed."""
            if hasattr(self, '_m_is_over_max'):
                return self._m_is_over_max

            self._m_is_over_max = self.num_names == 254
            return getattr(self, '_m_is_over_max', None)


    class QueryStatusVar(KaitaiStruct):
        """A variable: its code and its value.
        """
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
                self.value = QueryStatusVars.QueryStatusU2(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.ddl_logged_with_xid:
                pass
                self.value = QueryStatusVars.QueryStatusU8(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.default_collation_for_utf8mb4:
                pass
                self.value = QueryStatusVars.QueryStatusU2(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.default_table_encryption:
                pass
                self.value = QueryStatusVars.QueryStatusU1(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.enable_cascade_triggers:
                pass
                self.value = QueryStatusVars.QueryStatusU1(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.explicit_defaults_for_timestamp:
                pass
                self.value = QueryStatusVars.QueryStatusU1(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.flags2:
                pass
                self.value = QueryStatusVars.QueryStatusFlags2(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.invoker:
                pass
                self.value = QueryStatusVars.QueryStatusInvoker(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.lc_time_names:
                pass
                self.value = QueryStatusVars.QueryStatusU2(self._io, self, self._root)
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
                self.value = QueryStatusVars.QueryStatusU8(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.master_data_written:
                pass
                self.value = QueryStatusVars.QueryStatusU4(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.microseconds:
                pass
                self.value = QueryStatusVars.QueryStatusMicroseconds(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.sql_mode:
                pass
                self.value = QueryStatusVars.QueryStatusSqlMode(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.sql_require_primary_key:
                pass
                self.value = QueryStatusVars.QueryStatusU1(self._io, self, self._root)
            elif _on == QueryStatusVars.QueryStatusCode.table_map_for_update:
                pass
                self.value = QueryStatusVars.QueryStatusU8(self._io, self, self._root)
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
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.ddl_logged_with_xid:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.default_collation_for_utf8mb4:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.default_table_encryption:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.enable_cascade_triggers:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.explicit_defaults_for_timestamp:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.flags2:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.invoker:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.lc_time_names:
                pass
                self.value._fetch_instances()
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
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.master_data_written:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.microseconds:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.sql_mode:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.sql_require_primary_key:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.table_map_for_update:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.time_zone:
                pass
                self.value._fetch_instances()
            elif _on == QueryStatusVars.QueryStatusCode.updated_db_names:
                pass
                self.value._fetch_instances()
            else:
                pass
                self.value._fetch_instances()

        @property
        def client_charset(self):
            """Id of the collation of the statement's text, for kernels."""
            if hasattr(self, '_m_client_charset'):
                return self._m_client_charset

            if self.code == QueryStatusVars.QueryStatusCode.charset:
                pass
                self._m_client_charset = self.value.client

            return getattr(self, '_m_client_charset', None)

        @property
        def has_microseconds(self):
            """Whether the value is a fraction of a second."""
            if hasattr(self, '_m_has_microseconds'):
                return self._m_has_microseconds

            self._m_has_microseconds =  ((self.code == QueryStatusVars.QueryStatusCode.microseconds) or (self.code == QueryStatusVars.QueryStatusCode.mariadb_microseconds)) 
            return getattr(self, '_m_has_microseconds', None)

        @property
        def has_xid(self):
            """Whether the value is an XID."""
            if hasattr(self, '_m_has_xid'):
                return self._m_has_xid

            self._m_has_xid =  ((self.code == QueryStatusVars.QueryStatusCode.ddl_logged_with_xid) or (self.code == QueryStatusVars.QueryStatusCode.mariadb_xid)) 
            return getattr(self, '_m_has_xid', None)

        @property
        def host(self):
            """Host name of the invoker, for kernels."""
            if hasattr(self, '_m_host'):
                return self._m_host

            if self.code == QueryStatusVars.QueryStatusCode.invoker:
                pass
                self._m_host = self.value.host.text

            return getattr(self, '_m_host', None)

        @property
        def is_of_statement(self):
            """Whether the value differs between the statements of a session, for
            kernels.
            """
            if hasattr(self, '_m_is_of_statement'):
                return self._m_is_of_statement

            self._m_is_of_statement =  ((self.has_microseconds) or (self.has_xid)) 
            return getattr(self, '_m_is_of_statement', None)

        @property
        def microseconds(self):
            """The fraction of a second in microseconds, for kernels."""
            if hasattr(self, '_m_microseconds'):
                return self._m_microseconds

            if self.has_microseconds:
                pass
                self._m_microseconds = self.value.value.value

            return getattr(self, '_m_microseconds', None)

        @property
        def user(self):
            """User name of the invoker, for kernels."""
            if hasattr(self, '_m_user'):
                return self._m_user

            if self.code == QueryStatusVars.QueryStatusCode.invoker:
                pass
                self._m_user = self.value.user.text

            return getattr(self, '_m_user', None)

        @property
        def xid(self):
            """The XID, for kernels."""
            if hasattr(self, '_m_xid'):
                return self._m_xid

            if self.has_xid:
                pass
                self._m_xid = self.value.value

            return getattr(self, '_m_xid', None)



