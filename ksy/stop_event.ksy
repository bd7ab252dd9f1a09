meta:
  id: stop_event
  title: "Binary log: STOP event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: The server shut down. Has no body, and servers read none.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Stop__event.html
-columnar: []
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here
  - id: rest
    size-eos: true
