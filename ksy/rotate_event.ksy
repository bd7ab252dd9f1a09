meta:
  id: rotate_event
  title: "Binary log: ROTATE event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  The log goes on in another file. MariaDB and MySQL 5.7 skip a longer
  post-header, MySQL 9.7 does not.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Rotate__event.html
-webide-representation: "{next_log_name}"
-columnar: [has_position, position, next_log]
params:
  - id: len_post_header
    type: s8
seq:
  - id: position
    -orig-id: pos
    type: u8
    if: has_position
    doc: where in the next log to go on
  - id: post_header_rest
    size: 'has_position ? len_post_header - sizeof<u8> : len_post_header'
    if: len_post_header > 0 and len_post_header != sizeof<u8>
    doc: bytes behind the known part of the post-header
  - id: next_log
    -orig-id: new_log_ident
    size-eos: true
    doc: name of the log that follows, without a folder
instances:
  has_position:
    value: len_post_header >= sizeof<u8>
    doc: not in binlog version 1
  next_log_name:
    value: next_log.to_s("UTF-8")
