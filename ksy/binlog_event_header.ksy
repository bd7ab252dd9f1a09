meta:
  id: binlog_event_header
  title: "Binary log: common header of an event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  What opens every event: 19 bytes in binlog versions 3 and 4, 13 in version 1.
  Version 4 allows for more (see `format_description_event.len_header`).
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Log__event__header.html
-columnar:
  - timestamp
  - type
  - type_code
  - server_id
  - len_event
  - next_position
  - flags_code
  - len_header
  - num_positions
  - begins_transaction
  - is_rows
  - is_made_up
  - is_turning_point
params:
  - id: binlog_version
    type: s8
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
    -webide-parse-mode: lazy
  type:
    value: |
      has_permuted_types and type_code < permuted_types.length
      ? permuted_types[type_code] : type_code
    enum: event_type
  len_header:
    value: 'binlog_version == 1 ? 13 : 19'
    -webide-parse-mode: lazy
  num_positions:
    value: 0x1_0000_0000.as<s8>
    doc: What `next_position` counts to before it begins again at 0.
    -webide-parse-mode: lazy
  begins_transaction:
    value: |
      type == event_type::gtid or type == event_type::anonymous_gtid or
      type == event_type::gtid_tagged or type == event_type::mariadb_gtid
    doc: In logs without such events, the statement BEGIN does.
    -webide-parse-mode: lazy
  is_rows:
    value: |
      type.to_i >= event_type::pre_ga_write_rows.to_i and
      type.to_i <= event_type::delete_rows_v1.to_i or
      type.to_i >= event_type::write_rows_v2.to_i and
      type.to_i <= event_type::delete_rows_v2.to_i or
      type == event_type::partial_update_rows or
      type.to_i >= event_type::write_rows_compressed_v1.to_i and
      type.to_i <= event_type::delete_rows_compressed.to_i
    -webide-parse-mode: lazy
  is_made_up:
    value: |
      type == event_type::heartbeat or type == event_type::heartbeat_v2 or
      binlog_version != 1 and (flags.artificial or
      type == event_type::format_description and next_position == 0)
    doc: By a server for a replica, so that it takes no place in a log.
    -webide-parse-mode: lazy
  is_turning_point:
    value: |
      type == event_type::format_description or type == event_type::rotate or
      starts_encryption
    doc: What follows is in another format or log, or is encrypted.
    -webide-parse-mode: lazy
  is_rows_fragment:
    value: type == event_type::partial_row_data
    doc: It holds a part of a rows event.
    -webide-parse-mode: lazy
  is_private:
    value: |
      type == event_type::alisql_sequence or
      type == event_type::aurora or
      type.to_i >= event_type::alisql_consensus_log.to_i and
      type.to_i <= event_type::alisql_gcn.to_i
    doc: |
      A fork of MySQL writes it for itself. By what is public of them, none
      holds rows (but see `binlog_event.is_of_alisql_rows`).
    -webide-parse-mode: lazy
  is_ignorable:
    value: binlog_version != 1 and flags.ignorable
    doc: Who does not know it may pass it over, says the server that wrote it.
    -webide-parse-mode: lazy
  starts_encryption:
    value: |
      type == event_type::start_encryption or
      type == event_type::percona_start_encryption
    doc: What follows in the file cannot be read without the key.
    -webide-parse-mode: lazy
  flags_code:
    value: 'binlog_version == 1 ? 0 : flags.code'
    -webide-parse-mode: lazy
types:
  event_flags:
    meta:
      bit-endian: le
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/libs/mysql/binlog/event/binlog_event.h
    -columnar:
      - artificial
      - code
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
          reserved.as<s4> * 0x400 + (skip_replication ? 0x8000 : 0)
        -webide-parse-mode: lazy
enums:
  event_type:
    # MySQL
    0:
      id: unknown
      -orig-id: UNKNOWN_EVENT
    1:
      id: start_v3
      -orig-id: START_EVENT_V3
    2:
      id: query
      -orig-id: QUERY_EVENT
    3:
      id: stop
      -orig-id: STOP_EVENT
    4:
      id: rotate
      -orig-id: ROTATE_EVENT
    5:
      id: intvar
      -orig-id: INTVAR_EVENT
    6:
      id: load
      -orig-id: LOAD_EVENT
    7:
      id: slave
      -orig-id: SLAVE_EVENT
    8:
      id: create_file
      -orig-id: CREATE_FILE_EVENT
    9:
      id: append_block
      -orig-id: APPEND_BLOCK_EVENT
    10:
      id: exec_load
      -orig-id: EXEC_LOAD_EVENT
    11:
      id: delete_file
      -orig-id: DELETE_FILE_EVENT
    12:
      id: new_load
      -orig-id: NEW_LOAD_EVENT
    13:
      id: rand
      -orig-id: RAND_EVENT
    14:
      id: user_var
      -orig-id: USER_VAR_EVENT
    15:
      id: format_description
      -orig-id: FORMAT_DESCRIPTION_EVENT
    16:
      id: xid
      -orig-id: XID_EVENT
    17:
      id: begin_load_query
      -orig-id: BEGIN_LOAD_QUERY_EVENT
    18:
      id: execute_load_query
      -orig-id: EXECUTE_LOAD_QUERY_EVENT
    19:
      id: table_map
      -orig-id: TABLE_MAP_EVENT
    20:
      id: pre_ga_write_rows
      -orig-id: PRE_GA_WRITE_ROWS_EVENT
    21:
      id: pre_ga_update_rows
      -orig-id: PRE_GA_UPDATE_ROWS_EVENT
    22:
      id: pre_ga_delete_rows
      -orig-id: PRE_GA_DELETE_ROWS_EVENT
    23:
      id: write_rows_v1
      -orig-id: WRITE_ROWS_EVENT_V1
    24:
      id: update_rows_v1
      -orig-id: UPDATE_ROWS_EVENT_V1
    25:
      id: delete_rows_v1
      -orig-id: DELETE_ROWS_EVENT_V1
    26:
      id: incident
      -orig-id: INCIDENT_EVENT
    27:
      id: heartbeat
      -orig-id: HEARTBEAT_LOG_EVENT
    28:
      id: ignorable
      -orig-id: IGNORABLE_LOG_EVENT
    29:
      id: rows_query
      -orig-id: ROWS_QUERY_LOG_EVENT
    30:
      id: write_rows_v2
      -orig-id: WRITE_ROWS_EVENT
    31:
      id: update_rows_v2
      -orig-id: UPDATE_ROWS_EVENT
    32:
      id: delete_rows_v2
      -orig-id: DELETE_ROWS_EVENT
    33:
      id: gtid
      -orig-id: GTID_LOG_EVENT
    34:
      id: anonymous_gtid
      -orig-id: ANONYMOUS_GTID_LOG_EVENT
    35:
      id: previous_gtids
      -orig-id: PREVIOUS_GTIDS_LOG_EVENT
    36:
      id: transaction_context
      -orig-id: TRANSACTION_CONTEXT_EVENT
    37:
      id: view_change
      -orig-id: VIEW_CHANGE_EVENT
    38:
      id: xa_prepare
      -orig-id: XA_PREPARE_LOG_EVENT
    39:
      id: partial_update_rows
      -orig-id: PARTIAL_UPDATE_ROWS_EVENT
    40:
      id: transaction_payload
      -orig-id: TRANSACTION_PAYLOAD_EVENT
    41:
      id: heartbeat_v2
      -orig-id: HEARTBEAT_LOG_EVENT_V2
    42:
      id: gtid_tagged
      -orig-id: GTID_TAGGED_LOG_EVENT
    # AliSQL, and PolarDB-X and WeSQL, which are made of it
    80:
      id: alisql_sequence
      -orig-id: SEQUENCE_EVENT
    101:
      id: alisql_consensus_log
      -orig-id: CONSENSUS_LOG_EVENT
      doc: Aurora has this number for something of its own, too.
    102:
      id: alisql_previous_consensus_index
      -orig-id: PREVIOUS_CONSENSUS_INDEX_LOG_EVENT
    103:
      id: alisql_consensus_cluster_info
      -orig-id: CONSENSUS_CLUSTER_INFO_EVENT
    104:
      id: alisql_consensus_empty
      -orig-id: CONSENSUS_EMPTY_EVENT
    105:
      id: alisql_gcn
      -orig-id: GCN_LOG_EVENT
    # Amazon Aurora
    100:
      id: aurora
      doc: AliSQL has this number for GROUP_UPDATE_ROWS_EVENT.
    # Percona Server 5.7
    159:
      id: percona_start_encryption
      -orig-id: START_5_7_ENCRYPTION_EVENT
    # MariaDB
    160:
      id: annotate_rows
      -orig-id: ANNOTATE_ROWS_EVENT
    161:
      id: binlog_checkpoint
      -orig-id: BINLOG_CHECKPOINT_EVENT
    162:
      id: mariadb_gtid
      -orig-id: GTID_EVENT
    163:
      id: mariadb_gtid_list
      -orig-id: GTID_LIST_EVENT
    164:
      id: start_encryption
      -orig-id: START_ENCRYPTION_EVENT
    165:
      id: query_compressed
      -orig-id: QUERY_COMPRESSED_EVENT
    166:
      id: write_rows_compressed_v1
      -orig-id: WRITE_ROWS_COMPRESSED_EVENT_V1
    167:
      id: update_rows_compressed_v1
      -orig-id: UPDATE_ROWS_COMPRESSED_EVENT_V1
    168:
      id: delete_rows_compressed_v1
      -orig-id: DELETE_ROWS_COMPRESSED_EVENT_V1
    169:
      id: write_rows_compressed
      -orig-id: WRITE_ROWS_COMPRESSED_EVENT
    170:
      id: update_rows_compressed
      -orig-id: UPDATE_ROWS_COMPRESSED_EVENT
    171:
      id: delete_rows_compressed
      -orig-id: DELETE_ROWS_COMPRESSED_EVENT
    172:
      id: partial_row_data
      -orig-id: PARTIAL_ROW_DATA_EVENT
