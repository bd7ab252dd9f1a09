meta:
  id: intvar_event
  title: "Binary log: INTVAR event"
  license: Apache-2.0
  ks-version: "0.11"
  endian: le
doc: |
  A number that the next statement takes for granted.
  Both servers skip a post-header here.
doc-ref: https://dev.mysql.com/doc/dev/mysql-server/latest/classmysql_1_1binlog_1_1event_1_1Intvar__event.html
-webide-representation: "{type} = {value:dec}"
-columnar: [type, value]
params:
  - id: len_post_header
    type: s8
seq:
  - id: post_header_rest
    size: len_post_header
    if: len_post_header > 0
    doc: a post-header, which no server writes here and MySQL skips
  - id: type
    type: u1
    enum: intvar_type
    valid:
      in-enum: true
  - id: value
    -orig-id: val
    type: u8
    doc: for the next statement, by the type
enums:
  intvar_type:
    0:
      id: invalid
      -orig-id: INVALID_INT_EVENT
    1:
      id: last_insert_id
      -orig-id: LAST_INSERT_ID_EVENT
    2:
      id: insert_id
      -orig-id: INSERT_ID_EVENT
