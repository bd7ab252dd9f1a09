meta:
  id: binlog_checkpoint_event
  title: "Binary log: MariaDB BINLOG_CHECKPOINT event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Names the oldest log that crash recovery still needs (MariaDB 10.0 and later).
  Replicas ignore it. MariaDB skips a longer post-header and refuses a shorter
  one.
doc-ref: https://mariadb.com/docs/server/reference/clientserver-protocol/replication-protocol/binlog_checkpoint_event
-webide-representation: "{log:str}"
-columnar: []
params:
  - id: len_post_header
    type: s8
    doc: |
      Length in bytes of the post-header that the FORMAT_DESCRIPTION lists for
      this type of event.
seq:
  - id: len_log
    type: u4
    valid:
      expr: len_post_header >= 4
    doc: Length of `log` in bytes.
  - id: post_header_rest
    size: len_post_header - 4
    if: len_post_header > 4
    doc: Bytes of the post-header that the known fields do not cover.
    -columnar-text: rare
  - id: log
    -orig-id: binlog_file_name
    size: len_log
    doc: |
      File name of the oldest log that holds XIDs which an engine has prepared,
      but may not have committed durably.
  - id: rest
    size-eos: true
    if: not _io.eof
    doc: Bytes behind the known fields.
    -columnar-text: rare
