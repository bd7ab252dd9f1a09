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
    -columnar: []
    seq:
      - id: code
        type: u1
        enum: query_status_code
      - id: value
        type:
          switch-on: code
          cases:
            'query_status_code::flags2': u4
            'query_status_code::sql_mode': u8
            'query_status_code::catalog': query_status_catalog
            'query_status_code::auto_increment': query_status_auto_increment
            'query_status_code::charset': query_status_charset
            'query_status_code::time_zone': query_status_string
            'query_status_code::catalog_nz': query_status_string
            'query_status_code::lc_time_names': u2
            'query_status_code::charset_database': u2
            'query_status_code::table_map_for_update': u8
            'query_status_code::master_data_written': u4
            'query_status_code::invoker': query_status_invoker
            'query_status_code::updated_db_names': query_status_updated_db_names
            'query_status_code::microseconds': query_status_microseconds
            'query_status_code::explicit_defaults_for_timestamp': u1
            'query_status_code::ddl_logged_with_xid': u8
            'query_status_code::default_collation_for_utf8mb4': u2
            'query_status_code::sql_require_primary_key': u1
            'query_status_code::default_table_encryption': u1
            'query_status_code::mariadb_microseconds': query_status_microseconds
            'query_status_code::mariadb_xid': u8
            'query_status_code::mariadb_gtid_flags3': query_status_gtid_flags3
            'query_status_code::mariadb_character_set_collations': query_status_collations
            _: query_status_unknown
  query_status_unknown:
    -columnar: []
    seq:
      - id: rest
        size-eos: true
  query_status_string:
    -columnar: []
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
  query_status_catalog:
    -columnar: []
    doc: written by 5.0.0 to 5.0.3
    seq:
      - id: len_text
        type: u1
      - id: text
        size: len_text
      - id: end
        size: 1
  query_status_auto_increment:
    -columnar: []
    seq:
      - id: increment
        type: u2
      - id: offset
        type: u2
  query_status_charset:
    -columnar: []
    doc: ids of collations
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
    -columnar: []
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
    -columnar: []
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
