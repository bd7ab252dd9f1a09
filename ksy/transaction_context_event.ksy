meta:
  id: transaction_context_event
  title: "Binary log: TRANSACTION_CONTEXT event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - previous_gtids_event
  endian: le
doc: |
  Group Replication's data for the certification of a transaction: the version
  of the data that it read, and the rows that it wrote (MySQL 5.7 and later).
  MySQL does not skip a longer post-header. A shorter one is refused here, since
  it lacks the lengths.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__context__event.html
-columnar-text: false
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: len_server_uuid
    type: u1
    valid:
      expr: len_post_header >= 18
    doc: Length of `server_uuid` in bytes.
  - id: thread_id
    type: u4
    doc: Id of the connection that ran the transaction.
  - id: has_gtid_specified
    -orig-id: gtid_specified
    type: u1
    doc: |
      1 if the session set `gtid_next`, so that the transaction keeps that GTID.
  - id: len_snapshot_version
    type: u4
    doc: Length of `snapshot_version` in bytes.
  - id: num_write_set
    -orig-id: write_set_len
    type: u4
    doc: Number of hashes in `write_set`.
  - id: num_read_set
    -orig-id: read_set_len
    type: u4
    doc: Number of hashes in `read_set`.
  - id: post_header_rest
    size: len_post_header - 18
    if: len_post_header > 18
    doc: Bytes of the post-header that the known fields do not cover.
  - id: server_uuid
    size: len_server_uuid
    type: str
    encoding: ASCII
    doc: UUID of the server that ran the transaction.
  - id: snapshot_version
    size: len_snapshot_version
    type: previous_gtids_event(0)
    if: len_snapshot_version > 0
    doc: GTIDs that were committed when the transaction ran.
  - id: write_set
    type: transaction_context_hash
    repeat: expr
    repeat-expr: num_write_set
    doc: Hashes of the keys of all rows that the transaction wrote.
  - id: read_set
    type: transaction_context_hash
    repeat: expr
    repeat-expr: num_read_set
    doc: |
      Hashes of the keys of rows that the transaction read. Servers write none.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
types:
  transaction_context_hash:
    doc: Hash of the key of a row.
    seq:
      - id: len_hash
        type: u2
        doc: Length of `hash` in bytes.
      - id: hash
        size: len_hash
        doc: The hash.
