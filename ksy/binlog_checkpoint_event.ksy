meta:
  id: binlog_checkpoint_event
  title: "Binary log: MariaDB BINLOG_CHECKPOINT event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The oldest log that crash recovery still needs. MariaDB skips a longer
  post-header and refuses a shorter one.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/binlog_checkpoint_event
-webide-representation: "{log:str}"
-columnar: []
params:
  - id: len_post_header
    type: s8
seq:
  - id: len_log
    type: u4
    valid:
      expr: len_post_header >= 4
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: bytes behind the known part of the post-header
  - id: log
    -orig-id: binlog_file_name
    size: len_log
    doc: The oldest log that the server needs when it recovers from a crash.
