meta:
  id: event_header
  title: "Binary log: common header of an event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  What opens every event: 19 bytes in binlog versions 3 and 4, 13 in version 1.
  Version 4 allows for more (see `format_description_event.len_header`).
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Log__event__header.html
params:
  - id: binlog_version
    type: u2
  - id: has_permuted_types
    type: bool
    doc: in logs of a tree of MySQL 5.1 and 5.2 that was never released
seq:
  - id: timestamp
    -orig-id: when
    type: u4
    doc: seconds since 1970, UTC, when the statement started
  - id: type_code
    -orig-id: type_code
    type: u1
  - id: server_id
    -orig-id: unmasked_server_id
    type: u4
  - id: len_event
    -orig-id: data_written
    type: u4
    valid:
      min: len_header
    doc: of the whole event, header and checksum included
  - id: next_position
    -orig-id: log_pos
    type: u4
    if: binlog_version != 1
    doc: |
      Where the next event starts, by the server that wrote it first. A hint at
      most: it wraps at 4 GiB, is that of the source in a relay log, and is 0
      inside the transactions of MariaDB 11.4 and later.
  - id: flags
    type: event_flags
    if: binlog_version != 1
instances:
  permuted_types:
    value: |
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
       19, 20, 21, 22, 16, 17, 18].as<bytes>
  type:
    value: |
      has_permuted_types and type_code < permuted_types.length
      ? permuted_types[type_code] : type_code
    enum: event_type
  len_header:
    value: 'binlog_version == 1 ? 13 : 19'
  flags_code:
    value: 'binlog_version == 1 ? 0 : flags.code'
types:
  event_flags:
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/libs/mysql/binlog/event/binlog_event.h
    meta:
      bit-endian: le
    seq:
      - id: binlog_in_use
        -orig-id: LOG_EVENT_BINLOG_IN_USE_F
        type: b1
        doc: In a FORMAT_DESCRIPTION, that the server has not closed the log.
      - id: forced_rotate
        -orig-id: LOG_EVENT_FORCED_ROTATE_F
        type: b1
      - id: thread_specific
        -orig-id: LOG_EVENT_THREAD_SPECIFIC_F
        type: b1
        doc: The statement uses temporary tables.
      - id: suppress_use
        -orig-id: LOG_EVENT_SUPPRESS_USE_F
        type: b1
      - id: update_table_map_version
        -orig-id: LOG_EVENT_UPDATE_TABLE_MAP_VERSION_F
        type: b1
      - id: artificial
        -orig-id: LOG_EVENT_ARTIFICIAL_F
        type: b1
        doc: Made up by a server for a replica, in no source log.
      - id: relay_log
        -orig-id: LOG_EVENT_RELAY_LOG_F
        type: b1
      - id: ignorable
        -orig-id: LOG_EVENT_IGNORABLE_F
        type: b1
      - id: no_filter
        -orig-id: LOG_EVENT_NO_FILTER_F
        type: b1
      - id: mts_isolate
        -orig-id: LOG_EVENT_MTS_ISOLATE_F
        type: b1
      - id: reserved
        type: b5
      - id: skip_replication
        -orig-id: LOG_EVENT_SKIP_REPLICATION_F
        type: b1
        doc: MariaDB only.
    instances:
      code:
        value: |
          (binlog_in_use ? 0x1 : 0) + (forced_rotate ? 0x2 : 0) +
          (thread_specific ? 0x4 : 0) + (suppress_use ? 0x8 : 0) +
          (update_table_map_version ? 0x10 : 0) + (artificial ? 0x20 : 0) +
          (relay_log ? 0x40 : 0) + (ignorable ? 0x80 : 0) +
          (no_filter ? 0x100 : 0) + (mts_isolate ? 0x200 : 0) +
          reserved * 0x400 + (skip_replication ? 0x8000 : 0)
enums:
  event_type:
    # MySQL
    0: unknown
    1: start_v3
    2: query
    3: stop
    4: rotate
    5: intvar
    6: load
    7: slave
    8: create_file
    9: append_block
    10: exec_load
    11: delete_file
    12: new_load
    13: rand
    14: user_var
    15: format_description
    16: xid
    17: begin_load_query
    18: execute_load_query
    19: table_map
    20: pre_ga_write_rows
    21: pre_ga_update_rows
    22: pre_ga_delete_rows
    23: write_rows_v1
    24: update_rows_v1
    25: delete_rows_v1
    26: incident
    27: heartbeat
    28: ignorable
    29: rows_query
    30: write_rows_v2
    31: update_rows_v2
    32: delete_rows_v2
    33: gtid
    34: anonymous_gtid
    35: previous_gtids
    36: transaction_context
    37: view_change
    38: xa_prepare
    39: partial_update_rows
    40: transaction_payload
    41: heartbeat_v2
    42: gtid_tagged
    # AliSQL
    80: alisql_sequence
    101: alisql_consensus_log
    105: alisql_gcn
    # Amazon Aurora
    100: aurora
    # Percona Server 5.7
    159: percona_start_encryption
    # MariaDB
    160: annotate_rows
    161: binlog_checkpoint
    162: mariadb_gtid
    163: mariadb_gtid_list
    164: start_encryption
    165: query_compressed
    166: write_rows_compressed_v1
    167: update_rows_compressed_v1
    168: delete_rows_compressed_v1
    169: write_rows_compressed
    170: update_rows_compressed
    171: delete_rows_compressed
