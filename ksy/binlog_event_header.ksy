meta:
  id: binlog_event_header
  title: "Binary log: common header of an event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - utc_time
  endian: le
doc: |
  The header that starts every event: 19 bytes in binlog versions 3 and 4, 13 in
  version 1. Version 4 allows longer ones (see
  `format_description_event.len_header`).
doc-ref:
  - https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Log__event__header.html
  - https://github.com/MariaDB/server/blob/main/sql/log_event.h
  - https://github.com/polardb/polardbx-engine
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
    doc: |
      Version of the log: 1 in MySQL 3.23, 3 in 4.0 and 4.1, 4 in 5.0 and later.
  - id: has_permuted_types
    type: bool
    doc: |
      Whether the log comes from an unreleased tree of MySQL 5.1 and 5.2, which
      numbered some types differently.
seq:
  - id: timestamp
    -orig-id: when
    type: u4
    doc: Seconds since 1970, UTC, when the statement started.
  - id: type_code
    -orig-id: type_code
    type: u1
    doc: Stored number of the type.
  - id: server_id
    -orig-id: unmasked_server_id
    type: u4
    doc: |
      The `server_id` of the server that wrote the event first. Replicas keep it
      in their own logs.
  - id: len_event
    -orig-id: data_written
    type: u4
    valid:
      min: len_header
    doc: Length of the whole event in bytes, header and checksum included.
  - id: next_position
    -orig-id: log_pos
    type: u4
    if: binlog_version != 1
    doc: |
      Position of the next event in the log that the event was first written to.
      It wraps at 4 GiB, refers to the source's log in a relay log, and is 0
      within the transactions of MariaDB 11.4 and later.
  - id: flags
    type: event_flags
    if: binlog_version != 1
    doc: Flags of the event.
instances:
  time:
    type: utc_time(timestamp)
    doc: The timestamp as text, for viewers.
    -webide-parse-mode: eager
  permuted_types:
    value: |
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
       19, 20, 21, 22, 16, 17, 18].as<bytes>
    doc: Types by their numbers in an unreleased tree of MySQL 5.1 and 5.2.
    -webide-parse-mode: lazy
  type:
    value: |
      has_permuted_types and type_code < permuted_types.length
      ? permuted_types[type_code] : type_code
    enum: event_type
    doc: Type of the event, by the numbers of released servers.
  len_header:
    value: 'binlog_version == 1 ? 13 : 19'
    doc: Length of the known header in bytes.
    -webide-parse-mode: lazy
  num_positions:
    value: 0x1_0000_0000.as<s8>
    doc: |
      Number of different values of `next_position`, which wraps to 0 behind the
      last one.
    -webide-parse-mode: lazy
  begins_transaction:
    value: |
      type == event_type::gtid or type == event_type::anonymous_gtid or
      type == event_type::gtid_tagged or type == event_type::mariadb_gtid
    doc: |
      Whether the event names a transaction and begins it. In logs without GTIDs
      the statement BEGIN does.
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
    doc: Whether the event holds rows.
    -webide-parse-mode: lazy
  is_made_up:
    value: |
      type == event_type::heartbeat or type == event_type::heartbeat_v2 or
      binlog_version != 1 and (flags.artificial or
      type == event_type::format_description and next_position == 0)
    doc: |
      Whether a server made the event for a replica only, so that it has no
      place in a log.
    -webide-parse-mode: lazy
  is_turning_point:
    value: |
      type == event_type::format_description or type == event_type::rotate or
      starts_encryption
    doc: |
      Whether the events behind it have another format, belong to another log,
      or are encrypted.
    -webide-parse-mode: lazy
  is_rows_fragment:
    value: type == event_type::partial_row_data
    doc: Whether the event holds a part of a rows event.
    -webide-parse-mode: lazy
  is_private:
    value: |
      type == event_type::alisql_sequence or
      type == event_type::aurora or
      type.to_i >= event_type::alisql_consensus_log.to_i and
      type.to_i <= event_type::alisql_gcn.to_i
    doc: |
      Whether a fork of MySQL writes the event for its own use. According to
      public sources, none of them holds rows (but see
      `binlog_event.is_of_alisql_rows`).
    -webide-parse-mode: lazy
  is_ignorable:
    value: binlog_version != 1 and flags.ignorable
    doc: Whether readers without support for the type may skip the event.
    -webide-parse-mode: lazy
  starts_encryption:
    value: |
      type == event_type::start_encryption or
      type == event_type::percona_start_encryption
    doc: Whether the rest of the file is encrypted.
    -webide-parse-mode: lazy
  flags_code:
    value: 'binlog_version == 1 ? 0 : flags.code'
    doc: The flags as a number; 0 in binlog version 1, which has none.
    -webide-parse-mode: lazy
types:
  event_flags:
    meta:
      bit-endian: le
    doc: Flags of an event.
    doc-ref: https://github.com/mysql/mysql-server/blob/trunk/sql/log_event.h
    -columnar:
      - artificial
      - code
    seq:
      - id: binlog_in_use
        -orig-id: LOG_EVENT_BINLOG_IN_USE_F
        type: b1
        doc: |
          In a FORMAT_DESCRIPTION, the server has not closed the log yet, or
          crashed before it did.
      - id: forced_rotate
        -orig-id: LOG_EVENT_FORCED_ROTATE_F
        type: b1
        doc: |
          Servers of MySQL 4.x set it in ROTATE events. It has no effect, and
          later servers do not use it.
      - id: thread_specific
        -orig-id: LOG_EVENT_THREAD_SPECIFIC_F
        type: b1
        doc: |
          The statement depends on its connection, for example on temporary
          tables: a replay has to set `pseudo_thread_id`.
      - id: suppress_use
        -orig-id: LOG_EVENT_SUPPRESS_USE_F
        type: b1
        doc: |
          The statement needs no default database, so that mysqlbinlog prints no
          USE in front of it, as for CREATE DATABASE.
      - id: update_table_map_version
        -orig-id: LOG_EVENT_UPDATE_TABLE_MAP_VERSION_F
        type: b1
        doc: |
          Servers of MySQL 5.1 may set it, to count versions of the table map in
          memory. Later servers do not use it.
      - id: artificial
        -orig-id: LOG_EVENT_ARTIFICIAL_F
        type: b1
        doc: |
          A server made the event for a replica, and no log of the source holds
          it. Replicas do not count it in their position.
      - id: relay_log
        -orig-id: LOG_EVENT_RELAY_LOG_F
        type: b1
        doc: A replica's receiver thread made the event for its relay log.
      - id: ignorable
        -orig-id: LOG_EVENT_IGNORABLE_F
        type: b1
        doc: |
          Readers without support for the type may skip the event (MySQL 5.6 and
          later).
      - id: no_filter
        -orig-id: LOG_EVENT_NO_FILTER_F
        type: b1
        doc: |
          Filters, such as `binlog_do_db`, do not apply to the event: servers
          log it in any case (MySQL 5.6 and later).
      - id: mts_isolate
        -orig-id: LOG_EVENT_MTS_ISOLATE_F
        type: b1
        doc: |
          The event's transaction is applied alone: a replica with parallel
          workers lets none run beside it (MySQL 5.6 and later).
      - id: reserved
        type: b4
        doc: Not used.
      - id: accept_own
        -orig-id: LOG_EVENT_ACCEPT_OWN_F
        type: b1
        doc: |
          In a relay log: the replica applies the event although it has its own
          `server_id`, as it lost it in a crash (MariaDB 10.6 and later).
      - id: skip_replication
        -orig-id: LOG_EVENT_SKIP_REPLICATION_F
        type: b1
        doc: |
          The session set `skip_replication`, so that replicas may be configured
          to skip the event (MariaDB 5.5 and later).
    instances:
      code:
        value: |
          (binlog_in_use ? 0x1 : 0) + (forced_rotate ? 0x2 : 0) +
          (thread_specific ? 0x4 : 0) + (suppress_use ? 0x8 : 0) +
          (update_table_map_version ? 0x10 : 0) + (artificial ? 0x20 : 0) +
          (relay_log ? 0x40 : 0) + (ignorable ? 0x80 : 0) +
          (no_filter ? 0x100 : 0) + (mts_isolate ? 0x200 : 0) +
          reserved.as<s4> * 0x400 +
          (accept_own ? 0x4000 : 0) + (skip_replication ? 0x8000 : 0)
        doc: All flags as one number.
        -webide-parse-mode: lazy
enums:
  event_type:
    # MySQL
    0:
      id: unknown
      -orig-id: UNKNOWN_EVENT
      doc: |
        No server writes it. Servers use it inside for events that they cannot
        read.
    1:
      id: start_v3
      -orig-id: START_EVENT_V3
      doc: Starts a log of MySQL 3.23, 4.0 or 4.1.
    2:
      id: query
      -orig-id: QUERY_EVENT
      doc: |
        A statement: DDL, a change logged as a statement, or BEGIN, COMMIT and
        the like.
    3:
      id: stop
      -orig-id: STOP_EVENT
      doc: The server shut down, so that the log ends here.
    4:
      id: rotate
      -orig-id: ROTATE_EVENT
      doc: The log continues in another file.
    5:
      id: intvar
      -orig-id: INTVAR_EVENT
      doc: A value of AUTO_INCREMENT or LAST_INSERT_ID() for the next statement.
    6:
      id: load
      -orig-id: LOAD_EVENT
      doc: |
        A LOAD DATA statement of MySQL 3.23, with separators of one character.
    7:
      id: slave
      -orig-id: SLAVE_EVENT
      doc: The source that an unreleased MySQL 4.0 replicated from.
    8:
      id: create_file
      -orig-id: CREATE_FILE_EVENT
      doc: |
        A LOAD DATA statement of MySQL 4.0 to 5.0.2, with the first block of its
        file.
    9:
      id: append_block
      -orig-id: APPEND_BLOCK_EVENT
      doc: A further block of a file of LOAD DATA (MySQL 4.0 and later).
    10:
      id: exec_load
      -orig-id: EXEC_LOAD_EVENT
      doc: |
        Runs the LOAD DATA of a CREATE_FILE event, whose blocks are complete
        (MySQL 4.0 to 5.0.2).
    11:
      id: delete_file
      -orig-id: DELETE_FILE_EVENT
      doc: |
        Discards the blocks of a file of LOAD DATA, which failed (MySQL 4.0 and
        later).
    12:
      id: new_load
      -orig-id: NEW_LOAD_EVENT
      doc: |
        A LOAD DATA statement of MySQL 4.0 to 5.0.2, with separators of any
        length.
    13:
      id: rand
      -orig-id: RAND_EVENT
      doc: |
        The seeds of RAND() for the next statement (MySQL 4.0 and later).
    14:
      id: user_var
      -orig-id: USER_VAR_EVENT
      doc: |
        The value of a user variable for the next statement (MySQL 4.1 and
        later).
    15:
      id: format_description
      -orig-id: FORMAT_DESCRIPTION_EVENT
      doc: Describes the format of the events behind it (MySQL 5.0 and later).
    16:
      id: xid
      -orig-id: XID_EVENT
      doc: |
        Commits a transaction of a transactional engine (MySQL 5.0 and later).
    17:
      id: begin_load_query
      -orig-id: BEGIN_LOAD_QUERY_EVENT
      doc: The first block of a file of LOAD DATA (MySQL 5.0.3 and later).
    18:
      id: execute_load_query
      -orig-id: EXECUTE_LOAD_QUERY_EVENT
      doc: |
        A LOAD DATA statement, whose file the blocks before it hold (MySQL 5.0.3
        and later).
    19:
      id: table_map
      -orig-id: TABLE_MAP_EVENT
      doc: |
        The table that the rows events behind it refer to (MySQL 5.1 and later,
        MariaDB).
    20:
      id: pre_ga_write_rows
      -orig-id: PRE_GA_WRITE_ROWS_EVENT
      doc: |
        Inserted rows of MySQL 5.1 before 5.1.16, in a layout that the log does
        not describe.
    21:
      id: pre_ga_update_rows
      -orig-id: PRE_GA_UPDATE_ROWS_EVENT
      doc: |
        Updated rows of MySQL 5.1 before 5.1.16, in a layout that the log does
        not describe.
    22:
      id: pre_ga_delete_rows
      -orig-id: PRE_GA_DELETE_ROWS_EVENT
      doc: |
        Deleted rows of MySQL 5.1 before 5.1.16, in a layout that the log does
        not describe.
    23:
      id: write_rows_v1
      -orig-id: WRITE_ROWS_EVENT_V1
      doc: |
        Inserted rows (MySQL 5.1.16 to 5.5, up to 8.1 with
        `log_bin_use_v1_row_events`, and MariaDB).
    24:
      id: update_rows_v1
      -orig-id: UPDATE_ROWS_EVENT_V1
      doc: |
        Updated rows (MySQL 5.1.16 to 5.5, up to 8.1 with
        `log_bin_use_v1_row_events`, and MariaDB).
    25:
      id: delete_rows_v1
      -orig-id: DELETE_ROWS_EVENT_V1
      doc: |
        Deleted rows (MySQL 5.1.16 to 5.5, up to 8.1 with
        `log_bin_use_v1_row_events`, and MariaDB).
    26:
      id: incident
      -orig-id: INCIDENT_EVENT
      doc: |
        An incident on the source, behind which the log may lack changes (MySQL
        5.1 and later).
    27:
      id: heartbeat
      -orig-id: HEARTBEAT_LOG_EVENT
      doc: |
        Shows a replica that the connection is alive; no file contains it (MySQL
        5.5 and later).
    28:
      id: ignorable
      -orig-id: IGNORABLE_LOG_EVENT
      doc: |
        Has no content that a reader must understand (MySQL 5.6). No server
        writes the type itself.
    29:
      id: rows_query
      -orig-id: ROWS_QUERY_LOG_EVENT
      doc: |
        The text of the statement behind the rows events that follow (MySQL
        5.6.2 and later).
    30:
      id: write_rows_v2
      -orig-id: WRITE_ROWS_EVENT
      doc: Inserted rows (MySQL 5.6 and later).
    31:
      id: update_rows_v2
      -orig-id: UPDATE_ROWS_EVENT
      doc: Updated rows (MySQL 5.6 and later).
    32:
      id: delete_rows_v2
      -orig-id: DELETE_ROWS_EVENT
      doc: Deleted rows (MySQL 5.6 and later).
    33:
      id: gtid
      -orig-id: GTID_LOG_EVENT
      doc: Begins a transaction and names it by its GTID (MySQL 5.6 and later).
    34:
      id: anonymous_gtid
      -orig-id: ANONYMOUS_GTID_LOG_EVENT
      doc: Begins a transaction that has no GTID (MySQL 5.7 and later).
    35:
      id: previous_gtids
      -orig-id: PREVIOUS_GTIDS_LOG_EVENT
      doc: The GTIDs of all transactions before this log (MySQL 5.6 and later).
    36:
      id: transaction_context
      -orig-id: TRANSACTION_CONTEXT_EVENT
      doc: |
        Group Replication's data for the certification of a transaction, sent
        within a group (MySQL 5.7 and later).
    37:
      id: view_change
      -orig-id: VIEW_CHANGE_EVENT
      doc: The members of a replication group changed (MySQL 5.7 and later).
    38:
      id: xa_prepare
      -orig-id: XA_PREPARE_LOG_EVENT
      doc: |
        Prepares an XA transaction, or commits it in one phase (MySQL 5.7 and
        later, MariaDB 10.5 and later).
    39:
      id: partial_update_rows
      -orig-id: PARTIAL_UPDATE_ROWS_EVENT
      doc: |
        Updated rows, whose JSON documents may be logged as changes (MySQL 8.0.3
        and later).
    40:
      id: transaction_payload
      -orig-id: TRANSACTION_PAYLOAD_EVENT
      doc: The events of a transaction, compressed (MySQL 8.0.20 and later).
    41:
      id: heartbeat_v2
      -orig-id: HEARTBEAT_LOG_EVENT_V2
      doc: As HEARTBEAT, with positions over 4 GiB (MySQL 8.0.26 and later).
    42:
      id: gtid_tagged
      -orig-id: GTID_TAGGED_LOG_EVENT
      doc: As GTID, where the GTID may have a tag (MySQL 8.3 and later).
    43:
      id: large_transaction_header
      -orig-id: LARGE_TRANSACTION_HEADER_EVENT
      doc: |
        Names the event that ends the log's first transaction, a large one
        (proposed for MySQL in 2026).
    # AliSQL, and PolarDB-X and WeSQL, which are made of it
    80:
      id: alisql_sequence
      -orig-id: SEQUENCE_EVENT
      doc: AliSQL's own event SEQUENCE, which changes no rows.
    101:
      id: alisql_consensus_log
      -orig-id: CONSENSUS_LOG_EVENT
      doc: |
        AliSQL's own event on its consensus protocol, which changes no rows.
        Amazon Aurora uses the number for an event of its own, too.
    102:
      id: alisql_previous_consensus_index
      -orig-id: PREVIOUS_CONSENSUS_INDEX_LOG_EVENT
      doc: AliSQL's own event on its consensus protocol, which changes no rows.
    103:
      id: alisql_consensus_cluster_info
      -orig-id: CONSENSUS_CLUSTER_INFO_EVENT
      doc: AliSQL's own event on its consensus protocol, which changes no rows.
    104:
      id: alisql_consensus_empty
      -orig-id: CONSENSUS_EMPTY_EVENT
      doc: AliSQL's own event on its consensus protocol, which changes no rows.
    105:
      id: alisql_gcn
      -orig-id: GCN_LOG_EVENT
      doc: |
        AliSQL's own event with a global commit number, which changes no rows.
    # Amazon Aurora
    100:
      id: aurora
      doc: |
        Amazon Aurora's own event. AliSQL uses the number for GROUP_UPDATE_ROWS.
    # Percona Server 5.7
    159:
      id: percona_start_encryption
      -orig-id: START_5_7_ENCRYPTION_EVENT
      doc: The rest of the file is encrypted (Percona Server 5.7).
    # MariaDB
    160:
      id: annotate_rows
      -orig-id: ANNOTATE_ROWS_EVENT
      doc: |
        The text of the statement behind the rows events that follow (MariaDB
        5.3 and later).
    161:
      id: binlog_checkpoint
      -orig-id: BINLOG_CHECKPOINT_EVENT
      doc: The oldest log that crash recovery needs (MariaDB 10.0 and later).
    162:
      id: mariadb_gtid
      -orig-id: GTID_EVENT
      doc: |
        Begins a transaction and names it by its GTID (MariaDB 10.0 and later).
    163:
      id: mariadb_gtid_list
      -orig-id: GTID_LIST_EVENT
      doc: The last GTIDs before this log (MariaDB 10.0 and later).
    164:
      id: start_encryption
      -orig-id: START_ENCRYPTION_EVENT
      doc: The rest of the file is encrypted (MariaDB 10.1 and later).
    165:
      id: query_compressed
      -orig-id: QUERY_COMPRESSED_EVENT
      doc: As QUERY, with a compressed statement (MariaDB 10.2.3 and later).
    166:
      id: write_rows_compressed_v1
      -orig-id: WRITE_ROWS_COMPRESSED_EVENT_V1
      doc: As WRITE_ROWS_V1, with compressed rows (MariaDB 10.2.3 and later).
    167:
      id: update_rows_compressed_v1
      -orig-id: UPDATE_ROWS_COMPRESSED_EVENT_V1
      doc: As UPDATE_ROWS_V1, with compressed rows (MariaDB 10.2.3 and later).
    168:
      id: delete_rows_compressed_v1
      -orig-id: DELETE_ROWS_COMPRESSED_EVENT_V1
      doc: As DELETE_ROWS_V1, with compressed rows (MariaDB 10.2.3 and later).
    169:
      id: write_rows_compressed
      -orig-id: WRITE_ROWS_COMPRESSED_EVENT
      doc: |
        As WRITE_ROWS_V2, with compressed rows. MariaDB reads the type, but
        writes version 1.
    170:
      id: update_rows_compressed
      -orig-id: UPDATE_ROWS_COMPRESSED_EVENT
      doc: |
        As UPDATE_ROWS_V2, with compressed rows. MariaDB reads the type, but
        writes version 1.
    171:
      id: delete_rows_compressed
      -orig-id: DELETE_ROWS_COMPRESSED_EVENT
      doc: |
        As DELETE_ROWS_V2, with compressed rows. MariaDB reads the type, but
        writes version 1.
    172:
      id: partial_row_data
      -orig-id: PARTIAL_ROW_DATA_EVENT
      doc: A part of a large rows event (MariaDB 12.3 and later).
