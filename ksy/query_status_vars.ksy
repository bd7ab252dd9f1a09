meta:
  id: query_status_vars
  title: "Binary log: status variables of a QUERY event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - integer_le
    - mariadb_gtid_event
  endian: le
doc: |
  The session variables that a replay of the statement needs (MySQL 5.0 and
  later). They have no length of their own, so nothing behind an unknown one can
  be read.
doc-ref:
  - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
  - https://github.com/MariaDB/server/blob/main/sql/log_event.h
-columnar: []
-columnar-text: {value: vars}
seq:
  - id: vars
    type: query_status_var
    repeat: eos
    doc: The variables.
types:
  query_status_var:
    doc: |
      A variable: its code and its value.
    -columnar: [code, is_of_statement, has_microseconds, microseconds, xid, client_charset, user, host]
    -columnar-text: {name: code, value: value}
    seq:
      - id: code
        type: u1
        enum: query_status_code
        doc: Code of the variable.
      - id: value
        type:
          switch-on: code
          cases:
            'query_status_code::flags2': query_status_flags2
            'query_status_code::sql_mode': query_status_sql_mode
            'query_status_code::catalog': query_status_catalog
            'query_status_code::auto_increment': query_status_auto_increment
            'query_status_code::charset': query_status_charset
            'query_status_code::time_zone': query_status_string
            'query_status_code::catalog_nz': query_status_string
            'query_status_code::lc_time_names': query_status_u2
            'query_status_code::charset_database': query_status_u2
            'query_status_code::table_map_for_update': query_status_u8
            'query_status_code::master_data_written': query_status_u4
            'query_status_code::invoker': query_status_invoker
            'query_status_code::updated_db_names': query_status_updated_db_names
            'query_status_code::microseconds': query_status_microseconds
            'query_status_code::explicit_defaults_for_timestamp': query_status_u1
            'query_status_code::ddl_logged_with_xid': query_status_u8
            'query_status_code::default_collation_for_utf8mb4': query_status_u2
            'query_status_code::sql_require_primary_key': query_status_u1
            'query_status_code::default_table_encryption': query_status_u1
            'query_status_code::enable_cascade_triggers': query_status_u1
            'query_status_code::mariadb_microseconds': query_status_microseconds
            'query_status_code::mariadb_xid': query_status_u8
            'query_status_code::mariadb_gtid_flags3': query_status_gtid_flags3
            'query_status_code::mariadb_character_set_collations': query_status_collations
            _: query_status_unknown
        doc: Value of the variable, by its code.
    instances:
      is_of_statement:
        value: has_microseconds or has_xid
        doc: |
          Whether the value differs between the statements of a session, for
          kernels.
      has_microseconds:
        value: code == query_status_code::microseconds or code == query_status_code::mariadb_microseconds
        doc: Whether the value is a fraction of a second.
      has_xid:
        value: code == query_status_code::ddl_logged_with_xid or code == query_status_code::mariadb_xid
        doc: Whether the value is an XID.
      microseconds:
        value: value.as<query_status_microseconds>.value.value
        if: has_microseconds
        doc: The fraction of a second in microseconds, for kernels.
      xid:
        value: value.as<query_status_u8>.value
        if: has_xid
        doc: The XID, for kernels.
      client_charset:
        value: value.as<query_status_charset>.client
        if: code == query_status_code::charset
        doc: Id of the collation of the statement's text, for kernels.
      user:
        value: value.as<query_status_invoker>.user.text
        if: code == query_status_code::invoker
        doc: User name of the invoker, for kernels.
      host:
        value: value.as<query_status_invoker>.host.text
        if: code == query_status_code::invoker
        doc: Host name of the invoker, for kernels.
  query_status_u1:
    doc: A number of one byte.
    -columnar: []
    -columnar-text: {value: value}
    seq:
      - id: value
        type: u1
        doc: The number.
  query_status_u2:
    doc: A number of two bytes.
    -columnar: []
    -columnar-text: {value: value}
    seq:
      - id: value
        type: u2
        doc: The number.
  query_status_u4:
    doc: A number of four bytes.
    -columnar: []
    -columnar-text: {value: value}
    seq:
      - id: value
        type: u4
        doc: The number.
  query_status_u8:
    doc: A number of eight bytes.
    -columnar: [value]
    -columnar-text: {value: value}
    seq:
      - id: value
        type: u8
        doc: The number.
  query_status_unknown:
    doc: A variable that has no spec, and all variables behind it.
    -columnar: []
    seq:
      - id: rest
        size-eos: true
        doc: Bytes without a known meaning.
  query_status_flags2:
    doc: Options of the session, as bits of `thd->variables.option_bits`.
    doc-ref:
      - https://github.com/mysql/mysql-server/blob/trunk/sql/query_options.h
      - https://github.com/MariaDB/server/blob/main/sql/sql_priv.h
    -columnar: []
    -columnar-text: {value: code}
    seq:
      - id: code
        type: u4
        doc: All bits as one number.
    instances:
      auto_is_null:
        -orig-id: OPTION_AUTO_IS_NULL
        value: code & 0x4000 != 0
        doc: The session variable `sql_auto_is_null` is ON.
      no_check_constraint_checks:
        -orig-id: OPTION_NO_CHECK_CONSTRAINT_CHECKS
        value: code & 0x8000 != 0
        doc: |
          The session variable `check_constraint_checks` is OFF (MariaDB 10.2
          and later).
      not_autocommit:
        -orig-id: OPTION_NOT_AUTOCOMMIT
        value: code & 0x80000 != 0
        doc: The session variable `autocommit` is OFF.
      explicit_defaults_for_timestamp:
        -orig-id: OPTION_EXPLICIT_DEF_TIMESTAMP
        value: code & 0x100_0000 != 0
        doc: The session variable of this name is ON (MariaDB 10.10 and later).
      no_foreign_key_checks:
        -orig-id: OPTION_NO_FOREIGN_KEY_CHECKS
        value: code & 0x400_0000 != 0
        doc: The session variable `foreign_key_checks` is OFF.
      relaxed_unique_checks:
        -orig-id: OPTION_RELAXED_UNIQUE_CHECKS
        value: code & 0x800_0000 != 0
        doc: The session variable `unique_checks` is OFF.
      if_exists:
        -orig-id: OPTION_IF_EXISTS
        value: code & 0x1000_0000 != 0
        doc: |
          The session variable `sql_if_exists` is ON: DDL has an implicit IF
          EXISTS (MariaDB 10.5 and later).
      insert_history:
        -orig-id: OPTION_INSERT_HISTORY
        value: code & 0x4000_0000 != 0
        doc: |
          The session variable `system_versioning_insert_history` is ON (MariaDB
          10.11 and later).
  query_status_sql_mode:
    doc: |
      The session variable `sql_mode`. `mysql_sql_mode` and `mariadb_sql_mode`
      name the bits.
    doc-ref:
      - https://dev.mysql.com/doc/refman/en/sql-mode.html
      - https://mariadb.com/docs/server/server-management/variables-and-modes/sql_mode
    -columnar: []
    -columnar-text: {value: code}
    seq:
      - id: code
        type: u8
        doc: All bits as one number.
  query_status_string:
    doc: A text with its length.
    -columnar: [text]
    -columnar-text: {value: text}
    seq:
      - id: len_text
        type: u1
        doc: Length of `text` in bytes.
      - id: text
        size: len_text
        doc: The text.
  query_status_catalog:
    doc: A text with its length and a terminating zero (MySQL 5.0.0 to 5.0.3).
    -columnar: []
    seq:
      - id: len_text
        type: u1
        doc: Length of `text` in bytes.
      - id: text
        size: len_text
        doc: The catalog.
      - id: text_end
        size: 1
        doc: Terminating zero.
  query_status_auto_increment:
    doc: How AUTO_INCREMENT counts.
    -columnar: []
    seq:
      - id: increment
        type: u2
        doc: The session variable `auto_increment_increment`.
      - id: offset
        type: u2
        doc: The session variable `auto_increment_offset`.
  query_status_charset:
    doc: Charsets of the session, as ids of collations.
    -columnar: [client]
    seq:
      - id: client
        -orig-id: character_set_client
        type: u2
        doc: Charset of the statement's text (`character_set_client`).
      - id: connection
        -orig-id: collation_connection
        type: u2
        doc: Collation that literals are compared by (`collation_connection`).
      - id: server
        -orig-id: collation_server
        type: u2
        doc: Collation of new databases (`collation_server`).
  query_status_invoker:
    doc: The account that runs the statement.
    -columnar: [user.text, host.text]
    seq:
      - id: user
        type: query_status_string
        doc: User name of the account.
      - id: host
        type: query_status_string
        doc: Host name of the account.
  query_status_updated_db_names:
    doc: The databases that the statement changes.
    -columnar: []
    seq:
      - id: num_names
        type: u1
        doc: Number of names; 254 if there are more than fit.
      - id: names
        terminator: 0
        repeat: expr
        repeat-expr: 'is_over_max ? 0 : num_names'
        doc: Names of the databases, each with a terminating zero.
    instances:
      is_over_max:
        -orig-id: OVER_MAX_DBS_IN_EVENT_MTS
        value: num_names == 254
        doc: Whether there are too many databases, so that no name is listed.
  query_status_microseconds:
    doc: A fraction of a second.
    -columnar: [value.value]
    -columnar-text: {value: value}
    seq:
      - id: value
        type: integer_le(3)
        doc: The fraction in microseconds.
  query_status_gtid_flags3:
    doc: The flags of a two-phase ALTER TABLE.
    -columnar: []
    seq:
      - id: flags_extra
        type: mariadb_gtid_event::mariadb_gtid_flags_extra
        doc: Flags, as in MariaDB's GTID event.
      - id: start_alter_sequence
        -orig-id: sa_seq_no
        type: u8
        if: flags_extra.commit_alter or flags_extra.rollback_alter
        doc: |
          Sequence number of the GTID whose ALTER TABLE the statement commits or
          rolls back.
  query_status_collations:
    doc: The session variable `character_set_collations`.
    -columnar: []
    seq:
      - id: num_pairs
        type: u1
        doc: Number of pairs.
      - id: pairs
        type: query_status_collation_pair
        repeat: expr
        repeat-expr: num_pairs
        doc: The pairs.
  query_status_collation_pair:
    doc: A charset and its default collation.
    -columnar: []
    seq:
      - id: charset
        type: u2
        doc: Id of the charset's compiled default collation.
      - id: collation
        type: u2
        doc: Id of the charset's default collation in the session.
enums:
  query_status_code:
    0:
      id: flags2
      -orig-id: Q_FLAGS2_CODE
      doc: |
        Options of the session: checks of keys, `autocommit` and others.
    1:
      id: sql_mode
      -orig-id: Q_SQL_MODE_CODE
      doc: The session variable `sql_mode`.
    2:
      id: catalog
      -orig-id: Q_CATALOG_CODE
      doc: The catalog `std` with a terminating zero (MySQL 5.0.0 to 5.0.3).
    3:
      id: auto_increment
      -orig-id: Q_AUTO_INCREMENT
      doc: |
        The session variables `auto_increment_increment` and
        `auto_increment_offset`, if one of them is not 1.
    4:
      id: charset
      -orig-id: Q_CHARSET_CODE
      doc: |
        Charsets of the session: `character_set_client`, `collation_connection`
        and `collation_server`.
    5:
      id: time_zone
      -orig-id: Q_TIME_ZONE_CODE
      doc: The session variable `time_zone`, if the statement depends on it.
    6:
      id: catalog_nz
      -orig-id: Q_CATALOG_NZ_CODE
      doc: The catalog, always `std` (MySQL 5.0.4 and later, MariaDB).
    7:
      id: lc_time_names
      -orig-id: Q_LC_TIME_NAMES_CODE
      doc: Number of the locale in `lc_time_names`, if it is not en_US.
    8:
      id: charset_database
      -orig-id: Q_CHARSET_DATABASE_CODE
      doc: Id of the collation in `collation_database`.
    9:
      id: table_map_for_update
      -orig-id: Q_TABLE_MAP_FOR_UPDATE_CODE
      doc: |
        A bit for each table of a multi-table UPDATE that the statement changes.
        Replicas apply filters by it.
    10:
      id: master_data_written
      -orig-id: Q_MASTER_DATA_WRITTEN_CODE
      doc: |
        Length of the event in the source's log, in relay logs of sources before
        MySQL 5.0.
    11:
      id: invoker
      -orig-id: Q_INVOKER
      doc: The account that runs the statement, for CURRENT_USER() and definers.
    12:
      id: updated_db_names
      -orig-id: Q_UPDATED_DB_NAMES
      doc: |
        The databases that the statement changes, for replicas with parallel
        workers (MySQL 5.6 and later).
    13:
      id: microseconds
      -orig-id: Q_MICROSECONDS
      doc: |
        Fraction of the second when the statement started (MySQL 5.6 and later).
    16:
      id: explicit_defaults_for_timestamp
      -orig-id: Q_EXPLICIT_DEFAULTS_FOR_TIMESTAMP
      doc: |
        The session variable of this name, for CREATE and ALTER of tables with a
        TIMESTAMP column (MySQL 8.0 and later).
    17:
      id: ddl_logged_with_xid
      -orig-id: Q_DDL_LOGGED_WITH_XID
      doc: |
        The XID of a DDL statement that a crash recovery can complete (MySQL 8.0
        and later).
    18:
      id: default_collation_for_utf8mb4
      -orig-id: Q_DEFAULT_COLLATION_FOR_UTF8MB4
      doc: The session variable of this name (MySQL 8.0 and later).
    19:
      id: sql_require_primary_key
      -orig-id: Q_SQL_REQUIRE_PRIMARY_KEY
      doc: The session variable of this name (MySQL 8.0.13 and later).
    20:
      id: default_table_encryption
      -orig-id: Q_DEFAULT_TABLE_ENCRYPTION
      doc: The session variable of this name (MySQL 8.0.16 and later).
    21:
      id: enable_cascade_triggers
      -orig-id: Q_ENABLE_CASCADE_TRIGGERS
      doc: |
        The session variable of this name: whether cascades of foreign keys run
        triggers (MySQL 9.7 and later).
    128:
      id: mariadb_microseconds
      -orig-id: Q_HRNOW
      doc: |
        Fraction of the second when the statement started (MariaDB 5.3 and
        later).
    129:
      id: mariadb_xid
      -orig-id: Q_XID
      doc: |
        The XID of a DDL statement that a crash recovery can complete (MariaDB
        10.6 and later).
    130:
      id: mariadb_gtid_flags3
      -orig-id: Q_GTID_FLAGS3
      doc: The flags of a two-phase ALTER TABLE (MariaDB 10.8 and later).
    131:
      id: mariadb_character_set_collations
      -orig-id: Q_CHARACTER_SET_COLLATIONS
      doc: |
        The session variable `character_set_collations` (MariaDB 11.2 and
        later).
  mysql_sql_mode:
    0x1:
      id: real_as_float
      doc: REAL is a synonym of FLOAT.
    0x2:
      id: pipes_as_concat
      doc: The operator || concatenates strings.
    0x4:
      id: ansi_quotes
      doc: Double quotes enclose identifiers.
    0x8:
      id: ignore_space
      doc: A space may stand between a function's name and its parenthesis.
    0x10:
      id: not_used
      doc: The bit has no meaning.
    0x20:
      id: only_full_group_by
      doc: GROUP BY has to name all columns that are not aggregated.
    0x40:
      id: no_unsigned_subtraction
      doc: The result of a subtraction is signed, even of unsigned numbers.
    0x80:
      id: no_dir_in_create
      doc: |
        CREATE TABLE ignores DATA DIRECTORY and INDEX DIRECTORY. Replicas keep
        their own setting.
    0x100:
      id: postgresql
      doc: Compatibility with PostgreSQL (removed in MySQL 8.0).
    0x200:
      id: oracle
      doc: Compatibility with Oracle (removed in MySQL 8.0).
    0x400:
      id: mssql
      doc: Compatibility with SQL Server (removed in MySQL 8.0).
    0x800:
      id: db2
      doc: Compatibility with Db2 (removed in MySQL 8.0).
    0x1000:
      id: maxdb
      doc: Compatibility with MaxDB (removed in MySQL 8.0).
    0x2000:
      id: no_key_options
      doc: |
        SHOW CREATE TABLE omits MySQL's options of indexes (removed in MySQL
        8.0).
    0x4000:
      id: no_table_options
      doc: |
        SHOW CREATE TABLE omits MySQL's options of tables (removed in MySQL
        8.0).
    0x8000:
      id: no_field_options
      doc: |
        SHOW CREATE TABLE omits MySQL's options of columns (removed in MySQL
        8.0).
    0x10000:
      id: mysql323
      doc: Compatibility with MySQL 3.23 (removed in MySQL 8.0).
    0x20000:
      id: mysql40
      doc: Compatibility with MySQL 4.0 (removed in MySQL 8.0).
    0x40000:
      id: ansi
      doc: The combination ANSI of modes.
    0x80000:
      id: no_auto_value_on_zero
      doc: The value 0 in an AUTO_INCREMENT column does not generate a number.
    0x100000:
      id: no_backslash_escapes
      doc: A backslash in a string is an ordinary character.
    0x200000:
      id: strict_trans_tables
      doc: Invalid values are errors in transactional tables.
    0x400000:
      id: strict_all_tables
      doc: Invalid values are errors in all tables.
    0x800000:
      id: no_zero_in_date
      doc: Dates with a zero month or day are invalid.
    0x1000000:
      id: no_zero_date
      doc: The date 0000-00-00 is invalid.
    0x2000000:
      id: allow_invalid_dates
      doc: Days from 1 to 31 are valid in all months.
    0x4000000:
      id: error_for_division_by_zero
      doc: Division by zero warns, and is an error in strict modes.
    0x8000000:
      id: traditional
      doc: The combination TRADITIONAL of modes.
    0x10000000:
      id: no_auto_create_user
      doc: GRANT creates no account without a password (removed in MySQL 8.0).
    0x20000000:
      id: high_not_precedence
      doc: NOT binds as tightly as the operator !.
    0x40000000:
      id: no_engine_substitution
      doc: |
        An unavailable storage engine is an error, not replaced by the default
        one.
    0x80000000:
      id: pad_char_to_full_length
      doc: CHAR values are read with their trailing spaces.
    0x100000000:
      id: time_truncate_fractional
      doc: |
        Excess digits of a fraction of a second are cut off, not rounded (MySQL
        8.0 and later).
    0x200000000:
      id: interpret_utf8_as_utf8mb4
      doc: The charset name utf8 means utf8mb4 (MySQL 8.0 and later).
  mariadb_sql_mode:
    0x1:
      id: real_as_float
      doc: REAL is a synonym of FLOAT.
    0x2:
      id: pipes_as_concat
      doc: The operator || concatenates strings.
    0x4:
      id: ansi_quotes
      doc: Double quotes enclose identifiers.
    0x8:
      id: ignore_space
      doc: A space may stand between a function's name and its parenthesis.
    0x10:
      id: ignore_bad_table_options
      doc: CREATE TABLE and ALTER TABLE only warn about unknown options.
    0x20:
      id: only_full_group_by
      doc: GROUP BY has to name all columns that are not aggregated.
    0x40:
      id: no_unsigned_subtraction
      doc: The result of a subtraction is signed, even of unsigned numbers.
    0x80:
      id: no_dir_in_create
      doc: |
        CREATE TABLE ignores DATA DIRECTORY and INDEX DIRECTORY. Replicas keep
        their own setting.
    0x100:
      id: postgresql
      doc: Compatibility with PostgreSQL.
    0x200:
      id: oracle
      doc: |
        Compatibility with Oracle. Since MariaDB 10.3, stored routines are
        written in a subset of PL/SQL.
    0x400:
      id: mssql
      doc: Compatibility with SQL Server.
    0x800:
      id: db2
      doc: Compatibility with Db2.
    0x1000:
      id: maxdb
      doc: Compatibility with MaxDB.
    0x2000:
      id: no_key_options
      doc: SHOW CREATE TABLE omits MariaDB's options of indexes.
    0x4000:
      id: no_table_options
      doc: SHOW CREATE TABLE omits MariaDB's options of tables.
    0x8000:
      id: no_field_options
      doc: SHOW CREATE TABLE omits MariaDB's options of columns.
    0x10000:
      id: mysql323
      doc: Compatibility with MySQL 3.23.
    0x20000:
      id: mysql40
      doc: Compatibility with MySQL 4.0.
    0x40000:
      id: ansi
      doc: The combination ANSI of modes.
    0x80000:
      id: no_auto_value_on_zero
      doc: The value 0 in an AUTO_INCREMENT column does not generate a number.
    0x100000:
      id: no_backslash_escapes
      doc: A backslash in a string is an ordinary character.
    0x200000:
      id: strict_trans_tables
      doc: Invalid values are errors in transactional tables.
    0x400000:
      id: strict_all_tables
      doc: Invalid values are errors in all tables.
    0x800000:
      id: no_zero_in_date
      doc: Dates with a zero month or day are invalid.
    0x1000000:
      id: no_zero_date
      doc: The date 0000-00-00 is invalid.
    0x2000000:
      id: allow_invalid_dates
      doc: Days from 1 to 31 are valid in all months.
    0x4000000:
      id: error_for_division_by_zero
      doc: Division by zero warns, and is an error in strict modes.
    0x8000000:
      id: traditional
      doc: The combination TRADITIONAL of modes.
    0x10000000:
      id: no_auto_create_user
      doc: GRANT creates no account without a password.
    0x20000000:
      id: high_not_precedence
      doc: NOT binds as tightly as the operator !.
    0x40000000:
      id: no_engine_substitution
      doc: |
        An unavailable storage engine is an error, not replaced by the default
        one.
    0x80000000:
      id: pad_char_to_full_length
      doc: CHAR values are read with their trailing spaces.
    0x100000000:
      id: empty_string_is_null
      doc: An empty string is NULL (MariaDB 10.3 and later).
    0x200000000:
      id: simultaneous_assignment
      doc: |
        All assignments of an UPDATE use the values before it (MariaDB 10.3 and
        later).
    0x400000000:
      id: time_round_fractional
      doc: |
        Excess digits of a fraction of a second are rounded, not cut off
        (MariaDB 10.4 and later).
