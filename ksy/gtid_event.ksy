meta:
  id: gtid_event
  title: "Binary log: GTID and ANONYMOUS_GTID events"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - packed_integer
  endian: le
doc: |
  Opens a transaction and names it. Later versions appended to it: logical
  timestamps in 5.7, commit times and length in 8.0, versions in 8.0.14, the
  commit group in 8.0.31. MySQL reads them one behind the other, and does not
  skip a longer post-header. A post-header shorter than that of MySQL 5.6 is
  refused here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Gtid__event.html
-webide-representation: "{uuid:uuid}:{gno:dec}"
-columnar:
  - flags
  - uuid
  - gno
  - logical_timestamps.type
  - logical_timestamps.last_committed
  - logical_timestamps.sequence_number
  - has_commit_timestamp
  - commit_timestamp
  - immediate_commit_timestamp.is_followed
  - original_commit_timestamp.microseconds
  - len_transaction.value
  - has_server_version
  - immediate_server_version.is_followed
  - immediate_server_version.number
  - original_server_version.number
  - has_commit_group_ticket
  - commit_group_ticket
params:
  - id: len_post_header
    type: s8
seq:
  - id: flags
    -orig-id: gtid_flags
    type: u1
    valid:
      expr: len_post_header >= len_name
    doc: 1, the transaction may hold statement-based changes.
  - id: uuid
    -orig-id: ENCODED_SID_LENGTH
    size: 16
    doc: of the server where the transaction was first committed
  - id: gno
    type: s8
    doc: number of the transaction among those of the same server
  - id: logical_timestamps
    type: gtid_logical_timestamps
    if: has_logical_timestamps
  - id: post_header_rest
    size: len_post_header - len_known_post_header
    if: len_post_header > len_known_post_header and not _io.eof
    doc: bytes behind the known part of the post-header
  - id: immediate_commit_timestamp
    type: gtid_commit_timestamp
    if: has_commit_timestamp
    doc: when the server that wrote this log committed it
  - id: original_commit_timestamp
    type: gtid_commit_timestamp
    if: has_commit_timestamp and immediate_commit_timestamp.is_followed
    doc: when the first server committed it, if that is another time
  - id: len_transaction
    -orig-id: transaction_length
    type: packed_integer
    if: not _io.eof
    doc: in bytes, this event included
  - id: immediate_server_version
    type: gtid_server_version
    if: has_server_version
    doc: of the server that wrote this log
  - id: original_server_version
    type: gtid_server_version
    if: has_server_version and immediate_server_version.is_followed
    doc: of the first server, if that is another version
  - id: commit_group_ticket
    type: u8
    if: has_commit_group_ticket
instances:
  len_name:
    value: 25.as<s8>
    doc: of `flags`, `uuid` and `gno`, which are the post-header of MySQL 5.6
  has_logical_timestamps:
    value: |
      not _io.eof and
      (len_post_header == len_name or
       len_post_header >= 42)
    doc: |
      First asked for, and then known, when the event is read up to there. The
      servers read them also where the post-header is that of MySQL 5.6.
  len_known_post_header:
    value: '(has_logical_timestamps ? 42 : 25).as<s8>'
  has_commit_timestamp:
    value: not _io.eof
    doc: |
      First asked for, and then known, when the event is read up to there; so
      are the next two.
  has_server_version:
    value: not _io.eof
  has_commit_group_ticket:
    value: not _io.eof
  commit_timestamp:
    value: immediate_commit_timestamp.microseconds.as<s8>
    if: has_commit_timestamp
types:
  gtid_logical_timestamps:
    -columnar: [type, last_committed, sequence_number]
    seq:
      - id: type
        -orig-id: LOGICAL_TIMESTAMP_TYPECODE
        type: u1
        valid: 2
      - id: last_committed
        type: s8
        doc: |
          A replica may apply the transaction once the one of this number is
          committed.
      - id: sequence_number
        type: s8
        doc: of the transaction in this log
  gtid_commit_timestamp:
    doc: 55 bits of microseconds since 1970, and one for what follows.
    -webide-representation: "{microseconds:dec} µs"
    -columnar: [is_followed, microseconds]
    seq:
      - id: low
        type: u4
      - id: middle
        type: u2
      - id: high
        type: u1
    instances:
      is_followed:
        value: high >= 0x80
        doc: The time at the original source differs, and follows.
      microseconds:
        value: |
          (low + middle * 0x100000000 + high % 0x80 * 0x1000000000000).as<s8>
  gtid_server_version:
    -columnar: [is_followed, number]
    seq:
      - id: code
        type: u4
    instances:
      is_followed:
        value: code >= 0x80000000
      number:
        value: '(is_followed ? code - 0x80000000 : code).as<u4>'
