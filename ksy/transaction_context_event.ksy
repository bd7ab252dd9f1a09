meta:
  id: transaction_context_event
  title: "Binary log: TRANSACTION_CONTEXT event"
  license: Apache-2.0
  ks-version: "0.11"
  imports:
    - previous_gtids_event
  endian: le
doc: |
  What Group Replication certifies a transaction by: the version of the data
  that it read, and what it wrote. MySQL does not skip a longer post-header. A
  shorter one is refused here, as it does not say how long the parts are.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Transaction__context__event.html
params:
  - id: len_post_header
    type: s8
seq:
  - id: len_server_uuid
    type: u1
    valid:
      expr: len_post_header >= 18
  - id: thread_id
    type: u4
  - id: has_gtid_specified
    -orig-id: gtid_specified
    type: u1
  - id: len_snapshot_version
    type: u4
  - id: num_write_set
    -orig-id: write_set_len
    type: u4
  - id: num_read_set
    -orig-id: read_set_len
    type: u4
  - id: post_header_rest
    size: len_post_header - 18
    if: len_post_header > 18
    doc: bytes behind the known part of the post-header
  - id: server_uuid
    size: len_server_uuid
    type: str
    encoding: ASCII
  - id: snapshot_version
    size: len_snapshot_version
    type: previous_gtids_event(0)
    if: len_snapshot_version > 0
  - id: write_set
    type: transaction_context_hash
    repeat: expr
    repeat-expr: num_write_set
  - id: read_set
    type: transaction_context_hash
    repeat: expr
    repeat-expr: num_read_set
types:
  transaction_context_hash:
    seq:
      - id: len_hash
        type: u2
      - id: hash
        size: len_hash
