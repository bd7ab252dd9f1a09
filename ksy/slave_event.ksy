meta:
  id: slave_event
  title: "Binary log: SLAVE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  Where a replica of MySQL 4.0's first versions read from. No server that was
  released writes it. MySQL 4 does not skip a post-header here, and later
  servers refuse the event.
doc-ref: https://github.com/mysql/mysql-server/blob/5.5/sql/log_event.h
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: master_position
    -orig-id: master_pos
    type: u8
  - id: master_port
    type: u2
  - id: master_host
    terminator: 0
  - id: master_log
    terminator: 0
    eos-error: false
