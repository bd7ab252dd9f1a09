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
  The session variables that a replay of the statement needs. They have no
  length of their own, so nothing can be read past one that is not known.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Query__event.html
-columnar: []
seq:
  - id: vars
    type: query_status_var
    repeat: eos
types:
  query_status_var:
    -columnar: [code, is_of_statement, has_microseconds, microseconds, xid, client_charset, user, host]
    seq:
      - id: code
        type: u1
        enum: query_status_code
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
    instances:
      is_of_statement:
        value: has_microseconds or has_xid
        doc: Its value is another one in each statement of a session.
      has_microseconds:
        value: code == query_status_code::microseconds or code == query_status_code::mariadb_microseconds
      has_xid:
        value: code == query_status_code::ddl_logged_with_xid or code == query_status_code::mariadb_xid
      microseconds:
        value: value.as<query_status_microseconds>.value.value
        if: has_microseconds
      xid:
        value: value.as<query_status_u8>.value
        if: has_xid
      client_charset:
        value: value.as<query_status_charset>.client
        if: code == query_status_code::charset
      user:
        value: value.as<query_status_invoker>.user.text
        if: code == query_status_code::invoker
      host:
        value: value.as<query_status_invoker>.host.text
        if: code == query_status_code::invoker
  query_status_u1:
    -columnar: []
    seq:
      - id: value
        type: u1
  query_status_u2:
    -columnar: []
    seq:
      - id: value
        type: u2
  query_status_u4:
    -columnar: []
    seq:
      - id: value
        type: u4
  query_status_u8:
    -columnar: [value]
    seq:
      - id: value
        type: u8
  query_status_unknown:
    -columnar: []
    seq:
      - id: rest
        size-eos: true
  query_status_flags2:
    -columnar: []
    seq:
      - id: code
        type: u4
    instances:
      auto_is_null:
        -orig-id: OPTION_AUTO_IS_NULL
        value: code & 0x4000 != 0
      not_autocommit:
        -orig-id: OPTION_NOT_AUTOCOMMIT
        value: code & 0x80000 != 0
      explicit_defaults_for_timestamp:
        -orig-id: OPTION_EXPLICIT_DEF_TIMESTAMP
        value: code & 0x100_0000 != 0
        doc: MariaDB only.
      no_foreign_key_checks:
        -orig-id: OPTION_NO_FOREIGN_KEY_CHECKS
        value: code & 0x400_0000 != 0
      relaxed_unique_checks:
        -orig-id: OPTION_RELAXED_UNIQUE_CHECKS
        value: code & 0x800_0000 != 0
      if_exists:
        -orig-id: OPTION_IF_EXISTS
        value: code & 0x1000_0000 != 0
        doc: MariaDB only.
      insert_history:
        -orig-id: OPTION_INSERT_HISTORY
        value: code & 0x4000_0000 != 0
        doc: MariaDB only.
  query_status_sql_mode:
    doc: See `mysql_sql_mode` and `mariadb_sql_mode`, which names the bits have.
    -columnar: []
    seq:
      - id: code
        type: u8
  query_status_string:
    -columnar: [text]
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
  query_status_catalog:
    doc: written by 5.0.0 to 5.0.3
    -columnar: []
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
      - id: text_end
        size: 1
  query_status_auto_increment:
    -columnar: []
    seq:
      - id: increment
        type: u2
      - id: offset
        type: u2
  query_status_charset:
    doc: ids of collations
    -columnar: [client]
    seq:
      - id: client
        -orig-id: character_set_client
        type: u2
      - id: connection
        -orig-id: collation_connection
        type: u2
      - id: server
        -orig-id: collation_server
        type: u2
  query_status_invoker:
    -columnar: [user.text, host.text]
    seq:
      - id: user
        type: query_status_string
      - id: host
        type: query_status_string
  query_status_updated_db_names:
    -columnar: []
    seq:
      - id: num_names
        type: u1
      - id: names
        terminator: 0
        repeat: expr
        repeat-expr: 'is_over_max ? 0 : num_names'
    instances:
      is_over_max:
        -orig-id: OVER_MAX_DBS_IN_EVENT_MTS
        value: num_names == 254
  query_status_microseconds:
    -columnar: [value.value]
    seq:
      - id: value
        type: integer_le(3)
  query_status_gtid_flags3:
    -columnar: []
    seq:
      - id: flags_extra
        type: mariadb_gtid_event::mariadb_gtid_flags_extra
      - id: start_alter_sequence
        -orig-id: sa_seq_no
        type: u8
        if: flags_extra.commit_alter or flags_extra.rollback_alter
  query_status_collations:
    -columnar: []
    seq:
      - id: num_pairs
        type: u1
      - id: pairs
        type: query_status_collation_pair
        repeat: expr
        repeat-expr: num_pairs
  query_status_collation_pair:
    -columnar: []
    seq:
      - id: charset
        type: u2
      - id: collation
        type: u2
enums:
  query_status_code:
    0:
      id: flags2
      -orig-id: Q_FLAGS2_CODE
    1:
      id: sql_mode
      -orig-id: Q_SQL_MODE_CODE
    2:
      id: catalog
      -orig-id: Q_CATALOG_CODE
    3:
      id: auto_increment
      -orig-id: Q_AUTO_INCREMENT
    4:
      id: charset
      -orig-id: Q_CHARSET_CODE
    5:
      id: time_zone
      -orig-id: Q_TIME_ZONE_CODE
    6:
      id: catalog_nz
      -orig-id: Q_CATALOG_NZ_CODE
    7:
      id: lc_time_names
      -orig-id: Q_LC_TIME_NAMES_CODE
    8:
      id: charset_database
      -orig-id: Q_CHARSET_DATABASE_CODE
    9:
      id: table_map_for_update
      -orig-id: Q_TABLE_MAP_FOR_UPDATE_CODE
    10:
      id: master_data_written
      -orig-id: Q_MASTER_DATA_WRITTEN_CODE
    11:
      id: invoker
      -orig-id: Q_INVOKER
    12:
      id: updated_db_names
      -orig-id: Q_UPDATED_DB_NAMES
    13:
      id: microseconds
      -orig-id: Q_MICROSECONDS
    16:
      id: explicit_defaults_for_timestamp
      -orig-id: Q_EXPLICIT_DEFAULTS_FOR_TIMESTAMP
    17:
      id: ddl_logged_with_xid
      -orig-id: Q_DDL_LOGGED_WITH_XID
    18:
      id: default_collation_for_utf8mb4
      -orig-id: Q_DEFAULT_COLLATION_FOR_UTF8MB4
    19:
      id: sql_require_primary_key
      -orig-id: Q_SQL_REQUIRE_PRIMARY_KEY
    20:
      id: default_table_encryption
      -orig-id: Q_DEFAULT_TABLE_ENCRYPTION
    21:
      id: enable_cascade_triggers
      -orig-id: Q_ENABLE_CASCADE_TRIGGERS
    128:
      id: mariadb_microseconds
      -orig-id: Q_HRNOW
    129:
      id: mariadb_xid
      -orig-id: Q_XID
    130:
      id: mariadb_gtid_flags3
      -orig-id: Q_GTID_FLAGS3
    131:
      id: mariadb_character_set_collations
      -orig-id: Q_CHARACTER_SET_COLLATIONS
  mysql_sql_mode:
    0x1: real_as_float
    0x2: pipes_as_concat
    0x4: ansi_quotes
    0x8: ignore_space
    0x10: not_used
    0x20: only_full_group_by
    0x40: no_unsigned_subtraction
    0x80: no_dir_in_create
    0x100: postgresql
    0x200: oracle
    0x400: mssql
    0x800: db2
    0x1000: maxdb
    0x2000: no_key_options
    0x4000: no_table_options
    0x8000: no_field_options
    0x10000: mysql323
    0x20000: mysql40
    0x40000: ansi
    0x80000: no_auto_value_on_zero
    0x100000: no_backslash_escapes
    0x200000: strict_trans_tables
    0x400000: strict_all_tables
    0x800000: no_zero_in_date
    0x1000000: no_zero_date
    0x2000000: allow_invalid_dates
    0x4000000: error_for_division_by_zero
    0x8000000: traditional
    0x10000000: no_auto_create_user
    0x20000000: high_not_precedence
    0x40000000: no_engine_substitution
    0x80000000: pad_char_to_full_length
    0x100000000: time_truncate_fractional
    0x200000000: interpret_utf8_as_utf8mb4
  mariadb_sql_mode:
    0x1: real_as_float
    0x2: pipes_as_concat
    0x4: ansi_quotes
    0x8: ignore_space
    0x10: ignore_bad_table_options
    0x20: only_full_group_by
    0x40: no_unsigned_subtraction
    0x80: no_dir_in_create
    0x100: postgresql
    0x200: oracle
    0x400: mssql
    0x800: db2
    0x1000: maxdb
    0x2000: no_key_options
    0x4000: no_table_options
    0x8000: no_field_options
    0x10000: mysql323
    0x20000: mysql40
    0x40000: ansi
    0x80000: no_auto_value_on_zero
    0x100000: no_backslash_escapes
    0x200000: strict_trans_tables
    0x400000: strict_all_tables
    0x800000: no_zero_in_date
    0x1000000: no_zero_date
    0x2000000: allow_invalid_dates
    0x4000000: error_for_division_by_zero
    0x8000000: traditional
    0x10000000: no_auto_create_user
    0x20000000: high_not_precedence
    0x40000000: no_engine_substitution
    0x80000000: pad_char_to_full_length
    0x100000000: empty_string_is_null
    0x200000000: simultaneous_assignment
    0x400000000: time_round_fractional
