meta:
  id: gtid_event
  title: "Binary log: GTID and ANONYMOUS_GTID events"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - packed_integer
  endian: le
doc: |
  Begins a transaction and names it by its GTID (MySQL 5.6 and later). Later
  versions appended fields: logical timestamps in 5.7, commit times and the
  length in 8.0, versions of servers in 8.0.14, the commit group in 8.0.31.
  MySQL does not skip a longer post-header. One shorter than that of MySQL 5.6
  is refused here.
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
  - rest
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: flags
    -orig-id: gtid_flags
    type: u1
    valid:
      expr: len_post_header >= len_name
    doc: |
      1 if the transaction may hold changes that are logged as statements. It is
      always 1 before MySQL 5.7.19, and in 8.0.0 and 8.0.1.
  - id: uuid
    -orig-id: tsid_parent_struct
    size: 16
    doc: |
      `server_uuid` of the server that committed the transaction first.
    -columnar-text: uuid
  - id: gno
    type: s8
    doc: |
      Number of the transaction among those of the same server, from 1; 0 in
      ANONYMOUS_GTID.
  - id: logical_timestamps
    type: gtid_logical_timestamps
    if: has_logical_timestamps
    doc: |
      Order in which parallel workers of a replica may apply the transaction
      (MySQL 5.7 and later).
  - id: post_header_rest
    size: len_post_header - len_known_post_header
    if: len_post_header > len_known_post_header and not _io.eof
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: immediate_commit_timestamp
    type: gtid_commit_timestamp
    if: has_commit_timestamp
    doc: |
      Time when the server that wrote this log committed the transaction (MySQL
      8.0.1 and later).
  - id: original_commit_timestamp
    type: gtid_commit_timestamp
    if: has_commit_timestamp and immediate_commit_timestamp.is_followed
    doc: Time when the first server committed the transaction, if it differs.
  - id: len_transaction
    -orig-id: transaction_length
    type: packed_integer
    if: not _io.eof
    doc: |
      Length of the transaction in bytes, this event included (MySQL 8.0.2 and
      later).
  - id: immediate_server_version
    type: gtid_server_version
    if: has_server_version
    doc: Version of the server that wrote this log (MySQL 8.0.14 and later).
  - id: original_server_version
    type: gtid_server_version
    if: has_server_version and immediate_server_version.is_followed
    doc: |
      Version of the server that committed the transaction first, if it differs.
  - id: commit_group_ticket
    type: u8
    if: has_commit_group_ticket
    doc: |
      Number of the transaction's group in the server's group commit (MySQL
      8.0.31 and later).
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare
instances:
  len_name:
    value: 25.as<s8>
    doc: |
      Length in bytes of `flags`, `uuid` and `gno`, the whole post-header of
      MySQL 5.6.
  has_logical_timestamps:
    value: |
      not _io.eof and
      (len_post_header == len_name or
       len_post_header >= 42)
    doc: |
      Whether logical timestamps follow. It is evaluated when the event is read
      up to there. Servers read them also if the listed post-header is that of
      MySQL 5.6.
  len_known_post_header:
    value: '(has_logical_timestamps ? 42 : 25).as<s8>'
    doc: Length in bytes of the known part of the post-header.
  has_commit_timestamp:
    value: not _io.eof
    doc: |
      Whether commit times follow. It is evaluated when the event is read up to
      there.
  has_server_version:
    value: not _io.eof
    doc: |
      Whether versions of servers follow. It is evaluated when the event is read
      up to there.
  has_commit_group_ticket:
    value: not _io.eof
    doc: |
      Whether a ticket follows. It is evaluated when the event is read up to
      there.
  commit_timestamp:
    value: immediate_commit_timestamp.microseconds.as<s8>
    if: has_commit_timestamp
    doc: |
      Microseconds since 1970, UTC, when the server that wrote this log
      committed the transaction.
types:
  gtid_logical_timestamps:
    doc: Logical clock of a transaction in its log.
    -columnar: [type, last_committed, sequence_number]
    seq:
      - id: type
        -orig-id: LOGICAL_TIMESTAMP_TYPECODE
        type: u1
        valid: 2
        doc: |
          Code of the kind of timestamps: 2.
      - id: last_committed
        type: s8
        doc: |
          Sequence number of the transaction that has to be committed before
          this one may be applied.
      - id: sequence_number
        type: s8
        doc: Sequence number of the transaction in this log, from 1.
  gtid_commit_timestamp:
    doc: |
      Microseconds since 1970, UTC, in 55 bits, and a bit for a second time that
      follows.
    -webide-representation: "{microseconds:dec} µs"
    -columnar: [is_followed, microseconds]
    -columnar-text: {value: microseconds}
    seq:
      - id: low
        type: u4
        doc: Lowest four bytes.
      - id: middle
        type: u2
        doc: Next two bytes.
      - id: high
        type: u1
        doc: Highest byte, whose top bit is `is_followed`.
    instances:
      is_followed:
        value: high >= 0x80
        doc: Whether the time at the first server differs, and follows.
      microseconds:
        value: |
          (low + middle * 0x100000000 + high % 0x80 * 0x1000000000000).as<s8>
        doc: Microseconds since 1970, UTC.
  gtid_server_version:
    doc: |
      A version of a server in 31 bits, and a bit for a second version that
      follows.
    -columnar: [is_followed, number]
    -columnar-text: {value: number}
    seq:
      - id: code
        type: u4
        doc: The number and the bit together.
    instances:
      is_followed:
        value: code >= 0x80000000
        doc: Whether the version of the first server differs, and follows.
      number:
        value: '(is_followed ? code - 0x80000000 : code).as<u4>'
        doc: |
          The version as MYSQL_VERSION_ID has it, such as 80036; 0 or 999999 if
          it is not known.
