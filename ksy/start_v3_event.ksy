meta:
  id: start_v3_event
  title: "Binary log: START_V3 event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Opens a log of binlog version 1 (MySQL 3.23) or 3 (MySQL 4.0 and 4.1). Servers
  read 56 bytes, whatever post-header is listed. A shorter one is refused here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/8.0.36/classbinary__log_1_1Start__event__v3.html
-webide-representation: "{server_version}"
params:
  - id: len_post_header
    type: s8
seq:
  - id: binlog_version
    type: u2
    valid:
      expr: len_post_header >= 56
  - id: server_version
    size: 50
    type: strz
    encoding: ASCII
  - id: created_at
    -orig-id: created
    type: u4
    doc: Seconds since 1970, UTC, in the first log after a start; else 0.
  - id: post_header_rest
    size: len_post_header - 56
    if: len_post_header > 56
    doc: bytes behind the known part of the post-header
